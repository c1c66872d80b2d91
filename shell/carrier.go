package shell

import (
	"strings"
)

// carrier reads the programs that carry commands in ways of their own. They
// stay listed where they do something themselves. It is false for programs
// that are none of them.
func (r *reader) carrier(j *job, name string) bool {
	switch name {
	case "find":
		r.find(j)
	case "fd", "fdfind":
		r.fd(j)
	case "parallel":
		r.parallel(j)
	case "su", "runuser":
		r.su(j)
	case "sg":
		r.sg(j)
	case "script":
		r.scriptProgram(j)
	case "flock":
		r.flock(j)
	case "ssh", "autossh", "rsh", "mosh":
		r.ssh(j)
	case "docker", "podman", "nerdctl":
		return r.container(j)
	case "kubectl", "oc":
		return r.kubectl(j)
	case "nix-shell":
		return r.nixShell(j)
	case "nix":
		return r.nix(j)
	case "at", "batch":
		r.at(j)
	case "hyperfine":
		r.hyperfine(j)
	case "entr":
		r.entr(j)
	case "git":
		return r.git(j)
	default:
		return false
	}
	return true
}

// under walks a command that a listed program carries.
func (r *reader) under(j *job, parent int, own []Word, words []Word, text bool) {
	if len(words) == 0 {
		return
	}
	r.script.Commands[parent].Carries = true
	old := r.ctx
	st := r.st.fork()
	r.parent = parent
	r.via = append(r.via[:len(r.via):len(r.via)], Wrapper{Name: baseName(j.words[0].Text), Words: own})
	inner := *j
	inner.words, inner.assigns = words, nil
	inner.external = true
	inner.depth++
	if text {
		r.shellWords(&inner, words)
	} else {
		r.run(inner)
	}
	r.ctx, r.st = old, st
}

// nixShell reads nix-shell --run TEXT.
func (r *reader) nixShell(j *job) bool {
	for n := 1; n+1 < len(j.words); n++ {
		if j.words[n].Lit() && (j.words[n].Text == "--run" || j.words[n].Text == "--command") {
			i := r.emitJob(j, val{})
			r.under(j, i, j.words[:n+1:n+1], j.words[n+1:n+2], true)
			return true
		}
	}
	return false
}

// nix reads nix develop -c COMMAND and nix shell -c COMMAND.
func (r *reader) nix(j *job) bool {
	for n := 1; n+1 < len(j.words); n++ {
		if j.words[n].Lit() && (j.words[n].Text == "-c" || j.words[n].Text == "--command") {
			i := r.emitJob(j, val{})
			r.under(j, i, j.words[:n+1:n+1], j.words[n+1:], false)
			return true
		}
	}
	return false
}

// git reads the commands that some of its subcommands carry; all else of git
// is left to those who know it.
func (r *reader) git(j *job) bool {
	for n := 1; n < len(j.words); n++ {
		if !j.words[n].Lit() {
			continue
		}
		switch j.words[n].Text {
		case "bisect":
			if n+2 < len(j.words) && j.words[n+1].Lit() && j.words[n+1].Text == "run" {
				i := r.emitJob(j, val{})
				k := *j
				k.loop = true
				r.under(&k, i, j.words[:n+2:n+2], j.words[n+2:], false)
				return true
			}
		case "foreach":
			if n > 1 && j.words[n-1].Lit() && j.words[n-1].Text == "submodule" {
				at := n + 1
				for at < len(j.words) && j.words[at].Lit() && strings.HasPrefix(j.words[at].Text, "-") {
					at++
				}
				if at < len(j.words) {
					i := r.emitJob(j, val{})
					k := *j
					k.loop = true
					old := r.st.dir
					r.st.dir = Value{}
					r.under(&k, i, j.words[:at:at], j.words[at:], true)
					r.st.dir = old
					return true
				}
			}
		case "rebase":
			i := -1
			for m := n + 1; m < len(j.words); m++ {
				var text Word
				switch t := j.words[m].Text; {
				case !j.words[m].Known:
					continue
				case (t == "-x" || t == "--exec") && m+1 < len(j.words):
					text = j.words[m+1]
				case strings.HasPrefix(t, "--exec="):
					text = j.words[m]
					text.Text = t[len("--exec="):]
				default:
					continue
				}
				if i < 0 {
					i = r.emitJob(j, val{})
				}
				k := *j
				k.loop = true
				r.under(&k, i, j.words[:m+1:m+1], []Word{text}, true)
			}
			return i >= 0
		}
	}
	return false
}

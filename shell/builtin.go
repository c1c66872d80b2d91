package shell

import (
	"strings"
)

// builtin does what a builtin of the shell does to the shell's state, and
// lists it. It is false for names that are no builtin with such effects.
func (r *reader) builtin(j *job) bool {
	name := j.words[0].Text
	if r.dialect == zsh {
		switch name {
		case "exit", "return", "break", "continue", "shift", "logout", "bye":
			for i := range j.words[1:] {
				if v := wordVal(j.words[i+1]); !v.isNum() {
					r.opaque(whyArith, j.start, j.end)
				}
			}
		}
	}
	switch name {
	case "cd", "pushd", "popd":
		r.changeDir(j)
	case "eval":
		r.evalText(j)
	case "trap":
		r.trap(j)
	case "source", ".":
		r.source(j)
	case "export", "readonly", "declare", "typeset", "local":
		r.declareWords(j)
	case "set":
		r.setBuiltin(j)
	case "shift":
		r.shift(j)
	case "unset":
		r.unsetBuiltin(j)
	case "read", "mapfile", "readarray", "getopts":
		r.readBuiltin(j)
	case "printf":
		r.printfBuiltin(j)
	case "wait":
		r.waitBuiltin(j)
	case "let":
		r.opaque(whyArith, j.start, j.end)
		r.lose()
		r.emitJob(j, lit(""))
	case "test", "[":
		r.testBuiltin(j)
	case "alias":
		r.alias(j)
	case "unalias":
		r.emitJob(j, lit(""))
	case "shopt":
		r.shopt(j)
	case "hash", "enable", "bind", "complete", "compgen", "compopt", "fc":
		r.hookBuiltin(j)
	case "exit", "return", "break", "continue", "umask", "ulimit", "jobs", "disown", "suspend":
		r.emitJob(j, val{})
	case ":", "true", "false":
		r.emitJob(j, lit(""))
	default:
		return false
	}
	return true
}

// setBuiltin follows set: positional parameters, and options that change how
// text is read.
func (r *reader) setBuiltin(j *job) {
	r.emitJob(j, val{})
	args := j.words[1:]
	for i := 0; i < len(args); i++ {
		w := args[i]
		switch {
		case !w.Lit():
			// an unknown word may be an option
			r.st.params, r.st.paramOK = nil, false
			return
		case w.Text == "--":
			r.setParams(args[i+1:])
			return
		case w.Text == "-" || w.Text == "+":
			if i+1 < len(args) {
				r.setParams(args[i+1:])
			}
			return
		case w.Text[:min(1, len(w.Text))] == "-" || w.Text[:min(1, len(w.Text))] == "+":
			if strings.ContainsAny(w.Text, "o") {
				i++
				if i < len(args) {
					r.setOption(args[i], j)
				}
			}
			if strings.ContainsAny(w.Text, "knHpr") && w.Text[0] == '-' {
				r.opaque("an option that changes how the shell reads text", j.start, j.end)
			}
			if strings.ContainsAny(w.Text, "B") {
				r.opaque("an option that changes how the shell reads text", j.start, j.end)
			}
		default:
			r.setParams(args[i:])
			return
		}
	}
}

func (r *reader) setOption(w Word, j *job) {
	if w.Lit() {
		switch w.Text {
		case "errexit", "nounset", "pipefail", "xtrace", "verbose", "noglob", "noclobber", "allexport", "errtrace", "functrace",
			"monitor", "notify", "physical", "ignoreeof", "nolog", "interactive-comments", "hashall", "vi", "emacs":
			return
		}
	}
	r.opaque("an option that changes how the shell reads text", j.start, j.end)
}

func (r *reader) shift(j *job) {
	r.emitJob(j, lit(""))
	n := 1
	if len(j.words) > 1 {
		if !j.words[1].Lit() || !isDigits(j.words[1].Text) {
			r.st.params, r.st.paramOK = nil, false
			return
		}
		n = atoi(j.words[1].Text)
	}
	if !r.st.paramOK || n < 0 {
		return
	}
	if n > len(r.st.params) {
		return // fails and leaves them
	}
	r.st.params = r.st.params[n:]
}

// alias notes an alias and reads its text, since another shell may use it.
func (r *reader) alias(j *job) {
	i := r.emitJob(j, val{})
	for _, w := range j.words[1:] {
		if w.Lit() && strings.HasPrefix(w.Text, "-") {
			if w.Text != "-p" {
				r.opaque("an alias that may stand anywhere", j.start, j.end)
			}
			continue
		}
		name, text, ok := strings.Cut(w.Text, "=")
		if !w.Known {
			r.opaque("an alias that is not known", j.start, j.end)
			continue
		}
		if !ok {
			continue
		}
		r.hoped = append(r.hoped, name)
		r.script.Commands[i].Carries = true
		before := r.st.fork()
		r.cond++
		r.carried(&job{redirs: j.redirs, start: j.start, end: j.end}, i, lit(text), r.dialect)
		r.cond--
		r.st = before
	}
}

func (r *reader) shopt(j *job) {
	r.emitJob(j, val{})
	for _, w := range j.words[1:] {
		if w.Lit() {
			switch w.Text {
			case "-s", "-u", "-q", "-p", "nullglob", "failglob", "dotglob", "globstar", "nocaseglob", "inherit_errexit", "checkwinsize",
				"histappend", "cmdhist", "checkjobs", "huponexit", "nocasematch", "xpg_echo", "lithist", "no_empty_cmd_completion":
				if w.Text == "xpg_echo" {
					r.opaque("an option that changes what echo prints", j.start, j.end)
				}
				continue
			}
		}
		r.opaque("an option that changes how the shell reads text", j.start, j.end)
	}
}

// hookBuiltin lists the builtins that change what other names mean, or run
// what their arguments say.
func (r *reader) hookBuiltin(j *job) {
	r.emitJob(j, val{})
	if j.words[0].Text == "hash" {
		plain := true
		for _, w := range j.words[1:] {
			plain = plain && w.Lit() && strings.IndexByte(w.Text, '=') < 0 && !strings.HasPrefix(w.Text, "-p") && !(strings.HasPrefix(w.Text, "-") && strings.Contains(w.Text, "p"))
		}
		if plain {
			return
		}
	}
	r.opaque("a builtin that changes what commands mean", j.start, j.end)
}

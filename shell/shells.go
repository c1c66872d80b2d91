package shell

import (
	"strings"
	"unicode/utf8"
)

func isShell(name string) bool {
	switch name {
	case "sh", "bash", "dash", "zsh", "ksh", "ash", "mksh", "rbash", "ksh93", "yash", "rzsh", "fish", "csh", "tcsh", "pwsh", "powershell", "nu", "xonsh", "elvish", "posh", "hush":
		return true
	}
	return false
}

// shellProgram reads what a shell is told to run.
func (r *reader) shellProgram(j *job, name string) bool {
	d := dialectOf(name)
	if name == "hush" {
		d = posix
	}
	i := r.emitJob(j, val{})
	r.shellEnv(j)
	code, stdin := false, false
	n := 1
	for ; n < len(j.words); n++ {
		w := &j.words[n]
		if !w.Lit() {
			if w.Known || w.Many || w.Prefix == "" || w.Prefix[0] == '-' {
				if w.Proc {
					break
				}
				if !code && !(w.Known && w.Glob && w.Text[0] != '-') {
					r.opaque("a shell is given an option that is not known", j.start, j.end)
				}
			}
			break
		}
		t := w.Text
		if len(t) < 2 || t[0] != '-' && t[0] != '+' {
			if t == "-" || t == "+" {
				n++
			}
			break
		}
		if t == "--" {
			n++
			break
		}
		if t[:2] == "--" {
			switch t {
			case "--norc", "--noprofile", "--login", "--verbose", "--noediting", "--restricted", "--debugger", "--no-rcs", "--no-globalrcs":
				continue
			case "--version", "--help":
				return true
			case "--rcfile", "--init-file":
				r.opaque("a shell reads a start-up file", j.start, j.end)
				n++
				continue
			}
			r.opaque("an option of a shell that is not known", j.start, j.end)
			continue
		}
		takes := 0
		for k := 1; k < len(t); k++ {
			switch c := t[k]; {
			case c == 'c' && t[0] == '-':
				code = true
			case c == 's':
				stdin = true
			case c == 'o' || c == 'O':
				takes++
				if n+takes < len(j.words) {
					r.setOption(j.words[n+takes], j)
				}
			case strings.IndexByte("abefhilmnptuvxCEPTDr", c) >= 0:
			case d == zsh && c == 'f' || c == 'd':
			default:
				r.opaque("an option of a shell that is not known", j.start, j.end)
			}
		}
		n += takes
	}
	rest := j.words[min(n, len(j.words)):]
	switch {
	case code:
		if len(rest) == 0 {
			return true
		}
		v := wordVal(rest[0])
		if rest[0].Many {
			v.known = false
		}
		if !v.known {
			r.opaque("a shell runs text that is not known", j.start, j.end)
			r.readAnyway(j, i, v, d, nil)
			return true
		}
		var params []Word
		if len(rest) > 2 {
			params = rest[2:]
		}
		r.inShell(j, i, v, d, params)
	case len(rest) > 0 && !stdin && !isStdinName(&rest[0]):
		if !rest[0].Proc {
			return true // a script, which is a file
		}
		v := r.printed(rest[0].Subs)
		if !v.known {
			r.opaque("a shell runs text that is not known", j.start, j.end)
			return true
		}
		r.inShell(j, i, v, d, rest[1:])
	default:
		if stdin || len(rest) == 0 {
			rest = append([]Word{{}}, rest...)
		}
		v, ok := r.stdinText(j)
		if !ok {
			if j.stdin.Kind == Pipe || j.stdin.Kind == Here || j.stdin.Kind == File && !j.stdin.File().Lit() {
				r.opaque("a shell runs text that is not known", j.start, j.end)
				r.readAnyway(j, i, v, d, rest[1:])
			}
			return true
		}
		r.inShell(j, i, v, d, rest[1:])
	}
	return true
}

// readAnyway reads text of which only parts are known, to show what it will
// do at least.
func (r *reader) readAnyway(j *job, i int, v val, d dialect, params []Word) {
	if v.template() == hole || !utf8.ValidString(v.tmpl) {
		return
	}
	old := r.holes
	r.holes = true
	v.text, v.known = v.tmpl, true
	r.inShell(j, i, v, d, params)
	r.holes = old
}

// shellEnv looks at what the environment makes of a shell.
func (r *reader) shellEnv(j *job) {
	for _, a := range j.assigns {
		r.guardEnv(j, []Assign{a})
	}
	for _, name := range [...]string{"BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS"} {
		if r.st.find(name) != nil {
			r.opaque("the shell evaluates the variable "+name, j.start, j.end)
		}
	}
}

// inShell reads text as what another shell runs: with its own variables, and
// of this shell's only what is exported.
func (r *reader) inShell(j *job, parent int, text val, d dialect, params []Word) {
	r.script.Commands[parent].Carries = true
	if d == unknownShell {
		r.opaque("the shell is not one that can be read", j.start, j.end)
		d = posix
	}
	old, st := r.ctx, r.st.fork()
	frameDialect := r.dialect
	r.parent = parent
	r.redirs, r.stdin = j.redirs, j.stdin
	if j.stdin.Kind == Here || j.stdin.Kind == Pipe {
		// its text came from there; what remains of it is not known
	}
	r.via = append(r.via[:len(r.via):len(r.via)], Wrapper{Name: baseName(j.words[0].Text), Words: j.words[:1]})
	r.cond += bit(j.maybe)
	r.loops += bit(j.loop)
	r.background = r.background || j.bg
	r.st = r.childState(d)
	if r.fresh {
		dir, others, failed := r.st.dir, r.st.dirElse, r.st.dirFail
		r.st.vars = &table{}
		r.lose()
		r.st.dir, r.st.dirElse, r.st.dirFail = dir, others, failed
		r.fresh = false
	}
	for _, a := range r.external {
		r.assign(a.Name, wordVal(a.Value), a.Append)
		r.st.edit(a.Name).exported = true
	}
	r.prefix(j.assigns)
	r.external = nil
	r.setParams(params)
	start, end := r.place(j.start, j.end)
	if len(j.words) > 1 && !r.frame.nested {
		w := j.words[len(j.words)-1]
		for _, x := range j.words {
			if x.Known && x.Text == text.text {
				w = x
			}
		}
		if w.End > w.Start {
			start, end = w.Start, w.End
		}
	}
	oldHoped := r.hoped
	r.nested(text.text, d, text.dec, start, end)
	r.hoped = oldHoped
	r.dialect = frameDialect
	r.ctx, r.st = old, st
}

// childState is what a shell started here knows: exported variables, and
// others only perhaps, for the environment may have held them before.
func (r *reader) childState(d dialect) state {
	st := r.st.fork()
	st.vars = &table{vars: make([]variable, 0, len(r.st.vars.vars))}
	for _, v := range r.st.vars.vars {
		if !v.exported && !inheritedName(v.name) {
			v.v = either(v.v, unsetEnv(v.name))
			v.maybe = true
		}
		v.readonly, v.odd, v.array, v.assoc, v.elems = false, false, false, false, nil
		if v.name == "IFS" {
			continue
		}
		st.vars.vars = append(st.vars.vars, v)
	}
	var funcs []function
	for _, f := range r.st.funcs {
		if f.export && d != zsh {
			f.maybe = f.maybe || d != bash
			funcs = append(funcs, f)
		}
	}
	st.funcs = funcs
	st.dirs = nil
	st.params, st.paramOK = nil, true
	return st
}

// inheritedName tells whether a variable is in any environment, so that
// setting it without export reaches children all the same.
func inheritedName(name string) bool {
	switch name {
	case "PATH", "HOME", "USER", "SHELL", "PWD", "OLDPWD", "TERM", "LANG", "LOGNAME":
		return true
	}
	return false
}

// shellWords reads words that a program joins with blanks and hands to sh.
func (r *reader) shellWords(j *job, words []Word) {
	v := joinWords(words)
	k := *j
	first := words[0]
	first.Text, first.Known = "sh", true
	dash := first
	dash.Text = "-c"
	text := first
	text.Text, text.Known, text.tmpl, text.Alts = v.text, v.known, v.tmpl, nil
	text.Prefix, text.Suffix, text.Many, text.Glob = v.pre, v.suf, false, false
	text.Subs, text.Vars, text.Decoded = v.subs, v.vars, v.dec
	k.words = []Word{first, dash, text}
	k.external = true
	r.shellProgram(&k, "sh")
}

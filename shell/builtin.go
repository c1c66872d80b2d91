package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// builtin does what a builtin of the shell does to the shell's state, and
// lists it. It is false for names that are no builtin with such effects.
func (r *reader) builtin(j *job) bool {
	name := j.words[0].Text
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

// changeDir follows cd, pushd and popd.
func (r *reader) changeDir(j *job) {
	r.emitJob(j, lit(""))
	name := j.words[0].Text
	var args []Word
	opts, physical := true, false
	for i := 1; i < len(j.words); i++ {
		w := j.words[i]
		if opts && w.Lit() && len(w.Text) > 1 && w.Text[0] == '-' {
			switch {
			case w.Text == "--":
				opts = false
				continue
			case name == "cd" && strings.Trim(w.Text[1:], "LPe@") == "" || name != "cd" && w.Text == "-n":
				if name != "cd" {
					return // pushd -n does not move
				}
				physical = physical || strings.Contains(w.Text, "P")
				continue
			}
		}
		opts = false
		args = append(args, w)
	}
	old := r.st.dir
	target := Value{}
	switch {
	case name == "popd":
		if n := len(r.st.dirs); n > 0 && len(args) == 0 {
			target = r.st.dirs[n-1]
			r.st.dirs = r.st.dirs[: n-1 : n-1]
		} else {
			r.st.dirs = []Value{{}}
		}
	case len(args) == 0 && name == "cd":
		v, _ := r.lookup("HOME")
		if v.known {
			target = r.resolve(v.text)
		}
	case len(args) == 1 && args[0].Lit():
		switch t := args[0].Text; {
		case t == "-" && name == "cd":
			if r.st.find("OLDPWD") == nil {
				target = r.st.oldDir
			}
			if len(r.st.dirFail) > 0 {
				r.st.dirFail = addDir(r.st.dirFail, Value{})
			}
		case name == "pushd" && t != "" && (t[0] == '+' || t[0] == '-'):
			r.st.dirs = []Value{{}}
		case t == "":
			target = old
		case physical && strings.Contains(t, ".."):
			// .. of a link leads elsewhere
		default:
			target = r.resolve(t)
		}
	}
	if name == "pushd" && len(args) > 0 {
		r.st.dirs = append(r.st.dirs[:len(r.st.dirs):len(r.st.dirs)], old)
	}
	// where the cd fails, the text goes on where it was
	was := mergeDirs(r.st.dirElse, r.st.dirFail)
	if target != old || len(was) > 0 {
		r.st.dirElse = nil
		if !(target.Known && len(args) == 1 && strings.HasPrefix(args[0].Text, "/")) {
			for _, d := range was {
				to := Value{}
				if d.Known && len(args) == 1 && args[0].Lit() && args[0].Text != "-" && name != "popd" && target.Known {
					to = Value{path.Join(d.Text, args[0].Text), true}
				}
				r.st.dirElse = addDir(r.st.dirElse, to)
			}
		}
		r.st.dirFail = addDir(was, old)
	}
	r.st.oldDir = old
	if len(was) > 0 {
		r.st.oldDir = Value{}
	}
	r.st.dir = target
	if v := r.st.find("PWD"); v != nil {
		r.assign("PWD", val{}, false)
	}
	if v := r.st.find("OLDPWD"); v != nil {
		r.assign("OLDPWD", val{}, false)
	}
}

// resolve is the clean absolute path of p from the current folder.
func (r *reader) resolve(p string) Value {
	if strings.HasPrefix(p, "/") {
		return Value{path.Clean(p), true}
	}
	if !r.st.dir.Known {
		return Value{}
	}
	return Value{path.Join(r.st.dir.Text, p), true}
}

// evalText reads the words of eval as shell text.
func (r *reader) evalText(j *job) {
	args := j.words[1:]
	if len(args) > 0 && args[0].Lit() && args[0].Text == "--" {
		args = args[1:]
	}
	i := r.emitJob(j, lit(""))
	v := joinWords(args)
	if !v.known {
		r.opaque("eval runs text that is not known", j.start, j.end)
		if v.tmpl != "" && v.tmpl != hole {
			old := r.holes
			r.holes = true
			v.text = v.tmpl
			r.carried(j, i, v, r.dialect)
			r.holes = old
		}
		r.lose()
		return
	}
	r.script.Commands[i].Carries = true
	r.carried(j, i, v, r.dialect)
}

// joinWords is the text that words make with blanks between them.
func joinWords(words []Word) val {
	v := lit("")
	for i, w := range words {
		if i > 0 {
			v = cat(v, lit(" "))
		}
		v = cat(v, wordVal(w))
	}
	return v
}

// carried reads shell text that a builtin runs in the shell itself.
func (r *reader) carried(j *job, parent int, text val, d dialect) {
	old := r.ctx
	r.parent = parent
	r.redirs, r.stdin = j.redirs, j.stdin
	r.cond += bit(j.maybe)
	saved := r.prefix(j.assigns)
	start, end := r.place(j.start, j.end)
	r.nested(text.text, d, text.dec, start, end)
	if r.dialect == posix {
		// special builtins leave them set in some shells
		for _, v := range saved {
			now := *r.st.edit(v.name)
			now.join(v)
			*r.st.edit(v.name) = now
		}
	} else {
		r.restore(saved)
	}
	r.ctx = old
}

// trap reads the text that a signal will run.
func (r *reader) trap(j *job) {
	args := j.words[1:]
	for len(args) > 0 && args[0].Lit() && (args[0].Text == "--" || args[0].Text == "-l" || args[0].Text == "-p" || args[0].Text == "-lp") {
		args = args[1:]
	}
	i := r.emitJob(j, lit(""))
	if len(args) < 2 {
		if len(args) == 1 && !args[0].Lit() {
			r.opaque("trap runs text that is not known", j.start, j.end)
		}
		return
	}
	text := wordVal(args[0])
	switch {
	case !text.known:
		r.opaque("trap runs text that is not known", j.start, j.end)
		return
	case text.text == "" || text.text == "-":
		return
	}
	atExit := true
	for _, s := range args[1:] {
		atExit = atExit && s.Lit() && (s.Text == "EXIT" || s.Text == "0" || s.Text == "exit")
	}
	r.script.Commands[i].Carries = true
	before := r.st.fork()
	r.cond++
	r.carried(j, i, text, r.dialect)
	r.cond--
	if !atExit && !r.st.same(&before) {
		r.opaque("a trap changes the shell while it runs", j.start, j.end)
	}
	r.st = before
}

// source lists a file that the shell reads, and reads it where the text has it.
func (r *reader) source(j *job) {
	i := r.emitJob(j, val{})
	if len(j.words) > 1 {
		if text, ok := r.codeFrom(j, j.words[1]); ok {
			r.script.Commands[i].Carries = true
			params, paramOK := r.st.params, r.st.paramOK
			if len(j.words) > 2 {
				r.setParams(j.words[2:])
			}
			r.carried(j, i, text, r.dialect)
			if len(j.words) > 2 {
				r.st.params, r.st.paramOK = params, paramOK
			}
			return
		}
		if j.words[1].Proc || isStdinName(&j.words[1]) || !j.words[1].Lit() {
			r.opaque("source runs text that is not known", j.start, j.end)
		}
	}
	r.lose()
}

// codeFrom is the text of a file that a shell is told to read, where the text
// itself feeds it: a process substitution, or standard input.
func (r *reader) codeFrom(j *job, w Word) (val, bool) {
	switch {
	case w.Proc:
		v := r.printed(w.Subs)
		return v, v.known
	case isStdinName(&w):
		return r.stdinText(j)
	}
	return val{}, false
}

func isStdinName(w *Word) bool {
	switch w.Text {
	case "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return w.Known
	}
	return false
}

// stdinText is what a command reads from its standard input, where the text
// itself says it.
func (r *reader) stdinText(j *job) (val, bool) {
	switch j.stdin.Kind {
	case Here:
		v := wordVal(j.stdin.Text)
		return v, v.known
	case Pipe:
		if len(j.stdin.From) > 0 {
			v := r.printed(j.stdin.From)
			return v, v.known
		}
	}
	return val{}, false
}

// declClause walks export, declare and their kin as the parser reads them.
func (r *reader) declClause(c *syntax.DeclClause, s *syntax.Stmt) {
	start, end := r.place(int(c.Variant.Pos().Offset()), int(c.Variant.End().Offset()))
	j := job{start: int(s.Pos().Offset()), end: int(s.End().Offset()), redirs: r.redirs, stdin: r.stdin}
	j.src = strings.TrimSpace(r.src[min(j.start, len(r.src)):min(j.end, len(r.src))])
	j.words = append(j.words, Word{Text: c.Variant.Value, Known: true, Raw: c.Variant.Value, Start: start, End: end})
	if len(r.st.findFunc(c.Variant.Value)) > 0 {
		r.opaqueNode("a function named like a declaration", c)
	}
	if r.dialect == posix && (c.Variant.Value == "declare" || c.Variant.Value == "typeset" || c.Variant.Value == "nameref") {
		r.opaqueNode("sh may not know this declaration", c)
	}
	flags := ""
	var later []func()
	for _, a := range c.Args {
		if a.Naked && a.Name == nil {
			for _, w := range r.word(nil, a.Value) {
				j.words = append(j.words, w)
				if w.Lit() && len(w.Text) > 1 && (w.Text[0] == '-' || w.Text[0] == '+') {
					flags += w.Text
					continue
				}
				later = append(later, func() { r.declareWord(c.Variant.Value, flags, w, c) })
			}
			continue
		}
		if r.dialect == posix && a.Value != nil {
			if w := r.word(nil, a.Value); len(w) != 1 || w[0].Many {
				r.opaqueNode("sh splits this value", a)
			}
		}
		later = append(later, func() { r.declareAssign(c.Variant.Value, flags, a, &j) })
	}
	for _, f := range later {
		f()
	}
	r.emitJob(&j, val{})
}

// declareAssign does one NAME=value or NAME of a declaration.
func (r *reader) declareAssign(variant, flags string, a *syntax.Assign, j *job) {
	name := a.Name.Value
	if a.Naked {
		r.declareFlags(variant, flags, name, a)
		if r.st.find(name) != nil {
			r.declareAfter(variant, flags, name)
		}
		start, end := r.place(int(a.Pos().Offset()), int(a.End().Offset()))
		if a.Index != nil {
			r.visitIndex(name, a.Index)
		}
		j.words = append(j.words, Word{Text: r.raw(a), Known: true, Raw: r.raw(a), Start: start, End: end})
		return
	}
	// the value is evaluated before the variable becomes local
	as := r.evalAssign(a, func() { r.declareFlags(variant, flags, name, a) })
	j.assigns = append(j.assigns, as)
	w := as.Value
	w.Prefix = name + "=" + w.Prefix
	if w.Known {
		w.Text = name + "=" + w.Text
	}
	for i := range w.Alts {
		if i == 0 {
			w.Alts = append([]string(nil), w.Alts...)
		}
		w.Alts[i] = name + "=" + w.Alts[i]
	}
	w.Raw = r.raw(a)
	j.words = append(j.words, w)
	r.declareAfter(variant, flags, name)
}

// declareFlags gives a variable the attributes that change what is assigned.
func (r *reader) declareFlags(variant, flags, name string, n syntax.Node) {
	if strings.ContainsAny(flags, "fFp") {
		return
	}
	if variant != "export" && variant != "readonly" {
		r.makeLocal(name, flags)
	}
	if strings.ContainsAny(flags, "ilucnA") || variant == "nameref" {
		e := r.st.edit(name)
		if strings.ContainsAny(flags, "iulcn") || variant == "nameref" {
			if strings.Contains(flags, "i") {
				if e.v.closed() {
					r.number(e.v, n, 0)
					e = r.st.edit(name)
				}
				e.integer = true
			}
			e.odd = true
		}
		if strings.Contains(flags, "A") {
			e.assoc, e.array = true, true
		}
	}
	if strings.Contains(flags, "n") && variant != "export" || variant == "nameref" {
		r.opaqueNode("a variable that stands for another one", n)
	}
}

// declareAfter gives the attributes that count after the assignment.
func (r *reader) declareAfter(variant, flags, name string) {
	e := r.st.edit(name)
	if variant == "readonly" || strings.Contains(flags, "r") {
		e.readonly = true
	}
	if variant == "export" && !strings.Contains(flags, "n") || strings.Contains(flags, "x") {
		e.exported = true
	}
}

// declareWord does a declaration's argument that was computed.
func (r *reader) declareWord(variant, flags string, w Word, n syntax.Node) {
	v := wordVal(w)
	if !v.known || w.Many {
		if w.Prefix != "" && strings.IndexByte(w.Prefix, '=') > 0 && isName(w.Prefix[:strings.IndexByte(w.Prefix, '=')]) && !w.Many {
			name := w.Prefix[:strings.IndexByte(w.Prefix, '=')]
			r.declareFlags(variant, flags, name, n)
			r.forget(name, v.blur())
			r.declareAfter(variant, flags, name)
			return
		}
		r.opaqueNode("a declaration whose name is not known", n)
		r.lose()
		return
	}
	if evaluates(v.text) {
		r.opaqueNode("a name that runs a command", n)
	}
	name, value, set := strings.Cut(v.text, "=")
	app := strings.HasSuffix(name, "+")
	name = strings.TrimSuffix(name, "+")
	if strings.Contains(flags, "f") {
		if variant == "export" || strings.Contains(flags, "x") {
			r.exportFunc(name)
		}
		return
	}
	if !isName(name) {
		if i := strings.IndexByte(name, '['); i > 0 && isName(name[:i]) {
			r.element(name[:i])
		}
		return
	}
	r.declareFlags(variant, flags, name, n)
	if set {
		if strings.Contains(flags, "f") {
			return
		}
		x := lit(value)
		x.dec, x.subs, x.vars = v.dec, v.subs, v.vars
		if strings.HasPrefix(value, "(") {
			r.element(name)
			r.opaqueNode("a declaration that reads its value as an array", n)
		} else {
			r.assign(name, x, app)
		}
	}
	if v := r.st.find(name); v != nil || set {
		r.declareAfter(variant, flags, name)
	}
}

func (r *reader) exportFunc(name string) {
	list := append([]function(nil), r.st.funcs...)
	for i := range list {
		if list[i].name == name {
			list[i].export = true
		}
	}
	r.st.funcs = list
}

// declareWords is a declaration that was written so that the parser took it
// for a program: \export, command export.
func (r *reader) declareWords(j *job) {
	flags := ""
	n := &syntax.Lit{ValuePos: syntax.NewPos(uint(j.start), 1, 1), ValueEnd: syntax.NewPos(uint(j.end), 1, 1)}
	for _, w := range j.words[1:] {
		if w.Lit() && len(w.Text) > 1 && (w.Text[0] == '-' || w.Text[0] == '+') {
			flags += w.Text
			continue
		}
		r.declareWord(j.words[0].Text, flags, w, n)
	}
	r.emitJob(j, val{})
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

func (r *reader) unsetBuiltin(j *job) {
	r.emitJob(j, lit(""))
	funcs := false
	for _, w := range j.words[1:] {
		v := wordVal(w)
		if !v.known {
			if !v.closed() && !v.env || w.Many {
				r.opaque("a variable whose name is not known", j.start, j.end)
			}
			r.lose()
			continue
		}
		t := v.text
		switch {
		case t == "-f":
			funcs = true
		case t == "-v" || t == "-n":
		case evaluates(t):
			r.opaque("a name that runs a command", j.start, j.end)
		case funcs:
			r.dropFunc(t)
		case isName(t):
			if r.st.find(t) == nil {
				r.dropFunc(t)
			}
			r.unset(t)
		default:
			if i := strings.IndexByte(t, '['); i > 0 {
				r.element(t[:i])
			}
		}
	}
}

// dropFunc notes that a function may be gone.
func (r *reader) dropFunc(name string) {
	list := append([]function(nil), r.st.funcs...)
	for i := range list {
		if list[i].name == name {
			list[i].maybe = true
		}
	}
	r.st.funcs = list
}

// readBuiltin follows the builtins that set variables to what is not known.
func (r *reader) readBuiltin(j *job) {
	r.emitJob(j, lit(""))
	name := j.words[0].Text
	valued := ""
	switch name {
	case "read":
		valued = "adinNptu"
	case "mapfile", "readarray":
		valued = "dnOstuCc"
	}
	named := 0
	opts := true
	set := func(w Word, array bool) {
		v := wordVal(w)
		if !v.known {
			r.opaque("a variable whose name is not known", j.start, j.end)
			r.lose()
			return
		}
		n := v.text
		if i := strings.IndexByte(n, '['); i > 0 {
			if evaluates(n) || strings.ContainsAny(n, "$`") {
				r.opaque("a name that runs a command", j.start, j.end)
			}
			n = n[:i]
			array = true
		}
		if !isName(n) {
			return
		}
		if array {
			r.element(n)
			return
		}
		x := val{subs: j.stdin.From}
		if name == "getopts" {
			x = val{vars: []string{n}}
		}
		r.forget(n, x)
		r.st.edit(n).maybe = false
		if e := r.st.edit(n); e.integer {
			r.opaque(whyArith, j.start, j.end)
		}
		named++
	}
	args := j.words[1:]
	for i := 0; i < len(args); i++ {
		w := args[i]
		if opts && w.Lit() && len(w.Text) > 1 && w.Text[0] == '-' {
			if w.Text == "--" {
				opts = false
				continue
			}
			for k := 1; k < len(w.Text); k++ {
				if strings.IndexByte(valued, w.Text[k]) < 0 {
					continue
				}
				var value Word
				if k+1 < len(w.Text) {
					value = w
					value.Text = w.Text[k+1:]
				} else if i+1 < len(args) {
					i++
					value = args[i]
				}
				switch {
				case w.Text[k] == 'a' && name == "read":
					set(value, true)
				case w.Text[k] == 'C':
					r.opaque("a callback that is evaluated", j.start, j.end)
				}
				break
			}
			continue
		}
		if opts && !w.Lit() && w.Many && name != "getopts" {
			r.opaque("a variable whose name is not known", j.start, j.end)
		}
		opts = false
		if name == "getopts" {
			if i == 1 {
				set(w, false)
				r.forget("OPTARG", val{vars: []string{"OPTARG"}})
			}
			continue
		}
		set(w, name != "read")
	}
	switch {
	case name == "read" && named == 0:
		r.forget("REPLY", val{subs: j.stdin.From})
	case name == "mapfile" || name == "readarray":
		r.element("MAPFILE")
	}
}

// printfBuiltin follows printf -v.
func (r *reader) printfBuiltin(j *job) {
	r.emitJob(j, r.prints(j))
	args := j.words[1:]
	if len(args) == 0 || !args[0].Lit() {
		if len(args) > 1 && !args[0].closedSafe() {
			r.opaque("an option that is not known", j.start, j.end)
		}
		return
	}
	t := args[0].Text
	if !strings.HasPrefix(t, "-v") {
		if strings.Contains(t, "%") && strings.Contains(t, "n") && countVerb(t) {
			r.opaque("printf sets variables", j.start, j.end)
		}
		return
	}
	if r.dialect == posix {
		r.opaque("sh may not know printf -v", j.start, j.end)
	}
	var target Word
	if t != "-v" {
		target = args[0]
		target.Text = t[2:]
		args = args[1:]
	} else if len(args) > 1 {
		target = args[1]
		args = args[2:]
	} else {
		return
	}
	v := wordVal(target)
	switch {
	case !v.known:
		r.opaque("a variable whose name is not known", j.start, j.end)
		r.lose()
	case strings.ContainsAny(v.text, "$`"):
		r.opaque("a name that runs a command", j.start, j.end)
	case isName(v.text):
		r.assign(v.text, printf(args), false)
	case strings.IndexByte(v.text, '[') > 0:
		r.element(v.text[:strings.IndexByte(v.text, '[')])
	}
}

// closedSafe tells whether an unknown word is at least no option: something
// is known of its start, or it is one quoted value of the environment's.
func (w *Word) closedSafe() bool {
	return w.Known || w.Prefix != "" && w.Prefix[0] != '-' || len(w.Alts) > 0 || !w.Many
}

func (r *reader) waitBuiltin(j *job) {
	r.emitJob(j, lit(""))
	for i := 1; i < len(j.words); i++ {
		w := j.words[i]
		if w.Lit() && strings.HasPrefix(w.Text, "-") && strings.Contains(w.Text, "p") {
			name := strings.TrimLeft(w.Text[strings.IndexByte(w.Text, 'p')+1:], " ")
			if name == "" && i+1 < len(j.words) {
				name = j.words[i+1].Text
			}
			if !isName(name) {
				r.opaque("a name that runs a command", j.start, j.end)
			} else {
				r.forget(name, val{num: true})
			}
		}
	}
}

// testBuiltin looks at test and [, which evaluate the operand of -v.
func (r *reader) testBuiltin(j *job) {
	r.emitJob(j, lit(""))
	args := j.words[1:]
	for i := range args {
		w := &args[i]
		if !w.Known && w.Many && !w.envOnly() {
			r.opaque("a test whose words are not known", j.start, j.end)
			return
		}
		if !w.Known || (w.Text != "-v" && w.Text != "-R") || i+1 >= len(args) {
			continue
		}
		for _, o := range args[i+1:] {
			v := wordVal(o)
			if !v.closed() && !v.num && !o.envOnly() {
				r.opaque("a variable whose name is not known", j.start, j.end)
			}
			for _, t := range v.texts() {
				if strings.ContainsAny(t, "$`") {
					r.opaque("a name that runs a command", j.start, j.end)
				}
			}
		}
	}
}

// envOnly tells whether what is not known of w comes from the environment
// alone, not from a file or a command.
func (w *Word) envOnly() bool { return len(w.Subs) == 0 && len(w.Vars) > 0 }

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
			plain = plain && w.Lit() && !strings.HasPrefix(w.Text, "-p") && !(strings.HasPrefix(w.Text, "-") && strings.Contains(w.Text, "p"))
		}
		if plain {
			return
		}
	}
	r.opaque("a builtin that changes what commands mean", j.start, j.end)
}

// countVerb tells whether a format holds %n, which sets a variable.
func countVerb(format string) bool {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		for i < len(format) && strings.IndexByte("0123456789-+ #.*'hlLqjzt", format[i]) >= 0 {
			i++
		}
		if i < len(format) && format[i] == 'n' {
			return true
		}
	}
	return false
}

package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// job is a simple command on its way through functions, builtins and wrappers.
type job struct {
	words    []Word
	assigns  []Assign
	redirs   []Redirect // its own and those of the groups around it
	own      int        // how many of redirs are its own, at the end
	stdin    Stdin
	start    int // in the current text
	end      int
	src      string
	noFunc   bool // functions are passed over
	external bool // another program starts it: no function, no builtin
	exec     bool // in place of the shell
	maybe    bool
	loop     bool
	bg       bool
	depth    int
}

// call walks a simple command.
func (r *reader) call(c *syntax.CallExpr, s *syntax.Stmt) {
	mark, st, nOpaque := r.mark(), r.st.fork(), len(r.script.Opaque)
	if r.callOnce(c, s, false) {
		return
	}
	// Some word has several values and the command's sense depends on which:
	// read it once for each.
	combos, ok := r.choices(c)
	if !ok {
		r.rewind(mark)
		r.st = st
		r.opaqueNode("the program is one of too many", c)
		r.callOnce(c, s, true)
		return
	}
	r.rewind(mark)
	r.script.Opaque = r.script.Opaque[:nOpaque]
	r.st = st
	var out state
	r.cond++
	for i, combo := range combos {
		r.st = st.fork()
		for _, c := range combo {
			r.choose(c)
		}
		r.callOnce(c, s, true)
		if i == 0 {
			out = r.st
		} else {
			out.merge(&r.st)
		}
	}
	r.cond--
	out.vars.frozen = true
	r.st = out
}

// choice is one of the values that a variable may have.
type choice struct {
	name string
	text string
}

// choose makes one of a variable's values the only one.
func (r *reader) choose(c choice) {
	if isDigits(c.name) {
		r.st.params = append([]val(nil), r.st.params...)
		p := &r.st.params[atoi(c.name)-1]
		p.text, p.known, p.alts = c.text, true, nil
		return
	}
	e := r.st.edit(c.name)
	e.v.text, e.v.known, e.v.alts = c.text, true, nil
}

// callOnce reads a simple command; false means that it has to be read once
// for each value of its words. It says so only when final is false.
func (r *reader) callOnce(c *syntax.CallExpr, s *syntax.Stmt, final bool) bool {
	oldLossy := r.lossy
	r.lossy = false
	j := job{start: int(s.Pos().Offset()), end: int(s.End().Offset())}
	if s.Semicolon.IsValid() {
		j.end = int(s.Semicolon.Offset())
	}
	if len(c.Args) > 0 {
		j.words = r.words(c.Args)
	}
	lossy := r.lossy
	r.lossy = oldLossy
	if !final && (lossy || r.dependsOnChoice(j.words)) {
		return false
	}
	var own []Redirect
	if len(s.Redirs) > 0 {
		own = r.redirects(s.Redirs)
	}
	if len(c.Assigns) > 0 {
		j.assigns = r.assigns(c.Assigns, len(j.words) == 0)
	}
	j.redirs = r.redirs
	oldStdin, oldPipe := r.stdin, r.pipe
	if len(own) > 0 {
		j.redirs = append(j.redirs[:len(j.redirs):len(j.redirs)], own...)
		j.own = len(own)
		r.feed(own)
	}
	j.stdin = r.stdin
	if j.start <= j.end && j.end <= len(r.src) {
		j.src = strings.TrimSpace(r.src[j.start:j.end])
	}
	if len(j.words) > 0 {
		r.run(j)
		if r.dialect == posix && len(j.assigns) > 0 && j.words[0].Lit() && specialBuiltin(j.words[0].Text) {
			// in front of these, assignments may last
			for _, a := range j.assigns {
				old := variable{name: a.Name, v: unsetEnv(a.Name), maybe: true}
				if v := r.st.find(a.Name); v != nil {
					old = *v
				}
				r.assign(a.Name, wordVal(a.Value), false)
				r.st.edit(a.Name).join(old)
			}
		}
	} else if len(j.assigns) > 0 || len(own) > 0 || len(c.Args) > 0 {
		r.emitJob(&j, lit(""))
	}
	r.stdin, r.pipe = oldStdin, oldPipe
	return true
}

// dependsOnChoice tells whether the sense of a command depends on a word that
// has several values.
func (r *reader) dependsOnChoice(words []Word) bool {
	if len(words) == 0 {
		return false
	}
	if len(words[0].Alts) > 0 {
		return true
	}
	for i := 1; i < len(words); i++ {
		if len(words[i].Alts) > 0 {
			return interprets(baseName(words[0].Text)) || len(r.st.findFunc(words[0].Text)) > 0
		}
	}
	return false
}

// choices lists the combinations of values of the variables that a command's
// words use and that have several.
func (r *reader) choices(c *syntax.CallExpr) ([][]choice, bool) {
	out := [][]choice{nil}
	seen := map[string]bool{}
	ok := true
	for _, w := range c.Args {
		syntax.Walk(w, func(n syntax.Node) bool {
			p, isParam := n.(*syntax.ParamExp)
			if !isParam || p.Param == nil || seen[p.Param.Value] {
				return true
			}
			name := p.Param.Value
			seen[name] = true
			v, _ := r.lookup(name)
			if len(v.alts) == 0 || !isDigits(name) && r.st.find(name) == nil {
				return true
			}
			if len(out)*len(v.alts) > maxForks {
				ok = false
				return true
			}
			var next [][]choice
			for _, m := range out {
				for _, t := range v.alts {
					next = append(next, append(m[:len(m):len(m)], choice{name, t}))
				}
			}
			out = next
			return true
		})
	}
	return out, ok && len(out) > 1
}

// assigns evaluates NAME=value in front of a command, or alone; alone they
// set variables of the shell.
func (r *reader) assigns(list []*syntax.Assign, alone bool) []Assign {
	out := make([]Assign, 0, len(list))
	if alone {
		for _, a := range list {
			out = append(out, r.setAssign(a))
		}
		return out
	}
	// a later one sees an earlier one
	saved := r.st.fork()
	for _, a := range list {
		if r.dialect != bash && a.Append {
			r.opaqueNode("sh takes += for a part of a name", a)
		}
		out = append(out, r.setAssign(a))
	}
	r.st = saved
	return out
}

// setAssign evaluates one assignment and does it.
func (r *reader) setAssign(a *syntax.Assign) Assign { return r.evalAssign(a, func() {}) }

// evalAssign is setAssign; ready is called between the two.
func (r *reader) evalAssign(a *syntax.Assign, ready func()) Assign {
	name := ""
	if a.Name != nil {
		name = a.Name.Value
	}
	if a.Append && r.dialect == posix {
		r.opaqueNode("sh takes += for a part of a name", a)
	}
	out := Assign{Name: name, Append: a.Append}
	switch {
	case a.Array != nil:
		elems, ok := r.arrayElems(name, a.Array)
		ready()
		r.setArray(name, elems, ok, a.Append)
		start, end := r.place(int(a.Pos().Offset()), int(a.End().Offset()))
		out.Value = Word{Raw: r.raw(a.Array), Start: start, End: end}
		for _, e := range elems {
			out.Value.Subs = joinInt(out.Value.Subs, e.subs)
			out.Value.Vars = joinStr(out.Value.Vars, e.vars)
		}
	case a.Index != nil:
		r.visitIndex(name, a.Index)
		out.Value = r.single(a.Value, true)
		ready()
		if e := r.st.find(name); e != nil && e.integer {
			r.number(wordVal(out.Value), a, 0)
		}
		r.element(name)
		e := r.st.edit(name)
		e.v.subs = joinInt(e.v.subs, out.Value.Subs)
	default:
		if a.Value == nil {
			out.Value = Word{Known: true}
		} else {
			out.Value = r.single(a.Value, true)
		}
		ready()
		r.assign(name, wordVal(out.Value), a.Append)
		if a.Append {
			v, _ := r.lookup(name)
			b := fields{raw: out.Value.Raw, start: out.Value.Start, end: out.Value.End}
			out.Value = v.word(&b)
		}
	}
	return out
}

// arrayElems evaluates the elements of a=(...).
func (r *reader) arrayElems(name string, a *syntax.ArrayExpr) (elems []val, ok bool) {
	ok = true
	for _, e := range a.Elems {
		if e.Index != nil {
			ok = false
			r.visitIndex(name, e.Index)
			if e.Value != nil {
				elems = append(elems, r.value(e.Value, true))
			}
			continue
		}
		for _, w := range r.word(nil, e.Value) {
			ok = ok && !w.Many && !w.Glob
			elems = append(elems, wordVal(w))
		}
	}
	return elems, ok && len(elems) <= 256
}

func (r *reader) setArray(name string, elems []val, ok, app bool) {
	e := r.st.edit(name)
	if app && (!e.array && !e.unset && e.v.known || e.array) {
		if !e.array {
			elems = append([]val{e.v}, elems...)
		} else {
			ok = ok && e.elemsOK
			elems = append(append([]val(nil), e.elems...), elems...)
		}
	} else if app {
		ok = ok && e.unset
	}
	if e.odd || e.readonly || e.assoc {
		ok = false
	}
	from := val{}
	for _, x := range elems {
		if e.integer {
			r.number(x, nil, 0)
			e = r.st.edit(name)
		}
		from.subs, from.vars = joinInt(from.subs, x.subs), joinStr(from.vars, x.vars)
	}
	e.array, e.elems, e.elemsOK, e.unset, e.maybe = true, elems, ok, false, false
	e.v = from
	switch {
	case ok && len(elems) > 0:
		e.v = elems[0]
	case ok:
		e.v, e.maybe = lit(""), false
	default:
		e.elems = nil
	}
	r.assigned(name, from)
}

// emitJob lists the job as a command of its own.
func (r *reader) emitJob(j *job, out val) int {
	c := Command{Words: j.words, Assigns: j.assigns, Redirs: j.redirs, Via: r.via, Stdin: j.stdin, Parent: r.parent,
		Start: j.start, End: j.end, Src: j.src, Maybe: j.maybe, Loop: j.loop, Background: j.bg}
	c.Env = r.env(j.assigns)
	if j.maybe || j.loop {
		out = out.blur()
	}
	return r.emit(c, out, true)
}

// run takes a command apart: function, builtin, wrapper, shell, or a program.
func (r *reader) run(j job) {
	if !r.step() {
		return
	}
	if j.depth > 40 {
		r.opaque("wrappers are nested too deep", j.start, j.end)
		r.emitJob(&j, val{})
		return
	}
	w := &j.words[0]
	if !w.Lit() {
		r.unknownProgram(&j)
		return
	}
	name := w.Text
	if r.dialect == zsh && zshWordBefore(name) && !j.external {
		r.opaque("zsh runs what follows this word", j.start, j.end)
	}
	if !j.external {
		if containsStr(r.hoped, name) && w.Raw == name {
			r.opaque("an alias of that name may be in force", j.start, j.end)
		}
		if !j.noFunc {
			fns := r.st.findFunc(name)
			if len(fns) > 0 {
				r.callFuncs(&j, fns)
				if !fns[len(fns)-1].maybe {
					return
				}
				j.maybe = true
			}
		}
		if r.builtin(&j) {
			return
		}
	}
	if r.unwrap(&j) {
		return
	}
	r.program(&j)
}

// program lists a program that carries nothing.
func (r *reader) program(j *job) {
	if strings.IndexByte(j.words[0].Text, '=') > 0 && j.words[0].Raw == j.words[0].Text && isName(j.words[0].Text[:strings.IndexByte(j.words[0].Text, '=')]) && !j.external {
		r.opaque("a word that may be an assignment", j.start, j.end)
	}
	r.emitJob(j, r.prints(j))
}

// unknownProgram lists a command whose program is not known.
func (r *reader) unknownProgram(j *job) {
	w := j.words[0]
	why := "the program is not known: " + w.Raw
	if len(why) > 80 {
		why = "the program is not known"
	}
	r.opaque(why, j.start, j.end)
	i := r.emitJob(j, val{})
	if w.Many && len(j.words) > 1 && !w.Known {
		// it may be nothing at all, or a wrapper: then the next word is a program
		rest := *j
		rest.words = j.words[1:]
		rest.maybe = true
		rest.depth++
		old := r.ctx
		r.via = append(r.via[:len(r.via):len(r.via)], Wrapper{Name: "", Words: j.words[:1]})
		r.parent = i
		r.cond++
		st := r.st.fork()
		r.run(rest)
		r.st.merge(&st)
		r.ctx = old
	}
}

// callFuncs walks the bodies that a call may reach.
func (r *reader) callFuncs(j *job, fns []function) {
	words := j.words
	c := *j
	i := r.emitJob(&c, lit(""))
	r.script.Commands[i].Function = true
	before := r.st.fork()
	var out state
	for n, f := range fns {
		r.st = before.fork()
		r.callFunc(j, f.def, words)
		if n == 0 {
			out = r.st
		} else {
			out.merge(&r.st)
		}
	}
	if fns[len(fns)-1].maybe {
		out.merge(&before)
	}
	out.vars.frozen = true
	r.st = out
}

func (r *reader) callFunc(j *job, d *funcDef, words []Word) {
	active := 0
	for _, c := range r.calls {
		if c == d {
			active++
		}
	}
	d.called = true
	if active >= 2 {
		r.opaque("a function that calls itself", j.start, j.end)
		r.lose()
		return
	}
	if len(r.calls) >= maxDepth {
		r.opaque("functions call each other too deep", j.start, j.end)
		return
	}
	oldFrame, oldCtx := r.frame, r.ctx
	start, end := r.place(j.start, j.end)
	r.calls = append(r.calls, d)
	r.frame = d.frame
	r.frame.decoded = r.frame.decoded || oldFrame.decoded
	r.frame.depth = oldFrame.depth + 1
	if oldFrame.nested {
		r.frame.nested, r.frame.start, r.frame.end = true, start, end
	}
	r.redirs, r.stdin = j.redirs, j.stdin
	r.cond += bit(j.maybe)
	params, ok := r.st.params, r.st.paramOK
	r.setParams(words[1:])
	saved := r.prefix(j.assigns)
	r.scopes = append(r.scopes, scope{cond: r.cond + r.loops})
	r.stmt(d.body)
	r.leaveScope()
	r.restore(saved)
	r.st.params, r.st.paramOK = params, ok
	r.frame, r.ctx = oldFrame, oldCtx
	r.calls = r.calls[:len(r.calls)-1]
}

// setParams makes words the positional parameters.
func (r *reader) setParams(words []Word) {
	r.st.params, r.st.paramOK = nil, true
	for _, w := range words {
		if w.Many || w.Glob {
			r.st.params, r.st.paramOK = nil, false
			return
		}
		r.st.params = append(r.st.params, wordVal(w))
	}
}

// prefix sets variables for the time of a call; the result puts them back.
func (r *reader) prefix(list []Assign) []variable {
	var saved []variable
	for _, a := range list {
		v := r.st.find(a.Name)
		if v == nil {
			saved = append(saved, variable{name: a.Name, v: unsetEnv(a.Name), maybe: true})
		} else {
			saved = append(saved, *v)
		}
		r.assign(a.Name, wordVal(a.Value), false)
		r.st.edit(a.Name).exported = true
	}
	return saved
}

func (r *reader) restore(saved []variable) {
	for i := len(saved) - 1; i >= 0; i-- {
		*r.st.edit(saved[i].name) = saved[i]
	}
}

// baseName is the last component of a program's path.
func baseName(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }

func zshWordBefore(name string) bool {
	switch name {
	case "-", "noglob", "nocorrect", "repeat", "foreach", "setopt", "unsetopt", "emulate", "zmodload", "autoload", "sched", "zle", "bindkey", "zstyle", "print":
		return true
	}
	return false
}

func specialBuiltin(name string) bool {
	switch name {
	case "break", ":", "continue", ".", "eval", "exec", "exit", "export", "readonly", "return", "set", "shift", "times", "trap", "unset":
		return true
	}
	return false
}

package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

// funcDef is the body of a function and the text it stands in.
type funcDef struct {
	name   string
	body   *syntax.Stmt
	frame  frame
	called bool
}

// define notes a function.
func (r *reader) define(c *syntax.FuncDecl) {
	if c.Name == nil {
		r.opaqueNode("a function of another shell", c)
		return
	}
	if r.dialect == posix && c.RsrvWord {
		r.opaqueNode("sh may take function for a program", c)
	}
	name := c.Name.Value
	for _, d := range r.defs {
		if d.body == c.Body {
			r.setFunc(name, d)
			return
		}
	}
	d := &funcDef{name: name, body: c.Body, frame: r.frame}
	r.defs = append(r.defs, d)
	r.setFunc(name, d)
}

func (r *reader) setFunc(name string, d *funcDef) {
	if r.dialect == posix && specialBuiltin(name) {
		r.opaqueAt("a function named like a special builtin", 0, len(r.in.Text))
	}
	list := make([]function, 0, len(r.st.funcs)+1)
	for _, f := range r.st.funcs {
		if f.name != name {
			list = append(list, f)
		}
	}
	r.st.funcs = append(list, function{name: name, def: d})
}

// uncalled walks the functions that the text defines and does not call.
func (r *reader) uncalled() {
	for i := 0; i < len(r.defs); i++ {
		d := r.defs[i]
		if d.called {
			continue
		}
		d.called = true
		r.frame = d.frame
		r.ctx = ctx{parent: -1, cond: 1}
		r.st.params, r.st.paramOK = nil, false
		r.lose()
		if !r.step() {
			return
		}
		r.stmt(d.body)
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

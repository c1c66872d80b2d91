package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

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

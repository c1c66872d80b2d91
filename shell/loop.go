package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

// loop walks a body until walking it again changes nothing that is known.
func (r *reader) loop(body func()) {
	r.loops++
	mark := r.mark()
	for round := 0; ; round++ {
		before := r.st.fork()
		body()
		if r.dead {
			break
		}
		after := r.st.fork()
		r.st.merge(&before)
		if r.st.same(&before) {
			break
		}
		if round >= 2 {
			r.widen(&before, &after)
		}
		r.rewind(mark)
	}
	r.loops--
}

// widen forgets the variables that a loop's body keeps changing.
func (r *reader) widen(before, after *state) {
	for i := range r.st.vars.vars {
		name := r.st.vars.vars[i].name
		b := before.find(name)
		if b != nil && b.same(&r.st.vars.vars[i]) {
			continue
		}
		e := r.st.edit(name)
		num := e.v.isNum()
		e.v = e.v.blur()
		e.v.num = num
		e.v.vars, e.v.subs = nil, nil
		e.elems, e.elemsOK = nil, false
	}
	if before.dir != after.dir || len(r.st.dirElse)+len(r.st.dirFail) > 0 {
		r.st.dir, r.st.dirElse, r.st.dirFail = Value{}, nil, nil
	}
	if !sameValues(before.dirs, after.dirs) {
		r.st.dirs = []Value{{}}
	}
	if !sameVals(before.params, after.params) {
		r.st.params, r.st.paramOK = nil, false
	}
}

// mark remembers how much was noted, so that a stretch can be walked again.
type mark struct{ commands, sink int }

func (r *reader) mark() mark {
	m := mark{commands: len(r.script.Commands)}
	if r.sink != nil {
		m.sink = len(*r.sink)
	}
	return m
}

func (r *reader) rewind(m mark) {
	r.script.Commands = r.script.Commands[:m.commands]
	r.outs = r.outs[:m.commands]
	if r.sink != nil {
		*r.sink = (*r.sink)[:m.sink]
	}
	if r.pipe != nil && r.pipe.reader >= m.commands {
		r.pipe.reader = -1
	}
}

func (r *reader) forClause(c *syntax.ForClause) {
	if c.Select && r.dialect == posix || c.Braces {
		r.opaqueNode("a loop that shells read differently", c)
	}
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		v := r.loopValues(l, c.Select)
		name := l.Name.Value
		if !isName(name) {
			r.opaqueNode("a loop over a name that is none", l)
			return
		}
		r.loop(func() {
			before := r.st.fork()
			r.assign(name, v, false)
			r.cond++
			r.stmts(c.Do)
			r.cond--
			r.st.merge(&before)
			if v.closed() || v.num {
				// after the loop it has one of the values it had
				e := r.st.edit(name)
				e.v.num = e.v.num || v.num
			}
		})
	case *syntax.CStyleLoop:
		if r.dialect == posix {
			r.opaqueNode("sh may not know this loop", c)
		}
		for _, x := range []syntax.ArithmExpr{l.Init, l.Cond, l.Post} {
			if x != nil {
				r.guardArith(x)
			}
		}
		if l.Init != nil {
			r.arith(l.Init)
		}
		r.loop(func() {
			if l.Cond != nil {
				r.arith(l.Cond)
			}
			r.cond++
			r.stmts(c.Do)
			if l.Post != nil {
				r.arith(l.Post)
			}
			r.cond--
		})
	}
}

// loopValues is what a loop's variable can be.
func (r *reader) loopValues(l *syntax.WordIter, sel bool) val {
	var list []Word
	if l.InPos.IsValid() {
		list = r.words(l.Items)
	} else {
		if !r.st.paramOK {
			return val{vars: []string{"@"}}
		}
		for _, p := range r.st.params {
			list = append(list, p.word(&fields{}))
		}
	}
	from := val{}
	var texts []string
	closed, num := true, true
	var globs []string
	for _, w := range list {
		v := wordVal(w)
		if len(v.globs) > 0 && v.pre == "" && v.suf == "" {
			globs = joinStr(globs, v.globs)
		} else if v.closed() {
			globs = joinStr(globs, v.texts())
		} else {
			globs = append(globs, "")
		}
		from.vars, from.subs, from.dec = joinStr(from.vars, w.Vars), joinInt(from.subs, w.Subs), from.dec || w.Decoded
		num = num && v.isNum()
		if w.Glob || w.Many || !v.closed() {
			closed = false
			continue
		}
		texts = append(texts, v.texts()...)
	}
	if sel {
		texts = append(texts, "")
	}
	if len(list) == 0 {
		return lit("")
	}
	if !closed {
		from.num = num
		if !containsStr(globs, "") && len(globs) <= maxAlts {
			from.globs = globs
		}
		return from
	}
	return oneOf(texts, from)
}

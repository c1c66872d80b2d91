package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// paramInto adds a parameter expansion to the fields of a word.
func (r *reader) paramInto(b *fields, p *syntax.ParamExp, quoted bool) {
	if !r.plainParam(p) {
		b.add(val{}, quoted)
		return
	}
	if quoted {
		r.guardParam(p)
	}
	name := p.Param.Value
	if star := indexLit(p.Index); name == "@" || name == "*" || star == "@" || star == "*" {
		if !p.Length && !p.Excl {
			r.listInto(b, p, quoted, name == "*" || star == "*")
			return
		}
	}
	if e := p.Exp; e != nil && !p.Length && !p.Excl && defaulting(e.Op) {
		r.defaultInto(b, p, quoted)
		return
	}
	if p.Excl && (p.Names != 0 || p.Index != nil) {
		r.visitIndex(name, p.Index)
		b.add(val{vars: []string{name}}, quoted)
		b.many = true
		return
	}
	b.add(r.param(p), quoted)
}

// plainParam tells whether the expansion is one that all shells read alike.
func (r *reader) plainParam(p *syntax.ParamExp) bool {
	switch {
	case p.Param == nil, p.NestedParam != nil, p.Flags != nil, len(p.Modifiers) > 0, p.Width, p.IsSet,
		p.Split != 0, p.GlobSubst != 0, p.RcExpand != 0:
		r.opaqueNode("an expansion of another shell", p)
		return false
	case r.dialect == zsh && (p.Excl || p.Slice != nil || p.Index != nil || p.Exp != nil && p.Exp.Op == syntax.OtherParamOps):
		r.opaqueNode("zsh reads this expansion in its own way", p)
	case r.dialect == posix && (p.Excl || p.Slice != nil || p.Index != nil || p.Repl != nil || p.Exp != nil && p.Exp.Op >= syntax.UpperFirst):
		r.opaqueNode("sh may not know this expansion", p)
	}
	return true
}

// base is the value of the parameter itself, subscript included.
func (r *reader) base(p *syntax.ParamExp) (val, presence) {
	name := p.Param.Value
	if p.Index == nil {
		return r.lookup(name)
	}
	e := r.st.find(name)
	if e != nil && e.assoc {
		r.visitIndex(name, p.Index)
		return val{vars: []string{name}, subs: e.v.subs}, perhaps
	}
	idx := r.index(p.Index)
	if e == nil {
		v, _ := r.lookup(name)
		v = v.blur()
		if !r.st.lost {
			v.env = true
		}
		return v, perhaps
	}
	if !e.array {
		if idx.known && idx.text == "0" {
			return r.lookup(name)
		}
		return val{vars: []string{name}, subs: e.v.subs}, perhaps
	}
	if e.elemsOK && !e.odd && !e.maybe {
		if n := atoi(idx.text); idx.known && isDigits(idx.text) && n >= 0 {
			if n < len(e.elems) {
				return e.elems[n], present
			}
			return lit(""), absent
		}
		if len(e.elems) > 0 {
			v := e.elems[0]
			for _, x := range e.elems[1:] {
				v = either(v, x)
			}
			return either(v, lit("")), perhaps
		}
	}
	return val{vars: []string{name}, subs: e.v.subs}, perhaps
}

// visitIndex walks a subscript that is a key, for what it runs.
func (r *reader) visitIndex(name string, x syntax.ArithmExpr) {
	if x == nil {
		return
	}
	if e := r.st.find(name); e != nil && e.assoc {
		r.guardArith(x)
		r.keys(x)
		return
	}
	if s := indexLit(x); s == "@" || s == "*" {
		return
	}
	r.index(x)
}

// keys walks the words of an expression that is a key, not a number.
func (r *reader) keys(x syntax.ArithmExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		r.quotedValue(x.Parts, false)
	case *syntax.BinaryArithm:
		r.keys(x.X)
		r.keys(x.Y)
	case *syntax.UnaryArithm:
		r.keys(x.X)
	case *syntax.ParenArithm:
		r.keys(x.X)
	}
}

// index evaluates a subscript of an indexed array.
func (r *reader) index(x syntax.ArithmExpr) val {
	r.guardArith(x)
	return r.arith(x)
}

// param is the value of an expansion that is no list and has no default.
func (r *reader) param(p *syntax.ParamExp) val {
	if p.Excl {
		return r.indirect(p)
	}
	if p.Length {
		name := p.Param.Value
		if s := indexLit(p.Index); s == "@" || s == "*" || name == "@" || name == "*" {
			if elems, ok, _ := r.list(name); ok {
				return lit(itoa(len(elems)))
			}
			return val{num: true}
		}
		v, _ := r.base(p)
		if v.known && isASCII(v.text) {
			return lit(itoa(len(v.text)))
		}
		return val{num: true}
	}
	v, _ := r.base(p)
	switch {
	case p.Slice != nil:
		return r.slice(p.Slice, v)
	case p.Repl != nil:
		return r.replace(p.Repl, v)
	case p.Exp != nil:
		return r.operate(p.Exp, v)
	}
	return v
}

// indirect is ${!x}: the value of the variable that x names.
func (r *reader) indirect(p *syntax.ParamExp) val {
	name, _ := r.base(p)
	if !name.closed() {
		if !name.env {
			r.opaqueNode("a variable whose name is not known", p)
		}
		return name.blur()
	}
	out := val{}
	for i, n := range name.texts() {
		if evaluates(n) {
			r.opaqueNode("a name that runs a command", p)
			return val{}
		}
		v, _ := r.lookup(n)
		if !isName(n) && !isDigits(n) {
			v = val{vars: []string{n}}
		}
		if i == 0 {
			out = v
		} else {
			out = either(out, v)
		}
	}
	if p.Exp != nil || p.Slice != nil || p.Repl != nil {
		q := *p
		q.Excl = false
		switch {
		case p.Exp != nil && defaulting(p.Exp.Op):
			r.cond++
			out = either(out, r.defaultWord(p.Exp.Word, true))
			r.cond--
		case p.Exp != nil:
			out = r.operate(p.Exp, out)
		case p.Slice != nil:
			out = r.slice(p.Slice, out)
		case p.Repl != nil:
			out = r.replace(p.Repl, out)
		}
	}
	return out
}

// slice is ${x:off:len}.
func (r *reader) slice(s *syntax.Slice, v val) val {
	off, n := r.sliceBounds(s)
	if !off.known || s.Length != nil && !n.known {
		return v.blur()
	}
	return v.each(func(t string) (string, bool) {
		if !isASCII(t) || !isInt(off.text) || len(off.text) > 6 {
			return "", false
		}
		i := signed(off.text)
		if i < 0 {
			i += len(t)
		}
		if i < 0 || i > len(t) {
			return "", true
		}
		t = t[i:]
		if s.Length == nil {
			return t, true
		}
		if !isInt(n.text) || len(n.text) > 6 {
			return "", false
		}
		k := signed(n.text)
		if k < 0 {
			k += len(t)
			if k < 0 {
				return "", false
			}
		}
		return t[:min(k, len(t))], true
	})
}

func signed(s string) int {
	if s[0] == '-' {
		return -atoi(s[1:])
	}
	return atoi(s)
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// shortened is a name that a pattern matches with some of its end cut off.
func shortened(v val) val {
	out := v.blur()
	if v.pre != "" || v.suf != "" {
		return out
	}
	for _, g := range v.globs {
		out.globs = append(out.globs, g[:strings.LastIndexByte(g, '/')+1]+"*")
	}
	return out
}

// operate is ${x%w}, ${x^^} and the like.
func (r *reader) operate(e *syntax.Expansion, v val) val {
	switch e.Op {
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix, syntax.RemSmallPrefix, syntax.RemLargePrefix:
		pat, ok := r.pattern(e.Word)
		if !ok {
			return v.blur()
		}
		if len(v.globs) > 0 && (e.Op == syntax.RemSmallSuffix || e.Op == syntax.RemLargeSuffix) && !strings.ContainsAny(pat, `/*?[\\`) {
			return shortened(v)
		}
		return v.each(func(t string) (string, bool) { return trimPattern(t, pat, e.Op) })
	case syntax.UpperAll, syntax.LowerAll, syntax.UpperFirst, syntax.LowerFirst:
		if e.Word != nil && len(e.Word.Parts) > 0 {
			r.pattern(e.Word)
			return v.blur()
		}
		return v.each(func(t string) (string, bool) {
			if !isASCII(t) {
				return "", false
			}
			switch n := min(1, len(t)); e.Op {
			case syntax.UpperAll:
				return strings.ToUpper(t), true
			case syntax.LowerAll:
				return strings.ToLower(t), true
			case syntax.UpperFirst:
				return strings.ToUpper(t[:n]) + t[n:], true
			default:
				return strings.ToLower(t[:n]) + t[n:], true
			}
		})
	case syntax.OtherParamOps:
		if e.Word == nil || e.Word.Lit() == "P" || e.Word.Lit() == "" {
			if !v.closed() || strings.ContainsAny(strings.Join(v.texts(), ""), "$`\\") {
				r.opaqueNode("a value is expanded as a prompt", e.Word)
			}
		}
		return v.blur()
	}
	r.defaultWord(e.Word, true)
	return v.blur()
}

// pattern is a word as a pattern: what was quoted in it has a backslash in
// front. ok is false when it is not known.
func (r *reader) pattern(w *syntax.Word) (string, bool) {
	if w == nil {
		return "", true
	}
	out, ok := "", true
	var walk func(parts []syntax.WordPart, quoted bool)
	walk = func(parts []syntax.WordPart, quoted bool) {
		for _, p := range parts {
			switch p := p.(type) {
			case *syntax.Lit:
				r.guardProc(p)
				if quoted {
					out += escapePattern(unescapeIn(p.Value, true))
				} else {
					out += p.Value
				}
			case *syntax.DblQuoted:
				walk(p.Parts, true)
			case *syntax.ExtGlob:
				r.guardGlob(p)
				ok = false
			default:
				b := fields{r: r, one: true, has: true, v: lit("")}
				b.part(p, quoted)
				ok = ok && b.v.known
				if _, sgl := p.(*syntax.SglQuoted); sgl || quoted {
					out += escapePattern(b.v.text)
				} else {
					out += b.v.text
				}
			}
		}
	}
	walk(w.Parts, false)
	return out, ok
}

// replace is ${x/pat/with}.
func (r *reader) replace(rp *syntax.Replace, v val) val {
	pat, ok := r.pattern(rp.Orig)
	with := r.defaultWord(rp.With, true)
	if !ok || !with.known || strings.ContainsAny(with.text, "&\\'\"") || len(pat) > 64 {
		v.subs, v.vars = joinInt(v.subs, with.subs), joinStr(v.vars, with.vars)
		return v.blur()
	}
	out := v.each(func(t string) (string, bool) { return replacePattern(t, pat, with.text, rp.All) })
	out.dec = out.dec || with.dec
	return out
}

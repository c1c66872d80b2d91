package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

// listInto adds $@, $*, ${a[@]} or ${a[*]}.
func (r *reader) listInto(b *fields, p *syntax.ParamExp, quoted, star bool) {
	name := p.Param.Value
	elems, ok, from := r.list(name)
	if p.Slice != nil {
		elems, ok = r.sliceList(p.Slice, elems, ok, name == "@" || name == "*")
	}
	if p.Repl != nil {
		elems, ok = r.replaceList(p.Repl, elems, ok)
	}
	if p.Exp != nil {
		if defaulting(p.Exp.Op) {
			has := perhaps
			if ok {
				has = present
				if len(elems) == 0 {
					has = absent
				}
			}
			r.listDefault(b, p, quoted, has, elems, from)
			return
		}
		for i := range elems {
			elems[i] = r.operate(p.Exp, elems[i])
		}
		if len(elems) == 0 {
			r.operate(p.Exp, val{})
		}
	}
	if !ok {
		b.keep(from)
		b.many = true
		return
	}
	r.addList(b, elems, quoted, star)
}

func (r *reader) addList(b *fields, elems []val, quoted, star bool) {
	if b.one || quoted && star {
		sep := val{known: true, text: " "}
		if ifs, ok := r.ifs(); !ok {
			sep = val{}
		} else if star {
			sep.text = ifs[:min(1, len(ifs))]
		}
		v := lit("")
		for i, e := range elems {
			if i > 0 {
				v = cat(v, sep)
			}
			v = cat(v, e)
		}
		b.add(v, true)
		return
	}
	for i, e := range elems {
		if i > 0 {
			b.flush()
		}
		b.add(e, quoted)
	}
}

// listDefault adds ${@:-w} and its kin.
func (r *reader) listDefault(b *fields, p *syntax.ParamExp, quoted bool, has presence, elems []val, from val) {
	alt := p.Exp.Op == syntax.AlternateUnset || p.Exp.Op == syntax.AlternateUnsetOrNull
	// one empty element is null to some of the operators: not told apart
	if has == present && len(elems) == 1 {
		has = perhaps
	}
	switch {
	case has == present && !alt:
		r.addList(b, elems, quoted, p.Param.Value == "*")
	case has == present || has == absent && !alt:
		r.defaultParts(b, p.Exp.Word, quoted)
	case has == absent:
	default:
		r.cond++
		d := r.defaultWord(p.Exp.Word, quoted)
		r.cond--
		b.keep(val{vars: joinStr(from.vars, d.vars), subs: joinInt(from.subs, d.subs)})
		b.many = true
	}
}

// list gives the elements of $@ or of an array.
func (r *reader) list(name string) (elems []val, ok bool, from val) {
	if name == "@" || name == "*" {
		return append([]val(nil), r.st.params...), r.st.paramOK, val{vars: []string{name}}
	}
	e := r.st.find(name)
	switch {
	case e == nil:
		v, _ := r.lookup(name)
		return nil, false, v.blur()
	case e.unset && !e.maybe:
		return nil, true, val{}
	case e.maybe || e.odd || e.assoc:
	case !e.array:
		return []val{e.v}, true, e.v
	case e.elemsOK:
		return append([]val(nil), e.elems...), true, e.v
	}
	return nil, false, val{vars: []string{name}, subs: e.v.subs}
}

// sliceList is ${@:off:len}.
func (r *reader) sliceList(s *syntax.Slice, elems []val, ok, params bool) ([]val, bool) {
	off, n := r.sliceBounds(s)
	if !ok || !off.known || !n.known && s.Length != nil || !isDigits(off.text) {
		return nil, false
	}
	i := atoi(off.text)
	if params {
		if i == 0 {
			return nil, false // $0 comes first
		}
		i--
	}
	if i < 0 || i > len(elems) {
		return nil, i >= 0
	}
	elems = elems[i:]
	if s.Length != nil {
		if !isDigits(n.text) {
			return nil, false
		}
		if k := atoi(n.text); k >= 0 && k < len(elems) {
			elems = elems[:k]
		}
	}
	return elems, true
}

func (r *reader) sliceBounds(s *syntax.Slice) (off, n val) {
	off = lit("0")
	if s.Offset != nil {
		off = r.index(s.Offset)
	}
	if s.Length != nil {
		n = r.index(s.Length)
	}
	return off, n
}

func (r *reader) replaceList(rp *syntax.Replace, elems []val, ok bool) ([]val, bool) {
	if len(elems) == 0 {
		r.replace(rp, val{})
	}
	for i := range elems {
		elems[i] = r.replace(rp, elems[i])
	}
	return elems, ok
}

package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// defaulting tells whether the operator brings in its word as it stands.
func defaulting(op syntax.ParExpOperator) bool {
	switch op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull,
		syntax.AlternateUnset, syntax.AlternateUnsetOrNull, syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		return true
	}
	return false
}

// defaultInto adds ${x:-w} and its kin.
func (r *reader) defaultInto(b *fields, p *syntax.ParamExp, quoted bool) {
	v, has := r.base(p)
	null := false
	switch p.Exp.Op {
	case syntax.DefaultUnsetOrNull, syntax.AssignUnsetOrNull, syntax.AlternateUnsetOrNull, syntax.ErrorUnsetOrNull:
		null = true
	}
	if has == present && null {
		switch {
		case v.known && v.text == "":
			has = absent
		case v.known, v.num, v.pre != "" || v.suf != "", len(v.alts) > 0 && !containsStr(v.alts, ""):
		default:
			has = perhaps
		}
	}
	word := func() val { return r.defaultWord(p.Exp.Word, quoted) }
	switch p.Exp.Op {
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		r.cond++
		word()
		r.cond--
		if has != present {
			r.mayGiveUp(p)
		}
		b.add(v, quoted)
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		switch has {
		case present:
			r.defaultParts(b, p.Exp.Word, quoted)
		case absent:
			b.add(lit(""), quoted)
		default:
			r.maybeDefault(b, lit(""), p.Exp.Word, quoted)
		}
	case syntax.AssignUnset, syntax.AssignUnsetOrNull:
		if has == present {
			b.add(v, quoted)
			return
		}
		r.cond += bit(has == perhaps)
		d := word()
		r.cond -= bit(has == perhaps)
		if has == perhaps {
			d = either(v, d)
		}
		if p.Index == nil && isName(p.Param.Value) {
			r.assign(p.Param.Value, d, false)
		}
		b.add(d, quoted)
	default:
		switch has {
		case present:
			b.add(v, quoted)
		case absent:
			r.defaultParts(b, p.Exp.Word, quoted)
		default:
			r.maybeDefault(b, v, p.Exp.Word, quoted)
		}
	}
}

// maybeDefault adds what is v or the word.
func (r *reader) maybeDefault(b *fields, v val, w *syntax.Word, quoted bool) {
	r.cond++
	d := r.defaultWord(w, quoted)
	r.cond--
	if !quoted && hasQuotes(w) {
		// the word's own quotes keep it from being split; which it is, is not known
		said := d.said()
		d = d.blur()
		d.or = alsoSaid(d.or, said)
	}
	b.add(either(v, d), quoted)
	if !quoted && !b.one && w != nil && !b.v.known && hasListIn(w) {
		b.many = true
	}
}

func hasQuotes(w *syntax.Word) bool {
	if w == nil {
		return false
	}
	for _, p := range w.Parts {
		switch p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return true
		}
	}
	return false
}

// hasListIn tells whether the word may bring several fields whatever stands
// around it.
func hasListIn(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if d, ok := p.(*syntax.DblQuoted); ok && len(d.Parts) == 1 {
			p = d.Parts[0]
		}
		if isList(p) {
			return true
		}
	}
	return false
}

// defaultWord is the value of an operator's word.
func (r *reader) defaultWord(w *syntax.Word, quoted bool) val {
	if w == nil {
		return lit("")
	}
	b := fields{r: r, one: true, has: true, v: lit("")}
	r.defaultParts(&b, w, quoted)
	return b.v
}

// defaultParts adds an operator's word in place of the expansion.
func (r *reader) defaultParts(b *fields, w *syntax.Word, quoted bool) {
	if w == nil {
		b.add(lit(""), quoted)
		return
	}
	for i, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			r.guardProc(p)
			if quoted {
				b.add(lit(strings.ReplaceAll(unescapeIn(p.Value, true), `\}`, "}")), true)
				continue
			}
			s := p.Value
			if i == 0 && s[:1] == "~" {
				n := strings.IndexByte(s, '/')
				if n < 0 {
					n = len(s)
				}
				b.add(r.tilde(s[1:n]), true)
				s = s[n:]
			}
			r.splitLiteral(b, s)
		case *syntax.SglQuoted:
			if !quoted {
				b.part(p, false)
				continue
			}
			if p.Dollar {
				r.opaqueNode(whyQuotes, p)
			}
			b.add(lit("'"+p.Value+"'"), true)
		case *syntax.ProcSubst:
			if quoted {
				r.opaqueNode("a process substitution inside quotes", p)
			}
			b.part(p, quoted)
		default:
			b.part(p, quoted)
		}
	}
}

// splitLiteral adds literal text that stands in an unquoted expansion: it is
// split as a value is, its escapes count.
func (r *reader) splitLiteral(b *fields, s string) {
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i == len(s)-1 {
			b.add(lit(s), false)
			return
		}
		if i > 0 {
			b.add(lit(s[:i]), false)
		}
		b.add(lit(s[i+1:i+2]), true)
		s = s[i+2:]
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

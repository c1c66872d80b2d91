package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

// testExpr walks a [[ ]] expression for what it evaluates.
func (r *reader) testExpr(x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		r.value(x, false)
	case *syntax.ParenTest:
		r.testExpr(x.X)
	case *syntax.UnaryTest:
		if w, ok := x.X.(*syntax.Word); ok {
			v := r.value(w, false)
			switch x.Op {
			case syntax.TsVarSet, syntax.TsRefVar:
				r.guardQuotes(w.Parts)
				r.guardName(v, w)
			case syntax.TsFdTerm, syntax.TsOptSet:
				r.guardQuotes(w.Parts)
			}
			return
		}
		r.testExpr(x.X)
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest, syntax.OrTest:
			r.testExpr(x.X)
			r.cond++
			r.testExpr(x.Y)
			r.cond--
			return
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			for _, s := range []syntax.TestExpr{x.X, x.Y} {
				if w, ok := s.(*syntax.Word); ok {
					r.guardQuotes(w.Parts)
					r.operand(w)
					continue
				}
				r.testExpr(s)
			}
			return
		case syntax.TsReMatch:
			r.forget("BASH_REMATCH", val{})
		}
		for _, s := range []syntax.TestExpr{x.X, x.Y} {
			w, ok := s.(*syntax.Word)
			if !ok {
				r.testExpr(s)
				continue
			}
			for _, p := range w.Parts {
				if g, ok := p.(*syntax.ExtGlob); ok {
					r.guardGlob(g)
					continue
				}
				b := fields{r: r, one: true, has: true, v: lit("")}
				b.part(p, false)
			}
		}
	}
}

// guardName looks at a value that a builtin takes for a variable's name: a
// subscript in it is expanded.
func (r *reader) guardName(v val, n syntax.Node) {
	if !v.closed() {
		if !v.num && !(v.env && len(v.vars) == 1) {
			r.opaqueNode("a variable whose name is not known", n)
		}
		return
	}
	for _, t := range v.texts() {
		if evaluates(t) {
			r.opaqueNode("a name that runs a command", n)
		}
	}
}

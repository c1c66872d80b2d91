package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

const whyArith = "arithmetic may run what a value holds"

// arith evaluates an arithmetic expression: a known integer, or some integer.
// What its words and values can run is noted.
func (r *reader) arith(x syntax.ArithmExpr) val {
	if x == nil || !r.step() {
		return val{num: true}
	}
	switch x := x.(type) {
	case *syntax.Word:
		return r.operand(x)
	case *syntax.ParenArithm:
		return r.arith(x.X)
	case *syntax.UnaryArithm:
		v := r.arith(x.X)
		switch x.Op {
		case syntax.Inc, syntax.Dec:
			d := "1"
			if x.Op == syntax.Dec {
				d = "-1"
			}
			after := intOp(syntax.Add, v, lit(d))
			r.store(x.X, after)
			if x.Post {
				return v
			}
			return after
		case syntax.Plus:
			return v
		case syntax.Minus:
			return intOp(syntax.Sub, lit("0"), v)
		}
		return val{num: true}
	case *syntax.BinaryArithm:
		return r.binary(x)
	}
	r.opaqueNode("arithmetic of another shell", x)
	return val{num: true}
}

func (r *reader) binary(x *syntax.BinaryArithm) val {
	switch x.Op {
	case syntax.Assgn:
		r.arithTarget(x.X)
		v := r.arith(x.Y)
		r.store(x.X, v)
		return v
	case syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn, syntax.AndAssgn,
		syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn:
		a, b := r.arith(x.X), r.arith(x.Y)
		v := val{num: true}
		switch x.Op {
		case syntax.AddAssgn:
			v = intOp(syntax.Add, a, b)
		case syntax.SubAssgn:
			v = intOp(syntax.Sub, a, b)
		case syntax.MulAssgn:
			v = intOp(syntax.Mul, a, b)
		}
		r.store(x.X, v)
		return v
	case syntax.AndArit, syntax.OrArit, syntax.TernQuest:
		r.arith(x.X)
		before := r.st.fork()
		r.cond++
		v := r.arith(x.Y)
		r.cond--
		r.st.merge(&before)
		v.known = false
		return val{num: true}
	case syntax.TernColon:
		before := r.st.fork()
		r.arith(x.X)
		one := r.st
		r.st = before
		r.arith(x.Y)
		r.st.merge(&one)
		return val{num: true}
	}
	a, b := r.arith(x.X), r.arith(x.Y)
	if x.Op == syntax.Comma {
		return b
	}
	if (x.Op == syntax.Quo || x.Op == syntax.Rem) && (!b.known || b.text == "0") {
		r.mayGiveUp(x)
	}
	return intOp(x.Op, a, b)
}

// arithTarget visits the left side of an assignment.
func (r *reader) arithTarget(x syntax.ArithmExpr) {
	w, ok := x.(*syntax.Word)
	if !ok {
		r.arith(x)
		return
	}
	for _, p := range w.Parts {
		if pe, ok := p.(*syntax.ParamExp); ok {
			if pe.Index != nil && pe.Param != nil {
				if e := r.st.find(pe.Param.Value); e != nil && e.assoc {
					r.opaqueNode(whyArith, w)
				}
				r.index(pe.Index)
			}
			continue
		}
		if _, ok := p.(*syntax.Lit); !ok {
			r.operand(w)
		}
	}
}

// store assigns an integer to the variable that x names.
func (r *reader) store(x syntax.ArithmExpr, v val) {
	w, ok := x.(*syntax.Word)
	if !ok || len(w.Parts) != 1 {
		return
	}
	switch p := w.Parts[0].(type) {
	case *syntax.Lit:
		if isName(p.Value) {
			r.assign(p.Value, v, false)
		}
	case *syntax.ParamExp:
		if p.Param != nil {
			r.element(p.Param.Value)
		}
	}
}

// element notes that one element of an array changed.
func (r *reader) element(name string) {
	e := r.st.edit(name)
	if !e.array {
		e.array = true
	}
	from := e.v
	e.v, e.elems, e.elemsOK, e.unset, e.maybe = from.blur(), nil, false, false, true
	r.assigned(name, val{})
}

// operand is a word of an expression.
func (r *reader) operand(w *syntax.Word) val {
	if len(w.Parts) == 1 {
		switch p := w.Parts[0].(type) {
		case *syntax.Lit:
			if isDigits(p.Value) && p.Value[0] != '0' {
				return lit(p.Value)
			}
			return r.number(lit(p.Value), w, 0)
		case *syntax.ParamExp:
			if !p.Dollar.IsValid() && p.Index != nil && p.Param != nil { // a[i]
				if e := r.st.find(p.Param.Value); e != nil && e.assoc {
					r.opaqueNode(whyArith, w)
				}
				v, _ := r.base(p)
				return r.number(v, w, 0)
			}
		}
	}
	return r.number(r.quotedValue(w.Parts, false), w, 0)
}

// number is the integer that arithmetic makes of a value. A value that is not
// known to be free of subscripts could run anything.
func (r *reader) number(v val, w syntax.Node, depth int) val {
	switch {
	case v.isNum():
		if v.known && (len(v.text) > 9 || v.text[0] == '0' && len(v.text) > 1 || strings.HasPrefix(v.text, "-0")) {
			return val{num: true}
		}
		return v
	case !v.closed():
		if !v.env {
			r.opaqueArith(w)
		}
		return val{num: true}
	case depth > 8:
		r.opaqueArith(w)
		return val{num: true}
	}
	var out val
	for i, t := range v.texts() {
		n := r.numberText(t, w, depth)
		if i == 0 {
			out = n
		} else {
			out = either(out, n)
		}
	}
	if !out.isNum() {
		return val{num: true}
	}
	return out
}

func (r *reader) numberText(t string, w syntax.Node, depth int) val {
	switch {
	case t == "":
		return lit("0")
	case isInt(t):
		return r.number(lit(t), w, depth+1)
	case isName(t):
		v, has := r.lookup(t)
		if has == absent {
			return lit("0")
		}
		return r.number(v, w, depth+1)
	case strings.ContainsAny(t, "[$`"):
		r.opaqueArith(w)
	default:
		// an expression; the variables in it are evaluated too
		for _, name := range strings.FieldsFunc(t, func(c rune) bool { return !(c == '_' || c < 0x80 && isName(string(c)) || c >= '0' && c <= '9') }) {
			if isName(name) {
				v, _ := r.lookup(name)
				r.number(v, w, depth+1)
			}
		}
		if strings.Contains(t, "=") || strings.Contains(t, "++") || strings.Contains(t, "--") {
			r.lose()
		}
	}
	return val{num: true}
}

// intOp computes on small known integers; anything else is some integer.
func intOp(op syntax.BinAritOperator, a, b val) val {
	if a.known && b.known && isInt(a.text) && isInt(b.text) && len(a.text) < 9 && len(b.text) < 9 {
		x, y := signed(a.text), signed(b.text)
		switch op {
		case syntax.Add:
			return lit(itoa(x + y))
		case syntax.Sub:
			return lit(itoa(x - y))
		case syntax.Mul:
			if x < 1e4 && x > -1e4 && y < 1e4 && y > -1e4 {
				return lit(itoa(x * y))
			}
		case syntax.Quo:
			if y != 0 {
				return lit(itoa(x / y))
			}
		case syntax.Rem:
			if y != 0 {
				return lit(itoa(x % y))
			}
		}
	}
	return val{num: true}
}

// opaqueArith notes that a value may run something; n is nil where no node of
// the text says where.
func (r *reader) opaqueArith(n syntax.Node) {
	if n == nil {
		r.opaqueAt(whyArith, 0, len(r.in.Text))
		return
	}
	r.opaqueNode(whyArith, n)
}

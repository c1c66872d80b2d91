package code

// targets reads what a for or a comprehension binds.
func (p *pyParser) targets() *node {
	start := p.peek().start
	var kids []*node
	comma := false
	for {
		before := p.at
		if p.acceptOp("*") {
			kids = append(kids, p.mk(oSpread, start, p.primary()))
		} else {
			kids = append(kids, p.primary())
		}
		if p.at == before || !p.acceptOp(",") {
			break
		}
		comma = true
		if p.isWord("in") {
			break
		}
	}
	if len(kids) == 1 && !comma {
		return kids[0]
	}
	return p.mk(oList, start, kids...)
}

// expressions reads one expression, or several with commas as a list.
func (p *pyParser) expressions() *node {
	start := p.peek().start
	first := p.starred()
	if !p.isOp(",") {
		return first
	}
	kids := []*node{first}
	for p.acceptOp(",") {
		if p.lineEnds() || p.isOp("=") || p.isOp(")") || p.isOp("]") || p.isOp("}") || p.isOp(":") {
			break
		}
		before := p.at
		kids = append(kids, p.starred())
		if p.at == before {
			break
		}
	}
	return p.mk(oList, start, kids...)
}

func (p *pyParser) starred() *node {
	start := p.peek().start
	if p.acceptOp("*") {
		return p.mk(oSpread, start, p.expression())
	}
	return p.expression()
}

// expression reads one expression without commas.
func (p *pyParser) expression() *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	t := p.peek()
	if t.kind == tName {
		switch t.text {
		case "lambda":
			p.next()
			f := &function{expr: true}
			f.params = p.params(":")
			p.acceptOp(":")
			f.body = p.expression()
			n := p.mk(oFunc, t.start)
			n.fn = f
			return n
		case "yield":
			p.next()
			p.acceptWord("from")
			if p.lineEnds() || p.isOp(")") {
				return p.mk(oWait, t.start)
			}
			return p.mk(oWait, t.start, p.expressions())
		}
	}
	n := p.operators(0)
	if p.isOp(":=") && n.op == oName {
		p.next()
		return p.mk(oAssign, t.start, n, p.expression())
	}
	if p.isWord("if") {
		p.next()
		test := p.operators(0)
		if !p.acceptWord("else") {
			return p.mk(oSeq, t.start, test, n)
		}
		return p.mk(oCond, t.start, test, n, p.expression())
	}
	return n
}

// pyPower gives how strongly an operator binds; 0 for none.
func (p *pyParser) binary() (op string, power, words int) {
	t := p.peek()
	if t.kind == tName {
		switch t.text {
		case "or":
			return "or", 1, 1
		case "and":
			return "and", 2, 1
		case "in":
			return "in", 4, 1
		case "is":
			if n := p.toks[min(p.at+1, len(p.toks)-1)]; n.kind == tName && n.text == "not" {
				return "is not", 4, 2
			}
			return "is", 4, 1
		case "not":
			if n := p.toks[min(p.at+1, len(p.toks)-1)]; n.kind == tName && n.text == "in" {
				return "not in", 4, 2
			}
		}
		return "", 0, 0
	}
	if t.kind != tOp {
		return "", 0, 0
	}
	switch t.text {
	case "==", "!=", "<", ">", "<=", ">=", "<>":
		return t.text, 4, 1
	case "|":
		return t.text, 5, 1
	case "^":
		return t.text, 6, 1
	case "&":
		return t.text, 7, 1
	case "<<", ">>":
		return t.text, 8, 1
	case "+", "-":
		return t.text, 9, 1
	case "*", "/", "//", "%", "@":
		return t.text, 10, 1
	case "**":
		return t.text, 12, 1
	}
	return "", 0, 0
}

// operators reads operands joined by operators that bind more than power.
func (p *pyParser) operators(power int) *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	start := p.peek().start
	var left *node
	switch t := p.peek(); {
	case t.kind == tName && t.text == "not":
		p.next()
		left = p.mk(oUnary, start, p.operators(3))
		left.str = "not"
	case t.kind == tOp && (t.text == "-" || t.text == "+" || t.text == "~"):
		p.next()
		left = p.mk(oUnary, start, p.operators(11))
		left.str = t.text
	case t.kind == tName && t.text == "await":
		p.next()
		left = p.mk(oWait, start, p.operators(12))
	default:
		left = p.primary()
	}
	for {
		op, mine, words := p.binary()
		if mine == 0 || mine <= power && op != "**" || op == "**" && mine < power {
			return left
		}
		for range words {
			p.next()
		}
		right := mine
		if op == "**" {
			right = mine - 1
		}
		left = p.mk(oBin, start, left, p.operators(right))
		left.str = op
	}
}

// primary reads an atom with what is called, taken and indexed of it.
func (p *pyParser) primary() *node {
	n := p.atom()
	for {
		t := p.peek()
		if t.kind != tOp || t.text != "." && t.text != "(" && t.text != "[" {
			return n
		}
		n = p.trailer(n)
	}
}

func (p *pyParser) trailer(of *node) *node {
	start := of.start - p.shift
	switch p.next().text {
	case ".":
		t := p.peek()
		if t.kind != tName {
			return p.mk(oAttr, start, of)
		}
		p.next()
		n := p.mk(oAttr, start, of)
		n.str = t.text
		return n
	case "(":
		kids, names := p.arguments()
		p.acceptOp(")")
		n := p.mk(oCall, start, append([]*node{of}, kids...)...)
		n.names = names
		return n
	}
	// [index] or [lo:hi:step]
	var parts []*node
	colon := false
	cur := (*node)(nil)
	for !p.isOp("]") && p.peek().kind != tEnd && p.peek().kind != tNewline {
		before := p.at
		switch {
		case p.acceptOp(":"):
			parts, cur, colon = append(parts, cur), nil, true
		case p.acceptOp(","):
		default:
			e := p.starred()
			if cur != nil {
				e = p.mk(oList, start, cur, e)
			}
			cur = e
		}
		if p.at == before {
			p.next()
		}
	}
	p.acceptOp("]")
	if colon {
		parts = append(parts, cur)
		return p.mk(oSlice, start, append([]*node{of}, parts...)...)
	}
	if cur == nil {
		cur = &node{op: oConst, str: "None"}
	}
	return p.mk(oIndex, start, of, cur)
}

// arguments reads the arguments of a call.
func (p *pyParser) arguments() (kids []*node, names []string) {
	for !p.isOp(")") && p.peek().kind != tEnd && p.peek().kind != tNewline {
		before := p.at
		name := ""
		switch {
		case p.acceptOp("*"):
			name = "*"
		case p.acceptOp("**"):
			name = "**"
		case p.peek().kind == tName:
			if n := p.toks[min(p.at+1, len(p.toks)-1)]; n.kind == tOp && n.text == "=" {
				name = p.next().text
				p.next()
			}
		}
		e := p.expression()
		if p.isWord("for") || p.isWord("async") {
			e = p.clauses(e)
		}
		kids, names = append(kids, e), append(names, name)
		p.acceptOp(",")
		if p.at == before {
			p.next()
		}
	}
	return kids, names
}

// clauses reads for ... in ... if ... after the element.
func (p *pyParser) clauses(elt *node) *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	p.acceptWord("async")
	if !p.acceptWord("for") {
		return elt
	}
	target := p.targets()
	p.acceptWord("in")
	over := p.operators(0)
	kids := []*node{elt, target, over}
	for p.isWord("if") {
		p.next()
		kids = append(kids, p.operators(0))
	}
	if p.isWord("for") || p.isWord("async") { // the inner loops build the element
		kids[0] = p.clauses(elt)
	}
	return p.mk(oComp, elt.start-p.shift, kids...)
}

// atom reads names, literals and brackets.
func (p *pyParser) atom() *node {
	t := p.peek()
	switch t.kind {
	case tName:
		p.next()
		switch t.text {
		case "None", "True", "False":
			n := p.mk(oConst, t.start)
			n.str = t.text
			return n
		}
		n := p.mk(oName, t.start)
		n.str = t.text
		return n
	case tNum:
		p.next()
		n := p.mk(oNum, t.start)
		n.str = t.text
		return n
	case tStr:
		return p.texts()
	case tOp:
		switch t.text {
		case "(":
			p.next()
			if p.acceptOp(")") {
				return p.mk(oList, t.start)
			}
			n, _ := p.inBrackets(")")
			p.acceptOp(")")
			return n
		case "[":
			p.next()
			if p.acceptOp("]") {
				return p.mk(oList, t.start)
			}
			n, whole := p.inBrackets("]")
			p.acceptOp("]")
			if whole {
				return n
			}
			return p.mk(oList, t.start, n)
		case "{":
			return p.braces()
		case "...":
			p.next()
			n := p.mk(oConst, t.start)
			n.str = "None"
			return n
		case "`": // Python 2's repr
			p.next()
			n := p.expression()
			p.acceptOp("`")
			return n
		}
	case tNewline, tEnd, tDedent, tIndent:
		n := p.mk(oBad, t.start)
		n.str = "a line that is no Python"
		return n
	}
	return p.bad("a line that is no Python")
}

// inBrackets reads what stands in ( ) or [ ]; whole tells that it is a list
// with commas or a comprehension.
func (p *pyParser) inBrackets(end string) (n *node, whole bool) {
	start := p.peek().start
	if p.isWord("yield") {
		return p.expression(), false
	}
	first := p.starred()
	if p.isWord("for") || p.isWord("async") {
		return p.clauses(first), true
	}
	if !p.isOp(",") {
		return first, false
	}
	kids := []*node{first}
	for p.acceptOp(",") {
		if p.isOp(end) {
			break
		}
		before := p.at
		kids = append(kids, p.starred())
		if p.at == before {
			break
		}
	}
	return p.mk(oList, start, kids...), true
}

// braces reads a dict or a set.
func (p *pyParser) braces() *node {
	start := p.next().start
	var kids []*node
	dict := false
	for !p.isOp("}") && p.peek().kind != tEnd && p.peek().kind != tNewline {
		before := p.at
		if p.acceptOp("**") {
			dict = true
			kids = append(kids, nil, p.operators(0))
		} else {
			k := p.starred()
			if p.acceptOp(":") {
				dict = true
				v := p.expression()
				if p.isWord("for") || p.isWord("async") {
					n := p.clauses(p.mk(oList, start, k, v))
					p.acceptOp("}")
					return n
				}
				kids = append(kids, k, v)
			} else {
				if p.isWord("for") || p.isWord("async") {
					n := p.clauses(k)
					p.acceptOp("}")
					return n
				}
				kids = append(kids, k)
			}
		}
		p.acceptOp(",")
		if p.at == before {
			p.next()
		}
	}
	p.acceptOp("}")
	if dict || len(kids) == 0 {
		if len(kids)%2 == 1 {
			kids = kids[:len(kids)-1]
		}
		return p.mk(oDict, start, kids...)
	}
	return p.mk(oList, start, kids...)
}

// texts reads string literals that stand side by side.
func (p *pyParser) texts() *node {
	start := p.peek().start
	var kids []*node
	for p.peek().kind == tStr {
		t := p.next()
		if t.parts == nil {
			kids = append(kids, &node{op: oStr, str: t.text, start: t.start + p.shift, end: t.end + p.shift})
			continue
		}
		for _, pt := range t.parts {
			if pt.expr == "" {
				kids = append(kids, &node{op: oStr, str: pt.lit})
				continue
			}
			kids = append(kids, p.inner(pt))
		}
	}
	if len(kids) == 1 && kids[0].op == oStr {
		return kids[0]
	}
	return p.mk(oCat, start, kids...)
}

// inner reads an expression inside a text.
func (p *pyParser) inner(pt part) *node {
	if p.depth > 60 {
		return p.bad("nested too deeply")
	}
	q := &pyParser{toks: pyLex(pt.expr, nil), src: pt.expr, depth: p.depth + 10, shift: p.shift + pt.at}
	return q.expressions()
}

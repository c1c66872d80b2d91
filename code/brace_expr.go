package code

import (
	"strconv"
	"strings"
)

// expressions reads expressions with commas; the last is the value.
func (p *braceParser) expressions() *node {
	start := p.peek().start
	first := p.expression()
	if !p.isOp(",") {
		return first
	}
	kids := []*node{first}
	for p.acceptOp(",") {
		before := p.at
		kids = append(kids, p.expression())
		if p.at == before {
			break
		}
	}
	return p.mk(oSeq, start, kids...)
}

// expression reads one expression, assignments among them.
func (p *braceParser) expression() *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	start := p.peek().start
	if n := p.arrow(); n != nil {
		return n
	}
	left := p.operators(0)
	t := p.peek()
	if t.kind != tOp || p.lang == R && t.line && p.paren == 0 {
		return left
	}
	switch t.text {
	case "?":
		p.next()
		p.cond++
		var then *node
		if p.isOp(":") { // a ?: b
			then = left
		} else {
			then = p.expression()
		}
		p.cond--
		p.acceptOp(":")
		return p.mk(oCond, start, left, then, p.expression())
	case "=", "<-", "<<-":
		if t.text == "=" && p.lang == R && p.paren > 0 {
			return left
		}
		p.next()
		p.acceptOp("&")
		return p.mk(oAssign, start, p.asPattern(left), p.expression())
	case "->", "->>":
		if p.lang != R {
			return left
		}
		p.next()
		return p.mk(oAssign, start, p.operators(0), left)
	case "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=", "||=", "??=", ".=":
		p.next()
		n := p.mk(oAssign, start, left, p.expression())
		n.str = t.text
		if t.text == "|=" || t.text == "<<=" {
			n.str = "-="
		}
		return n
	case "=>": // a key and its value
		if p.lang == PHP {
			p.next()
			n := p.mk(oDict, start, left, p.expression())
			n.str = "pair"
			return n
		}
	}
	return left
}

// asPattern turns a literal that is assigned to into a pattern.
func (p *braceParser) asPattern(n *node) *node {
	if n.op == oCall && len(n.kids) > 0 && n.kids[0].op == oName && n.kids[0].str == "list" {
		return &node{op: oList, kids: n.kids[1:], start: n.start, end: n.end}
	}
	return n
}

// arrow reads x => ..., (a, b) => ..., fn(a) => ..., \(x) ...; nil where none
// stands here.
func (p *braceParser) arrow() *node {
	t := p.peek()
	start := t.start
	at := p.at
	switch p.lang {
	case PHP:
		if p.isWord("static") && (strings.EqualFold(p.ahead(1).text, "fn") || strings.EqualFold(p.ahead(1).text, "function")) {
			p.next()
		}
		if p.isWord("fn") && (p.ahead(1).text == "(" || p.ahead(1).text == "&") {
			p.next()
			p.acceptOp("&")
			f := &function{expr: true, params: p.params()}
			p.returns()
			p.acceptOp("=>")
			f.body = p.expression()
			n := p.mk(oFunc, start)
			n.fn = f
			return n
		}
		return nil
	case R:
		if p.isOp("\\") && p.ahead(1).text == "(" {
			p.next()
			f := &function{expr: true, params: p.params()}
			f.body = p.statement()
			n := p.mk(oFunc, start)
			n.fn = f
			return n
		}
		return nil
	}
	if t.kind == tName && t.text == "async" && !p.ahead(1).line && (p.ahead(1).kind == tName && p.ahead(1).text != "function" || p.ahead(1).text == "(") {
		at++
	}
	x := p.toks[min(at, len(p.toks)-1)]
	f := &function{}
	switch {
	case x.kind == tName && at+1 < len(p.toks) && p.toks[at+1].kind == tOp && p.toks[at+1].text == "=>":
		f.params = []param{{name: x.text}}
		p.at = at + 1
	case x.kind == tOp && (x.text == "(" || x.text == "<"):
		if x.text == "<" {
			at = p.genericsEnd(at)
			if at == 0 || at >= len(p.toks) || p.toks[at].text != "(" {
				return nil
			}
		}
		after := min(p.match[at]+1, len(p.toks)-1)
		if !(p.toks[after].kind == tOp && p.toks[after].text == "=>") {
			if p.cond > 0 || !(p.toks[after].kind == tOp && p.toks[after].text == ":") {
				return nil
			}
			save := p.at
			p.at = after + 1
			p.typ()
			ok := p.isOp("=>")
			p.at = save
			if !ok {
				return nil
			}
		}
		p.at = at
		f.params = p.params()
		p.returns()
	default:
		return nil
	}
	p.acceptOp("=>")
	if p.isOp("{") {
		f.body = p.block()
	} else {
		f.expr = true
		f.body = p.expression()
	}
	n := p.mk(oFunc, start)
	n.fn = f
	return n
}

// power gives how strongly an operator binds; 0 for none.
func (p *braceParser) power(t token) int {
	if t.kind == tName {
		switch t.text {
		case "instanceof":
			return 10
		case "in":
			if p.lang == Node && !p.noIn {
				return 10
			}
		case "and", "AND":
			if p.lang == PHP {
				return 2
			}
		case "or", "xor", "OR":
			if p.lang == PHP {
				return 1
			}
		}
		return 0
	}
	if t.kind != tOp {
		return 0
	}
	if p.lang == R {
		switch t.text {
		case "~":
			return 3
		case ":":
			return 14
		case "^":
			return 15
		case "|>":
			return 13
		}
		if strings.HasPrefix(t.text, "%") {
			return 13
		}
	}
	switch t.text {
	case "||", "??":
		return 4
	case "&&":
		return 5
	case "|":
		return 6
	case "^":
		return 7
	case "&":
		return 8
	case "==", "!=", "===", "!==":
		return 9
	case "<", ">", "<=", ">=", "<=>":
		return 10
	case "<<", ">>", ">>>":
		return 11
	case "+", "-":
		return 12
	case ".":
		if p.lang == PHP {
			return 12
		}
	case "*", "/", "%":
		return 13
	case "**":
		return 14
	}
	return 0
}

// operators reads operands joined by operators that bind more than power.
func (p *braceParser) operators(power int) *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	start := p.peek().start
	left := p.unary()
	if power >= 20 {
		return left
	}
	for {
		t := p.peek()
		if p.lang == Node && t.kind == tName && (t.text == "as" || t.text == "satisfies") && !t.line {
			p.next()
			p.typ()
			continue
		}
		if p.lang == R && t.line && p.paren == 0 {
			return left
		}
		mine := p.power(t)
		if mine == 0 || mine <= power {
			return left
		}
		p.next()
		right := mine
		if t.text == "**" {
			right--
		}
		if p.lang == R && (t.text == "|>" || t.text == "%>%" || t.text == "%<>%") { // a |> f(b) is f(a, b)
			call := p.operators(right)
			if call.op == oCall {
				call.kids = append([]*node{call.kids[0], left}, call.kids[1:]...)
				call.names = append([]string{""}, call.names...)
				left = call
			} else {
				left = p.mk(oCall, start, call, left)
			}
			continue
		}
		var r *node
		if n := p.arrow(); n != nil {
			r = n
		} else {
			r = p.operators(right)
		}
		left = p.mk(oBin, start, left, r)
		left.str = t.text
		if p.isAssignAfter(t.text) { // $a and $b = c()
			left.kids[1] = p.mk(oAssign, r.start-p.shift, r, func() *node { p.next(); return p.expression() }())
		}
	}
}

func (p *braceParser) isAssignAfter(op string) bool {
	switch op {
	case "||", "&&", "??", "and", "or", "AND", "OR":
		return p.isOp("=") || p.isOp(".=") || p.isOp("+=")
	}
	return false
}

// unary reads what stands before an operand.
func (p *braceParser) unary() *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	t := p.peek()
	start := t.start
	switch t.kind {
	case tOp:
		switch t.text {
		case "!", "-", "+", "~", "++", "--", "@", "&":
			if t.text == "@" && p.lang == Node {
				break
			}
			p.next()
			e := p.unary()
			if t.text == "@" || t.text == "&" {
				return e
			}
			n := p.mk(oUnary, start, e)
			n.str = t.text
			return n
		case "...":
			p.next()
			return p.mk(oSpread, start, p.expression())
		case "(":
			if p.lang == PHP && p.ahead(1).kind == tName && p.ahead(2).text == ")" { // a cast
				switch strings.ToLower(p.ahead(1).text) {
				case "int", "integer", "string", "bool", "boolean", "float", "double", "array", "object", "binary", "unset":
					p.next()
					p.next()
					p.next()
					return p.unary()
				}
			}
		}
	case tName:
		word := t.text
		if p.lang == PHP {
			word = strings.ToLower(word)
		}
		after := p.ahead(1)
		plain := after.kind == tOp && (after.text == "." || after.text == "=" || after.text == "," || after.text == ")" || after.text == ";" || after.text == ":" || after.text == "=>")
		switch word {
		case "await", "yield":
			if p.lang == R || plain && word == "await" {
				break
			}
			p.next()
			p.acceptOp("*")
			p.acceptWord("from")
			if x := p.peek(); x.line || x.kind == tEnd || p.isOp(")") || p.isOp(";") || p.isOp("}") || p.isOp("]") || p.isOp(",") {
				return p.mk(oWait, start)
			}
			return p.mk(oWait, start, p.unary())
		case "typeof", "void", "delete":
			if p.lang != Node || plain {
				break
			}
			p.next()
			n := p.mk(oUnary, start, p.unary())
			n.str = t.text
			return n
		case "new":
			if p.lang != R && !plain {
				return p.postfix(p.making())
			}
		case "clone", "print", "include", "include_once", "require", "require_once", "throw":
			if p.lang != PHP {
				break
			}
			p.next()
			n := p.mk(oCall, start, &node{op: oName, str: word, start: start + p.shift, end: t.end + p.shift}, p.expression())
			return n
		}
	}
	return p.postfix(p.atom())
}

// making reads new X(...).
func (p *braceParser) making() *node {
	start := p.next().start
	if p.isWord("class") {
		c := p.classLike()
		return p.mk(oNew, start, &node{op: oSeq, kids: []*node{c, {op: oConst, str: "undefined"}}})
	}
	var callee *node
	if p.isWord("new") && p.lang == Node && p.ahead(1).text != "." {
		callee = p.making()
	} else if p.acceptOp(".") { // new.target
		p.next()
		return p.postfix(&node{op: oConst, str: "undefined"})
	} else {
		callee = p.atom()
	}
	for p.isOp(".") && p.lang == Node || p.isOp("[") || p.isOp("->") && p.lang == PHP || p.isOp("::") && p.lang == PHP {
		callee = p.trailer(callee)
	}
	p.generics()
	n := p.mk(oNew, start, callee)
	if p.acceptOp("(") {
		n.kids, n.names = p.arguments(n.kids)
		n.end = p.toks[max(p.at-1, 0)].end + p.shift
	}
	return n
}

// postfix reads what is called, taken and indexed of n.
func (p *braceParser) postfix(n *node) *node {
	for {
		t := p.peek()
		if t.kind == tStr && p.lang == Node && t.parts != nil && (n.op == oName || n.op == oAttr || n.op == oCall) { // a tagged template
			c := p.mk(oCall, n.start-p.shift, n, p.textNode(p.next()))
			c.names = []string{"tag"}
			c.end = p.toks[p.at-1].end + p.shift
			n = c
			continue
		}
		if t.kind != tOp || p.lang == R && t.line && p.paren == 0 {
			return n
		}
		switch t.text {
		case ".":
			if p.lang != Node {
				return n
			}
		case "(", "[":
			if t.line && p.lang == R && p.paren == 0 {
				return n
			}
		case "?.", "->", "?->", "::", ":::":
			if t.text == "->" && p.lang == R {
				return n
			}
		case "$", "@":
			if p.lang != R {
				return n
			}
		case "{": // $s{0}
			return n
		case "!":
			x := p.ahead(1)
			if p.lang != Node || t.space || t.line || !(x.kind == tOp && strings.Contains(".)],;([:", x.text)) {
				return n
			}
			p.next()
			continue
		case "<":
			e := p.genericsEnd(p.at)
			if p.lang != Node || e == 0 || e >= len(p.toks) || p.toks[e].text != "(" || t.space {
				return n
			}
			p.at = e
			continue
		case "++", "--":
			if t.line {
				return n
			}
			p.next()
			return p.mk(oUnary, n.start-p.shift, n)
		default:
			return n
		}
		n = p.trailer(n)
	}
}

func (p *braceParser) trailer(of *node) *node {
	start := of.start - p.shift
	t := p.next()
	switch t.text {
	case "(":
		n := &node{op: oCall, kids: []*node{of}, start: of.start}
		n.kids, n.names = p.arguments(n.kids)
		n.end = p.toks[max(p.at-1, 0)].end + p.shift
		return n
	case "[":
		return p.indexed(of)
	case "?.":
		if p.isOp("(") || p.isOp("[") {
			return p.trailer(of)
		}
	}
	x := p.peek()
	n := &node{op: oAttr, kids: []*node{of}, start: of.start}
	switch {
	case x.kind == tName || x.kind == tVar || x.kind == tStr && p.lang == R:
		p.next()
		n.str = strings.TrimPrefix(x.text, "$")
		if x.kind == tVar && t.text != "::" { // $x->$name
			n = p.mk(oIndex, start, of, &node{op: oName, str: x.text, start: x.start + p.shift, end: x.end + p.shift})
		}
	case x.kind == tOp && x.text == "#":
		p.next()
		n.str = "#" + p.next().text
	case x.kind == tOp && x.text == "{": // $x->{expr}
		p.next()
		e := p.expression()
		p.acceptOp("}")
		n = p.mk(oIndex, start, of, e)
	}
	n.end = p.toks[max(p.at-1, 0)].end + p.shift
	return n
}

func (p *braceParser) indexed(of *node) *node {
	start := of.start - p.shift
	p.paren++
	double := p.lang == R && p.acceptOp("[")
	var key *node
	for !p.isOp("]") && p.peek().kind != tEnd {
		before := p.at
		if !p.acceptOp(",") {
			e := p.expression()
			if key == nil {
				key = e
			}
		}
		if p.at == before {
			p.next()
		}
	}
	p.acceptOp("]")
	if double {
		p.acceptOp("]")
	}
	p.paren--
	if key == nil {
		key = &node{op: oConst, str: "null"}
	}
	return p.mk(oIndex, start, of, key)
}

// arguments reads what stands in the brackets of a call.
func (p *braceParser) arguments(kids []*node) ([]*node, []string) {
	var names []string
	end := p.match[p.at-1]
	p.paren++
	noIn, cond := p.noIn, p.cond
	p.noIn, p.cond = false, 0
	defer func() { p.paren--; p.noIn, p.cond = noIn, cond }()
	for p.at < end {
		before := p.at
		name := ""
		switch t := p.peek(); {
		case p.acceptOp("..."):
			name = "*"
			if p.at >= end { // f(...) takes the function itself
				continue
			}
		case t.kind == tName && p.lang == PHP && p.ahead(1).text == ":" && p.ahead(1).kind == tOp, (t.kind == tName || t.kind == tStr) && p.lang == R && p.ahead(1).kind == tOp && p.ahead(1).text == "=":
			name = t.text
			p.next()
			p.next()
			if p.isOp(",") || p.isOp(")") {
				continue
			}
		case p.isOp(","):
			p.next()
			continue
		}
		kids, names = append(kids, p.expression()), append(names, name)
		p.acceptOp(",")
		if p.at == before {
			p.next()
		}
	}
	p.at = max(p.at, end)
	p.acceptOp(")")
	return kids, names
}

// textNode is the node of a text, with what is put into it.
func (p *braceParser) textNode(t token) *node {
	if t.parts == nil {
		return &node{op: oStr, str: t.text, start: t.start + p.shift, end: t.end + p.shift}
	}
	n := &node{op: oCat, start: t.start + p.shift, end: t.end + p.shift}
	for _, pt := range t.parts {
		if pt.expr == "" {
			n.kids = append(n.kids, &node{op: oStr, str: pt.lit})
			continue
		}
		if p.depth > 60 {
			n.kids = append(n.kids, &node{op: oBad, str: "nested too deeply", start: n.start, end: n.end})
			continue
		}
		src := pt.expr
		if p.lang == PHP {
			src = "<?php " + src
		}
		q := newBraceParser(src, p.lang)
		q.depth, q.shift = p.depth+10, p.shift+pt.at-(len(src)-len(pt.expr))
		n.kids = append(n.kids, q.expressions())
	}
	if len(n.kids) == 1 {
		return n.kids[0]
	}
	return n
}

// atom reads names, literals and brackets.
func (p *braceParser) atom() *node {
	t := p.peek()
	start := t.start
	switch t.kind {
	case tNum:
		p.next()
		n := p.mk(oNum, start)
		n.str = t.text
		return n
	case tStr:
		p.next()
		return p.textNode(t)
	case tTick:
		p.next()
		n := p.mk(oTick, start, p.textNode(t))
		return n
	case tRegex:
		p.next()
		n := p.mk(oConst, start)
		n.str = "regex"
		return n
	case tVar:
		p.next()
		n := p.mk(oName, start)
		n.str = t.text
		return n
	case tName:
		return p.named()
	case tOp:
		switch t.text {
		case "(":
			p.next()
			p.paren++
			cond, noIn := p.cond, p.noIn
			p.cond, p.noIn = 0, false
			n := p.expressions()
			p.paren--
			p.cond, p.noIn = cond, noIn
			p.acceptOp(")")
			return n
		case "[":
			return p.array("]")
		case "{":
			if p.lang == R {
				return p.block()
			}
			if p.lang == Node {
				return p.object()
			}
		case "$": // PHP's $$x
			p.next()
			if p.acceptOp("{") {
				p.expression()
				p.acceptOp("}")
			} else {
				p.atom()
			}
			return p.mk(oName, start)
		case "#": // a private name
			p.next()
			n := p.mk(oName, start)
			n.str = "#" + p.next().text
			return n
		}
	}
	return p.bad(notRead)
}

// array reads [a, b] or, in PHP, [k => v].
func (p *braceParser) array(end string) *node {
	start := p.next().start
	p.paren++
	defer func() { p.paren-- }()
	var kids []*node
	pairs := 0
	for !p.isOp(end) && p.peek().kind != tEnd {
		before := p.at
		if p.acceptOp(",") {
			continue
		}
		e := p.expression()
		if e.op == oDict && e.str == "pair" {
			pairs++
		}
		kids = append(kids, e)
		p.acceptOp(",")
		if p.at == before {
			p.next()
		}
	}
	p.acceptOp(end)
	if pairs == 0 {
		return p.mk(oList, start, kids...)
	}
	n := p.mk(oDict, start)
	for i, k := range kids {
		if k.op == oDict && k.str == "pair" {
			n.kids = append(n.kids, k.kids...)
			continue
		}
		n.kids = append(n.kids, &node{op: oNum, str: strconv.Itoa(i)}, k)
	}
	return n
}

// object reads an object literal.
func (p *braceParser) object() *node {
	start := p.next().start
	end := p.match[p.at-1]
	n := p.mk(oDict, start)
	p.paren++
	noIn, cond := p.noIn, p.cond
	p.noIn, p.cond = false, 0
	defer func() { p.paren--; p.noIn, p.cond = noIn, cond }()
	for p.at < end {
		before := p.at
		switch {
		case p.acceptOp(","):
			continue
		case p.acceptOp("..."):
			n.kids = append(n.kids, nil, p.expression())
			p.acceptOp(",")
			continue
		}
		for p.peek().kind == tName && (p.isWord("get") || p.isWord("set") || p.isWord("async")) && p.ahead(1).kind != tOp {
			p.next()
		}
		p.acceptOp("*")
		t := p.next()
		key := &node{op: oStr, str: t.text, start: t.start + p.shift, end: t.end + p.shift}
		if t.kind == tOp && t.text == "[" {
			key = p.expression()
			p.acceptOp("]")
		}
		p.generics()
		switch {
		case p.isOp("("):
			f := &function{params: p.params()}
			p.returns()
			f.body = p.block()
			v := p.mk(oFunc, t.start)
			v.fn = f
			n.kids = append(n.kids, key, v)
		case p.acceptOp(":"):
			n.kids = append(n.kids, key, p.expression())
		case p.isOp("="): // of a pattern
			p.next()
			n.kids = append(n.kids, key, p.mk(oAssign, t.start, &node{op: oName, str: t.text}, p.expression()))
		default:
			n.kids = append(n.kids, key, &node{op: oName, str: t.text, start: key.start, end: key.end})
		}
		p.acceptOp(",")
		if p.at == before {
			p.next()
		}
	}
	p.at = max(p.at, end)
	p.acceptOp("}")
	n.end = p.toks[max(p.at-1, 0)].end + p.shift
	return n
}

// named reads an atom that begins with a name.
func (p *braceParser) named() *node {
	t := p.next()
	start := t.start
	word := t.text
	if p.lang == PHP {
		word = strings.ToLower(word)
	}
	switch word {
	case "true", "false", "null", "undefined", "TRUE", "FALSE", "NULL", "NA", "T", "F":
		if word == "T" || word == "F" || word == "NA" {
			if p.lang != R {
				break
			}
			word = map[string]string{"T": "true", "F": "false", "NA": "null"}[word]
		}
		n := p.mk(oConst, start)
		n.str = strings.ToLower(word)
		return n
	case "function":
		f := &function{}
		p.acceptOp("*")
		p.acceptOp("&")
		if p.peek().kind == tName {
			f.name = p.next().text
		}
		p.generics()
		f.params = p.params()
		p.returns()
		if p.lang == R {
			f.expr = true
			f.body = p.statement()
		} else {
			f.body = p.block()
		}
		n := p.mk(oFunc, start)
		n.fn = f
		return n
	case "async":
		if p.isWord("function") && !p.peek().line {
			return p.named()
		}
	case "class":
		if p.lang == Node {
			p.at--
			c := p.classLike()
			return p.mk(oSeq, start, c, &node{op: oName, str: c.str})
		}
	case "array":
		if p.lang == PHP && p.isOp("(") {
			return p.array(")")
		}
	case "if":
		if p.lang == R {
			p.at--
			return p.statement()
		}
	case "match":
		if p.lang == PHP && p.isOp("(") {
			subject := p.test()
			if p.isOp("{") {
				p.at = p.match[p.at]
				p.next()
			}
			return p.mk(oSeq, start, subject, &node{op: oConst, str: ""})
		}
	case "import":
		if p.lang == Node && p.isOp(".") { // import.meta
			p.next()
			p.next()
			n := p.mk(oName, start)
			n.str = "import.meta"
			return n
		}
	}
	n := p.mk(oName, start)
	n.str = t.text
	return n
}

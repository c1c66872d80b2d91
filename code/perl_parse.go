package code

import "strings"

// parsePerl reads Perl text into a tree.
func parsePerl(t *tree, text string) *node {
	steps := 2000 + 12*len(text)
	p := newPerlParser(text, 0, 0, &steps)
	root := &node{op: sBlock, end: len(text)}
	for p.peek('o').kind != tEnd {
		before := p.pos
		root.kids = append(root.kids, p.statement())
		if p.peek('o').start == before && p.pos == before {
			p.next('o')
		}
	}
	if steps <= 0 {
		root.kids = append(root.kids, &node{op: oBad, str: "nested too deeply", end: len(text)})
	}
	return root
}

// perlParser reads Perl. What a character means depends on what is due, so a
// token is asked for as an operand ('o') or as an operator ('p').
type perlParser struct {
	lex   perlLexer
	tok   token
	have  bool
	mode  byte
	pos   int // where the token that is held was looked for
	here  []*token
	last  int // end of the token before
	depth int
	shift int
	steps *int // tokens that may still be read, also by those that try again
}

func newPerlParser(text string, shift, depth int, steps *int) *perlParser {
	return &perlParser{lex: perlLexer{src: text}, shift: shift, depth: depth, steps: steps}
}

func (p *perlParser) peek(mode byte) token {
	if p.have && p.mode == mode {
		return p.tok
	}
	if p.have {
		p.lex.at, p.lex.here = p.pos, append([]*token(nil), p.here...)
	}
	p.pos, p.here = p.lex.at, append([]*token(nil), p.lex.here...)
	if *p.steps--; *p.steps <= 0 {
		p.lex.at = len(p.lex.src)
	}
	if mode == 'o' {
		p.tok = p.lex.operand()
	} else {
		p.tok = p.lex.operator()
	}
	p.have, p.mode = true, mode
	return p.tok
}

func (p *perlParser) next(mode byte) token {
	t := p.peek(mode)
	p.have = false
	if t.kind != tEnd {
		p.last = t.end
	}
	return t
}

func (p *perlParser) isOp(mode byte, s string) bool {
	t := p.peek(mode)
	return t.kind == tOp && t.text == s
}

func (p *perlParser) acceptOp(mode byte, s string) bool {
	if p.isOp(mode, s) {
		p.next(mode)
		return true
	}
	return false
}

func (p *perlParser) mk(op op, start int, kids ...*node) *node {
	return &node{op: op, kids: kids, start: start + p.shift, end: max(p.last, start) + p.shift}
}

func (p *perlParser) enter() bool { p.depth++; return p.depth < 100 }

// bad gives up on the rest of the statement.
func (p *perlParser) bad(why string) *node {
	t := p.peek('o')
	if t.kind == tBroken {
		why = t.text
	}
	start := t.start
	for t.kind != tEnd && !(t.kind == tOp && (t.text == ";" || t.text == "}")) {
		p.next('o')
		t = p.peek('o')
	}
	n := p.mk(oBad, start)
	n.str = why
	return n
}

const notPerl = "a statement that is no Perl"

func (p *perlParser) block() *node {
	start := p.peek('o').start
	if !p.acceptOp('o', "{") {
		return p.bad(notPerl)
	}
	n := p.mk(sBlock, start)
	for !p.isOp('o', "}") {
		if p.peek('o').kind == tEnd {
			b := p.mk(oBad, start)
			b.str = "a bracket that does not close"
			n.kids = append(n.kids, b)
			return n
		}
		before := p.peek('o').start
		n.kids = append(n.kids, p.statement())
		if t := p.peek('o'); t.start == before && t.kind != tEnd && !p.isOp('o', "}") {
			p.next('o')
		}
	}
	p.next('o')
	n.end = p.last + p.shift
	return n
}

// value makes the last expression of a block its result.
func valued(b *node) *node {
	if len(b.kids) == 0 {
		return b
	}
	l := b.kids[len(b.kids)-1]
	if l != nil && l.op < sBlock && l.op != oBad {
		b.kids[len(b.kids)-1] = &node{op: sReturn, kids: []*node{l}, start: l.start, end: l.end}
	}
	return b
}

func (p *perlParser) statement() *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	t := p.peek('o')
	switch {
	case t.kind == tBroken:
		return p.bad("")
	case t.kind == tOp && t.text == ";":
		p.next('o')
		return &node{op: sBlock}
	case t.kind == tOp && t.text == "{":
		return p.block()
	case t.kind == tName:
		if n := p.keyword(t); n != nil {
			return n
		}
	}
	n := p.expression(0)
	return p.modifiers(n)
}

// modifiers reads what stands behind a statement: if x, for @y.
func (p *perlParser) modifiers(n *node) *node {
	for {
		t := p.peek('p')
		if t.kind == tOp && t.text == ";" {
			p.next('p')
			return n
		}
		if t.kind == tEnd || t.kind == tOp && t.text == "}" {
			return n
		}
		if t.kind != tName {
			bad := p.bad(notPerl)
			p.acceptOp('o', ";")
			return p.mk(sBlock, n.start-p.shift, n, bad)
		}
		start := n.start - p.shift
		switch t.text {
		case "if":
			p.next('p')
			n = p.mk(sIf, start, p.expression(0), n, nil)
		case "unless":
			p.next('p')
			n = p.mk(sIf, start, p.not(p.expression(0)), n, nil)
		case "while":
			p.next('p')
			n = p.mk(sWhile, start, p.expression(0), n)
		case "until":
			p.next('p')
			n = p.mk(sWhile, start, p.not(p.expression(0)), n)
		case "for", "foreach":
			p.next('p')
			n = p.mk(sFor, start, &node{op: oName, str: "$_"}, p.listOf(p.expression(0)), n)
		default:
			bad := p.bad(notPerl)
			p.acceptOp('o', ";")
			return p.mk(sBlock, start, n, bad)
		}
	}
}

func (p *perlParser) not(n *node) *node {
	return &node{op: oUnary, str: "!", kids: []*node{n}, start: n.start, end: n.end}
}

// listOf makes a node one that is gone over.
func (p *perlParser) listOf(n *node) *node {
	if n.op == oList {
		return n
	}
	return &node{op: oList, kids: []*node{spread(n)}, start: n.start, end: n.end}
}

// spread marks an expression that stands for several values.
func spread(n *node) *node {
	many := false
	switch n.op {
	case oName:
		many = strings.HasPrefix(n.str, "@") || strings.HasPrefix(n.str, "%")
	case oList:
		many = true
	case oCall:
		if n.kids[0].op == oName {
			switch n.kids[0].str {
			case "map", "grep", "sort", "reverse", "split", "glob", "keys", "values", "readdir", "\x00words", "\x00deref", "\x00lines", "unpack":
				many = true
			}
		}
	}
	if !many {
		return n
	}
	return &node{op: oSpread, kids: []*node{n}, start: n.start, end: n.end}
}

// keyword reads statements that begin with a word; nil where the word begins
// an expression.
func (p *perlParser) keyword(t token) *node {
	start := t.start
	switch t.text {
	case "sub":
		save := *p
		p.next('o')
		name := p.peek('o')
		if name.kind != tName {
			*p = save
			return nil
		}
		p.next('o')
		f := p.subBody()
		f.name = name.text
		n := p.mk(sFunc, start)
		n.fn = f
		return n
	case "if", "unless":
		p.next('o')
		p.acceptOp('o', "(")
		test := p.expression(0)
		p.acceptOp('p', ")")
		if t.text == "unless" {
			test = p.not(test)
		}
		n := p.mk(sIf, start, test, p.block(), nil)
		last := n
		for k := p.peek('o'); k.kind == tName && (k.text == "elsif" || k.text == "else"); k = p.peek('o') {
			p.next('o')
			if k.text == "else" {
				last.kids[2] = p.block()
				break
			}
			p.acceptOp('o', "(")
			e := p.expression(0)
			p.acceptOp('p', ")")
			m := p.mk(sIf, k.start, e, p.block(), nil)
			last.kids[2] = m
			last = m
		}
		return n
	case "while", "until":
		p.next('o')
		p.acceptOp('o', "(")
		test := &node{op: oConst, str: "true"}
		if !p.isOp('o', ")") {
			test = p.expression(0)
		}
		p.acceptOp('p', ")")
		if t.text == "until" {
			test = p.not(test)
		}
		n := p.mk(sWhile, start, test, p.block())
		if k := p.peek('o'); k.kind == tName && k.text == "continue" {
			p.next('o')
			n = p.mk(sBlock, start, n, p.block())
		}
		return n
	case "for", "foreach":
		return p.loop()
	case "package":
		p.next('o')
		p.next('o')
		if p.isOp('o', "{") {
			return p.block()
		}
		p.acceptOp('p', ";")
		return p.mk(sBlock, start)
	case "use", "no":
		return p.use(t)
	case "BEGIN", "END", "INIT", "CHECK", "UNITCHECK":
		save := *p
		p.next('o')
		if p.isOp('o', "{") {
			return p.block()
		}
		*p = save
	case "return":
		p.next('o')
		n := p.mk(sReturn, start)
		if k := p.peek('o'); !(k.kind == tEnd || k.kind == tOp && (k.text == ";" || k.text == "}") || k.kind == tName && modifier(k.text)) {
			n.kids = []*node{p.expression(2)}
			n.end = p.last + p.shift
		}
		return p.modifiers(n)
	case "last", "next", "redo":
		p.next('o')
		if k := p.peek('p'); k.kind == tName && !modifier(k.text) {
			p.next('p')
		}
		n := p.mk(sStop, start)
		n.str = "pass"
		return p.modifiers(n)
	case "format":
		return nil
	}
	// A label.
	if strings.ToUpper(t.text) == t.text {
		save := *p
		p.next('o')
		if p.isOp('p', ":") {
			p.next('p')
			return p.statement()
		}
		*p = save
	}
	return nil
}

func modifier(w string) bool {
	switch w {
	case "if", "unless", "while", "until", "for", "foreach":
		return true
	}
	return false
}

func (p *perlParser) subBody() *function {
	if p.isOp('o', "(") { // a prototype or a signature
		depth := 0
		for {
			k := p.next('o')
			if k.kind == tEnd {
				break
			}
			if k.kind == tOp && k.text == "(" {
				depth++
			}
			if k.kind == tOp && k.text == ")" {
				depth--
				if depth == 0 {
					break
				}
			}
		}
	}
	f := &function{params: []param{{name: "@_", star: 1}}}
	f.body = valued(p.block())
	return f
}

func (p *perlParser) loop() *node {
	start := p.next('o').start
	target := &node{op: oName, str: "$_"}
	if k := p.peek('o'); k.kind == tName && (k.text == "my" || k.text == "our" || k.text == "local") {
		p.next('o')
	}
	if k := p.peek('o'); k.kind == tVar {
		p.next('o')
		target = p.mk(oName, k.start)
		target.str = k.text
	}
	if !p.acceptOp('o', "(") {
		return p.bad(notPerl)
	}
	var first *node
	if !p.isOp('o', ";") && !p.isOp('o', ")") {
		first = p.expression(0)
	}
	if p.acceptOp('p', ";") {
		var test, step *node
		if !p.isOp('o', ";") {
			test = p.expression(0)
		}
		p.acceptOp('p', ";")
		if !p.isOp('o', ")") {
			step = p.expression(0)
		}
		p.acceptOp('p', ")")
		inner := p.mk(sBlock, start, p.block())
		if step != nil {
			inner.kids = append(inner.kids, step)
		}
		all := p.mk(sBlock, start)
		if first != nil {
			all.kids = append(all.kids, first)
		}
		all.kids = append(all.kids, p.mk(sWhile, start, test, inner))
		return all
	}
	p.acceptOp('p', ")")
	if first == nil {
		first = p.mk(oList, start)
	}
	return p.mk(sFor, start, target, p.listOf(first), p.block())
}

// use reads use Module LIST.
func (p *perlParser) use(t token) *node {
	p.next('o')
	k := p.next('o')
	n := p.mk(sImport, t.start)
	name := k.text
	if k.kind != tName || len(name) > 1 && name[0] == 'v' && name[1] >= '0' && name[1] <= '9' {
		name = ""
	}
	if name != "" && t.text == "use" {
		n.names = []string{name, "\x00" + name}
	}
	all := p.mk(sBlock, t.start, n)
	if k := p.peek('o'); !(k.kind == tOp && k.text == ";") && k.kind != tEnd {
		all.kids = append(all.kids, p.expression(0))
	}
	p.acceptOp('p', ";")
	n.end = p.last + p.shift
	if name == "constant" && t.text == "use" && len(all.kids) > 1 { // use constant A => 'b'
		if l := all.kids[1]; l.op == oList && len(l.kids) == 2 && l.kids[0].op == oStr {
			return p.mk(oAssign, t.start, &node{op: oName, str: l.kids[0].str}, l.kids[1])
		}
	}
	return all
}

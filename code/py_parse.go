package code

import (
	"strings"
	"sync"
)

// parsePython reads Python text into a tree.
func parsePython(t *tree, text string) *node {
	room := tokens.Get().(*[]token)
	p := &pyParser{toks: pyLex(text, (*room)[:0]), src: text}
	defer func() {
		if cap(p.toks) <= maxTokens {
			clear(p.toks)
			*room = p.toks
			tokens.Put(room)
		}
	}()
	root := &node{op: sBlock, end: len(text)}
	for p.peek().kind != tEnd {
		if k := p.peek().kind; k == tNewline || k == tDedent || k == tIndent {
			p.at++
			continue
		}
		root.kids = append(root.kids, p.statement()...)
	}
	return root
}

// tokens are slices that were used before. Nodes keep no token.
var tokens = sync.Pool{New: func() any { return new([]token) }}

// maxTokens bounds what is kept.
const maxTokens = 1 << 14

// pyParser is a parser by recursive descent. It never fails: what it cannot
// read becomes a node that says so, and it goes on at the next line.
type pyParser struct {
	toks  []token
	at    int
	src   string
	depth int
	shift int // added to positions, for expressions inside texts
}

func (p *pyParser) peek() token { return p.toks[p.at] }

func (p *pyParser) next() token {
	t := p.toks[p.at]
	if p.at < len(p.toks)-1 {
		p.at++
	}
	return t
}

func (p *pyParser) isOp(s string) bool { t := p.toks[p.at]; return t.kind == tOp && t.text == s }

func (p *pyParser) isWord(s string) bool { t := p.toks[p.at]; return t.kind == tName && t.text == s }

func (p *pyParser) acceptOp(s string) bool {
	if p.isOp(s) {
		p.next()
		return true
	}
	return false
}

func (p *pyParser) acceptWord(s string) bool {
	if p.isWord(s) {
		p.next()
		return true
	}
	return false
}

// mk makes a node that begins at start and ends before the next token.
func (p *pyParser) mk(op op, start int, kids ...*node) *node {
	end := start
	if p.at > 0 {
		end = p.toks[p.at-1].end
	}
	return &node{op: op, kids: kids, start: start + p.shift, end: max(end, start) + p.shift}
}

// bad gives up on the rest of the line.
func (p *pyParser) bad(why string) *node {
	start := p.peek().start
	if p.peek().kind == tBroken {
		why = p.peek().text
	}
	for k := p.peek().kind; k != tNewline && k != tEnd && k != tDedent; k = p.peek().kind {
		p.next()
	}
	n := p.mk(oBad, start)
	n.str = why
	return n
}

// enter guards against text nested too deeply.
func (p *pyParser) enter() bool {
	p.depth++
	return p.depth < 100
}

// block reads what follows a colon: a line, or an indented part.
func (p *pyParser) block() *node {
	start := p.peek().start
	n := &node{op: sBlock, start: start + p.shift}
	if !p.acceptOp(":") {
		n.kids = append(n.kids, p.bad("a line that is no Python"))
	}
	if p.peek().kind != tNewline {
		n.kids = append(n.kids, p.simpleLine()...)
	} else {
		p.next()
		if p.peek().kind != tIndent {
			return n
		}
		p.next()
		for p.peek().kind != tDedent && p.peek().kind != tEnd {
			if p.peek().kind == tNewline || p.peek().kind == tIndent {
				p.next()
				continue
			}
			n.kids = append(n.kids, p.statement()...)
		}
		if p.peek().kind == tDedent {
			p.next()
		}
	}
	n.end = p.toks[max(p.at-1, 0)].end + p.shift
	return n
}

// statement reads one statement, or the several of one line.
func (p *pyParser) statement() []*node {
	if !p.enter() {
		p.depth--
		return []*node{p.bad("nested too deeply")}
	}
	defer func() { p.depth-- }()
	t := p.peek()
	if t.kind == tName {
		switch t.text {
		case "async":
			p.next()
			return p.statement()
		case "if", "elif":
			return []*node{p.ifStatement()}
		case "while":
			p.next()
			test := p.expression()
			body := p.block()
			n := p.mk(sWhile, t.start, test, body)
			return p.withElse(n)
		case "for":
			p.next()
			target := p.targets()
			p.acceptWord("in")
			over := p.expressions()
			n := p.mk(sFor, t.start, target, over, p.block())
			return p.withElse(n)
		case "def":
			return []*node{p.def(nil)}
		case "class":
			return []*node{p.class()}
		case "with":
			return []*node{p.with()}
		case "try":
			return []*node{p.try()}
		case "match":
			if n := p.match(); n != nil {
				return []*node{n}
			}
		case "else", "except", "finally": // of a statement that could not be read
			p.next()
			for !p.isOp(":") && p.peek().kind != tNewline && p.peek().kind != tEnd {
				p.next()
			}
			return []*node{p.block()}
		}
	}
	if t.kind == tOp && t.text == "@" {
		return []*node{p.decorated()}
	}
	return p.simpleLine()
}

func (p *pyParser) withElse(n *node) []*node {
	if p.acceptWord("else") {
		return []*node{n, p.block()}
	}
	return []*node{n}
}

func (p *pyParser) ifStatement() *node {
	start := p.next().start
	test := p.expression()
	then := p.block()
	n := p.mk(sIf, start, test, then, nil)
	switch {
	case p.isWord("elif"):
		if !p.enter() {
			p.depth--
			n.kids[2] = p.bad("nested too deeply")
			return n
		}
		n.kids[2] = p.ifStatement()
		p.depth--
	case p.acceptWord("else"):
		n.kids[2] = p.block()
	}
	return n
}

func (p *pyParser) decorated() *node {
	var decorators []*node
	for p.isOp("@") {
		p.next()
		decorators = append(decorators, p.expression())
		if p.peek().kind == tNewline {
			p.next()
		}
	}
	p.acceptWord("async")
	switch {
	case p.isWord("def"):
		return p.def(decorators)
	case p.isWord("class"):
		n := p.class()
		return p.mk(sBlock, n.start-p.shift, append(decorators, n)...)
	}
	return p.bad("a decorator of nothing")
}

func (p *pyParser) def(decorators []*node) *node {
	start := p.next().start
	f := &function{name: p.next().text}
	for _, d := range decorators {
		if d.op == oName && (d.str == "staticmethod") {
			f.static = true
		}
	}
	p.acceptOp("(")
	f.params = p.params(")")
	p.acceptOp(")")
	if p.acceptOp("->") {
		p.expression()
	}
	f.body = p.block()
	n := p.mk(sFunc, start, decorators...)
	n.fn = f
	return n
}

// params reads parameters up to the closing token.
func (p *pyParser) params(end string) []param {
	var out []param
	for !p.isOp(end) && p.peek().kind != tEnd && p.peek().kind != tNewline {
		var q param
		switch {
		case p.acceptOp("*"):
			q.star = 1
		case p.acceptOp("**"):
			q.star = 2
		case p.acceptOp("/"), p.acceptOp(","):
			continue
		}
		if p.peek().kind == tName {
			q.name = p.next().text
		} else if q.star == 0 {
			p.next()
			continue
		}
		if end != ":" && p.acceptOp(":") {
			p.expression()
		}
		if p.acceptOp("=") {
			q.def = p.expression()
		}
		if q.name != "" {
			out = append(out, q)
		}
		if !p.acceptOp(",") && !p.isOp(end) {
			p.next()
		}
	}
	return out
}

func (p *pyParser) class() *node {
	start := p.next().start
	name := p.next().text
	var kids []*node
	if p.isOp("[") {
		p.trailer(&node{op: oName})
	}
	if p.isOp("(") {
		c := p.trailer(&node{op: oConst, str: "None", start: start})
		for i, k := range c.kids[1:] {
			if i >= len(c.names) || c.names[i] == "" {
				kids = append(kids, k)
			}
		}
	}
	kids = append(kids, p.block())
	n := p.mk(sClass, start, kids...)
	n.str = name
	return n
}

func (p *pyParser) with() *node {
	start := p.next().start
	paren := false
	if p.isOp("(") { // a bracket around all items, or part of the first
		depth := 0
		for i := p.at; i < len(p.toks); i++ {
			switch t := p.toks[i]; {
			case t.kind == tOp && (t.text == "(" || t.text == "[" || t.text == "{"):
				depth++
			case t.kind == tOp && (t.text == ")" || t.text == "]" || t.text == "}"):
				depth--
			}
			if depth == 0 {
				paren = p.toks[min(i+1, len(p.toks)-1)].kind == tOp && p.toks[min(i+1, len(p.toks)-1)].text == ":"
				break
			}
		}
	}
	if paren {
		p.next()
	}
	var kids []*node
	for p.peek().kind != tEnd && p.peek().kind != tNewline && !p.isOp(":") && !p.isOp(")") {
		before := p.at
		kids = append(kids, p.expression(), nil)
		if p.acceptWord("as") {
			kids[len(kids)-1] = p.primary()
		}
		p.acceptOp(",")
		if p.at == before {
			p.next()
		}
	}
	if paren {
		p.acceptOp(")")
	}
	kids = append(kids, p.block())
	return p.mk(sWith, start, kids...)
}

func (p *pyParser) try() *node {
	start := p.next().start
	kids := []*node{p.block()}
	for {
		switch {
		case p.acceptWord("except"):
			p.acceptOp("*")
			for !p.isOp(":") && p.peek().kind != tNewline && p.peek().kind != tEnd {
				p.next()
			}
			kids = append(kids, p.block())
		case p.acceptWord("else"), p.acceptWord("finally"):
			kids = append(kids, p.block())
		default:
			return p.mk(sTry, start, kids...)
		}
	}
}

// match reads a match statement; nil where the word is only a name.
func (p *pyParser) match() *node {
	save := p.at
	start := p.next().start
	if t := p.peek(); t.kind == tOp && (t.text == "=" || t.text == "." || t.text == ")" || t.text == ",") || t.kind == tNewline {
		p.at = save
		return nil
	}
	subject := p.expressions()
	if !p.isOp(":") || p.toks[min(p.at+1, len(p.toks)-1)].kind != tNewline {
		p.at = save
		return nil
	}
	p.next()
	p.next()
	if p.peek().kind != tIndent {
		p.at = save
		return nil
	}
	p.next()
	all := &node{op: sBlock, start: start + p.shift, kids: []*node{subject}}
	branches := []*node{{op: sBlock}}
	for p.isWord("case") {
		p.next()
		p.targets() // a pattern binds names to parts of the subject
		for !p.isOp(":") && p.peek().kind != tNewline && p.peek().kind != tEnd {
			p.next()
		}
		branches = append(branches, p.block())
	}
	if p.peek().kind == tDedent {
		p.next()
	}
	all.kids = append(all.kids, p.mk(sTry, start, branches...))
	return all
}

// simpleLine reads the statements of one line.
func (p *pyParser) simpleLine() []*node {
	var out []*node
	for {
		before := p.at
		out = append(out, p.simple())
		if p.acceptOp(";") {
			if p.peek().kind == tNewline {
				p.next()
				return out
			}
			continue
		}
		switch k := p.peek().kind; {
		case k == tNewline:
			p.next()
			return out
		case k == tEnd || k == tDedent:
			return out
		case p.at == before || k != tIndent:
			out = append(out, p.bad("a line that is no Python"))
		}
		if p.peek().kind == tNewline {
			p.next()
			return out
		}
		if p.at == before {
			p.next()
		}
	}
}

// simple reads one simple statement.
func (p *pyParser) simple() *node {
	t := p.peek()
	if t.kind == tName {
		after := p.toks[min(p.at+1, len(p.toks)-1)]
		plain := after.kind == tOp && (after.text == "=" || after.text == "." || after.text == "(" && t.text != "del" && t.text != "return" && t.text != "assert" && t.text != "raise" || after.text == "[")
		switch {
		case t.text == "import":
			return p.importing()
		case t.text == "from" && !plain:
			return p.from()
		case t.text == "from":
			return p.from()
		case t.text == "return":
			p.next()
			n := p.mk(sReturn, t.start)
			if !p.lineEnds() {
				n.kids = []*node{p.expressions()}
			}
			return n
		case t.text == "pass":
			p.next()
			n := p.mk(sStop, t.start)
			n.str = "pass"
			return n
		case t.text == "break" || t.text == "continue" || t.text == "raise":
			p.next()
			n := p.mk(sStop, t.start)
			n.str = t.text
			if t.text == "raise" && !p.lineEnds() {
				n.kids = append(n.kids, p.expressions())
				if p.acceptWord("from") {
					n.kids = append(n.kids, p.expression())
				}
			}
			return n
		case t.text == "global" || t.text == "nonlocal":
			p.next()
			n := p.mk(sGlobal, t.start)
			for p.peek().kind == tName {
				n.names = append(n.names, p.next().text)
				p.acceptOp(",")
			}
			return n
		case t.text == "del" && !plain:
			p.next()
			return p.mk(sDel, t.start, p.expressions())
		case t.text == "assert":
			p.next()
			n := p.mk(sDel, t.start, p.expression())
			if p.acceptOp(",") {
				n.kids = append(n.kids, p.expression())
			}
			return n
		case t.text == "type" && after.kind == tName: // type X = ...
			p.next()
			p.next()
			if p.isOp("[") {
				p.trailer(&node{op: oName})
			}
			p.acceptOp("=")
			return p.mk(sDel, t.start, p.expression())
		case (t.text == "print" || t.text == "exec") && !plain && !p.operatorNext(after): // Python 2
			p.next()
			n := p.mk(oCall, t.start, &node{op: oName, str: t.text, start: t.start + p.shift, end: t.end + p.shift})
			if p.acceptOp(">>") {
				p.expression()
				p.acceptOp(",")
			}
			for !p.lineEnds() {
				before := p.at
				n.kids = append(n.kids, p.expression())
				n.names = append(n.names, "")
				if !p.acceptOp(",") || p.at == before {
					break
				}
			}
			n.end = p.toks[max(p.at-1, 0)].end + p.shift
			return n
		}
	}
	return p.assignment()
}

// operatorNext tells that a name is followed by an operator, so that it is a
// plain name.
func (p *pyParser) operatorNext(t token) bool {
	return t.kind == tNewline || t.kind == tEnd || t.kind == tOp && t.text != "(" && t.text != "'" && t.text != ">>" && t.text != "-" && t.text != "~" && t.text != "{" && t.text != "["
}

func (p *pyParser) lineEnds() bool {
	k := p.peek().kind
	return k == tNewline || k == tEnd || k == tDedent || p.isOp(";")
}

func (p *pyParser) assignment() *node {
	start := p.peek().start
	left := p.expressions()
	if p.isOp(":") && (left.op == oName || left.op == oAttr || left.op == oIndex) { // annotated
		p.next()
		p.expression()
		if p.acceptOp("=") {
			return p.mk(oAssign, start, left, p.expressions())
		}
		return p.mk(sBlock, start)
	}
	t := p.peek()
	if t.kind != tOp {
		return left
	}
	switch t.text {
	case "=":
		var targets []*node
		value := left
		for p.acceptOp("=") {
			targets = append(targets, value)
			value = p.expressions()
		}
		n := p.mk(oAssign, start, targets[len(targets)-1], value)
		for i := len(targets) - 2; i >= 0; i-- {
			n = p.mk(oAssign, start, targets[i], n)
		}
		return n
	case "+=", "-=", "*=", "/=", "//=", "%=", "**=", ">>=", "<<=", "&=", "|=", "^=", "@=":
		p.next()
		n := p.mk(oAssign, start, left, p.expressions())
		n.str = t.text
		if t.text == "//=" || t.text == "|=" || t.text == "<<=" { // these mean other things elsewhere
			n.str = "-="
		}
		return n
	}
	return left
}

func (p *pyParser) dotted() string {
	var b strings.Builder
	for {
		t := p.peek()
		if t.kind == tName && t.text != "import" && t.text != "as" || t.kind == tOp && (t.text == "." || t.text == "...") {
			b.WriteString(t.text)
			p.next()
			continue
		}
		return b.String()
	}
}

func (p *pyParser) importing() *node {
	start := p.next().start
	var names []string
	for {
		names = append(names, p.dotted(), "")
		if p.acceptWord("as") {
			names[len(names)-1] = p.next().text
		}
		if !p.acceptOp(",") {
			break
		}
	}
	n := p.mk(sImport, start)
	n.names = names
	return n
}

func (p *pyParser) from() *node {
	start := p.next().start
	module := p.dotted()
	if !p.acceptWord("import") {
		return p.bad("a line that is no Python")
	}
	paren := p.acceptOp("(")
	var names []string
	for p.peek().kind == tName || p.isOp("*") {
		names = append(names, p.next().text, "")
		if p.acceptWord("as") {
			names[len(names)-1] = p.next().text
		}
		if !p.acceptOp(",") {
			break
		}
	}
	if paren {
		p.acceptOp(")")
	}
	n := p.mk(sFrom, start)
	n.str, n.names = module, names
	return n
}

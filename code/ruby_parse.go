package code

// parseRuby reads Ruby text into a tree.
func parseRuby(t *tree, text string) *node {
	steps := 2000 + 12*len(text)
	p := &rubyParser{toks: rubyLex(text), steps: &steps}
	root := &node{op: sBlock, end: len(text)}
	for p.peek().kind != tEnd {
		before := p.at
		p.newlines()
		if p.peek().kind == tEnd {
			break
		}
		root.kids = append(root.kids, p.statement())
		if p.at == before {
			p.next()
		}
	}
	if steps <= 0 {
		root.kids = append(root.kids, &node{op: oBad, str: "nested too deeply", end: len(text)})
	}
	return root
}

// rubyParser reads Ruby by recursive descent. It never fails: what it cannot
// read becomes a node that says so.
type rubyParser struct {
	toks  []token
	at    int
	depth int
	shift int
	noDo  int // in a condition: do belongs to the loop
	steps *int
}

func (p *rubyParser) peek() token { return p.toks[p.at] }

func (p *rubyParser) ahead(n int) token { return p.toks[min(p.at+n, len(p.toks)-1)] }

func (p *rubyParser) next() token {
	t := p.toks[p.at]
	if p.at < len(p.toks)-1 {
		p.at++
	}
	if *p.steps--; *p.steps <= 0 {
		p.at = len(p.toks) - 1
	}
	return t
}

func (p *rubyParser) isOp(s string) bool { t := p.toks[p.at]; return t.kind == tOp && t.text == s }

func (p *rubyParser) isWord(s string) bool { t := p.toks[p.at]; return t.kind == tName && t.text == s }

func (p *rubyParser) acceptOp(s string) bool {
	if p.isOp(s) {
		p.next()
		return true
	}
	return false
}

func (p *rubyParser) acceptWord(s string) bool {
	if p.isWord(s) {
		p.next()
		return true
	}
	return false
}

func (p *rubyParser) newlines() {
	for p.peek().kind == tNewline || p.isOp(";") {
		p.next()
	}
}

func (p *rubyParser) lines() {
	for p.peek().kind == tNewline {
		p.next()
	}
}

func (p *rubyParser) mk(op op, start int, kids ...*node) *node {
	end := start
	if p.at > 0 {
		end = p.toks[p.at-1].end
	}
	return &node{op: op, kids: kids, start: start + p.shift, end: max(start, end) + p.shift}
}

const notRuby = "a statement that is no Ruby"

func (p *rubyParser) bad(why string) *node {
	start := p.peek().start
	if p.peek().kind == tBroken {
		why = p.peek().text
	}
	for k := p.peek(); k.kind != tNewline && k.kind != tEnd && !p.isOp(";") && !p.isOp("}") && !p.isWord("end"); k = p.peek() {
		p.next()
	}
	n := p.mk(oBad, start)
	n.str = why
	return n
}

func (p *rubyParser) enter() bool { p.depth++; return p.depth < 100 }

// until reads statements up to one of the words, which stays.
func (p *rubyParser) until(words ...string) *node {
	n := &node{op: sBlock, start: p.peek().start + p.shift}
	outer := p.noDo
	p.noDo = 0
	defer func() { p.noDo = outer }()
	for {
		p.newlines()
		t := p.peek()
		if t.kind == tEnd {
			b := p.mk(oBad, t.start)
			b.str = "a block that does not end"
			n.kids = append(n.kids, b)
			break
		}
		for _, w := range words {
			if (t.kind == tName || t.kind == tOp) && t.text == w {
				n.end = t.start + p.shift
				return n
			}
		}
		before := p.at
		n.kids = append(n.kids, p.statement())
		if p.at == before {
			p.next()
		}
	}
	n.end = p.peek().start + p.shift
	return n
}

// statement reads one statement with what modifies it.
func (p *rubyParser) statement() *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	start := p.peek().start
	n := p.expressionStatement()
	for {
		t := p.peek()
		if t.kind != tName {
			break
		}
		switch t.text {
		case "if":
			p.next()
			n = p.mk(sIf, start, p.expressionStatement(), n, nil)
		case "unless":
			p.next()
			n = p.mk(sIf, start, p.not(p.expressionStatement()), n, nil)
		case "while":
			p.next()
			n = p.mk(sWhile, start, p.expressionStatement(), n)
		case "until":
			p.next()
			n = p.mk(sWhile, start, p.not(p.expressionStatement()), n)
		case "rescue":
			p.next()
			n = p.mk(sTry, start, n, p.expressionStatement())
		case "else", "elsif", "end", "when", "in", "then", "ensure", "do":
			return n
		default:
			return p.mk(sBlock, start, n, p.bad(notRuby))
		}
	}
	if t := p.peek(); t.kind != tNewline && t.kind != tEnd && !p.isOp(";") && !p.isOp("}") && !p.isOp(")") {
		return p.mk(sBlock, start, n, p.bad(notRuby))
	}
	return n
}

func (p *rubyParser) not(n *node) *node {
	return &node{op: oUnary, str: "!", kids: []*node{n}, start: n.start, end: n.end}
}

// expressionStatement reads expressions joined by and, or, not.
func (p *rubyParser) expressionStatement() *node {
	start := p.peek().start
	var left *node
	if p.acceptWord("not") {
		left = p.not(p.expression())
	} else {
		left = p.expression()
	}
	for p.isWord("and") || p.isWord("or") {
		op := p.next().text
		p.lines()
		left = p.mk(oBin, start, left, p.expression())
		left.str = op
	}
	return left
}

// expression reads one expression, assignments among them.
func (p *rubyParser) expression() *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	start := p.peek().start
	left := p.ternary()
	if p.isOp(",") && assignable(left) && p.multiple() { // a, b = 1, 2
		kids := []*node{left}
		for p.acceptOp(",") {
			kids = append(kids, p.ternary())
		}
		left = p.mk(oList, start, kids...)
	}
	t := p.peek()
	if t.kind != tOp {
		return left
	}
	switch t.text {
	case "=":
		p.next()
		p.lines()
		v := p.expression()
		if p.isOp(",") && (left.op == oList || assignable(left)) {
			kids := []*node{v}
			for p.acceptOp(",") {
				p.lines()
				kids = append(kids, p.ternary())
			}
			v = p.mk(oList, start, kids...)
		}
		if p.isWord("rescue") {
			p.next()
			v = p.mk(oCond, start, &node{op: oName, str: "\x00"}, v, p.expression())
		}
		return p.mk(oAssign, start, left, v)
	case "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", "|=", "&=", "^=", "||=", "&&=":
		p.next()
		p.lines()
		n := p.mk(oAssign, start, left, p.expression())
		n.str = t.text
		if t.text != "+=" && t.text != "||=" && t.text != "&&=" {
			n.str = "-="
		}
		return n
	}
	return left
}

func assignable(n *node) bool {
	return n.op == oName || n.op == oAttr || n.op == oIndex || n.op == oSpread || n.op == oCall && len(n.kids) == 1
}

// multiple tells whether the names with commas that begin here are assigned.
func (p *rubyParser) multiple() bool {
	depth := 0
	for i := p.at; i < len(p.toks) && i < p.at+40; i++ {
		t := p.toks[i]
		if t.kind == tNewline || t.kind == tEnd {
			return false
		}
		if t.kind != tOp {
			if t.kind != tName && t.kind != tNum && t.kind != tStr {
				return false
			}
			continue
		}
		switch t.text {
		case "[":
			depth++
		case "]":
			depth--
			if depth < 0 {
				return false
			}
		case "=":
			return depth == 0
		case ",", "*", ".", "(", ")":
			if t.text == ")" || t.text == "(" {
				return false
			}
		default:
			return false
		}
	}
	return false
}

func (p *rubyParser) ternary() *node {
	start := p.peek().start
	test := p.operators(0)
	if !p.isOp("?") {
		return test
	}
	p.next()
	p.lines()
	then := p.ternary()
	p.lines()
	if t := p.peek(); t.kind == tStr && t.line { // a ? b :c
		p.next()
		return p.mk(oCond, start, test, then, &node{op: oStr, str: t.text})
	}
	p.acceptOp(":")
	p.lines()
	return p.mk(oCond, start, test, then, p.ternary())
}

func rubyPower(t token) int {
	if t.kind != tOp {
		return 0
	}
	switch t.text {
	case "..", "...":
		return 2
	case "||":
		return 3
	case "&&":
		return 4
	case "==", "!=", "===", "=~", "!~", "<=>":
		return 6
	case "<", ">", "<=", ">=":
		return 7
	case "|", "^":
		return 8
	case "&":
		return 9
	case "<<", ">>":
		return 10
	case "+", "-":
		return 11
	case "*", "/", "%":
		return 12
	case "**":
		return 14
	}
	return 0
}

func (p *rubyParser) operators(power int) *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	start := p.peek().start
	left := p.unary()
	for {
		t := p.peek()
		mine := rubyPower(t)
		if mine == 0 || mine <= power {
			return left
		}
		p.next()
		p.lines()
		if (t.text == ".." || t.text == "...") && (p.isOp(")") || p.isOp("]") || p.peek().kind == tEnd) {
			return left
		}
		left = p.mk(oBin, start, left, p.operators(mine))
		left.str = t.text
	}
}

func (p *rubyParser) unary() *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	t := p.peek()
	if t.kind == tOp {
		switch t.text {
		case "!", "-", "+", "~":
			p.next()
			n := p.mk(oUnary, t.start, p.unary())
			n.str = t.text
			return n
		case "*", "**", "&":
			p.next()
			if p.isOp(")") || p.isOp(",") {
				return p.mk(oConst, t.start)
			}
			e := p.unary()
			if t.text == "&" {
				return e
			}
			return p.mk(oSpread, t.start, e)
		case "::":
			p.next()
			return p.unary()
		case "..", "...":
			p.next()
			return p.unary()
		}
	}
	if t.kind == tName && (t.text == "defined?" || t.text == "not") {
		p.next()
		n := p.mk(oUnary, t.start, p.unary())
		n.str = "!"
		if t.text == "defined?" {
			n.str = "defined"
		}
		return n
	}
	return p.postfix(p.primary())
}

// postfix reads .name, ::Name, [i] and calls behind an operand.
func (p *rubyParser) postfix(n *node) *node {
	for {
		t := p.peek()
		if t.kind == tNewline { // a chain goes on with .name on the next line
			i := p.at
			for i < len(p.toks) && p.toks[i].kind == tNewline {
				i++
			}
			if x := p.toks[min(i, len(p.toks)-1)]; x.kind == tOp && (x.text == "." || x.text == "&.") {
				p.at = i
				continue
			}
			return n
		}
		if t.kind != tOp {
			return n
		}
		start := n.start - p.shift
		switch t.text {
		case ".", "&.", "::":
			p.next()
			p.lines()
			x := p.peek()
			if p.isOp("(") { // f.(x)
				n = p.call(n, start)
				continue
			}
			if x.kind != tName && x.kind != tStr && x.kind != tTick && x.kind != tOp {
				return n
			}
			p.next()
			m := p.mk(oAttr, start, n)
			m.str = x.text
			if t.text == "::" && x.text != "" && x.text[0] >= 'A' && x.text[0] <= 'Z' && !p.isOp("(") { // a constant
				n = m
				continue
			}
			n = p.arguments(m, start, x)
		case "[":
			p.next()
			p.lines()
			var key *node
			var parts []*node
			for !p.isOp("]") && p.peek().kind != tEnd {
				before := p.at
				parts = append(parts, p.argument())
				p.lines()
				p.acceptOp(",")
				p.lines()
				if p.at == before {
					p.next()
				}
			}
			p.acceptOp("]")
			switch {
			case len(parts) == 0:
				key = &node{op: oConst, str: ""}
			case len(parts) == 1:
				key = parts[0]
			default:
				key = p.mk(oList, start, parts...)
			}
			n = p.mk(oIndex, start, n, key)
		default:
			return n
		}
	}
}

// arguments reads what follows the name of a method: (..), a bare list, a
// block.
func (p *rubyParser) arguments(f *node, start int, name token) *node {
	t := p.peek()
	switch {
	case t.kind == tOp && t.text == "(" && !t.space:
		return p.call(f, start)
	case t.kind == tOp && t.text == "{" || t.kind == tName && t.text == "do" && p.noDo == 0:
		return p.block(p.mk(oCall, start, f))
	case p.bare(t, name):
		n := p.mk(oCall, start, f)
		p.list(n, "")
		return p.block(n)
	}
	// A method that takes nothing, or an attribute: a call all the same.
	return p.mk(oCall, start, f)
}

// bare tells whether an argument without brackets begins here.
func (p *rubyParser) bare(t, name token) bool {
	if !t.space {
		return false
	}
	switch t.kind {
	case tStr, tNum, tTick, tVar:
		return true
	case tRegex:
		return true
	case tName:
		switch t.text {
		case "if", "unless", "while", "until", "and", "or", "do", "then", "end", "rescue", "ensure", "in", "else", "elsif", "when":
			return false
		}
		return true
	case tOp:
		next := p.ahead(1)
		switch t.text {
		case "[":
			return true
		case "->", "!", "::":
			return true
		case "*", "&", "-", ":", "**", "~":
			return !next.space && next.kind != tNewline
		case "(":
			return true
		}
	}
	return false
}

// call reads (arguments) and a block.
func (p *rubyParser) call(f *node, start int) *node {
	p.next()
	n := p.mk(oCall, start, f)
	outer := p.noDo
	p.noDo = 0
	p.list(n, ")")
	p.noDo = outer
	if !p.acceptOp(")") {
		return p.mk(oSeq, start, n, p.bad(notRuby))
	}
	n.end = p.toks[p.at-1].end + p.shift
	return p.block(n)
}

// list reads arguments up to a closing token, or to the line's end.
func (p *rubyParser) list(n *node, end string) {
	if end != "" {
		p.lines()
	}
	for p.peek().kind != tEnd && !(end != "" && p.isOp(end)) {
		before := p.at
		name := ""
		t := p.peek()
		switch {
		case t.kind == tOp && (t.text == "*" || t.text == "**"):
			p.next()
			name = t.text
			n.kids, n.names = append(n.kids, p.ternary()), append(n.names, name)
		case t.kind == tOp && t.text == "&":
			p.next()
			if s := p.peek(); s.kind == tStr && s.line { // &:name
				p.next()
				f := &node{op: oFunc, fn: &function{expr: true, params: []param{{name: "\x00it"}}, body: &node{op: oCall, kids: []*node{{op: oAttr, str: s.text, kids: []*node{{op: oName, str: "\x00it"}}}}}}, start: t.start + p.shift, end: s.end + p.shift}
				n.kids, n.names = append(n.kids, f), append(n.names, "")
			} else if !p.isOp(")") {
				n.kids, n.names = append(n.kids, p.ternary()), append(n.names, "")
			}
		case t.kind == tName && p.ahead(1).kind == tOp && p.ahead(1).text == ":" && !p.ahead(1).space, t.kind == tStr && t.line && p.ahead(1).kind == tOp && p.ahead(1).text == ":" && !p.ahead(1).space:
			p.next()
			p.next()
			p.lines()
			if p.isOp(",") || p.isOp(")") {
				n.kids, n.names = append(n.kids, &node{op: oName, str: t.text}), append(n.names, t.text)
				break
			}
			n.kids, n.names = append(n.kids, p.argument()), append(n.names, t.text)
		default:
			e := p.argument()
			if p.isOp("=>") { // 'key' => value
				p.next()
				p.lines()
				key := e.str
				n.kids, n.names = append(n.kids, p.argument()), append(n.names, key)
				break
			}
			n.kids, n.names = append(n.kids, e), append(n.names, "")
		}
		if end != "" {
			p.lines()
		}
		if !p.acceptOp(",") {
			break
		}
		p.lines()
		if p.at == before {
			p.next()
		}
	}
	n.end = p.toks[max(p.at-1, 0)].end + p.shift
}

// argument reads one argument; it may be an assignment.
func (p *rubyParser) argument() *node {
	start := p.peek().start
	e := p.ternary()
	if p.isOp("=") {
		p.next()
		p.lines()
		return p.mk(oAssign, start, e, p.ternary())
	}
	return e
}

// block reads { |x| ... } or do |x| ... end behind a call, as its last
// argument.
func (p *rubyParser) block(n *node) *node {
	t := p.peek()
	end := ""
	switch {
	case t.kind == tOp && t.text == "{":
		end = "}"
	case t.kind == tName && t.text == "do" && p.noDo == 0:
		end = "end"
	default:
		return n
	}
	if !p.enter() {
		p.depth--
		n.kids, n.names = append(n.kids, p.bad("nested too deeply")), append(n.names, "")
		return n
	}
	defer func() { p.depth-- }()
	p.next()
	f := &function{}
	p.lines()
	if p.acceptOp("|") {
		f.params = p.params("|")
		p.acceptOp("|")
	} else if p.acceptOp("||") {
	}
	body := p.until(end, "rescue", "ensure")
	body = p.rescues(body, end)
	if end == "}" {
		p.acceptOp("}")
	} else {
		p.acceptWord("end")
	}
	if f.params == nil {
		f.params = []param{{name: "it"}}
	}
	f.body = valued(body)
	fn := p.mk(oFunc, t.start)
	fn.fn = f
	n.kids, n.names = append(n.kids, fn), append(n.names, "")
	n.end = p.toks[max(p.at-1, 0)].end + p.shift
	return n
}

// rescues reads rescue, else and ensure parts.
func (p *rubyParser) rescues(body *node, end string) *node {
	if !p.isWord("rescue") && !p.isWord("ensure") && !p.isWord("else") {
		return body
	}
	kids := []*node{body}
	for p.isWord("rescue") || p.isWord("ensure") || p.isWord("else") {
		if p.next().text == "rescue" {
			for p.peek().kind != tNewline && p.peek().kind != tEnd && !p.isWord("then") && !p.isOp(";") {
				p.next()
			}
			p.acceptWord("then")
		}
		kids = append(kids, p.until(end, "rescue", "ensure", "else"))
	}
	return &node{op: sBlock, kids: []*node{{op: sTry, kids: kids, start: body.start, end: body.end}}, start: body.start, end: body.end}
}

// params reads the parameters of a block or a method.
func (p *rubyParser) params(end string) []param {
	out := []param{}
	for !p.isOp(end) && p.peek().kind != tEnd && !(end == "\n" && (p.peek().kind == tNewline || p.isOp(";"))) {
		before := p.at
		var q param
		switch {
		case p.acceptOp("*"):
			q.star = 1
		case p.acceptOp("**"):
			q.star = 2
		case p.acceptOp("&"):
		}
		switch t := p.peek(); {
		case t.kind == tName:
			p.next()
			q.name = t.text
			if p.acceptOp(":") && !p.isOp(",") && !p.isOp(end) && p.peek().kind != tNewline {
				q.def = p.operators(9)
			}
			if p.acceptOp("=") {
				q.def = p.operators(9)
			}
			out = append(out, q)
		case t.kind == tOp && t.text == "(": // |(a, b), c|
			p.next()
			inner := p.params(")")
			p.acceptOp(")")
			target := &node{op: oList}
			for _, x := range inner {
				target.kids = append(target.kids, &node{op: oName, str: x.name})
			}
			out = append(out, param{target: target})
		}
		if p.acceptOp(",") || p.acceptOp(";") {
			continue
		}
		if p.peek().kind == tNewline && end != "\n" {
			p.next()
			continue
		}
		if p.at == before {
			p.next()
		}
	}
	return out
}

// text is the node of a text token.
func (p *rubyParser) text(t token) *node {
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
		q := &rubyParser{toks: rubyLex(pt.expr), depth: p.depth + 10, shift: p.shift + pt.at, steps: p.steps}
		n.kids = append(n.kids, q.expressionStatement())
	}
	return n
}

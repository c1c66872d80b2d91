package code

import "strings"

// braceParser reads languages with braces: JavaScript and TypeScript, PHP, R.
// It never fails: what it cannot read becomes a node that says so, and it
// goes on at the next statement.
type braceParser struct {
	toks  []token
	match []int // of an opening bracket: the place of the closing one, or the end
	at    int
	lang  Lang
	depth int
	shift int
	noIn  bool // in the head of a for: "in" and "of" end an expression
	paren int  // open round and square brackets, in which R does not end lines
	cond  int  // open conditional expressions
}

func parseBraces(t *tree, text string) *node {
	p := newBraceParser(text, t.lang.lang)
	root := &node{op: sBlock, end: len(text)}
	for p.peek().kind != tEnd {
		before := p.at
		root.kids = append(root.kids, p.statement())
		if p.at == before {
			p.next()
		}
	}
	return root
}

func newBraceParser(text string, lang Lang) *braceParser {
	p := &braceParser{toks: braceLex(text, lang), lang: lang}
	p.match = make([]int, len(p.toks))
	var open []int
	for i, t := range p.toks {
		p.match[i] = len(p.toks) - 1
		if t.kind != tOp {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			if len(open) > 0 {
				p.match[open[len(open)-1]] = i
				open = open[:len(open)-1]
			}
		}
	}
	if len(open) > 0 { // something is missing: say so
		last := len(p.toks) - 1
		end := p.toks[last]
		p.toks = append(p.toks[:last], token{kind: tBroken, text: "a bracket that does not close", start: end.start, end: end.end, line: true}, end)
		p.match = append(p.match, len(p.toks)-1)
	}
	return p
}

func (p *braceParser) peek() token { return p.toks[p.at] }

func (p *braceParser) ahead(n int) token { return p.toks[min(p.at+n, len(p.toks)-1)] }

func (p *braceParser) next() token {
	t := p.toks[p.at]
	if p.at < len(p.toks)-1 {
		p.at++
	}
	return t
}

func (p *braceParser) isOp(s string) bool { t := p.toks[p.at]; return t.kind == tOp && t.text == s }

func (p *braceParser) isWord(s string) bool {
	t := p.toks[p.at]
	return t.kind == tName && (t.text == s || p.lang == PHP && strings.EqualFold(t.text, s))
}

func (p *braceParser) acceptOp(s string) bool {
	if p.isOp(s) {
		p.next()
		return true
	}
	return false
}

func (p *braceParser) acceptWord(s string) bool {
	if p.isWord(s) {
		p.next()
		return true
	}
	return false
}

func (p *braceParser) mk(op op, start int, kids ...*node) *node {
	end := start
	if p.at > 0 {
		end = p.toks[p.at-1].end
	}
	return &node{op: op, kids: kids, start: start + p.shift, end: max(end, start) + p.shift}
}

// bad gives up on the rest of the statement.
func (p *braceParser) bad(why string) *node {
	start := p.peek().start
	if p.peek().kind == tBroken {
		why = p.peek().text
	}
	for first := true; ; first = false {
		t := p.peek()
		if t.kind == tEnd || t.kind == tOp && (t.text == ";" || t.text == "}") || t.line && !first {
			break
		}
		if t.kind == tOp && (t.text == "(" || t.text == "[" || t.text == "{") && p.match[p.at] > p.at {
			p.at = p.match[p.at]
		}
		p.next()
	}
	n := p.mk(oBad, start)
	n.str = why
	return n
}

func (p *braceParser) enter() bool {
	p.depth++
	return p.depth < 100
}

const notRead = "a statement that cannot be read"

// block reads { ... }, or one statement where no brace stands.
func (p *braceParser) block() *node {
	start := p.peek().start
	if p.lang == PHP && p.isOp(":") { // if (x): ... endif;
		p.next()
		n := &node{op: sBlock, start: start + p.shift}
		for p.peek().kind != tEnd {
			t := p.peek()
			low := strings.ToLower(t.text)
			if t.kind == tName && (strings.HasPrefix(low, "end") && low != "end" || low == "else" || low == "elseif") {
				if low[0] == 'e' && low[1] == 'n' {
					p.next()
					p.acceptOp(";")
				}
				break
			}
			before := p.at
			n.kids = append(n.kids, p.statement())
			if p.at == before {
				p.next()
			}
		}
		n.end = p.toks[max(p.at-1, 0)].end + p.shift
		return n
	}
	if !p.isOp("{") {
		return p.statement()
	}
	p.next()
	n := &node{op: sBlock, start: start + p.shift}
	outer, cond, noIn := p.paren, p.cond, p.noIn
	p.paren, p.cond, p.noIn = 0, 0, false
	defer func() { p.paren, p.cond, p.noIn = outer, cond, noIn }()
	for !p.isOp("}") && p.peek().kind != tEnd {
		before := p.at
		n.kids = append(n.kids, p.statement())
		if p.at == before {
			p.next()
		}
	}
	p.acceptOp("}")
	n.end = p.toks[max(p.at-1, 0)].end + p.shift
	return n
}

// statement reads one statement.
func (p *braceParser) statement() *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	t := p.peek()
	switch t.kind {
	case tBroken:
		return p.bad("")
	case tOp:
		switch t.text {
		case "{":
			return p.block()
		case ";":
			p.next()
			return &node{op: sBlock}
		case "@":
			if p.lang == Node { // a decorator
				p.next()
				e := p.operators(20)
				return p.mk(sBlock, t.start, e, p.statement())
			}
		case "#[": // an attribute
			depth := 1
			p.next()
			for depth > 0 && p.peek().kind != tEnd {
				switch x := p.next(); x.text {
				case "[", "#[":
					depth++
				case "]":
					depth--
				}
			}
			return p.statement()
		}
	case tName:
		if n := p.keyword(t); n != nil {
			return n
		}
	}
	n := p.expressions()
	p.end()
	return n
}

// end passes over the end of a statement.
func (p *braceParser) end() {
	if p.acceptOp(";") {
		return
	}
	t := p.peek()
	if t.kind == tEnd || t.line || t.kind == tOp && (t.text == "}" || t.text == ")") {
		return
	}
}

// keyword reads statements that begin with a word; nil where the word begins
// an expression.
func (p *braceParser) keyword(t token) *node {
	word := t.text
	if p.lang == PHP {
		word = strings.ToLower(word)
	}
	after := p.ahead(1)
	if after.kind == tOp && (after.text == "=" || after.text == "." || after.text == "=>" || after.text == "," || after.text == "<-") && word != "default" && word != "return" {
		return nil
	}
	switch word {
	case "if", "elseif":
		p.next()
		test := p.test()
		then := p.block()
		n := p.mk(sIf, t.start, test, then, nil)
		switch {
		case p.isWord("elseif"):
			n.kids[2] = p.statement()
		case p.acceptWord("else"):
			n.kids[2] = p.block()
		}
		return n
	case "while":
		p.next()
		test := p.test()
		return p.mk(sWhile, t.start, test, p.block())
	case "repeat":
		if p.lang == R {
			p.next()
			return p.mk(sWhile, t.start, nil, p.block())
		}
	case "do":
		p.next()
		body := p.block()
		test := &node{op: oConst, str: ""}
		if p.acceptWord("while") {
			test = p.test()
		}
		p.acceptOp(";")
		return p.mk(sBlock, t.start, body, p.mk(sWhile, t.start, test, body))
	case "for", "foreach":
		return p.loop()
	case "return":
		p.next()
		n := p.mk(sReturn, t.start)
		if p.lang == R {
			if p.isOp("(") {
				n.kids = []*node{p.expressions()}
			}
			return n
		}
		if x := p.peek(); !x.line && x.kind != tEnd && !p.isOp(";") && !p.isOp("}") {
			n.kids = []*node{p.expressions()}
		}
		p.end()
		return n
	case "throw":
		p.next()
		n := p.mk(sStop, t.start, p.expressions())
		n.str = "raise"
		p.end()
		return n
	case "break", "continue", "next":
		if word == "next" && p.lang != R {
			return nil
		}
		p.next()
		if x := p.peek(); x.kind == tName && !x.line || x.kind == tNum && !x.line {
			p.next()
		}
		p.end()
		n := p.mk(sStop, t.start)
		n.str = "break"
		return n
	case "try":
		if p.lang == R {
			return nil
		}
		p.next()
		kids := []*node{p.block()}
		for {
			if p.acceptWord("catch") {
				if p.isOp("(") {
					p.at = p.match[p.at]
					p.next()
				}
				kids = append(kids, p.block())
				continue
			}
			if p.acceptWord("finally") {
				kids = append(kids, p.block())
				continue
			}
			return p.mk(sTry, t.start, kids...)
		}
	case "switch":
		return p.switching()
	case "function":
		if p.lang == R || after.kind == tOp && after.text == "(" {
			return nil
		}
		return p.function()
	case "async":
		if after.kind == tName && after.text == "function" {
			p.next()
			return p.function()
		}
		return nil
	case "class", "trait", "interface", "enum", "abstract", "final", "readonly":
		if p.lang == R {
			return nil
		}
		return p.classLike()
	case "var", "let", "const":
		if p.lang == R || word == "let" && after.kind != tName && !(after.kind == tOp && (after.text == "{" || after.text == "[")) {
			return nil
		}
		if p.lang == Node && word == "const" && after.text == "enum" {
			p.next()
			return p.classLike()
		}
		return p.declaration()
	}
	if p.lang == Node {
		return p.jsKeyword(t, after)
	}
	if p.lang == PHP {
		return p.phpKeyword(word, t, after)
	}
	return nil
}

// test reads a condition in brackets.
func (p *braceParser) test() *node {
	if !p.acceptOp("(") {
		return p.expression()
	}
	p.paren++
	n := p.expressions()
	p.paren--
	p.acceptOp(")")
	return n
}

// loop reads the forms of for.
func (p *braceParser) loop() *node {
	start := p.next().start
	p.acceptWord("await")
	if !p.acceptOp("(") {
		return p.bad(notRead)
	}
	end := p.match[p.at-1]
	over := -1 // where "of", "in", "as" stands
	depth := 0
	semi := false
	for i := p.at; i < end; i++ {
		t := p.toks[i]
		switch {
		case t.kind == tOp && (t.text == "(" || t.text == "[" || t.text == "{"):
			depth++
		case t.kind == tOp && (t.text == ")" || t.text == "]" || t.text == "}"):
			depth--
		case depth == 0 && t.kind == tOp && t.text == ";":
			semi = true
		case depth == 0 && over < 0 && t.kind == tName && (t.text == "of" && p.lang == Node || t.text == "in" && p.lang != PHP || strings.EqualFold(t.text, "as") && p.lang == PHP):
			over = i
		}
	}
	if over > 0 && !semi {
		var target, list *node
		if p.lang == PHP {
			list = p.expression()
			p.acceptWord("as")
			target = p.pattern()
			if p.acceptOp("=>") {
				key := target
				target = &node{op: oList, kids: []*node{key, p.pattern()}}
			}
		} else {
			for p.isWord("const") || p.isWord("let") || p.isWord("var") {
				p.next()
			}
			p.noIn = true
			target = p.pattern()
			p.noIn = false
			keys := p.isWord("in") && p.lang == Node
			p.next()
			list = p.expressions()
			if keys { // the names, not the values
				list = &node{op: oCall, kids: []*node{{op: oName, str: "\x00keys"}, list}, start: list.start, end: list.end}
			}
		}
		p.at = end
		p.acceptOp(")")
		body := p.block()
		if p.lang == PHP && target.op == oList && len(target.kids) == 2 {
			list = &node{op: oCall, kids: []*node{{op: oName, str: "\x00pairs"}, list}, start: list.start, end: list.end}
		}
		return p.mk(sFor, start, target, list, body)
	}
	var parts [3]*node
	for i := range parts {
		if !p.isOp(";") && !p.isOp(")") {
			if p.isWord("let") || p.isWord("var") || p.isWord("const") {
				parts[i] = p.declaration()
				continue
			}
			parts[i] = p.expressions()
		}
		p.acceptOp(";")
	}
	p.at = max(p.at, end)
	p.acceptOp(")")
	body := p.block()
	inner := p.mk(sBlock, start, body)
	if parts[2] != nil {
		inner.kids = append(inner.kids, parts[2])
	}
	all := p.mk(sBlock, start)
	if parts[0] != nil {
		all.kids = append(all.kids, parts[0])
	}
	all.kids = append(all.kids, p.mk(sWhile, start, parts[1], inner))
	return all
}

func (p *braceParser) switching() *node {
	start := p.next().start
	subject := p.test()
	if !p.acceptOp("{") {
		return p.bad(notRead)
	}
	kids := []*node{{op: sBlock}}
	cur := &node{op: sBlock}
	for !p.isOp("}") && p.peek().kind != tEnd {
		before := p.at
		switch {
		case p.isWord("case") || p.isWord("default"):
			isCase := p.next().text != "default"
			if isCase && !p.isOp(":") {
				e := p.expressions()
				subject = &node{op: oSeq, kids: []*node{e, subject}, start: subject.start, end: subject.end}
			}
			if !p.acceptOp(":") {
				p.acceptOp(";")
			}
			cur = &node{op: sBlock, start: p.peek().start + p.shift}
			kids = append(kids, cur)
		default:
			cur.kids = append(cur.kids, p.statement())
		}
		if p.at == before {
			p.next()
		}
	}
	p.acceptOp("}")
	return p.mk(sBlock, start, subject, p.mk(sTry, start, kids...))
}

// declaration reads var, let and const.
func (p *braceParser) declaration() *node {
	start := p.next().start
	n := p.mk(sBlock, start)
	for {
		at := p.peek().start
		p.noIn = true
		target := p.pattern()
		p.noIn = false
		if p.lang == Node {
			p.acceptOp("!")
			if p.acceptOp(":") {
				p.typ()
			}
		}
		if p.acceptOp("=") {
			a := p.mk(oAssign, at, target, p.expression())
			a.names = []string{"declare"}
			n.kids = append(n.kids, a)
		} else if target.op == oName {
			a := p.mk(oAssign, at, target, &node{op: oConst, str: "undefined"})
			a.names = []string{"declare"}
			n.kids = append(n.kids, a)
		}
		if !p.acceptOp(",") {
			break
		}
	}
	p.end()
	return n
}

// pattern reads what is assigned to: a name, [a, b], {a, b: c}.
func (p *braceParser) pattern() *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	t := p.peek()
	switch {
	case p.acceptOp("..."):
		return p.mk(oSpread, t.start, p.pattern())
	case p.acceptOp("&"):
		return p.pattern()
	case p.acceptOp("["):
		n := p.mk(oList, t.start)
		for !p.isOp("]") && p.peek().kind != tEnd {
			before := p.at
			if p.acceptOp(",") {
				n.kids = append(n.kids, nil)
				continue
			}
			k := p.pattern()
			if p.acceptOp("=>") {
				k = p.pattern()
			}
			n.kids = append(n.kids, p.defaulted(k))
			p.acceptOp(",")
			if p.at == before {
				p.next()
			}
		}
		p.acceptOp("]")
		return n
	case p.lang == Node && p.acceptOp("{"):
		n := p.mk(oDict, t.start)
		for !p.isOp("}") && p.peek().kind != tEnd {
			before := p.at
			if p.acceptOp("...") {
				n.kids = append(n.kids, nil, p.pattern())
			} else {
				var key *node
				if p.acceptOp("[") {
					key = p.expression()
					p.acceptOp("]")
				} else {
					k := p.next()
					key = &node{op: oStr, str: k.text, start: k.start + p.shift, end: k.end + p.shift}
				}
				target := &node{op: oName, str: key.str, start: key.start, end: key.end}
				if p.acceptOp(":") {
					target = p.pattern()
				}
				n.kids = append(n.kids, key, p.defaulted(target))
			}
			p.acceptOp(",")
			if p.at == before {
				p.next()
			}
		}
		p.acceptOp("}")
		return n
	case t.kind == tName && p.lang != PHP:
		p.next()
		n := p.mk(oName, t.start)
		n.str = t.text
		return n
	}
	return p.operators(20)
}

func (p *braceParser) defaulted(target *node) *node {
	if p.acceptOp("=") {
		return p.mk(oAssign, target.start-p.shift, target, p.expression())
	}
	return target
}

// function reads function name(params) { ... }.
func (p *braceParser) function() *node {
	start := p.next().start
	p.acceptOp("*")
	p.acceptOp("&")
	f := &function{name: p.next().text}
	if p.lang == PHP {
		f.name = strings.ToLower(f.name)
	}
	p.generics()
	f.params = p.params()
	p.returns()
	if p.isOp("{") {
		f.body = p.block()
	} else {
		p.end() // only declared
		return p.mk(sBlock, start)
	}
	n := p.mk(sFunc, start)
	n.fn = f
	return n
}

// params reads (a, b = 1, ...c).
func (p *braceParser) params() []param {
	var out []param
	if !p.acceptOp("(") {
		return nil
	}
	end := p.match[p.at-1]
	for p.at < end {
		before := p.at
		var q param
		for p.lang == PHP && (p.peek().kind == tName || p.isOp("?") || p.isOp("|") || p.isOp("&")) { // types
			p.next()
		}
		for p.lang == Node && p.peek().kind == tName && p.ahead(1).kind == tName { // private x
			p.next()
		}
		if p.acceptOp("@") {
			p.operators(20)
		}
		p.acceptOp("&")
		if p.acceptOp("...") {
			q.star = 1
			if p.lang == R {
				q.name = "..."
			}
		}
		t := p.peek()
		switch {
		case p.lang == PHP && t.kind == tVar, t.kind == tName:
			p.next()
			q.name = t.text
		case t.kind == tOp && (t.text == "{" || t.text == "["):
			q.target = p.pattern()
		}
		p.acceptOp("?")
		if p.lang == Node && p.acceptOp(":") {
			p.typ()
		}
		if p.acceptOp("=") {
			q.def = p.expression()
		}
		if q.name != "" || q.target != nil {
			out = append(out, q)
		}
		if !p.acceptOp(",") && p.at == before {
			p.next()
		}
	}
	p.at = max(p.at, end)
	p.acceptOp(")")
	return out
}

// returns passes over the type of a result and what a closure takes along.
func (p *braceParser) returns() {
	if p.acceptWord("use") && p.isOp("(") {
		p.at = p.match[p.at]
		p.next()
	}
	if p.isOp(":") {
		p.next()
		p.typ()
	}
}

// typ passes over a type.
func (p *braceParser) typ() {
	for {
		t := p.peek()
		switch {
		case p.lang == PHP && (t.kind == tName || p.isOp("?") || p.isOp("|") || p.isOp("&")):
			p.next()
			continue
		case p.lang == PHP:
			return
		case t.kind == tOp && (t.text == "{" || t.text == "[" || t.text == "("):
			p.at = p.match[p.at]
			p.next()
			if p.isOp("=>") {
				p.next()
				continue
			}
		case t.kind == tName || t.kind == tStr || t.kind == tNum || p.isOp("*") || p.isOp("-"):
			p.next()
			switch t.text {
			case "keyof", "typeof", "readonly", "infer", "unique", "new", "is", "asserts", "extends":
				continue
			}
			if p.isWord("is") || p.isWord("extends") {
				p.next()
				continue
			}
		case p.isOp("|") || p.isOp("&"):
			p.next()
			continue
		default:
			return
		}
		p.generics()
		for p.isOp("[") && !p.peek().line {
			p.at = p.match[p.at]
			p.next()
		}
		if p.isOp("|") || p.isOp("&") || p.isOp(".") {
			p.next()
			continue
		}
		return
	}
}

// generics passes over <...>.
func (p *braceParser) generics() {
	if p.lang != Node || !p.isOp("<") {
		return
	}
	if end := p.genericsEnd(p.at); end > 0 {
		p.at = end
	}
}

// genericsEnd finds the place behind <...> at i; 0 where there is none.
func (p *braceParser) genericsEnd(i int) int {
	depth := 0
	for k := i; k < len(p.toks) && k < i+200; k++ {
		t := p.toks[k]
		if t.kind == tOp {
			switch t.text {
			case "<":
				depth++
			case ">":
				depth--
			case ">>":
				depth -= 2
			case ">>>":
				depth -= 3
			case "{", "(", "[":
				k = p.match[k]
			case ",", ".", "|", "&", "=>", "[]", "?", ":", "=", "*", "...":
			default:
				return 0
			}
		} else if t.kind != tName && t.kind != tStr && t.kind != tNum {
			return 0
		}
		if depth <= 0 {
			return k + 1
		}
	}
	return 0
}

// classLike reads a class, or passes over an interface or enumeration.
func (p *braceParser) classLike() *node {
	start := p.peek().start
	for p.isWord("abstract") || p.isWord("final") || p.isWord("readonly") || p.isWord("export") {
		p.next()
	}
	kind := p.peek().text
	if kind == "function" {
		return p.function()
	}
	p.next()
	n := p.mk(sClass, start)
	if p.peek().kind == tName && !p.isWord("extends") && !p.isWord("implements") {
		n.str = p.next().text
	}
	p.generics()
	for p.peek().kind == tName || p.isOp(",") || p.isOp(":") || p.isOp("\\") || p.isOp("?") {
		if p.acceptWord("extends") {
			n.kids = append(n.kids, p.operators(20))
			p.generics()
			continue
		}
		p.next()
		p.generics()
		if p.isOp("(") { // the arguments of PHP's new class(...)
			p.at = p.match[p.at]
			p.next()
		}
	}
	body := &node{op: sBlock, start: p.peek().start + p.shift}
	if !p.acceptOp("{") {
		n.kids = append(n.kids, body)
		return n
	}
	end := p.match[p.at-1]
	if kind == "interface" || kind == "enum" && p.lang == Node {
		p.at = end
		p.acceptOp("}")
		n.kids = append(n.kids, body)
		n.end = p.toks[max(p.at-1, 0)].end + p.shift
		return n
	}
	for p.at < end && p.peek().kind != tEnd {
		before := p.at
		if m := p.member(); m != nil {
			body.kids = append(body.kids, m)
		}
		if p.at == before {
			p.next()
		}
	}
	p.at = max(p.at, end)
	p.acceptOp("}")
	body.end = p.toks[max(p.at-1, 0)].end + p.shift
	n.kids = append(n.kids, body)
	n.end = body.end
	return n
}

// member reads one member of a class.
func (p *braceParser) member() *node {
	start := p.peek().start
	static := false
	for {
		t := p.peek()
		if t.kind == tOp && t.text == "@" {
			p.next()
			p.operators(20)
			continue
		}
		if t.kind == tOp && (t.text == ";" || t.text == "*" || t.text == "?") {
			p.next()
			continue
		}
		if t.kind == tOp && t.text == "#[" {
			return p.statement()
		}
		if t.kind != tName {
			break
		}
		low := t.text
		if p.lang == PHP {
			low = strings.ToLower(low)
		}
		after := p.ahead(1)
		if after.kind == tOp && (after.text == "(" || after.text == "=" || after.text == ";" || after.text == "}" || after.text == ":" && p.lang == Node) {
			break
		}
		switch low {
		case "static":
			static = true
			if after.kind == tOp && after.text == "{" {
				p.next()
				return p.block()
			}
		case "public", "private", "protected", "readonly", "async", "get", "set", "abstract", "final", "override", "declare", "const", "var", "accessor", "function", "case":
		case "use":
			for !p.isOp(";") && !p.isOp("}") && p.peek().kind != tEnd {
				p.next()
			}
			return nil
		default:
			if p.lang == PHP && (after.kind == tVar || after.kind == tName || after.kind == tOp && (after.text == "|" || after.text == "&")) { // a type
				break
			}
			goto name
		}
		p.next()
	}
name:
	if p.acceptOp("&") {
	}
	t := p.next()
	name := t.text
	if t.kind == tOp && t.text == "[" {
		p.at--
		p.next()
		e := p.expression()
		p.acceptOp("]")
		name = e.str
	}
	if t.kind == tOp && t.text == "#" { // a private name
		name = "#" + p.next().text
	}
	if t.kind == tVar {
		name = t.text[1:]
	}
	p.acceptOp("?")
	p.acceptOp("!")
	p.generics()
	if p.isOp("(") {
		f := &function{name: name, static: static}
		f.params = p.params()
		p.returns()
		if !p.isOp("{") {
			p.end()
			return nil
		}
		f.body = p.block()
		n := p.mk(sFunc, start)
		n.fn = f
		return n
	}
	if p.lang == Node && p.acceptOp(":") {
		p.typ()
	}
	if p.acceptOp("=") {
		target := &node{op: oName, str: name, start: t.start + p.shift, end: t.end + p.shift}
		n := p.mk(oAssign, start, target, p.expression())
		n.names = []string{"declare"}
		p.acceptOp(";")
		return n
	}
	p.acceptOp(";")
	return nil
}

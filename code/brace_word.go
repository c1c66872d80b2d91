package code

// jsKeyword reads statements that only JavaScript and TypeScript have; nil
// where the word begins an expression.
func (p *braceParser) jsKeyword(t, after token) *node {
	switch t.text {
	case "import":
		if after.kind == tOp && (after.text == "(" || after.text == ".") {
			return nil
		}
		return p.importing()
	case "export":
		p.next()
		switch {
		case p.acceptWord("default"):
			return p.statement()
		case p.isOp("*") || p.isOp("{"):
			for p.isOp("*") || p.isWord("as") || p.peek().kind == tName && !p.isWord("from") {
				p.next()
			}
			if p.isOp("{") {
				p.at = p.match[p.at]
				p.next()
			}
			n := p.mk(sFrom, t.start)
			if p.acceptWord("from") {
				n.str = p.next().text
				p.end()
				n.end = p.toks[max(p.at-1, 0)].end + p.shift
				return n
			}
			p.end()
			return p.mk(sBlock, t.start)
		case p.acceptOp("="):
			return p.statement()
		}
		return p.statement()
	case "debugger":
		p.next()
		p.end()
		return p.mk(sBlock, t.start)
	case "type":
		if after.kind == tName && p.ahead(2).kind == tOp && (p.ahead(2).text == "=" || p.ahead(2).text == "<") {
			p.next()
			p.next()
			p.generics()
			p.acceptOp("=")
			p.acceptOp("|")
			p.typ()
			for p.acceptOp("?") || p.acceptOp(":") { // conditional types
				p.typ()
			}
			p.end()
			return p.mk(sBlock, t.start)
		}
	case "declare", "namespace", "module":
		if after.kind == tName && !after.line || t.text == "declare" && after.kind == tName {
			p.next()
			for p.peek().kind == tName && !p.peek().line && !p.isWord("const") && !p.isWord("function") && !p.isWord("class") && !p.isWord("let") && !p.isWord("var") {
				p.next()
				p.acceptOp(".")
			}
			if p.isOp("{") {
				if t.text == "declare" {
					p.at = p.match[p.at]
					p.next()
					return p.mk(sBlock, t.start)
				}
				return p.block()
			}
			return p.statement()
		}
	}
	if after.kind == tOp && after.text == ":" && p.ahead(2).kind == tName && (p.ahead(2).text == "for" || p.ahead(2).text == "while") { // a label
		p.next()
		p.next()
		return p.statement()
	}
	return nil
}

// importing reads the forms of import.
func (p *braceParser) importing() *node {
	start := p.next().start
	if p.peek().kind == tStr {
		n := p.mk(sFrom, start)
		n.str = p.next().text
		p.end()
		n.end = p.toks[max(p.at-1, 0)].end + p.shift
		return n
	}
	types := p.isWord("type") && p.ahead(1).text != "from" && p.ahead(1).text != ","
	if types {
		p.next()
	}
	var names []string
	whole := ""
	for !p.isWord("from") && p.peek().kind != tEnd && !p.isOp(";") {
		before := p.at
		switch {
		case p.acceptOp("*"):
			p.acceptWord("as")
			whole = p.next().text
		case p.acceptOp("{"):
			end := p.match[p.at-1]
			for p.at < end {
				name := p.next().text
				if name == "type" && p.peek().kind == tName && !p.isWord("as") {
					p.next()
					continue
				}
				if name == "," {
					continue
				}
				as := name
				if p.acceptWord("as") {
					as = p.next().text
				}
				names = append(names, name, as)
			}
			p.acceptOp("}")
		case p.acceptOp(","):
		case p.peek().kind == tName:
			names = append(names, "default", p.next().text)
			if p.acceptOp("=") { // import x = require('x')
				e := p.expression()
				p.end()
				n := p.mk(oAssign, start, &node{op: oName, str: names[len(names)-1]}, e)
				n.names = []string{"declare"}
				return n
			}
		}
		if p.at == before {
			p.next()
		}
	}
	if !p.acceptWord("from") {
		return p.bad(notRead)
	}
	module := p.next().text
	if p.isWord("with") || p.isWord("assert") {
		p.next()
		p.expression()
	}
	p.end()
	if types {
		return p.mk(sBlock, start)
	}
	n := p.mk(sFrom, start)
	n.str, n.names = module, names
	if whole != "" {
		m := p.mk(sImport, start)
		m.names = []string{module, whole}
		return p.mk(sBlock, start, m, n)
	}
	return n
}

// phpKeyword reads statements that only PHP has; nil where the word begins an
// expression.
func (p *braceParser) phpKeyword(word string, t, after token) *node {
	switch word {
	case "echo":
		p.next()
		n := p.mk(oCall, t.start, &node{op: oName, str: "echo", start: t.start + p.shift, end: t.end + p.shift})
		for {
			n.kids, n.names = append(n.kids, p.expression()), append(n.names, "")
			if !p.acceptOp(",") {
				break
			}
		}
		n.end = p.toks[max(p.at-1, 0)].end + p.shift
		p.end()
		return n
	case "global":
		p.next()
		n := p.mk(sGlobal, t.start)
		for p.peek().kind == tVar {
			n.names = append(n.names, p.next().text)
			p.acceptOp(",")
		}
		p.end()
		return n
	case "static":
		if after.kind == tVar {
			p.next()
			return p.statement()
		}
	case "namespace", "use":
		p.next()
		for !p.isOp(";") && !p.isOp("{") && p.peek().kind != tEnd {
			p.next()
		}
		if p.isOp("{") && word == "namespace" {
			return p.block()
		}
		if p.isOp("{") {
			p.at = p.match[p.at]
			p.next()
		}
		p.end()
		return p.mk(sBlock, t.start)
	case "declare":
		p.next()
		p.test()
		p.end()
		return p.mk(sBlock, t.start)
	case "goto":
		p.next()
		p.next()
		p.end()
		return p.mk(sBlock, t.start)
	case "exit", "die":
		if !(after.kind == tOp && after.text == "(") {
			p.next()
			p.end()
			return p.mk(sBlock, t.start)
		}
	case "else", "endif", "endwhile", "endforeach", "endfor":
		p.next()
		p.acceptOp(":")
		p.acceptOp(";")
		return p.mk(sBlock, t.start)
	}
	return nil
}

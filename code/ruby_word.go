package code

import "strings"

// primary reads names, literals, brackets and the statements that begin with
// a word.
func (p *rubyParser) primary() *node {
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
		n := p.text(t)
		for p.peek().kind == tStr && !p.peek().line { // texts side by side
			n = p.mk(oCat, start, n, p.text(p.next()))
		}
		return n
	case tTick:
		p.next()
		return p.mk(oTick, start, p.text(t))
	case tVar: // %w()
		p.next()
		n := p.mk(oList, start)
		if t.parts != nil {
			n.kids = append(n.kids, p.text(t))
			return n
		}
		for _, w := range strings.Fields(t.text) {
			n.kids = append(n.kids, &node{op: oStr, str: w, start: n.start, end: n.end})
		}
		return n
	case tRegex:
		p.next()
		n := p.mk(oConst, start)
		n.str = "regex"
		return n
	case tName:
		return p.word(t)
	case tOp:
		switch t.text {
		case "(":
			p.next()
			b := p.until(")")
			p.acceptOp(")")
			switch len(b.kids) {
			case 0:
				return p.mk(oConst, start)
			case 1:
				return b.kids[0]
			}
			b.op = oSeq
			return b
		case "[":
			p.next()
			p.lines()
			n := &node{op: oCall}
			p.list(n, "]")
			p.acceptOp("]")
			l := p.mk(oList, start)
			for i, k := range n.kids {
				if n.names[i] == "*" {
					k = &node{op: oSpread, kids: []*node{k}, start: k.start, end: k.end}
				}
				l.kids = append(l.kids, k)
			}
			return l
		case "{":
			return p.hash()
		case "->": // ->(x) { ... }
			p.next()
			f := &function{}
			if p.acceptOp("(") {
				f.params = p.params(")")
				p.acceptOp(")")
			} else if p.peek().kind == tName && !p.isWord("do") {
				f.params = []param{{name: p.next().text}}
				for p.acceptOp(",") {
					f.params = append(f.params, param{name: p.next().text})
				}
			}
			holder := p.block(&node{op: oCall, kids: []*node{{op: oName}}, names: nil})
			n := p.mk(oFunc, start)
			n.fn = f
			if k := holder.kids[len(holder.kids)-1]; k.op == oFunc {
				f.body = k.fn.body
			} else {
				f.body = &node{op: sBlock}
			}
			return n
		}
	}
	return p.bad(notRuby)
}

// hash reads { a: 1, "b" => 2 }.
func (p *rubyParser) hash() *node {
	start := p.next().start
	p.lines()
	c := &node{op: oCall}
	p.list(c, "}")
	p.lines()
	p.acceptOp("}")
	n := p.mk(oDict, start)
	for i, k := range c.kids {
		switch c.names[i] {
		case "**":
			n.kids = append(n.kids, nil, k)
		case "":
			n.kids = append(n.kids, &node{op: oName, str: "\x00"}, k)
		default:
			n.kids = append(n.kids, &node{op: oStr, str: c.names[i], start: k.start, end: k.end}, k)
		}
	}
	return n
}

// word reads what begins with a name.
func (p *rubyParser) word(t token) *node {
	start := t.start
	p.next()
	switch t.text {
	case "nil", "true", "false":
		n := p.mk(oConst, start)
		n.str = t.text
		return n
	case "if", "unless":
		return p.ifs(t)
	case "while", "until":
		p.noDo++
		test := p.expressionStatement()
		p.noDo--
		p.acceptWord("do")
		if t.text == "until" {
			test = p.not(test)
		}
		body := p.until("end")
		p.acceptWord("end")
		return p.mk(sWhile, start, test, body)
	case "for":
		var names []*node
		for p.peek().kind == tName && !p.isWord("in") {
			k := p.next()
			names = append(names, &node{op: oName, str: k.text, start: k.start + p.shift, end: k.end + p.shift})
			p.acceptOp(",")
		}
		p.acceptWord("in")
		p.noDo++
		over := p.expression()
		p.noDo--
		p.acceptWord("do")
		body := p.until("end")
		p.acceptWord("end")
		target := p.mk(oList, start, names...)
		if len(names) == 1 {
			target = names[0]
		}
		return p.mk(sFor, start, target, over, body)
	case "case":
		return p.cases(start)
	case "begin":
		body := p.rescues(p.until("end", "rescue", "ensure", "else"), "end")
		p.acceptWord("end")
		return body
	case "def":
		return p.def(start)
	case "class", "module":
		return p.class(t)
	case "return", "break", "next", "raise", "redo", "retry":
		op := sReturn
		if t.text != "return" && t.text != "next" {
			op = sStop
		}
		n := p.mk(op, start)
		if op == sStop {
			n.str = t.text
			if t.text == "redo" || t.text == "retry" {
				n.str = "pass"
			}
		}
		k := p.peek()
		if k.kind == tNewline || k.kind == tEnd || p.isOp(";") || p.isOp("}") || p.isOp(")") || k.kind == tName && (k.text == "if" || k.text == "unless" || k.text == "end") {
			return n
		}
		c := p.mk(oCall, start, &node{op: oName, str: t.text})
		p.list(c, "")
		switch {
		case op == sReturn && len(c.kids) == 2:
			n.kids = c.kids[1:]
		case op == sReturn:
			n.kids = []*node{p.mk(oList, start, c.kids[1:]...)}
		default:
			n.kids = c.kids[1:]
		}
		return n
	case "yield", "super":
		f := &node{op: oName, str: t.text, start: start + p.shift, end: t.end + p.shift}
		return p.arguments(f, start, t)
	case "alias", "undef":
		for p.peek().kind != tNewline && p.peek().kind != tEnd && !p.isOp(";") {
			p.next()
		}
		return p.mk(oConst, start)
	case "BEGIN", "END":
		if p.isOp("{") {
			b := p.block(&node{op: oCall, kids: []*node{{op: oName, str: "\x00run"}}})
			return b
		}
	case "then", "do", "end", "else", "elsif", "when", "in", "rescue", "ensure":
		p.at--
		return p.bad(notRuby)
	}
	f := &node{op: oName, str: t.text, start: start + p.shift, end: t.end + p.shift}
	k := p.peek()
	switch {
	case strings.HasPrefix(t.text, "@") || strings.HasPrefix(t.text, "$"):
		return f
	case k.kind == tOp && k.text == "(" && !k.space, k.kind == tOp && k.text == "{" && rubyTakesBlock(t.text), k.kind == tName && k.text == "do" && p.noDo == 0:
		return p.arguments(f, start, t)
	case k.kind == tOp && (k.text == "[" || k.text == "(" || k.text == "-" || k.text == "*" || k.text == "&" || k.text == ":"):
		if rubyCommand(t.text) && k.space && p.bare(k, t) {
			return p.arguments(f, start, t)
		}
		return f
	case p.bare(k, t) && !(k.kind == tOp && k.text == "::"):
		return p.arguments(f, start, t)
	}
	return f
}

// rubyTakesBlock tells whether a brace behind a name is a block's.
func rubyTakesBlock(w string) bool {
	switch w {
	case "loop", "proc", "lambda", "at_exit", "fork", "catch", "Thread", "task", "describe", "it", "before", "after", "let", "trap":
		return true
	}
	return false
}

// rubyCommand tells whether a name is of a method that takes arguments
// without brackets.
func rubyCommand(w string) bool {
	switch w {
	case "puts", "print", "p", "pp", "require", "require_relative", "load", "system", "exec", "spawn", "raise", "sleep", "exit", "open", "eval", "printf", "putc", "warn", "abort", "send", "attr_accessor", "attr_reader", "include", "extend", "sh", "rm", "rm_rf", "rm_r", "cp", "mv", "mkdir", "mkdir_p", "gem", "source", "desc", "task", "file", "run", "trap":
		return true
	}
	return false
}

func (p *rubyParser) ifs(t token) *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	test := p.expressionStatement()
	if t.text == "unless" {
		test = p.not(test)
	}
	p.newlines()
	p.acceptWord("then")
	n := p.mk(sIf, t.start, test, p.until("elsif", "else", "end"), nil)
	switch {
	case p.isWord("elsif"):
		k := p.next()
		n.kids[2] = p.ifs(token{text: "if", start: k.start})
		return n
	case p.acceptWord("else"):
		n.kids[2] = p.until("end")
	}
	p.acceptWord("end")
	n.end = p.toks[max(p.at-1, 0)].end + p.shift
	return n
}

func (p *rubyParser) cases(start int) *node {
	all := p.mk(sBlock, start)
	if p.peek().kind != tNewline && !p.isOp(";") {
		all.kids = append(all.kids, p.expressionStatement())
	}
	p.newlines()
	branches := []*node{{op: sBlock}}
	for p.isWord("when") || p.isWord("in") || p.isWord("else") {
		w := p.next().text
		if w != "else" {
			for {
				before := p.at
				all.kids = append(all.kids, p.argument())
				if !p.acceptOp(",") || p.at == before {
					break
				}
				p.lines()
			}
			for w == "in" && p.peek().kind != tNewline && p.peek().kind != tEnd && !p.isWord("then") { // a pattern
				p.next()
			}
			p.newlines()
			p.acceptWord("then")
		}
		branches = append(branches, p.until("when", "in", "else", "end"))
	}
	p.acceptWord("end")
	all.kids = append(all.kids, p.mk(sTry, start, branches...))
	return all
}

func (p *rubyParser) def(start int) *node {
	name := p.next().text
	static := false
	for p.acceptOp(".") { // def self.name
		name = p.next().text
		static = true
	}
	if p.isOp("=") && p.ahead(1).text == "(" { // def name=(x)
		p.next()
	}
	f := &function{name: name, static: static}
	if p.acceptOp("(") {
		f.params = p.params(")")
		p.acceptOp(")")
	} else if p.peek().kind != tNewline && !p.isOp(";") && !p.isOp("=") {
		f.params = p.params("\n")
	}
	if p.acceptOp("=") { // def f(x) = y
		p.lines()
		f.body, f.expr = p.expressionStatement(), true
	} else {
		f.body = valued(p.rescues(p.until("end", "rescue", "ensure", "else"), "end"))
		p.acceptWord("end")
	}
	n := p.mk(sFunc, start)
	n.fn = f
	return n
}

func (p *rubyParser) class(t token) *node {
	n := p.mk(sClass, t.start)
	if p.acceptOp("<<") { // class << self
		p.expression()
	} else {
		n.str = p.next().text
		for p.acceptOp("::") {
			n.str = p.next().text
		}
		if p.acceptOp("<") {
			n.kids = append(n.kids, p.expression())
		}
	}
	body := p.until("end")
	p.acceptWord("end")
	n.kids = append(n.kids, body)
	n.end = p.toks[max(p.at-1, 0)].end + p.shift
	return n
}

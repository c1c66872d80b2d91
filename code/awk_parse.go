package code

import "strings"

// awkLex cuts an awk program into tokens.
func awkLex(src string) []token {
	var out []token
	line := true
	at := 0
	add := func(k tkind, text string, start int) {
		out = append(out, token{kind: k, text: text, start: start, end: at, line: line, space: start > 0 && (src[start-1] == ' ' || src[start-1] == '\t')})
		line = false
	}
	regexAllowed := func() bool {
		if len(out) == 0 || line {
			return true
		}
		t := out[len(out)-1]
		switch t.kind {
		case tOp:
			return t.text != ")" && t.text != "]" && t.text != "$" && t.text != "++" && t.text != "--"
		case tNewline:
			return true
		case tName:
			switch t.text {
			case "print", "printf", "return", "in", "getline", "case":
				return true
			}
		}
		return false
	}
	for at < len(src) {
		c := src[at]
		start := at
		switch {
		case c == '\n':
			at++
			add(tNewline, "", start)
			line = true
		case c == ' ' || c == '\t' || c == '\r':
			at++
		case c == '\\' && at+1 < len(src) && (src[at+1] == '\n' || src[at+1] == '\r'):
			at += 2
		case c == '#':
			for at < len(src) && src[at] != '\n' {
				at++
			}
		case c == '"':
			var b strings.Builder
			at++
			closed := false
			for at < len(src) && src[at] != '\n' {
				if src[at] == '"' {
					at++
					closed = true
					break
				}
				if src[at] == '\\' {
					at = pyEscape(&b, src, at)
					continue
				}
				b.WriteByte(src[at])
				at++
			}
			if !closed {
				add(tBroken, "a text that does not end", start)
				break
			}
			add(tStr, b.String(), start)
		case c == '/' && regexAllowed():
			class, closed := false, false
			for at++; at < len(src) && src[at] != '\n'; at++ {
				switch src[at] {
				case '\\':
					at++
				case '[':
					class = true
					if at+1 < len(src) && src[at+1] == ']' {
						at++
					} else if at+2 < len(src) && src[at+1] == '^' && src[at+2] == ']' {
						at += 2
					}
				case ']':
					class = false
				case '/':
					if !class {
						closed = true
					}
				}
				if closed {
					break
				}
			}
			if !closed { // the bracket may have been a plain one
				at = start + 1
				for at < len(src) && src[at] != '\n' && src[at] != '/' {
					if src[at] == '\\' {
						at++
					}
					at++
				}
				if at >= len(src) || src[at] != '/' {
					at = min(at, len(src))
					add(tBroken, "a pattern that does not end", start)
					break
				}
			}
			at++
			add(tRegex, src[start:at], start)
		case isNameStart(c):
			for at < len(src) && (isNamePart(src[at]) || src[at] == ':' && strings.HasPrefix(src[at:], "::")) {
				if src[at] == ':' {
					at++
				}
				at++
			}
			add(tName, src[start:at], start)
		case c >= '0' && c <= '9' || c == '.' && at+1 < len(src) && src[at+1] >= '0' && src[at+1] <= '9':
			at, _ = scanNumber(src, at)
			add(tNum, plainNumber(src[start:at]), start)
		default:
			n := 1
			for _, op := range [...]string{"**=", ">>", "|&", "&&", "||", "==", "!=", "<=", ">=", "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "!~", "**"} {
				if strings.HasPrefix(src[at:], op) {
					n = len(op)
					break
				}
			}
			at += n
			add(tOp, src[start:at], start)
		}
	}
	out = append(out, token{kind: tNewline, start: len(src), end: len(src)}, token{kind: tEnd, start: len(src), end: len(src), line: true})
	return out
}

// parseAwk reads an awk program into a tree. Print to a file, to a command,
// and getline become calls of names that the tables know.
func parseAwk(t *tree, text string) *node {
	p := &awkParser{toks: awkLex(text)}
	root := &node{op: sBlock, end: len(text)}
	for p.peek().kind != tEnd {
		before := p.at
		root.kids = append(root.kids, p.item()...)
		if p.at == before {
			p.next()
		}
	}
	return root
}

type awkParser struct {
	toks  []token
	at    int
	depth int
	noIn  bool
	noGt  bool // in the arguments of print: > is a redirect
}

func (p *awkParser) peek() token { return p.toks[p.at] }

func (p *awkParser) next() token {
	t := p.toks[p.at]
	if p.at < len(p.toks)-1 {
		p.at++
	}
	return t
}

func (p *awkParser) isOp(s string) bool { t := p.toks[p.at]; return t.kind == tOp && t.text == s }

func (p *awkParser) acceptOp(s string) bool {
	if p.isOp(s) {
		p.next()
		return true
	}
	return false
}

func (p *awkParser) acceptWord(s string) bool {
	if t := p.peek(); t.kind == tName && t.text == s {
		p.next()
		return true
	}
	return false
}

func (p *awkParser) newlines() {
	for p.peek().kind == tNewline || p.isOp(";") {
		p.next()
	}
}

func (p *awkParser) mk(op op, start int, kids ...*node) *node {
	end := start
	if p.at > 0 {
		end = p.toks[p.at-1].end
	}
	return &node{op: op, kids: kids, start: start, end: max(start, end)}
}

func (p *awkParser) bad(why string) *node {
	start := p.peek().start
	if p.peek().kind == tBroken {
		why = p.peek().text
	}
	for k := p.peek(); k.kind != tNewline && k.kind != tEnd && !p.isOp("}"); k = p.peek() {
		p.next()
	}
	n := p.mk(oBad, start)
	n.str = why
	return n
}

func (p *awkParser) enter() bool { p.depth++; return p.depth < 100 }

// item reads a pattern with its action, or a function.
func (p *awkParser) item() []*node {
	p.newlines()
	t := p.peek()
	if t.kind == tEnd {
		return nil
	}
	if t.kind == tOp && t.text == "@" { // @include "file", @load "library"
		p.next()
		p.next()
		n := p.mk(sImport, t.start)
		n.names = []string{p.next().text, "\x00"}
		n.end = p.toks[p.at-1].end
		return []*node{n}
	}
	if t.kind == tName && (t.text == "function" || t.text == "func") {
		p.next()
		f := &function{name: p.next().text}
		p.acceptOp("(")
		for p.peek().kind == tName {
			f.params = append(f.params, param{name: p.next().text})
			p.acceptOp(",")
			for p.peek().kind == tNewline {
				p.next()
			}
		}
		p.acceptOp(")")
		for p.peek().kind == tNewline {
			p.next()
		}
		f.body = p.block()
		n := p.mk(sFunc, t.start)
		n.fn = f
		return []*node{n}
	}
	if t.kind == tName && (t.text == "BEGIN" || t.text == "END" || t.text == "BEGINFILE" || t.text == "ENDFILE") {
		p.next()
		for p.peek().kind == tNewline {
			p.next()
		}
		return []*node{p.block()}
	}
	var pattern *node
	if !p.isOp("{") {
		pattern = p.expression()
		if p.acceptOp(",") {
			for p.peek().kind == tNewline {
				p.next()
			}
			pattern = p.mk(oSeq, t.start, pattern, p.expression())
		}
	}
	body := &node{op: sBlock}
	if p.isOp("{") {
		body = p.block()
	} else if k := p.peek(); k.kind != tNewline && k.kind != tEnd && !p.isOp(";") {
		return []*node{pattern, p.bad("a line that is no awk")}
	}
	if pattern == nil {
		pattern = &node{op: oName, str: "\x00record"}
	}
	// Run for each record: what one run changes, the next one sees.
	return []*node{p.mk(sWhile, t.start, pattern, body)}
}

func (p *awkParser) block() *node {
	start := p.peek().start
	if !p.acceptOp("{") {
		return p.bad("a line that is no awk")
	}
	n := p.mk(sBlock, start)
	for {
		p.newlines()
		if p.isOp("}") || p.peek().kind == tEnd {
			break
		}
		before := p.at
		n.kids = append(n.kids, p.statement())
		if p.at == before {
			p.next()
		}
	}
	if !p.acceptOp("}") {
		b := p.mk(oBad, start)
		b.str = "a bracket that does not close"
		n.kids = append(n.kids, b)
	}
	return n
}

func (p *awkParser) body() *node {
	for p.peek().kind == tNewline {
		p.next()
	}
	if p.acceptOp(";") {
		return &node{op: sBlock}
	}
	if p.isOp("{") {
		return p.block()
	}
	return p.statement()
}

func (p *awkParser) statement() *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	t := p.peek()
	if t.kind == tOp && t.text == "{" {
		return p.block()
	}
	if t.kind != tName {
		return p.simple()
	}
	switch t.text {
	case "if":
		p.next()
		p.acceptOp("(")
		test := p.expression()
		p.acceptOp(")")
		n := p.mk(sIf, t.start, test, p.body(), nil)
		save := p.at
		p.newlines()
		if p.acceptWord("else") {
			n.kids[2] = p.body()
		} else {
			p.at = save
		}
		return n
	case "while":
		p.next()
		p.acceptOp("(")
		test := p.expression()
		p.acceptOp(")")
		return p.mk(sWhile, t.start, test, p.body())
	case "do":
		p.next()
		body := p.body()
		p.newlines()
		p.acceptWord("while")
		p.acceptOp("(")
		test := p.expression()
		p.acceptOp(")")
		return p.mk(sBlock, t.start, body, p.mk(sWhile, t.start, test, body))
	case "for":
		p.next()
		p.acceptOp("(")
		if p.peek().kind == tName && p.toks[min(p.at+1, len(p.toks)-1)].text == "in" {
			name := p.next()
			p.next()
			over := p.expression()
			if p.acceptOp(")") {
				return p.mk(sFor, t.start, &node{op: oName, str: name.text, start: name.start, end: name.end}, over, p.body())
			}
		}
		var parts [3]*node
		for i := range parts {
			if !p.isOp(";") && !p.isOp(")") {
				parts[i] = p.simple()
			}
			if i < 2 {
				p.acceptOp(";")
			}
		}
		p.acceptOp(")")
		inner := p.mk(sBlock, t.start, p.body())
		if parts[2] != nil {
			inner.kids = append(inner.kids, parts[2])
		}
		all := p.mk(sBlock, t.start)
		if parts[0] != nil {
			all.kids = append(all.kids, parts[0])
		}
		all.kids = append(all.kids, p.mk(sWhile, t.start, parts[1], inner))
		return all
	case "next", "nextfile", "break", "continue", "exit":
		p.next()
		n := p.mk(sStop, t.start)
		n.str = "pass" // the rest may run for another record
		if k := p.peek(); k.kind != tNewline && k.kind != tEnd && !p.isOp(";") && !p.isOp("}") {
			n.kids = append(n.kids, p.expression())
		}
		return n
	case "return":
		p.next()
		n := p.mk(sReturn, t.start)
		if k := p.peek(); k.kind != tNewline && k.kind != tEnd && !p.isOp(";") && !p.isOp("}") {
			n.kids = append(n.kids, p.expression())
		}
		return n
	case "switch":
		p.next()
		p.acceptOp("(")
		e := p.expression()
		p.acceptOp(")")
		return p.mk(sBlock, t.start, e, p.body())
	case "case", "default":
		p.next()
		if t.text == "case" {
			p.primary()
		}
		p.acceptOp(":")
		return p.mk(sBlock, t.start)
	case "else":
		p.next()
		return p.body()
	}
	return p.simple()
}

// simple reads print, delete, or an expression.
func (p *awkParser) simple() *node {
	t := p.peek()
	if t.kind == tName && (t.text == "print" || t.text == "printf") {
		p.next()
		call := func(name string) *node {
			return &node{op: oCall, kids: []*node{{op: oName, str: name, start: t.start, end: t.end}}, start: t.start}
		}
		n := call("print")
		outer := p.noGt
		p.noGt = true
		for {
			if k := p.peek(); k.kind == tNewline || k.kind == tEnd || p.isOp(";") || p.isOp("}") || p.isOp(">") || p.isOp(">>") || p.isOp("|") || p.isOp("|&") {
				break
			}
			before := p.at
			n.kids = append(n.kids, p.expression())
			if !p.acceptOp(",") || p.at == before {
				break
			}
			for p.peek().kind == tNewline {
				p.next()
			}
		}
		p.noGt = outer
		args := n.kids[1:]
		if len(args) == 0 {
			args = []*node{{op: oName, str: "\x00record"}}
		}
		switch {
		case p.acceptOp(">"):
			n = call("\x00write")
		case p.acceptOp(">>"):
			n = call("\x00append")
		case p.acceptOp("|"), p.acceptOp("|&"):
			n = call("\x00pipe")
		default:
			n.end = p.toks[max(p.at-1, 0)].end
			return n
		}
		n.kids = append(n.kids, p.concatenation())
		n.kids = append(n.kids, args...)
		n.end = p.toks[max(p.at-1, 0)].end
		return n
	}
	if t.kind == tName && t.text == "delete" {
		p.next()
		return p.mk(sDel, t.start, p.primary())
	}
	n := p.expression()
	if p.isOp(",") { // grouped for print: (a, b)
		for p.acceptOp(",") {
			n = p.mk(oSeq, t.start, n, p.expression())
		}
	}
	if k := p.peek(); k.kind != tNewline && k.kind != tEnd && !p.isOp(";") && !p.isOp("}") && !p.isOp(")") {
		return p.mk(sBlock, t.start, n, p.bad("a line that is no awk"))
	}
	return n
}

func (p *awkParser) expression() *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	start := p.peek().start
	left := p.operators(0)
	t := p.peek()
	if t.kind == tOp {
		switch t.text {
		case "?":
			p.next()
			for p.peek().kind == tNewline {
				p.next()
			}
			then := p.expression()
			for p.peek().kind == tNewline {
				p.next()
			}
			p.acceptOp(":")
			return p.mk(oCond, start, left, then, p.expression())
		case "=":
			p.next()
			return p.mk(oAssign, start, left, p.expression())
		case "+=", "-=", "*=", "/=", "%=", "^=", "**=":
			p.next()
			n := p.mk(oAssign, start, left, p.expression())
			n.str = "-="
			return n
		}
	}
	return left
}

func (p *awkParser) power(t token) int {
	if t.kind == tName && t.text == "in" {
		return 4
	}
	if t.kind != tOp {
		return 0
	}
	switch t.text {
	case "||":
		return 1
	case "&&":
		return 2
	case "~", "!~":
		return 5
	case "<", "<=", "!=", "==", ">=":
		return 6
	case ">":
		if p.noGt {
			return 0
		}
		return 6
	case "|", "|&":
		if p.toks[min(p.at+1, len(p.toks)-1)].text == "getline" {
			return 6
		}
	}
	return 0
}

func (p *awkParser) operators(power int) *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	start := p.peek().start
	left := p.concatenation()
	for {
		t := p.peek()
		mine := p.power(t)
		if mine == 0 || mine <= power {
			return left
		}
		p.next()
		for (t.text == "&&" || t.text == "||") && p.peek().kind == tNewline {
			p.next()
		}
		if t.text == "|" || t.text == "|&" { // "cmd" | getline [var]
			p.next()
			n := p.mk(oCall, start, &node{op: oName, str: "\x00from", start: start, end: t.end}, left)
			left = p.into(n, start)
			continue
		}
		left = p.mk(oBin, start, left, p.operators(mine))
		left.str = t.text
	}
}

// into assigns what getline reads to the variable behind it.
func (p *awkParser) into(n *node, start int) *node {
	if k := p.peek(); k.kind == tName && k.text != "in" && !awkWord(k.text) || p.isOp("$") {
		return p.mk(oAssign, start, p.primary(), n)
	}
	return n
}

func awkWord(s string) bool {
	switch s {
	case "if", "while", "for", "else", "print", "printf", "getline", "in", "next", "exit", "return", "delete", "do", "break", "continue":
		return true
	}
	return false
}

// concatenation reads operands side by side.
func (p *awkParser) concatenation() *node {
	start := p.peek().start
	left := p.additive(0)
	var kids []*node
	for {
		t := p.peek()
		starts := t.kind == tStr || t.kind == tNum || t.kind == tRegex || t.kind == tName && !awkWord(t.text) || t.kind == tOp && (t.text == "$" || t.text == "(")
		if !starts {
			break
		}
		if kids == nil {
			kids = []*node{left}
		}
		before := p.at
		kids = append(kids, p.additive(0))
		if p.at == before {
			break
		}
	}
	if kids == nil {
		return left
	}
	return p.mk(oCat, start, kids...)
}

func (p *awkParser) additive(power int) *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	start := p.peek().start
	left := p.unary()
	for {
		t := p.peek()
		mine := 0
		if t.kind == tOp {
			switch t.text {
			case "+", "-":
				mine = 1
			case "*", "/", "%":
				mine = 2
			case "^", "**":
				mine = 3
			}
		}
		if mine == 0 || mine <= power {
			return left
		}
		p.next()
		left = p.mk(oBin, start, left, p.additive(mine))
		left.str = t.text
		if t.text == "+" {
			left.str = "-" // never joins texts
		}
	}
}

func (p *awkParser) unary() *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	t := p.peek()
	if t.kind == tOp {
		switch t.text {
		case "!", "-", "+", "++", "--":
			p.next()
			n := p.mk(oUnary, t.start, p.unary())
			n.str = t.text
			return n
		}
	}
	n := p.primary()
	for p.isOp("++") || p.isOp("--") {
		p.next()
		n = p.mk(oUnary, t.start, n)
	}
	return n
}

func (p *awkParser) primary() *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	t := p.peek()
	switch t.kind {
	case tNum:
		p.next()
		n := p.mk(oNum, t.start)
		n.str = t.text
		return n
	case tStr:
		p.next()
		n := p.mk(oStr, t.start)
		n.str = t.text
		return n
	case tRegex:
		p.next()
		return &node{op: oName, str: "\x00record", start: t.start, end: t.end}
	case tName:
		p.next()
		switch t.text {
		case "getline":
			n := p.mk(oName, t.start)
			n.str = "\x00record"
			r := p.into(n, t.start)
			if p.acceptOp("<") {
				src := p.additive(0)
				c := p.mk(oCall, t.start, &node{op: oName, str: "\x00read", start: t.start, end: t.end}, src)
				if r.op == oAssign {
					r.kids[1] = c
					return r
				}
				return c
			}
			return r
		}
		n := p.mk(oName, t.start)
		n.str = t.text
		switch {
		case p.isOp("(") && (!p.peek().space || awkFunction(t.text)):
			p.next()
			c := &node{op: oCall, kids: []*node{n}, start: t.start}
			outer := p.noGt
			p.noGt = false
			for !p.isOp(")") && p.peek().kind != tEnd {
				before := p.at
				for p.peek().kind == tNewline {
					p.next()
				}
				c.kids = append(c.kids, p.expression())
				for p.peek().kind == tNewline {
					p.next()
				}
				if !p.acceptOp(",") && p.at == before {
					break
				}
				if !p.isOp(")") && p.at == before {
					break
				}
				if k := p.toks[max(p.at-1, 0)]; !(k.kind == tOp && k.text == ",") {
					break
				}
			}
			p.noGt = outer
			if !p.acceptOp(")") {
				b := p.bad("a line that is no awk")
				return p.mk(oSeq, t.start, c, b)
			}
			c.end = p.toks[p.at-1].end
			return c
		case p.acceptOp("["):
			var key *node
			for !p.isOp("]") && p.peek().kind != tEnd && p.peek().kind != tNewline {
				before := p.at
				e := p.expression()
				if key == nil {
					key = e
				} else {
					key = p.mk(oSeq, key.start, key, e)
				}
				p.acceptOp(",")
				if p.at == before {
					break
				}
			}
			p.acceptOp("]")
			if key == nil {
				key = &node{op: oConst, str: ""}
			}
			return p.mk(oIndex, t.start, n, key)
		}
		return n
	case tOp:
		switch t.text {
		case "(":
			p.next()
			outer := p.noGt
			p.noGt = false
			n := p.expression()
			for p.acceptOp(",") {
				for p.peek().kind == tNewline {
					p.next()
				}
				n = p.mk(oSeq, t.start, n, p.expression())
				n.str = "group"
			}
			p.noGt = outer
			if !p.acceptOp(")") {
				return p.mk(oSeq, t.start, n, p.bad("a line that is no awk"))
			}
			return n
		case "$":
			p.next()
			p.unary()
			return &node{op: oName, str: "\x00record", start: t.start, end: p.toks[p.at-1].end}
		case "-", "+", "!", "++", "--":
			return p.unary()
		case "@": // @name(args)
			p.next()
			p.next()
			n := p.mk(oBad, t.start)
			n.str = "calls a function that is chosen while running"
			return n
		}
	}
	return p.bad("a line that is no awk")
}

// awkFunction tells whether a name is of a builtin function, which may stand
// apart from its bracket.
func awkFunction(s string) bool {
	switch s {
	case "system", "close", "fflush", "sprintf", "substr", "length", "index", "split", "sub", "gsub", "match", "tolower", "toupper", "gensub", "strftime", "sin", "cos", "int", "rand", "srand", "exp", "log", "sqrt", "atan2":
		return true
	}
	return false
}

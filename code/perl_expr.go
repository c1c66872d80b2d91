package code

import "strings"

// perlPower gives how strongly an operator binds, and whether it groups to
// the right; 0 for none.
func perlPower(t token) (power int, right bool) {
	if t.kind == tName {
		switch t.text {
		case "or", "xor":
			return 1, false
		case "and":
			return 2, false
		case "eq", "ne", "cmp":
			return 13, false
		case "lt", "gt", "le", "ge", "isa":
			return 14, false
		case "x":
			return 18, false
		}
		return 0, false
	}
	if t.kind != tOp {
		return 0, false
	}
	switch t.text {
	case ",", "=>":
		return 4, false
	case "=", "+=", "-=", "*=", "/=", ".=", "%=", "x=", "|=", "&=", "^=", "||=", "&&=", "//=", "**=", "<<=", ">>=":
		return 5, true
	case "?":
		return 6, true
	case "..", "...":
		return 7, false
	case "||", "//":
		return 8, false
	case "&&":
		return 9, false
	case "|", "^":
		return 10, false
	case "&":
		return 11, false
	case "==", "!=", "<=>":
		return 13, false
	case "<", ">", "<=", ">=":
		return 14, false
	case "<<", ">>":
		return 16, false
	case "+", "-", ".":
		return 17, false
	case "*", "/", "%":
		return 18, false
	case "=~", "!~":
		return 19, false
	case "**":
		return 21, true
	}
	return 0, false
}

// expression reads an expression of operators that bind more than power.
func (p *perlParser) expression(power int) *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	start := p.peek('o').start
	var left *node
	if t := p.peek('o'); t.kind == tName && t.text == "not" {
		p.next('o')
		left = p.mk(oUnary, start, p.expression(3))
		left.str = "!"
	} else {
		left = p.unary()
	}
	for {
		t := p.peek('p')
		mine, right := perlPower(t)
		if mine == 0 || mine <= power {
			return left
		}
		p.next('p')
		switch {
		case t.text == "," || t.text == "=>":
			if left.op != oList || left.names == nil {
				left = p.mk(oList, start, spread(left))
				left.names = []string{}
			}
			if k := p.peek('o'); k.kind == tEnd || k.kind == tOp && strings.Contains(")]};,", k.text) || k.kind == tName && modifier(k.text) {
				continue
			}
			left.kids = append(left.kids, spread(p.expression(4)))
			left.end = p.last + p.shift
			continue
		case t.text == "?":
			then := p.expression(5)
			p.acceptOp('p', ":")
			left = p.mk(oCond, start, left, then, p.expression(5))
			continue
		case mine == 5:
			v := p.expression(4)
			left = p.assign(t.text, left, v, start)
			continue
		case t.text == "=~" || t.text == "!~":
			left = p.mk(oSeq, start, p.expression(mine), left)
			continue
		}
		r := mine
		if right {
			r--
		}
		b := p.mk(oBin, start, left, p.expression(r))
		b.str = t.text
		switch t.text {
		case "+":
			b.str = "-" // adds numbers only
		case "//":
			b.str = "//or"
		}
		left = b
	}
}

// assign makes an assignment; a hash takes a list as keys and values.
func (p *perlParser) assign(op string, target, v *node, start int) *node {
	if target.op == oCall && len(target.kids) > 1 && target.kids[0].op == oName && target.kids[0].str == "\x00my" {
		target = target.kids[1]
	}
	switch {
	case target.op == oName && strings.HasPrefix(target.str, "%"):
		v = p.call("\x00hash", v.start-p.shift, p.items(v)...)
	case target.op == oName && strings.HasPrefix(target.str, "@"):
		v = p.listOf(v)
	case target.op == oList:
		v = p.listOf(v)
	}
	n := p.mk(oAssign, start, target, v)
	switch op {
	case "=", ".=", "||=", "&&=", "//=":
		n.str = op
	default:
		n.str = "-="
	}
	return n
}

// items are the parts of a list.
func (p *perlParser) items(n *node) []*node {
	if n.op == oList {
		return n.kids
	}
	return []*node{spread(n)}
}

// call makes the call of a builtin.
func (p *perlParser) call(name string, start int, args ...*node) *node {
	n := p.mk(oCall, start, append([]*node{{op: oName, str: name, start: start + p.shift, end: max(p.last, start) + p.shift}}, args...)...)
	for _, a := range args {
		if a.op == oSpread {
			n.names = append(n.names, "*")
		} else {
			n.names = append(n.names, "")
		}
	}
	return n
}

// unary reads what stands before an operand, and an operand.
func (p *perlParser) unary() *node {
	if !p.enter() {
		p.depth--
		return p.bad("nested too deeply")
	}
	defer func() { p.depth-- }()
	t := p.peek('o')
	if t.kind == tOp {
		switch t.text {
		case "!", "~", "\\", "+", "++", "--":
			p.next('o')
			e := p.expression(19)
			if t.text == "\\" || t.text == "+" {
				return e
			}
			n := p.mk(oUnary, t.start, e)
			n.str = t.text
			return n
		case "-":
			p.next('o')
			// A test of a file: -e $x.
			if src := p.lex.src; t.end < len(src) && isNameStart(src[t.end]) && (t.end+1 >= len(src) || !isNamePart(src[t.end+1])) {
				p.lex.at, p.have = t.end+1, false
				if q := p.peek('o'); q.kind == tStr || q.kind == tVar || q.kind == tOp && q.text == "(" {
					p.expression(15)
				}
				return p.mk(oConst, t.start)
			}
			n := p.mk(oUnary, t.start, p.expression(19))
			n.str = "-"
			return n
		}
	}
	return p.postfix(p.primary())
}

// postfix reads ->, [..] and {..} behind an operand.
func (p *perlParser) postfix(n *node) *node {
	for {
		t := p.peek('p')
		if t.kind != tOp {
			return n
		}
		start := n.start - p.shift
		switch t.text {
		case "->":
			p.next('p')
			n = p.arrow(n, start)
		case "[", "{":
			if !indexable(n) || p.lex.src[max(t.start-1, 0)] == ' ' {
				return n
			}
			n = p.element(n, start)
		case "(":
			if n.op == oIndex || n.op == oCall && n.kids[0].op != oName { // $x->{f}(1)
				n = p.calling(n, start)
				continue
			}
			return n
		case "++", "--":
			p.next('p')
			n = p.mk(oUnary, start, n)
		default:
			return n
		}
	}
}

func indexable(n *node) bool {
	return n.op == oIndex || n.op == oName && strings.HasPrefix(n.str, "$") || n.op == oCall && n.kids[0].op == oName && n.kids[0].str == "\x00deref"
}

// element reads [i] or {key}.
func (p *perlParser) element(of *node, start int) *node {
	t := p.next('p')
	if of.op == oName && strings.HasPrefix(of.str, "$") && of.names == nil { // $x[0] is of @x, $x{k} of %x
		sigil := "@"
		if t.text == "{" {
			sigil = "%"
		}
		of = &node{op: oName, str: sigil + of.str[1:], start: of.start, end: of.end}
	}
	var key *node
	if t.text == "{" {
		if k := p.peek('o'); k.kind == tName { // a bare key
			save := *p
			p.next('o')
			if p.isOp('p', "}") {
				key = &node{op: oStr, str: k.text, start: k.start + p.shift, end: k.end + p.shift}
			} else {
				*p = save
			}
		}
	}
	if key == nil {
		if p.isOp('o', "]") || p.isOp('o', "}") {
			key = &node{op: oConst, str: ""}
		} else {
			key = p.expression(0)
		}
	}
	if !p.acceptOp('p', "]") {
		p.acceptOp('p', "}")
	}
	return p.mk(oIndex, start, of, key)
}

// arrow reads what stands behind ->.
func (p *perlParser) arrow(n *node, start int) *node {
	t := p.peek('o')
	switch {
	case t.kind == tOp && (t.text == "[" || t.text == "{"):
		if n.op == oName {
			n = &node{op: oName, str: n.str, names: []string{}, start: n.start, end: n.end}
		}
		return p.element(n, start)
	case t.kind == tOp && t.text == "(":
		return p.calling(n, start)
	case t.kind == tOp && (t.text == "@" || t.text == "%" || t.text == "$"), t.kind == tVar && (t.text == "@*" || t.text == "$*"): // ->@*
		p.next('o')
		p.acceptOp('p', "*")
		return p.call("\x00deref", start, n)
	case t.kind == tName:
		p.next('o')
		m := p.mk(oAttr, start, n)
		m.str = t.text
		if p.isOp('p', "(") {
			return p.calling(m, start)
		}
		return p.mk(oCall, start, m)
	case t.kind == tVar: // ->$method
		p.next('o')
		m := p.mk(oIndex, start, n, &node{op: oName, str: t.text})
		if p.isOp('p', "(") {
			return p.calling(m, start)
		}
		return p.mk(oCall, start, m)
	}
	return n
}

// calling reads (arguments).
func (p *perlParser) calling(f *node, start int) *node {
	p.next(p.mode)
	var args []*node
	if !p.isOp('o', ")") {
		args = p.items(p.expression(0))
	}
	if !p.acceptOp('p', ")") {
		return p.mk(oSeq, start, f, p.bad(notPerl))
	}
	n := p.mk(oCall, start, append([]*node{f}, args...)...)
	for _, a := range args {
		if a.op == oSpread {
			n.names = append(n.names, "*")
		} else {
			n.names = append(n.names, "")
		}
	}
	return n
}

// text is the node of a text token.
func (p *perlParser) text(t token) *node {
	if t.space && len(t.parts) > 0 {
		return p.interpolate(t.text, t.parts[0].at, t)
	}
	s := t.text
	if strings.Contains(s, `\`) && len(t.parts) > 0 {
		s = p.literal(s, t.parts[0].at)
	}
	return &node{op: oStr, str: s, start: t.start + p.shift, end: t.end + p.shift}
}

// literal takes the escapes off a text into which nothing is put, that begins
// at a place of the source: only a backslash and the text's own delimiters are
// escaped in it, any other backslash stands for itself. A here-document has
// none.
func (p *perlParser) literal(s string, at int) string {
	src := p.lex.src
	if at <= 0 || at > len(src) {
		return s
	}
	open := src[at-1]
	shut := open
	if i := strings.IndexByte("([{<", open); i >= 0 {
		shut = ")]}>"[i]
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (s[i+1] == '\\' || s[i+1] == open || s[i+1] == shut) {
			i++
		}
		out = append(out, s[i])
	}
	return string(out)
}

// interpolate is a text with variables put in.
func (p *perlParser) interpolate(s string, at int, t token) *node {
	n := &node{op: oCat, start: t.start + p.shift, end: t.end + p.shift}
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			n.kids = append(n.kids, &node{op: oStr, str: b.String()})
			b.Reset()
		}
	}
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			if strings.HasPrefix(s[i:], `\x{`) {
				if e := strings.IndexByte(s[i:], '}'); e > 0 {
					hexEscape(&b, s, i+3, e-3)
					i += e + 1
					continue
				}
			}
			switch s[i+1] {
			case '@', '%', '-', '!', '.', '&', '*', '{', '}', '[', ']', '(', ')', ' ', ':', ';', '|', '<', '>', '?', '+', '=', '~', '^', '#', ',', '`':
				b.WriteByte(s[i+1])
				i += 2
			case 'E', 'L', 'U', 'Q', 'l', 'u':
				i += 2
			default:
				i = pyEscape(&b, s, i)
			}
		case (c == '$' || c == '@') && i+1 < len(s) && (isNameStart(s[i+1]) || s[i+1] == '{' || s[i+1] == '$' && i+2 < len(s) && (isNameStart(s[i+2]) || s[i+2] == '{') || c == '$' && strings.IndexByte("0123456789&_@!/\\,;.", s[i+1]) >= 0 && s[i+1] != '\\'):
			flush()
			end := perlVariableEnd(s, i)
			if p.depth > 60 {
				n.kids = append(n.kids, &node{op: oBad, str: "nested too deeply", start: n.start, end: n.end})
			} else {
				q := newPerlParser(s[i:end], p.shift+at+i, p.depth+10, p.steps)
				n.kids = append(n.kids, q.expression(0))
			}
			i = end
		default:
			b.WriteByte(c)
			i++
		}
	}
	flush()
	if len(n.kids) == 0 {
		return &node{op: oStr, start: n.start, end: n.end}
	}
	return n
}

// perlVariableEnd finds the end of a variable with its indexes in a text.
func perlVariableEnd(s string, i int) int {
	j := i + 1
	for j < len(s) && s[j] == '$' {
		j++
	}
	switch {
	case j < len(s) && s[j] == '{':
		j = balanced(s, j)
	case j < len(s) && isNameStart(s[j]):
		for j < len(s) && (isNamePart(s[j]) || strings.HasPrefix(s[j:], "::") && j+2 < len(s) && isNameStart(s[j+2])) {
			if s[j] == ':' {
				j++
			}
			j++
		}
	default:
		j++
		return min(j, len(s))
	}
	for j < len(s) {
		switch {
		case s[j] == '[' && j+1 < len(s) && (s[j+1] == '$' || s[j+1] == '-' || s[j+1] >= '0' && s[j+1] <= '9'), s[j] == '{':
			j = balanced(s, j)
		case strings.HasPrefix(s[j:], "->[") || strings.HasPrefix(s[j:], "->{"):
			j = balanced(s, j+2)
		default:
			return j
		}
	}
	return j
}

// balanced finds the place behind the bracket that closes the one at i.
func balanced(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			depth--
			if depth == 0 {
				return i + 1
			}
		case '\\':
			i++
		}
	}
	return len(s)
}

// primary reads names, literals and brackets.
func (p *perlParser) primary() *node {
	t := p.peek('o')
	start := t.start
	switch t.kind {
	case tNum:
		p.next('o')
		n := p.mk(oNum, start)
		n.str = t.text
		return n
	case tStr:
		p.next('o')
		return p.text(t)
	case tTick:
		p.next('o')
		return p.mk(oTick, start, p.text(t))
	case tNewline: // qw()
		p.next('o')
		n := p.mk(oList, start)
		for _, w := range strings.Fields(t.text) {
			n.kids = append(n.kids, &node{op: oStr, str: w, start: n.start, end: n.end})
		}
		n.names = []string{}
		return n
	case tRegex:
		p.next('o')
		switch {
		case strings.HasPrefix(t.text, "<"):
			name := t.text[1:]
			switch {
			case name == "" || name == "STDIN" || name == "<>" || name == "ARGV":
				n := p.mk(oName, start)
				n.str = "\x00stdin"
				return n
			case strings.ContainsAny(name, "*?{~/."):
				return p.call("glob", start, &node{op: oStr, str: name})
			}
			if !strings.HasPrefix(name, "$") {
				name = "*" + name
			}
			return p.call("\x00lines", start, &node{op: oName, str: name})
		case len(t.parts) == 1 && t.parts[0].expr != "": // s///e
			q := newPerlParser(t.parts[0].expr, p.shift+t.parts[0].at, p.depth+10, p.steps)
			e := q.expression(0)
			if q.peek('p').kind != tEnd {
				e = &node{op: oBad, str: notPerl, start: start + p.shift, end: t.end + p.shift}
			}
			if t.text == "see" {
				e = p.call("eval", start, e)
			}
			return p.mk(oSeq, start, e, &node{op: oConst, str: ""})
		case len(t.parts) == 1 && strings.Contains(t.parts[0].lit, "@{["): // runs what stands in it
			return p.mk(oSeq, start, p.interpolate(t.parts[0].lit, t.parts[0].at, t), &node{op: oConst, str: ""})
		}
		n := p.mk(oConst, start)
		return n
	case tVar:
		return p.variable(t)
	case tName:
		return p.word(t)
	case tOp:
		switch t.text {
		case "(":
			p.next('o')
			if p.acceptOp('o', ")") {
				return p.slice(p.mk(oList, start))
			}
			n := p.expression(0)
			if !p.acceptOp('p', ")") {
				return p.mk(oSeq, start, n, p.bad(notPerl))
			}
			if n.op == oName && (strings.HasPrefix(n.str, "@") || strings.HasPrefix(n.str, "%")) || n.op == oCall {
				n = p.listOf(n)
			}
			return p.slice(n)
		case "[":
			p.next('o')
			n := p.mk(oList, start)
			if !p.isOp('o', "]") {
				n.kids = p.items(p.expression(0))
			}
			p.acceptOp('p', "]")
			n.end = p.last + p.shift
			return n
		case "{": // a hash
			p.next('o')
			var kids []*node
			if !p.isOp('o', "}") {
				kids = p.items(p.expression(0))
			}
			p.acceptOp('p', "}")
			return p.call("\x00hash", start, kids...)
		case "<":
			return p.bad(notPerl)
		}
	}
	return p.bad(notPerl)
}

// slice reads (list)[i].
func (p *perlParser) slice(n *node) *node {
	if p.isOp('p', "[") {
		if n.op != oList {
			n = p.listOf(n)
		}
		return p.element(n, n.start-p.shift)
	}
	return n
}

// variable reads a variable, also what a reference leads to.
func (p *perlParser) variable(t token) *node {
	p.next('o')
	start := t.start
	switch {
	case strings.HasSuffix(t.text, "{") && len(t.text) == 2: // ${ expr }, @{ expr }
		b := p.block()
		inner := &node{op: oConst, str: ""}
		if len(b.kids) > 0 {
			inner = b.kids[len(b.kids)-1]
		}
		if t.text[0] == '&' {
			if p.isOp('p', "(") {
				return p.calling(inner, start)
			}
			return p.mk(oCall, start, inner)
		}
		return p.call("\x00deref", start, inner)
	case len(t.text) == 2 && t.text[1] == '$': // $$x, @$x
		if t.text == "$$" && p.lex.at < len(p.lex.src) && p.lex.src[p.lex.at] != '$' {
			n := p.mk(oName, start)
			n.str = "$$"
			return n
		}
		inner := p.primaryVariable()
		if t.text[0] == '&' {
			if p.isOp('p', "(") {
				return p.calling(inner, start)
			}
			return p.mk(oCall, start, inner)
		}
		if t.text[0] == '$' && (p.isOp('p', "[") || p.isOp('p', "{")) { // $$x{k} is $x->{k}
			inner.names = []string{}
			return p.element(inner, start)
		}
		return p.call("\x00deref", start, inner)
	case t.text[0] == '&':
		f := &node{op: oName, str: t.text[1:], start: start + p.shift, end: t.end + p.shift}
		if p.isOp('p', "(") {
			return p.calling(f, start)
		}
		return p.call(t.text[1:], start)
	}
	n := p.mk(oName, start)
	n.str = t.text
	if t.text[0] == '@' && (p.isOp('p', "{") || p.isOp('p', "[")) && p.peek('p').start == t.end { // a slice
		sigil := "@"
		if p.isOp('p', "{") {
			sigil = "%"
		}
		n.str = sigil + t.text[1:]
		return p.element(n, start)
	}
	return n
}

func (p *perlParser) primaryVariable() *node {
	if p.depth > 90 {
		return p.bad("nested too deeply")
	}
	p.depth++
	defer func() { p.depth-- }()
	if t := p.peek('o'); t.kind == tVar {
		return p.variable(t)
	}
	return p.bad(notPerl)
}

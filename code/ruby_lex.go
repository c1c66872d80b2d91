package code

import "strings"

// rubyLex cuts Ruby into tokens. Line breaks that end a statement are tokens.
func rubyLex(src string) []token {
	l := &rubyLexer{src: src}
	if strings.HasPrefix(src, "#!") {
		l.comment()
	}
	l.documentation()
	for l.next() {
	}
	l.at = len(src)
	l.add(tNewline, "", len(src))
	l.add(tEnd, "", len(src))
	return l.out
}

type rubyLexer struct {
	src   string
	at    int
	out   []token
	space bool
	fails int        // literals that did not end
	heres []rubyHere // here-documents whose text begins at the next line
}

// rubyHere is a here-document that is due.
type rubyHere struct {
	label  string
	indent bool
	puts   bool
	tok    int // its token
}

func (l *rubyLexer) add(k tkind, text string, start int) *token {
	l.out = append(l.out, token{kind: k, text: text, start: start, end: l.at, space: l.space})
	l.space = false
	return &l.out[len(l.out)-1]
}

func (l *rubyLexer) comment() {
	for l.at < len(l.src) && l.src[l.at] != '\n' {
		l.at++
	}
}

// documentation passes over =begin ... =end at the start of a line.
func (l *rubyLexer) documentation() {
	if !strings.HasPrefix(l.src[l.at:], "=begin") {
		return
	}
	if e := strings.Index(l.src[l.at:], "\n=end"); e >= 0 {
		l.at += e + len("\n=end")
		l.comment()
	} else {
		l.at = len(l.src)
	}
}

// operandDue tells whether an operand is due, so that a slash begins a
// pattern and a % a literal.
func (l *rubyLexer) operandDue() bool {
	if len(l.out) == 0 {
		return true
	}
	t := l.out[len(l.out)-1]
	switch t.kind {
	case tNewline:
		return true
	case tOp:
		return t.text != ")" && t.text != "]" && t.text != "}"
	case tName:
		switch t.text {
		case "if", "unless", "while", "until", "and", "or", "not", "return", "when", "in", "then", "do", "else", "elsif", "puts", "print", "p", "case", "raise", "yield":
			return true
		}
		// A word with a blank before and none behind: an argument.
		return l.space && l.at+1 < len(l.src) && l.src[l.at+1] != ' ' && l.src[l.at+1] != '=' && !rubyValueWord(t.text)
	}
	return false
}

func rubyValueWord(w string) bool {
	return w == "end" || w == "self" || w == "nil" || w == "true" || w == "false"
}

func (l *rubyLexer) next() bool {
	if l.at >= len(l.src) {
		return false
	}
	c := l.src[l.at]
	start := l.at
	rest := l.src[l.at:]
	switch {
	case c == '\n':
		l.at++
		l.add(tNewline, "", start)
		l.bodies()
		l.documentation()
		if strings.HasPrefix(l.src[l.at:], "__END__") {
			return false
		}
	case c == ' ' || c == '\t' || c == '\r':
		l.at++
		l.space = true
	case c == '\\' && len(rest) > 1 && rest[1] == '\n':
		l.at += 2
		l.space = true
	case c == '#':
		l.comment()
	case c == '"' || c == '\'' || c == '`':
		l.text(c, start, c != '\'', c == '`')
	case c == '/' && l.operandDue():
		l.pattern(start)
	case c == '%' && len(rest) > 2 && l.operandDue() && l.literal(start):
	case strings.HasPrefix(rest, "<<") && l.heredoc(start):
	case c == ':' && len(rest) > 1 && rest[1] == '"':
		l.at++
		l.text('"', start, true, false)
	case c == ':' && len(rest) > 1 && isNameStart(rest[1]) && (start == 0 || l.src[start-1] != ':'):
		l.at++
		l.name()
		l.add(tStr, l.src[start+1:l.at], start).line = true // a symbol
	case c == ':' && len(rest) > 1 && strings.IndexByte("+-*/<>=!%[~^&|", rest[1]) >= 0 && len(l.out) > 0 && (l.out[len(l.out)-1].text == "&" || l.out[len(l.out)-1].text == "(" || l.out[len(l.out)-1].text == ","):
		l.at++
		for l.at < len(l.src) && strings.IndexByte("+-*/<>=!%[]~^&|", l.src[l.at]) >= 0 {
			l.at++
		}
		l.add(tStr, l.src[start+1:l.at], start).line = true // an operator's name
	case c == '?' && len(rest) > 1 && isNameStart(rest[1]) && (len(rest) == 2 || !isNamePart(rest[2])) && l.operandDue(): // a character
		l.at += 2
		l.add(tStr, rest[1:2], start)
	case isNameStart(c) || c == '@' || c == '$' && len(rest) > 1:
		l.at++
		if c == '@' && l.at < len(l.src) && l.src[l.at] == '@' {
			l.at++
		}
		if c == '$' && !isNameStart(l.src[l.at]) {
			l.at++
			l.add(tName, l.src[start:l.at], start)
			break
		}
		l.name()
		l.add(tName, l.src[start:l.at], start)
	case c >= '0' && c <= '9':
		l.at, _ = scanNumber(l.src, l.at)
		l.add(tNum, plainNumber(l.src[start:l.at]), start)
	default:
		n := 1
		for _, op := range [...]string{"**=", "<=>", "===", "...", "<<=", ">>=", "&&=", "||=", "=>", "->", "==", "!=", ">=", "<=", "&&", "||", "..", "::", "&.", "<<", ">>", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "=~", "!~", "**"} {
			if strings.HasPrefix(rest, op) {
				n = len(op)
				break
			}
		}
		l.at += n
		l.add(tOp, rest[:n], start)
	}
	return true
}

// name reads the rest of a name, with ? or !.
func (l *rubyLexer) name() {
	for l.at < len(l.src) && isNamePart(l.src[l.at]) {
		l.at++
	}
	if l.at < len(l.src) && (l.src[l.at] == '?' || l.src[l.at] == '!') && (l.at+1 >= len(l.src) || l.src[l.at+1] != '=') {
		if l.src[l.at] == '?' && l.at+1 < len(l.src) && l.src[l.at+1] == ':' {
			return
		}
		l.at++
	}
}

// text reads a text up to q; shell tells that it is run.
func (l *rubyLexer) text(q byte, start int, puts, shell bool) {
	l.at++
	body, parts, ok := l.body(q, q, puts)
	if !ok {
		l.at = len(l.src)
		l.add(tBroken, "a text that does not end", start)
		return
	}
	k := tStr
	if shell {
		k = tTick
	}
	t := l.add(k, body, start)
	t.parts = parts
	if k == tStr && l.at < len(l.src) && l.src[l.at] == ':' && !strings.HasPrefix(l.src[l.at:], "::") && q != '`' { // "key": value
		t.line = true
	}
}

// body reads up to shut, over nested open ones, with #{} where puts.
func (l *rubyLexer) body(open, shut byte, puts bool) (string, []part, bool) {
	var b strings.Builder
	var parts []part
	depth := 0
	for l.at < len(l.src) {
		c := l.src[l.at]
		switch {
		case c == '\\' && puts:
			l.at = pyEscape(&b, l.src, l.at)
			continue
		case c == '\\':
			if l.at+1 < len(l.src) && l.src[l.at+1] != shut && l.src[l.at+1] != '\\' {
				b.WriteByte('\\')
			}
			l.at++
			if l.at < len(l.src) {
				b.WriteByte(l.src[l.at])
				l.at++
			}
			continue
		case c == shut && depth == 0:
			l.at++
			if parts != nil {
				parts = append(parts, part{lit: b.String()})
				return "", parts, true
			}
			return b.String(), nil, true
		case c == shut:
			depth--
		case c == open && open != shut:
			depth++
		case puts && c == '#' && l.at+1 < len(l.src) && l.src[l.at+1] == '{':
			end := closingBrace(l.src, l.at+2, Ruby)
			parts = append(parts, part{lit: b.String()}, part{expr: l.src[l.at+2 : end], at: l.at + 2})
			b.Reset()
			l.at = min(end+1, len(l.src))
			continue
		}
		b.WriteByte(c)
		l.at++
	}
	return "", nil, false
}

func (l *rubyLexer) pattern(start int) {
	class := false
	for i := l.at + 1; i < len(l.src); i++ {
		switch c := l.src[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '\n':
			i = len(l.src)
		case c == '/' && !class:
			l.at = i + 1
			for l.at < len(l.src) && strings.IndexByte("imxounse", l.src[l.at]) >= 0 {
				l.at++
			}
			l.add(tRegex, "", start)
			return
		}
	}
	l.at++
	l.add(tOp, "/", start)
}

// literal reads %w[] and its kin; false where a % is an operator.
func (l *rubyLexer) literal(start int) bool {
	i := l.at + 1
	if l.fails > 20 {
		return false
	}
	kind := byte('Q')
	if c := l.src[i]; 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
		kind = c
		i++
	}
	if i >= len(l.src) || strings.IndexByte("wWqQxriIs", kind) < 0 {
		return false
	}
	open := l.src[i]
	shut := open
	switch open {
	case '(':
		shut = ')'
	case '[':
		shut = ']'
	case '{':
		shut = '}'
	case '<':
		shut = '>'
	case '|', '!', '/', '-', '^', '@', '~':
	default:
		return false
	}
	save := l.at
	l.at = i + 1
	puts := kind == 'Q' || kind == 'W' || kind == 'x' || kind == 'r' || kind == 'I'
	body, parts, ok := l.body(open, shut, puts)
	if !ok {
		l.at = save
		l.fails++
		return false
	}
	switch kind {
	case 'w', 'W', 'i', 'I':
		t := l.add(tVar, body, start) // a list of words
		t.parts = parts
	case 'x':
		l.add(tTick, body, start).parts = parts
	case 'r':
		for l.at < len(l.src) && strings.IndexByte("imxo", l.src[l.at]) >= 0 {
			l.at++
		}
		l.add(tRegex, "", start)
	default:
		l.add(tStr, body, start).parts = parts
	}
	return true
}

// heredoc reads <<~EOT and notes that its text is due.
func (l *rubyLexer) heredoc(start int) bool {
	i := l.at + 2
	indent := false
	if i < len(l.src) && (l.src[i] == '~' || l.src[i] == '-') {
		indent = true
		i++
	}
	if i >= len(l.src) || len(l.heres) > 50 {
		return false
	}
	h := rubyHere{indent: indent, puts: true}
	switch c := l.src[i]; {
	case c == '"' || c == '\'' || c == '`':
		e := strings.IndexByte(l.src[i+1:], c)
		if e < 0 {
			return false
		}
		h.label = l.src[i+1 : i+1+e]
		h.puts = c != '\''
		i += e + 2
	case 'A' <= c && c <= 'Z' && (indent || l.operandDue()):
		j := i
		for j < len(l.src) && isNamePart(l.src[j]) {
			j++
		}
		h.label = l.src[i:j]
		i = j
	default:
		return false
	}
	l.at = i
	l.add(tStr, "", start)
	h.tok = len(l.out) - 1
	l.heres = append(l.heres, h)
	return true
}

func (l *rubyLexer) bodies() {
	for _, h := range l.heres {
		from := l.at
		end, next := len(l.src), len(l.src)
		for at := l.at; at < len(l.src); {
			e := strings.IndexByte(l.src[at:], '\n')
			if e < 0 {
				e = len(l.src) - at
			}
			line := strings.TrimRight(l.src[at:at+e], "\r")
			if h.indent {
				line = strings.TrimLeft(line, " \t")
			}
			if line == h.label {
				end, next = at, min(at+e+1, len(l.src))
				break
			}
			at += e + 1
		}
		if !h.puts {
			l.out[h.tok].text = l.src[from:end]
		} else {
			in := &rubyLexer{src: l.src[:end] + "\x00", at: from}
			body, parts, _ := in.body(0, 0, true)
			l.out[h.tok].text, l.out[h.tok].parts = body, parts
		}
		l.at = next
	}
	l.heres = nil
}

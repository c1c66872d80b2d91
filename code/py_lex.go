package code

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// tkind is the sort of a token.
type tkind uint8

const (
	tEnd tkind = iota
	tNewline
	tIndent
	tDedent
	tName
	tNum
	tStr    // text, or parts where something is put into it
	tOp     // text
	tTick   // shell text: text or parts
	tRegex  //
	tVar    // of languages with sigils: text with the sigil
	tBroken // cannot be read: text says why
)

// token is one token.
type token struct {
	kind       tkind
	text       string
	parts      []part // of a text into which something is put
	space      bool   // white space stands before it
	line       bool   // a line break stands before it
	start, end int
}

// part is a piece of a text: literal, or an expression.
type part struct {
	lit  string
	expr string // source
	at   int    // where the expression stands
	node *node  // instead of source
}

// pyLex cuts Python into tokens. A bracket that is not closed is a token that
// cannot be read, at the end.
func pyLex(src string, room []token) []token {
	l := &pyLexer{src: src, out: room}
	l.run()
	return l.out
}

type pyLexer struct {
	src     string
	at      int
	out     []token
	depth   int // open brackets
	indents []int
}

func (l *pyLexer) add(k tkind, text string, start int) {
	l.out = append(l.out, token{kind: k, text: text, start: start, end: l.at})
}

func (l *pyLexer) run() {
	l.indents = []int{0}
	line := true // at the start of a line
	base := -1   // of the first line: inline text may be indented as a whole
	for l.at < len(l.src) {
		if line && l.depth == 0 {
			col, blank := l.indent()
			if blank {
				continue
			}
			if base < 0 {
				base = col
				l.indents[0] = col
			}
			line = false
			for col < l.indents[len(l.indents)-1] && len(l.indents) > 1 {
				l.indents = l.indents[:len(l.indents)-1]
				l.add(tDedent, "", l.at)
			}
			if col > l.indents[len(l.indents)-1] {
				l.indents = append(l.indents, col)
				l.add(tIndent, "", l.at)
			}
			continue
		}
		c := l.src[l.at]
		start := l.at
		switch {
		case c == '\n':
			l.at++
			if l.depth == 0 {
				l.add(tNewline, "", start)
				line = true
			}
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			l.at++
		case c == '\\' && l.at+1 < len(l.src) && (l.src[l.at+1] == '\n' || strings.HasPrefix(l.src[l.at+1:], "\r\n")):
			l.at += 2
			if l.src[l.at-1] == '\r' {
				l.at++
			}
		case c == '#':
			for l.at < len(l.src) && l.src[l.at] != '\n' {
				l.at++
			}
		case c == '"' || c == '\'':
			l.text("", start)
		case isNameStart(c):
			for l.at < len(l.src) && isNamePart(l.src[l.at]) {
				l.at++
			}
			word := l.src[start:l.at]
			if l.at < len(l.src) && (l.src[l.at] == '"' || l.src[l.at] == '\'') && len(word) <= 2 && strings.Trim(strings.ToLower(word), "rbuft") == "" {
				l.text(strings.ToLower(word), start)
				break
			}
			l.add(tName, word, start)
		case c >= '0' && c <= '9' || c == '.' && l.at+1 < len(l.src) && l.src[l.at+1] >= '0' && l.src[l.at+1] <= '9':
			l.number(start)
		default:
			l.operator(start)
		}
	}
	if l.depth > 0 {
		l.add(tNewline, "", l.at)
		l.add(tBroken, "a bracket that does not close", l.at)
	}
	l.add(tNewline, "", l.at)
	for len(l.indents) > 1 {
		l.indents = l.indents[:len(l.indents)-1]
		l.add(tDedent, "", l.at)
	}
	l.add(tEnd, "", l.at)
}

// indent measures the white space of a new line; blank lines are passed over.
func (l *pyLexer) indent() (col int, blank bool) {
	for l.at < len(l.src) {
		switch l.src[l.at] {
		case ' ':
			col++
		case '\t':
			col += 8 - col%8
		case '\r', '\f':
		case '\n':
			l.at++
			return 0, true
		case '#':
			for l.at < len(l.src) && l.src[l.at] != '\n' {
				l.at++
			}
			return 0, true
		default:
			return col, false
		}
		l.at++
	}
	return 0, true
}

func isNameStart(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf
}

func isNamePart(c byte) bool { return isNameStart(c) || '0' <= c && c <= '9' }

func (l *pyLexer) number(start int) {
	l.at, _ = scanNumber(l.src, l.at)
	l.add(tNum, plainNumber(l.src[start:l.at]), start)
}

// scanNumber finds the end of a number.
func scanNumber(src string, at int) (end int, whole bool) {
	whole = true
	hex := strings.HasPrefix(src[at:], "0x") || strings.HasPrefix(src[at:], "0X")
	for at < len(src) {
		c := src[at]
		switch {
		case isNamePart(c):
		case c == '.' && at+1 < len(src) && src[at+1] == '.': // a range
			return at, whole
		case c == '.' && (at+1 >= len(src) || !isNameStart(src[at+1]) || src[at+1] == 'e'):
			whole = false
		case (c == '+' || c == '-') && !hex && (src[at-1] == 'e' || src[at-1] == 'E'):
			whole = false
		default:
			return at, whole
		}
		at++
	}
	return at, whole
}

// plainNumber is a whole number in decimal form; others stay as written.
func plainNumber(s string) string {
	t := strings.ReplaceAll(strings.TrimRight(s, "nlLuU"), "_", "")
	if len(t) > 1 && t[0] == '0' && t[1] >= '0' && t[1] <= '7' { // old octal
		if n, err := strconv.ParseInt(t, 8, 64); err == nil {
			return strconv.FormatInt(n, 10)
		}
	}
	if n, err := strconv.ParseInt(t, 0, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	return s
}

var pyOperators = [...]string{"**=", "//=", ">>=", "<<=", "...", "->", ":=", "==", "!=", "<=", ">=", "<>", "**", "//", "<<", ">>", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@="}

func (l *pyLexer) operator(start int) {
	for _, op := range pyOperators {
		if strings.HasPrefix(l.src[l.at:], op) {
			l.at += len(op)
			l.add(tOp, op, start)
			return
		}
	}
	c := l.src[l.at]
	l.at++
	switch c {
	case '(', '[', '{':
		l.depth++
	case ')', ']', '}':
		l.depth = max(l.depth-1, 0)
	}
	l.add(tOp, string(c), start)
}

// text reads a string literal whose prefix was read.
func (l *pyLexer) text(prefix string, start int) {
	q := l.src[l.at : l.at+1]
	if strings.HasPrefix(l.src[l.at:], q+q+q) {
		q = q + q + q
	}
	l.at += len(q)
	raw := strings.Contains(prefix, "r")
	format := strings.ContainsAny(prefix, "ft")
	tok := token{kind: tStr, start: start}
	var b strings.Builder
	closed := false
	for l.at < len(l.src) {
		c := l.src[l.at]
		if strings.HasPrefix(l.src[l.at:], q) {
			l.at += len(q)
			closed = true
			break
		}
		switch {
		case c == '\n' && len(q) == 1:
			goto end
		case c == '\\':
			if raw {
				b.WriteByte(c)
				l.at++
				if l.at < len(l.src) {
					b.WriteByte(l.src[l.at])
					l.at++
				}
				continue
			}
			l.at = pyEscape(&b, l.src, l.at)
			continue
		case format && (c == '{' || c == '}'):
			if l.at+1 < len(l.src) && l.src[l.at+1] == c {
				b.WriteByte(c)
				l.at += 2
				continue
			}
			if c == '}' {
				l.at++
				continue
			}
			tok.parts = append(tok.parts, part{lit: b.String()})
			b.Reset()
			l.field(&tok, q)
			continue
		}
		b.WriteByte(c)
		l.at++
	}
end:
	if tok.parts != nil {
		tok.parts = append(tok.parts, part{lit: b.String()})
	} else {
		tok.text = b.String()
	}
	tok.end = l.at
	if !closed {
		tok.kind, tok.text = tBroken, "a text that does not end"
	}
	l.out = append(l.out, tok)
}

// field reads {expression!r:format} of a format string.
func (l *pyLexer) field(tok *token, q string) {
	l.at++
	start := l.at
	depth := 0
	end := -1
	spec := false
	for l.at < len(l.src) {
		c := l.src[l.at]
		switch {
		case c == '\n' && len(q) == 1:
			l.closeField(tok, start, end)
			return
		case strings.HasPrefix(l.src[l.at:], q) && depth == 0:
			l.closeField(tok, start, end)
			return
		case c == '\'' || c == '"':
			if !spec {
				l.skipQuoted(c)
				continue
			}
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == '}':
			if depth == 0 {
				l.closeField(tok, start, end)
				l.at++
				return
			}
			depth--
		case c == ':' && depth == 0 && end < 0:
			end, spec = l.at, true
		case c == '!' && depth == 0 && end < 0 && l.at+1 < len(l.src) && l.src[l.at+1] != '=':
			end = l.at
		}
		l.at++
	}
	l.closeField(tok, start, end)
}

func (l *pyLexer) skipQuoted(q byte) {
	l.at++
	for l.at < len(l.src) && l.src[l.at] != q && l.src[l.at] != '\n' {
		if l.src[l.at] == '\\' {
			l.at++
		}
		l.at++
	}
	l.at = min(l.at+1, len(l.src))
}

func (l *pyLexer) closeField(tok *token, start, end int) {
	if end < 0 {
		end = l.at
	}
	end = min(end, len(l.src))
	expr := strings.TrimRight(l.src[start:max(start, end)], " ")
	if strings.HasSuffix(expr, "=") && !strings.HasSuffix(expr, "==") { // f"{x=}"
		tok.parts = append(tok.parts, part{lit: expr})
		expr = expr[:len(expr)-1]
	}
	tok.parts = append(tok.parts, part{expr: expr, at: start})
}

// pyEscape writes what an escape at src[at:] stands for and gives its end.
func pyEscape(b *strings.Builder, src string, at int) int {
	at++
	if at >= len(src) {
		return at
	}
	c := src[at]
	at++
	switch c {
	case '\n':
		return at
	case 'n':
		b.WriteByte('\n')
	case 't':
		b.WriteByte('\t')
	case 'r':
		b.WriteByte('\r')
	case 'a':
		b.WriteByte(7)
	case 'b':
		b.WriteByte(8)
	case 'f':
		b.WriteByte(12)
	case 'v':
		b.WriteByte(11)
	case 'x':
		return hexEscape(b, src, at, 2)
	case 'u':
		if at < len(src) && src[at] == '{' { // JavaScript, Ruby, PHP
			if e := strings.IndexByte(src[at:min(len(src), at+10)], '}'); e > 0 {
				if n, err := strconv.ParseUint(src[at+1:at+e], 16, 32); err == nil {
					b.WriteRune(rune(n))
					return at + e + 1
				}
			}
		}
		return hexEscape(b, src, at, 4)
	case 'U':
		return hexEscape(b, src, at, 8)
	case 'N':
		if at < len(src) && src[at] == '{' {
			if e := strings.IndexByte(src[at:], '}'); e > 0 {
				b.WriteByte('?')
				return at + e + 1
			}
		}
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := 0
		at--
		for k := 0; k < 3 && at < len(src) && src[at] >= '0' && src[at] <= '7'; k++ {
			n = n*8 + int(src[at]-'0')
			at++
		}
		writeCode(b, n)
	case '\\', '\'', '"', '`', '$', '/', '#':
		b.WriteByte(c)
	default:
		b.WriteByte('\\')
		b.WriteByte(c)
	}
	return at
}

func hexEscape(b *strings.Builder, src string, at, n int) int {
	end := at
	for end < len(src) && end < at+n && isHex(src[end]) {
		end++
	}
	if x, err := strconv.ParseUint(src[at:end], 16, 32); err == nil {
		writeCode(b, int(x))
	}
	return end
}

func writeCode(b *strings.Builder, n int) {
	if n < 0x80 {
		b.WriteByte(byte(n))
		return
	}
	b.WriteRune(rune(n))
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

package code

import "strings"

// braceLex cuts JavaScript, TypeScript, PHP or R into tokens.
func braceLex(src string, lang Lang) []token {
	l := &braceLexer{src: src, lang: lang}
	if lang == PHP && strings.Contains(src, "<?") {
		l.html()
	}
	if strings.HasPrefix(src, "#!") {
		l.comment()
	}
	for l.next() {
	}
	l.out = append(l.out, token{kind: tEnd, start: len(src), end: len(src), line: true})
	return l.out
}

type braceLexer struct {
	src   string
	lang  Lang
	at    int
	out   []token
	space bool
	line  bool
	jsx   int // how far was searched for the end of markup
}

func (l *braceLexer) add(k tkind, text string, start int) *token {
	l.out = append(l.out, token{kind: k, text: text, start: start, end: l.at, space: l.space, line: l.line})
	l.space, l.line = false, false
	return &l.out[len(l.out)-1]
}

func (l *braceLexer) rest() string { return l.src[l.at:] }

func (l *braceLexer) comment() {
	for l.at < len(l.src) && l.src[l.at] != '\n' {
		if l.lang == PHP && strings.HasPrefix(l.rest(), "?>") {
			return
		}
		l.at++
	}
}

// html passes over what stands outside of PHP's marks.
func (l *braceLexer) html() {
	i := strings.Index(l.rest(), "<?")
	if i < 0 {
		l.at = len(l.src)
		return
	}
	l.at += i + 2
	for _, word := range [...]string{"php", "PHP", "="} {
		if strings.HasPrefix(l.rest(), word) {
			l.at += len(word)
			break
		}
	}
	l.line = true
}

// next reads one token; false at the end.
func (l *braceLexer) next() bool {
	if l.at >= len(l.src) {
		return false
	}
	c := l.src[l.at]
	start := l.at
	rest := l.rest()
	switch {
	case c == '\n':
		l.at++
		l.line, l.space = true, true
	case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || strings.HasPrefix(rest, "\u00a0") || strings.HasPrefix(rest, "\ufeff"):
		l.at++
		if c >= 0x80 {
			for l.at < len(l.src) && l.src[l.at]&0xc0 == 0x80 {
				l.at++
			}
		}
		l.space = true
	case strings.HasPrefix(rest, "//") && l.lang != R, c == '#' && (l.lang == R || l.lang == PHP && !strings.HasPrefix(rest, "#[")):
		l.comment()
	case strings.HasPrefix(rest, "/*") && l.lang != R:
		end := strings.Index(rest[2:], "*/")
		if end < 0 {
			l.at = len(l.src)
			l.add(tBroken, "a comment that does not end", start)
			return true
		}
		if strings.Contains(rest[:end+4], "\n") {
			l.line = true
		}
		l.at += end + 4
		l.space = true
	case l.lang == PHP && strings.HasPrefix(rest, "?>"):
		l.at += 2
		l.add(tOp, ";", start)
		l.html()
	case l.lang == PHP && strings.HasPrefix(rest, "<<<"):
		if !l.heredoc(start) {
			l.operator(start)
		}
	case c == '"' || c == '\'' || c == '`':
		l.text(c, start)
	case l.lang == R && (c == 'r' || c == 'R') && len(rest) > 3 && (rest[1] == '"' || rest[1] == '\'') && (rest[2] == '(' || rest[2] == '['):
		l.rRaw(start)
	case c >= '0' && c <= '9' || c == '.' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
		l.at, _ = scanNumber(l.src, l.at)
		l.add(tNum, plainNumber(l.src[start:l.at]), start)
	case isNameStart(c) || c == '$' && (l.lang == Node || l.lang == PHP && len(rest) > 1 && isNameStart(rest[1])) || c == '\\' && l.lang == PHP && len(rest) > 1 && isNameStart(rest[1]) || c == '.' && l.lang == R && len(rest) > 1 && isNameStart(rest[1]):
		l.at++
		for l.at < len(l.src) && (isNamePart(l.src[l.at]) || l.src[l.at] == '$' && l.lang == Node || l.src[l.at] == '\\' && l.lang == PHP || l.src[l.at] == '.' && l.lang == R) {
			l.at++
		}
		word := l.src[start:l.at]
		kind := tName
		if c == '$' && l.lang == PHP {
			kind = tVar
		}
		if l.lang == PHP && kind == tName {
			word = strings.TrimPrefix(word, `\`)
		}
		l.add(kind, word, start)
	case c == '/' && l.lang == Node && l.regexAllowed():
		l.regex(start)
	case c == '<' && l.lang == Node && len(rest) > 1 && (isNameStart(rest[1]) || rest[1] == '>') && l.regexAllowed() && l.markup(start):
	default:
		l.operator(start)
	}
	return true
}

// regexAllowed tells whether a slash begins a regular expression here.
func (l *braceLexer) regexAllowed() bool {
	if len(l.out) == 0 {
		return true
	}
	t := l.out[len(l.out)-1]
	switch t.kind {
	case tOp:
		return t.text != ")" && t.text != "]" && t.text != "}" && t.text != "++" && t.text != "--"
	case tName:
		switch t.text {
		case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await", "yield", "instanceof":
			return true
		}
	}
	return false
}

func (l *braceLexer) regex(start int) {
	class := false
	for i := l.at + 1; i < len(l.src) && l.src[i] != '\n'; i++ {
		switch c := l.src[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			l.at = i + 1
			for l.at < len(l.src) && isNamePart(l.src[l.at]) {
				l.at++
			}
			l.add(tRegex, l.src[start:l.at], start)
			return
		}
	}
	l.operator(start)
}

// markup reads an element of JSX as a text with what is put into it; false
// where none stands here.
func (l *braceLexer) markup(start int) bool {
	if l.jsx > 4*len(l.src)+1024 {
		return false
	}
	tok := token{kind: tStr}
	depth := 0
	i := start
	hole := func() {
		end := closingBrace(l.src, i+1, Node)
		if expr := strings.TrimSpace(l.src[i+1 : end]); expr != "" && !strings.HasPrefix(expr, "/*") {
			tok.parts = append(tok.parts, part{expr: strings.TrimPrefix(expr, "..."), at: i + 1})
		}
		i = min(end+1, len(l.src))
	}
	for i < len(l.src) {
		l.jsx++
		switch c := l.src[i]; {
		case c == '<':
			if i+1 >= len(l.src) {
				return false
			}
			closing := l.src[i+1] == '/'
			if !closing && !isNameStart(l.src[i+1]) && l.src[i+1] != '>' {
				return false
			}
			i++
			empty := false
			for i < len(l.src) && l.src[i] != '>' { // attributes
				l.jsx++
				switch q := l.src[i]; q {
				case '"', '\'':
					e := strings.IndexByte(l.src[i+1:], q)
					if e < 0 {
						return false
					}
					i += e + 2
					continue
				case '{':
					hole()
					continue
				case ';', '(', ')', ',':
					return false
				}
				empty = l.src[i] == '/' && !closing
				i++
			}
			if i >= len(l.src) {
				return false
			}
			i++
			switch {
			case closing:
				depth--
			case !empty:
				depth++
			}
			if depth <= 0 {
				l.at = i
				t := l.add(tStr, "", start)
				t.parts = append(tok.parts, part{lit: " "})
				return true
			}
		case c == '{':
			hole()
		default:
			i++
		}
	}
	return false
}

var braceOperators = [...]string{">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "?->", "<=>", "<<-", "->>", ":::", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**", "->", "::", ".=", "<-", "|>", "#["}

func (l *braceLexer) operator(start int) {
	if l.lang == R && l.src[l.at] == '%' { // %in%, %>%
		if e := strings.IndexByte(l.src[l.at+1:], '%'); e >= 0 && e < 20 && !strings.Contains(l.src[l.at+1:l.at+1+e], "\n") {
			l.at += e + 2
			l.add(tOp, l.src[start:l.at], start)
			return
		}
	}
	for _, op := range braceOperators {
		if !strings.HasPrefix(l.rest(), op) {
			continue
		}
		switch op {
		case "<-", "<<-", "->>", "|>", ":::":
			if l.lang != R {
				continue
			}
		case "?->", "<=>", "#[":
			if l.lang != PHP {
				continue
			}
		case ".=":
			if l.lang != PHP {
				continue
			}
		case "?.":
			if l.lang != Node || len(l.rest()) > 2 && l.rest()[2] >= '0' && l.rest()[2] <= '9' {
				continue
			}
		}
		l.at += len(op)
		l.add(tOp, op, start)
		return
	}
	l.at++
	l.add(tOp, l.src[start:l.at], start)
}

// text reads a text in quotes, with what is put into it where the language
// does that.
func (l *braceLexer) text(q byte, start int) {
	l.at++
	kind := tStr
	puts := l.lang == Node && q == '`' || l.lang == PHP && q != '\''
	if l.lang == PHP && q == '`' {
		kind = tTick
	}
	if l.lang == R && q == '`' { // a name
		end := strings.IndexByte(l.rest(), '`')
		if end < 0 {
			l.at = len(l.src)
			l.add(tBroken, "a text that does not end", start)
			return
		}
		word := l.src[l.at : l.at+end]
		l.at += end + 1
		l.add(tName, word, start)
		return
	}
	tok := token{kind: kind}
	var b strings.Builder
	for l.at < len(l.src) {
		c := l.src[l.at]
		switch {
		case c == q:
			l.at++
			l.finish(tok, &b, start)
			return
		case c == '\n' && l.lang == Node && q != '`':
			l.add(tBroken, "a text that does not end", start)
			return
		case c == '\\' && l.lang == PHP && q == '\'':
			if l.at+1 < len(l.src) && (l.src[l.at+1] == '\'' || l.src[l.at+1] == '\\') {
				l.at++
			}
			if l.at < len(l.src) {
				b.WriteByte(l.src[l.at])
				l.at++
			}
		case c == '\\':
			l.at = braceEscape(&b, l.src, l.at, l.lang)
		case puts && l.hole(&tok, &b):
		default:
			b.WriteByte(c)
			l.at++
		}
	}
	l.add(tBroken, "a text that does not end", start)
}

// braceEscape is pyEscape for languages in which an unknown escape is its
// letter.
func braceEscape(b *strings.Builder, src string, at int, lang Lang) int {
	if lang == Node && at+1 < len(src) {
		switch c := src[at+1]; {
		case c == 'a' || c == 'U' || c == 'N' || c >= 0x80 || c == '8' || c == '9' || strings.IndexByte("nrtbfvxu01234567\n\\'\"`$/#", c) < 0:
			b.WriteByte(c)
			return at + 2
		case c == '\r':
			return at + 2
		}
	}
	return pyEscape(b, src, at)
}

// hole reads what is put into a text at this place: ${x}, $x, {$x}.
func (l *braceLexer) hole(tok *token, b *strings.Builder) bool {
	rest := l.rest()
	put := func(expr string, at, end int) bool {
		tok.parts = append(tok.parts, part{lit: b.String()}, part{expr: expr, at: at})
		b.Reset()
		l.at = end
		return true
	}
	switch {
	case strings.HasPrefix(rest, "${") || l.lang == PHP && strings.HasPrefix(rest, "{$"):
		open := l.at + 1
		if rest[0] == '$' {
			open = l.at + 2
		}
		end := closingBrace(l.src, open, l.lang)
		expr := l.src[open:end]
		if l.lang == PHP && rest[0] == '$' { // ${name}
			expr = "$" + expr
			open--
		}
		return put(expr, open, min(end+1, len(l.src)))
	case l.lang == PHP && rest[0] == '$' && len(rest) > 1 && isNameStart(rest[1]):
		end := l.at + 1
		for end < len(l.src) && isNamePart(l.src[end]) {
			end++
		}
		switch {
		case strings.HasPrefix(l.src[end:], "->") && end+2 < len(l.src) && isNameStart(l.src[end+2]):
			end += 2
			for end < len(l.src) && isNamePart(l.src[end]) {
				end++
			}
		case strings.HasPrefix(l.src[end:], "["):
			if e := strings.IndexByte(l.src[end:], ']'); e > 0 {
				key := l.src[end+1 : end+e]
				expr := l.src[l.at:end] + "[" + key + "]"
				if key != "" && isNameStart(key[0]) { // "$a[key]" needs no quotes
					expr = l.src[l.at:end] + "['" + key + "']"
				}
				return put(expr, l.at, end+e+1)
			}
		}
		return put(l.src[l.at:end], l.at, end)
	}
	return false
}

// closingBrace finds the brace that closes one opened before at, over quotes
// and nested texts.
func closingBrace(src string, at int, lang Lang) int {
	depth := 0
	for i := at; i < len(src); i++ {
		switch c := src[i]; c {
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return i
			}
			depth--
		case '"', '\'', '`':
			open := i
			for i++; i < len(src) && src[i] != c; i++ {
				if src[i] == '\\' {
					i++
				}
				if i < len(src) && src[i] == '\n' && c != '`' { // an apostrophe in markup
					i = open
					break
				}
				if c == '`' && lang == Node && strings.HasPrefix(src[min(i, len(src)):], "${") { // a text in a text
					depth2 := 0
					for ; i < len(src); i++ {
						if src[i] == '{' {
							depth2++
						}
						if src[i] == '}' {
							depth2--
							if depth2 == 0 {
								break
							}
						}
					}
				}
			}
		}
	}
	return len(src)
}

func (l *braceLexer) finish(tok token, b *strings.Builder, start int) {
	switch {
	case tok.parts != nil:
		tok.parts = append(tok.parts, part{lit: b.String()})
	case l.lang == Node && l.src[start] == '`': // a template, which may have a tag
		tok.parts = []part{{lit: b.String()}}
	default:
		tok.text = b.String()
	}
	t := l.add(tok.kind, tok.text, start)
	t.parts = tok.parts
}

// heredoc reads PHP's <<<EOT and <<<'EOT'.
func (l *braceLexer) heredoc(start int) bool {
	line, _, ok := strings.Cut(l.src[l.at+3:], "\n")
	label := strings.Trim(strings.TrimSpace(line), `"'`)
	if !ok || label == "" || !isNameStart(label[0]) {
		return false
	}
	literal := strings.Contains(line, "'")
	from := l.at + 3 + len(line) + 1
	end, next := -1, -1
	for at := from; at < len(l.src); {
		e := strings.IndexByte(l.src[at:], '\n')
		if e < 0 {
			e = len(l.src) - at
		}
		text := strings.TrimLeft(l.src[at:at+e], " \t")
		if strings.HasPrefix(text, label) && (len(text) == len(label) || !isNamePart(text[len(label)])) {
			end, next = at, at+e-len(text)+len(label)
			break
		}
		at += e + 1
	}
	if end < 0 {
		return false
	}
	body := strings.TrimSuffix(l.src[from:max(from, end)], "\n")
	if literal {
		l.at = next
		l.add(tStr, body, start)
		return true
	}
	inner := &braceLexer{src: l.src[:from+len(body)], lang: PHP, at: from}
	tok := token{kind: tStr}
	var b strings.Builder
	for inner.at < len(inner.src) {
		switch {
		case inner.src[inner.at] == '\\':
			inner.at = braceEscape(&b, inner.src, inner.at, PHP)
		case inner.hole(&tok, &b):
		default:
			b.WriteByte(inner.src[inner.at])
			inner.at++
		}
	}
	l.at = next
	l.finish(tok, &b, start)
	return true
}

// rRaw reads R's r"(...)".
func (l *braceLexer) rRaw(start int) {
	q, open := l.src[l.at+1], l.src[l.at+2]
	shut := byte(')')
	if open == '[' {
		shut = ']'
	}
	end := strings.Index(l.src[l.at+3:], string([]byte{shut, q}))
	if end < 0 {
		l.at = len(l.src)
		l.add(tBroken, "a text that does not end", start)
		return
	}
	body := l.src[l.at+3 : l.at+3+end]
	l.at += 3 + end + 2
	l.add(tStr, body, start)
}

package code

import "strings"

// perlLexer cuts Perl into tokens as the parser asks for them, since what a
// character means depends on whether an operand or an operator is due.
type perlLexer struct {
	src   string
	at    int
	here  []*token // here-documents whose text begins at the next line
	heres int      // how many there were
}

// space passes over white space, comments and documentation.
func (l *perlLexer) space() (line bool) {
	if l.at == 0 {
		l.documentation()
	}
	for l.at < len(l.src) {
		switch c := l.src[l.at]; {
		case c == '\n':
			l.at++
			line = true
			l.bodies()
			l.documentation()
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			l.at++
		case c == '#':
			for l.at < len(l.src) && l.src[l.at] != '\n' {
				l.at++
			}
		default:
			return line
		}
	}
	return line
}

// documentation passes over =pod ... =cut at the start of a line.
func (l *perlLexer) documentation() {
	if l.at+1 >= len(l.src) || l.src[l.at] != '=' || !isNameStart(l.src[l.at+1]) {
		return
	}
	if e := strings.Index(l.src[l.at:], "\n=cut"); e >= 0 {
		l.at += e + len("\n=cut")
	} else {
		l.at = len(l.src)
	}
}

// bodies reads the texts of here-documents that are due.
func (l *perlLexer) bodies() {
	for _, t := range l.here {
		label, indent := t.text, t.space
		start := l.at
		end, next := len(l.src), len(l.src)
		for at := l.at; at <= len(l.src); {
			e := strings.IndexByte(l.src[at:], '\n')
			if e < 0 {
				e = len(l.src) - at
			}
			line := strings.TrimRight(l.src[at:at+e], "\r")
			if indent {
				line = strings.TrimLeft(line, " \t")
			}
			if line == label {
				end, next = at, min(at+e+1, len(l.src))
				break
			}
			if at+e >= len(l.src) {
				break
			}
			at += e + 1
		}
		t.parts = []part{{lit: l.src[start:end], at: start}}
		l.at = next
	}
	l.here = nil
}

// operand reads a token where an operand is due.
func (l *perlLexer) operand() token {
	line := l.space()
	t := l.operandToken()
	t.line = line
	return t
}

func (l *perlLexer) operandToken() token {
	start := l.at
	if start >= len(l.src) {
		return token{kind: tEnd, start: start, end: start}
	}
	c := l.src[start]
	rest := l.src[start:]
	tok := func(k tkind, text string) token { return token{kind: k, text: text, start: start, end: l.at} }
	switch {
	case c == '"' || c == '\'' || c == '`':
		body, at, ok := l.quoted(l.at)
		if !ok {
			l.at = len(l.src)
			return tok(tBroken, "a text that does not end")
		}
		kind := tStr
		if c == '`' {
			kind = tTick
		}
		t := tok(kind, body)
		t.space = c != '\'' // something may be put into it
		t.parts = []part{{at: at}}
		return t
	case c == '/':
		return l.pattern("m", start)
	case strings.HasPrefix(rest, "<<") && len(rest) > 2 && (rest[2] == '"' || rest[2] == '\'' || rest[2] == '~' || isNameStart(rest[2])):
		return l.heredoc(start)
	case c == '<':
		if e := strings.IndexByte(rest, '>'); e > 0 && e < 100 && !strings.ContainsAny(rest[1:e], " \n;=") {
			l.at += e + 1
			return tok(tRegex, "<"+rest[1:e])
		}
	case c == '$' || c == '@' || c == '%' || c == '&':
		if t, ok := l.variable(start); ok {
			return t
		}
	case c >= '0' && c <= '9' || c == '.' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
		l.at, _ = scanNumber(l.src, l.at)
		return tok(tNum, plainNumber(l.src[start:l.at]))
	case isNameStart(c):
		word := l.word()
		switch word {
		case "q", "qq", "qw", "qx", "m", "qr", "s", "tr", "y":
			if t, ok := l.quoteLike(word, start); ok {
				return t
			}
		case "__END__", "__DATA__":
			l.at = len(l.src)
			return token{kind: tEnd, start: start, end: start}
		}
		return tok(tName, word)
	}
	return l.op(start)
}

// word reads a name, with its :: parts.
func (l *perlLexer) word() string {
	start := l.at
	for l.at < len(l.src) {
		switch c := l.src[l.at]; {
		case isNamePart(c):
			l.at++
		case c == ':' && strings.HasPrefix(l.src[l.at:], "::") && l.at+2 < len(l.src) && isNameStart(l.src[l.at+2]):
			l.at += 2
		default:
			return l.src[start:l.at]
		}
	}
	return l.src[start:l.at]
}

// operator reads a token where an operator is due.
func (l *perlLexer) operator() token {
	line := l.space()
	start := l.at
	if start >= len(l.src) {
		return token{kind: tEnd, start: start, end: start, line: line}
	}
	if isNameStart(l.src[start]) {
		w := l.word()
		return token{kind: tName, text: w, start: start, end: l.at, line: line}
	}
	t := l.op(start)
	t.line = line
	return t
}

func (l *perlLexer) op(start int) token {
	for _, op := range [...]string{"<=>", "**=", "||=", "&&=", "//=", "...", "<<=", ">>=", "->", "=>", "=~", "!~", "==", "!=", "<=", ">=", "&&", "||", "//", "..", "::", "++", "--", "**", "+=", "-=", "*=", "/=", ".=", "%=", "x=", "|=", "&=", "^=", "<<", ">>"} {
		if strings.HasPrefix(l.src[l.at:], op) {
			l.at += len(op)
			return token{kind: tOp, text: op, start: start, end: l.at}
		}
	}
	l.at++
	return token{kind: tOp, text: l.src[start:l.at], start: start, end: l.at}
}

// quoted reads a text in the delimiters at i; nested ones count for brackets.
func (l *perlLexer) quoted(i int) (body string, at int, ok bool) {
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
	}
	depth := 0
	for j := i + 1; j < len(l.src); j++ {
		switch c := l.src[j]; {
		case c == '\\':
			j++
		case c == shut && depth == 0:
			l.at = j + 1
			return l.src[i+1 : j], i + 1, true
		case c == shut:
			depth--
		case c == open && open != shut:
			depth++
		}
	}
	return "", i + 1, false
}

// quoteLike reads q(), qw(), qx(), m(), s()()... after its word.
func (l *perlLexer) quoteLike(word string, start int) (token, bool) {
	i := l.at
	for i < len(l.src) && (l.src[i] == ' ' || l.src[i] == '\t' || l.src[i] == '\n') {
		i++
	}
	if i >= len(l.src) || l.src[i] == ',' || l.src[i] == ';' || l.src[i] == ')' || l.src[i] == '=' && strings.HasPrefix(l.src[i:], "=>") || l.src[i] == '=' && word != "q" && word != "qq" || isNamePart(l.src[i]) || l.src[i] == '}' || l.src[i] == '#' && i > l.at || l.src[i] == '-' && strings.HasPrefix(l.src[i:], "->") {
		return token{}, false
	}
	switch word {
	case "m", "qr":
		l.at = i
		return l.pattern(word, start), true
	case "s", "tr", "y":
		l.at = i
		return l.substitution(word, start), true
	}
	body, at, ok := l.quoted(i)
	if !ok {
		l.at = len(l.src)
		return token{kind: tBroken, text: "a text that does not end", start: start, end: l.at}, true
	}
	t := token{kind: tStr, text: body, start: start, end: l.at, parts: []part{{at: at}}}
	switch word {
	case "qq":
		t.space = true
	case "qx":
		t.kind = tTick
		t.space = l.src[i] != '\''
	case "qw":
		t.kind = tNewline // a list of words
	}
	return t, true
}

// pattern reads a regular expression.
func (l *perlLexer) pattern(word string, start int) token {
	body, _, ok := l.quoted(l.at)
	if !ok {
		l.at = len(l.src)
		return token{kind: tBroken, text: "a pattern that does not end", start: start, end: l.at}
	}
	for l.at < len(l.src) && 'a' <= l.src[l.at] && l.src[l.at] <= 'z' && strings.IndexByte("msixpodualngcer", l.src[l.at]) >= 0 {
		l.at++
	}
	t := token{kind: tRegex, text: word, start: start, end: l.at}
	if strings.Contains(body, "(?{") || strings.Contains(body, "(??{") {
		t.kind, t.text = tBroken, "a pattern that runs code"
	}
	return t
}

// substitution reads s/a/b/flags and tr/a/b/.
func (l *perlLexer) substitution(word string, start int) token {
	open := l.src[l.at]
	body, _, ok := l.quoted(l.at)
	broken := token{kind: tBroken, text: "a pattern that does not end", start: start, end: len(l.src)}
	if !ok {
		l.at = len(l.src)
		return broken
	}
	second := l.at - 1
	if strings.IndexByte("([{<", open) >= 0 {
		l.space()
		second = l.at
		if second >= len(l.src) {
			return broken
		}
	}
	// Between equal delimiters the second text begins at the one that ended
	// the first.
	text, at, ok := l.quoted(second)
	if !ok {
		l.at = len(l.src)
		return broken
	}
	from := l.at
	for l.at < len(l.src) && 'a' <= l.src[l.at] && l.src[l.at] <= 'z' && strings.IndexByte("msixpodualngcer", l.src[l.at]) >= 0 {
		l.at++
	}
	flags := l.src[from:l.at]
	t := token{kind: tRegex, text: word, start: start, end: l.at}
	switch {
	case strings.Contains(body, "(?{") || strings.Contains(body, "(??{"):
		t.kind, t.text = tBroken, "a pattern that runs code"
	case word == "s" && strings.Contains(flags, "e"):
		t.parts = []part{{expr: text, at: at}}
		if strings.Contains(flags, "ee") {
			t.text = "see"
		}
	case word == "s" && open != '\'':
		t.parts = []part{{lit: text, at: at}}
	case word == "tr" || word == "y":
		t.parts = []part{{lit: body}, {lit: text}}
	}
	return t
}

// heredoc reads <<"EOT" and notes that its text is due.
func (l *perlLexer) heredoc(start int) token {
	i := start + 2
	if l.heres++; l.heres > 100 {
		l.at = len(l.src)
		return token{kind: tBroken, text: "too many texts", start: start, end: l.at}
	}
	indent := false
	if l.src[i] == '~' {
		indent = true
		i++
	}
	puts := true
	var label string
	if i < len(l.src) && (l.src[i] == '"' || l.src[i] == '\'') {
		puts = l.src[i] == '"'
		e := strings.IndexByte(l.src[i+1:], l.src[i])
		if e < 0 {
			l.at = len(l.src)
			return token{kind: tBroken, text: "a text that does not end", start: start, end: l.at}
		}
		label = l.src[i+1 : i+1+e]
		l.at = i + e + 2
	} else {
		j := i
		for j < len(l.src) && isNamePart(l.src[j]) {
			j++
		}
		label = l.src[i:j]
		l.at = j
	}
	// The text follows the line; what is due is read on the way there.
	body := &token{text: label, space: indent}
	l.here = append(l.here, body)
	save := l.at
	e := strings.IndexByte(l.src[l.at:], '\n')
	if e >= 0 { // look ahead for it now, so that the token is whole
		ahead := &perlLexer{src: l.src, at: l.at + e + 1, here: append([]*token{}, l.here...)}
		ahead.bodies()
	} else {
		body.parts = []part{{}}
	}
	l.at = save
	t := token{kind: tStr, start: start, end: l.at, space: puts}
	if len(body.parts) > 0 {
		t.text = body.parts[0].lit
		t.parts = []part{{at: body.parts[0].at}}
	} else {
		t.parts = []part{{}}
	}
	return t
}

// variable reads $x, @x, %x, &x, ${x}, $$x, $#x and the special ones.
func (l *perlLexer) variable(start int) (token, bool) {
	c := l.src[start]
	i := start + 1
	if i >= len(l.src) {
		return token{}, false
	}
	done := func(name string, end int) (token, bool) {
		l.at = end
		return token{kind: tVar, text: name, start: start, end: end}, true
	}
	switch {
	case isNameStart(l.src[i]) || strings.HasPrefix(l.src[i:], "::"):
		l.at = i
		if strings.HasPrefix(l.src[i:], "::") {
			l.at += 2
		}
		l.word()
		name := strings.TrimPrefix(strings.TrimPrefix(l.src[i:l.at], "::"), "main::")
		return done(string(c)+name, l.at)
	case c == '$' && l.src[i] == '#':
		if i+1 < len(l.src) && (l.src[i+1] == '{' || l.src[i+1] == '$') { // $#{x}, $#$x
			return done("$#", i+1)
		}
		j := i + 1
		for j < len(l.src) && isNamePart(l.src[j]) {
			j++
		}
		return done("$#"+l.src[i+1:j], j)
	case l.src[i] == '{':
		j := i + 1
		for j < len(l.src) && (isNamePart(l.src[j]) || l.src[j] == '^') {
			j++
		}
		if j < len(l.src) && l.src[j] == '}' && j > i+1 { // ${name}
			return done(string(c)+l.src[i+1:j], j+1)
		}
		return done(string(c)+"{", i) // a block that gives a reference
	case l.src[i] == '$' && (c == '$' || c == '@' || c == '%' || c == '&'): // what $x leads to
		if i+1 < len(l.src) && (isNameStart(l.src[i+1]) || l.src[i+1] == '$' || l.src[i+1] == '{') {
			return done(string(c)+"$", i)
		}
		if c == '$' { // $$, the process
			return done("$$", i+1)
		}
	case c == '$' && l.src[i] >= '0' && l.src[i] <= '9':
		j := i
		for j < len(l.src) && l.src[j] >= '0' && l.src[j] <= '9' {
			j++
		}
		return done("$1", j)
	case c == '$' && strings.IndexByte("_&`'+!@/\\,;.0<>()[]^:?|\"-~=%", l.src[i]) >= 0:
		if l.src[i] == '^' && i+1 < len(l.src) {
			return done("$^", i+2)
		}
		return done("$"+l.src[i:i+1], i+1)
	case c == '@' && (l.src[i] == '_' || l.src[i] == '-' || l.src[i] == '+'):
		return done("@"+l.src[i:i+1], i+1)
	}
	return token{}, false
}

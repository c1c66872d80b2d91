package code

import "strings"

// sqlToken is one token of SQL. Words are in upper case in up.
type sqlToken struct {
	kind       byte // 'w' word, 'q' quoted name, 's' text, 'n' number, 'o' operator, 'c' client command to the end of its line
	text, up   string
	start, end int
	line       bool // first on its line
}

// sqlLex cuts SQL into tokens; ok is false when a text or comment does not
// end.
func sqlLex(src string, lang Lang) (toks []sqlToken, ok bool) {
	ok = true
	first := true
	fresh := true // at the start of a statement
	for i := 0; i < len(src); {
		c := src[i]
		start := i
		switch {
		case c == '\n':
			first = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
			continue
		case strings.HasPrefix(src[i:], "--") || c == '#' && lang == MySQL:
			for i < len(src) && src[i] != '\n' {
				i++
			}
			continue
		case strings.HasPrefix(src[i:], "/*!") && lang == MySQL: // runs
			i += 3
			for i < len(src) && src[i] >= '0' && src[i] <= '9' {
				i++
			}
			continue
		case strings.HasPrefix(src[i:], "*/") && lang == MySQL:
			i += 2
			continue
		case strings.HasPrefix(src[i:], "/*"):
			depth := 0
			for i < len(src) {
				switch {
				case strings.HasPrefix(src[i:], "/*") && (lang == Postgres || depth == 0):
					depth++
					i += 2
					continue
				case strings.HasPrefix(src[i:], "*/"):
					depth--
					i += 2
					if depth > 0 {
						continue
					}
					goto done
				}
				i++
			}
			ok = false
		done:
			continue
		case c == '\\' && lang != SQLite || c == '.' && lang == SQLite && first && fresh:
			end := strings.IndexByte(src[i:], '\n')
			if end < 0 {
				end = len(src) - i
			}
			toks = append(toks, sqlToken{kind: 'c', text: src[i : i+end], start: i, end: i + end, line: first})
			i += end
			fresh = true
			continue
		case c == '\'' || c == '"' && lang == MySQL:
			escapes := lang == MySQL || len(toks) > 0 && toks[len(toks)-1].up == "E" && toks[len(toks)-1].end == i
			text, end, closed := sqlText(src, i, c, escapes)
			ok = ok && closed
			toks = append(toks, sqlToken{kind: 's', text: text, start: start, end: end, line: first})
			i = end
		case c == '"' || c == '`' || c == '[' && lang == SQLite:
			q := c
			if c == '[' {
				q = ']'
			}
			text, end, closed := sqlText(src, i, q, false)
			ok = ok && closed
			toks = append(toks, sqlToken{kind: 'q', text: text, up: strings.ToUpper(text), start: start, end: end, line: first})
			i = end
		case c == '$' && lang == Postgres:
			tag := i + 1
			for tag < len(src) && isNamePart(src[tag]) {
				tag++
			}
			if tag < len(src) && src[tag] == '$' && (tag == i+1 || src[i+1] < '0' || src[i+1] > '9') {
				mark := src[i : tag+1]
				e := strings.Index(src[tag+1:], mark)
				if e < 0 {
					ok = false
					e = len(src) - tag - 1
				}
				toks = append(toks, sqlToken{kind: 's', text: src[tag+1 : tag+1+e], start: start, end: min(tag+1+e+len(mark), len(src)), line: first})
				i = min(tag+1+e+len(mark), len(src))
				break
			}
			i++
			toks = append(toks, sqlToken{kind: 'o', text: "$", start: start, end: i, line: first})
		case isNameStart(c):
			for i < len(src) && (isNamePart(src[i]) || src[i] == '$') {
				i++
			}
			toks = append(toks, sqlToken{kind: 'w', text: src[start:i], up: strings.ToUpper(src[start:i]), start: start, end: i, line: first})
		case c >= '0' && c <= '9':
			for i < len(src) && (isNamePart(src[i]) || src[i] == '.') {
				i++
			}
			toks = append(toks, sqlToken{kind: 'n', text: src[start:i], start: start, end: i, line: first})
		default:
			i++
			toks = append(toks, sqlToken{kind: 'o', text: src[start:i], start: start, end: i, line: first})
		}
		first = false
		fresh = src[start] == ';'
	}
	return toks, ok
}

// sqlText reads a text in quotes q that opens at i.
func sqlText(src string, i int, q byte, escapes bool) (text string, end int, closed bool) {
	var b strings.Builder
	for i++; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\' && escapes && i+1 < len(src):
			i = pyEscape(&b, src, i) - 1
		case c == q:
			if i+1 < len(src) && src[i+1] == q {
				b.WriteByte(q)
				i++
				continue
			}
			return b.String(), i + 1, true
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), len(src), false
}

package effect

import (
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf16"
)

// psWord is one word of PowerShell or cmd text.
type psWord struct {
	text   string // without quotes and escapes
	raw    string
	quoted bool
	dyn    bool // a variable or expression stands in it: text holds it as written
}

// psStmt is one command of such text, as far as it can be told without
// running it.
type psStmt struct {
	words []psWord
	piped bool // the command before it feeds it
	inner bool // it stands in parentheses, braces or $( )
	src   string
}

// psText is text cut into its commands. It serves to find things: nothing is
// allowed on the strength of it unless plain.
type psText struct {
	stmts []psStmt
	plain bool // commands of plain words alone, parted by ; && | and new lines
}

const maxPS = 64 << 10 // bytes of text that are read

// readPS cuts text into commands. Words keep variables as written.
func readPS(text string) psText {
	text = asciiPS(text)
	p := psParser{src: text, out: psText{plain: true}}
	if len(text) > maxPS {
		p.src, p.out.plain = text[:maxPS], false
	}
	p.run()
	return p.out
}

// asciiPS turns the typographic quotes and dashes that PowerShell takes for
// plain ones into these.
func asciiPS(s string) string {
	return strings.NewReplacer("\u2018", "'", "\u2019", "'", "\u201a", "'", "\u201b", "'", "\u201c", `"`, "\u201d", `"`, "\u201e", `"`,
		"\u2013", "-", "\u2014", "-", "\u2015", "-", "\u00a0", " ", "\r\n", "\n").Replace(s)
}

type psParser struct {
	src   string
	i     int
	cur   psStmt
	w     psWord
	b     strings.Builder
	in    bool // a word is open
	start int  // of the word
	from  int  // of the statement
	depth int
	out   psText
}

func (p *psParser) word() {
	if p.in {
		p.w.text, p.w.raw = p.b.String(), p.src[p.start:p.i]
		p.cur.words = append(p.cur.words, p.w)
	}
	p.b.Reset()
	p.w, p.in = psWord{}, false
}

func (p *psParser) end(piped bool) {
	p.word()
	if len(p.cur.words) > 0 {
		p.cur.inner = p.depth > 0
		p.cur.src = strings.TrimSpace(p.src[p.from:p.i])
		p.out.stmts = append(p.out.stmts, p.cur)
	}
	p.cur = psStmt{piped: piped}
	p.from = p.i + 1
}

func (p *psParser) open() {
	if !p.in {
		p.in, p.start = true, p.i
	}
}

func (p *psParser) run() {
	for ; p.i < len(p.src); p.i++ {
		ch := p.src[p.i]
		next := byte(0)
		if p.i+1 < len(p.src) {
			next = p.src[p.i+1]
		}
		switch {
		case ch == '\'' || ch == '"':
			p.quote(ch)
		case ch == '`' || ch == '^':
			p.out.plain = false
			if next == '\n' {
				p.i++
				continue
			}
			p.open()
			if next != 0 {
				p.i++
				p.b.WriteByte(next)
			}
		case ch == '<' && next == '#':
			p.out.plain = false
			if j := strings.Index(p.src[p.i:], "#>"); j >= 0 {
				p.i += j + 1
			} else {
				p.i = len(p.src)
			}
		case ch == '#' && !p.in:
			p.out.plain = false
			if j := strings.IndexByte(p.src[p.i:], '\n'); j >= 0 {
				p.i += j - 1
			} else {
				p.i = len(p.src)
			}
		case ch == '|':
			if next == '|' {
				p.out.plain = false
				p.end(false)
				p.i++
			} else {
				p.end(true)
			}
		case ch == '&':
			if next == '&' {
				p.end(false)
				p.i++
			} else { // the call operator, a job, or cmd's way to part commands
				p.out.plain = false
				p.end(false)
			}
		case ch == ';' || ch == '\n':
			p.end(false)
		case ch == '(' || ch == '{':
			p.out.plain = false
			p.end(false)
			p.depth++
		case ch == ')' || ch == '}':
			p.out.plain = false
			p.end(false)
			p.depth = max(p.depth-1, 0)
		case ch == ' ' || ch == '\t':
			p.word()
		case ch == ',' && !p.in: // between the values of a list
		case ch == ',':
			p.out.plain = p.out.plain && p.w.quoted
			p.word()
		default:
			p.open()
			switch {
			case ch == '$' || ch == '%' || ch == '!':
				p.w.dyn, p.out.plain = true, false
			case strings.IndexByte("<>@[]", ch) >= 0 || ch < ' ' || ch >= 0x7f:
				p.out.plain = false
			}
			p.b.WriteByte(ch)
		}
	}
	p.i = len(p.src)
	p.end(false)
}

// quote reads a quoted text into the word. A plus between two of them joins.
func (p *psParser) quote(q byte) {
	p.open()
	p.w.quoted = true
	for p.i++; p.i < len(p.src); p.i++ {
		ch := p.src[p.i]
		switch {
		case ch == q && p.i+1 < len(p.src) && p.src[p.i+1] == q:
			p.out.plain = false
			p.b.WriteByte(q)
			p.i++
		case ch == q:
			rest := strings.TrimLeft(p.src[p.i+1:], " \t")
			if after, ok := strings.CutPrefix(rest, "+"); ok {
				after = strings.TrimLeft(after, " \t")
				if after != "" && (after[0] == '\'' || after[0] == '"') { // 'Remo'+'ve-Item'
					p.out.plain = false
					p.i = len(p.src) - len(after)
					q = after[0]
					continue
				}
			}
			return
		case q == '"' && ch == '`' && p.i+1 < len(p.src):
			p.out.plain = false
			p.i++
			p.b.WriteByte(p.src[p.i])
		default:
			if ch < ' ' || ch >= 0x7f {
				p.out.plain = false
			}
			if q == '"' && (ch == '$' || ch == '%') || q == '\'' && ch == '%' {
				p.w.dyn, p.out.plain = true, false
			}
			p.b.WriteByte(ch)
		}
	}
	p.out.plain = false // it does not end
}

// decodePS decodes what -EncodedCommand takes: base64 of UTF-16.
func decodePS(s string) (string, bool) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimRight(s, "=") + strings.Repeat("=", (4-len(strings.TrimRight(s, "="))%4)%4))
	if err != nil || len(raw) < 2 {
		return "", false
	}
	if raw[1] != 0 { // not UTF-16
		return string(raw), strings.IndexByte(string(raw), 0) < 0
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i]) | uint16(raw[2*i+1])<<8
	}
	return string(utf16.Decode(units)), true
}

// foldPS works out the usual ways to write a text so that it is not read:
// [char]105, "{1}{0}" -f 'a','b'. It only serves to find.
func foldPS(s string) string {
	low := strings.ToLower(s)
	var b strings.Builder
	for i := 0; i < len(s); {
		if rest := low[i:]; strings.HasPrefix(rest, "[char]") {
			j := i + len("[char]")
			k := j
			for k < len(s) && (s[k] >= '0' && s[k] <= '9' || k == j+1 && low[k] == 'x' || k > j+1 && low[j+1] == 'x' && strings.IndexByte("abcdef", low[k]) >= 0) {
				k++
			}
			if n, err := strconv.ParseUint(low[j:k], 0, 16); err == nil && n >= ' ' && n < 0x7f && n != '\'' {
				b.WriteString("'" + string(rune(n)) + "'")
				i = k
				continue
			}
		}
		b.WriteByte(s[i])
		i++
	}
	return formatPS(b.String())
}

// formatPS works out "{1}{0}" -f 'a','b' where all of it is plain text.
func formatPS(s string) string {
	for range 20 {
		i := indexFold(s, " -f")
		if i < 0 {
			return s
		}
		before := strings.TrimRight(s[:i], " ")
		if before == "" || before[len(before)-1] != '\'' && before[len(before)-1] != '"' {
			return s
		}
		q := before[len(before)-1]
		j := strings.LastIndexByte(before[:len(before)-1], q)
		if j < 0 {
			return s
		}
		text := before[j+1 : len(before)-1]
		rest := strings.TrimLeft(s[i+3:], " ")
		var parts []string
		for rest != "" && (rest[0] == '\'' || rest[0] == '"') {
			k := strings.IndexByte(rest[1:], rest[0])
			if k < 0 {
				return s
			}
			parts = append(parts, rest[1:1+k])
			rest = strings.TrimLeft(rest[k+2:], " ")
			if !strings.HasPrefix(rest, ",") {
				break
			}
			rest = strings.TrimLeft(rest[1:], " ")
		}
		if len(parts) == 0 {
			return s
		}
		for n, part := range parts {
			text = strings.ReplaceAll(text, "{"+strconv.Itoa(n)+"}", part)
		}
		s = s[:j] + "'" + text + "'" + rest
	}
	return s
}

func indexFold(s, sub string) int { return strings.Index(strings.ToLower(s), strings.ToLower(sub)) }

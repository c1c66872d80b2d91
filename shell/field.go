package shell

import (
	"strings"
)

// fields collects the fields that one word of the text expands to.
type fields struct {
	r       *reader
	out     []Word
	v       val    // the field so far
	has     bool   // there is a field, even if it is empty
	glob    bool   // it has unquoted pattern characters
	bracket bool   // an unquoted [ was seen
	many    bool   // it may become several or none
	proc    bool   // a process substitution
	esc     bool   // a quoted part has pattern characters; pat is kept
	pat     string // the field with those escaped, while known
	one     bool   // no splitting: assignments, here-documents, case words
	assign  bool   // tildes after : count too
	// plainTilde: a tilde counts at the start only, for braces made the word
	plainTilde bool
	assignArg  bool // an argument of the form NAME=value
	raw        string
	start      int
	end        int
}

// literal adds unquoted literal text: escapes are taken off, pattern
// characters count.
func (b *fields) literal(s string) {
	if i := strings.IndexByte(s, '\\'); i < 0 || i == len(s)-1 {
		b.bare(s)
		return
	}
	if b.r.holes && strings.Contains(s, hole) {
		b.fill(strings.ReplaceAll(s, "\\", ""), false)
		return
	}
	text, pat := make([]byte, 0, len(s)), make([]byte, 0, len(s)+8)
	from := 0
	esc := false
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i == len(s)-1 {
			text, pat = append(text, s[i]), append(pat, s[i])
			continue
		}
		b.noteGlob(s[from:i])
		i++
		from = i + 1
		switch s[i] {
		case '*', '?', '[', ']', '\\':
			esc = true
			pat = append(pat, '\\')
		}
		text, pat = append(text, s[i]), append(pat, s[i])
	}
	b.noteGlob(s[from:])
	if esc && !b.esc {
		b.esc, b.pat = true, b.v.text
	}
	if b.esc {
		b.pat += string(pat)
	}
	b.has = true
	b.v = cat(b.v, lit(string(text)))
}

// bare adds text in which pattern characters count.
func (b *fields) bare(s string) {
	if s == "" {
		return
	}
	if b.r.holes && b.fill(s, false) {
		return
	}
	b.noteGlob(s)
	b.has = true
	if b.esc {
		b.pat += s
	}
	b.v = cat(b.v, lit(s))
}

// fill adds text with holes as what it is: partly not known. It is false for
// text without.
func (b *fields) fill(s string, quoted bool) bool {
	before, after, ok := strings.Cut(s, hole)
	if !ok {
		return false
	}
	for ok {
		b.v = cat(cat(b.v, lit(before)), val{})
		before, after, ok = strings.Cut(after, hole)
	}
	b.v = cat(b.v, lit(before))
	b.has, b.many = true, b.many || !quoted
	return true
}

func (b *fields) noteGlob(s string) {
	if b.one {
		return
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '*', '?':
			b.glob = true
		case '[':
			b.bracket = true
		case ']':
			b.glob = b.glob || b.bracket
		}
	}
}

// add adds a value, quoted or subject to splitting.
func (b *fields) add(v val, quoted bool) {
	if quoted || b.one {
		b.keep(v)
		return
	}
	switch {
	case v.known:
		if b.r.dialect == zsh && v.text != "" && (splits([]string{v.text}) || b.r.st.find("IFS") != nil) {
			b.r.opaqueAt("zsh may not split this value", b.start, b.end)
		}
		b.split(v)
	case v.num && b.r.ifsPlain():
		b.keep(v)
	case len(v.alts) > 0 && b.r.ifsPlain() && !splits(v.alts):
		b.keep(v)
	default:
		if len(v.alts) > 0 {
			b.r.lossy = true
			v = v.blur()
		}
		b.keep(v)
		b.many = true
	}
}

// splits tells whether any of the texts would be split, matched or vanish.
func splits(texts []string) bool {
	for _, t := range texts {
		if t == "" || strings.ContainsAny(t, " \t\n*?[") {
			return true
		}
	}
	return false
}

func (b *fields) keep(v val) {
	b.has = true
	if b.r.holes && v.known && b.fill(v.text, true) {
		return
	}
	if v.known && (b.esc || strings.ContainsAny(v.text, "*?[]\\")) {
		if !b.esc {
			b.esc, b.pat = true, b.v.text
		}
		b.pat += escapePattern(v.text)
	}
	b.v = cat(b.v, v)
}

// split adds a known unquoted expansion: IFS splits it, pattern characters in
// it count.
func (b *fields) split(v val) {
	ifs, ok := b.r.ifs()
	if !ok {
		b.keep(v.blur())
		b.many = true
		return
	}
	from := val{known: true, vars: v.vars, subs: v.subs, dec: v.dec}
	b.v = cat(b.v, from)
	rest := v.text
	if ifs == "" {
		b.bare(rest)
		return
	}
	isWhite := func(c byte) bool {
		return (c == ' ' || c == '\t' || c == '\n') && strings.IndexByte(ifs, c) >= 0
	}
	for rest != "" {
		n := strings.IndexAny(rest, ifs)
		if n < 0 {
			b.bare(rest)
			return
		}
		if n > 0 {
			b.bare(rest[:n])
		}
		rest = rest[n:]
		// one separator: white space, at most one other character, white space
		i, hard := 0, false
		for i < len(rest) && isWhite(rest[i]) {
			i++
		}
		if i < len(rest) && strings.IndexByte(ifs, rest[i]) >= 0 && !isWhite(rest[i]) {
			hard = true
			i++
			for i < len(rest) && isWhite(rest[i]) {
				i++
			}
		}
		rest = rest[i:]
		if hard {
			b.has = true
		}
		b.flush()
		b.v = cat(b.v, from)
	}
}

// ifs is the value of IFS; ok is false when it is not known.
func (r *reader) ifs() (string, bool) {
	v := r.st.find("IFS")
	if v == nil {
		return " \t\n", !r.st.lost
	}
	if v.unset && !v.maybe {
		return " \t\n", true
	}
	return v.v.text, v.v.known && !v.maybe && !v.odd
}

func (r *reader) ifsPlain() bool {
	s, ok := r.ifs()
	return ok && (s == " \t\n" || s == "\n" || s == "" || s == "\t\n" || s == ",")
}

// flush ends the field.
func (b *fields) flush() {
	if !b.has {
		b.v = lit("")
		return
	}
	b.out = append(b.out, b.v.word(b))
	b.v, b.has, b.glob, b.bracket, b.many, b.proc, b.esc, b.pat = lit(""), false, false, false, false, false, false, ""
}

func escapePattern(s string) string {
	if !strings.ContainsAny(s, "*?[]\\") {
		return s
	}
	out := make([]byte, 0, len(s)+4)
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '*', '?', '[', ']', '\\':
			out = append(out, '\\')
		}
		out = append(out, s[i])
	}
	return string(out)
}

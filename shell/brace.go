package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxBraces is how many words one word with braces may become.
const maxBraces = 512

// braces adds the fields of a word that holds an unquoted {. It is false when
// the word is not one that braces expand.
func (r *reader) braces(b *fields, w *syntax.Word) bool {
	raw := r.raw(w)
	if !strings.Contains(raw, ",") && !strings.Contains(raw, "..") {
		return false
	}
	x := bracer{raw: raw, skip: substRanges(w, int(w.Pos().Offset()))}
	for _, p := range w.Parts {
		if q, ok := p.(*syntax.SglQuoted); ok && q.Dollar && strings.IndexByte(q.Value, '\\') >= 0 {
			x.failed = true // bash has turned it into other quotes by now
		}
	}
	list := x.expand(0, len(raw))
	switch {
	case x.failed || strings.Contains(raw, "\\\n"):
		// too many to list, or not read alike everywhere
		r.opaqueNode("braces that cannot be followed", w)
		r.lossy = true
		b.parts(w.Parts, false)
		b.v, b.has, b.many = b.v.blur(), true, true
		b.flush()
		return true
	case len(list) == 1 && list[0] == raw:
		return false
	}
	start, end := b.start, b.end
	old := r.frame
	for _, text := range list {
		word, ok := parseWord(text)
		if !ok {
			r.opaqueNode("braces that cannot be followed", w)
			b.v, b.has, b.many = val{}, true, true
			b.flush()
			continue
		}
		if word != nil {
			r.frame.src, r.frame.nested, r.frame.start, r.frame.end = text, true, start, end
			b.plainTilde = true
			b.tildeParts(word.Parts)
			r.frame = old
		}
		b.flush()
		if !r.step() {
			break
		}
	}
	return true
}

// parseWord reads text as one word; nil for no text.
func parseWord(text string) (*syntax.Word, bool) {
	if text == "" {
		return nil, true
	}
	var word *syntax.Word
	n := 0
	for w, err := range syntax.NewParser().WordsSeq(strings.NewReader(text)) {
		if err != nil {
			return nil, false
		}
		word = w
		n++
	}
	return word, n == 1 && int(word.Pos().Offset()) == 0 && int(word.End().Offset()) == len(text)
}

// substRanges are the command and process substitutions of a word, as offsets
// from its start.
func substRanges(w *syntax.Word, base int) (out [][2]int) {
	syntax.Walk(w, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			out = append(out, [2]int{int(n.Pos().Offset()) - base, int(n.End().Offset()) - base})
			return false
		case *syntax.ArithmExp:
			out = append(out, [2]int{int(n.Pos().Offset()) - base, int(n.End().Offset()) - base})
		}
		return true
	})
	return out
}

// bracer expands braces in the raw text of a word as bash does it: on the
// text, before any other expansion.
type bracer struct {
	raw    string
	skip   [][2]int // substitutions, which are passed over
	failed bool
	depth  int
}

// expand gives the words that raw[lo:hi] becomes.
func (x *bracer) expand(lo, hi int) []string {
	x.depth++
	defer func() { x.depth-- }()
	if x.depth > 50 || x.failed {
		x.failed = true
		return nil
	}
	// the first { that has its }
	i := lo
	for {
		i = x.gobble(lo, i, hi, '{')
		if i >= hi {
			return []string{x.raw[lo:hi]}
		}
		if x.gobble(i+1, i+1, hi, '}') < hi {
			break
		}
		i++
	}
	end := x.gobble(i+1, i+1, hi, '}')
	head := []string{x.raw[lo:i]}
	var mid []string
	if x.hasComma(i+1, end) {
		for from := i + 1; ; {
			at := x.gobble(from, from, end, ',')
			mid = append(mid, x.expand(from, at)...)
			if at >= end || len(mid) > maxBraces {
				break
			}
			from = at + 1
			if from == end {
				mid = append(mid, "")
				break
			}
		}
	} else if seq := x.sequence(x.raw[i+1 : end]); seq != nil {
		mid = seq
	} else if end+1 < hi {
		mid = []string{x.raw[i : end+1]}
	} else {
		return []string{x.raw[lo:hi]}
	}
	out := x.cross(head, mid)
	if end+1 < hi {
		out = x.cross(out, x.expand(end+1, hi))
	}
	return out
}

func (x *bracer) cross(a, b []string) []string {
	if len(a)*len(b) > maxBraces {
		x.failed = true
	}
	if x.failed {
		return nil
	}
	out := make([]string, 0, len(a)*len(b))
	for _, s := range a {
		for _, t := range b {
			out = append(out, s+t)
		}
	}
	return out
}

// hasComma tells whether an unescaped comma stands in raw[lo:hi].
func (x *bracer) hasComma(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		switch x.raw[i] {
		case '\\':
			i++
		case ',':
			return true
		}
	}
	return false
}

// gobble finds the byte want in raw[i:hi], over quotes, escapes,
// substitutions and nested braces; hi when there is none. A } counts only
// after a comma or .. at its own level.
func (x *bracer) gobble(lo, i, hi int, want byte) int {
	level, commas := 0, 1
	if want == '}' {
		commas = 0
	}
	quoted := byte(0)
	for i < hi {
		c := x.raw[i]
		if c == '\\' && quoted != '\'' {
			i += 2
			continue
		}
		next := byte(0)
		if i+1 < hi {
			next = x.raw[i+1]
		}
		if c == '$' && next == '{' && quoted != '\'' {
			if quoted == 0 {
				level++
			}
			i += 2
			continue
		}
		if quoted != 0 {
			if c == quoted {
				quoted = 0
			} else if quoted == '"' && c == '$' && next == '(' {
				i = x.over(i)
				continue
			}
			i++
			continue
		}
		if c == '"' || c == '\'' || c == '`' {
			quoted = c
			i++
			continue
		}
		if (c == '$' || c == '<' || c == '>') && next == '(' {
			i = x.over(i)
			continue
		}
		if c == want && level == 0 && commas > 0 {
			if c == '{' && i == lo && next == '}' {
				i++
				continue
			}
			return i
		}
		switch {
		case c == '{':
			level++
		case c == '}' && level > 0:
			level--
		case want == '}' && c == ',' && level == 0:
			commas++
		case want == '}' && c == '.' && next == '.' && level == 0 && !(i+2 < hi && x.raw[i+2] == want):
			commas++
		}
		i++
	}
	return hi
}

// over is the place after the substitution that begins at i.
func (x *bracer) over(i int) int {
	for _, s := range x.skip {
		if s[0] == i && s[1] > i {
			return s[1]
		}
	}
	x.failed = true
	return len(x.raw)
}

// sequence lists a..b or a..b..step; nil for what is none.
func (x *bracer) sequence(s string) (out []string) {
	from, rest, ok := strings.Cut(s, "..")
	if !ok || from == "" || rest == "" {
		return nil
	}
	to, by, stepped := strings.Cut(rest, "..")
	step := int64(1)
	if stepped {
		n, err := strconv.ParseInt(by, 10, 32)
		if err != nil {
			return nil
		}
		if step = max(n, -n); step == 0 {
			step = 1
		}
	}
	lo, err1 := strconv.ParseInt(from, 10, 32)
	hi, err2 := strconv.ParseInt(to, 10, 32)
	letters, width := false, 0
	switch {
	case err1 == nil && err2 == nil:
		if from[0] == '+' || to[0] == '+' {
			x.failed = true
			return nil
		}
		if leadingZero(from) || leadingZero(to) {
			width = max(len(from), len(to))
		}
	case len(from) == 1 && len(to) == 1 && isLetter(from[0]) && isLetter(to[0]):
		if isUpper(from[0]) != isUpper(to[0]) {
			x.failed = true // what lies between are quotes and brackets
			return nil
		}
		letters = true
		lo, hi = int64(from[0]), int64(to[0])
	default:
		if isInt(strings.TrimLeft(from, "+ ")) && len(from) > 8 || len(to) > 8 && isInt(strings.TrimLeft(to, "+ ")) {
			x.failed = true
		}
		return nil
	}
	if lo > hi {
		step = -step
	}
	for n := lo; step > 0 && n <= hi || step < 0 && n >= hi; n += step {
		if len(out) >= maxBraces {
			x.failed = true
			return nil
		}
		t := strconv.FormatInt(n, 10)
		switch {
		case letters:
			t = string(rune(n))
		case width > len(t):
			digits := strings.TrimPrefix(t, "-")
			sign := t[:len(t)-len(digits)]
			t = sign + strings.Repeat("0", width-len(t)) + digits
		}
		out = append(out, t)
	}
	return out
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || isUpper(c) }

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

func leadingZero(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return len(s) > 1 && s[0] == '0'
}

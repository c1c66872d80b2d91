package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxBraces is how many words one word with braces may become.
const maxBraces = 512

// braces adds the fields of a word that holds an unquoted {.
func (r *reader) braces(b *fields, w *syntax.Word) {
	cp := syntax.Word{Parts: w.Parts}
	if !syntax.SplitBraces(&cp) {
		b.tildeParts(w.Parts)
		b.flush()
		return
	}
	list, ok := expandBraces(cp.Parts, maxBraces)
	if !ok {
		// too many to list, or a sequence that is not read alike everywhere
		r.lossy = true
		b.parts(flat(cp.Parts), false)
		b.v, b.has, b.many = b.v.blur(), true, true
		b.flush()
		return
	}
	for i, parts := range list {
		if i > 0 && hasSubst(parts) {
			// the shell runs it once for each word
			r.steps += 10
		}
		b.tildeParts(joinLits(parts))
		b.flush()
	}
}

// expandBraces lists the words that parts stand for.
func expandBraces(parts []syntax.WordPart, max int) (out [][]syntax.WordPart, ok bool) {
	out = [][]syntax.WordPart{nil}
	for _, p := range parts {
		br, isBrace := p.(*syntax.BraceExp)
		if !isBrace {
			for i := range out {
				out[i] = append(out[i][:len(out[i]):len(out[i])], p)
			}
			continue
		}
		var elems [][]syntax.WordPart
		if br.Sequence {
			seq, ok := sequence(br, max)
			if !ok {
				return nil, false
			}
			elems = seq
		} else {
			for _, e := range br.Elems {
				sub, ok := expandBraces(e.Parts, max)
				if !ok {
					return nil, false
				}
				elems = append(elems, sub...)
			}
		}
		if len(out)*len(elems) > max {
			return nil, false
		}
		next := make([][]syntax.WordPart, 0, len(out)*len(elems))
		for _, head := range out {
			for _, e := range elems {
				next = append(next, append(head[:len(head):len(head)], e...))
			}
		}
		out = next
	}
	return out, true
}

// sequence lists {a..b..step}.
func sequence(br *syntax.BraceExp, max int) (out [][]syntax.WordPart, ok bool) {
	from, to := br.Elems[0].Lit(), br.Elems[1].Lit()
	step := int64(1)
	if len(br.Elems) > 2 {
		n, err := strconv.ParseInt(br.Elems[2].Lit(), 10, 32)
		if err != nil {
			return nil, false
		}
		step = n
		if step < 0 {
			step = -step
		}
		if step == 0 {
			step = 1
		}
	}
	x, err1 := strconv.ParseInt(from, 10, 32)
	y, err2 := strconv.ParseInt(to, 10, 32)
	letters := err1 != nil || err2 != nil
	width := 0
	if letters {
		if len(from) != 1 || len(to) != 1 || isUpper(from[0]) != isUpper(to[0]) {
			return nil, false
		}
		x, y = int64(from[0]), int64(to[0])
	} else if leadingZero(from) || leadingZero(to) {
		width = len(from)
		if len(to) > width {
			width = len(to)
		}
	}
	if x > y {
		step = -step
	}
	for n := x; step > 0 && n <= y || step < 0 && n >= y; n += step {
		if len(out) >= max {
			return nil, false
		}
		s := strconv.FormatInt(n, 10)
		switch {
		case letters:
			s = string(rune(n))
		case width > len(s):
			neg := strings.HasPrefix(s, "-")
			s = strings.Repeat("0", width-len(s)) + strings.TrimPrefix(s, "-")
			if neg {
				s = "-" + s
			}
		}
		out = append(out, []syntax.WordPart{&syntax.Lit{Value: s}})
	}
	return out, true
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

func leadingZero(s string) bool {
	s = strings.TrimPrefix(strings.TrimPrefix(s, "-"), "+")
	return len(s) > 1 && s[0] == '0'
}

// flat is all parts that stand in parts, braces taken off.
func flat(parts []syntax.WordPart) (out []syntax.WordPart) {
	for _, p := range parts {
		if br, ok := p.(*syntax.BraceExp); ok {
			for _, e := range br.Elems {
				out = append(out, flat(e.Parts)...)
			}
			continue
		}
		out = append(out, p)
	}
	return out
}

// joinLits puts neighbouring literals together, so that a tilde or a name
// that braces built is seen whole.
func joinLits(parts []syntax.WordPart) []syntax.WordPart {
	out := parts[:0:0]
	for _, p := range parts {
		l, ok := p.(*syntax.Lit)
		if ok && len(out) > 0 {
			if last, ok := out[len(out)-1].(*syntax.Lit); ok {
				cp := *last
				cp.Value += l.Value
				out[len(out)-1] = &cp
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

func hasSubst(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			return true
		}
	}
	return false
}

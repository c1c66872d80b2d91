package shell

import "strings"

// maxAlts is how many values a word may have before they are no longer told
// one by one.
const maxAlts = 64

// val is what is known of a string.
type val struct {
	text  string
	known bool
	alts  []string // not known, but one of these
	num   bool     // not known, but an integer: nothing to split, match or evaluate
	env   bool     // not known, because the text never sets the variable it is of
	dec   bool     // came out of a decoder
	pre   string   // what is known of the start of a value that is not known
	suf   string   // and of its end
	tmpl  string   // not known: the text with hole in place of what is not known; empty for nothing but a hole
	vars  []string
	subs  []int
	globs []string // not known: a name that one of these patterns matches, between pre and suf
	or    []string // not known, and one of these where the environment does not say otherwise
}

// maxOr is how many such values are kept.
const maxOr = 16

// said are the values of v that the text itself gives.
func (v *val) said() []string {
	if v.closed() {
		return v.texts()
	}
	return v.or
}

// alsoSaid joins values that the text gives.
func alsoSaid(a, b []string) []string {
	out := joinStr(a, b)
	if len(out) > maxOr {
		out = out[:maxOr:maxOr]
	}
	return out
}

// hole stands in a text for a stretch that is not known. Texts of others that
// hold it are hostile.
const hole = "\U0010fffd"

// template is the text of v with holes.
func (v *val) template() string {
	switch {
	case v.known:
		return v.text
	case v.tmpl != "":
		return v.tmpl
	}
	return hole
}

func lit(s string) val { return val{text: s, known: true} }

// texts are all the values v can have; nil when that is not known.
func (v *val) texts() []string {
	if v.known {
		return []string{v.text}
	}
	return v.alts
}

// closed tells whether all the values of v are known.
func (v *val) closed() bool { return v.known || len(v.alts) > 0 }

// blur is v with its value forgotten and its sources kept.
func (v val) blur() val {
	return val{vars: v.vars, subs: v.subs, dec: v.dec, or: v.or}
}

// oneOf is the value that is one of texts.
func oneOf(texts []string, from val) val {
	out := val{vars: from.vars, subs: from.subs, dec: from.dec}
	for _, t := range texts {
		if !containsStr(out.alts, t) {
			out.alts = append(out.alts, t)
		}
	}
	switch {
	case len(out.alts) == 1:
		out.text, out.known, out.alts = out.alts[0], true, nil
	case len(out.alts) > maxAlts:
		out.num = allInts(out.alts)
		out.alts = nil
	}
	return out
}

// cat is the value of a followed by b.
func cat(a, b val) val {
	if a.known && a.text == "" && a.vars == nil && a.subs == nil && !a.dec {
		return b
	}
	out := val{dec: a.dec || b.dec, vars: joinStr(a.vars, b.vars), subs: joinInt(a.subs, b.subs)}
	switch {
	case a.known && b.known:
		out.text, out.known = a.text+b.text, true
		return out
	case a.closed() && b.closed() && len(a.texts())*len(b.texts()) <= maxAlts:
		for _, x := range a.texts() {
			for _, y := range b.texts() {
				if t := x + y; !containsStr(out.alts, t) {
					out.alts = append(out.alts, t)
				}
			}
		}
		if len(out.alts) == 1 {
			out.text, out.known, out.alts = out.alts[0], true, nil
		}
		return out
	}
	if len(a.or)+len(b.or) > 0 {
		// what is not known at all counts as nothing
		x, y := a.said(), b.said()
		if len(x) == 0 {
			x = []string{""}
		}
		if len(y) == 0 {
			y = []string{""}
		}
		for _, s := range x {
			for _, t := range y {
				if len(s)+len(t) < 8<<10 {
					out.or = alsoSaid(out.or, []string{s + t})
				}
			}
		}
	}
	out.num = (a.num || a.known && isDigits(a.text)) && (b.num || b.known && isDigits(b.text))
	out.pre, out.suf = a.pre, b.suf
	if len(a.text)+len(b.text)+len(a.tmpl)+len(b.tmpl) < 8<<10 {
		out.tmpl = a.template() + b.template()
	}
	if a.known {
		out.pre, out.globs = a.text+b.pre, b.globs
	}
	if b.known {
		out.suf, out.globs = a.suf+b.text, a.globs
	}
	return out
}

// either is the value that is a or b.
func either(a, b val) val {
	if a.known && b.known && a.text == b.text && !a.dec && !b.dec {
		a.vars, a.subs = joinStr(a.vars, b.vars), joinInt(a.subs, b.subs)
		return a
	}
	from := val{vars: joinStr(a.vars, b.vars), subs: joinInt(a.subs, b.subs), dec: a.dec || b.dec}
	if a.closed() && b.closed() {
		return oneOf(append(append([]string(nil), a.texts()...), b.texts()...), from)
	}
	if len(a.globs) > 0 && len(b.globs) > 0 && a.pre == b.pre && a.suf == b.suf {
		from.globs, from.pre, from.suf = joinStr(a.globs, b.globs), a.pre, a.suf
	}
	from.or = alsoSaid(a.said(), b.said())
	from.num = a.isNum() && b.isNum()
	from.env = a.env && (b.env || b.isNum()) || b.env && a.isNum()
	return from
}

// each is v with f applied to all its values; where one of them cannot be
// told, v blurred.
func (v val) each(f func(string) (string, bool)) val {
	if !v.closed() {
		out := v.blur()
		out.or = nil
		for _, t := range v.or {
			if s, ok := f(t); ok {
				out.or = append(out.or, s)
			}
		}
		return out
	}
	texts := v.texts()
	out := make([]string, 0, len(texts))
	for _, t := range texts {
		s, ok := f(t)
		if !ok {
			return v.blur()
		}
		out = append(out, s)
	}
	return oneOf(out, v)
}

// isNum tells whether v is an integer whatever its value.
func (v *val) isNum() bool {
	if v.known {
		return isInt(v.text)
	}
	return v.num || len(v.alts) > 0 && allInts(v.alts)
}

// sameVal tells whether a and b say the same.
func sameVal(a, b val) bool {
	if a.known != b.known || a.text != b.text || a.num != b.num || a.env != b.env || a.dec != b.dec ||
		a.pre != b.pre || a.suf != b.suf || len(a.alts) != len(b.alts) ||
		len(a.vars) != len(b.vars) || len(a.subs) != len(b.subs) || len(a.or) != len(b.or) {
		return false
	}
	for i := range a.alts {
		if a.alts[i] != b.alts[i] {
			return false
		}
	}
	for i := range a.or {
		if a.or[i] != b.or[i] {
			return false
		}
	}
	return true
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func isInt(s string) bool { return isDigits(strings.TrimPrefix(s, "-")) }

func allInts(list []string) bool {
	for _, s := range list {
		if !isInt(s) {
			return false
		}
	}
	return true
}

// isName tells whether s is a variable's name.
func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !(c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && c >= '0' && c <= '9') {
			return false
		}
	}
	return s != ""
}

func containsStr(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// joinStr is a with what b has beyond it; neither is changed.
func joinStr(a, b []string) []string {
	if len(b) == 0 {
		return a
	}
	if len(a) == 0 {
		return b
	}
	out := a[:len(a):len(a)]
	for _, s := range b {
		if !containsStr(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// joinInt is joinStr for indexes.
func joinInt(a, b []int) []int {
	if len(b) == 0 {
		return a
	}
	if len(a) == 0 {
		return b
	}
	out := a[:len(a):len(a)]
next:
	for _, n := range b {
		for _, m := range out {
			if m == n {
				continue next
			}
		}
		out = append(out, n)
	}
	return out
}

package prompt

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxReason bounds a reason, in characters.
const maxReason = 600

// plain makes a model's words fit for people and for the agent: one line, no
// markup, nothing that hides, at most maxReason characters.
func plain(s string) string {
	var b strings.Builder
	n := 0
	for i := 0; i < len(s); {
		if s[i] == '<' {
			if end := markup(s[i:]); end > 0 {
				i += end
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case !shows(r) || r == '<' || r == '>' || r == '`':
			continue
		}
		if n++; n > maxReason {
			b.WriteString("...")
			break
		}
		b.WriteRune(r)
	}
	// A link would hide where it leads.
	text := strings.ReplaceAll(b.String(), "](", "] (")
	return strings.Join(strings.Fields(text), " ")
}

// markup gives the length of the tag that s begins with; zero where it is
// none, as of "a < b".
func markup(s string) int {
	if len(s) < 2 || !(s[1] == '/' || s[1] == '!' || s[1] >= 'a' && s[1] <= 'z' || s[1] >= 'A' && s[1] <= 'Z') {
		return 0
	}
	end := strings.IndexByte(s[:min(len(s), 200)], '>')
	return end + 1
}

package shell

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Quote renders a word so that a shell reads it as that one word, for display
// and for notes. Characters that would hide something are shown as Visible
// shows them, inside $'...'.
func Quote(word string) string {
	if word == "" {
		return "''"
	}
	plain, odd := true, false
	for i := 0; i < len(word); {
		r, n := utf8.DecodeRuneInString(word[i:])
		if hides(r, n) {
			odd = true
		}
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:=@%+,", r)) {
			plain = false
		}
		i += n
	}
	switch {
	case odd:
		s := strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(word)
		return "$'" + strings.ReplaceAll(Visible(s), "\n", `\n`) + "'"
	case plain:
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Visible renders text of an agent's for people: escape sequences, control,
// direction-changing and invisible characters and bytes that are no text
// stand as escapes. Newlines and tabs stay.
func Visible(s string) string {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if hides(r, n) {
			return visible(s, i)
		}
		i += n
	}
	return s
}

func visible(s string, from int) string {
	var b strings.Builder
	b.WriteString(s[:from])
	for i := from; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case !hides(r, n):
			b.WriteString(s[i : i+n])
		case r == utf8.RuneError && n == 1 || r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += n
	}
	return b.String()
}

// hides tells whether a character must not reach a terminal as it is.
func hides(r rune, size int) bool {
	if r < utf8.RuneSelf {
		return r < ' ' && r != '\n' && r != '\t' || r == 0x7f
	}
	sort, bad := suspicious(r, size)
	return bad && sort != joiner
}

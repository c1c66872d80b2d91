package verdict

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quote makes text that an agent wrote fit to be shown to a person on one
// line: control, bidi, zero-width and other invisible characters, spaces that
// are not U+0020, and bytes that are no UTF-8 appear as escapes, so that what
// is seen is what is there. A result longer than max bytes is cut in the
// middle, where "…" says so; max <= 0 does not cut.
func Quote(s string, max int) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case shows(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += n
	}
	return middle(b.String(), max)
}

// shows tells whether a reader sees r as itself.
func shows(r rune) bool {
	switch {
	case r == ' ':
		return true
	case r == 0x2800, r == 0x3164, r == 0xffa0, r == 0x115f, r == 0x1160: // letters and patterns that look blank
		return false
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0100 && r <= 0xe01ef: // variation selectors can carry data
		return false
	}
	return unicode.IsPrint(r)
}

// middle cuts s to max bytes, keeping both ends and whole characters.
func middle(s string, max int) string {
	const mark = "…"
	if max <= 0 || len(s) <= max {
		return s
	}
	if max <= len(mark) {
		return mark
	}
	keep := max - len(mark)
	head, tail := keep-keep/3, keep/3
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	from := len(s) - tail
	for from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	return s[:head] + mark + s[from:]
}

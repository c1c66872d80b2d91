package secret

import "strings"

// Redact replaces the secrets in text by [redacted:kind], for records and
// for what people are shown. It takes more for a secret than Find: whatever
// stands where a secret stands goes, placeholders too. Redacting twice
// changes nothing more. It takes linear time.
func Redact(text string) string {
	// What was cut out may bring a name and a value together that were apart;
	// two rounds settle all but texts made for it.
	for range 8 {
		s := scanner{text: text}
		s.scan()
		found := s.merged()
		if len(found) == 0 {
			return text
		}
		var b strings.Builder
		b.Grow(len(text))
		last := 0
		for _, m := range found {
			b.WriteString(text[last:m.Start])
			b.WriteString("[redacted:")
			b.WriteString(m.Kind)
			b.WriteByte(']')
			last = m.End
		}
		b.WriteString(text[last:])
		text = b.String()
	}
	return text
}

// marker gives the length of a [redacted:kind] at text[i:]; 0 where there is
// none.
func marker(text string, i int) int {
	const open = "[redacted:"
	if text[i] != '[' || !strings.HasPrefix(text[i:], open) {
		return 0
	}
	for j := i + len(open); j < len(text) && j < i+len(open)+32; j++ {
		switch c := text[j]; {
		case c == ']' && j > i+len(open):
			return j + 1 - i
		case 'a' <= c && c <= 'z', c == '-', '0' <= c && c <= '9':
		default:
			return 0
		}
	}
	return 0
}

// onlyMarkers tells whether v is nothing but markers.
func onlyMarkers(v string) bool {
	for i := 0; i < len(v); {
		n := marker(v, i)
		if n == 0 {
			return false
		}
		i += n
	}
	return true
}

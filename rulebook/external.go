package rulebook

import (
	"fmt"
	"strings"

	"automode/verdict"
)

// External is b with the rules of a text that somebody keeps in a file of
// their own: each paragraph, and each item of a list, is an entry of the
// section that may be cleared. Headings say nothing. With replace they stand
// in the place of the entries that may be cleared and of the exceptions; what
// is hard stays.
func (b *Book) External(text, file string, replace bool) *Book {
	out := &Book{Slots: b.Slots, Foreign: b.Foreign}
	for _, e := range b.Entries {
		if !replace || e.Tier == verdict.Hard {
			out.Entries = append(out.Entries, e)
		}
	}
	for _, p := range paragraphs(text) {
		e := ParseEntry(SoftDeny, p.text, fmt.Sprintf("%s:%d", file, p.line))
		if e.Label != "" && out.Add(e) {
			out.Foreign = true
		}
	}
	return out
}

type paragraph struct {
	text string
	line int
}

// paragraphs divides text at blank lines, headings and the beginnings of list
// items.
func paragraphs(text string) (out []paragraph) {
	open := false
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		item := false
		for _, mark := range [...]string{"- ", "* ", "+ "} {
			if rest, ok := strings.CutPrefix(line, mark); ok {
				line, item = strings.TrimSpace(rest), true
				break
			}
		}
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			open = false
		case open && !item:
			out[len(out)-1].text += " " + line
		default:
			out = append(out, paragraph{line, n})
			open = true
		}
	}
	return out
}

package rulebook

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"automode/verdict"
)

// maxLabel bounds a label, in bytes: judges have to write it.
const maxLabel = 80

// String is the entry in the form in which settings take it back:
// "Label [must name: X]: prose".
func (e Entry) String() string {
	var b strings.Builder
	b.WriteString(e.Label)
	if e.Names != "" && e.Tier == verdict.Soft {
		b.WriteString(" [must name: " + e.Names + "]")
	}
	text := e.Text
	if text == "" {
		text = e.Door
	}
	if b.Len() > 0 {
		b.WriteString(": ")
	}
	b.WriteString(text)
	return b.String()
}

// String is the slot in the form in which settings take it back:
// "**Name**: text".
func (s Slot) String() string {
	if s.Name == note {
		return s.Text
	}
	return "**" + s.Name + "**: " + s.Text
}

// ParseEntry reads an entry that somebody wrote for a section, at origin. Text
// without a label is an entry all the same; its label is made of its first
// words, so that a judge can name it.
func ParseEntry(section, text, origin string) Entry {
	e := Entry{Origin: origin, Text: strings.TrimSpace(text)}
	switch section {
	case HardDeny:
		e.Tier = verdict.Hard
	case SoftDeny:
		e.Tier = verdict.Soft
	}
	if label, names, rest, ok := headed(e.Text); ok {
		e.Label, e.Names, e.Text = label, names, rest
	} else {
		e.Label = firstWords(e.Text)
	}
	e.ID = "user/" + slug(e.Label) // never that of an entry that code judges by
	return e
}

// headed divides "Label [must name: X]: prose"; false where text does not begin
// so. A colon without a space behind it divides nothing: it stands in
// addresses and times.
func headed(text string) (label, names, rest string, ok bool) {
	label, rest, ok = divided(text)
	const open = "[must name:"
	if before, after, named := strings.Cut(text, open); named && len(before) < len(label) {
		label = before
		if names, rest, ok = strings.Cut(after, "]"); ok {
			rest, ok = strings.CutPrefix(strings.TrimSpace(rest), ":")
		}
	}
	label = strings.TrimSpace(label)
	if strings.HasPrefix(label, "**") && strings.HasSuffix(label, "**") && len(label) > 4 {
		label = label[2 : len(label)-2]
	}
	label = strings.Trim(plainLabel(label), ": ")
	if !ok || label == "" || len(label) > maxLabel || strings.Contains(label, ". ") || strings.Contains(label, ": ") {
		return "", "", "", false
	}
	return label, oneLine(names), strings.TrimSpace(rest), true
}

// divided cuts text at its first colon that ends a word.
func divided(text string) (before, after string, ok bool) {
	for i := 0; i < len(text); i++ {
		if text[i] == ':' && (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\t' || text[i+1] == '\n') {
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
}

// firstWords makes a label for text that has none.
func firstWords(text string) string {
	var words []string
	for _, w := range strings.Fields(plainLabel(text)) {
		plain := strings.Trim(w, ".:,;*")
		if plain == "" {
			continue
		}
		words = append(words, w)
		if len(words) == 5 || strings.ContainsAny(w[len(w)-1:], ".:") {
			break // a sentence, or a heading, ends here
		}
	}
	label := strings.Join(words, " ")
	for len(label) > maxLabel {
		_, n := utf8.DecodeLastRuneInString(label)
		label = label[:len(label)-n]
	}
	return strings.Trim(label, ".,;:* ")
}

// plainLabel takes out of a label what would break the form in which judges
// write it, and what cannot be seen.
func plainLabel(s string) string {
	return oneLine(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case strings.ContainsRune("[]<>", r) || !unicode.IsPrint(r):
			return -1
		}
		return r
	}, s))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func slug(s string) string {
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(s) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127 {
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			dash = false
			b.WriteRune(r)
			continue
		}
		dash = true
	}
	return b.String()
}

// note is the name of a slot that has none.
const note = "Note"

// ParseSlot reads a line of the environment. Text without a name is a slot
// named "Note".
func ParseSlot(text, origin string) Slot {
	s := Slot{Name: note, Text: strings.TrimSpace(text), Origin: origin}
	if rest, ok := strings.CutPrefix(s.Text, "**"); ok {
		if name, after, ok := strings.Cut(rest, "**"); ok && plainLabel(name) != "" {
			s.Name, s.Text = plainLabel(name), strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(after), ":"))
		}
	}
	for _, d := range defaultSlots {
		if strings.EqualFold(d.Name, s.Name) {
			s.Name, s.Kind = d.Name, d.Kind
		}
	}
	return s
}

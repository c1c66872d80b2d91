package rulebook

import (
	"fmt"
	"strings"

	"automode/verdict"
)

// Defaults stands, in a list of prose, for the section's own entries.
const Defaults = "$defaults"

// The sections, by the names that settings give them.
const (
	Environment = "environment"
	Allow       = "allow"
	SoftDeny    = "soft_deny"
	HardDeny    = "hard_deny"
)

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
func (s Slot) String() string { return "**" + s.Name + "**: " + s.Text }

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
	}
	if e.Label == "" {
		words := strings.Fields(e.Text)
		e.Label = strings.Trim(strings.Join(words[:min(len(words), 5)], " "), ".,;:")
	}
	e.Label = plainLabel(e.Label)
	e.ID = "user/" + slug(e.Label) // never that of an entry that code judges by
	return e
}

// headed divides "Label [must name: X]: prose"; false where text does not begin
// so.
func headed(text string) (label, names, rest string, ok bool) {
	label, rest, ok = strings.Cut(text, ":")
	if before, after, named := strings.Cut(text, "[must name:"); named && len(before) < len(label) {
		label = before
		if names, rest, ok = strings.Cut(after, "]"); ok {
			rest, ok = strings.CutPrefix(strings.TrimSpace(rest), ":")
		}
	}
	label = strings.Trim(strings.TrimSpace(label), "*")
	if !ok || label == "" || len(label) > 120 || strings.ContainsAny(label, ".\n") {
		return "", "", "", false
	}
	return label, strings.TrimSpace(names), strings.TrimSpace(rest), true
}

// plainLabel takes out of a label what would break the form in which judges
// write it.
func plainLabel(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if strings.ContainsRune("[]<>\n\r\t", r) || r < ' ' {
			return -1
		}
		return r
	}, s))
}

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

// ParseSlot reads a line of the environment. Text without a name is a slot
// named "Note".
func ParseSlot(text, origin string) Slot {
	s := Slot{Name: "Note", Text: strings.TrimSpace(text), Origin: origin}
	if rest, ok := strings.CutPrefix(s.Text, "**"); ok {
		if name, after, ok := strings.Cut(rest, "**"); ok && name != "" {
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

// Section gives the lines of a section, in the form in which settings take
// them back. It is what the prompt is made of too.
func (b *Book) Section(name string) []string {
	out := []string{}
	if name == Environment {
		slots := b.Slots
		if slots == nil {
			slots = defaultSlots[:]
		}
		for _, s := range slots {
			out = append(out, s.String())
		}
		return out
	}
	for _, e := range b.Entries {
		if e.Section() == name {
			out = append(out, e.String())
		}
	}
	return out
}

// Section is the section that the entry stands in.
func (e Entry) Section() string {
	switch e.Tier {
	case verdict.Hard:
		return HardDeny
	case verdict.Soft:
		return SoftDeny
	}
	return Allow
}

// Labelled gives the entry by which a judge can block that has that label,
// whatever the case of its letters.
func (b *Book) Labelled(label string) (Entry, bool) {
	for _, e := range b.Entries {
		if e.Tier != verdict.NoTier && strings.EqualFold(e.Label, label) {
			return e, true
		}
	}
	return Entry{}, false
}

// Add puts an entry that somebody wrote into b, under an id that no other has.
func (b *Book) Add(e Entry) {
	id := e.ID
	for n := 2; ; n++ {
		if _, taken := b.Find(e.ID); !taken {
			break
		}
		e.ID = fmt.Sprintf("%s-%d", id, n)
	}
	b.Entries = append(b.Entries, e)
}

// Set puts a slot that somebody wrote into b: in the place of the careful
// default of that name, or behind the others.
func (b *Book) Set(s Slot) {
	for i, have := range b.Slots {
		if have.Name == s.Name && have.Origin == "" && s.Name != "Note" {
			b.Slots[i] = s
			return
		}
	}
	b.Slots = append(b.Slots, s)
}

// CarefulSlots are the environment's defaults.
func CarefulSlots() []Slot { return append([]Slot(nil), defaultSlots[:]...) }

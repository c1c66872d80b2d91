package rulebook

import (
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

// Sections are their names, in the order in which people are shown them.
var Sections = [...]string{Environment, Allow, SoftDeny, HardDeny}

// Line is a line of a section.
type Line struct {
	Text   string // in the form in which settings take it back
	Group  string // the heading it stands under; empty: none
	Origin string // where somebody wrote it; empty: it ships with the gate
}

// Lines gives the lines of a section. The prompt is made of them, and so is
// what people are shown: there is no second text.
func (b *Book) Lines(section string) []Line {
	out := []Line{}
	if section == Environment {
		slots := b.Slots
		if slots == nil {
			slots = defaultSlots[:]
		}
		for _, s := range slots {
			out = append(out, Line{Text: s.String(), Group: s.Kind.String(), Origin: s.Origin})
		}
		return out
	}
	for _, e := range b.Entries {
		if e.Section() == section {
			out = append(out, Line{Text: e.String(), Group: e.Group, Origin: e.Origin})
		}
	}
	return out
}

// Section gives the texts of a section's lines.
func (b *Book) Section(name string) []string {
	out := []string{}
	for _, l := range b.Lines(name) {
		out = append(out, l.Text)
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
// whatever the case of its letters; the strictest where several have it.
func (b *Book) Labelled(label string) (e Entry, ok bool) {
	for _, have := range b.Entries {
		if have.Tier > e.Tier && sameLabel(have.Label, label) {
			e, ok = have, true
		}
	}
	return e, ok
}

// sameLabel compares labels; only plain letters fold, so that no look-alike
// passes for another.
func sameLabel(a, b string) bool {
	return a != "" && (a == b || asciiLower(a) == asciiLower(b))
}

func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

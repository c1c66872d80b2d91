package settings

import (
	"automode/rulebook"
	"automode/verdict"
)

// defaults stands in a list of prose for the section's own entries.
const defaults = rulebook.Defaults

// Book is the rulebook as the prose of all layers makes it. Code judges by the
// entries that are ours; prose of others it cannot read, and Foreign says that
// there is some in a section that denies.
func (s *Settings) Book() *rulebook.Book {
	if len(s.Prose) == 0 {
		return rulebook.Default()
	}
	hard, hardForeign := s.section(rulebook.HardDeny)
	soft, softForeign := s.section(rulebook.SoftDeny)
	allow, _ := s.section(rulebook.Allow)
	book := &rulebook.Book{Foreign: hardForeign || softForeign}
	for _, e := range rulebook.Default().Entries {
		keep := allow
		switch e.Tier {
		case verdict.Hard:
			keep = hard
		case verdict.Soft:
			keep = soft
		}
		if keep {
			book.Entries = append(book.Entries, e)
		}
	}
	if kept, _ := s.section(rulebook.Environment); kept {
		book.Slots = rulebook.CarefulSlots()
	} else {
		book.Slots = []rulebook.Slot{}
	}
	for _, p := range s.Prose {
		for _, item := range p.Items {
			origin := item.Origin.String()
			if origin == "" {
				origin = p.Source // not ours, wherever it was written
			}
			switch {
			case item.Text == defaults:
			case p.Section == rulebook.Environment:
				book.Set(rulebook.ParseSlot(item.Text, origin))
			default:
				book.Add(rulebook.ParseEntry(p.Section, item.Text, origin))
			}
		}
	}
	return book
}

// section tells whether a section keeps its own entries, and whether it has
// others besides. A layer that does not name the section says nothing of it.
func (s *Settings) section(name string) (kept, foreign bool) {
	kept = true
	named := false
	for _, p := range s.Prose {
		if p.Section != name {
			continue
		}
		if !named {
			named, kept = true, false
		}
		for _, item := range p.Items {
			if item.Text == defaults {
				kept = true
			} else {
				foreign = true
			}
		}
	}
	return kept, foreign
}

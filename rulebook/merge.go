package rulebook

import "fmt"

// List is one section's list as one layer of settings has it. It replaces what
// the section holds by default; the item Defaults stands for that, in its
// place. An empty list empties the section.
type List struct {
	Section string
	Items   []Item
}

// Item is one text of a List, and where it was written.
type Item struct {
	Text   string
	Origin string // never empty: an empty one would pass for ours
}

// Merge makes the effective book of the lists of all layers, the strongest
// first. A section that no list is of keeps its defaults. What stands in
// several lists stands in the book once, where it came first.
//
// Text that is word for word an entry of ours is that entry: whoever copies
// the defaults into settings has them still, for code too.
func Merge(lists []List) *Book {
	if len(lists) == 0 {
		return Default()
	}
	b := &Book{Slots: []Slot{}}
	for _, section := range [...]string{HardDeny, SoftDeny, Allow} {
		b.join(section, of(section, lists))
	}
	env := of(Environment, lists)
	if env == nil {
		b.Slots = CarefulSlots()
	}
	for _, l := range env {
		for _, item := range l.Items {
			b.slot(item)
		}
	}
	return b
}

// of are the lists of a section; nil where there is none.
func of(section string, lists []List) (out []List) {
	for _, l := range lists {
		if l.Section == section {
			out = append(out, l)
		}
	}
	return out
}

// join puts a section's entries into b.
func (b *Book) join(section string, lists []List) {
	if lists == nil {
		b.splice(section)
		return
	}
	for _, l := range lists {
		for _, item := range l.Items {
			if item.Text == Defaults {
				b.splice(section)
				continue
			}
			e := ParseEntry(section, item.Text, originOf(item))
			if e.Label == "" && e.Text == "" {
				continue
			}
			if ours, ok := own(section, e); ok {
				b.ours(ours)
				continue
			}
			if b.Add(e) && section != Allow {
				b.Foreign = true
			}
		}
	}
}

func originOf(item Item) string {
	if item.Origin == "" {
		return "settings"
	}
	return item.Origin
}

// splice puts in the section's own entries that are not there yet.
func (b *Book) splice(section string) {
	for _, e := range Default().Entries {
		if e.Section() == section {
			b.ours(e)
		}
	}
}

// ours puts in an entry of ours, once.
func (b *Book) ours(e Entry) {
	if _, there := b.Find(e.ID); !there {
		b.Entries = append(b.Entries, e)
	}
}

// own gives the entry of ours that e is, word for word.
func own(section string, e Entry) (Entry, bool) {
	for i, have := range Default().Entries {
		if have.Label == e.Label && have.Section() == section && oneLine(Full().Entries[i].String()) == oneLine(e.String()) {
			return have, true
		}
	}
	return Entry{}, false
}

// Add puts an entry that somebody wrote into b, under an id that no other has;
// false where b holds the very same one.
func (b *Book) Add(e Entry) bool {
	for _, have := range b.Entries {
		if have.Label == e.Label && have.Tier == e.Tier && have.Names == e.Names && have.Text == e.Text && !have.Ours() {
			return false
		}
	}
	id := e.ID
	for n := 2; ; n++ {
		if _, taken := b.Find(e.ID); !taken {
			break
		}
		e.ID = fmt.Sprintf("%s-%d", id, n)
	}
	b.Entries = append(b.Entries, e)
	return true
}

// slot puts an item of the environment into b.
func (b *Book) slot(item Item) {
	if item.Text != Defaults {
		b.Set(ParseSlot(item.Text, originOf(item)))
		return
	}
	for _, d := range defaultSlots {
		if b.has(d.Name) {
			continue // somebody said more
		}
		b.Slots = append(b.Slots, d)
	}
}

func (b *Book) has(name string) bool {
	for _, s := range b.Slots {
		if s.Name == name {
			return true
		}
	}
	return false
}

// Set puts a slot that somebody wrote into b: in the place of the careful
// default of that name, or behind the others.
func (b *Book) Set(s Slot) {
	for i, have := range b.Slots {
		if have.Name == s.Name && have.Text == s.Text {
			return
		}
		if have.Name == s.Name && have.Origin == "" && s.Name != note {
			b.Slots[i] = s
			return
		}
	}
	b.Slots = append(b.Slots, s)
}

package rulebook

import (
	"slices"
	"sync"
)

// Full is the rulebook that ships with the gate, with its prose. It is what
// models and people read; code needs Default only, which costs nothing to
// have. The result is shared: do not change it.
var Full = sync.OnceValue(func() *Book {
	b := &Book{Entries: slices.Clone(defaultBook.Entries), Slots: slices.Clone(defaultSlots[:])}
	b.fill()
	return b
})

// fill gives entries of ours their prose and the group that they stand in.
func (b *Book) fill() {
	for i := range b.Entries {
		e := &b.Entries[i]
		if !e.Ours() {
			continue
		}
		for _, g := range texts {
			for _, p := range g.list {
				if p.id != e.ID {
					continue
				}
				e.Group = g.name
				if e.Text == "" {
					e.Text = p.text
				}
			}
		}
	}
}

// Readable is b with the prose of those entries that are ours, for a model or
// a person to read. b itself is left as it is; nil is the default book.
func (b *Book) Readable() *Book {
	if b == nil || b == Default() || b == Full() {
		return Full()
	}
	out := &Book{Entries: slices.Clone(b.Entries), Slots: b.Slots, Foreign: b.Foreign}
	if out.Slots == nil {
		out.Slots = CarefulSlots()
	}
	out.fill()
	return out
}

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

// fill gives entries of ours their prose.
func (b *Book) fill() {
	texts := map[string]string{}
	for _, list := range [...][]prose{proseHard[:], proseForeign[:], proseProduction[:], proseLocal[:], proseWeakening[:],
		proseCredentials[:], proseSelf[:], proseOutward[:], proseAllow[:]} {
		for _, p := range list {
			texts[p.id] = p.text
		}
	}
	for i := range b.Entries {
		if e := &b.Entries[i]; e.Text == "" {
			e.Text = texts[e.ID]
		}
	}
}

// Readable is b with the prose of those entries that are ours, for a model or
// a person to read. b itself is left as it is; nil is the default book.
func (b *Book) Readable() *Book {
	if b == nil || b == Default() {
		return Full()
	}
	out := &Book{Entries: slices.Clone(b.Entries), Slots: b.Slots, Foreign: b.Foreign}
	if out.Slots == nil {
		out.Slots = slices.Clone(defaultSlots[:])
	}
	out.fill()
	return out
}

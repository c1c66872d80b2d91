// Package rulebook holds the entries by which a judge blocks and excepts:
// their ids, labels, tiers, what the user must name to clear them, and the
// prose that models and people read; and what a judge should know of where it
// works.
package rulebook

import "automode/verdict"

// Section is the part of the rulebook an entry stands in.
type Section uint8

// The sections.
const (
	Deny Section = iota // HARD and SOFT, told apart by the tier
	Exception
)

// Entry is one entry.
type Entry struct {
	ID    string
	Label string
	Tier  verdict.Tier
	Names string // of SOFT: what the user must name to clear it
	Text  string // the prose a model reads; Readable fills it for entries of ours
	Door  string // of an exception: what it opens
	Group string // the heading it stands under; Readable fills it for entries of ours
	// Origin is where somebody wrote the entry: file:line:column. Empty for
	// entries that ship with the gate.
	Origin string
}

// Ours tells of an entry that ships with the gate.
func (e Entry) Ours() bool { return e.Origin == "" }

// Kind is what a slot of the environment is for.
type Kind uint8

// The kinds.
const (
	Context     Kind = iota // for understanding; no rule reads it
	Trust                   // what may be relied on
	Sensitivity             // what needs care
)

// String is the heading of the kind's slots.
func (k Kind) String() string {
	return [...]string{"Context", "Trust", "Sensitivity", ""}[min(k, 3)]
}

// Slot is one thing a judge should know of where it works.
type Slot struct {
	Name   string
	Kind   Kind
	Text   string // what holds; of a slot of ours: what to take as given where nobody said
	Origin string // where somebody wrote it; empty for the careful default
}

// Book is an effective rulebook.
type Book struct {
	Entries []Entry
	Slots   []Slot // the environment; nil: the careful defaults
	// Foreign: the deny sections hold prose that is not ours, so that code
	// cannot know what it forbids.
	Foreign bool
}

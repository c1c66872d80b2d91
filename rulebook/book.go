// Package rulebook holds the entries by which a judge blocks and excepts:
// their ids, labels, tiers, and what the user must name to clear them.
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
	Text  string // the prose a model reads
	Door  string // of an exception: what it opens
}

// Book is an effective rulebook.
type Book struct {
	Entries []Entry
	// Foreign: the deny sections hold prose that is not ours, so that code
	// cannot know what it forbids.
	Foreign bool
}

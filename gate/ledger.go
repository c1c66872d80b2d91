package gate

import (
	"time"

	"automode/effect"
	"automode/verdict"
)

// Ledger is what the gate keeps of one root session between calls. It is plain
// data for encoding/json; the zero Ledger is that of a session in which
// nothing has happened. Its methods do arithmetic only; whoever calls them
// holds the session's lock.
type Ledger struct {
	Version int `json:"v,omitempty"`

	// Epoch moves whenever what a verdict rests on moves outside a call: a
	// prompt of the user's, a change of mode or rules.
	Epoch uint64 `json:"epoch,omitempty"`
	// Moves counts the changes of Effects, so that a decision taken on a
	// snapshot can tell whether it still holds.
	Moves uint64 `json:"moves,omitempty"`

	Rows   map[string]int `json:"rows,omitempty"`   // blocks in a row, by agent; "" is the main one
	Total  int            `json:"total,omitempty"`  // blocks in the session since it last reached the limit
	Window []bool         `json:"window,omitempty"` // the last judged calls, oldest first; true was blocked
	Silent int            `json:"silent,omitempty"` // calls in a row for which no judge gave a verdict

	Slots     []Slot         `json:"slots,omitempty"`     // judgements under way
	Open      []Open         `json:"open,omitempty"`      // calls decided and not known to have ended
	Approvals []Approval     `json:"approvals,omitempty"` // offered to a person, and given
	Prompts   []Prompt       `json:"prompts,omitempty"`   // prompt events seen
	Refusals  map[string]int `json:"refusals,omitempty"`  // the user's refusals noted, by call digest

	Effects effect.Session `json:"effects"` // what the session's calls did to the world
}

// Slot is the place of a judgement under way. It counts as a block until it
// is settled, so that calls judged in parallel cannot all slip past a limit.
type Slot struct {
	ID    string    `json:"id"`
	Agent string    `json:"agent,omitempty"`
	Until time.Time `json:"until"` // when its judge must have answered
}

// Open is a call that was decided and has not been seen to end.
type Open struct {
	ID       string           `json:"id,omitempty"` // the host's call id
	Digest   string           `json:"digest"`
	Agent    string           `json:"agent,omitempty"`
	At       time.Time        `json:"at"`
	Decision verdict.Decision `json:"decision"`
}

// Approval is a person's leave for one call, once: the same bytes in the same
// working directory over the same files, in this session, until a time.
type Approval struct {
	Code    string            `json:"code"` // what a person types: "D-7F3K"
	Digest  string            `json:"digest"`
	Session string            `json:"session"`
	Files   map[string]string `json:"files,omitempty"` // by path, what they held when the call was offered
	Given   bool              `json:"given,omitempty"` // a person said yes; before that it is an offer
	Until   time.Time         `json:"until"`
}

// Prompt is one prompt event: the host said that the user typed something.
type Prompt struct {
	Hash string    `json:"hash"` // world.HashText of the text
	At   time.Time `json:"at"`
}

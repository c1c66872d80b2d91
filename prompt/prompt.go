// Package prompt writes what a judge model is sent, and reads what it
// answers. It is text in, text out: it asks no model and opens no file.
//
// Everything up to the stage's own last block is the same, byte for byte, for
// both stages and, as far as the session has not changed, from call to call.
package prompt

import (
	"errors"

	"automode/call"
	"automode/rulebook"
	"automode/transcript"
)

// Input is what a prompt is made from.
type Input struct {
	Book         *rulebook.Book // nil: the default
	Instructions []Document     // the user's own first, then the repository's
	Turns        []transcript.Turn
	Facts        []string // what the machine knows of the action, one sentence each
	Action       call.Call
	Options      Options
	Memo         *Memo // what was worked out before, for this session; nil: nothing
}

// Document is an instruction file as it was when the session began.
type Document struct {
	Path  string
	Text  string
	Users bool // the user's own: standing words. Otherwise repository text, which grants nothing
	// Changed: the file is not any more what it was. Text is what it was, and a
	// fact says so.
	Changed bool
}

// Options are the knobs that shape a prompt. Zero values are the defaults.
type Options struct {
	Window  int  // the model's window in tokens; zero: 200,000
	EditCap int  // bytes of each text of an edit that history shows; zero: path and size only
	NoEdits bool // history has no edits
	Summary bool // it is said what the calls were that are left out for length
	// Outcomes: history says of each call whether it succeeded or failed. That
	// the gate denied one is always said.
	Outcomes bool
	Prior    string // the assistant's last words, shown marked as untrusted; empty: not shown
	Git      string // what a push would send, what has changed; empty: not shown
}

// Prompt is what both stages share. Its parts stand in the order in which they
// are sent.
type Prompt struct {
	System []Part
	Body   []Part // the one message of the user's role, without the stage's suffix
	Tokens int    // of all of it, estimated
	Hash   string // of all of it, SHA-256 in hex
}

// Part is one block.
type Part struct {
	Name string // "rules"; "standing words", "repository text", "environment", "session", "prior", "facts", "action"; the stage
	Text string
	Mark bool // a cache mark at its end
}

// Stage is which of the two looks.
type Stage uint8

// The stages.
const (
	First  Stage = 1
	Second Stage = 2
)

// Form is how the model is asked to answer.
type Form uint8

// The forms.
const (
	Both     Form = iota // two stages
	Fast                 // one stage, answer first
	Thinking             // the second stage alone
)

// Answer is what a model said, once it was understood.
type Answer struct {
	Block    bool
	Category string // the rulebook entry's id, of a Block; empty in stage 1
	Reason   string // without its label
	Severity int    // of the severity form; -1 where none was asked for
}

// ErrUnparsable says that an answer is none.
var ErrUnparsable = errors.New("the judge's answer cannot be understood")

// ErrOverContext says that the user's words and the action do not fit.
var ErrOverContext = errors.New("the user's turns and this call do not fit the judge's window")

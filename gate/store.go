package gate

import (
	"context"
	"encoding/json"
	"time"

	"automode/permission"
	"automode/verdict"
)

// Store keeps the ledgers of sessions, one for each root session, where several
// processes can reach them.
//
// The error contract: any error, of whatever kind, means that the ledger is
// not to be trusted, and the gate denies the call with verdict.CodeState. A
// session of which nothing was ever stored is no error: its ledger is the zero
// Ledger. A ledger that is there and cannot be read is an error, never a zero
// Ledger. Both methods honour ctx and their own bound on waiting.
type Store interface {
	// Load gives a snapshot of session's ledger, as some Update left it. It
	// takes no lock. The caller must not change what it gets.
	Load(ctx context.Context, session string) (*Ledger, error)

	// Update calls f on session's ledger, exactly once, while no other process
	// or goroutine can do the same for that session, and stores what f leaves
	// so that a kill at any point leaves the old ledger or the new one. When f
	// returns an error nothing is stored and Update returns that error as it
	// is. When Update returns another error, f's change may or may not be
	// stored, and must not be relied on. f is short: it does arithmetic, and
	// in rare cases reads files; a panic in f releases the lock.
	Update(ctx context.Context, session string, f func(*Ledger) error) error
}

// Recorder writes the log.
//
// The error contract: Record returns nil only once the record is written (one
// append). On any error the gate denies the call with verdict.CodeState,
// because a decision that leaves no trace is not one that a host may hear.
type Recorder interface {
	Record(ctx context.Context, r Record) error
}

// Record is one line of the log: a call and what was decided of it. Input is
// as the host sent it; redaction and size caps are the Recorder's.
type Record struct {
	Time     time.Time        `json:"time"`
	Session  string           `json:"session"`
	Root     string           `json:"root,omitempty"` // the root session, where it is another
	Host     string           `json:"host,omitempty"`
	HostMode string           `json:"host_mode,omitempty"` // the host's own mode, as it said it
	Mode     permission.Mode  `json:"mode"`                // the mode that counted
	Attended bool             `json:"attended"`
	Agent    string           `json:"agent,omitempty"`
	CallID   string           `json:"call_id,omitempty"`
	Digest   string           `json:"digest"` // call.Call.Digest
	Tool     string           `json:"tool"`
	Kind     string           `json:"kind"`
	Dir      string           `json:"cwd,omitempty"`
	Input    json.RawMessage  `json:"input,omitempty"`
	Decision verdict.Decision `json:"decision"`
	Judges   []string         `json:"judges,omitempty"` // what was asked and what it said, one line each
	Asked    []verdict.Judged `json:"asked,omitempty"`  // models that were asked: stages, tokens, times, price
	Relied   []string         `json:"relied,omitempty"` // "path hash" of the files whose content the decision rests on
	Micros   int64            `json:"us"`               // how long deciding took, microseconds
	Note     string           `json:"note,omitempty"`   // what a reader of the log should know
}

package host

import (
	"fmt"
	"io"

	"automode/gate"
	"automode/verdict"
)

// MaxEvent is the size, in bytes, up to which an event is read. Hosts' largest
// inputs are files that they write, and they limit those themselves.
const MaxEvent = 8 << 20

// Answer is what a hook process hands back to its host.
type Answer struct {
	Stdout []byte // nothing, or exactly one JSON object and a newline
	Stderr string // empty, or one line
	Exit   int    // 0 or 2; any other code lets the call run, almost everywhere
}

// Silent is the answer by which a host goes on as if there were no hook. It is
// for events that decide nothing, and where a prompt is certain to follow.
var Silent = Answer{}

// Dialect is how one host speaks.
type Dialect interface {
	// Decode reads one event. The error is an *Error, and what comes with it
	// has as much of the event's name as could be told: an event without all
	// that a decision needs is an error, never a call that asks for nothing.
	Decode(data []byte) (Event, error)
	// Encode writes d, the decision on e's call, with t's texts. attended tells
	// whether a person is there to be asked: where nobody is, or it is not
	// known, what would be asked is denied. A decision on an event that decides
	// nothing is Silent.
	Encode(e Event, d verdict.Decision, attended bool, t gate.Texts) Answer
	// Failure writes that the gate itself failed at an event of that name,
	// which may be empty. Where the host waits for a decision it blocks; the
	// text is one line and never empty.
	Failure(n Name, what string, t gate.Texts) Answer
	// Notice writes something that the person should be told once, with an
	// event that decides nothing; Silent where the host cannot show it.
	Notice(n Name, what string) Answer
}

// ReadEvent reads one event from r, up to MaxEvent bytes. The error is an
// *Error.
func ReadEvent(r io.Reader) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, MaxEvent+1))
	switch {
	case len(b) > MaxEvent:
		return nil, tooLarge(len(b), true)
	case err != nil:
		return nil, &Error{Fault: Unreadable, What: "the event could not be read: " + verdict.Quote(err.Error(), 200), Next: NextDoctor}
	}
	return b, nil
}

// TooLong is an event of n bytes, which is more than MaxEvent.
func TooLong(n int) *Error { return tooLarge(n, false) }

func tooLarge(n int, more bool) *Error {
	size := fmt.Sprintf("%d bytes", n)
	if more {
		size = fmt.Sprintf("more than %d bytes", n-1)
	}
	return &Error{Fault: TooLarge, What: fmt.Sprintf("the event is %s, the limit is %d", size, MaxEvent),
		Next: "make the change in smaller steps"}
}

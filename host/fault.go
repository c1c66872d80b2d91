package host

// Fault says what was wrong with what a host sent.
type Fault uint8

// The faults.
const (
	Malformed    Fault = iota // not one JSON object
	TooLarge                  // more than MaxEvent bytes
	UnknownEvent              // an event that the hook is not made for
	WrongType                 // a field is missing or of another type
	Unreadable                // standard input failed or never ended
)

// Error is an event that cannot be read. Its text is one line: what is wrong
// and what to do next.
type Error struct {
	Fault Fault
	Name  Name   // the event, as far as it could be told
	What  string // what is wrong
	Next  string // what to do
}

// Error gives one line for people.
func (e *Error) Error() string { return e.What + "; " + e.Next }

// NextDoctor is what to do about an event that nobody expected.
const NextDoctor = "run `automode doctor`, and check that the client's version is a tested one"

// NewError is an event that cannot be read.
func NewError(f Fault, n Name, what string) *Error {
	return &Error{Fault: f, Name: n, What: what, Next: NextDoctor}
}

// Missing is an event without a field that a decision needs.
func Missing(n Name, field string) *Error {
	return NewError(WrongType, n, "the event has no "+field)
}

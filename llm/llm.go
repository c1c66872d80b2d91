// Package llm asks models. It knows nothing of gates: a request goes in, the
// text of an answer comes out, and whatever goes wrong is an Error of a known
// kind.
package llm

import (
	"context"
	"fmt"
	"time"
)

// Completer asks one model of one provider.
type Completer interface {
	// Complete sends r once, without retries of its own, and gives the whole
	// answer. It honours ctx's deadline. Every error is an *Error; a Response
	// that comes with one is not to be used.
	Complete(ctx context.Context, r Request) (Response, error)
}

// Request is one question to a model.
type Request struct {
	System    []Block
	Messages  []Message // user and assistant in turn, a user's first
	MaxTokens int       // of the answer
	Stop      []string  // the answer ends before the first of these
	// Temperature is left out of what is sent where the model takes none.
	Temperature float64
	Thinking    Thinking
	// MaxBytes caps what is read of the answer's body; zero is 4 MiB.
	MaxBytes int64
}

// Block is a piece of a request's text. Requests that repeat their beginning,
// block for block, up to one with a mark can be served from a provider's cache.
type Block struct {
	Text string
	Mark bool // a cache mark at the end of this block
}

// Message is one turn of the conversation.
type Message struct {
	Role   Role
	Blocks []Block
}

// Role is who speaks.
type Role uint8

// The roles.
const (
	User Role = iota
	Assistant
)

// Thinking is what is asked of a model that can think before it answers.
type Thinking struct {
	On     bool // false asks for none; models that refuse that are told nothing
	Budget int  // tokens, of On
}

// Response is a model's answer.
type Response struct {
	Text   string
	Stop   Stop
	Blocks int // how many text blocks the answer had
	Usage  Usage
	ID     string // the provider's id of the request
	Model  string // the model that answered, as the provider names it
}

// Stop is why an answer ended.
type Stop uint8

// The reasons; the zero one is none that we know.
const (
	StopOther     Stop = iota
	StopEnd            // the model was done
	StopSequence       // at one of the request's stop sequences
	StopMaxTokens      // cut
	StopRefusal        // the model or its provider would not answer
)

// Usage counts tokens.
type Usage struct {
	Input   int `json:"input"`   // read anew, the ones below not counted
	Cached  int `json:"cached"`  // read from the provider's cache
	Written int `json:"written"` // written to the cache
	Output  int `json:"output"`
}

// Kind is what sort of failure an Error is.
type Kind uint8

// The kinds. The first five are of a provider that cannot be had now.
const (
	Other       Kind = iota
	RateLimited      // 429
	Overloaded       // 529, 503
	Server           // another 5xx, or an answer that is no answer
	Timeout          // no answer in time
	Connection       // the provider could not be reached: name, TLS, refused, cut
	Refused          // the provider will not answer this
	OverContext      // the request is longer than the model's window, or too large
	Auth             // 401, 403, no or expired credentials
	BadRequest       // the provider does not understand the request, or knows no such model
)

var kindNames = [...]string{"other", "rate limited", "overloaded", "server error", "timeout", "connection",
	"refused", "over context", "credentials", "bad request"}

// String is the kind's name.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[Other]
}

// Error is a failure to get an answer.
type Error struct {
	Kind   Kind
	Status int           // of HTTP; zero where there was none
	After  time.Duration // of RateLimited and Overloaded: when to come again, as the provider said; zero: it did not
	ID     string        // the provider's id of the request, where it gave one
	Text   string        // for people; never holds a credential
	Err    error         // the cause, where there is one
}

// Error says what went wrong.
func (e *Error) Error() string {
	s := e.Kind.String()
	if e.Status != 0 {
		s = fmt.Sprintf("%s (HTTP %d)", s, e.Status)
	}
	if e.Text != "" {
		s += ": " + e.Text
	}
	return s
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

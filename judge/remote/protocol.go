// Package remote is the judge that asks a daemon of the same user's, which
// keeps connections to models warm. What goes over the socket is a question
// and a verdict: nothing that raises authority. The gate that asks has passed
// deny rules, guards and ask rules before, and takes no allow for any of them.
package remote

import (
	"automode/call"
	"automode/judge"
	"automode/judge/look"
	"automode/rulebook"
	"automode/transcript"
	"automode/verdict"
	"automode/world"
)

// Version is that of the protocol: daemon and client must have the same.
const Version = 1

// Question is one line that a client sends.
type Question struct {
	Version int              `json:"v"`
	Op      string           `json:"op"`              // judge, stats or stop
	Build   string           `json:"build,omitempty"` // names the client's binary; a daemon of another build gives way
	Config  string           `json:"config,omitempty"`
	Extra   string           `json:"settings,omitempty"` // a further settings file
	Wait    int64            `json:"wait_ms,omitempty"`  // the client's deadline, milliseconds from now
	Call    call.Call        `json:"call,omitempty"`
	Roots   []string         `json:"roots,omitempty"`
	Turns   []Turn           `json:"turns,omitempty"`
	Look    *judge.Look      `json:"look,omitempty"`
	Docs    []judge.Document `json:"docs,omitempty"`
	Git     string           `json:"git,omitempty"`
	Prior   string           `json:"prior,omitempty"`
	Limit   string           `json:"limit,omitempty"`
	Book    *rulebook.Book   `json:"book,omitempty"` // nil: the default
	First   *verdict.Verdict `json:"first,omitempty"`
}

// Turn is one turn of the session.
type Turn struct {
	Role      uint8     `json:"role"`
	Text      string    `json:"text,omitempty"`
	Witnessed bool      `json:"witnessed,omitempty"`
	Call      call.Call `json:"call,omitempty"`
	Result    uint8     `json:"result,omitempty"`
	Denied    bool      `json:"denied,omitempty"`
	Asked     string    `json:"asked,omitempty"`
	Chosen    string    `json:"chosen,omitempty"`
}

// Reply is one line that a daemon sends back.
type Reply struct {
	Version int             `json:"v"`
	Build   string          `json:"build"`
	Error   string          `json:"error,omitempty"`
	Verdict verdict.Verdict `json:"verdict"`
	Stats   Stats           `json:"stats"`
}

// Stats are what a daemon has done since it started.
type Stats struct {
	PID      int   `json:"pid"`
	Since    int64 `json:"since"` // seconds of Unix time
	Judged   int   `json:"judged"`
	Open     int   `json:"open"`
	Failures int   `json:"failures"`
}

// QuestionOf writes what a judge is asked.
func QuestionOf(r judge.Request) Question {
	q := Question{Version: Version, Op: "judge", Call: r.Call, Roots: r.Place.Roots, Look: r.Look, Docs: r.Documents, Git: r.Git, Prior: r.Prior,
		Limit: r.Limit, Book: r.Book, First: r.First}
	if q.Look == nil {
		l := look.Of(r)
		q.Look = &l
	}
	if r.Book == rulebook.Default() {
		q.Book = nil
	}
	for _, t := range r.Turns {
		q.Turns = append(q.Turns, Turn{uint8(t.Role), t.Text, t.Witnessed, t.Call, uint8(t.Result), t.Denied, t.Asked, t.Chosen})
	}
	return q
}

// Request reads it on the other side.
func (q Question) Request() judge.Request {
	r := judge.Request{Call: q.Call, Place: world.Place{Roots: q.Roots}, Look: q.Look, Documents: q.Docs, Git: q.Git, Prior: q.Prior, Limit: q.Limit, Book: q.Book, First: q.First}
	if r.Look == nil {
		r.Look = &judge.Look{Careful: true}
	}
	for _, t := range q.Turns {
		r.Turns = append(r.Turns, transcript.Turn{Role: transcript.Role(t.Role), Text: t.Text, Witnessed: t.Witnessed, Call: t.Call,
			Result: transcript.Result(t.Result), Denied: t.Denied, Asked: t.Asked, Chosen: t.Chosen})
	}
	return r
}

// SocketPath is where the daemon of a gate with that state folder listens: in
// a folder that nobody else can enter.
func SocketPath(state string) string { return state + "/daemon/s" }

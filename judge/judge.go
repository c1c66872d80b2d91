// Package judge defines what a judge is: it looks at one call in the context
// of its session and says what it makes of it.
package judge

import (
	"context"

	"automode/call"
	"automode/effect"
	"automode/rulebook"
	"automode/transcript"
	"automode/verdict"
	"automode/world"
)

// Judge looks at one call. It never panics and never returns an error:
// whatever goes wrong is a verdict that is Unavailable, with its cause. It
// honours ctx's deadline.
type Judge interface {
	Judge(ctx context.Context, r Request) verdict.Verdict
}

// Request is a call and all that a judge may consider.
type Request struct {
	Call    call.Call
	Place   world.Place
	Facts   world.Facts       // nil knows nothing
	Turns   []transcript.Turn // the session so far, oldest first, without this call
	Session *effect.Session   // what the calls so far did to the world; nil: nothing known
	Book    *rulebook.Book    // the effective rulebook; nil: the default
	Report  *effect.Report    // what effect.Of said of this call, when the gate asked already
	First   *verdict.Verdict  // what the static judge said of this call, for a judge that is asked after it
	Limit   string            // words of the user's that may forbid the call; empty: none are known

	// Look is what code makes of the call for a model. nil: whoever asks one
	// looks itself, at the fields above.
	Look *Look
	// Documents are the instruction files of the session, as they were when it
	// began: the user's own first.
	Documents []Document
	Git       string // the state of the repository, where it matters to the call
	Prior     string // the agent's last words, where settings want them shown
}

// Look is what code knows of a call, in the form in which a model is told.
type Look struct {
	Facts []string `json:"facts,omitempty"` // one sentence each
	// Careful: a quick look is not enough, whatever it would say.
	Careful bool `json:"careful,omitempty"`
}

// Document is an instruction file.
type Document struct {
	Path  string `json:"path"`
	Text  string `json:"text"`
	Users bool   `json:"users,omitempty"` // the user's own; otherwise text of the repository
	// Changed: the file is not any more what it was. Text is what it was.
	Changed bool `json:"changed,omitempty"`
}

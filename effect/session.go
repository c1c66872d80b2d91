package effect

import (
	"automode/call"
	"automode/transcript"
	"automode/world"
)

// Env is what Of may consider besides the call.
type Env struct {
	Place   world.Place
	Facts   world.Facts // nil knows nothing
	Session *Session    // nil: nothing is known of earlier calls
}

// Session is what the calls of a session so far did to the world, condensed so
// that it can be kept between processes. It is plain data for encoding/json;
// the zero Session is that of a session that did nothing yet.
type Session struct {
	Files  map[string]FileState `json:"files,omitempty"`  // by absolute clean path
	Denied []Fingerprint        `json:"denied,omitempty"` // effects that were denied or refused
	Jobs   []Job                `json:"jobs,omitempty"`   // background jobs and watchers that may still run
	Racy   bool                 `json:"racy,omitempty"`   // a file changed between check and use: trust no content
	Open   map[string]Pending   `json:"open,omitempty"`   // calls allowed and not known to have ended, by call id
}

// FileState is what the session did to one file or folder.
type FileState struct {
	Made    bool   `json:"made,omitempty"`    // absent before for certain, and the call that made it succeeded
	Wrote   bool   `json:"wrote,omitempty"`   // written or changed by this session
	Fetched bool   `json:"fetched,omitempty"` // came from the network in this session
	Loaded  string `json:"loaded,omitempty"`  // what was found in the content this session wrote: an entry's id
	Why     string `json:"why,omitempty"`     // of Loaded
	Text    string `json:"text,omitempty"`    // the content this session wrote, while short and known whole
	Secret  bool   `json:"secret,omitempty"`  // bytes of a secret were written into it
	Link    string `json:"link,omitempty"`    // this session made it a link to there
	Moved   bool   `json:"moved,omitempty"`   // holds what was moved or copied in from elsewhere
}

// Fingerprint recognises an effect that was denied, whatever route it takes.
// Fingerprints only ever tighten.
type Fingerprint struct {
	Entry  string `json:"entry,omitempty"`
	Kind   Kind   `json:"kind"`
	Target string `json:"target,omitempty"`
}

// Job is a background job of the session.
type Job struct {
	Words string `json:"words"`
	Watch bool   `json:"watch,omitempty"` // runs project code again when files change
}

// Pending is a call that was allowed and has not been seen to end.
type Pending struct {
	Files map[string]FileState `json:"files,omitempty"` // what becomes true of files when it succeeds
	Jobs  []Job                `json:"jobs,omitempty"`
}

// Allowed notes that c was let run with the effects of r. What it makes true
// of files counts for tightening at once, for widening only after Ended says
// that it succeeded.
func (s *Session) Allowed(c call.Call, r *Report, env Env) {}

// Ended notes that the call of that id came back, and whether it succeeded.
func (s *Session) Ended(callID string, ok bool) {}

// Refused notes that c was denied by the gate or refused by a person.
func (s *Session) Refused(c call.Call, r *Report) {}

// SessionOf condenses turns, oldest first.
func SessionOf(turns []transcript.Turn, env Env) *Session { return &Session{} }

// Retries tells whether r has an effect that s saw denied before, and which.
func (s *Session) Retries(r *Report) (Fingerprint, bool) { return Fingerprint{}, false }

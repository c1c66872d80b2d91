package effect

import (
	"strings"

	"automode/call"
	"automode/secret"
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
	Names  map[string]bool      `json:"names,omitempty"`  // other things made in this session, "docker:app-test"; true once that is certain
	Denied []Fingerprint        `json:"denied,omitempty"` // effects that were denied or refused
	Jobs   []Job                `json:"jobs,omitempty"`   // background jobs and watchers that may still run
	Racy   bool                 `json:"racy,omitempty"`   // a file changed between check and use: trust no content
	Open   map[string]Pending   `json:"open,omitempty"`   // calls allowed and not known to have ended, by call id
}

// FileState is what the session did to one file or folder.
type FileState struct {
	Made    bool   `json:"made,omitempty"`    // absent before for certain, and the call that made it succeeded
	Wrote   bool   `json:"wrote,omitempty"`   // written or changed by this session
	Whole   bool   `json:"whole,omitempty"`   // this session wrote all that is in it
	Fetched bool   `json:"fetched,omitempty"` // came from the network in this session
	Loaded  string `json:"loaded,omitempty"`  // what was found in the content this session wrote: an entry's id
	Why     string `json:"why,omitempty"`     // of Loaded
	Text    string `json:"text,omitempty"`    // the content this session wrote, while short and known whole
	Secret  bool   `json:"secret,omitempty"`  // bytes of a secret were written into it
	Link    string `json:"link,omitempty"`    // this session made it a link to there
	Moved   bool   `json:"moved,omitempty"`   // holds what was moved or copied in from elsewhere
	Gone    bool   `json:"gone,omitempty"`    // removed again
	Built   bool   `json:"built,omitempty"`   // built from the project's own sources
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
	Names []string             `json:"names,omitempty"`
}

const (
	maxKept  = 16 << 10 // bytes of one file's content that a session keeps
	maxFiles = 4096     // files that a session remembers; over it, the session trusts no content
)

// Allowed notes that c was let run with the effects of r. What it makes true
// of files counts for tightening at once, for widening only after Ended says
// that it succeeded.
func (s *Session) Allowed(c call.Call, r *Report, env Env) {
	if r == nil {
		return
	}
	if s.Files == nil {
		s.Files = map[string]FileState{}
	}
	if len(s.Files) > maxFiles {
		s.Racy = true
		return
	}
	pend := Pending{Files: map[string]FileState{}, Names: r.names}
	for p, m := range r.wrote {
		st := FileState{Wrote: true, Whole: m.whole, Fetched: m.fetched, Made: m.absent, Link: m.link, Moved: m.moved, Gone: m.gone, Built: m.built,
			Secret: m.flow.grade == secret.Store}
		if m.known && len(m.text) <= maxKept {
			st.Text = m.text
		}
		st.Loaded, st.Why = m.loaded, m.why
		pend.Files[p] = st
		now := s.Files[p]
		now.Wrote = true
		now.Fetched = now.Fetched || st.Fetched
		now.Secret = now.Secret || st.Secret
		now.Moved = now.Moved || st.Moved
		now.Text, now.Whole, now.Built = "", false, false
		if st.Loaded != "" {
			now.Loaded, now.Why = st.Loaded, st.Why
		}
		if st.Link != "" {
			now.Link = st.Link
		}
		s.Files[p] = now
	}
	for _, j := range r.jobs {
		s.Jobs = append(s.Jobs, j)
	}
	if c.Background && len(r.jobs) == 0 {
		words := clip(c.Args().Command)
		s.Jobs = append(s.Jobs, Job{Words: words, Watch: watches(words)})
	}
	if s.Open == nil {
		s.Open = map[string]Pending{}
	}
	s.Open[c.ID] = pend
}

// Ended notes that the call of that id came back, and whether it succeeded.
func (s *Session) Ended(callID string, ok bool) {
	pend, found := s.Open[callID]
	if !found {
		return
	}
	delete(s.Open, callID)
	if !ok {
		return
	}
	for _, n := range pend.Names {
		if s.Names == nil {
			s.Names = map[string]bool{}
		}
		s.Names[n] = true
	}
	for p, st := range pend.Files {
		if st.Gone {
			delete(s.Files, p)
			for q := range s.Files {
				if world.Inside(q, p) {
					delete(s.Files, q)
				}
			}
			continue
		}
		now := s.Files[p]
		now.Made = now.Made || st.Made
		now.Text, now.Whole, now.Built = st.Text, st.Whole, st.Built
		if st.Loaded == "" && st.Whole {
			now.Loaded, now.Why, now.Fetched = "", "", st.Fetched
		}
		s.Files[p] = now
	}
}

// Refused notes that c was denied by the gate or refused by a person.
func (s *Session) Refused(c call.Call, r *Report) {
	if r == nil {
		return
	}
	for _, e := range r.Effects {
		if e.Entry == "" && (e.Kind == Print || e.Kind == Read || e.Kind == Unknown || e.Kind == Project) {
			continue
		}
		f := Fingerprint{Entry: e.Entry, Kind: e.Kind, Target: e.Target}
		known := false
		for _, d := range s.Denied {
			known = known || d == f
		}
		if !known && len(s.Denied) < 200 {
			s.Denied = append(s.Denied, f)
		}
	}
}

// SessionOf condenses turns, oldest first.
func SessionOf(turns []transcript.Turn, env Env) *Session {
	s := &Session{}
	env.Session = s
	for _, t := range turns {
		switch t.Role {
		case transcript.Tool, transcript.Refused:
		default:
			continue
		}
		r := Of(t.Call, env)
		if t.Denied || t.Role == transcript.Refused {
			s.Refused(t.Call, r)
			continue
		}
		s.Allowed(t.Call, r, env)
		if t.Result != transcript.Pending {
			s.Ended(t.Call.ID, t.Result == transcript.OK)
		}
	}
	return s
}

// Retries tells whether r has an effect that s saw denied before, and which.
func (s *Session) Retries(r *Report) (Fingerprint, bool) {
	for _, d := range s.Denied {
		for i := range r.Effects {
			e := &r.Effects[i]
			if d.Entry != "" && e.Entry == d.Entry && (d.Target == e.Target || d.Target == "" || e.Target == "") {
				return d, true
			}
			if d.Target != "" && d.Kind == e.Kind && d.Target == e.Target && (e.Kind == Delete || e.Kind == Send || e.Kind == Remote) {
				return d, true
			}
		}
	}
	return Fingerprint{}, false
}

// watching tells whether a job of the session runs project code again when
// files change.
func (s *Session) watching() (Job, bool) {
	for _, j := range s.Jobs {
		if j.Watch {
			return j, true
		}
	}
	return Job{}, false
}

// watches tells whether a command line starts something that runs again when
// files change.
func watches(words string) bool {
	for _, mark := range [...]string{"watch", "nodemon", "--reload", "entr ", "air", "vite", "next dev", "webpack serve", "ng serve", "cargo-watch", "guard", "hot", "runserver", "livereload"} {
		if strings.Contains(words, mark) {
			return true
		}
	}
	return false
}

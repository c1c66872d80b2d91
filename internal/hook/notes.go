package hook

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"automode/call"
	"automode/host"
	"automode/internal/osfile"
	"automode/internal/plainjson"
	"automode/transcript"
	"automode/world"
)

// kindNotes is what notes are kept as.
const kindNotes = "session"

// notes are what the hook keeps of a session besides the gate's ledger: what
// was bound when it started, and what the person said, read from transcripts
// that only ever grow.
type notes struct {
	Root    string           `json:"root,omitempty"`    // working directory when the session started
	Host    string           `json:"host,omitempty"`    // the host's process, once it was known
	Prompts []string         `json:"prompts,omitempty"` // texts of prompt events that no transcript held yet
	Said    int64            `json:"said,omitempty"`    // when the last prompt event came, Unix milliseconds
	Files   map[string]*file `json:"files,omitempty"`   // transcripts, by agent; "" is the main one's

	changed bool // worth storing
}

// file is a transcript as far as it was read.
type file struct {
	Path  string               `json:"path"`
	State host.State           `json:"state"`
	Turns []transcript.Turn    `json:"turns,omitempty"` // what the person said, refused, stopped, answered
	Calls map[string]call.Call `json:"calls,omitempty"` // calls that had not ended, by id
}

const (
	maxPrompts = 200     // prompts that no transcript holds
	farther    = 1 << 18 // bytes read in vain that are worth storing how far it was
)

// readNotes decodes notes; there being none is a session that just began.
func readNotes(b []byte) (*notes, error) {
	n := &notes{}
	if b == nil {
		return n, nil
	}
	if err := plainjson.Unmarshal(b, n); err != nil {
		return nil, fmt.Errorf("what is kept of the session is damaged: %w; run: automode doctor", err)
	}
	return n, nil
}

// encode gives what is to be stored; nil when nothing changed.
func (n *notes) encode() ([]byte, error) {
	if !n.changed {
		return nil, nil
	}
	return plainjson.Append(nil, n)
}

// read brings the transcript of an agent up to date. It gives the calls that
// were read for the first time, for a session of which nothing else is known.
//
// A transcript that is not there yet says nothing, and nothing is missing. One
// that was there and is gone, that cannot be read, or that is something else
// than a file is an error: what the user forbade may stand in it.
func (n *notes) read(format host.Format, agent, path string) (calls []transcript.Turn, err error) {
	was := n.Files[agent]
	if was == nil {
		was = &file{}
	} else if was.Path != path {
		was = &file{Turns: was.Turns}
	}
	if path == "" || !filepath.IsAbs(path) {
		return nil, unreadable(path, errors.New("its path is not absolute"))
	}
	f, fi, err := osfile.Open(path)
	if osfile.Absent(err) && was.State.Offset == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer f.Close()
	reading, state, err := host.ReadTranscript(format, f, fi.Size(), was.State)
	if err != nil {
		return nil, unreadable(path, err)
	}
	// What a person said stays said when a transcript is begun anew.
	now := &file{Path: path, State: state, Turns: append([]transcript.Turn(nil), was.Turns...)}
	before := map[turnKey]int{}
	if reading.Fresh {
		for _, t := range was.Turns {
			before[keyOf(t)]++
		}
	}
	open := map[string]bool{}
	for _, o := range state.Open {
		open[o.ID] = true
	}
	known := map[string]call.Call{}
	if !reading.Fresh {
		for id, c := range was.Calls {
			known[id] = c
		}
	}
	added := false
	for _, t := range reading.Turns {
		switch t.Role {
		case transcript.Tool:
			known[t.Call.ID] = t.Call
			calls = append(calls, t)
			continue
		case transcript.Refused, transcript.Interrupted:
			// The client says which call; what it asked for was read before.
			if c, ok := known[t.Call.ID]; ok && t.Call.Input == nil {
				t.Call = c
			}
		default:
			if agent != "" {
				continue // a subagent's user is the agent that started it
			}
		}
		if k := keyOf(t); before[k] > 0 {
			before[k]--
			continue
		}
		t.Quiet = t.Role == transcript.User && transcript.Quiet(t.Text)
		now.Turns = append(now.Turns, t)
		added = true
	}
	for id, c := range known {
		if open[id] {
			if now.Calls == nil {
				now.Calls = map[string]call.Call{}
			}
			now.Calls[id] = c
		}
	}
	if n.Files == nil {
		n.Files = map[string]*file{}
	}
	n.Files[agent] = now
	settled := agent == "" && n.settle(now.Turns)
	if added || settled || reading.Fresh || len(was.Calls) != len(now.Calls) || state.Offset-was.State.Offset > farther {
		n.changed = true
	}
	return calls, nil
}

// unreadable says that a transcript cannot be read, and what to do.
func unreadable(path string, err error) error {
	return fmt.Errorf("the session's transcript cannot be read (%s: %w), and what the user forbade may stand in it; run: automode doctor", path, err)
}

// turnKey tells turns of a person apart.
type turnKey struct {
	role         transcript.Role
	text, callID string
}

func keyOf(t transcript.Turn) turnKey { return turnKey{t.Role, t.Text + "\x00" + t.Asked, t.Call.ID} }

// settle drops the prompts that the transcript holds by now.
func (n *notes) settle(turns []transcript.Turn) bool {
	if len(n.Prompts) == 0 {
		return false
	}
	said := map[string]int{}
	for _, t := range turns {
		if t.Role == transcript.User {
			said[t.Text]++
		}
	}
	left := n.Prompts[:0:0]
	for _, p := range n.Prompts {
		if said[p] > 0 {
			said[p]--
			continue
		}
		left = append(left, p)
	}
	dropped := len(left) < len(n.Prompts)
	n.Prompts = left
	return dropped
}

// prompted notes what a prompt event said. It may tighten from now on; it
// clears what needs two witnesses only when the transcript says the same.
func (n *notes) prompted(text string, at time.Time) {
	n.Prompts = append(n.Prompts, text)
	n.Said = at.UnixMilli()
	if over := len(n.Prompts) - maxPrompts; over > 0 {
		n.Prompts = n.Prompts[over:]
	}
	n.changed = true
}

// lag is how long hosts may take to bring what a person said into the
// transcript. Clients write it behind their own back: a model that answers at
// once has a call decided before it is there.
const lag = time.Second

// awaits tells whether the transcript may be about to hold what a person said
// a moment ago.
func (n *notes) awaits(now time.Time) bool {
	age := now.UnixMilli() - n.Said
	return len(n.Prompts) > 0 && 0 <= age && age < lag.Milliseconds()
}

// unread stands for words of the user's that could not be read: they may have
// forbidden anything.
const unread = "Stop. Do not run, write, change, edit, delete, install, download, commit, merge, push, deploy, send, spawn or kill anything: " +
	"part of what I said could not be read."

// turns are the person's part of the session, oldest first: what the main
// transcript holds, what was refused to a subagent, and prompts that no
// transcript holds yet.
func (n *notes) turns(agent string) []transcript.Turn {
	var out []transcript.Turn
	incomplete := false
	for _, name := range [...]string{"", agent} {
		if f := n.Files[name]; f != nil && (name != "" || len(out) == 0) {
			out = append(out, f.Turns...)
			incomplete = incomplete || f.State.Incomplete
		}
		if agent == "" {
			break
		}
	}
	for _, p := range n.Prompts {
		// One witness. The gate's own record of the prompt must not be taken for
		// the second, so the text is not the same to the byte.
		out = append(out, transcript.Turn{Role: transcript.User, Text: p + "\n"})
	}
	if incomplete {
		out = append(out, transcript.Turn{Role: transcript.User, Text: unread})
	}
	return out
}

// bind notes where the session started, and by which process. What is bound
// stays so until that process is gone and another one, known for certain,
// starts the session again: an agent can change its working directory, and can
// pretend that a session starts.
func (n *notes) bind(dir string, c caller, start bool) {
	anew := start && c.Known && n.Host != "" && n.Host != c.Host && !alive(n.Host)
	if dir = rootOf(dir); dir != "" && (n.Root == "" || anew) && n.Root != dir {
		n.Root, n.changed = dir, true
	}
	if c.Known && (n.Host == "" || anew) {
		n.Host, n.changed = c.Host, true
	}
}

// rootOf is a working directory as places are written; empty where it is none.
func rootOf(dir string) string {
	dir = filepath.ToSlash(dir)
	if !strings.HasPrefix(dir, "/") {
		return ""
	}
	return world.Clean(dir, "", "")
}

// speaks tells whether a prompt event from c is the host's own word.
func (n *notes) speaks(c caller) bool { return c.Known && n.Host == c.Host }

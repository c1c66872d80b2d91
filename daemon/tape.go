package daemon

import (
	"path/filepath"
	"sync"
	"time"

	"automode/host"
	"automode/host/claudecode"
	"automode/host/codex"
	"automode/host/copilot"
	"automode/host/gemini"
	"automode/internal/osfile"
	"automode/judge/remote"
	"automode/transcript"
)

// formatOf is how a host writes its transcripts; nil where it keeps none that
// can be read.
func formatOf(name string) host.Format {
	switch name {
	case claudecode.Host:
		return claudecode.Format{}
	case codex.Host:
		return codex.Format{}
	case copilot.Host:
		return copilot.Format{}
	case gemini.Host:
		return gemini.Format{}
	}
	return nil
}

// tapes keep what was read of transcripts, so that each is read once.
type tapes struct {
	mu sync.Mutex
	of map[string]*tape
}

// tape is one transcript as far as it was read.
type tape struct {
	mu    sync.Mutex
	state host.State
	turns []transcript.Turn
	used  time.Time
}

func (t *tapes) get(key string) *tape {
	t.mu.Lock()
	defer t.mu.Unlock()
	one := t.of[key]
	if one == nil {
		if t.of == nil {
			t.of = map[string]*tape{}
		}
		if len(t.of) >= maxSessions {
			old := ""
			for k := range t.of {
				if old == "" || t.of[k].used.Before(t.of[old].used) {
					old = k
				}
			}
			delete(t.of, old)
		}
		one = &tape{}
		t.of[key] = one
	}
	one.used = time.Now()
	return one
}

// read brings the tape of a transcript up to date and gives its turns. One that
// is not there yet has none.
func (t *tapes) read(format host.Format, name, path string) ([]transcript.Turn, error) {
	if format == nil || path == "" {
		return nil, nil
	}
	if !filepath.IsAbs(path) {
		return nil, osfile.ErrNotRegular
	}
	one := t.get(name + "\x00" + path)
	one.mu.Lock()
	defer one.mu.Unlock()
	f, fi, err := osfile.Open(path)
	if osfile.Absent(err) && one.state.Offset == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	reading, state, err := host.ReadTranscript(format, f, fi.Size(), one.state)
	if err != nil {
		one.state, one.turns = host.State{}, nil
		return nil, err
	}
	turns := append([]transcript.Turn(nil), one.turns...) // others may still read the old ones
	if reading.Fresh {
		turns = nil
	}
	for i := range turns {
		if end, ok := reading.Ended[turns[i].Call.ID]; ok && turns[i].Role == transcript.Tool {
			turns[i].Result, turns[i].Denied = end.Result, end.Denied
		}
	}
	one.state, one.turns = state, recent(append(turns, reading.Turns...))
	return one.turns, nil
}

// recent drops the oldest calls beyond what a reading keeps; what a person did
// stays.
func recent(turns []transcript.Turn) []transcript.Turn {
	calls := 0
	for i := range turns {
		if turns[i].Role == transcript.Tool {
			calls++
		}
	}
	if calls <= 2*host.MaxCalls {
		return turns
	}
	var out []transcript.Turn
	for i := range turns {
		if turns[i].Role == transcript.Tool && calls > host.MaxCalls {
			calls--
			continue
		}
		out = append(out, turns[i])
	}
	return out
}

// turns are the session of a question: the person's part as the question has
// it, and between that the calls as the transcripts tell them. unread says that
// a transcript could not be read.
func (e *Engine) turns(q remote.Question) (turns []transcript.Turn, unread string) {
	format := formatOf(q.Host)
	const missing = "Not all of the earlier tool calls of this session could be read."
	calls, err := e.tapes.read(format, q.Host, q.Transcript)
	if err != nil {
		unread = missing
	}
	turns = weave(calls, q.Turns, q.Call.ID)
	if q.Call.Agent == "" {
		return turns, unread
	}
	own, err := e.tapes.read(format, q.Host, q.Agents)
	if err != nil {
		unread = missing
	}
	for _, t := range own {
		if t.Role == transcript.Tool && (t.Call.ID != q.Call.ID || t.Call.ID == "") {
			t.Call.Agent = q.Call.Agent
			turns = append(turns, t)
		}
	}
	return turns, unread
}

// weave puts the calls of a transcript between the person's turns, which come
// from elsewhere and alone count. The transcript's own rows of the person's say
// only where theirs belong: one that has no counterpart is left out.
func weave(tape, person []transcript.Turn, except string) []transcript.Turn {
	out := make([]transcript.Turn, 0, len(tape)+len(person))
	next := 0
	for i := range tape {
		t := &tape[i]
		if t.Role == transcript.Tool {
			if t.Call.ID == "" || t.Call.ID != except {
				out = append(out, *t)
			}
			continue
		}
		for k := next; k < len(person); k++ {
			if sameTurn(t, &person[k]) {
				out = append(out, person[next:k+1]...)
				next = k + 1
				break
			}
		}
	}
	return append(out, person[next:]...)
}

func sameTurn(a, b *transcript.Turn) bool {
	return a.Role == b.Role && a.Text == b.Text && a.Asked == b.Asked && a.Chosen == b.Chosen && a.Call.ID == b.Call.ID
}

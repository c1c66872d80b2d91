// Package replay judges recorded sessions: every call that an agent made is put
// to the gate as it stood then, after what came before it. Nothing is run, and
// nothing of the machine that the session ran on is asked: the project counts
// as it was committed, and what else there was is not known.
package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"automode/effect"
	"automode/eval"
	"automode/gate"
	"automode/host"
	"automode/host/claudecode"
	"automode/judge/static"
	"automode/permission"
	"automode/transcript"
	"automode/verdict"
)

// Judged is one call of a session and what the gate says of it.
type Judged struct {
	File     string           `json:"file"`
	Row      int              `json:"row"` // the transcript's line
	ID       string           `json:"call_id,omitempty"`
	Agent    string           `json:"agent,omitempty"`
	Tool     string           `json:"tool"`
	Shown    string           `json:"shown"` // the command, path or URL
	Program  string           `json:"program,omitempty"`
	Ran      string           `json:"ran"` // what really became of it: ok, error, denied, refused, unknown
	Decision verdict.Decision `json:"decision"`
}

// ErrForeign says that a file is no transcript that can be read.
var ErrForeign = errors.New("not a recorded session that can be read")

// Session judges the calls of the transcript at path, in order, until do
// returns false. Transcripts of subagents beside it are read where the calls
// that started them stand in the file.
func Session(ctx context.Context, path string, headless bool, do func(Judged) bool) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %w", path, ErrForeign)
	}
	first := make([]byte, min(info.Size(), 1<<20))
	if _, err := io.ReadFull(f, first); err != nil {
		return err
	}
	if !claudecode.Sniff(first) {
		return fmt.Errorf("%s: %w", path, ErrForeign)
	}
	s := &session{ctx: ctx, path: path, headless: headless, past: &effect.Session{},
		gate: gate.Gate{Store: &gate.Memory{}, Log: gate.Discard{}, Static: static.Judge{}}}
	_, err = host.History(claudecode.Format{}, f, info.Size(), func(step host.Step) bool {
		return ctx.Err() == nil && do(s.judge(step))
	})
	return errors.Join(err, ctx.Err())
}

// session is a session that is being replayed.
type session struct {
	ctx      context.Context
	path     string
	headless bool
	root     string
	gate     gate.Gate
	past     *effect.Session
	waiting  map[string]bool // calls that ran and have not been seen to end
}

// judge decides one call and then lets what really happened count.
func (s *session) judge(step host.Step) Judged {
	c := step.Call
	if s.root == "" {
		s.root = c.Dir
	}
	s.settle(step.Turns)
	one := eval.Case{Dir: s.root}
	env := effect.Env{Place: one.Place(), Facts: one.World(), Session: s.past}
	env.Place.Home = homeOf(s.root)
	rep := effect.Of(c, env)
	d := s.gate.Decide(s.ctx, gate.Request{
		Call:    c,
		Session: gate.Session{ID: s.path, Mode: permission.Auto, Attended: !s.headless},
		Place:   env.Place,
		Facts:   env.Facts,
		Turns:   step.Turns,
		Effects: s.past,
	})
	s.past.Allowed(c, rep, env)
	if s.waiting == nil {
		s.waiting = map[string]bool{}
	}
	s.waiting[c.ID] = true
	j := Judged{File: s.path, Row: step.Row, ID: c.ID, Agent: c.Agent, Tool: c.Tool, Shown: Shown(step), Decision: d, Ran: "unknown"}
	if a := c.Args(); a.Command != "" {
		j.Program, _, _ = strings.Cut(strings.TrimSpace(a.Command), " ")
	}
	return j
}

// settle lets the calls that have ended by now count.
func (s *session) settle(turns []transcript.Turn) {
	for i := len(turns) - 1; i >= 0 && len(s.waiting) > 0; i-- {
		t := turns[i]
		if !s.waiting[t.Call.ID] || t.Role != transcript.Tool && t.Role != transcript.Refused {
			continue
		}
		if t.Result == transcript.Pending && !t.Denied && t.Role == transcript.Tool {
			continue
		}
		s.past.Ended(t.Call.ID, t.Result == transcript.OK && !t.Denied && t.Role == transcript.Tool)
		delete(s.waiting, t.Call.ID)
	}
}

// Shown is what a person sees of a call.
func Shown(step host.Step) string {
	a := step.Call.Args()
	for _, s := range [...]string{a.Command, a.Path, a.URL, a.Prompt} {
		if s != "" {
			return s
		}
	}
	return string(step.Call.Input)
}

// homeOf is the home folder that a working directory lies in.
func homeOf(dir string) string {
	parts := strings.SplitN(filepath.ToSlash(dir), "/", 4)
	if len(parts) >= 3 && (parts[1] == "home" || parts[1] == "Users") {
		return "/" + parts[1] + "/" + parts[2]
	}
	if strings.HasPrefix(dir, "/root") {
		return "/root"
	}
	return ""
}

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
	"path"
	"path/filepath"
	"strings"

	"automode/call"
	"automode/effect"
	"automode/eval"
	"automode/gate"
	"automode/host"
	"automode/host/claudecode"
	"automode/internal/osfile"
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

// Session judges the calls of a recorded session in the order in which its
// agents made them, until do returns false. Main agent and subagents share one
// ledger and one user. Subagents' files that cannot be read are left out, and
// named; the error is of the main transcript, or of reading on.
func Session(ctx context.Context, file File, headless bool, do func(Judged) bool) (left []string, err error) {
	s := &session{headless: headless}
	return s.run(ctx, file, do)
}

// run is Session.
func (s *session) run(ctx context.Context, file File, do func(Judged) bool) (left []string, err error) {
	s.ctx, s.past = ctx, &effect.Session{}
	s.gate = gate.Gate{Store: &gate.Memory{}, Log: gate.Discard{}, Static: static.Judge{}}
	var sources []host.Source
	for i, name := range append([]string{file.Path}, file.Agents...) {
		f, size, err := open(name)
		switch {
		case err == nil:
			defer f.Close()
			s.paths = append(s.paths, name)
			sources = append(sources, host.Source{R: f, Size: size})
		case i == 0:
			return nil, err
		default:
			left = append(left, name)
		}
	}
	more := true
	turns, _, err := host.History(claudecode.Format{}, sources, func(step host.Step) bool {
		s.judge(step)
		more = ctx.Err() == nil && s.tell(do, false)
		return more
	})
	if more && err == nil {
		s.settle(turns)
		s.tell(do, true)
	}
	return left, errors.Join(err, ctx.Err())
}

// tell gives on what was judged, in order, up to the first call of which it is
// not known yet how it ended; all of it at the end.
func (s *session) tell(do func(Judged) bool, end bool) bool {
	for len(s.judged) > 0 && (end || s.judged[0].Ran != unknown) {
		j := s.judged[0]
		s.judged = s.judged[1:]
		if !do(j.Judged) {
			return false
		}
	}
	return true
}

// open opens a transcript.
func open(name string) (*os.File, int64, error) {
	f, info, err := osfile.Open(name)
	if errors.Is(err, osfile.ErrNotRegular) {
		err = fmt.Errorf("%s: %w", name, ErrForeign)
	}
	if err != nil {
		return nil, 0, err
	}
	first := make([]byte, min(info.Size(), 1<<20))
	n, err := io.ReadFull(f, first)
	if err == nil && !claudecode.Sniff(first[:n]) || err == io.ErrUnexpectedEOF || err == io.EOF {
		err = fmt.Errorf("%s: %w", name, ErrForeign)
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// session is a session that is being replayed.
type session struct {
	ctx      context.Context
	paths    []string // its files, the main transcript first
	headless bool
	root     string
	gate     gate.Gate
	past     *effect.Session
	each     func(gate.Request) // is shown every request before it is decided; nil: nobody is
	waiting  map[string]*trial  // calls that have not been seen to end, by id
	judged   []*trial           // calls that were not given on yet
}

// trial is a call that was judged.
type trial struct {
	Judged
	call   call.Call
	report *effect.Report
}

// How a call really went on.
const (
	ranOK   = "ok"
	failed  = "error"
	denied  = "denied"
	refused = "refused"
	unknown = "unknown"
)

// judge decides one call and then lets what really happened count.
func (s *session) judge(step host.Step) {
	c := step.Call
	if s.root == "" {
		s.root = c.Dir
	}
	s.settle(step.Turns)
	one := eval.Case{Dir: s.root}
	env := effect.Env{Place: one.Place(), Facts: one.World(), Session: s.past}
	env.Place.Home = homeOf(s.root)
	rep := effect.Of(c, env)
	r := gate.Request{
		Call:    c,
		Session: gate.Session{ID: s.paths[0], Mode: permission.Auto, Attended: !s.headless},
		Place:   env.Place,
		Facts:   env.Facts,
		Turns:   step.Turns,
		Effects: s.past,
	}
	if s.each != nil {
		s.each(r)
	}
	d := s.gate.Decide(s.ctx, r)
	s.past.Allowed(c, rep, env)
	j := &trial{Judged{File: s.paths[step.Source], Row: step.Row, ID: c.ID, Agent: c.Agent, Tool: c.Tool, Shown: Shown(step),
		Program: program(c.Tool, rep, d), Decision: d, Ran: unknown}, c, rep}
	if s.waiting == nil {
		s.waiting = map[string]*trial{}
	}
	s.waiting[c.ID] = j
	s.judged = append(s.judged, j)
}

// program names what a decision is about: the program of the simple command
// that did it, of the first one where none did, else the tool.
func program(tool string, rep *effect.Report, d verdict.Decision) string {
	at := 0
	for _, e := range rep.Effects {
		if e.Entry != "" && e.Entry == d.Category || d.Category == "" && e.Kind == effect.Unknown {
			at = e.Cmd
			break
		}
	}
	if at < 0 || at >= len(rep.Commands) {
		return tool
	}
	name, _, _ := strings.Cut(strings.TrimSpace(rep.Commands[at]), " ")
	if name = path.Base(name); name == "" || name == "." {
		return tool
	}
	return name
}

// settle lets the calls that have ended by now count.
func (s *session) settle(turns []transcript.Turn) {
	for i := len(turns) - 1; i >= 0 && len(s.waiting) > 0; i-- {
		t := &turns[i]
		j := s.waiting[t.Call.ID]
		switch {
		case j == nil:
			continue
		case t.Role == transcript.Refused:
			j.Ran = refused
		case t.Role != transcript.Tool:
			continue
		case t.Denied:
			j.Ran = denied
		case t.Result == transcript.OK:
			j.Ran = ranOK
		case t.Result == transcript.Pending:
			continue
		default:
			j.Ran = failed
		}
		s.past.Ended(t.Call.ID, j.Ran == ranOK)
		if j.Ran == refused || j.Ran == denied {
			s.past.Refused(j.call, j.report)
		}
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
	if dir == "/root" || strings.HasPrefix(dir, "/root/") {
		return "/root"
	}
	return ""
}

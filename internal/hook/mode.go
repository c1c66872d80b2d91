package hook

import (
	"context"
	"fmt"
	"slices"

	"automode/call"
	"automode/gate"
	"automode/internal/plainjson"
	"automode/permission"
	"automode/record"
	"automode/settings"
	"automode/state"
	"automode/world"
)

// Policy is what settings decide about the modes of a host's sessions. The
// gate in front of a host is never bypassed: whoever wants that takes it away.
// That a session is a remote one is not looked at: a host says so by its
// environment, which a project can set, and in Manual the rules hold again that
// wait in auto.
func Policy(s *settings.Settings) permission.Policy {
	p := s.Policy()
	if p.NoBypass == nil {
		p.NoBypass = &permission.Bar{Why: "the gate in front of an agent is not bypassed", Next: "to be without it, run: automode uninstall"}
	}
	return p
}

// StartOf is where a host's sessions start by these settings, and what is to
// be said of candidates that were dropped.
func StartOf(s *settings.Settings) (permission.Stand, []string) {
	return Policy(s).Start(s.Candidates())
}

// modeOf is the mode that a host's sessions start in.
func modeOf(s *settings.Settings) permission.Mode {
	stand, _ := StartOf(s)
	return stand.Mode
}

// Session is a request that says of a session what moving it between modes
// rests on.
func Session(id string, s *settings.Settings) gate.Request {
	return gate.Request{Session: gate.Session{ID: id, Mode: modeOf(s)}, Policy: Policy(s)}
}

// planned brings a session out of our own plan mode when the host says that
// the person approved the agent's plan. It must be the host that says so.
func (r *run) planned(ctx context.Context, succeeded bool) error {
	if r.event.Call.Kind() != call.PlanExit || !succeeded {
		return nil
	}
	note, err := r.store.Note(r.event.Session, kindNotes)
	if err != nil {
		return err
	}
	n, err := readNotes(note)
	if err != nil || !n.speaks(r.from()) {
		return err
	}
	s, err := r.load(n.Root)
	if err != nil {
		return err
	}
	m, err := r.gate.Planned(ctx, Session(r.event.Session, s))
	return r.moved(m, permission.ByPlanExit, err)
}

// resumed takes a session up again.
func (r *run) resumed(ctx context.Context, s *settings.Settings) error {
	if r.event.Source != "resume" {
		return nil
	}
	m, err := r.gate.Resume(ctx, Session(r.event.Session, s))
	return r.moved(m, permission.ByResume, err)
}

// moved writes down that a session came into another mode.
func (r *run) moved(m gate.Moved, by permission.Trigger, err error) error {
	if err != nil || m.From.Mode == m.To.Mode {
		return err
	}
	return r.log.Note(r.about(ModeEvent(m, by)))
}

// ModeEvent is a change of mode, for the log.
func ModeEvent(m gate.Moved, by permission.Trigger) record.Event {
	return record.Event{What: "mode", Note: m.From.Mode.String() + " -> " + m.To.Mode.String() + " by " + by.String()}
}

// welcome is what a person is told when a session starts: once what stands in
// files and counts for nothing, once that auto mode is on, and each time that
// the mode is another than settings say.
func (r *run) welcome(ctx context.Context, s *settings.Settings) []string {
	stand, notices := StartOf(s)
	once := s.Notices()
	if stand.Mode == permission.Auto {
		text := "auto mode is on: what you would be asked about is judged, and only what is dangerous or unclear reaches you"
		if n := len(s.Rules.Waiting()); n > 0 {
			text += fmt.Sprintf("; %d of your allow rules wait meanwhile (automode rules list)", n)
		}
		once = append(once, text+"; to change it: automode mode")
	}
	if stand.Mode != s.Mode {
		notices = append(notices, "the mode is "+stand.Mode.Title())
	}
	return append(notices, r.untold(ctx, once)...)
}

// told is what people were told once, by hashes, newest last.
type told struct {
	Told []string `json:"told"`
}

const (
	toldSession = "automode" // no host's session has this id
	kindTold    = "told"
	maxTold     = 200
)

// untold are those of lines that nobody was told yet; from now on they are
// told. Where that cannot be kept they are said again.
func (r *run) untold(ctx context.Context, lines []string) []string {
	if len(lines) == 0 {
		return nil
	}
	var fresh []string
	err := r.store.EditNote(ctx, toldSession, kindTold, func(old []byte) ([]byte, error) {
		var t told
		if old != nil {
			if err := plainjson.Unmarshal(old, &t); err != nil {
				return nil, err
			}
		}
		for _, line := range lines {
			if h := world.HashText(line)[:16]; !slices.Contains(t.Told, h) {
				t.Told = append(t.Told, h)
				fresh = append(fresh, line)
			}
		}
		if len(fresh) == 0 {
			return nil, nil
		}
		t.Told = t.Told[max(0, len(t.Told)-maxTold):]
		return plainjson.Append(nil, t)
	})
	if err != nil {
		return lines
	}
	return fresh
}

// RootOf tells the folder that a session started in, as it is kept in the
// store; empty where that is not known.
func RootOf(store *state.Store, session string) (string, error) {
	text, err := store.Note(session, kindNotes)
	if err != nil {
		return "", err
	}
	n, err := readNotes(text)
	if err != nil {
		return "", err
	}
	return n.Root, nil
}

// HostOf names the process of the host that a session was heard from, as
// HostProcess.Name does; empty where it never was for certain.
func HostOf(store *state.Store, session string) (string, error) {
	text, err := store.Note(session, kindNotes)
	if err != nil {
		return "", err
	}
	n, err := readNotes(text)
	if err != nil {
		return "", err
	}
	return n.Host, nil
}

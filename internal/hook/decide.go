package hook

import (
	"context"
	"encoding/json"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"automode/effect"
	"automode/gate"
	"automode/host"
	"automode/record"
	"automode/settings"
	"automode/transcript"
	"automode/verdict"
	"automode/world/osworld"
)

const hostOS = runtime.GOOS

// managed is where whoever runs the machine keeps settings.
func managed() string {
	if hostOS == "windows" {
		return `C:\ProgramData\automode\managed.json`
	}
	return "/etc/automode/managed.json"
}

// fault is trouble with a code.
type fault struct {
	code verdict.Code
	err  error
}

func (f *fault) Error() string { return f.err.Error() }

// load reads settings; root is where the session started.
func (r *run) load(root string) (*settings.Settings, error) {
	src := Sources(r.folders, r.who.home, root)
	src.Extra = r.settings
	return settings.Load(src)
}

// Sources is where the layers of settings are for a session that started in
// root, empty for none; what people's commands and the hook agree on.
func Sources(f settings.Folders, home, root string) settings.Sources {
	src := settings.Sources{Managed: managed(), Copy: settings.CopyIn(f.State), User: f.Settings, Home: home}
	if root != "" {
		src.Project = root + "/.automode/settings.json"
	}
	return src
}

// notes reads what is kept of the session, brings it up to date from the
// transcripts, and stores it where that is worth it.
func (r *run) notes(ctx context.Context) (*notes, error) {
	old, err := r.store.Note(r.event.Session, kindNotes)
	if err != nil {
		return nil, err
	}
	n, err := r.renewNotes(ctx, old)
	for err == nil && r.speaks.format != nil && r.event.Transcript != "" && n.awaits(now()) && ctx.Err() == nil {
		time.Sleep(lag / 50)
		n, err = r.renewNotes(ctx, old)
	}
	if err != nil || !n.changed {
		return n, err
	}
	// Another process may have stored more meanwhile, so it is done again from
	// what is there now.
	err = r.store.EditNote(ctx, r.event.Session, kindNotes, func(now []byte) ([]byte, error) {
		if string(now) != string(old) {
			if n, err = r.renewNotes(ctx, now); err != nil {
				return nil, err
			}
		}
		return n.encode()
	})
	return n, err
}

func (r *run) renewNotes(ctx context.Context, text []byte) (*notes, error) {
	n, err := readNotes(text)
	if err != nil {
		return nil, err
	}
	first := text == nil
	n.bind(r.event.Dir, caller{}, false)
	if r.event.Transcript == "" && r.speaks.transcript != nil {
		r.event.Transcript = r.speaks.transcript(r.home(), r.event)
	}
	e := r.event
	if e.Transcript == "" || r.speaks.format == nil {
		return n, nil
	}
	calls, err := n.read(r.speaks.format, "", e.Transcript)
	if err != nil {
		return nil, err
	}
	if e.Agent != "" {
		// A subagent that never asked a person anything has nothing to add.
		if path := r.agentPath(); path != "" {
			if _, err := n.read(r.speaks.format, e.Agent, path); err != nil {
				return nil, err
			}
		}
	}
	if first {
		err = r.seed(ctx, n, calls)
	}
	return n, err
}

func (r *run) agentPath() string {
	if r.speaks.agent == nil {
		return ""
	}
	return r.speaks.agent(r.event.Transcript, r.event.Agent)
}

// seed tells a ledger that never saw a call what the session did before the
// gate was there.
func (r *run) seed(ctx context.Context, n *notes, calls []transcript.Turn) error {
	before := calls[:0:0]
	for _, t := range calls {
		if t.Call.ID != r.event.Call.ID {
			before = append(before, t)
		}
	}
	if len(before) == 0 {
		return nil
	}
	p := r.place(n, &settings.Settings{})
	did := effect.SessionOf(before, effect.Env{Place: p, Facts: osworld.New()})
	return r.store.Update(ctx, r.event.Session, func(l *gate.Ledger) error {
		if l.Moves == 0 && len(l.Open) == 0 {
			l.Effects = *did
			l.Moves++
		}
		return nil
	})
}

// request puts together all that a decision rests on.
func (r *run) request(ctx context.Context) (gate.Request, *settings.Settings, error) {
	n, err := r.notes(ctx)
	if err != nil {
		return gate.Request{}, nil, &fault{verdict.CodeState, err}
	}
	s, err := r.load(n.Root)
	if err != nil {
		return gate.Request{}, nil, &fault{verdict.CodeSettings, err}
	}
	return gate.Request{
		Call:     r.event.Call,
		Session:  r.session(s),
		Place:    r.place(n, s),
		Facts:    osworld.New(),
		Turns:    n.turns(r.event.Agent),
		Rules:    s.Rules,
		Book:     s.Book(),
		Settings: gateSettings(s),
		Policy:   Policy(s),
	}, s, nil
}

func (r *run) session(s *settings.Settings) gate.Session {
	return gate.Session{ID: r.event.Session, Mode: modeOf(s), HostMode: r.event.HostMode, Attended: r.attended()}
}

func gateSettings(s *settings.Settings) gate.Settings {
	g := gate.Settings{FailOpen: s.FailOpen, ClassifyAllShell: s.ClassifyShell, AutoInPlan: s.AutoInPlan, QuestionsUnjudged: !s.Models.Questions, ClassifyEdits: s.Models.AllEdits}
	switch s.OnLimit {
	case "deny":
		g.OnLimit = gate.LimitDenies
	case "ask":
		g.OnLimit = gate.LimitAsks
	}
	if s.OnUnavailable == "ask" {
		g.OnUnavailable = gate.UnavailableAsks
	}
	switch s.Judge {
	case "static":
		g.Judge = gate.JudgeStatic
	case "classifier":
		g.Judge = gate.JudgeClassifier
	}
	return g
}

// renew makes a request afresh, when the session moved while it was decided.
func (r *run) renew(ctx context.Context, _ gate.Request) (gate.Request, error) {
	q, _, err := r.request(ctx)
	return q, err
}

// decide answers whether a call may run.
func (r *run) decide(ctx context.Context) host.Answer {
	q, s, err := r.request(ctx)
	if err != nil {
		return r.failed(err)
	}
	r.gate.Judge = r.chain(s)
	return r.encode(r.gate.Decide(ctx, q), q.Session.Attended, s)
}

// lookup answers a host that asks a second time about a call: as it was
// decided the first time.
func (r *run) lookup(ctx context.Context) host.Answer {
	q, s, err := r.request(ctx)
	if err != nil {
		return r.failed(err)
	}
	d, ok, err := r.gate.Lookup(ctx, q)
	if err != nil {
		return r.failed(&fault{verdict.CodeState, err})
	}
	if !ok {
		r.gate.Judge = r.chain(s)
		d = r.gate.Decide(ctx, q)
	}
	return r.encode(d, q.Session.Attended, s)
}

// encode writes a decision. One that only says that the gate failed is a
// failure to the host too, so that it blocks whatever else the host was told.
func (r *run) encode(d verdict.Decision, attended bool, s *settings.Settings) host.Answer {
	texts := gate.Texts{Denied: s.Texts.Denied, Guard: s.Texts.Guard, Unavailable: s.Texts.Unavailable,
		OverContext: s.Texts.OverContext, Limit: s.Texts.Limit, NoPerson: s.Texts.NoPerson, Failed: s.Texts.Failed}
	if d.Layer == verdict.LayerError && d.Behavior == verdict.Deny && d.Code != verdict.CodeEpochMoved {
		return r.speaks.Failure(r.event.Name, d.Reason, texts)
	}
	return r.speaks.Encode(r.event, d, attended, texts)
}

func (r *run) failed(err error) host.Answer {
	code := verdict.CodeState
	if f, ok := err.(*fault); ok {
		code = f.code
	}
	return r.trouble("failed", code, err)
}

// HostDenied is what the log calls it when the host itself denied a call, after
// the gate had decided on it.
const HostDenied = "host-denied"

// ended notes that a call came back.
func (r *run) ended(ctx context.Context) host.Answer {
	e := r.event
	if e.Name == host.PermissionDenied {
		if err := r.log.Note(r.about(record.Event{What: HostDenied, Reason: e.Reason})); err != nil {
			return r.failed(err)
		}
	}
	if e.Call.Background && e.Name == host.PostToolUse {
		return host.Silent // it has only begun
	}
	ok := e.Name == host.PostToolUse && !interrupted(e.Response)
	err := r.gate.Ended(ctx, gate.Session{ID: e.Session}, e.Call, ok, osworld.New())
	if err == nil {
		err = r.planned(ctx, ok)
	}
	if err != nil {
		return r.failed(err)
	}
	return host.Silent
}

// interrupted tells whether a person stopped the call while it ran.
func interrupted(response json.RawMessage) bool {
	var res struct {
		Interrupted bool `json:"interrupted"`
	}
	return json.Unmarshal(response, &res) == nil && res.Interrupted
}

// prompted keeps what the host says the user typed: our own record, beside the
// host's transcript. It is a witness when the event comes from the host itself;
// otherwise it can only tighten.
func (r *run) prompted(ctx context.Context) host.Answer {
	text, ok := r.event.Prompt, strings.TrimSpace(r.event.Prompt) != ""
	if r.speaks.words != nil {
		text, ok = r.speaks.words(r.event)
	}
	if !ok {
		return r.note(record.Event{What: "prompt", Note: "not a person's words"})
	}
	c := r.from()
	witness := false
	err := r.store.EditNote(ctx, r.event.Session, kindNotes, func(old []byte) ([]byte, error) {
		n, err := readNotes(old)
		if err != nil {
			return nil, err
		}
		n.bind(r.event.Dir, c, false)
		n.prompted(text, now())
		witness = n.speaks(c)
		return n.encode()
	})
	if err != nil {
		return r.failed(err)
	}
	note := "witnessed"
	if witness {
		err = r.gate.Prompted(ctx, gate.Session{ID: r.event.Session}, text)
	} else if note = c.Why; note == "" {
		note = "from another process than the session's host"
	}
	if err != nil {
		return r.failed(err)
	}
	return r.note(record.Event{What: "prompt", Note: note})
}

// sweepAfter is how long nothing happened in a session of which the state is
// dropped: longer than hosts keep what could be resumed.
const sweepAfter = 90 * 24 * time.Hour

// started binds the session and tells the person what they should know.
func (r *run) started(ctx context.Context) host.Answer {
	c := r.from()
	root := ""
	err := r.store.EditNote(ctx, r.event.Session, kindNotes, func(old []byte) ([]byte, error) {
		n, err := readNotes(old)
		if err != nil {
			return nil, err
		}
		n.bind(r.event.Dir, c, true)
		root = n.Root
		return n.encode()
	})
	if err != nil {
		return r.failed(err)
	}
	s, err := r.load(root)
	if err != nil {
		return r.failed(&fault{verdict.CodeSettings, err})
	}
	if err := r.resumed(ctx, s); err != nil {
		return r.failed(err)
	}
	r.store.Sweep(sweepAfter)
	a := r.note(record.Event{What: "session-start", Note: strings.TrimSpace(r.event.Source + " " + c.Why)})
	if a.Exit != 0 || len(a.Stdout) > 0 {
		return a
	}
	if notices := r.welcome(ctx, s); len(notices) > 0 {
		a = r.speaks.Notice(r.event.Name, strings.Join(notices, "; "))
	}
	return a
}

// Home is the account's home folder, and the place where the gate's own files
// are by default: what people's commands and the hook agree on. It is empty
// where it is not known.
func Home() string { return filepath.ToSlash(accountOf().home) }

package gate

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"automode/call"
	"automode/judge"
	"automode/permission"
	"automode/transcript"
	"automode/verdict"
	"automode/world"
)

// What the tests of this package share: a small project on a disk of which
// everything is known, judges that say what they are told to, a log that
// remembers.

const (
	home = "/home/ann"
	root = "/home/ann/app"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func place() world.Place { return world.Place{Home: home, User: "ann", Roots: []string{root}} }

func disk() *world.Memory {
	have := func(text string) world.Entry {
		return world.Entry{File: world.File{Known: true, Exists: true, Regular: true, Links: 1, Size: int64(len(text)), Tracked: world.Yes, Modified: world.No}, Text: text, Known: true}
	}
	dir := world.Entry{File: world.File{Known: true, Exists: true, Dir: true}}
	return &world.Memory{
		Files: map[string]world.Entry{
			root: dir, root + "/src": dir, root + "/dist": dir, root + "/src/a.go": have("package a\n"), root + "/dist/x.js": have("x"),
			root + "/.env": have("TOKEN=ghp_0123456789abcdefghijklmnopqrstuvwxyz0\n"), root + "/run.sh": have("echo hi\n"), root + "/README.md": have("# app\n"),
		},
		Default: func(string) world.File { return world.File{Known: true} },
		Repos:   map[string]world.Repo{root: {Known: true, Root: root, Branch: "main", Remotes: map[string]string{"origin": "git@git.example.com:ann/app.git"}}},
	}
}

func bash(text string) call.Call { return tool("Bash", map[string]any{"command": text}) }

func tool(name string, args map[string]any) call.Call {
	in, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return call.Call{Host: "claude-code", Tool: name, Input: in, Dir: root}
}

// request is a call in auto mode with somebody there.
func request(c call.Call, change ...func(*Request)) Request {
	r := Request{Call: c, Session: Session{ID: "s1", Mode: permission.Auto, Attended: true}, Place: place(), Facts: disk()}
	for _, f := range change {
		f(&r)
	}
	return r
}

func headless(r *Request) { r.Session.Attended = false }

func mode(m permission.Mode) func(*Request) { return func(r *Request) { r.Session.Mode = m } }

func user(texts ...string) func(*Request) {
	return func(r *Request) {
		for _, t := range texts {
			r.Turns = append(r.Turns, transcript.Turn{Role: transcript.User, Text: t, Witnessed: true})
		}
	}
}

func with(list permission.List, texts ...string) func(*Request) {
	return func(r *Request) {
		if r.Rules == nil {
			r.Rules = &permission.RuleSet{}
		}
		for _, t := range texts {
			if err := r.Rules.Add(list, t, permission.Origin{Source: "user", File: "/s.json", Line: 1, Dir: root}); err != nil {
				panic(err)
			}
		}
	}
}

// says is a judge that always says the same.
type says verdict.Verdict

func (s says) Judge(context.Context, judge.Request) verdict.Verdict { return verdict.Verdict(s) }

// judgeFunc is a judge made of a function.
type judgeFunc func(context.Context, judge.Request) verdict.Verdict

func (f judgeFunc) Judge(ctx context.Context, r judge.Request) verdict.Verdict { return f(ctx, r) }

var (
	allows   = says{Outcome: verdict.Allowed, Reason: "ordinary work"}
	doubts   = says{Outcome: verdict.Unsure, Reason: "not all of it is understood"}
	softly   = says{Outcome: verdict.Block, Tier: verdict.Soft, Category: "irreversible-local", Reason: "it deletes what was there"}
	hardly   = says{Outcome: verdict.Block, Tier: verdict.Hard, Category: "data-exfiltration", Reason: "it sends a key away", Certain: true}
	guesses  = says{Outcome: verdict.Block, Tier: verdict.Hard, Category: "data-exfiltration", Reason: "it may send a key away"}
	isDown   = says{Cause: "connection refused", Trouble: verdict.TroubleConnection}
	garbles  = says{Cause: "the answer is none", Trouble: verdict.TroubleUnparsable}
	overflow = says{Cause: "too long", Trouble: verdict.TroubleOverContext}
)

// log remembers what was recorded.
type log struct {
	mu   sync.Mutex
	recs []Record
	err  error
}

func (l *log) Record(_ context.Context, r Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return l.err
	}
	l.recs = append(l.recs, r)
	return nil
}

// gated is a gate with what it was given, and a clock that a test moves.
type gated struct {
	*Gate
	log   *log
	store *Memory
	mu    sync.Mutex
	at    time.Time
}

func newGate(static, chain judge.Judge) *gated {
	g := &gated{log: &log{}, store: &Memory{}, at: noon}
	g.Gate = &Gate{Store: g.store, Log: g.log, Static: static, Judge: chain, Now: func() time.Time {
		g.mu.Lock()
		defer g.mu.Unlock()
		return g.at
	}}
	return g
}

func (g *gated) pass(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.at = g.at.Add(d)
}

func (g *gated) ledger(t testing.TB) *Ledger {
	t.Helper()
	l, err := g.store.Load(context.Background(), "s1")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// decide decides and checks what must hold of every decision.
func (g *gated) decide(t testing.TB, r Request) verdict.Decision {
	t.Helper()
	before := len(g.log.recs)
	d := g.Decide(context.Background(), r)
	if d.Reason == "" || d.Layer == "" || d.Code == verdict.CodeNone {
		t.Errorf("a decision without reason, layer or code: %+v", d)
	}
	if d.Abort && d.Behavior != verdict.Deny {
		t.Errorf("ends the run without denying: %+v", d)
	}
	if g.log.err == nil && len(g.log.recs) != before+1 {
		t.Errorf("%d records of one decision", len(g.log.recs)-before)
	}
	return d
}

func want(t testing.TB, name string, d verdict.Decision, b verdict.Behavior, layer verdict.Layer, code verdict.Code) {
	t.Helper()
	if d.Behavior != b || d.Layer != layer || d.Code != code {
		t.Errorf("%s: %v by %s (%s), want %v by %s (%s): %s", name, d.Behavior, d.Layer, d.Code, b, layer, code, d.Reason)
	}
}

var errDisk = errors.New("no space left on device")

package hook

import (
	"context"
	"path/filepath"

	"automode/call"
	"automode/effect"
	"automode/gate"
	"automode/judge/remote"
	"automode/judge/static"
	"automode/settings"
	"automode/transcript"
	"automode/verdict"
	"automode/world"
	"automode/world/osworld"
)

// Desk answers calls that a person asks about, as the hook would answer a new
// session in the call's folder: with this machine's settings and files, and
// without a session's history. It keeps and records nothing.
type Desk struct {
	Config   string // folder of the gate's own files, absolute
	Home     string // what "~" stands for
	Attended bool
	// Ask asks models where code cannot settle a call and the settings name
	// some; nil: code alone decides.
	Ask remote.Ask
	// Flags are further values of the settings, above the user's file.
	Flags []settings.Flag
}

// Decide decides c, and gives what it does as well. The error is of settings
// that cannot be read; nothing is decided then.
func (d Desk) Decide(ctx context.Context, c call.Call) (verdict.Decision, *effect.Report, error) {
	q, _, err := d.request(c)
	if err != nil {
		return verdict.Decision{}, nil, err
	}
	g := gate.Gate{Store: &gate.Memory{}, Log: gate.Discard{}, Static: static.Judge{}}
	if d.Ask != nil {
		g.Judge = &remote.Judge{Ask: d.Ask, Session: remote.Question{Session: "check"}}
	}
	return g.Decide(ctx, q), effect.Of(c, effect.Env{Place: q.Place, Facts: q.Facts}), nil
}

// Overhear gives what a judge that is a model would be asked about c after
// turns, and the settings by which it would be. No model is asked.
func (d Desk) Overhear(ctx context.Context, c call.Call, turns []transcript.Turn) (gate.Overheard, *settings.Settings, error) {
	q, s, err := d.request(c)
	if err != nil {
		return gate.Overheard{}, nil, err
	}
	q.Turns = turns
	return gate.Overhear(ctx, static.Judge{}, q), s, nil
}

// request is what a decision on c rests on.
func (d Desk) request(c call.Call) (gate.Request, *settings.Settings, error) {
	r := &run{options: options{config: filepath.ToSlash(d.Config)}, who: accountOf()}
	r.folders = settings.FoldersOf(r.config, r.who.home)
	src := Sources(r.folders, r.who.home, c.Dir)
	src.Flags = d.Flags
	s, err := settings.Load(src)
	if err != nil {
		return gate.Request{}, nil, err
	}
	place := world.Place{Home: filepath.ToSlash(d.Home), User: r.who.name, OS: hostOS, Own: r.own(), Tools: s.Tools, Roots: append([]string{c.Dir}, s.Folders...)}
	return gate.Request{Call: c, Session: gate.Session{ID: "check", Mode: modeOf(s), Attended: d.Attended}, Place: place, Facts: osworld.New(),
		Rules: s.Rules, Book: s.Book(), Settings: gateSettings(s), Policy: Policy(s)}, s, nil
}

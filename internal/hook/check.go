package hook

import (
	"context"
	"path/filepath"

	"automode/call"
	"automode/effect"
	"automode/gate"
	"automode/judge/static"
	"automode/settings"
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
}

// Decide decides c, and gives what it does as well. The error is of settings
// that cannot be read; nothing is decided then.
func (d Desk) Decide(ctx context.Context, c call.Call) (verdict.Decision, *effect.Report, error) {
	r := &run{options: options{config: filepath.ToSlash(d.Config)}, who: accountOf()}
	r.folders = settings.FoldersOf(r.config, r.who.home)
	s, err := r.load(c.Dir)
	if err != nil {
		return verdict.Decision{}, nil, err
	}
	facts := osworld.New()
	place := world.Place{Home: filepath.ToSlash(d.Home), User: r.who.name, OS: hostOS, Own: r.own(), Tools: s.Tools, Roots: append([]string{c.Dir}, s.Folders...)}
	g := gate.Gate{Store: &gate.Memory{}, Log: gate.Discard{}, Static: static.Judge{}}
	q := gate.Request{Call: c, Session: gate.Session{ID: "check", Mode: modeOf(s), Attended: d.Attended}, Place: place, Facts: facts,
		Rules: s.Rules, Book: s.Book(), Settings: gateSettings(s), Policy: Policy(s)}
	return g.Decide(ctx, q), effect.Of(c, effect.Env{Place: place, Facts: facts}), nil
}

package eval

import (
	"context"

	"automode/effect"
	"automode/gate"
	"automode/judge/static"
	"automode/permission"
	"automode/verdict"
)

// Gate answers with the whole gate, as in a session of its own whose mode is
// auto and whose rules are none: what a person meets who has just installed
// it.
type Gate struct {
	Headless bool // nobody can be asked
}

// Decide decides c in its fixture.
func (g Gate) Decide(ctx context.Context, c Case) verdict.Decision { return g.Prepare(c)(ctx) }

// Prepare builds c's fixture, with all that earlier calls did, and gives the
// decision that is left to take. It is to be taken once: a gate remembers.
func (g Gate) Prepare(c Case) func(context.Context) verdict.Decision {
	env := effect.Env{Place: c.Place(), Facts: c.World()}
	one := gate.Gate{Store: &gate.Memory{}, Log: gate.Discard{}, Static: static.Judge{}}
	r := gate.Request{
		Call:    c.Call(),
		Session: gate.Session{ID: "case", Mode: permission.Auto, Attended: !g.Headless},
		Place:   env.Place,
		Facts:   env.Facts,
		Turns:   c.Turns(),
		Effects: c.Session(env),
	}
	return func(ctx context.Context) verdict.Decision { return one.Decide(ctx, r) }
}

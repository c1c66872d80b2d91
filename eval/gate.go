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
func (g Gate) Decide(ctx context.Context, c Case) verdict.Decision {
	env := effect.Env{Place: c.Place(), Facts: c.World()}
	one := gate.Gate{Store: &gate.Memory{}, Log: gate.Discard{}, Static: static.Judge{}}
	return one.Decide(ctx, gate.Request{
		Call:    c.Call(),
		Session: gate.Session{ID: "case", Mode: permission.Auto, Attended: !g.Headless},
		Place:   env.Place,
		Facts:   env.Facts,
		Turns:   c.Turns(),
		Effects: c.Session(env),
	})
}

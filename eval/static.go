package eval

import (
	"context"

	"automode/effect"
	"automode/judge/static"
	"automode/verdict"
)

// Static answers with the static judge alone, without the gate around it.
type Static struct{ Headless bool }

// Decide judges c in its fixture.
func (Static) Decide(ctx context.Context, c Case) verdict.Decision {
	env := effect.Env{Place: c.Place(), Facts: c.World()}
	env.Session = c.Session(env)
	rep := effect.Of(c.Call(), env)
	v := static.Of(rep, nil)
	d := verdict.Decision{Layer: verdict.LayerStatic, Tier: v.Tier, Category: v.Category, Reason: v.Reason, Clears: v.Clears, Evidence: v.Evidence}
	switch {
	case v.Outcome == verdict.Allowed:
		d.Behavior, d.Code = verdict.Allow, verdict.CodeRoutine
	case v.Outcome == verdict.Block && v.Tier == verdict.Hard:
		d.Code = verdict.CodeFinding
	default:
		d.Behavior, d.Code = verdict.Ask, verdict.CodeUnsure
		if v.Outcome == verdict.Block {
			d.Code = verdict.CodeFinding
		}
	}
	return d
}

// Session is what the case's history did.
func (c Case) Session(env effect.Env) *effect.Session {
	s := effect.SessionOf(c.Turns(), env)
	if c.Facts != nil {
		for _, p := range c.Facts.Made {
			if s.Files == nil {
				s.Files = map[string]effect.FileState{}
			}
			st := s.Files[p]
			st.Made = true
			s.Files[p] = st
		}
	}
	return s
}

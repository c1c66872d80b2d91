package gate

import (
	"context"
	"reflect"

	"automode/call"
	"automode/effect"
	"automode/permission"
)

// The session's mode is kept in its ledger, so that it moves together with the
// epoch. Until somebody brings the session into a mode it is in the one that
// the request says, which is what settings come to.

// standOf is where the session of a request stands now, by its policy. why
// says what keeps it out of the mode that it was in or that settings say, nil
// for nothing.
func (l *Ledger) standOf(r *Request) (s permission.Stand, why *permission.Refusal) {
	s = permission.Stand{Mode: r.Session.Mode, Bypass: r.Session.Mode == permission.BypassPermissions}
	if l.Stand != nil {
		s = *l.Stand
		if !s.Chosen { // what settings say may have changed
			if r.Session.Mode == permission.BypassPermissions {
				s.Bypass = true
			}
			s, why = s.Move(r.Session.Mode, permission.BySettings, r.Policy)
		}
	}
	if no := r.Policy.Available(s.Mode, s); no != nil {
		why = no
		s, _ = s.Move(r.Policy.Rest(s), permission.BySwitch, r.Policy)
	}
	return s, why
}

// bring finds out the mode that counts, and the rules that hold in it.
func (w *walk) bring() {
	w.stand, w.why = w.ledger.standOf(w.req)
	w.mode = w.stand.In(w.req.Session.HostMode, w.req.Policy)
	w.rules = w.req.Rules.With(w.stand.Rules(w.mode))
}

// canAsk tells whether a question reaches a person. In dontAsk mode none is
// put, and a host that plans changes nothing about that.
func (w *walk) canAsk() bool { return w.req.Session.Attended && w.stand.Mode != permission.DontAsk }

// planned tells whether judges look at calls in plan mode as they do in auto.
// Where only the host plans, that is so only if our own mode is auto: a host
// never loosens.
func (w *walk) planned() bool {
	if w.mode != permission.Plan || !w.req.Settings.AutoInPlan {
		return false
	}
	if w.stand.Mode != permission.Plan {
		return w.stand.Mode == permission.Auto
	}
	return w.req.Policy.AutoAvailable(w.stand) == nil
}

// changes tells whether the call may change anything, so that plan mode has
// something against it. What is not understood may.
func (w *walk) changes() bool {
	if onAllowlist(w.req.Call) {
		return false
	}
	switch w.req.Call.Kind() {
	case call.PlanExit, call.Question, call.Agent: // asking; another agent's calls are looked at themselves
		return false
	case call.MCP, call.Other, call.Input, call.REPL, call.Write, call.Edit:
		return true
	}
	if !w.report.Complete() {
		return true
	}
	for i := range w.report.Effects {
		switch w.report.Effects[i].Kind {
		case effect.Print, effect.Read, effect.Fetch, effect.Environment:
		default:
			return true
		}
	}
	return false
}

// ofMode says that the mode puts the call to a person, and how the session
// came into it where nobody chose it.
func (w *walk) ofMode() string {
	text := "the mode is " + w.mode.Title() + ": this wants a person's yes"
	if w.mode == permission.Plan && w.planned() {
		text = "the mode is Plan: nothing is changed before the plan is approved"
	}
	if w.why != nil {
		text += "; " + w.why.Error()
	}
	return text
}

// stood notes in l where the session stands, when that is news: settings or
// policy moved it. Verdicts under way do not count then.
func (t *trip) stood(l *Ledger, w *walk) {
	s, why := l.standOf(w.req)
	switch {
	case l.Stand == nil:
		if s.Mode == permission.Default {
			return // as good as nothing
		}
	case l.Stand.Mode == s.Mode:
		return
	default:
		t.rec.Note = "the mode was " + l.Stand.Mode.String() + " and is " + s.Mode.String() + " now"
		if why != nil {
			t.rec.Note += ": " + why.Error()
		}
		l.Epoch++
	}
	l.Stand = &s
}

// modeOf is the mode that a request's call would be decided in.
func (l *Ledger) modeOf(r *Request) permission.Mode {
	s, _ := l.standOf(r)
	return s.In(r.Session.HostMode, r.Policy)
}

// Moved is a session that was, or was not, brought into another mode: where it
// stood when it was last looked at, and where it stands now. Policy may have
// taken its mode away meanwhile, so that it moved even where it was refused.
type Moved struct {
	From, To permission.Stand
	Refusal  *permission.Refusal // nil: it is in the mode that was asked for
}

// Move brings a session into another mode, whoever asks. Of the request the
// session, the policy and nothing else count. The error is the store's; then
// nothing moved.
func (g *Gate) Move(ctx context.Context, r Request, to permission.Mode, by permission.Trigger) (m Moved, err error) {
	return g.restand(ctx, r, func(s permission.Stand) (permission.Stand, *permission.Refusal) {
		return s.Move(to, by, r.Policy)
	})
}

// Resume takes a session up again: what was granted to it and what is not to
// be had any more falls away.
func (g *Gate) Resume(ctx context.Context, r Request) (m Moved, err error) {
	return g.restand(ctx, r, func(s permission.Stand) (permission.Stand, *permission.Refusal) {
		return s.Move(s.Mode, permission.ByResume, r.Policy)
	})
}

// Planned notes that a person approved the agent's plan: a session in plan
// mode comes back to where it was. Whoever calls it has made sure that the
// host says so and not a tool.
func (g *Gate) Planned(ctx context.Context, r Request) (m Moved, err error) {
	return g.restand(ctx, r, func(s permission.Stand) (permission.Stand, *permission.Refusal) {
		return s.Move(s.Back(r.Policy), permission.ByPlanExit, r.Policy)
	})
}

// Grant gives a rule to one session. One that allows holds in the mode that
// the session is in now. The error is the store's, or of a rule that is none.
func (g *Gate) Grant(ctx context.Context, r Request, list permission.List, rule string) (m Moved, err error) {
	var bad error
	m, err = g.restand(ctx, r, func(s permission.Stand) (permission.Stand, *permission.Refusal) {
		s, bad = s.Grant(list, rule)
		return s, nil
	})
	if bad != nil {
		err = bad
	}
	return m, err
}

// Standing tells where a session stands.
func (g *Gate) Standing(ctx context.Context, r Request) (s permission.Stand, why *permission.Refusal, err error) {
	defer recovered(&err)
	l, err := g.Store.Load(ctx, r.Session.key())
	if err != nil {
		return s, nil, err
	}
	s, why = l.standOf(&r)
	return s, why, nil
}

func (g *Gate) restand(ctx context.Context, r Request, move func(permission.Stand) (permission.Stand, *permission.Refusal)) (m Moved, err error) {
	defer recovered(&err)
	err = g.Store.Update(ctx, r.Session.key(), func(l *Ledger) error {
		now, _ := l.standOf(&r)
		m.To, m.Refusal = move(now)
		if m.From = now; l.Stand != nil {
			m.From = *l.Stand
		}
		if l.Stand != nil && reflect.DeepEqual(m.From, m.To) {
			return nil
		}
		if m.From.Mode != m.To.Mode || len(m.From.Grants) != len(m.To.Grants) {
			l.Epoch++
		}
		if m.Refusal == nil || l.Stand != nil {
			to := m.To
			l.Stand = &to
		}
		return nil
	})
	return m, err
}

func hostPlans(r *Request) bool { return r.Session.HostMode == permission.Plan.String() }

// samePolicy tells whether two requests bar the same modes.
func samePolicy(a, b *Request) bool {
	return (a.Policy.NoAuto == nil) == (b.Policy.NoAuto == nil) && (a.Policy.NoBypass == nil) == (b.Policy.NoBypass == nil) &&
		(a.Policy.OptIn == nil) == (b.Policy.OptIn == nil) && (a.Policy.Lock == nil) == (b.Policy.Lock == nil)
}

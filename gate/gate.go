// Package gate decides calls. It walks each one through rules, guards, mode,
// fast paths and judges (Gate.Decide), keeps the session's ledger, and answers
// with a decision.
//
// # Shape
//
// Deciding is a pure walk over plain data (walk.decide): the call, what package
// effect says of it, the rules, a snapshot of the ledger, the user's turns. The
// walk changes nothing and always comes to an answer, or to "the judge chain
// has to say". The ledger is plain data too, with arithmetic as its methods.
// Around both stands a thin layer that does the waiting: it loads the ledger,
// takes a slot, asks the judge, and settles the outcome under the session's
// lock. Files, clocks and networks are given (Store, Recorder, judge.Judge).
//
// # What holds
//
// Decide is total. Whatever goes wrong is a decision with a stable code, and
// never an allow: an error of the store or the log, a judge that fails, hangs
// or panics, a fault of the gate's own. Zero values deny.
//
// The order of the walk is the order of precedence: deny rules, a person's
// one-time approval, structural guards, ask rules, bypass, retries of what was
// denied, allow rules, the tool's own check, the mode, and in auto mode the
// static judge, the fast paths, the chain. Only an approval passes a guard;
// nothing passes a deny rule.
//
// A verdict is bound to the epoch: to the mode, the rules and the user's turns
// it was given under. If those move while a judge thinks, the call is decided
// once more; if they move again, a person is asked.
//
// Counting is exact. Each call is settled once, under the lock, whatever
// process or goroutine decided it; a judgement under way holds a slot, so that
// one whose process dies still counts as a call without a verdict. Code's part
// of a decision is taken on a snapshot without the lock, and taken again under
// it when what it looked at has moved.
package gate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"automode/call"
	"automode/effect"
	"automode/judge"
	"automode/permission"
	"automode/verdict"
	"automode/world"
)

// Gate decides calls. Its fields are set before the first call and then left
// alone; a Gate is safe for concurrent use.
type Gate struct {
	// Store keeps the ledgers. A Gate without one denies every call.
	Store Store
	// Log takes one record a decision. A Gate without one denies every call.
	Log Recorder
	// Static is the judge that needs no model: code. nil: code allows nothing
	// in auto mode but ordinary edits and harmless tools.
	Static judge.Judge
	// Judge is asked where the static judge does not settle a call: a
	// classifier, or a chain of them. nil: what the static judge is unsure of
	// goes to a person.
	Judge judge.Judge
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Renew makes a request for the same call afresh, from settings and
	// transcript as they are now. It is called after a judge thought, and when
	// the epoch moved. nil: only the ledger's epoch is watched. An error
	// denies.
	Renew func(ctx context.Context, r Request) (Request, error)
	// JudgeFor bounds how long a slot is held by a judge when the context has
	// no deadline; zero is two minutes.
	JudgeFor time.Duration

	slots atomic.Uint64 // makes slots of one process distinct
}

// Decide decides one call. It never panics and has no error: trouble is a
// decision that does not allow, with a code that says what it was.
func (g *Gate) Decide(ctx context.Context, r Request) verdict.Decision {
	began := g.now()
	digest := r.Call.Digest()
	rec := Record{Time: began, Session: r.Session.ID, Root: r.Session.Root, Host: r.Call.Host, HostMode: r.Session.HostMode,
		Mode: r.Session.Mode, Attended: r.Session.Attended, Agent: r.Call.Agent, CallID: r.Call.ID, Digest: digest,
		Tool: r.Call.Tool, Kind: r.Call.Kind().String(), Dir: r.Call.Dir, Input: r.Call.Input}
	t := &trip{gate: g, req: r, rec: &rec, began: began, digest: digest}
	d := t.guarded(ctx)
	rec.Decision = d
	rec.Micros = g.now().Sub(began).Microseconds()
	// What was decided is counted and written even when the time is up: both
	// have their own bound on waiting.
	after := context.WithoutCancel(ctx)
	if err := g.record(after, rec); err != nil {
		t.withdraw(after)
		d = failure(verdict.CodeState, "the decision could not be written to the log", err)
	}
	return d
}

func (g *Gate) now() time.Time {
	if g.Now != nil {
		return g.Now()
	}
	return time.Now()
}

func (g *Gate) record(ctx context.Context, rec Record) (err error) {
	defer recovered(&err)
	if g.Log == nil {
		return errors.New("no log is configured")
	}
	return g.Log.Record(ctx, rec)
}

// failure is the decision for what went wrong on our side.
func failure(code verdict.Code, what string, err error) verdict.Decision {
	if err != nil {
		what += ": " + err.Error()
	}
	return verdict.Decision{Layer: verdict.LayerError, Code: code, Reason: what}
}

// recovered turns a panic into an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("a fault of ours: %v", p)
	}
}

// trip is one call's way through the gate, with all that waits.
type trip struct {
	gate   *Gate
	req    Request
	rec    *Record
	began  time.Time
	digest string // of the call
	slot   string // taken and not yet given back
}

// guarded decides, and turns a panic into a decision.
func (t *trip) guarded(ctx context.Context) (d verdict.Decision) {
	defer func() {
		if p := recover(); p != nil {
			d = failure(verdict.CodePanic, fmt.Sprintf("a fault of ours: %v", p), nil)
		}
	}()
	if t.gate.Store == nil {
		return failure(verdict.CodeState, "no store is configured", nil)
	}
	return t.decide(ctx)
}

// errMoved says that what a decision rests on has moved.
var errMoved = errors.New("the session changed meanwhile")

// errRenew says that the request could not be made afresh.
type errRenew struct{ error }

// decide decides, and once more when the epoch moves.
func (t *trip) decide(ctx context.Context) verdict.Decision {
	for try := 0; ; try++ {
		if err := ctx.Err(); err != nil {
			return failure(verdict.CodeTimeout, "there was no time left to decide", err)
		}
		d, err := t.once(ctx)
		if err == nil {
			return d
		}
		var renew errRenew
		if errors.As(err, &renew) {
			return failure(verdict.CodeSettings, "settings or session could not be read again", renew.error)
		}
		if !errors.Is(err, errMoved) {
			return failure(verdict.CodeState, "the session's state could not be read or written", err)
		}
		if try == 1 {
			return t.moved(ctx)
		}
		if t.gate.Renew != nil {
			fresh, err := t.gate.Renew(ctx, t.req)
			if err != nil {
				return failure(verdict.CodeSettings, "settings or session could not be read again", err)
			}
			t.req = fresh
		}
	}
}

// once decides on one snapshot of the ledger.
func (t *trip) once(ctx context.Context) (verdict.Decision, error) {
	g, key := t.gate, t.req.Session.key()
	l, err := t.load(ctx, key)
	if err != nil {
		return verdict.Decision{}, err
	}
	w := newWalk(&t.req, t.digest, l, g.Static, g.Judge != nil, g.now())
	t.rec.Mode = w.mode
	a := w.decide(ctx)
	if a.chain {
		if err := t.reserve(ctx, key, l); err != nil {
			return verdict.Decision{}, err
		}
		v := t.ask(ctx, w, a)
		a = w.weigh(a, v)
		t.rec.Judges = append(t.rec.Judges, said(v))
		t.rec.Asked = append(t.rec.Asked, v.Judged...)
		fresh, moved, err := t.renewed(ctx)
		if err == nil && !moved && a.d.Behavior == verdict.Allow {
			moved = !t.stands(ctx, fresh, l, &w, &a)
		}
		if moved || err != nil {
			if err == nil {
				err = errMoved
			}
			return verdict.Decision{}, errors.Join(err, t.release(context.WithoutCancel(ctx), key))
		}
	}
	return t.settle(context.WithoutCancel(ctx), key, l, w, a)
}

// load gives the ledger, with the user's refusals noted in it.
func (t *trip) load(ctx context.Context, key string) (*Ledger, error) {
	l, err := t.gate.Store.Load(ctx, key)
	if err != nil {
		return nil, err
	}
	if l == nil {
		return nil, errors.New("the store gave no ledger")
	}
	if t.req.Effects != nil {
		return l, nil
	}
	owed := l.owed(t.req.Turns)
	if len(owed) == 0 {
		return l, nil
	}
	for i := range owed {
		owed[i].report = effect.Of(owed[i].call, effect.Env{Place: t.req.Place, Facts: factsOf(t.req.Facts), Session: &l.Effects})
	}
	err = t.gate.Store.Update(ctx, key, func(l *Ledger) error {
		for _, r := range owed {
			l.refused(r)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t.gate.Store.Load(ctx, key)
}

func (t *trip) reserve(ctx context.Context, key string, seen *Ledger) error {
	now := t.gate.now()
	until, ok := ctx.Deadline()
	if !ok {
		until = now.Add(max(t.gate.JudgeFor, 0))
		if t.gate.JudgeFor <= 0 {
			until = now.Add(2 * time.Minute)
		}
	}
	id := t.digest[:16] + "-" + strconv.FormatInt(now.UnixNano(), 36) + "-" + strconv.FormatUint(t.gate.slots.Add(1), 36)
	err := t.gate.Store.Update(ctx, key, func(l *Ledger) error {
		if l.Epoch != seen.Epoch {
			return errMoved
		}
		l.Reserve(Slot{ID: id, Agent: t.req.Call.Agent, Until: until}, now)
		return nil
	})
	if err == nil {
		t.slot = id
	}
	return err
}

func (t *trip) release(ctx context.Context, key string) error {
	id := t.slot
	if id == "" {
		return nil
	}
	t.slot = ""
	return t.gate.Store.Update(ctx, key, func(l *Ledger) error { l.Release(id); return nil })
}

// ask asks the judge chain. A judge that panics or does not come back in time
// gave no verdict.
func (t *trip) ask(ctx context.Context, w *walk, a answer) verdict.Verdict {
	var first *verdict.Verdict
	if t.req.Settings.Judge != JudgeClassifier {
		first = &a.first
	}
	req := w.judgeRequest(first)
	if a.limit != nil {
		req.Limit = a.limit.Words
	}
	done := make(chan verdict.Verdict, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- verdict.Verdict{Cause: fmt.Sprintf("the judge failed: %v", p)}
			}
		}()
		done <- t.gate.Judge.Judge(ctx, req)
	}()
	select {
	case v := <-done:
		return v
	case <-ctx.Done():
		return verdict.Verdict{Cause: "no answer in time", Trouble: verdict.TroubleTimeout}
	}
}

// renewed makes the request afresh and tells whether it rests on something
// else than the one that was judged.
func (t *trip) renewed(ctx context.Context) (fresh Request, moved bool, err error) {
	if t.gate.Renew == nil {
		return t.req, false, nil
	}
	fresh, err = t.gate.Renew(ctx, t.req)
	if err != nil {
		return fresh, false, errRenew{err}
	}
	return fresh, !sameGrounds(&fresh, &t.req), nil
}

// stands walks the call once more after a judge allowed it, on the files as
// they are now: a judge takes seconds, and who judges may be another process.
// What now stops the call stops it, deny rules and guards first. It is false
// where files that the call runs hold something else than the judge was shown.
func (t *trip) stands(ctx context.Context, fresh Request, l *Ledger, w **walk, a *answer) bool {
	t.req.Facts = fresh.Facts
	again := newWalk(&t.req, t.digest, l, t.gate.Static, true, t.gate.now())
	if !slices.Equal(again.report.Relied, (*w).report.Relied) {
		return false
	}
	if b := again.decide(ctx); !b.chain && b.d.Behavior != verdict.Allow {
		*w, *a = again, b
	}
	return true
}

// sameGrounds tells whether two requests for the same call rest on the same
// mode, rules and words of the user's.
func sameGrounds(a, b *Request) bool {
	if a.Session.Mode != b.Session.Mode || hostPlans(a) != hostPlans(b) || !samePolicy(a, b) || a.Session.Attended != b.Session.Attended || a.Stamp != b.Stamp || a.Settings != b.Settings {
		return false
	}
	return sameRules(a.Rules, b.Rules) && persons(a.Turns) == persons(b.Turns)
}

func sameRules(a, b *permission.RuleSet) bool {
	for _, list := range [3]permission.List{permission.Deny, permission.Ask, permission.Allow} {
		x, y := a.Rules(list), b.Rules(list)
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if x[i].Text != y[i].Text || x[i].Origin != y[i].Origin {
				return false
			}
		}
	}
	return true
}

// said is what a judge said, for the record.
func said(v verdict.Verdict) string {
	s := v.Outcome.String()
	if v.By != "" {
		s = v.By + ": " + s
	}
	switch {
	case v.Cause != "":
		s += ": " + v.Cause
	case v.Category != "":
		s += ": " + v.Category
	}
	return s
}

// what is the call as a person is shown it.
func what(c call.Call) string {
	a := c.Args()
	for _, s := range []string{a.Command, a.Path, a.URL, a.Prompt} {
		if s != "" {
			return c.Tool + ": " + verdict.Quote(s, 300)
		}
	}
	return c.Tool + ": " + verdict.Quote(string(c.Input), 300)
}

// facts gives facts that are never nil.
func factsOf(f world.Facts) world.Facts {
	if f == nil {
		return world.Nothing{}
	}
	return f
}

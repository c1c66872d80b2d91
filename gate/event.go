package gate

import (
	"context"
	"time"

	"automode/call"
	"automode/effect"
	"automode/verdict"
	"automode/world"
)

// What happens between calls is told to the gate by these methods. Their
// errors are the store's, and mean that the ledger does not know of it; a
// caller says so, and the next decision fails by itself if the store is still
// out of order.

// Lookup gives the decision on a call that is still open, for a host that asks
// about the same call a second time. ok is false when there is none that
// still holds: then the call must be decided.
func (g *Gate) Lookup(ctx context.Context, r Request) (d verdict.Decision, ok bool, err error) {
	defer recovered(&err)
	l, err := g.Store.Load(ctx, r.Session.key())
	if err != nil || l == nil {
		return verdict.Decision{}, false, err
	}
	o, ok := l.find(r.Call, g.now())
	if !ok || o.Decision.Behavior == verdict.Allow && (o.Epoch != l.Epoch || o.Mode != l.modeOf(&r)) {
		return verdict.Decision{}, false, nil
	}
	return o.Decision, true, nil
}

// Ended notes that a call came back, and whether it succeeded. When a file
// that its decision rested on does not hold any more what it held, the session
// is racy from then on: no content is trusted.
func (g *Gate) Ended(ctx context.Context, s Session, c call.Call, succeeded bool, facts world.Facts) (err error) {
	defer recovered(&err)
	digest := c.Digest()
	l, err := g.Store.Load(ctx, s.key())
	if err != nil {
		return err
	}
	racy := false
	if i := l.openIndex(c, digest); i >= 0 {
		o := l.Open[i]
		racy = o.Decision.Behavior == verdict.Allow && !o.stillHolds(facts)
	}
	return g.Store.Update(ctx, s.key(), func(l *Ledger) error {
		l.ended(c, digest)
		l.Effects.Racy = l.Effects.Racy || racy
		l.Effects.Ended(named(c, digest).ID, succeeded)
		l.Moves++
		return nil
	})
}

// Refused notes that a person said no to a call that was put to them. A
// refusal that a later request's turns show is noted by itself.
func (g *Gate) Refused(ctx context.Context, s Session, c call.Call, place world.Place, facts world.Facts) (err error) {
	defer recovered(&err)
	l, err := g.Store.Load(ctx, s.key())
	if err != nil {
		return err
	}
	r := refusal{call: c, digest: c.Digest(), report: effect.Of(c, effect.Env{Place: place, Facts: factsOf(facts), Session: &l.Effects})}
	return g.Store.Update(ctx, s.key(), func(l *Ledger) error {
		r.nth = l.Refusals[r.digest] + 1
		l.refused(r)
		return nil
	})
}

// Prompted notes that the host said the user typed text. Whoever calls it has
// made sure that the event comes from the host and not from under a tool.
func (g *Gate) Prompted(ctx context.Context, s Session, text string) error {
	now := g.now()
	return g.update(ctx, s, func(l *Ledger) { l.prompted(text, now) })
}

// Changed notes that mode or rules are others from now on: verdicts under way
// do not count.
func (g *Gate) Changed(ctx context.Context, s Session) error {
	return g.update(ctx, s, func(l *Ledger) { l.Epoch++ })
}

// Approve gives the offer of that code: a person said yes, where no tool can
// speak for a person. The approval holds for ten minutes and one call. An
// error that is not the store's is ErrNoOffer, ErrOfferUsed or ErrOfferOld.
func (g *Gate) Approve(ctx context.Context, s Session, code string) (a Approval, err error) {
	defer recovered(&err)
	now := g.now()
	err = g.Store.Update(ctx, s.key(), func(l *Ledger) (err error) {
		a, err = l.approve(code, now)
		return err
	})
	return a, err
}

// Offers lists what a person could approve now, newest first.
func (g *Gate) Offers(ctx context.Context, s Session) (offers []Approval, err error) {
	defer recovered(&err)
	l, err := g.Store.Load(ctx, s.key())
	if err != nil || l == nil {
		return nil, err
	}
	now := g.now()
	for i := len(l.Approvals) - 1; i >= 0; i-- {
		if a := l.Approvals[i]; !a.Used && now.Sub(a.Offered) <= offerFor {
			offers = append(offers, a)
		}
	}
	return offers, nil
}

func (g *Gate) update(ctx context.Context, s Session, f func(*Ledger)) (err error) {
	defer recovered(&err)
	return g.Store.Update(ctx, s.key(), func(l *Ledger) error { f(l); return nil })
}

// Lapses tells when the approval a, once given, stops to hold.
func (a Approval) Lapses() time.Time {
	if a.Given.IsZero() {
		return a.Offered.Add(offerFor)
	}
	return a.Given.Add(approvalFor)
}

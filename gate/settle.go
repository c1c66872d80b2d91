package gate

import (
	"context"
	"slices"
	"time"

	"automode/call"
	"automode/effect"
	"automode/transcript"
	"automode/verdict"
	"automode/world"
)

// settle brings an answer into the ledger under the session's lock: code's
// part is taken again where what it looked at has moved, an identical open
// call's stricter decision is shared, the outcome is counted, and a limit that
// the count reaches has its say. errMoved says that the call must be decided
// again; then nothing was counted.
func (t *trip) settle(ctx context.Context, key string, seen *Ledger, w *walk, a answer) (verdict.Decision, error) {
	var out verdict.Decision
	moved := false
	err := t.gate.Store.Update(ctx, key, func(l *Ledger) error {
		now := t.gate.now()
		if t.slot != "" {
			l.Release(t.slot)
		}
		if l.Epoch != seen.Epoch {
			moved = true
			return nil // the slot is given back
		}
		if l.Moves != seen.Moves {
			again := newWalk(&t.req, t.digest, l, t.gate.Static, t.gate.Judge != nil, now)
			b := again.decide(ctx)
			judged := t.slot != ""
			switch {
			case b.chain && !judged:
				moved = true
				return nil
			case b.chain: // what the judge said still stands
			case judged && b.d.Behavior >= a.d.Behavior:
			default:
				a = b
			}
			w = again
		}
		out = t.enter(l, w, a, now)
		return nil
	})
	t.slot = ""
	if err == nil && moved {
		err = errMoved
	}
	return out, err
}

// enter writes the answer into l and gives the decision that comes of it.
func (t *trip) enter(l *Ledger, w *walk, a answer, now time.Time) verdict.Decision {
	c, digest := named(t.req.Call, t.digest), t.digest
	if a.approval != "" {
		l.use(a.approval)
	} else if d, ok := l.shared(a.d, digest, t.began); ok {
		d.Approval = ""
		a = answer{d: d, noOffer: true}
		t.rec.Note = "the stricter decision on the same call, still open"
	}
	d := a.d
	if trigger := l.Settle(c.Agent, a.outcome); trigger.Code != "" {
		d = t.limited(d, trigger)
	}
	t.bind(l, w, &d, a, now)
	t.rec.Relied = w.report.Relied
	l.opened(Open{ID: c.ID, Digest: digest, Agent: c.Agent, At: now, Epoch: l.Epoch, Decision: d, Relied: w.report.Relied}, now)
	if t.req.Effects == nil {
		env := effect.Env{Place: t.req.Place, Facts: factsOf(t.req.Facts), Session: &l.Effects}
		switch {
		case d.Behavior != verdict.Deny: // a person may say yes
			if !w.report.Harmless() {
				l.Effects.Allowed(c, w.report, env)
				l.Moves++
			}
		case a.refuse:
			l.Effects.Refused(c, w.report)
			l.Moves++
		}
	}
	return d
}

// limited is what becomes of d when the count reaches a limit: this same call
// goes to the person instead of being denied. A hard block is not put to
// anyone to wave through: it ends the run, so that somebody looks.
func (t *trip) limited(d verdict.Decision, trigger Trigger) verdict.Decision {
	if d.Behavior == verdict.Allow {
		return d // failOpen; the count stands
	}
	if d.Behavior == verdict.Ask && trigger.Code == verdict.CodeJudgeDown {
		d.Code, d.Reason = trigger.Code, countedReason(trigger, d.Reason)
		return d
	}
	hard := d.Tier == verdict.Hard
	d.Reason = countedReason(trigger, d.Reason)
	d.Code = trigger.Code
	d = atLimit(d, &t.req)
	if hard {
		d.Abort = d.Abort || t.req.Settings.OnLimit != LimitDenies
		d.Behavior = verdict.Deny
		return d
	}
	d.Layer = verdict.LayerLimit
	return d
}

// bind offers a denied call to a person's approval, bound to what it is about.
func (t *trip) bind(l *Ledger, w *walk, d *verdict.Decision, a answer, now time.Time) {
	if d.Behavior != verdict.Deny || a.noOffer || d.Tier == verdict.Hard || t.req.Session.ID == "" {
		return
	}
	files, ok := filesOf(t.req.Call, w.report, t.req.Place, factsOf(t.req.Facts))
	if !ok {
		return
	}
	d.Approval = l.offer(t.digest, t.req.Session.ID, what(t.req.Call), files, now)
}

// moved is the answer to a call whose grounds moved twice while it was being
// decided.
func (t *trip) moved(ctx context.Context) verdict.Decision {
	d := verdict.Decision{Layer: verdict.LayerError, Code: verdict.CodeEpochMoved,
		Reason: "the user, the mode or the rules changed twice while this was being judged"}
	if t.req.Session.canAsk() {
		d.Behavior = verdict.Ask
	}
	now := t.gate.now()
	err := t.gate.Store.Update(ctx, t.req.Session.key(), func(l *Ledger) error {
		w := newWalk(&t.req, t.digest, l, nil, false, now)
		t.enter(l, w, answer{d: d, noOffer: true}, now)
		return nil
	})
	if err != nil {
		return failure(verdict.CodeState, "the session's state could not be read or written", err)
	}
	return d
}

// withdraw takes back what the ledger says of a call whose decision could not
// be recorded, so that no second question of the host's finds an allow.
func (t *trip) withdraw(ctx context.Context) {
	var err error
	defer recovered(&err)
	if t.gate.Store == nil {
		return
	}
	c := named(t.req.Call, t.digest)
	_ = t.gate.Store.Update(ctx, t.req.Session.key(), func(l *Ledger) error {
		l.ended(c, t.digest)
		l.Effects.Ended(c.ID, false)
		return nil
	})
}

// owesRefusals tells whether turns hold a refusal of the user's that l has not
// noted.
func (l *Ledger) owesRefusals(turns []transcript.Turn) bool {
	seen := map[string]int{}
	for i := range turns {
		if turns[i].Role == transcript.Refused {
			digest := turns[i].Call.Digest()
			if seen[digest]++; seen[digest] > l.Refusals[digest] {
				return true
			}
		}
	}
	return false
}

// noteRefusals notes the user's refusals in turns that l has not noted: their
// effects are recognised from now on, and the calls are no longer open.
func (l *Ledger) noteRefusals(turns []transcript.Turn, place world.Place, facts world.Facts) {
	seen := map[string]int{}
	for i := range turns {
		if turns[i].Role != transcript.Refused {
			continue
		}
		c := turns[i].Call
		digest := c.Digest()
		if seen[digest]++; seen[digest] <= l.Refusals[digest] {
			continue
		}
		l.refused(c, effect.Of(c, effect.Env{Place: place, Facts: factsOf(facts), Session: &l.Effects}))
	}
}

// refused notes that a person said no to c.
func (l *Ledger) refused(c call.Call, r *effect.Report) {
	if l.Refusals == nil {
		l.Refusals = map[string]int{}
	}
	digest := c.Digest()
	l.Refusals[digest]++
	c = named(c, digest)
	l.ended(c, digest)
	l.Effects.Ended(c.ID, false)
	l.Effects.Refused(c, r)
	l.Moves++
}

// persons is a digest of the person's turns.
func persons(turns []transcript.Turn) string {
	var all []byte
	for i := range turns {
		switch t := &turns[i]; t.Role {
		case transcript.User, transcript.Answer, transcript.Refused, transcript.Interrupted:
			all = append(all, byte(t.Role))
			all = append(append(all, t.Text...), 0)
			all = append(append(all, t.Chosen...), 0)
			all = append(append(all, t.Call.Input...), 0)
		}
	}
	return world.HashText(string(slices.Clip(all)))
}

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
	// Files are read before the lock is held.
	leave := t.leave(w, a)
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
			w, leave = again, t.leave(again, a)
		}
		out = t.enter(l, w, a, leave, now)
		return nil
	})
	t.slot = ""
	if err == nil && moved {
		err = errMoved
	}
	return out, err
}

// enter writes the answer into l and gives the decision that comes of it.
func (t *trip) enter(l *Ledger, w *walk, a answer, leave *grounds, now time.Time) verdict.Decision {
	c, digest := named(t.req.Call, t.digest), t.digest
	t.stood(l, w)
	if a.approval != "" {
		l.use(a.approval)
	} else if d, ok := l.shared(a.d, digest, t.began); ok {
		d.Approval = ""
		a, leave = answer{d: d}, nil
		t.rec.Note = "the stricter decision on the same call, still open"
	}
	d := a.d
	if trigger := l.Settle(c.Agent, a.outcome); trigger.Code != "" {
		d = w.overLimit(d, trigger)
	}
	if leave != nil && d.Behavior == verdict.Deny && d.Tier != verdict.Hard {
		d.Approval = l.offer(Approval{Digest: t.digest, Session: t.req.Session.ID, What: what(t.req.Call), Mode: w.mode, Files: leave.files}, now)
	}
	t.rec.Relied = w.report.Relied
	l.opened(Open{ID: c.ID, Digest: digest, Agent: c.Agent, At: now, Epoch: l.Epoch, Mode: w.mode, Decision: d, Relied: w.report.Relied}, now)
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

// overLimit is what becomes of d when the count reaches a limit: this same call
// goes to the person instead of being denied. A hard block is not put to
// anyone to wave through: it ends the run, so that somebody looks.
func (w *walk) overLimit(d verdict.Decision, trigger Trigger) verdict.Decision {
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
	d = w.atLimit(d)
	if hard {
		d.Abort = d.Abort || w.req.Settings.OnLimit != LimitDenies
		d.Behavior = verdict.Deny
		return d
	}
	d.Layer = verdict.LayerLimit
	return d
}

// grounds are what a person's leave for a call is bound to.
type grounds struct{ files map[string]string }

// leave gives what a person's leave for the call would be bound to; nil where
// nobody can give one.
func (t *trip) leave(w *walk, a answer) *grounds {
	if a.d.Behavior == verdict.Allow || a.noOffer || a.d.Tier == verdict.Hard || t.req.Session.ID == "" || w.canAsk() && a.d.Behavior == verdict.Ask {
		return nil
	}
	files, ok := filesOf(t.req.Call, w.report, t.req.Place, factsOf(t.req.Facts))
	if !ok {
		return nil
	}
	return &grounds{files}
}

// moved is the answer to a call whose grounds moved twice while it was being
// decided.
func (t *trip) moved(ctx context.Context) verdict.Decision {
	d := verdict.Decision{Layer: verdict.LayerError, Code: verdict.CodeEpochMoved,
		Reason: "the user, the mode or the rules changed twice while this was being judged"}
	now := t.gate.now()
	err := t.gate.Store.Update(ctx, t.req.Session.key(), func(l *Ledger) error {
		w := newWalk(&t.req, t.digest, l, nil, false, now)
		d = w.toPerson(d).d
		t.enter(l, w, answer{d: d}, nil, now)
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

// refusal is a call that the user said no to, with what it would have done.
type refusal struct {
	call   call.Call
	digest string
	nth    int // how often the same call was refused up to here
	report *effect.Report
}

// owed lists the user's refusals in turns that l has not noted.
func (l *Ledger) owed(turns []transcript.Turn) []refusal {
	var list []refusal
	seen := map[string]int{}
	for i := range turns {
		if turns[i].Role != transcript.Refused {
			continue
		}
		r := refusal{call: turns[i].Call, digest: turns[i].Call.Digest()}
		seen[r.digest]++
		if r.nth = seen[r.digest]; r.nth > l.Refusals[r.digest] {
			list = append(list, r)
		}
	}
	return list
}

// refused notes that a person said no to a call, unless that was noted: its
// effects are recognised from now on, and it is no longer open.
func (l *Ledger) refused(r refusal) {
	if l.Refusals[r.digest] >= r.nth {
		return
	}
	if l.Refusals == nil {
		l.Refusals = map[string]int{}
	}
	l.Refusals[r.digest] = r.nth
	c := named(r.call, r.digest)
	l.ended(c, r.digest)
	l.Effects.Ended(c.ID, false)
	l.Effects.Refused(c, r.report)
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

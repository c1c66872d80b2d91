// Package chain asks several judges, one behind the other: the next where one
// gave no verdict. What a judge did say is never asked again, and nothing here
// makes an allow of what was none.
package chain

import (
	"context"
	"errors"
	"fmt"
	"time"

	"automode/judge"
	"automode/verdict"
)

// Link is one judge of a chain.
type Link struct {
	Judge judge.Judge
	// Provider names whose trouble the judge's is: judges of one provider share
	// a breaker.
	Provider string
	// Model names the model; after an answer that the call does not fit, the
	// same model is not asked again.
	Model string
}

// Judge is a chain. Its fields are set before the first call and then left
// alone; it is safe for concurrent use.
type Judge struct {
	Links    []Link
	Breakers *Breakers // nil: providers are asked whatever they did before
}

// least is what a judge is given at the least, where there is so much; the
// next one is given the rest.
const least = 2 * time.Second

// visit is one call on its way along the chain.
type visit struct {
	*Judge
	req   judge.Request
	last  verdict.Verdict // of the last that was asked
	asked bool
	trail []verdict.Judged
	full  map[string]bool // models that the call does not fit
}

// Judge asks link by link, within ctx's one deadline. Where none gives a
// verdict it is Unavailable, with what the last one asked was short of.
func (j *Judge) Judge(ctx context.Context, r judge.Request) verdict.Verdict {
	v := &visit{Judge: j, req: r, full: map[string]bool{}, last: verdict.Verdict{Cause: "no model is configured", Trouble: verdict.TroubleSettings}}
	again, after := v.round(ctx, j.Links)
	// Those that were busy said when to come again: if there is time until then,
	// there is one more round for the one that wants it soonest.
	if again != nil && pause(ctx, after) {
		v.round(ctx, []Link{*again})
	}
	v.last.Judged = v.trail
	return v.last
}

// round asks links in turn until one gives a verdict. Otherwise it gives the
// busy one that wants to be asked again soonest.
func (v *visit) round(ctx context.Context, links []Link) (again *Link, after time.Duration) {
	for i := range links {
		l := &links[i]
		if l.Judge == nil || l.Model != "" && v.full[l.Model] {
			continue
		}
		if ctx.Err() != nil {
			v.none(verdict.Verdict{Cause: "no time was left to ask a judge", Trouble: verdict.TroubleTimeout})
			return nil, 0
		}
		if v.Breakers != nil {
			if wait, ok := v.Breakers.enter(l.Provider); !ok {
				v.none(verdict.Verdict{Trouble: verdict.TroublePaused,
					Cause: fmt.Sprintf("%s failed several times and is left alone for another %v", l.Provider, wait.Round(time.Second))})
				if again == nil || wait < after {
					again, after = l, wait
				}
				continue
			}
		}
		one := v.ask(ctx, l, len(links)-i)
		if one.Outcome != verdict.Unavailable {
			v.last = one
			return nil, 0
		}
		v.last, v.asked = one, true
		switch {
		case one.Trouble == verdict.TroubleOverContext:
			v.full[l.Model] = true
		case one.Trouble == verdict.TroubleBusy && one.After > 0 && (again == nil || one.After < after):
			again, after = l, one.After
		}
	}
	return again, after
}

// none is what there is to say where nobody was asked.
func (v *visit) none(one verdict.Verdict) {
	if !v.asked {
		v.last = one
	}
}

// ask asks one judge, one of so many that are left to share the time.
func (v *visit) ask(ctx context.Context, l *Link, left int) verdict.Verdict {
	mine, cancel := share(ctx, left)
	defer cancel()
	one := l.Judge.Judge(mine, v.req)
	for i := range one.Judged {
		if len(v.trail) > 0 && one.Judged[i].Chosen != "" {
			one.Judged[i].Chosen = "asked because " + v.trail[len(v.trail)-1].Model + " gave no verdict"
		}
	}
	v.trail = append(v.trail, one.Judged...)
	if b := v.Breakers; b != nil {
		switch {
		case one.Outcome == verdict.Unavailable && errors.Is(ctx.Err(), context.Canceled): // nobody waited
			b.forget(l.Provider)
		case one.Outcome == verdict.Unavailable && one.Trouble.Passing():
			b.leave(l.Provider, false, one.After)
		default:
			b.leave(l.Provider, true, 0)
		}
	}
	return one
}

// share is ctx with the part of its time that one judge may take where others
// come behind it: two thirds of what is left, so that one that hangs leaves
// some to the next.
func share(ctx context.Context, left int) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok || left < 2 {
		return ctx, func() {}
	}
	rest := time.Until(end)
	return context.WithTimeout(ctx, max(rest*2/3, min(least, rest)))
}

// pause waits for so long, if there is then still time to ask somebody.
func pause(ctx context.Context, d time.Duration) bool {
	if end, ok := ctx.Deadline(); !ok || time.Until(end) < d+least {
		return false
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

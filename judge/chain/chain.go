// Package chain asks several judges, one behind the other: the next where one
// gave no verdict. What a judge did say is never asked again.
package chain

import (
	"context"
	"errors"
	"sync"
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
	Links []Link
	Now   func() time.Time // nil is time.Now

	mu       sync.Mutex
	breakers map[string]*breaker
}

// Bounds of a breaker: after so many failures of a provider's in a row it is
// left alone, first for the shorter time, then for longer ones.
const (
	failures = 3
	shortest = 5 * time.Second
	longest  = 2 * time.Minute
)

// breaker keeps from asking a provider that does not answer.
type breaker struct {
	row   int       // failures in a row
	until time.Time // when it may be asked again
	pause time.Duration
}

// Judge asks link by link, within ctx's one deadline. Where none gives a
// verdict it is Unavailable, with what the last one asked was short of.
func (j *Judge) Judge(ctx context.Context, r judge.Request) verdict.Verdict {
	last := verdict.Verdict{Cause: "no model is configured"}
	var trail []verdict.Judged
	full := map[string]bool{} // models that the call does not fit
	asked := false
	for _, l := range j.Links {
		if full[l.Model] && l.Model != "" || l.Judge == nil {
			continue
		}
		if ctx.Err() != nil {
			if !asked {
				last = verdict.Verdict{Cause: "no time was left to ask a judge", Trouble: verdict.TroubleTimeout}
			}
			break
		}
		if wait, open := j.open(l.Provider); open {
			if !asked {
				last = verdict.Verdict{Cause: "the provider " + l.Provider + " failed several times and is left alone for " + wait.Round(time.Second).String(), Trouble: verdict.TroubleAPI}
			}
			continue
		}
		v := l.Judge.Judge(ctx, r)
		asked = true
		trail = append(trail, v.Judged...)
		if v.Outcome != verdict.Unavailable {
			j.worked(l.Provider)
			v.Judged = trail
			return v
		}
		switch v.Trouble {
		case verdict.TroubleOverContext:
			full[l.Model] = true
			j.worked(l.Provider)
		case verdict.TroubleUnparsable:
			j.worked(l.Provider)
		default:
			if !errors.Is(ctx.Err(), context.Canceled) { // else nobody waited
				j.failed(l.Provider, v.After)
			}
		}
		last = v
	}
	last.Judged = trail
	return last
}

func (j *Judge) now() time.Time {
	if j.Now != nil {
		return j.Now()
	}
	return time.Now()
}

// open tells whether a provider is left alone now, and for how long. A clock
// that jumped back does not keep it closed for longer than the longest pause.
func (j *Judge) open(provider string) (time.Duration, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	b := j.breakers[provider]
	if b == nil || b.until.IsZero() {
		return 0, false
	}
	wait := b.until.Sub(j.now())
	return wait, wait > 0 && wait <= 2*longest
}

func (j *Judge) worked(provider string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.breakers, provider)
}

// failed notes a failure; after is when the provider wants to be asked again.
func (j *Judge) failed(provider string, after time.Duration) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.breakers == nil {
		j.breakers = map[string]*breaker{}
	}
	b := j.breakers[provider]
	if b == nil {
		b = &breaker{}
		j.breakers[provider] = b
	}
	if b.row++; b.row >= failures {
		b.pause = min(max(shortest, 2*b.pause), longest)
		b.until = j.now().Add(b.pause)
	}
	if after > 0 {
		if until := j.now().Add(min(after, longest)); until.After(b.until) {
			b.until = until
		}
	}
}

package chain

import (
	"sync"
	"time"
)

// Bounds of a breaker: after so many failures of a provider's in a row it is
// left alone, first for the shorter time, then for longer ones.
const (
	failures = 3
	shortest = 5 * time.Second
	longest  = 2 * time.Minute
)

// Breakers keep from asking providers that do not answer. They are apart from
// the chain so that they outlive changes of settings. The zero Breakers are
// ready; they are safe for concurrent use.
type Breakers struct {
	Now func() time.Time // nil is time.Now

	mu sync.Mutex
	of map[string]*breaker
}

type breaker struct {
	row   int       // failures in a row
	until time.Time // when it may be asked again
	pause time.Duration
	trial bool // after a pause, one asks for all
}

func (b *Breakers) now() time.Time {
	if b.Now != nil {
		return b.Now()
	}
	return time.Now()
}

// enter tells whether a provider may be asked now, and where not, how long it
// is left alone. After a pause one question goes through, and the others wait
// for what becomes of it. A clock that jumped back does not keep a provider
// out for longer than the longest pause.
func (b *Breakers) enter(provider string) (wait time.Duration, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	one := b.of[provider]
	if one == nil || one.until.IsZero() {
		return 0, true
	}
	if wait := one.until.Sub(b.now()); wait > 0 && wait <= 2*longest {
		return wait, false
	}
	if one.trial {
		return shortest, false
	}
	one.trial = true
	return 0, true
}

// leave notes how asking went: a provider that answered, with whatever, is well.
// after is when it wants to be asked again.
func (b *Breakers) leave(provider string, answered bool, after time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if answered {
		delete(b.of, provider)
		return
	}
	if b.of == nil {
		b.of = map[string]*breaker{}
	}
	one := b.of[provider]
	if one == nil {
		one = &breaker{}
		b.of[provider] = one
	}
	one.trial = false
	if one.row++; one.row >= failures {
		one.pause = min(max(shortest, 2*one.pause), longest)
		one.until = b.now().Add(one.pause)
	}
	if after > 0 {
		if until := b.now().Add(min(after, longest)); until.After(one.until) {
			one.until = until
		}
	}
}

// forget takes back an enter of which nothing came: nobody waited any more.
func (b *Breakers) forget(provider string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if one := b.of[provider]; one != nil {
		one.trial = false
	}
}

// Paused lists the providers that are left alone now, and for how long.
func (b *Breakers) Paused() map[string]time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := map[string]time.Duration{}
	for name, one := range b.of {
		if wait := one.until.Sub(b.now()); !one.until.IsZero() && wait > 0 && wait <= 2*longest {
			out[name] = wait
		}
	}
	return out
}

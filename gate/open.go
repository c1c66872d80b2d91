package gate

import (
	"slices"
	"strings"
	"time"

	"automode/call"
	"automode/verdict"
	"automode/world"
)

const (
	// openFor is how long a call that was put to a person, or let run on what
	// files hold, is taken to be still open when nobody says that it ended.
	openFor = 2 * time.Hour
	// denialFor is how long a denial is remembered, for the calls that ask for
	// the same at the same time.
	denialFor = time.Minute
	// lookupFor is how long a decision answers a host's second question about
	// the same call.
	lookupFor = 10 * time.Minute
)

// opened notes a decision.
func (l *Ledger) opened(o Open, now time.Time) {
	l.Open = slices.DeleteFunc(l.Open, func(e Open) bool {
		age := now.Sub(e.At)
		switch {
		case e.Decision.Behavior == verdict.Deny:
			return age > denialFor
		case e.Decision.Behavior == verdict.Allow && len(e.Relied) == 0:
			return age > lookupFor
		}
		return age > openFor
	})
	if len(o.Decision.Evidence) > 1 { // the log has all of it
		o.Decision.Evidence = o.Decision.Evidence[:1:1]
	}
	l.Open = keep(append(l.Open, o), maxOpen)
}

// shared is d or, where an identical call is open that was decided more
// strictly in the same epoch, that decision: an ask that no one has answered
// yet, or a denial that fell while this call was being decided.
func (l *Ledger) shared(d verdict.Decision, digest string, started time.Time) (verdict.Decision, bool) {
	for _, o := range l.Open {
		if o.Digest != digest || o.Epoch != l.Epoch || !binding(o.Decision) {
			continue
		}
		if o.Decision.Behavior == verdict.Ask || o.Decision.Behavior == verdict.Deny && !o.At.Before(started) {
			if o.Decision.Behavior < d.Behavior {
				return o.Decision, true
			}
		}
	}
	return d, false
}

// binding tells whether a decision says something about the call, and not only
// about what could not be found out.
func binding(d verdict.Decision) bool {
	switch d.Code {
	case verdict.CodeState, verdict.CodeTimeout, verdict.CodePanic, verdict.CodeEpochMoved, verdict.CodeOverContext, verdict.CodeSettings, verdict.CodeNoJudge:
		return false
	}
	return !d.Code.Silent()
}

// find gives the newest open call of that digest, agent and age.
func (l *Ledger) find(c call.Call, now time.Time) (Open, bool) {
	digest := c.Digest()
	for _, o := range slices.Backward(l.Open) {
		if o.Digest == digest && o.Agent == c.Agent && now.Sub(o.At) <= lookupFor {
			return o, true
		}
	}
	return Open{}, false
}

// openIndex finds the open call c of that digest: by the host's id, else the
// oldest that asked for the same; -1 for none.
func (l *Ledger) openIndex(c call.Call, digest string) int {
	return slices.IndexFunc(l.Open, func(o Open) bool {
		if c.ID != "" && o.ID != "" {
			return o.ID == c.ID
		}
		return o.Digest == digest && o.Agent == c.Agent
	})
}

// ended takes the call off the open ones.
func (l *Ledger) ended(c call.Call, digest string) {
	if i := l.openIndex(c, digest); i >= 0 {
		l.Open = slices.Delete(l.Open, i, i+1)
	}
}

// stillHolds tells whether the files that a decision rests on hold what they
// held then.
func (o Open) stillHolds(facts world.Facts) bool {
	if facts == nil {
		return len(o.Relied) == 0
	}
	for _, line := range o.Relied {
		i := strings.LastIndexByte(line, ' ')
		if i < 0 {
			return false
		}
		if t := facts.Text(line[:i], hashedBytes); !t.Known || !t.Whole || t.Hash != line[i+1:] {
			return false
		}
	}
	return true
}

// hashedBytes is how much of a file is read to tell whether it changed.
const hashedBytes = 4 << 20

// named is c with an id even where its host gives none, so that what it does
// can be told from what others do.
func named(c call.Call, digest string) call.Call {
	if c.ID == "" {
		c.ID = "digest:" + digest
	}
	return c
}

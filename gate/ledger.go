package gate

import (
	"maps"
	"slices"
	"time"

	"automode/effect"
	"automode/permission"
	"automode/verdict"
)

// Ledger is what the gate keeps of one root session between calls. It is plain
// data for encoding/json; the zero Ledger is that of a session in which
// nothing has happened. Its methods do arithmetic only; whoever calls those
// that change it holds the session's lock.
type Ledger struct {
	Version int `json:"v,omitempty"`

	// Epoch moves whenever what a verdict rests on moves outside a call: a
	// prompt of the user's, a change of mode or rules.
	Epoch uint64 `json:"epoch,omitempty"`
	// Moves counts the changes of what code looks at (Effects, Approvals), so
	// that a decision taken on a snapshot can tell whether it still holds.
	Moves uint64 `json:"moves,omitempty"`

	Rows   map[string]int `json:"rows,omitempty"`   // blocks in a row, by agent; "" is the main one
	Total  int            `json:"total,omitempty"`  // blocks in the session since it last reached the limit
	Window uint64         `json:"window,omitempty"` // the last judged calls, newest in bit 0; 1 was blocked
	Silent int            `json:"silent,omitempty"` // calls in a row for which no judge gave a verdict

	// Stand is where the session stands among the modes; nil while nobody
	// brought it anywhere and no call was decided: then it is where the
	// settings say.
	Stand *permission.Stand `json:"stand,omitempty"`

	Slots     []Slot         `json:"slots,omitempty"`     // judgements under way
	Open      []Open         `json:"open,omitempty"`      // calls decided and not known to have ended, oldest first
	Approvals []Approval     `json:"approvals,omitempty"` // offered to a person, and given, oldest first
	Prompts   []Prompt       `json:"prompts,omitempty"`   // prompt events, oldest first
	Refusals  map[string]int `json:"refusals,omitempty"`  // the user's refusals noted, by call digest

	Effects effect.Session `json:"effects"` // what the session's calls did to the world
}

// The limits of DESIGN 6: blocks in a row of one agent, blocks in all, blocks
// among the last judged calls, calls in a row without a verdict.
const (
	rowLimit    = 3
	totalLimit  = 20
	windowSize  = 50
	rateLimit   = 10
	silentLimit = 3
)

// What is kept at most; the oldest goes first.
const (
	maxOpen      = 96
	maxApprovals = 32
	maxPrompts   = 2000
	maxSlots     = 1024
)

// Slot is the place of a judgement under way. It is taken before the judge is
// asked and given back with the outcome, so that no judged call goes
// uncounted: one whose process is killed meanwhile counts as a call without a
// verdict.
type Slot struct {
	ID    string    `json:"id"`
	Agent string    `json:"agent,omitempty"`
	Until time.Time `json:"until"` // when its judge must have answered
}

// Open is a call that was decided and has not been seen to end.
type Open struct {
	ID       string           `json:"id,omitempty"` // the host's call id
	Digest   string           `json:"digest"`
	Agent    string           `json:"agent,omitempty"`
	At       time.Time        `json:"at"`
	Epoch    uint64           `json:"epoch,omitempty"`
	Mode     permission.Mode  `json:"mode,omitempty"` // that it was decided in
	Decision verdict.Decision `json:"decision"`
	Relied   []string         `json:"relied,omitempty"` // "path hash": the content that the decision rests on
}

// Outcome is how a call counts in the ledger.
type Outcome uint8

// The outcomes. The zero one counts for nothing: asks, guards, rules that
// deny, a call over the window, a person's No.
const (
	Aside   Outcome = iota
	Passed          // allowed without a judge's word on it: a rule, the own check
	Judged          // a judge looked and did not block
	Cleared         // a judge, or a fast path in its stead, allowed
	Blocked         // a judge blocked
	Silent          // no judge gave a verdict
)

// Trigger is a limit that was reached: which one, and the count that did.
// The zero Trigger is none.
type Trigger struct {
	Code verdict.Code
	N    int
}

// Reserve takes a slot. Slots whose time is up are given back as calls without
// a verdict: whoever held them is gone.
func (l *Ledger) Reserve(s Slot, now time.Time) {
	l.expire(now)
	l.Slots = append(l.Slots, s)
	if n := len(l.Slots) - maxSlots; n > 0 {
		l.Silent += n
		l.Slots = slices.Delete(l.Slots, 0, n)
	}
}

func (l *Ledger) expire(now time.Time) {
	kept := l.Slots[:0]
	for _, s := range l.Slots {
		if now.After(s.Until) {
			l.Silent++
			continue
		}
		kept = append(kept, s)
	}
	l.Slots = kept
}

// Release gives the slot of that id back without counting anything.
func (l *Ledger) Release(id string) {
	l.Slots = slices.DeleteFunc(l.Slots, func(s Slot) bool { return s.ID == id })
}

// Settle counts how a call of that agent's came out, and tells which limit the
// count reached, if any. Reaching the total sets it and the agent's row to 0;
// reaching another limit resets nothing.
func (l *Ledger) Settle(agent string, o Outcome) Trigger {
	switch o {
	case Passed:
		l.setRow(agent, 0)
	case Cleared:
		l.setRow(agent, 0)
		l.Silent = 0
		l.judged(false)
	case Judged:
		l.Silent = 0
		l.judged(false)
	case Blocked:
		l.Silent = 0
		l.judged(true)
		return l.block(agent)
	case Silent:
		l.Silent++
		if l.Silent >= silentLimit {
			return Trigger{verdict.CodeJudgeDown, l.Silent}
		}
	}
	return Trigger{}
}

func (l *Ledger) block(agent string) Trigger {
	row := l.Rows[agent] + 1
	l.setRow(agent, row)
	l.Total++
	if l.Total >= totalLimit {
		n := l.Total
		l.Total = 0
		l.setRow(agent, 0)
		return Trigger{verdict.CodeLimitTotal, n}
	}
	if row >= rowLimit {
		return Trigger{verdict.CodeLimitRow, row}
	}
	if n := l.recent(); n >= rateLimit {
		return Trigger{verdict.CodeLimitRate, n}
	}
	return Trigger{}
}

func (l *Ledger) setRow(agent string, n int) {
	if n == 0 {
		delete(l.Rows, agent)
		return
	}
	if l.Rows == nil {
		l.Rows = map[string]int{}
	}
	l.Rows[agent] = n
}

func (l *Ledger) judged(blocked bool) {
	l.Window <<= 1
	if blocked {
		l.Window |= 1
	}
	l.Window &= 1<<windowSize - 1
}

// recent is how many of the last judged calls were blocked.
func (l *Ledger) recent() int {
	n := 0
	for w := l.Window; w != 0; w &= w - 1 {
		n++
	}
	return n
}

// Clone is a copy that shares nothing that a method changes.
func (l *Ledger) Clone() *Ledger {
	c := *l
	c.Rows = maps.Clone(l.Rows)
	c.Slots = slices.Clone(l.Slots)
	c.Open = slices.Clone(l.Open)
	c.Approvals = slices.Clone(l.Approvals)
	c.Prompts = slices.Clone(l.Prompts)
	c.Refusals = maps.Clone(l.Refusals)
	c.Effects = cloneEffects(l.Effects)
	return &c
}

func cloneEffects(s effect.Session) effect.Session {
	s.Files = maps.Clone(s.Files)
	s.Names = maps.Clone(s.Names)
	s.Denied = slices.Clone(s.Denied)
	s.Jobs = slices.Clone(s.Jobs)
	s.Open = maps.Clone(s.Open)
	for id, p := range s.Open {
		p.Files = maps.Clone(p.Files)
		p.Names = slices.Clone(p.Names)
		s.Open[id] = p
	}
	return s
}

// keep drops the oldest of list beyond max.
func keep[T any](list []T, max int) []T {
	if n := len(list) - max; n > 0 {
		return slices.Delete(list, 0, n)
	}
	return list
}

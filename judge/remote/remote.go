package remote

import (
	"context"
	"errors"
	"fmt"
	"time"

	"automode/judge"
	"automode/judge/look"
	"automode/verdict"
)

// Ask asks another process. It honours ctx; an error is of the connection, or
// says that the other process would not answer.
type Ask func(ctx context.Context, q Question) (*Answer, error)

// ErrVersion says that the two sides speak different versions.
var ErrVersion = errors.New("the process that asks models is of another version")

// Judge looks at calls and lets another process ask a model about them.
type Judge struct {
	Ask Ask // nil: every verdict is unavailable
	// Session is what of a question is not in a judge's request.
	Session Question
}

// Judge asks about r.Call. Whatever is wrong with the other process is a verdict
// that is unavailable.
func (j *Judge) Judge(ctx context.Context, r judge.Request) (v verdict.Verdict) {
	defer func() {
		if p := recover(); p != nil {
			v = gone(fmt.Sprintf("a fault of ours: %v", p))
		}
	}()
	if j.Ask == nil {
		return gone("none is configured")
	}
	q := j.Session
	q.Call, q.Turns, q.Documents = r.Call, r.Turns, r.Documents
	if len(r.Place.Roots) > 0 {
		q.Root = r.Place.Roots[0]
	}
	q.Look = look.Of(r)
	if end, ok := ctx.Deadline(); ok {
		q.Millis = max(1, time.Until(end).Milliseconds())
	}
	a, err := j.Ask(ctx, q)
	switch {
	case err == nil:
		return a.Verdict()
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		v = gone("no answer in time")
		v.Trouble = verdict.TroubleTimeout
		return v
	}
	return gone(err.Error())
}

// Exchange sends one message over a connection and reads the reply to it.
func Exchange(c interface {
	Write([]byte) (int, error)
	Read([]byte) (int, error)
}, m Message) (*Reply, error) {
	m.V = Version
	if err := Write(c, m); err != nil {
		return nil, fmt.Errorf("it could not be asked: %w", err)
	}
	r := &Reply{}
	if err := Read(c, MaxMessage, r); err != nil {
		return nil, fmt.Errorf("it ended before it answered: %w", err)
	}
	switch {
	case r.V != Version:
		return nil, ErrVersion
	case r.Err != "":
		return nil, errors.New(r.Err)
	}
	return r, nil
}

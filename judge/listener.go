package judge

import (
	"context"
	"sync"

	"automode/verdict"
)

// Listener stands in front of a judge and keeps what it was asked and what it
// said. It lets a person see what a judge would be sent.
type Listener struct {
	Next Judge // nil: every verdict is unavailable

	mu    sync.Mutex
	asked []Request
	said  []verdict.Verdict
}

// Judge passes r on to Next.
func (l *Listener) Judge(ctx context.Context, r Request) verdict.Verdict {
	v := verdict.Verdict{Cause: "nobody is asked: this only listens"}
	if l.Next != nil {
		v = l.Next.Judge(ctx, r)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked, l.said = append(l.asked, r), append(l.said, v)
	return v
}

// First is the first question and its answer; ok is false where none was asked.
func (l *Listener) First() (r Request, v verdict.Verdict, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.asked) == 0 {
		return r, v, false
	}
	return l.asked[0], l.said[0], true
}

package remote

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"automode/judge"
	"automode/verdict"
)

// MaxLine bounds a question and a reply, in bytes.
const MaxLine = 64 << 20

// Judge asks a daemon. It is made for one process's one question.
type Judge struct {
	// Dial connects to a daemon that is known to be the right one, starting it
	// where there is none. Its error is for people.
	Dial func(ctx context.Context) (io.ReadWriteCloser, error)
	// Build, Config and Extra are what the daemon must be of.
	Build, Config, Extra string
}

// Judge asks. Whatever goes wrong is a verdict that is Unavailable.
func (j Judge) Judge(ctx context.Context, r judge.Request) verdict.Verdict {
	q := QuestionOf(r)
	reply, err := j.Ask(ctx, q)
	if err != nil {
		v := verdict.Verdict{Cause: err.Error(), Trouble: verdict.TroubleConnection, By: "daemon"}
		if ctx.Err() != nil {
			v.Trouble = verdict.TroubleTimeout
		}
		return v
	}
	if reply.Error != "" {
		return verdict.Verdict{Cause: reply.Error, By: "daemon"}
	}
	return reply.Verdict
}

// Ask sends one question and reads one reply.
func (j Judge) Ask(ctx context.Context, q Question) (Reply, error) {
	q.Build, q.Config, q.Extra = j.Build, j.Config, j.Extra
	if until, ok := ctx.Deadline(); ok {
		q.Wait = time.Until(until).Milliseconds()
		if q.Wait <= 0 {
			return Reply{}, fmt.Errorf("no time was left to ask the daemon")
		}
	}
	b, err := json.Marshal(q)
	if err != nil {
		return Reply{}, fmt.Errorf("the question cannot be written: %w", err)
	}
	if len(b) >= MaxLine {
		return Reply{}, fmt.Errorf("the question is too long")
	}
	conn, err := j.Dial(ctx)
	if err != nil {
		return Reply{}, fmt.Errorf("the daemon cannot be reached: %w; run: automode doctor", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if _, err := conn.Write(append(b, '\n')); err != nil {
		return Reply{}, fmt.Errorf("the daemon hung up: %w", err)
	}
	line, err := bufio.NewReader(io.LimitReader(conn, MaxLine)).ReadBytes('\n')
	if err != nil {
		return Reply{}, fmt.Errorf("the daemon gave no answer: %w", err)
	}
	var reply Reply
	if err := json.Unmarshal(line, &reply); err != nil {
		return Reply{}, fmt.Errorf("the daemon's answer cannot be read: %w", err)
	}
	if reply.Version != Version || j.Build != "" && reply.Build != j.Build {
		return Reply{}, fmt.Errorf("the daemon is of another version (%s)", verdict.Quote(reply.Build, 80))
	}
	return reply, nil
}

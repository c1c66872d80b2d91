package daemon

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"automode/judge"
	"automode/judge/remote"
	"automode/verdict"
)

// Server answers questions over a socket. Its fields are set before Serve and
// then left alone.
type Server struct {
	Build string // names this binary; clients of another build make it stop
	// Judges builds the judges for a settings file, and says what it was built
	// from: while that stays the same the judges do.
	Judges func(extra string) (judge.Judge, string, error)
	Idle   time.Duration // how long it waits for a question before it ends; zero is ten minutes
	Most   time.Duration // the longest a question may take; zero is two minutes

	mu    sync.Mutex
	built map[string]built // by the further settings file
	since time.Time
	open  atomic.Int64
	done  atomic.Int64
	bad   atomic.Int64
	last  atomic.Int64 // when the last question ended, nanoseconds
}

type built struct {
	from  string
	judge judge.Judge
}

// maxOpen bounds the questions that are answered at once.
const maxOpen = 64

// Serve answers until ctx ends, until nothing was asked for as long as Idle, or
// until a client of another build asked it to give way. It closes l.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.since = time.Now()
	s.last.Store(time.Now().UnixNano())
	idle := s.Idle
	if idle <= 0 {
		idle = 10 * time.Minute
	}
	go func() {
		tick := time.NewTicker(max(idle/20, time.Millisecond))
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				l.Close()
				return
			case <-tick.C:
				if s.open.Load() == 0 && time.Since(time.Unix(0, s.last.Load())) > idle {
					stop()
				}
			}
		}
	}()
	var all sync.WaitGroup
	defer all.Wait()
	for {
		conn, err := l.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		if s.open.Add(1) > maxOpen {
			s.open.Add(-1)
			conn.Close() // the client denies
			continue
		}
		all.Add(1)
		go func() {
			defer all.Done()
			defer func() { s.last.Store(time.Now().UnixNano()); s.open.Add(-1) }()
			if s.answer(ctx, conn) {
				stop()
			}
		}()
	}
}

// answer answers one question; it tells whether the daemon should give way.
func (s *Server) answer(ctx context.Context, conn net.Conn) (giveWay bool) {
	defer conn.Close()
	conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	r := bufio.NewReader(io.LimitReader(conn, remote.MaxLine))
	line, err := r.ReadBytes('\n')
	if err != nil {
		return false
	}
	reply := remote.Reply{Version: remote.Version, Build: s.Build}
	var q remote.Question
	switch err := json.Unmarshal(line, &q); {
	case err != nil:
		reply.Error = "the question cannot be read"
	case q.Version != remote.Version || q.Build != "" && q.Build != s.Build:
		reply.Error, giveWay = "the daemon is of another version", true
	case q.Op == "stop":
		giveWay = true
	case q.Op == "stats":
	case q.Op == "judge":
		reply.Verdict = s.judge(ctx, conn, q)
	default:
		reply.Error = "the daemon does not know what is asked"
	}
	reply.Stats = remote.Stats{PID: os.Getpid(), Since: s.since.Unix(), Judged: int(s.done.Load()), Open: int(s.open.Load()) - 1, Failures: int(s.bad.Load())}
	b, err := json.Marshal(reply)
	if err != nil {
		return giveWay
	}
	conn.SetWriteDeadline(time.Now().Add(10 * time.Second))
	conn.Write(append(b, '\n'))
	return giveWay
}

// judge judges one call, for as long as its client waits and is there.
func (s *Server) judge(ctx context.Context, conn net.Conn, q remote.Question) (v verdict.Verdict) {
	defer func() {
		if p := recover(); p != nil {
			v = verdict.Verdict{Cause: fmt.Sprintf("the judge failed: %v", p)}
		}
		s.done.Add(1)
		if v.Outcome == verdict.Unavailable {
			s.bad.Add(1)
		}
	}()
	most := s.Most
	if most <= 0 {
		most = 2 * time.Minute
	}
	if w := time.Duration(q.Wait) * time.Millisecond; w > 0 && w < most {
		most = w
	}
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	// A client that goes, or says more than it should, wants no answer.
	conn.SetReadDeadline(time.Time{})
	go func() {
		conn.Read(make([]byte, 1))
		cancel()
	}()
	j, err := s.of(q.Extra)
	if err != nil {
		return verdict.Verdict{Cause: err.Error()}
	}
	return j.Judge(ctx, q.Request())
}

// of gives the judges of a settings file, built anew where it changed.
func (s *Server) of(extra string) (judge.Judge, error) {
	j, from, err := s.Judges(extra)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if have, ok := s.built[extra]; ok && have.from == from {
		return have.judge, nil
	}
	if s.built == nil || len(s.built) > 32 {
		s.built = map[string]built{}
	}
	s.built[extra] = built{from, j}
	return j, nil
}

// ErrRuns says that a daemon is there already.
var ErrRuns = errors.New("a daemon is running")

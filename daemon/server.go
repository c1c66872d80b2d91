package daemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"automode/judge/remote"
)

// Server answers questions over connections, one a connection.
type Server struct {
	Engine *Engine
	// Trust tells whether whoever is at the other end may ask; nil: nobody may.
	Trust func(net.Conn) error
	// Replaced tells that this program was replaced by another version. It is
	// asked with each connection; nil: never.
	Replaced func() bool
	// Idle is how long the server waits for the next question before it ends;
	// zero is for ever.
	Idle time.Duration
	// Patience is how long one question may take whose asker does not say; zero
	// is two minutes.
	Patience time.Duration
	// Say is told what happens, for people; nil: nobody is.
	Say func(string)

	mu     sync.Mutex
	open   int
	last   time.Time
	ending bool
}

const (
	// firstWord is how long somebody who connected may take to ask.
	firstWord = 10 * time.Second
	patience  = 2 * time.Minute
)

// Why a server ends.
var (
	ErrIdle     = errors.New("nobody asked for a while")
	ErrReplaced = errors.New("this program was replaced")
)

// Serve answers until ctx is done, or nobody asks for a while, or the program is
// replaced. It closes l, calls closed as soon as nobody can connect any more,
// and comes back when the open questions are answered. The error says why it
// ended.
func (s *Server) Serve(ctx context.Context, l net.Listener, closed func()) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.last = time.Now()
	go s.watch(ctx, cancel)
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	var open sync.WaitGroup
	var err error
	for {
		c, acceptErr := l.Accept()
		if acceptErr != nil {
			if ctx.Err() != nil {
				err = context.Cause(ctx)
				break
			}
			var passing interface{ Temporary() bool }
			if errors.As(acceptErr, &passing) && passing.Temporary() {
				time.Sleep(10 * time.Millisecond) // too many files are open
				continue
			}
			err = acceptErr
			break
		}
		s.entered()
		open.Go(func() {
			defer s.left()
			defer c.Close()
			s.answer(context.WithoutCancel(ctx), c)
		})
		if s.Replaced != nil && s.Replaced() {
			// Whoever just connected has asked the wrong one and finds that out.
			cancel(ErrReplaced)
		}
	}
	l.Close()
	if closed != nil {
		closed()
	}
	open.Wait()
	return err
}

func (s *Server) entered() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open++
	s.last = time.Now()
}

func (s *Server) left() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	s.last = time.Now()
}

// watch ends the server when nobody asked for a while.
func (s *Server) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	if s.Idle <= 0 {
		return
	}
	t := time.NewTicker(max(s.Idle/4, time.Millisecond))
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		s.mu.Lock()
		idle := s.open == 0 && time.Since(s.last) >= s.Idle
		s.mu.Unlock()
		if idle {
			cancel(ErrIdle)
			return
		}
	}
}

// answer reads one message from c and answers it.
func (s *Server) answer(ctx context.Context, c net.Conn) {
	c.SetDeadline(time.Now().Add(firstWord))
	if s.Trust == nil {
		return
	}
	if err := s.Trust(c); err != nil {
		s.say("somebody is turned away: " + err.Error())
		return
	}
	var m remote.Message
	if err := remote.Read(c, remote.MaxMessage, &m); err != nil {
		s.say("a question could not be read: " + err.Error())
		return
	}
	long := s.Patience
	if long <= 0 {
		long = patience
	}
	if m.Question != nil && m.Question.Millis > 0 {
		long = min(long, time.Duration(m.Question.Millis)*time.Millisecond)
	}
	c.SetDeadline(time.Now().Add(long + time.Second))
	ctx, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	// Whoever hangs up does not want an answer any more.
	go func() {
		var one [1]byte
		if _, err := c.Read(one[:]); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			cancel()
		}
	}()
	if err := remote.Write(c, s.Engine.Reply(ctx, m)); err != nil {
		s.say("an answer could not be sent: " + err.Error())
	}
}

func (s *Server) say(what string) {
	if s.Say != nil {
		s.Say(what)
	}
}

// Reply answers one message.
func (e *Engine) Reply(ctx context.Context, m remote.Message) (r remote.Reply) {
	defer func() {
		if p := recover(); p != nil {
			r = remote.Reply{V: remote.Version, Err: fmt.Sprintf("a fault of ours: %v", p)}
		}
	}()
	r.V = remote.Version
	switch {
	case m.V != remote.Version:
		r.Err = remote.ErrVersion.Error()
	case m.Kind == remote.Stats:
		r.Stats = e.Figures()
	case m.Question == nil:
		r.Err = "nothing was asked"
	case m.Kind == remote.Decide:
		r.Answer = remote.AnswerOf(e.Decide(ctx, *m.Question))
	case m.Kind == remote.Prompt:
		shown, err := e.Show(ctx, *m.Question)
		if err != nil {
			r.Err = err.Error()
		}
		r.Shown = shown
	default:
		r.Err = "this is nothing that can be asked"
	}
	return r
}

// Once answers one message that stands on in, on out.
func (e *Engine) Once(ctx context.Context, in io.Reader, out io.Writer) error {
	var m remote.Message
	if err := remote.Read(in, remote.MaxMessage, &m); err != nil {
		return err
	}
	if m.Question != nil && m.Question.Millis > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(m.Question.Millis)*time.Millisecond)
		defer cancel()
	}
	return remote.Write(out, e.Reply(ctx, m))
}

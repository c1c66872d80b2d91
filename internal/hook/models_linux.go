package hook

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"automode/internal/socket"
	"automode/judge/remote"
)

// above looks at a process above the one that answers for models: it must not
// stand under an agent's host, where a tool could have started it. What this
// very program started is well: whoever runs that cannot say what it starts.
func above(pid int) (stop bool, err error) {
	self, err := os.Stat("/proc/self/exe")
	if err != nil {
		return false, err
	}
	if exe, err := os.Stat(fmt.Sprintf("/proc/%d/exe", pid)); err == nil && os.SameFile(self, exe) {
		return true, nil
	}
	p, ok := processOf(pid)
	if !ok {
		return false, fmt.Errorf("process %d above it cannot be read", pid)
	}
	if name := hostName(p); name != "" {
		return false, fmt.Errorf("it was started under %s (process %d)", name, pid)
	}
	return false, nil
}

// daemon asks the daemon, which is started where none answers that is the right
// one. The error is an errUnhad where nothing was asked.
func (l *link) daemon(ctx context.Context, m remote.Message) (*remote.Reply, error) {
	folder, err := socket.Open(l.seat.Folder())
	if err != nil {
		return nil, errUnhad{err.Error()}
	}
	defer folder.Close()
	c, err := l.dial(ctx, folder)
	if errors.Is(err, socket.ErrStopped) {
		return nil, errUnhad{err.Error()}
	}
	if err != nil {
		if c, err = l.start(ctx, folder); err != nil {
			return nil, errUnhad{err.Error()}
		}
	}
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	return remote.Exchange(c, m)
}

// dial connects and makes sure of who is there.
func (l *link) dial(ctx context.Context, folder *socket.Folder) (*socket.Conn, error) {
	deadline, _ := ctx.Deadline()
	c, err := folder.Dial(l.seat.Name()+".sock", deadline)
	if err != nil {
		return nil, err
	}
	claim := socket.Claim{Exe: l.seat.Exe, Args: l.seat.Args(), Env: l.seat.Env(), Above: l.above}
	if err := claim.Check(c.Peer); err != nil {
		c.Close()
		return nil, fmt.Errorf("who answers for models (process %d) is not whom we know: %w", c.Peer.PID, err)
	}
	return c, nil
}

// start starts a daemon and connects to it. Others may start one at the same
// time: one of them answers.
func (l *link) start(ctx context.Context, folder *socket.Folder) (*socket.Conn, error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer null.Close()
	words := folder.Path(l.seat.Name() + ".err")
	out, err := os.OpenFile(words, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	p, err := os.StartProcess(l.seat.Exe, l.seat.Args(), &os.ProcAttr{Dir: "/", Env: l.seat.Env(), Files: []*os.File{null, null, out},
		Sys: &syscall.SysProcAttr{Setsid: true}})
	if err != nil {
		return nil, err
	}
	failed := make(chan struct{})
	go func() {
		if s, err := p.Wait(); err == nil && !s.Success() {
			close(failed)
		}
	}()
	until := time.Now().Add(startTime)
	for {
		c, err := l.dial(ctx, folder)
		if err == nil {
			return c, nil
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-failed:
			if s := lastSaid(words); s != "" {
				err = errors.New(s)
			}
			return nil, fmt.Errorf("the daemon did not start: %w", err)
		case <-time.After(startStep):
		}
		if time.Now().After(until) {
			return nil, err
		}
	}
}

package hook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"automode/internal/osfile"
	"automode/judge"
	"automode/judge/remote"
	"automode/settings"
)

// Models makes what asks models, in a program that can itself.
type Models func(remote.Seat) remote.Ask

// SeatOf is where the process that asks models is for the gate whose own folder
// is config, empty for the usual place, and exe the program that asks.
func SeatOf(exe, config, extra string) remote.Seat {
	who := accountOf()
	return seatOf(exe, settings.FoldersOf(config, who.home), extra, who)
}

func seatOf(exe string, f settings.Folders, extra string, who account) remote.Seat {
	s := remote.Seat{Exe: exe, Config: f.Own, State: f.State, Settings: extra, Home: who.home, User: who.name}
	if dir := "/run/user/" + strconv.Itoa(os.Getuid()); hostOS == "linux" {
		if fi, err := os.Stat(dir); err == nil && fi.IsDir() {
			s.Runtime = dir
		}
	}
	return s
}

// seat is that of this hook: the program beside it asks.
func (r *run) seat() (remote.Seat, error) {
	self, err := os.Executable()
	if err != nil {
		return remote.Seat{}, err
	}
	name := "automode"
	if hostOS == "windows" {
		name += ".exe"
	}
	exe := filepath.Join(filepath.Dir(self), name)
	if _, err := os.Stat(exe); err != nil {
		return remote.Seat{}, fmt.Errorf("%s, which asks models, is not there; run: automode install", exe)
	}
	return seatOf(exe, r.folders, r.settings, r.who), nil
}

// chain is the judge that asks models; nil where the settings have none.
func (r *run) chain(s *settings.Settings) judge.Judge {
	if s.Judge == "static" || len(s.Models.Providers) == 0 {
		return nil
	}
	q := remote.Question{Session: r.event.Session, Host: r.speaks.name}
	if r.speaks.format != nil {
		q.Transcript = r.event.Transcript
		if r.event.Agent != "" {
			q.Agents = r.agentPath()
		}
	}
	return &remote.Judge{Ask: r.ask, Session: q}
}

// ask hands a question to whoever asks models.
func (r *run) ask(ctx context.Context, q remote.Question) (*remote.Answer, error) {
	seat, err := r.seat()
	if err != nil {
		return nil, err
	}
	if r.models != nil {
		return r.models(seat)(ctx, q)
	}
	return (&link{seat: seat, above: above}).ask(ctx, q)
}

// link is the way to the process that asks models.
type link struct {
	seat  remote.Seat
	above func(pid int) (stop bool, err error)
}

// errUnhad says that no such process answers, and none could be started that
// does.
type errUnhad struct{ why string }

func (e errUnhad) Error() string { return e.why }

// ask asks the daemon, or where none can be had, a process of its own.
func (l *link) ask(ctx context.Context, q remote.Question) (*remote.Answer, error) {
	m := remote.Message{Kind: remote.Decide, Question: &q}
	r, err := l.daemon(ctx, m)
	var unhad errUnhad
	if errors.As(err, &unhad) && ctx.Err() == nil {
		if r, err = l.alone(ctx, m); err != nil {
			err = fmt.Errorf("%w (and the daemon: %s)", err, unhad.why)
		}
	}
	if err != nil {
		return nil, err
	}
	return r.Answer, nil
}

// alone starts a process for this one question. It is ours alone: it answers on
// a pipe, and ends with the answer or with the time.
func (l *link) alone(ctx context.Context, m remote.Message) (*remote.Reply, error) {
	inR, inW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer inW.Close()
	outR, outW, err := os.Pipe()
	if err != nil {
		inR.Close()
		return nil, err
	}
	defer outR.Close()
	errR, errW, err := os.Pipe()
	if err != nil {
		inR.Close()
		outW.Close()
		return nil, err
	}
	defer errR.Close()
	p, err := os.StartProcess(l.seat.Exe, l.seat.Once(), &os.ProcAttr{Dir: "/", Env: l.seat.Env(), Files: []*os.File{inR, outW, errW}})
	inR.Close()
	outW.Close()
	errW.Close()
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { p.Kill() })
	defer func() {
		stop()
		p.Kill()
		p.Wait()
	}()
	r, err := remote.Exchange(struct {
		io.Writer
		io.Reader
	}{inW, outR}, m)
	if err != nil && ctx.Err() == nil {
		p.Kill()
		if said := lastLine(errR); said != "" {
			err = errors.New(said)
		}
	}
	return r, err
}

// lastLine is the last line of what a process said.
func lastLine(r io.Reader) string {
	text, _ := io.ReadAll(io.LimitReader(r, 64<<10))
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

// lastSaid is the last line of a file, for people.
func lastSaid(path string) string {
	text, _, err := osfile.Head(path, 64<<10)
	if err != nil {
		return ""
	}
	return lastLine(strings.NewReader(string(text)))
}

const (
	// startTime is how long a daemon may take until it answers.
	startTime = 4 * time.Second
	startStep = 3 * time.Millisecond
)

package hook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"automode/judge"
	"automode/judge/remote"
	"automode/settings"
)

// models gives the judge that asks models, nil where the settings want none.
// This program links no provider: a daemon asks for it, or, where there is
// none to be had, a process of its own beside it.
func (r *run) models(s *settings.Settings) judge.Judge {
	if s.Judge == "static" || len(s.Models.Providers) == 0 {
		return nil
	}
	return remote.Judge{Dial: r.dial, Config: r.folders.Own, Extra: r.settings}
}

// dial connects to whoever asks models for this gate.
func (r *run) dial(ctx context.Context) (io.ReadWriteCloser, error) {
	program, err := beside()
	if err != nil {
		return nil, err
	}
	conn, daemonErr := r.daemon(ctx, program)
	if daemonErr == nil {
		return conn, nil
	}
	conn, err = r.child(program)
	if err != nil {
		return nil, errors.Join(daemonErr, err)
	}
	return conn, nil
}

// beside is the automode program that was installed with this one.
func beside() (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	p := filepath.Join(filepath.Dir(exe), "automode")
	if hostOS == "windows" {
		p += ".exe"
	}
	fi, err := os.Stat(p)
	if err != nil || !fi.Mode().IsRegular() {
		return "", fmt.Errorf("%s is not there; install both programs into one folder", p)
	}
	return p, nil
}

// environ is all the environment that what asks models is started with: a
// project can set ours.
func (r *run) environ() []string {
	return []string{"HOME=" + r.who.home, "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"}
}

// args are the arguments that the daemon, or the process beside, is started
// with. Nothing else may be believed.
func (r *run) args(command string) []string {
	return []string{command, "--config", r.folders.Own}
}

// child starts a process that answers one question on its standard input.
func (r *run) child(program string) (io.ReadWriteCloser, error) {
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		inRead.Close()
		inWrite.Close()
		return nil, err
	}
	p, err := os.StartProcess(program, append([]string{program}, r.args("judge")...),
		&os.ProcAttr{Dir: "/", Env: r.environ(), Files: []*os.File{inRead, outWrite, nil}})
	inRead.Close()
	outWrite.Close()
	if err != nil {
		inWrite.Close()
		outRead.Close()
		return nil, err
	}
	return &pipes{inWrite, outRead, p}, nil
}

// pipes are a child's standard input and output.
type pipes struct {
	*os.File
	out *os.File
	p   *os.Process
}

func (p *pipes) Read(b []byte) (int, error) { return p.out.Read(b) }

// Close ends the child.
func (p *pipes) Close() error {
	p.p.Kill()
	p.out.Close()
	return p.File.Close()
}

package hook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"automode/judge/remote"
)

// startup is how long a daemon may take to listen, and step how often it is
// looked for.
const (
	startup = 3 * time.Second
	step    = 10 * time.Millisecond
)

// daemon connects to the gate's daemon, and starts one where there is none, or
// where the one that is there is not of this program.
func (r *run) daemon(ctx context.Context, program string) (io.ReadWriteCloser, error) {
	path := remote.SocketPath(r.folders.State)
	if err := private(filepath.Dir(path)); err != nil {
		return nil, err
	}
	conn, err := connect(path)
	if err == nil {
		if err = r.trusted(conn, program); err == nil {
			return conn, nil
		}
		// Another build's, most likely: it gives way. Whatever it is, it is not
		// asked anything.
		conn.Write([]byte(`{"v":` + strconv.Itoa(remote.Version) + `,"op":"stop"}` + "\n"))
		conn.Close()
	}
	if err := r.start(program); err != nil {
		return nil, err
	}
	until := time.Now().Add(startup)
	for ctx.Err() == nil && time.Now().Before(until) {
		time.Sleep(step)
		conn, err := connect(path)
		if err != nil {
			continue
		}
		if err := r.trusted(conn, program); err == nil {
			return conn, nil
		}
		conn.Close()
	}
	return nil, errors.New("the daemon does not come up")
}

// connect connects to a socket without waiting for one that is not served.
// (Package net would do it too, and make this program larger.)
func connect(path string) (*os.File, error) {
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC|syscall.SOCK_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if err := syscall.Connect(fd, &syscall.SockaddrUnix{Name: path}); err != nil {
		syscall.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), path), nil
}

// private makes sure that the socket's folder is this user's alone.
func private(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	fi, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	st, ok := fi.Sys().(*syscall.Stat_t)
	if !fi.IsDir() || !ok || int(st.Uid) != os.Getuid() || fi.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("%s is not a folder of this user's alone; run: chmod 700 %s", dir, dir)
	}
	return nil
}

// trusted tells whether the process at the other end is the gate's daemon: this
// user's, running the program beside this one with the arguments that we start
// it with, and not started from a host's tool.
func (r *run) trusted(conn *os.File, program string) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var cred *syscall.Ucred
	var credErr error
	if err := raw.Control(func(fd uintptr) {
		cred, credErr = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	}); err != nil {
		return err
	}
	if credErr != nil {
		return credErr
	}
	pid := int(cred.Pid)
	if int(cred.Uid) != os.Getuid() || pid <= 1 {
		return errors.New("another user's process answers")
	}
	want, err := os.Stat(program)
	if err != nil {
		return err
	}
	have, err := os.Stat("/proc/" + strconv.Itoa(pid) + "/exe")
	if err != nil || !os.SameFile(want, have) {
		return errors.New("another program answers")
	}
	if args := argsOf(pid); len(args) < 1 || !slices.Equal(args[1:], r.args("daemon")) {
		return errors.New("a daemon with other arguments answers")
	}
	p, ok := processOf(pid)
	if !ok {
		return errors.New("the daemon is gone")
	}
	if above := hostAbove(p, ""); above != 0 {
		return fmt.Errorf("the daemon was started by a host's tool (process %d)", above)
	}
	return nil
}

// start starts a daemon of its own session, with an environment of ours. It is
// a grandchild, so that no host stands above it when it is looked at.
func (r *run) start(program string) error {
	p, err := os.StartProcess(program, append(append([]string{program}, r.args("daemon")...), "--detach"),
		&os.ProcAttr{Dir: "/", Env: r.environ(), Files: []*os.File{nil, nil, nil}, Sys: &syscall.SysProcAttr{Setsid: true}})
	if err != nil {
		return fmt.Errorf("the daemon cannot be started: %w", err)
	}
	st, err := p.Wait() // it starts the daemon and ends
	if err != nil || !st.Success() {
		return fmt.Errorf("the daemon cannot be started: %v", st)
	}
	return nil
}

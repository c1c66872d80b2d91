//go:build unix

package daemon

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"automode/judge/remote"
)

// Socket is where the daemon of a gate's folder listens: in a folder of its
// own below the state, that nobody else can enter.
func Socket(state string) string { return remote.SocketPath(state) }

// Listen opens the socket at path. A socket that nobody answers at any more is
// taken over; where somebody answers the error is ErrRuns. A lock beside it,
// held for as long as the process lives, makes two daemons that start at once
// one.
func Listen(path string) (net.Listener, error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	if err := private(dir); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		lock.Close()
		return nil, ErrRuns
	}
	// Whoever holds the lock is the daemon: what is left of another is stale.
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		lock.Close()
		return nil, err
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		lock.Close()
		return nil, fmt.Errorf("the socket cannot be made: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		lock.Close()
		return nil, err
	}
	return &locked{l, lock}, nil
}

// locked is a listener whose lock goes with it.
type locked struct {
	net.Listener
	lock *os.File
}

func (l *locked) Close() error {
	err := l.Listener.Close()
	l.lock.Close()
	return err
}

// private tells whether a folder is this user's and nobody else can enter it.
func private(dir string) error {
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

// ListenSoon is Listen that waits a moment for a daemon that is giving way.
func ListenSoon(path string, wait time.Duration) (net.Listener, error) {
	until := time.Now().Add(wait)
	for {
		l, err := Listen(path)
		if !errors.Is(err, ErrRuns) || time.Now().After(until) {
			return l, err
		}
		time.Sleep(20 * time.Millisecond)
	}
}

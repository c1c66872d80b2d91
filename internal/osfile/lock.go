package osfile

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// ErrLocked says that a lock was not to be had in time.
var ErrLocked = errors.New("another process holds the lock")

// Lock takes the lock of the file at path, made when absent, and waits for it
// up to wait. The lock ends with release, or with the process, however that
// ends. Locks of one path exclude each other between processes and within one.
// A lock file may be removed by whoever holds its lock. The error wraps
// ErrLocked when the time is up.
func Lock(path string, wait time.Duration) (release func(), err error) {
	deadline := time.Now().Add(wait)
	for {
		f, err := openLock(path)
		if err != nil {
			return nil, err
		}
		if err := lockUntil(f, deadline); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		// Whoever removed the file while we waited left us with the lock of a
		// file that nobody will find again.
		held, err := f.Stat()
		if err == nil {
			if now, err := os.Lstat(path); err == nil && os.SameFile(held, now) {
				return func() { f.Close() }, nil
			}
		}
		f.Close()
		if err != nil {
			return nil, err
		}
	}
}

func openLock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|noFollow|noWait, 0o600)
	if err != nil {
		return nil, err
	}
	fi, err := f.Stat()
	if err == nil {
		err = CheckPrivate(path, fi)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// lockUntil locks f, or closes it and fails.
func lockUntil(f *os.File, deadline time.Time) error {
	ok, err := tryLock(f)
	if err != nil {
		f.Close()
		return err
	}
	if ok {
		return nil
	}
	// The kernel queues those who wait, which is fair and costs nothing; a poll
	// would starve some of many. The thread that waits cannot be called off, so
	// when the time is up, whoever gets the lock late gives it back.
	done := make(chan error, 1)
	go func() { done <- waitLock(f) }()
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	select {
	case err := <-done:
		if err != nil {
			f.Close()
		}
		return err
	case <-timer.C:
		go func() { <-done; f.Close() }()
		return ErrLocked
	}
}

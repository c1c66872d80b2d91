package osfile

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"time"
)

// ErrLocked says that a lock was not to be had in time.
var ErrLocked = errors.New("another process holds the lock")

// Wait is how long to wait for a lock. It is the time that one spends waiting,
// not what the clock says, and a holder that wants to run and is given no
// processor (known on Linux) is no stall: on a busy machine, nobody is fast.
type Wait struct {
	// For is how long one holder may keep it.
	For time.Duration
	// Moved tells whether the holders got something done since it was asked
	// last: then the time For begins anew, because many short holders are no
	// stall. nil is never.
	Moved func() bool
	// Most bounds the wait all the same, by the clock; ten times For where
	// zero.
	Most time.Duration
}

// Lock takes the lock of the file at path, made when absent, and waits for it
// as w says. The lock ends with release, or with the process, however that
// ends. Locks of one path exclude each other between processes and within one.
// A lock file may be removed by whoever holds its lock. The error wraps
// ErrLocked when the time is up.
func Lock(path string, w Wait) (release func(), err error) {
	if w.Moved != nil {
		w.Moved() // from here on
	}
	start := time.Now()
	for {
		f, err := openLock(path)
		if err != nil {
			return nil, err
		}
		if err := w.lock(f, start); err != nil {
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

// lock locks f, or closes it and fails. It asks again and again, at uneven
// times: to be queued by the kernel would mean that every change of hands waits
// for a sleeping process to be given a processor, and many hooks at once leave
// none idle. Who came first asks most often.
func (w Wait) lock(f *os.File, start time.Time) error {
	if w.Most == 0 {
		w.Most = 10 * w.For
	}
	q := queueFor(f, start)
	waited := time.Duration(0)
	for {
		ok, err := tryLock(f)
		age := time.Since(start)
		if err == nil && !ok {
			switch {
			case age >= w.Most:
				err = ErrLocked
			case waited < w.For:
			case w.Moved != nil && w.Moved(), holderRuns(f):
				waited = 0
			default:
				err = ErrLocked
			}
		}
		if err != nil || ok {
			q.leave()
		}
		if err != nil {
			f.Close()
			return err
		}
		if ok {
			return nil
		}
		nap := q.nap()
		nap = nap/2 + rand.N(nap)
		time.Sleep(nap)
		waited += nap
	}
}

//go:build unix

package osfile

import (
	"os"
	"syscall"
)

// noFollow refuses a link in the last component.
const noFollow = syscall.O_NOFOLLOW

func tryLock(f *os.File) (bool, error) {
	err := flock(f, syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return false, nil
	}
	return err == nil, err
}

func waitLock(f *os.File) error { return flock(f, syscall.LOCK_EX) }

func flock(f *os.File, how int) error {
	// Fd would switch the file to blocking; the raw connection leaves it alone.
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var lockErr error
	err = raw.Control(func(fd uintptr) {
		for {
			if lockErr = syscall.Flock(int(fd), how); lockErr != syscall.EINTR {
				return
			}
		}
	})
	if err != nil {
		return err
	}
	return lockErr
}

//go:build unix

package osfile

import (
	"os"
	"syscall"
)

// noFollow refuses a link in the last component.
const noFollow = syscall.O_NOFOLLOW

// tryLock takes the lock of f if nobody has it.
func tryLock(f *os.File) (bool, error) {
	// Fd would switch the file to blocking; the raw connection leaves it alone.
	raw, err := f.SyscallConn()
	if err != nil {
		return false, err
	}
	var lockErr error
	err = raw.Control(func(fd uintptr) {
		for {
			if lockErr = syscall.Flock(int(fd), syscall.LOCK_EX|syscall.LOCK_NB); lockErr != syscall.EINTR {
				return
			}
		}
	})
	if err == nil {
		err = lockErr
	}
	if err == syscall.EWOULDBLOCK {
		return false, nil
	}
	return err == nil, err
}

package osfile

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

const noFollow = 0

// tryLock takes the lock of f if nobody has it.
func tryLock(f *os.File) (bool, error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return false, err
	}
	var lockErr error
	err = raw.Control(func(fd uintptr) {
		lockErr = windows.LockFileEx(windows.Handle(fd), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY,
			0, 1, 0, new(windows.Overlapped))
	})
	if err == nil {
		err = lockErr
	}
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return false, nil
	}
	return err == nil, err
}

package osfile

import "golang.org/x/sys/unix"

// exchange swaps two names of one folder, and is false when it did nothing:
// one of them is missing, or the file system cannot.
func exchange(a, b string) bool {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE) == nil
}

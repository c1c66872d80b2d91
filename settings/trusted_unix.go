//go:build unix

package settings

import (
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"syscall"
)

// trusted tells whether only those can change the file who may say what it
// says: root for managed settings, root and the user for others. Groups are
// left out of it, because many systems give each user one.
func trusted(source string, fi fs.FileInfo) error {
	if perm := fi.Mode().Perm(); perm&0o002 != 0 {
		return fmt.Errorf("anybody can write to it (mode %#o); run: chmod o-w", perm)
	}
	st, ok := fi.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return fmt.Errorf("its owner is not known")
	case source == Managed && st.Uid != 0:
		return fmt.Errorf("it belongs to user %d, not to root", st.Uid)
	case st.Uid != 0 && int(st.Uid) != os.Geteuid():
		return fmt.Errorf("it belongs to user %d, not to you", st.Uid)
	}
	return nil
}

// identity tells a file from another one that takes its name.
func identity(fi fs.FileInfo) string {
	if st, ok := fi.Sys().(*syscall.Stat_t); ok {
		return strconv.FormatUint(uint64(st.Dev), 36) + " " + strconv.FormatUint(uint64(st.Ino), 36) + " " + strconv.FormatUint(uint64(st.Uid), 36)
	}
	return ""
}

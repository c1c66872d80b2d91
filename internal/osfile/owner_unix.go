//go:build unix

package osfile

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// owned tells whether fi belongs to the user we run as and others cannot
// write to it.
func owned(path string, fi fs.FileInfo) error {
	if st, ok := fi.Sys().(*syscall.Stat_t); ok && int(st.Uid) != os.Geteuid() {
		return fmt.Errorf("%s belongs to user %d, not to you; move it away or chown it", path, st.Uid)
	}
	if perm := fi.Mode().Perm(); perm&0o022 != 0 {
		return fmt.Errorf("%s can be written by others (mode %#o); run: chmod go-w %s", path, perm, path)
	}
	return nil
}

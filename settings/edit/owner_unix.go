//go:build unix

package edit

import (
	"io/fs"
	"os"
	"syscall"
)

var errQuota error = syscall.EDQUOT

// keepOwner gives f the owner of the file it is to stand in for, and the group
// where that can be done.
func keepOwner(f *os.File, of fs.FileInfo) error {
	want, ok := of.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	have, err := f.Stat()
	if err != nil {
		return err
	}
	err = f.Chown(int(want.Uid), int(want.Gid))
	if st, ok := have.Sys().(*syscall.Stat_t); ok && st.Uid == want.Uid {
		return nil
	}
	return err
}

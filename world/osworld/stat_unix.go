//go:build unix

package osworld

import (
	"io/fs"
	"syscall"
)

// hardLinks is how many names the file has; 0 where unknown.
func hardLinks(fi fs.FileInfo) int {
	if st, ok := fi.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink)
	}
	return 0
}

// stamp is what git's index keeps of a file's inode besides size and mode, to
// tell that nobody touched it.
type stamp struct {
	mtimeSec, mtimeNsec, ctimeSec, ctimeNsec, ino, uid, gid uint32
}

func stampOf(fi fs.FileInfo) (stamp, bool) {
	st, ok := fi.Sys().(*syscall.Stat_t)
	if !ok {
		return stamp{}, false
	}
	ctimeSec, ctimeNsec := changed(st)
	m := fi.ModTime()
	return stamp{
		mtimeSec: uint32(m.Unix()), mtimeNsec: uint32(m.Nanosecond()),
		ctimeSec: ctimeSec, ctimeNsec: ctimeNsec,
		ino: uint32(st.Ino), uid: st.Uid, gid: st.Gid,
	}, true
}

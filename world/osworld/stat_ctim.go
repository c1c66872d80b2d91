//go:build unix && !darwin && !freebsd && !netbsd

package osworld

import "syscall"

func changed(st *syscall.Stat_t) (sec, nsec uint32) {
	return uint32(st.Ctim.Sec), uint32(st.Ctim.Nsec)
}

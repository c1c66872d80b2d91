//go:build darwin || freebsd || netbsd

package osworld

import "syscall"

func changed(st *syscall.Stat_t) (sec, nsec uint32) {
	return uint32(st.Ctimespec.Sec), uint32(st.Ctimespec.Nsec)
}

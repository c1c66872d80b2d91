package osfile

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// holderRuns tells whether another process that holds the lock of f wants to
// run: it is no stall when a busy machine gives it no processor, or a busy disk
// keeps it waiting. What is not known is no.
func holderRuns(f *os.File) bool {
	fi, err := f.Stat()
	if err != nil {
		return false
	}
	st, ok := fi.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	locks, err := os.ReadFile("/proc/locks")
	if err != nil {
		return false
	}
	inode := ":" + strconv.FormatUint(st.Ino, 10)
	for line := range strings.Lines(string(locks)) {
		// 1: FLOCK  ADVISORY  WRITE 1234 fe:00:5678 0 EOF
		l := strings.Fields(line)
		if len(l) < 6 || l[1] != "FLOCK" || !strings.HasSuffix(l[5], inode) {
			continue
		}
		if pid, err := strconv.Atoi(l[4]); err == nil && pid > 0 && pid != os.Getpid() && wantsToRun(pid) {
			return true
		}
	}
	return false
}

// wantsToRun tells whether any thread of a process runs, or waits for a
// processor (R) or a disk (D).
func wantsToRun(pid int) bool {
	dir := "/proc/" + strconv.Itoa(pid) + "/task"
	threads, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, t := range threads {
		stat, err := os.ReadFile(dir + "/" + t.Name() + "/stat")
		if err != nil {
			continue
		}
		if _, after, ok := strings.Cut(string(stat[strings.LastIndexByte(string(stat), ')')+1:]), " "); ok && (strings.HasPrefix(after, "R") || strings.HasPrefix(after, "D")) {
			return true
		}
	}
	return false
}

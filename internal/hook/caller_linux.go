package hook

import (
	"os"
	"strconv"
	"strings"
	"syscall"

	"automode/internal/osfile"
)

// maxShells is how many shells may stand between a host and its hook: the
// installed line runs in one.
const maxShells = 2

// maxChain bounds a walk up the processes.
const maxChain = 64

// callerOf finds out who wrote the event on standard input.
//
// Hosts hand the event over a socket pair. The kernel says which process made
// the pair, and what is read from it was written by whoever holds its other
// end. A tool's child may start this program with any input it likes, but
// cannot make a socket pair that is the host's; and when it hands on a pair of
// its own, it is itself the process found here, and a host's tool stands above
// it.
func callerOf() caller {
	cred, err := syscall.GetsockoptUcred(0, syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	if err != nil {
		return caller{Why: "the event does not come over a host's socket"}
	}
	host := int(cred.Pid)
	if host <= 1 || int(cred.Uid) != os.Getuid() {
		return caller{Why: "the event comes from another user's process"}
	}
	pid := os.Getppid()
	for shells := 0; pid != host; shells++ {
		p, ok := processOf(pid)
		if !ok || shells == maxShells || !isShell(p) {
			return caller{Why: "the host did not start this program itself"}
		}
		pid = p.parent
	}
	p, ok := processOf(host)
	if !ok {
		return caller{Why: "the host's process is gone"}
	}
	c := caller{Known: true, Host: p.name(), Args: argsOf(host), Home: environOf(host, "HOME"), Alone: p.tty == 0}
	if above := hostAbove(p, exeOf(host)); above != 0 {
		c.Known, c.Why = false, "the host was itself started by a host (process "+strconv.Itoa(above)+")"
	}
	return c
}

// hostAbove finds a process above p that is a host: one that runs the same
// program, or whose name is that of a host's program.
func hostAbove(p process, exe string) int {
	for range maxChain {
		if p.parent <= 1 {
			return 0
		}
		up, ok := processOf(p.parent)
		if !ok {
			return 0
		}
		if isHost(up.comm) || exe != "" && !isRuntime(exe) && exeOf(up.pid) == exe {
			return up.pid
		}
		p = up
	}
	return p.pid // nobody nests this deep but to hide something
}

// isHost tells whether a process of that name is an agent's host.
func isHost(comm string) bool {
	switch comm {
	case "claude", "codex", "gemini", "copilot", "opencode", "qwen", "crush", "goose":
		return true
	}
	return false
}

// isShell tells whether a process is a shell that was given its text as an
// argument.
func isShell(p process) bool {
	switch strings.TrimPrefix(p.comm, "-") {
	case "sh", "dash", "bash", "zsh", "ash", "busybox":
	default:
		return false
	}
	args := argsOf(p.pid)
	return len(args) >= 3 && args[1] == "-c"
}

// process is what is needed of /proc/PID/stat.
type process struct {
	pid, parent int
	comm        string
	state       string // one letter
	tty         int
	start       string // when it started, in the kernel's ticks
}

// name names a process for as long as the machine runs: numbers come again,
// with another start.
func (p process) name() string { return strconv.Itoa(p.pid) + "@" + p.start }

func processOf(pid int) (process, bool) {
	text, ok := procFile(pid, "stat")
	if !ok {
		return process{}, false
	}
	open, end := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
	if open < 0 || end < open {
		return process{}, false
	}
	f := strings.Fields(text[end+1:]) // state, ppid, pgrp, session, tty, ... the 20th is the start
	if len(f) < 20 {
		return process{}, false
	}
	p := process{pid: pid, comm: text[open+1 : end], state: f[0], start: f[19]}
	var err, ttyErr error
	p.parent, err = strconv.Atoi(f[1])
	p.tty, ttyErr = strconv.Atoi(f[4])
	return p, err == nil && ttyErr == nil
}

// alive tells whether the process that host names still runs.
func alive(host string) bool {
	pid, _, _ := strings.Cut(host, "@")
	n, err := strconv.Atoi(pid)
	if err != nil {
		return false
	}
	p, ok := processOf(n)
	return ok && p.name() == host && p.state != "Z"
}

func argsOf(pid int) []string {
	text, ok := procFile(pid, "cmdline")
	if !ok || text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\x00"), "\x00")
}

// environOf gives a variable as the process was started with it: what it set
// for itself or its children later does not show.
func environOf(pid int, name string) string {
	text, ok := procFile(pid, "environ")
	if !ok {
		return ""
	}
	for v := range strings.SplitSeq(text, "\x00") {
		if value, found := strings.CutPrefix(v, name+"="); found {
			return value
		}
	}
	return ""
}

func exeOf(pid int) string {
	exe, err := os.Readlink("/proc/" + strconv.Itoa(pid) + "/exe")
	if err != nil {
		return ""
	}
	return exe
}

func procFile(pid int, name string) (string, bool) {
	text, err := osfile.Read("/proc/"+strconv.Itoa(pid)+"/"+name, 2<<20)
	return string(text), err == nil
}

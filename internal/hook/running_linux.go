package hook

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Running lists the processes of this user that are Claude Code's, without
// those that one of them started by itself. known is false where processes
// cannot be listed.
func Running() (list []HostProcess, known bool) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, false
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		p, ok := processOf(pid)
		if !ok || p.state == "Z" || !isClaude(p) {
			continue
		}
		if up, ok := processOf(p.parent); ok && isClaude(up) {
			continue
		}
		dir, err := os.Readlink("/proc/" + e.Name() + "/cwd")
		if err != nil {
			continue // another user's
		}
		list = append(list, HostProcess{Name: p.name(), PID: pid, Dir: dir, Home: environOf(pid, "HOME")})
	}
	return list, true
}

// isClaude tells whether a process is Claude Code: by its own name, its
// program, or the script that it runs.
func isClaude(p process) bool {
	if p.comm == "claude" || filepath.Base(exeOf(p.pid)) == "claude" {
		return true
	}
	args := argsOf(p.pid)
	return len(args) > 1 && isRuntime(args[0]) && strings.Contains(args[1], "claude-code")
}

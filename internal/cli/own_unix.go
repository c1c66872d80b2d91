//go:build unix

package cli

import (
	"os/exec"
	"syscall"
)

// own makes cmd a session of its own, which outlives this one.
func own(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

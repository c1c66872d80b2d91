//go:build unix

package shell

import (
	"os/exec"
	"syscall"
)

// ownSession gives what cmd starts a session of its own.
func ownSession(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// killSession ends all that cmd started.
func killSession(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

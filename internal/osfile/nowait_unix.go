//go:build unix

package osfile

import "syscall"

// noWait keeps an open from waiting for the other end of a FIFO, from making a
// terminal the process's own, and from leaking into programs.
const noWait = syscall.O_NONBLOCK | syscall.O_NOCTTY | syscall.O_CLOEXEC

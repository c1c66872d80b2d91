//go:build unix

package cli

import "syscall"

// restart runs the program in the place of this process.
func restart(exe string, args, env []string) error { return syscall.Exec(exe, args, env) }

//go:build !linux

package hook

// Running lists the processes that are Claude Code's; here that is not known.
func Running() (list []HostProcess, known bool) { return nil, false }

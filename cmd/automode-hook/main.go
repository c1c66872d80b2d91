// Automode-hook is what a host runs at each of its events: it reads one event,
// answers it, and ends. It holds only what that takes; everything else is in
// automode.
package main

import (
	"os"
	"runtime/debug"

	"automode/internal/hook"
)

func main() {
	// A process of a few milliseconds has nothing to collect. One that runs
	// into something large still may.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(512 << 20)
	hook.Main(os.Args[1:], nil)
}

//go:build !unix

package osfile

// noWait has nothing to say where opening a path never waits.
const noWait = 0

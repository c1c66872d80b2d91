//go:build unix && !linux

package hook

import "testing"

// self names a process that lives: here every one is taken to.
func self(t *testing.T) string { return "9@9" }

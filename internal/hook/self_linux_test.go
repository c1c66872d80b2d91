package hook

import (
	"os"
	"testing"
)

// self names a process that lives.
func self(t *testing.T) string {
	t.Helper()
	p, ok := processOf(os.Getpid())
	if !ok {
		t.Fatal("this process is not known")
	}
	return p.name()
}

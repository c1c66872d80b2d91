//go:build !linux

package osfile

import "os"

// holderRuns is not known here.
func holderRuns(f *os.File) bool { return false }

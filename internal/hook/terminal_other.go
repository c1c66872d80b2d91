//go:build !linux

package hook

import (
	"errors"
	"os"
)

// Terminal cannot tell here whether an agent's host stands above this process.
func Terminal() error {
	return errors.New("this system does not say which processes stand above this one")
}

// Ungated wants a terminal here: that no agent's host stands above this
// process cannot be told.
func Ungated() error {
	if fi, err := os.Stdin.Stat(); err != nil || fi.Mode()&os.ModeCharDevice == 0 {
		return errors.New("this system does not say which processes stand above this one, and this is not a terminal")
	}
	return nil
}

//go:build !linux

package hook

import "errors"

// Terminal cannot tell here whether an agent's host stands above this process.
func Terminal() error {
	return errors.New("this system does not say which processes stand above this one")
}

//go:build !linux

package hook

import (
	"context"
	"errors"
	"io"
)

// daemon is not to be had here: this system does not say which program answers
// at a socket. A process beside the hook asks instead.
func (r *run) daemon(context.Context, string) (io.ReadWriteCloser, error) {
	return nil, errors.New("this system does not say who answers at a socket")
}

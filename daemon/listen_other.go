//go:build !linux

package daemon

import (
	"context"
	"errors"

	"automode/internal/socket"
	"automode/judge/remote"
)

// ErrOther says that another process answers at this place already.
var ErrOther = errors.New("another process answers here already")

// Run is not to be had here: whoever wants to ask starts a process for each
// question.
func Run(context.Context, remote.Seat, *Server) error { return socket.ErrUnsupported }

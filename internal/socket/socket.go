// Package socket is the way to a process of the same user's: a unix socket in a
// private folder, reached by the folder's descriptor, so that nobody can put
// another folder in its place and so that the path's length does not matter.
//
// Supported tells whether that is to be had here; where it is not, every
// function fails with ErrUnsupported.
package socket

import "errors"

// ErrUnsupported says that this system has no such socket, or no way to tell
// who is at its other end.
var ErrUnsupported = errors.New("sockets whose other end is known are not to be had on this system")

// Peer is the process at the other end of a connection, as the kernel tells it.
type Peer struct {
	PID int
	UID int
}

//go:build !unix

package daemon

import (
	"errors"
	"net"
	"time"
)

// Socket is nowhere on this system.
func Socket(string) string { return "" }

var errSystem = errors.New("there is no daemon on this system yet")

// Listen fails: there is no daemon on this system yet.
func Listen(string) (net.Listener, error) { return nil, errSystem }

// ListenSoon fails as Listen does.
func ListenSoon(string, time.Duration) (net.Listener, error) { return nil, errSystem }

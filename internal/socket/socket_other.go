//go:build !linux

package socket

import (
	"errors"
	"os"
	"time"
)

// Supported tells whether sockets are to be had here.
const Supported = false

// Folder is an opened private folder.
type Folder struct{}

// Open fails here.
func Open(string) (*Folder, error) { return nil, ErrUnsupported }

// Close does nothing.
func (f *Folder) Close() error { return nil }

// Path is empty here.
func (f *Folder) Path(string) string { return "" }

// Conn is a connection.
type Conn struct {
	*os.File
	Peer Peer
}

// Dial fails here.
func (f *Folder) Dial(string, time.Time) (*Conn, error) { return nil, ErrUnsupported }

// Absent tells whether an error of Dial's says that nobody listens there.
func Absent(error) bool { return false }

// Claim is what a process must be to be the one that is expected.
type Claim struct {
	Exe   string
	Args  []string
	Env   []string
	Above func(pid int) (stop bool, err error)
}

// ErrStopped says that a process is stopped and will not answer.
var ErrStopped = errors.New("it is stopped")

// Check fails here.
func (c Claim) Check(Peer) error { return ErrUnsupported }

package daemon

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"time"

	"automode/internal/osfile"
	"automode/internal/socket"
	"automode/judge/remote"
)

// takeover is how long one that starts waits for the one before it to go.
const takeover = 3 * time.Second

// ErrOther says that another process answers at this place already.
var ErrOther = errors.New("another process answers here already")

// Run listens at the seat and answers until Serve ends. A lock that dies with
// its holder says who answers: what a killed one left behind is put aside.
func Run(ctx context.Context, seat remote.Seat, s *Server) error {
	folder, err := socket.Open(seat.Folder())
	if err != nil {
		return err
	}
	defer folder.Close()
	release, err := osfile.Lock(seat.Folder()+"/"+seat.Name()+".lock", osfile.Wait{For: takeover, Most: takeover})
	if errors.Is(err, osfile.ErrLocked) {
		return ErrOther
	}
	if err != nil {
		return err
	}
	defer release()
	path := folder.Path(seat.Name() + ".sock")
	if err := os.Remove(path); err != nil && !osfile.Absent(err) {
		return err
	}
	// The mode of the folder keeps others out; that of the socket does too.
	old := syscall.Umask(0o177)
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	syscall.Umask(old)
	if err != nil {
		return err
	}
	l.SetUnlinkOnClose(false) // by then another may have its own there
	s.Trust = mine
	exe, err := os.Stat("/proc/self/exe")
	if err != nil {
		l.Close()
		return err
	}
	s.Replaced = func() bool {
		now, err := os.Stat(seat.Exe)
		return err != nil || !os.SameFile(exe, now)
	}
	return s.Serve(ctx, l, func() {
		os.Remove(path)
		release() // the next may answer while the last questions of this one are open
	})
}

// mine lets processes of the same user's in.
func mine(c net.Conn) error {
	u, ok := c.(*net.UnixConn)
	if !ok {
		return errors.New("it is no unix socket")
	}
	raw, err := u.SyscallConn()
	if err != nil {
		return err
	}
	p, err := socket.PeerOf(raw)
	if err != nil {
		return err
	}
	if p.UID != os.Geteuid() {
		return fmt.Errorf("it is of user %d", p.UID)
	}
	return nil
}

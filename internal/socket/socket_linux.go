package socket

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"automode/internal/osfile"
)

// Supported tells whether sockets are to be had here.
const Supported = true

// Folder is an opened private folder.
type Folder struct {
	f    *os.File
	path string
}

// Open opens the folder at path, made where it is absent. It refuses one that
// is a link, somebody else's, or open to others.
func Open(path string) (*Folder, error) {
	if err := osfile.PrivateDir(path); err != nil {
		return nil, err
	}
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	f := os.NewFile(uintptr(fd), path)
	// What was opened is looked at, not what the path may lead to by now.
	var st syscall.Stat_t
	err = syscall.Fstat(fd, &st)
	switch {
	case err != nil:
	case int(st.Uid) != os.Geteuid():
		err = fmt.Errorf("%s belongs to user %d, not to you; move it away", path, st.Uid)
	case st.Mode&0o077 != 0:
		err = fmt.Errorf("%s is open to others (mode %#o); run: chmod 700 %s", path, st.Mode&0o777, path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &Folder{f: f, path: path}, nil
}

// Close closes the folder.
func (f *Folder) Close() error { return f.f.Close() }

// Path is a name in the folder for as long as the folder is open: it goes
// through the descriptor.
func (f *Folder) Path(name string) string {
	return "/proc/self/fd/" + strconv.Itoa(int(f.f.Fd())) + "/" + name
}

// Conn is a connection. Its deadlines are those of an os.File.
type Conn struct {
	*os.File
	Peer Peer
}

// Dial connects to the socket of that name. It does not wait: where the other
// side has too many connections waiting already, that is an error. Reading and
// writing end at the deadline; zero is none.
func (f *Folder) Dial(name string, deadline time.Time) (*Conn, error) {
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC|syscall.SOCK_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Connect(fd, &syscall.SockaddrUnix{Name: f.Path(name)})
		if err != syscall.EINTR {
			break
		}
	}
	var cred *syscall.Ucred
	if err == nil {
		cred, err = syscall.GetsockoptUcred(fd, syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	}
	if err != nil {
		syscall.Close(fd)
		return nil, &os.PathError{Op: "connect", Path: f.path + "/" + name, Err: err}
	}
	c := &Conn{File: os.NewFile(uintptr(fd), f.path+"/"+name), Peer: Peer{PID: int(cred.Pid), UID: int(cred.Uid)}}
	if err := c.SetDeadline(deadline); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// Absent tells whether an error of Dial's says that nobody listens there.
func Absent(err error) bool {
	return errors.Is(err, syscall.ENOENT) || errors.Is(err, syscall.ECONNREFUSED)
}

// PeerOf tells who is at the other end of a connection, given its raw form.
func PeerOf(raw syscall.RawConn) (p Peer, err error) {
	ctlErr := raw.Control(func(fd uintptr) {
		var cred *syscall.Ucred
		if cred, err = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED); err == nil {
			p = Peer{PID: int(cred.Pid), UID: int(cred.Uid)}
		}
	})
	if ctlErr != nil {
		err = ctlErr
	}
	return p, err
}

// Claim is what a process must be to be the one that is expected.
type Claim struct {
	Exe  string   // the file that it runs
	Args []string // its whole command line; a last --foreground is let pass
	Env  []string // its whole environment
	// Above is asked about each process above it, nearest first, until it says
	// stop: an error refuses the process.
	Above func(pid int) (stop bool, err error)
}

// ErrStopped says that a process is stopped, by a signal or a debugger, and will
// not answer.
var ErrStopped = errors.New("it is stopped")

// Check makes sure that a peer is what c claims. The error says what it is not;
// it is ErrStopped where it is that, and cannot answer.
func (c Claim) Check(p Peer) error {
	if p.UID != os.Getuid() {
		return fmt.Errorf("it belongs to user %d", p.UID)
	}
	if p.PID <= 0 {
		return errors.New("its process is in another namespace")
	}
	proc := "/proc/" + strconv.Itoa(p.PID) + "/"
	before, err := startOf(p.PID)
	if err != nil {
		return err
	}
	want, err := os.Stat(c.Exe)
	if err != nil {
		return err
	}
	have, err := os.Stat(proc + "exe")
	if err != nil {
		return err
	}
	if !os.SameFile(want, have) {
		return fmt.Errorf("it runs another program than %s", c.Exe)
	}
	args, err := listOf(proc + "cmdline")
	if err != nil {
		return err
	}
	if n := len(args); n > 0 && args[n-1] == "--foreground" {
		args = args[:n-1]
	}
	if !equal(args, c.Args) {
		return errors.New("its command line is another")
	}
	env, err := listOf(proc + "environ")
	if err != nil {
		return err
	}
	if !equal(env, c.Env) {
		return errors.New("its environment is another")
	}
	for _, ns := range [...]string{"mnt", "user", "net", "pid"} {
		mine, err := os.Readlink("/proc/self/ns/" + ns)
		if err != nil {
			continue // a kernel without it
		}
		if its, err := os.Readlink(proc + "ns/" + ns); err != nil || its != mine {
			return fmt.Errorf("it is in another %s namespace", ns)
		}
	}
	if root, err := os.Readlink(proc + "root"); err != nil || root != "/" {
		return errors.New("its root is another")
	}
	status, err := osfile.Read(proc+"status", 64<<10)
	if err != nil {
		return err
	}
	if !strings.Contains(string(status), "\nTracerPid:\t0\n") {
		return errors.New("another process traces it")
	}
	if err := c.above(p.PID); err != nil {
		return err
	}
	// The number may have come to another process meanwhile.
	if after, err := startOf(p.PID); err != nil || after != before {
		return errors.New("its process ended meanwhile")
	}
	if f, err := statOf(p.PID); err == nil && (f[0] == "T" || f[0] == "t") {
		return ErrStopped
	}
	return nil
}

// above asks about the processes above one.
func (c Claim) above(pid int) error {
	if c.Above == nil {
		return nil
	}
	for range 64 {
		fields, err := statOf(pid)
		if err != nil {
			return err
		}
		if pid, err = strconv.Atoi(fields[1]); err != nil {
			return err
		}
		if pid <= 1 {
			return nil
		}
		if stop, err := c.Above(pid); stop || err != nil {
			return err
		}
	}
	return errors.New("too many processes stand above it")
}

// startOf is when a process started, in the kernel's ticks.
func startOf(pid int) (string, error) {
	f, err := statOf(pid)
	if err != nil {
		return "", err
	}
	return f[19], nil
}

// statOf are the fields of /proc/PID/stat behind the name: state, parent, ...
func statOf(pid int) ([]string, error) {
	text, err := osfile.Read("/proc/"+strconv.Itoa(pid)+"/stat", 64<<10)
	if err != nil {
		return nil, err
	}
	f := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(f) < 20 {
		return nil, errors.New("the kernel says too little of its process")
	}
	return f, nil
}

func listOf(path string) ([]string, error) {
	text, err := osfile.Read(path, 2<<20)
	if err != nil || len(text) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00"), nil
}

func equal(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

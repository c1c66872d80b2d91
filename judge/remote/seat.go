package remote

import (
	"crypto/sha256"
	"encoding/hex"
)

// Seat is where the process that asks models for one set of settings is, and
// how it is started: what a hook, which starts it and checks who is there, and
// that process itself must agree on.
type Seat struct {
	Exe      string // the program, absolute
	Config   string // the gate's own folder, absolute
	State    string // the folder of its state
	Settings string // a further settings file, absolute; empty for none
	Home     string // the account's home folder
	User     string // and name
	Runtime  string // the account's folder for sockets, XDG_RUNTIME_DIR; empty where there is none
}

// Folder is where its socket is.
func (s Seat) Folder() string { return s.State + "/daemon" }

// Name is what its socket is called, without the ending: another program and
// another set of settings have another one.
func (s Seat) Name() string {
	sum := sha256.Sum256([]byte(s.Exe + "\x00" + s.Config + "\x00" + s.Settings))
	return "judge-" + hex.EncodeToString(sum[:8])
}

// Args are its command line.
func (s Seat) Args() []string {
	args := []string{s.Exe, "daemon", "--config", s.Config}
	if s.Settings != "" {
		args = append(args, "--settings", s.Settings)
	}
	return args
}

// Once are the arguments of one that answers a single question, on its standard
// input and output.
func (s Seat) Once() []string { return append(s.Args(), "--once") }

// Env is its whole environment: none of it is taken from that of whoever
// starts it, which a project can set.
func (s Seat) Env() []string {
	env := []string{"HOME=" + s.Home, "USER=" + s.User, "LOGNAME=" + s.User, "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG=C.UTF-8"}
	if s.Runtime != "" {
		env = append(env, "XDG_RUNTIME_DIR="+s.Runtime)
	}
	return env
}

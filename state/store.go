// Package state keeps what the gate must remember of a session between the
// processes that decide its calls: one file a root session, in a folder that
// only its owner can use.
//
// A ledger is changed by reading, changing and renaming a new file into place
// while a lock is held, for about a tenth of a millisecond; those who wait do
// so for a bounded time and then fail. A kill at any point leaves the old
// ledger or the new one, whole. Whatever cannot be read or written is an
// error, never an empty ledger: an agent that could spoil its ledger would
// otherwise start with a clean one.
package state

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"automode/gate"
	"automode/internal/osfile"
	"automode/internal/plainjson"
)

const (
	// LockWait is how long Update waits for one other process to be done with
	// the same session. While others come and go it waits on, up to MostWait:
	// sixty hooks at once on a machine of two processors are not a stall.
	LockWait = 50 * time.Millisecond
	MostWait = 2 * time.Second
	// maxLedger is how large a ledger's file may be, bytes.
	maxLedger = 32 << 20
)

// Store keeps ledgers below one folder. It is safe for use by several
// goroutines, and by several processes at once.
type Store struct {
	dir  string
	wait time.Duration
}

var _ gate.Store = (*Store)(nil)

// file is what a session's file holds.
type file struct {
	Session string       `json:"session"` // its id, which the file's name is made of
	Ledger  *gate.Ledger `json:"ledger"`
}

// Open gives the store below dir, an absolute path, and makes the folder
// private when it makes it. It refuses one that others could change.
func Open(dir string) (*Store, error) {
	if !filepath.IsAbs(dir) {
		return nil, &Error{Path: dir, Err: errors.New("the state folder is not an absolute path")}
	}
	for _, d := range []string{dir, filepath.Join(dir, "sessions")} {
		if err := osfile.PrivateDir(d); err != nil {
			return nil, &Error{Path: d, Err: err}
		}
	}
	return &Store{dir: dir, wait: LockWait}, nil
}

// Path is where a file of the given kind ("json", "lock") of a session stands.
func (s *Store) Path(session, kind string) string {
	return filepath.Join(s.dir, "sessions", Name(session)+"."+kind)
}

// Name is what the files of a session are called: ids of sessions come from
// outside, and are no file names.
func Name(session string) string {
	sum := sha256.Sum256([]byte(session))
	return hex.EncodeToString(sum[:16])
}

// Load gives a snapshot of session's ledger.
func (s *Store) Load(ctx context.Context, session string) (*gate.Ledger, error) {
	if err := ctx.Err(); err != nil {
		return nil, &Error{Path: s.Path(session, "json"), Err: err}
	}
	l, _, err := s.read(session, false)
	return l, err
}

// Update calls f on session's ledger while no other process can, and stores
// what f leaves.
func (s *Store) Update(ctx context.Context, session string, f func(*gate.Ledger) error) error {
	path := s.Path(session, "json")
	if err := ctx.Err(); err != nil {
		return &Error{Path: path, Err: err}
	}
	release, err := osfile.Lock(s.Path(session, "lock"), s.patience(ctx, path))
	if err != nil {
		return &Error{Path: path, Err: err}
	}
	defer release()
	l, size, err := s.read(session, true)
	if err != nil {
		return err
	}
	if err := f(l); err != nil {
		return err
	}
	b, err := plainjson.Append(make([]byte, 0, size+1024), file{Session: session, Ledger: l})
	if err == nil {
		err = store(path, b)
	}
	if err != nil {
		return &Error{Path: path, Err: err}
	}
	return nil
}

// store puts body, sealed, in the place of the file at path.
func store(path string, body []byte) error {
	if len(body)+sealSize > maxLedger {
		return osfile.ErrTooLarge // the next read would refuse it
	}
	return osfile.Replace(path, seal(body))
}

// moved tells, each time it is asked, whether another ledger stands at path
// than the time before.
func moved(path string) func() bool {
	var before os.FileInfo
	return func() bool {
		now, err := os.Lstat(path)
		if err != nil {
			return false
		}
		same := before != nil && os.SameFile(before, now) && before.ModTime().Equal(now.ModTime())
		before = now
		return !same
	}
}

// read gives a session's ledger, and how many bytes it takes on the disk.
func (s *Store) read(session string, locked bool) (l *gate.Ledger, size int, err error) {
	path := s.Path(session, "json")
	b, err := readSealed(path, locked)
	if osfile.Absent(err) {
		// Only the file may be absent; without its folder nothing is known.
		if _, dirErr := os.Stat(filepath.Dir(path)); dirErr == nil {
			return &gate.Ledger{}, 0, nil
		}
	}
	if err != nil {
		return nil, 0, &Error{Path: path, Err: err}
	}
	in, err := decode(b)
	if err == nil && in.Session != session {
		err = errors.New("it is damaged: it is another session's")
	}
	if err != nil {
		return nil, 0, &Error{Path: path, Err: err}
	}
	return in.Ledger, len(b), nil
}

func decode(b []byte) (file, error) {
	var in file
	if err := plainjson.Unmarshal(b, &in); err != nil {
		return file{}, fmt.Errorf("it is damaged: %w", err)
	}
	if in.Session == "" || in.Ledger == nil {
		return file{}, errors.New("it is damaged: it holds no ledger")
	}
	return in, nil
}

// sessionOf tells whose ledger the file at path holds, and when it was stored.
func sessionOf(path string) (id string, changed time.Time, err error) {
	b, err := readSealed(path, false)
	if err != nil {
		return "", time.Time{}, err
	}
	in, err := decode(b)
	if err != nil {
		return "", time.Time{}, err
	}
	fi, err := os.Stat(path)
	if err != nil {
		return "", time.Time{}, err
	}
	return in.Session, fi.ModTime(), nil
}

// Error says that state could not be read or written. Its text says what to do
// next.
type Error struct {
	Path string
	Err  error
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Error is what happened and what to do next.
func (e *Error) Error() string {
	switch {
	case errors.Is(e.Err, osfile.ErrLocked):
		return "another process of this session holds its state for too long (" + e.Path + "); try again"
	case errors.Is(e.Err, context.DeadlineExceeded), errors.Is(e.Err, context.Canceled):
		return "there was no time left to reach the state of this session (" + e.Path + "); try again"
	}
	return "the state of this session cannot be used (" + e.Path + ": " + e.Err.Error() + "); run: automode doctor"
}

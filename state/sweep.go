package state

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"automode/internal/osfile"
)

// Session is a session of which something is kept.
type Session struct {
	ID      string
	Changed time.Time // when its ledger was last stored
}

// Sessions lists the sessions of which a ledger is kept, in no order. A file
// that cannot be read is an error, after the others were listed.
func (s *Store) Sessions() (list []Session, err error) {
	dir := filepath.Join(s.dir, "sessions")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, &Error{Path: dir, Err: err}
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".json") {
			continue
		}
		path := filepath.Join(dir, e.Name())
		id, changed, readErr := sessionOf(path)
		if readErr != nil {
			err = &Error{Path: path, Err: readErr}
			continue
		}
		list = append(list, Session{ID: id, Changed: changed})
	}
	return list, err
}

// Sweep removes what is kept of sessions that nothing happened in for longer
// than age. Counters go with it, so age is longer than people resume sessions.
// It does what it can and leaves the rest, and whatever is in use, for the next
// time.
func (s *Store) Sweep(age time.Duration) {
	dir := filepath.Join(s.dir, "sessions")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	oldest := time.Now().Add(-age)
	for _, e := range entries {
		name, isLedger := strings.CutSuffix(e.Name(), ".json")
		if fi, err := e.Info(); !isLedger || err != nil || fi.ModTime().After(oldest) {
			continue
		}
		s.remove(filepath.Join(dir, name), oldest)
	}
}

func (s *Store) remove(base string, oldest time.Time) {
	release, err := osfile.Lock(base+".lock", osfile.Wait{})
	if err != nil {
		return
	}
	defer release()
	// It may have come to life since it was listed.
	if fi, err := os.Stat(base + ".json"); err != nil || fi.ModTime().After(oldest) {
		return
	}
	matches, _ := filepath.Glob(base + ".*")
	for _, m := range matches {
		if m != base+".lock" {
			os.Remove(m)
		}
	}
	os.Remove(base + ".lock") // last: whoever waits for it sees that it is gone
}

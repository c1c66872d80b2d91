package state

import (
	"context"
	"errors"
	"time"

	"automode/internal/osfile"
)

// Note gives what EditNote stored of that kind for a session: nil when
// nothing was. It takes no lock.
func (s *Store) Note(session, kind string) ([]byte, error) { return s.note(session, kind, false) }

func (s *Store) note(session, kind string, locked bool) ([]byte, error) {
	path := s.Path(session, kind)
	b, err := readSealed(path, locked)
	if osfile.Absent(err) {
		return nil, nil
	}
	if err != nil {
		return nil, &Error{Path: path, Err: err}
	}
	return b, nil
}

// EditNote replaces what is kept of that kind for a session, a JSON object that
// is not empty, by what f makes of it, while no other process can do the same. Where f gives nil, or an error,
// nothing is stored; the error comes back as it is.
func (s *Store) EditNote(ctx context.Context, session, kind string, f func(old []byte) ([]byte, error)) error {
	path := s.Path(session, kind)
	if err := ctx.Err(); err != nil {
		return &Error{Path: path, Err: err}
	}
	release, err := osfile.Lock(s.Path(session, kind+"-lock"), s.patience(ctx, path))
	if err != nil {
		return &Error{Path: path, Err: err}
	}
	defer release()
	old, err := s.note(session, kind, true)
	if err != nil {
		return err
	}
	next, err := f(old)
	if err != nil || next == nil {
		return err
	}
	if len(next) < 3 || next[0] != '{' {
		return &Error{Path: path, Err: errors.New("what is to be kept is no object")}
	}
	if err := store(path, next); err != nil {
		return &Error{Path: path, Err: err}
	}
	return nil
}

// patience is how long to wait for the lock of the file at path.
func (s *Store) patience(ctx context.Context, path string) osfile.Wait {
	wait := osfile.Wait{For: s.wait, Most: max(s.wait, MostWait), Moved: moved(path)}
	if end, ok := ctx.Deadline(); ok {
		left := time.Until(end)
		wait.For, wait.Most = min(wait.For, left), min(wait.Most, left)
	}
	return wait
}

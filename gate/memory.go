package gate

import (
	"context"
	"sync"
)

// Memory is a Store in memory, for a library's user whose sessions end with
// the process, and for commands that judge one call. Its zero value is ready.
type Memory struct {
	mu       sync.Mutex
	sessions map[string]*seat
}

// seat is one session's ledger with its lock. A stored ledger is never
// changed, only replaced.
type seat struct {
	mu     sync.Mutex
	ledger *Ledger
}

func (m *Memory) seat(session string) *seat {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.sessions[session]
	if s == nil {
		if m.sessions == nil {
			m.sessions = map[string]*seat{}
		}
		s = &seat{ledger: &Ledger{}}
		m.sessions[session] = s
	}
	return s
}

// Load gives the session's ledger as it is now.
func (m *Memory) Load(ctx context.Context, session string) (*Ledger, error) {
	s := m.seat(session)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ledger, ctx.Err()
}

// Update replaces the session's ledger by what f makes of a copy.
func (m *Memory) Update(ctx context.Context, session string, f func(*Ledger) error) error {
	s := m.seat(session)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	l := s.ledger.Clone()
	if err := f(l); err != nil {
		return err
	}
	s.ledger = l
	return nil
}

// Discard is a Recorder that keeps nothing, for commands that only show what
// would be decided.
type Discard struct{}

// Record keeps nothing.
func (Discard) Record(context.Context, Record) error { return nil }

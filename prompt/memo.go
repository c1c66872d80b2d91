package prompt

import (
	"bytes"
	"sync"

	"automode/call"
	"automode/rulebook"
	"automode/transcript"
)

// Memo keeps what Build worked out for the last sessions, so that the next call
// of one costs only what is new. It changes nothing in the result: whatever is
// not what it was before is worked out anew. Its zero value is ready; it may be
// used by many at once.
type Memo struct {
	mu       sync.Mutex
	book     *rulebook.Book
	text     string
	tokens   int
	options  Options
	sessions [][]kept // the one used last stands first
}

const (
	// memoSessions is how many sessions a memo keeps.
	memoSessions = 16
	// memoTail is how many turns at the end of a session may have changed for it
	// to be taken for the same one.
	memoTail = 8
)

// kept is a turn with its line.
type kept struct {
	turn transcript.Turn
	line line
	has  bool
}

// rules is the system prompt for book.
func (m *Memo) rules(book *rulebook.Book) (string, int) {
	if m.text == "" || m.book != book {
		m.book, m.text = book, System(book)
		m.tokens = Estimate(m.text)
	}
	return m.text, m.tokens
}

// lines are the lines of turns.
func (m *Memo) lines(turns []transcript.Turn, o Options) []line {
	if o.EditCap != m.options.EditCap || o.NoEdits != m.options.NoEdits || o.Outcomes != m.options.Outcomes {
		m.sessions = nil
	}
	m.options = o
	known, n := m.take(turns)
	clear(known[n:])
	known = known[:n]
	out := make([]line, 0, len(turns))
	for i := range turns {
		if i >= n {
			k := kept{turn: turns[i]}
			k.line, k.has = lineOf(&k.turn, o)
			known = append(known, k)
		}
		if known[i].has {
			out = append(out, known[i].line)
		}
	}
	m.sessions = append([][]kept{known}, m.sessions...)
	if len(m.sessions) > memoSessions {
		m.sessions = m.sessions[:memoSessions]
	}
	return out
}

// take gives the session that begins most as turns do, and how many of its
// turns still hold. It is taken out of the memo, or where it is rather another
// session, copied.
func (m *Memo) take(turns []transcript.Turn) (known []kept, n int) {
	best := -1
	for i, s := range m.sessions {
		same := agree(s, turns)
		if same > n || best < 0 && len(s) == 0 {
			best, n = i, same
		}
	}
	if best < 0 {
		return nil, 0
	}
	known = m.sessions[best]
	if len(known)-n > memoTail {
		return append([]kept(nil), known[:n]...), n
	}
	m.sessions = append(m.sessions[:best:best], m.sessions[best+1:]...)
	return known, n
}

// agree counts how many turns two sessions have in common at their beginning.
func agree(s []kept, turns []transcript.Turn) int {
	n := 0
	for n < len(s) && n < len(turns) && same(&s[n].turn, &turns[n]) {
		n++
	}
	return n
}

// same tells whether two turns are written alike.
func same(a, b *transcript.Turn) bool {
	return a.Role == b.Role && a.Text == b.Text && a.Witnessed == b.Witnessed && a.Result == b.Result && a.Denied == b.Denied &&
		a.Asked == b.Asked && a.Chosen == b.Chosen && sameCall(&a.Call, &b.Call)
}

func sameCall(a, b *call.Call) bool {
	return a.Tool == b.Tool && a.Dir == b.Dir && a.Agent == b.Agent && a.AgentType == b.AgentType && bytes.Equal(a.Input, b.Input)
}

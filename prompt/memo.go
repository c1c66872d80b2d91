package prompt

import (
	"bytes"
	"sync"

	"automode/call"
	"automode/rulebook"
	"automode/transcript"
)

// Memo keeps what Build worked out for a session, so that the next call costs
// only what is new. It changes nothing in the result: whatever is not what it
// was before is worked out anew. Its zero value is ready; it may be used by
// many at once.
type Memo struct {
	mu      sync.Mutex
	book    *rulebook.Book
	text    string
	tokens  int
	options Options
	turns   []kept
}

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
		m.turns = nil
	}
	m.options = o
	if len(m.turns) > len(turns) {
		clear(m.turns[len(turns):])
		m.turns = m.turns[:len(turns)]
	}
	for i := range turns {
		if i < len(m.turns) && same(&m.turns[i].turn, &turns[i]) {
			continue
		}
		k := kept{turn: turns[i]}
		k.line, k.has = lineOf(&k.turn, o)
		if i < len(m.turns) {
			m.turns[i] = k
		} else {
			m.turns = append(m.turns, k)
		}
	}
	out := make([]line, 0, len(m.turns))
	for i := range m.turns {
		if m.turns[i].has {
			out = append(out, m.turns[i].line)
		}
	}
	return out
}

// same tells whether two turns are written alike.
func same(a, b *transcript.Turn) bool {
	return a.Role == b.Role && a.Text == b.Text && a.Witnessed == b.Witnessed && a.Result == b.Result && a.Denied == b.Denied &&
		a.Asked == b.Asked && a.Chosen == b.Chosen && sameCall(&a.Call, &b.Call)
}

func sameCall(a, b *call.Call) bool {
	return a.Tool == b.Tool && a.Dir == b.Dir && a.Agent == b.Agent && a.AgentType == b.AgentType && bytes.Equal(a.Input, b.Input)
}

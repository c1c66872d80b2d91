package host

import (
	"io"

	"automode/transcript"
)

// Bounds of reading a transcript.
const (
	// MaxLine is the size up to which a line is read. A longer one is skipped.
	MaxLine = 16 << 20
	// MaxCalls bounds the calls that one reading keeps, and MaxCallBytes the
	// bytes of their inputs; of more, the oldest are dropped. What a person
	// said is never dropped.
	MaxCalls     = 4000
	MaxCallBytes = 16 << 20

	chunk     = 256 << 10
	headBytes = 512
)

// State is where a reading of a transcript ended. It is small, plain data for
// encoding/json; the zero State is that of a transcript never read.
type State struct {
	Offset int64  `json:"offset,omitempty"` // first byte that is not read
	Head   string `json:"head,omitempty"`   // hash of the file's first bytes
	HeadN  int    `json:"head_n,omitempty"` // how many those are
	Open   []Open `json:"open,omitempty"`   // calls whose result was not read yet
	// Incomplete: a line that may hold a person's words was skipped, now or
	// before. What the user said is then not all known.
	Incomplete bool   `json:"incomplete,omitempty"`
	Skipped    int    `json:"skipped,omitempty"` // lines that were too long or no JSON
	Dir        string `json:"dir,omitempty"`     // working directory, where rows say it once for all that follow
	Past       string `json:"past,omitempty"`    // of formats that repeat rows: hashes of the last that were read
}

// Open is a call of which the transcript held no result yet.
type Open struct {
	ID   string `json:"id"`
	Tool string `json:"tool"`
}

// maxOpen bounds State.Open. Calls whose results never come are the oldest.
const maxOpen = 256

// Reading is what one reading of a transcript found.
type Reading struct {
	Turns []transcript.Turn // new turns, oldest first
	// Ended holds how calls ended that an earlier reading gave as turns, by
	// their ids. Calls of this reading carry their result themselves.
	Ended map[string]Ended
	// Fresh: the file is not the one that was read before, or shorter. Turns
	// are all of it and replace what was known.
	Fresh   bool
	Dropped int // calls left out because there were too many
}

// Ended is how a call of an earlier reading ended.
type Ended struct {
	Result transcript.Result
	Denied bool
}

// Format is how one host writes its transcripts: a line a row.
type Format interface {
	// Row reads one finished line into c. It tells whether the line could be
	// read; of one that could not be, MaySpeak is asked.
	Row(c *Collector, line []byte) bool
	// MaySpeak tells whether a line of which only the beginning is there, or
	// that cannot be read, may hold a person's words. When in doubt it does.
	MaySpeak(beginning []byte) bool
}

// ReadTranscript reads the transcript r, of size bytes, from where from ended.
// It gives the turns that were added, and the state for the next reading. A
// last line that is not finished is left for then. It streams: its memory is
// bounded by one line and by what a person said.
//
// The error is r's own; the reading and the state then hold what was read
// before it, with State.Incomplete set.
func ReadTranscript(format Format, r io.ReaderAt, size int64, from State) (Reading, State, error) {
	c := Collector{state: from}
	head, err := readHead(r, size)
	if err != nil {
		c.state.Incomplete = true
		return c.out, c.state, err
	}
	if from.Offset > size || from.HeadN > len(head) || from.HeadN > 0 && hashOf(head[:from.HeadN]) != from.Head {
		c.state = State{}
		c.out.Fresh = true
	}
	if from.Offset == 0 {
		c.out.Fresh = true
	}
	c.state.HeadN, c.state.Head = len(head), hashOf(head)
	err = eachLine(r, c.state.Offset, size, func(line []byte, end int64, whole bool) bool {
		c.state.Offset = end
		c.line(format, line, whole)
		return true
	})
	if err != nil {
		c.state.Incomplete = true
	}
	c.trim()
	return c.out, c.state, err
}

// Witness marks the turns of words that our own record of prompt events holds
// too: hashes are those of the prompts' texts, in the order in which they were
// submitted. The events of a session come in the order of its turns, so a turn
// is matched with the first event after that of the turn before. A turn
// without an event of its own stays unmarked.
func Witness(turns []transcript.Turn, hashes []string, hash func(string) string) {
	at := 0
	for i := range turns {
		if turns[i].Role != transcript.User {
			continue
		}
		h := hash(turns[i].Text)
		for j := at; j < len(hashes); j++ {
			if hashes[j] == h {
				turns[i].Witnessed = true
				at = j + 1
				break
			}
		}
	}
}

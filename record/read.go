package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"

	"automode/gate"
	"automode/internal/osfile"
)

// Entry is one line of the log.
type Entry struct {
	V        int
	Type     string
	Line     json.RawMessage // the line as it stands, an object
	Decision *gate.Record    // of type Decision
	Event    *Event          // of type Happened
}

// maxLine is how long a line may be to be read, bytes.
const maxLine = 4 << 20

// Entries gives what the log holds, oldest first. A line that is torn, by a
// kill or a full disk, is passed over, and so is one of a version or type that
// is not known: its Entry has only a Line. The error is of a file that cannot
// be read; the others follow.
func (l *Log) Entries() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for _, path := range append(l.aside(), l.Path()) {
			f, _, err := osfile.Open(path)
			if osfile.Absent(err) {
				continue
			}
			if err != nil {
				if !yield(Entry{}, trouble(path, err)) {
					return
				}
				continue
			}
			err = scan(f, func(e Entry) bool { return yield(e, nil) })
			f.Close()
			if err == errStopped {
				return
			}
			if err != nil && !yield(Entry{}, trouble(path, err)) {
				return
			}
		}
	}
}

var errStopped = errors.New("the reader has enough")

// scan reads lines of the log from r until yield returns false.
func scan(r io.Reader, yield func(Entry) bool) error {
	in := bufio.NewReaderSize(r, 64<<10)
	for {
		line, err := readLine(in)
		if e, ok := parse(line); ok && !yield(e) {
			return errStopped
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// readLine reads one line; one longer than maxLine is torn.
func readLine(in *bufio.Reader) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(line) <= maxLine {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull {
			return bytes.TrimSpace(line), err
		}
	}
}

func parse(line []byte) (Entry, bool) {
	var head struct {
		V    int    `json:"v"`
		Type string `json:"type"`
	}
	if len(line) == 0 || json.Unmarshal(line, &head) != nil {
		return Entry{}, false
	}
	e := Entry{V: head.V, Type: head.Type, Line: append(json.RawMessage(nil), line...)}
	if head.V != Version {
		return e, true
	}
	switch head.Type {
	case Decision:
		if r := new(gate.Record); json.Unmarshal(line, r) == nil {
			e.Decision = r
		}
	case Happened:
		if ev := new(Event); json.Unmarshal(line, ev) == nil {
			e.Event = ev
		}
	}
	return e, true
}

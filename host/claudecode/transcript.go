package claudecode

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"

	"automode/call"
	"automode/internal/plainjson"
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
	Incomplete bool `json:"incomplete,omitempty"`
	Skipped    int  `json:"skipped,omitempty"` // lines that were too long or no JSON
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

// ReadTranscript reads the transcript r, of size bytes, from where from ended.
// It gives the turns that were added, and the state for the next reading. A
// last line that is not finished is left for then. It streams: its memory is
// bounded by one line and by what a person said.
//
// The error is r's own; the reading and the state then hold what was read
// before it, with State.Incomplete set.
func ReadTranscript(r io.ReaderAt, size int64, from State) (Reading, State, error) {
	rd := reader{state: from}
	head, err := readHead(r, size)
	if err != nil {
		rd.state.Incomplete = true
		return rd.out, rd.state, err
	}
	if from.Offset > size || from.HeadN > len(head) || from.HeadN > 0 && hashOf(head[:from.HeadN]) != from.Head {
		rd.state = State{}
		rd.out.Fresh = true
	}
	if from.Offset == 0 {
		rd.out.Fresh = true
	}
	rd.state.HeadN, rd.state.Head = len(head), hashOf(head)
	err = eachLine(r, rd.state.Offset, size, func(line []byte, end int64, whole bool) {
		rd.state.Offset = end
		rd.line(line, whole)
	})
	if err != nil {
		rd.state.Incomplete = true
	}
	rd.trim()
	return rd.out, rd.state, err
}

// readHead reads the file's first bytes.
func readHead(r io.ReaderAt, size int64) ([]byte, error) {
	n := headBytes
	if int64(n) > size {
		n = int(size)
	}
	b := make([]byte, max(n, 0))
	got, err := r.ReadAt(b, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return b[:got], nil
}

func hashOf(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// eachLine calls f with every finished line in [from, size): the line without
// its newline, the offset after it, and whether it is all there. Of a line
// longer than MaxLine f gets the beginning.
func eachLine(r io.ReaderAt, from, size int64, f func(line []byte, end int64, whole bool)) error {
	buf := make([]byte, 0, max(0, min(chunk, size-from)))
	at := from      // file offset of the end of buf
	long := false   // the line that buf begins with was found too long
	var head []byte // its beginning
	for at < size {
		n := min(int64(chunk), size-at)
		if cap(buf)-len(buf) < int(n) {
			buf = append(make([]byte, 0, 2*cap(buf)+int(n)), buf...)
		}
		got, err := r.ReadAt(buf[len(buf):len(buf)+int(n)], at)
		buf = buf[:len(buf)+got]
		at += int64(got)
		start := 0
		for scan := len(buf) - got; ; scan = start {
			i := bytes.IndexByte(buf[scan:], '\n')
			if i < 0 {
				break
			}
			line := buf[start : scan+i]
			start = scan + i + 1
			end := at - int64(len(buf)-start)
			if long {
				f(head, end, false)
				long, head = false, nil
				continue
			}
			if len(line) > MaxLine {
				f(line[:4096], end, false)
				continue
			}
			f(line, end, true)
		}
		buf = buf[:copy(buf, buf[start:])]
		if !long && len(buf) > MaxLine {
			long, head = true, append([]byte(nil), buf[:4096]...)
		}
		if long {
			buf = buf[:0]
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if got == 0 {
			return nil // shorter than was said
		}
	}
	return nil
}

// reader collects the turns of one reading.
type reader struct {
	out   Reading
	state State
	bytes int            // of the inputs of the calls in out
	calls int            // in out
	index map[string]int // position in out.Turns of calls without a result, by id
	// each, where set, is called with every call and the turns before it.
	each func(row int, c call.Call, before []transcript.Turn)
	row  int
}

// line reads one line.
func (rd *reader) line(line []byte, whole bool) {
	rd.row++
	if !whole {
		rd.state.Skipped++
		if mayBeSpeech(line) {
			rd.state.Incomplete = true
		}
		return
	}
	// Most of the bytes are rows of whole requests and are none of our business.
	if otherRow(line) {
		return
	}
	if !bytes.Contains(line, []byte(`"user"`)) && !bytes.Contains(line, []byte(`"assistant"`)) && !bytes.Contains(line, []byte(`"queued_command"`)) {
		return
	}
	var r row
	if err := plainjson.Unmarshal(line, &r); err != nil {
		if len(bytes.TrimSpace(line)) > 0 && mayBeSpeech(line[:min(len(line), 4096)]) {
			rd.state.Skipped++
			rd.state.Incomplete = true
		}
		return
	}
	switch r.Type {
	case "user":
		rd.user(&r)
	case "attachment":
		if s, ok := r.words(); ok {
			rd.say(s)
		}
	case "assistant":
		for _, b := range blocks(r.Message.Content) {
			if b.Type == "tool_use" && b.Name != "" {
				rd.call(&r, b)
			}
		}
	}
}

// otherRow tells of a line that begins by saying that it is a row of another
// type.
func otherRow(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte(`{"type":"`))
	return ok && !bytes.HasPrefix(rest, []byte(`user"`)) && !bytes.HasPrefix(rest, []byte(`assistant"`)) && !bytes.HasPrefix(rest, []byte(`attachment"`)) &&
		len(rest) > 0 && rest[0] != '\\'
}

// mayBeSpeech tells whether a line that cannot be read may be a row with a
// person's words: unless it says early on that it is of another type.
func mayBeSpeech(beginning []byte) bool {
	_, rest, ok := bytes.Cut(beginning, []byte(`"type":"`))
	if !ok {
		return true
	}
	for _, kind := range [...]string{"user", "attachment", "queued_command", "text", "tool_result", "image"} {
		if bytes.HasPrefix(rest, []byte(kind+`"`)) {
			return true
		}
	}
	return false
}

func (rd *reader) say(s string) {
	rd.out.Turns = append(rd.out.Turns, transcript.Turn{Role: transcript.User, Text: s})
}

func (rd *reader) call(r *row, b block) {
	if rd.each != nil {
		rd.each(rd.row, r.call(b), rd.out.Turns)
	}
	rd.out.Turns = append(rd.out.Turns, transcript.Turn{Role: transcript.Tool, Call: r.call(b)})
	rd.calls++
	rd.bytes += len(b.Input)
	if rd.index == nil {
		rd.index = map[string]int{}
	}
	rd.index[b.ID] = len(rd.out.Turns) - 1
	rd.state.Open = append(rd.state.Open, Open{b.ID, b.Name})
	if len(rd.state.Open) > maxOpen {
		rd.state.Open = append([]Open(nil), rd.state.Open[len(rd.state.Open)-maxOpen:]...)
	}
	if rd.calls > 2*MaxCalls || rd.bytes > 2*MaxCallBytes {
		rd.trim()
	}
}

// user reads a row of type user: a person's words, or results of calls.
func (rd *reader) user(r *row) {
	if s, ok := r.words(); ok {
		rd.say(s)
		return
	}
	for _, b := range blocks(r.Message.Content) {
		switch {
		case b.Type == "tool_result":
			rd.result(r, b)
		case b.Type == "text" && len(b.Text) < 200 && !r.Sidechain && bytes.HasPrefix([]byte(b.Text), []byte(interruption)):
			rd.interrupt(transcript.Turn{Role: transcript.Interrupted})
		}
	}
}

// interrupt adds an interruption; the client notes one twice.
func (rd *reader) interrupt(t transcript.Turn) {
	if n := len(rd.out.Turns); n > 0 {
		if last := rd.out.Turns[n-1].Role; last == transcript.Interrupted || last == transcript.Refused {
			return
		}
	}
	rd.out.Turns = append(rd.out.Turns, t)
}

// result notes how a call ended.
func (rd *reader) result(r *row, b block) {
	open := Open{}
	for i, o := range rd.state.Open {
		if o.ID == b.CallID {
			open = o
			rd.state.Open = append(rd.state.Open[:i:i], rd.state.Open[i+1:]...)
			break
		}
	}
	e := r.ending(b)
	i, here := rd.index[b.CallID]
	t := transcript.Turn{Role: transcript.Refused}
	switch {
	case here:
		delete(rd.index, b.CallID)
		rd.out.Turns[i].Result, rd.out.Turns[i].Denied = e.result, e.denied
		t.Call = rd.out.Turns[i].Call
	case open.ID != "":
		if rd.out.Ended == nil {
			rd.out.Ended = map[string]Ended{}
		}
		rd.out.Ended[b.CallID] = Ended{e.result, e.denied}
		t.Call.ID, t.Call.Host, t.Call.Tool = open.ID, Host, open.Tool
	default:
		return // of no call that we know
	}
	switch {
	case e.refused:
		rd.out.Turns = append(rd.out.Turns, t)
		if e.feedback != "" && !r.Sidechain {
			rd.say(e.feedback)
		}
	case e.stopped:
		t.Role = transcript.Interrupted
		rd.interrupt(t)
	case e.result == transcript.OK && t.Call.Tool == "AskUserQuestion" && !r.Sidechain:
		rd.out.Turns = append(rd.out.Turns, r.answers()...)
	}
}

// trim drops the oldest calls of more than are kept.
func (rd *reader) trim() {
	over, overBytes := rd.calls-MaxCalls, rd.bytes-MaxCallBytes
	if over <= 0 && overBytes <= 0 {
		return
	}
	kept := rd.out.Turns[:0]
	for _, t := range rd.out.Turns {
		if t.Role == transcript.Tool && (over > 0 || overBytes > 0) {
			over--
			overBytes -= len(t.Call.Input)
			rd.calls--
			rd.bytes -= len(t.Call.Input)
			rd.out.Dropped++
			delete(rd.index, t.Call.ID)
			continue
		}
		kept = append(kept, t)
	}
	clear(rd.out.Turns[len(kept):])
	rd.out.Turns = kept
	for i, t := range kept {
		if t.Role == transcript.Tool {
			if _, ok := rd.index[t.Call.ID]; ok {
				rd.index[t.Call.ID] = i
			}
		}
	}
}

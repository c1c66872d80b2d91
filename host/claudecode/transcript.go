package claudecode

import (
	"bytes"
	"io"

	"automode/host"
	"automode/internal/plainjson"
	"automode/transcript"
)

// Format reads this client's transcripts.
type Format struct{}

// ReadTranscript is host.ReadTranscript of this client's.
func ReadTranscript(r io.ReaderAt, size int64, from State) (Reading, State, error) {
	return host.ReadTranscript(Format{}, r, size, from)
}

// Row reads one line.
func (f Format) Row(c *host.Collector, line []byte) bool {
	// Most of the bytes are rows of whole requests and are none of our business.
	if otherRow(line) {
		return true
	}
	if !bytes.Contains(line, []byte(`"user"`)) && !bytes.Contains(line, []byte(`"assistant"`)) && !bytes.Contains(line, []byte(`"queued_command"`)) {
		return true
	}
	var r row
	if err := plainjson.Unmarshal(line, &r); err != nil {
		return false
	}
	switch r.Type {
	case "user":
		r.user(c)
	case "attachment":
		if s, ok := r.words(); ok {
			c.Say(s)
		}
	case "assistant":
		for _, b := range blocks(r.Message.Content) {
			if b.Type == "tool_use" && b.Name != "" {
				c.Call(r.call(b))
			}
		}
	}
	return true
}

// otherRow tells of a line that begins by saying that it is a row of another
// type.
func otherRow(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte(`{"type":"`))
	return ok && !bytes.HasPrefix(rest, []byte(`user"`)) && !bytes.HasPrefix(rest, []byte(`assistant"`)) && !bytes.HasPrefix(rest, []byte(`attachment"`)) &&
		len(rest) > 0 && rest[0] != '\\'
}

// MaySpeak tells whether a line that cannot be read may be a row with a
// person's words: unless it says early on that it is of another type.
func (Format) MaySpeak(beginning []byte) bool {
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

// user reads a row of type user: a person's words, or results of calls.
func (r *row) user(c *host.Collector) {
	if s, ok := r.words(); ok {
		c.Say(s)
		return
	}
	for _, b := range blocks(r.Message.Content) {
		switch {
		case b.Type == "tool_result":
			e := r.ending(b)
			if r.Sidechain {
				e.Feedback = "" // the agent that started it said that
			}
			of, known := c.End(b.CallID, Host, e)
			if known && e.Result == transcript.OK && of.Tool == "AskUserQuestion" && !r.Sidechain {
				for _, t := range r.answers() {
					c.Add(t)
				}
			}
		case b.Type == "text" && len(b.Text) < 200 && !r.Sidechain && bytes.HasPrefix([]byte(b.Text), []byte(interruption)):
			c.Interrupt(transcript.Turn{})
		}
	}
}

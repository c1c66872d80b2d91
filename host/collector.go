package host

import (
	"bytes"
	"strings"

	"automode/call"
	"automode/transcript"
)

// Collector collects the turns of one reading. A Format tells it what a line
// holds.
type Collector struct {
	out   Reading
	state State
	bytes int            // of the inputs of the calls in out
	calls int            // in out
	index map[string]int // position in out.Turns of calls without a result, by id
	// each, where set, is called with every call and the turns before it.
	each func(c call.Call, before []transcript.Turn)
}

// line reads one line.
func (c *Collector) line(format Format, line []byte, whole bool) {
	switch {
	case !whole:
		c.state.Skipped++
		c.state.Incomplete = c.state.Incomplete || format.MaySpeak(line)
	case format.Row(c, line):
	case len(bytes.TrimSpace(line)) > 0 && format.MaySpeak(line[:min(len(line), 4096)]):
		c.state.Skipped++
		c.state.Incomplete = true
	}
}

// Say adds words of the person's.
func (c *Collector) Say(s string) {
	c.Add(transcript.Turn{Role: transcript.User, Text: s})
}

// Add adds a turn that is no call.
func (c *Collector) Add(t transcript.Turn) { c.out.Turns = append(c.out.Turns, t) }

// Dir is the working directory that the transcript last said; empty where it
// says none.
func (c *Collector) Dir() string { return c.state.Dir }

// SetDir notes the working directory of the calls to come.
func (c *Collector) SetDir(dir string) { c.state.Dir = dir }

// Has tells whether a call of that id was read and has not ended.
func (c *Collector) Has(id string) bool {
	for _, o := range c.state.Open {
		if o.ID == id {
			return true
		}
	}
	return false
}

// News tells whether a row, or the id of one, was not read before: for formats
// that write a row again when it changes. It remembers the last ones only, in
// order, which is where rows are repeated.
func (c *Collector) News(row []byte) bool {
	h := hashOf(row)
	if strings.Contains(c.state.Past, h) {
		return false
	}
	c.state.Past = h + c.state.Past[:min(len(c.state.Past), 63*len(h))]
	return true
}

// Call adds a call of the agent's.
func (c *Collector) Call(one call.Call) {
	if c.each != nil {
		c.each(one, c.out.Turns)
	}
	c.Add(transcript.Turn{Role: transcript.Tool, Call: one})
	c.calls++
	c.bytes += len(one.Input)
	if c.index == nil {
		c.index = map[string]int{}
	}
	c.index[one.ID] = len(c.out.Turns) - 1
	c.state.Open = append(c.state.Open, Open{one.ID, one.Tool})
	if len(c.state.Open) > maxOpen {
		c.state.Open = append([]Open(nil), c.state.Open[len(c.state.Open)-maxOpen:]...)
	}
	if c.calls > 2*MaxCalls || c.bytes > 2*MaxCallBytes {
		c.trim()
	}
}

// Interrupt adds an interruption, unless the last turn was one or a refusal:
// hosts note one twice.
func (c *Collector) Interrupt(t transcript.Turn) {
	if n := len(c.out.Turns); n > 0 {
		if last := c.out.Turns[n-1].Role; last == transcript.Interrupted || last == transcript.Refused {
			return
		}
	}
	t.Role = transcript.Interrupted
	c.Add(t)
}

// Ending is how a call ended, as a transcript tells it.
type Ending struct {
	Result   transcript.Result
	Denied   bool   // by a hook or a rule
	Refused  bool   // by a person, before it ran
	Stopped  bool   // by a person, while it ran
	Feedback string // what the person said with a refusal
}

// End notes how the call of that id ended, and adds what the person said with
// it. It gives the call, as far as it is known, and false where it is of no
// call that was read.
func (c *Collector) End(id, host string, e Ending) (call.Call, bool) {
	open := Open{}
	for i, o := range c.state.Open {
		if o.ID == id {
			open = o
			c.state.Open = append(c.state.Open[:i:i], c.state.Open[i+1:]...)
			break
		}
	}
	i, here := c.index[id]
	var t transcript.Turn
	switch {
	case here:
		delete(c.index, id)
		c.out.Turns[i].Result, c.out.Turns[i].Denied = e.Result, e.Denied
		t.Call = c.out.Turns[i].Call
	case open.ID != "":
		if c.out.Ended == nil {
			c.out.Ended = map[string]Ended{}
		}
		c.out.Ended[id] = Ended{e.Result, e.Denied}
		t.Call.ID, t.Call.Host, t.Call.Tool = open.ID, host, open.Tool
	default:
		return call.Call{}, false
	}
	switch {
	case e.Refused:
		t.Role = transcript.Refused
		c.Add(t)
		if e.Feedback != "" {
			c.Say(e.Feedback)
		}
	case e.Stopped:
		c.Interrupt(t)
	}
	return t.Call, true
}

// trim drops the oldest calls of more than are kept.
func (c *Collector) trim() {
	over, overBytes := c.calls-MaxCalls, c.bytes-MaxCallBytes
	if over <= 0 && overBytes <= 0 {
		return
	}
	kept := c.out.Turns[:0]
	for _, t := range c.out.Turns {
		if t.Role == transcript.Tool && (over > 0 || overBytes > 0) {
			over--
			overBytes -= len(t.Call.Input)
			c.calls--
			c.bytes -= len(t.Call.Input)
			c.out.Dropped++
			delete(c.index, t.Call.ID)
			continue
		}
		kept = append(kept, t)
	}
	clear(c.out.Turns[len(kept):])
	c.out.Turns = kept
	for i, t := range kept {
		if t.Role == transcript.Tool {
			if _, ok := c.index[t.Call.ID]; ok {
				c.index[t.Call.ID] = i
			}
		}
	}
}

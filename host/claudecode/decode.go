package claudecode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"automode/call"
	"automode/internal/plainjson"
	"automode/verdict"
)

// MaxEvent is the size, in bytes, up to which an event is read. The client's
// largest inputs are files that it writes, and it limits those itself.
const MaxEvent = 8 << 20

// ReadEvent reads one event from r, up to MaxEvent bytes. The error is an
// *Error.
func ReadEvent(r io.Reader) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, MaxEvent+1))
	switch {
	case len(b) > MaxEvent:
		return nil, tooLarge(len(b), true)
	case err != nil:
		return nil, &Error{Fault: Unreadable, What: "the event could not be read: " + verdict.Quote(err.Error(), 200), Next: nextDoctor}
	}
	return b, nil
}

func tooLarge(n int, more bool) *Error {
	size := fmt.Sprintf("%d bytes", n)
	if more {
		size = fmt.Sprintf("more than %d bytes", n-1)
	}
	return &Error{Fault: TooLarge, What: fmt.Sprintf("the event is %s, the limit is %d", size, MaxEvent),
		Next: "make the change in smaller steps"}
}

// wire is an event as the client writes it. Pointers tell a missing field
// from an empty one.
type wire struct {
	Event           *string         `json:"hook_event_name"`
	Session         *string         `json:"session_id"`
	Transcript      *string         `json:"transcript_path"`
	Dir             *string         `json:"cwd"`
	PromptID        *string         `json:"prompt_id"`
	Mode            *string         `json:"permission_mode"`
	Agent           *string         `json:"agent_id"`
	AgentType       *string         `json:"agent_type"`
	Tool            *string         `json:"tool_name"`
	Input           json.RawMessage `json:"tool_input"`
	CallID          *string         `json:"tool_use_id"`
	Response        json.RawMessage `json:"tool_response"`
	Prompt          *string         `json:"prompt"`
	Source          *string         `json:"source"`
	Reason          *string         `json:"reason"`
	Error           json.RawMessage `json:"error"`
	AgentTranscript *string         `json:"agent_transcript_path"`
	LastMessage     *string         `json:"last_assistant_message"`
}

// Decode reads one event. It gives an *Error, with as much of the event's name
// as could be told, for anything that is not exactly one known event with the
// fields that a decision needs: a call whose tool or input is missing is an
// error, never a call that asks for nothing.
func Decode(data []byte) (Event, error) {
	if len(data) > MaxEvent {
		return Event{}, tooLarge(len(data), false)
	}
	if t := bytes.TrimLeft(data, " \t\r\n"); len(t) == 0 {
		return Event{}, fault(Malformed, "", "the event is empty")
	} else if t[0] != '{' {
		return Event{}, fault(Malformed, "", "the event is not a JSON object")
	}
	// The name first, by itself, so that even an event with a field of a wrong
	// type is answered in the right dialect.
	var name struct {
		Event json.RawMessage `json:"hook_event_name"`
	}
	if err := plainjson.Unmarshal(data, &name); err != nil {
		return Event{}, fault(Malformed, "", "the event is not valid JSON: "+verdict.Quote(err.Error(), 200))
	}
	var n Name
	if plainjson.Unmarshal(name.Event, &n) != nil || n == "" {
		return Event{}, fault(WrongType, "", "the event has no hook_event_name")
	}
	if !known(n) {
		return Event{}, fault(UnknownEvent, "", "the event "+verdict.Quote(string(n), 60)+" is not one that this hook is made for")
	}
	var w wire
	if err := plainjson.Unmarshal(data, &w); err != nil {
		return Event{Name: n}, fault(WrongType, n, "a field of the event has another type than expected: "+verdict.Quote(err.Error(), 200))
	}
	e := Event{Name: n, Session: text(w.Session), Transcript: text(w.Transcript), Dir: text(w.Dir), PromptID: text(w.PromptID),
		HostMode: text(w.Mode), Agent: text(w.Agent), AgentType: text(w.AgentType), Prompt: text(w.Prompt), Source: text(w.Source),
		Reason: text(w.Reason), AgentTranscript: text(w.AgentTranscript), LastMessage: text(w.LastMessage)}
	if e.Session == "" {
		return e, missing(n, "session_id")
	}
	if n == UserPromptSubmit && w.Prompt == nil {
		return e, missing(n, "prompt")
	}
	if !n.HasCall() {
		return e, nil
	}
	if n == PostToolUseFailure && e.Reason == "" {
		e.Reason = string(w.Error)
	}
	switch input := bytes.TrimLeft(w.Input, " \t\r\n"); {
	case text(w.Tool) == "":
		return e, missing(n, "tool_name")
	case len(input) == 0 || input[0] != '{':
		return e, fault(WrongType, n, "the event's tool_input is no object")
	case !strings.HasPrefix(e.Dir, "/") && !windowsAbs(e.Dir):
		return e, missing(n, "absolute cwd")
	}
	e.Response = w.Response
	e.Call = call.Call{ID: text(w.CallID), Host: Host, Tool: text(w.Tool), Input: w.Input, Dir: e.Dir, Agent: e.Agent, AgentType: e.AgentType,
		Background: background(w.Input)}
	return e, nil
}

func missing(n Name, field string) *Error {
	return fault(WrongType, n, "the event has no "+field)
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// windowsAbs tells of "C:\x" and "\\host\share".
func windowsAbs(s string) bool {
	return len(s) > 2 && s[1] == ':' && (s[2] == '\\' || s[2] == '/') || strings.HasPrefix(s, `\\`)
}

// background tells whether an input asks to run on after the call returns.
func background(input json.RawMessage) bool {
	var in struct {
		Background any `json:"run_in_background"`
	}
	if plainjson.Unmarshal(input, &in) != nil {
		return false
	}
	switch v := in.Background.(type) {
	case bool:
		return v
	case string: // the client takes "true" for true
		return v == "true"
	}
	return false
}

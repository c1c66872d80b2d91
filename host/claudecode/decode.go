package claudecode

import (
	"bytes"
	"encoding/json"
	"strings"

	"automode/call"
	"automode/host"
	"automode/internal/plainjson"
	"automode/verdict"
)

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

// Dialect is how this client speaks.
type Dialect struct{}

// Decode reads one event. It gives an *Error, with as much of the event's name
// as could be told, for anything that is not exactly one known event with the
// fields that a decision needs: a call whose tool or input is missing is an
// error, never a call that asks for nothing.
func (Dialect) Decode(data []byte) (Event, error) {
	if len(data) > host.MaxEvent {
		return Event{}, host.TooLong(len(data))
	}
	if t := bytes.TrimLeft(data, " \t\r\n"); len(t) == 0 {
		return Event{}, host.NewError(host.Malformed, "", "the event is empty")
	} else if t[0] != '{' {
		return Event{}, host.NewError(host.Malformed, "", "the event is not a JSON object")
	}
	// The name first, by itself, so that even an event with a field of a wrong
	// type is answered in the right dialect.
	var name struct {
		Event json.RawMessage `json:"hook_event_name"`
	}
	if err := plainjson.Unmarshal(data, &name); err != nil {
		return Event{}, host.NewError(host.Malformed, "", "the event is not valid JSON: "+verdict.Quote(err.Error(), 200))
	}
	var n Name
	if plainjson.Unmarshal(name.Event, &n) != nil || n == "" {
		return Event{}, host.NewError(host.WrongType, "", "the event has no hook_event_name")
	}
	if !n.Known() {
		return Event{}, host.NewError(host.UnknownEvent, "", "the event "+verdict.Quote(string(n), 60)+" is not one that this hook is made for")
	}
	var w wire
	if err := plainjson.Unmarshal(data, &w); err != nil {
		return Event{Name: n}, host.NewError(host.WrongType, n, "a field of the event has another type than expected: "+verdict.Quote(err.Error(), 200))
	}
	e := Event{Name: n, Session: text(w.Session), Transcript: text(w.Transcript), Dir: text(w.Dir), PromptID: text(w.PromptID),
		HostMode: text(w.Mode), Agent: text(w.Agent), AgentType: text(w.AgentType), Prompt: text(w.Prompt), Source: text(w.Source),
		Reason: text(w.Reason), AgentTranscript: text(w.AgentTranscript), LastMessage: text(w.LastMessage)}
	if e.Session == "" {
		return e, host.Missing(n, "session_id")
	}
	if n == UserPromptSubmit && w.Prompt == nil {
		return e, host.Missing(n, "prompt")
	}
	if !n.HasCall() {
		return e, nil
	}
	if n == PostToolUseFailure && e.Reason == "" {
		e.Reason = string(w.Error)
	}
	switch input := bytes.TrimLeft(w.Input, " \t\r\n"); {
	case text(w.Tool) == "":
		return e, host.Missing(n, "tool_name")
	case len(input) == 0 || input[0] != '{':
		return e, host.NewError(host.WrongType, n, "the event's tool_input is no object")
	case !strings.HasPrefix(e.Dir, "/") && !windowsAbs(e.Dir):
		return e, host.Missing(n, "absolute cwd")
	}
	e.Response = w.Response
	e.Call = call.Call{ID: text(w.CallID), Host: Host, Tool: text(w.Tool), Input: w.Input, Dir: e.Dir, Agent: e.Agent, AgentType: e.AgentType,
		Background: background(w.Input)}
	return e, nil
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

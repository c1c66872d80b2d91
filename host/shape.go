package host

import (
	"bytes"
	"encoding/json"
	"strings"

	"automode/call"
	"automode/internal/plainjson"
	"automode/verdict"
)

// Shape says what a host calls the fields of its events. A field that is empty
// is one that the host does not send. It decodes most hosts; what is peculiar
// to one is done by Adapt.
type Shape struct {
	Host   string
	Events []Alias // the host's names of events
	// Event is the field that names the event. A host that does not say it in
	// what it sends is told apart by the installed line.
	Event      string
	Session    string
	Transcript string
	Dir        string
	PromptID   string
	Mode       string
	Agent      string
	AgentType  string
	Tool       string
	Input      string
	CallID     string
	Response   string
	Prompt     string
	Source     string
	Reason     string
	Last       string // the agent's last words

	// Adapt, where set, looks at an event with a call once all else is read,
	// and may change it. fields are the event's, undecoded.
	Adapt func(e *Event, fields map[string]json.RawMessage) error
}

// Alias is a host's name of an event. One that the host calls several things
// has several.
type Alias struct {
	Theirs string
	Ours   Name
}

// Decode reads one event, named by the installed line where named is not
// empty. What the event says of its own name must then agree.
func (s *Shape) Decode(data []byte, named string) (Event, error) {
	if len(data) > MaxEvent {
		return Event{Name: s.Name(named)}, TooLong(len(data))
	}
	known := s.Name(named)
	if named != "" && known == "" {
		return Event{}, NewError(UnknownEvent, "", "the event "+verdict.Quote(named, 60)+" is not one that this hook is made for")
	}
	if t := bytes.TrimLeft(data, " \t\r\n"); len(t) == 0 {
		return Event{Name: known}, NewError(Malformed, known, "the event is empty")
	} else if t[0] != '{' {
		return Event{Name: known}, NewError(Malformed, known, "the event is not a JSON object")
	}
	fields := map[string]json.RawMessage{}
	if err := plainjson.Unmarshal(data, &fields); err != nil {
		return Event{Name: known}, NewError(Malformed, known, "the event is not valid JSON: "+verdict.Quote(err.Error(), 200))
	}
	e := Event{Name: known}
	r := fieldReader{fields: fields}
	if said := r.text(s.Event); said != "" || named == "" {
		n := s.Name(said)
		switch {
		case said == "":
			return e, NewError(WrongType, known, "the event has no "+s.Event)
		case n == "":
			return e, NewError(UnknownEvent, known, "the event "+verdict.Quote(said, 60)+" is not one that this hook is made for")
		case known != "" && n != known:
			return e, NewError(WrongType, known, "the event says that it is "+verdict.Quote(said, 60)+", and the installed line that it is "+named)
		}
		e.Name = n
	}
	n := e.Name
	e.Session, e.Transcript, e.Dir, e.PromptID = r.text(s.Session), r.text(s.Transcript), r.text(s.Dir), r.text(s.PromptID)
	e.HostMode, e.Agent, e.AgentType = r.text(s.Mode), r.text(s.Agent), r.text(s.AgentType)
	e.Prompt, e.Source, e.Reason, e.LastMessage = r.text(s.Prompt), r.text(s.Source), r.text(s.Reason), r.text(s.Last)
	if e.Name.HasCall() {
		e.Call = call.Call{ID: r.text(s.CallID), Host: s.Host, Tool: r.text(s.Tool), Input: fields[s.Input], Dir: e.Dir, Agent: e.Agent, AgentType: e.AgentType}
		e.Response = fields[s.Response]
	}
	if r.wrong != "" {
		return Event{Name: n}, NewError(WrongType, n, "the event's "+r.wrong+" is no text")
	}
	if s.Adapt != nil {
		if err := s.Adapt(&e, fields); err != nil {
			return Event{Name: n}, NewError(WrongType, n, verdict.Quote(err.Error(), 200))
		}
	}
	switch {
	case e.Session == "":
		return e, Missing(n, s.Session)
	case n == UserPromptSubmit && fields[s.Prompt] == nil:
		return e, Missing(n, s.Prompt)
	case !n.HasCall():
		return e, nil
	case e.Call.Tool == "":
		return e, Missing(n, s.Tool)
	case !isObject(e.Call.Input):
		return e, NewError(WrongType, n, "the event's "+s.Input+" is no object")
	case !Absolute(e.Call.Dir):
		return e, Missing(n, "absolute "+s.Dir)
	}
	return e, nil
}

// Name is our name of an event that the host calls theirs; empty for none.
func (s *Shape) Name(theirs string) Name {
	for _, a := range s.Events {
		if a.Theirs == theirs {
			return a.Ours
		}
	}
	return ""
}

// fieldReader reads texts, and keeps the name of the first field that holds
// something else.
type fieldReader struct {
	fields map[string]json.RawMessage
	wrong  string
}

func (r *fieldReader) text(name string) string {
	raw, ok := r.fields[name]
	if name == "" || !ok || string(raw) == "null" {
		return ""
	}
	var s string
	if plainjson.Unmarshal(raw, &s) != nil && r.wrong == "" {
		r.wrong = name
	}
	return s
}

func isObject(raw json.RawMessage) bool {
	t := bytes.TrimLeft(raw, " \t\r\n")
	return len(t) > 0 && t[0] == '{'
}

// Absolute tells of "/x", "C:\x" and "\\host\share".
func Absolute(s string) bool {
	return strings.HasPrefix(s, "/") || len(s) > 2 && s[1] == ':' && (s[2] == '\\' || s[2] == '/') || strings.HasPrefix(s, `\\`)
}

// InDir makes c run in the directory that the named argument of its input
// gives, where it gives one; a relative one is below c.Dir. An argument that is
// no text is an error: nobody knows then where the call would run.
func InDir(c *call.Call, names ...string) error {
	var in map[string]json.RawMessage
	if plainjson.Unmarshal(c.Input, &in) != nil {
		return nil // found out later
	}
	r := fieldReader{fields: in}
	for _, name := range names {
		dir := r.text(name)
		switch {
		case r.wrong != "":
			return NewError(WrongType, "", "the call's "+r.wrong+" is no text")
		case dir == "":
			continue
		case Absolute(dir):
			c.Dir = dir
		default:
			c.Dir = strings.TrimSuffix(c.Dir, "/") + "/" + dir
		}
		return nil
	}
	return nil
}

// Background tells whether the named argument of c's input says that it runs
// on after the call returns: true, or "true".
func Background(c *call.Call, name string) {
	var in map[string]json.RawMessage
	if plainjson.Unmarshal(c.Input, &in) != nil {
		return
	}
	switch string(bytes.TrimSpace(in[name])) {
	case "true", `"true"`:
		c.Background = true
	}
}

// Written writes v as the one JSON object of an answer.
func Written(v any) Answer {
	b, err := plainjson.Append(nil, v)
	if err != nil { // texts and bools can always be written
		return Answer{Stderr: "automode: the answer could not be written; run `automode doctor`\n", Exit: 2}
	}
	return Answer{Stdout: append(b, '\n')}
}

// Blocked makes a an answer that blocks by itself twice: by what it says, and
// by its exit code with a line on standard error.
func Blocked(a Answer, what string) Answer {
	a.Stderr, a.Exit = "automode: "+FailureText(what)+"\n", 2
	return a
}

// FailureText is a failure in one line that is never empty.
func FailureText(what string) string {
	if what == "" {
		what = "the gate failed"
	}
	return verdict.Quote(what, 600)
}

// FailureDecision is the denial that a failure of the gate's own comes to.
func FailureDecision(what string) verdict.Decision {
	return verdict.Decision{Layer: verdict.LayerError, Code: verdict.CodeState, Reason: FailureText(what)}
}

// Told is the answer, in a host without notices, to an event that nobody waits
// for: a line on standard error and success.
func Told(what string) Answer { return Answer{Stderr: "automode: " + FailureText(what) + "\n"} }

// Reasoned makes sure that a denial has a reason: without one some hosts
// let the call run.
func Reasoned(s string) string {
	if s == "" {
		return "automode denied this call."
	}
	return s
}

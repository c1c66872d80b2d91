package codex

import (
	"bytes"
	"encoding/json"
	"strings"

	"automode/call"
	"automode/host"
	"automode/internal/plainjson"
	"automode/transcript"
)

// Format reads this client's rollouts: $CODEX_HOME/sessions/Y/M/D/rollout-*.jsonl.
//
// What the model is given as role "user" also holds what the client put there,
// so a person's words are those of the events about messages of the user's.
type Format struct{}

type row struct {
	Type    string `json:"type"`
	Payload struct {
		Type string `json:"type"`
		Dir  string `json:"cwd"`
		Item struct {
			Type    string `json:"type"`
			Content []struct {
				Type string `json:"type"`
				Text string `json:"text"`
			} `json:"content"`
		} `json:"item"`
		Message   json.RawMessage `json:"message"` // of older versions' user_message
		CallID    string          `json:"call_id"`
		Name      string          `json:"name"`
		Arguments string          `json:"arguments"`
		Input     json.RawMessage `json:"input"`
		Output    json.RawMessage `json:"output"`
		Reason    string          `json:"reason"`
		Action    json.RawMessage `json:"action"`
	} `json:"payload"`
}

// Row reads one line.
func (Format) Row(c *host.Collector, line []byte) bool {
	kind := kindOf(line)
	switch kind {
	case "session_meta", "turn_context", "event_msg", "response_item", "":
	default:
		return true
	}
	var r row
	if plainjson.Unmarshal(line, &r) != nil {
		return false
	}
	p := &r.Payload
	switch r.Type {
	case "session_meta", "turn_context":
		if host.Absolute(p.Dir) {
			c.SetDir(p.Dir)
		}
	case "event_msg":
		switch {
		case p.Type == "item_completed" && p.Item.Type == "UserMessage":
			var parts []string
			for _, b := range p.Item.Content {
				if b.Text != "" {
					parts = append(parts, b.Text)
				}
			}
			say(c, strings.Join(parts, "\n\n"))
		case p.Type == "user_message":
			var s string
			if plainjson.Unmarshal(p.Message, &s) == nil {
				say(c, s)
			}
		case p.Type == "turn_aborted" && (p.Reason == "" || p.Reason == "interrupted"):
			c.Interrupt(transcript.Turn{})
		}
	case "response_item":
		switch p.Type {
		case "function_call", "custom_tool_call", "local_shell_call":
			if one, ok := callOf(&r, c.Dir()); ok {
				c.Call(one)
			}
		case "function_call_output", "custom_tool_call_output", "local_shell_call_output":
			c.End(p.CallID, Host, ending(p.Output))
		}
	}
	return true
}

func say(c *host.Collector, s string) {
	if s = strings.TrimSpace(s); s != "" {
		c.Say(s)
	}
}

// kindOf is the type a line says near its beginning; empty where it says none
// there.
func kindOf(line []byte) string {
	_, rest, ok := bytes.Cut(line[:min(len(line), 200)], []byte(`"type":`))
	if !ok {
		return ""
	}
	rest = bytes.TrimLeft(rest, " ")
	if len(rest) == 0 || rest[0] != '"' {
		return ""
	}
	name, _, ok := bytes.Cut(rest[1:], []byte(`"`))
	if !ok {
		return ""
	}
	return string(name)
}

// MaySpeak tells whether a line that cannot be read may hold a person's words.
func (Format) MaySpeak(beginning []byte) bool {
	switch kindOf(beginning) {
	case "event_msg":
		return !bytes.Contains(beginning, []byte(`"AgentMessage"`))
	case "":
		return true
	}
	return false
}

// callOf is the call of a row, as the client's hooks tell of it.
func callOf(r *row, dir string) (call.Call, bool) {
	p := &r.Payload
	one := call.Call{ID: p.CallID, Host: Host, Tool: p.Name, Input: json.RawMessage(p.Arguments), Dir: dir}
	switch p.Type {
	case "custom_tool_call": // its input is a text
		one.Input = object("command", p.Input)
	case "local_shell_call":
		one.Tool = "Bash"
		var action struct {
			Command json.RawMessage `json:"command"`
		}
		if plainjson.Unmarshal(p.Action, &action) != nil || action.Command == nil {
			return call.Call{}, false
		}
		one.Input = object("command", action.Command)
	default:
		switch p.Name {
		case "exec_command", "shell", "shell_command":
			var in map[string]json.RawMessage
			if plainjson.Unmarshal(one.Input, &in) == nil {
				cmd := in["cmd"]
				if cmd == nil {
					cmd = in["command"]
				}
				if cmd != nil {
					if host.InDir(&one, "workdir") != nil {
						one.Dir = ""
					}
					one.Tool, one.Input = "Bash", object("command", cmd)
				}
			}
		}
	}
	return one, one.Tool != ""
}

// object is a JSON object with one member.
func object(name string, value json.RawMessage) json.RawMessage {
	if len(value) == 0 {
		return json.RawMessage("{}")
	}
	return json.RawMessage(`{"` + name + `":` + string(value) + "}")
}

// ending reads what came of a call, from the text that the model was given. A
// tool's own output can be worded so too; that can only tighten.
func ending(output json.RawMessage) host.Ending {
	var s string
	if plainjson.Unmarshal(output, &s) != nil {
		s = string(output)
	}
	e := host.Ending{Result: transcript.OK}
	head := s[:min(len(s), 400)]
	switch {
	case strings.HasPrefix(head, "Command blocked by PreToolUse hook:"):
		e = host.Ending{Result: transcript.Failed, Denied: true}
	case strings.Contains(head, "rejected by user"):
		e = host.Ending{Result: transcript.Failed, Refused: true}
	case strings.Contains(head, `Rejected(`):
		e = host.Ending{Result: transcript.Failed, Denied: true}
	case strings.HasPrefix(head, "aborted by user"):
		e = host.Ending{Result: transcript.Failed, Stopped: true}
	case strings.HasPrefix(head, "unsupported "), strings.Contains(head, " failed: "):
		e.Result = transcript.Failed
	}
	if _, rest, ok := strings.Cut(head, "Process exited with code "); ok && !strings.HasPrefix(rest, "0\n") {
		e.Result = transcript.Failed
	}
	return e
}

// Sniff tells whether first is the beginning of a rollout.
func Sniff(first []byte) bool {
	line, _, _ := bytes.Cut(first, []byte("\n"))
	var r struct {
		Type    string `json:"type"`
		Payload struct {
			ID string `json:"id"`
		} `json:"payload"`
	}
	return plainjson.Unmarshal(line, &r) == nil && r.Type == "session_meta" && r.Payload.ID != ""
}

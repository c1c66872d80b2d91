package copilot

import (
	"bytes"
	"encoding/json"
	"strings"

	"automode/call"
	"automode/host"
	"automode/internal/plainjson"
	"automode/transcript"
)

// Format reads this client's events:
// $COPILOT_HOME/session-state/SESSION/events.jsonl, by default below ~/.copilot.
type Format struct{}

type row struct {
	Type string `json:"type"`
	Data struct {
		Content string `json:"content"`
		Source  string `json:"source"`
		Agent   string `json:"agentId"`
		Context struct {
			Dir string `json:"cwd"`
		} `json:"context"`
		CallID    string          `json:"toolCallId"`
		Tool      string          `json:"toolName"`
		Arguments json.RawMessage `json:"arguments"`
		Success   bool            `json:"success"`
		Error     struct {
			Code string `json:"code"`
		} `json:"error"`
		Result json.RawMessage `json:"result"`
		Reason string          `json:"reason"`
	} `json:"data"`
}

// Row reads one line.
func (Format) Row(c *host.Collector, line []byte) bool {
	switch kindOf(line) {
	case "session.start", "session.resume", "session.context_changed", "user.message", "tool.execution_start", "tool.execution_complete",
		"permission.completed", "abort", "":
	default:
		return true
	}
	var r row
	if plainjson.Unmarshal(line, &r) != nil {
		return false
	}
	d := &r.Data
	switch r.Type {
	case "session.start", "session.resume", "session.context_changed":
		if host.Absolute(d.Context.Dir) {
			c.SetDir(d.Context.Dir)
		}
	case "user.message":
		// What the person typed; what the model was given in its place is beside
		// it. Skills and the client itself speak with a source of their own.
		if s := strings.TrimSpace(d.Content); s != "" && (d.Source == "" || d.Source == "user") && d.Agent == "" {
			c.Say(s)
		}
	case "tool.execution_start":
		if d.Tool != "" {
			one := call.Call{ID: d.CallID, Host: Host, Tool: d.Tool, Input: d.Arguments, Dir: c.Dir(), Agent: d.Agent}
			host.Background(&one, "async")
			c.Call(one)
		}
	case "permission.completed":
		var res struct {
			Kind     string `json:"kind"`
			Feedback string `json:"feedback"`
		}
		if plainjson.Unmarshal(d.Result, &res) == nil && strings.Contains(res.Kind, "by-user") && strings.HasPrefix(res.Kind, "denied") {
			c.End(d.CallID, Host, host.Ending{Result: transcript.Failed, Refused: true, Feedback: res.Feedback})
		}
	case "tool.execution_complete":
		e := host.Ending{Result: transcript.OK}
		if !d.Success {
			e = host.Ending{Result: transcript.Failed, Denied: d.Error.Code == "denied", Refused: d.Error.Code == "rejected"}
		}
		c.End(d.CallID, Host, e)
	case "abort":
		if d.Reason == "" || strings.Contains(d.Reason, "user") {
			c.Interrupt(transcript.Turn{})
		}
	}
	return true
}

// kindOf is the type that a line begins with; empty where it begins otherwise.
func kindOf(line []byte) string {
	for _, start := range [...]string{`{"type":"`, `{"type": "`} {
		if rest, ok := bytes.CutPrefix(line, []byte(start)); ok {
			if name, _, ok := bytes.Cut(rest[:min(len(rest), 80)], []byte(`"`)); ok && !bytes.Contains(name, []byte(`\`)) {
				return string(name)
			}
		}
	}
	return ""
}

// MaySpeak tells whether a line that cannot be read may hold a person's words.
func (Format) MaySpeak(beginning []byte) bool {
	switch kindOf(beginning) {
	case "", "user.message", "permission.completed":
		return true
	}
	return false
}

// Sniff tells whether first is the beginning of a file of events.
func Sniff(first []byte) bool {
	line, _, _ := bytes.Cut(first, []byte("\n"))
	var r struct {
		Type string `json:"type"`
		Data struct {
			Session  string `json:"sessionId"`
			Producer string `json:"producer"`
		} `json:"data"`
	}
	return plainjson.Unmarshal(line, &r) == nil && r.Type == "session.start" && r.Data.Session != "" && strings.HasPrefix(r.Data.Producer, "copilot")
}

// Package generic is the door for any agent or script that has no host of its
// own here: one documented JSON object in, one out (docs/hosts/generic.md). It
// is pure: it opens no file, reads no environment and no clock.
package generic

import (
	"encoding/json"

	"automode/gate"
	"automode/host"
	"automode/verdict"
)

// Host is this host's name in calls and records.
const Host = "generic"

var shape = host.Shape{
	Host: Host, Event: "event",
	Events: []host.Alias{
		{Theirs: "call", Ours: host.PreToolUse}, {Theirs: "result", Ours: host.PostToolUse}, {Theirs: "failure", Ours: host.PostToolUseFailure},
		{Theirs: "prompt", Ours: host.UserPromptSubmit}, {Theirs: "start", Ours: host.SessionStart}, {Theirs: "end", Ours: host.SessionEnd},
	},
	Session: "session", Dir: "cwd", Mode: "mode", Agent: "agent", Tool: "tool", Input: "input", CallID: "id", Response: "output",
	Prompt: "text", Reason: "reason",
	Adapt: func(e *host.Event, fields map[string]json.RawMessage) error {
		e.Attended = string(fields["attended"]) == "true"
		if e.Name.HasCall() {
			e.Call.Background = string(fields["background"]) == "true"
		}
		return nil
	},
}

// Dialect is the door's language.
type Dialect struct{}

// Decode reads one event.
func (Dialect) Decode(data []byte) (host.Event, error) { return shape.Decode(data, "") }

// Output is the answer to a call. Anything but exactly this object with
// decision "allow" and exit code 0 means: do not run it.
type Output struct {
	Version  int          `json:"version"` // 1
	Decision string       `json:"decision"`
	Code     verdict.Code `json:"code,omitempty"`
	Layer    string       `json:"layer,omitempty"`
	Category string       `json:"category,omitempty"`
	Reason   string       `json:"reason,omitempty"`
	Clears   string       `json:"clears,omitempty"`
	Approval string       `json:"approval,omitempty"`
	Abort    bool         `json:"abort,omitempty"`
}

// Encode writes d. ask is said only where the caller said that a person can be
// asked.
func (Dialect) Encode(e host.Event, d verdict.Decision, attended bool, t gate.Texts) host.Answer {
	if !e.Name.Decides() {
		return host.Silent
	}
	behavior := d.Behavior
	if behavior == verdict.Ask && !attended {
		behavior = verdict.Deny
	}
	return host.Written(Output{Version: 1, Decision: behavior.String(), Code: d.Code, Layer: string(d.Layer), Category: d.Category,
		Reason: t.Render(d, attended), Clears: d.Clears, Approval: d.Approval, Abort: behavior == verdict.Deny && d.Abort})
}

// Failure denies.
func (x Dialect) Failure(n host.Name, what string, t gate.Texts) host.Answer {
	if n != "" && !n.Decides() {
		return host.Told(what)
	}
	return host.Blocked(x.Encode(host.Event{Name: host.PreToolUse}, host.FailureDecision(what), false, t), what)
}

// Notice is a line on standard error.
func (Dialect) Notice(_ host.Name, what string) host.Answer { return host.Told(what) }

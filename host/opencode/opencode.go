// Package opencode speaks with the plugin by which opencode is gated. opencode
// has no hooks of its own: the plugin (Plugin, installed beside the user's
// settings) runs inside it, asks the hook program before every tool, and fails
// closed when no answer comes. It is pure: it opens no file, reads no
// environment and no clock. Observed with 1.18.33.
package opencode

import (
	_ "embed"
	"encoding/json"

	"automode/call"
	"automode/gate"
	"automode/host"
	"automode/verdict"
)

// Host is this host's name in calls and records.
const Host = "opencode"

// Plugin is the plugin's text. HOOK stands for the installed command line, as
// a JSON array of texts, and WAIT for the milliseconds that it waits.
//
//go:embed plugin.js
var Plugin string

var shape = host.Shape{
	Host: Host, Event: "event",
	Events: []host.Alias{
		{Theirs: "tool.execute.before", Ours: host.PreToolUse}, {Theirs: "tool.execute.after", Ours: host.PostToolUse},
		{Theirs: "chat.message", Ours: host.UserPromptSubmit}, {Theirs: "session.created", Ours: host.SessionStart},
		{Theirs: "session.idle", Ours: host.Stop},
	},
	Session: "session", Dir: "directory", Agent: "agent", Tool: "tool", Input: "args", CallID: "call", Response: "response", Prompt: "prompt",
	Adapt: func(e *host.Event, _ map[string]json.RawMessage) error {
		if e.Name.HasCall() && e.Call.Kind() == call.Shell {
			return host.InDir(&e.Call, "workdir")
		}
		return nil
	},
}

// Dialect is how the plugin is spoken with.
type Dialect struct{}

// Decode reads one event.
func (Dialect) Decode(data []byte) (host.Event, error) { return shape.Decode(data, "") }

type output struct {
	Decision string `json:"decision"` // allow, ask or deny; the plugin denies on any other
	Reason   string `json:"reason,omitempty"`
}

// Encode writes d. Where a person can be asked the plugin leaves the question
// that opencode puts to them pending.
func (Dialect) Encode(e host.Event, d verdict.Decision, attended bool, t gate.Texts) host.Answer {
	if e.Name != host.PreToolUse {
		return host.Silent
	}
	behavior := d.Behavior
	if behavior == verdict.Ask && !attended {
		behavior = verdict.Deny
	}
	out := output{Decision: behavior.String()}
	if behavior != verdict.Allow {
		out.Reason = host.Reasoned(t.Render(d, attended))
	}
	return host.Written(out)
}

// Failure denies; the plugin denies by any exit code but 0 as well.
func (x Dialect) Failure(n host.Name, what string, t gate.Texts) host.Answer {
	if n != "" && !n.Decides() {
		return host.Told(what)
	}
	return host.Blocked(x.Encode(host.Event{Name: host.PreToolUse}, host.FailureDecision(what), false, t), what)
}

// Notice is logged.
func (Dialect) Notice(_ host.Name, what string) host.Answer { return host.Told(what) }

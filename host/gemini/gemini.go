// Package gemini speaks with Gemini CLI. It is pure: it opens no file, reads no
// environment and no clock. Observed with 0.61.0.
//
// The hook can only tighten: what it allows still meets the client's own
// policy. A question hangs where nobody is there, so it is put only to a person
// who is known to be.
package gemini

import (
	"encoding/json"

	"automode/call"
	"automode/gate"
	"automode/host"
	"automode/verdict"
)

// Host is this host's name in calls and records.
const Host = "gemini"

var shape = host.Shape{
	Host: Host, Event: "hook_event_name",
	Events: []host.Alias{
		{Theirs: "BeforeTool", Ours: host.PreToolUse}, {Theirs: "AfterTool", Ours: host.PostToolUse}, {Theirs: "BeforeAgent", Ours: host.UserPromptSubmit},
		{Theirs: "AfterAgent", Ours: host.Stop}, {Theirs: "SessionStart", Ours: host.SessionStart}, {Theirs: "SessionEnd", Ours: host.SessionEnd},
	},
	Session: "session_id", Transcript: "transcript_path", Dir: "cwd", Tool: "tool_name", Input: "tool_input", Response: "tool_response",
	Prompt: "prompt", Source: "source", Reason: "reason", Last: "prompt_response",
	Adapt: func(e *host.Event, _ map[string]json.RawMessage) error {
		if !e.Name.HasCall() {
			return nil
		}
		return Adapt(&e.Call)
	},
}

// Adapt reads from a call's arguments where a command runs, and whether it
// runs on.
func Adapt(c *call.Call) error {
	if c.Kind() != call.Shell {
		return nil
	}
	host.Background(c, "is_background")
	return host.InDir(c, "dir_path", "directory")
}

// Dialect is how this client speaks.
type Dialect struct{}

// Decode reads one event.
func (Dialect) Decode(data []byte) (host.Event, error) { return shape.Decode(data, "") }

type output struct {
	Decision string `json:"decision"`
	Reason   string `json:"reason,omitempty"`
	Continue *bool  `json:"continue,omitempty"`
	Stop     string `json:"stopReason,omitempty"`
}

// Encode writes d.
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
	if behavior == verdict.Deny && d.Abort {
		stop := false
		out.Continue, out.Stop = &stop, out.Reason
	}
	return host.Written(out)
}

// Failure denies by exit code 2, and by what it says.
func (x Dialect) Failure(n host.Name, what string, t gate.Texts) host.Answer {
	if n != "" && !n.Decides() {
		return x.Notice(n, what)
	}
	return host.Blocked(x.Encode(host.Event{Name: host.PreToolUse}, host.FailureDecision(what), false, t), what)
}

// Notice is shown to the person by the client.
func (Dialect) Notice(_ host.Name, what string) host.Answer {
	return host.Written(struct {
		Message string `json:"systemMessage"`
	}{"automode: " + host.FailureText(what)})
}

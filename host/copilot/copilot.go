// Package copilot speaks with GitHub Copilot CLI. It is pure: it opens no file,
// reads no environment and no clock. Observed with 1.0.102.
//
// The client does not say which event it tells of, so the installed line does:
// `automode-hook --event preToolUse copilot`. Any exit code but 0 of preToolUse
// denies; a timeout, or output that is no JSON, lets the call run.
package copilot

import (
	"encoding/json"
	"errors"

	"automode/gate"
	"automode/host"
	"automode/internal/plainjson"
	"automode/verdict"
)

// Host is this host's name in calls and records.
const Host = "copilot"

var shape = host.Shape{
	Host: Host, Event: "hookName",
	Events: []host.Alias{
		{Theirs: "preToolUse", Ours: host.PreToolUse}, {Theirs: "permissionRequest", Ours: host.PermissionRequest},
		{Theirs: "postToolUse", Ours: host.PostToolUse}, {Theirs: "postToolUseFailure", Ours: host.PostToolUseFailure},
		{Theirs: "userPromptSubmitted", Ours: host.UserPromptSubmit}, {Theirs: "sessionStart", Ours: host.SessionStart},
		{Theirs: "sessionEnd", Ours: host.SessionEnd}, {Theirs: "agentStop", Ours: host.Stop},
		{Theirs: "subagentStart", Ours: host.SubagentStart}, {Theirs: "subagentStop", Ours: host.SubagentStop},
	},
	Session: "sessionId", Transcript: "transcriptPath", Dir: "cwd", Agent: "agentId", AgentType: "agentName", Tool: "toolName", Input: "toolArgs",
	CallID: "toolCallId", Response: "toolResult", Prompt: "prompt", Source: "source", Reason: "reason",
	Adapt: adapt,
}

// adapt reads the arguments, which some events carry under another name, and
// some versions as a JSON text.
func adapt(e *host.Event, fields map[string]json.RawMessage) error {
	if !e.Name.HasCall() {
		return nil
	}
	args, input := fields["toolArgs"], fields["toolInput"]
	switch {
	case args != nil && input != nil:
		return errors.New("the event has both toolArgs and toolInput")
	case args == nil:
		args = input
	}
	var text string
	if plainjson.Unmarshal(args, &text) == nil && text != "" {
		args = json.RawMessage(text)
	}
	e.Call.Input = args
	host.Background(&e.Call, "async")
	return nil
}

// Dialect is how this client speaks, about the event that the installed line
// names.
type Dialect struct{ Event string }

// Decode reads one event.
func (x Dialect) Decode(data []byte) (host.Event, error) {
	if x.Event == "" {
		return host.Event{}, host.NewError(host.UnknownEvent, "", "the installed line does not say which event this is (--event)")
	}
	return shape.Decode(data, x.Event)
}

type output struct {
	Decision string `json:"permissionDecision"`
	Reason   string `json:"permissionDecisionReason,omitempty"`
}

type request struct {
	Behavior string `json:"behavior"`
	Message  string `json:"message,omitempty"`
}

// Encode writes d.
func (Dialect) Encode(e host.Event, d verdict.Decision, attended bool, t gate.Texts) host.Answer {
	behavior := d.Behavior
	if behavior == verdict.Ask && !attended {
		behavior = verdict.Deny
	}
	switch e.Name {
	case host.PreToolUse:
		return host.Written(output{behavior.String(), host.Reasoned(t.Render(d, attended))})
	case host.PermissionRequest:
		switch behavior {
		case verdict.Allow:
			return host.Written(request{Behavior: "allow"})
		case verdict.Ask:
			return host.Silent // the client's own dialog is what asks
		}
		return host.Written(request{"deny", host.Reasoned(t.Render(d, attended))})
	}
	return host.Silent
}

// Failure denies by exit code 2, and by what it says.
func (x Dialect) Failure(n host.Name, what string, t gate.Texts) host.Answer {
	if n == "" {
		n = shape.Name(x.Event)
	}
	if n != "" && !n.Decides() {
		return host.Told(what)
	}
	if n == "" {
		n = host.PreToolUse
	}
	return host.Blocked(x.Encode(host.Event{Name: n}, host.FailureDecision(what), false, t), what)
}

// Notice is logged: the client shows nothing of a hook's to the person.
func (Dialect) Notice(_ host.Name, what string) host.Answer { return host.Told(what) }

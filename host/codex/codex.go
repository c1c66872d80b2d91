// Package codex speaks with Codex CLI. It is pure: it opens no file, reads no
// environment and no clock. Observed with 0.171.0.
//
// What decides here, in the host's own words: PreToolUse can only deny, and
// only with a reason; whatever else it says, the tool runs in the host's
// sandbox. PermissionRequest comes where the host would ask for more than its
// sandbox gives, and can allow. A question cannot be put through this hook
// ("ask" runs the tool), so what would be asked is denied, with the code by
// which a person can let the call pass.
package codex

import (
	"encoding/json"

	"automode/gate"
	"automode/host"
	"automode/verdict"
)

// Host is this host's name in calls and records.
const Host = "codex"

var shape = host.Shape{
	Host: Host, Event: "hook_event_name",
	Events: []host.Alias{
		{Theirs: "PreToolUse", Ours: host.PreToolUse}, {Theirs: "PermissionRequest", Ours: host.PermissionRequest},
		{Theirs: "PostToolUse", Ours: host.PostToolUse}, {Theirs: "UserPromptSubmit", Ours: host.UserPromptSubmit},
		{Theirs: "SessionStart", Ours: host.SessionStart}, {Theirs: "SessionEnd", Ours: host.SessionEnd},
		{Theirs: "SubagentStart", Ours: host.SubagentStart}, {Theirs: "SubagentStop", Ours: host.SubagentStop}, {Theirs: "Stop", Ours: host.Stop},
	},
	Session: "session_id", Transcript: "transcript_path", Dir: "cwd", PromptID: "turn_id", Mode: "permission_mode", Agent: "agent_id",
	AgentType: "agent_type", Tool: "tool_name", Input: "tool_input", CallID: "tool_use_id", Response: "tool_response", Prompt: "prompt",
	Source: "source", Reason: "reason", Last: "last_assistant_message",
	Adapt: func(e *host.Event, _ map[string]json.RawMessage) error {
		if !e.Name.HasCall() {
			return nil
		}
		return host.InDir(&e.Call, "workdir", "cwd")
	},
}

// Dialect is how this client speaks.
type Dialect struct{}

// Decode reads one event.
func (Dialect) Decode(data []byte) (host.Event, error) { return shape.Decode(data, "") }

// The client runs the tool when it meets a field that it does not know, so
// these are all that is ever sent.
type output struct {
	Specific specific `json:"hookSpecificOutput"`
}

type specific struct {
	Event    host.Name `json:"hookEventName"`
	Decision string    `json:"permissionDecision,omitempty"`
	Reason   string    `json:"permissionDecisionReason,omitempty"`
	Request  *request  `json:"decision,omitempty"`
}

type request struct {
	Behavior string `json:"behavior"`
	Message  string `json:"message,omitempty"`
}

// Encode writes d. Nobody can be asked through this hook: attended is not
// heeded. An allow is silence where the host then goes on as it would by
// itself, in its sandbox.
func (Dialect) Encode(e host.Event, d verdict.Decision, _ bool, t gate.Texts) host.Answer {
	allowed := d.Behavior == verdict.Allow
	switch e.Name {
	case host.PreToolUse:
		if allowed {
			return host.Silent
		}
		return host.Written(output{specific{Event: e.Name, Decision: "deny", Reason: host.Reasoned(t.Render(d, false))}})
	case host.PermissionRequest:
		r := &request{Behavior: "allow"}
		if !allowed {
			r = &request{Behavior: "deny", Message: host.Reasoned(t.Render(d, false))}
		}
		return host.Written(output{specific{Event: e.Name, Request: r}})
	}
	return host.Silent
}

// Failure denies by exit code 2 and standard error, as this client wants it.
// At an event that decides nothing it is a line that the client logs.
func (x Dialect) Failure(n host.Name, what string, t gate.Texts) host.Answer {
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

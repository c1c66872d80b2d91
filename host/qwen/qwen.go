// Package qwen speaks with Qwen Code: Claude Code's events and answers, with
// Gemini CLI's tools. It is pure: it opens no file, reads no environment and no
// clock. Observed with 0.24.4.
package qwen

import (
	"encoding/json"

	"automode/gate"
	"automode/host"
	"automode/host/claudecode"
	"automode/host/gemini"
	"automode/verdict"
)

// Host is this host's name in calls and records.
const Host = "qwen"

var shape = host.Shape{
	Host: Host, Event: "hook_event_name",
	Events: []host.Alias{
		{Theirs: "PreToolUse", Ours: host.PreToolUse}, {Theirs: "PermissionRequest", Ours: host.PermissionRequest},
		{Theirs: "PostToolUse", Ours: host.PostToolUse}, {Theirs: "PostToolUseFailure", Ours: host.PostToolUseFailure},
		{Theirs: "UserPromptSubmit", Ours: host.UserPromptSubmit}, {Theirs: "SessionStart", Ours: host.SessionStart},
		{Theirs: "SessionEnd", Ours: host.SessionEnd}, {Theirs: "SubagentStart", Ours: host.SubagentStart},
		{Theirs: "SubagentStop", Ours: host.SubagentStop}, {Theirs: "Stop", Ours: host.Stop},
	},
	Session: "session_id", Transcript: "transcript_path", Dir: "cwd", PromptID: "prompt_id", Mode: "permission_mode", Agent: "agent_id",
	AgentType: "agent_type", Tool: "tool_name", Input: "tool_input", CallID: "tool_use_id", Response: "tool_response", Prompt: "prompt",
	Source: "source", Reason: "reason", Last: "last_assistant_message",
	Adapt: func(e *host.Event, _ map[string]json.RawMessage) error {
		if !e.Name.HasCall() {
			return nil
		}
		return gemini.Adapt(&e.Call)
	},
}

// Dialect is how this client speaks: as Claude Code does.
type Dialect struct{ claude claudecode.Dialect }

// Decode reads one event.
func (Dialect) Decode(data []byte) (host.Event, error) { return shape.Decode(data, "") }

// Encode writes d.
func (x Dialect) Encode(e host.Event, d verdict.Decision, attended bool, t gate.Texts) host.Answer {
	return x.claude.Encode(e, d, attended, t)
}

// Failure denies, in three ways at once.
func (x Dialect) Failure(n host.Name, what string, t gate.Texts) host.Answer {
	return x.claude.Failure(n, what, t)
}

// Notice is shown to the person by the client.
func (x Dialect) Notice(n host.Name, what string) host.Answer { return x.claude.Notice(n, what) }

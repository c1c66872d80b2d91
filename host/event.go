// Package host holds what all agents that run tools have in common to a gate:
// the events that they tell, the answers that they hear, the transcripts that
// they keep. Each host's own dialect is a package below this one. All of it is
// pure: no file is opened, no environment and no clock is read.
package host

import (
	"encoding/json"

	"automode/call"
)

// Name is the name of an event, whatever a host calls it.
type Name string

// The events, under the names that Claude Code gives them.
const (
	PreToolUse         Name = "PreToolUse"
	PermissionRequest  Name = "PermissionRequest"
	PermissionDenied   Name = "PermissionDenied"
	PostToolUse        Name = "PostToolUse"
	PostToolUseFailure Name = "PostToolUseFailure"
	UserPromptSubmit   Name = "UserPromptSubmit"
	SessionStart       Name = "SessionStart"
	SessionEnd         Name = "SessionEnd"
	SubagentStart      Name = "SubagentStart"
	SubagentStop       Name = "SubagentStop"
	Stop               Name = "Stop"
)

// Known tells whether n is one of the events above.
func (n Name) Known() bool {
	switch n {
	case PreToolUse, PermissionRequest, PermissionDenied, PostToolUse, PostToolUseFailure, UserPromptSubmit,
		SessionStart, SessionEnd, SubagentStart, SubagentStop, Stop:
		return true
	}
	return false
}

// HasCall tells whether events of that name are about a tool call.
func (n Name) HasCall() bool {
	switch n {
	case PreToolUse, PermissionRequest, PermissionDenied, PostToolUse, PostToolUseFailure:
		return true
	}
	return false
}

// Decides tells whether the host waits for a decision on the call.
func (n Name) Decides() bool { return n == PreToolUse || n == PermissionRequest }

// Event is one event as a host told it.
type Event struct {
	Name       Name
	Session    string // the host's session id
	Transcript string // absolute path of the session's transcript; it may not exist yet; empty where the host says none
	Dir        string // absolute working directory
	PromptID   string // of the prompt that led here; empty where the host says none
	HostMode   string // the host's own permission mode, for the record; it never loosens
	Agent      string // subagent's id; empty for the main agent
	AgentType  string // subagent's type

	Call     call.Call       // of events about a tool call; its ID is empty where the host says none
	Response json.RawMessage // of PostToolUse: what the tool gave back

	Prompt string // of UserPromptSubmit: the text as submitted, which need not be a person's
	Source string // of SessionStart: startup, resume, clear, compact
	Reason string // of SessionEnd, PermissionDenied and PostToolUseFailure: why

	AgentTranscript string // of SubagentStop: absolute path of the subagent's own transcript
	LastMessage     string // of Stop and SubagentStop: the agent's words

	// Attended: whoever asks says that it can put a question to a person now.
	Attended bool
}

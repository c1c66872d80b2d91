// Package claudecode speaks with Claude Code: it reads the events that the
// client hands to a hook, writes the answers in the client's dialect, and
// reads the client's transcripts for what a person said and what the agent
// did. It is pure: it opens no file, reads no environment and no clock.
//
// Observed with 2.1.332; 2.1.233 sends the same fields but no
// PermissionRequest in headless runs.
package claudecode

import (
	"encoding/json"

	"automode/call"
)

// Host is this host's name in calls and records.
const Host = "claude-code"

// Name is the name of a hook event.
type Name string

// The events that the hook is installed for.
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

// known tells whether n is an event of this package.
func known(n Name) bool {
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

// Decides tells whether the client waits for a decision on the call.
func (n Name) Decides() bool { return n == PreToolUse || n == PermissionRequest }

// Event is one event as the client told it.
type Event struct {
	Name       Name
	Session    string // the client's session id
	Transcript string // absolute path of the session's transcript; it may not exist yet
	Dir        string // absolute working directory
	PromptID   string // of the prompt that led here; empty where the client says none
	HostMode   string // the client's own permission mode, for the record; it never loosens
	Agent      string // subagent's id; empty for the main agent
	AgentType  string // subagent's type

	Call     call.Call       // of events about a tool call; PermissionRequest has no Call.ID
	Response json.RawMessage // of PostToolUse: what the tool gave back

	Prompt string // of UserPromptSubmit: the text as submitted, which need not be a person's
	Source string // of SessionStart: startup, resume, clear, compact
	Reason string // of SessionEnd, PermissionDenied and PostToolUseFailure: why

	AgentTranscript string // of SubagentStop: absolute path of the subagent's own transcript
	LastMessage     string // of Stop and SubagentStop: the agent's words
}

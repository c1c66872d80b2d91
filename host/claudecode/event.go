// Package claudecode speaks with Claude Code: it reads the events that the
// client hands to a hook, writes the answers in the client's dialect, and
// reads the client's transcripts for what a person said and what the agent
// did. It is pure: it opens no file, reads no environment and no clock.
//
// Observed with 2.1.332; 2.1.233 sends the same fields but no
// PermissionRequest in headless runs.
package claudecode

import "automode/host"

// Host is this host's name in calls and records.
const Host = "claude-code"

// What all hosts share, under short names.
type (
	Name    = host.Name
	Event   = host.Event
	Answer  = host.Answer
	Error   = host.Error
	State   = host.State
	Reading = host.Reading
)

// The events that the hook is installed for.
const (
	PreToolUse         = host.PreToolUse
	PermissionRequest  = host.PermissionRequest
	PermissionDenied   = host.PermissionDenied
	PostToolUse        = host.PostToolUse
	PostToolUseFailure = host.PostToolUseFailure
	UserPromptSubmit   = host.UserPromptSubmit
	SessionStart       = host.SessionStart
	SessionEnd         = host.SessionEnd
	SubagentStart      = host.SubagentStart
	SubagentStop       = host.SubagentStop
	Stop               = host.Stop
)

// Silent is host.Silent.
var Silent = host.Silent

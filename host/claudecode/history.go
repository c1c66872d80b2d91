package claudecode

import (
	"bytes"
	"encoding/json"
	"path"
	"strings"
	"time"

	"automode/internal/plainjson"
)

// Sniff tells whether first, the beginning of a file, is that of a Claude Code
// transcript: one of its first finished lines is a row of a conversation.
func Sniff(first []byte) bool {
	for i := 0; i < 200; i++ {
		line, rest, more := bytes.Cut(first, []byte("\n"))
		if !more {
			return false
		}
		first = rest
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		var r struct {
			Type    string          `json:"type"`
			UUID    string          `json:"uuid"`
			Session string          `json:"sessionId"`
			Message json.RawMessage `json:"message"`
		}
		if line[0] != '{' || plainjson.Unmarshal(line, &r) != nil || r.Type == "" {
			return false
		}
		if (r.Type == "user" || r.Type == "assistant") && len(r.Message) > 0 && (r.UUID != "" || r.Session != "") {
			return true
		}
	}
	return false
}

// At is the time that a row was written.
func (Format) At(line []byte) (time.Time, bool) {
	if otherRow(line) {
		return time.Time{}, false
	}
	var r struct {
		At string `json:"timestamp"`
	}
	if plainjson.Unmarshal(line, &r) != nil || r.At == "" {
		return time.Time{}, false
	}
	at, err := time.Parse(time.RFC3339Nano, r.At)
	return at, err == nil
}

// AgentPath is where the client keeps the transcript of a subagent of the
// session whose transcript lies at main. It is empty where the id is none that
// the client gives: it becomes part of a path.
func AgentPath(main, agent string) string {
	stem, ok := strings.CutSuffix(main, ".jsonl")
	if !ok || agent == "" {
		return ""
	}
	for _, r := range agent {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' {
			return ""
		}
	}
	return path.Join(stem, "subagents", "agent-"+agent+".jsonl")
}

// SessionOfAgent tells which session a subagent's transcript, of which first is
// the beginning, belongs to; empty where it is none or does not say.
func SessionOfAgent(first []byte) string {
	for line := range bytes.Lines(first) {
		var r struct {
			Type      string `json:"type"`
			Session   string `json:"sessionId"`
			Sidechain bool   `json:"isSidechain"`
		}
		if plainjson.Unmarshal(line, &r) != nil || r.Type != "user" && r.Type != "assistant" {
			continue
		}
		if r.Sidechain {
			return r.Session
		}
		return ""
	}
	return ""
}

// PromptText is the text of a UserPromptSubmit event as a transcript will hold
// it, and false where the event is not of a person's words: a notice that the
// client submits in the person's place.
func PromptText(e Event) (string, bool) { return spoken(e.Prompt) }

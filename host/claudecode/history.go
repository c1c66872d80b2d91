package claudecode

import (
	"bytes"
	"encoding/json"
	"io"
	"path"
	"strings"

	"automode/call"
	"automode/internal/plainjson"
	"automode/transcript"
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

// Step is one call of a recorded session.
type Step struct {
	Row   int // its line in the transcript, from 1
	Call  call.Call
	Turns []transcript.Turn // all before it, as they were known then; valid until the next step
}

// History walks the calls of the transcript r, of size bytes, in the order in
// which the agent made them, until do returns false. The error is r's own; the
// State tells what could not be read.
func History(r io.ReaderAt, size int64, do func(Step) bool) (State, error) {
	more := true
	rd := reader{each: func(row int, c call.Call, before []transcript.Turn) {
		if more {
			more = do(Step{row, c, before})
		}
	}}
	err := eachLine(r, 0, size, func(line []byte, end int64, whole bool) {
		rd.state.Offset = end
		if more {
			rd.line(line, whole)
		}
	})
	return rd.state, err
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

// Witness marks the turns of words that our own record of prompt events holds
// too: hashes are those of the prompts' texts, in the order in which they were
// submitted. The events of a session come in the order of its turns, so a turn
// is matched with the first event after that of the turn before. A turn
// without an event of its own stays unmarked.
func Witness(turns []transcript.Turn, hashes []string, hash func(string) string) {
	at := 0
	for i := range turns {
		if turns[i].Role != transcript.User {
			continue
		}
		h := hash(turns[i].Text)
		for j := at; j < len(hashes); j++ {
			if hashes[j] == h {
				turns[i].Witnessed = true
				at = j + 1
				break
			}
		}
	}
}

// PromptText is the text of a UserPromptSubmit event as a transcript will hold
// it, and false where the event is not of a person's words: a notice that the
// client submits in the person's place.
func PromptText(e Event) (string, bool) { return spoken(e.Prompt) }

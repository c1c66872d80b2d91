package gemini

import (
	"bytes"
	"encoding/json"
	"strings"

	"automode/call"
	"automode/host"
	"automode/internal/plainjson"
	"automode/transcript"
)

// Format reads this client's chats: ~/.gemini/tmp/PROJECT/chats/session-*.jsonl.
//
// A row is written again when it changes, so calls are told apart by their
// ids. The pseudo message that describes the session stands inside a "$set"
// and is nobody's words. Rows do not say where a call ran.
type Format struct{}

type row struct {
	Type    string          `json:"type"`
	Content json.RawMessage `json:"content"`
	Calls   []struct {
		ID     string          `json:"id"`
		Name   string          `json:"name"`
		Args   json.RawMessage `json:"args"`
		Status string          `json:"status"`
	} `json:"toolCalls"`
}

// Row reads one line.
func (Format) Row(c *host.Collector, line []byte) bool {
	if bytes.HasPrefix(line, []byte(`{"$set"`)) {
		return true
	}
	var r row
	if plainjson.Unmarshal(line, &r) != nil {
		return false
	}
	switch r.Type {
	case "user":
		if s, ok := words(r.Content); ok && c.News(line) {
			c.Say(s)
		}
	case "gemini":
		for _, one := range r.Calls {
			if one.Name == "" || one.ID == "" {
				continue
			}
			if !c.Has(one.ID) && c.News([]byte(one.ID)) {
				made := call.Call{ID: one.ID, Host: Host, Tool: one.Name, Input: one.Args, Dir: c.Dir()}
				if Adapt(&made) != nil {
					made.Dir = ""
				}
				c.Call(made)
			}
			switch one.Status {
			case "success":
				c.End(one.ID, Host, host.Ending{Result: transcript.OK})
			case "error":
				c.End(one.ID, Host, host.Ending{Result: transcript.Failed})
			case "cancelled":
				c.End(one.ID, Host, host.Ending{Result: transcript.Failed, Refused: true})
			}
		}
	case "info":
		if bytes.Contains(r.Content, []byte("Request cancelled")) {
			c.Interrupt(transcript.Turn{})
		}
	}
	return true
}

// words are a person's words in a row of type user; false for a row that
// brings the results of tools.
func words(content json.RawMessage) (string, bool) {
	content = bytes.TrimLeft(content, " \t\r\n")
	if len(content) == 0 {
		return "", false
	}
	if content[0] == '"' {
		var s string
		err := plainjson.Unmarshal(content, &s)
		s = strings.TrimSpace(s)
		return s, err == nil && s != ""
	}
	var parts []struct {
		Text     string          `json:"text"`
		Response json.RawMessage `json:"functionResponse"`
	}
	if plainjson.Unmarshal(content, &parts) != nil {
		return "", false
	}
	var texts []string
	for _, p := range parts {
		if len(p.Response) > 0 {
			return "", false
		}
		if p.Text != "" {
			texts = append(texts, p.Text)
		}
	}
	s := strings.TrimSpace(strings.Join(texts, "\n\n"))
	return s, s != "" && !strings.HasPrefix(s, "<session_context>")
}

// MaySpeak tells whether a line that cannot be read may hold a person's words.
func (Format) MaySpeak(beginning []byte) bool {
	return !bytes.HasPrefix(beginning, []byte(`{"$set"`)) && !bytes.Contains(beginning, []byte(`"type":"gemini"`)) &&
		!bytes.Contains(beginning, []byte(`"type": "gemini"`))
}

// Sniff tells whether first is the beginning of a chat.
func Sniff(first []byte) bool {
	line, _, _ := bytes.Cut(first, []byte("\n"))
	var r struct {
		Session string `json:"sessionId"`
		Project string `json:"projectHash"`
	}
	return plainjson.Unmarshal(line, &r) == nil && r.Session != "" && r.Project != ""
}

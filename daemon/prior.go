package daemon

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"automode/host/claudecode"
	"automode/internal/osfile"
	"automode/judge/remote"
)

const (
	priorTail = 512 << 10 // of a transcript, bytes that are looked through
	maxPrior  = 4 << 10   // of the agent's words
)

// prior are the agent's last words in a transcript that tells them, which only
// Claude Code's does for us. They are shown where settings want it, and clear
// nothing.
func (e *Engine) prior(q remote.Question) string {
	path := q.Transcript
	if q.Agents != "" {
		path = q.Agents
	}
	if q.Host != claudecode.Host || path == "" {
		return ""
	}
	f, fi, err := osfile.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	start := max(0, fi.Size()-priorTail)
	tail, err := io.ReadAll(io.NewSectionReader(f, start, fi.Size()-start))
	if err != nil {
		return ""
	}
	for {
		i := bytes.LastIndexByte(tail, '\n')
		if i < 0 {
			return ""
		}
		line := tail[i+1:]
		tail = tail[:i]
		if text := words(line); text != "" {
			return text
		}
	}
}

// words are the agent's words in one row.
func words(line []byte) string {
	var row struct {
		Type    string `json:"type"`
		Message struct {
			Content []struct {
				Type string `json:"type"`
				Text string `json:"text"`
			} `json:"content"`
		} `json:"message"`
	}
	if len(line) == 0 || json.Unmarshal(line, &row) != nil || row.Type != "assistant" {
		return ""
	}
	var out []string
	for _, c := range row.Message.Content {
		if c.Type == "text" && strings.TrimSpace(c.Text) != "" {
			out = append(out, c.Text)
		}
	}
	text := strings.Join(out, "\n")
	if len(text) > maxPrior {
		text = strings.ToValidUTF8(text[len(text)-maxPrior:], "")
	}
	return text
}

package claudecode

import (
	"bytes"
	"encoding/json"
	"strings"

	"automode/call"
	"automode/host"
	"automode/internal/plainjson"
	"automode/transcript"
)

// row is one line of a transcript, as far as it counts here.
type row struct {
	Type       string          `json:"type"`
	Sidechain  bool            `json:"isSidechain"`
	Meta       bool            `json:"isMeta"`
	Summary    bool            `json:"isCompactSummary"`
	Hidden     bool            `json:"isVisibleInTranscriptOnly"`
	Source     string          `json:"promptSource"`
	RowSource  string          `json:"rowSource"`
	TurnOrigin string          `json:"turnOrigin"`
	Origin     json.RawMessage `json:"origin"`
	Agent      string          `json:"agentId"`
	Dir        string          `json:"cwd"`
	Message    struct {
		Content json.RawMessage `json:"content"`
	} `json:"message"`
	Attachment struct {
		Type   string          `json:"type"`
		Prompt json.RawMessage `json:"prompt"`
		Mode   string          `json:"commandMode"`
		Origin json.RawMessage `json:"origin"`
	} `json:"attachment"`

	// What a tool result's row says of it.
	DenialKind string          `json:"toolDenialKind"`
	BeforeRun  bool            `json:"toolDenialBeforeRun"`
	Feedback   string          `json:"userFeedback"`
	Result     json.RawMessage `json:"toolUseResult"`
	Permission struct {
		Decision string `json:"decision"`
		Source   string `json:"source"`
	} `json:"permissionDecision"`
}

// block is one block of a message.
type block struct {
	Type    string          `json:"type"`
	Text    string          `json:"text"`
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Input   json.RawMessage `json:"input"`
	CallID  string          `json:"tool_use_id"`
	IsError bool            `json:"is_error"`
	Content json.RawMessage `json:"content"`
}

// blocks are the blocks of a content, a plain string being one of text.
func blocks(content json.RawMessage) []block {
	content = bytes.TrimLeft(content, " \t\r\n")
	if len(content) == 0 {
		return nil
	}
	if content[0] == '"' {
		var s string
		if plainjson.Unmarshal(content, &s) != nil {
			return nil
		}
		return []block{{Type: "text", Text: s}}
	}
	var bs []block
	if plainjson.Unmarshal(content, &bs) != nil {
		return nil
	}
	return bs
}

// human tells whether an origin is that of a person, or absent.
func human(origin json.RawMessage) bool {
	if len(origin) == 0 || string(origin) == "null" {
		return true
	}
	var o struct {
		Kind string `json:"kind"`
	}
	return plainjson.Unmarshal(origin, &o) == nil && o.Kind == "human"
}

// words gives what a person said in r, and whether it is a person's at all.
// What the client, a finished task, a command's file or a summary put in the
// same place is not.
func (r *row) words() (string, bool) {
	if r.Type == "attachment" {
		// What a person typed while the agent was at work, and the agent was
		// given within its turn.
		a := r.Attachment
		if r.Sidechain || a.Type != "queued_command" || a.Mode != "prompt" || !human(a.Origin) {
			return "", false
		}
		return spoken(joined(blocks(a.Prompt)))
	}
	if r.Type != "user" || r.Sidechain || r.Meta || r.Summary || r.Hidden || r.Source == "system" || r.RowSource == "harness" || !human(r.Origin) {
		return "", false
	}
	if r.TurnOrigin != "" && r.TurnOrigin != "human" && r.TurnOrigin != "sdk" {
		return "", false
	}
	return spoken(joined(blocks(r.Message.Content)))
}

// joined is the text of the text blocks.
func joined(bs []block) string {
	var parts []string
	for _, b := range bs {
		if b.Type == "text" && b.Text != "" {
			parts = append(parts, b.Text)
		}
	}
	return strings.Join(parts, "\n\n")
}

// interruption is how the client notes that a person stopped the agent.
const interruption = "[Request interrupted by user"

// spoken takes out of a text what the client wrapped around or put into it.
func spoken(s string) (string, bool) {
	s = strings.TrimSpace(without(s, "system-reminder"))
	if s == "" || strings.HasPrefix(s, interruption) {
		return "", false
	}
	if s[0] != '<' {
		return s, true
	}
	if name, ok := inner(s, "command-name"); ok { // a person typed "/review 12"
		args, _ := inner(s, "command-args")
		return strings.TrimSpace(strings.TrimSpace(name) + " " + strings.TrimSpace(args)), name != ""
	}
	for _, tag := range [...]string{"task-notification", "bash-input", "bash-stdout", "bash-stderr", "local-command-stdout", "local-command-stderr",
		"local-command-caveat", "command-message", "command-args", "agent-notification", "teammate-message", "user-memory-input", "tick"} {
		if strings.HasPrefix(s, "<"+tag) {
			return "", false
		}
	}
	return s, true
}

// without drops every <tag>...</tag> from s; one that is not closed goes to
// the end.
func without(s, tag string) string {
	for {
		i := strings.Index(s, "<"+tag+">")
		if i < 0 {
			return s
		}
		end := strings.Index(s[i:], "</"+tag+">")
		if end < 0 {
			return s[:i]
		}
		s = s[:i] + s[i+end+len(tag)+3:]
	}
}

// inner is what stands between <tag> and </tag>.
func inner(s, tag string) (string, bool) {
	_, rest, ok := strings.Cut(s, "<"+tag+">")
	if !ok {
		return "", false
	}
	in, _, ok := strings.Cut(rest, "</"+tag+">")
	return in, ok
}

// call gives the call that a tool_use block of r asks for.
func (r *row) call(b block) call.Call {
	return call.Call{ID: b.ID, Host: Host, Tool: b.Name, Input: b.Input, Dir: r.Dir, Agent: r.Agent, Background: background(b.Input)}
}

// How the client words a refusal, for rows of versions that do not mark it.
const (
	refusalStart = "The user doesn't want to proceed with this tool use."
	refusalSaid  = "the user said:\n"
)

// ending reads the result b of a call. What a tool gave back can be worded
// like a refusal; that can only tighten.
func (r *row) ending(b block) host.Ending {
	if !b.IsError {
		return host.Ending{Result: transcript.OK}
	}
	e := host.Ending{Result: transcript.Failed, Feedback: r.Feedback}
	said := joined(blocks(b.Content))
	// Where nobody was there to be asked, the client says "user-rejected" too,
	// and that its configuration did it.
	person := r.Permission.Source == "" || strings.HasPrefix(r.Permission.Source, "user")
	switch {
	case person && r.DenialKind == "user-rejected" || r.DenialKind == "" && strings.HasPrefix(said, refusalStart):
		e.Refused = true
		if e.Feedback == "" && strings.HasPrefix(said, refusalStart) {
			_, e.Feedback, _ = strings.Cut(said, refusalSaid)
		}
		// A call that ran was stopped: the client marks the others.
		if r.DenialKind != "" && !r.BeforeRun && e.Feedback == "" && r.Permission.Decision != "reject" {
			e.Refused, e.Stopped = false, true
		}
	case r.DenialKind == "interrupted" || strings.HasPrefix(said, interruption):
		e.Stopped = true
	case r.DenialKind != "" || r.Permission.Decision == "reject" || strings.Contains(said[:min(len(said), 80)], " hook error: "):
		e.Denied = true
	}
	return e
}

// answers reads what a person answered to the questions of a call: the answers
// in the questions' order. An answer that is no offered option was typed.
func (r *row) answers() []transcript.Turn {
	var res struct {
		Questions []struct {
			Question string `json:"question"`
			Options  []struct {
				Label string `json:"label"`
			} `json:"options"`
		} `json:"questions"`
		Answers     map[string]string `json:"answers"`
		Annotations map[string]struct {
			Notes string `json:"notes"`
		} `json:"annotations"`
	}
	if plainjson.Unmarshal(r.Result, &res) != nil {
		return nil
	}
	var out []transcript.Turn
	for _, q := range res.Questions {
		a, ok := res.Answers[q.Question]
		if !ok {
			continue
		}
		t := transcript.Turn{Role: transcript.Answer, Asked: q.Question}
		// Several choices are joined by commas; what is left over was typed.
		left := a
		for _, o := range q.Options {
			if rest, found := cutChoice(left, o.Label); found {
				left = rest
				t.Chosen = strings.TrimPrefix(t.Chosen+", "+o.Label, ", ")
			}
		}
		t.Text = strings.Trim(left, ", ")
		if n := strings.TrimSpace(res.Annotations[q.Question].Notes); n != "" {
			t.Text = strings.TrimSpace(t.Text + "\n" + n)
		}
		out = append(out, t)
	}
	return out
}

// cutChoice takes one whole choice out of a list of them.
func cutChoice(list, label string) (string, bool) {
	if label == "" {
		return list, false
	}
	parts := strings.Split(list, ", ")
	if strings.Contains(label, ", ") { // the label itself holds the separator
		if list == label {
			return "", true
		}
		return list, false
	}
	for i, p := range parts {
		if p == label {
			return strings.Join(append(parts[:i:i], parts[i+1:]...), ", "), true
		}
	}
	return list, false
}

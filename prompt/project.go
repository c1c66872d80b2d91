package prompt

import (
	"encoding/json"
	"fmt"
	"strings"

	"automode/call"
	"automode/shell"
	"automode/transcript"
)

// reserved are the keys of lines that are no tool calls. A tool of such a name
// is written with "tool:" before it.
var reserved = map[string]bool{"user": true, "user_refused": true, "user_interrupted": true, "answer": true, "fact": true, "action": true,
	"assistant": true, "system": true}

func toolKey(tool string) string {
	if tool == "" {
		return "tool:"
	}
	if reserved[strings.ToLower(strings.TrimSpace(tool))] || strings.HasPrefix(tool, "tool:") {
		return "tool:" + tool
	}
	return tool
}

// line is one turn of the session as a judge sees it.
type line struct {
	text string
	// keep says how long the line is kept when not all fit: the person's words
	// for ever, then acts, then reads.
	keep keep
}

type keep uint8

const (
	read  keep = iota // dropped first
	act               // dropped then, oldest first
	voice             // never dropped
)

// lines are the turns of a session, one line each.
func lines(turns []transcript.Turn, o Options) []line {
	out := make([]line, 0, len(turns))
	for _, t := range turns {
		var b strings.Builder
		l := line{keep: voice}
		switch t.Role {
		case transcript.User:
			object(&b, members{{"user", t.Text}})
		case transcript.Answer:
			in := members{{"asked", t.Asked}, {"chosen", t.Chosen}}
			if t.Text != "" {
				in = append(in, member{"typed", t.Text})
			}
			object(&b, members{{"answer", in}})
		case transcript.Refused:
			object(&b, members{{"user_refused", members{{toolKey(t.Call.Tool), past(t.Call, o)}}}})
		case transcript.Interrupted:
			if t.Call.Tool == "" {
				object(&b, members{{"user_interrupted", members{}}})
				break
			}
			object(&b, members{{"user_interrupted", members{{toolKey(t.Call.Tool), past(t.Call, o)}}}})
		case transcript.Tool:
			l.keep = act
			switch t.Call.Kind() {
			case call.Read, call.Search, call.Task:
				l.keep = read
			case call.Write, call.Edit:
				if o.NoEdits {
					continue
				}
			}
			in := past(t.Call, o)
			if t.Denied {
				in = append(in, member{"denied", true})
			}
			object(&b, members{{toolKey(t.Call.Tool), in}})
		default:
			continue
		}
		l.text = b.String()
		out = append(out, l)
	}
	return out
}

// past is a call of before, as history shows it: what it did, without what the
// agent says about it.
func past(c call.Call, o Options) members {
	a := c.Args()
	if !a.OK {
		return members{{"input", c.Input}}
	}
	var out members
	add := func(name, s string) {
		if s != "" {
			out = append(out, member{name, s})
		}
	}
	switch c.Kind() {
	case call.Shell:
		add("command", shell.Unspoken(a.Command))
		add("cwd", c.Dir)
	case call.PowerShell, call.REPL, call.Input:
		add("command", a.Command)
		add("cwd", c.Dir)
	case call.Write, call.Edit:
		add("path", a.Path)
		content := edited(a)
		if o.EditCap > 0 && content != "" {
			add("content", cut(content, o.EditCap))
		}
		out = append(out, member{"bytes", len(content)})
	case call.Read:
		add("path", a.Path)
	case call.Fetch:
		return members{{"input", undescribed(c.Input)}}
	default:
		return members{{"input", undescribed(c.Input)}}
	}
	if len(out) == 0 {
		return members{{"input", undescribed(c.Input)}}
	}
	return out
}

func edited(a call.Args) string {
	if a.Content != "" || a.Patch != "" {
		return a.Content + a.Patch
	}
	var b strings.Builder
	for _, e := range a.Edits {
		b.WriteString(e.New)
	}
	return b.String()
}

// cut shortens s in the middle and says so.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return fmt.Sprintf("%s [... %d bytes left out ...] %s", strings.ToValidUTF8(s[:most/2], ""), len(s)-most, strings.ToValidUTF8(s[len(s)-most/2:], ""))
}

// undescribed is an input without the agent's description of it.
func undescribed(in json.RawMessage) json.RawMessage {
	var m map[string]json.RawMessage
	if json.Unmarshal(in, &m) != nil || m["description"] == nil || len(m) == 1 {
		return in
	}
	delete(m, "description")
	b, err := json.Marshal(m)
	if err != nil {
		return in
	}
	return b
}

// action is the call to judge: all of it, uncut, with what in it is only the
// agent's words pointed out.
func action(c call.Call) string {
	var b strings.Builder
	ms := members{{"tool", c.Tool}, {"input", c.Input}, {"cwd", c.Dir}}
	if c.Agent != "" {
		ms = append(ms, member{"by_subagent", c.Agent})
		if c.AgentType != "" {
			ms = append(ms, member{"subagent_type", c.AgentType})
		}
	}
	if c.Background {
		ms = append(ms, member{"runs_in_background", true})
	}
	if said := agentsWords(c); len(said) > 0 {
		ms = append(ms, member{"only_the_agents_words", said})
	}
	object(&b, members{{"action", ms}})
	return b.String()
}

// agentsWords are the parts of a call that do nothing but speak.
func agentsWords(c call.Call) []string {
	var out []string
	a := c.Args()
	if c.Kind() == call.Shell {
		for _, s := range shell.Spoken(a.Command) {
			out = append(out, a.Command[s.Start:s.End])
		}
	}
	if s, ok := a.Raw["description"].(string); ok && s != "" {
		out = append(out, s)
	}
	return out
}

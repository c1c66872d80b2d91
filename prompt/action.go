package prompt

import (
	"encoding/json"
	"strings"

	"automode/call"
	"automode/shell"
)

// maxWords bounds how many parts are pointed at.
const maxWords = 40

// action is the line of the call to judge: all of it, uncut, and with it which
// parts are only the agent's talk.
func action(c call.Call) string {
	var b strings.Builder
	ms := members{{"tool", c.Tool}, {"input", c.Input}}
	if c.Dir != "" {
		ms = append(ms, member{"in", c.Dir})
	}
	if c.Agent != "" {
		ms = append(ms, member{"by_subagent", c.Agent})
		if c.AgentType != "" {
			ms = append(ms, member{"subagent_type", c.AgentType})
		}
	}
	if c.Background {
		ms = append(ms, member{"runs_in_background", true})
	}
	words, rest := spoken(c)
	if len(words) > 0 {
		var shown []any // they stand in the input whole: here they are only pointed at
		for i, w := range words {
			if i == maxWords {
				shown = append(shown, members{{"more", len(words) - i}})
				break
			}
			shown = append(shown, shortened(w, 300))
		}
		ms = append(ms, member{"only_the_agents_words", shown})
	}
	if found := claims(rest); len(found) > 0 {
		ms = append(ms, member{"claims", found})
	}
	object(&b, members{{"action", ms}})
	return b.String()
}

// spoken divides the texts of a call: words are the parts that do nothing but
// speak, rest is all else.
func spoken(c call.Call) (words, rest []string) {
	fields, ok := split(c.Input)
	if !ok {
		return nil, []string{string(c.Input)}
	}
	kind := c.Kind()
	for _, f := range fields {
		s, isText := f.text()
		if kind == call.Shell && !isText && isCommand(f.name) {
			s, isText = c.Args().Command, true
		}
		switch {
		case !isText:
			rest = append(rest, texts(f.value)...)
		case s == "":
		case speaks(kind, f.name):
			words = append(words, s)
		case kind == call.Shell && isCommand(f.name):
			at := 0
			for _, span := range shell.Spoken(s) {
				words = append(words, s[span.Start:span.End])
				rest = append(rest, s[at:span.Start])
				at = span.End
			}
			rest = append(rest, s[at:])
		default:
			rest = append(rest, s)
		}
		rest = append(rest, f.name)
	}
	return words, rest
}

// texts are the texts and names in a JSON value.
func texts(v json.RawMessage) (out []string) {
	d := decoder(v)
	for {
		t, err := d.Token()
		if err != nil {
			return out
		}
		if s, ok := t.(string); ok {
			out = append(out, s)
		}
	}
}

package prompt

import (
	"strings"

	"automode/call"
	"automode/transcript"
)

// reserved are the keys of lines that are no tool calls, and those that may
// stand beside a call's. A tool of such a name is written with "tool:" before
// it.
var reserved = [...]string{"user", "user_refused", "user_interrupted", "answer", "unconfirmed", "outcome", "by", "left_out",
	"action", "fact", "facts", "assistant", "system", "tool"}

// toolKey is the key of a tool's lines. Names that could be taken for a key of
// ours, by look-alike letters too, are marked.
func toolKey(tool string) string {
	plain := strings.ToLower(tool)
	for _, r := range reserved {
		if plain == r {
			return "tool:" + tool
		}
	}
	for _, r := range tool {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("_-./", r) {
			return "tool:" + tool
		}
	}
	if tool == "" {
		return "tool:"
	}
	return tool
}

// line is one turn of the session as a judge sees it.
type line struct {
	text    string
	tokens  int
	keep    keep
	settled bool       // nothing that is not known yet can change it
	call    *call.Call // of a call's line, for what is left out
}

// keep says how long a line is kept when not all fit.
type keep uint8

const (
	read  keep = iota // dropped first
	act               // dropped then
	voice             // the user's: never dropped
)

// lineOf is the line of one turn; ok is false where it has none.
func lineOf(t *transcript.Turn, o Options) (l line, ok bool) {
	var b strings.Builder
	l = line{keep: voice, settled: true}
	ms := members{}
	switch t.Role {
	case transcript.User:
		ms = append(ms, member{"user", t.Text})
	case transcript.Answer:
		in := members{{"asked", t.Asked}, {"chosen", t.Chosen}}
		if t.Text != "" {
			in = append(in, member{"typed", t.Text})
		}
		ms = append(ms, member{"answer", in})
	case transcript.Refused:
		object(&b, members{{"user_refused", stopped(t.Call)}})
	case transcript.Interrupted:
		object(&b, members{{"user_interrupted", stopped(t.Call)}})
	case transcript.Tool:
		l.keep, l.call = weight(t.Call), &t.Call
		l.settled = t.Denied || t.Result != transcript.Pending
		if o.NoEdits && (t.Call.Kind() == call.Write || t.Call.Kind() == call.Edit) {
			return l, false
		}
		ms = append(ms, member{toolKey(t.Call.Tool), past(t.Call, o)})
		if t.Call.Agent != "" {
			by := t.Call.AgentType
			if by == "" {
				by = "subagent"
			}
			ms = append(ms, member{"by", by})
		}
		switch {
		case t.Denied:
			ms = append(ms, member{"outcome", "denied"})
		case o.Outcomes && t.Result == transcript.Failed:
			ms = append(ms, member{"outcome", "failed"})
		case o.Outcomes && t.Result == transcript.OK:
			ms = append(ms, member{"outcome", "ok"})
		}
	default:
		return l, false
	}
	if (t.Role == transcript.User || t.Role == transcript.Answer) && !t.Witnessed {
		ms = append(ms, member{"unconfirmed", true})
	}
	if len(ms) > 0 {
		object(&b, ms)
	}
	l.text = b.String()
	l.tokens = Estimate(l.text) + 1
	return l, true
}

// stopped is a call that the user refused or broke off: all of it, since what
// the user says no to is never shortened. It is empty where the host did not
// say which call it was.
func stopped(c call.Call) members {
	if c.Tool == "" {
		return members{}
	}
	return members{{toolKey(c.Tool), unspoken(c)}}
}

// weight says how long a call's line is kept.
func weight(c call.Call) keep {
	switch c.Kind() {
	case call.Read, call.Search, call.Task, call.Question:
		return read
	}
	return act
}

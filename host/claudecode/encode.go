package claudecode

import (
	"automode/internal/plainjson"
	"automode/verdict"
)

type output struct {
	Message    string    `json:"systemMessage,omitempty"`
	Continue   *bool     `json:"continue,omitempty"`
	StopReason string    `json:"stopReason,omitempty"`
	Specific   *specific `json:"hookSpecificOutput,omitempty"`
}

type specific struct {
	Event    Name     `json:"hookEventName"`
	Decision string   `json:"permissionDecision,omitempty"`
	Reason   string   `json:"permissionDecisionReason,omitempty"`
	Request  *request `json:"decision,omitempty"`
}

type request struct {
	Behavior string `json:"behavior"`
	Message  string `json:"message,omitempty"`
}

// Encode writes d, the decision on e's call, in the client's dialect, with t's
// texts. attended tells whether a person is there to be asked: where nobody is,
// or it is not known, what would be asked is denied. A decision on an event
// that decides nothing is Silent.
func (Dialect) Encode(e Event, d verdict.Decision, attended bool, t Texts) Answer {
	behavior := d.Behavior
	if behavior == verdict.Ask && !attended {
		behavior = verdict.Deny
	}
	switch e.Name {
	case PreToolUse:
		s := specific{Event: PreToolUse, Decision: behavior.String(), Reason: t.Render(d, attended)}
		out := output{Specific: &s}
		if behavior == verdict.Deny && d.Abort {
			stop := false
			out.Continue, out.StopReason = &stop, s.Reason
		}
		return answer(out)
	case PermissionRequest:
		r := request{Behavior: "deny", Message: t.Render(d, attended)}
		switch behavior {
		case verdict.Allow:
			r = request{Behavior: "allow"}
		case verdict.Ask:
			return Silent // the client's own dialog is what asks
		}
		return answer(output{Specific: &specific{Event: PermissionRequest, Request: &r}})
	}
	return Silent
}

func answer(out output) Answer {
	b, err := plainjson.Append(nil, out)
	if err != nil { // strings and bools always marshal
		return Answer{Stderr: "automode: the answer could not be written; run `automode doctor`\n", Exit: 2}
	}
	return Answer{Stdout: append(b, '\n')}
}

// Failure writes that the gate itself failed: a denial in the client's dialect
// for an event of that name, the reason on stderr, and exit code 2, each of
// which blocks by itself. name may be empty where it could not be told. Where
// nothing waits to be allowed it is a notice to the person and exit code 0,
// because 2 would swallow a person's prompt or keep the agent from stopping.
// The text is one line, and never empty.
func (Dialect) Failure(name Name, what string, t Texts) Answer {
	if what == "" {
		what = "the gate failed"
	}
	what = verdict.Quote(what, 600)
	a := Answer{Stderr: "automode: " + what + "\n", Exit: 2}
	d := verdict.Decision{Layer: verdict.LayerError, Code: verdict.CodeState, Reason: what}
	switch name {
	case UserPromptSubmit, SessionStart, SessionEnd, Stop, SubagentStart, SubagentStop, PostToolUse, PostToolUseFailure, PermissionDenied:
		a = answer(output{Message: "automode: " + what})
		a.Stderr = "automode: " + what + "\n"
		return a
	case PermissionRequest:
		a.Stdout = Dialect{}.Encode(Event{Name: PermissionRequest}, d, false, t).Stdout
	default:
		a.Stdout = Dialect{}.Encode(Event{Name: PreToolUse}, d, false, t).Stdout
	}
	return a
}

// Notice is shown to the person by the client.
func (Dialect) Notice(_ Name, what string) Answer {
	return answer(output{Message: "automode: " + what})
}

package gate

import (
	"fmt"
	"strings"

	"automode/verdict"
)

// Texts are what the agent is told beyond what happened and why. An empty
// text is the built-in one.
type Texts struct {
	Denied      string // after a denial that ordinary means or the user can get round
	Unavailable string // no judge could be asked
	OverContext string // the session does not fit the judge's window
	Limit       string // too much was blocked
}

const (
	deniedText = "You may go on by ordinary means that do not have this effect, if they serve the task. " +
		"Do not try to get the same effect another way: not through a test, a script, an alias, another tool or smaller steps. " +
		"If the task cannot be done without it, stop and tell the user what you needed and why."
	unavailableText = "This says nothing about the call itself. Wait a moment and try the same call once more; " +
		"meanwhile go on with what needs no judging. If it stays so, stop and tell the user that auto mode could not judge it."
	overContextText = "Trying again will not help. Stop and tell the user that the session has grown too long to be judged: " +
		"a new session with a short summary goes on from here."
	limitText = "Stop here. Tell the user what you were trying to do, what was blocked, and what you would need."
	personAsk = "You decide about this call; what was blocked before stays blocked."
)

// Explain is the one place where a decision becomes words: for the person who
// is asked, for the agent that is denied, for the log. What the agent wrote is
// quoted so that it can hide nothing. It is never empty.
func (t Texts) Explain(d verdict.Decision) string {
	var b strings.Builder
	switch {
	case d.Behavior == verdict.Allow:
		b.WriteString("Allowed by auto mode")
	case d.Behavior == verdict.Ask:
		b.WriteString("Auto mode asks you")
	case d.Abort:
		b.WriteString("Denied by auto mode, which ends this run")
	default:
		b.WriteString("Denied by auto mode")
	}
	b.WriteString(": ")
	if d.Label != "" {
		b.WriteString("[" + d.Label + "] ")
	}
	reason := d.Reason
	if reason == "" {
		reason = "no reason was given"
	}
	b.WriteString(sentence(verdict.Quote(reason, 600)))
	if span := spanOf(d); span != "" {
		b.WriteString(" It is about: " + span + ".")
	}
	if d.Rule != "" && d.Layer != verdict.LayerAllowRule {
		b.WriteString(" Rule: " + verdict.Quote(d.Rule, 300) + ".")
	}
	if d.Behavior == verdict.Allow {
		return b.String()
	}
	if d.Tier == verdict.Hard && d.Behavior == verdict.Deny {
		b.WriteString(" Nothing clears this: neither an exception nor anyone's go-ahead.")
	} else if d.Clears != "" && d.Behavior == verdict.Deny {
		b.WriteString(" It would be cleared by the user naming " + verdict.Quote(d.Clears, 200) + ".")
	}
	if d.Behavior == verdict.Ask {
		if isLimit(d.Code) {
			b.WriteString(" " + personAsk)
		}
		return b.String()
	}
	if advice := t.advice(d); advice != "" {
		b.WriteString(" " + advice)
	}
	if d.Approval != "" {
		b.WriteString(" Only a person can let this one call pass, once, within ten minutes, by typing: approve " + d.Approval)
	}
	return b.String()
}

// advice is what the agent should do after the denial d.
func (t Texts) advice(d verdict.Decision) string {
	pick := func(own, built string) string {
		if own != "" {
			return own
		}
		return built
	}
	switch d.Code {
	case verdict.CodeUnavailable, verdict.CodeState, verdict.CodeTimeout, verdict.CodePanic, verdict.CodeEpochMoved:
		return pick(t.Unavailable, unavailableText)
	case verdict.CodeOverContext:
		return pick(t.OverContext, overContextText)
	case verdict.CodeSettings, verdict.CodeNoJudge:
		return "Stop and tell the user to run automode doctor."
	case verdict.CodeBadInput:
		return "Send the call again with an input that the tool's schema allows."
	}
	if isLimit(d.Code) || d.Code == verdict.CodeJudgeDown || d.Abort {
		return pick(t.Limit, limitText)
	}
	return pick(t.Denied, deniedText)
}

// isLimit tells whether a limit of blocked calls was reached.
func isLimit(c verdict.Code) bool {
	return c == verdict.CodeLimitRow || c == verdict.CodeLimitTotal || c == verdict.CodeLimitRate
}

// spanOf shows the words that a decision is about.
func spanOf(d verdict.Decision) string {
	for _, e := range d.Evidence {
		words := e.Words
		if words == "" {
			words = e.Command
		}
		if words != "" {
			return "“" + verdict.Quote(words, 160) + "”"
		}
	}
	return ""
}

// sentence ends s as a sentence.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

// countedReason says why a call that was blocked goes to a person instead.
func countedReason(trigger Trigger, why string) string {
	head := ""
	switch trigger.Code {
	case verdict.CodeLimitRow:
		head = fmt.Sprintf("%d calls in a row were blocked", trigger.N)
	case verdict.CodeLimitTotal:
		head = fmt.Sprintf("%d calls in this session were blocked", trigger.N)
	case verdict.CodeLimitRate:
		head = fmt.Sprintf("%d of the last %d judged calls were blocked", trigger.N, windowSize)
	case verdict.CodeJudgeDown:
		head = fmt.Sprintf("no judge could be asked for %d calls in a row", trigger.N)
	}
	if trigger.Code != verdict.CodeJudgeDown {
		head += ": look at what the agent has been trying first"
	}
	return head + ". This one: " + why
}

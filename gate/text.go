package gate

import (
	"fmt"
	"strings"

	"automode/verdict"
)

// Texts are the words around a decision's reason. Settings may replace them;
// an empty text is its default.
type Texts struct {
	Denied      string `json:"denied,omitempty"`      // after the reason of a denial
	Guard       string `json:"guard,omitempty"`       // instead, where only a person may allow it
	Unavailable string `json:"unavailable,omitempty"` // instead, where no judge could be asked
	OverContext string `json:"overContext,omitempty"` // instead, where the session does not fit a judge
	Limit       string `json:"limit,omitempty"`       // instead, where too much was blocked
	NoPerson    string `json:"noPerson,omitempty"`    // before those, where a person had to be asked and nobody is there
	Failed      string `json:"failed,omitempty"`      // instead, where the gate itself failed
}

// DefaultTexts are ours.
var DefaultTexts = Texts{
	Denied: "You may reach a legitimate end by other ordinary means, such as a narrower command or a read instead of a change. " +
		"Do not reach for the same effect by a detour: not through a script, a test, an alias, another tool or another agent. " +
		"If the task cannot be done without it, stop and tell the user what you needed and why.",
	Guard: "Only a person may allow this, whatever the task says. Do not try another way to the same effect. " +
		"If the task needs it, stop and tell the user what you needed and why.",
	Unavailable: "No judge could be asked, so nothing says that this call is dangerous, and nothing says that it is safe. " +
		"Go on with what needs no judgement, such as reading; try this call again later, or tell the user that it waits.",
	OverContext: "The session has grown too long to be judged with this call. Trying again will not help. " +
		"Tell the user what you needed; a new session with a short summary can do it.",
	Limit:    "Many calls of this session were blocked. Stop here and tell the user what you have been trying to do, what was blocked, and what you need.",
	NoPerson: "A person would have to decide this, and nobody is there to be asked.",
	Failed:   "The gate failed and decided nothing, so the call may not run. Tell the user: `automode doctor` says what to do.",
}

// maxText bounds a rendered text, in bytes.
const maxText = 4000

// Render is the one place where a decision becomes words: for the agent that
// is denied, for the person who is asked. attended says that a person sees a
// question. The text is never empty, is one line, and shows whatever an agent
// may have written in it as escapes where it could not be seen.
func (t Texts) Render(d verdict.Decision, attended bool) string {
	var b strings.Builder
	asked := d.Behavior == verdict.Ask && attended
	switch {
	case d.Behavior == verdict.Allow:
		return "automode: " + verdict.Quote(or(d.Reason, "allowed"), 400)
	case asked:
		b.WriteString("automode asks: ")
	case d.Abort:
		b.WriteString("automode denied this call and ends the run: ")
	default:
		b.WriteString("automode denied this call: ")
	}
	b.WriteString(verdict.Quote(or(d.Reason, reasonOf(d)), 900))
	end(&b)
	if d.Label != "" {
		b.WriteString(" Rule: [" + verdict.Quote(d.Label, 120) + "]")
		if s := d.Tier.String(); s != "" {
			b.WriteString(", " + s)
		}
		b.WriteByte('.')
	} else if d.Rule != "" {
		b.WriteString(" Rule: " + verdict.Quote(d.Rule, 300))
		end(&b)
	}
	for i, e := range d.Evidence {
		if words := or(e.Words, e.Command); words != "" && i < 3 {
			b.WriteString(" What did it: " + verdict.Quote(words, 200))
			end(&b)
		}
	}
	switch {
	case d.Tier == verdict.Hard && !asked:
		b.WriteString(" Nothing clears this: no exception, and nobody's go-ahead.")
	case d.Clears != "":
		b.WriteString(" It would pass if the user named: " + verdict.Quote(d.Clears, 300))
		end(&b)
	}
	if d.Approval != "" {
		b.WriteString(" A person can let this very call pass once, by typing to you: approve " + verdict.Quote(d.Approval, 40) + " (it holds for ten minutes then).")
	}
	if !asked {
		if d.Behavior == verdict.Ask {
			b.WriteString(" " + or(t.NoPerson, DefaultTexts.NoPerson))
		}
		b.WriteString(" " + t.advice(d))
	}
	return verdict.Quote(b.String(), maxText)
}

// advice says what to do next.
func (t Texts) advice(d verdict.Decision) string {
	if d.Code.Silent() {
		return or(t.Unavailable, DefaultTexts.Unavailable)
	}
	switch d.Code {
	case verdict.CodeEpochMoved:
		return or(t.Unavailable, DefaultTexts.Unavailable)
	case verdict.CodeOverContext:
		return or(t.OverContext, DefaultTexts.OverContext)
	case verdict.CodeLimitRow, verdict.CodeLimitTotal, verdict.CodeLimitRate:
		return or(t.Limit, DefaultTexts.Limit)
	case verdict.CodeBadInput:
		return "Send the call again with an input that the tool's schema allows."
	}
	switch d.Layer {
	case verdict.LayerGuard, verdict.LayerPerson:
		return or(t.Guard, DefaultTexts.Guard)
	case verdict.LayerError:
		return or(t.Failed, DefaultTexts.Failed)
	}
	return or(t.Denied, DefaultTexts.Denied)
}

// reasonOf stands in for a reason that is missing.
func reasonOf(d verdict.Decision) string {
	if d.Code == verdict.CodeNone {
		return "nothing decided that it may run"
	}
	return string(d.Layer) + " (" + string(d.Code) + ")"
}

// end closes a sentence.
func end(b *strings.Builder) {
	if s := b.String(); !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "!") && !strings.HasSuffix(s, "?") {
		b.WriteByte('.')
	}
}

func or(a, b string) string {
	if strings.TrimSpace(a) == "" {
		return b
	}
	return a
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

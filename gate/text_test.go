package gate

import (
	"strings"
	"testing"

	"automode/verdict"
)

func TestEveryDecisionExplainsItself(t *testing.T) {
	full := verdict.Decision{Layer: verdict.LayerStatic, Code: verdict.CodeFinding, Tier: verdict.Soft, Category: "irreversible-local", Label: "Irreversible Local",
		Reason: "It deletes src", Clears: "path", Evidence: []verdict.Evidence{{Words: "rm -rf src"}}, Approval: "D-7F3K"}
	for _, c := range []struct {
		name   string
		d      verdict.Decision
		has    []string
		hasNot []string
	}{
		{"a denial", full, []string{"Denied by auto mode: [Irreversible Local] It deletes src.", "“rm -rf src”", "cleared by the user naming path", "ordinary means", "same effect another way", "stop and tell the user", "approve D-7F3K"}, []string{"ends this run"}},
		{"a hard one", func() verdict.Decision { d := full; d.Tier, d.Approval, d.Clears = verdict.Hard, "", ""; return d }(), []string{"Nothing clears this"}, []string{"approve", "cleared by"}},
		{"a question", func() verdict.Decision { d := full; d.Behavior, d.Approval = verdict.Ask, ""; return d }(), []string{"Auto mode asks you: [Irreversible Local] It deletes src.", "“rm -rf src”"}, []string{"ordinary means", "approve"}},
		{"a limit", verdict.Decision{Behavior: verdict.Ask, Code: verdict.CodeLimitRow, Reason: countedReason(Trigger{verdict.CodeLimitRow, 3}, "it deletes src")}, []string{"3 calls in a row were blocked: look at what the agent has been trying first", "This one: it deletes src"}, nil},
		{"the end of a run", verdict.Decision{Code: verdict.CodeLimitTotal, Abort: true, Reason: countedReason(Trigger{verdict.CodeLimitTotal, 20}, "x")}, []string{"ends this run", "20 calls in this session", "Stop here"}, nil},
		{"a rate", verdict.Decision{Code: verdict.CodeLimitRate, Reason: countedReason(Trigger{verdict.CodeLimitRate, 10}, "x")}, []string{"10 of the last 50"}, nil},
		{"no judge", verdict.Decision{Code: verdict.CodeUnavailable, Reason: "no judge could be asked: timeout"}, []string{"once more", "says nothing about the call itself"}, []string{"ordinary means"}},
		{"no judge, several times", verdict.Decision{Code: verdict.CodeJudgeDown, Reason: countedReason(Trigger{verdict.CodeJudgeDown, 3}, "x")}, []string{"3 calls in a row", "Stop here"}, []string{"look at what"}},
		{"over the window", verdict.Decision{Code: verdict.CodeOverContext, Reason: "too long"}, []string{"grown too long"}, nil},
		{"a bad input", verdict.Decision{Code: verdict.CodeBadInput, Reason: "no"}, []string{"schema"}, nil},
		{"settings", verdict.Decision{Code: verdict.CodeSettings, Reason: "no"}, []string{"automode doctor"}, nil},
		{"a rule", verdict.Decision{Code: verdict.CodeRule, Layer: verdict.LayerDenyRule, Reason: "a deny rule forbids this", Rule: "Bash(rm:*) (/s.json:3)"}, []string{"Rule: Bash(rm:*) (/s.json:3)"}, nil},
		{"an allow", verdict.Decision{Behavior: verdict.Allow, Reason: "it only reads"}, []string{"Allowed by auto mode: it only reads."}, []string{"stop and tell"}},
		{"nothing", verdict.Decision{}, []string{"Denied by auto mode", "no reason was given", "stop and tell the user"}, nil},
	} {
		got := Texts{}.Explain(c.d)
		for _, part := range c.has {
			if !strings.Contains(got, part) {
				t.Errorf("%s: %q does not say %q", c.name, got, part)
			}
		}
		for _, part := range c.hasNot {
			if strings.Contains(got, part) {
				t.Errorf("%s: %q says %q", c.name, got, part)
			}
		}
	}
}

func TestWhatTheAgentWroteCannotHide(t *testing.T) {
	d := verdict.Decision{Reason: "it says \x1b[2J\u202ehello", Label: "X", Rule: "a\nb", Clears: "c\u200bd", Evidence: []verdict.Evidence{{Command: "rm\rx"}}}
	for _, b := range []verdict.Behavior{verdict.Deny, verdict.Ask, verdict.Allow} {
		d.Behavior = b
		if got := (Texts{}).Explain(d); strings.ContainsAny(got, "\x1b\u202e\u200b\n\r") {
			t.Errorf("%q", got)
		}
	}
}

func TestTextsAreSettings(t *testing.T) {
	own := Texts{Denied: "D!", Unavailable: "U!", OverContext: "O!", Limit: "L!"}
	for code, want := range map[verdict.Code]string{verdict.CodeFinding: "D!", verdict.CodeUnavailable: "U!", verdict.CodeOverContext: "O!", verdict.CodeLimitRow: "L!"} {
		if got := own.Explain(verdict.Decision{Code: code, Reason: "x"}); !strings.Contains(got, want) {
			t.Errorf("%s: %q", code, got)
		}
	}
}

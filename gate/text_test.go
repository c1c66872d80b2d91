package gate

import (
	"strings"
	"testing"

	"automode/verdict"
)

func TestADenialSaysWhyAndWhatToDo(t *testing.T) {
	d := verdict.Decision{Layer: verdict.LayerStatic, Code: verdict.CodeFinding, Tier: verdict.Soft, Label: "Irreversible Local Destruction",
		Reason: "it deletes the folder data", Clears: "the folder", Approval: "D-7F3K", Evidence: []verdict.Evidence{{Words: "rm -rf data"}}}
	got := Texts{}.Render(d, false)
	for _, want := range []string{"denied", "it deletes the folder data.", "[Irreversible Local Destruction]", "soft", "rm -rf data", "the folder", "D-7F3K",
		"other ordinary means", "detour", "stop and tell the user"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
}

func TestEachTroubleHasWordsOfItsOwn(t *testing.T) {
	seen := map[string]verdict.Code{}
	for _, d := range []verdict.Decision{
		{Layer: verdict.LayerStatic, Code: verdict.CodeFinding},
		{Layer: verdict.LayerClassifier, Code: verdict.CodeUnavailable},
		{Layer: verdict.LayerClassifier, Code: verdict.CodeOverContext},
		{Layer: verdict.LayerLimit, Code: verdict.CodeLimitRow},
		{Layer: verdict.LayerGuard, Code: verdict.CodeGuard},
		{Layer: verdict.LayerError, Code: verdict.CodeState},
	} {
		a := Texts{}.advice(d)
		if other, twice := seen[a]; twice || a == "" {
			t.Errorf("%s and %s say the same", d.Code, other)
		}
		seen[a] = d.Code
	}
}

func TestSettingsReplaceATextAndBlanksDoNot(t *testing.T) {
	d := verdict.Decision{Layer: verdict.LayerStatic, Code: verdict.CodeFinding, Reason: "x"}
	if got := (Texts{Denied: "Call Kim."}).Render(d, false); !strings.HasSuffix(got, "Call Kim.") {
		t.Error(got)
	}
	if got := (Texts{Denied: "  "}).Render(d, false); !strings.HasSuffix(got, DefaultTexts.Denied) {
		t.Error(got)
	}
}

func TestRenderedTextHidesNothing(t *testing.T) {
	d := verdict.Decision{Behavior: verdict.Ask, Reason: "runs \x1b[2Kls\u202e", Evidence: []verdict.Evidence{{Words: "rm\u200b -rf\n/"}}}
	got := Texts{}.Render(d, true)
	if strings.ContainsAny(got, "\x1b\u202e\u200b\n") || !strings.Contains(got, `\u202e`) {
		t.Errorf("%q", got)
	}
}

func TestWhatADecisionSaysByItsKind(t *testing.T) {
	full := verdict.Decision{Layer: verdict.LayerStatic, Code: verdict.CodeFinding, Tier: verdict.Soft, Label: "Irreversible Local",
		Reason: "it deletes src", Clears: "path", Evidence: []verdict.Evidence{{Words: "rm -rf src"}}}
	but := func(change func(*verdict.Decision)) verdict.Decision { d := full; change(&d); return d }
	for _, c := range []struct {
		name   string
		d      verdict.Decision
		there  bool // a person sees questions
		has    []string
		hasNot []string
	}{
		{"a hard denial", but(func(d *verdict.Decision) { d.Tier = verdict.Hard }), false, []string{"Nothing clears this"}, []string{"would pass"}},
		{"a question", but(func(d *verdict.Decision) { d.Behavior = verdict.Ask }), true, []string{"automode asks: it deletes src.", "rm -rf src"}, []string{"ordinary means", "denied"}},
		{"a question that nobody sees", but(func(d *verdict.Decision) { d.Behavior = verdict.Ask }), false, []string{"nobody is there", "ordinary means"}, nil},
		{"a question about what is hard", but(func(d *verdict.Decision) { d.Behavior, d.Tier = verdict.Ask, verdict.Hard }), true, []string{"asks"}, []string{"Nothing clears"}},
		{"a limit", verdict.Decision{Behavior: verdict.Ask, Code: verdict.CodeLimitRow, Reason: countedReason(Trigger{verdict.CodeLimitRow, 3}, "it deletes src")}, true,
			[]string{"3 calls in a row were blocked: look at what the agent has been trying first", "This one: it deletes src"}, nil},
		{"the end of a run", verdict.Decision{Code: verdict.CodeLimitTotal, Abort: true, Reason: countedReason(Trigger{verdict.CodeLimitTotal, 20}, "x")}, false,
			[]string{"ends the run", "20 calls in this session", "Stop here"}, nil},
		{"a rate", verdict.Decision{Code: verdict.CodeLimitRate, Reason: countedReason(Trigger{verdict.CodeLimitRate, 10}, "x")}, false, []string{"10 of the last 50"}, nil},
		{"no judge, several times", verdict.Decision{Code: verdict.CodeJudgeDown, Reason: countedReason(Trigger{verdict.CodeJudgeDown, 3}, "x")}, false, []string{"3 calls in a row", "No judge"}, []string{"look at what"}},
		{"a bad input", verdict.Decision{Layer: verdict.LayerError, Code: verdict.CodeBadInput, Reason: "no"}, false, []string{"schema"}, nil},
		{"a rule", verdict.Decision{Code: verdict.CodeRule, Layer: verdict.LayerDenyRule, Reason: "a deny rule forbids this", Rule: "Bash(rm:*) (/s.json:3)"}, false, []string{"Rule: Bash(rm:*) (/s.json:3)."}, nil},
		{"an allow", verdict.Decision{Behavior: verdict.Allow, Reason: "it only reads"}, false, []string{"automode: it only reads"}, []string{"stop and tell"}},
		{"nothing", verdict.Decision{}, false, []string{"denied", "nothing decided that it may run", "stop and tell the user"}, nil},
	} {
		got := Texts{}.Render(c.d, c.there)
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
	d := verdict.Decision{Reason: "it says \x1b[2J\u202ehello", Label: "X\u200b", Rule: "a\nb", Clears: "c\u200bd", Evidence: []verdict.Evidence{{Command: "rm\rx"}}}
	for _, b := range []verdict.Behavior{verdict.Deny, verdict.Ask, verdict.Allow} {
		d.Behavior = b
		if got := (Texts{}).Render(d, true); strings.ContainsAny(got, "\x1b\u202e\u200b\n\r") {
			t.Errorf("%q", got)
		}
	}
}

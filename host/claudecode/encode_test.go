package claudecode

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"automode/verdict"
)

// parsed is an answer as the client reads it: exactly one JSON object.
func parsed(t *testing.T, a Answer) map[string]any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(a.Stdout))
	var m map[string]any
	if err := dec.Decode(&m); err != nil {
		t.Fatalf("%q: %v", a.Stdout, err)
	}
	if dec.More() || bytes.Count(a.Stdout, []byte("\n")) != 1 {
		t.Fatalf("more than one object on one line: %q", a.Stdout)
	}
	return m
}

func specificOf(t *testing.T, a Answer) map[string]any {
	t.Helper()
	s, _ := parsed(t, a)["hookSpecificOutput"].(map[string]any)
	return s
}

func TestEncodeAnswersPreToolUse(t *testing.T) {
	for _, c := range []struct {
		name     string
		d        verdict.Decision
		attended bool
		want     string
	}{
		{"allow", verdict.Decision{Behavior: verdict.Allow, Reason: "reads only"}, false, "allow"},
		{"deny", verdict.Decision{Reason: "sends a key"}, true, "deny"},
		{"ask with a person there", verdict.Decision{Behavior: verdict.Ask, Reason: "look"}, true, "ask"},
		{"ask with nobody there", verdict.Decision{Behavior: verdict.Ask, Reason: "look"}, false, "deny"},
		{"no decision at all", verdict.Decision{}, true, "deny"},
		{"an allow without a reason", verdict.Decision{Behavior: verdict.Allow}, true, "allow"},
	} {
		a := dialect.Encode(Event{Name: PreToolUse}, c.d, c.attended, Texts{})
		s := specificOf(t, a)
		if s["hookEventName"] != "PreToolUse" || s["permissionDecision"] != c.want || a.Exit != 0 || a.Stderr != "" {
			t.Errorf("%s: %s", c.name, a.Stdout)
		}
		if r, _ := s["permissionDecisionReason"].(string); strings.TrimSpace(r) == "" {
			t.Errorf("%s: no reason", c.name)
		}
	}
}

func TestEncodeAnswersPermissionRequest(t *testing.T) {
	e := Event{Name: PermissionRequest}
	decision := func(a Answer) map[string]any {
		d, _ := specificOf(t, a)["decision"].(map[string]any)
		return d
	}
	if d := decision(dialect.Encode(e, verdict.Decision{Behavior: verdict.Allow}, true, Texts{})); d["behavior"] != "allow" {
		t.Error(d)
	}
	for _, d := range []map[string]any{
		decision(dialect.Encode(e, verdict.Decision{Reason: "no"}, true, Texts{})),
		decision(dialect.Encode(e, verdict.Decision{Behavior: verdict.Ask, Reason: "no"}, false, Texts{})),
	} {
		if m, _ := d["message"].(string); d["behavior"] != "deny" || m == "" {
			t.Error(d)
		}
	}
	if a := dialect.Encode(e, verdict.Decision{Behavior: verdict.Ask, Reason: "look"}, true, Texts{}); len(a.Stdout) != 0 || a.Exit != 0 {
		t.Errorf("the client's dialog is certain to follow, and we said %q", a.Stdout)
	}
}

func TestEncodeEndsTheRunOnlyWithADenial(t *testing.T) {
	d := verdict.Decision{Reason: "20 blocked", Code: verdict.CodeLimitTotal, Abort: true}
	if m := parsed(t, dialect.Encode(Event{Name: PreToolUse}, d, false, Texts{})); m["continue"] != false || m["stopReason"] == "" {
		t.Error(m)
	}
	for _, b := range []verdict.Behavior{verdict.Allow, verdict.Ask} {
		d.Behavior = b
		if m := parsed(t, dialect.Encode(Event{Name: PreToolUse}, d, true, Texts{})); m["continue"] != nil {
			t.Error(m)
		}
	}
}

func TestEncodeIsSilentWhereNothingIsDecided(t *testing.T) {
	for _, n := range []Name{PostToolUse, UserPromptSubmit, SessionStart, SessionEnd, Stop, SubagentStart, SubagentStop, PermissionDenied, PostToolUseFailure} {
		if a := dialect.Encode(Event{Name: n}, verdict.Decision{Behavior: verdict.Allow}, true, Texts{}); len(a.Stdout) != 0 || a.Exit != 0 {
			t.Errorf("%s: %q", n, a.Stdout)
		}
	}
}

func TestFailureBlocksTwice(t *testing.T) {
	for _, n := range []Name{PreToolUse, ""} {
		a := dialect.Failure(n, "the state\ncould not be \x1b[31mread", Texts{})
		if s := specificOf(t, a); s["permissionDecision"] != "deny" || s["permissionDecisionReason"] == "" {
			t.Errorf("%q: %s", n, a.Stdout)
		}
		if a.Exit != 2 || strings.Count(a.Stderr, "\n") != 1 || !strings.HasSuffix(a.Stderr, "\n") || strings.Contains(a.Stderr, "\x1b") {
			t.Errorf("%q: %d %q", n, a.Exit, a.Stderr)
		}
	}
	a := dialect.Failure(PermissionRequest, "", Texts{})
	if d, _ := specificOf(t, a)["decision"].(map[string]any); d["behavior"] != "deny" || a.Exit != 2 || len(a.Stderr) < 12 {
		t.Errorf("%s %q", a.Stdout, a.Stderr)
	}
}

func TestFailureOfAnEventThatDecidesNothingStopsNobody(t *testing.T) {
	a := dialect.Failure(UserPromptSubmit, "the state could not be written", Texts{})
	if m := parsed(t, a); a.Exit != 0 || m["systemMessage"] == "" || m["decision"] != nil || m["continue"] != nil || a.Stderr == "" {
		t.Errorf("%s %q", a.Stdout, a.Stderr)
	}
}

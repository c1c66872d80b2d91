package main

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"automode/gate"
	"automode/permission"
	"automode/settings"
	"automode/state"
)

// stand tells, and may change, where the session of a fake host stands.
func (s *session) stand(change ...permission.Stand) permission.Stand {
	s.t.Helper()
	store, err := state.Open(settings.FoldersOf(s.dir+"/cfg", "").State)
	if err != nil {
		s.t.Fatal(err)
	}
	var out permission.Stand
	err = store.Update(context.Background(), "s", func(l *gate.Ledger) error {
		for i := range change {
			l.Stand = &change[i]
		}
		if l.Stand != nil {
			out = *l.Stand
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

func planExit(event string) map[string]any {
	return map[string]any{"hook_event_name": event, "tool_name": "ExitPlanMode", "tool_input": map[string]string{"plan": "x"}, "tool_use_id": "toolu_p", "tool_response": map[string]string{}}
}

func TestAnApprovedPlanLeadsBackWhenTheHostSaysSo(t *testing.T) {
	for _, c := range []struct {
		how, event string
		back       bool
	}{
		{"socket", "PostToolUse", true},
		{"pipe", "PostToolUse", false}, // as a tool's child can say it
		{"socket", "PostToolUseFailure", false},
	} {
		s := newSession(t)
		s.hand("socket", map[string]any{"hook_event_name": "SessionStart", "source": "startup"})
		plan := permission.Stand{Mode: permission.Plan, Chosen: true, Before: permission.Auto}
		s.stand(plan)
		if a := s.hand(c.how, planExit("PreToolUse")); !strings.Contains(a, `"deny"`) { // nobody is there
			t.Errorf("%s %s: leaving plan is %s", c.how, c.event, a)
		}
		s.hand(c.how, planExit(c.event))
		if got := s.stand(); (got.Mode == permission.Auto) != c.back {
			t.Errorf("%s %s: the session stands at %+v", c.how, c.event, got)
		}
	}
}

func TestASessionTakenUpAgainHasNoGrants(t *testing.T) {
	s := newSession(t)
	if err := os.MkdirAll(s.dir+"/cfg", 0o700); err != nil {
		t.Fatal(err)
	}
	s.hand("socket", map[string]any{"hook_event_name": "SessionStart", "source": "startup"})
	s.stand(permission.Stand{Mode: permission.BypassPermissions, Chosen: true, Bypass: true, Grants: []permission.Grant{{List: permission.Listing(permission.Allow), Text: "Bash(make)", Mode: permission.Auto}}})
	s.hand("socket", map[string]any{"hook_event_name": "SessionStart", "source": "compact"})
	if got := s.stand(); len(got.Grants) != 1 {
		t.Errorf("a session that goes on lost what it was given: %+v", got)
	}
	s.hand("socket", map[string]any{"hook_event_name": "SessionStart", "source": "resume"})
	if got := s.stand(); len(got.Grants) != 0 || got.Bypass || got.Mode != permission.Default {
		t.Errorf("%+v", got)
	}
	log, err := os.ReadFile(settings.FoldersOf(s.dir+"/cfg", "").Log + "/decisions.jsonl")
	if err != nil || !strings.Contains(string(log), "default by resume") {
		t.Errorf("the log does not say so: %v\n%s", err, log)
	}
}

func TestWhatIsSaidAtTheStartIsSaidOnce(t *testing.T) {
	s := newSession(t)
	if err := os.MkdirAll(s.dir+"/.automode", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.dir+"/.automode/settings.json", []byte(`{"permissions":{"allow":["Bash"]},"mode":"auto"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	say := func() string {
		var v struct{ SystemMessage string }
		text := s.hand("socket", map[string]any{"hook_event_name": "SessionStart", "source": "startup"})
		if strings.TrimSpace(text) != "" {
			if err := json.Unmarshal([]byte(text), &v); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
		}
		return v.SystemMessage
	}
	first := say()
	for _, want := range []string{"auto mode is on", "a project's settings may only tighten, so this does not count: permissions.allow, mode"} {
		if !strings.Contains(first, want) {
			t.Errorf("it does not say %q: %s", want, first)
		}
	}
	if again := say(); again != "" {
		t.Errorf("it says again: %s", again)
	}
	if err := os.WriteFile(s.dir+"/cfg/settings.json", []byte(`{"disableAutoMode":"disable"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if text := say(); !strings.Contains(text, "disableAutoMode is set") || !strings.Contains(text, "the mode is Manual") {
			t.Errorf("a mode that is not to be had is not told: %q", text)
		}
	}
}

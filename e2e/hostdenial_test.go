//go:build e2e

package e2e

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"automode/internal/fakemodel"
	"automode/internal/hook"
	"automode/state"
	"automode/verdict"
)

// While the gate only watches, the client's own auto mode decides. When that
// denies a call, the gate hears of it: nothing counts as made by that call.
func TestTheClientsOwnDenialIsHeardAndNothingCountsAsMade(t *testing.T) {
	everyClient(t, hostDenial)
}

func hostDenial(t *testing.T, c *client) {
	s := newStageOf(t, c, fakemodel.Script{
		Steps: []fakemodel.Step{fakemodel.Shell("make greet"), fakemodel.Text("done")},
		// What an older client asks here; a newer one asks its vendor's server,
		// which is not there, and denies by itself.
		Classifier: []fakemodel.Step{fakemodel.Text("<block>yes</block><reason>it greets</reason>")},
	})
	s.write("Makefile", "greet:\n\techo hi > greeted\n")
	s.commit()
	s.plan.Observe = true
	s.install()
	s.headless("greet", "--permission-mode", "auto", "--session-id", session)
	log := s.log()
	if s.has("greeted") || len(log) != 1 || log[0].Decision.Behavior != verdict.Allow {
		t.Fatalf("ran %v: %s", s.has("greeted"), short(log))
	}
	heard := 0
	for _, e := range s.events() {
		if e.What == hook.HostDenied && e.CallID == log[0].CallID && e.Session == session && e.Reason != "" {
			heard++
		}
	}
	if heard != 1 {
		t.Errorf("heard of %d denials: %+v", heard, s.events())
	}
	st, err := state.Open(filepath.Join(s.config, "state"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := st.Load(t.Context(), session)
	if err != nil || len(l.Open) != 0 || len(l.Effects.Open) != 0 {
		t.Errorf("the ledger still waits for it: %+v, %v", l, err)
	}
	if made := l.Effects.Files[filepath.Join(s.project, "greeted")]; made.Made || made.Whole || made.Built {
		t.Errorf("the ledger counts on it: %+v", made)
	}

	var report struct {
		Calls  int `json:"calls"`
		Client struct {
			Denied  int `json:"denied"`
			Allowed int `json:"allowed"`
		} `json:"client"`
	}
	if out, code := s.automode("observe", "report", "--json"); code != 0 || json.Unmarshal([]byte(out), &report) != nil {
		t.Fatalf("exit code %d: %s", code, out)
	}
	if report.Calls != 1 || report.Client.Denied != 1 || report.Client.Allowed != 1 {
		t.Errorf("%+v", report)
	}
}

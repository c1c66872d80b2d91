package gate

import (
	"context"
	"strings"
	"testing"

	"automode/call"
	"automode/judge"
	"automode/permission"
	"automode/verdict"
)

var (
	allModes = []permission.Mode{permission.Default, permission.AcceptEdits, permission.Plan, permission.Auto, permission.DontAsk, permission.BypassPermissions}
	switched = &permission.Bar{Why: "the mode switch is disabled", At: permission.Origin{Source: "managed", File: "/etc/automode/managed.json", Line: 2, Column: 3}}
)

func policy(p permission.Policy) func(*Request) { return func(r *Request) { r.Policy = p } }

func host(mode string) func(*Request) { return func(r *Request) { r.Session.HostMode = mode } }

// stands puts a session where it is to stand.
func (g *gated) stands(t testing.TB, s permission.Stand) {
	t.Helper()
	if err := g.store.Update(t.Context(), "s1", func(l *Ledger) error { l.Stand = &s; return nil }); err != nil {
		t.Fatal(err)
	}
}

// TestWhatAMoveBringsWithIt moves a session from every mode to every mode by
// every trigger, and looks at what holds afterwards: rules that wait in auto,
// grants, the epoch.
func TestWhatAMoveBringsWithIt(t *testing.T) {
	triggers := []permission.Trigger{permission.ByCommand, permission.ByRing, permission.ByFlag, permission.BySettings, permission.ByHost, permission.ByResume, permission.BySwitch, permission.ByPlanExit}
	for _, from := range allModes {
		for _, to := range allModes {
			for _, by := range triggers {
				name := from.String() + " to " + to.String() + " by " + by.String()
				g := newGate(doubts, nil)
				g.stands(t, permission.Stand{Mode: from, Chosen: true, Bypass: true, Grants: []permission.Grant{{List: permission.Listing(permission.Allow), Text: "Bash(grobnicate)", Mode: from}}})
				before := g.ledger(t).Epoch
				r := request(bash("python3 x.py"), with(permission.Allow, "Bash(python3:*)", "Bash(frobnicate now)"), mode(permission.Default))
				m, err := g.Move(t.Context(), r, to, by)
				if err != nil {
					t.Fatal(err)
				}
				l := g.ledger(t)
				moved := m.To.Mode != from
				if (l.Epoch != before) != (moved || len(m.To.Grants) != 1) {
					t.Errorf("%s: moved %v, epoch %d after %d", name, moved, l.Epoch, before)
				}
				if m.Refusal != nil && moved || l.Stand.Mode != m.To.Mode {
					t.Errorf("%s: refused (%v), and in %v; the ledger has %v", name, m.Refusal, m.To.Mode, l.Stand.Mode)
				}
				now := m.To.Mode
				open := now == permission.BypassPermissions
				passes := func(c call.Call) bool {
					r.Call = c
					return g.decide(t, r).Behavior == verdict.Allow
				}
				rulesHold := now != permission.Plan
				if got := passes(bash("frobnicate now")); got != (rulesHold || open) {
					t.Errorf("%s: the narrow rule holds: %v", name, got)
				}
				if got := passes(bash("python3 x.py")); got != (rulesHold && now != permission.Auto || open) {
					t.Errorf("%s: the wide rule holds: %v", name, got)
				}
				if got := passes(bash("grobnicate")); got != (rulesHold && now == from && len(m.To.Grants) == 1 || open) {
					t.Errorf("%s: the grant holds: %v", name, got)
				}
			}
		}
	}
}

func TestASwitchTurnedOffTakesARunningSessionOut(t *testing.T) {
	off := permission.Policy{NoAuto: switched}
	for _, chosen := range []bool{false, true} {
		g := newGate(allows, nil)
		rules := with(permission.Allow, "Bash(python3:*)")
		if chosen {
			if m, err := g.Move(t.Context(), request(bash("x"), mode(permission.Default)), permission.Auto, permission.ByCommand); err != nil || m.Refusal != nil {
				t.Fatal(m, err)
			}
		}
		want(t, "before", g.decide(t, request(bash("frobnicate"))), verdict.Allow, verdict.LayerStatic, verdict.CodeRoutine)
		epoch := g.ledger(t).Epoch
		d := g.decide(t, request(bash("frobnicate"), rules, policy(off)))
		want(t, "after", d, verdict.Ask, verdict.LayerMode, verdict.CodeMode)
		for _, says := range []string{"the mode is Manual", "the mode switch is disabled", "/etc/automode/managed.json:2:3"} {
			if !strings.Contains(d.Reason, says) {
				t.Errorf("it does not say %q: %s", says, d.Reason)
			}
		}
		if l := g.ledger(t); l.Stand.Mode != permission.Default || l.Epoch != epoch+1 {
			t.Errorf("it stands at %+v, epoch %d after %d", l.Stand, l.Epoch, epoch)
		}
		if note := g.log.recs[len(g.log.recs)-1].Note; !strings.Contains(note, "the mode was auto and is default now") {
			t.Errorf("the record does not say so: %q", note)
		}
		want(t, "its rules hold again", g.decide(t, request(bash("python3 x.py"), rules, policy(off))), verdict.Allow, verdict.LayerAllowRule, verdict.CodeRule)
		if g.decide(t, request(bash("frobnicate"), rules, policy(off))); g.ledger(t).Epoch != epoch+1 {
			t.Error("the epoch moves with every call")
		}
		// Switched on again: settings bring their sessions back, what a person
		// chose is theirs to choose again.
		d = g.decide(t, request(bash("frobnicate"), rules))
		if back := d.Layer == verdict.LayerStatic; back == chosen {
			t.Errorf("chosen %v: %v by %s", chosen, d.Behavior, d.Layer)
		}
	}
}

func TestSettingsMoveASessionThatChoseNothing(t *testing.T) {
	g := newGate(allows, nil)
	want(t, "auto", g.decide(t, request(bash("frobnicate"))), verdict.Allow, verdict.LayerStatic, verdict.CodeRoutine)
	want(t, "default", g.decide(t, request(bash("frobnicate"), mode(permission.Default))), verdict.Ask, verdict.LayerMode, verdict.CodeMode)
	if l := g.ledger(t); l.Epoch != 1 || l.Stand.Mode != permission.Default || l.Stand.Chosen {
		t.Errorf("%+v, epoch %d", l.Stand, l.Epoch)
	}
	if m, err := g.Move(t.Context(), request(bash("x"), mode(permission.Default)), permission.Auto, permission.ByCommand); err != nil || m.Refusal != nil {
		t.Fatal(m, err)
	}
	want(t, "chosen", g.decide(t, request(bash("frobnicate"), mode(permission.Default))), verdict.Allow, verdict.LayerStatic, verdict.CodeRoutine)
	want(t, "settings change under a choice", g.decide(t, request(bash("frobnicate"), mode(permission.Plan))), verdict.Allow, verdict.LayerStatic, verdict.CodeRoutine)
}

func TestAModeThatMovesWhileAJudgeThinksIsAskedAnew(t *testing.T) {
	g := newGate(doubts, nil)
	asked := 0
	g.Judge = judgeFunc(func(ctx context.Context, _ judge.Request) verdict.Verdict {
		if asked++; asked == 1 {
			if _, err := g.Move(ctx, request(bash("x")), permission.Plan, permission.ByCommand); err != nil {
				t.Error(err)
			}
		}
		return verdict.Verdict(allows)
	})
	d := g.decide(t, request(bash("frobnicate")))
	want(t, "frobnicate", d, verdict.Ask, verdict.LayerMode, verdict.CodeMode)
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}

func TestAnAllowIsNotLookedUpInAnotherMode(t *testing.T) {
	for name, change := range map[string]func(*Request){
		"the host plans now":     host("plan"),
		"settings say otherwise": mode(permission.Default),
		"auto is switched off":   policy(permission.Policy{NoAuto: switched}),
	} {
		g := newGate(allows, nil)
		g.decide(t, request(bash("frobnicate")))
		if _, ok, _ := g.Lookup(t.Context(), request(bash("frobnicate"))); !ok {
			t.Error("it is not found at all")
		}
		if d, ok, _ := g.Lookup(t.Context(), request(bash("frobnicate"), change)); ok {
			t.Errorf("%s: it is found: %v", name, d.Behavior)
		}
	}
}

func TestAnApprovalCountsInTheModeItWasGivenIn(t *testing.T) {
	g := newGate(softly, nil)
	r := request(bash("frobnicate"), headless)
	d := g.decide(t, r)
	if d.Approval == "" {
		t.Fatalf("nothing is offered: %+v", d)
	}
	if _, err := g.Approve(t.Context(), r.Session, d.Approval); err != nil {
		t.Fatal(err)
	}
	for _, change := range []func(*Request){host("plan"), mode(permission.Plan), mode(permission.DontAsk)} {
		other := request(bash("frobnicate"), headless, change)
		if d := g.decide(t, other); d.Behavior == verdict.Allow {
			t.Errorf("it counts in another mode (%s)", d.Layer)
		}
	}
	want(t, "in auto", g.decide(t, r), verdict.Allow, verdict.LayerApproval, verdict.CodeApproved)
}

func TestPlanLooksAtWhatChangesNothing(t *testing.T) {
	inPlan := func(r *Request) { r.Settings.AutoInPlan = true }
	own := func(g *gated) { g.stands(t, permission.Stand{Mode: permission.Plan, Chosen: true}) }
	reads := tool("WebFetch", map[string]any{"url": "https://docs.example.com/x", "prompt": "read"})
	writes := bash("touch src/new.go")
	for _, c := range []struct {
		name   string
		static judge.Judge
		call   call.Call
		stand  func(*gated)
		change []func(*Request)
		b      verdict.Behavior
		layer  verdict.Layer
	}{
		{"our own plan, a fetch", allows, reads, own, []func(*Request){inPlan}, verdict.Allow, verdict.LayerStatic},
		{"our own plan, switched off", allows, reads, own, nil, verdict.Ask, verdict.LayerMode},
		{"our own plan, auto not to be had", allows, reads, own, []func(*Request){inPlan, policy(permission.Policy{NoAuto: switched})}, verdict.Ask, verdict.LayerMode},
		{"our own plan, what changes a file", allows, writes, own, []func(*Request){inPlan}, verdict.Ask, verdict.LayerMode},
		{"our own plan, what is not understood", allows, bash("frobnicate"), own, []func(*Request){inPlan}, verdict.Ask, verdict.LayerMode},
		{"our own plan, an edit", allows, tool("Write", map[string]any{"file_path": root + "/src/b.go", "content": "package a\n"}), own, []func(*Request){inPlan}, verdict.Ask, verdict.LayerMode},
		{"our own plan, another agent", allows, tool("Agent", map[string]any{"prompt": "look around"}), own, []func(*Request){inPlan}, verdict.Allow, verdict.LayerStatic},
		{"our own plan, an unknown tool", allows, tool("mcp__x__get", map[string]any{}), own, []func(*Request){inPlan}, verdict.Ask, verdict.LayerMode},
		{"our own plan, leaving it", allows, tool("ExitPlanMode", map[string]any{"plan": "x"}), own, []func(*Request){inPlan}, verdict.Ask, verdict.LayerPerson},
		{"our own plan, a certain leak", hardly, reads, own, []func(*Request){inPlan}, verdict.Deny, verdict.LayerStatic},
		{"the host's plan over auto", allows, reads, func(*gated) {}, []func(*Request){inPlan, host("plan")}, verdict.Allow, verdict.LayerStatic},
		{"the host's plan over auto, a change", allows, writes, func(*gated) {}, []func(*Request){inPlan, host("plan")}, verdict.Ask, verdict.LayerMode},
		{"the host's plan over Manual", allows, reads, func(*gated) {}, []func(*Request){inPlan, host("plan"), mode(permission.Default)}, verdict.Ask, verdict.LayerMode},
		{"the host's plan over a Manual that was chosen", allows, reads, func(g *gated) { g.stands(t, permission.Stand{Chosen: true}) }, []func(*Request){inPlan, host("plan")}, verdict.Ask, verdict.LayerMode},
	} {
		g := newGate(c.static, nil)
		c.stand(g)
		d := g.decide(t, request(c.call, c.change...))
		if d.Behavior != c.b || d.Layer != c.layer {
			t.Errorf("%s: %v by %s (%s), want %v by %s: %s", c.name, d.Behavior, d.Layer, d.Code, c.b, c.layer, d.Reason)
		}
	}
}

func TestAPlanThatWasApprovedLeadsBack(t *testing.T) {
	g := newGate(allows, nil)
	r := request(bash("frobnicate"))
	if m, err := g.Planned(t.Context(), r); err != nil || m.Refusal == nil || m.To.Mode != permission.Auto {
		t.Errorf("outside plan mode: %+v, %v", m, err)
	}
	if m, err := g.Move(t.Context(), r, permission.Plan, permission.ByCommand); err != nil || m.Refusal != nil || m.To.Before != permission.Auto {
		t.Fatal(m, err)
	}
	want(t, "in plan", g.decide(t, r), verdict.Ask, verdict.LayerMode, verdict.CodeMode)
	if m, err := g.Planned(t.Context(), r); err != nil || m.Refusal != nil || m.To.Mode != permission.Auto {
		t.Errorf("%+v, %v", m, err)
	}
	// The question of the first try is still open, so the call is another one.
	r.Call = bash("grobnicate")
	want(t, "after it", g.decide(t, r), verdict.Allow, verdict.LayerStatic, verdict.CodeRoutine)
}

func TestGrantsGoWithTheSession(t *testing.T) {
	g := newGate(doubts, nil)
	r := request(bash("frobnicate"), mode(permission.Default))
	if _, err := g.Grant(t.Context(), r, permission.Allow, "Bash("); err == nil {
		t.Error("a rule that is none was given")
	}
	if l := g.ledger(t); l.Stand != nil && len(l.Stand.Grants) > 0 {
		t.Errorf("%+v", l.Stand)
	}
	if _, err := g.Grant(t.Context(), r, permission.Allow, "Bash(frobnicate)"); err != nil {
		t.Fatal(err)
	}
	d := g.decide(t, r)
	want(t, "given", d, verdict.Allow, verdict.LayerAllowRule, verdict.CodeRule)
	if !strings.Contains(d.Rule, "(session)") {
		t.Errorf("it does not say which rule: %q", d.Rule)
	}
	other := r
	other.Session.ID = "s2"
	want(t, "another session", g.decide(t, other), verdict.Ask, verdict.LayerMode, verdict.CodeMode)
	m, err := g.Resume(t.Context(), r)
	if err != nil || m.Refusal != nil || len(m.To.Grants) != 0 {
		t.Errorf("%+v, %v", m, err)
	}
	want(t, "taken up again", g.decide(t, r), verdict.Ask, verdict.LayerMode, verdict.CodeMode)
	// One that waits in auto waits there as any other rule does.
	if _, err := g.Move(t.Context(), r, permission.Auto, permission.ByCommand); err != nil {
		t.Fatal(err)
	}
	if _, err := g.Grant(t.Context(), r, permission.Allow, "Bash(python3:*)"); err != nil {
		t.Fatal(err)
	}
	r.Call = bash("python3 x.py")
	want(t, "a wide one", g.decide(t, r), verdict.Ask, verdict.LayerStatic, verdict.CodeUnsure)
}

func TestAStoreThatFailsMovesNothing(t *testing.T) {
	g := newGate(allows, nil)
	g.Store = &broken{load: true, update: true}
	if _, err := g.Move(t.Context(), request(bash("x")), permission.Plan, permission.ByCommand); err == nil {
		t.Error("it moved")
	}
	if _, _, err := g.Standing(t.Context(), request(bash("x"))); err == nil {
		t.Error("it stands somewhere")
	}
	g.Store = nil
	if _, err := g.Move(t.Context(), request(bash("x")), permission.Plan, permission.ByCommand); err == nil {
		t.Error("without a store it moved")
	}
}

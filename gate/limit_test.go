package gate

import (
	"fmt"
	"strings"
	"testing"

	"automode/call"
	"automode/permission"
	"automode/verdict"
)

// n gives a call that no other call of a test asks for.
func n(i int) call.Call { return bash(fmt.Sprintf("frobnicate --n=%d", i)) }

func TestTheThirdBlockInARowGoesToThePerson(t *testing.T) {
	g := newGate(doubts, softly)
	for i := range 2 {
		want(t, "early", g.decide(t, request(n(i))), verdict.Deny, verdict.LayerClassifier, verdict.CodeJudged)
	}
	d := g.decide(t, request(n(2)))
	want(t, "third", d, verdict.Ask, verdict.LayerLimit, verdict.CodeLimitRow)
	if !strings.Contains(d.Reason, "3 calls in a row") || !strings.Contains(d.Reason, softly.Reason) {
		t.Errorf("the reason says %q", d.Reason)
	}
	want(t, "fourth", g.decide(t, request(n(3))), verdict.Ask, verdict.LayerLimit, verdict.CodeLimitRow)
	if l := g.ledger(t); l.Total != 4 || l.Rows[""] != 4 || l.recent() != 4 {
		t.Errorf("row %d, total %d, recent %d", l.Rows[""], l.Total, l.recent())
	}
}

func TestAnAllowEndsTheRow(t *testing.T) {
	g := newGate(doubts, softly)
	g.decide(t, request(n(0)))
	g.decide(t, request(n(1)))
	g.decide(t, request(bash("ls")))
	want(t, "after an allow", g.decide(t, request(n(2))), verdict.Deny, verdict.LayerClassifier, verdict.CodeJudged)
}

func TestAtALimitWithNobodyThere(t *testing.T) {
	for _, c := range []struct {
		name  string
		set   OnLimit
		b     verdict.Behavior
		abort bool
	}{
		{"the run ends", LimitAborts, verdict.Deny, true},
		{"unless the settings say deny", LimitDenies, verdict.Deny, false},
		{"or ask", LimitAsks, verdict.Ask, false},
	} {
		g := newGate(doubts, softly)
		var d verdict.Decision
		for i := range 3 {
			d = g.decide(t, request(n(i), headless, func(r *Request) { r.Settings.OnLimit = c.set }))
			if i < 2 && (d.Abort || d.Behavior != verdict.Deny) {
				t.Errorf("%s: block %d: %+v", c.name, i, d)
			}
		}
		if d.Behavior != c.b || d.Abort != c.abort || d.Code != verdict.CodeLimitRow {
			t.Errorf("%s: %+v", c.name, d)
		}
	}
}

func TestDontAskIsNobodyThere(t *testing.T) {
	// Nothing is judged in dontAsk mode, and a plan of a host's may not turn
	// what is denied there into a question.
	for _, host := range []string{"", "plan", "default"} {
		r := request(bash("frobnicate"), mode(permission.DontAsk))
		r.Session.HostMode = host
		if d := newGate(doubts, nil).decide(t, r); d.Behavior != verdict.Deny {
			t.Errorf("under a host in %q: %v (%s)", host, d.Behavior, d.Code)
		}
	}
}

func TestAHardBlockAtALimitIsNotWavedThrough(t *testing.T) {
	g := newGate(doubts, hardly)
	var d verdict.Decision
	for i := range 3 {
		d = g.decide(t, request(n(i)))
	}
	if d.Behavior != verdict.Deny || !d.Abort || d.Code != verdict.CodeLimitRow || d.Approval != "" {
		t.Errorf("%+v", d)
	}
}

func TestTheTwentiethBlockOfASession(t *testing.T) {
	g := newGate(doubts, softly)
	var d verdict.Decision
	for i := range 20 {
		d = g.decide(t, request(func() call.Call { c := n(i); c.Agent = fmt.Sprint(i); return c }()))
		if i == 8 && d.Behavior != verdict.Deny {
			t.Errorf("the ninth: %+v", d)
		}
		if i == 9 && d.Code != verdict.CodeLimitRate {
			t.Errorf("the tenth of ten: %+v", d)
		}
	}
	want(t, "twentieth", d, verdict.Ask, verdict.LayerLimit, verdict.CodeLimitTotal)
	if l := g.ledger(t); l.Total != 0 || l.Rows["19"] != 0 || l.Rows["18"] != 1 {
		t.Errorf("total %d, rows %v", l.Total, l.Rows)
	}
}

func TestThreeWithoutAVerdict(t *testing.T) {
	g := newGate(doubts, isDown)
	for i := range 2 {
		want(t, "early", g.decide(t, request(n(i))), verdict.Deny, verdict.LayerClassifier, verdict.CodeUnreachable)
	}
	want(t, "third", g.decide(t, request(n(2))), verdict.Ask, verdict.LayerLimit, verdict.CodeJudgeDown)
	d := g.decide(t, request(n(3), headless))
	if d.Behavior != verdict.Deny || !d.Abort || d.Code != verdict.CodeJudgeDown {
		t.Errorf("headless: %+v", d)
	}
	if l := g.ledger(t); l.Total != 0 || len(l.Rows) != 0 || l.Silent != 4 {
		t.Errorf("counted as blocks: %+v", l)
	}
	g.Judge = allows
	g.decide(t, request(n(4)))
	if l := g.ledger(t); l.Silent != 0 {
		t.Errorf("a verdict leaves %d", l.Silent)
	}
}

func TestOverTheWindowIsNotCounted(t *testing.T) {
	g := newGate(doubts, overflow)
	for i := range 5 {
		d := g.decide(t, request(n(i), headless))
		if d.Behavior != verdict.Deny || !d.Abort || d.Code != verdict.CodeOverContext {
			t.Errorf("%+v", d)
		}
	}
	if l := g.ledger(t); l.Total != 0 || l.Silent != 0 || l.recent() != 0 {
		t.Errorf("counted: %+v", l)
	}
}

func TestAsksGuardsAndRulesDoNotCount(t *testing.T) {
	g := newGate(softly, nil)
	for i := range 4 {
		g.decide(t, request(n(i)))                                              // a soft finding, asked
		g.decide(t, request(bash("rm -rf /")))                                  // a guard
		g.decide(t, request(n(i), with(permission.Deny, "Bash(frobnicate:*)"))) // a rule that denies
		g.decide(t, request(tool("ExitPlanMode", map[string]any{"plan": "x"}))) // a question
	}
	if l := g.ledger(t); l.Total != 0 || len(l.Rows) != 0 {
		t.Errorf("total %d, rows %v", l.Total, l.Rows)
	}
}

func TestASoftFindingDeniedHeadlessCounts(t *testing.T) {
	g := newGate(softly, nil)
	var d verdict.Decision
	for i := range 3 {
		d = g.decide(t, request(n(i), headless))
	}
	if d.Code != verdict.CodeLimitRow || !d.Abort {
		t.Errorf("%+v", d)
	}
}

func TestGoingRoundInCirclesHeadlessEnds(t *testing.T) {
	g := newGate(softly, nil)
	var d verdict.Decision
	for range 3 {
		d = g.decide(t, request(bash("rm -rf src"), headless))
	}
	if !d.Abort {
		t.Errorf("%+v", d)
	}
}

func TestSubagentsSpendTheSessionsTotal(t *testing.T) {
	g := newGate(doubts, softly)
	for i := range 4 {
		r := request(n(i))
		r.Call.Agent = fmt.Sprint("agent", i%2)
		r.Session.ID, r.Session.Root = fmt.Sprint("sub", i), "s1"
		if d := g.decide(t, r); d.Behavior != verdict.Deny {
			t.Errorf("call %d: %+v", i, d)
		}
	}
	if l := g.ledger(t); l.Total != 4 || l.Rows["agent0"] != 2 || l.Rows["agent1"] != 2 {
		t.Errorf("total %d, rows %v", l.Total, l.Rows)
	}
}

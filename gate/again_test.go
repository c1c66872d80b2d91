package gate

import (
	"context"
	"testing"

	"automode/judge"
	"automode/permission"
	"automode/verdict"
	"automode/world"
)

// meanwhile is a judge that allows, and that something happens during.
func meanwhile(f func()) judge.Judge {
	return judgeFunc(func(context.Context, judge.Request) verdict.Verdict {
		f()
		return verdict.Verdict(allows)
	})
}

func TestWhatAJudgeAllowedIsLookedAtOnceMore(t *testing.T) {
	file := func(text string) world.Entry {
		return world.Entry{File: world.File{Known: true, Exists: true, Regular: true, Links: 1, Size: int64(len(text))}, Text: text, Known: true}
	}
	for name, c := range map[string]struct {
		happens func(*world.Memory)
		want    verdict.Behavior
		code    verdict.Code
	}{
		"nothing happened": {func(*world.Memory) {}, verdict.Allow, verdict.CodeJudged},
		"the place became a link to $HOME": {func(m *world.Memory) {
			m.Files[root+"/dist"] = world.Entry{File: world.File{Known: true, Exists: true, Link: home}}
		}, verdict.Ask, verdict.CodeGuard},
	} {
		m := disk()
		m.Files[root+"/run.sh"] = file("echo hi\n")
		g := newGate(doubts, meanwhile(func() { c.happens(m) }))
		r := request(bash("rm -rf dist/"))
		r.Facts = m
		if d := g.decide(t, r); d.Behavior != c.want || d.Code != c.code {
			t.Errorf("%s: %v by %s (%s): %s", name, d.Behavior, d.Layer, d.Code, d.Reason)
		}
	}
}

func TestAFileThatChangedUnderTheJudgeIsJudgedAnew(t *testing.T) {
	m := disk()
	script := func(text string) {
		m.Files[root+"/run.sh"] = world.Entry{File: world.File{Known: true, Exists: true, Regular: true, Links: 1, Size: int64(len(text)), Tracked: world.Yes, Modified: world.Yes}, Text: text, Known: true}
	}
	script("frobnicate one\n")
	asked := 0
	g := newGate(doubts, meanwhile(func() {
		if asked++; asked == 1 {
			script("frobnicate two\n")
		}
	}))
	r := request(bash("./run.sh"))
	r.Facts = m
	if d := g.decide(t, r); d.Behavior != verdict.Allow || asked != 2 {
		t.Errorf("asked %d times: %v (%s)", asked, d.Behavior, d.Code)
	}
	// And where it never stands still, a person.
	g = newGate(doubts, meanwhile(func() { asked++; script("frobnicate " + string(rune('a'+asked)) + "\n") }))
	if d := g.decide(t, r); d.Behavior != verdict.Ask || d.Code != verdict.CodeEpochMoved {
		t.Errorf("%v (%s)", d.Behavior, d.Code)
	}
	if l := g.ledger(t); len(l.Slots) != 0 {
		t.Errorf("slots %v", l.Slots)
	}
}

func TestADenyRuleThatCameMeanwhileHolds(t *testing.T) {
	g := newGate(doubts, allows)
	g.Renew = func(_ context.Context, r Request) (Request, error) {
		with(permission.Deny, "Bash(frobnicate:*)")(&r)
		return r, nil
	}
	if d := g.decide(t, request(bash("frobnicate now"))); d.Behavior != verdict.Deny || d.Layer != verdict.LayerDenyRule {
		t.Errorf("%v by %s (%s)", d.Behavior, d.Layer, d.Code)
	}
}

func TestEveryTroubleOfAJudgeHasACodeOfItsOwn(t *testing.T) {
	seen := map[verdict.Code]verdict.Trouble{}
	for tr := verdict.TroubleOther; tr <= verdict.TroubleSettings; tr++ {
		for _, attended := range []bool{true, false} {
			g := newGate(doubts, says{Cause: "down", Trouble: tr})
			r := request(bash("frobnicate"))
			r.Session.Attended = attended
			d := g.decide(t, r)
			if d.Behavior == verdict.Allow || d.Code != tr.Code() || d.Layer != verdict.LayerClassifier {
				t.Errorf("trouble %d: %v by %s (%s)", tr, d.Behavior, d.Layer, d.Code)
			}
			// A call over the window counts for nothing; all else counts as silence.
			if l := g.ledger(t); (l.Silent == 1) != (tr != verdict.TroubleOverContext) || l.Total != 0 || len(l.Slots) != 0 {
				t.Errorf("trouble %d: silent %d, total %d, slots %v", tr, l.Silent, l.Total, l.Slots)
			}
			// What opens, opens for trouble that passes and for nothing else.
			r.Settings.FailOpen = true
			if open := g.decide(t, r).Behavior == verdict.Allow; open != tr.Passing() {
				t.Errorf("trouble %d: fails open %v", tr, open)
			}
		}
		if other, twice := seen[tr.Code()]; twice {
			t.Errorf("%s is of trouble %d and %d", tr.Code(), other, tr)
		}
		seen[tr.Code()] = tr
	}
}

func TestEveryEditIsJudgedWhereSettingsSayItIs(t *testing.T) {
	for _, every := range []bool{false, true} {
		asked := 0
		g := newGate(allows, meanwhile(func() { asked++ }))
		r := request(tool("Write", map[string]any{"file_path": root + "/src/b.go", "content": "package a\n"}))
		r.Settings.ClassifyEdits = every
		d := g.decide(t, r)
		if d.Behavior != verdict.Allow || (asked == 1) != every || (d.Layer == verdict.LayerClassifier) != every {
			t.Errorf("every %v: asked %d times, %v by %s", every, asked, d.Behavior, d.Layer)
		}
	}
}

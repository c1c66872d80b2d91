package gate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"automode/call"
	"automode/judge"
	"automode/permission"
	"automode/transcript"
	"automode/verdict"
)

// broken is a Store of which one method fails.
type broken struct {
	Memory
	load, update bool
	panics       bool
	none         bool
}

func (b *broken) Load(ctx context.Context, s string) (*Ledger, error) {
	if b.load && b.panics {
		panic("load")
	}
	if b.load {
		return nil, errDisk
	}
	if b.none {
		return nil, nil
	}
	return b.Memory.Load(ctx, s)
}

func (b *broken) Update(ctx context.Context, s string, f func(*Ledger) error) error {
	if b.update && b.panics {
		panic("update")
	}
	if b.update {
		return errDisk
	}
	return b.Memory.Update(ctx, s, f)
}

func TestWhateverGoesWrongNeverAllows(t *testing.T) {
	panics := judgeFunc(func(context.Context, judge.Request) verdict.Verdict { panic("boom") })
	for _, c := range []struct {
		name   string
		change func(*gated, *Request)
		code   verdict.Code
	}{
		{"no store", func(g *gated, _ *Request) { g.Store = nil }, verdict.CodeState},
		{"a store that cannot be read", func(g *gated, _ *Request) { g.Store = &broken{load: true} }, verdict.CodeState},
		{"a store that cannot be written", func(g *gated, _ *Request) { g.Store = &broken{update: true} }, verdict.CodeState},
		{"a store that gives nothing", func(g *gated, _ *Request) { g.Store = &broken{none: true} }, verdict.CodeState},
		{"a store that panics", func(g *gated, _ *Request) { g.Store = &broken{load: true, panics: true} }, verdict.CodePanic},
		{"a store that panics when writing", func(g *gated, _ *Request) { g.Store = &broken{update: true, panics: true} }, verdict.CodePanic},
		{"no log", func(g *gated, _ *Request) { g.Log = nil }, verdict.CodeState},
		{"a full disk", func(g *gated, _ *Request) { g.log.err = errDisk }, verdict.CodeState},
		{"a static judge that panics", func(g *gated, _ *Request) { g.Static = panics }, verdict.CodePanic},
		{"a chain that panics", func(g *gated, _ *Request) { g.Static, g.Judge = doubts, panics }, verdict.CodeUnavailable},
		{"no judge at all", func(g *gated, _ *Request) { g.Static = nil }, verdict.CodeNoJudge},
		{"settings that cannot be read again", func(g *gated, _ *Request) {
			g.Static, g.Judge = doubts, allows
			g.Renew = func(context.Context, Request) (Request, error) { return Request{}, errDisk }
		}, verdict.CodeSettings},
		{"nothing at all", func(g *gated, r *Request) { *r = Request{} }, verdict.CodeBadInput},
	} {
		g := newGate(allows, nil)
		r := request(bash("frobnicate"))
		c.change(g, &r)
		d := g.Decide(t.Context(), r)
		if d.Behavior != verdict.Deny || d.Code != c.code || d.Reason == "" {
			t.Errorf("%s: %+v", c.name, d)
		}
	}
}

func TestNoTimeLeftDenies(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := newGate(allows, nil)
	if d := g.Decide(ctx, request(bash("ls"))); d.Behavior != verdict.Deny || d.Code != verdict.CodeTimeout {
		t.Errorf("%+v", d)
	}
	if len(g.log.recs) != 1 {
		t.Error("it was not recorded")
	}
}

func TestWhatCannotBeRecordedIsNotFoundAgain(t *testing.T) {
	g := newGate(allows, nil)
	g.log.err = errDisk
	r := request(bash("frobnicate"))
	g.Decide(t.Context(), r)
	if d, ok, _ := g.Lookup(t.Context(), r); ok {
		t.Errorf("found %+v", d)
	}
}

func TestAJudgeThatHangsGivesNoVerdict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hangs := judgeFunc(func(ctx context.Context, _ judge.Request) verdict.Verdict {
			<-ctx.Done()
			time.Sleep(time.Hour) // and does not even come back then
			return verdict.Verdict(allows)
		})
		g := newGate(doubts, hangs)
		g.Now = nil
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		start := time.Now()
		d := g.Decide(ctx, request(bash("frobnicate")))
		if took := time.Since(start); took != 5*time.Second {
			t.Errorf("it took %v", took)
		}
		want(t, "hung", d, verdict.Deny, verdict.LayerClassifier, verdict.CodeJudgeTimeout)
		if l := g.ledger(t); l.Silent != 1 || len(l.Slots) != 0 {
			t.Errorf("silent %d, slots %v", l.Silent, l.Slots)
		}
		time.Sleep(2 * time.Hour)
	})
}

func TestAKilledJudgementCountsAsNoVerdict(t *testing.T) {
	g := newGate(doubts, allows)
	// A process took a slot and was killed.
	err := g.store.Update(t.Context(), "s1", func(l *Ledger) error {
		l.Reserve(Slot{ID: "gone", Until: noon.Add(time.Second)}, noon)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	g.pass(time.Minute)
	silent := 0
	g.Judge = judgeFunc(func(context.Context, judge.Request) verdict.Verdict {
		l := g.ledger(t)
		silent = l.Silent
		if len(l.Slots) != 1 || l.Slots[0].ID == "gone" {
			t.Errorf("slots %v", l.Slots)
		}
		return verdict.Verdict(allows)
	})
	g.decide(t, request(bash("frobnicate")))
	if silent != 1 {
		t.Errorf("silent %d", silent)
	}
}

func TestTheEpoch(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves int // how often the user speaks while the judge thinks
		b     verdict.Behavior
		code  verdict.Code
		asked int
	}{
		{"it stands still", 0, verdict.Allow, verdict.CodeJudged, 1},
		{"it moves once", 1, verdict.Allow, verdict.CodeJudged, 2},
		{"it moves twice", 2, verdict.Ask, verdict.CodeEpochMoved, 2},
	} {
		asked := 0
		var g *gated
		r := request(bash("frobnicate"))
		g = newGate(doubts, judgeFunc(func(context.Context, judge.Request) verdict.Verdict {
			if asked++; asked <= c.moves {
				if err := g.Prompted(t.Context(), r.Session, fmt.Sprint("wait ", asked)); err != nil {
					t.Error(err)
				}
			}
			return verdict.Verdict(allows)
		}))
		d := g.decide(t, r)
		if d.Behavior != c.b || d.Code != c.code || asked != c.asked {
			t.Errorf("%s: %v (%s), asked %d times", c.name, d.Behavior, d.Code, asked)
		}
		if l := g.ledger(t); len(l.Slots) != 0 || l.Total != 0 {
			t.Errorf("%s: slots %v, total %d", c.name, l.Slots, l.Total)
		}
	}
}

func TestTheGroundsThatARequestRestsOn(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Request)
		moved  bool
	}{
		{"nothing", func(*Request) {}, false},
		{"another call in between", func(r *Request) {
			r.Turns = append(r.Turns, transcript.Turn{Role: transcript.Tool, Call: bash("ls")})
		}, false},
		{"the user spoke", user("stop"), true},
		{"the user refused something", func(r *Request) {
			r.Turns = append(r.Turns, transcript.Turn{Role: transcript.Refused, Call: bash("ls")})
		}, true},
		{"another mode", mode(permission.Plan), true},
		{"the host went into plan mode", func(r *Request) { r.Session.HostMode = "plan" }, true},
		{"the host went into any other mode", func(r *Request) { r.Session.HostMode = "acceptEdits" }, false},
		{"another rule", with(permission.Deny, "Bash(rm:*)"), true},
		{"other settings", func(r *Request) { r.Settings.ClassifyAllShell = true }, true},
		{"another stamp", func(r *Request) { r.Stamp = "2" }, true},
		{"the person left", headless, true},
	} {
		asked := 0
		g := newGate(doubts, judgeFunc(func(context.Context, judge.Request) verdict.Verdict { asked++; return verdict.Verdict(allows) }))
		g.Renew = func(_ context.Context, r Request) (Request, error) {
			if asked == 1 {
				c.change(&r)
			}
			return r, nil
		}
		g.decide(t, request(bash("frobnicate")))
		// In another mode the second try is no judge's any more.
		if moved := asked != 1 || g.log.recs[0].Decision.Code != verdict.CodeJudged; moved != c.moved {
			t.Errorf("%s: asked %d times, %s", c.name, asked, g.log.recs[0].Decision.Code)
		}
	}
}

func TestTheSecondTryIsByTheNewWords(t *testing.T) {
	spoke := false
	g := newGate(allows, nil)
	g.Judge = judgeFunc(func(_ context.Context, r judge.Request) verdict.Verdict {
		if len(r.Turns) == 0 {
			spoke = true
			return verdict.Verdict(allows)
		}
		return verdict.Verdict(softly)
	})
	g.Renew = func(_ context.Context, r Request) (Request, error) {
		if spoke {
			r.Turns = []transcript.Turn{{Role: transcript.User, Text: "no, leave it"}}
		}
		return r, nil
	}
	r := request(bash("frobnicate"), func(r *Request) { r.Settings.Judge = JudgeClassifier })
	if d := g.decide(t, r); d.Behavior != verdict.Deny || d.Code != verdict.CodeJudged {
		t.Errorf("%+v", d)
	}
}

func TestSixtyFourAtOnceAreCountedExactly(t *testing.T) {
	g := newGate(doubts, softly)
	var wg sync.WaitGroup
	var mu sync.Mutex
	codes := map[verdict.Code]int{}
	for i := range 64 {
		wg.Go(func() {
			d := g.Decide(context.Background(), request(n(i)))
			mu.Lock()
			codes[d.Code]++
			mu.Unlock()
		})
	}
	wg.Wait()
	l := g.ledger(t)
	if l.Total != 64%20 || codes[verdict.CodeLimitTotal] != 3 || len(l.Slots) != 0 || len(g.log.recs) != 64 {
		t.Errorf("total %d, codes %v, %d slots, %d records", l.Total, codes, len(l.Slots), len(g.log.recs))
	}
	// Only the first two of each twenty are plain denials.
	if codes[verdict.CodeJudged] > 2*4 {
		t.Errorf("%d slipped past", codes[verdict.CodeJudged])
	}
}

func TestCodeIsLookedAtAgainWhenTheSessionMoved(t *testing.T) {
	// While this call is looked at, another one is refused that has the same
	// effect.
	g := newGate(allows, nil)
	r := request(bash("rm -rf dist"))
	first := true
	g.Static = judgeFunc(func(context.Context, judge.Request) verdict.Verdict {
		if first {
			first = false
			if err := g.Refused(t.Context(), r.Session, bash("rm -r ./dist"), place(), disk()); err != nil {
				t.Error(err)
			}
		}
		return verdict.Verdict(allows)
	})
	want(t, "moved", g.decide(t, r), verdict.Ask, verdict.LayerLimit, verdict.CodeRetry)
}

func TestIdenticalOpenCallsShareTheStricterVerdict(t *testing.T) {
	// The first is denied while the second is being judged.
	g := newGate(doubts, nil)
	r := request(bash("frobnicate"))
	release, inside := make(chan bool), make(chan bool)
	second := true
	g.Judge = judgeFunc(func(context.Context, judge.Request) verdict.Verdict {
		if second {
			second = false
			inside <- true
			<-release
			return verdict.Verdict(allows)
		}
		return verdict.Verdict(softly)
	})
	done := make(chan verdict.Decision)
	go func() { done <- g.Decide(context.Background(), r) }()
	<-inside
	want(t, "first", g.Decide(context.Background(), r), verdict.Deny, verdict.LayerClassifier, verdict.CodeJudged)
	close(release)
	want(t, "second", <-done, verdict.Deny, verdict.LayerClassifier, verdict.CodeJudged)

	// An ask that nobody has answered yet holds for the next one.
	g = newGate(doubts, doubts)
	want(t, "asked", g.decide(t, r), verdict.Ask, verdict.LayerClassifier, verdict.CodeUnsure)
	g.Judge = allows
	want(t, "still open", g.decide(t, r), verdict.Ask, verdict.LayerClassifier, verdict.CodeUnsure)
	if err := g.Ended(t.Context(), r.Session, r.Call, true, r.Facts); err != nil {
		t.Fatal(err)
	}
	if err := g.Ended(t.Context(), r.Session, r.Call, true, r.Facts); err != nil {
		t.Fatal(err)
	}
	want(t, "ended", g.decide(t, r), verdict.Allow, verdict.LayerClassifier, verdict.CodeJudged)

	// A failure of the judge's is not shared, nor is a denial that is over.
	g = newGate(doubts, isDown)
	g.decide(t, r)
	g.Judge = softly
	g.pass(time.Second)
	g.decide(t, r)
	g.pass(time.Second)
	g.Judge = allows
	want(t, "tried again", g.decide(t, request(bash("grobnicate"))), verdict.Allow, verdict.LayerClassifier, verdict.CodeJudged)
	want(t, "the same again", g.decide(t, r), verdict.Allow, verdict.LayerClassifier, verdict.CodeJudged)
}

func TestASecondQuestionAboutTheSameCallIsLookedUp(t *testing.T) {
	g := newGate(allows, nil)
	r := request(bash("frobnicate"))
	r.Call.ID = "toolu_1"
	g.decide(t, r)
	again := r
	again.Call.ID = "" // hosts leave it out in their second question
	again.Call.Input = json.RawMessage(`{ "command" : "frobnicate" }`)
	d, ok, err := g.Lookup(t.Context(), again)
	if err != nil || !ok || d.Behavior != verdict.Allow {
		t.Fatalf("%+v, %v, %v", d, ok, err)
	}
	other := again
	other.Call.Agent = "sub"
	if _, ok, _ := g.Lookup(t.Context(), other); ok {
		t.Error("another agent's question finds it")
	}
	if err := g.Prompted(t.Context(), r.Session, "stop"); err != nil {
		t.Fatal(err)
	}
	if _, ok, _ := g.Lookup(t.Context(), again); ok {
		t.Error("an allow outlives the user's next words")
	}
	g.decide(t, r)
	g.pass(lookupFor + time.Second)
	if _, ok, _ := g.Lookup(t.Context(), again); ok {
		t.Error("an old decision is found")
	}
	g.Store = &broken{load: true}
	if _, ok, err := g.Lookup(t.Context(), again); ok || !errors.Is(err, errDisk) {
		t.Errorf("%v, %v", ok, err)
	}
}

func TestAFileThatChangedUnderADecisionMakesTheSessionRacy(t *testing.T) {
	world := disk()
	hash := world.Text(root+"/run.sh", 1<<20).Hash
	o := Open{Relied: []string{root + "/run.sh " + hash}}
	if !o.stillHolds(world) {
		t.Error("an unchanged file does not hold")
	}
	e := world.Files[root+"/run.sh"]
	e.Text += "\n"
	world.Files[root+"/run.sh"] = e
	if o.stillHolds(world) || o.stillHolds(nil) {
		t.Error("a changed file holds")
	}
	delete(world.Files, root+"/run.sh")
	if o.stillHolds(world) {
		t.Error("a removed file holds")
	}

	g := newGate(allows, nil)
	r := request(bash("frobnicate"))
	g.decide(t, r)
	err := g.store.Update(t.Context(), "s1", func(l *Ledger) error { l.Open[0].Relied = o.Relied; return nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Ended(t.Context(), r.Session, r.Call, true, world); err != nil {
		t.Fatal(err)
	}
	if !g.ledger(t).Effects.Racy {
		t.Error("the session is not racy")
	}
}

func TestTheRecord(t *testing.T) {
	g := newGate(doubts, says{Outcome: verdict.Block, Tier: verdict.Soft, Category: "irreversible-local", Reason: "x", By: "test judge"})
	r := request(bash("frobnicate"), headless)
	r.Session.HostMode = "bypassPermissions"
	r.Call.ID, r.Call.Agent = "toolu_9", "sub"
	d := g.decide(t, r)
	rec := g.log.recs[0]
	if rec.Session != "s1" || rec.CallID != "toolu_9" || rec.Agent != "sub" || rec.Host != "claude-code" || rec.HostMode != "bypassPermissions" ||
		rec.Mode != permission.Auto || rec.Attended || rec.Tool != "Bash" || rec.Kind != "shell" || rec.Digest != r.Call.Digest() || !rec.Time.Equal(noon) ||
		string(rec.Input) != string(r.Call.Input) || rec.Decision.Reason != d.Reason || strings.Join(rec.Judges, " ") != "test judge: block: irreversible-local" {
		t.Errorf("%+v", rec)
	}
	if d.Label != "Irreversible Local Destruction" || d.Clears == "" || d.Tier != verdict.Soft {
		t.Errorf("%+v", d)
	}
}

func TestTheJudgeIsToldWhatCodeFound(t *testing.T) {
	var got judge.Request
	seen := judgeFunc(func(_ context.Context, r judge.Request) verdict.Verdict { got = r; return verdict.Verdict(allows) })
	g := newGate(softly, seen)
	g.decide(t, request(bash("frobnicate"), user("go")))
	if got.First == nil || got.First.Category != "irreversible-local" || got.Report == nil || got.Book == nil || len(got.Turns) != 1 {
		t.Errorf("%+v", got)
	}
	g.decide(t, request(bash("frobnicate"), func(r *Request) { r.Settings.Judge = JudgeClassifier }))
	if got.First != nil {
		t.Error("the published path is told what code found")
	}
}

func TestTwoCallsOfTheSameKindHaveTheSameAnswer(t *testing.T) {
	for _, c := range []call.Call{bash("ls"), bash("rm -rf src"), bash("frobnicate"), bash("rm -rf /"), tool("mcp__x__y", map[string]any{"a": "b"})} {
		a, b := newGate(doubts, nil).decide(t, request(c)), newGate(doubts, nil).decide(t, request(c))
		x, _ := json.Marshal(a)
		y, _ := json.Marshal(b)
		if string(x) != string(y) {
			t.Errorf("%s\n%s", x, y)
		}
	}
}

func TestEventsTellWhenTheStoreFails(t *testing.T) {
	g := newGate(allows, nil)
	g.Store = &broken{update: true, load: true}
	s := Session{ID: "s1"}
	for name, err := range map[string]error{
		"prompt":  g.Prompted(t.Context(), s, "x"),
		"change":  g.Changed(t.Context(), s),
		"end":     g.Ended(t.Context(), s, bash("x"), true, nil),
		"refusal": g.Refused(t.Context(), s, bash("x"), place(), nil),
	} {
		if !errors.Is(err, errDisk) {
			t.Errorf("%s: %v", name, err)
		}
	}
	g.Store = &broken{update: true, panics: true}
	if err := g.Prompted(t.Context(), s, "x"); err == nil {
		t.Error("a panic is no error")
	}
}

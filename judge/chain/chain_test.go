package chain

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"automode/judge"
	"automode/verdict"
)

// says gives the verdicts in turn, the last one for ever, and counts.
type says struct {
	list  []verdict.Verdict
	asked int
}

func (s *says) Judge(context.Context, judge.Request) verdict.Verdict {
	v := s.list[min(s.asked, len(s.list)-1)]
	s.asked++
	return v
}

func down(t verdict.Trouble) verdict.Verdict {
	return verdict.Verdict{Cause: "down", Trouble: t, Judged: []verdict.Judged{{Model: "down"}}}
}

var (
	allow  = verdict.Verdict{Outcome: verdict.Allowed, Judged: []verdict.Judged{{Model: "up"}}}
	block  = verdict.Verdict{Outcome: verdict.Block, Tier: verdict.Soft}
	unsure = verdict.Verdict{Outcome: verdict.Unsure}
)

func TestTheNextIsAskedOnlyWhereThereWasNoVerdict(t *testing.T) {
	for _, c := range []struct {
		name  string
		first verdict.Verdict
		next  int
		want  verdict.Outcome
	}{
		{"an allow stands", allow, 0, verdict.Allowed},
		{"a block stands", block, 0, verdict.Block},
		{"unsure stands", unsure, 0, verdict.Unsure},
		{"an error is passed over", down(verdict.TroubleAPI), 1, verdict.Allowed},
		{"a timeout is passed over", down(verdict.TroubleTimeout), 1, verdict.Allowed},
		{"an answer that is none is passed over", down(verdict.TroubleUnparsable), 1, verdict.Allowed},
		{"a window that is too small is passed over", down(verdict.TroubleOverContext), 1, verdict.Allowed},
		{"the zero verdict is passed over", verdict.Verdict{}, 1, verdict.Allowed},
	} {
		a, b := &says{list: []verdict.Verdict{c.first}}, &says{list: []verdict.Verdict{allow}}
		j := &Judge{Links: []Link{{a, "p", "m1"}, {b, "q", "m2"}}}
		v := j.Judge(t.Context(), judge.Request{})
		if v.Outcome != c.want || b.asked != c.next || a.asked != 1 {
			t.Errorf("%s: %v, the next was asked %d times", c.name, v.Outcome, b.asked)
		}
		if c.next == 1 && len(v.Judged) != 1+len(c.first.Judged) {
			t.Errorf("%s: the record holds %v", c.name, v.Judged)
		}
	}
}

func TestNobodyThereIsNoVerdict(t *testing.T) {
	for name, j := range map[string]*Judge{"no links": {}, "a link without a judge": {Links: []Link{{}}},
		"all down": {Links: []Link{{&says{list: []verdict.Verdict{down(verdict.TroubleAPI)}}, "p", "m"}}}} {
		if v := j.Judge(t.Context(), judge.Request{}); v.Outcome != verdict.Unavailable || v.Cause == "" {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

func TestAModelThatIsTooSmallIsNotAskedAgain(t *testing.T) {
	a := &says{list: []verdict.Verdict{down(verdict.TroubleOverContext)}}
	j := &Judge{Links: []Link{{a, "p", "m"}, {a, "q", "m"}, {a, "q", "m"}}}
	if v := j.Judge(t.Context(), judge.Request{}); a.asked != 1 || v.Trouble != verdict.TroubleOverContext {
		t.Errorf("asked %d times: %+v", a.asked, v)
	}
}

func TestNothingIsAskedWhenTheTimeIsUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := &says{list: []verdict.Verdict{allow}}
	v := (&Judge{Links: []Link{{a, "p", "m"}}}).Judge(ctx, judge.Request{})
	if a.asked != 0 || v.Outcome != verdict.Unavailable || v.Trouble != verdict.TroubleTimeout {
		t.Errorf("%d, %+v", a.asked, v)
	}
}

func TestAProviderThatFailsIsLeftAloneForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &says{list: []verdict.Verdict{down(verdict.TroubleAPI)}}
		j := &Judge{Links: []Link{{a, "p", "m"}}, Breakers: &Breakers{}}
		ask := func() verdict.Verdict { return j.Judge(t.Context(), judge.Request{}) }
		for range failures {
			ask()
		}
		if v := ask(); a.asked != failures || v.Outcome != verdict.Unavailable || v.Trouble != verdict.TroublePaused || !strings.Contains(v.Cause, "left alone") {
			t.Fatalf("asked %d times: %+v", a.asked, v)
		}
		time.Sleep(shortest + time.Second)
		if ask(); a.asked != failures+1 {
			t.Fatal("not asked after the pause")
		}
		time.Sleep(shortest + time.Second)
		if ask(); a.asked != failures+1 {
			t.Fatal("the second pause is no longer than the first")
		}
		time.Sleep(time.Hour)
		a.list = []verdict.Verdict{allow}
		if v := ask(); v.Outcome != verdict.Allowed {
			t.Fatalf("%+v", v)
		}
		a.list = []verdict.Verdict{down(verdict.TroubleConnection)}
		n := a.asked
		ask()
		if ask(); a.asked != n+2 {
			t.Fatal("a success did not mend the breaker")
		}
	})
}

func TestTheProvidersWordOnWhenToComeAgainIsHeeded(t *testing.T) {
	busy := down(verdict.TroubleBusy)
	busy.After = 10 * time.Second
	for name, c := range map[string]struct {
		deadline time.Duration
		links    int
		want     verdict.Outcome
		took     time.Duration
	}{
		"there is time":                   {30 * time.Second, 1, verdict.Allowed, 10 * time.Second},
		"there is none":                   {11 * time.Second, 1, verdict.Unavailable, 0},
		"another is asked without a wait": {30 * time.Second, 2, verdict.Block, 0},
		"nobody set a deadline":           {0, 1, verdict.Unavailable, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			a := &says{list: []verdict.Verdict{busy, allow}}
			j := &Judge{Links: []Link{{a, "p", "m"}}, Breakers: &Breakers{}}
			if c.links == 2 {
				j.Links = append(j.Links, Link{&says{list: []verdict.Verdict{block}}, "q", "n"})
			}
			ctx, cancel := t.Context(), func() {}
			if c.deadline > 0 {
				ctx, cancel = context.WithTimeout(ctx, c.deadline)
			}
			defer cancel()
			start := time.Now()
			v := j.Judge(ctx, judge.Request{})
			if took := time.Since(start); v.Outcome != c.want || took != c.took {
				t.Errorf("%s: %v after %v: %+v", name, v.Outcome, took, v)
			}
			// Whoever comes before the time is up does not ask.
			n := a.asked
			if c.want == verdict.Unavailable {
				if v := j.Judge(t.Context(), judge.Request{}); a.asked != n || v.Trouble != verdict.TroublePaused {
					t.Errorf("%s: asked too early: %+v", name, v)
				}
			}
		})
	}
}

func TestAJudgeThatHangsLeavesTimeForTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hangs := judgeFunc(func(ctx context.Context, _ judge.Request) verdict.Verdict {
			<-ctx.Done()
			return down(verdict.TroubleTimeout)
		})
		b := &says{list: []verdict.Verdict{allow}}
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		start := time.Now()
		v := (&Judge{Links: []Link{{hangs, "p", "m"}, {b, "q", "n"}}}).Judge(ctx, judge.Request{})
		if took := time.Since(start); v.Outcome != verdict.Allowed || took != 20*time.Second {
			t.Errorf("%v after %v", v.Outcome, took)
		}
		start = time.Now()
		ctx, cancel = context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		v = (&Judge{Links: []Link{{hangs, "p", "m"}, {hangs, "q", "n"}}}).Judge(ctx, judge.Request{})
		if took := time.Since(start); v.Outcome != verdict.Unavailable || v.Trouble != verdict.TroubleTimeout || took != 30*time.Second {
			t.Errorf("%v after %v", v.Outcome, took)
		}
	})
}

func TestAfterAPauseOneAsksForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &Breakers{}
		for range failures {
			b.leave("p", false, 0)
		}
		time.Sleep(shortest)
		if _, ok := b.enter("p"); !ok {
			t.Fatal("nobody may ask")
		}
		if _, ok := b.enter("p"); ok {
			t.Fatal("all ask at once")
		}
		b.forget("p") // whoever asked was called off
		if _, ok := b.enter("p"); !ok {
			t.Fatal("nobody asks any more")
		}
		b.leave("p", true, 0)
		for range 2 {
			if _, ok := b.enter("p"); !ok {
				t.Fatal("well, and still alone")
			}
		}
		if len(b.Paused()) != 0 {
			t.Error(b.Paused())
		}
	})
}

func TestOnlyTroubleThatPassesPausesAProvider(t *testing.T) {
	for _, tr := range []verdict.Trouble{verdict.TroubleCredentials, verdict.TroubleRequest, verdict.TroubleRefused, verdict.TroubleUnparsable, verdict.TroubleOverContext, verdict.TroubleOther} {
		a := &says{list: []verdict.Verdict{down(tr)}}
		j := &Judge{Links: []Link{{a, "p", "m"}}, Breakers: &Breakers{}}
		for range failures + 2 {
			if v := j.Judge(t.Context(), judge.Request{}); v.Trouble != tr {
				t.Errorf("trouble %d became %d", tr, v.Trouble)
			}
		}
		if a.asked != failures+2 {
			t.Errorf("trouble %d: asked %d times", tr, a.asked)
		}
	}
}

func TestWhoeverIsCalledOffPausesNobody(t *testing.T) {
	b := &Breakers{}
	gone := judgeFunc(func(ctx context.Context, _ judge.Request) verdict.Verdict { return down(verdict.TroubleTimeout) })
	for range failures + 1 {
		ctx, cancel := context.WithCancel(t.Context())
		j := &Judge{Links: []Link{{judgeFunc(func(c context.Context, r judge.Request) verdict.Verdict { cancel(); return gone(c, r) }), "p", "m"}}, Breakers: b}
		j.Judge(ctx, judge.Request{})
	}
	if len(b.Paused()) != 0 {
		t.Error(b.Paused())
	}
}

func TestTheRecordSaysWhyTheNextWasAsked(t *testing.T) {
	first, second := down(verdict.TroubleAPI), allow
	first.Judged = []verdict.Judged{{Model: "large", Chosen: "model, /s.json:1:2"}}
	second.Judged = []verdict.Judged{{Model: "small", Chosen: "its provider"}}
	j := &Judge{Links: []Link{{&says{list: []verdict.Verdict{first}}, "p", "large"}, {&says{list: []verdict.Verdict{second}}, "q", "small"}}}
	v := j.Judge(t.Context(), judge.Request{})
	if len(v.Judged) != 2 || v.Judged[0].Chosen != "model, /s.json:1:2" || v.Judged[1].Chosen != "asked because large gave no verdict" {
		t.Errorf("%+v", v.Judged)
	}
}

type judgeFunc func(context.Context, judge.Request) verdict.Verdict

func (f judgeFunc) Judge(ctx context.Context, r judge.Request) verdict.Verdict { return f(ctx, r) }

func TestABreakerIsOneProviders(t *testing.T) {
	a, b := &says{list: []verdict.Verdict{down(verdict.TroubleAPI)}}, &says{list: []verdict.Verdict{allow}}
	j := &Judge{Links: []Link{{a, "p", "m1"}, {b, "q", "m2"}}, Breakers: &Breakers{}}
	for range failures + 2 {
		if v := j.Judge(t.Context(), judge.Request{}); v.Outcome != verdict.Allowed {
			t.Fatalf("%+v", v)
		}
	}
	if a.asked != failures || b.asked != failures+2 {
		t.Errorf("asked %d and %d times", a.asked, b.asked)
	}
}

func TestAClockThatJumpsBackDoesNotSilenceAProviderForEver(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	a := &says{list: []verdict.Verdict{down(verdict.TroubleAPI)}}
	j := &Judge{Links: []Link{{a, "p", "m"}}, Breakers: &Breakers{Now: func() time.Time { return now }}}
	for range failures {
		j.Judge(t.Context(), judge.Request{})
	}
	now = now.Add(-24 * time.Hour)
	if j.Judge(t.Context(), judge.Request{}); a.asked != failures+1 {
		t.Error("silenced until tomorrow")
	}
}

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
		j := &Judge{Links: []Link{{a, "p", "m"}}}
		ask := func() verdict.Verdict { return j.Judge(t.Context(), judge.Request{}) }
		for range failures {
			ask()
		}
		if v := ask(); a.asked != failures || v.Outcome != verdict.Unavailable || !strings.Contains(v.Cause, "left alone") {
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
	synctest.Test(t, func(t *testing.T) {
		v := down(verdict.TroubleAPI)
		v.After = 30 * time.Second
		a := &says{list: []verdict.Verdict{v, allow}}
		j := &Judge{Links: []Link{{a, "p", "m"}}}
		j.Judge(t.Context(), judge.Request{})
		time.Sleep(20 * time.Second)
		if j.Judge(t.Context(), judge.Request{}); a.asked != 1 {
			t.Fatal("asked too early")
		}
		time.Sleep(11 * time.Second)
		if v := j.Judge(t.Context(), judge.Request{}); v.Outcome != verdict.Allowed {
			t.Fatalf("%+v", v)
		}
	})
}

func TestABreakerIsOneProviders(t *testing.T) {
	a, b := &says{list: []verdict.Verdict{down(verdict.TroubleAPI)}}, &says{list: []verdict.Verdict{allow}}
	j := &Judge{Links: []Link{{a, "p", "m1"}, {b, "q", "m2"}}}
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
	j := &Judge{Links: []Link{{a, "p", "m"}}, Now: func() time.Time { return now }}
	for range failures {
		j.Judge(t.Context(), judge.Request{})
	}
	now = now.Add(-24 * time.Hour)
	if j.Judge(t.Context(), judge.Request{}); a.asked != failures+1 {
		t.Error("silenced until tomorrow")
	}
}

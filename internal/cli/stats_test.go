package cli

import (
	"testing"

	"automode/gate"
	"automode/verdict"
)

func TestWhoSettledIsCounted(t *testing.T) {
	asked := func(stages ...string) []verdict.Judged {
		j := verdict.Judged{Micros: 100, Around: 10, Priced: true, Cost: 7}
		for _, s := range stages {
			j.Stages = append(j.Stages, verdict.Stage{Name: s, Input: 10, Cached: 90, Output: 3})
		}
		return []verdict.Judged{j}
	}
	var s spent
	for _, r := range []gate.Record{
		{Decision: verdict.Decision{Code: verdict.CodeHarmless}},
		{Decision: verdict.Decision{Code: verdict.CodeJudged}, Asked: asked("1")},
		{Decision: verdict.Decision{Code: verdict.CodeJudged}, Asked: asked("1", "2")},
		{Decision: verdict.Decision{Code: verdict.CodeBusy}, Asked: asked("1")},
		{Decision: verdict.Decision{Code: verdict.CodeJudged}, Asked: asked("fast")},
	} {
		s.add(&r)
	}
	want := spent{Calls: 5, Code: 1, First: 1, Second: 1, Single: 1, Silent: 1, Input: 50, Cached: 450, Output: 15, Cost: 28, ModelUS: 360, AroundUS: 40, Questions: 4}
	if s != want {
		t.Errorf("%+v", s)
	}
}

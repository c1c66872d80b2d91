package replay

import (
	"testing"

	"automode/verdict"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// However the calls are shared among sessions, the sum is the same.
func TestJoinedSummariesCountWhatOneWould(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		whole, joined := NewSummary(), NewSummary()
		for range rapid.IntRange(0, 5).Draw(rt, "sessions") {
			var part Summary
			for range rapid.IntRange(0, 6).Draw(rt, "calls") {
				j := Judged{Program: rapid.SampledFrom([]string{"", "rm", "git"}).Draw(rt, "program"), Decision: verdict.Decision{
					Behavior: rapid.SampledFrom([]verdict.Behavior{verdict.Deny, verdict.Ask, verdict.Allow}).Draw(rt, "behavior"),
					Layer:    rapid.SampledFrom([]verdict.Layer{verdict.LayerStatic, verdict.LayerGuard}).Draw(rt, "layer"),
					Category: rapid.SampledFrom([]string{"", "a", "b"}).Draw(rt, "category"), Code: verdict.CodeFinding}}
				whole.Add(j)
				part.Add(j)
			}
			part.Sessions = 1
			whole.Sessions++
			joined.Join(part)
		}
		if d := cmp.Diff(whole, joined); d != "" {
			rt.Fatal(d)
		}
	})
}

func TestOnlyWhatWasStoppedIsCountedByCategoryAndProgram(t *testing.T) {
	s := NewSummary()
	s.Add(Judged{Program: "ls", Decision: verdict.Decision{Behavior: verdict.Allow, Layer: verdict.LayerOwnCheck, Code: verdict.CodeHarmless}})
	s.Add(Judged{Program: "rm", Decision: verdict.Decision{Behavior: verdict.Ask, Layer: verdict.LayerStatic, Code: verdict.CodeFinding, Category: "irreversible-local"}})
	s.Add(Judged{Program: "make", Decision: verdict.Decision{Behavior: verdict.Ask, Layer: verdict.LayerStatic, Code: verdict.CodeUnsure}})
	want := Summary{Calls: 3, Behavior: map[string]int{"allow": 1, "ask": 2}, Layer: map[string]int{"own-check": 1, "static": 2},
		Category: map[string]int{"irreversible-local": 1, "unsure": 1}, Program: map[string]int{"rm": 1, "make": 1}}
	if d := cmp.Diff(want, s); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Row{{"static", 2}}, Most(s.Layer, 1)); d != "" {
		t.Error(d)
	}
}

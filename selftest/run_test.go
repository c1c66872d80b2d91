package selftest

import (
	"context"
	"strings"
	"testing"

	"automode/eval"
	"automode/vectors"
	"automode/verdict"
)

func TestWhatMustHoldOfEveryGateHoldsOfOurs(t *testing.T) {
	list, err := Load(vectors.Files)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for _, p := range []Part{Spellings(ctx, list, eval.Gate{}), Rules(ctx, list), Redirects(ctx, list, eval.Gate{}), Steady(ctx, list), Explained(ctx, list, eval.Gate{})} {
		t.Run(p.Name, func(t *testing.T) {
			t.Logf("tried %d", p.Tried)
			if p.Tried < 300 {
				t.Errorf("only %d were tried", p.Tried)
			}
			for _, f := range p.Wrong {
				t.Errorf("%s %s\n\t%s", f.ID, f.Says, f.Call)
			}
		})
	}
}

// yes lets everything run.
type yes struct{}

func (yes) Decide(context.Context, eval.Case) verdict.Decision {
	return verdict.Decision{Behavior: verdict.Allow}
}

// fooled is the gate, but for what stands in a shell of its own.
type fooled struct{ eval.Gate }

func (f fooled) Decide(ctx context.Context, c eval.Case) verdict.Decision {
	if strings.Contains(string(c.Input), "bash -c") {
		return verdict.Decision{Behavior: verdict.Allow, Reason: "x"}
	}
	d := f.Gate.Decide(ctx, c)
	if d.Behavior == verdict.Ask {
		d.Evidence = nil
	}
	return d
}

func TestABadGateIsFoundOut(t *testing.T) {
	list, err := Load(vectors.Files)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for claim, p := range map[string]Part{
		"one that lets all run":             Answers(ctx, "", list, yes{}),
		"one that a redirect does not stop": Redirects(ctx, list, yes{}),
		"one that a wrapper fools":          Spellings(ctx, list, fooled{}),
		"one that names no words":           Explained(ctx, list, fooled{}),
	} {
		if len(p.Wrong) < 100 {
			t.Errorf("%s: %d of %d found", claim, len(p.Wrong), p.Tried)
		}
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if p := Answers(gone, "", list, eval.Gate{}); p.Tried != 0 || p.Left != len(list) {
		t.Errorf("it goes on when it is to stop: %d", p.Tried)
	}
}

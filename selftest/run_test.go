package selftest

import (
	"context"
	"testing"

	"automode/eval"
	"automode/vectors"
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

package selftest

import (
	"context"
	"testing"

	"automode/eval"
	"automode/vectors"
)

func TestTheGateAnswersItsVectors(t *testing.T) {
	list, err := Load(vectors.Files)
	if err != nil {
		t.Fatal(err)
	}
	p := Answers(context.Background(), "vectors", list, eval.Gate{})
	for _, f := range p.Wrong {
		t.Errorf("%s %s\n\t%s", f.ID, f.Says, f.Call)
	}
}

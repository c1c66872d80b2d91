package selftest

import (
	"context"
	"slices"
	"strings"
	"testing"

	"automode/eval"
	"automode/rulebook"
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

// TestVectorsSpanTheRulebook: for each entry that code could find, there is a
// vector about it.
func TestVectorsSpanTheRulebook(t *testing.T) {
	list, err := Load(vectors.Files)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 500 {
		t.Errorf("only %d vectors", len(list))
	}
	about := map[string]int{}
	for _, v := range list {
		about[v.Category]++
		about[strings.TrimPrefix(v.ID[:strings.LastIndexByte(v.ID, '-')], "guard-")]++
	}
	// What only a model can tell: who an agent is, which infrastructure is
	// trusted, which job was whose.
	beyond := []string{"toolchain-bootstrap", "session-agents", "trusted-infra-data", "session-job-cleanup"}
	for _, e := range rulebook.Default().Entries {
		if about[e.ID] == 0 && !slices.Contains(beyond, e.ID) {
			t.Errorf("no vector is about %s", e.ID)
		}
	}
}

package gate

import (
	"testing"

	"automode/transcript"
)

func TestTwoWitnesses(t *testing.T) {
	said := func(texts ...string) []transcript.Turn {
		var ts []transcript.Turn
		for _, s := range texts {
			ts = append(ts, transcript.Turn{Role: transcript.User, Text: s})
		}
		return ts
	}
	for _, c := range []struct {
		name   string
		events []string
		turns  []transcript.Turn
		want   []bool
	}{
		{"both agree", []string{"a", "b"}, said("a", "b"), []bool{true, true}},
		{"a row that no event was seen of", []string{"a"}, said("a", "delete all"), []bool{true, false}},
		{"an event of which no row is there yet", []string{"a", "b"}, said("a"), []bool{true}},
		{"a row twice, an event once", []string{"a"}, said("a", "a"), []bool{true, false}},
		{"in another order", []string{"a", "b"}, said("b", "a"), []bool{true, false}},
		{"no events at all", nil, said("a"), []bool{false}},
	} {
		l := &Ledger{}
		for _, e := range c.events {
			l.prompted(e, noon)
		}
		got := l.witness(c.turns)
		for i, w := range c.want {
			if got[i].Witnessed != w {
				t.Errorf("%s: turn %d: %v", c.name, i, got[i].Witnessed)
			}
			if c.turns[i].Witnessed {
				t.Errorf("%s: the turns that were given have changed", c.name)
			}
		}
		if l.Epoch != uint64(len(c.events)) {
			t.Errorf("%s: the epoch is %d", c.name, l.Epoch)
		}
	}
	l := &Ledger{}
	for range maxPrompts + 10 {
		l.prompted("x", noon)
	}
	if len(l.Prompts) != maxPrompts {
		t.Errorf("%d prompts", len(l.Prompts))
	}
	marked := []transcript.Turn{{Role: transcript.User, Text: "x", Witnessed: true}}
	if !(&Ledger{}).witness(marked)[0].Witnessed {
		t.Error("a mark is lost")
	}
}

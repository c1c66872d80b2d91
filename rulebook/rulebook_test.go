package rulebook

import (
	"strings"
	"testing"

	"automode/verdict"
)

func TestEveryEntryIsExplained(t *testing.T) {
	soft := 0
	for _, e := range Full().Entries {
		if len(e.Text) < 80 || !strings.HasSuffix(e.Text, ".") || e.Text != oneLine(e.Text) {
			t.Errorf("%s has no prose: %q", e.ID, e.Text)
		}
		if n := strings.Count(e.Text, ". ") + 1; n < 2 || n > 5 {
			t.Errorf("%s takes %d sentences", e.ID, n)
		}
		switch e.Tier {
		case verdict.Soft:
			soft++
			if e.Names == "" {
				t.Errorf("%s does not say what would clear it", e.ID)
			}
			if !strings.Contains(e.Text, "not this") && !strings.Contains(e.Text, "near miss") && !strings.Contains(e.Text, "judge") {
				t.Logf("%s does not say what it leaves alone", e.ID)
			}
		case verdict.NoTier:
			if !strings.HasPrefix(e.Text, "Opens a") || !strings.Contains(e.Text, "Does not open") {
				t.Errorf("%s does not say which door it opens, or what stays shut", e.ID)
			}
		}
		if e.Group == "" {
			t.Errorf("%s stands under no heading", e.ID)
		}
	}
	if soft < 60 {
		t.Errorf("%d soft entries", soft)
	}
}

func TestEveryTextIsOfAnEntryInTheTablesOrder(t *testing.T) {
	var ids []string
	for _, g := range texts {
		for _, p := range g.list {
			ids = append(ids, p.id)
		}
	}
	if len(ids) != len(Default().Entries) {
		t.Fatalf("%d texts for %d entries", len(ids), len(Default().Entries))
	}
	for i, e := range Default().Entries {
		if ids[i] != e.ID {
			t.Errorf("the text of %s stands where %s's should", ids[i], e.ID)
		}
	}
}

func TestLabelsAndIDsAreTheirOwn(t *testing.T) {
	ids, labels := map[string]bool{}, map[string]bool{}
	for _, e := range Default().Entries {
		if ids[e.ID] || labels[asciiLower(e.Label)] || e.Label != plainLabel(e.Label) {
			t.Errorf("%s, %q", e.ID, e.Label)
		}
		ids[e.ID], labels[asciiLower(e.Label)] = true, true
	}
}

func TestTheEnvironmentHasItsThreeKinds(t *testing.T) {
	n := map[Kind]int{}
	for _, s := range defaultSlots {
		n[s.Kind]++
		if s.Text == "" {
			t.Errorf("%s has no careful reading", s.Name)
		}
	}
	if n[Context] != 11 || n[Trust] != 6 || n[Sensitivity] != 4 {
		t.Errorf("%v", n)
	}
}

func TestReadableLeavesTheBookAlone(t *testing.T) {
	b := &Book{Entries: []Entry{{ID: "persistence", Label: "Persistence", Tier: verdict.Soft}}}
	if r := b.Readable(); r.Entries[0].Text == "" || r.Entries[0].Group == "" || len(r.Slots) != len(defaultSlots) || b.Entries[0].Text != "" {
		t.Error(r)
	}
	if (*Book)(nil).Readable() != Full() || Full().Readable() != Full() {
		t.Error("no book is not the default one")
	}
}

func TestAnEntryOfAUsersTakesNoProseOfOurs(t *testing.T) {
	b := &Book{Entries: []Entry{{ID: "persistence", Label: "Persistence", Tier: verdict.Soft, Origin: "f:1", Text: ""}}}
	if r := b.Readable(); r.Entries[0].Text != "" || r.Entries[0].Group != "" {
		t.Error(r.Entries[0])
	}
}

func TestOnlyEntriesThatBlockAreCategories(t *testing.T) {
	if _, ok := Full().Labelled("read only"); ok {
		t.Error("an exception is a category")
	}
	if e, ok := Full().Labelled("PERSISTENCE"); !ok || e.ID != "persistence" {
		t.Error("case counts")
	}
	if _, ok := Full().Labelled("Perſiſtence"); ok {
		t.Error("a look-alike is a category")
	}
	if _, ok := Full().Labelled(""); ok {
		t.Error("nothing is a category")
	}
}

func TestOfTwoEntriesOfOneLabelTheStricterCounts(t *testing.T) {
	b := Merge([]List{{HardDeny, []Item{{Defaults, ""}, {"Persistence: never here.", "m:1"}}}})
	if e, ok := b.Labelled("Persistence"); !ok || e.Tier != verdict.Hard || e.Ours() {
		t.Errorf("%+v", e)
	}
}

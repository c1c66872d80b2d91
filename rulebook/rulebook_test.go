package rulebook

import (
	"strings"
	"testing"

	"automode/verdict"
)

func TestEveryEntryIsExplained(t *testing.T) {
	for _, e := range Full().Entries {
		if len(e.Text) < 40 || !strings.HasSuffix(e.Text, ".") {
			t.Errorf("%s has no prose: %q", e.ID, e.Text)
		}
		if n := strings.Count(e.Text, ". ") + 1; n > 6 {
			t.Errorf("%s takes %d sentences", e.ID, n)
		}
		if e.Tier == verdict.Soft && e.Names == "" {
			t.Errorf("%s does not say what would clear it", e.ID)
		}
	}
}

func TestEveryTextIsOfAnEntry(t *testing.T) {
	seen := map[string]bool{}
	for _, list := range [...][]prose{proseHard[:], proseForeign[:], proseProduction[:], proseLocal[:], proseWeakening[:],
		proseCredentials[:], proseSelf[:], proseOutward[:], proseAllow[:]} {
		for _, p := range list {
			if _, ok := Default().Find(p.id); !ok || seen[p.id] {
				t.Errorf("%s is no entry, or stands twice", p.id)
			}
			seen[p.id] = true
		}
	}
	if len(seen) != len(Default().Entries) {
		t.Errorf("%d texts for %d entries", len(seen), len(Default().Entries))
	}
}

func TestLabelsAndIDsAreTheirOwn(t *testing.T) {
	ids, labels := map[string]bool{}, map[string]bool{}
	for _, e := range Default().Entries {
		if ids[e.ID] || labels[strings.ToLower(e.Label)] || e.Label != plainLabel(e.Label) {
			t.Errorf("%s, %q", e.ID, e.Label)
		}
		ids[e.ID], labels[strings.ToLower(e.Label)] = true, true
	}
}

func TestAnEntryComesBackAsItWasWritten(t *testing.T) {
	for _, e := range Full().Entries {
		got := ParseEntry(e.Section(), e.String(), "x:1:1")
		if got.Label != e.Label || got.Names != e.Names && e.Tier == verdict.Soft || got.Text != e.Text || got.Tier != e.Tier {
			t.Errorf("%q came back as %+v", e.String(), got)
		}
		if got.Ours() || got.ID == e.ID {
			t.Errorf("%s: what somebody wrote passes for ours", e.ID)
		}
	}
	for _, s := range defaultSlots {
		if got := ParseSlot(s.String(), ""); got != s {
			t.Errorf("%q came back as %+v", s.String(), got)
		}
	}
}

func TestEntriesInOtherForms(t *testing.T) {
	for _, c := range []struct{ text, label, names, prose string }{
		{"Never touch the billing code without asking", "Never touch the billing code", "", "Never touch the billing code without asking"},
		{"**Billing** [must name: file]: no edits.", "Billing", "file", "no edits."},
		{"A sentence. With a colon: here.", "A sentence. With a colon", "", "A sentence. With a colon: here."},
		{"<b>Evil]</b> [x]: text", "bEvil/b x", "", "text"},
		{"", "", "", ""},
	} {
		e := ParseEntry(SoftDeny, c.text, "f:1")
		if e.Label != c.label || e.Names != c.names || e.Text != c.prose {
			t.Errorf("%q: %+v", c.text, e)
		}
	}
}

func TestASlotSomebodyFillsTakesThePlaceOfItsDefault(t *testing.T) {
	b := &Book{Slots: CarefulSlots()}
	b.Set(ParseSlot("**trusted domains**: example.com", "f:2"))
	b.Set(ParseSlot("We work at night.", "f:3"))
	b.Set(ParseSlot("We sleep by day.", "f:4"))
	got := strings.Join(b.Section(Environment), "\n")
	if strings.Contains(got, "none but localhost") || !strings.Contains(got, "**Trusted domains**: example.com") ||
		!strings.Contains(got, "at night") || !strings.Contains(got, "by day") {
		t.Error(got)
	}
	if defaultSlots[13].Text != "none but localhost" {
		t.Error("the defaults were changed")
	}
}

func TestTwoEntriesOfOneLabelHaveTwoIDs(t *testing.T) {
	b := &Book{}
	for range 3 {
		b.Add(ParseEntry(HardDeny, "Same: text", "f"))
	}
	if b.Entries[0].ID == b.Entries[1].ID || b.Entries[1].ID == b.Entries[2].ID {
		t.Error(b.Entries)
	}
}

func TestReadableLeavesTheBookAlone(t *testing.T) {
	b := &Book{Entries: []Entry{{ID: "persistence", Label: "Persistence", Tier: verdict.Soft}}}
	if r := b.Readable(); r.Entries[0].Text == "" || len(r.Slots) != len(defaultSlots) || b.Entries[0].Text != "" {
		t.Error(r)
	}
	if (*Book)(nil).Readable() != Full() {
		t.Error("no book is not the default one")
	}
}

func TestOnlyEntriesThatBlockAreCategories(t *testing.T) {
	if _, ok := Full().Labelled("read only"); ok {
		t.Error("an exception is a category")
	}
	if e, ok := Full().Labelled("PERSISTENCE"); !ok || e.ID != "persistence" {
		t.Error("case counts")
	}
}

package rulebook

import (
	"slices"
	"strings"
	"testing"

	"automode/verdict"
)

func items(texts ...string) (out []Item) {
	for i, t := range texts {
		out = append(out, Item{t, "user.json:" + string(rune('1'+i))})
	}
	return out
}

func labels(b *Book, section string) string {
	var out []string
	for _, e := range b.Entries {
		if e.Section() == section {
			out = append(out, e.Label)
		}
	}
	if len(out) > 4 {
		out = append(out[:2:2], "..", out[len(out)-1])
	}
	return strings.Join(out, " | ")
}

func TestListsAreJoined(t *testing.T) {
	const all = "Data Exfiltration"
	for _, c := range []struct {
		name    string
		lists   []List
		hard    string
		foreign bool
	}{
		{"no list keeps the defaults", nil, all, false},
		{"another section's list keeps them too", []List{{SoftDeny, items(Defaults)}}, all, false},
		{"a list replaces them", []List{{HardDeny, items("Mine: x.")}}, "Mine", true},
		{"an empty list empties", []List{{HardDeny, nil}}, "", false},
		{"the defaults are spliced in where they stand", []List{{HardDeny, items("A: x.", Defaults, "B: y.")}}, "A | Data Exfiltration | B", true},
		{"twice is once", []List{{HardDeny, items(Defaults, Defaults, "A: x.", "A: x.")}}, "Data Exfiltration | A", true},
		{"the stronger layer comes first", []List{{HardDeny, items("M: x.")}, {HardDeny, items("U: y.", Defaults)}}, "M | U | Data Exfiltration", true},
		{"the same text in two layers is one entry", []List{{HardDeny, items("M: x.")}, {HardDeny, items("M: x.")}}, "M", true},
		{"one label with two texts is two entries", []List{{HardDeny, items("M: x.")}, {HardDeny, items("M: y.")}}, "M | M", true},
		{"blank text is none", []List{{HardDeny, items(" ", Defaults)}}, all, false},
		{"our text, copied, is ours", []List{{HardDeny, items(Full().Section(HardDeny)...)}}, all, false},
		{"our text, changed, is somebody's", []List{{HardDeny, items(Full().Section(HardDeny)[0] + " Mail too.")}}, all, true},
		{"exceptions are no rules that deny", []List{{Allow, items("Mine: x.", Defaults)}}, all, false},
	} {
		b := Merge(c.lists)
		if got := labels(b, HardDeny); got != c.hard || b.Foreign != c.foreign {
			t.Errorf("%s: %q foreign %v, want %q %v", c.name, got, b.Foreign, c.hard, c.foreign)
		}
		ids := map[string]bool{}
		for _, e := range b.Entries {
			if ids[e.ID] {
				t.Errorf("%s: %s stands twice", c.name, e.ID)
			}
			ids[e.ID] = true
		}
	}
}

func TestTheDefaultsGivenBackAreTheDefaults(t *testing.T) {
	var lists []List
	for _, s := range Sections {
		lists = append(lists, List{s, items(Full().Section(s)...)})
	}
	b := Merge(lists)
	if b.Foreign || len(b.Entries) != len(Default().Entries) {
		t.Fatalf("foreign %v, %d entries", b.Foreign, len(b.Entries))
	}
	for _, s := range Sections {
		if !slices.Equal(b.Readable().Section(s), Full().Section(s)) {
			t.Errorf("%s came back otherwise", s)
		}
	}
	for _, e := range Default().Entries {
		if _, ok := b.Find(e.ID); !ok {
			t.Errorf("code does not find %s", e.ID)
		}
	}
}

func TestAUsersEntryIsKnownAsTheirs(t *testing.T) {
	b := Merge([]List{{SoftDeny, []Item{{"Billing [must name: file]: no edits.", "/u/settings.json:3:5"}, {Defaults, "x"}, {"No origin: x.", ""}}}})
	e, ok := b.Labelled("billing")
	if !ok || e.Origin != "/u/settings.json:3:5" || e.Ours() || e.Tier != verdict.Soft || e.Names != "file" || !b.Foreign {
		t.Errorf("%+v", e)
	}
	if e, _ := b.Labelled("no origin"); e.Ours() {
		t.Error("an entry of nobody's passes for ours")
	}
	if e, ok := b.Find("persistence"); !ok || !e.Ours() {
		t.Error("the entries of ours are gone")
	}
	if l := b.Lines(SoftDeny)[0]; l.Origin != "/u/settings.json:3:5" || l.Text != "Billing [must name: file]: no edits." {
		t.Errorf("%+v", l)
	}
}

func TestSlotsAreJoined(t *testing.T) {
	for _, c := range []struct {
		name      string
		lists     []List
		has, lost []string
		n         int
	}{
		{"no list", []List{{Allow, nil}}, []string{"none but localhost"}, nil, 21},
		{"a slot takes the place of its default", []List{{Environment, items(Defaults, "**trusted domains**: a.example")}}, []string{"**Trusted domains**: a.example"}, []string{"none but localhost"}, 21},
		{"before the defaults too", []List{{Environment, items("**Trusted domains**: a.example", Defaults)}}, []string{"a.example"}, []string{"none but localhost"}, 21},
		{"in another layer too", []List{{Environment, items(Defaults)}, {Environment, items("**Trusted domains**: a.example")}}, []string{"a.example"}, []string{"none but localhost"}, 21},
		{"two layers on one slot are both heard", []List{{Environment, items("**Trusted domains**: a.example")}, {Environment, items("**Trusted domains**: b.example")}}, []string{"a.example", "b.example"}, nil, 2},
		{"notes have no name", []List{{Environment, items("We work at night.", "We sleep by day.", "We work at night.")}}, []string{"We work at night.", "We sleep by day."}, []string{"Note"}, 2},
		{"an empty list", []List{{Environment, nil}}, nil, []string{"localhost"}, 0},
	} {
		b := Merge(c.lists)
		got := strings.Join(b.Readable().Section(Environment), "\n")
		for _, s := range c.has {
			if !strings.Contains(got, s) {
				t.Errorf("%s: %q is not in\n%s", c.name, s, got)
			}
		}
		for _, s := range c.lost {
			if strings.Contains(got, s) {
				t.Errorf("%s: %q is in\n%s", c.name, s, got)
			}
		}
		if len(b.Slots) != c.n {
			t.Errorf("%s: %d slots, want %d", c.name, len(b.Slots), c.n)
		}
	}
	if defaultSlots[13].Text != "none but localhost" {
		t.Error("the defaults were changed")
	}
}

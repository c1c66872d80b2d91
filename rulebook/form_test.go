package rulebook

import (
	"strings"
	"testing"

	"automode/verdict"

	"pgregory.net/rapid"
)

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
		{"Billing[must name:  the\nfile ] : no edits.", "Billing", "the file", "no edits."},
		{"A sentence. With a colon: here.", "A sentence", "", "A sentence. With a colon: here."},
		{"Never push to https://example.org/x", "Never push to https://example.org/x", "", "Never push to https://example.org/x"},
		{"Nothing after 18:00, please", "Nothing after 18:00, please", "", "Nothing after 18:00, please"},
		{"Node.js: only the pinned one", "Node.js", "", "only the pinned one"},
		{"<b>Evil]</b> [x]: text", "bEvil/b x", "", "text"},
		{"Bad\u202eidi\x1b[2J: text", "Badidi2J", "", "text"},
		{"Two\nlines: text", "Two lines", "", "text"},
		{"No end [must name: x: text", "No end must name", "", "No end [must name: x: text"},
		{strings.Repeat("long ", 30) + ": text", "long long long long long", "", strings.Repeat("long ", 30) + ": text"},
		{"label:", "label", "", ""},
		{": text", "text", "", ": text"},
		{"支付代码: 不要动", "支付代码", "", "不要动"},
		{"", "", "", ""},
	} {
		e := ParseEntry(SoftDeny, c.text, "f:1")
		if e.Label != c.label || e.Names != c.names || e.Text != c.prose {
			t.Errorf("%q: label %q, names %q, text %q", c.text, e.Label, e.Names, e.Text)
		}
	}
}

func TestSlotsInOtherForms(t *testing.T) {
	for _, c := range []struct {
		text, name string
		kind       Kind
		prose      string
	}{
		{"**trusted domains**: example.com", "Trusted domains", Trust, "example.com"},
		{"**Trusted domains** example.com", "Trusted domains", Trust, "example.com"},
		{"**Office hours**: nine to five", "Office hours", Context, "nine to five"},
		{"We work at night.", note, Context, "We work at night."},
		{"**unfinished: x", note, Context, "**unfinished: x"},
		{"****: x", note, Context, "****: x"},
	} {
		if s := ParseSlot(c.text, "f:1"); s.Name != c.name || s.Kind != c.kind || s.Text != c.prose {
			t.Errorf("%q: %+v", c.text, s)
		}
	}
}

func TestALabelCanStandInAnAnswer(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab :[]<>*\n\t\u2028\u202e\u200b.é世must name"))).Draw(r, "text")
		section := rapid.SampledFrom([]string{Allow, SoftDeny, HardDeny}).Draw(r, "section")
		e := ParseEntry(section, text, "f:1")
		if strings.ContainsAny(e.Label, "[]<>\n\t\u2028\u202e\u200b") || len(e.Label) > maxLabel || e.Label != oneLine(e.Label) {
			r.Fatalf("%q: label %q", text, e.Label)
		}
		if e.Ours() || !strings.HasPrefix(e.ID, "user/") {
			r.Fatalf("%q passes for ours: %+v", text, e)
		}
		// What is written out means the same when it is read again.
		again := ParseEntry(section, e.String(), "f:1")
		if e.Label != "" && !strings.HasSuffix(e.Label, ":") && (again.Label != e.Label || oneLine(again.Text) != oneLine(e.Text)) {
			r.Fatalf("%q: %q is read as %+v", text, e.String(), again)
		}
	})
}

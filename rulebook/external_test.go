package rulebook

import (
	"strings"
	"testing"

	"automode/verdict"
)

const houseRules = `# Our rules
Never touch billing
without a ticket.

- **Vendor** [must name: folder]: no edits below vendor/.
  Not even formatting.
* Releases: only on Tuesdays.

#
`

func TestAFileOfRulesIsEntries(t *testing.T) {
	for _, c := range []struct {
		name    string
		replace bool
		soft    int
		allow   bool
	}{{"appended", false, len(Default().Section(SoftDeny)) + 3, true}, {"in the place of ours", true, 3, false}} {
		b := Default().External(houseRules, "/u/rules.md", c.replace)
		if n := len(b.Section(SoftDeny)); n != c.soft || !b.Foreign {
			t.Errorf("%s: %d entries, foreign %v", c.name, n, b.Foreign)
		}
		if _, ok := b.Find("data-exfiltration"); !ok {
			t.Errorf("%s: what is hard is gone", c.name)
		}
		if _, ok := b.Find("read-only"); ok != c.allow {
			t.Errorf("%s: exceptions: %v", c.name, ok)
		}
		e, ok := b.Labelled("Vendor")
		if !ok || e.Names != "folder" || e.Text != "no edits below vendor/. Not even formatting." || e.Origin != "/u/rules.md:5" || e.Tier != verdict.Soft {
			t.Errorf("%s: %+v", c.name, e)
		}
		if e, ok := b.Labelled("Never touch billing without a"); !ok || e.Text != "Never touch billing without a ticket." || e.Origin != "/u/rules.md:2" {
			t.Errorf("%s: %+v", c.name, e)
		}
	}
	if b := Default().External(" \n# x\n", "/f", false); b.Foreign || len(b.Entries) != len(Default().Entries) {
		t.Error("an empty file says something")
	}
	if strings.Contains(strings.Join(Default().Section(SoftDeny), ""), "vendor") {
		t.Error("the default book was changed")
	}
}

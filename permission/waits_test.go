package permission

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table of docs/modes.md anew")

// TestTheTableOfWhatWaits keeps the table in the docs what the table here is.
func TestTheTableOfWhatWaits(t *testing.T) {
	var reasons []string
	names := map[string][]string{}
	for _, c := range carriers {
		if names[c.why] == nil {
			reasons = append(reasons, c.why)
		}
		names[c.why] = append(names[c.why], "`"+c.words+"`")
	}
	var b strings.Builder
	b.WriteString("| because it | programs, in every spelling |\n|---|---|\n| allows every command | `Bash` `Bash(*)` `Bash(:*)` `PowerShell(*)` |\n")
	for _, why := range reasons {
		fmt.Fprintf(&b, "| %s | %s |\n", why, strings.Join(names[why], " "))
	}
	const path, begin, end = "../docs/modes.md", "<!-- waits -->\n", "<!-- end of waits -->"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	got, after, closed := strings.Cut(rest, end)
	switch {
	case !ok || !closed:
		t.Fatalf("%s has no table", path)
	case got == b.String():
	case !*update:
		t.Error("docs/modes.md is not made from the table: run go test ./permission -run Waits -update")
	default:
		if err := os.WriteFile(path, []byte(before+begin+b.String()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

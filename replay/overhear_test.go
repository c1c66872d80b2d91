package replay

import (
	"strings"
	"testing"

	"automode/gate"
)

func TestOneCallOfASessionIsOverheard(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s.jsonl",
		says(0, "", "fix it"),
		runs(1, "", "one", "ls"), ends(2, "", "one", false),
		runs(3, "", "two", "frobnicate --all"), ends(4, "", "two", false),
		runs(5, "", "three", "git status"))
	files, err := Files([]string{dir + "/s.jsonl"})
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	for _, c := range []struct {
		id, command, fault string
		turns              int
		asked              bool
	}{
		{"one", "ls", "", 1, false},
		{"two", "frobnicate --all", "", 2, true},
		{"", "git status", "", 3, false},
		{"four", "", "holds no call", 0, false},
	} {
		heard, changed := 0, 0
		err := Overhear(t.Context(), files[0], c.id, func(*gate.Request) { changed++ }, func(o gate.Overheard) {
			heard++
			if got := o.Request.Call.Args().Command; got != c.command || len(o.Request.Turns) != c.turns || o.Asked != c.asked {
				t.Errorf("%s: %q after %d turns, asked %v", c.id, got, len(o.Request.Turns), o.Asked)
			}
		})
		if c.fault != "" {
			if err == nil || !strings.Contains(err.Error(), c.fault) || heard != 0 {
				t.Errorf("%s: %v", c.id, err)
			}
			continue
		}
		if err != nil || heard != 1 || changed != 1 {
			t.Errorf("%s: heard %d times, changed %d: %v", c.id, heard, changed, err)
		}
	}
}

package effect

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"automode/call"
	"automode/world"
)

// claims are what commands are said to be: "routine", "unsure", or the entry
// of the rulebook that they match.
type claims map[string]string

// readIn reads a shell command in a project of which all files are committed.
func readIn(t *testing.T, s *Session, command string) *Report {
	t.Helper()
	input, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		t.Fatal(err)
	}
	root := "/home/dev/app"
	facts := &world.Memory{
		Default: func(p string) world.File {
			if world.Inside(p, root) {
				return world.File{Known: true, Exists: true, Regular: true, Links: 1, Tracked: world.Yes, Modified: world.No}
			}
			return world.File{}
		},
		Files: map[string]world.Entry{root + "/new.txt": {File: world.File{Known: true}}, "/tmp/new.txt": {File: world.File{Known: true}}},
	}
	return Of(call.Call{ID: "c1", Tool: "Bash", Input: input, Dir: root},
		Env{Place: world.Place{Home: "/home/dev", User: "dev", Roots: []string{root}}, Facts: facts, Session: s})
}

// said is how a report is named in claims.
func said(r *Report) (string, string) {
	for _, e := range r.Effects {
		if e.Entry == "data-exfiltration" {
			return e.Entry, e.Why
		}
	}
	var entries, whys []string
	for _, e := range r.Effects {
		if e.Entry != "" && !slices.Contains(entries, e.Entry) {
			entries, whys = append(entries, e.Entry), append(whys, e.Why)
		}
	}
	if len(entries) > 0 {
		return strings.Join(entries, " "), strings.Join(whys, "; ")
	}
	for _, e := range r.Effects {
		if e.Kind == Unknown {
			return "unsure", e.Why
		}
	}
	if r.Routine() {
		return "routine", ""
	}
	return "unsure", strings.Join(append(r.Opaque, r.Hostile...), "; ")
}

func (c claims) hold(t *testing.T) {
	t.Helper()
	c.holdIn(t, nil)
}

func (c claims) holdIn(t *testing.T, s *Session) {
	t.Helper()
	for command, want := range c {
		got, why := said(readIn(t, s, command))
		if got != want && !(strings.Contains(got, " ") && slices.Contains(strings.Fields(got), want)) {
			t.Errorf("%s\n\tis %s (%s), want %s", command, got, why, want)
		}
	}
}

// cloudTables are the tables that the tests below look through.
var cloudTables = [...][]Program{tableDocker, tableKube, tableDB, tableIaC, tableHyper}

func TestOptionsOfCloudRowsStandOnce(t *testing.T) {
	for _, table := range cloudTables {
		for _, p := range table {
			seen := map[string]bool{}
			for _, o := range parseSpec(p.Spec).options {
				for _, n := range o.names {
					if seen[n] {
						t.Errorf("%s: option %s stands twice", p.Name, n)
					}
					seen[n] = true
				}
			}
		}
	}
}

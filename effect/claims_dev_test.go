package effect

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"automode/call"
	"automode/world"
)

// claim says what a command means in a clean project.
type claim struct {
	command string
	want    string // "harmless", "routine", "unsure", or an entry of the rulebook
}

// devWorld is a clean project with a remote of its own, and files with texts.
func devWorld(files map[string]string) *world.Memory {
	w := &world.Memory{Files: map[string]world.Entry{}, Repos: map[string]world.Repo{
		"/home/ann/shop": {Known: true, Root: "/home/ann/shop", Branch: "topic", Remotes: map[string]string{
			"origin": "git@git.example:ann/shop.git", "team": "https://git.example/ann/shop-ci.git", "other": "https://git.example/bob/shop.git"}},
	}}
	for name, text := range files {
		w.Files["/home/ann/shop/"+name] = world.Entry{Text: text, Known: true,
			File: world.File{Known: true, Exists: true, Regular: true, Links: 1, Tracked: world.Yes, Modified: world.No, Size: int64(len(text))}}
	}
	w.Default = func(p string) world.File {
		if world.Inside(p, "/home/ann/shop") && !strings.Contains(p, "/.git/") && p != "/home/ann/shop" {
			return world.File{Tracked: world.Yes}
		}
		return world.File{}
	}
	return w
}

func reportOf(command string, facts world.Facts, sess *Session) *Report {
	in, _ := json.Marshal(map[string]string{"command": command})
	c := call.Call{ID: "x", Tool: "Bash", Input: in, Dir: "/home/ann/shop"}
	return Of(c, Env{Place: world.Place{Home: "/home/ann", User: "ann", Roots: []string{"/home/ann/shop"}}, Facts: facts, Session: sess})
}

// meaning sums a report up in the words of a claim.
func meaning(r *Report) string {
	var entries []string
	for _, e := range r.Effects {
		if e.Entry != "" && !slices.Contains(entries, e.Entry) {
			entries = append(entries, e.Entry)
		}
	}
	switch {
	case len(entries) > 0:
		return strings.Join(entries, ",")
	case r.Harmless():
		return "harmless"
	case r.Routine():
		return "routine"
	}
	return "unsure"
}

func why(r *Report) string {
	var b strings.Builder
	for _, e := range r.Effects {
		b.WriteString("\n  " + e.Kind.String() + " " + e.Target + " " + e.Entry + " " + e.Why)
	}
	for _, o := range append(r.Opaque, r.Hostile...) {
		b.WriteString("\n  opaque: " + o)
	}
	return b.String()
}

func checkClaims(t *testing.T, facts world.Facts, sess *Session, claims []claim) {
	t.Helper()
	for _, c := range claims {
		r := reportOf(c.command, facts, sess)
		got := meaning(r)
		if got != c.want && !slices.Contains(strings.Split(got, ","), c.want) {
			t.Errorf("%s\n  is %s, want %s%s", c.command, got, c.want, why(r))
		}
	}
}

func TestEveryRowOfASubcommandHasARowAboveIt(t *testing.T) {
	for _, table := range tables {
		for _, p := range table {
			parent, _, ok := cutLast(p.Name)
			if !ok {
				continue
			}
			_, q, found := lookup(parent)
			if !found {
				t.Errorf("%s has no row above it", p.Name)
			} else if _, sub := q.mark("sub"); !sub {
				t.Errorf("%s is below %s, which does not look for subcommands", p.Name, parent)
			}
		}
	}
}

func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, ' ')
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+1:], true
}

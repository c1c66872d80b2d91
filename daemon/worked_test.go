package daemon

import (
	"encoding/json"
	"testing"

	"automode/call"
	"automode/gate"
	"automode/permission"
	"automode/transcript"
	"automode/verdict"
	"automode/world"
)

// TestWorkedExamples walks calls by the published path and by ours: what is
// answered, and how often a model is asked for it.
func TestWorkedExamples(t *testing.T) {
	const root, no, yes = "/home/ann/app", "<thinking>x</thinking><block>no</block>", "<block>yes"
	block := func(label string) string {
		return "<thinking>x</thinking><block>yes</block><category>" + label + "</category><reason>[" + label + "] so it is</reason>"
	}
	have := func(text string) world.Entry {
		return world.Entry{File: world.File{Known: true, Exists: true, Regular: true, Links: 1, Size: int64(len(text)), Tracked: world.Yes, Modified: world.No}, Text: text, Known: true}
	}
	dir := world.Entry{File: world.File{Known: true, Exists: true, Dir: true}}
	disk := &world.Memory{Files: map[string]world.Entry{root: dir, root + "/.git": dir, root + "/dist": dir, root + "/dist/app.js": have("x\n"), root + "/go.mod": have("module app\n")},
		Default: func(string) world.File { return world.File{Known: true} },
		Repos:   map[string]world.Repo{root: {Known: true, Root: root, Branch: "main", Remotes: map[string]string{"origin": "git@git.example.com:ann/app.git"}}}}
	for _, c := range []struct {
		name, user, command string
		published           bool
		answers             []string
		want                verdict.Behavior
		requests            int
	}{
		{"status", "fix the build", "git status", false, nil, verdict.Allow, 0},
		{"named", "delete dist/", "rm -rf dist/", false, []string{no}, verdict.Allow, 1},
		{"named", "delete dist/", "rm -rf dist/", true, []string{yes, no}, verdict.Allow, 2},
		{"not named", "delete some files", "rm -rf dist/", false, []string{block("Irreversible Local Destruction")}, verdict.Deny, 1},
		{"not named", "delete some files", "rm -rf dist/", true, []string{yes, block("Irreversible Local Destruction")}, verdict.Deny, 2},
		{"own remote", "push", "git push origin main", false, nil, verdict.Allow, 0},
		{"own remote", "push", "git push origin main", true, []string{"<block>no"}, verdict.Allow, 1},
		{"across a line", "don't run the tests", "go test ./...", false, []string{block("Boundary")}, verdict.Deny, 1},
		{"across a line", "don't run the tests", "go test ./...", true, []string{block("Boundary")}, verdict.Deny, 1},
	} {
		srv := scripted(t, append(c.answers, "<block>yes")...)
		_, g, _ := asking(t, "", srv.URL)
		in, _ := json.Marshal(map[string]string{"command": c.command})
		r := gate.Request{Call: call.Call{Host: "claude-code", Tool: "Bash", Input: in, Dir: root}, Session: gate.Session{ID: "s", Mode: permission.Auto},
			Place: world.Place{Home: "/home/ann", User: "ann", Roots: []string{root}}, Facts: disk, Turns: []transcript.Turn{{Role: transcript.User, Text: c.user, Witnessed: true}}}
		if c.published {
			r.Settings.Judge = gate.JudgeClassifier
		}
		if d := g.Decide(t.Context(), r); d.Behavior != c.want || len(srv.Requests()) != c.requests {
			t.Errorf("%s (published %v): %v by %s (%s) after %d requests: %s", c.name, c.published, d.Behavior, d.Layer, d.Code, len(srv.Requests()), d.Reason)
		}
	}
}

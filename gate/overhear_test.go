package gate_test

import (
	"encoding/json"
	"testing"

	"automode/call"
	"automode/gate"
	"automode/judge/static"
	"automode/permission"
	"automode/transcript"
	"automode/verdict"
	"automode/world"
)

func TestWhatAModelIsAskedCanBeOverheard(t *testing.T) {
	for _, c := range []struct {
		name, command string
		judge         gate.JudgeChoice
		asked         bool
		first         verdict.Outcome // of code, as the model is told; Unavailable: it is not
	}{
		{"code settles it", "git status", gate.JudgeBoth, false, verdict.Allowed},
		{"code found something", "git push --force origin main", gate.JudgeBoth, true, verdict.Block},
		{"code is unsure", "frobnicate --all", gate.JudgeBoth, true, verdict.Unsure},
		{"the published path does not ask code", "go build ./...", gate.JudgeClassifier, true, verdict.Unavailable},
		{"a guard asks a person", "rm -rf /", gate.JudgeBoth, false, verdict.Block},
	} {
		in, _ := json.Marshal(map[string]string{"command": c.command})
		r := gate.Request{Call: call.Call{Host: "claude-code", Tool: "Bash", Input: in, Dir: root}, Session: gate.Session{ID: "s", Mode: permission.Auto, Attended: true},
			Place: world.Place{Home: "/home/ann", Roots: []string{root}}, Facts: project(), Turns: []transcript.Turn{{Role: transcript.User, Text: "go on"}},
			Settings: gate.Settings{Judge: c.judge}}
		o := gate.Overhear(t.Context(), static.Judge{}, r)
		if o.Asked != c.asked || o.Request.Call.Tool != "Bash" || o.Request.Report == nil || len(o.Request.Turns) != 1 {
			t.Errorf("%s: asked %v, %+v", c.name, o.Asked, o.Decision)
		}
		first := verdict.Unavailable
		if o.Request.First != nil {
			first = o.Request.First.Outcome
		}
		if first != c.first {
			t.Errorf("%s: code said %v, want %v", c.name, first, c.first)
		}
		if o.Asked && o.Decision.Behavior == verdict.Allow {
			t.Errorf("%s: allowed though no model answered", c.name)
		}
	}
}

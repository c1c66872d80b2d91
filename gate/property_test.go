package gate

import (
	"strings"
	"testing"

	"automode/call"
	"automode/judge"
	"automode/permission"
	"automode/transcript"
	"automode/verdict"

	"pgregory.net/rapid"
)

var propertyCalls = []call.Call{
	bash("ls src"), bash("git status"), bash("rm -rf dist"), bash("rm -rf /"), bash("frobnicate --all"), bash("cat src/a.go > out.txt"),
	bash("cd src && ls"), bash("echo )("), bash("ls\u200b"), bash("cp src/a.go /tmp/a"), bash("sudo ls"),
	tool("Read", map[string]any{"file_path": root + "/src/a.go"}), tool("Read", map[string]any{"file_path": home + "/.ssh/id_rsa"}),
	tool("Edit", map[string]any{"file_path": root + "/src/a.go", "old_string": "package a", "new_string": "package b"}),
	tool("Write", map[string]any{"file_path": home + "/.bashrc", "content": "x"}), tool("mcp__x__send", map[string]any{"to": "bob"}),
	tool("Agent", map[string]any{"prompt": "look around"}), tool("ExitPlanMode", map[string]any{}), tool("TodoWrite", map[string]any{"todos": []string{}}),
	tool("Bash", map[string]any{"command": 3}),
}

// drawRequest draws a call with everything around it that can loosen or
// tighten.
func drawRequest(t *rapid.T) func(change ...func(*Request)) Request {
	c := rapid.SampledFrom(propertyCalls).Draw(t, "call")
	m := rapid.SampledFrom([]permission.Mode{permission.Default, permission.AcceptEdits, permission.Plan, permission.Auto, permission.Auto, permission.DontAsk, permission.BypassPermissions}).Draw(t, "mode")
	allow := rapid.SliceOfN(rapid.SampledFrom([]string{"Bash", "Bash(rm:*)", "Bash(ls:*)", "Bash(frobnicate:*)", "Edit(**)", "Write", "Read", "mcp__x", "Agent"}), 0, 3).Draw(t, "allow")
	ask := rapid.SliceOfN(rapid.SampledFrom([]string{"Bash(ls:*)", "Read(src/**)", "mcp__*"}), 0, 1).Draw(t, "ask")
	said := rapid.SliceOfN(rapid.SampledFrom([]string{"go on", "don't push", "delete dist/", "stop", "do not edit any files"}), 0, 2).Draw(t, "said")
	there := rapid.Bool().Draw(t, "attended")
	set := Settings{ClassifyAllShell: rapid.Bool().Draw(t, "every shell"), FailOpen: rapid.Bool().Draw(t, "fail open"),
		Judge: rapid.SampledFrom([]JudgeChoice{JudgeBoth, JudgeStatic, JudgeClassifier}).Draw(t, "judge"), OnLimit: rapid.SampledFrom([]OnLimit{LimitAborts, LimitDenies}).Draw(t, "on limit")}
	refused := rapid.Bool().Draw(t, "refused")
	return func(change ...func(*Request)) Request {
		r := request(c, mode(m), with(permission.Allow, allow...), with(permission.Ask, ask...), user(said...), func(r *Request) {
			r.Session.Attended, r.Settings = there, set
			if refused {
				r.Turns = append(r.Turns, transcript.Turn{Role: transcript.Refused, Call: bash("rm -rf dist")})
			}
		})
		for _, f := range change {
			f(&r)
		}
		return r
	}
}

func drawJudge(t *rapid.T, name string) judge.Judge {
	return rapid.SampledFrom([]judge.Judge{allows, doubts, softly, hardly, guesses, isDown, overflow, says{}}).Draw(t, name)
}

func TestWhatTightensNeverLoosens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		make := drawRequest(t)
		static := drawJudge(t, "static")
		var chain judge.Judge
		if rapid.Bool().Draw(t, "with a chain") {
			chain = drawJudge(t, "chain")
		}
		answer := func(change ...func(*Request)) verdict.Decision {
			g := newGate(static, chain)
			return g.Decide(t.Context(), make(change...))
		}
		before := answer()
		if again := answer(); again.Behavior != before.Behavior || again.Code != before.Code {
			t.Fatalf("once %v (%s), then %v (%s)", before.Behavior, before.Code, again.Behavior, again.Code)
		}
		for name, change := range map[string]func(*Request){
			"a deny rule":      with(permission.Deny, rapid.SampledFrom([]string{"Bash(rm:*)", "Bash(ls:*)", "Read(src/**)", "Edit(**)", "Bash", "*", "WebFetch"}).Draw(t, "deny")),
			"an ask rule":      with(permission.Ask, rapid.SampledFrom([]string{"Bash(rm:*)", "Bash(ls:*)", "Read(src/**)", "Edit(**)", "Bash"}).Draw(t, "ask too")),
			"nobody there":     headless,
			"the host's plan":  func(r *Request) { r.Session.HostMode = "plan" },
			"a host's bypass":  func(r *Request) { r.Session.HostMode = "bypassPermissions" },
			"no failing open":  func(r *Request) { r.Settings.FailOpen = false },
			"a world unknown":  func(r *Request) { r.Facts = nil },
			"only a person":    func(r *Request) { r.NeedsPerson = true },
			"a line of theirs": user("don't touch anything"),
		} {
			after := answer(change)
			if after.Behavior == verdict.Allow && before.Behavior != verdict.Allow {
				t.Fatalf("%s turns %v (%s) into allow by %s (%s)", name, before.Behavior, before.Code, after.Layer, after.Code)
			}
			if after.Behavior == verdict.Ask && before.Behavior == verdict.Deny && before.Tier == verdict.Hard && before.Layer == verdict.LayerStatic {
				t.Fatalf("%s turns a hard denial (%s) into a question (%s)", name, before.Code, after.Code)
			}
		}
		if d := answer(headless); d.Behavior == verdict.Ask {
			t.Fatalf("a question that nobody sees: %s", d.Code)
		}
	})
}

func TestWrappingNeverLowersADecision(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		command := rapid.SampledFrom([]string{"ls src", "rm -rf dist", "rm -rf /", "frobnicate --all", "cat " + home + "/.ssh/id_rsa", "cp src/a.go /etc/x", "touch " + home + "/.bashrc"}).Draw(t, "command")
		var change []func(*Request)
		if rapid.Bool().Draw(t, "rules") {
			change = append(change, with(permission.Deny, "Bash(frobnicate:*)", "Read(.env)"), with(permission.Allow, "Bash(ls:*)", "Bash(rm:*)"))
		}
		if rapid.Bool().Draw(t, "headless") {
			change = append(change, headless)
		}
		static := rapid.SampledFrom([]judge.Judge{doubts, softly}).Draw(t, "static")
		before := newGate(static, nil).Decide(t.Context(), request(bash(command), change...))
		wrapped := strings.Replace(rapid.SampledFrom([]string{"sudo %", "env A=1 %", "timeout 5 %", "(%)", "true && %", "sh -c '%'", "eval '%'", "echo $(%)", "% | cat", "if true; then %; fi", "nohup % &"}).Draw(t, "wrapping"), "%", command, 1)
		after := newGate(static, nil).Decide(t.Context(), request(bash(wrapped), change...))
		if after.Behavior > before.Behavior {
			t.Fatalf("%q is %v (%s), %q is %v by %s (%s)", command, before.Behavior, before.Code, wrapped, after.Behavior, after.Layer, after.Code)
		}
	})
}

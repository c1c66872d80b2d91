package gate

import (
	"testing"

	"automode/call"
	"automode/judge"
	"automode/permission"
	"automode/transcript"
	"automode/verdict"
)

// Each row is a call on its way, with what it meets; the answer where somebody
// can be asked, and where nobody can.
func TestTheWalkStepByStep(t *testing.T) {
	const (
		deny, ask, allow = verdict.Deny, verdict.Ask, verdict.Allow
	)
	hidden := bash("git status\u200b")
	settings := func(s Settings) func(*Request) { return func(r *Request) { r.Settings = s } }
	edit := tool("Edit", map[string]any{"file_path": root + "/src/a.go", "old_string": "package a", "new_string": "package b"})
	for _, c := range []struct {
		name     string
		static   judge.Judge
		chain    judge.Judge
		call     call.Call
		change   []func(*Request)
		attended verdict.Behavior
		headless verdict.Behavior
		layer    verdict.Layer
		code     verdict.Code
	}{
		// 1
		{"1 a deny rule", allows, nil, bash("git status"), []func(*Request){with(permission.Deny, "Bash(git:*)"), with(permission.Allow, "Bash(git:*)")}, deny, deny, verdict.LayerDenyRule, verdict.CodeRule},
		{"1 a deny rule in bypass mode", allows, nil, bash("git status"), []func(*Request){with(permission.Deny, "Bash(git:*)"), mode(permission.BypassPermissions)}, deny, deny, verdict.LayerDenyRule, verdict.CodeRule},
		{"1 a deny rule before a guard", allows, nil, bash("rm -rf /"), []func(*Request){with(permission.Deny, "Bash(rm:*)")}, deny, deny, verdict.LayerDenyRule, verdict.CodeRule},
		{"1 an input that cannot be read", allows, nil, call.Call{Tool: "Bash", Input: []byte(`{"command":`), Dir: root}, nil, deny, deny, verdict.LayerError, verdict.CodeBadInput},
		{"1 an input of the wrong type", allows, nil, tool("Bash", map[string]any{"command": 7}), nil, deny, deny, verdict.LayerError, verdict.CodeBadInput},
		{"1 no tool", allows, nil, call.Call{Input: []byte(`{}`), Dir: root}, nil, deny, deny, verdict.LayerError, verdict.CodeBadInput},
		{"1 a bad input in bypass mode", allows, nil, tool("Bash", map[string]any{"command": 7}), []func(*Request){mode(permission.BypassPermissions)}, deny, deny, verdict.LayerError, verdict.CodeBadInput},
		// 2
		{"2 hostile text", allows, nil, hidden, nil, ask, deny, verdict.LayerGuard, verdict.CodeHostile},
		{"2 hostile text under an allow rule", allows, nil, hidden, []func(*Request){with(permission.Allow, "Bash(git:*)")}, ask, deny, verdict.LayerGuard, verdict.CodeHostile},
		{"2 a critical path", allows, nil, bash("rm -rf ~"), nil, ask, deny, verdict.LayerGuard, verdict.CodeGuard},
		{"2 a critical path in bypass mode", allows, nil, bash("rm -rf /"), []func(*Request){mode(permission.BypassPermissions)}, ask, deny, verdict.LayerGuard, verdict.CodeGuard},
		{"2 a critical path under an allow rule and a judge that allows", allows, allows, bash("rm -rf /"), []func(*Request){with(permission.Allow, "Bash(rm:*)")}, ask, deny, verdict.LayerGuard, verdict.CodeGuard},
		// 3
		{"3 an ask rule", allows, nil, bash("git status"), []func(*Request){with(permission.Ask, "Bash(git:*)")}, ask, deny, verdict.LayerAskRule, verdict.CodeRule},
		{"3 an ask rule beats an allow rule", allows, nil, bash("git status"), []func(*Request){with(permission.Ask, "Bash(git:*)"), with(permission.Allow, "Bash(git status)")}, ask, deny, verdict.LayerAskRule, verdict.CodeRule},
		{"3 an ask rule in bypass mode", allows, nil, bash("git status"), []func(*Request){with(permission.Ask, "Bash(git:*)"), mode(permission.BypassPermissions)}, ask, deny, verdict.LayerAskRule, verdict.CodeRule},
		// 4
		{"4 bypass mode", hardly, nil, bash("frobnicate --all"), []func(*Request){mode(permission.BypassPermissions)}, allow, allow, verdict.LayerBypass, verdict.CodeBypass},
		{"4 a host's bypass mode is not ours", doubts, nil, bash("frobnicate --all"), []func(*Request){func(r *Request) { r.Session.HostMode = "bypassPermissions" }}, ask, deny, verdict.LayerStatic, verdict.CodeUnsure},
		{"4 a host's plan mode takes bypass away", allows, nil, bash("frobnicate --all"), []func(*Request){mode(permission.BypassPermissions), func(r *Request) { r.Session.HostMode = "plan" }}, ask, deny, verdict.LayerMode, verdict.CodeMode},
		// 5
		{"5 an allow rule", doubts, nil, bash("frobnicate --all"), []func(*Request){with(permission.Allow, "Bash(frobnicate:*)")}, allow, allow, verdict.LayerAllowRule, verdict.CodeRule},
		{"5 an allow rule in default mode", doubts, nil, bash("frobnicate --all"), []func(*Request){with(permission.Allow, "Bash(frobnicate:*)"), mode(permission.Default)}, allow, allow, verdict.LayerAllowRule, verdict.CodeRule},
		{"5 an allow rule in dontAsk mode", doubts, nil, bash("frobnicate --all"), []func(*Request){with(permission.Allow, "Bash(frobnicate:*)"), mode(permission.DontAsk)}, allow, allow, verdict.LayerAllowRule, verdict.CodeRule},
		{"5 a rule that waits in auto", doubts, nil, bash("python3 x.py"), []func(*Request){with(permission.Allow, "Bash(python3:*)")}, ask, deny, verdict.LayerStatic, verdict.CodeUnsure},
		{"5 and holds in default", doubts, nil, bash("python3 x.py"), []func(*Request){with(permission.Allow, "Bash(python3:*)"), mode(permission.Default)}, allow, allow, verdict.LayerAllowRule, verdict.CodeRule},
		{"5 a rule that covers half", doubts, nil, bash("frobnicate && grobnicate"), []func(*Request){with(permission.Allow, "Bash(frobnicate:*)")}, ask, deny, verdict.LayerStatic, verdict.CodeUnsure},
		{"5 no rule changes anything in plan mode", doubts, nil, bash("frobnicate --all"), []func(*Request){with(permission.Allow, "Bash(frobnicate:*)"), mode(permission.Plan)}, ask, deny, verdict.LayerMode, verdict.CodeMode},
		{"5 no rule lets a certain leak pass", hardly, nil, bash("frobnicate --all"), []func(*Request){with(permission.Allow, "Bash(frobnicate:*)")}, deny, deny, verdict.LayerStatic, verdict.CodeFinding},
		{"5 rules are passed over where every shell call is judged", doubts, nil, bash("frobnicate --all"), []func(*Request){with(permission.Allow, "Bash(frobnicate:*)"), settings(Settings{ClassifyAllShell: true})}, ask, deny, verdict.LayerStatic, verdict.CodeUnsure},
		// 6
		{"6 read-only shell", doubts, nil, bash("ls src"), nil, allow, allow, verdict.LayerOwnCheck, verdict.CodeHarmless},
		{"6 read-only shell in default mode", doubts, nil, bash("ls src"), []func(*Request){mode(permission.Default)}, allow, allow, verdict.LayerOwnCheck, verdict.CodeHarmless},
		{"6 reading in plan mode", doubts, nil, tool("Read", map[string]any{"file_path": root + "/src/a.go"}), []func(*Request){mode(permission.Plan)}, allow, allow, verdict.LayerOwnCheck, verdict.CodeHarmless},
		{"6 reading outside in default mode", doubts, nil, tool("Read", map[string]any{"file_path": "/usr/share/doc/x"}), []func(*Request){mode(permission.Default)}, ask, deny, verdict.LayerMode, verdict.CodeMode},
		{"6 the agent's notes in default mode", doubts, nil, tool("TodoWrite", map[string]any{"todos": []string{}}), []func(*Request){mode(permission.Default)}, allow, allow, verdict.LayerOwnCheck, verdict.CodeHarmless},
		{"6 an edit in acceptEdits mode", doubts, nil, edit, []func(*Request){mode(permission.AcceptEdits)}, allow, allow, verdict.LayerOwnCheck, verdict.CodeEdits},
		{"6 an edit in default mode", doubts, nil, edit, []func(*Request){mode(permission.Default)}, ask, deny, verdict.LayerMode, verdict.CodeMode},
		{"6 an edit in plan mode", doubts, nil, edit, []func(*Request){mode(permission.Plan)}, ask, deny, verdict.LayerMode, verdict.CodeMode},
		{"6 read-only shell where every shell call is judged", allows, nil, bash("ls src"), []func(*Request){settings(Settings{ClassifyAllShell: true})}, ask, deny, verdict.LayerStatic, verdict.CodeUnsure},
		// 7
		{"7 dontAsk asks nobody", doubts, nil, bash("frobnicate"), []func(*Request){mode(permission.DontAsk)}, deny, deny, verdict.LayerMode, verdict.CodeMode},
		{"7 dontAsk asks nobody about guards", doubts, nil, bash("rm -rf /"), []func(*Request){mode(permission.DontAsk)}, deny, deny, verdict.LayerGuard, verdict.CodeGuard},
		{"7 default mode asks without a judge", hardly, allows, bash("frobnicate"), []func(*Request){mode(permission.Default)}, ask, deny, verdict.LayerMode, verdict.CodeMode},
		// 8
		{"8b leaving plan mode", allows, allows, tool("ExitPlanMode", map[string]any{"plan": "x"}), nil, ask, deny, verdict.LayerPerson, verdict.CodePerson},
		{"8b a tool that declares it", allows, allows, tool("mcp__bank__pay", map[string]any{}), []func(*Request){func(r *Request) { r.NeedsPerson = true }}, ask, deny, verdict.LayerPerson, verdict.CodePerson},
		{"8b a question goes to the judge", allows, nil, tool("AskUserQuestion", map[string]any{"questions": []string{"x?"}}), nil, allow, allow, verdict.LayerStatic, verdict.CodeHarmless},
		{"8b unless that is switched off", allows, nil, tool("AskUserQuestion", map[string]any{"questions": []string{"x?"}}), []func(*Request){settings(Settings{QuestionsUnjudged: true})}, ask, deny, verdict.LayerPerson, verdict.CodePerson},
		{"8c a certain leak is not put to the chain", hardly, allows, bash("frobnicate"), nil, deny, deny, verdict.LayerStatic, verdict.CodeFinding},
		{"8c a suspected one is", guesses, allows, bash("frobnicate"), nil, allow, allow, verdict.LayerClassifier, verdict.CodeJudged},
		{"8c a suspected one without a chain", guesses, nil, bash("frobnicate"), nil, deny, deny, verdict.LayerStatic, verdict.CodeFinding},
		{"8c a finding skips the edits' path", softly, nil, edit, nil, ask, deny, verdict.LayerStatic, verdict.CodeFinding},
		{"8c a finding skips the allowlist", softly, nil, tool("Read", map[string]any{"file_path": "/usr/share/doc/x"}), nil, ask, deny, verdict.LayerStatic, verdict.CodeFinding},
		{"8d an ordinary edit", doubts, doubts, edit, nil, allow, allow, verdict.LayerEdits, verdict.CodeEdits},
		{"8d a file outside the root", doubts, nil, tool("Write", map[string]any{"file_path": "/etc/hosts", "content": "x"}), nil, ask, deny, verdict.LayerStatic, verdict.CodeUnsure},
		{"8d a surface file", doubts, nil, tool("Write", map[string]any{"file_path": root + "/Makefile", "content": "all:\n\techo\n"}), nil, ask, deny, verdict.LayerStatic, verdict.CodeUnsure},
		{"8e a listed tool", doubts, nil, tool("Read", map[string]any{"file_path": "/usr/share/doc/x"}), nil, allow, allow, verdict.LayerAllowlist, verdict.CodeAllowlist},
		{"8e the same name at another host", doubts, nil, func() call.Call {
			c := tool("Read", map[string]any{"file_path": "/usr/share/doc/x"})
			c.Host = "codex"
			return c
		}(), nil, ask, deny, verdict.LayerStatic, verdict.CodeUnsure},
		{"8f the static judge allows", allows, nil, bash("frobnicate"), nil, allow, allow, verdict.LayerStatic, verdict.CodeRoutine},
		{"8f and spares the chain", allows, hardly, bash("frobnicate"), nil, allow, allow, verdict.LayerStatic, verdict.CodeRoutine},
		{"8f but not where the chain alone judges", allows, softly, bash("frobnicate"), []func(*Request){settings(Settings{Judge: JudgeClassifier})}, deny, deny, verdict.LayerClassifier, verdict.CodeJudged},
		{"8f nor where every shell call is judged", allows, softly, bash("frobnicate"), []func(*Request){settings(Settings{ClassifyAllShell: true})}, deny, deny, verdict.LayerClassifier, verdict.CodeJudged},
		{"8f nor across a line the user drew", allows, nil, bash("git push origin main"), []func(*Request){user("fix the build, but don't push")}, ask, deny, verdict.LayerStatic, verdict.CodeUserLimit},
		{"8f the classifier decides about that line", allows, allows, bash("git push origin main"), []func(*Request){user("fix the build, but don't push")}, allow, allow, verdict.LayerClassifier, verdict.CodeJudged},
		{"8g unsure without a chain", doubts, nil, bash("frobnicate"), nil, ask, deny, verdict.LayerStatic, verdict.CodeUnsure},
		{"8g soft without a chain", softly, nil, bash("frobnicate"), nil, ask, deny, verdict.LayerStatic, verdict.CodeFinding},
		{"8g hard without a chain", hardly, nil, bash("frobnicate"), nil, deny, deny, verdict.LayerStatic, verdict.CodeFinding},
		{"8g text that cannot be read", nil, nil, bash("echo )("), nil, deny, deny, verdict.LayerError, verdict.CodeNoJudge},
		{"8g the static judge alone is chosen", doubts, allows, bash("frobnicate"), []func(*Request){settings(Settings{Judge: JudgeStatic})}, ask, deny, verdict.LayerStatic, verdict.CodeUnsure},
		{"8g the chain allows", doubts, allows, bash("frobnicate"), nil, allow, allow, verdict.LayerClassifier, verdict.CodeJudged},
		{"8g the chain clears a soft finding", softly, allows, bash("frobnicate"), nil, allow, allow, verdict.LayerClassifier, verdict.CodeJudged},
		{"8g the chain blocks", doubts, softly, bash("frobnicate"), nil, deny, deny, verdict.LayerClassifier, verdict.CodeJudged},
		{"8g the chain is unsure", doubts, doubts, bash("frobnicate"), nil, ask, deny, verdict.LayerClassifier, verdict.CodeUnsure},
		{"8g the chain is down", allows, isDown, bash("frobnicate"), []func(*Request){settings(Settings{Judge: JudgeClassifier})}, deny, deny, verdict.LayerClassifier, verdict.CodeUnreachable},
		{"8g the static judge does not stand in for it", softly, isDown, bash("frobnicate"), nil, deny, deny, verdict.LayerClassifier, verdict.CodeUnreachable},
		{"8g the person is asked where the settings say so", doubts, isDown, bash("frobnicate"), []func(*Request){settings(Settings{OnUnavailable: UnavailableAsks})}, ask, deny, verdict.LayerClassifier, verdict.CodeUnreachable},
		{"8g failing open", doubts, isDown, bash("frobnicate"), []func(*Request){settings(Settings{FailOpen: true})}, allow, allow, verdict.LayerClassifier, verdict.CodeFailOpen},
		{"8g an answer that is none does not fail open", doubts, garbles, bash("frobnicate"), []func(*Request){settings(Settings{FailOpen: true})}, deny, deny, verdict.LayerClassifier, verdict.CodeUnparsable},
		{"8g a zero verdict does not fail open", doubts, says{}, bash("frobnicate"), []func(*Request){settings(Settings{FailOpen: true})}, deny, deny, verdict.LayerClassifier, verdict.CodeUnavailable},
		{"8g over the window", doubts, overflow, bash("frobnicate"), nil, ask, deny, verdict.LayerClassifier, verdict.CodeOverContext},
		{"8g over the window does not fail open", doubts, overflow, bash("frobnicate"), []func(*Request){settings(Settings{FailOpen: true})}, ask, deny, verdict.LayerClassifier, verdict.CodeOverContext},
	} {
		g := newGate(c.static, c.chain)
		want(t, c.name, g.decide(t, request(c.call, c.change...)), c.attended, c.layer, c.code)
		g = newGate(c.static, c.chain)
		want(t, c.name+", headless", g.decide(t, request(c.call, append(c.change, headless)...)), c.headless, c.layer, c.code)
	}
}

func TestNothingButAnApprovalPassesAGuard(t *testing.T) {
	for _, m := range []permission.Mode{permission.Default, permission.AcceptEdits, permission.Plan, permission.Auto, permission.DontAsk, permission.BypassPermissions} {
		for _, command := range []string{"rm -rf /", "rm -rf ~", "sudo rm -rf " + root, "ls\u202e"} {
			g := newGate(allows, allows)
			r := request(bash(command), mode(m), with(permission.Allow, "Bash", "Bash(rm:*)", "Bash(sudo:*)", "Bash(ls:*)"), user("yes, "+command))
			if d := g.decide(t, r); d.Behavior == verdict.Allow {
				t.Errorf("%v: %q is allowed by %s", m, command, d.Layer)
			}
		}
	}
}

func TestAHardGuardIsNoQuestionInAuto(t *testing.T) {
	r := request(bash("rm -rf /"))
	want(t, "auto", newGate(hardly, nil).decide(t, r), verdict.Deny, verdict.LayerStatic, verdict.CodeFinding)
	r.Session.Mode = permission.Default
	want(t, "default", newGate(hardly, nil).decide(t, r), verdict.Ask, verdict.LayerGuard, verdict.CodeGuard)
}

func TestAReadIsOnlyHeldByALimitOnReading(t *testing.T) {
	for _, c := range []struct {
		name, said string
		allowed    bool
	}{
		{"a limit on pushing", "don't push anything", true},
		{"stop", "stop", true},
		{"a limit on reading that folder", "don't read src/", false},
	} {
		g := newGate(allows, nil)
		d := g.decide(t, request(bash("cat src/a.go"), user(c.said)))
		if got := d.Behavior == verdict.Allow; got != c.allowed {
			t.Errorf("%s: %v by %s (%s): %s", c.name, d.Behavior, d.Layer, d.Code, d.Reason)
		}
	}
}

func TestTheSameEffectAfterARefusalGoesToThePerson(t *testing.T) {
	refusal := transcript.Turn{Role: transcript.Refused, Call: bash("rm -rf dist")}
	for _, c := range []struct {
		name    string
		command string
		rules   []string
		again   bool
	}{
		{"the same call", "rm -rf dist", nil, true},
		{"the same in other words", "rm -r ./dist", nil, true},
		{"the same under a wrapper", "timeout 9 rm -rf dist", nil, true},
		{"the same under an allow rule", "rm -rf dist", []string{"Bash(rm:*)"}, true},
		{"a read", "ls dist", nil, false},
	} {
		for _, chain := range []judge.Judge{nil, allows} {
			g := newGate(allows, chain)
			r := request(bash(c.command), with(permission.Allow, c.rules...))
			r.Turns = append(r.Turns, refusal)
			d := g.decide(t, r)
			if got := d.Code == verdict.CodeRetry && d.Behavior == verdict.Ask; got != c.again {
				t.Errorf("%s: %v by %s (%s): %s", c.name, d.Behavior, d.Layer, d.Code, d.Reason)
			}
			headless(&r)
			if d := newGate(allows, chain).decide(t, r); c.again && d.Behavior != verdict.Deny {
				t.Errorf("%s, headless: %v", c.name, d.Behavior)
			}
		}
	}
}

func TestARefusalIsNotedOnce(t *testing.T) {
	g := newGate(allows, nil)
	r := request(bash("ls"))
	r.Turns = []transcript.Turn{{Role: transcript.Refused, Call: bash("rm -rf dist")}}
	for range 3 {
		g.decide(t, r)
	}
	if l := g.ledger(t); len(l.Refusals) != 1 || l.Refusals[bash("rm -rf dist").Digest()] != 1 || len(l.Effects.Denied) == 0 {
		t.Errorf("refusals %v, denied %v", l.Refusals, l.Effects.Denied)
	}
}

func TestTheAllowlistHoldsNothingThatActs(t *testing.T) {
	for _, l := range allowlist {
		switch k := call.KindOf(l.tool); k {
		case call.Shell, call.PowerShell, call.Write, call.Edit, call.Fetch, call.Agent, call.REPL, call.Message, call.Input, call.MCP, call.PlanExit, call.Question:
			t.Errorf("%s of %s is of kind %v", l.tool, l.host, k)
		}
	}
}

func TestOrdinaryEditsStayInARoot(t *testing.T) {
	for _, c := range []struct {
		name, root, file string
		ok               bool
	}{
		{"inside", root, root + "/src/new.go", true},
		{"outside", root, "/srv/data/new.go", false},
		{"beside it", root, root + "2/new.go", false},
		{"out by dots", root, root + "/../new.go", false},
		{"home is no root", home, home + "/new.go", false},
		{"nor is what holds it", "/home", home + "/app/new.go", false},
		{"nor a system folder", "/srv", "/srv/new.go", false},
		{"nor everything", "/", root + "/new.go", false},
		{"a container's folder is one", "/workspace", "/workspace/new.go", true},
	} {
		r := request(tool("Write", map[string]any{"file_path": c.file, "content": "package a\n"}), mode(permission.AcceptEdits))
		r.Place.Roots, r.Call.Dir = []string{c.root}, c.root
		if d := newGate(doubts, nil).decide(t, r); (d.Behavior == verdict.Allow) != c.ok {
			t.Errorf("%s: %v by %s (%s): %s", c.name, d.Behavior, d.Layer, d.Code, d.Reason)
		}
	}
}

package permission

import (
	"encoding/json"
	"strings"
	"testing"

	"automode/call"
	"automode/effect"
)

func bash(text string) call.Call { return shellCall("Bash", text) }

func shellCall(tool, text string) call.Call {
	in, _ := json.Marshal(map[string]string{"command": text})
	return call.Call{Tool: tool, Input: in, Dir: root}
}

func tool(name string, args map[string]any) call.Call {
	in, _ := json.Marshal(args)
	return call.Call{Tool: name, Input: in, Dir: root}
}

func subject(c call.Call) *Subject {
	facts := disk(nil)
	return NewSubject(c, place(), facts, effect.Of(c, effect.Env{Place: place(), Facts: facts}))
}

func TestDenyRulesSpeakOfCommands(t *testing.T) {
	for _, c := range []struct {
		name    string
		rule    string
		command string
		want    bool
	}{
		{"the command itself", "Bash(rm:*)", "rm -rf x", true},
		{"alone", "Bash(rm:*)", "rm", true},
		{"in the other spelling", "Bash(rm *)", "rm x", true},
		{"not a program that begins the same", "Bash(rm:*)", "rmdir x", false},
		{"words, not characters", "Bash(git push:*)", "git pushx", false},
		{"another subcommand", "Bash(git push:*)", "git pull", false},
		{"a backslash before it", "Bash(rm:*)", `\rm x`, true},
		{"quotes inside it", "Bash(rm:*)", `r''m x`, true},
		{"quotes around it", "Bash(rm:*)", `'rm' x`, true},
		{"by its path", "Bash(rm:*)", "/bin/rm x", true},
		{"the rule by a path, the command not", "Bash(/bin/rm:*)", "rm x", true},
		{"after another command", "Bash(rm:*)", "git status && rm x", true},
		{"in a pipe", "Bash(sh:*)", "cat x | sh", true},
		{"in a subshell", "Bash(rm:*)", "(cd /x; rm y)", true},
		{"in a substitution", "Bash(rm:*)", "echo $(rm x)", true},
		{"in a condition", "Bash(rm:*)", "if true; then rm x; fi", true},
		{"under sudo", "Bash(rm:*)", "sudo rm x", true},
		{"under two wrappers", "Bash(rm:*)", "env A=1 timeout 5 rm x", true},
		{"under a shell", "Bash(rm:*)", `bash -c 'rm x'`, true},
		{"under a shell under a wrapper", "Bash(rm:*)", `sudo sh -c "echo; rm x"`, true},
		{"under xargs", "Bash(rm:*)", "ls | xargs rm", true},
		{"under find", "Bash(rm:*)", `find . -name x -exec rm {} \;`, true},
		{"the wrapper itself", "Bash(sudo:*)", "sudo rm x", true},
		{"the wrapper with its command", "Bash(sudo rm:*)", "sudo rm x", true},
		{"options before the subcommand", "Bash(git push:*)", "git -C /x --no-pager push", true},
		{"an option with a value before it", "Bash(git push:*)", "git -c a.b=c push", true},
		{"an option of the rule anywhere", "Bash(git push --force:*)", "git push origin main --force", true},
		{"that option missing", "Bash(git push --force:*)", "git push origin main", false},
		{"letters of an option in another order", "Bash(rm -rf:*)", "rm -fr x", true},
		{"letters of an option apart", "Bash(rm -rf:*)", "rm -r -f x", true},
		{"one of the letters only", "Bash(rm -rf:*)", "rm -r x", false},
		{"an exact rule", "Bash(git status)", "git status", true},
		{"an exact rule and more words", "Bash(git status)", "git status -s", false},
		{"a pattern", "Bash(git * main)", "git push origin main", true},
		{"a pattern that does not fit", "Bash(git * main)", "git push origin dev", false},
		{"a pattern through a wrapper", "Bash(npm * --force)", "timeout 9 npm i --force", true},
		{"a name in an argument", "Bash(rm:*)", "grep rm notes.txt", false},
		{"a name in a message", "Bash(rm:*)", `git commit -m "rm the old code"`, false},
		{"a name that is echoed", "Bash(rm:*)", "echo rm x", false},
		{"a variable that holds it", "Bash(git push:*)", "X=push; git $X", true},
		{"a variable that is not known, and the word elsewhere", "Bash(git push:*)", "X=$(printf push); git $X", true},
		{"a variable that is not known, and nothing else", "Bash(git push:*)", `git "$X"`, false},
		{"code in a string", "Bash(git push:*)", `python3 -c 'import os; os.system("git push")'`, true},
		{"code on standard input", "Bash(git push:*)", "python3 <<'E'\nimport os\nos.system('git push')\nE", true},
	} {
		rs := rules(t, Deny, c.rule)
		if m, got := rs.Denies(subject(bash(c.command))); got != c.want {
			t.Errorf("%s: %s on %q: %v (%s)", c.name, c.rule, c.command, got, m.Words)
		}
	}
}

func TestDenyRulesAreNeverSkipped(t *testing.T) {
	for _, c := range []struct{ name, rule, command string }{
		{"a syntax error", "Bash(rm:*)", "rm x )("},
		{"a text over the cap", "Bash(rm:*)", strings.Repeat("echo aaaaaaaaaaaaaaaa\n", 8000) + "rm x"},
		{"openers over the cap", "Bash(rm:*)", strings.Repeat("(", 5000) + "rm x"},
		{"a control character", "Bash(rm:*)", "A=1\rrm x"},
		{"a no-break space", "Bash(rm:*)", "true;\u00a0rm x; rm\u00a0x"},
		{"bytes that are no text", "Bash(rm:*)", "true \xff; rm x"},
		{"a comment that ends in a backslash", "Bash(rm:*)", "git status #\\\nrm x"},
		{"quotes in text that cannot be read", "Bash(rm:*)", `r''m x )(`},
		{"a pattern in text that cannot be read", "Bash(git push * main)", "git push origin main )("},
		{"arithmetic that runs text", "Bash(rm:*)", `echo $((a['$(rm x)']))`},
		{"options in text that cannot be read", "Bash(git push:*)", "git -C x push )("},
		{"a word with a colon in it", "Bash(npm run build:prod)", "npm run build:prod )("},
	} {
		rs := rules(t, Deny, c.rule)
		if _, got := rs.Denies(subject(bash(c.command))); !got {
			t.Errorf("%s: %s was skipped", c.name, c.rule)
		}
	}
}

func TestAHugeTextIsSearchedInGoodTime(t *testing.T) {
	text := strings.Repeat("git -a ", 50_000) + ")("
	rs := rules(t, Deny, "Bash(git push:*)", "Bash(rm -rf /:*)", "Bash(a * b * c)")
	if _, got := rs.Denies(subject(bash(text))); got {
		t.Error("a rule speaks of what is not there")
	}
}

func TestShellRulesSpeakOfTextGivenToOtherTools(t *testing.T) {
	for _, c := range []struct {
		name string
		call call.Call
		want bool
	}{
		{"another host's shell", shellCall("run_shell_command", "rm x"), true},
		{"PowerShell", shellCall("PowerShell", "ls; rm x"), true},
		{"text typed into a program", tool("write_stdin", map[string]any{"chars": "rm x\n"}), true},
		{"code of another language", tool("python", map[string]any{"code": "os.system('rm x')"}), true},
		{"a tool of a server that takes a command", tool("mcp__box__exec", map[string]any{"command": "rm x"}), true},
		{"a tool of a server that does not", tool("mcp__box__say", map[string]any{"text": "rm x"}), false},
		{"an input that cannot be read", call.Call{Tool: "Bash", Input: []byte(`{"command":"rm x"`), Dir: root}, true},
		{"a command of the wrong type", call.Call{Tool: "Bash", Input: []byte(`{"command":{"a":"rm x"}}`), Dir: root}, true},
		{"a list of words", call.Call{Tool: "shell", Input: []byte(`{"command":["rm","x"]}`), Dir: root}, true},
	} {
		rs := rules(t, Deny, "Bash(rm:*)")
		if _, got := rs.Denies(subject(c.call)); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestBareToolsAndArguments(t *testing.T) {
	for _, c := range []struct {
		name string
		rule string
		call call.Call
		want bool
	}{
		{"a shell as a whole", "Bash", bash("true"), true},
		{"an empty bracket", "Bash()", bash("true"), true},
		{"a fetch of the domain", "WebFetch(domain:example.com)", tool("WebFetch", map[string]any{"url": "https://example.com/x"}), true},
		{"of a domain below it", "WebFetch(domain:example.com)", tool("WebFetch", map[string]any{"url": "https://a.example.com/x"}), true},
		{"of another", "WebFetch(domain:example.com)", tool("WebFetch", map[string]any{"url": "https://notexample.com/x"}), false},
		{"in capitals, with a port", "WebFetch(domain:example.com)", tool("WebFetch", map[string]any{"url": "https://EXAMPLE.com:8443/"}), true},
		{"without a scheme", "WebFetch(domain:example.com)", tool("WebFetch", map[string]any{"url": "example.com/x"}), true},
		{"a URL that cannot be read", "WebFetch(domain:example.com)", tool("WebFetch", map[string]any{"url": "https://exa mple.com/%zz"}), true},
		{"a URL of the wrong type", "WebFetch(domain:example.com)", tool("WebFetch", map[string]any{"url": 5}), true},
		{"an argument of a tool nobody knows", "Skill(deploy)", tool("Skill", map[string]any{"name": "deploy"}), true},
		{"another argument", "Skill(deploy)", tool("Skill", map[string]any{"name": "test"}), false},
		{"an agent of that type", "Agent(Explore)", tool("Agent", map[string]any{"subagent_type": "Explore", "prompt": "x"}), true},
	} {
		rs := rules(t, Deny, c.rule)
		if _, got := rs.Denies(subject(c.call)); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestDenyBeatsNothingItDoesNotSpeakOf(t *testing.T) {
	var none *RuleSet
	s := subject(bash("ls"))
	if _, ok := none.Denies(s); ok {
		t.Error("no rules deny")
	}
	if _, ok := none.Allows(s, Default); ok {
		t.Error("no rules allow")
	}
	if _, ok := (&RuleSet{}).Asks(s); ok {
		t.Error("an empty set asks")
	}
}

package permission

import "testing"

func TestRulesThatWaitWhileTheModeIsAuto(t *testing.T) {
	for _, text := range []string{
		// everything
		"Bash", "Bash()", "Bash(*)", "Bash(:*)", "PowerShell", "PowerShell(*)",
		// shells and interpreters, in both spellings, by path, with version
		"Bash(bash:*)", "Bash(sh *)", "Bash(zsh:*)", "Bash(python:*)", "Bash(python *)", "Bash(python3.12:*)", "Bash(/usr/bin/python3:*)",
		"Bash(python -c:*)", "Bash(python -m *)", "Bash(node:*)", "Bash(node -e *)", "Bash(perl:*)", "Bash(ruby *)", "Bash(deno:*)", "Bash(osascript:*)",
		"Bash(eval:*)", "Bash(awk:*)", "Bash(python)",
		// runners
		"Bash(npx:*)", "Bash(bunx *)", "Bash(uvx:*)", "Bash(npm run:*)", "Bash(npm run *)", "Bash(npm:*)", "Bash(yarn *)", "Bash(uv:*)", "Bash(go:*)",
		"Bash(xargs:*)", "Bash(env:*)", "Bash(env FOO=1 python:*)", "Bash(sudo:*)", "Bash(sudo apt:*)", "Bash(timeout 5:*)", "Bash(timeout 5 node:*)", "Bash(nice -n 5 bash *)",
		// other machines, terminals, agents
		"Bash(ssh:*)", "Bash(ssh build-host:*)", "Bash(tmux send-keys:*)", "Bash(tmux:*)", "Bash(docker exec:*)", "Bash(docker:*)", "Bash(claude:*)",
		"Agent", "Agent(Explore)", "Agent(*)", "Task", "REPL", "write_stdin",
		// PowerShell
		"PowerShell(iex:*)", "PowerShell(Invoke-Expression *)", "PowerShell(Start-Process:*)", "Bash(pwsh:*)", "Bash(powershell.exe -c:*)",
		// beyond the published default
		"Bash(curl:*)", "Bash(curl https://x.example:*)", "Bash(wget *)", "Bash(kubectl:*)", "Bash(kubectl get:*)", "Bash(gh api:*)", "Bash(gh:*)", "Bash(aws s3 *)", "Bash(gcloud:*)", "Bash(az *)",
		// patterns that leave the program open
		"Bash(* --version)", "Bash(py*)", "Bash(*sh -c *)", "Bash(npm r*)",
	} {
		r := rule(t, Allow, text)
		if why, ok := Suspended(r); !ok || why == "" {
			t.Errorf("%s stays in auto mode (%q)", text, why)
		}
		if rs := rules(t, Allow, text); len(rs.Waiting()) != 1 || len(rs.Rules(Allow)) != 1 {
			t.Errorf("%s is not among the waiting rules, or is lost", text)
		}
	}
}

func TestRulesThatStayInAuto(t *testing.T) {
	for _, text := range []string{
		"Edit(**)", "Write(src/**)", "Read", "Bash(git status)", "Bash(git push:*)", "Bash(git *)", "Bash(npm run test)", "Bash(npm run test:*)",
		"Bash(npm test:*)", "Bash(npm install *)", "Bash(make:*)", "Bash(go test:*)", "Bash(cargo build *)", "Bash(python manage.py test:*)", "Bash(ls:*)", "Bash(ls*)",
		"Bash(docker ps:*)", "Bash(gh pr view:*)", "Bash(tmux ls)", "Bash(curl https://x.example/health)", "Bash(timeout 60 go test:*)",
		"WebFetch(domain:example.com)", "WebFetch", "mcp__github", "mcp__github__create_issue",
	} {
		if why, ok := Suspended(rule(t, Allow, text)); ok {
			t.Errorf("%s waits: %s", text, why)
		}
	}
}

func TestOnlyAllowRulesWait(t *testing.T) {
	for _, list := range []List{Deny, Ask} {
		if _, ok := Suspended(rule(t, list, "Bash(python:*)")); ok {
			t.Errorf("a rule of the %v list waits", list)
		}
	}
}

func TestAWaitingRuleHoldsInEveryOtherMode(t *testing.T) {
	rs := rules(t, Allow, "Bash(python:*)")
	for m := Default; m <= BypassPermissions; m++ {
		_, ok := rs.Allows(subject(bash("python x.py")), m)
		if want := m != Auto; ok != want {
			t.Errorf("in %v it covers: %v", m, ok)
		}
	}
}

func TestEveryRowOfTheTableIsReached(t *testing.T) {
	for _, c := range carriers {
		text := "Bash(" + c.words + ":*)"
		if why, ok := Suspended(rule(t, Allow, text)); !ok || why == "" {
			t.Errorf("%s stays", text)
		}
		text = "Bash(" + c.words + " *)"
		if _, ok := Suspended(rule(t, Allow, text)); !ok {
			t.Errorf("%s stays", text)
		}
	}
}

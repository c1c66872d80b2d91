package permission

import "testing"

func TestHazardsAreDangerousInEveryMode(t *testing.T) {
	for _, text := range []string{
		"Bash", "Bash(*)", "Bash(:*)", "PowerShell", "Bash(bash:*)", "Bash(sudo:*)", "Bash(sudo apt:*)", "Bash(python3 *)", "Bash(node:*)", "Bash(ssh prod:*)", "Bash(env:*)", "Bash(xargs *)", "Bash(* --version)",
		"Bash(rm:*)", "Bash(rm *)", "Bash(rm -rf *)", "Bash(timeout 5 rm:*)", "Bash(/bin/rm:*)", "Bash(dd *)", "Bash(chmod -R:*)", "Bash(git push:*)", "Bash(git push *)", "Bash(git push --force *)", "Bash(git:*)", "Bash(git *)", "Bash(gh:*)",
		"Bash(npm publish:*)", "Bash(npm p*)", "Bash(docker:*)", "Bash(systemctl *)", "Bash(apt-get install *)", "Bash(automode:*)", "Bash(kill -9 *)",
		"Edit", "Write", "Edit(*)", "Edit(~/**)", "Write(//**)", "Edit(~/*)", "Edit(~/.ssh/**)", "Write(~/.bashrc)", "Edit(//etc/**)", "Edit(../**)", "Read(~/.ssh/**)", "Read(~/.aws/credentials)", "Edit(~/.claude/settings.json)", "Write(//home/ann/.config/automode/**)",
	} {
		if why, ok := Hazard(rule(t, Allow, text)); !ok || why == "" {
			t.Errorf("%s is none", text)
		}
	}
}

func TestRulesThatAreNoHazard(t *testing.T) {
	for _, text := range []string{
		"Bash(git status)", "Bash(git status:*)", "Bash(git log *)", "Bash(npm test:*)", "Bash(npm run build)", "Bash(go test:*)", "Bash(make:*)", "Bash(ls:*)", "Bash(rm -rf dist)", "Bash(rm dist/*.map)", "Bash(git push origin main)", "Bash(git push origin:*)",
		"Bash(cargo build *)", "Bash(docker ps:*)", "Bash(gh pr view:*)", "Bash(curl https://x.example/health)", "Bash(kubectl get pods)",
		"Edit(**)", "Edit(src/**)", "Write(./docs/*.md)", "Edit(/src/**)", "Edit(~/src/app/**)", "Read", "Read(~/src/**)", "Read(//etc/hosts)", "WebFetch", "WebFetch(domain:example.com)", "mcp__github", "Agent",
	} {
		if why, ok := Hazard(rule(t, Allow, text)); ok {
			t.Errorf("%s: %s", text, why)
		}
	}
	for _, list := range []List{Deny, Ask} {
		if _, ok := Hazard(rule(t, list, "Bash(rm:*)")); ok {
			t.Errorf("a rule of the %v list", list)
		}
	}
}

func TestEveryHazardIsReached(t *testing.T) {
	for _, h := range hazards {
		for _, text := range []string{"Bash(" + h.words + ":*)", "Bash(" + h.words + " *)"} {
			if _, ok := Hazard(rule(t, Allow, text)); !ok {
				t.Errorf("%s", text)
			}
		}
	}
}

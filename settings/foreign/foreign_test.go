package foreign

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// said is what was found, one line each.
func said(f *Found) []string {
	var out []string
	for _, r := range f.Rules {
		line := fmt.Sprintf("%d %s %s <- %s", r.Line, r.List, r.Text, r.Native)
		if r.Why != "" {
			line += " : " + r.Why
		}
		if len(r.Match)+len(r.NotMatch) > 0 {
			line += fmt.Sprintf(" %q %q", r.Match, r.NotMatch)
		}
		out = append(out, line)
	}
	for _, d := range f.Folders {
		out = append(out, "folder "+d)
	}
	for _, section := range []string{"environment", "allow", "soft_deny", "hard_deny"} {
		for _, p := range f.Prose[section] {
			out = append(out, section+" "+p)
		}
	}
	for _, n := range f.Notes {
		out = append(out, "note "+n)
	}
	return out
}

func TestWhatOtherAgentsSettingsSay(t *testing.T) {
	for name, c := range map[string]struct {
		agent, path, text string
		want              []string
	}{
		"Claude Code": {"claude-code", "settings.json", `{
  // mine
  "permissions": {
    "allow": ["Bash(npm run test:*)", "Bash(*)", "mcp__github__*"],
    "deny": ["Read(./.env)"], "ask": ["Bash(git push:*)", "Bash(oops"],
    "defaultMode": "acceptEdits", "additionalDirectories": ["../lib"],
  },
  "autoMode": {"environment": ["$defaults", "Source control: git.example.com"]},
  "disableAllHooks": true, "env": {"A": "1"}
}`, []string{
			"5 deny Read(./.env) <- Read(./.env)",
			"5 ask Bash(git push:*) <- Bash(git push:*)",
			"5 ask  <- Bash(oops : permission rule Bash(oops: the bracket is not closed; write Tool(specifier)",
			"4 allow Bash(npm run test:*) <- Bash(npm run test:*)",
			"4 allow Bash(*) <- Bash(*)",
			"4 allow mcp__github__* <- mcp__github__*",
			"folder ../lib",
			"environment $defaults", "environment Source control: git.example.com",
			"note its own mode is acceptEdits; the gate has a mode of its own (automode mode)",
			"note disableAllHooks is set: the gate does not run there (automode doctor)",
		}},
		"Codex, rules": {"codex", "default.rules", `# mine
prefix_rule(
    pattern = ["git", ["status", "diff"]],
    match = ["git status --short", ["git", "diff", "a b"]],
    not_match = ["git push"],
)
prefix_rule(pattern = ["git", "push"], decision = "prompt", justification = "shared")
prefix_rule(pattern=["rm", "-rf", "/"], decision="forbidden",)
prefix_rule(pattern = ["echo", "a b"])
prefix_rule(pattern = ["x"], decision = "maybe")
prefix_rule(pattern = ["x"] + ["y"])
host_executable(name = "git", paths = ["/usr/bin/git"])
words = ["a"]
`, []string{
			`2 allow Bash(git status:*) <- prefix_rule(git status|diff) allow ["git status --short"] ["git push"]`,
			`2 allow Bash(git diff:*) <- prefix_rule(git status|diff) allow ["git diff 'a b'"] ["git push"]`,
			"7 ask Bash(git push:*) <- prefix_rule(git push) prompt",
			"8 deny Bash(rm -rf /:*) <- prefix_rule(rm -rf /) forbidden",
			"9 allow  <- prefix_rule(echo a b) allow : a word of it cannot stand in a rule of ours",
			"10 deny  <- prefix_rule() maybe : it is computed, or not a rule that is known",
			"11 allow  <- prefix_rule() allow : it is computed, or not a rule that is known",
			"note line 12: host_executable has no counterpart here: our rules name programs, wherever they lie",
			"note line 13 is not read: it is no prefix_rule",
		}},
		"Codex, its config": {"codex", "config.toml", `model = "m"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
[sandbox_workspace_write]
writable_roots = ["/srv/lib"]
network_access = true
[projects."/srv/app"]
trust_level = "trusted"
`, []string{
			"folder /srv/lib",
			"note approval_policy is on-request; the gate has a mode of its own (automode mode)",
			"note sandbox_mode is workspace-write: that is Codex's own sandbox, which the gate stands in front of",
			"note its sandbox lets commands reach the network",
			"note 1 projects are trusted: a project's files loosen nothing here",
		}},
		"Gemini CLI, settings": {"gemini", "settings.json", `{"tools": {"allowed": ["run_shell_command(git status)", "run_shell_command", "read_file", "write_file(x)"],
  "exclude": ["run_shell_command(rm -rf)", "glob", "mcp_github_delete_repo"], "core": ["read_file"], "approvalMode": "yolo"}}`, []string{
			"2 deny Bash(rm -rf:*) <- run_shell_command(rm -rf)",
			"2 deny glob <- glob",
			"2 deny mcp__github__delete_repo <- mcp_github_delete_repo",
			"1 allow Bash(git status:*) <- run_shell_command(git status)",
			"1 allow Bash <- run_shell_command",
			"1 allow Read <- read_file",
			"1 allow  <- write_file(x) : what stands in brackets is not known for that tool",
			"note 1 tools are the only ones offered: that is the agent's own list",
			"note its own mode is yolo; the gate has a mode of its own (automode mode)",
		}},
		"Gemini CLI, policies": {"gemini", "mine.toml", `
[[rule]]
toolName = "run_shell_command"
commandPrefix = ["git status", "git log"]
decision = "allow"
priority = 100

[[rule]]
toolName = "run_shell_command"
commandRegex = "rm .*"
decision = "deny"
priority = 200
[[rule]]
toolName = "*"
decision = "allow"
priority = 1
[[rule]]
mcpName = "github"
toolName = ["create_issue", "search"]
decision = "ask_user"
priority = 100
[[rule]]
toolName = ["write_file", "replace"]
decision = "allow"
modes = ["autoEdit"]
priority = 100
`, []string{
			"2 allow Bash(git status:*) <- run_shell_command git status|git log allow",
			"2 allow Bash(git log:*) <- run_shell_command git status|git log allow",
			"8 deny  <- run_shell_command rm .* deny : a regular expression cannot be said in a rule of ours",
			"13 allow  <- * allow : every tool at once is nothing that a rule of ours allows",
			"17 ask mcp__github__create_issue <- [create_issue search] ask_user",
			"17 ask mcp__github__search <- [create_issue search] ask_user",
			"22 allow  <- [write_file replace] allow : it holds in some modes of that agent only",
			"note its rules have priorities; here deny beats ask beats allow",
		}},
		"Qwen Code": {"qwen", "settings.json", `{"permissions": {"allow": ["run_shell_command(npm test:*)", "Edit(src/**)"], "deny": ["ShellTool(rm:*)"]}, "tools": {"exclude": ["web_fetch"]}}`, []string{
			"1 deny WebFetch <- web_fetch",
			"1 deny Bash(rm:*) <- ShellTool(rm:*)",
			"1 allow Bash(npm test:*) <- run_shell_command(npm test:*)",
			"1 allow Edit(src/**) <- Edit(src/**)",
		}},
		"an empty file of Claude Code's": {"claude-code", "settings.json", `{}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Read(c.agent, c.path, []byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, said(f)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	for _, c := range []struct{ agent, path, text, says string }{
		{"claude-code", "settings.json", `{`, "settings.json: "},
		{"claude-code", "settings.json", `[]`, "does not hold a JSON object"},
		{"codex", "a.rules", "prefix_rule(", "a.rules"},
		{"codex", "config.toml", "= 1", "config.toml"},
		{"gemini", "a.toml", "[[rule", "a.toml"},
		{"qwen", "settings.json", "x", "settings.json"},
		{"emacs", "x", "", "claude-code, codex, gemini, qwen"},
	} {
		if _, err := Read(c.agent, c.path, []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %s: %v", c.agent, c.path, err)
		}
	}
}

func TestTheUsersOwnFilesAreFound(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{".claude/settings.json", ".codex/rules/default.rules", ".codex/rules/x.txt", ".gemini/policies/a.toml", ".gemini/settings.json", "app/.claude/settings.json"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(home, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(home, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for agent, want := range map[string]int{"claude-code": 1, "codex": 1, "gemini": 2, "qwen": 0, "emacs": 0} {
		if got := Files(agent, home); len(got) != want {
			t.Errorf("%s: %v", agent, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("codex", "a.rules", []byte(`prefix_rule(pattern=["a",["b","c"]],decision="prompt")`))
	f.Add("gemini", "a.toml", []byte("[[rule]]\ntoolName='x'\ndecision='allow'"))
	f.Add("gemini", "a.toml", []byte("[[rule]]\ntoolName=''\ndecision='allow'"))
	f.Add("claude-code", "s.json", []byte(`{"permissions":{"allow":["Bash"]}}`))
	f.Fuzz(func(t *testing.T, agent, path string, text []byte) {
		found, err := Read(agent, path, text)
		if err != nil {
			return
		}
		for _, r := range found.Rules {
			if r.Text == "" && r.Why == "" {
				t.Errorf("%+v is not said, and not why", r)
			}
		}
	})
}

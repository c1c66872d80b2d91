package effect

import (
	"path"
	"strings"

	"automode/world"
)

// classOf tells a file's class, and why, by its absolute clean path. Whether
// it exists does not matter.
func classOf(p string, place world.Place) (Class, string) {
	for _, own := range place.Own {
		if world.Inside(p, own) {
			return Control, "a file of the gate's own"
		}
	}
	rel, home := p, false
	if place.Home != "" && world.Inside(p, place.Home) {
		rel, home = strings.TrimPrefix(p[len(place.Home):], "/"), true
	}
	other := ""
	if !home {
		other = belowHome(p)
	}
	for i := range classTable {
		t := &classTable[i]
		if t.home && !home && !(strings.HasPrefix(p, "/root/") || strings.HasPrefix(p, "/home/") || strings.HasPrefix(p, "/Users/")) {
			continue
		}
		if t.matches(p, rel, other) {
			return t.class, t.what
		}
	}
	return Plain, ""
}

// classRow is one row of the table of file classes.
type classRow struct {
	class Class
	what  string
	home  bool   // only below a home folder, from its top
	abs   string // this path or below it
	tail  string // the path ends in these components, or has them as folders above it when it ends in /
	base  string // the last component matches this pattern
}

// belowHome gives the part of p below the home of whoever's it is, p itself
// where it lies in none.
func belowHome(p string) string {
	if rest, ok := strings.CutPrefix(p, "/root/"); ok {
		return rest
	}
	rest, slashes := p, 0
	for i := 0; i < len(p); i++ {
		if p[i] == '/' {
			if slashes++; slashes == 3 {
				rest = p[i+1:]
				break
			}
		}
	}
	return rest
}

// matches tells whether the row is about p, of which rel stands below the
// person's home, and other below that of somebody else when it is not empty.
func (t *classRow) matches(p, rel, other string) bool {
	switch {
	case t.abs != "":
		return world.Inside(p, t.abs)
	case t.home && t.tail != "":
		if other != "" {
			rel = other
		}
		if dir, below := strings.CutSuffix(t.tail, "/"); below {
			return rel == dir || strings.HasPrefix(rel, t.tail)
		}
		return rel == t.tail
	case t.tail != "":
		if dir, below := strings.CutSuffix(t.tail, "/"); below {
			return holds(p, t.tail) || endsIn(p, dir)
		}
		return endsIn(p, t.tail)
	default:
		base := p[strings.LastIndexByte(p, '/')+1:]
		if !strings.ContainsAny(t.base, "*[") {
			return base == t.base
		}
		if c := t.base[0]; c != '*' && c != '[' && (base == "" || base[0] != c) {
			return false
		}
		ok, _ := path.Match(t.base, base)
		return ok
	}
}

// endsIn tells whether the last components of p are tail.
func endsIn(p, tail string) bool {
	n := len(p) - len(tail)
	return n > 0 && p[n-1] == '/' && p[n:] == tail
}

// holds tells whether the folders of part, which ends in a slash, follow one
// another in p.
func holds(p, part string) bool {
	for from := 1; from < len(p); {
		i := strings.Index(p[from:], part)
		if i < 0 {
			return false
		}
		if p[from+i-1] == '/' {
			return true
		}
		from += i + 1
	}
	return false
}

// classTable is the one table of control, protected and surface files; the
// first row that matches decides.
var classTable = []classRow{
	// Control: what holds agents, and this gate, in check.
	{class: Control, what: "the gate's settings", home: true, tail: ".config/automode/"},
	{class: Control, what: "the gate's state", home: true, tail: ".local/state/automode/"},
	{class: Control, what: "the gate's managed settings", abs: "/etc/automode"},
	{class: Control, what: "the gate's settings for this project", tail: ".automode/"},
	{class: Control, what: "Claude Code's settings", tail: ".claude/settings.json"},
	{class: Control, what: "Claude Code's settings", tail: ".claude/settings.local.json"},
	{class: Control, what: "Claude Code's hooks", tail: ".claude/hooks/"},
	{class: Control, what: "Claude Code's session records", tail: ".claude/projects/"},
	{class: Control, what: "Claude Code's settings", home: true, tail: ".claude.json"},
	{class: Control, what: "Claude Code's plugins", home: true, tail: ".claude/plugins/"},
	{class: Control, what: "Claude Code's managed settings", abs: "/etc/claude-code"},
	{class: Control, what: "MCP servers", base: ".mcp.json"},
	{class: Control, what: "MCP servers", base: "mcp.json"},
	{class: Control, what: "MCP servers", base: "mcp_config.json"},
	{class: Control, what: "MCP servers", base: "claude_desktop_config.json"},
	{class: Control, what: "Aider's settings", base: ".aider.conf.yml"},
	{class: Control, what: "Codex's settings", tail: ".codex/config.toml"},
	{class: Control, what: "Codex's hooks", tail: ".codex/hooks.json"},
	{class: Control, what: "Codex's rules", tail: ".codex/rules/"},
	{class: Control, what: "Codex's session records", home: true, tail: ".codex/sessions/"},
	{class: Control, what: "Codex's managed settings", abs: "/etc/codex"},
	{class: Control, what: "Gemini CLI's settings", tail: ".gemini/settings.json"},
	{class: Control, what: "Gemini CLI's policies", tail: ".gemini/policies/"},
	{class: Control, what: "Gemini CLI's trusted folders", home: true, tail: ".gemini/trustedFolders.json"},
	{class: Control, what: "Gemini CLI's session records", home: true, tail: ".gemini/tmp/"},
	{class: Control, what: "Gemini CLI's managed settings", abs: "/etc/gemini-cli"},
	{class: Control, what: "Copilot CLI's settings", home: true, tail: ".copilot/"},
	{class: Control, what: "Copilot CLI's hooks", tail: ".github/hooks/"},
	{class: Control, what: "Copilot CLI's policy", abs: "/etc/github-copilot"},
	{class: Control, what: "opencode's settings", base: "opencode.json"},
	{class: Control, what: "opencode's settings", base: "opencode.jsonc"},
	{class: Control, what: "opencode's plugins", home: true, tail: ".config/opencode/"},
	{class: Control, what: "opencode's plugins", tail: ".opencode/"},
	{class: Control, what: "Qwen Code's settings", tail: ".qwen/settings.json"},
	{class: Control, what: "Qwen Code's session records", home: true, tail: ".qwen/"},
	{class: Control, what: "Cursor's hooks", tail: ".cursor/hooks.json"},
	{class: Control, what: "Cursor's MCP servers", tail: ".cursor/mcp.json"},
	{class: Control, what: "Cursor's permissions", tail: ".cursor/cli.json"},
	{class: Control, what: "Cursor's permissions", home: true, tail: ".cursor/cli-config.json"},
	{class: Control, what: "Crush's settings", base: "crush.json"},
	{class: Control, what: "Crush's settings", base: ".crush.json"},
	{class: Control, what: "Crush's settings", home: true, tail: ".config/crush/"},
	{class: Control, what: "Goose's settings", home: true, tail: ".config/goose/"},
	{class: Control, what: "Kiro's settings", tail: ".kiro/settings/"},
	{class: Control, what: "Kiro's hooks", tail: ".kiro/hooks/"},
	{class: Control, what: "Amazon Q's settings", tail: ".amazonq/"},
	{class: Control, what: "Amazon Q's settings", home: true, tail: ".aws/amazonq/"},
	{class: Control, what: "Amp's settings", home: true, tail: ".config/amp/"},
	{class: Control, what: "Cline's hooks", tail: ".clinerules/hooks/"},
	{class: Control, what: "OpenHands' settings", home: true, tail: ".openhands/"},

	// Protected: what runs or is obeyed later, outside this session.
	{class: Protected, what: "a sudo rule", abs: "/etc/sudoers"},
	{class: Protected, what: "a sudo rule", abs: "/etc/sudoers.d"},
	{class: Protected, what: "a scheduled job", abs: "/etc/crontab"},
	{class: Protected, what: "a scheduled job", abs: "/etc/cron.d"},
	{class: Protected, what: "a scheduled job", abs: "/etc/cron.daily"},
	{class: Protected, what: "a scheduled job", abs: "/etc/cron.hourly"},
	{class: Protected, what: "a scheduled job", abs: "/etc/cron.weekly"},
	{class: Protected, what: "a scheduled job", abs: "/etc/cron.monthly"},
	{class: Protected, what: "a scheduled job", abs: "/var/spool/cron"},
	{class: Protected, what: "a service unit", abs: "/etc/systemd"},
	{class: Protected, what: "a service unit", abs: "/lib/systemd"},
	{class: Protected, what: "a service unit", abs: "/usr/lib/systemd"},
	{class: Protected, what: "a service", abs: "/etc/init.d"},
	{class: Protected, what: "a start-up script", abs: "/etc/rc.local"},
	{class: Protected, what: "a shell profile", abs: "/etc/profile"},
	{class: Protected, what: "a shell profile", abs: "/etc/profile.d"},
	{class: Protected, what: "a shell profile", abs: "/etc/bash.bashrc"},
	{class: Protected, what: "a shell profile", abs: "/etc/zsh"},
	{class: Protected, what: "the environment of all users", abs: "/etc/environment"},
	{class: Protected, what: "a preloaded library list", abs: "/etc/ld.so.preload"},
	{class: Protected, what: "login rules", abs: "/etc/pam.d"},
	{class: Protected, what: "the ssh server's settings", abs: "/etc/ssh"},
	{class: Protected, what: "login items", abs: "/Library/LaunchDaemons"},
	{class: Protected, what: "login items", abs: "/Library/LaunchAgents"},
	{class: Protected, what: "ssh keys and settings", home: true, tail: ".ssh/"},
	{class: Protected, what: "a shell profile", home: true, tail: ".bashrc"},
	{class: Protected, what: "a shell profile", home: true, tail: ".bash_profile"},
	{class: Protected, what: "a shell profile", home: true, tail: ".bash_login"},
	{class: Protected, what: "a shell profile", home: true, tail: ".bash_logout"},
	{class: Protected, what: "a shell profile", home: true, tail: ".bash_aliases"},
	{class: Protected, what: "a shell profile", home: true, tail: ".profile"},
	{class: Protected, what: "a shell profile", home: true, tail: ".zshrc"},
	{class: Protected, what: "a shell profile", home: true, tail: ".zshenv"},
	{class: Protected, what: "a shell profile", home: true, tail: ".zprofile"},
	{class: Protected, what: "a shell profile", home: true, tail: ".zlogin"},
	{class: Protected, what: "a shell profile", home: true, tail: ".config/fish/"},
	{class: Protected, what: "line editing settings", home: true, tail: ".inputrc"},
	{class: Protected, what: "git's settings", home: true, tail: ".gitconfig"},
	{class: Protected, what: "git's settings", home: true, tail: ".config/git/"},
	{class: Protected, what: "service units", home: true, tail: ".config/systemd/"},
	{class: Protected, what: "login items", home: true, tail: ".config/autostart/"},
	{class: Protected, what: "login items", home: true, tail: "Library/LaunchAgents/"},
	{class: Protected, what: "X session start-up", home: true, tail: ".xprofile"},
	{class: Protected, what: "X session start-up", home: true, tail: ".xinitrc"},
	{class: Protected, what: "X session start-up", home: true, tail: ".xsession"},
	{class: Protected, what: "tmux settings", home: true, tail: ".tmux.conf"},
	{class: Protected, what: "editor start-up", home: true, tail: ".vimrc"},
	{class: Protected, what: "editor start-up", home: true, tail: ".config/nvim/"},
	{class: Protected, what: "editor start-up", home: true, tail: ".emacs"},
	{class: Protected, what: "package settings", home: true, tail: ".npmrc"},
	{class: Protected, what: "package settings", home: true, tail: ".pip/"},
	{class: Protected, what: "package settings", home: true, tail: ".config/pip/"},
	{class: Protected, what: "programs on the PATH", home: true, tail: ".local/bin/"},
	{class: Protected, what: "programs on the PATH", home: true, tail: "bin/"},
	{class: Protected, what: "git hooks", tail: ".git/hooks/"},
	{class: Protected, what: "git's settings", tail: ".git/config"},
	{class: Protected, what: "git's attributes", tail: ".git/info/"},
	{class: Protected, what: "git's own files", tail: ".git/"},
	{class: Protected, what: "git hooks", tail: ".husky/"},
	{class: Protected, what: "git's settings", base: ".gitmodules"},
	{class: Protected, what: "an agent's instructions", base: "CLAUDE.md"},
	{class: Protected, what: "an agent's instructions", base: "CLAUDE.local.md"},
	{class: Protected, what: "an agent's instructions", base: "AGENTS.md"},
	{class: Protected, what: "an agent's instructions", base: "AGENTS.override.md"},
	{class: Protected, what: "an agent's instructions", base: "GEMINI.md"},
	{class: Protected, what: "an agent's instructions", base: "QWEN.md"},
	{class: Protected, what: "an agent's instructions", base: "CRUSH.md"},
	{class: Protected, what: "an agent's instructions", base: ".cursorrules"},
	{class: Protected, what: "an agent's instructions", base: ".windsurfrules"},
	{class: Protected, what: "an agent's instructions", base: ".goosehints"},
	{class: Protected, what: "an agent's instructions", tail: ".github/copilot-instructions.md"},
	{class: Protected, what: "an agent's instructions", tail: ".cursor/rules/"},
	{class: Protected, what: "an agent's instructions", tail: ".clinerules/"},
	{class: Protected, what: "an agent's instructions", tail: ".kiro/steering/"},
	{class: Protected, what: "an agent's instructions", tail: ".claude/"},
	{class: Protected, what: "an agent's instructions", tail: ".codex/"},
	{class: Protected, what: "an agent's instructions", tail: ".gemini/"},
	{class: Protected, what: "editor tasks", tail: ".vscode/"},
	{class: Protected, what: "editor tasks", tail: ".idea/"},
	{class: Protected, what: "a development container", tail: ".devcontainer/"},
	{class: Protected, what: "a development container", base: "devcontainer.json"},
	{class: Protected, what: "a container's way out", base: "release_agent"},
	{class: Protected, what: "a container's way out", base: "notify_on_release"},

	// Surface: the project's own files that make others run something.
	{class: Surface, what: "CI", tail: ".github/"},
	{class: Surface, what: "CI", base: ".gitlab-ci.yml"},
	{class: Surface, what: "CI", tail: ".circleci/"},
	{class: Surface, what: "CI", tail: ".buildkite/"},
	{class: Surface, what: "CI", base: "Jenkinsfile*"},
	{class: Surface, what: "CI", base: "azure-pipelines*.yml"},
	{class: Surface, what: "CI", base: "bitbucket-pipelines.yml"},
	{class: Surface, what: "CI", base: ".travis.yml"},
	{class: Surface, what: "CI", base: ".drone.yml"},
	{class: Surface, what: "CI", tail: ".ci/"},
	{class: Surface, what: "package scripts", base: "package.json"},
	{class: Surface, what: "package settings", base: ".npmrc"},
	{class: Surface, what: "package settings", base: ".yarnrc*"},
	{class: Surface, what: "package settings", base: ".pnpmfile.cjs"},
	{class: Surface, what: "package settings", base: "pnpm-workspace.yaml"},
	{class: Surface, what: "a Makefile", base: "[Mm]akefile"},
	{class: Surface, what: "a Makefile", base: "GNUmakefile"},
	{class: Surface, what: "a Makefile", base: "*.mk"},
	{class: Surface, what: "a task file", base: "[Jj]ustfile"},
	{class: Surface, what: "a task file", base: "Taskfile*.y*ml"},
	{class: Surface, what: "a task file", base: "Rakefile"},
	{class: Surface, what: "build settings", base: "CMakeLists.txt"},
	{class: Surface, what: "build settings", base: "pyproject.toml"},
	{class: Surface, what: "build settings", base: "setup.py"},
	{class: Surface, what: "build settings", base: "setup.cfg"},
	{class: Surface, what: "dependencies", base: "requirements*.txt"},
	{class: Surface, what: "dependencies", base: "Pipfile"},
	{class: Surface, what: "test settings", base: "conftest.py"},
	{class: Surface, what: "test settings", base: "sitecustomize.py"},
	{class: Surface, what: "test settings", base: "tox.ini"},
	{class: Surface, what: "test settings", base: "noxfile.py"},
	{class: Surface, what: "test settings", base: "jest.config.*"},
	{class: Surface, what: "test settings", base: "vitest.config.*"},
	{class: Surface, what: "test settings", base: "playwright.config.*"},
	{class: Surface, what: "build settings", base: "vite.config.*"},
	{class: Surface, what: "build settings", base: "webpack.config.*"},
	{class: Surface, what: "build settings", base: "rollup.config.*"},
	{class: Surface, what: "build settings", base: "next.config.*"},
	{class: Surface, what: "build settings", base: "babel.config.*"},
	{class: Surface, what: "lint settings", base: ".eslintrc*"},
	{class: Surface, what: "lint settings", base: "eslint.config.*"},
	{class: Surface, what: "build settings", base: "build.rs"},
	{class: Surface, what: "build settings", base: "Cargo.toml"},
	{class: Surface, what: "build settings", tail: ".cargo/"},
	{class: Surface, what: "build settings", base: "go.mod"},
	{class: Surface, what: "build settings", base: "pom.xml"},
	{class: Surface, what: "build settings", base: "build.gradle*"},
	{class: Surface, what: "build settings", base: "settings.gradle*"},
	{class: Surface, what: "build settings", base: "gradle.properties"},
	{class: Surface, what: "build settings", base: "gradlew*"},
	{class: Surface, what: "build settings", base: "mvnw*"},
	{class: Surface, what: "build settings", base: "Gemfile"},
	{class: Surface, what: "build settings", base: "composer.json"},
	{class: Surface, what: "build settings", base: "mix.exs"},
	{class: Surface, what: "a container image", base: "Dockerfile*"},
	{class: Surface, what: "a container image", base: "Containerfile*"},
	{class: Surface, what: "a container image", base: "*.dockerfile"},
	{class: Surface, what: "containers", base: "docker-compose*.y*ml"},
	{class: Surface, what: "containers", base: "compose*.y*ml"},
	{class: Surface, what: "infrastructure", base: "*.tf"},
	{class: Surface, what: "infrastructure", base: "*.tfvars"},
	{class: Surface, what: "infrastructure", base: "Pulumi*.yaml"},
	{class: Surface, what: "infrastructure", base: "serverless.y*ml"},
	{class: Surface, what: "infrastructure", base: "Chart.yaml"},
	{class: Surface, what: "infrastructure", tail: "k8s/"},
	{class: Surface, what: "infrastructure", tail: "helm/"},
	{class: Surface, what: "an environment file that runs", base: ".envrc"},
	{class: Surface, what: "commit checks", base: ".pre-commit-config.yaml"},
	{class: Surface, what: "commit checks", base: "lefthook.y*ml"},
	{class: Surface, what: "git's attributes", base: ".gitattributes"},
	{class: Surface, what: "review rules", base: "CODEOWNERS"},
	{class: Surface, what: "a process list", base: "Procfile"},
	{class: Surface, what: "locked dependencies", base: "package-lock.json"},
	{class: Surface, what: "locked dependencies", base: "npm-shrinkwrap.json"},
	{class: Surface, what: "locked dependencies", base: "yarn.lock"},
	{class: Surface, what: "locked dependencies", base: "pnpm-lock.yaml"},
	{class: Surface, what: "locked dependencies", base: "bun.lock*"},
	{class: Surface, what: "locked dependencies", base: "Cargo.lock"},
	{class: Surface, what: "locked dependencies", base: "go.sum"},
	{class: Surface, what: "locked dependencies", base: "poetry.lock"},
	{class: Surface, what: "locked dependencies", base: "uv.lock"},
	{class: Surface, what: "locked dependencies", base: "Pipfile.lock"},
	{class: Surface, what: "locked dependencies", base: "Gemfile.lock"},
	{class: Surface, what: "locked dependencies", base: "composer.lock"},
	{class: Surface, what: "the version that runs", base: ".tool-versions"},
	{class: Surface, what: "the version that runs", base: "mise.toml"},
}

package code

import (
	"path"
	"strings"
)

// fileSort is what a file is to those who run or read it.
type fileSort uint8

const (
	sortNone fileSort = iota
	sortDoc           // text for people
	sortPackage
	sortMake
	sortWorkflow
	sortCI
	sortDocker
	sortCompose
	sortHook // a shell script that something runs by itself
	sortShell
	sortEnv
	sortRegistry // where packages come from
	sortBuild    // settings of builds and tests
	sortInfra    // terraform and the like
	sortKube
	sortAgent       // settings of agents and editors
	sortInstruction // what agents read
	sortUnit        // services, timers, log-in items
	sortOwners
	sortIgnore
	sortGit
	sortServer // settings of servers
	sortTest   // tests
	sortFlags
)

var sortNames = [...]string{"", "document", "package", "make", "workflow", "ci", "docker", "compose", "hook", "shell", "environment", "registry", "build", "infrastructure", "kubernetes",
	"agent", "instruction", "unit", "owners", "ignore", "git", "server", "test", "flags"}

func (s fileSort) name() string { return sortNames[s] }

// sortOf tells what a file is, by its path and, for YAML, its content.
func sortOf(p, text string) fileSort {
	low := strings.ToLower(p)
	base := path.Base(low)
	ext := path.Ext(base)
	dir := "/" + strings.TrimPrefix(path.Dir(low), "/") + "/"
	in := func(part string) bool { return strings.Contains(dir, "/"+part+"/") }
	switch base {
	case "agents.md", "claude.md", "gemini.md", "qwen.md", "agent.md", "claude.local.md", ".cursorrules", ".windsurfrules", ".clinerules", "copilot-instructions.md", "skill.md", "conventions.md", ".goosehints":
		return sortInstruction
	case "package.json", "composer.json", "deno.json", "deno.jsonc":
		return sortPackage
	case "makefile", "gnumakefile", "justfile", ".justfile":
		return sortMake
	case "jenkinsfile", ".gitlab-ci.yml", ".travis.yml", "azure-pipelines.yml", "bitbucket-pipelines.yml", ".drone.yml", "appveyor.yml", "cloudbuild.yaml", "buildspec.yml", "taskfile.yml", "taskfile.yaml", ".woodpecker.yml":
		return sortCI
	case ".envrc":
		return sortHook
	case ".npmrc", ".yarnrc", ".yarnrc.yml", "pip.conf", ".pypirc", "nuget.config", "bunfig.toml", ".condarc", "settings.xml":
		return sortRegistry
	case ".dockerignore", ".gitignore", ".npmignore", ".gcloudignore", ".vercelignore":
		return sortIgnore
	case "codeowners":
		return sortOwners
	case ".gitconfig", ".gitattributes", ".gitmodules":
		return sortGit
	case ".mcp.json", "mcp.json", "opencode.json", ".claude.json", "claude_desktop_config.json":
		return sortAgent
	case "pyproject.toml", "setup.cfg", "tox.ini", "pytest.ini", "setup.py", "conftest.py", "noxfile.py", "build.rs", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "pom.xml", "cargo.toml", "gemfile", "go.mod", "requirements.txt", "tsconfig.json",
		"nx.json", "turbo.json", ".pre-commit-config.yaml", "lefthook.yml", "rakefile", "meson.build", "cmakelists.txt", ".eslintrc", ".eslintrc.json", ".eslintrc.js", "jest.config.js", "init.gradle":
		return sortBuild
	case "nginx.conf", "caddyfile", "sshd_config", "ssh_config", "httpd.conf", "haproxy.cfg", "redis.conf", "postgresql.conf", "pg_hba.conf", "my.cnf":
		return sortServer
	case ".bashrc", ".zshrc", ".profile", ".bash_profile", ".zshenv", ".zprofile", ".bash_login", ".bash_logout", ".kshrc", "config.fish", "crontab", ".xprofile", ".xinitrc", "rc.local", ".inputrc", "authorized_keys", "profile", "environment":
		return sortUnit
	}
	switch {
	case in(".github/workflows") && (ext == ".yml" || ext == ".yaml"), base == "action.yml", base == "action.yaml":
		return sortWorkflow
	case in(".circleci"), in(".buildkite"), in(".gitlab"), strings.HasPrefix(base, ".gitlab-ci"):
		return sortCI
	case in(".claude/agents"), in(".claude/commands"), in(".claude/skills"), in(".cursor/rules"), in(".github/instructions"), in(".github/prompts"), in(".github/agents"), in(".opencode/agent"), in(".opencode/command"), in(".clinerules"), in(".windsurf/rules"), in(".codex/prompts"), in(".gemini/commands"):
		return sortInstruction
	case in(".claude"), in(".codex"), in(".gemini"), in(".qwen"), in(".cursor"), in(".vscode"), in(".idea"), in(".opencode"), in(".devcontainer"), in(".copilot"), in(".zed"), in(".windsurf"):
		return sortAgent
	case in(".husky"), in(".git/hooks"), in(".githooks"), in("hooks") && ext == "" && in(".git"):
		return sortHook
	case strings.HasPrefix(base, "dockerfile"), strings.HasSuffix(base, ".dockerfile"), base == "containerfile":
		return sortDocker
	case strings.HasPrefix(base, "docker-compose") || strings.HasPrefix(base, "compose."):
		return sortCompose
	case ext == ".service", ext == ".timer", ext == ".socket" && in("systemd"), ext == ".plist" && (in("launchagents") || in("launchdaemons")), in("cron.d"), in("cron.daily"), in("cron.hourly"), in("init.d"), in("autostart"), in("profile.d"), in("spool/cron"), in("sudoers.d"), in("systemd"), in("udev/rules.d"), in("modprobe.d"):
		return sortUnit
	case base == ".env", strings.HasPrefix(base, ".env."), ext == ".env":
		return sortEnv
	case ext == ".tf", ext == ".tfvars", ext == ".hcl", ext == ".bicep", ext == ".tofu":
		return sortInfra
	case ext == ".mk":
		return sortMake
	case ext == ".md", ext == ".mdx", ext == ".rst", ext == ".adoc", ext == ".txt", ext == ".org", ext == ".tex":
		if in("instructions") {
			return sortInstruction
		}
		if strings.HasPrefix(base, "requirements") || strings.HasPrefix(base, "constraints") {
			return sortBuild
		}
		return sortDoc
	case in("fixtures"), in("testdata"), in("__snapshots__"), in("golden"):
		return sortDoc // data: only secrets count
	case strings.Contains(base, "flag") && (ext == ".json" || ext == ".yaml" || ext == ".yml"), in("flags"), in("feature-flags"):
		return sortFlags
	case ext == ".yml", ext == ".yaml", ext == ".tpl" && in("templates"):
		if strings.Contains(text, "apiVersion:") || in("k8s") || in("kubernetes") || in("helm") || in("charts") || in("manifests") || in("gitops") || in("deploy") {
			return sortKube
		}
		return sortServer
	case strings.Contains(base, ".config.") && (ext == ".js" || ext == ".ts" || ext == ".mjs" || ext == ".cjs" || ext == ".mts"), strings.HasPrefix(base, "gulpfile"), strings.HasPrefix(base, "gruntfile"):
		return sortBuild
	case ext == ".sh", ext == ".bash", ext == ".zsh", ext == ".ksh":
		return sortShell
	case strings.HasSuffix(base, "_test.go"), strings.HasPrefix(base, "test_"), strings.HasSuffix(base, "_test.py"), strings.Contains(base, ".test."), strings.Contains(base, ".spec."), strings.HasSuffix(base, "_spec.rb"), strings.HasSuffix(base, "test.java"), strings.HasSuffix(base, "test.kt"), strings.HasSuffix(base, "tests.cs"), in("tests"), in("test"), in("spec"), in("__tests__"), in("e2e"):
		return sortTest
	case ext == ".conf", ext == ".cfg", ext == ".ini":
		return sortServer
	}
	return sortNone
}

// yaml tells whether the file is in YAML.
func (e *edit) yaml() bool {
	switch strings.ToLower(path.Ext(e.Path)) {
	case ".yml", ".yaml":
		return true
	}
	return false
}

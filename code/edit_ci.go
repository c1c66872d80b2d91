package code

import (
	"path"
	"strings"

	"automode/secret"
)

// secretVariable tells whether a variable of that name holds a secret.
func secretVariable(name string) bool { return secret.EnvName(name) }

// ciRules looks at workflows: rights, triggers, gates, actions of others.
func (e *edit) ciRules() {
	low := strings.ToLower(e.Path)
	releases := strings.Contains(low, "release") || strings.Contains(low, "deploy") || strings.Contains(low, "publish") || strings.Contains(low, "production")
	oldSqueezed := squeeze(e.Old)
	for _, l := range e.added {
		if comment(l.text) {
			e.commentedOut(l)
			continue
		}
		s := strings.TrimPrefix(l.flat, "-")
		switch {
		case strings.HasPrefix(s, "permissions:write-all"):
			e.find(l, "grant-access", "gives the job's token every right", true)
		case strings.HasSuffix(s, ":write") && tokenScope(strings.TrimSuffix(s, ":write")):
			e.find(l, "grant-access", "gives the job's token a right to write", false)
		case strings.HasPrefix(s, "pull_request_target") || strings.HasPrefix(s, "on:pull_request_target") || strings.HasPrefix(s, "on:[") && strings.Contains(s, "pull_request_target"):
			e.find(l, "leak-when-it-runs", "runs with secrets for changes by anyone", true)
		case strings.HasPrefix(s, "uses:"):
			e.action(l, strings.TrimSpace(l.text[strings.Index(l.text, "uses:")+len("uses:"):]))
		case strings.HasPrefix(s, "if:"):
			e.gate(l, s)
		case strings.HasPrefix(s, "environment:") && len(e.removed) > 0 && strings.Contains(oldSqueezed, "environment:staging") && strings.Contains(s, "prod"):
			e.find(l, "production-deploy", "deploys to production", false)
		case strings.HasPrefix(s, "push:") || strings.HasPrefix(s, "on:push") || strings.HasPrefix(s, "schedule:"):
			if releases && (strings.Contains(oldSqueezed, "workflow_dispatch") && !strings.Contains(squeeze(e.New), "workflow_dispatch") || strings.Contains(oldSqueezed, "tags:")) {
				e.find(l, "production-deploy", "lets a release start by itself that a person started before", true)
			}
		case strings.HasPrefix(s, "if_no_files_found:"), s == "":
		case strings.HasPrefix(s, "persist-credentials:true"):
			e.find(l, "leak-when-it-runs", "leaves the job's token behind for later steps", false)
		case strings.HasPrefix(s, "path:") && strings.Contains(e.New, "upload-artifact"):
			if v := strings.TrimPrefix(s, "path:"); v == "." || v == "./" || strings.Contains(v, ".env") || v == "~" || strings.Contains(v, ".git") {
				e.find(l, "leak-when-it-runs", "publishes files that may hold secrets", true)
			}
		case strings.Contains(l.text, "archiveArtifacts") && strings.Contains(e.New, "withCredentials"):
			e.find(l, "leak-when-it-runs", "keeps a file made with credentials", true)
		}
	}
	for _, r := range e.removed {
		s := strings.TrimPrefix(squeeze(r), "-")
		switch {
		case scanner1(s) && !e.addedHas(s):
			if !e.rewritten(r) {
				e.gone(r, "control-off", "takes a security check out of the pipeline", true)
			}
		case strings.HasPrefix(s, "environment:prod") && !strings.Contains(squeeze(e.New), "environment:"):
			e.gone(r, "production-deploy", "takes the approval of deployments away", false)
		case strings.HasPrefix(s, "needs:") && releases && !strings.Contains(squeeze(e.New), "needs:"):
			e.gone(r, "production-deploy", "deploys without waiting for the checks", false)
		}
	}
}

// tokenScope tells whether a word is a right of a workflow's token.
func tokenScope(s string) bool {
	switch s {
	case "contents", "packages", "id-token", "pull-requests", "issues", "actions", "deployments", "checks", "statuses", "security-events", "pages", "repository-projects", "discussions", "attestations", "administration", "workflows":
		return true
	}
	return false
}

// scanner1 tells whether a line of a pipeline is a security check.
func scanner1(s string) bool {
	for _, w := range [...]string{"codeql", "trivy", "snyk", "semgrep", "gitleaks", "trufflehog", "sonar", "dependency-review", "bandit", "grype", "checkov", "tfsec", "gosec", "npmaudit", "cargoaudit", "pip-audit", "detect-secrets", "secret-scan", "govulncheck", "zizmor", "scorecard", "kics", "osv-scanner", "brakeman"} {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// addedHas tells whether an added line, no comment, says the same or runs the
// same check in another version.
func (e *edit) addedHas(s string) bool {
	name, _, _ := strings.Cut(s, "@")
	for _, l := range e.added {
		if !comment(l.text) && strings.Contains(l.flat, name) {
			return true
		}
	}
	return false
}

// rewritten tells whether what stands in the place of a removed line is
// another line of the same sort.
func (e *edit) rewritten(r string) bool {
	for _, l := range e.added {
		if !comment(l.text) && scanner1(l.flat) {
			return true
		}
	}
	return false
}

// commentedOut looks at a line that was made a comment.
func (e *edit) commentedOut(l lineAt) {
	s := squeeze(strings.TrimLeft(strings.TrimSpace(l.text), "#/ "))
	for _, r := range e.removed {
		if squeeze(r) == s && scanner1(s) {
			e.find(l, "control-off", "takes a security check out of the pipeline", true)
		}
	}
}

// gate looks at a condition that was changed.
func (e *edit) gate(l lineAt, s string) {
	if s == "if:false" || s == "if:${{false}}" {
		e.find(l, "test-disabled", "keeps a step from running", false)
		return
	}
	for _, r := range e.removed {
		old := strings.TrimPrefix(squeeze(r), "-")
		if !strings.HasPrefix(old, "if:") {
			continue
		}
		if (strings.Contains(old, "approved") || strings.Contains(old, "review")) && (strings.Contains(s, "||") && !strings.Contains(old, "||") || !strings.Contains(s, "approved")) {
			e.find(l, "merge-unreviewed", "widens a condition on a person's review", true)
		}
	}
	if strings.Contains(s, "[bot]") && strings.Contains(squeeze(e.New), "merge") && strings.Contains(s, "||") {
		e.find(l, "merge-unreviewed", "lets a bot's own change through", true)
	}
}

// action looks at a step that is somebody else's code.
func (e *edit) action(l lineAt, v string) {
	v = strings.Trim(strings.TrimSpace(v), `"'`)
	if k := strings.Index(v, " #"); k >= 0 {
		v = v[:k]
	}
	v = strings.TrimSpace(v)
	if strings.HasPrefix(v, "./") || v == "" {
		return
	}
	if strings.HasPrefix(v, "docker://") {
		e.find(l, "unpinned-tool-run", "runs a container image as a step", false)
		return
	}
	name, at, _ := strings.Cut(v, "@")
	owner, repo, _ := strings.Cut(name, "/")
	if knownPublisher(strings.ToLower(owner)) {
		return
	}
	pinned := len(at) == 40 && strings.Trim(at, "0123456789abcdef") == ""
	for _, r := range e.removed { // the same action in another version
		if i := strings.Index(r, "uses:"); i >= 0 {
			old, _, _ := strings.Cut(strings.Trim(strings.TrimSpace(r[i+len("uses:"):]), `"'`), "@")
			if old == name {
				if !pinned && (at == "main" || at == "master") {
					e.find(l, "foreign-repo-execution", "takes a step of others from a moving place", true)
				}
				return
			}
			if _, was, _ := strings.Cut(old, "/"); was == repo {
				e.find(l, "foreign-repo-execution", "replaces a known step by one of an unknown publisher", true)
				return
			}
		}
	}
	moving := at == "" || at == "main" || at == "master" || at == "latest" || at == "HEAD" || at == "develop"
	if strings.Contains(repo, "auto-approve") || strings.Contains(repo, "automerge") || strings.Contains(repo, "auto-merge") {
		e.find(l, "merge-unreviewed", "approves or merges without a person", true)
		return
	}
	if !pinned {
		e.find(l, "foreign-repo-execution", "runs a step of an unknown publisher", moving)
	}
}

// knownPublisher tells whether actions of that owner are the platform's or a
// vendor's own.
func knownPublisher(owner string) bool {
	switch owner {
	case "actions", "github", "docker", "aws-actions", "azure", "google-github-actions", "hashicorp", "pnpm", "oven-sh", "denoland", "astral-sh", "pypa", "pre-commit", "codecov", "golangci", "goreleaser", "ruby", "shivammathur", "rust-lang",
		"dtolnay", "swatinem", "taiki-e", "actions-rust-lang", "gradle", "microsoft", "cypress-io", "vercel", "cloudflare", "netlify", "sigstore", "anchore", "aquasecurity", "snyk", "sonarsource", "semgrep", "returntocorp", "changesets",
		"release-drafter", "googleapis", "bufbuild", "helm", "kubernetes-sigs", "dorny", "peaceiris", "softprops", "peter-evans", "subosito", "erlef", "haskell", "julia-actions", "r-lib", "conda-incubator", "mamba-org", "jetbrains", "cachix", "determinatesystems",
		"crate-ci", "mozilla", "arduino", "android-actions", "reactivecircus", "treosh", "chromaui", "biomejs", "prefix-dev", "ossf", "step-security", "trufflesecurity", "gitleaks", "zizmorcore", "anthropics", "openai", "google-gemini", "supabase", "superfly", "fastly", "digitalocean", "hetznercloud", "pulumi", "opentofu", "terraform-linters":
		return true
	}
	return false
}

// ownerRules looks at reviewers that are no longer required.
func (e *edit) ownerRules() {
	for _, r := range e.removed {
		if comment(r) {
			continue
		}
		fields := strings.Fields(r)
		if len(fields) < 2 {
			continue
		}
		kept := false
		for _, l := range e.added {
			if f := strings.Fields(l.text); len(f) >= 2 && f[0] == fields[0] {
				kept = true
			}
		}
		if !kept {
			e.gone(r, "merge-unreviewed", "takes required reviewers away", true)
		}
	}
}

// ignoreRules looks at secrets that are no longer kept out.
func (e *edit) ignoreRules() {
	for _, r := range e.removed {
		t := strings.TrimSpace(r)
		if t == "" || t[0] == '#' || t[0] == '!' {
			continue
		}
		low := strings.ToLower(strings.Trim(t, "*/"))
		if strings.HasPrefix(low, ".env") || strings.Contains(low, "secret") || strings.Contains(low, "credential") || strings.HasSuffix(low, ".pem") || strings.HasSuffix(low, ".key") || strings.Contains(low, "id_rsa") || strings.HasSuffix(low, ".tfstate") {
			e.gone(r, "secret-into-artifact", "lets secrets in that were kept out", false)
		}
	}
	for _, l := range e.added {
		if t := strings.TrimSpace(l.text); strings.HasPrefix(t, "!") && strings.Contains(t, ".env") && !strings.Contains(t, "example") && !strings.Contains(t, "sample") && !strings.Contains(t, "template") {
			e.find(l, "secret-into-artifact", "lets secrets in that were kept out", false)
		}
	}
}

// unitRules looks at what starts by itself. That it is there is the finding.
func (e *edit) unitRules() {
	if len(e.added) == 0 {
		return
	}
	l := e.added[0]
	base := path.Base(e.Path)
	switch {
	case base == "authorized_keys":
		e.find(l, "persistence", "lets another key in", true)
	case profile(e.Path):
		e.environmentRules()
		if len(e.out.Scripts) > 0 {
			e.find(l, "persistence", "runs in every new shell", false)
		}
	default:
		e.find(l, "persistence", "starts by itself from now on", true)
	}
}

// environmentRules looks at variables that change what later programs load or
// whom agents talk to.
func (e *edit) environmentRules() {
	for _, l := range e.added {
		if comment(l.text) {
			continue
		}
		t := strings.TrimSpace(l.text)
		t = strings.TrimPrefix(t, "export ")
		name, v, ok := strings.Cut(t, "=")
		if !ok || !plainName(strings.TrimSpace(name)) {
			continue
		}
		v = strings.Trim(v, `"' `)
		switch strings.TrimSpace(name) {
		case "NODE_OPTIONS":
			if strings.Contains(v, "--require") || strings.Contains(v, "-r ") || strings.Contains(v, "--import") || strings.Contains(v, "--loader") {
				e.find(l, "persistence", "makes each later Node program load a file", true)
			}
		case "LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "PYTHONSTARTUP", "BASH_ENV", "ENV", "PROMPT_COMMAND", "PERL5OPT", "PERL5DB", "RUBYOPT", "JAVA_TOOL_OPTIONS", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "PYTHONWARNINGS", "BROWSER", "GIT_PROXY_COMMAND", "ZDOTDIR":
			e.find(l, "persistence", "makes each later program load or run something", true)
		case "CODEX_HOME", "CLAUDE_CONFIG_DIR", "GEMINI_CLI_HOME", "GEMINI_CLI_SYSTEM_SETTINGS_PATH", "OPENCODE_CONFIG", "OPENCODE_CONFIG_DIR", "CURSOR_CONFIG_DIR", "XDG_CONFIG_HOME", "CLAUDE_CODE_SIMPLE", "COPILOT_HOME", "QWEN_HOME":
			e.find(l, "own-permissions", "leads an agent to other settings", true)
		case "ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "OPENAI_API_BASE", "GOOGLE_GEMINI_BASE_URL", "OLLAMA_HOST", "LITELLM_API_BASE", "LITELLM_PROXY_URL", "OPENAI_API_HOST", "AZURE_OPENAI_ENDPOINT", "MISTRAL_BASE_URL", "GROQ_BASE_URL", "HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY":
			if !local(v) {
				e.find(l, "repoint", "sends traffic by another host", true)
			}
		case "NPM_CONFIG_REGISTRY", "npm_config_registry", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "GOPROXY", "UV_INDEX_URL", "CARGO_REGISTRIES_DEFAULT":
			if !officialRegistry(v) {
				e.find(l, "repoint", "takes packages from another place", true)
			}
		case "PATH":
			if strings.HasPrefix(v, "/tmp") || strings.HasPrefix(v, "/var/tmp") || strings.HasPrefix(v, "/dev/shm") {
				e.find(l, "persistence", "takes programs from a folder that anybody may write", true)
			}
		}
		if strings.HasPrefix(name, "AUTOMODE_") {
			e.find(l, "own-permissions", "sets the gate's own variables", true)
		}
	}
}

// gitRules looks at git's settings.
func (e *edit) gitRules() {
	for _, l := range e.added {
		if comment(l.text) {
			continue
		}
		s := l.flat
		switch {
		case strings.Contains(s, "insteadof="), strings.HasPrefix(s, "url=") && path.Base(e.Path) == ".gitmodules", strings.HasPrefix(s, "pushurl="):
			e.find(l, "repoint", "makes git talk to another host", !strings.HasPrefix(s, "url="))
		case strings.HasPrefix(s, "hookspath="):
			e.find(l, "persistence", "makes git run hooks from another folder", true)
		case strings.HasPrefix(s, "helper=") && strings.Contains(s, "!"):
			e.find(l, "credential-print", "hands every credential to a command", true)
		case strings.HasPrefix(s, "helper=store"):
			e.find(l, "credential-print", "keeps credentials in clear text", true)
		case strings.HasPrefix(s, "fsmonitor=") && s != "fsmonitor=true" && s != "fsmonitor=false", strings.HasPrefix(s, "sshcommand="):
			e.find(l, "persistence", "makes git run a command by itself", true)
		case strings.HasPrefix(s, "proxy="):
			e.find(l, "repoint", "makes git talk by another host", true)
		}
	}
}

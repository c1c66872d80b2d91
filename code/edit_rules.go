package code

import (
	"path"
	"strings"
	"sync"
)

// rules applies what holds for one sort of file.
func (e *edit) rules() {
	switch e.sort {
	case sortWorkflow, sortCI:
		e.ciRules()
	case sortPackage:
		e.packageRules()
	case sortRegistry, sortBuild:
		e.registryRules()
		e.testSettings()
	case sortInfra:
		e.infraRules()
	case sortKube, sortCompose:
		e.kubeRules()
	case sortAgent:
		e.agentRules()
	case sortInstruction:
		e.instructionRules()
	case sortUnit:
		e.unitRules()
	case sortOwners:
		e.ownerRules()
	case sortIgnore:
		e.ignoreRules()
	case sortGit:
		e.gitRules()
	case sortEnv, sortHook, sortShell:
		e.environmentRules()
	case sortFlags:
		e.flagRules()
	case sortServer, sortNone, sortDocker, sortMake:
		e.sourceRules()
	}
	if e.sort == sortNone || e.sort == sortTest || e.sort == sortBuild {
		e.testRules()
	}
	e.stateRules()
	for _, s := range e.out.Scripts {
		e.scriptRules(s)
	}
}

// scriptRules looks at shell text for what can be told without reading shell:
// the rest is for the reader of shell text.
func (e *edit) scriptRules(s Script) {
	at := func(entry, why string, sure bool) {
		e.note(Finding{Entry: entry, Why: why, Words: clipWords(s.Text), Sure: sure, Line: s.Line, Start: s.Start, End: s.End})
	}
	if fetchedAndRun(s.Text) {
		at("download-and-run", "runs what it fetches, "+s.When, true)
	}
	if strings.Contains(s.When, "installed") && strings.HasSuffix(strings.TrimSpace(s.Text), "&") {
		at("persistence", "starts something in the background, "+s.When, true)
	}
	if e.sort == sortHook && strings.Contains(s.Text, "git ") && (strings.Contains(s.Text, "base64") || strings.Contains(s.Text, "xxd")) {
		at("leak-when-it-runs", "hands the repository's content, encoded, to a program", true)
	}
	if s.When != "in CI" {
		return
	}
	if printsEnvironment(s.Text) {
		at("leak-when-it-runs", "prints the environment into the job's log", true)
	}
	if name := printsSecret(s.Text); name != "" {
		at("leak-when-it-runs", "prints "+name+" into the job's log", true)
	}
	if sendsOut(s.Text) {
		at("leak-when-it-runs", "sends data to an outside host when the job runs", strings.Contains(s.Text, "secrets.") || strings.Contains(s.Text, "@"))
	}
	low := strings.ToLower(s.Text)
	switch {
	case strings.Contains(low, "gh pr merge") && strings.Contains(low, "--admin"), strings.Contains(low, "gh pr review") && strings.Contains(low, "--approve"):
		at("merge-unreviewed", "approves or merges without a person", true)
	case strings.Contains(low, "gh pr merge"):
		at("merge-unreviewed", "merges when the job runs", false)
	}
}

// fetchedAndRun tells whether shell text pipes a download into an interpreter
// or evaluates it.
func fetchedAndRun(s string) bool {
	for _, get := range [...]string{"curl", "wget"} {
		for off := 0; ; {
			i := strings.Index(s[off:], get)
			if i < 0 {
				break
			}
			i += off
			off = i + len(get)
			if i > 0 && isNamePart(s[i-1]) || off < len(s) && (isNamePart(s[off]) || s[off] == '-') {
				continue
			}
			before := strings.TrimRight(s[:i], " ")
			for _, open := range [...]string{"$(", "`", "<("} {
				b, ok := strings.CutSuffix(before, open)
				if !ok {
					continue
				}
				words := strings.Fields(strings.Trim(b, ` "'`))
				if len(words) > 0 && interpreter(strings.Trim(words[len(words)-1], `"'`)) || len(words) > 1 && interpreter(words[len(words)-2]) {
					return true
				}
			}
			rest := s[off:]
			if end := strings.IndexAny(rest, ";\n"); end >= 0 {
				rest = rest[:end]
			}
			for {
				j := strings.IndexByte(rest, '|')
				if j < 0 {
					break
				}
				rest = strings.TrimLeft(rest[j+1:], "|& ")
				words := strings.Fields(rest)
				for len(words) > 0 && (words[0] == "sudo" || words[0] == "env" || strings.HasPrefix(words[0], "-") || strings.Contains(words[0], "=")) {
					words = words[1:]
				}
				if len(words) > 0 && interpreter(words[0]) {
					return true
				}
			}
		}
	}
	return false
}

// interpreter tells whether a word runs what it is given.
func interpreter(w string) bool {
	switch path.Base(w) {
	case "sh", "bash", "zsh", "dash", "ksh", "python", "python3", "node", "perl", "ruby", "php", "eval", "source", ".", "-c", "fish", "pwsh", "iex":
		return true
	}
	return false
}

// commandsOf cuts shell text into commands, roughly: enough to see which word
// stands first.
func commandsOf(s string) [][]string {
	var out [][]string
	for _, c := range strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == ';' || r == '|' || r == '&' }) {
		if w := strings.Fields(c); len(w) > 0 {
			out = append(out, w)
		}
	}
	return out
}

// printsEnvironment tells whether a command of the text prints all variables.
func printsEnvironment(s string) bool {
	for _, w := range commandsOf(s) {
		switch w[0] {
		case "env", "printenv":
			if len(w) == 1 || w[1] == "-0" || strings.HasPrefix(w[1], ">") {
				return true
			}
		case "export", "declare":
			if len(w) == 2 && (w[1] == "-p" || w[1] == "-xp" || w[1] == "-px") {
				return true
			}
		case "set":
			if len(w) == 1 {
				return true
			}
		}
	}
	return false
}

// printsSecret gives the secret that the text prints.
func printsSecret(s string) string {
	for _, line := range strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == ';' || r == '&' }) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != "echo" && words[0] != "printf" && words[0] != "cat" {
			continue
		}
		if i := strings.IndexByte(line, '|'); i >= 0 { // given to a program
			rest := line[i:]
			if !strings.Contains(rest, "base64") && !strings.Contains(rest, "rev") && !strings.Contains(rest, "xxd") && !strings.Contains(rest, "tee") && !strings.Contains(rest, "sed") {
				continue
			}
		}
		if strings.Contains(line, "secrets.") && strings.Contains(line, "${{") && !strings.Contains(line, ">>") {
			return "a secret"
		}
		if strings.Contains(line, "GITHUB_ENV") || strings.Contains(line, "GITHUB_OUTPUT") || strings.Contains(line, ".npmrc") || strings.Contains(line, "::add-mask::") {
			continue
		}
		for _, name := range variables(line) {
			if secretVariable(name) {
				return name
			}
		}
	}
	return ""
}

// variables lists the names of variables in shell text.
func variables(s string) []string {
	var out []string
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '$' {
			continue
		}
		j := i + 1
		if s[j] == '{' {
			j++
		}
		k := j
		for k < len(s) && isNamePart(s[k]) {
			k++
		}
		if k > j {
			out = append(out, s[j:k])
		}
	}
	return out
}

// sendsOut tells whether the text gives an outside host more than a request.
func sendsOut(s string) bool {
	for _, w := range commandsOf(s) {
		switch w[0] {
		case "curl":
			sends, outside := false, false
			for _, a := range w[1:] {
				switch {
				case a == "-d" || strings.HasPrefix(a, "--data") || a == "-T" || strings.HasPrefix(a, "--upload-file") || strings.HasPrefix(a, "--form") || a == "-X" || a == "--request" || a == "--json":
					sends = true
				case len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.ContainsAny(a, "FdT"):
					sends = true
				case strings.Contains(a, "://"):
					outside = outside || !local(a)
				}
			}
			if sends && outside {
				return true
			}
		case "nc", "ncat", "netcat", "socat", "scp", "sftp", "rsync":
			if w[0] == "rsync" && !strings.Contains(strings.Join(w, " "), ":") {
				continue
			}
			return true
		case "wget":
			for _, a := range w[1:] {
				if strings.HasPrefix(a, "--post") || strings.HasPrefix(a, "--body") {
					return true
				}
			}
		}
	}
	return strings.Contains(s, "/dev/tcp/")
}

// local tells whether a URL is of this machine, or of the platform's own
// service that a job talks to.
func local(u string) bool {
	_, rest, _ := strings.Cut(strings.Trim(u, `"'`), "://")
	host := rest
	if i := strings.IndexAny(host, "/:?"); i >= 0 {
		host = host[:i]
	}
	switch host {
	case "localhost", "127.0.0.1", "[", "0.0.0.0", "api.github.com", "uploads.github.com":
		return true
	}
	return strings.HasPrefix(host, "$")
}

// packageRules looks at dependencies and at tests that can no longer fail.
func (e *edit) packageRules() {
	old := map[string]string{}
	for _, p := range jsonPairs(e.Old) {
		old[p.key] = p.value
	}
	for _, p := range jsonPairs(e.New) {
		before, had := old[p.key]
		if had && before == p.value {
			continue
		}
		line := 1 + strings.Count(e.New[:p.start], "\n")
		note := func(entry, why string, sure bool) {
			e.note(Finding{Entry: entry, Why: why, Words: clipWords(p.key + ": " + p.value), Sure: sure, Line: line, Start: p.start, End: min(p.start+len(p.value), len(e.New))})
		}
		deps := strings.Contains(strings.ToLower(p.in), "dependencies") || p.in == "overrides" || p.in == "resolutions"
		switch v := p.value; {
		case p.key == "registry" || p.in == "publishConfig" && strings.Contains(v, "://"):
			if !officialRegistry(v) {
				note("repoint", "gets or publishes packages elsewhere", true)
			}
		case (deps || p.in == "" && !metadata(p.key)) && (strings.HasPrefix(v, "git+") || strings.HasPrefix(v, "git:") || strings.HasPrefix(v, "github:") || strings.HasPrefix(v, "http:") || strings.HasPrefix(v, "https:")):
			note("foreign-repo-execution", "takes a dependency from outside of the registry", true)
		case strings.Contains(p.key, "test") || strings.Contains(p.key, "lint") || strings.Contains(p.key, "audit"):
			if s := strings.TrimSpace(v); had && (strings.HasPrefix(s, "echo ") || s == "true" || s == "exit 0" || s == ":") && !strings.HasPrefix(before, "echo ") {
				note("test-disabled", "keeps a check from checking anything", true)
			}
		}
	}
}

// registryRules looks for packages that come from elsewhere.
func (e *edit) registryRules() {
	for _, l := range e.added {
		if comment(l.text) {
			continue
		}
		s := l.flat
		url := strings.Contains(s, "://")
		base := path.Base(e.Path)
		switch {
		case strings.Contains(s, "isallowinsecureprotocol=true"), strings.Contains(s, "allowinsecureprotocol=true"), strings.Contains(s, "--trusted-host"), strings.Contains(s, "trusted-host="):
			e.find(l, "repoint", "takes packages over an open connection", true)
		case url && (strings.Contains(s, "registry") || strings.Contains(s, "index-url") || strings.Contains(s, "index_url") || strings.Contains(s, "maven{") || strings.Contains(s, "<url>") && base == "pom.xml" && strings.Contains(e.New, "<repositor") || strings.Contains(s, "repository") && strings.Contains(s, "url") || strings.HasPrefix(s, "source") && base == "gemfile" || strings.Contains(s, "replace-with") || strings.HasPrefix(s, "find-links") || strings.HasPrefix(s, "npmregistryserver") || strings.HasPrefix(s, "url=uri(") || strings.HasPrefix(s, "url(")):
			if !officialRegistry(l.text) {
				e.find(l, "repoint", "takes packages from another place", true)
			}
		case base == "go.mod" && strings.HasPrefix(strings.TrimSpace(l.text), "replace ") && strings.Contains(l.text, "=>") && !strings.Contains(l.text, "=> ."):
			e.find(l, "repoint", "replaces a module by another one", false)
		case strings.Contains(s, "git+http") || strings.Contains(s, "git+ssh"):
			e.find(l, "foreign-repo-execution", "takes a dependency from outside of the registry", true)
		case strings.HasPrefix(s, "unsafe-perm=true") || strings.HasPrefix(s, "ignore-scripts=false"):
			e.find(l, "disarm-flag", "lets packages run scripts", false)
		}
	}
	for _, r := range e.removed {
		if s := squeeze(r); strings.Contains(s, "ignore-scripts=true") || strings.Contains(s, "package-lock=true") {
			e.gone(r, "disarm-flag", "lets packages run scripts", false)
		}
	}
}

// officialRegistry tells whether a text names a package registry that the
// language's own tools use, or this machine.
func officialRegistry(s string) bool {
	for _, h := range [...]string{"registry.npmjs.org", "registry.yarnpkg.com", "pypi.org", "files.pythonhosted.org", "repo.maven.apache.org", "repo1.maven.org", "plugins.gradle.org", "maven.google.com", "dl.google.com", "rubygems.org", "crates.io", "proxy.golang.org", "npm.pkg.github.com", "maven.pkg.github.com", "api.nuget.org", "packagist.org", "conda.anaconda.org", "download.pytorch.org", "jsr.io", "localhost", "127.0.0.1"} {
		if i := strings.Index(s, h); i > 0 && (s[i-1] == '/' || s[i-1] == '@' || s[i-1] == '.') {
			return true
		}
	}
	return !strings.Contains(s, "://")
}

// testSettings looks for tests that settings leave out.
func (e *edit) testSettings() {
	for _, l := range e.added {
		if comment(l.text) {
			continue
		}
		for _, flag := range [...]string{"--deselect", "--ignore=", "--ignore-glob", "-k \"not", "-k 'not", "testPathIgnorePatterns", "--passWithNoTests", "-DskipTests", "maven.test.skip", "skipTests>true", "test.enabled = false", "--exclude-dir tests", "exit_first = false", "fail_under = 0"} {
			if !strings.Contains(l.text, flag) {
				continue
			}
			seen := false
			for _, r := range e.removed {
				seen = seen || strings.Contains(r, flag)
			}
			if !seen {
				e.find(l, testEntry(l.text, ""), "leaves tests out", true)
			}
		}
	}
}

// testEntry tells tests of security from others by their words.
func testEntry(words, p string) string {
	low := strings.ToLower(words + " " + p)
	for _, w := range [...]string{"auth", "security", "login", "permission", "csrf", "xss", "injection", "crypto", "password", "token", "acl", "rbac", "sanitiz", "escap", "tls", "secure"} {
		if strings.Contains(low, w) {
			return "security-test-weakened"
		}
	}
	return "test-disabled"
}

// testRules looks for tests that are skipped or that no longer check.
func (e *edit) testRules() {
	if !skipMarks().in(e.New) {
		e.checksGone()
		return
	}
	for _, l := range e.added {
		if !skipMarks().in(l.text) || comment(l.text) {
			continue
		}
		for _, m := range skips {
			i := lineIndex(l.text, m)
			if i < 0 || i > 0 && isNamePart(l.text[i-1]) && isNamePart(m[0]) {
				continue
			}
			seen := false
			for _, r := range e.removed {
				seen = seen || lineIndex(r, m) >= 0
			}
			if !seen {
				e.find(l, testEntry(e.New, e.Path), "skips a test, or keeps it from failing", true)
			}
			break
		}
	}
	e.checksGone()
}

// skips are what keeps a test from running or failing.
var skips = [...]string{"it.skip(", "test.skip(", "describe.skip(", "context.skip(", "xit(", "xdescribe(", "xtest(", "@Disabled", "@Ignore", "t.Skip(", "t.Skipf(", "t.SkipNow(", "@pytest.mark.skip\n", "pytest.mark.skip(", "@unittest.skip(", "@pytest.mark.xfail", "pytest.xfail(", "@unittest.expectedFailure", "it.failing(", "test.failing(", "it.fails(", "test.fails(", "pytest.skip(", "#[ignore", "markTestSkipped(", "@Test(enabled = false", "expect(true).toBe(true)", "assert True\n", "assertTrue(true)", "assert.True(t, true"}

// skipMarks are their beginnings.
var skipMarks = sync.OnceValue(func() *marks {
	m := &marks{}
	for _, s := range skips {
		m.add(s)
	}
	return m
})

// lineIndex finds part, which may end in a line's end, in a line.
func lineIndex(line, part string) int {
	if rest, end := strings.CutSuffix(part, "\n"); end {
		if strings.HasSuffix(line, rest) {
			return len(line) - len(rest)
		}
		return -1
	}
	return strings.Index(line, part)
}

// checksGone looks for tests whose checks are taken out.
func (e *edit) checksGone() {
	if e.sort != sortTest || len(e.removed) == 0 {
		return
	}
	checks := func(lines []string) int {
		n := 0
		for _, l := range lines {
			low := strings.ToLower(l)
			if !comment(l) && (strings.Contains(low, "assert") || strings.Contains(low, "expect(") || strings.Contains(low, ".should") || strings.Contains(low, "t.error") || strings.Contains(low, "t.fatal") || strings.Contains(low, "require.")) {
				n++
			}
		}
		return n
	}
	now := make([]string, len(e.added))
	for i, l := range e.added {
		now[i] = l.text
	}
	if before := checks(e.removed); before > 0 && checks(now) == 0 {
		e.gone(e.removed[0], testEntry(strings.Join(e.removed, " "), e.Path), "checks are taken out of a test", false)
	}
}

package code

import (
	"path"
	"strings"
	"sync"
)

// scripts collects the shell text that New makes run and Old did not.
func (e *edit) scripts() {
	switch e.sort {
	case sortHook, sortShell:
		e.addedLines(map[fileSort]string{sortHook: "by itself", sortShell: "when the script runs"}[e.sort])
		return
	case sortUnit:
		if profile(e.Path) {
			e.addedLines("in each new shell")
			return
		}
	}
	old := map[string]int{}
	for _, s := range scriptsOf(e.sort, e.Path, e.Old) {
		old[s.Text]++
	}
	for _, s := range scriptsOf(e.sort, e.Path, e.New) {
		if old[s.Text] > 0 {
			old[s.Text]--
			continue
		}
		e.script(s.Text, s.When, s.Start)
	}
}

// addedLines takes each run of added lines as one text.
func (e *edit) addedLines(when string) {
	for i := 0; i < len(e.added); {
		j := i + 1
		for j < len(e.added) && e.added[j].line <= e.added[j-1].line+1 {
			j++
		}
		last := e.added[j-1]
		e.script(e.New[e.added[i].start:min(last.start+len(last.text), len(e.New))], when, e.added[i].start)
		i = j
	}
}

// profile tells whether a file is one that shells read when they start.
func profile(p string) bool {
	base := path.Base(p)
	return strings.HasPrefix(base, ".bash") || strings.HasPrefix(base, ".z") || base == ".profile" || base == ".kshrc" || base == "config.fish" || base == ".xprofile" || base == ".xinitrc" || base == "rc.local" || strings.Contains(p, "/profile.d/") || strings.Contains(p, "/init.d/") || base == "profile" || strings.Contains(p, "/cron.daily/") || strings.Contains(p, "/cron.hourly/")
}

// scriptsOf lists the shell text in a file of a sort.
func scriptsOf(sort fileSort, p, text string) []Script {
	switch sort {
	case sortPackage:
		return packageScripts(text)
	case sortMake:
		return makeScripts(p, text)
	case sortWorkflow:
		return yamlScripts(text, "in CI", false, "run")
	case sortCI:
		if strings.EqualFold(path.Base(p), "Jenkinsfile") || strings.HasSuffix(strings.ToLower(p), ".groovy") {
			return jenkinsScripts(text)
		}
		when := "in CI"
		if strings.Contains(strings.ToLower(p), "taskfile") {
			return yamlScripts(text, "as a task", true, "cmds", "cmd", "sh")
		}
		return yamlScripts(text, when, true, "script", "before_script", "after_script", "run", "command", "commands", "bash", "install", "before_install", "after_success", "build_script", "test_script", "args", "pre_build", "post_build")
	case sortDocker:
		return dockerScripts(text)
	case sortBuild:
		switch path.Base(p) {
		case ".pre-commit-config.yaml":
			return yamlScripts(text, "at each commit", false, "entry")
		case "lefthook.yml":
			return yamlScripts(text, "at each commit", false, "run")
		case "tox.ini", "setup.cfg", "pyproject.toml":
			return iniScripts(text)
		}
		return spawned(text)
	case sortUnit:
		return unitScripts(p, text)
	case sortAgent:
		return agentScripts(p, text)
	case sortGit:
		return gitScripts(text)
	case sortNone, sortTest:
		return spawned(text)
	}
	return nil
}

// pair is a "key": "value" of JSON.
type pair struct {
	key, value string
	in         string // the key of the object or list around it, "" where unknown
	path       string // all keys around it, with slashes
	start      int    // of the value, inside its quotes
	list       bool   // the value is an element of the list at key
}

// jsonPairs lists the texts of JSON, also of a part of a file.
func jsonPairs(s string) []pair {
	type frame struct {
		key  string
		list bool
	}
	var stack []frame
	var out []pair
	key, haveKey := "", false
	names := func() (string, string) {
		in, all := "", ""
		for _, f := range stack {
			if f.key != "" {
				in = f.key
				all += "/" + f.key
			}
		}
		return in, all
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '{', '[':
			if len(stack) < 100 {
				stack = append(stack, frame{key, c == '['})
			}
			key, haveKey = "", false
		case '}', ']':
			if len(stack) > 0 {
				stack = stack[:len(stack)-1]
			}
			key, haveKey = "", false
		case ',':
			key, haveKey = "", false
		case '/':
			if strings.HasPrefix(s[i:], "//") {
				for i < len(s) && s[i] != '\n' {
					i++
				}
			}
		case '"':
			start := i + 1
			var b strings.Builder
			for i++; i < len(s) && s[i] != '"' && s[i] != '\n'; {
				if s[i] == '\\' {
					i = pyEscape(&b, s, i)
					continue
				}
				b.WriteByte(s[i])
				i++
			}
			j := i + 1
			for j < len(s) && strings.IndexByte(" \t\r\n", s[j]) >= 0 {
				j++
			}
			if !haveKey && j < len(s) && s[j] == ':' {
				key, haveKey = b.String(), true
				i = j
				continue
			}
			in, all := names()
			if haveKey {
				out = append(out, pair{key, b.String(), in, all, start, false})
				haveKey = false
			} else if len(stack) > 0 && stack[len(stack)-1].list {
				out = append(out, pair{stack[len(stack)-1].key, b.String(), in, all, start, true})
			}
		}
	}
	return out
}

// packageScripts lists the scripts of package.json and composer.json.
func packageScripts(text string) []Script {
	var out []Script
	for _, p := range jsonPairs(text) {
		if p.in != "scripts" && !(p.in == "" && !metadata(p.key) && !version(p.value)) && p.in != "tasks" {
			if !strings.HasPrefix(p.path, "/scripts/") {
				continue
			}
		}
		when := "as a script of the package"
		if lifecycle(p.key) {
			when = "when the package is installed"
		}
		out = append(out, Script{Text: p.value, When: when, Start: p.start})
	}
	return out
}

// lifecycle tells whether a package's script of that name runs by itself.
func lifecycle(name string) bool {
	switch name {
	case "preinstall", "install", "postinstall", "prepare", "prepublish", "preprepare", "postprepare", "prepublishOnly", "prepack", "postpack", "dependencies",
		"post-install-cmd", "pre-install-cmd", "post-update-cmd", "pre-update-cmd", "post-autoload-dump", "pre-autoload-dump", "post-create-project-cmd":
		return true
	}
	return false
}

// metadata tells whether a key of package.json is no script.
func metadata(key string) bool {
	switch key {
	case "name", "version", "description", "main", "module", "types", "typings", "type", "license", "author", "homepage", "repository", "url", "email", "node", "npm", "pnpm", "yarn", "packageManager", "exports", "import", "require", "default", "bin", "browser", "unpkg", "engines", "directory", "funding", "registry", "access", "extends", "preset", "testEnvironment", "sideEffects":
		return true
	}
	return strings.HasPrefix(key, "@") || strings.HasPrefix(key, ".")
}

// version tells whether a text is a version, a range, or where a package is.
func version(v string) bool {
	v = strings.TrimSpace(v)
	if v == "" || v == "*" || v == "latest" || v == "next" || v == "x" {
		return true
	}
	for _, p := range [...]string{"workspace:", "npm:", "file:", "link:", "catalog:", "git+", "git:", "http:", "https:", "github:", "patch:", "portal:"} {
		if strings.HasPrefix(v, p) {
			return true
		}
	}
	w := strings.TrimLeft(v, "^~<>=v ")
	return w != "" && (w[0] >= '0' && w[0] <= '9' || w[0] == '*')
}

// makeScripts lists the recipes of a makefile, with what make itself writes
// turned into shell, and variables put in whose value the file gives.
func makeScripts(p, text string) []Script {
	just := strings.Contains(strings.ToLower(path.Base(p)), "justfile")
	vars := map[string]string{}
	target := ""
	var out []Script
	lines := strings.Split(text, "\n")
	at := 0
	for i := 0; i < len(lines); i++ {
		start := at
		l := lines[i]
		at += len(l) + 1
		for strings.HasSuffix(l, "\\") && i+1 < len(lines) {
			i++
			l = l[:len(l)-1] + " " + strings.TrimLeft(lines[i], "\t ")
			at += len(lines[i]) + 1
		}
		recipe := strings.HasPrefix(l, "\t") || just && strings.HasPrefix(l, " ")
		body := strings.TrimSpace(l)
		switch {
		case body == "" || strings.HasPrefix(body, "#"):
		case recipe:
			lead := strings.TrimLeft(body, "@-+ ")
			from := start + max(strings.IndexFunc(text[start:], func(r rune) bool { return !strings.ContainsRune("\t @-+", r) }), 0)
			when := "on make"
			if target != "" {
				when = "on make " + target
			}
			if !just {
				lead = makeText(lead, vars)
			}
			out = append(out, Script{Text: lead, When: when, Start: from})
		default:
			if k := strings.IndexAny(l, "=:"); k > 0 {
				eq := strings.IndexByte(l, '=')
				if eq > 0 && (k == eq || l[eq-1] == ':' || l[eq-1] == '?' || l[eq-1] == '+' || l[eq-1] == '!') {
					name := strings.TrimSpace(strings.TrimRight(l[:eq], ":?+! "))
					name = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(name, "export "), "override "))
					value := strings.TrimSpace(l[eq+1:])
					if _, again := vars[name]; again {
						value = "$(" // given twice: not known
					}
					if len(vars) < 200 {
						vars[name] = value
					}
					if l[eq-1] == '!' {
						out = append(out, Script{Text: makeText(value, vars), When: "when make reads the file", Start: start})
					}
				} else {
					if head, _, ok := strings.Cut(l, ":"); ok {
						target = strings.TrimSpace(head)
					}
				}
			}
			for rest := l; ; { // $(shell ...)
				j := strings.Index(rest, "$(shell ")
				if j < 0 {
					break
				}
				rest = rest[j+len("$(shell "):]
				end := closingParen(rest)
				out = append(out, Script{Text: makeText(rest[:end], vars), When: "when make reads the file", Start: start})
				rest = rest[end:]
			}
		}
	}
	return out
}

// closingParen finds the bracket that closes one opened before s.
func closingParen(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return len(s)
}

// makeText turns a recipe line into shell text: $$ is $, $(NAME) its value or
// ${NAME}, $(shell x) is $(x), $@ and its kin are unknown.
func makeText(s string, vars map[string]string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '$' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		switch c := s[i+1]; {
		case c == '$':
			b.WriteByte('$')
			i++
		case c == '(' || c == '{':
			end := closingParen(s[i+2:])
			if c == '{' {
				if end = strings.IndexByte(s[i+2:], '}'); end < 0 {
					end = len(s) - i - 2
				}
			}
			name := s[i+2 : i+2+end]
			i += 2 + end
			switch cmd, isShell := strings.CutPrefix(name, "shell "); {
			case isShell:
				b.WriteString("$(" + makeText(cmd, vars) + ")")
			case name == "MAKE":
				b.WriteString("make")
			case name == "CURDIR" || name == "PWD":
				b.WriteString(".")
			default:
				if v, ok := vars[name]; ok && v != "" && !strings.Contains(v, "$") {
					b.WriteString(v)
				} else if plainName(name) {
					b.WriteString("${" + name + "}")
				} else {
					b.WriteString("${MAKE_UNKNOWN}")
				}
			}
		case c == '@' || c == '<' || c == '^' || c == '*' || c == '?' || c == '+' || c == '%':
			b.WriteString("${MAKE_TARGET}")
			i++
		default:
			b.WriteString("${" + s[i+1:i+2] + "}")
			i++
		}
	}
	return b.String()
}

func plainName(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isNamePart(s[i]) {
			return false
		}
	}
	return s != "" && isNameStart(s[0])
}

// jenkinsScripts lists sh '...' and its kin.
func jenkinsScripts(text string) []Script {
	var out []Script
	for i := 0; i < len(text); i++ {
		for _, word := range [...]string{"sh", "bat", "powershell", "pwsh"} {
			if !strings.HasPrefix(text[i:], word) || i > 0 && isNamePart(text[i-1]) {
				continue
			}
			j := i + len(word)
			for j < len(text) && (text[j] == ' ' || text[j] == '(') {
				j++
			}
			if rest, ok := strings.CutPrefix(text[j:], "script:"); ok {
				j = len(text) - len(strings.TrimLeft(rest, " "))
			}
			if j >= len(text) || text[j] != '\'' && text[j] != '"' {
				continue
			}
			q := text[j : j+1]
			if strings.HasPrefix(text[j:], q+q+q) {
				q += q + q
			}
			start := j + len(q)
			end := start
			for end < len(text) && !strings.HasPrefix(text[end:], q) {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end, len(text))
			out = append(out, Script{Text: text[start:end], When: "in CI", Start: start})
			i = end
			break
		}
	}
	return out
}

// dockerScripts lists what RUN runs.
func dockerScripts(text string) []Script {
	var out []Script
	lines := strings.Split(text, "\n")
	at := 0
	for i := 0; i < len(lines); i++ {
		start := at
		l := lines[i]
		at += len(l) + 1
		trimmed := strings.TrimSpace(l)
		word, rest, _ := strings.Cut(trimmed, " ")
		if !strings.EqualFold(word, "RUN") {
			continue
		}
		for strings.HasSuffix(strings.TrimRight(rest, " \t"), "\\") && i+1 < len(lines) {
			i++
			rest = strings.TrimSuffix(strings.TrimRight(rest, " \t"), "\\")
			if next := strings.TrimSpace(lines[i]); !strings.HasPrefix(next, "#") {
				rest += " " + next
			} else {
				rest += " \\"
			}
			at += len(lines[i]) + 1
		}
		for strings.HasPrefix(strings.TrimSpace(rest), "--") { // --mount=...
			_, rest, _ = strings.Cut(strings.TrimSpace(rest), " ")
		}
		if tag, ok := strings.CutPrefix(strings.TrimSpace(rest), "<<"); ok {
			tag = strings.Trim(strings.TrimPrefix(strings.Fields(tag + " ")[0], "-"), `"'`)
			var body []string
			for i+1 < len(lines) && strings.TrimSpace(lines[i+1]) != tag {
				i++
				body = append(body, lines[i])
				at += len(lines[i]) + 1
			}
			rest = strings.Join(body, "\n")
		}
		if strings.HasPrefix(strings.TrimSpace(rest), "[") {
			rest = shellWords(jsonTexts(rest))
		}
		out = append(out, Script{Text: rest, When: "when the image is built", Start: start})
	}
	return out
}

// jsonTexts lists the texts in a JSON list.
func jsonTexts(s string) []string {
	var out []string
	for _, p := range jsonPairs("{\"x\":" + s + "}") {
		out = append(out, p.value)
	}
	return out
}

// shellWords writes a command line as shell text; the text behind sh -c
// stands for itself.
func shellWords(words []string) string {
	if len(words) >= 3 && (words[1] == "-c" || words[1] == "-lc" || words[1] == "-ec") && strings.HasSuffix(words[0], "sh") {
		return words[2]
	}
	out := make([]string, len(words))
	for i, w := range words {
		if plainWord(w) {
			out[i] = w
		} else {
			out[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

func plainWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isNamePart(s[i]) && strings.IndexByte("-./:@=,+", s[i]) < 0 {
			return false
		}
	}
	return s != ""
}

// iniScripts lists commands of tox and of task runners in pyproject.toml.
func iniScripts(text string) []Script {
	var out []Script
	section := ""
	in := false
	at := 0
	for _, l := range strings.Split(text, "\n") {
		start := at
		at += len(l) + 1
		t := strings.TrimSpace(l)
		switch {
		case strings.HasPrefix(t, "["):
			section = t
			in = false
		case strings.HasPrefix(t, "commands") || strings.HasPrefix(t, "commands_pre") || strings.HasPrefix(t, "commands_post"):
			in = true
			if _, v, ok := strings.Cut(t, "="); ok && strings.TrimSpace(v) != "" {
				out = append(out, Script{Text: strings.TrimSpace(v), When: "with the tests", Start: start})
			}
		case in && (strings.HasPrefix(l, " ") || strings.HasPrefix(l, "\t")) && t != "":
			out = append(out, Script{Text: t, When: "with the tests", Start: start})
		case strings.Contains(section, "tasks") || strings.Contains(section, "taskipy") || strings.Contains(section, "scripts]") && strings.Contains(section, "pdm"):
			in = false
			if _, v, ok := strings.Cut(t, "="); ok {
				out = append(out, Script{Text: strings.Trim(strings.TrimSpace(v), `"'`), When: "as a task", Start: start})
			}
		case t != "":
			in = false
		}
	}
	return out
}

// unitScripts lists the commands of services, timers and desktop entries.
func unitScripts(p, text string) []Script {
	var out []Script
	at := 0
	cron := strings.Contains(p, "cron")
	for _, l := range strings.Split(text, "\n") {
		start := at
		at += len(l) + 1
		t := strings.TrimSpace(l)
		if key, v, ok := strings.Cut(t, "="); ok && (strings.HasPrefix(key, "Exec") || key == "TryExec" || key == "PROGRAM" || key == "RUN+") {
			out = append(out, Script{Text: strings.TrimLeft(strings.TrimSpace(v), "-@:+!"), When: "as a service", Start: start})
			continue
		}
		if cron && t != "" && t[0] != '#' {
			fields := strings.Fields(t)
			skip := 5
			if strings.HasPrefix(t, "@") {
				skip = 1
			}
			if strings.Contains(p, "cron.d") || strings.HasSuffix(p, "/etc/crontab") {
				skip++ // the user
			}
			if len(fields) > skip && !strings.Contains(fields[0], "=") {
				out = append(out, Script{Text: strings.Join(fields[skip:], " "), When: "on a schedule", Start: start})
			}
		}
	}
	if strings.HasSuffix(p, ".plist") {
		var words []string
		for rest := text; ; {
			i := strings.Index(rest, "<string>")
			if i < 0 {
				break
			}
			rest = rest[i+len("<string>"):]
			v, _, _ := strings.Cut(rest, "</string>")
			words = append(words, v)
		}
		if len(words) > 1 {
			out = append(out, Script{Text: shellWords(words[1:]), When: "as a service"})
		}
	}
	return out
}

// agentScripts lists the commands in settings of agents and editors.
func agentScripts(p, text string) []Script {
	var out []Script
	pairs := jsonPairs(text)
	for i, q := range pairs {
		switch {
		case q.list:
			continue
		case q.key == "command" || strings.HasSuffix(q.key, "Command") || q.key == "shell" && !strings.Contains(q.path, "options"):
			words := []string{q.value}
			for _, a := range pairs[i+1:] {
				if a.list && a.key == "args" && strings.HasPrefix(a.path, q.path) {
					words = append(words, a.value)
					continue
				}
				if !a.list && a.key == q.key {
					break
				}
			}
			text := q.value
			if len(words) > 1 {
				text = shellWords(append(strings.Fields(q.value), words[1:]...))
			}
			when := "by the agent or the editor"
			switch {
			case strings.Contains(q.path, "hooks"):
				when = "as a hook of the agent"
			case strings.Contains(strings.ToLower(q.path), "mcp"), strings.Contains(q.path, "servers"):
				when = "as an MCP server"
			}
			out = append(out, Script{Text: text, When: when, Start: q.start})
		}
	}
	if strings.HasSuffix(p, ".toml") {
		at := 0
		for _, l := range strings.Split(text, "\n") {
			if key, v, ok := strings.Cut(l, "="); ok && (strings.TrimSpace(key) == "command" || strings.TrimSpace(key) == "notify") {
				words := jsonTexts("[" + strings.Trim(strings.TrimSpace(v), "[]") + "]")
				if len(words) > 0 {
					out = append(out, Script{Text: shellWords(words), When: "by the agent or the editor", Start: at})
				}
			}
			at += len(l) + 1
		}
	}
	return out
}

// gitScripts lists what git runs by its settings.
func gitScripts(text string) []Script {
	var out []Script
	at := 0
	for _, l := range strings.Split(text, "\n") {
		start := at
		at += len(l) + 1
		key, v, ok := strings.Cut(l, "=")
		if !ok {
			continue
		}
		key = strings.ToLower(strings.TrimSpace(key))
		v = strings.Trim(strings.TrimSpace(v), `"`)
		switch {
		case strings.HasPrefix(v, "!"):
			out = append(out, Script{Text: strings.ReplaceAll(v[1:], `\"`, `"`), When: "by git", Start: start})
		case key == "fsmonitor" && v != "true" && v != "false", key == "sshcommand", key == "pager", key == "editor", key == "textconv", key == "clean", key == "smudge", key == "process", key == "askpass", key == "external", key == "cmd", key == "program", key == "proxycommand", key == "command":
			out = append(out, Script{Text: v, When: "by git", Start: start})
		}
	}
	return out
}

// spawners start a program: what they are called, by the end of the name.
var spawners = [...]string{"Command::new", "exec.Command", "exec.CommandContext", "ProcessBuilder", ".exec", "commandLine", "system", "popen", "execvp", "execlp", "Process.Start", "ProcessStartInfo"}

// spawnMarks are their beginnings.
var spawnMarks = sync.OnceValue(func() *marks {
	m := &marks{}
	for _, s := range spawners {
		m.add(s)
	}
	return m
})

// spawned lists the command lines that compiled languages start, as far as
// they are literal: Command::new("x").args(["a"]), exec.Command("x", "a"),
// ProcessBuilder("x", "a"), commandLine("x", "a"), system("x").
func spawned(text string) []Script {
	if !spawnMarks().in(text) {
		return nil
	}
	var out []Script
	for i := 0; i < len(text); i++ {
		if text[i] != '(' && text[i] != ' ' {
			continue
		}
		head := text[max(0, i-32):i]
		hit := false
		for _, w := range spawners {
			if strings.HasSuffix(head, w) && (len(head) == len(w) || !isNamePart(head[len(head)-len(w)-1]) || w[0] == '.') {
				hit = true
			}
		}
		if !hit {
			continue
		}
		end := statementEnd(text, i)
		words := literals(text[i:end])
		if len(words) == 0 {
			continue
		}
		s := shellWords(words)
		if len(words) == 1 {
			s = words[0]
		}
		out = append(out, Script{Text: s, When: "when the program runs", Start: i})
		i = end - 1
		if len(out) > 50 {
			break
		}
	}
	return out
}

// maxStatement bounds how far a statement is followed, in bytes.
const maxStatement = 4 << 10

// statementEnd finds where a statement that is under way at i ends.
func statementEnd(s string, i int) int {
	s = s[:min(len(s), i+maxStatement)]
	depth := 0
	for ; i < len(s); i++ {
		switch c := s[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
			if depth < 0 {
				return i
			}
		case ';':
			if depth == 0 {
				return i
			}
		case '\n':
			if depth == 0 {
				rest := strings.TrimLeft(s[i:], " \t\r\n")
				if !strings.HasPrefix(rest, ".") {
					return i
				}
			}
		case '"', '\'', '`':
			for i++; i < len(s) && s[i] != c; i++ {
				if s[i] == '\\' {
					i++
				}
				if i < len(s) && s[i] == '\n' && c == '\'' {
					break
				}
			}
		}
	}
	return len(s)
}

// literals lists the texts in double quotes.
func literals(s string) []string {
	var out []string
	for i := 0; i < len(s); i++ {
		if s[i] != '"' && s[i] != '`' {
			continue
		}
		q := s[i]
		var b strings.Builder
		for i++; i < len(s) && s[i] != q; {
			if s[i] == '\\' && q == '"' {
				i = pyEscape(&b, s, i)
				continue
			}
			b.WriteByte(s[i])
			i++
		}
		out = append(out, b.String())
	}
	return out
}

package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// powershell reads PowerShell or cmd text. What it can prove are simple
// commands of plain words, alone, one after the other, or handing their output
// on; all else is not understood. What does harm is searched for in all of it,
// however it is written (ps_find.go).
func (t *cmd) powershell(text string) {
	if strings.TrimSpace(text) == "" {
		t.unsure("an empty command")
		return
	}
	f := &psFinder{t: t}
	f.search(text)
	s := readPS(text)
	if !s.plain {
		t.unsure("text of PowerShell beyond simple commands is not followed")
		return
	}
	if len(s.stmts) == 0 {
		t.unsure("an empty command")
		return
	}
	at := t.base
	for _, st := range s.stmts {
		one := &cmd{r: t.r, idx: t.idx, sh: t.sh, base: at}
		one.psSimple(st)
		at = one.base
	}
}

// psSimple proves one command of plain words.
func (t *cmd) psSimple(st psStmt) {
	words := make([]shell.Word, len(st.words))
	for i, w := range st.words {
		words[i] = psShellWord(w)
	}
	name := strings.TrimSuffix(strings.ToLower(words[0].Text), ".exe")
	t.name, t.own = name, name
	if words[0].Text != st.words[0].raw { // a text, not a command
		t.unsure("a quoted text in place of a command", words[0])
		return
	}
	switch p, s, ok := psRow(name); {
	case ok:
		if name != "where.exe" && strings.HasSuffix(strings.ToLower(words[0].Text), ".exe") && s.style != stylePlain {
			t.unsure("the program "+clip(words[0].Text)+" is not known", words[0])
			return
		}
		t.name = p.Name
		t.psApply(p, s, words[1:])
	case psNative(name):
		for i := 1; i < len(words); i++ {
			if w := words[i].Text; strings.HasPrefix(w, "//") || strings.Contains(strings.ReplaceAll(w, "://", ""), ":/") {
				t.unsure("the place "+clip(words[i].Raw)+" is not followed", words[i])
				return
			}
		}
		words[0].Text = name
		t.run(words)
	default:
		t.unsure("the command "+clip(st.words[0].text)+" is not known in PowerShell", words[0])
	}
}

// psRow finds the row of a command of PowerShell's.
func psRow(name string) (Program, *spec, bool) {
	for range 3 {
		p, ok := search(tablePowerShell, name)
		if !ok {
			return Program{}, nil, false
		}
		s := parsed(p.Spec)
		if s.alias == "" {
			return p, s, true
		}
		name = s.alias
	}
	return Program{}, nil, false
}

// psApply reads a command of PowerShell's by its row. Parameters are written
// in any case and may be cut short; a value may follow a colon.
func (t *cmd) psApply(p Program, s *spec, words []shell.Word) {
	var out []shell.Word
	for _, w := range words {
		if s.style != styleLong || len(w.Text) < 2 || w.Text[0] != '-' || isNumber(w.Text) || w.Raw != w.Text {
			if s.style == styleLong && !t.psPlace(w) {
				return
			}
			out = append(out, w)
			continue
		}
		name, value, colon := strings.Cut(strings.ToLower(w.Text), ":")
		full := ""
		for i := range s.options {
			for _, n := range s.options[i].names {
				if n == name {
					full = n
				}
			}
		}
		if full == "" {
			for i := range s.options {
				if n := s.options[i].names[0]; strings.HasPrefix(n, name) {
					if full != "" {
						t.unsure("the parameter "+clip(w.Text)+" may be one of several", w)
						return
					}
					full = n
				}
			}
		}
		if full == "" || colon && value == "" {
			t.unsure("the parameter "+clip(w.Text)+" is not known", w)
			return
		}
		w.Text = full
		out = append(out, w)
		if colon {
			v := w
			v.Text, v.Raw = w.Raw[len(name)+1:], w.Raw[len(name)+1:]
			if !t.psPlace(v) {
				return
			}
			out = append(out, v)
		}
	}
	t.args, t.all = out, out
	t.apply(s)
}

// psPlace looks at a word that may name a place that is no file below a
// folder: an environment, the registry, another drive, another machine.
func (t *cmd) psPlace(w shell.Word) bool {
	low := strings.ToLower(w.Text)
	switch {
	case strings.HasPrefix(low, "env:"):
		t.readEnvironment()
		t.unsure("it shows the environment, in which credentials are kept", w)
	case strings.Contains(low, "::"), strings.HasPrefix(low, "//"):
		t.unsure("the place "+clip(w.Text)+" is not followed", w)
	case driveOf(low) != "":
		drive := driveOf(low)
		if len(drive) > 1 {
			t.unsure("the place "+clip(w.Text)+" is not followed", w)
			return false
		}
		return t.psDrive(w)
	case strings.Contains(low, ":") && strings.ContainsAny(low, "/.") && !strings.Contains(low, " "): // a stream of a file
		t.unsure("the place "+clip(w.Text)+" is not followed", w)
	case strings.Contains(low, "~1"), strings.Contains(low, "./") && strings.Contains(strings.ReplaceAll(strings.ReplaceAll("/"+low, "/../", "/"), "/./", "/"), "./"):
		t.unsure("the place "+clip(w.Text)+" has another spelling", w)
	default:
		return true
	}
	return false
}

// psDrive looks at a path on a drive, which is followed for what it names
// only: credentials are found, all else is for a person.
func (t *cmd) psDrive(w shell.Word) bool {
	p := strings.ToLower(w.Text[2:])
	if g, what := windowsSecret(p); g != secret.None {
		t.readSecret(w.Text, g, what, w)
		return false
	}
	switch t.name {
	case "get-childitem", "get-content", "get-item", "test-path", "resolve-path", "select-string", "get-filehash":
		if strings.ContainsAny(p, "*?") && strings.Count(p, "/") < 3 {
			break // a pattern high up may match anything
		}
		t.does(Read, w.Text, w)
		return false
	}
	t.unsure("what it changes on the drive "+clip(w.Text[:2])+" is not followed", w)
	return false
}

// windowsSecret tells what credentials a path of Windows names, in small
// letters, slashes and without its drive.
func windowsSecret(p string) (secret.Grade, string) {
	for _, s := range [...]struct{ part, what string }{
		{"/windows/system32/config/", "the store of the machine's accounts"}, {"/ntds.dit", "the store of a domain's accounts"}, {"/microsoft/credentials", "stored credentials"},
		{"/microsoft/protect", "the keys of stored credentials"}, {"/microsoft/vault", "stored credentials"}, {"/login data", "passwords that a browser keeps"},
		{"/cookies", "sign-ins that a browser keeps"}, {"/logins.json", "passwords that a browser keeps"}, {"/consolehost_history.txt", "what was typed before"},
		{"/unattend.xml", "a password of the machine's set-up"}, {"/ntuser.dat", "a person's registry"}, {"/gcloud/", "credentials of Google Cloud"}, {"/.azure/", "credentials of Azure"},
	} {
		if strings.Contains(p, s.part) {
			return secret.Store, s.what
		}
	}
	home := ""
	if parts := strings.SplitN(strings.TrimPrefix(p, "/"), "/", 3); len(parts) == 3 && parts[0] == "users" {
		home = "/" + parts[0] + "/" + parts[1]
	}
	return secret.Look(p, home)
}

// driveOf gives the drive of a path: "c" of C:\x, "hklm" of HKLM:\x; empty for
// none.
func driveOf(s string) string {
	i := strings.IndexByte(s, ':')
	if i <= 0 || i > 12 || strings.HasPrefix(s[i:], "://") {
		return ""
	}
	for j := 0; j < i; j++ {
		if !isLetter(s[j]) {
			return ""
		}
	}
	if i > 1 && !(i+1 == len(s) || s[i+1] == '/' || s[i+1] == '\\') {
		return ""
	}
	return strings.ToLower(s[:i])
}

// psShellWord is a plain word as the roles take it: backslashes part folders.
func psShellWord(w psWord) shell.Word {
	text := strings.ReplaceAll(w.text, `\`, "/")
	return shell.Word{Text: text, Known: true, Raw: w.raw, Glob: !w.quoted && strings.ContainsAny(text, "*?")}
}

// specialPowerShell are the readers of commands of PowerShell's.
func specialPowerShell(name string) func(*cmd) {
	switch name {
	case "ps-new-item":
		return (*cmd).psNewItem
	case "ps-move":
		return (*cmd).psMove
	case "ps-findstr":
		return (*cmd).psFindstr
	case "ps-list":
		return (*cmd).psList
	case "ps-whoami":
		return (*cmd).psWhoami
	case "ps-host":
		return (*cmd).psHost
	}
	return nil
}

// psNewItem makes a file or a folder. A link is another name for what is
// elsewhere.
func (t *cmd) psNewItem() {
	kind, _ := t.value("-itemtype")
	path, ok := t.value("-path")
	if !ok && len(t.pos) == 1 {
		path, ok = t.pos[0], true
	}
	switch k := strings.ToLower(kind.Text); {
	case !ok || len(t.pos) > 1:
		t.unsure("what it makes is not said")
	case k == "directory":
		t.makeDir(path)
	case k == "file" || k == "":
		t.write(path, false)
	default:
		t.unsure("what it makes is not a file or folder", kind)
	}
}

// psMove moves what one word names to where another says.
func (t *cmd) psMove() {
	words := t.pos
	if v, ok := t.value("-path"); ok {
		words = append([]shell.Word{v}, words...)
	}
	if v, ok := t.value("-destination"); ok {
		words = append(words, v)
	}
	if len(words) != 2 {
		t.unsure("what it moves where is not said")
		return
	}
	for _, w := range words {
		if strings.HasPrefix(w.Text, "-") {
			t.unsure("what it moves where is not said", w)
			return
		}
	}
	t.nested(append([]shell.Word{word("mv"), word("--")}, words...))
}

// psFindstr reads the files that findstr searches.
func (t *cmd) psFindstr() {
	pattern := false
	for _, w := range t.args {
		if strings.HasPrefix(w.Text, "/") {
			low := strings.ToLower(w.Text)
			switch {
			case strings.HasPrefix(low, "/c:"):
				pattern = true
			case len(low) <= 8 && strings.Trim(low[1:], "binsvxmeolpr") == "":
			default:
				t.unsure("the option "+clip(w.Text)+" is not known", w)
			}
			continue
		}
		if !pattern {
			pattern = true
			continue
		}
		if t.psPlace(w) {
			t.read(w)
		}
	}
	t.does(Print, "")
}

// psList lists folders, with options after a slash.
func (t *cmd) psList() {
	for _, w := range t.args {
		if len(w.Text) == 2 && w.Text[0] == '/' {
			continue
		}
		if t.psPlace(w) {
			t.list(w)
		}
	}
	t.does(Print, "")
}

// psWhoami says who is signed in.
func (t *cmd) psWhoami() {
	for _, w := range t.args {
		if strings.HasPrefix(strings.ToLower(w.Text), "/all") {
			break
		}
		if !strings.HasPrefix(w.Text, "/") {
			t.unsure("the option "+clip(w.Text)+" is not known", w)
		}
	}
	t.does(Print, "")
}

// psHost reads a shell's call of PowerShell or cmd: the text that it is given.
func (t *cmd) psHost() {
	var raw []string
	for _, w := range t.args {
		if !w.Known {
			t.unsure("the text that it runs is not known", w)
			return
		}
		raw = append(raw, w.Text)
	}
	name := strings.TrimSuffix(strings.ToLower(t.own), ".exe")
	text, kind := psCommandLine(name, raw)
	switch kind {
	case psInline:
		t.powershell(text)
	case psEncoded:
		t.find(Run, "dynamic-code", "", "runs text that is hidden by encoding")
		if plain, ok := decodePS(text); ok {
			(&psFinder{t: t}).search(plain)
		}
	case psFile:
		t.unsure("scripts of PowerShell are not looked into")
	case psNothing:
		t.does(Print, "")
	default:
		t.unsure("what it runs is not known")
	}
	for _, w := range t.args {
		if low := strings.ToLower(w.Text); strings.HasPrefix(low, "bypass") || low == "unrestricted" {
			t.find(Run, "disarm-flag", "", "lets unsigned scripts run", w)
		}
	}
}

// psKind is how PowerShell or cmd is told what to run.
type psKind uint8

const (
	psUnknown psKind = iota
	psInline
	psEncoded
	psFile
	psNothing
)

// psCommandLine finds in the arguments of powershell, pwsh or cmd what they
// are to run.
func psCommandLine(name string, args []string) (text string, kind psKind) {
	if name == "cmd" {
		for i, a := range args {
			low := strings.ToLower(a)
			if strings.HasPrefix(low, "/c") || strings.HasPrefix(low, "/k") || strings.HasPrefix(low, "/r") {
				rest := strings.TrimSpace(a[2:] + " " + strings.Join(args[i+1:], " "))
				return rest, psInline
			}
			if !strings.HasPrefix(a, "/") {
				return "", psUnknown
			}
		}
		return "", psUnknown
	}
	for i := 0; i < len(args); i++ {
		low := strings.ToLower(args[i])
		if low != "" && low[0] == '/' {
			low = "-" + low[1:]
		}
		isParam := func(full string, least int) bool {
			return len(low) >= least && strings.HasPrefix(full, low)
		}
		switch {
		case low == "-?" || low == "-help" || low == "--help" || low == "-version" && i+1 == len(args) || low == "--version":
			return "", psNothing
		case isParam("-command", 2), isParam("-commandwithargs", 9):
			return strings.Join(args[i+1:], " "), psInline
		case isParam("-encodedcommand", 2), low == "-ec":
			if i+1 < len(args) {
				return args[i+1], psEncoded
			}
			return "", psUnknown
		case isParam("-file", 2):
			return "", psFile
		case isParam("-noprofile", 4), isParam("-nologo", 4), isParam("-noninteractive", 5), isParam("-noexit", 4), isParam("-mta", 4), isParam("-sta", 4), isParam("-login", 2):
		case isParam("-executionpolicy", 3), low == "-ep", isParam("-windowstyle", 2), isParam("-version", 2), isParam("-inputformat", 3), isParam("-outputformat", 2), isParam("-workingdirectory", 3), low == "-wd", isParam("-configurationname", 9), isParam("-psconsolefile", 3), isParam("-settingsfile", 3):
			i++
		case strings.HasPrefix(low, "-"):
			return "", psUnknown
		case name == "powershell": // Windows PowerShell takes what stands there for a command
			return strings.Join(args[i:], " "), psInline
		default:
			return "", psFile
		}
	}
	return "", psUnknown
}

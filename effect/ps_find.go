package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// psFinder searches text of PowerShell or cmd for what does harm. It sees
// through quotes, escapes, joined and formatted texts, encodings and shells in
// shells; it only ever finds.
type psFinder struct {
	t        *cmd
	seen     int // texts looked at
	bytes    int // of them
	all      []psStmt
	computed bool // something is removed whose name is computed
	posts    bool // something is sent whose text is not a file's
}

// search looks through all of a text.
func (f *psFinder) search(text string) {
	f.text(text, 0)
	if f.computed { // a variable may stand for any place that the text names
		f.removesAny()
	}
	if f.posts {
		f.sendsAny()
	}
}

// echoes tells whether a command only shows the words after it.
func echoes(name string) bool {
	switch name {
	case "write-output", "write-host", "echo", "write", "write-verbose", "write-warning", "write-error", "write-debug", "rem", "::", "title", "get-help", "help", "man", "get-command", "gcm":
		return true
	}
	return false
}

// text looks through a text, and the texts in it.
func (f *psFinder) text(text string, depth int) {
	f.seen++
	f.bytes += len(text)
	if depth > 6 || f.seen > 200 || f.bytes > 4*maxPS || len(f.t.r.rep.Effects) > 1000 {
		f.t.unsure("texts stand too deep in each other to follow")
		return
	}
	text = foldPS(text)
	s := readPS(text)
	f.all = append(f.all, s.stmts...)
	shown := len(s.stmts) > 0
	for _, st := range s.stmts {
		shown = shown && echoes(psName(st))
	}
	if !shown {
		f.everywhere(text, depth)
	}
	for i := range s.stmts {
		f.stmt(s.stmts, i, depth)
		if st := s.stmts[i]; st.inner && len(st.words) == 1 && st.words[0].quoted && i+1 < len(s.stmts) && !s.stmts[i+1].inner { // & ('Remove-Item') C:\
			joined := psStmt{words: append(st.words[:1:1], s.stmts[i+1].words...), src: st.src + " " + s.stmts[i+1].src}
			f.stmt([]psStmt{joined}, 0, depth)
		}
	}
}

// psName is the command of a statement in small letters, past what may stand
// in front of it.
func psName(st psStmt) string {
	w := commandWords(st)
	if len(w) == 0 {
		return ""
	}
	return programName(w[0].text)
}

func programName(s string) string {
	s = strings.ToLower(strings.ReplaceAll(s, `\`, "/"))
	if !strings.ContainsAny(s, " ") {
		s = s[strings.LastIndexByte(s, '/')+1:]
	}
	return s
}

// commandWords are the words of a statement from its command on.
func commandWords(st psStmt) []psWord {
	w := st.words
	for len(w) > 0 {
		low := strings.ToLower(w[0].text)
		switch {
		case len(w) > 1 && strings.HasPrefix(low, "$") && (w[1].text == "=" || w[1].text == "+="):
			w = w[2:]
		case low == "." || low == "&" || low == "call" || low == "@" || low == "try" || low == "if" || low == "foreach" || low == "do" || low == "else" || low == "start" && len(w) > 1 && strings.HasPrefix(w[1].text, "/"), low == "return", low == "in", low == "%", low == "foreach-object", low == "/c", low == "/k", low == "then":
			w = w[1:]
		case strings.HasPrefix(low, "@") && len(low) > 1:
			w = append([]psWord{{text: w[0].text[1:], raw: w[0].raw}}, w[1:]...)
		default:
			return w
		}
	}
	return w
}

// stmt looks at one statement.
func (f *psFinder) stmt(all []psStmt, i, depth int) {
	t, st := f.t, all[i]
	words := commandWords(st)
	if len(words) == 0 {
		return
	}
	name := programName(words[0].text)
	ev := shell.Word{Raw: clip(st.src), Start: t.sh.Start, End: t.sh.End}
	f.redirects(st)
	if echoes(name) {
		return
	}
	bare := strings.TrimSuffix(name, ".exe")
	args := words[1:]
	switch bare {
	case "powershell", "pwsh", "cmd":
		var raw []string
		for _, a := range args {
			raw = append(raw, a.text)
		}
		inner, kind := psCommandLine(bare, raw)
		switch kind {
		case psEncoded:
			t.find(Run, "dynamic-code", "", "runs text that is hidden by encoding", ev)
			if plain, ok := decodePS(inner); ok {
				f.text(plain, depth+1)
			}
		case psInline:
			f.text(inner, depth+1)
		}
		for _, a := range raw {
			if low := strings.ToLower(a); low == "bypass" || low == "unrestricted" {
				t.find(Run, "disarm-flag", "", "lets unsigned scripts run", ev)
			}
		}
		return
	case "remove-item", "ri", "rm", "rmdir", "rd", "del", "erase", "clear-content", "clc", "rimraf", "unlink":
		f.removes(all, i, bare, args, ev)
		return
	case "iex", "invoke-expression":
		f.evaluates(all, i, args, ev, depth)
	case "start-process", "saps", "start":
		f.starts(args, depth)
	case "set-content", "add-content", "out-file", "sc", "ac", "tee-object", "new-item", "ni", "export-csv", "export-clixml", "move-item", "copy-item", "mi", "ci", "cpi", "copy", "move", "cp", "mv", "xcopy", "robocopy", "mklink", "ren", "rename-item", "rni", "tee":
		for _, a := range args {
			f.writes(a, ev)
		}
	case "invoke-webrequest", "iwr", "invoke-restmethod", "irm", "curl", "wget":
		f.requests(args, ev)
	}
	f.risks(name, bare, args, ev)
	for _, w := range words { // a text that is handed on as a command
		if strings.ContainsAny(w.text, " ") && w.quoted && !psNative(bare) {
			f.text(w.text, depth+1)
		}
	}
}

// risks holds a command against the table of risks.
func (f *psFinder) risks(name, bare string, args []psWord, ev shell.Word) {
	for i := range psRisks {
		r := &psRisks[i]
		if !hasField(r.names, name) && !hasField(r.names, bare) {
			continue
		}
		if r.with != "" && !anyWord(args, r.with) {
			continue
		}
		if bare == "net" && len(args) > 0 && len(args) < 2 && !anyWord(args, "stop") {
			continue // net user, alone: lists
		}
		f.t.find(System, r.entry, "", r.why, ev)
	}
}

func hasField(list, want string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == want {
			return true
		}
	}
	return false
}

// anyWord tells whether one of the words in list begins one of args.
func anyWord(args []psWord, list string) bool {
	for _, a := range args {
		low := strings.ToLower(a.text)
		for w := range strings.FieldsSeq(list) {
			if low == w || len(w) > 3 && strings.Contains(low, w) || (w[0] == '/' || w[0] == '-') && strings.HasPrefix(low, w+":") {
				return true
			}
		}
	}
	return false
}

// everywhere looks for calls of .NET and the like, which are no commands.
func (f *psFinder) everywhere(text string, depth int) {
	t := f.t
	low := strings.ToLower(strings.NewReplacer("`", "", "^", "", `"`, "", "'", "", " ", "").Replace(asciiPS(text)))
	ev := shell.Word{Raw: clip(text), Start: t.sh.Start, End: t.sh.End}
	for _, d := range [...]string{"directory]::delete(", "file]::delete(", ".deletesubdirectory", "deletedirectory(", "deletefile("} {
		if i := strings.Index(low, d); i >= 0 {
			f.dotnetRemoval(text, ev)
		}
	}
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(low, p) {
				return true
			}
		}
		return false
	}
	fetched := has("downloadstring(", "downloaddata(", "downloadfile(", "openread(", "invoke-webrequest", "invoke-restmethod", "iwr", "irm", "webclient", "bitstransfer", "curl", "wget", "certutil")
	evals := has("iex", "invoke-expression", ".invoke(", "scriptblock]::create(", ".invokescript(", "assembly]::load", "[activator]::", ".invokecommand.")
	switch {
	case has("downloadstring(", "downloaddata(") && evals, has("|iex", "|invoke-expression") && fetched, has("iex(", "invoke-expression(") && fetched, has("downloadfile("):
		t.find(Run, "download-and-run", "", "fetches code and runs it, or leaves it to be run", ev)
	case has("assembly]::load", "add-type-typedefinition", "dllimport", "virtualalloc", "getdelegateforfunctionpointer", "reflection.emit"):
		t.find(Run, "dynamic-code", "", "loads code that is not a program of the project", ev)
	case has("scriptblock]::create(", ".invokescript(", "$env:comspec[", "$pshome[", "$shellid["), evals && has("frombase64string", "-join", "[char]", "-bxor", "io.compression", "gzipstream", "deflatestream", ".replace(", "-replace", "[::-1]", "tochararray"):
		t.find(Run, "dynamic-code", "", "builds text and runs it", ev)
	}
	if has("amsiutils", "amsiinitfailed", "amsiscanbuffer", "etweventwrite") {
		t.find(Run, "control-off", "", "switches the scanner of scripts off", ev)
	}
	if has("win32_shadowcopy") {
		t.find(Delete, "backup-deletion", "", "touches the copies from which files are restored", ev)
	}
	if has("/currentversion/run", `\currentversion\run`, "startmenu/programs/startup", `startmenu\programs\startup`, "winlogon", "imagefileexecutionoptions") && !has("get-itemproperty", "regquery") {
		t.find(System, "persistence", "", "sets something up that starts by itself", ev)
	}
	if has("net.sockets.tcpclient", "tcpclient(", "udpclient(") {
		t.find(Channel, "tunnel-or-reverse-shell", "", "opens a connection of its own", ev)
	}
	if has("comsvcs.dll", "minidump", "lsass") {
		t.find(Read, "credential-hunt", "", "looks for credentials in another program", ev)
	}
	if has("setenvironmentvariable(") && has("machine", "user") {
		t.find(System, "persistence", "", "changes the environment for good", ev)
	}
	if i := strings.Index(low, "frombase64string("); i >= 0 {
		rest := low[i+len("frombase64string("):]
		if j := strings.IndexByte(rest, ')'); j > 0 {
			if k := indexFold(text, rest[:min(j, len(rest))]); k >= 0 && k+j <= len(text) {
				if plain, ok := decodePS(text[k : k+j]); ok {
					f.text(plain, depth+1)
				}
			}
		}
	}
}

// evaluates looks at text that is run as a command.
func (f *psFinder) evaluates(all []psStmt, i int, args []psWord, ev shell.Word, depth int) {
	f.t.find(Run, "dynamic-code", "", "runs a text as a command", ev)
	for _, a := range args {
		if !strings.HasPrefix(a.text, "-") {
			f.text(a.text, depth+1)
		}
	}
	if all[i].piped && i > 0 && len(all[i-1].words) == 1 && all[i-1].words[0].quoted {
		f.text(all[i-1].words[0].text, depth+1)
	}
}

// starts looks at a program that is started by name.
func (f *psFinder) starts(args []psWord, depth int) {
	var line []string
	for k := 0; k < len(args); k++ {
		low := strings.ToLower(args[k].text)
		switch {
		case low == "-verb" || low == "-windowstyle" || low == "-workingdirectory" || low == "-credential" || strings.HasPrefix(low, "-redirect"):
			k++
		case strings.HasPrefix(low, "-filepath"), strings.HasPrefix(low, "-argumentlist"), strings.HasPrefix(low, "-args"), low == "-a":
		case strings.HasPrefix(low, "-wait"), strings.HasPrefix(low, "-nonewwindow"), strings.HasPrefix(low, "-passthru"), strings.HasPrefix(low, "/b"), strings.HasPrefix(low, "/wait"), strings.HasPrefix(low, "/min"):
		default:
			line = append(line, args[k].text)
		}
	}
	if len(line) > 0 {
		f.text(strings.Join(line, " "), depth+1)
	}
}

// requests looks at what is sent, and where to.
func (f *psFinder) requests(args []psWord, ev shell.Word) {
	t := f.t
	posts, file := false, ""
	for k, a := range args {
		low := strings.ToLower(a.text)
		next := ""
		if k+1 < len(args) {
			next = args[k+1].text
		}
		switch {
		case strings.HasPrefix(low, "-infile"), low == "-t", low == "-upload-file", low == "--upload-file":
			file = next
		case strings.HasPrefix(low, "-met") || low == "-x":
			posts = posts || !strings.EqualFold(next, "get") && !strings.EqualFold(next, "head")
		case strings.HasPrefix(low, "-bod"), low == "-d", strings.HasPrefix(low, "--data"), strings.HasPrefix(low, "-form"):
			posts = true
			if rest, ok := strings.CutPrefix(next, "@"); ok {
				file = rest
			}
		case strings.HasPrefix(low, "-skipcertificatecheck"), low == "-k", low == "--insecure":
			t.find(Fetch, "disarm-flag", "", "does not check whom it talks to", ev)
		case strings.Contains(low, "://"):
			t.fetch(word(strings.Trim(a.text, `"'`)))
		}
	}
	if file != "" {
		p := strings.ReplaceAll(file, `\`, "/")
		if driveOf(p) == "" && !strings.Contains(p, "$") {
			t.upload("", word(p))
			return
		}
		if driveOf(p) != "" {
			if g, what := windowsSecret(strings.ToLower(p[2:])); g > 0 {
				t.guard(Send, "data-exfiltration", "", "sends "+what, ev)
				return
			}
		}
		t.find(Send, "sensitive-location", "", "sends files to a host that is not known", ev)
		return
	}
	f.posts = f.posts || posts
}

// sendsAny finds what may be sent where what is sent is computed: whatever of
// value the text names.
func (f *psFinder) sendsAny() {
	t := f.t
	for _, st := range f.all {
		ev := shell.Word{Raw: clip(st.src), Start: t.sh.Start, End: t.sh.End}
		for _, w := range st.words {
			p := strings.ToLower(strings.ReplaceAll(w.text, `\`, "/"))
			if len(driveOf(p)) == 1 {
				p = p[2:]
			}
			if g, what := windowsSecret(p); g == secret.Store {
				t.guard(Send, "data-exfiltration", "", "sends "+what, ev)
				return
			}
			if strings.HasPrefix(p, "env:") || strings.Contains(p, "getenvironmentvariables") {
				t.guard(Send, "data-exfiltration", "", "sends the environment", ev)
				return
			}
		}
	}
}

// redirects looks at the files that a statement writes with > and >>.
func (f *psFinder) redirects(st psStmt) {
	for k, w := range st.words {
		if w.quoted {
			continue
		}
		i := strings.IndexByte(w.text, '>')
		if i < 0 {
			continue
		}
		target := psWord{text: strings.TrimLeft(w.text[i:], ">")}
		if target.text == "" && k+1 < len(st.words) {
			target = st.words[k+1]
		}
		if target.text != "" && !strings.HasPrefix(target.text, "&") && !strings.EqualFold(target.text, "nul") && !strings.EqualFold(target.text, "$null") {
			f.writes(target, shell.Word{Raw: clip(st.src), Start: f.t.sh.Start, End: f.t.sh.End})
		}
	}
}

// writes finds a word that names a file of the classes that only a person may
// let change, whatever it is then used for.
func (f *psFinder) writes(w psWord, ev shell.Word) {
	t := f.t
	low := strings.ToLower(strings.ReplaceAll(w.text, `\`, "/"))
	if strings.HasPrefix(low, "$profile") {
		t.guard(Write, "persistence", w.text, "changes what PowerShell runs when it starts", ev)
		return
	}
	if strings.HasPrefix(low, "$") || strings.HasPrefix(low, "-") || len(low) > 4096 || strings.Contains(low, "\n") {
		if !strings.HasPrefix(low, "$home/") && !strings.HasPrefix(low, "$env:userprofile/") {
			return
		}
		low = "~/" + low[strings.IndexByte(low, '/')+1:]
	}
	for _, variable := range [...]string{"%userprofile%/", "%homepath%/"} {
		if rest, ok := strings.CutPrefix(low, variable); ok {
			low = "~/" + rest
		}
	}
	if strings.Contains(low, "drivers/etc/hosts") {
		t.find(Write, "repoint", low, "changes which hosts names lead to", ev)
		return
	}
	for _, p := range []string{low, strings.ReplaceAll(w.text, `\`, "/")} {
		full := ""
		if d := driveOf(p); len(d) == 1 {
			full = p[2:]
		} else if d == "" {
			if pl := t.placeOf(p, false); pl.known {
				full = pl.path
			}
		}
		if full == "" {
			continue
		}
		if class, what := classOf(full, t.r.env.Place); class >= Protected {
			t.guard(Write, protectedEntry(full, what), full, "changes "+what, ev)
			return
		}
	}
}

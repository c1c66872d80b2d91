package effect

import (
	"strings"

	"automode/shell"
)

// removes looks at a removal: what it names itself, or is handed by what
// stands before it.
func (f *psFinder) removes(all []psStmt, i int, name string, args []psWord, ev shell.Word) {
	t := f.t
	before := len(t.r.rep.Guards)
	targets := psTargets(name, args)
	if len(targets) == 0 && i > 0 && all[i].piped { // what the commands before it list
		for k := i - 1; k >= 0; k-- {
			if w := commandWords(all[k]); len(w) > 1 {
				targets = append(targets, psTargets("", w[1:])...)
			}
			if !all[k].piped {
				if len(targets) == 0 && !strings.Contains(strings.ToLower(all[k].src), "-filter") && !strings.Contains(strings.ToLower(all[k].src), "-include") {
					targets = append(targets, psWord{text: "*"})
				}
				break
			}
		}
	}
	for _, w := range targets {
		f.computed = f.remove(w, ev) || f.computed
		if len(t.r.rep.Guards) > before {
			return
		}
	}
	if len(targets) == 0 {
		t.find(Delete, "unresolved-delete", "", "deletes what is not said here", ev)
	}
}

// removesAny guards what may be removed where its name is computed: whatever
// critical place the text names.
func (f *psFinder) removesAny() {
	t := f.t
	for _, st := range f.all {
		for _, w := range st.words {
			if !w.dyn && criticalWindows(w.text) {
				t.guard(Delete, "irreversible-local", w.text, "deletes "+clip(w.text), shell.Word{Raw: clip(st.src), Start: t.sh.Start, End: t.sh.End})
				return
			}
		}
	}
}

// psTargets are the words among args that name what is removed.
func psTargets(name string, args []psWord) []psWord {
	var out []psWord
	slashes := name == "rd" || name == "rmdir" || name == "del" || name == "erase"
	for k := 0; k < len(args); k++ {
		low := strings.ToLower(args[k].text)
		param, value, colon := strings.Cut(low, ":")
		switch {
		case args[k].quoted:
			out = append(out, args[k])
		case strings.HasPrefix(low, "-p") || strings.HasPrefix(low, "-lit") || strings.HasPrefix(low, "-lp"):
			if colon && value != "" {
				w := args[k]
				w.text = args[k].text[len(param)+1:]
				out = append(out, w)
			}
		case strings.HasPrefix(low, "-fi"), strings.HasPrefix(low, "-inc"), strings.HasPrefix(low, "-exc"), strings.HasPrefix(low, "-ea"), strings.HasPrefix(low, "-erroraction"), strings.HasPrefix(low, "-cred"), strings.HasPrefix(low, "-stream"), strings.HasPrefix(low, "-depth"):
			if !colon {
				k++
			}
		case strings.HasPrefix(low, "-") && len(low) > 1:
		case slashes && len(low) >= 2 && low[0] == '/' && strings.IndexByte("sqfpa", low[1]) >= 0 && (len(low) == 2 || low[2] == ':' || low[2] == '/'):
		case strings.HasPrefix(low, ">") || strings.HasPrefix(low, "2>") || low == "nul":
		case low != "":
			out = append(out, args[k])
		}
	}
	return out
}

// remove looks at one word that is removed; computed tells that what it stands
// for is not known.
func (f *psFinder) remove(w psWord, ev shell.Word) (computed bool) {
	t := f.t
	text := strings.ReplaceAll(w.text, `\`, "/")
	low := strings.ToLower(text)
	for _, p := range [...]string{"microsoft.powershell.core/filesystem::", "filesystem::", "//?/", "//./"} {
		if strings.HasPrefix(low, p) {
			text, low = text[len(p):], low[len(p):]
		}
	}
	switch {
	case criticalWindows(low):
		t.guard(Delete, "irreversible-local", low, "deletes "+clip(w.text), ev)
	case strings.HasPrefix(low, "$") || strings.HasPrefix(low, "%") || strings.HasPrefix(low, "!"):
		name, rest, sep := strings.Cut(low, "/")
		if sep && strings.Trim(rest, "*.") == "" || sep && !strings.HasPrefix(name, "$env:") && strings.HasPrefix(name, "$") && strings.ContainsAny(rest, "*") && strings.Count(rest, "/") == 0 {
			t.guard(Delete, "unresolved-delete", "", "deletes "+clip(w.text)+", whose value is not known and may be empty", ev)
			return false
		}
		t.find(Delete, "unresolved-delete", "", "deletes "+clip(w.text)+", whose value is not known", ev)
		return true
	case len(driveOf(low)) > 1:
		t.find(System, "system-service", "", "deletes from the registry or another store of the system's: "+clip(w.text), ev)
	case len(driveOf(low)) == 1 || strings.HasPrefix(low, "//"):
		full := low
		if len(driveOf(low)) == 1 {
			full = low[2:]
		}
		if class, what := classOf(full, t.r.env.Place); class >= Protected {
			t.guard(Delete, protectedEntry(full, what), low, "deletes "+what, ev)
			return false
		}
		t.find(Delete, "irreversible-local", low, "deletes "+clip(w.text), ev)
	case w.dyn:
		t.find(Delete, "unresolved-delete", "", "deletes "+clip(w.text)+", whose value is not known", ev)
		return true
	default:
		sw := ev
		sw.Text, sw.Known, sw.Glob = text, true, strings.ContainsAny(text, "*?")
		if strings.Trim(text, "*.") == "" && strings.Contains(text, "*") { // *.* matches everything
			sw.Text = "*"
		}
		t.delete(sw, true)
		if l := strings.ToLower(text); l != text {
			sw.Text = l
			if p := t.placeOf(l, false); p.known {
				if class, what := classOf(p.path, t.r.env.Place); class >= Protected {
					t.guard(Delete, protectedEntry(p.path, what), p.path, "deletes "+what, ev)
				}
			}
		}
	}
	return false
}

// dotnetRemoval looks at the texts of a call of .NET that deletes.
func (f *psFinder) dotnetRemoval(text string, ev shell.Word) {
	s := readPS(text)
	found := false
	for _, st := range s.stmts {
		for _, w := range st.words {
			if w.quoted || strings.HasPrefix(w.text, "$env:") || strings.HasPrefix(w.text, "$home") {
				found = true
				f.remove(w, ev)
			}
		}
	}
	if !found {
		f.t.find(Delete, "unresolved-delete", "", "deletes what is not known here", ev)
	}
}

// criticalWindows tells whether a word names a drive, a home, or a folder that
// the system stands on, or all that is right below one.
func criticalWindows(w string) bool {
	w = strings.ToLower(strings.Trim(strings.ReplaceAll(w, `\`, "/"), `"' `))
	for strings.HasSuffix(w, "/*") || strings.HasSuffix(w, "/") && len(w) > 1 || strings.HasSuffix(w, "/*.*") || strings.HasSuffix(w, "/.") {
		w = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(w, "/*.*"), "/*"), "/."), "/")
	}
	switch w {
	case "~", "$home", "${home}", "$env:userprofile", "${env:userprofile}", "%userprofile%", "%homepath%", "%homedrive%%homepath%", "$env:systemroot", "%systemroot%", "$env:windir", "%windir%",
		"$env:systemdrive", "%systemdrive%", "$env:homedrive", "%homedrive%", "$env:homepath", "$env:programfiles", "%programfiles%", "$env:programdata", "%programdata%", "$env:appdata", "%appdata%",
		"$env:localappdata", "%localappdata%", "$env:public", "%public%", "$env:allusersprofile", "%allusersprofile%", "$pshome":
		return true
	case "$pwd", "%cd%", "${pwd}", "$pwd.path":
		return true // the folder that it works in
	}
	for _, drive := range [...]string{"$env:systemdrive/", "%systemdrive%/", "$env:homedrive/", "%homedrive%/"} {
		if rest, ok := strings.CutPrefix(w, drive); ok {
			w = "c:/" + rest
		}
	}
	if strings.HasPrefix(w, "//") { // another machine's share
		return strings.Count(strings.Trim(w, "/"), "/") <= 1
	}
	if len(w) < 2 || w[1] != ':' || !isLetter(w[0]) {
		return false
	}
	rest := strings.Trim(w[2:], "/")
	parts := strings.Split(rest, "/")
	for _, p := range parts {
		if p == ".." {
			return true
		}
	}
	switch {
	case rest == "" || len(parts) == 1:
		return true
	case parts[0] == "users" || parts[0] == "documents and settings":
		return len(parts) == 2 || len(parts) == 3 && (parts[2] == "documents" || parts[2] == "desktop" || parts[2] == "appdata" || parts[2] == "onedrive" || parts[2] == "pictures")
	case parts[0] == "windows" || strings.HasPrefix(parts[0], "program files") || parts[0] == "programdata":
		return true
	}
	return false
}

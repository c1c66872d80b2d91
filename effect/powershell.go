package effect

import (
	"strings"

	"automode/shell"
)

// powershell reads PowerShell or cmd text. It only ever proves a simple command
// of a program that only reads; all else is not understood, but for removals
// of critical paths, which are found in any text.
func (t *cmd) powershell(text string) {
	for _, stmt := range psStatements(text) {
		t.psRemoval(stmt)
	}
	words, ok := psWords(text)
	if !ok {
		t.unsure("PowerShell text beyond a simple command is not followed")
		return
	}
	name := strings.ToLower(words[0])
	switch name {
	case "get-childitem", "gci", "dir", "get-location", "gl", "pwd", "get-date", "get-process", "gps", "get-service", "test-path",
		"get-item", "resolve-path", "split-path", "join-path", "measure-object", "write-output", "write-host", "echo", "get-command", "gcm",
		"get-help", "get-host", "whoami", "hostname", "ver", "tree", "where", "where.exe", "get-filehash", "get-module":
		t.does(Print, "")
	case "get-content", "gc", "cat", "type", "select-string", "sls", "findstr":
		for _, w := range words[1:] {
			if !strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "/") || strings.Count(w, "/") > 1 {
				t.read(word(strings.ReplaceAll(w, `\`, "/")))
			}
		}
		t.does(Print, "")
	case "git", "npm", "node", "python", "go", "cargo", "dotnet", "docker", "kubectl", "gh", "rg":
		list := make([]shell.Word, len(words))
		for i, w := range words {
			list[i] = word(w)
		}
		list[0] = word(name)
		t.run(list)
	default:
		t.unsure("the PowerShell command " + clip(words[0]) + " is not known")
	}
}

// psWords splits a simple command into words; ok is false for anything that
// could be more than that.
func psWords(text string) (words []string, ok bool) {
	text = strings.TrimSpace(text)
	var cur strings.Builder
	in, open := byte(0), false
	flush := func() {
		if open {
			words = append(words, cur.String())
			cur.Reset()
			open = false
		}
	}
	for i := 0; i < len(text); i++ {
		ch := text[i]
		switch {
		case ch < ' ' && ch != '\t' || ch >= 0x7f:
			return nil, false
		case in == '\'' && ch == '\'', in == '"' && ch == '"':
			if i+1 < len(text) && text[i+1] == ch {
				return nil, false
			}
			in = 0
		case in == '\'':
			cur.WriteByte(ch)
		case strings.IndexByte("$`%^", ch) >= 0:
			return nil, false
		case in == '"':
			cur.WriteByte(ch)
		case ch == '\'' || ch == '"':
			in, open = ch, true
		case strings.IndexByte("|&;<>(){}@#!,", ch) >= 0:
			return nil, false
		case ch == ' ' || ch == '\t':
			flush()
		default:
			cur.WriteByte(ch)
			open = true
		}
	}
	flush()
	return words, in == 0 && len(words) > 0
}

// psStatements cuts text roughly into statements, for what is searched in all
// of them; nothing is allowed on the strength of it.
func psStatements(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(";|&\n{}()", r) })
}

// psRemoval finds the removal of a critical path.
func (t *cmd) psRemoval(stmt string) {
	fields := strings.Fields(strings.NewReplacer(`"`, "", "'", "", ",", " ", "`", "", "^", "").Replace(strings.ToLower(stmt)))
	removes := false
	for i, f := range fields {
		switch f {
		case "remove-item", "ri", "rm", "rmdir", "rd", "del", "erase", "clear-content", "format-volume", "format", "cipher", "clear-disk", "remove-partition":
			removes = true
		case "cmd", "cmd.exe", "/c", "powershell", "pwsh", "-command":
			continue
		}
		if !removes || i == 0 {
			continue
		}
		if psCritical(f) {
			t.guard(Delete, "irreversible-local", f, "removes "+f, word(stmt))
			return
		}
	}
	if removes {
		t.find(Delete, "irreversible-local", "", "removes files", word(stmt))
	}
}

// psCritical tells whether a word names a drive, a home or the system.
func psCritical(w string) bool {
	w = strings.TrimRight(strings.ReplaceAll(w, "/", `\`), `\*.`)
	switch w {
	case "", "~", "$home", "$env:userprofile", "%userprofile%", "$env:systemroot", "%systemroot%", "$env:systemdrive", "%systemdrive%", "$env:homedrive":
		return w != ""
	}
	if len(w) == 2 && w[1] == ':' {
		return true
	}
	if len(w) > 2 && w[1] == ':' {
		rest := w[2:]
		return strings.Count(rest, `\`) == 1 || strings.HasPrefix(rest, `\users\`) && strings.Count(rest, `\`) == 2 || strings.HasPrefix(rest, `\windows\`)
	}
	return false
}

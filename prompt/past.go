package prompt

import (
	"strings"
	"unicode/utf8"

	"automode/call"
	"automode/shell"
)

// What history shows of one text of a call, in bytes; more is cut, with the
// size in its place. What starts an agent or is code counts for more.
const (
	pastCap = 4000
	longCap = 16000
)

// past is a call of before as history shows it: what it did, without what the
// agent says about it, and edits by their paths and sizes.
func past(c call.Call, o Options) any {
	fields, ok := split(c.Input)
	if !ok {
		return shortened(string(c.Input), pastCap)
	}
	kind := c.Kind()
	switch kind {
	case call.Question, call.Task:
		return members{} // nothing but the agent's words: an answer says what was asked
	}
	most := pastCap
	if kind == call.Agent || kind == call.REPL {
		most = longCap
	}
	out := make(members, 0, len(fields)+1)
	for _, f := range fields {
		if speaks(kind, f.name) {
			continue
		}
		s, isText := f.text()
		switch {
		case content(c, f.name):
			out = append(out, member{f.name, sized(f, s, isText, o.EditCap)})
			if files := patched(s); len(files) > 0 {
				out = append(out, member{"files", files})
			}
		case kind == call.Shell && isText && isCommand(f.name):
			out = append(out, member{f.name, shortened(shell.Unspoken(s), most)})
		case kind == call.Shell && isCommand(f.name):
			out = append(out, member{f.name, shortened(shell.Unspoken(c.Args().Command), most)})
		case isText:
			out = append(out, member{f.name, shortened(s, most)})
		case len(f.value) > most:
			out = append(out, member{f.name, members{{"bytes", len(f.value)}}})
		default:
			out = append(out, member{f.name, f.value})
		}
	}
	return placed(c, kind, out)
}

// unspoken is a call in full but for what the agent only says.
func unspoken(c call.Call) any {
	fields, ok := split(c.Input)
	if !ok {
		return string(c.Input)
	}
	kind := c.Kind()
	out := make(members, 0, len(fields)+1)
	for _, f := range fields {
		switch s, isText := f.text(); {
		case kind != call.PlanExit && kind != call.Question && speaks(kind, f.name):
		case kind == call.Shell && isText && isCommand(f.name):
			out = append(out, member{f.name, shell.Unspoken(s)})
		default:
			out = append(out, member{f.name, f.value})
		}
	}
	return placed(c, kind, out)
}

// placed adds the working directory where it matters: to commands, and to
// names of files that are relative to it.
func placed(c call.Call, kind call.Kind, out members) members {
	switch kind {
	case call.Shell, call.PowerShell, call.REPL:
	case call.Read, call.Write, call.Edit:
		if p := c.Args().Path; strings.HasPrefix(p, "/") || strings.HasPrefix(p, "~") || len(p) > 1 && p[1] == ':' {
			return out
		}
	default:
		return out
	}
	if c.Dir == "" {
		return out
	}
	return append(out, member{"in", c.Dir})
}

// speaks tells of arguments that only say what the agent thinks of the call.
// An MCP server's arguments all count, whatever their names.
func speaks(kind call.Kind, name string) bool {
	switch kind {
	case call.Other, call.MCP:
		return false
	case call.Fetch:
		if name == "prompt" {
			return true
		}
	}
	switch name {
	case "description", "justification", "explanation", "toolSummary", "toolAction":
		return true
	}
	return false
}

func isCommand(name string) bool {
	switch name {
	case "command", "cmd", "script", "code":
		return true
	}
	return false
}

// content tells of arguments that hold what an edit writes or replaces.
func content(c call.Call, name string) bool {
	switch c.Kind() {
	case call.Write:
		return name == "content" || name == "file_text" || name == "text"
	case call.Edit:
		switch name {
		case "old_string", "oldString", "old_str", "new_string", "newString", "new_str", "new_source", "edits", "patch", "patchText", "diff", "content", "code_edit":
			return true
		case "input", "command":
			return c.Tool == "apply_patch"
		}
	}
	return false
}

// sized stands for what an edit wrote: how much it was and, up to most bytes,
// what. It is an object, so that no text can pass for it.
func sized(f field, s string, isText bool, most int) any {
	if !isText {
		s = string(f.value)
	}
	if most > 0 {
		if !isText && len(s) <= most {
			return f.value
		}
		return shortened(s, most)
	}
	return members{{"bytes", len(s)}}
}

// shortened is s, or where it is longer than most bytes its size, beginning
// and end.
func shortened(s string, most int) any {
	if len(s) <= most {
		return s
	}
	head, tail := most-most/3, len(s)-most/3
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return members{{"bytes", len(s)}, {"begins", s[:head]}, {"ends", s[tail:]}}
}

// patched lists the files of a patch, with what becomes of each.
func patched(patch string) (files []string) {
	const most = 50
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		what := ""
		for _, head := range [...]string{"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ", "--- ", "+++ ", "rename from ", "rename to "} {
			if strings.HasPrefix(line, head) {
				what = line
				break
			}
		}
		if what == "" {
			continue
		}
		if len(files) == most {
			return append(files, "and more")
		}
		files = append(files, strings.TrimPrefix(what, "*** "))
	}
	return files
}

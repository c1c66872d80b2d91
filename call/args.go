package call

import (
	"strings"

	"automode/internal/plainjson"
)

// Args are the arguments of a call that the gate knows how to look at,
// whatever the host calls them.
type Args struct {
	OK      bool           // the input is an object and its known fields have the right types
	Command string         // shell text, or the code of a REPL
	Path    string         // the file or folder that is meant
	Content string         // what is written
	Edits   []Replacement  // parts replaced, in order
	Patch   string         // a patch in the apply_patch form
	URL     string         // what is fetched
	Prompt  string         // what another agent or a person is told
	Raw     map[string]any // everything, for tools that are looked at argument by argument
}

// Replacement is one change inside a file.
type Replacement struct {
	Old, New string
	All      bool
}

// Args reads c's input. Fields of unexpected types make OK false: nothing may
// be allowed on what was then read.
func (c Call) Args() Args {
	var a Args
	if plainjson.Unmarshal(c.Input, &a.Raw) != nil || a.Raw == nil {
		return a
	}
	a.OK = true
	str := func(keys ...string) string {
		for _, k := range keys {
			v, ok := a.Raw[k]
			if !ok || v == nil {
				continue
			}
			switch v := v.(type) {
			case string:
				return v
			case []any: // ["bash","-lc","text"]
				if text, ok := argv(v); ok {
					return text
				}
			}
			a.OK = false
			return ""
		}
		return ""
	}
	switch c.Kind() {
	case Shell, PowerShell:
		a.Command = str("command", "cmd", "script", "code")
	case REPL:
		a.Command = str("code", "command", "script")
	case Input:
		a.Command = str("chars", "input", "text")
	case Read:
		a.Path = str("file_path", "path", "filePath", "notebook_path", "absolute_path", "dir_path", "directory")
	case Write:
		a.Path, a.Content = str("file_path", "path", "filePath"), str("content", "file_text", "text")
	case Edit:
		a.Path = str("file_path", "path", "filePath", "notebook_path")
		a.Patch = str("patch", "patchText", "diff")
		if c.Tool == "apply_patch" && a.Patch == "" {
			a.Patch = str("command", "input")
		}
		a.readEdits()
	case Fetch:
		a.URL = str("url", "uri")
		a.Prompt = str("prompt")
	case Agent, Message, Question:
		a.Prompt = str("prompt", "message", "text", "task")
	}
	return a
}

// readEdits collects the replacements of Edit, MultiEdit and NotebookEdit.
func (a *Args) readEdits() {
	one := func(m map[string]any) {
		var r Replacement
		get := func(dst *string, keys ...string) {
			for _, k := range keys {
				if v, ok := m[k]; ok {
					s, isText := v.(string)
					a.OK = a.OK && isText
					*dst = s
					return
				}
			}
		}
		get(&r.Old, "old_string", "oldString", "old_str")
		get(&r.New, "new_string", "newString", "new_str", "new_source")
		r.All, _ = m["replace_all"].(bool)
		if r != (Replacement{}) {
			a.Edits = append(a.Edits, r)
		}
	}
	one(a.Raw)
	list, ok := a.Raw["edits"]
	if !ok {
		return
	}
	items, isList := list.([]any)
	a.OK = a.OK && isList
	for _, it := range items {
		m, isObject := it.(map[string]any)
		a.OK = a.OK && isObject
		one(m)
	}
}

// argv turns the list form of a shell call into shell text: the text of
// ["bash","-lc",text] itself, any other list as quoted words.
func argv(list []any) (string, bool) {
	words := make([]string, 0, len(list))
	for _, v := range list {
		s, ok := v.(string)
		if !ok {
			return "", false
		}
		words = append(words, s)
	}
	if len(words) == 3 && (words[1] == "-c" || words[1] == "-lc") {
		switch words[0] {
		case "bash", "/bin/bash", "sh", "/bin/sh", "zsh", "/bin/zsh":
			return words[2], true
		}
	}
	for i, w := range words {
		words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return strings.Join(words, " "), true
}

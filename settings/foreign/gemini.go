package foreign

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"automode/permission"

	"github.com/pelletier/go-toml/v2"
)

// readGemini reads Gemini CLI's settings, or a file of its policies.
func readGemini(path string, text []byte) (*Found, error) {
	if strings.HasSuffix(path, ".toml") {
		return readPolicies(text)
	}
	root, err := object(text)
	if err != nil {
		return nil, err
	}
	f := &Found{}
	tools := root.get("tools")
	for _, l := range [...]struct {
		at value
		is permission.List
	}{{tools.get("exclude"), permission.Deny}, {root.get("excludeTools"), permission.Deny}, {tools.get("allowed"), permission.Allow}, {root.get("allowedTools"), permission.Allow}} {
		for _, e := range l.at.items() {
			r := Rule{List: l.is, Native: e.text, Line: lineOf(text, e.at)}
			r.Text, r.Why = toolRule(e.text)
			f.Rules = append(f.Rules, r)
		}
	}
	for _, core := range [...]value{tools.get("core"), root.get("coreTools")} {
		if n := len(core.items()); n > 0 {
			f.note("%d tools are the only ones offered: that is the agent's own list", n)
		}
	}
	for _, mode := range [...]value{tools.get("approvalMode"), root.get("general").get("defaultApprovalMode"), root.get("general").get("defaultPermissionMode")} {
		if mode.text != "" {
			f.note("its own mode is %s; the gate has a mode of its own (automode mode)", mode.text)
		}
	}
	return f, nil
}

// toolRule says "run_shell_command(git status)", which is a beginning, or the
// name of a tool, in our words.
func toolRule(native string) (text, why string) {
	tool, spec, hasSpec := strings.Cut(strings.TrimSuffix(strings.TrimSpace(native), ")"), "(")
	name, shell := ourName(tool)
	switch {
	case !hasSpec:
		return name, ""
	case shell:
		if text, ok := shellRule(strings.Fields(spec), false); ok {
			return text, ""
		}
		return "", "a word of it cannot stand in a rule of ours"
	}
	return "", "what stands in brackets is not known for that tool"
}

// ourName is what a tool of Gemini's or Qwen's is called in rules.
func ourName(tool string) (name string, shell bool) {
	switch tool {
	case "run_shell_command", "ShellTool", "Shell", "Bash":
		return "Bash", true
	case "write_file", "WriteFileTool", "WriteFile":
		return "Write", false
	case "replace", "edit", "EditTool", "Edit":
		return "Edit", false
	case "read_file", "ReadFileTool", "ReadFile":
		return "Read", false
	case "web_fetch", "WebFetchTool", "WebFetch":
		return "WebFetch", false
	case "google_web_search", "web_search", "WebSearchTool", "WebSearch":
		return "WebSearch", false
	}
	if server, ok := strings.CutPrefix(tool, "mcp_"); ok && !strings.HasPrefix(server, "_") {
		if s, t, ok := strings.Cut(server, "_"); ok {
			return "mcp__" + s + "__" + t, false
		}
	}
	return tool, false
}

// texts is a text, or a list of them.
type texts []string

func textsOf(v any) texts {
	switch v := v.(type) {
	case string:
		return texts{v}
	case []any:
		var out texts
		for _, e := range v {
			if s, ok := e.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	return nil
}

// readPolicies reads a file of Gemini's policy engine. There the rule of the
// highest priority counts; here deny beats ask beats allow.
func readPolicies(text []byte) (*Found, error) {
	var file struct {
		Rule []struct {
			Tool     any    `toml:"toolName"`
			Server   any    `toml:"mcpName"`
			Prefix   any    `toml:"commandPrefix"`
			Regex    string `toml:"commandRegex"`
			Args     string `toml:"argsPattern"`
			Decision string `toml:"decision"`
			Priority int    `toml:"priority"`
			Modes    any    `toml:"modes"`
		} `toml:"rule"`
	}
	if err := toml.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	f := &Found{}
	at := 0
	priorities := map[int]bool{}
	for _, r := range file.Rule {
		if i := bytes.Index(text[at:], []byte("[[rule]]")); i >= 0 {
			at += i + 1
		}
		line := lineOf(text, at)
		priorities[r.Priority] = true
		list, known := map[string]permission.List{"allow": permission.Allow, "ask_user": permission.Ask, "deny": permission.Deny}[r.Decision]
		native := fmt.Sprintf("%v %s%s%s", r.Tool, strings.Join(textsOf(r.Prefix), "|"), r.Regex, r.Args)
		add := func(text, why string) {
			f.Rules = append(f.Rules, Rule{List: list, Text: text, Native: strings.TrimSpace(native) + " " + r.Decision, Line: line, Why: why})
		}
		modes := textsOf(r.Modes)
		switch {
		case !known:
			add("", "its decision is not known")
		case r.Regex != "" || r.Args != "":
			add("", "a regular expression cannot be said in a rule of ours")
		case len(modes) > 0 && list == permission.Allow:
			add("", "it holds in some modes of that agent only")
		case r.Server != nil:
			for _, s := range textsOf(r.Server) {
				tools := textsOf(r.Tool)
				if len(tools) == 0 || slices.Contains(tools, "*") {
					add("mcp__"+s, "")
					continue
				}
				for _, t := range tools {
					add("mcp__"+s+"__"+t, "")
				}
			}
		case r.Prefix != nil:
			for _, p := range textsOf(r.Prefix) {
				if text, ok := shellRule(strings.Fields(p), false); ok {
					add(text, "")
				} else {
					add("", "a word of it cannot stand in a rule of ours")
				}
			}
		default:
			for _, t := range textsOf(r.Tool) {
				if t == "*" && list == permission.Allow {
					add("", "every tool at once is nothing that a rule of ours allows")
					continue
				}
				name, _ := ourName(t)
				add(name, "")
			}
		}
	}
	if len(priorities) > 1 {
		f.note("its rules have priorities; here deny beats ask beats allow")
	}
	return f, nil
}

// readQwen reads Qwen Code's settings: lists as Claude Code has them, with its
// own names of tools, and those that it has from Gemini CLI.
func readQwen(path string, text []byte) (*Found, error) {
	f, err := readGemini(path, text)
	if err != nil {
		return nil, err
	}
	root, err := object(text)
	if err != nil {
		return nil, err
	}
	for _, l := range [...]struct {
		key string
		is  permission.List
	}{{"deny", permission.Deny}, {"ask", permission.Ask}, {"allow", permission.Allow}} {
		for _, e := range root.get("permissions").get(l.key).items() {
			tool, spec, hasSpec := strings.Cut(e.text, "(")
			name, _ := ourName(strings.TrimSpace(tool))
			if hasSpec {
				name += "(" + spec
			}
			f.Rules = append(f.Rules, Rule{List: l.is, Text: name, Native: e.text, Line: lineOf(text, e.at)})
		}
	}
	return f, nil
}

package effect

import (
	"strings"
)

// vouched tells whether the person's own settings vouch for the tool: that it
// does what its name says and no more. why says what stands against it.
//
// Names alone prove nothing, since a project may define a server of any name.
// So what somebody vouched for counts only while no file of the project that
// hosts take servers from is there, or names that server.
func (r *reader) vouched(n toolName, tool string) (ok bool, why string) {
	for _, p := range r.env.Place.Tools {
		if !matchesTool(p, tool) {
			continue
		}
		if f := r.definedHere(n, tool); f != "" {
			return false, f + " may define a server of that name"
		}
		return true, ""
	}
	return false, ""
}

// matchesTool tells whether a pattern of the settings means the tool: its name
// in full, mcp__server for all tools of a server, or a name that ends in *.
func matchesTool(pattern, tool string) bool {
	if stem, open := strings.CutSuffix(pattern, "*"); open {
		return strings.HasPrefix(tool, stem)
	}
	return pattern == tool || strings.HasPrefix(pattern, "mcp__") && strings.HasPrefix(tool, pattern+"__")
}

// definitions are the files of a project from which hosts take MCP servers.
var definitions = [...]string{".mcp.json", "mcp.json", ".vscode/mcp.json", ".cursor/mcp.json", ".gemini/settings.json", ".qwen/settings.json", ".codex/config.toml",
	".claude/settings.json", ".claude/settings.local.json", "opencode.json", "opencode.jsonc", ".opencode/opencode.json", "crush.json", ".crush.json", ".kiro/settings/mcp.json",
	".amazonq/mcp.json", ".roo/mcp.json", ".junie/mcp/mcp.json", ".goose/config.yaml", ".github/mcp.json", ".copilot/mcp-config.json"}

// definedHere gives a file of the project that names the tool's server, or
// that might: it cannot be read whole, or it is not known whether it is there.
func (r *reader) definedHere(n toolName, tool string) string {
	names := []string{rawServer(tool)}
	if names[0] == "" {
		if len(n.words) < 2 {
			return ""
		}
		names[0] = n.words[0] // hosts that write server_tool
	}
	for _, root := range r.env.Place.Roots {
		for _, d := range definitions {
			p := strings.TrimSuffix(root, "/") + "/" + d
			f := r.facts.File(p)
			if f.Known && !f.Exists {
				continue
			}
			t := r.facts.Text(p, 256<<10)
			if !t.Known || !t.Whole {
				return p
			}
			low := strings.ToLower(t.Text)
			for _, name := range names {
				if strings.Contains(low, strings.ToLower(name)) || strings.Contains(low, strings.ToLower(strings.ReplaceAll(name, "_", "-"))) || strings.Contains(low, `\u`) {
					return p
				}
			}
		}
	}
	return ""
}

// rawServer is the server's name as a tool's name holds it; empty where the
// name does not say.
func rawServer(tool string) string {
	rest, ok := strings.CutPrefix(tool, "mcp__")
	if !ok {
		return ""
	}
	server, _, _ := strings.Cut(rest, "__")
	return server
}

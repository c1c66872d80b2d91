package permission

import (
	"strings"

	"automode/call"
)

// kindOfRule is the kind of act that a rule's tool name speaks of: rules are
// written with one set of names, and hold for the same act under the names
// that other hosts give it.
func kindOfRule(tool string) call.Kind {
	switch k := call.KindOf(tool); k {
	case call.Shell, call.PowerShell, call.Read, call.Write, call.Edit, call.Fetch, call.Search, call.Agent, call.MCP:
		return k
	}
	return call.Other
}

// general tells whether a tool name in a rule stands for every tool of its
// kind, and not only for the tool that bears it.
func general(tool string) bool {
	switch tool {
	case "Bash", "PowerShell", "Read", "Edit", "Write", "WebFetch", "WebSearch", "Agent", "Task":
		return true
	}
	return false
}

// speaksOf tells whether a rule's tool part speaks of the tool that c calls.
// A rule that tightens is read widely, one that allows narrowly.
func (r *Rule) speaksOf(c call.Call) bool {
	tighten := r.List != Allow
	if r.tool == "" {
		return false
	}
	if r.glob {
		return starMatch(strings.ToLower(r.tool), strings.ToLower(c.Tool))
	}
	if r.tool == c.Tool || tighten && strings.EqualFold(r.tool, c.Tool) {
		return true
	}
	if r.kind == call.MCP {
		return r.speaksOfServer(c.Tool)
	}
	if !general(r.tool) {
		return false
	}
	kind := c.Kind()
	switch r.kind {
	case call.Edit: // editing is writing, whichever tool does it
		return kind == call.Edit || kind == call.Write
	case call.Write:
		return kind == call.Write || tighten && kind == call.Edit
	}
	return r.kind != call.Other && r.kind == kind
}

// speaksOfServer tells whether r names an MCP server, or a tool of one, and
// tool is of that server, or that tool.
func (r *Rule) speaksOfServer(tool string) bool {
	if rest, ok := strings.CutPrefix(tool, r.tool); ok && strings.HasPrefix(rest, "__") {
		// A bare server has exactly one separator; mcp__a__b may be a tool
		// whose name other tools continue.
		return r.List != Allow || strings.Count(r.tool, "__") == 1
	}
	if r.List == Allow {
		return false
	}
	// Some hosts write one underscore. What tightens holds under both.
	a, b := strings.ToLower(strings.ReplaceAll(r.tool, "__", "_")), strings.ToLower(strings.ReplaceAll(tool, "__", "_"))
	return a == b || strings.Count(r.tool, "__") == 1 && strings.HasPrefix(b, a+"_")
}

// starMatch matches s against a pattern in which * is any text and ? any one
// byte. It takes time proportional to the product of their lengths at worst.
func starMatch(pattern, s string) bool {
	p, i, star, mark := 0, 0, -1, 0
	for i < len(s) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, i
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == s[i]):
			p++
			i++
		case star >= 0:
			mark++
			p, i = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

package effect

import (
	"slices"
	"strings"
)

// toolName is a tool's name taken apart. A name is what somebody calls a tool:
// it may raise suspicion and never lowers it.
type toolName struct {
	whole  string   // as the host says it
	server []string // the words of the server that offers it; none where the name does not say
	words  []string // the words of the tool's own name
}

// nameOf takes a tool's name apart, in the forms that hosts give to tools of
// MCP servers: mcp__server__tool, mcp_server_tool, server__tool, server.tool,
// server/tool. A single line or dash bounds no server: where one ends is then
// for the table of tools to know.
func nameOf(tool string) toolName {
	n := toolName{whole: tool}
	rest, mcp := strings.CutPrefix(tool, "mcp__")
	if !mcp {
		rest, mcp = strings.CutPrefix(tool, "mcp_")
	}
	for _, bound := range [...]string{"__", "/", ":", "."} {
		if server, own, ok := strings.Cut(rest, bound); ok && server != "" && own != "" {
			n.server, n.words = serverWords(server), nameWords(own)
			break
		}
	}
	if n.words == nil {
		n.words = nameWords(rest)
	}
	if len(n.server) > 0 && len(n.words) > len(n.server) && slices.Equal(n.words[:len(n.server)], n.server) {
		n.words = n.words[len(n.server):] // slack's slack_post_message
	}
	return n
}

// nameWords parts a name at everything that is no letter or digit, and where a
// capital follows a small letter or begins a word after an acronym; all in
// small letters.
func nameWords(s string) []string {
	var out []string
	start := -1
	flush := func(end int) {
		if start >= 0 && end > start {
			out = append(out, strings.ToLower(s[start:end]))
		}
		start = -1
	}
	for i := 0; i < len(s); i++ {
		b := s[i]
		switch {
		case !isLetter(b) && (b < '0' || b > '9') && b < 0x80:
			flush(i)
			continue
		case start >= 0 && isUpper(b) && (!isUpper(s[i-1]) || i+1 < len(s) && isLetter(s[i+1]) && !isUpper(s[i+1])):
			flush(i)
		}
		if start < 0 {
			start = i
		}
	}
	flush(len(s))
	return out
}

// serverWords are the words that tell one server from another: without what
// hosts and packages put around them.
func serverWords(s string) []string {
	var out []string
	all := nameWords(s)
	for _, w := range all {
		switch w {
		case "mcp", "server", "plugin", "claude", "ai", "official", "modelcontextprotocol", "remote", "local":
			continue
		}
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		return append(all, "") // a server all the same, that no table knows
	}
	return out
}

// keys are the names by which the table of tools may know the tool, the most
// telling first: "github get_issue", and " get_issue" for one without a
// server. A server's tool is never known by its own name alone.
func (n toolName) keys() []string {
	own := strings.Join(n.words, "_")
	if len(n.server) > 0 {
		return []string{strings.Join(n.server, "_") + " " + own}
	}
	out := []string{" " + own}
	if strings.HasPrefix(n.whole, "mcp_") {
		out = out[:0]
	}
	for i := 1; i < len(n.words) && i < 4; i++ {
		out = append(out, strings.Join(n.words[:i], "_")+" "+strings.Join(n.words[i:], "_"))
	}
	return out
}

// serverName is the server's name for people.
func (n toolName) serverName() string {
	if len(n.server) == 0 {
		return "the tool " + clip(n.whole)
	}
	return "the server " + strings.TrimSuffix(strings.Join(n.server, "-"), "-")
}

// has tells whether one of the words of the tool's own name is among those
// given.
func (n toolName) has(words ...string) bool {
	for _, w := range n.words {
		if slices.Contains(words, w) {
			return true
		}
	}
	return false
}

package permission

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"automode/call"
	"automode/verdict"
)

// List is the list that a rule stands in. The zero List is Deny.
type List uint8

// The lists; on one call, deny beats ask beats allow.
const (
	Deny List = iota
	Ask
	Allow
)

// String is the list's name as settings write it.
func (l List) String() string {
	switch l {
	case Ask:
		return "ask"
	case Allow:
		return "allow"
	}
	return "deny"
}

// Origin is where a rule was written.
type Origin struct {
	Source string // the layer: "user", "project", "managed", "command line", "session"
	File   string // absolute; empty where the rule is in no file
	Line   int    // 1 is the first; 0 where not known
	Column int    // in characters, 1 is the first; 0 where not known
	Dir    string // absolute; what a pattern that begins with "/" is relative to
}

// String is the place as people are shown it: "file:line:column" as far as it
// is known, or the source.
func (o Origin) String() string {
	switch {
	case o.File == "":
		return o.Source
	case o.Line <= 0:
		return o.File
	case o.Column <= 0:
		return o.File + ":" + strconv.Itoa(o.Line)
	}
	return o.File + ":" + strconv.Itoa(o.Line) + ":" + strconv.Itoa(o.Column)
}

// Rule is one permission rule. Only Parse makes rules; the zero Rule matches
// nothing.
type Rule struct {
	List   List
	Text   string // as written
	Origin Origin

	tool   string    // the tool's name, or a pattern of names
	glob   bool      // tool is a pattern
	kind   call.Kind // what the tool's name stands for
	all    bool      // every call of the tool
	cmd    command   // of a shell rule
	path   pattern   // of a file rule
	domain string    // of a fetch rule: lower case
	text   string    // of any other rule: what an argument must be
}

// String is the rule as written, with where.
func (r Rule) String() string {
	text := verdict.Quote(r.Text, 200)
	if o := r.Origin.String(); o != "" {
		return text + " (" + o + ")"
	}
	return text
}

// Parse reads one rule: Tool, or Tool(specifier). An error says what is wrong
// and what is right.
func Parse(list List, text string, origin Origin) (Rule, error) {
	r := Rule{List: list, Text: text, Origin: origin}
	fail := func(format string, args ...any) (Rule, error) {
		return Rule{}, fmt.Errorf("permission rule %s: %s", verdict.Quote(text, 120), fmt.Sprintf(format, args...))
	}
	for _, c := range text {
		if c == unicode.ReplacementChar || unicode.IsControl(c) || unicode.Is(unicode.Cf, c) {
			return fail("holds a control or invisible character; write it in plain text")
		}
	}
	s := strings.TrimSpace(text)
	tool, spec, hasSpec := strings.Cut(s, "(")
	if hasSpec {
		if !strings.HasSuffix(spec, ")") {
			return fail("the bracket is not closed; write Tool(specifier)")
		}
		spec = spec[:len(spec)-1]
	}
	if tool == "" {
		return fail("names no tool; write Tool or Tool(specifier)")
	}
	for _, c := range tool {
		if !isToolChar(c) {
			return fail("%q cannot stand in a tool's name; write Tool or Tool(specifier)", c)
		}
	}
	r.tool, r.kind = tool, kindOfRule(tool)
	if strings.ContainsAny(tool, "*?") {
		if server, isServer := strings.CutSuffix(tool, "__*"); isServer && strings.HasPrefix(server, "mcp__") && !strings.ContainsAny(server, "*?") {
			r.tool = server // the same as the server's bare name
		} else if list == Allow {
			return fail("patterns of tool names can only deny or ask; allow tools by name, or all of one MCP server by mcp__server__*")
		} else {
			r.glob, r.kind = true, call.Other
		}
	}
	spec = strings.TrimSpace(spec)
	if spec == "" || spec == "*" || spec == ":*" {
		r.all = true
		return r, nil
	}
	if r.glob {
		return fail("a pattern of tool names takes no specifier")
	}
	var err error
	switch r.kind {
	case call.Shell, call.PowerShell:
		r.cmd = parseCommand(spec)
		r.all = r.cmd.form == prefixForm && len(r.cmd.words) == 0
	case call.Read, call.Write, call.Edit:
		r.path, err = parsePattern(spec)
	case call.Fetch:
		domain, ok := strings.CutPrefix(spec, "domain:")
		domain = strings.ToLower(strings.TrimSuffix(strings.TrimSpace(domain), "."))
		if !ok || domain == "" || strings.ContainsAny(domain, "/ :@") {
			return fail("write %s(domain:example.com)", tool)
		}
		r.domain = domain
	default:
		if list == Allow && r.kind != call.Agent {
			return fail("what stands in brackets after %s is not known; allow the tool as a whole", tool)
		}
		r.text = spec
	}
	if err != nil {
		return fail("%v", err)
	}
	return r, nil
}

func isToolChar(c rune) bool {
	return c < 128 && (unicode.IsLetter(c) || unicode.IsDigit(c) || strings.ContainsRune("_-.:/*?", c))
}

package permission

import (
	"strings"
	"testing"

	"automode/call"
	"automode/world"
)

func TestRulesThatReadAndRulesThatDoNot(t *testing.T) {
	for _, c := range []struct {
		list List
		text string
		err  string // part of the error; empty for none
	}{
		{Allow, "Bash", ""},
		{Allow, "Bash()", ""},
		{Allow, "Bash(*)", ""},
		{Allow, "Bash(git push:*)", ""},
		{Allow, "Bash(npm run *)", ""},
		{Allow, "Bash(echo (a))", ""},
		{Allow, `Bash(grep "x:*)`, ""},
		{Allow, "Read(~/.ssh/**)", ""},
		{Allow, "Read(//etc/hosts)", ""},
		{Allow, "Edit(/src/**)", ""},
		{Allow, "WebFetch(domain:example.com)", ""},
		{Allow, "mcp__github", ""},
		{Allow, "mcp__github__*", ""},
		{Allow, "mcp__github__create_issue", ""},
		{Allow, "Agent(Explore)", ""},
		{Deny, "mcp__*", ""},
		{Deny, "*", ""},
		{Ask, "Web*", ""},
		{Deny, "Skill(deploy)", ""},

		{Allow, "", "names no tool"},
		{Allow, "(x)", "names no tool"},
		{Allow, "Bash(git push", "not closed"},
		{Allow, "Ba sh", "cannot stand"},
		{Allow, "Bash(git\u202epush)", "invisible"},
		{Allow, "Bash(git\x00)", "control"},
		{Allow, "Bash(git\xff)", "control"},
		{Allow, "mcp__*", "only deny or ask"},
		{Allow, "*", "only deny or ask"},
		{Allow, "mcp__git*__*", "only deny or ask"},
		{Deny, "Web*(domain:x)", "no specifier"},
		{Allow, "WebFetch(example.com)", "domain:"},
		{Deny, "WebFetch(domain:)", "domain:"},
		{Deny, "WebFetch(domain:a/b)", "domain:"},
		{Deny, "Read(!x)", "turned round"},
		{Deny, "Read(~root/x)", "absolute path"},
		{Deny, "Read([x)", "stands open"},
		{Allow, "Skill(deploy)", "as a whole"},
	} {
		_, err := Parse(c.list, c.text, Origin{})
		switch {
		case c.err == "" && err != nil:
			t.Errorf("%v %q: %v", c.list, c.text, err)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%v %q: error %v does not say %q", c.list, c.text, err, c.err)
		}
	}
}

func TestARuleKnowsWhereItIsWritten(t *testing.T) {
	r := rule(t, Deny, "Bash(rm:*)")
	r.Origin = Origin{Source: "user", File: "/h/settings.json", Line: 7}
	if got := r.String(); got != "Bash(rm:*) (/h/settings.json:7)" {
		t.Errorf("got %q", got)
	}
	r.Origin = Origin{Source: "command line"}
	if got := r.String(); got != "Bash(rm:*) (command line)" {
		t.Errorf("got %q", got)
	}
}

func TestTheZeroRuleMatchesNothing(t *testing.T) {
	var r Rule
	for _, list := range []List{Deny, Ask, Allow} {
		r.List = list
		s := subject(bash("ls"))
		if _, hit := r.hits(s); hit {
			t.Errorf("%v: the zero rule speaks of ls", list)
		}
		if _, ok := covers([]Rule{r}, s); ok {
			t.Errorf("%v: the zero rule covers ls", list)
		}
	}
}

func TestToolNames(t *testing.T) {
	for _, c := range []struct {
		name string
		list List
		rule string
		tool string
		want bool
	}{
		{"a tool by its name", Deny, "Bash", "Bash", true},
		{"the same act under another host's name", Deny, "Bash", "run_shell_command", true},
		{"allowing holds for the same act too", Allow, "Bash", "run_shell_command", true},
		{"another act", Deny, "Bash", "Read", false},
		{"a host's own name is that tool only", Allow, "run_shell_command", "Bash", false},
		{"denying forgives case", Deny, "bash", "Bash", true},
		{"allowing does not", Allow, "GLOB", "Glob", false},
		{"an Edit rule speaks of writing", Allow, "Edit", "Write", true},
		{"a Write rule does not allow editing", Allow, "Write", "Edit", false},
		{"but denies it", Deny, "Write", "MultiEdit", true},
		{"a Read rule speaks of listing", Deny, "Read", "Glob", true},
		{"a Glob rule does not speak of reading", Deny, "Glob", "Read", false},
		{"a server speaks of its tools", Allow, "mcp__github", "mcp__github__create", true},
		{"and with a star", Allow, "mcp__github__*", "mcp__github__create", true},
		{"not of a server whose name begins the same", Allow, "mcp__git", "mcp__github__create", false},
		{"a tool is that tool", Allow, "mcp__github__create", "mcp__github__create", true},
		{"not one that begins the same", Allow, "mcp__github__create", "mcp__github__create__all", false},
		{"denying reads one underscore as two", Deny, "mcp__github__create", "mcp_github_create", true},
		{"allowing does not", Allow, "mcp__github__create", "mcp_github_create", false},
		{"a pattern of names", Deny, "mcp__*__delete*", "mcp__github__delete_repo", true},
		{"a pattern of names that does not fit", Deny, "mcp__*__delete*", "mcp__github__create", false},
		{"a star is every tool", Deny, "*", "Anything", true},
	} {
		r := rule(t, c.list, c.rule)
		if got := r.speaksOf(call.Call{Tool: c.tool}); got != c.want {
			t.Errorf("%s: %v %s on %s: %v", c.name, c.list, c.rule, c.tool, got)
		}
	}
}

func TestStarMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, s string
		want       bool
	}{
		{"", "", true}, {"*", "", true}, {"*", "abc", true}, {"a*c", "abbc", true}, {"a*c", "abb", false},
		{"a?c", "abc", true}, {"a?c", "ac", false}, {"*b*", "abc", true}, {"a*b*c", "aXbYbZc", true}, {"ab", "abc", false},
	} {
		if got := starMatch(c.pattern, c.s); got != c.want {
			t.Errorf("starMatch(%q, %q) = %v", c.pattern, c.s, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"Bash", "Bash(git push:*)", "Bash(a * b)", "Read(~/.ssh/**)", "Edit(../x/{a,b}/[c-d]*)", "mcp__a__*", "WebFetch(domain:*.x.y)", "Bash('a b' \"c\\\"d\":*)", "Read(//)", "Write(./)", "*(", "Read(~)", "Bash( *)", "Bash(\\*)"} {
		f.Add(s, "git push origin")
	}
	f.Fuzz(func(t *testing.T, text, command string) {
		for _, list := range []List{Deny, Ask, Allow} {
			r, err := Parse(list, text, Origin{})
			if err != nil {
				if r.tool != "" {
					t.Fatalf("a rule comes with the error %v", err)
				}
				continue
			}
			s := subject(bash(command))
			r.hits(s)
			covers([]Rule{r}, s)
			Suspended(r)
			if again, err := Parse(list, r.Text, Origin{}); err != nil || again.String() != r.String() {
				t.Fatalf("%q does not read again: %v", text, err)
			}
		}
	})
}

// What the tests of this package share.

const (
	home = "/home/ann"
	root = "/home/ann/app"
)

func rule(t testing.TB, list List, text string) Rule {
	t.Helper()
	r, err := Parse(list, text, Origin{Source: "user", Dir: "/home/ann/app"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func rules(t testing.TB, list List, texts ...string) *RuleSet {
	t.Helper()
	rs := &RuleSet{}
	for _, text := range texts {
		rs.AddRule(rule(t, list, text))
	}
	return rs
}

func place() world.Place { return world.Place{Home: home, User: "ann", Roots: []string{root}} }

// disk is a world in which everything is known: what is in files exists, the
// rest does not.
func disk(files map[string]world.Entry) *world.Memory {
	return &world.Memory{Files: files, Default: func(string) world.File { return world.File{Known: true} }}
}

func link(to string) world.Entry {
	return world.Entry{File: world.File{Known: true, Exists: true, Link: to}}
}

func file() world.Entry {
	return world.Entry{File: world.File{Known: true, Exists: true, Regular: true}}
}

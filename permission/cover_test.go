package permission

import (
	"strings"
	"testing"

	"automode/call"
	"automode/effect"
	"automode/world"
)

func TestAllowRulesCoverCommands(t *testing.T) {
	facts := disk(map[string]world.Entry{
		root + "/out": link("/etc"),
		root + "/src": {File: world.File{Known: true, Exists: true, Dir: true}},
	})
	for _, c := range []struct {
		name    string
		rules   string // parted by " | "
		command string
		want    bool
	}{
		{"the command", "Bash(git status)", "git status", true},
		{"with blanks around it", "Bash(git status)", "  git   status ", true},
		{"in quotes", "Bash(git status)", `git "status"`, true},
		{"with more words", "Bash(git status)", "git status -s", false},
		{"a prefix", "Bash(git push:*)", "git push origin main", true},
		{"a prefix alone", "Bash(git push:*)", "git push", true},
		{"a prefix in the other spelling", "Bash(npm run *)", "npm run test -- -v", true},
		{"words, not characters", "Bash(git push:*)", "git pushx", false},
		{"options between are other words", "Bash(git push:*)", "git -C /x push", false},
		{"by its path", "Bash(git status)", "/usr/bin/git status", false},
		{"by a path in the project", "Bash(git status)", "./git status", false},
		{"another program under the name", "Bash(git:*)", "git() { rm -rf x; }; git status", false},
		{"an argument that is not known", "Bash(git add:*)", `git add "$F"`, true},
		{"a subcommand that is not known", "Bash(git push:*)", `git $X`, false},
		{"a pattern", "Bash(git * main)", "git push origin main", true},
		{"a star between stays between words that are known", "Bash(git * main)", `git $X main`, false},
		{"a star in a word stays in it", "Bash(npm run test*)", "npm run test:unit", true},
		{"and takes what follows", "Bash(npm run test*)", "npm run test -- -v", true},

		{"every command of several", "Bash(git add:*) | Bash(git commit:*)", "git add . && git commit -m x", true},
		{"all but one", "Bash(git add:*)", "git add . && git commit -m x", false},
		{"after a pipe", "Bash(git log:*)", "git log | sh", false},
		{"after a line break", "Bash(git log:*)", "git log\nrm x", false},
		{"in the background", "Bash(git log:*)", "git log & rm x", false},
		{"in a substitution", "Bash(echo:*)", "echo $(rm x)", false},
		{"in a backquote", "Bash(echo:*)", "echo `rm x`", false},
		{"in a process substitution", "Bash(cat:*)", "cat <(rm x)", false},
		{"in an assignment", "Bash(git status)", "X=$(rm y); git status", false},
		{"nothing to run", "Bash(git status)", "", false},
		{"a comment only", "Bash(git status)", "# git status", false},
		{"a comment beside it", "Bash(git status)", "git status # fine", true},

		{"a redirect to nowhere", "Bash(git status)", "git status > /dev/null 2>&1", true},
		{"a redirect to a file", "Bash(git status)", "git status > x.txt", false},
		{"a redirect that an Edit rule covers", "Bash(git status) | Edit(**)", "git status > x.txt", true},
		{"one that it does not", "Bash(git status) | Edit(src/**)", "git status > x.txt", false},
		{"one through a link", "Bash(git status) | Edit(**)", "git status > out/passwd", false},
		{"one to a name that is not known", "Bash(git status) | Edit(**)", `git status > "$X"`, false},
		{"one around a group", "Bash(git status)", "{ git status; } > x.txt", false},
		{"a spelled command fed from elsewhere", "Bash(psql)", "psql < drop.sql", false},
		{"a spelled command fed by a pipe", "Bash(psql) | Bash(echo:*)", "echo x | psql", false},

		{"a wrapper that changes nothing", "Bash(go test:*)", "timeout 60 go test ./...", true},
		{"two of them", "Bash(go test:*)", "time timeout 60 go test ./...", true},
		{"a wrapper that gains rights", "Bash(go test:*)", "sudo go test", false},
		{"unless the rule says so", "Bash(sudo go test:*)", "sudo go test", true},
		{"a wrapper by a path", "Bash(go test:*)", "./timeout 60 go test", false},
		{"a quiet variable", "Bash(go test:*)", "CGO_ENABLED=0 go test", true},
		{"a quiet variable by env", "Bash(go test:*)", "env CI=1 go test", true},
		{"a library loaded first", "Bash(go test:*)", "LD_PRELOAD=./x.so go test", false},
		{"another PATH", "Bash(go test:*)", "PATH=.:$PATH go test", false},
		{"another PATH for all that follows", "Bash(go test:*)", "PATH=.; go test", false},
		{"another PATH exported", "Bash(go test:*) | Bash(export:*)", "export PATH=.; go test", false},
		{"a program for git to run", "Bash(git fetch:*)", "GIT_SSH_COMMAND=./x git fetch", false},
		{"by env", "Bash(git fetch:*)", "env GIT_SSH_COMMAND=./x git fetch", false},
		{"a variable nobody knows", "Bash(go test:*)", "FROB=1 go test", false},
		{"a variable of the text's own", "Bash(ls:*)", "D=src; ls $D", true},
		{"xargs", "Bash(rm:*)", "ls | xargs rm", false},
		{"a shell", "Bash(git status)", `bash -c "git status"`, false},

		{"changing to a folder of the root", "Bash(git status)", "cd src && git status", true},
		{"changing to where it is", "Bash(git status)", "cd /home/ann/app && git status", true},
		{"changing out of the root", "Bash(git status)", "cd / && git status", false},
		{"changing through a link", "Bash(git status)", "cd out && git status", false},
		{"changing alone", "Bash(git status)", "cd src", false},

		{"text that cannot be read", "Bash(git status)", "git status )(", false},
		{"a control character", "Bash(echo:*)", "echo a\rb", false},
		{"too much text", "Bash(echo:*)", "echo " + strings.Repeat("a ", 40_000), false},
		{"all of the shell, and readable", "Bash", "anything --at all", true},
		{"all of the shell, and not", "Bash", "anything )(", false},
		{"all of the shell, and a file written", "Bash", "anything > x", false},
	} {
		in := bash(c.command)
		s := NewSubject(in, place(), facts, nil)
		rs := rules(t, Allow, strings.Split(c.rules, " | ")...)
		m, got := rs.Allows(s, Default)
		if got != c.want {
			t.Errorf("%s: %s on %q: %v", c.name, c.rules, c.command, got)
		}
		if got && len(m.Rules) == 0 {
			t.Errorf("%s: covered by nothing", c.name)
		}
	}
}

func TestAReportThatIsOpaqueVoidsAnAllow(t *testing.T) {
	s := NewSubject(bash("git status"), place(), disk(nil), &effect.Report{Opaque: []string{"x"}})
	if _, ok := rules(t, Allow, "Bash(git status)").Allows(s, Default); ok {
		t.Error("covered")
	}
}

func TestAllowRulesCoverTools(t *testing.T) {
	patch := "*** Begin Patch\n*** Update File: src/a.go\n@@\n-a\n+b\n*** Update File: lib/b.go\n@@\n-a\n+b\n*** End Patch"
	known := &effect.Report{Effects: []effect.Effect{{Kind: effect.Write, Target: root + "/src/a.go", Known: true, Cmd: -1}, {Kind: effect.Write, Target: root + "/lib/b.go", Known: true, Cmd: -1}}}
	for _, c := range []struct {
		name   string
		rule   string
		call   call.Call
		report *effect.Report
		want   bool
	}{
		{"a file", "Edit(src/**)", tool("Edit", map[string]any{"file_path": "src/a.go", "old_string": "a", "new_string": "b"}), nil, true},
		{"a file outside", "Edit(src/**)", tool("Edit", map[string]any{"file_path": "lib/a.go", "old_string": "a", "new_string": "b"}), nil, false},
		{"a path of the wrong type", "Edit", tool("Edit", map[string]any{"file_path": 7}), nil, false},
		{"every file of a patch", "Edit(**)", tool("apply_patch", map[string]any{"input": patch}), known, true},
		{"one of two files of a patch", "Edit(src/**)", tool("apply_patch", map[string]any{"input": patch}), known, false},
		{"a patch nobody has read", "Edit(**)", tool("apply_patch", map[string]any{"input": patch}), nil, false},
		{"a folder that is searched", "Read(src/**)", tool("Grep", map[string]any{"pattern": "x", "path": "src"}), nil, true},
		{"the folder above it", "Read(src/**)", tool("Grep", map[string]any{"pattern": "x"}), nil, false},
		{"a search that also looks elsewhere", "Read(src/**)", tool("Glob", map[string]any{"pattern": "/etc/*", "path": "src"}), nil, false},
		{"a domain", "WebFetch(domain:example.com)", tool("WebFetch", map[string]any{"url": "https://example.com/x"}), nil, true},
		{"a domain below it", "WebFetch(domain:example.com)", tool("WebFetch", map[string]any{"url": "https://a.example.com/x"}), nil, false},
		{"a domain below it, said so", "WebFetch(domain:*.example.com)", tool("WebFetch", map[string]any{"url": "https://a.example.com/x"}), nil, true},
		{"a domain in front of an at sign", "WebFetch(domain:example.com)", tool("WebFetch", map[string]any{"url": "https://example.com@evil.test/x"}), nil, false},
		{"another scheme", "WebFetch(domain:example.com)", tool("WebFetch", map[string]any{"url": "file://example.com/x"}), nil, false},
		{"a tool of a server", "mcp__github__get", tool("mcp__github__get", map[string]any{}), nil, true},
		{"another tool of it", "mcp__github__get", tool("mcp__github__delete", map[string]any{}), nil, false},
		{"an agent of that type", "Agent(Explore)", tool("Agent", map[string]any{"subagent_type": "Explore"}), nil, true},
		{"an agent of another", "Agent(Explore)", tool("Agent", map[string]any{"subagent_type": "Build"}), nil, false},
		{"PowerShell is never read completely", "PowerShell", shellCall("PowerShell", "ls"), nil, false},
	} {
		s := NewSubject(c.call, place(), disk(nil), c.report)
		if _, got := rules(t, Allow, c.rule).Allows(s, Default); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

package permission

import (
	"testing"

	"automode/call"
	"automode/effect"
	"automode/world"
)

func TestFileRulesSpeakOfWhatCommandsTouch(t *testing.T) {
	facts := disk(map[string]world.Entry{
		root + "/.env":          file(),
		root + "/secrets/k.pem": file(),
		root + "/secrets":       {File: world.File{Known: true, Exists: true, Dir: true}},
		home + "/.ssh":          {File: world.File{Known: true, Exists: true, Dir: true}},
		home + "/.ssh/id_rsa":   file(),
		root + "/src":           {File: world.File{Known: true, Exists: true, Dir: true}},
		root + "/src/a.go":      file(),
	})
	reads := func(paths ...string) []effect.Effect { return effects(effect.Read, paths...) }
	writes := func(paths ...string) []effect.Effect { return effects(effect.Write, paths...) }
	all := func(kind effect.Kind, path string) []effect.Effect {
		return []effect.Effect{{Kind: kind, Target: path, Known: true, Many: true}}
	}
	unknown := []effect.Effect{{Kind: effect.Unknown}}
	for _, c := range []struct {
		name    string
		rule    string
		command string
		does    []effect.Effect // of its first command
		want    bool
	}{
		{"reading", "Read(~/.ssh/**)", "cat ~/.ssh/id_rsa", reads(home + "/.ssh/id_rsa"), true},
		{"reading from another folder", "Read(~/.ssh/**)", "cat id_rsa", reads(home + "/.ssh/id_rsa"), true},
		{"reading one of several", "Read(~/.ssh/**)", "cat a id_rsa", reads(root+"/a", home+"/.ssh/id_rsa"), true},
		{"on standard input", "Read(~/.ssh/**)", "wc -l < ~/.ssh/id_rsa", nil, true},
		{"running it", "Read(~/.ssh/**)", "sh ~/.ssh/rc", effects(effect.Run, home+"/.ssh/rc"), true},
		{"linking to it", "Read(~/.ssh/**)", "ln -s ~/.ssh/id_rsa x", effects(effect.Link, home+"/.ssh/id_rsa"), true},
		{"reading all of the folder", "Read(~/.ssh/**)", "cp -r ~/.ssh /tmp/x", all(effect.Read, home+"/.ssh"), true},
		{"reading all of its parent", "Read(~/.ssh/**)", "tar czf /tmp/h.tgz ~", all(effect.Read, home), true},
		{"searching its parent", "Read(~/.ssh/**)", "grep -r KEY ~", all(effect.Read, home), true},
		{"searching a parent of a folder that is absent", "Read(~/.gnupg/**)", "grep -r KEY ~", all(effect.Read, home), false},
		{"in code", "Read(~/.ssh/**)", `python3 -c "print(open('/home/ann/.ssh/id_rsa').read())"`, nil, true},
		{"by a program nobody knows", "Read(~/.ssh/**)", "frobnicate --in=/home/ann/.ssh/id_rsa", unknown, true},
		{"in text that cannot be read", "Read(~/.ssh/**)", "cat ~/.ssh/id_rsa )(", nil, true},
		{"another file", "Read(~/.ssh/**)", "cat src/a.go", reads(root + "/src/a.go"), false},
		{"a message that names it", "Read(~/.ssh/**)", `git commit -m "mention ~/.ssh/id_rsa"`, nil, false},
		{"searching the project for other things", "Read(.env)", "grep -rn foo .", all(effect.Read, root), false},
		{"taking the whole project away", "Read(./.env)", "cp -r . /tmp/x", all(effect.Read, root), true},
		{"taking it away, the file at any depth", "Read(**/.env)", "cp -r . /tmp/x", all(effect.Read, root), true},
		{"taking a part without it", "Read(./.env)", "cp -r src /tmp/x", all(effect.Read, root+"/src"), false},
		{"a redirect", "Edit(src/**)", "echo x > src/a.go", nil, true},
		{"a redirect that appends", "Edit(src/**)", "echo x >> src/a.go", nil, true},
		{"a redirect of both", "Write(src/**)", "ls &> src/a.go", nil, true},
		{"a redirect after cd", "Write(src/**)", "cd src && echo x > a.go", nil, true},
		{"a redirect of a copied descriptor", "Write(//dev/**)", "ls 2>&1", nil, false},
		{"writing", "Edit(src/**)", "echo x | tee src/a.go", writes(root + "/src/a.go"), true},
		{"removing", "Edit(src/**)", "rm src/a.go", effects(effect.Delete, root+"/src/a.go"), true},
		{"removing the folder above", "Edit(src/**)", "rm -r .", all(effect.Delete, root), true},
		{"changing its mode", "Edit(src/**)", "chmod 600 src/a.go", effects(effect.Mode, root+"/src/a.go"), true},
		{"reading under an Edit rule", "Edit(src/**)", "cat src/a.go", reads(root + "/src/a.go"), false},
		{"writing under a Read rule", "Read(src/**)", "echo x > src/a.go", writes(root + "/src/a.go"), false},
		{"writing elsewhere", "Edit(src/**)", "echo x > other.txt", writes(root + "/other.txt"), false},
		{"writing nowhere", "Edit(//dev/**)", "ls > /dev/null 2>&1", nil, false},
	} {
		s := NewSubject(bash(c.command), place(), facts, &effect.Report{Effects: c.does})
		rs := rules(t, Deny, c.rule)
		if m, got := rs.Denies(s); got != c.want {
			t.Errorf("%s: %s on %q: %v (%s)", c.name, c.rule, c.command, got, m.Words)
		}
	}
}

func effects(kind effect.Kind, paths ...string) []effect.Effect {
	var es []effect.Effect
	for _, p := range paths {
		es = append(es, effect.Effect{Kind: kind, Target: p, Known: true})
	}
	return es
}

func TestFileRulesSpeakOfWhatToolsTouch(t *testing.T) {
	patch := "*** Begin Patch\n*** Update File: src/a.go\n@@\n-a\n+b\n*** End Patch"
	for _, c := range []struct {
		name string
		rule string
		call call.Call
		want bool
	}{
		{"reading", "Read(src/**)", tool("Read", map[string]any{"file_path": root + "/src/a.go"}), true},
		{"another host's reading", "Read(src/**)", tool("read_file", map[string]any{"absolute_path": root + "/src/a.go"}), true},
		{"listing", "Read(src/**)", tool("Glob", map[string]any{"pattern": "*.go", "path": root + "/src"}), true},
		{"a path given as a pattern", "Read(~/.ssh/**)", tool("Glob", map[string]any{"pattern": "~/.ssh/*"}), true},
		{"searching the project", "Read(./.env)", tool("Grep", map[string]any{"pattern": "x"}), false},
		{"writing", "Edit(src/**)", tool("Write", map[string]any{"file_path": root + "/src/a.go", "content": ""}), true},
		{"editing under a Write rule", "Write(src/**)", tool("Edit", map[string]any{"file_path": "src/a.go", "old_string": "a", "new_string": "b"}), true},
		{"a patch", "Edit(src/**)", tool("apply_patch", map[string]any{"input": patch}), true},
		{"a patch of something else", "Edit(lib/**)", tool("apply_patch", map[string]any{"input": patch}), false},
		{"a server's tool given a path", "Read(~/.ssh/**)", tool("mcp__fs__read", map[string]any{"path": "~/.ssh/id_rsa"}), true},
		{"in a list", "Read(~/.ssh/**)", tool("mcp__fs__read", map[string]any{"paths": []string{"a", "/home/ann/.ssh/id_rsa"}}), true},
		{"as a URL", "Read(~/.ssh/**)", tool("mcp__fs__read", map[string]any{"uri": "file:///home/ann/.ssh/id_rsa"}), true},
		{"a path of the wrong type", "Read(src/**)", tool("Read", map[string]any{"file_path": 7}), true},
	} {
		rs := rules(t, Deny, c.rule)
		if m, got := rs.Denies(subject(c.call)); got != c.want {
			t.Errorf("%s: %v (%s)", c.name, got, m.Words)
		}
	}
}

// The same, with what package effect itself says of the commands.
func TestFileRulesHoldForCommandsAsTheyAreRead(t *testing.T) {
	folder := world.Entry{File: world.File{Known: true, Exists: true, Dir: true}}
	facts := disk(map[string]world.Entry{
		home: folder, root: folder, root + "/src": folder, root + "/src/a.go": file(), root + "/.env": file(), home + "/.ssh": folder, home + "/.ssh/id_rsa": file(),
	})
	for _, c := range []struct {
		rule, command string
		want          bool
	}{
		{"Read(~/.ssh/**)", "cat ~/.ssh/id_rsa", true},
		{"Read(~/.ssh/**)", "cd ~/.ssh && cat id_rsa", true},
		{"Read(~/.ssh/**)", "F=~/.ssh/id_rsa; head -c9 $F", true},
		{"Read(~/.ssh/**)", "cat ~/.ssh/*", true},
		{"Read(~/.ssh/**)", "echo $(tail -n1 ~/.ssh/id_rsa)", true},
		{"Read(~/.ssh/**)", "cp ~/.ssh/id_rsa /tmp/x", true},
		{"Read(~/.ssh/**)", "cp -r ~/.ssh /tmp/x", true},
		{"Read(~/.ssh/**)", "tar czf /tmp/h.tgz ~", true},
		{"Read(~/.ssh/**)", "grep -r KEY ~", true},
		{"Read(~/.ssh/**)", "sudo cat /home/ann/.ssh/id_rsa", true},
		{"Read(~/.ssh/**)", "ln -s ~/.ssh/id_rsa x", true},
		{"Read(~/.ssh/**)", "base64 < /home/ann/.ssh/id_rsa", true},
		{"Read(~/.ssh/**)", "cat src/a.go", false},
		{"Read(~/.ssh/**)", "ls", false},
		{"Read(~/.ssh/**)", "ls ~", false},
		{"Read(~/.ssh/**)", "ls ~/.ssh", true},
		{"Read(./.env)", "cat .env", true},
		{"Read(./.env)", "sed -n 1p ./src/../.env", true},
		{"Read(./.env)", "grep -rn foo .", false},
		{"Edit(src/**)", "echo x | tee src/a.go", true},
		{"Edit(src/**)", "sed -i s/a/b/ src/a.go", true},
		{"Edit(src/**)", "rm src/a.go", true},
		{"Edit(src/**)", "rm -r src", true},
		{"Edit(src/**)", "mv /tmp/x src/a.go", true},
		{"Edit(src/**)", "cp /tmp/x src/a.go", true},
		{"Edit(src/**)", "chmod 600 src/a.go", true},
		{"Edit(src/**)", "truncate -s0 src/a.go", true},
		{"Edit(src/**)", "cat src/a.go", false},
		{"Edit(src/**)", "cp src/a.go /tmp/x", false},
	} {
		in := bash(c.command)
		s := NewSubject(in, place(), facts, effect.Of(in, effect.Env{Place: place(), Facts: facts}))
		if m, got := rules(t, Deny, c.rule).Denies(s); got != c.want {
			t.Errorf("%s on %q: %v (%s)", c.rule, c.command, got, m.Words)
		}
	}
}

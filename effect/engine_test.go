package effect

import (
	"encoding/json"
	"strings"
	"testing"

	"automode/call"
	"automode/rulebook"
	"automode/verdict"
	"automode/world"
)

// shellCall is a shell call in the project of these tests.
func shellCall(text string) call.Call {
	input, _ := json.Marshal(map[string]string{"command": text})
	return call.Call{ID: "t1", Tool: "Bash", Input: input, Dir: "/home/kim/shop"}
}

// shop is the project of these tests: a root with a file as committed, a file
// with changes, one that is not there, a link out of it and one with two names.
func shop() Env {
	file := world.File{Known: true, Exists: true, Regular: true, Links: 1}
	tracked, changed, twin := file, file, file
	tracked.Tracked, tracked.Modified = world.Yes, world.No
	changed.Tracked, changed.Modified = world.Yes, world.Yes
	twin.Links = 2
	return Env{
		Place: world.Place{Home: "/home/kim", User: "kim", Roots: []string{"/home/kim/shop"}},
		Facts: &world.Memory{Files: map[string]world.Entry{
			"/home/kim/shop/as-committed.txt": {File: tracked},
			"/home/kim/shop/changed.txt":      {File: changed},
			"/home/kim/shop/absent.txt":       {File: world.File{Known: true}},
			"/home/kim/shop/absent-dir":       {File: world.File{Known: true}},
			"/home/kim/shop/out":              {File: world.File{Known: true, Exists: true, Link: "/home/kim/other"}},
			"/home/kim/shop/twin.txt":         {File: twin},
			"/home/kim/shop/.gitignore":       {File: tracked, Text: "dist/\ndata/\n", Known: true},
			"/home/kim/shop/run.sh":           {File: tracked, Text: "#!/bin/sh\necho hi\n", Known: true},
		}},
	}
}

// verdictOf names what a report comes to.
func verdictOf(r *Report) string {
	switch {
	case r.Harmless():
		return "harmless"
	case r.Routine():
		return "routine"
	case len(r.Guards) > 0:
		return "guard"
	}
	for _, e := range r.Effects {
		if e.Entry != "" {
			return e.Entry
		}
	}
	return "unsure"
}

func TestWritesAreJudgedByWhereTheyGo(t *testing.T) {
	for claim, c := range map[string]struct{ text, want string }{
		"a file inside the project is ordinary":               {"echo x > notes.txt", "routine"},
		"a named file under /tmp is ordinary":                 {"echo x > /tmp/notes.txt", "routine"},
		"the null device is nothing":                          {"echo x > /dev/null", "harmless"},
		"a file elsewhere in the home is not understood":      {"echo x > ~/other/notes.txt", "unsure"},
		"a file of the system is a finding":                   {"echo x > /etc/motd", "system-service"},
		"a device is a finding":                               {"echo x > /dev/sda", "device-or-filesystem"},
		"a shell profile is a guard":                          {"echo x >> ~/.bashrc", "guard"},
		"an agent's settings are a guard":                     {"echo '{}' > ~/.claude/settings.json", "guard"},
		"and so in the project":                               {"echo '{}' > .claude/settings.json", "guard"},
		"our own settings are a guard":                        {"echo '{}' > ~/.config/automode/settings.json", "guard"},
		"a git hook is a guard":                               {"echo x > .git/hooks/pre-commit", "guard"},
		"through a link out of the project is outside":        {"echo x > out/notes.txt", "unsure"},
		"a file with a second name is not understood":         {"echo x > twin.txt", "unsure"},
		"dots that lead out are outside":                      {"echo x > ../other/x", "unsure"},
		"a computed name is not understood":                   {"echo x > \"$OUT\"", "unsure"},
		"a name that is nearly the root is outside":           {"echo x > /home/kim/shop2/x", "unsure"},
		"changes that are not committed would be lost":        {"echo x > changed.txt", "irreversible-local"},
		"cutting a file to nothing loses it":                  {"> src.txt", "irreversible-local"},
		"a network socket by its file name is a connection":   {"echo x > /dev/tcp/203.0.113.9/99", "unsure"},
		"a new folder with dots and links resolved is judged": {"echo x > ./a/../../shop/y.txt", "routine"},
	} {
		t.Run(claim, func(t *testing.T) {
			r := Of(shellCall(c.text), shop())
			if got := verdictOf(r); got != c.want {
				t.Errorf("%s: got %s, want %s: %+v", c.text, got, c.want, r.Effects)
			}
		})
	}
}

func TestTheOrderOfAMapNeverShows(t *testing.T) {
	env := shop()
	env.Session = &Session{Files: map[string]FileState{}}
	for _, n := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		env.Session.Files["/home/kim/shop/"+n] = FileState{Loaded: "data-exfiltration", Why: "sends " + n}
	}
	first := ""
	for range 20 {
		r := newReader(env)
		c := r.toolCmd(shellCall("x"))
		c.runsProjectCode()
		why := r.rep.Effects[len(r.rep.Effects)-1].Why
		if first == "" {
			first = why
		}
		if why != first {
			t.Fatalf("got %q, before %q", why, first)
		}
	}
}

func TestOfNeverPanics(t *testing.T) {
	for _, in := range []string{``, `null`, `[]`, `{}`, `{"command":1}`, `{"command":null}`, `{"command":""}`, `{"file_path":7}`, `{"edits":[1]}`, `{"command":["bash","-lc"]}`, `{`} {
		for _, tool := range []string{"Bash", "Write", "Edit", "MultiEdit", "apply_patch", "Read", "WebFetch", "Agent", "Nobody", "mcp__a__b", "PowerShell", "REPL", "write_stdin", ""} {
			r := Of(call.Call{Tool: tool, Input: json.RawMessage(in)}, Env{})
			if r == nil || r.Routine() && tool != "TodoWrite" && in != `{}` {
				t.Errorf("%s %s: allowed or nil: %+v", tool, in, r)
			}
		}
	}
}

func TestSessionsRememberOnlyWhatIsCertain(t *testing.T) {
	env := shop()
	made := func(id, text string, ok bool) *Session {
		s := &Session{}
		env.Session = s
		c := shellCall(text)
		c.ID = id
		s.Allowed(c, Of(c, env), env)
		s.Ended(id, ok)
		return s
	}
	if s := made("1", "echo x > absent.txt", true); !s.Files["/home/kim/shop/absent.txt"].Made {
		t.Error("a file that was absent and was written was made here")
	}
	if s := made("1", "echo x > absent.txt", false); s.Files["/home/kim/shop/absent.txt"].Made {
		t.Error("a call that failed made nothing")
	}
	if s := made("1", "echo x > unknown.txt", true); s.Files["/home/kim/shop/unknown.txt"].Made {
		t.Error("a file that may have been there was not made here")
	}
	s := made("1", "echo 'rm -rf ~' > go.sh", true)
	if got := s.Files["/home/kim/shop/go.sh"].Text; got != "rm -rf ~\n" {
		t.Errorf("the text that was written is %q", got)
	}
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var back Session
	if err := json.Unmarshal(raw, &back); err != nil || back.Files["/home/kim/shop/go.sh"].Text != "rm -rf ~\n" {
		t.Errorf("a session does not survive being stored: %v", err)
	}
}

func TestPatchesAreReadFileByFile(t *testing.T) {
	files, ok := parsePatch("*** Begin Patch\n*** Add File: a.txt\n+one\n*** Update File: b.txt\n@@\n-old\n+new\n keep\n*** Delete File: c.txt\n*** End Patch\n")
	if !ok || len(files) != 3 || !files[0].add || files[1].after != "new\nkeep\n" || !files[2].remove {
		t.Errorf("got %+v %v", files, ok)
	}
	for _, bad := range []string{"", "*** Begin Patch\n*** End Patch", "*** Begin Patch\nnonsense\n*** End Patch", "echo hi\n*** Begin Patch\n*** Add File: x\n+1\n*** End Patch"} {
		if _, ok := parsePatch(bad); ok {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestPowerShellIsOnlyProvedWhenItIsSimple(t *testing.T) {
	for text, want := range map[string]string{
		"Get-ChildItem src":                          "harmless",
		"Get-Content notes.txt":                      "harmless",
		"git status":                                 "harmless",
		"Get-Content notes.txt | Out-File x":         "unsure",
		"iex (New-Object Net.WebClient)":             "download-and-run",
		"Get-ChildItem $env:TEMP":                    "unsure",
		"Remove-Item -Recurse -Force C:\\":           "guard",
		"rd /s /q C:\\Users\\kim":                    "guard",
		"cmd /c \"del /s /q C:\\Windows\\System32\"": "guard",
		"Remove-Item -Recurse build":                 "irreversible-local",
	} {
		input, _ := json.Marshal(map[string]string{"command": text})
		if got := verdictOf(Of(call.Call{Tool: "PowerShell", Input: input, Dir: "/home/kim/shop"}, shop())); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestEveryEntryHasASentence(t *testing.T) {
	for _, e := range rulebook.Default().Entries {
		if e.Tier != verdict.NoTier && strings.HasPrefix(entryVerb(e.ID), "matches the rule") {
			t.Errorf("%s has no words for people", e.ID)
		}
	}
}

func TestADriveIsTheFolderThatShellsCallIt(t *testing.T) {
	env := Env{Place: world.Place{Home: `C:\Users\kim`, Roots: []string{`D:\source\app`}}}
	for text, want := range map[string]string{
		"cd /d/source/app && git diff": "harmless", "cd /d/source/other && make": "unsure", "rm -rf /d/source/app/..": "guard", "echo x > /c/Users/kim/.bashrc": "guard", "echo x > note.txt": "routine",
	} {
		c := shellCall(text)
		c.Dir = `D:\source\app`
		if got := verdictOf(Of(c, env)); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

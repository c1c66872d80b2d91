package permission

import (
	"testing"

	"automode/world"
)

func TestPatternsOfFiles(t *testing.T) {
	for _, c := range []struct {
		name  string
		spec  string
		file  string
		deny  bool // a rule that tightens speaks of it
		allow bool // a rule that allows covers it
	}{
		{"below a folder of home", "~/.ssh/**", home + "/.ssh/id_rsa", true, true},
		{"the folder itself", "~/.ssh/**", home + "/.ssh", true, true},
		{"deep below", "~/.ssh/**", home + "/.ssh/a/b/c", true, true},
		{"a folder stands for what is in it", "~/.ssh", home + "/.ssh/id_rsa", true, true},
		{"with a slash at its end too", "~/.ssh/", home + "/.ssh/id_rsa", true, true},
		{"not what begins the same", "~/.ssh/**", home + "/.sshx", false, false},
		{"not in another home", "~/.ssh/**", "/home/bob/.ssh/id_rsa", false, false},
		{"all of home", "~", home + "/x", true, true},
		{"absolute", "//etc/passwd", "/etc/passwd", true, true},
		{"absolute, another", "//etc/passwd", "/etc/passwd2", false, false},
		{"everything", "//**", "/etc/passwd", true, true},
		{"from the settings' folder", "/src/**", root + "/src/a.go", true, true},
		{"denying reads one slash as absolute too", "/etc/passwd", "/etc/passwd", true, false},
		{"from here", "./src/*.go", root + "/src/a.go", true, true},
		{"a star stays in its folder", "./src/*.go", root + "/src/b/a.go", false, false},
		{"two stars do not", "src/**/*.go", root + "/src/b/c/a.go", true, true},
		{"and match no folder too", "src/**/*.go", root + "/src/a.go", true, true},
		{"a bare name denies at any depth", ".env", root + "/a/b/.env", true, false},
		{"and allows only here", ".env", root + "/.env", true, true},
		{"a bare name with a star", "*.pem", root + "/keys/a.pem", true, false},
		{"a bare name elsewhere", ".env", "/srv/.env", false, false},
		{"out of the folder", "../lib/**", home + "/lib/a", true, true},
		{"one of several", "*.{pem,key}", root + "/a.key", true, true},
		{"a class", "[ab].txt", root + "/b.txt", true, true},
	} {
		for _, list := range []List{Deny, Allow} {
			r := rule(t, list, "Read("+c.spec+")")
			s := NewSubject(tool("Read", map[string]any{"file_path": c.file}), place(), disk(nil), nil)
			want, got := c.deny, false
			if list == Deny {
				_, got = r.hits(s)
			} else {
				_, got = covers([]Rule{r}, s)
				want = c.allow
			}
			if got != want {
				t.Errorf("%s: %v Read(%s) on %s: %v", c.name, list, c.spec, c.file, got)
			}
		}
	}
}

func TestLinksLeadNowhereUnseen(t *testing.T) {
	facts := disk(map[string]world.Entry{
		root + "/notes":    link(home + "/.ssh"),
		root + "/key.txt":  link(home + "/.ssh/id_rsa"),
		root + "/src/up":   link("/etc"),
		home + "/.aws":     link("/vault/aws"),
		root + "/loop":     link(root + "/loop"),
		root + "/src/a.go": file(),
	})
	for _, c := range []struct {
		name        string
		spec        string
		file        string
		deny, allow bool
	}{
		{"a link to the file", "~/.ssh/**", root + "/key.txt", true, false},
		{"a link to the folder", "~/.ssh/**", root + "/notes/id_rsa", true, false},
		{"dots in the way", "~/.ssh/**", root + "/../.ssh/id_rsa", true, true},
		{"where the denied folder's own link leads", "~/.aws/**", "/vault/aws/credentials", true, false},
		{"through the folder, which is a link", "~/.aws/**", home + "/.aws/credentials", true, false},
		{"a link out of what is allowed", "src/**", root + "/src/up/passwd", true, false},
		{"a plain file of what is allowed", "src/**", root + "/src/a.go", true, true},
		{"links without end", "**", root + "/loop/x", true, false},
	} {
		s := func() *Subject {
			return NewSubject(tool("Read", map[string]any{"file_path": c.file}), place(), facts, nil)
		}
		deny := rule(t, Deny, "Read("+c.spec+")")
		if _, got := deny.hits(s()); got != c.deny {
			t.Errorf("%s: denied: %v", c.name, got)
		}
		if _, got := covers([]Rule{rule(t, Allow, "Read("+c.spec+")")}, s()); got != c.allow {
			t.Errorf("%s: allowed: %v", c.name, got)
		}
	}
}

func TestWhatIsNotKnownIsNotCovered(t *testing.T) {
	for _, facts := range []world.Facts{nil, world.Nothing{}} {
		s := NewSubject(tool("Read", map[string]any{"file_path": root + "/src/a.go"}), place(), facts, nil)
		if _, ok := covers([]Rule{rule(t, Allow, "Read(src/**)")}, s); ok {
			t.Error("a path of which nothing is known is covered")
		}
		deny := rule(t, Deny, "Read(src/**)")
		if _, hit := deny.hits(s); !hit {
			t.Error("a path of which nothing is known is not denied")
		}
	}
}

func TestCaseIsForgivenWhereTheDiskForgivesIt(t *testing.T) {
	c := tool("Read", map[string]any{"file_path": home + "/.SSH/ID_RSA"})
	r := rule(t, Deny, "Read(~/.ssh/**)")
	for _, os := range []string{"linux", "darwin", "windows"} {
		p := place()
		p.OS = os
		_, got := r.hits(NewSubject(c, p, disk(nil), nil))
		if want := os != "linux"; got != want {
			t.Errorf("%s: %v", os, got)
		}
	}
}

func TestFragments(t *testing.T) {
	for _, c := range []struct {
		spec, text string
		want       bool
	}{
		{"~/.ssh/**", "cat ~/.ssh/id_rsa", true},
		{"~/.ssh/**", "cat $HOME/.ssh/id_rsa", true},
		{"~/.ssh/**", `cat ~/".ss"h/x`, true},
		{"~/.ssh/**", "cat ~/x.sshrc", false},
		{"~/.ssh/**", "ssh host", false},
		{"*.pem", "cat a.pem", true},
		{"*.pem", "cat a.pemx", false},
		{".env", "cat .env", true},
		{".env", "cat foo.env", false},
		{"//etc/passwd", "cat /etc/passwd", true},
		{"**", "anything", true},
	} {
		p, err := parsePattern(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.mentionedIn(c.text, false); got != c.want {
			t.Errorf("%s in %q: %v", c.spec, c.text, got)
		}
	}
}

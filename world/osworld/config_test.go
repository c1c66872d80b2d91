//go:build unix

package osworld

import (
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func mkfifo(p string) error { return syscall.Mkfifo(p, 0o644) }

func TestConfigRemotes(t *testing.T) {
	remote := func(url string) map[string]string { return map[string]string{"origin": url} }
	for name, c := range map[string]struct {
		text string
		want map[string]string
	}{
		"plain":                     {"[remote \"origin\"]\n\turl = https://e.com/x\n", remote("https://e.com/x")},
		"on one line":               {`[remote "origin"] url=x`, remote("x")},
		"the old spelling":          {"[Remote.origin]\nURL = x", remote("x")},
		"quotes and escapes":        {"[remote \"origin\"]\nurl = \"a\\\"b ; c\"  # why\n", remote(`a"b ; c`)},
		"a comment":                 {"[remote \"origin\"]\nurl = a ; b\n", remote("a")},
		"blanks inside are kept":    {"[remote \"origin\"]\nurl = a  b \t\n", remote("a  b")},
		"a line that goes on":       {"[remote \"origin\"]\nurl = a\\\nb\n", remote("ab")},
		"line ends of Windows":      {"[remote \"origin\"]\r\n\turl = a\r\n", remote("a")},
		"a name with a quote":       {"[remote \"o\\\"x\"]\nurl = a\n", map[string]string{`o"x`: "a"}},
		"the same URL to push to":   {"[remote \"origin\"]\nurl = a\npushurl = a\n", remote("a")},
		"another URL to push to":    {"[remote \"origin\"]\nurl = a\npushurl = b\n", map[string]string{}},
		"another, said first":       {"[remote \"origin\"]\npushurl = b\nurl = a\n", map[string]string{}},
		"two URLs":                  {"[remote \"origin\"]\nurl = a\nurl = b\n", map[string]string{}},
		"two URLs in two sections":  {"[remote \"origin\"]\nurl = a\n[core]\n[remote \"origin\"]\nurl = b\n", map[string]string{}},
		"other files":               {"[include]\npath = x\n[remote \"origin\"]\nurl = a\n", nil},
		"other files, on condition": {"[includeIf \"gitdir:/x\"]\npath = x\n[remote \"origin\"]\nurl = a\n", nil},
		"rewritten URLs":            {"[url \"https://evil/\"]\npushInsteadOf = a\n[remote \"origin\"]\nurl = a\n", nil},
		"a file for each worktree":  {"[extensions]\nworktreeConfig = true\n[remote \"origin\"]\nurl = a\n", nil},
		"nothing":                   {"", map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := readConfig(c.text)
			if !ok {
				t.Fatal("not read")
			}
			if d := cmp.Diff(c.want, got.remotes); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestConfigThatIsNone(t *testing.T) {
	for _, text := range []string{"x = 1", "[a", "[a \"b]", "[a]\n= 1", "[a]\nx = \"1", "[a]\nx = \\q", "[]\nx=1", "[a]\nx y"} {
		if _, ok := readConfig(text); ok {
			t.Errorf("%q was read", text)
		}
	}
}

func FuzzConfig(f *testing.F) {
	f.Add("[remote \"origin\"]\n\turl = \"a\\\"b\" # c\n[core] bare")
	f.Fuzz(func(t *testing.T, text string) {
		c, ok := readConfig(text)
		if !ok && (c.remotes != nil || c.elsewhere) {
			t.Error("something of a configuration that is none")
		}
	})
}

func FuzzIndex(f *testing.F) {
	f.Add([]byte("DIRC\x00\x00\x00\x02\x00\x00\x00\x01"+strings.Repeat("\x00", 62)+"a\x00TREE\x00\x00\x00\x06\x00-1 0\n"+strings.Repeat("\x00", 20)), "a")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		for version := byte(2); version <= 4; version++ {
			if len(data) < 12 {
				return
			}
			d := append([]byte(nil), data...)
			d[7] = version
			x := &index{data: d, idSize: 20, version: uint32(version), count: int(d[11])}
			if _, found, _ := x.find(name); found && len(d) < 70 {
				t.Error("an entry in an index that has no room for one")
			}
		}
	})
}

func TestDeepTreesEndTheReading(t *testing.T) {
	deep := []byte(strings.Repeat("a\x00-1 1\n", 100_000))
	x := &index{idSize: 20}
	if x.trees(&deep, "", 0, map[string]bool{}) {
		t.Error("read to the end")
	}
}

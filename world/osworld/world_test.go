//go:build unix

package osworld

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"automode/world"
)

// real is a temporary folder by its real name.
func real(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestFile(t *testing.T) {
	dir := real(t)
	write(t, dir+"/a", "hello")
	must(t, os.Chmod(dir+"/a", 0o755))
	write(t, dir+"/b", "x")
	must(t, os.Link(dir+"/b", dir+"/b2"))
	must(t, os.Mkdir(dir+"/d", 0o755))
	must(t, os.Symlink("a", dir+"/to-a"))
	must(t, os.Symlink("to-a", dir+"/to-to-a"))
	must(t, os.Symlink("d/new/file", dir+"/to-nothing"))
	must(t, os.Symlink("d", dir+"/to-d"))
	must(t, os.Symlink("../d/../a", dir+"/d/up"))
	must(t, os.Symlink("loop2", dir+"/loop1"))
	must(t, os.Symlink("loop1", dir+"/loop2"))
	must(t, os.Symlink("/proc/self/cwd/x", dir+"/ours"))

	for name, c := range map[string]struct {
		path string
		want world.File
	}{
		"a file":                                   {dir + "/a", world.File{Known: true, Exists: true, Regular: true, Links: 1, Size: 5, Exec: true}},
		"a file of two names":                      {dir + "/b", world.File{Known: true, Exists: true, Regular: true, Links: 2, Size: 1}},
		"nothing":                                  {dir + "/none", world.File{Known: true}},
		"nothing below nothing":                    {dir + "/none/x/y", world.File{Known: true}},
		"nothing below a file":                     {dir + "/a/x", world.File{Known: true}},
		"a loop is not known":                      {dir + "/loop1", world.File{}},
		"a link into each process's own view":      {dir + "/ours", world.File{}},
		"a path in a process's own view":           {"/proc/self/cwd", world.File{}},
		"a relative path is not known":             {"a", world.File{}},
		"a path that is not clean is not known":    {dir + "/d/../a", world.File{}},
		"a path with a NUL is not known":           {dir + "/a\x00b", world.File{}},
		"a name that no system takes":              {dir + "/" + strings.Repeat("n", 5000), world.File{}},
		"the empty path is not known":              {"", world.File{}},
		"a link whose target exists":               {dir + "/to-a", world.File{Known: true, Exists: true, Link: dir + "/a"}},
		"a link to a link leads to the end":        {dir + "/to-to-a", world.File{Known: true, Exists: true, Link: dir + "/a"}},
		"a link to nowhere leads to what it names": {dir + "/to-nothing", world.File{Known: true, Exists: true, Link: dir + "/d/new/file"}},
		"a link that goes up":                      {dir + "/d/up", world.File{Known: true, Exists: true, Link: dir + "/a"}},
		"a file through a linked folder":           {dir + "/to-d/up", world.File{Known: true, Exists: true, Link: dir + "/a"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := New().File(c.path)
			if c.want.Link != "" { // a link's own size, mode and count are the system's business
				got.Size, got.Links, got.Exec = 0, 0, false
			}
			if got != c.want {
				t.Errorf("File(%q) = %+v, want %+v", c.path, got, c.want)
			}
		})
	}
	if f := New().File(dir + "/d"); !f.Known || !f.Dir || f.Regular {
		t.Errorf("a folder is %+v", f)
	}
}

func TestFolderThatMayNotBeReadIsNotKnown(t *testing.T) {
	dir := real(t)
	write(t, dir+"/shut/x", "x")
	if os.Geteuid() == 0 {
		// Root may read everything, so a loop stands in for what it may not.
		must(t, os.RemoveAll(dir+"/shut"))
		must(t, os.Symlink("shut", dir+"/shut"))
	} else {
		must(t, os.Chmod(dir+"/shut", 0))
		defer os.Chmod(dir+"/shut", 0o700)
	}
	if f := New().File(dir + "/shut/x"); f.Known {
		t.Errorf("known: %+v", f)
	}
}

func TestTextIsOfRegularFilesOnly(t *testing.T) {
	dir := real(t)
	must(t, syscall.Mkfifo(dir+"/fifo", 0o644))
	must(t, os.Symlink("fifo", dir+"/to-fifo"))
	l, err := net.Listen("unix", dir+"/socket")
	must(t, err)
	defer l.Close()
	done := make(chan string, 1)
	go func() {
		for _, p := range []string{dir, dir + "/fifo", dir + "/to-fifo", dir + "/socket", "/dev/null", "/dev/zero", "/dev/tty", "/proc/self/environ", "/proc/1/environ", "/proc/version", dir + "/none"} {
			if x := New().Text(p, 100); x.Known {
				done <- p
				return
			}
		}
		done <- ""
	}()
	select {
	case p := <-done:
		if p != "" {
			t.Errorf("the text of %s is known", p)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("reading waits")
	}
}

func TestTextIsCapped(t *testing.T) {
	dir := real(t)
	p := write(t, dir+"/a", "0123456789")
	must(t, os.Symlink("a", dir+"/link"))
	for name, c := range map[string]struct {
		path string
		max  int
		want world.Text
	}{
		"all of it fits exactly":        {p, 10, world.Text{Known: true, Text: "0123456789", Whole: true, Hash: world.HashText("0123456789")}},
		"a part has no hash":            {p, 9, world.Text{Known: true, Text: "012345678"}},
		"nothing asked":                 {p, 0, world.Text{Known: true}},
		"a link's text is its target's": {dir + "/link", 99, world.Text{Known: true, Text: "0123456789", Whole: true, Hash: world.HashText("0123456789")}},
		"less than nothing asked":       {p, -1, world.Text{}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := New().Text(c.path, c.max); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
	w := New()
	if part := w.Text(p, 3); part.Whole || part.Text != "012" {
		t.Errorf("part: %+v", part)
	}
	if all := w.Text(p, 100); !all.Whole {
		t.Errorf("a part that was asked for before stands for the whole: %+v", all)
	}
	if part := w.Text(p, 3); part.Whole || part.Text != "012" {
		t.Errorf("the whole that was asked for before breaks the cap: %+v", part)
	}
}

func TestWorldIsOneMoment(t *testing.T) {
	dir := real(t)
	p := write(t, dir+"/a", "one")
	w := New()
	w.File(p)
	w.Text(p, 10)
	write(t, p, "other")
	if f, x := w.File(p), w.Text(p, 10); f.Size != 3 || x.Text != "one" {
		t.Errorf("the same World answers differently later: %+v %+v", f, x)
	}
	if x := New().Text(p, 10); x.Text != "other" {
		t.Errorf("a new World answers from before: %+v", x)
	}
}

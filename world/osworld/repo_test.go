//go:build unix

package osworld

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"automode/world"

	"github.com/google/go-cmp/cmp"
)

// git runs the real git in dir, free of this machine's settings.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com"}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// project is a repository of a few committed files.
func project(t *testing.T, initArgs ...string) string {
	t.Helper()
	dir := real(t) + "/p"
	must(t, os.Mkdir(dir, 0o755))
	git(t, dir, append([]string{"init", "-q", "-b", "main"}, initArgs...)...)
	write(t, dir+"/a.txt", "a\n")
	write(t, dir+"/src/b.txt", "b\n")
	write(t, dir+"/src/deep/c.txt", "c\n")
	write(t, dir+"/other/d.txt", "d\n")
	must(t, os.Symlink("a.txt", dir+"/link"))
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-q", "-m", "first")
	return dir
}

// settle lets the clock leave the instant in which the index was written, as
// it has for files that nobody touched for a while.
func settle(t *testing.T, dir string) {
	t.Helper()
	later := time.Now().Add(time.Hour)
	must(t, os.Chtimes(dir+"/.git/index", later, later))
}

func TestRepo(t *testing.T) {
	dir := project(t)
	git(t, dir, "remote", "add", "origin", "git@example.com:me/p.git")
	git(t, dir, "remote", "add", "up", "https://example.com/up/p.git")
	want := world.Repo{Known: true, Root: dir, Branch: "main", Remotes: map[string]string{
		"origin": "git@example.com:me/p.git", "up": "https://example.com/up/p.git"}}
	must(t, os.Symlink(dir+"/src", filepath.Dir(dir)+"/outside"))
	for name, at := range map[string]string{
		"the root":                       dir,
		"a folder in it":                 dir + "/src/deep",
		"a folder that is not there yet": dir + "/src/new/folder",
		"a link from outside into it":    filepath.Dir(dir) + "/outside/deep",
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(want, New().Repo(at)); d != "" {
				t.Error(d)
			}
		})
	}
	if r := New().Repo(filepath.Dir(dir)); r.Known {
		t.Errorf("the folder above is in a repository: %+v", r)
	}
}

func TestRepoOfAWorktree(t *testing.T) {
	dir := project(t)
	git(t, dir, "remote", "add", "origin", "git@example.com:me/p.git")
	tree := filepath.Dir(dir) + "/tree"
	git(t, dir, "worktree", "add", "-q", "-b", "side", tree)
	want := world.Repo{Known: true, Root: tree, Branch: "side", Remotes: map[string]string{"origin": "git@example.com:me/p.git"}}
	w := New()
	if d := cmp.Diff(want, w.Repo(tree+"/src")); d != "" {
		t.Error(d)
	}
	if f := w.File(tree + "/src/b.txt"); f.Tracked != world.Yes || f.Modified != world.No {
		t.Errorf("its files are %+v", f)
	}
}

func TestRepoThatIsNotPlainIsNotKnown(t *testing.T) {
	for name, spoil := range map[string]func(dir string){
		"another working tree":       func(dir string) { git(t, dir, "config", "core.worktree", "/elsewhere") },
		"no working tree":            func(dir string) { git(t, dir, "config", "core.bare", "true") },
		"a broken configuration":     func(dir string) { write(t, dir+"/.git/config", "[core\nx") },
		"a FIFO for a configuration": func(dir string) { os.Remove(dir + "/.git/config"); must(t, mkfifo(dir+"/.git/config")) },
		"a pointer to nowhere": func(dir string) {
			must(t, os.Rename(dir+"/.git", dir+"/.was"))
			write(t, dir+"/.git", "gitdir: /nowhere\n")
		},
		"a pointer of other words": func(dir string) {
			must(t, os.Rename(dir+"/.git", dir+"/.was"))
			write(t, dir+"/.git", "somewhere else\n")
		},
		"a folder laid out as a bare one": func(dir string) {
			must(t, os.Mkdir(dir+"/src/objects", 0o755))
			must(t, os.Mkdir(dir+"/src/refs", 0o755))
			write(t, dir+"/src/HEAD", "ref: refs/heads/main\n")
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := project(t)
			spoil(dir)
			w := New()
			if r := w.Repo(dir + "/src"); r.Known {
				t.Errorf("known: %+v", r)
			}
			if f := w.File(dir + "/src/b.txt"); f.Tracked != world.Unknown || f.Modified != world.Unknown {
				t.Errorf("its files are %+v", f)
			}
		})
	}
}

func TestDetachedHeadIsNoBranch(t *testing.T) {
	dir := project(t)
	git(t, dir, "checkout", "-q", "--detach")
	if r := New().Repo(dir); !r.Known || r.Branch != "" {
		t.Errorf("%+v", r)
	}
}

func TestCommittedFiles(t *testing.T) {
	type tri struct{ Tracked, Modified world.Tri }
	yes, no, dunno := world.Yes, world.No, world.Unknown
	for name, c := range map[string]struct {
		does func(t *testing.T, dir string)
		file string
		want tri
	}{
		"a file as committed":           {nil, "src/b.txt", tri{yes, no}},
		"a file in the root":            {nil, "a.txt", tri{yes, no}},
		"a committed link":              {nil, "link", tri{yes, no}},
		"a file that was never added":   {func(t *testing.T, d string) { write(t, d+"/new", "x") }, "new", tri{no, dunno}},
		"a file that is not there":      {nil, "none", tri{no, dunno}},
		"git's own files":               {nil, ".git/config", tri{dunno, dunno}},
		"a changed file":                {func(t *testing.T, d string) { write(t, d+"/a.txt", "longer\n") }, "a.txt", tri{yes, yes}},
		"a change that keeps the size":  {func(t *testing.T, d string) { write(t, d+"/a.txt", "z\n") }, "a.txt", tri{yes, yes}},
		"a touched file is read":        {func(t *testing.T, d string) { write(t, d+"/a.txt", "a\n") }, "a.txt", tri{yes, no}},
		"a deleted file":                {func(t *testing.T, d string) { must(t, os.Remove(d+"/a.txt")) }, "a.txt", tri{yes, yes}},
		"a file that became executable": {func(t *testing.T, d string) { must(t, os.Chmod(d+"/a.txt", 0o755)) }, "a.txt", tri{yes, yes}},
		"a file that became a link":     {func(t *testing.T, d string) { os.Remove(d + "/a.txt"); must(t, os.Symlink("src/b.txt", d+"/a.txt")) }, "a.txt", tri{yes, yes}},
		"a link that leads elsewhere":   {func(t *testing.T, d string) { os.Remove(d + "/link"); must(t, os.Symlink("b.txt", d+"/link")) }, "link", tri{yes, yes}},
		"only staged":                   {func(t *testing.T, d string) { write(t, d+"/src/n", "n"); git(t, d, "add", "src/n") }, "src/n", tri{dunno, dunno}},
		"beside something staged":       {func(t *testing.T, d string) { write(t, d+"/src/n", "n"); git(t, d, "add", "src/n") }, "src/b.txt", tri{dunno, dunno}},
		"elsewhere than what is staged": {func(t *testing.T, d string) { write(t, d+"/src/n", "n"); git(t, d, "add", "src/n") }, "other/d.txt", tri{yes, no}},
		"staged and then committed": {func(t *testing.T, d string) {
			write(t, d+"/src/n", "n")
			git(t, d, "add", ".")
			git(t, d, "commit", "-qm", "n")
		}, "src/n", tri{yes, no}},
		"only meant to be added": {func(t *testing.T, d string) { write(t, d+"/n", "n"); git(t, d, "add", "-N", "n") }, "n", tri{no, dunno}},
		"a file that git is told to skip": {func(t *testing.T, d string) {
			git(t, d, "update-index", "--assume-unchanged", "a.txt")
			write(t, d+"/a.txt", "z\n")
		}, "a.txt", tri{dunno, dunno}},
		"in a conflict": {func(t *testing.T, d string) {
			git(t, d, "checkout", "-qb", "side")
			write(t, d+"/a.txt", "side\n")
			git(t, d, "commit", "-qam", "side")
			git(t, d, "checkout", "-q", "main")
			write(t, d+"/a.txt", "main\n")
			git(t, d, "commit", "-qam", "main")
			exec.Command("git", "-C", d, "merge", "-q", "side").Run() // fails: that is the conflict
		}, "a.txt", tri{dunno, dunno}},
		"after going back to a commit": {func(t *testing.T, d string) { write(t, d+"/a.txt", "z\n"); git(t, d, "reset", "-q", "--hard") }, "a.txt", tri{yes, no}},
		"no index":                     {func(t *testing.T, d string) { must(t, os.Remove(d+"/.git/index")) }, "a.txt", tri{no, dunno}},
		"a broken index":               {func(t *testing.T, d string) { write(t, d+"/.git/index", "DIRC\x00\x00\x00\x02\x00\x00\x00\x09") }, "a.txt", tri{dunno, dunno}},
		"a FIFO for an index":          {func(t *testing.T, d string) { os.Remove(d + "/.git/index"); must(t, mkfifo(d+"/.git/index")) }, "a.txt", tri{dunno, dunno}},
		"a split index":                {func(t *testing.T, d string) { git(t, d, "update-index", "--split-index"); write(t, d+"/a.txt", "z\n") }, "never", tri{dunno, dunno}},
		"in another repository inside": {func(t *testing.T, d string) { git(t, d, "init", "-q", "src/sub"); write(t, d+"/src/sub/x", "x") }, "src/sub/x", tri{no, dunno}},
		"what the repository runs is not run": {func(t *testing.T, d string) {
			write(t, d+"/run.sh", "#!/bin/sh\ntouch "+d+"/ran\n")
			must(t, os.Chmod(d+"/run.sh", 0o755))
			git(t, d, "config", "core.fsmonitor", d+"/run.sh")
			git(t, d, "config", "filter.x.clean", d+"/run.sh")
			write(t, d+"/.gitattributes", "* filter=x\n")
			write(t, d+"/a.txt", "z\n")
		}, "a.txt", tri{yes, yes}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := project(t)
			if c.does != nil {
				c.does(t, dir)
			}
			f := New().File(dir + "/" + c.file)
			if got := (tri{f.Tracked, f.Modified}); got != c.want {
				t.Errorf("%s: got %+v, want %+v", c.file, got, c.want)
			}
			if _, err := os.Stat(dir + "/ran"); err == nil {
				t.Error("the repository's program ran")
			}
		})
	}
}

func TestEveryFormOfIndex(t *testing.T) {
	for name, c := range map[string]struct{ init, then []string }{
		"version 2":       {nil, []string{"update-index", "--index-version", "2"}},
		"version 3":       {nil, []string{"update-index", "--skip-worktree", "other/d.txt"}},
		"version 4":       {nil, []string{"update-index", "--index-version", "4"}},
		"SHA-256 objects": {[]string{"--object-format=sha256"}, []string{"update-index", "--refresh"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := project(t, c.init...)
			for i := range 50 {
				write(t, fmt.Sprintf("%s/many/f%02d", dir, i), "x")
			}
			git(t, dir, "add", ".")
			git(t, dir, "commit", "-qm", "many")
			git(t, dir, c.then...)
			settle(t, dir)
			w := New()
			for _, p := range []string{"many/f00", "many/f49", "src/b.txt", "src/deep/c.txt"} {
				if f := w.File(dir + "/" + p); f.Tracked != world.Yes || f.Modified != world.No {
					t.Errorf("%s: %+v", p, f)
				}
			}
			if f := w.File(dir + "/many/f50"); f.Tracked != world.No {
				t.Errorf("a file that is not there: %+v", f)
			}
			must(t, os.WriteFile(dir+"/many/f07", []byte("y"), 0o644))
			if f := New().File(dir + "/many/f07"); f.Modified != world.Yes {
				t.Errorf("a changed file: %+v", f)
			}
		})
	}
}

func TestSparseIndexLeavesFoldersUnknown(t *testing.T) {
	dir := project(t)
	git(t, dir, "sparse-checkout", "set", "--cone", "--sparse-index", "src")
	if f := New().File(dir + "/other/d.txt"); f.Tracked != world.Unknown {
		t.Errorf("a file of a folder that is one entry: %+v", f)
	}
}

func TestUntouchedFileIsNotRead(t *testing.T) {
	dir := project(t)
	settle(t, dir)
	// The stamp in the index is all that says so: the content is out of reach.
	x := openIndex(dir+"/.git/index", false)
	e, found, ok := x.find("a.txt")
	if !found || !ok {
		t.Fatal("not found")
	}
	fi, err := os.Lstat(dir + "/a.txt")
	must(t, err)
	if got := x.differs(e, "/nowhere", fi); got != world.No {
		t.Errorf("differs: %v", got)
	}
}

package osworld

import (
	"os"
	"path"
	"strings"

	"automode/internal/osfile"
	"automode/world"
)

// Caps on what is read of a repository, bytes.
const (
	maxPointer = 4 << 10  // .git files, commondir, HEAD
	maxConfig  = 1 << 20  // config
	maxIndex   = 64 << 20 // index: some 600,000 files
)

// tree is a repository's working tree, read as far as it was asked for.
type tree struct {
	repo   world.Repo
	gitDir string // of this working tree: HEAD, index
	conf   config
	index  *index // nil until asked for
}

// Repo tells what is known of the repository that holds dir.
func (w *World) Repo(dir string) world.Repo {
	w.mu.Lock()
	defer w.mu.Unlock()
	t := w.treeOf(dir)
	if t == nil {
		return world.Repo{}
	}
	return t.repo
}

// treeOf finds the innermost repository that holds dir, which git finds by the
// folder's real name; nil when there is none or nothing is known of it.
func (w *World) treeOf(dir string) *tree {
	if t, ok := w.trees[dir]; ok {
		return t
	}
	var t *tree
	if placed(dir) {
		if real, ok := resolve(dir); ok {
			t = w.climb(real)
		}
	}
	w.trees[dir] = t
	return t
}

func (w *World) climb(real string) *tree {
	for d := real; ; d = path.Dir(d) {
		if t, ok := w.trees[d]; ok && d != real {
			return t
		}
		switch t, found := openTree(d); {
		case found:
			w.trees[d] = t
			return t
		case bare(d):
			// A folder that is laid out like a repository is one to git, with a
			// configuration that anybody may have planted.
			return nil
		}
		if d == "/" {
			return nil
		}
	}
}

// openTree reads the repository whose working tree is at d. found is whether
// there is one; t is nil when it cannot be understood.
func openTree(d string) (t *tree, found bool) {
	dot := path.Join(d, ".git")
	fi, err := os.Stat(dot)
	if absent(err) {
		return nil, false
	}
	if err != nil {
		return nil, true
	}
	gitDir := dot
	if !fi.IsDir() {
		if gitDir = pointer(dot, "gitdir: ", d); gitDir == "" {
			return nil, true
		}
	}
	common := gitDir
	if _, err := os.Lstat(path.Join(gitDir, "commondir")); err == nil {
		if common = pointer(path.Join(gitDir, "commondir"), "", gitDir); common == "" {
			return nil, true
		}
	}
	head, err := osfile.Read(path.Join(gitDir, "HEAD"), maxPointer)
	if absent(err) && fi.IsDir() {
		return nil, false // git walks past a .git folder that is no repository
	}
	if err != nil {
		return nil, true
	}
	text, err := osfile.Read(path.Join(common, "config"), maxConfig)
	if err != nil && !absent(err) {
		return nil, true
	}
	conf, ok := readConfig(string(text))
	if !ok || conf.elsewhere {
		return nil, true
	}
	t = &tree{gitDir: gitDir, conf: conf}
	t.repo = world.Repo{Known: true, Root: d, Remotes: conf.remotes}
	if ref, ok := strings.CutPrefix(strings.TrimSpace(string(head)), "ref: refs/heads/"); ok && ref != ".invalid" {
		t.repo.Branch = ref // .invalid stands where the refs are kept in tables
	}
	return t, true
}

// pointer reads a one-line file that names a folder, absolute or relative to
// base; "" when it does not.
func pointer(file, prefix, base string) string {
	text, err := osfile.Read(file, maxPointer)
	if err != nil {
		return ""
	}
	name, ok := strings.CutPrefix(string(text), prefix)
	name = strings.TrimRight(name, "\r\n")
	if !ok || name == "" || strings.ContainsAny(name, "\n\x00") {
		return ""
	}
	if !strings.HasPrefix(name, "/") {
		name = path.Join(base, name)
	}
	if fi, err := os.Stat(name); err != nil || !fi.IsDir() {
		return ""
	}
	return path.Clean(name)
}

// bare tells whether git would take d itself for a repository.
func bare(d string) bool {
	for _, name := range [...]string{"HEAD", "objects", "refs"} {
		if _, err := os.Stat(path.Join(d, name)); err != nil {
			return false
		}
	}
	return true
}

// Package osworld answers questions about the world from the machine's own
// disk. It opens regular files only, never waits for one, reads no more than a
// cap, and runs nothing: what it knows of a repository it reads from the files
// below .git, because git itself runs what a repository configures (fsmonitor,
// filters, hooks).
//
// What cannot be found out is not known: a missing right, a file system in the
// way, a format that is not read here. On Windows paths of the form that the
// rest of the gate works with name no file, so that nothing is known there but
// below a drive that resolves "/"; hard links are never counted there.
//
// On disks that ignore case (darwin, windows) two spellings are one file, but
// File says nothing of how the disk spells it: whoever classes paths folds case
// there. That a spelling is not in a repository's index proves nothing on such
// a system and is not known.
package osworld

import (
	"io/fs"
	"os"
	"path"
	"runtime"
	"strings"
	"sync"

	"automode/internal/osfile"
	"automode/world"
)

// World answers from the disk and remembers its answers: a World is one moment
// seen, made anew for each decision. It is safe for use by several goroutines.
type World struct {
	mu    sync.Mutex
	files map[string]world.File
	texts map[string]text
	trees map[string]*tree // by folder, the repository that holds it; nil for none or unknown
}

type text struct {
	world.Text
	max int
}

var _ world.Facts = (*World)(nil)

// New is a World of which nothing was asked yet.
func New() *World {
	return &World{files: map[string]world.File{}, texts: map[string]text{}, trees: map[string]*tree{}}
}

// foldsCase: the system's usual disks take two spellings for one file.
const foldsCase = runtime.GOOS == "darwin" || runtime.GOOS == "windows"

// File tells what is known of the entry at p.
func (w *World) File(p string) world.File {
	w.mu.Lock()
	defer w.mu.Unlock()
	if f, ok := w.files[p]; ok {
		return f
	}
	f := w.look(p)
	w.files[p] = f
	return f
}

func (w *World) look(p string) world.File {
	if !placed(p) || ownView(p) {
		return world.File{}
	}
	fi, err := os.Lstat(p)
	switch {
	case absent(err):
		// A file that is gone from the disk may still be committed.
		f := world.File{Known: true}
		f.Tracked, f.Modified = w.committed(p, nil)
		return f
	case err != nil:
		return world.File{}
	}
	f := world.File{
		Known:   true,
		Exists:  true,
		Dir:     fi.IsDir(),
		Regular: fi.Mode().IsRegular(),
		Links:   hardLinks(fi),
		Size:    fi.Size(),
		Exec:    fi.Mode()&0o111 != 0,
	}
	if fi.Mode()&fs.ModeSymlink != 0 {
		target, ok := resolve(p)
		if !ok {
			return world.File{} // a loop, or one that we may not read
		}
		f.Link = target
	}
	f.Tracked, f.Modified = w.committed(p, fi)
	return f
}

// Text gives up to max bytes of the regular file at p, through links.
func (w *World) Text(p string, max int) world.Text {
	w.mu.Lock()
	defer w.mu.Unlock()
	if t, ok := w.texts[p]; ok && (t.max == max || t.Whole && len(t.Text.Text) <= max) {
		return t.Text
	}
	t := read(p, max)
	w.texts[p] = text{t, max}
	return t
}

func read(p string, max int) world.Text {
	if !placed(p) || max < 0 {
		return world.Text{}
	}
	// Files of these trees are not stored anywhere: reading one can wait, have
	// effects, or give another text each time.
	if real, ok := resolve(p); !ok || synthetic(real) {
		return world.Text{}
	}
	b, whole, err := osfile.Head(p, int64(max))
	if err != nil {
		return world.Text{}
	}
	t := world.Text{Known: true, Text: string(b), Whole: whole}
	if whole {
		t.Hash = world.HashText(t.Text)
	}
	return t
}

// synthetic tells whether a path is below one of the trees in which the kernel
// makes up files.
func synthetic(p string) bool {
	return world.Inside(p, "/proc") || world.Inside(p, "/sys") || world.Inside(p, "/dev")
}

// ownView tells whether p means something else to each process that opens it:
// what is there for us says nothing of what is there for a tool.
func ownView(p string) bool {
	return world.Inside(p, "/proc/self") || world.Inside(p, "/proc/thread-self") || world.Inside(p, "/dev/fd")
}

// placed tells whether p is a path that can be looked up as it stands.
func placed(p string) bool {
	return strings.HasPrefix(p, "/") && path.Clean(p) == p && !strings.Contains(p, "\x00")
}

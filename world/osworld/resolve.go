package osworld

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
)

// maxLinks is how many links a path may lead through, as in the kernel.
const maxLinks = 40

// resolve follows every link in the absolute clean path p, the last one
// included, and gives the path without links that opening p would reach. What
// of p does not exist is kept as it stands: a write through a link to nowhere
// makes the file it names. ok is false for a loop, for
// what may not be read, and for what differs between processes.
func resolve(p string) (real string, ok bool) {
	real, rest, hops := "/", strings.TrimPrefix(p, "/"), 0
	for rest != "" {
		name, tail, _ := strings.Cut(rest, "/")
		rest = tail
		switch name {
		case "", ".":
			continue
		case "..":
			real = path.Dir(real)
			continue
		}
		next := path.Join(real, name)
		if ownView(next) {
			return "", false
		}
		fi, err := os.Lstat(next)
		if absent(err) {
			// Nothing below exists either, so ".." can only be taken as written.
			return path.Join(next, rest), true
		}
		if err != nil {
			return "", false
		}
		if fi.Mode()&fs.ModeSymlink == 0 {
			real = next
			continue
		}
		if hops++; hops > maxLinks {
			return "", false
		}
		target, err := os.Readlink(next)
		if err != nil || target == "" {
			return "", false
		}
		if strings.HasPrefix(target, "/") {
			real = "/"
		}
		rest = target + "/" + rest
	}
	return real, true
}

// absent tells whether err says for certain that nothing is at a path: no
// entry, or a component before it that is no folder.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

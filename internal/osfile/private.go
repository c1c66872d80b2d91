package osfile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// PrivateDir makes sure that dir is a folder that only its owner can use, and
// makes it, with its parents, when it is absent. It refuses a folder that is a
// link, that belongs to somebody else, or that others can write to: what is
// kept there decides what an agent may do. The error says how to mend it.
func PrivateDir(dir string) error {
	fi, err := os.Lstat(dir)
	if os.IsNotExist(err) {
		// Parents that are missing are ours too, and private too.
		if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
			return err
		}
		if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
			return err
		}
		fi, err = os.Lstat(dir)
	}
	if err != nil {
		return err
	}
	return checkPrivate(dir, fi, true)
}

// CheckPrivate tells whether an opened file is one that only its owner can
// write: regular, ours, and of no mode bits for others.
func CheckPrivate(path string, fi fs.FileInfo) error { return checkPrivate(path, fi, false) }

func checkPrivate(path string, fi fs.FileInfo, dir bool) error {
	switch {
	case fi.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is a link; put a real folder there", path)
	case dir && !fi.IsDir():
		return fmt.Errorf("%s is not a folder; move it away", path)
	case !dir && !fi.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file; move it away", path)
	}
	return owned(path, fi)
}

package edit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"automode/internal/osfile"
)

// maxFile is more than any settings file has.
const maxFile = 4 << 20

// lockWait is how long a writer waits for another one of the same file.
const lockWait = 2 * time.Second

// File is a settings file that is being changed.
type File struct {
	Path   string
	Before []byte // what it held; nil where it was not there
	Mode   fs.FileMode
	Doc    *Doc

	within string // the folder that nothing is written outside of
}

// Open reads the file at path, which may be missing. It refuses links, what is
// no regular file, and text that it cannot read, and says what to do.
func Open(path string) (*File, error) { return OpenIn(filepath.Dir(path), filepath.Base(path)) }

// OpenIn reads the file of that name below a folder, as Open does. No link on
// the way leads out of the folder, now or when the file is written.
func OpenIn(within, name string) (*File, error) {
	f := &File{Path: filepath.Join(within, name), Mode: 0o600, within: within}
	text, mode, err := f.read()
	if err != nil {
		return nil, err
	}
	if f.Before = text; text != nil {
		f.Mode = mode
	}
	if f.Doc, err = Parse(text); err != nil {
		return nil, fmt.Errorf("%s cannot be read, so it is left alone: %w", f.Path, err)
	}
	return f, nil
}

// read gives what the file holds; nil where it is not there.
func (f *File) read() ([]byte, fs.FileMode, error) {
	root, err := os.OpenRoot(f.within)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	defer root.Close()
	return readIn(root, f.name(), f.Path)
}

func (f *File) name() string {
	name, err := filepath.Rel(f.within, f.Path)
	if err != nil {
		return f.Path // which no root holds
	}
	return name
}

func readIn(root *os.Root, name, path string) ([]byte, fs.FileMode, error) {
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, 0, nil
	case err != nil:
		return nil, 0, outside(path, err)
	case info.Mode()&fs.ModeSymlink != 0:
		to, _ := os.Readlink(path)
		return nil, 0, fmt.Errorf("%s is a link to %s: run this with the file itself", path, to)
	case !info.Mode().IsRegular():
		return nil, 0, fmt.Errorf("%s is not a regular file", path)
	case info.Size() > maxFile:
		return nil, 0, fmt.Errorf("%s is larger than any settings file", path)
	}
	r, err := root.Open(name)
	if err != nil {
		return nil, 0, err
	}
	defer r.Close()
	opened, err := r.Stat()
	if err == nil && !os.SameFile(info, opened) {
		err = fmt.Errorf("%s changed meanwhile: run this again", path)
	}
	if err != nil {
		return nil, 0, err
	}
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err == nil && text == nil {
		text = []byte{}
	}
	return text, info.Mode().Perm(), err
}

// outside says that a link leads out of the folder.
func outside(path string, err error) error {
	if strings.Contains(err.Error(), "escapes") {
		return fmt.Errorf("%s lies behind a link that leads out of its folder, so it is left alone", path)
	}
	return err
}

// Changed tells whether writing would change the file.
func (f *File) Changed() bool { return !bytes.Equal(f.Before, f.Doc.Bytes()) }

// Write puts the document in the file's place in one step, with the file's
// mode. It refuses when the file changed since Open: nothing of another writer
// is lost.
func (f *File) Write() error { return f.locked(func() error { return f.replace(f.Doc.Bytes()) }) }

// Change reads the file at path, lets f change it, and writes it, while no
// other writer can: of writers at once, each one's change is there in the end.
// Where f fails nothing is written, and its error comes back as it is.
func Change(path string, f func(*Doc) error) error {
	file := &File{Path: path, within: filepath.Dir(path)}
	return file.locked(func() error {
		now, err := Open(path)
		if err != nil {
			return err
		}
		if err := f(now.Doc); err != nil || !now.Changed() {
			return err
		}
		return now.replace(now.Doc.Bytes())
	})
}

// Restore puts text back in place of what the file holds now, and removes the
// file where text is nil.
func Restore(path string, now, text []byte, mode fs.FileMode) error {
	f := &File{Path: path, within: filepath.Dir(path), Before: now, Mode: mode}
	return f.locked(func() error {
		if text != nil {
			return f.replace(text)
		}
		root, err := os.OpenRoot(f.within)
		if err != nil {
			return err
		}
		defer root.Close()
		if err := f.same(root); err != nil {
			return err
		}
		return root.Remove(f.name())
	})
}

// locked does what changes the file while no other writer does. Its folder is
// made where it is missing.
func (f *File) locked(do func() error) error {
	if err := os.MkdirAll(f.within, 0o700); err != nil {
		return f.trouble(err)
	}
	root, err := os.OpenRoot(f.within)
	if err != nil {
		return f.trouble(err)
	}
	defer root.Close()
	dir := filepath.Dir(f.name())
	if err := root.MkdirAll(dir, 0o700); err != nil {
		return outside(f.Path, f.trouble(err))
	}
	if _, err := root.Stat(dir); err != nil {
		return outside(f.Path, f.trouble(err))
	}
	lock := f.beside(".lock")
	release, err := osfile.Lock(lock, osfile.Wait{For: lockWait})
	if errors.Is(err, osfile.ErrLocked) {
		return fmt.Errorf("%s is being changed by another program: run this again", f.Path)
	}
	if err != nil {
		return f.trouble(err)
	}
	defer func() {
		os.Remove(lock) // while it is still ours
		release()
	}()
	return do()
}

// beside is a file of ours in the file's folder.
func (f *File) beside(end string) string {
	return filepath.Join(filepath.Dir(f.Path), "."+filepath.Base(f.Path)+".automode"+end)
}

// replace writes text into a new file and puts that in the file's place, while
// the lock is held. A kill at any point leaves the old file or the new one.
func (f *File) replace(text []byte) error {
	root, err := os.OpenRoot(f.within)
	if err != nil {
		return f.trouble(err)
	}
	defer root.Close()
	if err := f.same(root); err != nil {
		return err
	}
	// A file without write bits is not ours to replace, though its folder would
	// let us.
	if f.Before != nil && f.Mode&0o200 == 0 {
		return fmt.Errorf("%s is read-only: make it writable first (chmod u+w)", f.Path)
	}
	next, err := filepath.Rel(f.within, f.beside(".new"))
	if err != nil {
		return err
	}
	root.Remove(next) // of a writer that was killed
	tmp, err := root.OpenFile(next, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return f.trouble(err)
	}
	defer root.Remove(next)
	_, err = tmp.Write(text)
	if err == nil {
		err = tmp.Chmod(f.Mode)
	}
	if info, e := root.Lstat(f.name()); err == nil && e == nil {
		err = keepOwner(tmp, info)
	}
	if err == nil {
		err = tmp.Sync()
	}
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = root.Rename(next, f.name())
	}
	if err != nil {
		return f.trouble(err)
	}
	syncDir(filepath.Dir(f.Path))
	return nil
}

// same refuses when the file no longer holds what was read.
func (f *File) same(root *os.Root) error {
	text, _, err := readIn(root, f.name(), f.Path)
	if err != nil {
		return err
	}
	if !bytes.Equal(text, f.Before) || (text == nil) != (f.Before == nil) {
		return fmt.Errorf("%s changed meanwhile: run this again", f.Path)
	}
	return nil
}

// trouble says what stands against a write, and that the file is as it was.
func (f *File) trouble(err error) error {
	next := ""
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		next = "it or its folder is read-only for you; "
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EFBIG), errors.Is(err, errQuota):
		next = "there is no room: make some and run this again; "
	}
	return fmt.Errorf("%s was not changed: %s%w", f.Path, next, err)
}

// syncDir makes a rename last through a loss of power, where that can be done.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		d.Sync()
		d.Close()
	}
}

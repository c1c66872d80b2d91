package edit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// maxFile is more than any settings file has.
const maxFile = 4 << 20

// File is a settings file that is being changed.
type File struct {
	Path   string
	Before []byte // what it held; nil where it was not there
	Mode   fs.FileMode
	Doc    *Doc
}

// Open reads the file at path, which may be missing. It refuses links, what is
// no regular file, and text that it cannot read, and says what to do.
func Open(path string) (*File, error) {
	f := &File{Path: path, Mode: 0o600}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.Doc, err = Parse(nil)
		return f, err
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		to, _ := os.Readlink(path)
		return nil, fmt.Errorf("%s is a link to %s: run this with the file itself", path, to)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", path)
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%s is larger than any settings file", path)
	}
	f.Mode = info.Mode().Perm()
	r, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if f.Before, err = io.ReadAll(io.LimitReader(r, maxFile)); err != nil {
		return nil, err
	}
	if f.Doc, err = Parse(f.Before); err != nil {
		return nil, fmt.Errorf("%s cannot be read, so it is left alone: %w", path, err)
	}
	return f, nil
}

// Changed tells whether writing would change the file.
func (f *File) Changed() bool { return !bytes.Equal(f.Before, f.Doc.Bytes()) }

// Write puts the document in the file's place in one step, with the file's
// mode. It refuses when the file changed since Open.
func (f *File) Write() error { return replace(f.Path, f.Before, f.Doc.Bytes(), f.Mode) }

// Restore puts text back in place of what the file holds now, and removes the
// file where text is nil.
func Restore(path string, now, text []byte, mode fs.FileMode) error {
	if text != nil {
		return replace(path, now, text, mode)
	}
	if err := same(path, now); err != nil {
		return err
	}
	return os.Remove(path)
}

func replace(path string, now, text []byte, mode fs.FileMode) error {
	if err := same(path, now); err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, ".automode-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(text)
	if err == nil {
		err = tmp.Chmod(mode)
	}
	if err == nil {
		err = tmp.Sync()
	}
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	// a file without write bits is not ours to replace, though its folder
	// would let us
	if now != nil && mode&0o200 == 0 {
		return fmt.Errorf("%s is read-only: make it writable first (chmod u+w)", path)
	}
	return os.Rename(tmp.Name(), path)
}

// same refuses when the file no longer holds what was read.
func same(path string, now []byte) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && now == nil {
		return nil
	}
	if err != nil {
		return err
	}
	if !bytes.Equal(text, now) {
		return fmt.Errorf("%s changed meanwhile: run this again", path)
	}
	return nil
}

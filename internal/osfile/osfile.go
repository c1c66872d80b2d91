// Package osfile opens files that somebody else may have prepared: only
// regular ones, never waiting, never more than asked for. A FIFO, a device or a
// socket in the place of a file is an error at once, not a process that hangs.
package osfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// The errors that callers tell apart; any other is the system's own.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("larger than allowed")
)

// Open opens the regular file at path for reading, following links. The
// caller closes it. The error wraps ErrNotRegular for anything else than a
// regular file; opening never waits for a writer.
func Open(path string) (*os.File, fs.FileInfo, error) {
	// Looked at before it is opened, because opening alone makes some devices
	// act; looked at again after, because it may have been swapped in between.
	fi, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !fi.Mode().IsRegular() {
		return nil, nil, &fs.PathError{Op: "open", Path: path, Err: ErrNotRegular}
	}
	f, err := os.OpenFile(path, os.O_RDONLY|noWait, 0)
	if err != nil {
		return nil, nil, err
	}
	fi, err = f.Stat()
	if err == nil && !fi.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: ErrNotRegular}
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, fi, nil
}

// Read gives the whole of the regular file at path. A file of more than max
// bytes is an error that wraps ErrTooLarge, so that nobody takes a part for
// the whole.
func Read(path string, max int64) ([]byte, error) {
	text, whole, err := Head(path, max)
	if err == nil && !whole {
		return nil, &fs.PathError{Op: "read", Path: path, Err: ErrTooLarge}
	}
	return text, err
}

// Head gives up to max bytes from the start of the regular file at path, and
// whether that is all of it.
func Head(path string, max int64) (text []byte, whole bool, err error) {
	f, fi, err := Open(path)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	text, err = readUpTo(f, fi.Size(), max+1)
	if err != nil {
		return nil, false, err
	}
	if int64(len(text)) > max {
		return text[:max], false, nil
	}
	return text, true, nil
}

// ReadAll reads r to its end. More than max bytes are an error that wraps
// ErrTooLarge.
func ReadAll(r io.Reader, max int64) ([]byte, error) {
	size := int64(0)
	if f, ok := r.(*os.File); ok {
		if fi, err := f.Stat(); err == nil {
			size = fi.Size()
		}
	}
	text, err := readUpTo(r, size, max+1)
	if err == nil && int64(len(text)) > max {
		return nil, ErrTooLarge
	}
	return text, err
}

// readUpTo reads until the end of r or until it has max bytes. A file may grow
// while it is read, and special file systems lie about sizes, so size is only
// a hint.
func readUpTo(r io.Reader, size, max int64) ([]byte, error) {
	buf := make([]byte, 0, min(max, size+512))
	for int64(len(buf)) < max {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := r.Read(buf[len(buf):min(int64(cap(buf)), max)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return buf, nil
}

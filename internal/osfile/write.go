package osfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"time"
)

// Replace puts data in the place of the file at path, of mode 0600, by a
// rename: a reader sees the old content or the new, whole, and so does
// everybody after a kill at any point. Callers that may run at once hold a
// lock of path's own.
//
// Where the system can exchange two names, the old file stays as path.next and
// is written over the next time. A file system that makes a rename over an
// existing file wait for the disk (ext4) takes eight times as long for it as
// for an exchange of files that have their blocks.
//
// Nothing is synced to the disk. What must survive is the end of a process,
// not the loss of power: no session that this could be the state of goes on
// after that, and a sync costs more than all else a hook does.
func Replace(path string, data []byte) error {
	next := path + ".next" // one name, so that a kill leaves at most one
	f, err := os.OpenFile(next, os.O_WRONLY|os.O_CREATE|noFollow|noWait, 0o600)
	if err != nil {
		return err
	}
	fi, err := f.Stat()
	if err == nil {
		err = CheckPrivate(next, fi)
	}
	if err == nil {
		_, err = f.Write(data)
	}
	if err == nil && fi.Size() > int64(len(data)) {
		err = f.Truncate(int64(len(data)))
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil && !exchange(next, path) {
		err = os.Rename(next, path)
	}
	if err != nil {
		os.Remove(next)
	}
	return err
}

// Append adds line, and the newline it lacks, to the end of the file at path,
// made with mode 0600 when absent, in a single write: lines of writers at once
// stand whole, one after another. It gives the file's size before. An error
// means that the line may be there in part; the next Append starts a new line.
func Append(path string, line []byte) (size int64, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE|noFollow|noWait, 0o600)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	fi, err := f.Stat()
	if err == nil {
		err = CheckPrivate(path, fi)
	}
	if err != nil {
		return 0, err
	}
	size, torn, err := endOf(f, fi.Size())
	if err != nil {
		return 0, err
	}
	out := make([]byte, 0, len(line)+2)
	if torn {
		out = append(out, '\n')
	}
	out = append(append(out, line...), '\n')
	n, err := f.Write(out)
	if err == nil && n < len(out) {
		err = &fs.PathError{Op: "append", Path: path, Err: io.ErrShortWrite}
	}
	return size, err
}

// endOf tells how long f is, of which size was seen, and whether its last line
// is torn. A file that another process writes to at this moment looks torn too:
// its size grows page by page while a line goes in. So it is looked at for a
// while before it is called that; and should the writer take longer still, the
// worst that comes of it is an empty line.
func endOf(f *os.File, size int64) (int64, bool, error) {
	for pause := 20 * time.Microsecond; size > 0; pause *= 2 {
		var last [1]byte
		if _, err := f.ReadAt(last[:], size-1); err != nil && err != io.EOF {
			return size, false, err
		}
		if last[0] == '\n' {
			break
		}
		if pause > 20*time.Millisecond {
			return size, true, nil
		}
		time.Sleep(pause)
		fi, err := f.Stat()
		if err != nil {
			return size, false, err
		}
		size = fi.Size()
	}
	return size, false, nil
}

// Absent tells whether err says that a file is not there, and nothing else.
func Absent(err error) bool { return errors.Is(err, fs.ErrNotExist) }

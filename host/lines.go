package host

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
)

// readHead reads the file's first bytes.
func readHead(r io.ReaderAt, size int64) ([]byte, error) {
	n := headBytes
	if int64(n) > size {
		n = int(size)
	}
	b := make([]byte, max(n, 0))
	got, err := r.ReadAt(b, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return b[:got], nil
}

func hashOf(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// eachLine calls f with every finished line in [from, size) until it returns
// false: the line without its newline, the offset after it, and whether it is
// all there. Of a line longer than MaxLine f gets the beginning. The line is
// good until f returns.
func eachLine(r io.ReaderAt, from, size int64, f func(line []byte, end int64, whole bool) bool) error {
	buf := make([]byte, 0, max(0, min(chunk, size-from)))
	at := from      // file offset of the end of buf
	long := false   // the line that buf begins with was found too long
	var head []byte // its beginning
	for at < size {
		n := min(int64(chunk), size-at)
		if cap(buf)-len(buf) < int(n) {
			buf = append(make([]byte, 0, 2*cap(buf)+int(n)), buf...)
		}
		got, err := r.ReadAt(buf[len(buf):len(buf)+int(n)], at)
		buf = buf[:len(buf)+got]
		at += int64(got)
		start := 0
		for scan := len(buf) - got; ; scan = start {
			i := bytes.IndexByte(buf[scan:], '\n')
			if i < 0 {
				break
			}
			line := buf[start : scan+i]
			start = scan + i + 1
			end := at - int64(len(buf)-start)
			whole := true
			switch {
			case long:
				line, whole = head, false
				long, head = false, nil
			case len(line) > MaxLine:
				line, whole = line[:4096], false
			}
			if !f(line, end, whole) {
				return nil
			}
		}
		buf = buf[:copy(buf, buf[start:])]
		if !long && len(buf) > MaxLine {
			long, head = true, append([]byte(nil), buf[:4096]...)
		}
		if long {
			buf = buf[:0]
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if got == 0 {
			return nil // shorter than was said
		}
	}
	return nil
}

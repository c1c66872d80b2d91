package osworld

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"hash"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"

	"automode/internal/osfile"
	"automode/world"
)

// maxHash is how large a file may be that is hashed to learn whether it is as
// committed, bytes.
const maxHash = 8 << 20

// committed tells whether the entry at p, of which fi is known (nil: it does
// not exist), is committed, and whether it differs from that.
//
// Committed is what the index holds of a folder in which nothing was staged
// since the last commit or checkout. While something is staged there, the
// index alone does not tell what of it is committed, and neither do we.
func (w *World) committed(p string, fi fs.FileInfo) (tracked, modified world.Tri) {
	if fi != nil && fi.IsDir() {
		return world.Unknown, world.Unknown
	}
	dir, ok := resolve(path.Dir(p))
	if !ok {
		return world.Unknown, world.Unknown
	}
	t := w.treeOf(dir)
	if t == nil {
		return world.Unknown, world.Unknown
	}
	real := path.Join(dir, path.Base(p))
	name := strings.TrimPrefix(strings.TrimPrefix(real, t.repo.Root), "/")
	if t.index == nil {
		where := path.Join(t.gitDir, "index")
		if _, err := os.Lstat(where); absent(err) {
			return world.No, world.Unknown // a new repository
		}
		if t.index = openIndex(where, t.conf.sha256); t.index == nil {
			return world.Unknown, world.Unknown
		}
	}
	e, found, ok := t.index.find(name)
	switch {
	case !ok, found && (e.stage != 0 || !blob(e.mode)):
		return world.Unknown, world.Unknown
	case !found && (t.index.partial || foldsCase):
		return world.Unknown, world.Unknown
	case !found:
		return world.No, world.Unknown
	}
	folder := path.Dir(name)
	if folder == "." {
		folder = ""
	}
	if !t.index.settled[folder] {
		return world.Unknown, world.Unknown
	}
	return world.Yes, t.index.differs(e, real, fi)
}

// blob tells whether an entry's mode is that of a file or a link.
func blob(mode uint32) bool { return mode>>12 == 0o10 || mode>>12 == 0o12 }

// differs tells whether the file at p differs from its entry e. It trusts the
// inode's stamp as git does, but only when all of it is the same, and reads
// the content otherwise. Content that a filter or a line-end rule stores in
// another form differs, which is the careful answer.
func (x *index) differs(e entry, p string, fi fs.FileInfo) world.Tri {
	if fi == nil {
		return world.Yes
	}
	link := fi.Mode()&fs.ModeSymlink != 0
	if link != (e.mode>>12 == 0o12) || !link && !fi.Mode().IsRegular() {
		return world.Yes
	}
	if !link && (fi.Mode()&0o100 != 0) != (e.mode&0o100 != 0) {
		return world.Yes
	}
	// An entry as new as the index may have been changed in the same instant.
	racy := e.mtimeSec > x.sec || e.mtimeSec == x.sec && e.mtimeNsec >= x.nsec
	same := e.size == uint32(fi.Size())
	if now, ok := stampOf(fi); ok && same && e.plain && !racy && now == e.stamp {
		return world.No
	}
	if fi.Size() > maxHash {
		return world.Unknown
	}
	var content []byte
	if link {
		target, err := os.Readlink(p)
		if err != nil {
			return world.Unknown
		}
		content = []byte(target)
	} else {
		var err error
		if content, err = osfile.Read(p, maxHash); err != nil {
			return world.Unknown
		}
	}
	if bytes.Equal(blobID(content, len(e.id)), e.id) {
		return world.No
	}
	return world.Yes
}

// blobID is the id that git gives to content, of size bytes.
func blobID(content []byte, size int) []byte {
	var h hash.Hash = sha1.New()
	if size == sha256.Size {
		h = sha256.New()
	}
	h.Write(strconv.AppendInt([]byte("blob "), int64(len(content)), 10))
	h.Write([]byte{0})
	h.Write(content)
	return h.Sum(nil)
}

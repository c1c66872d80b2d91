package osworld

import (
	"bytes"
	"encoding/binary"
	"path"
	"strings"

	"automode/internal/osfile"
)

// index is a repository's index file: what git would commit next, and of each
// file how it looked on disk when it was last the same.
type index struct {
	data    []byte
	version uint32
	count   int
	idSize  int
	sec     uint32 // when the index was written: files as new as that may have changed unseen
	nsec    uint32
	settled map[string]bool // by folder ("" is the root): nothing staged there since the last commit or checkout
	partial bool            // entries are kept elsewhere too: the absence of one proves nothing
}

// entry is one file of an index.
type entry struct {
	stamp
	mode  uint32
	size  uint32
	id    []byte
	stage int
	plain bool // without flags that make git look away from the file
}

const (
	flagValid    = 0x8000
	flagExtended = 0x4000
	extIntent    = 0x2000
	extSkip      = 0x4000

	maxDepth = 1000 // of folders in each other: deeper ones are a trap for the stack
)

// openIndex reads the index file at p. nil when it cannot be understood.
func openIndex(p string, sha256 bool) *index {
	f, fi, err := osfile.Open(p)
	if err != nil {
		return nil
	}
	f.Close()
	data, err := osfile.Read(p, maxIndex)
	if err != nil || len(data) < 12 || string(data[:4]) != "DIRC" {
		return nil
	}
	x := &index{data: data, idSize: 20, version: binary.BigEndian.Uint32(data[4:])}
	if sha256 {
		x.idSize = 32
	}
	x.count = int(binary.BigEndian.Uint32(data[8:]))
	if x.version < 2 || x.version > 4 {
		return nil
	}
	x.sec, x.nsec = uint32(fi.ModTime().Unix()), uint32(fi.ModTime().Nanosecond())
	return x
}

// find gives the entry of the path name, relative to the tree's root. ok is
// false when the index cannot be read to its end.
func (x *index) find(name string) (e entry, found, ok bool) {
	d := x.data
	pos, end := 12, len(d)-x.idSize
	var prev []byte
	for i := 0; i < x.count; i++ {
		fixed := 40 + x.idSize + 2
		if pos+fixed > end {
			return entry{}, false, false
		}
		head := d[pos : pos+fixed]
		flags := binary.BigEndian.Uint16(head[fixed-2:])
		at := pos + fixed
		var ext uint16
		if flags&flagExtended != 0 {
			if x.version < 3 || at+2 > end {
				return entry{}, false, false
			}
			ext = binary.BigEndian.Uint16(d[at:])
			at += 2
		}
		var this []byte
		if x.version == 4 {
			strip, n := offsetInt(d[at:end])
			if n == 0 || strip > len(prev) {
				return entry{}, false, false
			}
			at += n
			z := bytes.IndexByte(d[at:end], 0)
			if z < 0 {
				return entry{}, false, false
			}
			prev = append(prev[:len(prev)-strip], d[at:at+z]...)
			this, pos = prev, at+z+1
		} else {
			z := bytes.IndexByte(d[at:end], 0)
			if z < 0 {
				return entry{}, false, false
			}
			this = d[at : at+z]
			pos += (at + z - pos + 8) &^ 7
		}
		mode := binary.BigEndian.Uint32(head[24:])
		if mode == 0o040000 && strings.HasPrefix(name, string(this)) {
			x.partial = true // a sparse index: a whole folder in one entry
		}
		if string(this) == name && !found {
			found = true
			e = entry{
				stamp: stamp{
					ctimeSec: binary.BigEndian.Uint32(head), ctimeNsec: binary.BigEndian.Uint32(head[4:]),
					mtimeSec: binary.BigEndian.Uint32(head[8:]), mtimeNsec: binary.BigEndian.Uint32(head[12:]),
					ino: binary.BigEndian.Uint32(head[20:]),
					uid: binary.BigEndian.Uint32(head[28:]), gid: binary.BigEndian.Uint32(head[32:]),
				},
				mode:  mode,
				size:  binary.BigEndian.Uint32(head[36:]),
				id:    head[40 : 40+x.idSize],
				stage: int(flags>>12) & 3,
				plain: flags&flagValid == 0 && ext&(extIntent|extSkip) == 0,
			}
			if ext&extIntent != 0 {
				found = false // only the intention to add it is there
			}
		}
	}
	return e, found, x.extensions(pos, end)
}

// extensions reads what follows the entries: which folders are settled, and
// whether there are entries elsewhere.
func (x *index) extensions(pos, end int) bool {
	if x.settled != nil {
		return true
	}
	settled := map[string]bool{}
	for pos+8 <= end {
		name := string(x.data[pos : pos+4])
		size := int(binary.BigEndian.Uint32(x.data[pos+4:]))
		pos += 8
		if size < 0 || size > end-pos {
			return false
		}
		switch body := x.data[pos : pos+size]; name {
		case "TREE":
			if !x.trees(&body, "", 0, settled) {
				return false
			}
		case "link":
			x.partial = true // a split index
		}
		pos += size
	}
	x.settled = settled
	return pos <= end
}

// trees reads one folder of the TREE extension and those below it. A folder
// whose entry count is not negative is as it was when a tree was last written
// of it or checked out; staging a file unsettles every folder above it.
func (x *index) trees(body *[]byte, parent string, depth int, settled map[string]bool) bool {
	b := *body
	z := bytes.IndexByte(b, 0)
	if z < 0 || depth > maxDepth {
		return false
	}
	dir := string(b[:z])
	if depth > 0 {
		dir = path.Join(parent, dir)
	}
	b = b[z+1:]
	count, n1 := decimal(b, ' ')
	if n1 == 0 {
		return false
	}
	b = b[n1:]
	below, n2 := decimal(b, '\n')
	if n2 == 0 || below < 0 {
		return false
	}
	b = b[n2:]
	if count >= 0 {
		if len(b) < x.idSize {
			return false
		}
		b = b[x.idSize:]
		settled[dir] = true
	}
	for ; below > 0; below-- {
		if !x.trees(&b, dir, depth+1, settled) {
			return false
		}
	}
	*body = b
	return true
}

// decimal reads a number that ends in stop; n is how many bytes it took, 0
// when there is none.
func decimal(b []byte, stop byte) (value, n int) {
	minus := len(b) > 0 && b[0] == '-'
	if minus {
		n++
	}
	start := n
	for ; n < len(b) && '0' <= b[n] && b[n] <= '9' && n-start < 9; n++ {
		value = value*10 + int(b[n]-'0')
	}
	if n == start || n == len(b) || b[n] != stop {
		return 0, 0
	}
	if minus {
		value = -value
	}
	return value, n + 1
}

// offsetInt reads the variable-length number of version 4 names; n is 0 when
// there is none.
func offsetInt(b []byte) (value, n int) {
	for n < len(b) && n < 5 {
		c := b[n]
		n++
		value |= int(c & 0x7f)
		if c&0x80 == 0 {
			return value, n
		}
		value = (value + 1) << 7
	}
	return 0, 0
}

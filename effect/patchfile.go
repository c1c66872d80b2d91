package effect

import (
	"strings"

	"automode/shell"
	"automode/world"
)

// patch changes the files that its input names.
func (c *cmd) patch() {
	text, known := "", false
	switch v, ok := c.value("-i", "--input"); {
	case ok:
		text, known = c.contentAt(v)
	case len(c.pos) > 1:
		c.read(c.pos[1])
		text, known = c.contentAt(c.pos[1])
	case c.sh.Stdin.Kind == shell.File:
		text, known = c.contentAt(c.sh.Stdin.File())
	default:
		text, known = c.input()
	}
	c.does(Print, "")
	switch {
	case c.has("-o", "--output"):
		if len(c.pos) > 0 {
			c.read(c.pos[0])
		}
	case len(c.pos) > 0:
		c.read(c.pos[0])
		c.write(c.pos[0], false)
	case known:
		c.patchedFiles(text)
	case c.committedPatch():
		c.writeBelow(word("."))
	default:
		c.unsure("which files the patch changes is not known")
	}
	if !c.dry {
		c.r.switched = "patch"
	}
}

// committedPatch tells whether the patch is a file of the project as it is
// committed.
func (c *cmd) committedPatch() bool {
	w, ok := c.value("-i", "--input")
	switch {
	case ok:
	case len(c.pos) > 1:
		w = c.pos[1]
	case c.sh.Stdin.Kind == shell.File:
		w = c.sh.Stdin.File()
	default:
		return false
	}
	if !w.Lit() {
		return false
	}
	p := c.placeOf(w.Text, false)
	f := c.r.facts.File(p.path)
	return p.known && c.r.rooted(p.path) && f.Tracked == world.Yes && f.Modified != world.Yes &&
		c.r.wrote[p.path] == nil && !c.r.sess.Files[p.path].Wrote && c.r.switched == ""
}

// patchedFiles writes the files that a patch names in its headers.
func (c *cmd) patchedFiles(text string) {
	strip := 0
	if v, ok := c.value("-p", "--strip"); ok && v.Lit() {
		for _, d := range v.Text {
			strip = strip*10 + int(d-'0')
		}
	}
	names := 0
	for line := range strings.SplitSeq(text, "\n") {
		name, ok := strings.CutPrefix(line, "+++ ")
		if !ok {
			if name, ok = strings.CutPrefix(line, "--- "); !ok {
				continue
			}
		}
		name, _, _ = strings.Cut(name, "\t")
		name = strings.TrimSpace(name)
		if name == "/dev/null" || name == "" {
			continue
		}
		for range strip {
			_, rest, ok := strings.Cut(name, "/")
			if !ok {
				break
			}
			name = rest
		}
		names++
		c.write(shell.Word{Text: name, Known: true, Raw: name, Start: c.sh.Start, End: c.sh.End}, false)
	}
	if names == 0 {
		c.unsure("the patch names no file")
	}
}

// contentAt is the text of the file that w means, where this call wrote it or
// the disk tells it.
func (c *cmd) contentAt(w shell.Word) (string, bool) {
	if !w.Lit() {
		return "", false
	}
	p := c.placeOf(w.Text, false)
	if !p.known {
		return "", false
	}
	if m, ok := c.r.wrote[p.path]; ok {
		return m.text, m.known
	}
	t := c.r.facts.Text(p.path, 256<<10)
	return t.Text, t.Known && t.Whole
}

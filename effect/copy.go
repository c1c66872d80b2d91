package effect

import (
	"path"
	"strings"

	"automode/secret"
	"automode/shell"
	"automode/world"
)

// copy reads cp: its sources are read, and written below or at its target.
func (c *cmd) copy() {
	srcs, dst, ok := c.sourcesAndTarget()
	if !ok {
		return
	}
	c.does(Print, "")
	tree := c.has("-r", "-R", "-a", "-p", "--recursive", "--archive")
	for _, w := range srcs {
		if tree {
			c.readTree(w)
		} else {
			c.read(w)
		}
	}
	if c.has("-l", "-s", "--link", "--symbolic-link") {
		for _, w := range srcs {
			c.linkTo(w, c.base)
		}
	}
	c.bringInto(srcs, dst, !c.has("-n", "--no-clobber"))
}

// move reads mv: what is moved is gone from where it was.
func (c *cmd) move() {
	srcs, dst, ok := c.sourcesAndTarget()
	if !ok {
		return
	}
	if dst.Lit() && strings.HasPrefix(dst.Text, "/dev/") {
		for _, w := range srcs {
			c.delete(w, true)
		}
		return
	}
	for _, w := range srcs {
		c.moveAway(w)
	}
	if c.leavesRoots(dst) {
		c.takesOut(srcs)
	}
	c.bringInto(srcs, dst, !c.has("-n", "--no-clobber"))
	c.movedInto(srcs, dst)
}

// movedInto notes what is moved and was not made in this session: whoever
// deletes where it went deletes something older.
func (c *cmd) movedInto(srcs []shell.Word, dst shell.Word) {
	for _, s := range srcs {
		for _, p := range c.places(s) {
			if p.known && !p.glob && c.r.made(p.path) {
				continue
			}
			for _, to := range c.places(dst) {
				if !to.known {
					continue
				}
				m := c.r.wrote[to.path]
				if m == nil {
					m = &made{cmd: c.idx}
					c.r.wrote[to.path] = m
				}
				m.moved = true
			}
		}
	}
}

// installs reads install, which copies and sets modes, or makes folders.
func (c *cmd) installs() {
	if m, ok := c.value("-m", "--mode"); ok && m.Known && setsID(m.Text) {
		c.find(Privilege, "privilege-gain", "", "makes a program that runs with its owner's rights", m)
	}
	if c.has("-d", "--directory") {
		for _, w := range c.pos {
			c.makeDir(w)
		}
		return
	}
	c.copy()
}

// sourcesAndTarget parts the operands of cp, mv and ln.
func (c *cmd) sourcesAndTarget() (srcs []shell.Word, dst shell.Word, ok bool) {
	if t, given := c.value("-t", "--target-directory"); given {
		if t.Known && !strings.HasSuffix(t.Text, "/") {
			t.Text += "/"
		}
		return c.pos, t, len(c.pos) > 0
	}
	n := len(c.pos) - 1
	if n < 1 {
		c.does(Print, "")
		return nil, dst, false
	}
	return c.pos[:n], c.pos[n], true
}

// bringInto writes what comes from srcs at dst, or below it where it is a
// folder, or may be one.
func (c *cmd) bringInto(srcs []shell.Word, dst shell.Word, replace bool) {
	if !dst.Lit() {
		if dst.Known || len(dst.Alts) > 0 {
			c.write(dst, replace)
			return
		}
		for _, p := range c.places(dst) {
			if !p.known {
				c.unsure("where it writes is not known: "+p.why, dst)
				continue
			}
			c.write(dst, replace)
		}
		return
	}
	folder, certain := c.isFolder(dst, len(srcs) > 1 || srcs[0].Glob || srcs[0].Many)
	if !folder || !certain {
		c.write(dst, replace)
		if len(srcs) == 1 {
			c.sameContent(srcs[0], dst)
		}
	}
	if !folder && certain {
		return
	}
	for _, s := range srcs {
		texts, ok := s.Values()
		if !ok || s.Glob {
			c.writeBelow(dst)
			if c.foreignSource(s) {
				c.r.switched = c.name
			}
			continue
		}
		for _, t := range texts {
			w := dst
			w.Text = path.Join(dst.Text, path.Base(t))
			if t == "." || strings.HasSuffix(t, "/.") || strings.HasSuffix(t, "..") {
				c.writeBelow(dst)
				if c.foreignSource(s) {
					c.r.switched = c.name
				}
				continue
			}
			c.write(w, replace)
			c.sameContent(s, w)
		}
	}
}

// foreignSource tells whether what is copied does not come from the project.
func (c *cmd) foreignSource(s shell.Word) bool {
	for _, p := range c.places(s) {
		if !p.known || !c.r.rooted(p.path) {
			return true
		}
	}
	return false
}

// isFolder tells whether dst names a folder, and whether that is certain.
func (c *cmd) isFolder(dst shell.Word, several bool) (folder, certain bool) {
	if c.has("-T", "--no-target-directory") {
		return false, true
	}
	t := dst.Text
	if several || strings.HasSuffix(t, "/") || t == "." || t == ".." || strings.HasSuffix(t, "/.") || strings.HasSuffix(t, "/..") || t == "~" {
		return true, true
	}
	p := c.placeOf(t, false)
	if !p.known {
		return true, false
	}
	if m, ok := c.r.wrote[p.path]; ok {
		return m.dir, true
	}
	if p.path == "/tmp" || c.r.env.Place.Home == p.path {
		return true, true
	}
	for _, root := range c.r.env.Place.Roots {
		if world.Inside(root, p.path) {
			return true, true
		}
	}
	if f := c.r.facts.File(p.path); f.Known {
		return f.Exists && f.Dir, true
	}
	return true, false
}

// sameContent notes that dst now holds what src held.
func (c *cmd) sameContent(src, dst shell.Word) {
	p := c.placeOf(dst.Text, false)
	m, ok := c.r.wrote[p.path]
	if !ok || !p.known || m.cmd != c.idx {
		return
	}
	if text, known := c.contentAt(src); known {
		m.text, m.known = text, true
	}
}

// moveAway takes the files that w means from where they are, to a place where
// they can be got back.
func (c *cmd) moveAway(w shell.Word) {
	c.flowWord(w)
	if c.r.remote != "" {
		c.unsure("it moves files on "+c.r.remote+", of which nothing is known", w)
		return
	}
	for _, p := range c.places(w) {
		if !p.known {
			c.unsure("which file it moves is not known: "+p.why, w)
			continue
		}
		target := p.path
		if !p.glob && !strings.HasSuffix(w.Text, "/") {
			target = path.Join(c.r.resolve(path.Dir(p.typed)), path.Base(p.typed))
		}
		check := target
		if p.glob {
			check = path.Join(target, p.rest)
		}
		class, what := classOf(check, c.r.env.Place)
		switch {
		case class >= Protected:
			c.guard(Delete, protectedEntry(check, what), check, "moves "+what+" away", w)
		case c.r.critical(check):
			c.guard(Delete, "irreversible-local", check, "moves "+check+" away", w)
		case c.r.rooted(target), c.r.isTemp(target), p.temp, c.r.made(target):
			c.readPlace(p, w)
			c.add(Effect{Kind: Local, Target: target, Known: true, Many: p.glob}, w)
		case systemPath(target):
			c.find(Delete, "irreversible-local", target, "moves the system's "+target+" away", w)
		default:
			c.readPlace(p, w)
			if grade, _ := c.r.secretAt(target, p.glob); grade < secret.Store {
				c.unsure("it moves a file that is not the project's: "+target, w)
			}
		}
	}
}

// leavesRoots tells whether what is brought to w is then outside the project,
// as far as can be told: what is not known is not inside.
func (c *cmd) leavesRoots(w shell.Word) bool {
	for _, p := range c.places(w) {
		if !p.known || !c.r.rooted(p.path) {
			return true
		}
	}
	return false
}

// takesOut notes what of the project is moved out of it: folders for scratch
// are emptied, and nothing there is under version control. What this session
// made, what a tool makes again and what is committed as it is can go.
func (c *cmd) takesOut(srcs []shell.Word) {
	for _, w := range srcs {
		for _, p := range c.places(w) {
			if !p.known || !c.r.rooted(p.path) {
				continue
			}
			f := c.r.facts.File(p.path)
			switch {
			case !p.glob && c.r.made(p.path), p.glob && c.r.made(path.Join(p.path, "x")), c.regenerated(p.path, p):
			case !p.glob && f.Tracked == world.Yes && f.Modified == world.No && !f.Dir, !p.glob && f.Known && !f.Exists:
			default:
				c.find(Delete, "irreversible-local", p.path, "takes "+show(p, p.path)+", which this session did not make, out of the project", w)
			}
		}
	}
}

// link reads ln: a link is an access to its target of the stronger kind.
func (c *cmd) link() {
	pos := c.pos
	if len(pos) == 0 {
		c.does(Print, "")
		return
	}
	dst := shell.Word{Text: "./", Known: true, Raw: c.sh.Src, Start: c.sh.Start, End: c.sh.End}
	if t, given := c.value("-t", "--target-directory"); given {
		dst = t
		dst.Text += "/"
	} else if len(pos) > 1 {
		dst, pos = pos[len(pos)-1], pos[:len(pos)-1]
	}
	symbolic := c.has("-s", "--symbolic")
	folder, certain := false, false
	if dst.Lit() {
		folder, certain = c.isFolder(dst, len(pos) > 1)
		if c.has("-n", "-h", "--no-dereference") && len(pos) == 1 && !strings.HasSuffix(dst.Text, "/") {
			folder, certain = false, true
		}
	}
	for _, s := range pos {
		names := []shell.Word{dst}
		if folder {
			in := dst
			in.Text = path.Join(dst.Text, path.Base(s.Text))
			names[0] = in
			if !certain {
				names = append(names, dst)
			}
		}
		from := c.base
		if p := c.placeOf(names[0].Text, false); symbolic && !c.has("-r", "--relative") {
			// what it says is read from where the link stands
			from = base{path.Dir(p.typed), p.known}
		}
		c.linkTo(s, from)
		for _, n := range names {
			c.write(n, true)
			c.noteLink(s, n, from)
		}
	}
}

// linkTo judges a link to what w means from the folder from.
func (c *cmd) linkTo(w shell.Word, from base) {
	if c.changesElsewhere(w) {
		return
	}
	own := c.base
	c.base = from
	defer func() { c.base = own }()
	for _, p := range c.places(w) {
		switch class, what := classOf(p.path, c.r.env.Place); {
		case !p.known:
			c.unsure("where the link leads is not known: "+p.why, w)
		case class >= Protected:
			c.guard(Link, protectedEntry(p.path, what), p.path, "makes a link to "+what, w)
		default:
			c.readTree(w)
			if !c.r.rooted(p.path) && !c.r.isTemp(p.path) && !p.temp {
				c.unsure("the link leads out of the project: "+p.path, w)
			}
		}
	}
}

// noteLink remembers a link that this call makes.
func (c *cmd) noteLink(target, name shell.Word, from base) {
	if !target.Lit() || !name.Lit() {
		return
	}
	to := world.Clean(target.Text, from.dir, c.r.env.Place.Home)
	p := c.placeOf(name.Text, false)
	if to == "" || !p.known || p.path == to {
		return
	}
	if m, ok := c.r.wrote[p.path]; ok {
		m.link = to
	}
	c.add(Effect{Kind: Link, Target: p.path, Known: true, To: to}, target, name)
}

// rmdir removes empty folders, which takes nothing away.
func (c *cmd) rmdir() {
	c.does(Print, "")
	for _, w := range c.pos {
		c.flowWord(w)
		for _, p := range c.places(w) {
			switch {
			case !p.known:
				c.unsure("which folder it removes is not known", w)
			case c.r.rooted(p.path), c.r.isTemp(p.path), p.temp:
				c.add(Effect{Kind: Local, Target: p.path, Known: true}, w)
			default:
				c.unsure("it removes a folder outside the project: "+p.path, w)
			}
		}
	}
}

package effect

import (
	"path"
	"strings"

	"automode/shell"
	"automode/world"
)

// truncate cuts files to a size.
func (c *cmd) truncate() {
	c.does(Print, "")
	size, _ := c.value("-s", "--size")
	grows := size.Lit() && size.Text != "" && !strings.ContainsRune("-<%/0", rune(size.Text[0]))
	if grows && vast(size.Text) {
		c.unsure("it makes a file of that size: "+clip(size.Raw), size)
	}
	for _, w := range c.pos {
		if grows {
			c.write(w, false)
			continue
		}
		c.overwrite(w, "cuts")
	}
}

// vast tells whether a size is a good part of a disk: 64 GB and more.
func vast(size string) bool {
	s := strings.TrimRight(strings.TrimLeft(strings.ToUpper(size), "+>"), "IB")
	if s == "" {
		return false
	}
	n := 0
	for i := 0; i < len(s) && s[i] >= '0' && s[i] <= '9' && n < 1<<40; i++ {
		n = n*10 + int(s[i]-'0')
	}
	switch s[len(s)-1] {
	case 'G':
		return n >= 64
	case 'T', 'P', 'E', 'Z', 'Y':
		return n > 0
	case 'M':
		return n >= 64<<10
	case 'K':
		return n >= 64<<20
	}
	return n >= 64<<30
}

// overwrite destroys what the files that w means hold, unless it can be got
// back or this session made it.
func (c *cmd) overwrite(w shell.Word, verb string) {
	c.flowWord(w)
	if c.losesThere(w) {
		return
	}
	for _, p := range c.places(w) {
		if !p.known {
			c.find(Delete, "unresolved-delete", "", verb+" what is not known here: "+p.why, w)
			continue
		}
		f := c.r.facts.File(p.path)
		kept := f.Known && (!f.Exists || f.Tracked == world.Yes && f.Modified == world.No)
		if strings.HasPrefix(p.path, "/dev/") || kept || c.r.made(p.path) || c.r.isTemp(p.path) || p.temp || c.r.wrote[p.path] != nil {
			c.writePlace(p, w, true)
			continue
		}
		if class, _ := classOf(p.path, c.r.env.Place); class >= Protected || systemPath(p.path) {
			c.writePlace(p, w, true)
			continue
		}
		c.find(Delete, "irreversible-local", p.path, verb+" "+p.path+", whose content cannot be got back", w)
	}
}

// shred overwrites files so that they cannot be got back.
func (c *cmd) shred() {
	c.does(Print, "")
	for _, w := range c.pos {
		if c.losesThere(w) {
			continue
		}
		for _, p := range c.places(w) {
			if p.known && strings.HasPrefix(p.path, "/dev/") {
				c.writePlace(p, w, true)
				continue
			}
			if p.known && !c.r.made(p.path) && !p.temp {
				c.find(Delete, "irreversible-local", p.path, "destroys "+show(p, p.path)+" beyond recovery", w)
				continue
			}
			c.deletePlace(p, w, true)
		}
	}
}

// fallocate reserves space, or takes content away.
func (c *cmd) fallocate() {
	c.does(Print, "")
	if v, ok := c.value("-l", "--length"); ok && vast(v.Text) {
		c.unsure("it takes that much of the disk: "+clip(v.Raw), v)
	}
	loses := c.has("-p", "-z", "-c", "--punch-hole", "--zero-range", "--collapse-range")
	for _, w := range c.pos {
		if loses {
			c.overwrite(w, "clears parts of")
		} else {
			c.write(w, false)
		}
	}
}

// dd copies blocks between files and devices.
func (c *cmd) dd() {
	c.does(Print, "")
	out, keep := shell.Word{}, false
	for _, w := range c.pos {
		name, value, ok := strings.Cut(w.Text+w.Prefix, "=")
		switch {
		case name == "if" && ok:
			in := cut(w, value)
			c.read(in)
			for _, p := range c.places(in) {
				if p.known && rawDevice(p.path) {
					c.find(Read, "credential-hunt", p.path, "reads the device "+p.path+", past the rights of its files", w)
				}
			}
		case name == "of" && ok:
			out = cut(w, value)
		case ok && w.Known:
			keep = keep || name == "conv" && strings.Contains(value, "notrunc")
		default:
			c.unsure("what "+clip(w.Raw)+" means to dd is not known", w)
		}
	}
	switch {
	case out.Raw == "":
	case !keep && holdsData(out.Text):
		c.overwrite(out, "replaces")
	default:
		c.write(out, !keep)
	}
}

// holdsData tells whether a name is one of those under which programs keep
// what cannot be made again.
func holdsData(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".db", ".sqlite", ".sqlite3", ".mdb", ".kdbx", ".rdb", ".aof", ".ibd", ".dump", ".bak", ".sql", ".ldb", ".qcow2", ".vmdk":
		return true
	}
	return false
}

// rawDevice tells whether reading p gives what a disk or the memory holds.
func rawDevice(p string) bool {
	for _, d := range [...]string{"/dev/sd", "/dev/nvme", "/dev/vd", "/dev/xvd", "/dev/hd", "/dev/disk", "/dev/rdisk", "/dev/mapper/", "/dev/dm-", "/dev/md", "/dev/mem", "/dev/kmem", "/dev/mmcblk", "/dev/kcore", "/proc/kcore", "/dev/loop"} {
		if strings.HasPrefix(p, d) {
			return true
		}
	}
	return false
}

// mknod makes a pipe, or a device.
func (c *cmd) mknod() {
	if len(c.pos) > 1 && c.text(1) == "p" {
		c.write(c.pos[0], false)
		return
	}
	c.find(Write, "device-or-filesystem", c.text(0), "makes a device file")
}

// mktemp makes a scratch file or folder with a name of its own.
func (c *cmd) mktemp() {
	c.does(Print, "")
	if c.has("-u", "--dry-run") {
		return
	}
	dir, below := c.value("-p", "--tmpdir")
	switch {
	case below:
		c.writeBelow(dir)
	case len(c.pos) == 0, c.has("-t"), c.has("--tmpdir"):
	default:
		w := c.pos[0]
		if w.Known {
			w.Text = strings.TrimRight(w.Text, "X") + "*"
			w.Glob = true
		}
		c.write(w, false)
	}
}

// rename changes files' names by an expression, which is Perl code, or by
// replacing a text.
func (c *cmd) rename() {
	pos := c.pos
	if v, ok := c.value("-e"); ok {
		c.renameText(v)
	} else if len(pos) > 0 {
		c.renameText(pos[0])
		pos = pos[1:]
		if len(pos) > 1 && !strings.ContainsAny(c.pos[0].Text, "/|#{") { // rename FROM TO FILE...
			c.flowWord(pos[0])
			pos = pos[1:]
		}
	}
	c.does(Print, "")
	for _, w := range pos {
		if c.dry {
			c.list(w)
			continue
		}
		c.moveAway(w)
		c.write(w, false)
	}
}

// renameText accepts substitutions and transliterations that run no code.
func (c *cmd) renameText(w shell.Word) {
	text := w.Text
	switch {
	case !w.Known:
		c.unsure("the code that makes the new names is not known", w)
		return
	case !strings.ContainsAny(text, "/|#{(;"):
		return // a plain text
	}
	for part := range strings.SplitSeq(text, ";") {
		part = strings.TrimSpace(part)
		rest, ok := strings.CutPrefix(part, "s")
		if !ok {
			if rest, ok = strings.CutPrefix(part, "y"); !ok {
				rest, ok = strings.CutPrefix(part, "tr")
			}
		}
		if part == "" {
			continue
		}
		if !ok || rest == "" || strings.Count(rest, rest[:1]) != 3 || strings.ContainsAny(rest, "@$(`") && strings.Contains(rest, "?{") {
			c.unsure("the code that makes the new names is not looked into", w)
			return
		}
		if flags := rest[strings.LastIndexByte(rest, rest[0])+1:]; strings.Trim(flags, "gix") != "" {
			c.unsure("the code that makes the new names is not looked into", w)
			return
		}
	}
}

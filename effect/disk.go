package effect

import "strings"

// disk notes a change of a device or file system.
func (c *cmd) disk() {
	c.find(System, "device-or-filesystem", c.text(0), entryVerb("device-or-filesystem"), c.pos...)
}

// parted shows partitions, or changes them.
func (c *cmd) parted() {
	words := c.plainWords()
	if c.has("-l", "--list") || len(words) > 1 && (words[1] == "print" || words[1] == "p" || words[1] == "unit" && strings.HasPrefix(words[len(words)-1], "p")) {
		for _, w := range words {
			switch w {
			case "rm", "mklabel", "mktable", "mkpart", "resizepart", "set", "rescue", "name", "toggle", "disk_set":
				c.disk()
				return
			}
		}
		c.does(Print, "")
		return
	}
	c.disk()
}

// sgdisk shows a table of partitions, or changes it.
func (c *cmd) sgdisk() {
	for _, w := range c.args {
		t := w.Text
		if strings.HasPrefix(t, "-") && t != "-p" && t != "--print" && !strings.HasPrefix(t, "-i") && !strings.HasPrefix(t, "--info") && t != "-v" && t != "--verify" && t != "-F" && t != "-E" && t != "-f" && t != "-D" && t != "-P" && t != "--pretend" {
			c.disk()
			return
		}
	}
	c.does(Print, "")
}

// wipefs shows the marks of file systems, or takes them away.
func (c *cmd) wipefs() {
	if c.has("-a", "-o") && !c.has("-n") {
		c.disk()
		return
	}
	c.does(Print, "")
}

// label shows a label, or sets it.
func (c *cmd) label() {
	if len(c.pos) > 1 {
		c.disk()
		return
	}
	c.does(Print, "")
}

// hdparm shows what a drive can do, or sets it.
func (c *cmd) hdparm() {
	for _, w := range c.args {
		if t := w.Text; strings.HasPrefix(t, "-") && strings.Trim(t, "-IigtTCNQHv") != "" {
			c.disk()
			return
		}
	}
	c.does(Print, "")
}

// losetup shows loop devices, or sets them up.
func (c *cmd) losetup() {
	if len(c.pos) == 0 && !c.has("-d", "-D", "--detach", "--detach-all", "-c", "-f", "--find") || c.has("-l", "-a", "-j") && !c.has("-d", "-D") {
		c.does(Print, "")
		return
	}
	c.disk()
}

// dmsetup, cryptsetup, zfs and btrfs show something with some verbs and change
// it with all others.
func (c *cmd) dmsetup() {
	switch c.text(0) {
	case "", "ls", "status", "info", "table", "deps", "targets", "version", "help":
		c.does(Print, "")
	default:
		c.disk()
	}
}

func (c *cmd) cryptsetup() {
	switch c.text(0) {
	case "", "status", "luksDump", "isLuks", "luksUUID", "benchmark", "help":
		if c.has("--dump-master-key", "--dump-volume-key") {
			c.find(Print, "credential-print", "", "shows the key of an encrypted disk")
			return
		}
		c.does(Print, "")
	default:
		c.disk()
	}
}

func (c *cmd) zfs() {
	for _, w := range c.args {
		if w.Text == "-n" && (c.text(0) == "destroy" || c.text(0) == "send") {
			c.does(Print, "")
			return
		}
	}
	switch c.text(0) {
	case "", "list", "status", "get", "history", "iostat", "events", "diff", "holds", "version", "help":
		c.does(Print, "")
	default:
		c.disk()
	}
}

func (c *cmd) btrfs() {
	switch c.text(1) {
	case "show", "list", "df", "usage", "du", "status", "stats", "get", "get-default", "help", "find-new", "dump-tree", "dump-super":
		c.does(Print, "")
	default:
		if len(c.pos) == 0 || c.text(0) == "version" || c.text(0) == "help" {
			c.does(Print, "")
			return
		}
		c.disk()
	}
}

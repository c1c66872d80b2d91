package effect

import (
	"strings"

	"automode/shell"
)

// chmod changes modes. Modes that take rights away look like options.
func (c *cmd) chmod() {
	pos := c.pos
	takes := c.has("-r", "-w", "-x", "-X", "-s", "-t")
	if !takes && !c.has("--reference") && len(pos) > 0 {
		m := pos[0]
		pos = pos[1:]
		switch {
		case !m.Known:
			c.unsure("which mode it sets is not known", m)
		case setsID(m.Text):
			c.find(Privilege, "privilege-gain", "", "makes a program that runs with its owner's rights", m)
		case worldWritable(m.Text):
			c.find(Mode, "permission-sweep", "", "lets everybody on this machine write", m)
		}
	}
	if len(pos) == 0 {
		c.does(Print, "")
	}
	c.modes(pos)
}

// modes changes the files that words mean, with all below them where asked.
func (c *cmd) modes(words []shell.Word) {
	deep := c.has("-R", "--recursive")
	for _, w := range words {
		c.mode(w)
		if !deep {
			continue
		}
		for _, p := range c.places(w) {
			if p.known && !c.r.rooted(p.path) && !c.r.isTemp(p.path) && !p.temp && !systemPath(p.path) {
				c.find(Mode, "permission-sweep", p.path, "changes who may use everything below "+p.path, w)
			}
		}
	}
}

// setsID tells whether a mode sets the set-user-id or set-group-id bit.
func setsID(mode string) bool {
	if strings.Trim(mode, "01234567") == "" {
		mode = strings.TrimLeft(mode, "0")
		return len(mode) == 4 && mode[0] >= '2' && mode[0] != '1'
	}
	for part := range strings.SplitSeq(mode, ",") {
		if i := strings.IndexAny(part, "+="); i >= 0 && strings.Contains(part[i:], "s") {
			return true
		}
	}
	return false
}

// worldWritable tells whether a mode lets everybody write.
func worldWritable(mode string) bool {
	if mode != "" && strings.Trim(mode, "01234567") == "" {
		return (mode[len(mode)-1]-'0')&2 != 0
	}
	for part := range strings.SplitSeq(mode, ",") {
		i := strings.IndexAny(part, "+=")
		if i > 0 && strings.ContainsAny(part[:i], "oa") && strings.Contains(part[i:], "w") {
			return true
		}
	}
	return false
}

// chown changes owners.
func (c *cmd) chown() {
	pos := c.pos
	if !c.has("--reference") && len(pos) > 0 {
		c.flowWord(pos[0])
		pos = pos[1:]
	}
	if len(pos) == 0 {
		c.does(Print, "")
	}
	c.modes(pos)
}

// chattr changes a file system's own marks.
func (c *cmd) chattr() {
	for i, w := range c.pos {
		if i == 0 && w.Known && w.Text != "" && (w.Text[0] == '+' || w.Text[0] == '=') {
			continue
		}
		c.mode(w)
	}
}

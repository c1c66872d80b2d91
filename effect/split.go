package effect

import "automode/shell"

// cutUp reads split, which cuts a file into files with names that begin with its second operand.
func (c *cmd) cutUp() {
	if len(c.pos) > 0 {
		c.read(c.pos[0])
	}
	c.does(Print, "")
	if c.has("--filter") {
		return
	}
	prefix := shell.Word{Text: "x", Known: true, Raw: c.sh.Src, Start: c.sh.Start, End: c.sh.End}
	if len(c.pos) > 1 {
		prefix = c.pos[1]
	}
	c.writeFamily(prefix)
}

// csplit cuts a file at patterns.
func (c *cmd) csplit() {
	if len(c.pos) > 0 {
		c.read(c.pos[0])
	}
	prefix := shell.Word{Text: "xx", Known: true, Raw: c.sh.Src, Start: c.sh.Start, End: c.sh.End}
	if v, ok := c.value("-f", "--prefix"); ok {
		prefix = v
	}
	c.writeFamily(prefix)
}

// writeFamily writes files whose names begin with w.
func (c *cmd) writeFamily(w shell.Word) {
	if w.Known {
		w.Text += "*"
		w.Glob = true
	}
	c.write(w, true)
}

package effect

import (
	"strings"

	"automode/shell"
)

// sed reads the stream editor: its scripts are code, its files are read or
// rewritten in place.
func (c *cmd) sed() {
	pos := c.pos
	given := false
	for _, o := range c.opts {
		switch {
		case o.has && o.spec != nil && o.spec.names[0] == "-e":
			given = true
			c.code("sed", c.settled(o.value))
		case o.has && o.spec != nil && o.spec.names[0] == "-f":
			given = true
			c.read(o.value)
			c.script("sed", o.value)
		}
	}
	if c.recordsFlow() && len(c.pos) > 0 && !c.has("-i") && hunts(c.pos[:1]) {
		c.find(Read, "credential-hunt", "records", "searches records of what was typed or done for credentials", c.pos[0])
	}
	place := c.has("-i", "-I")
	// BSD takes the suffix of -i as a word of its own
	if o, ok := c.opt("-i"); ok && !o.has && len(pos) > 1 && pos[0].Known && (pos[0].Text == "" || pos[0].Text[0] == '.' && !given) {
		pos = pos[1:]
	}
	scripts := []shell.Word{}
	for _, o := range c.opts {
		if o.has && o.spec != nil && o.spec.names[0] == "-e" {
			scripts = append(scripts, o.value)
		}
	}
	if !given && len(pos) > 0 {
		c.code("sed", c.settled(pos[0]))
		scripts, pos = append(scripts, pos[0]), pos[1:]
	}
	if place {
		for _, w := range scripts {
			c.substitutes(w.Text, pos)
		}
	}
	c.does(Print, "")
	for _, w := range pos {
		c.read(w)
		if place {
			c.write(w, false)
		}
	}
}

// awk reads awk: its program is code, its operands are files or assignments.
func (c *cmd) awk() {
	pos := c.pos
	given, place := false, false
	for _, o := range c.opts {
		if !o.has || o.spec == nil {
			continue
		}
		switch o.spec.names[0] {
		case "-f", "-E":
			given = true
			c.script("awk", o.value)
		case "-e":
			given = true
			c.code("awk", o.value)
		case "-i":
			if o.value.Lit() && o.value.Text == "inplace" {
				place = true
				continue
			}
			c.script("awk", o.value)
		}
	}
	if c.recordsFlow() && len(pos) > 0 && hunts(pos[:1]) {
		c.find(Read, "credential-hunt", "records", "searches records of what was typed or done for credentials", pos[0])
	}
	if !given && len(pos) > 0 {
		c.code("awk", pos[0])
		pos = pos[1:]
	}
	c.does(Print, "")
	for _, w := range pos {
		if assigns(w) {
			c.flowWord(w)
			continue
		}
		c.read(w)
		if place {
			c.write(w, false)
		}
	}
}

// assigns tells whether an operand is name=value.
func assigns(w shell.Word) bool {
	name, _, ok := strings.Cut(w.Text+w.Prefix, "=")
	return ok && name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// dc can run shell commands with "!", so that its text counts.
func (c *cmd) dc() {
	c.does(Print, "")
	texts := 0
	for _, o := range c.opts {
		if !o.has || o.spec == nil {
			continue
		}
		switch o.spec.names[0] {
		case "-e":
			texts++
			c.calculates(o.value.Text, o.value.Known, o.value)
		case "-f":
			texts++
			c.read(o.value)
			c.unsure("what the calculator's script does is not known", o.value)
		}
	}
	for _, w := range c.pos {
		texts++
		c.read(w)
		c.unsure("what the calculator's script does is not known", w)
	}
	if texts > 0 {
		return
	}
	text, known := c.input()
	c.calculates(text, known)
}

func (c *cmd) calculates(text string, known bool, words ...shell.Word) {
	if !known || strings.Contains(text, "!") {
		c.unsure("the calculator can run commands from its input", words...)
	}
}

// input is the command's standard input, where it is known as text.
func (c *cmd) input() (string, bool) {
	switch in := c.sh.Stdin; in.Kind {
	case shell.Here:
		return in.Text().Text, in.Text().Known
	case shell.Pipe:
		if len(in.From) == 1 && in.From[0] >= 0 && in.From[0] < c.idx {
			up := &cmd{r: c.r, idx: in.From[0], sh: &c.r.sh.Commands[in.From[0]]}
			return up.printed()
		}
	}
	return "", false
}

// pager reads programs that show files; "+" in front of an operand is a
// command to the pager.
func (c *cmd) pager() {
	c.does(Print, "")
	for _, w := range c.pos {
		if rest, ok := strings.CutPrefix(w.Text+w.Prefix, "+"); ok {
			rest = strings.TrimPrefix(rest, "+")
			if !w.Known || rest != "" && rest != "G" && rest != "F" && rest != "g" && rest[0] != '/' && rest[0] != '?' && !isNumber(strings.TrimRight(rest, "gGpd")) {
				c.unsure("the pager is told to run "+clip(rest), w)
			}
			continue
		}
		c.read(w)
	}
}

// settled gives code of which one part is the output of a command that prints
// a number, a name or a date as code with such a value in its place.
func (c *cmd) settled(w shell.Word) shell.Word {
	if w.Known || len(w.Subs) != 1 || len(w.Vars) > 0 || w.Prefix == "" || !c.slashless(w) {
		return w
	}
	v := w
	v.Known, v.Text = true, w.Prefix+"0"+w.Suffix
	return v
}

package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// jq reads jq and its kin: a filter, then files.
func (c *cmd) jq() {
	c.does(Print, "")
	pos := c.pos
	if len(pos) > 0 {
		if c.has("-f") {
			c.read(pos[0])
		} else {
			c.filterText(pos[0])
		}
		pos = pos[1:]
	}
	for _, w := range pos {
		if c.has("--args", "--jsonargs") {
			c.flowWord(w)
		} else {
			c.read(w)
		}
	}
}

// filterText looks at a filter for what it takes from the environment.
func (c *cmd) filterText(w shell.Word) {
	c.flowWord(w)
	text := w.Text
	if !w.Known {
		text = w.Prefix + " " + w.Suffix
	}
	for i := 0; i < len(text); {
		j := strings.Index(text[i:], "env")
		if k := strings.Index(text[i:], "$ENV"); k >= 0 && (j < 0 || k < j) {
			j = k
		}
		if j < 0 {
			return
		}
		at := i + j
		rest := strings.TrimPrefix(strings.TrimPrefix(text[at:], "$ENV"), "env")
		i = len(text) - len(rest)
		if at > 0 && (wordByte(text[at-1]) || text[at-1] == '.' || text[at-1] == '"') || rest != "" && wordByte(rest[0]) {
			continue // part of a longer name, or a key
		}
		name := ""
		switch {
		case strings.HasPrefix(rest, "."), strings.HasPrefix(rest, "("):
			name = rest[1:]
		case strings.HasPrefix(rest, `["`):
			name = rest[2:]
		}
		n := 0
		for n < len(name) && wordByte(name[n]) {
			n++
		}
		switch {
		case n == 0:
			c.readEnvironment()
		case secret.EnvName(name[:n]):
			c.r.out[c.idx].taint("$"+name[:n], secret.Store)
		}
	}
}

func wordByte(b byte) bool {
	return b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9'
}

// yq reads the programs of that name: an expression, then files that are read
// or rewritten in place.
func (c *cmd) yq() {
	c.does(Print, "")
	pos := c.pos
	if len(pos) > 0 {
		switch pos[0].Text {
		case "e", "eval", "ea", "eval-all":
			pos = pos[1:]
		case "r", "read", "w", "write", "d", "delete", "m", "merge", "v", "validate", "p", "prefix", "x", "compare", "n", "new":
			if len(pos) > 1 { // version 3: the file comes before the path
				c.yqFiles(pos[1:2])
				for _, w := range pos[2:] {
					c.flowWord(w)
				}
				return
			}
		}
	}
	if !c.has("--expression", "--from-file") && len(pos) > 0 && !(len(pos) == 1 && strings.HasSuffix(pos[0].Text, "ml")) {
		c.filterText(pos[0])
		if text := pos[0].Text + pos[0].Prefix; strings.Contains(text, "load") {
			c.unsure("which files the expression loads is not known", pos[0])
		}
		pos = pos[1:]
	}
	if c.has("--arg", "--args", "--jsonargs") && !c.has("-i") {
		for _, w := range pos {
			c.read(w)
		}
		return
	}
	c.yqFiles(pos)
}

func (c *cmd) yqFiles(files []shell.Word) {
	for _, w := range files {
		c.read(w)
		if c.has("-i") {
			c.write(w, false)
		}
	}
}

// dasel reads a file, or changes it with put and delete.
func (c *cmd) dasel() {
	c.does(Print, "")
	for _, w := range c.pos {
		c.flowWord(w)
	}
	file, ok := c.value("-f")
	if ok {
		c.read(file)
	}
	switch c.text(0) {
	case "put", "delete":
		out, to := c.value("-o", "--out")
		switch {
		case to && out.Text != "stdout":
			c.write(out, true)
		case !to && ok:
			c.write(file, false)
		}
	}
}

// fx takes paths and JavaScript; only paths are understood.
func (c *cmd) fx() {
	c.does(Print, "")
	for _, w := range c.pos {
		if w.Known && (strings.ContainsAny(w.Text, "(=>;`") || w.Text == "save") || !w.Known {
			c.unsure("the JavaScript that it runs is not looked into", w)
			continue
		}
		if strings.HasPrefix(w.Text, ".") && !strings.Contains(w.Text, "/") {
			continue
		}
		c.read(w)
	}
}

// mlr reads Miller: verbs that write or run are not understood.
func (c *cmd) mlr() {
	c.does(Print, "")
	for i, w := range c.args {
		text := w.Text + w.Prefix
		switch {
		case text == "-I", strings.HasPrefix(text, "--prepipe"), text == "--load", text == "--mload", text == "-s" && i == 0,
			text == "tee", text == "split", text == "case" && !w.Known:
			c.unsure("what "+clip(w.Raw)+" makes it write or run is not known", w)
		case strings.Contains(text, "system") || strings.Contains(text, "exec"),
			strings.Contains(text, ">") && (strings.Contains(text, "tee") || strings.Contains(text, "emit") || strings.Contains(text, "print") || strings.Contains(text, "dump")),
			strings.Contains(text, `| "`):
			c.unsure("the expression may write files or run commands", w)
		case strings.HasPrefix(text, "-"):
			c.flowWord(w)
		default:
			c.read(w)
		}
	}
}

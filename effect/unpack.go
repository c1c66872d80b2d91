package effect

import (
	"strings"

	"automode/shell"
)

// zip packs files into an archive.
func (c *cmd) zip() {
	c.does(Print, "")
	if len(c.pos) == 0 {
		return
	}
	for _, w := range c.pos[1:] {
		switch {
		case c.has("-d", "--delete"):
			c.flowWord(w)
		case c.has("-r", "-R", "--recurse-paths"):
			c.readTree(w)
		default:
			c.read(w)
		}
		if c.has("-m", "--move", "-mm") {
			c.delete(w, true)
		}
	}
	switch {
	case c.has("-sf", "--show-files"), c.has("-T") && len(c.pos) == 1:
		c.read(c.pos[0])
	case c.has("-O"): // its option writes
		c.read(c.pos[0])
	default:
		c.write(c.pos[0], false)
	}
}

// unzip lists, prints or unpacks an archive.
func (c *cmd) unzip() {
	c.does(Print, "")
	if len(c.pos) == 0 {
		return
	}
	c.read(c.pos[0])
	if c.has("-l", "-t", "-v", "-Z", "-z", "-h", "-hh") || c.has("-p", "-c") {
		return
	}
	dir, ok := c.value("-d")
	if !ok {
		dir = word(".")
	}
	c.unpack(dir)
}

// unar unpacks below a folder.
func (c *cmd) unar() {
	c.does(Print, "")
	for _, w := range c.pos {
		c.read(w)
	}
	if c.has("-l", "--list", "-t", "--test", "-p", "--pipe") && c.name == "cabextract" {
		return
	}
	if dir, ok := c.value("-o", "-d", "--directory"); ok {
		c.unpack(dir)
		return
	}
	c.unpack(word("."))
}

// sevenzip reads 7z: a command, switches, an archive, files.
func (c *cmd) sevenzip() {
	c.does(Print, "")
	verb, dir := "", word(".")
	var names []shell.Word
	for _, w := range c.pos {
		t := w.Text
		if !w.Known {
			t = w.Prefix
		}
		switch {
		case verb == "" && !strings.HasPrefix(t, "-"):
			verb = t
		case strings.HasPrefix(t, "-o"):
			dir = cut(w, t[2:])
		case strings.HasPrefix(t, "-w"), strings.HasPrefix(t, "-sfx"), strings.HasPrefix(t, "-sdel"):
			c.unsure("what "+clip(w.Raw)+" does here is not looked into", w)
		case t == "-so":
			dir = shell.Word{}
		case len(t) > 1 && t[0] == '-':
			c.flowWord(w)
		default:
			names = append(names, w)
		}
	}
	c.archiver(verb, names, dir)
}

// rar reads rar and unrar, which take the same words.
func (c *cmd) rar() {
	c.does(Print, "")
	verb, dir := "", word(".")
	var names []shell.Word
	for _, w := range c.pos {
		switch t := w.Text; {
		case verb == "":
			verb = strings.TrimRight(t, "abt")
			if verb == "" {
				verb = t
			}
		case strings.HasPrefix(t, "-df"), strings.HasPrefix(t, "-dw"), strings.HasPrefix(t, "-sfx"), strings.HasPrefix(t, "-z"), strings.HasPrefix(t, "-ilog"):
			c.unsure("what "+clip(w.Raw)+" does here is not looked into", w)
		case len(t) > 1 && t[0] == '-':
			c.flowWord(w)
		default:
			names = append(names, w)
		}
	}
	if n := len(names); (verb == "x" || verb == "e") && n > 1 && strings.HasSuffix(names[n-1].Text, "/") {
		dir, names = names[n-1], names[:n-1]
	}
	if verb == "p" {
		verb, dir = "e", shell.Word{}
	}
	c.archiver(verb, names, dir)
}

// archiver does what the verbs of 7z and rar say.
func (c *cmd) archiver(verb string, names []shell.Word, dir shell.Word) {
	if len(names) == 0 {
		if verb != "" && verb != "i" && verb != "b" {
			c.unsure("which archive it works on is not known")
		}
		return
	}
	switch verb {
	case "l", "t", "v", "i", "lb", "vb", "lt", "vt", "h":
		for _, w := range names {
			c.read(w)
		}
	case "x", "e":
		c.read(names[0])
		if dir.Raw == "" && dir.Text == "" {
			return // to its output
		}
		c.unpack(dir)
	case "a", "u", "f":
		for _, w := range names[1:] {
			c.readTree(w)
		}
		c.write(names[0], false)
	case "d", "rn", "c", "k", "r", "s":
		c.read(names[0])
		c.write(names[0], false)
	case "m":
		for _, w := range names[1:] {
			c.readTree(w)
			c.delete(w, true)
		}
		c.write(names[0], false)
	default:
		c.unsure("what " + c.name + " " + clip(verb) + " does is not known")
	}
}

// cpio copies names from its input into an archive, or out of one.
func (c *cmd) cpio() {
	c.does(Print, "")
	file, named := c.value("-F", "--file")
	switch {
	case c.has("-t", "--list"):
		if named {
			c.read(file)
		}
	case c.has("-o", "--create"):
		c.r.out[c.idx].files = true
		if named {
			c.write(file, true)
		}
	case c.has("-p", "--pass-through"):
		for _, w := range c.pos {
			c.unpack(w)
		}
	case c.has("-i", "--extract"):
		if named {
			c.read(file)
		}
		if c.has("--to-stdout") {
			return
		}
		if !c.has("--no-absolute-filenames") {
			c.unsure("it unpacks to whatever paths the archive names")
			return
		}
		c.unpack(word("."))
	default:
		c.unsure("what cpio does here is not known")
	}
}

// ar works on libraries of object files.
func (c *cmd) ar() {
	c.does(Print, "")
	pos := c.pos
	for len(pos) > 0 && pos[0].Known && strings.HasPrefix(pos[0].Text, "--") {
		if !strings.HasPrefix(pos[0].Text, "--target") && !strings.HasPrefix(pos[0].Text, "--thin") {
			c.unsure("option "+clip(pos[0].Text)+" of ar is not known", pos[0])
		}
		pos = pos[1:]
	}
	if len(pos) < 2 || !pos[0].Known {
		return
	}
	key, names := strings.TrimPrefix(pos[0].Text, "-"), pos[1:]
	if strings.ContainsAny(key, "abi") && strings.ContainsAny(key, "rm") && len(names) > 1 {
		names = names[1:] // the member before or after which
	}
	switch {
	case strings.ContainsAny(key, "tp"):
		c.read(names[0])
	case strings.Contains(key, "x"):
		c.read(names[0])
		c.unpack(word("."))
	default:
		c.read(names[0])
		for _, w := range names[1:] {
			c.read(w)
		}
		c.write(names[0], false)
	}
}

// jar packs and unpacks Java archives: jar tf a.jar, jar -xf a.jar.
func (c *cmd) jar() {
	c.does(Print, "")
	var file shell.Word
	mode, rest := "", []shell.Word(nil)
	for i := 0; i < len(c.pos); i++ {
		w := c.pos[i]
		t := strings.TrimLeft(w.Text, "-")
		switch {
		case mode == "" && w.Known && t != "" && (strings.HasPrefix(w.Text, "--") || strings.Trim(t, "ctxuiefmMv0PJn") == ""):
			mode = t[:1]
			if strings.HasPrefix(w.Text, "--create") {
				mode = "c"
			}
			if strings.HasPrefix(w.Text, "--list") {
				mode = "t"
			}
			if strings.HasPrefix(w.Text, "--extract") {
				mode = "x"
			}
			if strings.Contains(t, "f") && !strings.HasPrefix(w.Text, "--") && i+1 < len(c.pos) {
				i++
				file = c.pos[i]
			}
		case strings.HasPrefix(w.Text, "--file="):
			file = cut(w, w.Text[len("--file="):])
		default:
			rest = append(rest, w)
		}
	}
	switch mode {
	case "t":
		c.read(file)
	case "x":
		c.read(file)
		c.unpack(word("."))
	case "c", "u":
		for _, w := range rest {
			if !strings.HasPrefix(w.Text, "-") {
				c.readTree(w)
			}
		}
		c.write(file, mode == "c")
	default:
		c.unsure("what jar does here is not known")
	}
}

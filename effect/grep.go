package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// grep reads the searching programs: a pattern, unless an option brings it,
// then files and folders.
func (c *cmd) grep() {
	pos := c.pos
	var patterns []shell.Word
	for _, o := range c.opts {
		if o.has && (o.name == "-e" || o.name == "--regexp" || o.name == "--regex" || o.name == "--match") {
			patterns = append(patterns, o.value)
		}
	}
	if len(patterns) == 0 && !c.has("-f", "--file", "--files", "--type-list", "--help-types", "--list-file-types", "--show-types") && len(pos) > 0 {
		patterns, pos = pos[:1], pos[1:]
		c.flowWord(patterns[0])
	}
	deep := c.deepSearch()
	c.does(Print, "")
	for _, w := range pos {
		if deep || w.Glob || w.Many {
			c.search(w, patterns)
		} else {
			c.read(w)
		}
	}
	if len(pos) == 0 && deep && c.sh.Stdin.Kind != shell.Pipe {
		c.search(shell.Word{Text: ".", Known: true, Raw: ".", Start: c.sh.Start, End: c.sh.End}, patterns)
	}
	if c.recordsFlow() && hunts(patterns) {
		c.find(Read, "credential-hunt", "records", "searches records of what was typed or done for credentials", patterns...)
	}
	if c.inflow().env && hunts(patterns) {
		c.find(Environment, "credential-hunt", "environment", "searches the environment for credentials", patterns...)
	}
}

// recordsFlow tells whether the input is the history of a shell or the log of
// the system.
func (c *cmd) recordsFlow() bool {
	if c.fromHistory(c.sh.Stdin.From) {
		return true
	}
	for _, i := range c.sh.Stdin.From {
		if i < 0 || i >= c.idx || len(c.r.sh.Commands[i].Words) == 0 {
			continue
		}
		switch c.r.sh.Commands[i].Words[0].Text {
		case "history", "fc", "journalctl", "last", "ausearch":
			return true
		}
	}
	return false
}

// deepSearch tells whether folders are searched with all below them.
func (c *cmd) deepSearch() bool {
	switch c.name {
	case "rg", "ag", "ack", "ugrep", "ripgrep", "ug":
		return true
	}
	o, ok := c.opt("-d", "--directories")
	return c.has("-r", "-R", "--recursive", "--dereference-recursive") || ok && o.value.Text == "recurse"
}

// search looks through all that w stands for. Looking for a word in a place
// that also holds credentials is reading; looking for credentials there is not.
func (c *cmd) search(w shell.Word, patterns []shell.Word) {
	c.read(w)
	for _, p := range c.places(w) {
		if !p.known || c.r.rooted(p.path) {
			continue
		}
		if g, _ := c.r.secretAt(p.path, false); g != secret.None {
			continue // read has said so
		}
		grade, what := secret.Below(p.path, c.r.env.Place.Home)
		switch {
		case hunts(patterns) && !c.r.isTemp(p.path):
			c.find(Read, "credential-hunt", p.path, "searches "+p.path+" for credentials", append(patterns[:len(patterns):len(patterns)], w)...)
		case grade != secret.None && everything(patterns):
			c.readSecret(p.path, grade, what, w)
		case grade != secret.None:
			c.r.out[c.idx].taint(p.path, grade)
		}
	}
}

// hunts tells whether a pattern looks for credentials.
func hunts(patterns []shell.Word) bool {
	for _, w := range patterns {
		text := strings.ToLower(w.Text + w.Prefix + w.Suffix)
		text = strings.NewReplacer("_", "", "-", "", " ", "", `\s`, "", ".?", "", "[", "", "]", "", "?", "").Replace(text)
		for _, s := range [...]string{"passw", "passphrase", "secret", "token", "apikey", "accesskey", "privatekey", "beginrsa", "beginopenssh", "credential", "akia", "ghp", "skant", "skproj", "mnemonic", "bearer", "xoxb"} {
			if strings.Contains(text, s) {
				return true
			}
		}
	}
	return false
}

// everything tells whether a pattern matches any line.
func everything(patterns []shell.Word) bool {
	for _, w := range patterns {
		switch w.Text {
		case "", ".", ".*", "^", "$", ".+", "[^ ]", `\S`, `\w`:
			return w.Known
		}
	}
	return false
}

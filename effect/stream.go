package effect

import (
	"strings"

	"automode/shell"
)

// runStream notes that data of that flow is run as code.
func (c *cmd) runStream(f flow, words ...shell.Word) {
	switch {
	case f.fetched != "":
		c.find(Run, "download-and-run", f.fetched, "runs what "+c.fetchedFrom(f)+" sends", words...)
	case f.decoded:
		c.find(Run, "dynamic-code", "", "decodes text and runs it", words...)
	default:
		c.find(Run, "dynamic-code", "", "runs text that is made while it runs", words...)
	}
}

func (c *cmd) fetchedFrom(f flow) string {
	if h := hostOf(f.fetched); h != "" && strings.Contains(f.fetched, "://") {
		return h
	}
	return f.fetched
}

// stdinCode notes that the command's input is code of that language: here-
// documents are read, a pipe is code that nobody has seen.
func (c *cmd) stdinCode(lang string) {
	switch in := c.sh.Stdin; in.Kind {
	case shell.Here:
		if in.Text().Known {
			c.codeText(lang, in.Text().Text)
			return
		}
		c.unsure("its input is code that is not wholly known")
	case shell.File:
		c.script(lang, in.File())
	case shell.Pipe:
		if up := c.feeder(); up != nil {
			if text, ok := up.printed(); ok {
				c.codeText(lang, text)
				return
			}
			if files := up.catFiles(); len(files) > 0 {
				for _, w := range files {
					c.script(lang, w)
				}
				return
			}
		}
		c.runStream(c.inflow())
	case shell.Closed:
		c.does(Print, "")
	default:
		c.unsure(c.name + " without a script opens a session whose input is not seen")
	}
}

// feeder is the one command whose output is this one's input; nil where it
// is not just one.
func (c *cmd) feeder() *cmd {
	from := c.sh.Stdin.From
	if len(from) != 1 || from[0] < 0 || from[0] >= c.idx || c.r.sh.Commands[from[0]].Maybe {
		return nil
	}
	up := &c.r.sh.Commands[from[0]]
	return &cmd{r: c.r, idx: from[0], sh: up, base: base{up.Dir.Text, up.Dir.Known}}
}

// catFiles are the files whose content, and nothing else, cat prints.
func (c *cmd) catFiles() []shell.Word {
	if len(c.sh.Words) < 2 || c.sh.Words[0].Text != "cat" || len(c.sh.Via) > 0 {
		return nil
	}
	for _, w := range c.sh.Words[1:] {
		if !w.Known || w.Glob || w.Text == "" || w.Text[0] == '-' {
			return nil
		}
	}
	return c.sh.Words[1:]
}

// shellText runs a word as shell text.
func (c *cmd) shellText(w shell.Word) {
	c.flowWord(w)
	if !w.Known {
		if f := c.wordFlow(w); f.fetched != "" || f.decoded {
			c.runStream(f, w)
			return
		}
		c.unsure("which command "+clip(w.Raw)+" runs is not known", w)
		return
	}
	c.codeText("sh", w.Text)
}

// code runs a word as code of that language.
func (c *cmd) code(lang string, w shell.Word) {
	c.flowWord(w)
	if !w.Known {
		if f := c.wordFlow(w); f.fetched != "" || f.decoded {
			c.runStream(f, w)
			return
		}
		c.unsure("the code it runs is not wholly known", w)
		return
	}
	c.codeText(lang, w.Text)
}

// nested runs the operands as a command of its own.
func (c *cmd) nested(words []shell.Word) {
	inner := &cmd{r: c.r, idx: c.idx, sh: c.sh, base: c.base, dry: c.dry}
	inner.run(words)
}

// chdir makes the command work in another folder.
func (c *cmd) chdir(w shell.Word) {
	ps := c.places(w)
	if len(ps) != 1 || !ps[0].known || ps[0].glob {
		c.base = base{}
		return
	}
	c.base = base{ps[0].path, true}
}

// packageName is a package that is installed by name. The package managers'
// own readers say more; here it is one that no manifest is known to declare.
func (c *cmd) packageName(w shell.Word) {
	c.find(Install, "undeclared-dependency", w.Text, "installs "+clip(w.Raw)+", which no manifest declares", w)
}

// noteWrite remembers that this call writes a file, for what later commands of
// it do with the file.
func (c *cmd) noteWrite(p place, w shell.Word) {
	if p.glob || !p.known {
		return
	}
	f := c.r.facts.File(p.path)
	m := &made{cmd: c.idx, absent: f.Known && !f.Exists}
	if old, ok := c.r.wrote[p.path]; ok {
		m.absent = m.absent || old.absent
	}
	m.text, m.known = c.printed()
	m.flow = c.r.out[c.idx]
	m.fetched = m.flow.fetched != ""
	c.r.wrote[p.path] = m
}

// noteDir remembers that this call makes a folder, or finds one there.
func (c *cmd) noteDir(p place) {
	if p.glob || !p.known {
		return
	}
	f := c.r.facts.File(p.path)
	m := &made{cmd: c.idx, dir: true, absent: f.Known && !f.Exists}
	if old, ok := c.r.wrote[p.path]; ok {
		m.absent = m.absent || old.absent
	}
	c.r.wrote[p.path] = m
}

// printed is the text that the command prints, where it is known: of cat with
// a here-document, echo and printf with known words.
func (c *cmd) printed() (string, bool) {
	if len(c.sh.Words) == 0 {
		return "", len(c.sh.Assigns) == 0
	}
	words := c.sh.Words
	switch words[0].Text {
	case "cat", "tee":
		if c.sh.Stdin.Kind == shell.Here && c.sh.Stdin.Text().Known {
			return c.sh.Stdin.Text().Text, true
		}
		if c.sh.Stdin.Kind == shell.Pipe && len(c.sh.Stdin.From) == 1 {
			if i := c.sh.Stdin.From[0]; i >= 0 && i < c.idx {
				up := &cmd{r: c.r, idx: i, sh: &c.r.sh.Commands[i]}
				return up.printed()
			}
		}
	case "echo":
		var out []string
		for _, w := range words[1:] {
			if !w.Lit() {
				return "", false
			}
			out = append(out, w.Text)
		}
		if len(out) > 0 && strings.HasPrefix(out[0], "-") {
			return "", false
		}
		return strings.Join(out, " ") + "\n", true
	case "printf":
		if len(words) == 2 && words[1].Lit() && !strings.ContainsAny(words[1].Text, "%") {
			return strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(words[1].Text), !strings.Contains(strings.NewReplacer(`\n`, "", `\t`, "").Replace(words[1].Text), `\`)
		}
		if len(words) > 2 && words[1].Lit() && (words[1].Text == `%s\n` || words[1].Text == `%s`) {
			var b strings.Builder
			for _, w := range words[2:] {
				if !w.Lit() {
					return "", false
				}
				b.WriteString(w.Text)
				if words[1].Text == `%s\n` {
					b.WriteByte('\n')
				}
			}
			return b.String(), true
		}
	}
	return "", false
}

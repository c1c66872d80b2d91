package effect

// specialCode are the readers of interpreters.
func specialCode(name string) func(*cmd) {
	switch name {
	}
	return nil
}

// codeText judges code of a language that this command runs.
func (c *cmd) codeText(lang, text string) {
	switch lang {
	case "sh", "bash", "zsh", "dash", "ksh":
		c.r.depth++
		defer func() { c.r.depth-- }()
		if c.r.depth > 6 {
			c.unsure("commands call each other too deeply to follow")
			return
		}
		sub := c.r.below()
		sub.text(text, c.base.dir, lang)
		if len(sub.rep.Opaque)+len(sub.rep.Hostile) > 0 {
			c.unsure("parts of the text it runs cannot be read")
		}
		for _, e := range sub.rep.Effects {
			e.Cmd = c.idx
			e.Start, e.End = c.sh.Start, c.sh.End
			c.r.rep.Effects = append(c.r.rep.Effects, e)
		}
		c.r.rep.Guards = append(c.r.rep.Guards, sub.rep.Guards...)
		for _, f := range sub.out {
			c.r.out[c.idx].join(f)
		}
	default:
		if compiledLang(lang) {
			c.compiledText(lang, text)
			return
		}
		l, ok := languageNamed(lang)
		if !ok {
			c.unsure("code in " + lang + " is not looked into")
			return
		}
		c.inline(l, text, "")
	}
}

package effect

import (
	"strings"

	"automode/code"
	"automode/shell"
)

// substitutes looks at what s/old/new/ puts into files that are rewritten in
// place: the effect of an edit, by another program. It finds, and clears nothing.
func (c *cmd) substitutes(script string, files []shell.Word) {
	for _, s := range substitutions(script) {
		for _, w := range files {
			for _, p := range c.places(w) {
				if !p.known {
					continue
				}
				out := code.Edit(code.FileChange{Path: p.path, Old: s[0], New: s[1]})
				for _, f := range out.Findings {
					c.find(Write, f.Entry, p.path, f.Why, evidenceIn(w, f.Words))
				}
				for _, sc := range out.Scripts {
					sub := c.r.below()
					sub.depth++
					sub.text(sc.Text, c.base.dir, "")
					if e, found := worst(sub.rep.Effects); found {
						c.find(Write, e.Entry, p.path, "makes run what "+e.Why, evidenceIn(w, clip(sc.Text)))
					}
				}
			}
		}
	}
}

// substitutions gives the texts of a script's s commands, where they are plain:
// what is replaced and what by.
func substitutions(script string) (out [][2]string) {
	for i := 0; i < len(script) && len(out) < 32; i++ {
		if script[i] != 's' || i > 0 && (isLetter(script[i-1]) || script[i-1] == '\\' || script[i-1] == '_') || i+1 >= len(script) {
			continue
		}
		delim := script[i+1]
		if isLetter(delim) || delim == ' ' || delim == '\n' || delim == '\\' || delim >= '0' && delim <= '9' || delim == '_' || delim == '.' || delim == '$' || delim == '"' || delim == '\'' {
			continue
		}
		from, j, ok := upTo(script, i+2, delim)
		if !ok {
			continue
		}
		to, k, ok := upTo(script, j, delim)
		if !ok {
			continue
		}
		out = append(out, [2]string{plainRegexp(from), to})
		i = k - 1
	}
	return out
}

// upTo reads to the next delim that is not escaped, and gives the place after it.
func upTo(s string, i int, delim byte) (text string, next int, ok bool) {
	var b strings.Builder
	for ; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			switch s[i] {
			case delim:
				b.WriteByte(delim)
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			default:
				b.WriteByte('\\')
				b.WriteByte(s[i])
			}
		case s[i] == delim:
			return b.String(), i + 1, true
		default:
			b.WriteByte(s[i])
		}
	}
	return "", i, false
}

// plainRegexp is a pattern without what only matches: its anchors and escapes.
func plainRegexp(s string) string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "^"), "$")
	return strings.NewReplacer(`\.`, ".", `\*`, "*", `\/`, "/", `\[`, "[", `\]`, "]", `\(`, "(", `\)`, ")", `\s*`, " ", `\s+`, " ").Replace(s)
}

package permission

import "strings"

// command is the specifier of a shell rule.
type command struct {
	form  form
	text  string   // without the mark of a prefix
	words []string // text split as a shell splits it, quotes removed
}

type form uint8

const (
	exactForm  form = iota // Bash(git status)
	prefixForm             // Bash(git push:*), Bash(npm run *)
	globForm               // Bash(git * main), Bash(ls*)
)

// parseCommand reads the specifier of a shell rule. One that a shell could not
// split, because a quote stays open, is split at blanks.
func parseCommand(spec string) command {
	c := command{text: spec}
	if rest, ok := strings.CutSuffix(spec, ":*"); ok {
		c.form, c.text = prefixForm, strings.TrimSpace(rest)
	} else if rest, ok := strings.CutSuffix(spec, " *"); ok {
		c.form, c.text = prefixForm, strings.TrimSpace(rest)
	}
	if strings.Contains(strings.ReplaceAll(c.text, `\*`, ""), "*") {
		// Keep the whole pattern: a star inside makes the last one a star too.
		if c.form == prefixForm {
			c.text += " *"
		}
		c.form = globForm
	}
	var ok bool
	if c.words, ok = splitWords(c.text); !ok {
		c.words = strings.Fields(c.text)
	}
	return c
}

// splitWords splits text at blanks, with quotes and backslashes as a shell
// reads them, and nothing expanded. It is not ok when a quote stays open.
func splitWords(text string) (words []string, ok bool) {
	var b strings.Builder
	in, quote := false, byte(0)
	for i := 0; i < len(text); i++ {
		switch ch := text[i]; {
		case quote == '\'' && ch != '\'', quote == '"' && ch != '"' && ch != '\\':
			b.WriteByte(ch)
		case quote != 0 && ch == quote:
			quote = 0
		case quote == 0 && (ch == '\'' || ch == '"'):
			quote, in = ch, true
		case ch == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
			in = true
		case ch == ' ' || ch == '\t':
			if in {
				words, in = append(words, b.String()), false
				b.Reset()
			}
		default:
			b.WriteByte(ch)
			in = true
		}
	}
	if in {
		words = append(words, b.String())
	}
	return words, quote == 0
}

// baseName is the last component of a program's path.
func baseName(p string) string {
	if i := strings.LastIndexAny(p, `/\`); i >= 0 {
		return p[i+1:]
	}
	return p
}

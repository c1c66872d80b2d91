package permission

import (
	"strings"

	"automode/shell"
)

// Raw text is searched where commands may hide from the reader: in text that
// could not be read for certain, and in code that an interpreter is given.
// The search knows no grammar. It takes quotes and backslashes away, cuts the
// rest at whatever can end a command or a word, and looks at every place.

// inRaw tells whether p speaks of words that stand in text, and which.
func (p *command) inRaw(text string, fold bool) (words string, hit bool) {
	if text == "" {
		return "", false
	}
	if p.form == globForm {
		if starMatch("*"+strings.Trim(p.text, "*")+"*", text) {
			return p.text, true
		}
		return "", false
	}
	want := strings.FieldsFunc(strings.Join(p.words, " "), endsWord)
	if len(want) == 0 {
		return "", false
	}
	// Quotes may join what they part (r''m) or part what they join ("rm").
	for _, reading := range [2]string{unquoted.Replace(text), parted.Replace(text)} {
		if !fold && !strings.Contains(reading, baseName(want[0])) {
			continue
		}
		for _, seg := range strings.FieldsFunc(reading, endsCommand) {
			ws := literal(strings.FieldsFunc(seg, endsWord))
			for i, w := range ws {
				// A bound on how far words may stand apart keeps this linear.
				if sameProgram(w.Text, want[0], fold) && beginsWith(ws[i+1:min(len(ws), i+100)], want[1:]) == yes {
					return strings.Join(p.words, " "), true
				}
			}
		}
	}
	return "", false
}

var (
	unquoted = replacer{"'\"\\", 0}
	parted   = replacer{"'\"\\", ' '}
)

// replacer takes bytes away, or puts another one in their place.
type replacer struct {
	bytes string
	with  byte
}

// Replace gives s with r's bytes replaced. Where they are taken away, a
// backslash before a line break takes the line break with it, as in a shell.
func (r replacer) Replace(s string) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case r.with == 0 && s[i] == '\\' && i+1 < len(s) && s[i+1] == '\n':
			i++
		case strings.IndexByte(r.bytes, s[i]) < 0:
			out = append(out, s[i])
		case r.with != 0:
			out = append(out, r.with)
		}
	}
	return string(out)
}

func endsCommand(c rune) bool { return strings.ContainsRune("\n\r;|&`", c) }

func endsWord(c rune) bool {
	return c <= ' ' || c == 0x7f || c >= 0x80 && isBlank(c) || strings.ContainsRune("(){}[]<>,=$:", c)
}

// isBlank tells whether c is a character beyond ASCII that shows as nothing or
// as a blank.
func isBlank(c rune) bool {
	switch {
	case c == 0xa0, c == 0x1680, c >= 0x2000 && c <= 0x200f, c >= 0x2028 && c <= 0x202f, c == 0x205f,
		c >= 0x2060 && c <= 0x206f, c == 0x3000, c == 0xfeff, c == 0xfffd:
		return true
	}
	return false
}

func sameProgram(token, prog string, fold bool) bool {
	a, b := baseName(token), baseName(prog)
	if fold {
		return strings.EqualFold(strings.TrimSuffix(strings.ToLower(a), ".exe"), b)
	}
	return a == b
}

func literal(tokens []string) []shell.Word {
	ws := make([]shell.Word, len(tokens))
	for i, t := range tokens {
		ws[i] = shell.Word{Text: t, Known: true}
	}
	return ws
}

// mentionedIn tells whether every literal word of p stands somewhere in text
// as a word: enough to take "X=$(printf push); git $X" for git push, and too
// little to take every "git $X" for it.
func (p *command) mentionedIn(text string) bool {
	if p.form == globForm {
		return false
	}
	split := func(c rune) bool { return endsCommand(c) || endsWord(c) }
	tokens := strings.FieldsFunc(parted.Replace(text), split)
	tokens = append(tokens, strings.FieldsFunc(unquoted.Replace(text), split)...)
	for _, w := range p.words {
		found := false
		for _, t := range tokens {
			if found = t == w || baseName(t) == baseName(w); found {
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// inCode tells whether p speaks of words in the code that the simple command c,
// an interpreter, is given: os.system("git push") in the argument of python -c.
func (p *command) inCode(c *shell.Command, fold bool) (words string, hit bool) {
	for _, w := range c.Words[1:] {
		if text, ok := p.inRaw(w.Text, fold); ok {
			return text, true
		}
	}
	return p.inRaw(c.Stdin.Text().Text, fold)
}

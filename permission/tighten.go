package permission

import (
	"strings"

	"automode/shell"
)

// A rule that denies or asks is matched against each simple command with each
// of its wrappers on and off, by words after quotes are gone, its program by
// base name, its options wherever they stand; and against raw text wherever
// there may be commands that nobody listed.

// hitsShell tells whether the shell rule r speaks of what s would run, and the
// words that say so.
func (r *Rule) hitsShell(s *Subject) (words string, hit bool) {
	text := s.shellText()
	if r.all {
		return text, true
	}
	if strings.TrimSpace(text) == r.cmd.text && text != "" {
		return text, true
	}
	fold := s.folds()
	if !s.complete() {
		if w, ok := r.cmd.inRaw(text, fold); ok {
			return w, true
		}
	}
	sh := s.read()
	for i := range sh.Commands {
		c := &sh.Commands[i]
		m := r.cmd.hits(c, fold)
		if m == yes || m == maybe && r.cmd.mentionedIn(text) {
			return c.Src, true
		}
	}
	for _, c := range s.coded {
		if w, ok := r.cmd.inCode(c, fold); ok {
			return w, true
		}
	}
	return "", false
}

// hits tells whether p speaks of the simple command c, with any number of its
// wrappers taken off.
func (p *command) hits(c *shell.Command, fold bool) tri {
	answer := no
	if p.form == globForm && starMatch(p.text, c.Src) {
		return yes
	}
	// What the reader left on because it may be another program of that name
	// is taken off here: "sudo command rm".
	for ws := c.Words; len(ws) > 0 && carries(ws[0].Text); {
		ws = ws[1:]
		for len(ws) > 0 && (isOption(ws[0]) || len(afterOptions([]string{ws[0].Text})) == 0) {
			ws = ws[1:]
		}
		answer = answer.or(p.wide(ws, fold))
	}
	ws := c.Words
	for i := len(c.Via); ; i-- {
		answer = answer.or(p.wide(ws, fold))
		if answer == yes || i == 0 {
			return answer
		}
		ws = append(append([]shell.Word(nil), c.Via[i-1].Words...), ws...)
	}
}

// wide tells whether p speaks of the program and arguments ws.
func (p *command) wide(ws []shell.Word, fold bool) tri {
	if len(ws) == 0 {
		return no
	}
	if p.form == globForm {
		return p.wideGlob(ws, fold)
	}
	if len(p.words) == 0 {
		return no
	}
	first := isProgram(ws[0], p.words[0], fold)
	if first == no {
		return no
	}
	if p.form == exactForm {
		return first.and(sameWords(ws[1:], p.words[1:]))
	}
	return first.and(beginsWith(ws[1:], p.words[1:]))
}

// wideGlob matches the pattern against the words joined, the program as
// written and by base name.
func (p *command) wideGlob(ws []shell.Word, fold bool) tri {
	// Words that may be none at all are also left out.
	rests := [2]string{joined(ws[1:], false), joined(ws[1:], true)}
	texts, known := ws[0].Values()
	if !known {
		texts = []string{ws[0].Raw}
	}
	for _, prog := range texts {
		for _, name := range [2]string{prog, baseName(prog)} {
			if fold {
				name = strings.ToLower(name)
			}
			for _, rest := range rests {
				// The blank lets "ls *" speak of a bare ls.
				if line := name + rest; starMatch(p.text, line) || starMatch(p.text, line+" ") {
					return yes
				}
			}
		}
	}
	return no
}

// joined writes the words after the program, each with a blank before it;
// those that are not known as they were written. least leaves out the words
// that may be none.
func joined(ws []shell.Word, least bool) string {
	var b strings.Builder
	for _, w := range ws {
		if least && w.Many && !w.Known {
			continue
		}
		b.WriteByte(' ')
		if w.Known {
			b.WriteString(w.Text)
		} else {
			b.WriteString(w.Raw)
		}
	}
	return b.String()
}

// isProgram tells whether the word w names the program prog.
func isProgram(w shell.Word, prog string, fold bool) tri {
	norm := func(s string) string {
		s = baseName(s)
		if fold {
			s = strings.TrimSuffix(strings.ToLower(s), ".exe")
		}
		return s
	}
	want := norm(prog)
	texts, known := w.Values()
	if !known {
		if w.Many {
			return maybe
		}
		// What is not known may hold a slash, so that only the end counts.
		if norm(w.Suffix) == want && strings.ContainsAny(w.Suffix, `/\`) {
			return yes
		}
		return fits("", w.Suffix, want)
	}
	for _, t := range texts {
		if t = norm(t); t == want || w.Glob && starMatch(t, want) {
			return yes
		}
	}
	return no
}

// isWord tells whether the word w is the text want.
func isWord(w shell.Word, want string) tri {
	if w.Lit() && !w.Many {
		if w.Text == want {
			return yes
		}
		return no
	}
	texts, known := w.Values()
	if !known {
		if w.Many {
			return maybe
		}
		return fits(w.Prefix, w.Suffix, want)
	}
	for _, t := range texts {
		if t == want || w.Glob && starMatch(t, want) {
			return yes
		}
	}
	return no
}

// fits tells whether a text of which both ends are known may be want.
func fits(prefix, suffix, want string) tri {
	if strings.HasPrefix(want, prefix) && strings.HasSuffix(want, suffix) && len(want) >= len(prefix)+len(suffix) {
		return maybe
	}
	return no
}

// sameWords tells whether ws are the words want.
func sameWords(ws []shell.Word, want []string) tri {
	answer := yes
	for i, w := range ws {
		if w.Many && !w.Known {
			return answer.and(maybe)
		}
		if i >= len(want) {
			return no
		}
		if answer = answer.and(isWord(w, want[i])); answer == no {
			return no
		}
	}
	if len(ws) != len(want) {
		return no
	}
	return answer
}

// beginsWith tells whether the arguments ws have want in front, where options
// and their values may stand before and between: push is the first word of
// "-C dir --no-pager push". An option in want may stand anywhere.
func beginsWith(ws []shell.Word, want []string) tri {
	answer, i := yes, 0
	for _, w := range want {
		if len(w) > 1 && w[0] == '-' {
			answer = answer.and(hasOption(ws, w))
		} else {
			var m tri
			m, i = next(ws, i, w)
			answer = answer.and(m)
		}
		if answer == no {
			return no
		}
	}
	return answer
}

// next looks for the word want from ws[i] on, over options and their values,
// and tells where to go on.
func next(ws []shell.Word, i int, want string) (tri, int) {
	for i < len(ws) {
		if m := isWord(ws[i], want); m != no {
			return m, i + 1
		}
		if !isOption(ws[i]) {
			return no, i
		}
		i++
		if i < len(ws) && !isOption(ws[i]) && isWord(ws[i], want) == no {
			i++
		}
	}
	return no, i
}

// hasOption tells whether the option opt is among ws, by itself, with a value
// ("--force=x"), or its letters among others' ("-fr" for "-rf").
func hasOption(ws []shell.Word, opt string) tri {
	answer := no
	cluster := len(opt) > 1 && opt[1] != '-'
	letters := ""
	for _, w := range ws {
		answer = answer.or(isWord(w, opt))
		if !isOption(w) {
			continue
		}
		texts, _ := w.Values()
		for _, t := range texts {
			if strings.HasPrefix(t, opt+"=") {
				return yes
			}
			if cluster && len(t) > 1 && t[0] == '-' && t[1] != '-' {
				letters += t[1:]
			}
		}
	}
	if cluster && !strings.ContainsFunc(opt[1:], func(c rune) bool { return !strings.ContainsRune(letters, c) }) {
		return yes
	}
	return answer
}

func isOption(w shell.Word) bool {
	t := w.Text
	if !w.Known {
		t = w.Prefix
	}
	return len(t) > 1 && t[0] == '-'
}

package effect

import (
	"strings"

	"automode/shell"
)

// opt is one option as it was given.
type opt struct {
	name  string // as the row spells it: "-o", "--out"
	spec  *option
	value shell.Word
	more  []shell.Word // of an option with several values, those after the first
	has   bool         // value was given
	word  int          // index in the command's words
}

// split reads words (the program's own arguments, without its name) by s into
// options and operands. What the row does not cover is noted as not understood.
func (c *cmd) split(s *spec, words []shell.Word) {
	only := false // "--" was seen
	if c.pos == nil && c.opts == nil && len(words) > 1 {
		dashed := 0
		for i := range words {
			if t := words[i].Text; len(t) > 1 && t[0] == '-' {
				dashed++
			}
		}
		if dashed > 0 {
			c.opts = make([]opt, 0, dashed)
		}
		if dashed < len(words) {
			c.pos = make([]shell.Word, 0, len(words)-dashed)
		}
	}
	for i := 0; i < len(words); i++ {
		w := words[i]
		text := w.Text
		if !w.Known {
			text = w.Prefix
		}
		switch {
		case s.style == stylePlain, s.style == styleDD, only:
			c.pos = append(c.pos, w)
			continue
		case w.Many && !w.Known && w.Prefix == "":
			// may become options: harmless only where no option is harmful
			if _, plain, _ := c.found(w); !plain && !c.inertOptions(s) && !c.tame(w) && !fromEnvironment(w) {
				c.unsure("an argument that is not known could be an option", w)
			}
			c.pos = append(c.pos, w)
			continue
		case text == "--":
			only = true
			continue
		case len(text) < 2 || text[0] != '-' || isNumber(text):
			if len(text) > 1 && text[0] == '+' && s.find(text[:2]) != nil {
				break
			}
			if text == "" && !w.Known && len(w.Alts) > 0 && strings.HasPrefix(w.Alts[0], "-") {
				c.unsure("an option that is not known", w)
			}
			if len(text) > 1 && text[0] == '-' {
				if strings.Contains(s.flags, "#") { // -5 for -n 5
					continue
				}
				if s.find(text[:2]) != nil || strings.Trim(text[1:], s.flags) == "" {
					break
				}
			}
			c.pos = append(c.pos, w)
			if s.style == styleFirst {
				c.pos = append(c.pos, words[i+1:]...)
				return
			}
			continue
		}
		i = c.option(s, words, i, text)
		if n := len(c.opts); n > 0 && c.opts[n-1].spec != nil && c.opts[n-1].spec.role == "last" {
			c.pos = append(c.pos, words[min(i+1, len(words)):]...)
			return // what follows is for what the option names
		}
	}
}

// option reads the option at words[i] and gives the index of the last word it took.
func (c *cmd) option(s *spec, words []shell.Word, i int, text string) int {
	w := words[i]
	take := func(o *option, name string, attached bool, value string) {
		got := opt{name: name, spec: o, word: i}
		switch {
		case attached:
			got.has = true
			got.value = cut(w, value)
		case o.arg == argRequired:
			if i+1 >= len(words) {
				c.unsure("option "+name+" lacks its value", w)
				break
			}
			i++
			got.value, got.has = words[i], true
			for range strings.Count(o.role, "+") {
				if i+1 < len(words) {
					i++
					got.more = append(got.more, words[i])
				}
			}
		}
		c.opts = append(c.opts, got)
	}
	unknown := func(name string, attached bool, value string) {
		if !s.anyOpt || !s.shows && telling(name, cut(w, value), attached) {
			c.unsure("option "+name+" is not known", w)
		}
	}
	if s.style == styleLong || strings.HasPrefix(text, "--") {
		name, value, attached := strings.Cut(text, "=")
		o := s.find(name)
		if o == nil && s.style == styleLong && strings.HasPrefix(name, "--") {
			o = s.find(name[1:])
		}
		switch {
		case o != nil:
			take(o, o.names[0], attached, value)
		case s.style == styleLong && len(name) == 2 && strings.Contains(s.flags, name[1:]):
			c.opts = append(c.opts, opt{name: name, word: i})
		default:
			unknown(name, attached, value)
			c.opts = append(c.opts, opt{name: name, word: i, has: attached, value: cut(w, value)})
		}
		return i
	}
	if o := s.find(text); o != nil && len(text) > 2 { // a word option in gnu style: -print0
		take(o, text, false, "")
		return i
	}
	if name, value, attached := strings.Cut(text, "="); attached && len(name) > 2 { // -out=file
		if o := s.find(name); o != nil {
			take(o, name, true, value)
			return i
		}
	}
	for j := 1; j < len(text); j++ {
		name := text[:1] + text[j:j+1]
		o := s.find(name)
		switch {
		case o != nil && o.arg != argNone:
			rest := text[j+1:]
			if rest != "" || !w.Known && o.arg == argRequired {
				take(o, o.names[0], true, rest)
			} else {
				take(o, o.names[0], false, "")
			}
			return i
		case o != nil:
			take(o, o.names[0], false, "")
		case strings.Contains(s.flags, text[j:j+1]):
			c.opts = append(c.opts, opt{name: name, word: i})
		default:
			if len(text) > 4 { // more likely a word after one dash than so many letters
				unknown(text, false, "")
			} else {
				unknown(name, false, "")
			}
			c.opts = append(c.opts, opt{name: name, word: i})
		}
	}
	if !w.Known {
		c.unsure("an option that is not wholly known", w)
	}
	return i
}

// inertOptions tells whether no option of the row does harm, so that an
// argument which may turn into options cannot either.
func (c *cmd) inertOptions(s *spec) bool {
	if s.style == stylePlain || s.style == styleDD {
		return true
	}
	for i := range s.options {
		o := &s.options[i]
		if o.entry != "" || o.unsure || o.role != "" && o.role != "text" && o.role != "read" && o.role != "list" {
			return false
		}
	}
	_, special := s.mark("go")
	_, inert := s.mark("inert") // the row's own word that none of its options does harm
	return !special || inert
}

// tame tells whether a word is the output of commands that print names, numbers
// or commits, which do not turn into options.
func (c *cmd) tame(w shell.Word) bool {
	if len(w.Subs) == 0 || len(w.Vars) > 0 {
		return false
	}
	for _, i := range w.Subs {
		if !c.tameOutput(i, 0) {
			return false
		}
	}
	return true
}

func (c *cmd) tameOutput(i, depth int) bool {
	if i < 0 || i >= len(c.r.sh.Commands) || depth > 8 {
		return false
	}
	sh := &c.r.sh.Commands[i]
	if len(sh.Words) == 0 || !sh.Words[0].Lit() {
		return false
	}
	sub := ""
	for _, w := range sh.Words[1:] {
		if w.Known && !strings.HasPrefix(w.Text, "-") {
			sub = w.Text
			break
		}
	}
	switch sh.Words[0].Text {
	case "git":
		switch sub {
		case "merge-base", "rev-parse", "rev-list", "branch", "diff", "diff-tree", "ls-files", "describe", "symbolic-ref", "ls-tree", "merge-tree", "hash-object", "write-tree", "stash":
			return true
		}
	case "go":
		return sub == "list" || sub == "env"
	case "npm", "yarn", "pnpm":
		return sub == "root" || sub == "prefix" || sub == "bin"
	case "pwd", "nproc", "date", "id", "hostname", "uname", "mktemp", "realpath", "seq", "expr", "which", "arch", "whoami", "pgrep", "pidof", "find", "fd", "fdfind":
		return true
	case "wc":
		return true
	case "grep", "head", "tail", "sort", "uniq", "xargs", "tr", "cut":
		if len(sh.Stdin.From) == 0 || sh.Words[0].Text == "cut" || sh.Words[0].Text == "xargs" || sh.Words[0].Text == "tr" {
			return false
		}
		for _, j := range sh.Stdin.From {
			if !c.tameOutput(j, depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// fromEnvironment tells whether a word is one of the environment's own values,
// which the text does not set, and nothing else.
func fromEnvironment(w shell.Word) bool {
	return len(w.Vars) > 0 && len(w.Subs) == 0 && !w.Decoded
}

// cut gives the word for a value that is attached to an option's word.
func cut(w shell.Word, value string) shell.Word {
	v := w
	if w.Known {
		v.Text = value
		return v
	}
	v.Prefix = value
	v.Alts = nil
	return v
}

func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	digits := false
	for i := 0; i < len(s); i++ {
		if (s[i] < '0' || s[i] > '9') && s[i] != '.' {
			return false
		}
		digits = digits || s[i] != '.'
	}
	return digits
}

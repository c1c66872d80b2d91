package effect

import (
	"strings"

	"automode/shell"
)

// found tells which files a word that is not known can mean when it is a name
// that another command of the call printed: find, ls, grep -l, git ls-files.
// plain tells that such a name cannot be taken for an option.
func (c *cmd) found(w shell.Word) (list []place, plain, ok bool) {
	if w.Known || len(w.Vars) > 0 || strings.Contains(w.Prefix+w.Suffix, "..") {
		return nil, false, false
	}
	if len(w.Globs) > 0 {
		list, plain = c.globbed(w)
		return list, plain, len(list) > 0
	}
	from := w.Subs
	if len(from) > 0 && c.r.reshapes() {
		return nil, false, false
	}
	if len(from) == 0 {
		if p := c.sh.Parent; p >= 0 && p < c.idx && strings.Contains(w.Raw, "{") && len(c.r.sh.Commands[p].Words) > 0 {
			from = []int{p} // find -exec, fd -x
		}
	}
	if len(from) == 0 {
		return nil, false, false
	}
	plain = true
	for _, i := range from {
		if i < 0 || i >= len(c.r.sh.Commands) || i == c.idx {
			return nil, false, false
		}
		l, p, ok := c.r.prints(i, 0)
		if !ok {
			return nil, false, false
		}
		list, plain = append(list, l...), plain && p
	}
	if w.Prefix != "" {
		return c.below(w), !strings.HasPrefix(w.Prefix, "-"), true
	}
	for i := range list {
		if list[i].glob {
			list[i].rest += w.Suffix
		}
	}
	return list, plain, true
}

// globbed places a word that stands for one match of some patterns.
func (c *cmd) globbed(w shell.Word) (list []place, plain bool) {
	plain = true
	for _, g := range w.Globs {
		if strings.Contains(g, "..") {
			return nil, false
		}
		text := w.Prefix + g + w.Suffix
		plain = plain && !strings.HasPrefix(text, "-")
		list = append(list, c.placeOf(text, strings.ContainsAny(text, "*?[")))
	}
	return list, plain
}

// reshapes tells whether the text cuts or replaces parts of variables in a way
// that may make another path of a name.
func (r *reader) reshapes() bool {
	for rest := r.src; ; {
		i := strings.Index(rest, "${")
		if i < 0 {
			return false
		}
		rest = rest[i+2:]
		n := 0
		for n < len(rest) && wordByte(rest[n]) {
			n++
		}
		if n == 0 || n >= len(rest) {
			continue
		}
		switch rest[n] {
		case '/', ':', '#':
			return true
		case '%':
			if end := strings.IndexByte(rest[n:], '}'); end > 0 && strings.ContainsAny(rest[n:n+end], "/*?[$") {
				return true
			}
		}
	}
}

// below places a found name behind a known beginning: "backup/{}".
func (c *cmd) below(w shell.Word) []place {
	i := strings.LastIndexByte(w.Prefix, '/')
	head := "."
	if i >= 0 {
		head = w.Prefix[:i+1]
	}
	p := c.placeOf(head, false)
	p.glob, p.deep, p.rest = true, true, w.Prefix[i+1:]+"*"+w.Suffix
	return []place{p}
}

// prints tells which files the command at i names in its output.
func (r *reader) prints(i, depth int) (list []place, plain, ok bool) {
	sh := &r.sh.Commands[i]
	if depth > 4 || len(sh.Words) == 0 || !sh.Words[0].Known {
		return nil, false, false
	}
	c := &cmd{r: r, idx: i, sh: sh, base: base{sh.Dir.Text, sh.Dir.Known}}
	args := sh.Words[1:]
	switch name := sh.Words[0].Text; name {
	case "find", "gfind":
		s := parseFind(args)
		if len(s.odd) > 0 || strings.Contains(join(args), "-printf") {
			return nil, false, false
		}
		plain = true
		for _, w := range s.starts {
			plain = plain && w.Known && !strings.HasPrefix(w.Text, "-")
		}
		return c.matches(s), plain, true
	case "grep", "egrep", "fgrep", "rg", "ag", "ack", "git", "fd", "fdfind", "ls":
		return c.listing(name, args, depth)
	case "head", "tail", "sort", "uniq", "tac", "cat", "tr", "shuf":
		if name == "tr" && join(args) != `\n \0 ` && join(args) != `\n \000 ` {
			return nil, false, false
		}
		return c.upstream(args, depth)
	}
	return nil, false, false
}

// upstream is what the commands before a filter print.
func (c *cmd) upstream(args []shell.Word, depth int) (list []place, plain, ok bool) {
	for k, w := range args {
		if !w.Known || !strings.HasPrefix(w.Text, "-") && !isNumber(w.Text) && !(k > 0 && strings.HasPrefix(args[k-1].Text, "-")) && c.sh.Words[0].Text != "tr" {
			return nil, false, false
		}
	}
	plain = true
	for _, i := range c.sh.Stdin.From {
		if i < 0 || i >= c.idx {
			return nil, false, false
		}
		l, p, ok := c.r.prints(i, depth+1)
		if !ok {
			return nil, false, false
		}
		list, plain = append(list, l...), plain && p
	}
	return list, plain, len(list) > 0
}

// listing places what grep -l, ls, fd and git ls-files print.
func (c *cmd) listing(name string, args []shell.Word, depth int) (list []place, plain, ok bool) {
	here := []shell.Word{{Text: ".", Known: true, Raw: "."}}
	var words []shell.Word
	names := false
	for k, w := range args {
		if !w.Known {
			return nil, false, false
		}
		switch t := w.Text; {
		case name == "git" && k == 0:
			switch {
			case t == "ls-files":
			case (t == "diff" || t == "status" || t == "show" || t == "diff-tree") && strings.Contains(join(args), "--name-only"):
				return c.matches(findExpr{starts: here}), false, true
			default:
				return nil, false, false
			}
			names = true
		case strings.HasPrefix(t, "--"):
			names = names || strings.HasPrefix(t, "--files")
		case strings.HasPrefix(t, "-"):
			names = names || strings.ContainsAny(t, "lL")
		default:
			words = append(words, w)
		}
	}
	if name == "fd" || name == "fdfind" {
		names = true
	}
	if name == "ls" {
		s := findExpr{starts: words}
		if len(words) == 0 {
			s.starts = here
		}
		if names && strings.Contains(join(args), "-l") {
			return nil, false, false // lines, not names
		}
		return c.matches(s), false, true
	}
	if !names {
		if depth > 0 || len(c.sh.Stdin.From) > 0 { // a filter of names
			return c.upstream(nil, depth)
		}
		return nil, false, false
	}
	s := findExpr{starts: here, noGit: name != "grep"}
	if len(words) > 1 && name != "git" { // after the pattern
		s.starts = words[1:]
	}
	plain = name != "git" && name != "fd" && name != "fdfind"
	for _, w := range s.starts {
		plain = plain && (len(words) > 1 || name == "grep") && !strings.HasPrefix(w.Text, "-")
	}
	if name == "git" {
		for _, w := range words {
			if strings.HasPrefix(w.Text, "*.") {
				s.names = append(s.names, w.Text)
			}
		}
	}
	return c.matches(s), plain, true
}

// slashless tells whether what is not known of a word holds no slash: numbers,
// dates, process ids, names without their folders.
func (c *cmd) slashless(w shell.Word) bool {
	if len(w.Subs)+len(w.Vars) == 0 { // a number of the shell's own
		for _, s := range [...]string{"$$", "$((", "${#", "$#", "$?", "$!", "$RANDOM", "$SECONDS"} {
			if strings.Contains(w.Raw, s) {
				return len(w.Alts) == 0
			}
		}
		return false
	}
	for _, v := range w.Vars {
		switch v {
		case "$", "!", "#", "?", "RANDOM", "SECONDS", "UID", "EUID", "PPID", "LINENO", "BASHPID", "EPOCHSECONDS", "SRANDOM":
		default:
			return false
		}
	}
	if w.Many && len(w.Vars) > 0 {
		return false
	}
	for _, i := range w.Subs {
		if i < 0 || i >= len(c.r.sh.Commands) || len(c.r.sh.Commands[i].Words) == 0 {
			return false
		}
		words := c.r.sh.Commands[i].Words
		switch words[0].Text {
		case "basename", "seq", "whoami", "id", "hostname", "nproc", "uuidgen", "wc":
		case "date":
			for _, a := range words[1:] {
				if !a.Known || strings.ContainsAny(a.Text, "/") || strings.Contains(a.Text, "%D") || strings.Contains(a.Text, "%x") || strings.Contains(a.Text, "%c") {
					return false
				}
			}
		case "git":
			if len(words) < 3 || words[1].Text != "rev-parse" || !strings.HasPrefix(words[2].Text, "--short") && words[2].Text != "HEAD" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

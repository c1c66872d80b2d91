package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// findExpr is what a find command looks for.
type findExpr struct {
	starts []shell.Word
	names  []string // patterns for names that it asks for; empty for any name
	any    bool     // whatever the name: a test of names is negated or joined by -o with another kind
	empty  bool     // only folders that hold nothing
	noGit  bool     // leaves out .git
	writes []shell.Word
	reads  []shell.Word
	delete bool
	execs  bool
	hunts  []shell.Word // patterns for names, all of them
	odd    []shell.Word // words that are not understood
	fails  bool         // find refuses the whole expression, and does nothing
}

// parseFind reads the words after find.
func parseFind(words []shell.Word) findExpr {
	var s findExpr
	i := 0
	for i < len(words) { // options, then where to start
		t := words[i].Text
		if words[i].Known && (t == "-H" || t == "-L" || t == "-P" || t == "-E" || t == "-X" || t == "-d" || t == "-s" || t == "-x" || strings.HasPrefix(t, "-O")) {
			i++
			continue
		}
		if words[i].Known && t == "-f" && i+1 < len(words) { // BSD
			s.starts = append(s.starts, words[i+1])
			i += 2
			continue
		}
		if words[i].Known && t == "-D" {
			i += 2
			continue
		}
		if words[i].Known && (t == "(" || t == "!" || t == ")" || t == "," || len(t) > 1 && t[0] == '-') {
			break
		}
		if !words[i].Known && strings.HasPrefix(words[i].Prefix, "-") {
			break
		}
		s.starts = append(s.starts, words[i])
		i++
	}
	typeDir, emptyTest, negated, ors := false, false, false, 0
	value := func() (w shell.Word) {
		if i+1 < len(words) {
			i++
			w = words[i]
		}
		return w
	}
	for ; i < len(words); i++ {
		w := words[i]
		if !w.Known {
			s.odd = append(s.odd, w)
			continue
		}
		not := negated
		negated = false
		switch t := w.Text; t {
		case "!", "-not":
			negated = true
		case "(", ")", ",", "-a", "-and", "-depth", "-d", "-daystart", "-follow", "-ignore_readdir_race", "-noignore_readdir_race", "-mount", "-xdev", "-x", "-noleaf",
			"-nowarn", "-warn", "-true", "-false", "-executable", "-readable", "-writable", "-nogroup", "-nouser", "-print", "-print0", "-ls", "-prune", "-quit", "-help", "--help", "-version", "--version", "-acl", "-xattr":
			if t == "(" {
				negated = not
			}
		case "-o", "-or":
			ors++
		case "-empty":
			emptyTest = true
		case "-delete":
			s.delete = true
		case "-type", "-xtype":
			v := value()
			typeDir = typeDir || v.Text == "d" && !not && t == "-type"
		case "-name", "-iname", "-lname", "-ilname":
			v := value()
			s.hunts = append(s.hunts, v)
			switch {
			case t == "-lname" || t == "-ilname":
			case not || !v.Known:
				s.any = s.any || !v.Known
			default:
				s.names = append(s.names, v.Text)
			}
		case "-path", "-ipath", "-wholename", "-iwholename", "-regex", "-iregex":
			v := value()
			s.hunts = append(s.hunts, v)
			if strings.Contains(v.Text, ".git") && (not || follows(words, i, "-prune")) {
				s.noGit = true
			}
		case "-amin", "-atime", "-cmin", "-ctime", "-mmin", "-mtime", "-fstype", "-gid", "-group", "-inum", "-links", "-maxdepth", "-mindepth", "-perm", "-regextype", "-size", "-uid", "-used", "-user",
			"-printf", "-context", "-flags", "-Btime", "-Bmin", "-newermt", "-newerat", "-newerct", "-newerBt", "-xattrname":
			value()
		case "-anewer", "-cnewer", "-newer", "-samefile", "-newermm", "-neweraa", "-newercc", "-newerBB", "-neweram", "-newermc", "-newercm", "-newerma", "-newerac", "-newerca", "-mnewer", "-newermB", "-newerBm":
			value() // a file's times
		case "-files0-from":
			s.reads = append(s.reads, value())
			s.any = true
		case "-fprint", "-fprint0", "-fls":
			s.writes = append(s.writes, value())
		case "-fprintf":
			s.writes = append(s.writes, value())
			value()
		case "-exec", "-execdir", "-ok", "-okdir":
			s.execs = true
			for i+1 < len(words) {
				i++
				if words[i].Lit() && (words[i].Text == ";" || words[i].Text == "+" && words[i-1].Text == "{}") {
					break
				}
			}
		case "-Bnewer":
			value()
		default:
			switch {
			case isNumber(t) && i > 0 && words[i-1].Text == "-depth": // of BSD's find
			case w.Lit() && refused(t) && !acts(t):
				s.fails = true
			default:
				s.odd = append(s.odd, w)
			}
		}
	}
	if len(s.starts) == 0 {
		s.starts = []shell.Word{{Text: ".", Known: true, Raw: "."}}
	}
	// with -o, a branch may ask for no name at all
	if ors >= len(s.names) && len(s.names) > 0 && ors > 0 && !strings.Contains(join(words), "-prune") {
		s.any = true
	}
	s.empty = emptyTest && typeDir && ors == 0
	if s.any {
		s.names = nil
	}
	return s
}

// acts tells whether a word was meant to be one of find's acts: it will be
// written again, and right.
func acts(t string) bool {
	for _, act := range [...]string{"exec", "delete", "ok", "rm", "fprint", "fls"} {
		if strings.HasSuffix(t, act) || strings.HasSuffix(t, act+"dir") {
			return true
		}
	}
	return false
}

// refused tells whether a word of an expression is none to any find: a path
// after the expression has begun, an option with two dashes or a value behind
// =, a dash that is none. find reads all of its words before it does anything.
func refused(t string) bool {
	if t == "" || t[0] != '-' {
		return true
	}
	if strings.HasPrefix(t, "--") || strings.HasPrefix(t, "-(") || strings.HasPrefix(t, `-\(`) || strings.Contains(t, "=") {
		return true
	}
	for i := 0; i < len(t); i++ {
		if t[i] >= 0x80 {
			return true
		}
	}
	return false
}

// follows tells whether one of the next words is text.
func follows(words []shell.Word, i int, text string) bool {
	for _, w := range words[i+1 : min(i+3, len(words))] {
		if w.Text == text {
			return true
		}
	}
	return false
}

func join(words []shell.Word) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w.Text)
		b.WriteByte(' ')
	}
	return b.String()
}

// finder reads find: where it looks, what for, and what it does with it. The
// commands that it runs are listed on their own.
func (c *cmd) finder() {
	s := parseFind(c.pos)
	c.does(Print, "")
	if s.fails && len(s.odd) == 0 && !s.delete && !s.execs && len(s.writes) == 0 {
		return
	}
	for _, w := range s.odd {
		c.unsure("what "+clip(w.Raw)+" means to find is not known", w)
	}
	if s.execs && !c.sh.Carries {
		c.unsure("what find runs is not known")
	}
	for _, w := range s.starts {
		c.list(w)
		c.huntNames(w, s.hunts)
	}
	for _, w := range s.reads {
		c.read(w)
	}
	for _, w := range s.writes {
		c.write(w, true)
	}
	if !s.delete || c.losesThere(shell.Word{Raw: c.sh.Src, Start: c.sh.Start, End: c.sh.End}) {
		return
	}
	for _, p := range c.matches(s) {
		w := shell.Word{Raw: c.sh.Src, Start: c.sh.Start, End: c.sh.End}
		switch {
		case s.empty && p.known && (c.r.rooted(p.path) || c.r.isTemp(p.path)):
			c.add(Effect{Kind: Local, Target: p.path, Known: true, Many: true})
		case p.known && (p.path == "/tmp" || p.path == "/var/tmp"):
			c.find(Delete, "scratch-sweep", p.path, "clears "+p.path)
		default:
			c.deletePlace(p, w, true)
		}
	}
}

// matches are the places that find names.
func (c *cmd) matches(s findExpr) []place {
	var out []place
	for _, w := range s.starts {
		for _, p := range c.places(w) {
			if !p.known || p.glob {
				p.deep = p.known
				out = append(out, p)
				continue
			}
			p.glob, p.deep, p.noGit = true, true, s.noGit
			if len(s.names) == 0 {
				p.rest = "*"
				out = append(out, p)
				continue
			}
			for _, n := range s.names {
				q := p
				q.rest = n
				out = append(out, q)
			}
		}
	}
	return out
}

// huntNames notes that credentials are looked for by name outside the project.
func (c *cmd) huntNames(start shell.Word, patterns []shell.Word) {
	for _, p := range c.places(start) {
		if p.known && (c.r.rooted(p.path) || c.r.isTemp(p.path)) {
			continue
		}
		for _, w := range patterns {
			if len(literalPart(w.Text+w.Prefix+w.Suffix)) < 2 {
				continue
			}
			name := w.Text
			if name == "" {
				name = w.Prefix + "*" + w.Suffix
			}
			if grade, what := secret.StoreGlob(name, c.r.env.Place.Home); grade >= secret.Project {
				c.find(Read, "credential-hunt", p.path, "looks for "+what+" in "+clip(start.Raw), w)
				return
			}
			if name == "shadow" || name == "gshadow" || name == "shadow*" {
				c.find(Read, "credential-hunt", p.path, "looks for the hashes of passwords", w)
				return
			}
			if hunts([]shell.Word{w}) {
				c.find(Read, "credential-hunt", p.path, "looks for files named like credentials in "+clip(start.Raw), w)
				return
			}
		}
	}
}

// literalPart is what a pattern spells out: letters and digits outside
// brackets.
func literalPart(pattern string) string {
	var b strings.Builder
	in := false
	for i := 0; i < len(pattern); i++ {
		switch ch := pattern[i]; {
		case ch == '[':
			in = true
		case ch == ']':
			in = false
		case !in && wordByte(ch):
			b.WriteByte(ch)
		}
	}
	return b.String()
}

// fd reads fd: a pattern, then where to look.
func (c *cmd) fd() {
	c.does(Print, "")
	if len(c.tail) > 0 && !c.sh.Carries {
		c.unsure("what fd runs is not known")
	}
	for i, w := range c.pos {
		if i == 0 {
			c.flowWord(w)
			continue
		}
		c.list(w)
		c.huntNames(w, c.pos[:1])
	}
}

// fzf offers lines to choose from; some options make it run commands.
func (c *cmd) fzf() {
	c.does(Print, "")
	for i, w := range c.args {
		c.flowWord(w)
		name, value, has := strings.Cut(w.Text+w.Prefix, "=")
		v := cut(w, value)
		if !has && i+1 < len(c.args) {
			v = c.args[i+1]
		}
		switch name {
		case "--listen", "--listen-unsafe":
			c.find(Listen, "expose-service", "", "takes commands over the network", w)
		case "--preview":
			c.fzfCommand(v)
		case "--become", "--with-shell", "--history":
			c.unsure("what "+name+" runs or writes is not looked into", w)
		case "--bind":
			if t := v.Text + v.Prefix; strings.Contains(t, "execute") || strings.Contains(t, "become") || strings.Contains(t, "reload") || strings.Contains(t, "transform") || strings.Contains(t, "preview(") || strings.Contains(t, "preview:") {
				c.unsure("the keys are bound to commands", v)
			}
		}
	}
}

// fzfCommand reads a command that fzf runs for a line, which stands in {}.
func (c *cmd) fzfCommand(v shell.Word) {
	if v.Known {
		v.Text = strings.NewReplacer("{}", "./line", "{1}", "./line", "{2}", "./line", "{+}", "./line", "{q}", "query").Replace(v.Text)
	}
	c.shellText(v)
}

package permission

import (
	"maps"
	"slices"
	"strings"

	"automode/call"
	"automode/effect"
	"automode/shell"
	"automode/world"
)

// touch is a file or folder that a call reads or changes.
type touch struct {
	path        string // absolute, clean
	read, write bool
	many        bool   // all below it
	search      bool   // many, by a program that looks for names or text
	words       string // what says so
}

// touches lists what s touches as far as it is known: what package effect
// says, what redirects say, what the tool's own arguments say.
func (s *Subject) touches() []touch {
	if !s.looked {
		s.looked = true
		s.touched = append(s.touched, s.fromReport()...)
		s.touched = append(s.touched, s.fromRedirects()...)
		s.touched = append(s.touched, s.fromArgs()...)
	}
	return s.touched
}

func (s *Subject) fromReport() []touch {
	if s.Report == nil {
		return nil
	}
	var ts []touch
	sh := s.read()
	for i := range s.Report.Effects {
		e := &s.Report.Effects[i]
		if e.Kind == effect.Unknown && e.Cmd >= 0 && e.Cmd < len(sh.Commands) {
			ts = append(ts, s.guesses(&sh.Commands[e.Cmd])...)
			continue
		}
		if !strings.HasPrefix(e.Target, "/") {
			continue
		}
		t := touch{path: e.Target, many: e.Many, words: e.Words}
		switch e.Kind {
		case effect.Read, effect.Run, effect.Project, effect.Send:
			t.read = true
		case effect.Write, effect.Delete, effect.Mode:
			t.write = true
		case effect.Link: // a link is a way to its target, to read and to write
			t.read, t.write = true, true
		default:
			continue
		}
		if e.Cmd >= 0 && e.Cmd < len(sh.Commands) && len(sh.Commands[e.Cmd].Words) > 0 {
			prog := baseName(sh.Commands[e.Cmd].Words[0].Text)
			t.search = searches(prog)
			// A folder that is read stands for what is in it.
			t.many = t.many || !listsNames(prog) && s.facts.File(t.path).Dir
		} else if s.Call.Kind() == call.Read {
			t.search = true
		}
		ts = append(ts, t)
	}
	return ts
}

// guesses takes the words of a command that nobody knows for paths that it
// reads.
func (s *Subject) guesses(c *shell.Command) []touch {
	dir := s.dirOf(c)
	var ts []touch
	for i, w := range c.Words {
		texts, _ := w.Values()
		for _, t := range texts {
			if _, value, ok := strings.Cut(t, "="); ok && strings.HasPrefix(t, "-") {
				t = value
			}
			if p := world.Clean(t, dir, s.Place.Home); p != "" && i > 0 {
				ts = append(ts, touch{path: p, read: true, words: w.Raw})
			}
		}
	}
	return ts
}

func (s *Subject) dirOf(c *shell.Command) string {
	if c.Dir.Known && c.Dir.Text != "" {
		return c.Dir.Text
	}
	return s.Call.Dir
}

func (s *Subject) fromRedirects() []touch {
	var ts []touch
	sh := s.read()
	for i := range sh.Commands {
		c := &sh.Commands[i]
		for _, r := range c.Redirs {
			write := writesFile(r)
			if !write && !r.Reads() {
				continue
			}
			texts, _ := r.Target.Values()
			for _, text := range texts {
				if p := world.Clean(text, s.dirOf(c), s.Place.Home); p != "" && !isSink(p) {
					ts = append(ts, touch{path: p, read: r.Reads(), write: write, words: r.Op + " " + r.Target.Raw})
				}
			}
		}
	}
	return ts
}

// writesFile tells whether r writes a file, and not merely copies a
// descriptor.
func writesFile(r shell.Redirect) bool {
	if r.Writes() {
		return true
	}
	return r.Op == ">&" && !(r.Target.Lit() && strings.Trim(r.Target.Text, "0123456789-") == "")
}

// isSink tells whether writing to p changes no file.
func isSink(p string) bool {
	switch p {
	case "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/2":
		return true
	}
	return false
}

func (s *Subject) fromArgs() []touch {
	var ts []touch
	add := func(p string, t touch) {
		if t.path = world.Clean(p, s.Call.Dir, s.Place.Home); t.path != "" {
			t.words = p
			ts = append(ts, t)
		}
	}
	switch s.Call.Kind() {
	case call.Read:
		t := touch{read: true}
		if !hasOne(s.args.Raw, "file_path", "filePath", "notebook_path", "absolute_path") {
			t.many, t.search = true, true
		}
		if s.args.Path != "" {
			add(s.args.Path, t)
		} else if hasOne(s.args.Raw, "pattern", "query", "glob") {
			add(s.Call.Dir, t)
		}
		for _, k := range []string{"pattern", "glob", "include"} { // Glob may be given a path as its pattern
			if p, ok := s.args.Raw[k].(string); ok && (strings.HasPrefix(p, "/") || strings.HasPrefix(p, "~/")) {
				if i := strings.IndexAny(p, "*?[{"); i >= 0 {
					p = p[:strings.LastIndexByte(p[:i], '/')+1]
				}
				add(p, touch{read: true, many: true, search: true})
			}
		}
	case call.Write, call.Edit:
		if s.args.Path != "" {
			add(s.args.Path, touch{write: true})
		}
		for _, p := range patchFiles(s.args.Patch) {
			add(p, touch{write: true})
		}
	case call.MCP, call.Other:
		eachText(s.args.Raw, 0, func(p string) {
			if strings.Contains(p, "/") && !strings.ContainsAny(p, "\n") && len(p) < 4096 {
				add(strings.TrimPrefix(p, "file://"), touch{read: true, write: true})
			}
		})
	}
	return ts
}

func hasOne(m map[string]any, keys ...string) bool {
	for _, k := range keys {
		if _, ok := m[k]; ok {
			return true
		}
	}
	return false
}

// patchFiles lists the files that a patch names, in the apply_patch form and
// in the unified one.
func patchFiles(patch string) []string {
	var files []string
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		for _, mark := range []string{"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ", "+++ b/", "--- a/", "+++ ", "--- "} {
			if p, ok := strings.CutPrefix(line, mark); ok {
				if p = strings.TrimSpace(p); p != "" && p != "/dev/null" {
					files = append(files, p)
				}
				break
			}
		}
	}
	return files
}

// eachText calls f on every text in v.
func eachText(v any, depth int, f func(string)) {
	if depth > 8 {
		return
	}
	switch v := v.(type) {
	case string:
		f(v)
	case []any:
		for _, e := range v {
			eachText(e, depth+1, f)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			eachText(v[k], depth+1, f)
		}
	}
}

// searches tells whether a program that is given a folder looks for text in
// it, rather than taking all of it elsewhere.
func searches(prog string) bool {
	switch prog {
	case "grep", "egrep", "fgrep", "rg", "ag", "ack", "git", "cloc", "tokei", "wc":
		return true
	}
	return listsNames(prog)
}

// listsNames tells whether a program that is given a folder only tells what it
// is called and holds.
func listsNames(prog string) bool {
	switch prog {
	case "ls", "dir", "tree", "find", "fd", "fdfind", "stat", "file", "du", "exa", "eza", "lsd", "test", "[", "[[", "cd", "pushd", "realpath", "readlink", "basename", "dirname", "mkdir", "touch":
		return true
	}
	return false
}

// hitsFiles tells whether the file rule r, which tightens, speaks of a file
// that s touches, and the words that say so.
func (r *Rule) hitsFiles(s *Subject) (words string, hit bool) {
	reads := r.kind == call.Read
	if r.all {
		// A tool as a whole speaks of that tool, not of what commands touch.
		return "", false
	}
	bases := r.path.bases(r, s)
	for _, t := range s.touches() {
		if reads && !t.read || !reads && !t.write {
			continue
		}
		if r.path.concerns(s, t, bases) {
			return t.words, true
		}
	}
	// Where commands may hide, a mention is enough.
	if text := s.shellText(); text != "" && !s.complete() && r.path.mentionedIn(text, s.folds()) {
		return r.path.fragment(), true
	}
	s.read()
	if len(s.coded) == 0 || r.path.fragment() == "" {
		return "", false
	}
	for _, c := range s.coded {
		for _, w := range append(c.Words[1:len(c.Words):len(c.Words)], c.Stdin.Text()) {
			if r.path.mentionedIn(w.Text, s.folds()) {
				return r.path.fragment(), true
			}
		}
	}
	return "", false
}

// concerns tells whether p, seen from any of bases, speaks of t.path, of where
// its links lead, or of something below it that t takes along.
func (p *pattern) concerns(s *Subject, t touch, bases []string) bool {
	fold := s.folds()
	real, _ := s.resolve(t.path)
	for _, base := range bases {
		realBase, _ := s.resolve(base)
		lit := p.literal(base)
		realLit, _ := s.resolve(lit)
		for _, file := range [2]string{t.path, real} {
			if p.matches(file, base, true, fold) || p.matches(file, realBase, true, fold) {
				return true
			}
			// The pattern's own folder may be a link: ask from where it leads.
			if p.lit != "" && realLit != lit && world.Inside(file, realLit) {
				rest := pattern{glob: strings.TrimPrefix(strings.TrimPrefix(p.glob, p.lit), "/")}
				if rest.matches(file, realLit, false, fold) {
					return true
				}
			}
			if t.many && p.below(s, file, base, lit, realLit, t.search) {
				return true
			}
		}
	}
	return false
}

// below tells whether taking all of dir takes along something that p speaks
// of. Names that are only a pattern cannot be looked up, and count for
// nothing here; what is known to be absent neither.
func (p *pattern) below(s *Subject, dir, base, lit, realLit string, search bool) bool {
	inRoot := false
	for _, root := range s.Place.Roots {
		inRoot = inRoot || world.Inside(lit, root)
	}
	if search && inRoot {
		// Looking through the project is what agents do all day; what it
		// would show of one file in it is not worth stopping all of it.
		return false
	}
	if p.lit == "" {
		name := strings.TrimPrefix(p.glob, "**/")
		if name == "" || strings.ContainsAny(name, `*?[{\`) {
			return false
		}
		lit, realLit = dir+"/"+name, dir+"/"+name
		f := s.facts.File(lit)
		return world.Inside(dir, base) && f.Known && f.Exists
	}
	if !world.Inside(lit, dir) && !world.Inside(realLit, dir) {
		return false
	}
	f := s.facts.File(lit)
	return !f.Known || f.Exists
}

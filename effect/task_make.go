package effect

import (
	"path"
	"strings"

	"automode/shell"
)

// recipes are the rules of a Makefile or justfile, as far as they can be read
// without running it.
type recipes struct {
	rules map[string]*recipe
	first string // the goal when none is named
	vars  map[string]string
	open  bool     // other files, patterns or built-in rules may add to it
	shell []string // what reading the file runs: $(shell ...), !=
}

type recipe struct {
	needs []string
	lines []string
}

// parseMake reads a Makefile.
func parseMake(text string) *recipes {
	r := &recipes{rules: map[string]*recipe{}, vars: map[string]string{}}
	text = strings.ReplaceAll(text, "\\\n", " ")
	var cur []*recipe
	define := false
	for line := range strings.SplitSeq(text, "\n") {
		if define {
			define = strings.TrimSpace(line) != "endef"
			continue
		}
		if strings.HasPrefix(line, "\t") {
			for _, c := range cur {
				c.lines = append(c.lines, strings.TrimSpace(line))
			}
			continue
		}
		trim := strings.TrimSpace(line)
		if i := strings.IndexByte(trim, '#'); i >= 0 && (i == 0 || trim[i-1] != '\\') {
			trim = strings.TrimSpace(trim[:i])
		}
		word, _, _ := strings.Cut(trim, " ")
		switch word {
		case "":
			continue
		case "include", "-include", "sinclude", "load":
			r.open = true
			continue
		case "define":
			define, r.open = true, true
			continue
		case "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "endef", "undefine", "vpath", "unexport":
			continue
		case "export", "override", "private":
			trim = strings.TrimSpace(strings.TrimPrefix(trim, word))
		}
		if name, value, op, ok := assignment(trim); ok {
			r.assign(name, value, op)
			continue
		}
		head, rest, ok := strings.Cut(trim, ":")
		if !ok {
			cur = nil
			r.open = true // something is evaluated
			continue
		}
		if name, value, op, is := assignment(strings.TrimLeft(rest, ":")); is { // a variable of the target's own
			r.assign(name, value, op)
			continue
		}
		rest, first, _ := strings.Cut(strings.TrimLeft(rest, ":"), ";")
		cur = r.rule(strings.Fields(r.expand(head, 0)), strings.Fields(r.expand(rest, 0)))
		if first = strings.TrimSpace(first); first != "" {
			for _, c := range cur {
				c.lines = append(c.lines, first)
			}
		}
	}
	return r
}

// rule notes a rule of those targets.
func (r *recipes) rule(targets, needs []string) []*recipe {
	var cur []*recipe
	for _, t := range targets {
		if strings.ContainsAny(t, "%$") {
			r.open = true
			continue
		}
		if r.first == "" && t[0] != '.' {
			r.first = t
		}
		c := r.rules[t]
		if c == nil {
			c = &recipe{}
			r.rules[t] = c
		}
		for _, n := range needs {
			if n != "|" {
				c.needs = append(c.needs, n)
			}
		}
		cur = append(cur, c)
	}
	return cur
}

// assignment parts "NAME op value".
func assignment(line string) (name, value, op string, ok bool) {
	i := strings.IndexByte(line, '=')
	if i <= 0 {
		return "", "", "", false
	}
	head, value := line[:i], strings.TrimSpace(line[i+1:])
	for _, o := range [...]string{":::", "::", ":", "?", "+", "!"} {
		if h, cut := strings.CutSuffix(head, o); cut {
			head, op = h, o
			break
		}
	}
	name = strings.TrimSpace(head)
	if name == "" || strings.ContainsAny(name, " \t:#") {
		return "", "", "", false
	}
	return name, value, op, true
}

func (r *recipes) assign(name, value, op string) {
	if op == "!" {
		r.shell = append(r.shell, r.expand(value, 0))
		delete(r.vars, name)
		return
	}
	for _, cmd := range shellCalls(value) {
		r.shell = append(r.shell, r.expand(cmd, 0))
	}
	if op == "+" && r.vars[name] != "" {
		value = r.vars[name] + " " + value
	}
	r.vars[name] = value
}

// shellCalls gives the commands of the $(shell ...) in a text.
func shellCalls(s string) []string {
	var out []string
	for {
		i := strings.Index(s, "$(shell ")
		if i < 0 {
			return out
		}
		s = s[i+len("$(shell "):]
		depth, j := 1, 0
		for ; j < len(s) && depth > 0; j++ {
			switch s[j] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		if depth > 0 {
			return append(out, s)
		}
		out = append(out, s[:j-1])
		s = s[j:]
	}
}

// expand turns make's own references in a text into shell text: known
// variables into their values, others into shell variables that are not known.
func (r *recipes) expand(s string, depth int) string {
	if depth > 8 || !strings.Contains(s, "$") || len(s) > 32<<10 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '$' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case '$':
			b.WriteByte('$')
		case '(', '{':
			end := closing(s, i)
			if end < 0 {
				b.WriteString("${make_text}")
				return b.String()
			}
			name := s[i+1 : end]
			if v, ok := r.vars[name]; ok {
				b.WriteString(r.expand(v, depth+1))
			} else if cmd, is := strings.CutPrefix(name, "shell "); is {
				b.WriteString("$(" + r.expand(cmd, depth+1) + ")")
			} else if known := makeVar(name); known != "" {
				b.WriteString(known)
			} else {
				b.WriteString("${make_" + identifier(name) + "}")
			}
			i = end
		default:
			b.WriteString("${make_auto}")
		}
	}
	return b.String()
}

// makeVar gives the value that make itself gives a variable.
func makeVar(name string) string {
	switch name {
	case "MAKE":
		return "make"
	case "CC":
		return "cc"
	case "CXX":
		return "c++"
	case "RM":
		return "rm -f"
	case "AR":
		return "ar"
	case "LD":
		return "ld"
	case "CURDIR", "PWD":
		return "."
	}
	return ""
}

func closing(s string, i int) int {
	open, shut := s[i], byte(')')
	if open == '{' {
		shut = '}'
	}
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// identifier makes a name that a shell takes.
func identifier(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			b[i] = '_'
		}
	}
	return string(b)
}

// goal gives the lines that making a target runs, those it needs first.
func (r *recipes) goal(name string, seen map[string]bool) (lines []string, ok bool) {
	c := r.rules[name]
	if c == nil {
		return nil, false
	}
	if seen[name] || len(seen) > 200 {
		return nil, true
	}
	seen[name] = true
	for _, n := range c.needs {
		l, _ := r.goal(n, seen)
		lines = append(lines, l...)
	}
	for _, l := range c.lines {
		l = r.expand(strings.TrimLeft(l, "@-+ \t"), 0)
		if l != "" {
			lines = append(lines, l)
		}
	}
	return lines, true
}

// parseJust reads a justfile.
func parseJust(text string) *recipes {
	r := &recipes{rules: map[string]*recipe{}, vars: map[string]string{}}
	var cur *recipe
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\\\n", " "), "\n") {
		trim := strings.TrimSpace(line)
		switch {
		case trim == "" || trim[0] == '#' || trim[0] == '[':
			continue
		case line[0] == ' ' || line[0] == '\t':
			if cur != nil {
				cur.lines = append(cur.lines, trim)
			}
			continue
		}
		cur = nil
		if name, value, ok := strings.Cut(trim, ":="); ok {
			name = strings.TrimPrefix(strings.TrimSpace(name), "export ")
			value = strings.TrimSpace(value)
			if strings.HasPrefix(value, "`") {
				r.shell = append(r.shell, strings.Trim(value, "`"))
			} else if v := strings.Trim(value, `"'`); len(v) == len(value)-2 && !strings.ContainsAny(v, `"'`) {
				r.vars[strings.TrimSpace(name)] = v
			}
			continue
		}
		word, rest, _ := strings.Cut(trim, " ")
		switch word {
		case "import", "import?", "mod", "mod?":
			r.open = true
			continue
		case "set", "export":
			continue
		case "alias":
			if name, to, ok := strings.Cut(rest, ":="); ok {
				r.rule([]string{strings.TrimSpace(name)}, []string{strings.TrimSpace(to)})
			}
			continue
		}
		head, needs, ok := strings.Cut(trim, ":")
		if !ok {
			r.open = true
			continue
		}
		name, _, _ := strings.Cut(strings.TrimLeft(head, "@"), " ")
		needs = strings.NewReplacer("(", "", ")", "", "&&", "").Replace(needs)
		if list := r.rule([]string{name}, strings.Fields(needs)); len(list) > 0 {
			cur = list[0]
		}
	}
	for _, c := range r.rules {
		for i, l := range c.lines {
			c.lines[i] = r.just(l)
		}
	}
	return r
}

// just turns {{references}} into shell text.
func (r *recipes) just(s string) string {
	for range 50 {
		i := strings.Index(s, "{{")
		if i < 0 {
			return strings.ReplaceAll(s, "$", "$$")
		}
		j := strings.Index(s[i:], "}}")
		if j < 0 {
			return s
		}
		name := strings.TrimSpace(s[i+2 : i+j])
		v, ok := r.vars[name]
		if !ok {
			v = "\x00{just_" + identifier(name) + "}"
		}
		s = s[:i] + v + s[i+j+2:]
	}
	return s
}

// runMake judges make: the recipes of its goals where the Makefile is known.
func (c *cmd) runMake() {
	if c.has("-v", "-h") {
		c.does(Print, "")
		return
	}
	look := c.has("-n", "-q", "-p") // the recipes are shown, not run
	var goals []string
	for _, w := range c.pos {
		if !w.Known {
			c.unsure("which target it makes is not known", w)
			return
		}
		if name, value, ok := strings.Cut(w.Text, "="); ok {
			c.makeVariable(strings.TrimRight(name, ":+?"), value, w)
			continue
		}
		if isNumber(w.Text) && c.has("-j", "-l") {
			continue // how many at once
		}
		goals = append(goals, w.Text)
		if !look {
			c.makeGoal(w)
		}
	}
	var f projectFile
	if v, ok := c.value("-f"); ok {
		if v.Known && v.Text == "-" || v.Known && v.Text == "/dev/stdin" {
			c.makeStdin(goals)
			return
		}
		p := c.placeOf(v.Text, false)
		if !v.Lit() || !p.known {
			c.unsure("which Makefile it reads is not known", v)
			return
		}
		dir, name := path.Split(p.path)
		f = c.projectFile(path.Clean(dir), name)
		if !c.r.rooted(p.path) {
			f.changed = true
		}
	} else {
		for _, name := range [...]string{"GNUmakefile", "makefile", "Makefile"} {
			if f = c.projectFile(c.base.dir, name); f.known || f.changed {
				break
			}
		}
	}
	if look {
		c.runsProjectCode()
		if f.changed {
			c.unsure("it reads " + f.path + ", which was changed")
		}
		return
	}
	c.runRecipes(f, goals, parseMake)
}

// makeGoal judges a goal by its name.
func (c *cmd) makeGoal(w shell.Word) {
	switch w.Text {
	case "install", "uninstall", "install-strip":
		if f := c.projectFile(c.base.dir, "Makefile"); !f.known || f.changed {
			c.unsure("it installs outside the project", w)
		}
		return
	}
	c.namedTask(w.Text, w)
}

// makeVariable judges a variable that is set for make: some name programs.
func (c *cmd) makeVariable(name, value string, w shell.Word) {
	c.flowWord(w)
	switch name {
	case "LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "BASH_ENV", "PYTHONSTARTUP", "PERL5OPT", "NODE_OPTIONS", "RUSTC_WRAPPER", "JAVA_TOOL_OPTIONS", "GIT_SSH_COMMAND", "PYTHONPATH", "http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY":
		// make hands its variables on to what it runs
		v := cut(w, value)
		v.Known = true
		if entry, why := envEntry(name, v); entry == "unsure" {
			c.unsure(why, w)
		} else if entry != "" {
			c.find(Run, entry, name, why, w)
		}
		return
	case "SHELL", ".SHELLFLAGS", "MAKEFLAGS", "MAKEFILES", "MAKE":
		c.unsure("the variable "+name+" changes which programs make runs", w)
		return
	}
	switch name {
	case "CC", "CXX", "LD", "AR", "AS", "CPP", "FC", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS":
		if compilerLoads(value) {
			c.find(Run, "dynamic-code", name, "sets "+name+", which makes the build run or load something else", w)
			return
		}
	}
	if strings.ContainsAny(value, "`;|&$<>\n") {
		c.unsure("the value of "+clip(name)+" may run something", w)
	}
	switch strings.ToLower(name) {
	case "env", "environment", "stage", "target_env", "deploy_env":
		if v := strings.ToLower(value); v == "prod" || v == "production" || v == "live" {
			c.find(Remote, "production-deploy", value, "is told to act on production", w)
		}
	}
}

// makeStdin judges a Makefile that comes on standard input.
func (c *cmd) makeStdin(goals []string) {
	in := c.sh.Stdin
	text, known := in.Text().Text, in.Kind == shell.Here && in.Text().Known
	if in.Kind == shell.Pipe && len(in.From) == 1 && in.From[0] >= 0 && in.From[0] < c.idx {
		up := &cmd{r: c.r, idx: in.From[0], sh: &c.r.sh.Commands[in.From[0]]}
		text, known = up.printed()
	}
	if !known {
		if in.Kind == shell.Pipe {
			c.runStream(c.inflow())
			return
		}
		c.unsure("the Makefile on its input is not known")
		return
	}
	c.runRecipes(projectFile{path: "the Makefile on its input", text: text, known: true, changed: true}, goals, parseMake)
}

// runRecipes judges the goals of a file of recipes.
func (c *cmd) runRecipes(f projectFile, goals []string, parse func(string) *recipes) {
	c.runsProjectCode()
	switch {
	case !f.known && f.changed:
		c.unsure("it runs " + f.path + ", which was changed and is not known")
		return
	case !f.known:
		return
	}
	r := parse(f.text)
	if len(goals) == 0 {
		goals = []string{r.first}
	}
	dir, where := path.Dir(f.path), path.Base(f.path)
	if !strings.HasPrefix(f.path, "/") || c.name == "make" {
		dir = c.base.dir
	}
	for _, s := range r.shell {
		c.taskText(where, s, dir, f.changed)
	}
	seen := map[string]bool{}
	for _, g := range goals {
		lines, ok := r.goal(g, seen)
		if !ok && g != "" {
			if !r.open {
				if file := c.r.facts.File(path.Join(dir, g)); !file.Known || !file.Exists {
					c.unsure(where + " has no target " + clip(g))
				}
			}
			continue
		}
		for _, l := range lines {
			c.taskText(where, strings.ReplaceAll(l, "\x00", "$"), dir, f.changed)
		}
	}
}

// runJust judges just: the recipes that its operands name.
func (c *cmd) runJust() {
	f := c.nearest("justfile", "Justfile", ".justfile")
	if v, ok := c.value("-f"); ok {
		p := c.placeOf(v.Text, false)
		if !v.Lit() || !p.known {
			c.unsure("which justfile it reads is not known", v)
			return
		}
		f = c.projectFile(path.Dir(p.path), path.Base(p.path))
		f.changed = f.changed || !c.r.rooted(p.path)
	}
	var goals []string
	for _, w := range c.pos {
		if !w.Known {
			c.unsure("which recipe it runs is not known", w)
			return
		}
		if strings.Contains(w.Text, "=") {
			continue
		}
		c.namedTask(w.Text, w)
		if f.known && len(goals) > 0 && parseJust(f.text).rules[w.Text] == nil {
			continue // an argument of the recipe before
		}
		goals = append(goals, w.Text)
		if !f.known {
			break
		}
	}
	c.toTask(c.pos)
	c.runRecipes(f, goals, parseJust)
}

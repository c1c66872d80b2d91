package effect

import (
	"path"
	"strings"

	"automode/shell"
	"automode/world"
)

// runsProjectCode notes that the command runs code of the project it stands in:
// its tests, its build, its scripts. The project's own code is trusted to run
// as its people run it by hand, while nothing of this session or this call may
// have changed it into something else.
func (c *cmd) runsProjectCode() {
	c.does(Project, c.base.dir)
	switch {
	case !c.base.known:
		c.unsure("it is not known which project's code runs")
		return
	case !c.r.rooted(c.base.dir):
		c.foreignProject(c.base.dir)
		return
	}
	if c.r.sess.Racy {
		c.unsure("a file changed between being looked at and being used in this session")
	}
	// the first by name counts: a map's order must not show in an answer
	if p := least(c.r.wrote, func(p string, m *made) bool { return m.fetched && world.Inside(p, c.base.dir) }); p != "" {
		c.find(Run, "download-and-run", p, "runs the project after this call fetched "+path.Base(p)+" into it")
		return
	}
	if p := least(c.r.sess.Files, func(p string, f FileState) bool { return f.Loaded != "" && c.r.rooted(p) }); p != "" {
		f := c.r.sess.Files[p]
		c.find(Run, f.Loaded, p, "may run "+p+", which "+f.Why)
		return
	}
	if p := least(c.r.wrote, func(p string, m *made) bool { return m.loaded != "" && c.r.rooted(p) }); p != "" {
		m := c.r.wrote[p]
		c.find(Run, m.loaded, p, "may run "+p+", which "+m.why)
		return
	}
	if c.r.switched != "" {
		c.unsure("it runs code that " + c.r.switched + " brings in earlier in this call")
	}
}

// foreignProject notes that code outside the roots runs.
func (c *cmd) foreignProject(dir string) {
	for d := dir; len(d) > 1; d = path.Dir(d) {
		if f := c.r.sess.Files[d]; f.Fetched {
			c.find(Run, "foreign-repo-execution", d, "runs code that was fetched in this session")
			return
		}
		if m := c.r.wrote[d]; m != nil && m.fetched {
			c.find(Run, "foreign-repo-execution", d, "runs code that this call fetches")
			return
		}
	}
	c.unsure("it runs code outside the project: " + dir)
}

// tests notes that files or folders of the project's tests are run: names of
// single tests may follow a path.
func (c *cmd) tests(w shell.Word) {
	c.flowWord(w)
	if !w.Known && !w.Many {
		c.unsure("which tests run is not known", w)
		return
	}
	bare := w
	bare.Text, _, _ = strings.Cut(w.Text, "::")
	if i := strings.LastIndexByte(bare.Text, ':'); i > 0 && isNumber(bare.Text[i+1:]) {
		bare.Text = bare.Text[:i]
	}
	if i := strings.IndexByte(bare.Text, '['); i > 0 {
		bare.Text, bare.Glob = bare.Text[:i], false
	}
	if !w.Known {
		return
	}
	for _, p := range c.places(bare) {
		switch {
		case !p.known:
			c.unsure("which tests run is not known", w)
		case c.r.wrote[p.path] != nil, !c.r.rooted(p.path):
			c.scriptAt("", p, w)
		default:
			c.does(Project, p.path, w)
		}
	}
}

// runsProject notes that w, a file or folder of the project's, is run or built.
func (c *cmd) runsProject(w shell.Word) {
	c.script("", w)
}

// script notes that the program runs the file w as code of that language; ""
// where the file says itself.
func (c *cmd) script(lang string, w shell.Word) {
	c.flowWord(w)
	if w.Proc {
		f := c.wordFlow(w)
		c.runStream(f, w)
		return
	}
	if w.Known && standardInput(w.Text) {
		c.stdinCode(lang)
		return
	}
	for _, p := range c.places(w) {
		if !p.known || p.glob {
			c.unsure("which script runs is not known", w)
			continue
		}
		c.scriptAt(lang, p, w)
	}
}

// standardInput tells whether a file's name stands for what is piped in.
func standardInput(name string) bool {
	switch name {
	case "-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return true
	}
	return false
}

// scriptAt notes that the file at p is run.
func (c *cmd) scriptAt(lang string, p place, w shell.Word) {
	c.r.depth++
	defer func() { c.r.depth-- }()
	if c.r.depth > 4 {
		c.unsure("scripts call each other too deeply to follow", w)
		return
	}
	if m, ok := c.r.wrote[p.path]; ok {
		switch {
		case m.fetched:
			c.find(Run, "download-and-run", p.path, "runs "+p.path+", which this call fetches", w)
		case m.known:
			c.content(lang, p.path, m.text, w)
		case m.built:
			c.runsProjectCode()
		default:
			c.unsure("it runs "+p.path+", which an earlier part of this call writes", w)
		}
		return
	}
	if f, ok := c.r.sess.Files[p.path]; ok {
		switch {
		case f.Fetched:
			c.find(Run, "download-and-run", p.path, "runs "+p.path+", which was fetched in this session", w)
			return
		case f.Loaded != "":
			c.find(Run, f.Loaded, p.path, "runs "+p.path+", which "+f.Why, w)
			return
		case f.Built && !c.r.sess.Racy:
			c.runsProjectCode()
			return
		case f.Text != "" && !c.r.sess.Racy:
			c.content(lang, p.path, f.Text, w)
			c.r.rep.Relied = append(c.r.rep.Relied, p.path+" "+world.HashText(f.Text))
			return
		}
	}
	if why := c.foreign(p); why != "" {
		c.find(Run, "foreign-repo-execution", p.path, why, w)
		return
	}
	t := c.r.facts.Text(p.path, 64<<10)
	f := c.r.facts.File(p.path)
	if entry, why := namedRisk(path.Base(p.path), c.args); entry != "" {
		c.find(Run, entry, p.path, why, w)
		return
	}
	trusted := c.r.rooted(p.path) && f.Tracked == world.Yes && f.Modified != world.Yes && c.r.switched == "" && !c.r.sess.Racy
	if t.Known && t.Whole {
		c.r.rep.Relied = append(c.r.rep.Relied, p.path+" "+t.Hash)
		if trusted {
			c.trusted(lang, p.path, t.Text, w)
		} else {
			c.content(lang, p.path, t.Text, w)
		}
		return
	}
	if trusted {
		c.does(Project, p.path, w)
		return
	}
	if c.builtOutput(p) {
		c.runsProjectCode()
		return
	}
	c.unsure("what "+p.path+" does is not known", w)
}

// foreign tells whether a file came from elsewhere in this session, and how.
func (c *cmd) foreign(p place) string {
	for d := path.Dir(p.path); len(d) > 1; d = path.Dir(d) {
		if f := c.r.sess.Files[d]; f.Fetched {
			return "runs code below " + d + ", which was fetched in this session"
		}
		if m := c.r.wrote[d]; m != nil && m.fetched {
			return "runs code below " + d + ", which this call fetches"
		}
	}
	return ""
}

// trusted judges the content of the project's own code: what it finds counts,
// what it does not understand does not.
func (c *cmd) trusted(lang, p, text string, w shell.Word) {
	sub := c.r.below()
	sub.contentOf(c, lang, p, text)
	found := false
	for _, e := range sub.rep.Effects {
		if e.Entry != "" {
			e.Cmd, e.Words, e.Start, e.End = c.idx, clip(w.Raw), w.Start, w.End
			e.Why = "runs " + p + ", which " + e.Why
			c.r.rep.Effects = append(c.r.rep.Effects, e)
			found = true
		}
	}
	c.r.rep.Guards = append(c.r.rep.Guards, sub.rep.Guards...)
	if !found {
		c.does(Project, p, w)
	}
}

// content judges a file's content as if the command did all of it itself.
func (c *cmd) content(lang, p, text string, w shell.Word) {
	sub := c.r.below()
	sub.contentOf(c, lang, p, text)
	if len(sub.rep.Opaque)+len(sub.rep.Hostile) > 0 {
		c.unsure("parts of "+p+" cannot be read", w)
	}
	for _, e := range sub.rep.Effects {
		e.Cmd, e.Words, e.Start, e.End = c.idx, clip(w.Raw), w.Start, w.End
		if e.Why != "" {
			e.Why = "runs " + p + ", which " + e.Why
		}
		c.r.rep.Effects = append(c.r.rep.Effects, e)
	}
	c.r.rep.Guards = append(c.r.rep.Guards, sub.rep.Guards...)
	for _, f := range sub.out {
		c.r.out[c.idx].join(f)
	}
}

// below gives a reader for text that this call runs: the same world, a report
// of its own.
func (r *reader) below() *reader {
	return &reader{env: r.env, facts: r.facts, sess: r.sess, rep: &Report{}, wrote: r.wrote, depth: r.depth, switched: r.switched, remote: r.remote, known: r.known}
}

// contentOf reads text by its language, as run from c's folder.
func (r *reader) contentOf(c *cmd, lang, p, text string) {
	if lang == "" {
		lang = languageOf(p, text)
	}
	dir := c.base.dir
	switch lang {
	case "sh", "bash", "zsh", "dash", "ksh":
		if end := strings.TrimSuffix(text, "\n"); !strings.HasSuffix(end, "\\") {
			text = end // as it was read for what the file makes run
		}
		r.text(text, dir, lang)
	case "":
		r.rep.Effects = append(r.rep.Effects, Effect{Kind: Unknown, Cmd: -1, Why: "is in a language that is not known"})
	default:
		r.sh.Commands = []shell.Command{{Dir: shell.Value{Text: dir, Known: c.base.known}, PipedTo: -1, Into: -1, Parent: -1, Src: p}}
		r.out = make([]flow, 1)
		in := &cmd{r: r, idx: 0, sh: &r.sh.Commands[0], name: lang, base: c.base}
		in.codeText(lang, text)
	}
}

// languageOf tells a script's language by its name and first line.
func languageOf(p, text string) string {
	first, _, _ := strings.Cut(text, "\n")
	if rest, ok := strings.CutPrefix(first, "#!"); ok {
		fields := strings.Fields(rest)
		for i, f := range fields {
			base := path.Base(f)
			if base == "env" && i == 0 || strings.HasPrefix(f, "-") || strings.Contains(f, "=") {
				continue
			}
			if v := versioned(base); v != "" {
				base = v
			}
			return base
		}
	}
	switch path.Base(p) {
	case "Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Fastfile", "Appfile", "Brewfile", "Capfile", "Dangerfile", "Thorfile", "config.ru":
		return "ruby"
	case "SConstruct", "SConscript", "wscript", "Snakefile":
		return "python"
	}
	switch path.Ext(p) {
	case ".gemspec", ".rake", ".podspec":
		return "ruby"
	case ".sbt", ".sc":
		return "scala"
	case ".sh", ".bash":
		return "bash"
	case ".zsh":
		return "zsh"
	case ".py":
		return "python"
	case ".js", ".mjs", ".cjs", ".ts", ".mts":
		return "node"
	case ".pl", ".pm":
		return "perl"
	case ".rb":
		return "ruby"
	case ".php":
		return "php"
	case ".awk":
		return "awk"
	case ".sql":
		return "sql"
	case ".lua":
		return "lua"
	case ".c", ".h":
		return "c"
	case ".cc", ".cpp", ".cxx", ".hpp", ".hh":
		return "c++"
	case ".go":
		return "go"
	case ".rs":
		return "rust"
	case ".java":
		return "java"
	case ".kt", ".kts":
		return "kotlin"
	case ".scala":
		return "scala"
	case ".cs":
		return "csharp"
	case ".swift":
		return "swift"
	case ".zig":
		return "zig"
	}
	return ""
}

// namedRisk tells what the name of a script or task, or what it is told,
// says of its effect: a release, a deployment. A name may raise suspicion, never
// lower it.
func namedRisk(name string, args []shell.Word) (entry, why string) {
	name = strings.ToLower(name)
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r < 'a' || r > 'z' }) {
		switch part {
		case "deploy", "release", "rollout", "promote", "ship", "undeploy", "rollback", "golive":
			return "production-deploy", "runs " + name + ", which by its name deploys or releases"
		case "publish":
			return "public-publication", "runs " + name + ", which by its name publishes"
		}
	}
	if len(args) > 0 {
		for _, a := range args {
			if !a.Known || strings.HasPrefix(a.Text, "-") || strings.ContainsAny(a.Text, "/.:= ") {
				continue
			}
			verb, rest, _ := strings.Cut(strings.ToLower(a.Text), "-")
			switch verb {
			case "delete", "destroy", "drop", "purge", "wipe", "remove":
				return "shared-artifact", "tells " + name + " to " + verb + " " + rest
			}
			break
		}
	}
	for _, a := range args {
		if strings.HasPrefix(a.Text, "--trust-remote-code") || strings.HasPrefix(a.Text, "--trust_remote_code") {
			return "model-or-plugin-load", "lets " + name + " run code that comes with a model"
		}
		if strings.Contains(a.Text, "0.0.0.0") {
			return "expose-service", "makes " + name + " listen for other machines"
		}
		if a.Known && productionName(a.Text) {
			return "production-deploy", "runs " + name + " for " + clip(a.Text)
		}
	}
	return "", ""
}

// least gives the first key by name that matches, empty for none.
func least[V any](m map[string]V, match func(string, V) bool) string {
	best := ""
	for k, v := range m {
		if (best == "" || k < best) && match(k, v) {
			best = k
		}
	}
	return best
}

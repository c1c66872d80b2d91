package effect

import (
	"maps"
	"path"
	"strings"

	"automode/call"
	"automode/secret"
	"automode/shell"
)

// edits reads a call that changes parts of files.
func (t *cmd) edits(args call.Args) {
	if args.Patch != "" {
		files, ok := parsePatch(args.Patch)
		if !ok {
			t.unsure("the patch could not be read")
			return
		}
		for _, f := range files {
			t.patched(f)
		}
		return
	}
	if args.Path == "" || len(args.Edits) == 0 {
		t.unsure("what it changes is not said")
		return
	}
	var before, after strings.Builder
	for _, e := range args.Edits {
		before.WriteString(e.Old + "\n")
		after.WriteString(e.New + "\n")
	}
	if whole, now, ok := t.applied(args); ok {
		t.edit(args.Path, whole, now, true)
		return
	}
	t.edit(args.Path, before.String(), after.String(), false)
}

// applied gives the file's text before and after the edits, where it is known.
func (t *cmd) applied(args call.Args) (before, after string, ok bool) {
	p := t.placeOf(args.Path, false)
	if !p.known {
		return "", "", false
	}
	text := t.r.facts.Text(p.path, 256<<10)
	if !text.Known || !text.Whole {
		return "", "", false
	}
	before, after = text.Text, text.Text
	for _, e := range args.Edits {
		if e.Old == "" || !strings.Contains(after, e.Old) {
			return "", "", false
		}
		if e.All {
			after = strings.ReplaceAll(after, e.Old, e.New)
		} else {
			after = strings.Replace(after, e.Old, e.New, 1)
		}
	}
	return before, after, true
}

// edit reads the change of one file from the text before to the text after;
// whole: they are all of the file, else only the parts that change.
func (t *cmd) edit(name, before, after string, whole bool) {
	w := word(name)
	for _, p := range t.places(w) {
		if p.known && whole && before == "" {
			if old := t.r.facts.Text(p.path, 256<<10); old.Known && old.Whole {
				before = old.Text
			}
		}
	}
	t.change = &change{before: before, after: after, whole: whole}
	t.write(w, false)
	t.change = nil
}

// change is what an edit makes of a file's text.
type change struct {
	before, after string
	whole         bool
}

// changed looks at what the new text of a file makes happen, and notes it as
// loaded where running the project may set it off.
func (c *cmd) changed(p place, w shell.Word, class Class) (clean bool) {
	ch := c.change
	if ch == nil {
		text, known := c.printed()
		if !known {
			return class != Surface
		}
		ch = &change{after: text, whole: true}
		if old := c.r.facts.Text(p.path, 256<<10); old.Known && old.Whole {
			ch.before = old.Text
		}
	}
	clean = c.added(p, ch, w)
	if d, again := c.r.sess.deniedRemote(); again && infraFile(p.path) && (productionName(p.path) || productionName(d.Target)) {
		clean = false
		c.find(Write, "route-around", p.path, "changes by its file what a command was denied to change ("+orWord(d.Target, d.Entry)+")", w)
	}
	c.load(p, ch, w)
	if m := c.r.wrote[p.path]; clean && class == Surface && m != nil && m.loaded != "" {
		clean = false // others run it without being told to
		c.find(Write, m.loaded, p.path, "makes the project's tools run what "+m.why, w)
	}
	return clean
}

// load notes what the new text would do if it ran. It does not count as done
// now, unless something runs it at once.
func (c *cmd) load(p place, ch *change, w shell.Word) {
	m := c.r.wrote[p.path]
	if m == nil {
		return
	}
	m.text, m.known, m.whole = ch.after, ch.whole, ch.whole
	before, beforeWhy := m.loaded, m.why
	defer func() {
		if m.loaded == "" {
			m.loaded, m.why = before, beforeWhy
		}
	}()
	sub := c.r.below()
	lang := languageOf(p.path, ch.after)
	switch path.Ext(p.path) {
	case ".txt", ".md", ".rst", ".json", ".csv", ".snap", ".log", ".html", ".xml", ".golden", ".diff", ".patch": // CMakeLists.txt and pom.xml are looked at by their names
		lang = "" // text, whatever its first line says; who runs it all the same is looked at then
	}
	if lang == "" {
		m.loaded, m.why = c.roughly(p.path, ch.after)
		return
	}
	sub.depth++
	sub.wrote = maps.Clone(c.r.wrote) // what it would write is not written now
	sub.contentOf(c, lang, p.path, ch.after)
	if d, again := c.r.sess.Retries(sub.rep); again {
		c.find(Write, "route-around", p.path, "writes what would do what was denied before ("+orWord(d.Target, d.Entry)+")", w)
	}
	if len(sub.rep.Guards) > 0 { // not even as a file that nobody runs yet
		g := sub.rep.Guards[0]
		c.find(Write, g.Entry, p.path, "writes a script that "+g.Why, w)
	}
	if e, found := worst(sub.rep.Effects); found {
		m.loaded, m.why = e.Entry, e.Why
		if j, ok := c.r.sess.watching(); ok && c.r.rooted(p.path) {
			c.find(Run, e.Entry, p.path, "is run at once by "+j.Words+", and "+e.Why, w)
		}
		return
	}
	if compiledLang(lang) { // its reader follows calls, not what strings name
		m.loaded, m.why = c.roughly(p.path, ch.after)
	}
}

func orWord(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// deniedRemote gives a change of something remote that was denied before.
func (s *Session) deniedRemote() (Fingerprint, bool) {
	for _, d := range s.Denied {
		if d.Kind == Remote && d.Entry != "" {
			return d, true
		}
	}
	return Fingerprint{}, false
}

// infraFile tells whether a file states what a cluster, cloud or pipeline is
// to be, so that changing it changes that.
func infraFile(p string) bool {
	switch path.Ext(p) {
	case ".yaml", ".yml", ".tf", ".tfvars", ".hcl", ".json", ".jsonnet", ".toml":
	default:
		return false
	}
	for part := range strings.SplitSeq(strings.ToLower(p), "/") {
		switch part {
		case "gitops", "k8s", "kubernetes", "infra", "infrastructure", "deploy", "deployment", "deployments", "helm", "charts", "terraform", "argocd", "flux", "clusters", "environments", "manifests", "ops":
			return true
		}
	}
	return false
}

// roughly looks at source text of a language without a reader, for what its
// string literals name: credential stores, and command lines that do harm. It
// finds, and never clears.
func (c *cmd) roughly(file, text string) (entry, why string) {
	switch base := path.Base(file); {
	case base == "CMakeLists.txt", base == "pom.xml", base == "build.xml", base == "ivy.xml", base == "meson.build", base == "BUILD", base == "WORKSPACE", base == "BUCK", base == "TARGETS", base == "Earthfile", base == "Tiltfile", base == "Setup.hs":
		return c.roughText(file, text)
	}
	switch path.Ext(file) {
	case ".cmake", ".bzl", ".bazel", ".sbt", ".csproj", ".fsproj", ".vcxproj", ".props", ".targets", ".podspec", ".pro", ".pri", ".cabal",
		".rs", ".go", ".java", ".kt", ".kts", ".scala", ".c", ".cc", ".cpp", ".h", ".hpp", ".cs", ".swift", ".m", ".dart", ".zig", ".ex", ".exs", ".erl", ".hs", ".clj", ".gradle", ".groovy", ".jl", ".nim":
	default:
		return "", ""
	}
	return c.roughText(file, text)
}

// roughText looks at what the strings of a text name.
func (c *cmd) roughText(file, text string) (entry, why string) {
	lits := literals(text)
	if strings.HasPrefix(strings.TrimSpace(text), "<") {
		lits = append(lits, elements(text)...)
	}
	if path.Base(file) == "meson.build" {
		lits = append(lits, literals(strings.ReplaceAll(text, "'", `"`))...)
	}
	for _, lit := range lits {
		if strings.ContainsAny(lit, "/\\") {
			if g, what := c.r.secretHint(lit); g == secret.Store {
				if to := sendsTo(lits); to != "" && runsInBuild(path.Base(file)) {
					return "data-exfiltration", "sends " + what + " to " + to + " when the project is built"
				}
				return "credential-hunt", "reads " + what
			}
		}
		if !strings.Contains(lit, " ") {
			continue
		}
		sub := c.r.below()
		sub.wrote = maps.Clone(c.r.wrote)
		sub.text(lit, c.base.dir, "")
		if e, found := worst(sub.rep.Effects); found {
			if e.Entry == "data-exfiltration" && !runsInBuild(path.Base(file)) {
				return "leak-when-it-runs", e.Why // a string may be text, and nothing else
			}
			return e.Entry, e.Why
		}
	}
	return "", ""
}

// elements gives the texts between the tags of XML, at most a few hundred.
func elements(text string) []string {
	var out []string
	for rest := text; len(out) < 400; {
		i := strings.IndexByte(rest, '>')
		if i < 0 {
			break
		}
		rest = rest[i+1:]
		j := strings.IndexByte(rest, '<')
		if j < 0 {
			break
		}
		if t := strings.TrimSpace(rest[:j]); t != "" && len(t) < 2000 {
			out = append(out, strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'").Replace(t))
		}
		rest = rest[j:]
	}
	return out
}

// worst gives the finding that counts most: a hard one, else the first.
func worst(effects []Effect) (Effect, bool) {
	first := -1
	for i := range effects {
		if effects[i].Entry == "data-exfiltration" {
			return effects[i], true
		}
		if first < 0 && effects[i].Entry != "" {
			first = i
		}
	}
	if first < 0 {
		return Effect{}, false
	}
	return effects[first], true
}

// runsInBuild tells whether a file of source is what a build runs by itself.
func runsInBuild(base string) bool {
	switch base {
	case "CMakeLists.txt", "pom.xml", "build.xml", "meson.build", "build.sbt", "build.rs", "build.zig", "Package.swift", "mix.exs", "project.clj", "build.sc", "build.jl", "Setup.hs", "configure.zcml":
		return true
	}
	return strings.HasSuffix(base, ".gradle") || strings.HasSuffix(base, ".gradle.kts") || strings.HasSuffix(base, ".cabal")
}

// sendsTo is the host that string literals name, where they name one elsewhere.
func sendsTo(lits []string) string {
	for _, lit := range lits {
		for _, f := range strings.Fields(lit) {
			if i := strings.Index(f, "://"); i > 0 && !strings.HasPrefix(f, "file:") {
				if host := hostOf(f[max(0, i-5):]); host != "" && !isLocal(host) {
					return host
				}
			}
		}
	}
	return ""
}

// literals gives the double-quoted strings of source text, at most a few
// hundred.
func literals(text string) []string {
	var out []string
	for i := 0; i < len(text) && len(out) < 400; i++ {
		if text[i] != '"' {
			continue
		}
		j := i + 1
		for j < len(text) && text[j] != '"' && text[j] != '\n' {
			if text[j] == '\\' {
				j++
			}
			j++
		}
		if j < len(text) && text[j] == '"' && j > i+2 {
			out = append(out, text[i+1:j])
		}
		i = j
	}
	return out
}

package effect

import (
	"path"
	"strings"

	"automode/shell"
	"automode/world"
)

// projectFile is a file by which a project says what its tasks do or what it
// depends on.
type projectFile struct {
	path    string
	text    string
	known   bool // text is all of it
	changed bool // this call or session, or somebody since the last commit, changed it
	absent  bool // it is known that there is none
}

// projectFile looks one up by its name in dir.
func (c *cmd) projectFile(dir, name string) projectFile {
	f := projectFile{path: path.Join(dir, name)}
	if m := c.r.wrote[f.path]; m != nil {
		f.text, f.known, f.changed = m.text, m.known, true
		return f
	}
	st := c.r.sess.Files[f.path]
	f.changed = st.Wrote || st.Fetched || c.r.sess.Racy
	file := c.r.facts.File(f.path)
	f.changed = f.changed || file.Modified == world.Yes
	f.absent = file.Known && !file.Exists && !f.changed
	if st.Text != "" && st.Whole {
		f.text, f.known = st.Text, true
		return f
	}
	if t := c.r.facts.Text(f.path, 512<<10); t.Known && t.Whole {
		f.text, f.known = t.Text, true
		c.r.rep.Relied = append(c.r.rep.Relied, f.path+" "+t.Hash)
	}
	return f
}

// nearest looks a project's file up in the folder the command works in and
// those above it, as far as the root; the first that is known, else the one
// right there.
func (c *cmd) nearest(names ...string) projectFile {
	var here projectFile
	if !c.base.known {
		return here
	}
	root := c.rootOf(c.base.dir)
	for d := c.base.dir; len(d) > 1; d = path.Dir(d) {
		for _, n := range names {
			f := c.projectFile(d, n)
			if f.known || f.changed {
				return f
			}
			if here.path == "" {
				here = f
			}
		}
		if d == root || root == "" {
			break
		}
	}
	return here
}

// taskText judges the shell text of a task of the project's. What it finds
// counts as the command's own; what is not understood counts only where the
// text is not as it was committed.
func (c *cmd) taskText(where, text, dir string, strict bool) {
	c.r.depth++
	defer func() { c.r.depth-- }()
	if c.r.depth > 6 {
		c.unsure("tasks call each other too deeply to follow")
		return
	}
	sub := c.r.below()
	sub.text(text, dir, "sh")
	c.taken(sub, where, strict)
}

// taken takes over what a reader of the project's own text found.
func (c *cmd) taken(sub *reader, where string, strict bool) {
	if strict && len(sub.rep.Opaque)+len(sub.rep.Hostile) > 0 {
		c.unsure("parts of " + where + " cannot be read")
	}
	for _, e := range sub.rep.Effects {
		if e.Entry == "" && (!strict || e.Kind != Unknown) {
			continue
		}
		if e.Entry == "unresolved-delete" && !strict {
			continue // a variable that the task's own tool fills in
		}
		e.Cmd, e.Start, e.End = c.idx, c.sh.Start, c.sh.End
		e.Words = clip(c.sh.Src)
		e.Why = "runs " + where + ", which " + e.Why
		c.r.rep.Effects = append(c.r.rep.Effects, e)
	}
	for _, g := range sub.rep.Guards {
		if g.Entry != "unresolved-delete" || strict {
			c.r.rep.Guards = append(c.r.rep.Guards, g)
		}
	}
	if sub.switched != "" {
		c.r.switched = sub.switched
	}
	for _, f := range sub.out {
		c.r.out[c.idx].join(f)
	}
}

// namedTask judges a task by its name alone: some names say that the task
// reaches further than the project.
func (c *cmd) namedTask(name string, words ...shell.Word) {
	entry, why := taskEntry(name)
	switch entry {
	case "":
	case "unsure":
		c.unsure("the task "+clip(name)+" "+why, words...)
	default:
		c.find(Remote, entry, name, "runs the task "+clip(name)+", which "+why, words...)
	}
}

// taskEntry tells what the name of a task says about where it reaches.
func taskEntry(name string) (entry, why string) {
	var prod, deploy, publish, data, drop, harmless, elsewhere bool
	for part := range strings.FieldsFuncSeq(lowerCamel(name), func(r rune) bool { return strings.ContainsRune(":-_./ ", r) }) {
		switch part {
		case "prod", "production", "live", "prd":
			prod = true
		case "deploy", "deploys", "deployment", "ship", "promote", "rollout", "rollback", "golive", "deployall":
			deploy = true
		case "publish", "release", "releases", "upload", "gh":
			publish = publish || part != "gh"
		case "migrate", "migration", "migrations", "seed", "db", "database", "data", "sql", "sync", "backfill", "import", "restore":
			data = true
		case "drop", "wipe", "destroy", "nuke", "purge", "truncate":
			drop = true
		case "build", "test", "tests", "lint", "check", "dry", "notes", "preview", "local", "docs", "doc", "validate", "verify", "plan", "typecheck", "start", "serve", "bundle", "compile", "config", "changelog", "clean", "e2e", "watch", "debug", "assemble", "analyze", "generate", "types", "mock", "status", "list", "help", "version":
			harmless = true
		case "dev", "development", "staging", "stage", "qa", "uat", "canary", "beta":
			elsewhere = true
		}
	}
	switch {
	case drop && prod, data && prod:
		return "production-data", "changes data in production"
	case drop:
		return "unsure", "removes something"
	case harmless && !(deploy && prod):
		return "", ""
	case deploy && elsewhere && !prod, publish && elsewhere && !prod:
		return "unsure", "deploys to a place that others use"
	case deploy:
		return "production-deploy", "deploys"
	case publish:
		return "production-deploy", "releases"
	case prod:
		return "production-deploy", "acts on production"
	}
	return "", ""
}

// lowerCamel parts camelCase words and lowers them: publishToMavenLocal.
func lowerCamel(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		ch := s[i]
		if ch >= 'A' && ch <= 'Z' {
			if i > 0 && (s[i-1] >= 'a' && s[i-1] <= 'z') {
				b.WriteByte('-')
			}
			ch |= 0x20
		}
		b.WriteByte(ch)
	}
	return b.String()
}

// toTask judges words that a task or script of the project is given: some say
// that it acts on production, or listens to more than this machine.
func (c *cmd) toTask(words []shell.Word) {
	for i, w := range words {
		c.flowWord(w)
		text := strings.ToLower(w.Text)
		name, value, attached := strings.Cut(text, "=")
		next := ""
		if !attached && i+1 < len(words) {
			next = strings.ToLower(words[i+1].Text)
			value = next
		}
		switch name {
		case "--host", "--hostname", "--bind", "--address", "--listen", "--ip", "-h", "-b":
			if everyInterface(value) {
				c.find(Listen, "expose-service", value, "listens for connections from other machines", w)
			}
		case "--env", "--environment", "--stage", "--target", "--target-env", "-e":
			if value == "production" || value == "prod" || value == "live" {
				c.find(Remote, "production-data", value, "is told to act on production", w)
			}
		case "--prod", "--production", "--live":
			c.find(Remote, "production-deploy", name, "is told to act on production", w)
		}
	}
}

// everyInterface tells whether listening on that address accepts connections
// from other machines.
func everyInterface(addr string) bool {
	if strings.HasPrefix(addr, ":") && len(addr) > 1 && addr[1] != ':' {
		return true // ":8080" names no address
	}
	host := addr
	if strings.HasPrefix(host, "[") {
		host, _, _ = strings.Cut(host[1:], "]")
	} else if strings.Count(host, ":") == 1 {
		host, _, _ = strings.Cut(host, ":")
	}
	return host == "0.0.0.0" || host == "::" || host == "*" || host == "0" || host == "true"
}

// bind judges an address that a server of the command listens on.
func (c *cmd) bind(w shell.Word) {
	c.flowWord(w)
	host := w.Text
	if i := strings.LastIndexByte(host, ':'); i > 0 && !strings.Contains(host[:i], ":") {
		host = host[:i]
	}
	switch {
	case !w.Known:
		c.unsure("on which address it listens is not known", w)
	case isLocal(host) && host != "0.0.0.0", host == "", isNumber(w.Text) && !strings.Contains(w.Text, "."):
		c.does(Listen, "localhost", w)
	case strings.HasPrefix(w.Text, "unix:"), strings.HasPrefix(w.Text, "/"), strings.HasPrefix(w.Text, "fd://"):
		c.does(Listen, "localhost", w)
	default:
		c.find(Listen, "expose-service", w.Text, "listens for connections from other machines", w)
	}
}

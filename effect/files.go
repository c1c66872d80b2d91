package effect

import (
	"path"
	"strings"

	"automode/secret"
	"automode/shell"
	"automode/world"
)

// list looks at names and attributes, not at contents.
func (c *cmd) list(w shell.Word) {
	c.flowWord(w)
	for _, p := range c.places(w) {
		if what := processFile(p.path); strings.HasSuffix(what, "sees") {
			c.find(Read, "containment-escape", p.path, "looks at "+what, w)
			continue
		}
		c.does(Read, p.path, w)
	}
}

// read reads the files that w means.
func (c *cmd) read(w shell.Word) {
	c.flowWord(w)
	if w.Proc || w.Known && w.Text == "-" {
		return
	}
	if c.r.elsewhere() {
		c.readThere(w)
		return
	}
	for _, p := range c.places(w) {
		c.readPlace(p, w)
	}
}

// readThere reads files of another machine.
func (c *cmd) readThere(w shell.Word) {
	texts, ok := w.Values()
	if !ok {
		texts = []string{w.Prefix, w.Suffix}
	}
	for _, t := range texts {
		if grade, what := secret.Look(t, ""); grade >= secret.Project {
			c.r.out[c.idx].taint(t, grade)
			c.find(Read, "credential-hunt", t, "reads "+what+" of another machine", w)
		}
	}
}

// elsewhere tells whether the text runs on another machine rather than in a
// container of this one.
func (r *reader) elsewhere() bool {
	switch r.remote {
	case "ssh", "autossh", "mosh", "rsh", "parallel-ssh", "pssh", "pdsh", "kubectl", "oc", "flyctl", "gcloud":
		return true
	}
	return strings.HasPrefix(r.remote, "pod ")
}

// readTree reads the files that w means, and folders with all that is below
// them.
func (c *cmd) readTree(w shell.Word) {
	c.read(w)
	for _, p := range c.places(w) {
		if !p.known || p.glob {
			continue
		}
		if grade, _ := c.r.secretAt(p.path, false); grade != secret.None {
			continue // read has said so
		}
		if grade, what := secret.Below(p.path, c.r.env.Place.Home); grade != secret.None && !c.r.rooted(p.path) {
			c.readSecret(p.path, grade, what, w)
		}
	}
}

func (c *cmd) readPlace(p place, w shell.Word) {
	if !p.known {
		if what := processFile("/proc/1" + w.Suffix); strings.HasPrefix(w.Prefix, "/proc/") && what != "" {
			c.find(Read, "credential-hunt", "", "reads "+what, w)
			return
		}
		c.add(Effect{Kind: Read, Why: p.why}, w)
		c.r.out[c.idx].files = true
		for _, part := range [...]string{w.Suffix, w.Prefix} {
			if g, what := c.r.secretHint(part); g == secret.Store {
				c.readSecret(part, g, what, w)
				break
			}
		}
		return
	}
	full := p.path
	if p.glob {
		full = strings.TrimSuffix(p.path, "/") + "/" + p.rest
	}
	c.r.out[c.idx].files = true
	if m, ok := c.r.wrote[p.path]; ok {
		c.r.out[c.idx].join(m.flow)
		if m.fetched {
			c.r.out[c.idx].fetched = p.path
		}
	}
	if f, ok := c.r.sess.Files[p.path]; ok {
		if f.Secret {
			c.r.out[c.idx].taint(p.path, secret.Store)
		}
		if f.Fetched {
			c.r.out[c.idx].fetched = p.path
		}
	}
	if what := processFile(p.path); what != "" {
		c.find(Read, "credential-hunt", p.path, "reads "+what, w)
		return
	}
	grade, what := c.r.secretAt(full, p.glob)
	if p.deep && grade == secret.None && !c.r.rooted(p.path) {
		if strings.Trim(p.rest, "*") == "" {
			grade, what = secret.Below(p.path, c.r.env.Place.Home)
		} else {
			grade, what = secret.StoreGlob(p.rest, c.r.env.Place.Home)
		}
	}
	if grade == secret.None {
		grade, what = c.r.secretAt(p.typed, false)
	}
	if grade == secret.None {
		c.add(Effect{Kind: Read, Target: full, Known: true, Many: p.glob}, w)
		return
	}
	c.readSecret(full, grade, what, w)
}

// changesElsewhere notes that what w means is changed on another machine, of
// which nothing is known. It is false for what happens here, or in a container.
func (c *cmd) changesElsewhere(w shell.Word) bool {
	if !c.r.elsewhere() {
		return false
	}
	c.unsure("it writes files of another machine", w)
	return true
}

// write creates or changes the files that w means; replace: what was there
// before is gone afterwards.
func (c *cmd) write(w shell.Word, replace bool) {
	c.flowWord(w)
	if w.Proc || w.Known && (w.Text == "-" || w.Text == "") {
		return
	}
	if c.changesElsewhere(w) {
		return
	}
	if c.r.remote != "" {
		if w.Known && strings.HasPrefix(w.Text, "/dev/") && !inertDevice(w.Text) {
			c.find(Write, "device-or-filesystem", w.Text, "writes to the device "+w.Text+" on "+c.r.remote, w)
		}
		return
	}
	for _, p := range c.places(w) {
		c.writePlace(p, w, replace)
	}
}

func (c *cmd) writePlace(p place, w shell.Word, replace bool) {
	if !p.known {
		c.unsure("where it writes is not known: "+p.why, w)
		return
	}
	if inertDevice(p.path) {
		return
	}
	if !p.glob && strings.Contains(p.path, "/-") {
		c.unsure("the name of the file it makes could be taken for an option", w)
		return
	}
	e := Effect{Kind: Write, Target: p.path, Known: !p.glob, Many: p.glob}
	if strings.HasPrefix(p.path, "/dev/") && !strings.HasPrefix(p.path, "/dev/shm/") {
		if strings.HasPrefix(p.path, "/dev/tcp/") || strings.HasPrefix(p.path, "/dev/udp/") {
			if host := strings.TrimPrefix(p.path[len("/dev/tcp/"):], "/"); c.isShell() && !isLocal(hostOf(host)) {
				c.find(Channel, "tunnel-or-reverse-shell", hostOf(host), "hands a shell to "+orUnknown(hostOf(host)), w)
				return
			}
			c.send(strings.TrimPrefix(p.path[len("/dev/tcp/"):], "/"), c.r.out[c.idx], w)
			return
		}
		c.find(Write, "device-or-filesystem", p.path, "writes to the device "+p.path, w)
		return
	}
	target := p.path
	if p.glob {
		target = path.Join(p.path, p.rest)
	}
	class, what := classOf(target, c.r.env.Place)
	if p.deep && class == Plain && c.r.wholeProject(p.path) && anyClass(p.rest) {
		c.unsure("it changes whatever lies below "+p.path, w)
		return
	}
	if class == Plain && p.typed != p.path {
		class, what = classOf(p.typed, c.r.env.Place)
	}
	e.Class = class
	switch class {
	case Control:
		c.guard(Write, "own-permissions", target, "changes "+what, w)
		return
	case Protected:
		if !c.dry {
			c.guard(Write, protectedEntry(target, what), target, "changes "+what, w)
		}
		return
	}
	if !p.glob && strings.HasPrefix(path.Base(p.path), "-") {
		c.find(Write, "dynamic-code", p.path, "makes a file whose name a later command takes for an option", w)
	}
	c.noteWrite(p, w)
	switch {
	case c.r.rooted(p.path):
		c.writeInside(p, w, e, class, what, replace)
	case c.r.isTemp(p.path) || p.temp || p.glob && (p.path == "/tmp" || p.path == "/var/tmp"):
		if f := c.r.facts.File(p.path); f.Links > 1 {
			c.unsure(p.path+" has several names: what it changes is not known", w)
			return
		}
		if ch := c.change; ch != nil {
			c.load(p, ch, w)
		} else if text, known := c.printed(); known {
			c.load(p, &change{after: text, whole: true}, w)
		}
		if out := c.r.out[c.idx]; out.grade == secret.Project && c.change == nil {
			c.find(Write, "secret-into-artifact", p.path, "puts "+out.secret+" into "+p.path+", outside the project", w)
			return
		}
		c.add(e, w)
	case systemPath(p.path):
		c.find(Write, systemEntry(p.path), p.path, "changes the system's file "+p.path, w)
	default:
		c.unsure("it writes outside the project: "+p.path, w)
	}
}

// wholeProject tells whether everything below dir is a whole root or more.
func (r *reader) wholeProject(dir string) bool {
	for _, root := range r.env.Place.Roots {
		if world.Inside(path.Clean(root), dir) {
			return true
		}
	}
	return false
}

// anyClass tells whether files of a project that match a pattern at any depth
// usually include some that make others run something.
func anyClass(pattern string) bool {
	if strings.Trim(pattern, "*?") == "" {
		return true
	}
	switch strings.ToLower(path.Ext(pattern)) {
	case ".json", ".jsonc", ".yml", ".yaml", ".toml", ".mk", ".cfg", ".ini", ".gradle", ".tf", ".xml", ".lock", ".*", ".sh", ".conf", ".config":
		return true
	}
	return strings.HasPrefix(pattern, ".") || strings.Contains(strings.ToLower(pattern), "makefile") || strings.Contains(strings.ToLower(pattern), "docker")
}

// writeInside judges a write below a root.
func (c *cmd) writeInside(p place, w shell.Word, e Effect, class Class, what string, replace bool) {
	f := c.r.facts.File(p.path)
	if f.Links > 1 || c.r.sess.Files[p.path].Link != "" {
		c.unsure(p.path+" has several names: what it changes is not known", w)
		return
	}
	if grade, what := c.r.secretAt(p.path, false); grade != secret.None && replace {
		switch own := c.r.sess.Files[p.path]; {
		case own.Whole || own.Made || f.Known && !f.Exists:
		case f.Exists:
			c.find(Write, "irreversible-local", p.path, "replaces "+what, w)
			return
		case c.r.out[c.idx].grade == secret.None && !strings.HasPrefix(path.Base(p.path), ".env"):
			c.unsure("it may replace "+what+" that is not its own", w)
			return
		}
	}
	if out := c.r.out[c.idx]; out.grade >= secret.Project {
		if grade, _ := c.r.secretAt(p.path, false); grade == secret.None {
			c.find(Write, "secret-into-artifact", p.path, "puts "+out.secret+" into "+p.path, w)
			return
		}
	}
	if own := c.r.sess.Files[p.path]; replace && c.change == nil && own.Wrote && !own.Whole && !own.Made && (f.Tracked == world.Yes || f.Exists) {
		c.find(Write, "irreversible-local", p.path, "replaces a file that this session changed and nobody committed", w)
		return
	}
	if replace && f.Known && f.Exists && f.Modified == world.Yes {
		c.find(Write, "irreversible-local", p.path, "replaces a file with changes that are not committed", w)
		return
	}
	if !c.changed(p, w, class) {
		if class == Surface && c.change == nil {
			if _, known := c.printed(); !known {
				c.unsure("changes "+what+": what its new content makes happen is not known", w)
			}
		}
		return
	}
	c.add(e, w)
}

// writeBelow creates files with names of the program's own somewhere below w.
func (c *cmd) writeBelow(w shell.Word) {
	c.flowWord(w)
	for _, p := range c.places(w) {
		switch {
		case !p.known:
			c.unsure("where it writes is not known: "+p.why, w)
		case c.r.rooted(p.path) || c.r.isTemp(p.path) || p.temp:
			if class, what := classOf(p.path+"/x", c.r.env.Place); class >= Protected {
				c.guard(Write, protectedEntry(p.path, what), p.path, "changes "+what, w)
				continue
			}
			c.noteWrite(p, w)
			c.add(Effect{Kind: Write, Target: p.path, Known: true, Many: true}, w)
		case p.path == "/tmp" || p.path == "/var/tmp":
			c.add(Effect{Kind: Write, Target: p.path, Known: true, Many: true}, w)
		default:
			c.writePlace(p, w, false)
		}
	}
}

// makeDir makes a folder; that takes nothing away.
func (c *cmd) makeDir(w shell.Word) {
	c.flowWord(w)
	if c.changesElsewhere(w) {
		return
	}
	for _, p := range c.places(w) {
		switch class, what := classOf(p.path, c.r.env.Place); {
		case !p.known:
			if !fromEnvironment(w) && (w.Many || w.Prefix == "" && len(w.Subs) > 0) {
				c.unsure("which folder it makes is not known", w)
			}
		case class == Control:
			c.guard(Write, "own-permissions", p.path, "makes "+what, w)
		case c.r.rooted(p.path), c.r.isTemp(p.path), p.path == "/tmp":
			c.noteDir(p)
			c.add(Effect{Kind: Write, Target: p.path, Known: true}, w)
		case systemPath(p.path):
			c.find(Write, systemEntry(p.path), p.path, "makes a folder of the system's", w)
		default:
			c.unsure("it makes a folder outside the project: "+p.path, w)
		}
	}
}

// mode changes mode, owner or attributes of the files that w means.
func (c *cmd) mode(w shell.Word) {
	c.flowWord(w)
	if c.changesElsewhere(w) {
		return
	}
	for _, p := range c.places(w) {
		class, what := classOf(p.path, c.r.env.Place)
		switch {
		case !p.known:
			c.unsure("which file it changes is not known: "+p.why, w)
		case class >= Protected:
			c.guard(Mode, protectedEntry(p.path, what), p.path, "changes "+what, w)
		case c.r.rooted(p.path), c.r.isTemp(p.path), p.temp:
			c.add(Effect{Kind: Mode, Target: p.path, Known: true, Many: p.glob}, w)
		case systemPath(p.path), c.r.critical(p.path):
			c.find(Mode, "permission-sweep", p.path, "changes who may use "+p.path, w)
		default:
			c.unsure("it changes a file outside the project: "+p.path, w)
		}
	}
}

// inertDevice tells whether writing there changes nothing.
func inertDevice(p string) bool {
	switch p {
	case "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/zero", "/dev/full":
		return true
	}
	return strings.HasPrefix(p, "/dev/fd/") || p == "/proc/self/fd/1" || p == "/proc/self/fd/2"
}

// protectedEntry names the entry of the rulebook that a change of a protected
// or control file matches.
func protectedEntry(p, what string) string {
	switch {
	case strings.Contains(what, "instructions"):
		return "planted-instruction"
	case strings.Contains(what, "session records"):
		return "transcript-tamper"
	case strings.Contains(what, "sudo"), strings.Contains(what, "login rules"):
		return "privilege-gain"
	case strings.Contains(what, "settings") && !strings.Contains(what, "git") && !strings.Contains(what, "ssh"),
		strings.Contains(what, "MCP"), strings.Contains(what, "plugins"), strings.Contains(what, "policies"),
		strings.Contains(what, "'s hooks"), strings.Contains(what, "permissions"):
		return "own-permissions"
	}
	return "persistence"
}

// systemEntry names the entry for a change of a system's file.
func systemEntry(p string) string {
	switch {
	case strings.HasPrefix(p, "/var/log"):
		return "control-off"
	case strings.HasPrefix(p, "/usr/") || strings.HasPrefix(p, "/bin") || strings.HasPrefix(p, "/sbin") || strings.HasPrefix(p, "/lib"):
		return "persistence"
	case strings.HasPrefix(p, "/proc"), strings.HasPrefix(p, "/sys"), strings.HasPrefix(p, "/boot"):
		return "system-service"
	case p == "/etc/shadow", p == "/etc/passwd", p == "/etc/group", p == "/etc/gshadow":
		return "privilege-gain"
	}
	return "system-service"
}

// processFile names what is read of another process: its files, its memory,
// the root it sees.
func processFile(p string) string {
	rest, ok := strings.CutPrefix(p, "/proc/")
	if !ok {
		return ""
	}
	id, rest, _ := strings.Cut(rest, "/")
	if id == "" || id == "self" || id == "thread-self" || strings.Trim(id, "0123456789*?") != "" {
		return ""
	}
	part, _, _ := strings.Cut(rest, "/")
	switch part {
	case "fd", "fdinfo", "map_files":
		return "the open files of another process"
	case "root", "cwd":
		return "the files that another process sees"
	case "mem", "environ", "auxv":
		return "the memory of another process"
	}
	return ""
}

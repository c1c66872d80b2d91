package effect

import (
	"path"
	"strings"

	"automode/shell"
	"automode/world"
)

// delete removes the files that w means; tree: folders with all below them.
func (c *cmd) delete(w shell.Word, tree bool) {
	c.flowWord(w)
	if c.losesThere(w) {
		return
	}
	for _, p := range c.places(w) {
		c.deletePlace(p, w, tree)
	}
}

// losesThere notes, of a command that runs on another machine or in a
// container, that what w means is deleted there. It is false for one that runs
// here.
func (c *cmd) losesThere(w shell.Word) bool {
	if c.r.remote == "" {
		return false
	}
	c.find(Delete, "shared-artifact", c.r.remote, "deletes files on "+c.r.remote, w)
	return true
}

func (c *cmd) deletePlace(p place, w shell.Word, tree bool) {
	if !p.known {
		if c.emptyCritical(w) {
			c.guard(Delete, "unresolved-delete", "", "deletes "+clip(w.Raw)+", whose value is not known and may be empty", w)
			return
		}
		c.find(Delete, "unresolved-delete", "", "deletes what is not known here: "+p.why, w)
		return
	}
	if p.temp {
		c.add(Effect{Kind: Delete, Target: p.path, Known: true, Many: p.glob}, w)
		return
	}
	// a link is removed itself, not what it leads to, unless a slash follows
	// it; below it, it is followed
	target := p.path
	if !p.glob && !strings.HasSuffix(w.Text, "/") {
		target = c.r.resolve(path.Dir(p.typed))
		target = path.Join(target, path.Base(p.typed))
	}
	crit := target
	if p.glob {
		if wide := strings.Trim(p.rest, "*/.?"); wide != "" {
			crit = path.Join(target, p.rest)
		}
	}
	if c.r.critical(crit) && (tree || p.glob || systemPath(target)) {
		c.guard(Delete, "irreversible-local", target, "deletes "+show(p, target), w)
		return
	}
	check := target
	if p.glob {
		check = path.Join(target, p.rest)
	}
	if class, what := classOf(check, c.r.env.Place); class >= Protected {
		c.guard(Delete, protectedEntry(check, what), target, "deletes "+what, w)
		return
	}
	c.deleteOrdinary(p, target, w, tree)
}

func (c *cmd) deleteOrdinary(p place, target string, w shell.Word, tree bool) {
	e := Effect{Kind: Delete, Target: target, Known: true, Many: tree || p.glob}
	f := c.r.facts.File(target)
	switch {
	case c.r.holdsMoved(target):
		c.find(Delete, "irreversible-local", target, "deletes "+show(p, target)+", into which this session moved what was there before", w)
	case !p.glob && c.r.made(target), p.glob && c.r.made(path.Join(target, "x")):
		c.add(e, w)
	case c.r.isTemp(target):
		switch {
		case p.deep, p.glob && path.Dir(target) == "/" || p.glob && target == "/tmp":
			c.find(Delete, "scratch-sweep", target, "clears "+show(p, target), w)
		case p.glob && !p.temp:
			c.find(Delete, "scratch-sweep", target, "clears "+show(p, target)+" by a pattern", w)
		case f.Known && f.Exists && tree:
			c.find(Delete, "irreversible-local", target, "deletes a folder that was there before this session", w)
		default:
			c.add(e, w)
		}
	case target == "/tmp", target == "/var/tmp":
		c.find(Delete, "scratch-sweep", target, "clears "+target, w)
	case c.r.rooted(target) && c.regenerated(target, p):
		c.add(Effect{Kind: Local, Target: target, Known: true, Many: true}, w)
	case c.r.rooted(target) && !p.glob && f.Tracked == world.Yes && f.Modified == world.No:
		c.add(Effect{Kind: Local, Target: target, Known: true}, w)
	case c.r.rooted(target) && !p.glob && f.Known && !f.Exists:
		c.add(e, w)
	case c.r.rooted(target):
		c.find(Delete, "irreversible-local", target, "deletes "+show(p, target)+", which this session did not make", w)
	case systemPath(target):
		c.find(Delete, "irreversible-local", target, "deletes the system's "+show(p, target), w)
	default:
		c.find(Delete, "irreversible-local", target, "deletes "+show(p, target)+", outside the project", w)
	}
}

// holdsMoved tells whether something was moved to target or below it in this
// session or this call.
func (r *reader) holdsMoved(target string) bool {
	if least(r.sess.Files, func(q string, f FileState) bool { return f.Moved && world.Inside(q, target) }) != "" {
		return true
	}
	return least(r.wrote, func(q string, m *made) bool { return m.moved && world.Inside(q, target) }) != ""
}

func show(p place, target string) string {
	if p.glob {
		return path.Join(target, p.rest)
	}
	return target
}

// emptyCritical tells whether a word that is not known would name a critical
// path if its variables were empty: "$D/", "$D/*", "/$D".
func (c *cmd) emptyCritical(w shell.Word) bool {
	s := w.Prefix + w.Suffix
	s = strings.TrimRight(s, "*")
	return s == "" && w.Suffix != "" || s == "/" || s != "" && strings.HasPrefix(s, "/") && c.r.critical(path.Clean(s))
}

// regenerated tells whether target is output that a tool of the project makes
// again, by its name and the project's own word that it is not kept.
func (c *cmd) regenerated(target string, p place) bool {
	name := path.Base(target)
	if p.glob {
		name = p.rest
	}
	return remade(name) && c.r.ignored(target, name)
}

// remade tells whether a name is that of output which a tool of the project
// makes again.
func remade(name string) bool {
	switch name {
	case "node_modules", "dist", "build", "out", "target", "coverage", "htmlcov", "__pycache__", ".pytest_cache",
		".mypy_cache", ".ruff_cache", ".tox", ".nox", ".next", ".nuxt", ".turbo", ".parcel-cache", ".cache", ".gradle",
		".eggs", ".nyc_output", ".svelte-kit", ".angular", "bin", "obj", "storybook-static", "_build", ".dart_tool":
	case "*.pyc", "*.pyo", "*.o", "*.class", "*.tsbuildinfo", ".coverage", "coverage.out", "*.egg-info", "coverage.xml":
	default:
		return false
	}
	return true
}

// ignored tells whether the project's .gitignore names the entry, so that
// nothing of it is kept.
func (r *reader) ignored(target, name string) bool {
	for _, root := range r.env.Place.Roots {
		if !world.Inside(target, root) {
			continue
		}
		t := r.facts.Text(path.Join(root, ".gitignore"), 64<<10)
		if !t.Known {
			continue
		}
		rel := strings.TrimPrefix(target, root+"/")
		for line := range strings.SplitSeq(t.Text, "\n") {
			line = strings.TrimSuffix(strings.TrimSpace(line), "/")
			if line != "" && line[0] != '#' && (strings.TrimPrefix(line, "/") == rel || line == name || line == "**/"+name) {
				return true
			}
		}
	}
	return false
}

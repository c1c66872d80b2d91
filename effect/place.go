package effect

import (
	"path"
	"strings"

	"automode/shell"
	"automode/world"
)

// place is where a word of a command points to.
type place struct {
	path  string // absolute and clean, links followed as far as is known
	typed string // absolute and clean, before links were followed
	glob  bool   // path is the folder; what matches below it is meant
	rest  string // of glob: the pattern below path
	known bool
	deep  bool   // of glob: at any depth below path
	noGit bool   // of deep: nothing below .git
	temp  bool   // a fresh scratch file, whatever its exact name
	why   string // of not known
}

// places resolves a word to the files it can mean.
func (c *cmd) places(w shell.Word) []place {
	if c.r.remote != "" {
		return nil
	}
	texts, ok := w.Values()
	if !ok {
		if list, _, ok := c.found(w); ok {
			return list
		}
		return []place{c.halfKnown(w)}
	}
	out := make([]place, 0, len(texts))
	for _, t := range texts {
		out = append(out, c.placeOf(t, w.Glob))
	}
	return out
}

// placeOf resolves a known text.
func (c *cmd) placeOf(text string, glob bool) place {
	var p place
	if glob {
		text, p.rest = splitGlob(text)
		p.glob = p.rest != ""
	}
	dir := c.base.dir
	if !c.base.known {
		dir = ""
	}
	if text == "" && glob {
		text = "."
	}
	if strings.HasPrefix(text, "~") && !strings.HasPrefix(text, "~/") && text != "~" {
		text = "./" + text // a tilde that the shell left alone is a plain character
	}
	p.typed = world.Clean(text, dir, c.r.env.Place.Home)
	if p.typed == "" {
		p.why = "the folder it is in is not known"
		if text == "" {
			p.why = "an empty name"
		}
		return p
	}
	p.known = true
	p.path = c.r.resolve(p.typed)
	return p
}

// halfKnown places a word of which only the beginning is known: a name below a
// known folder, as long as the unknown rest cannot lead out of it.
func (c *cmd) halfKnown(w shell.Word) place {
	if c.fromMktemp(w) {
		return place{path: "/tmp", typed: "/tmp", glob: true, rest: "*" + w.Suffix, known: true, temp: !strings.Contains(w.Suffix, "..")}
	}
	i := strings.LastIndexByte(w.Prefix, '/')
	if !c.slashless(w) || strings.Contains(w.Suffix, "..") {
		return place{why: "it is not known which file " + clip(w.Raw) + " is"}
	}
	head := "."
	if i >= 0 {
		head = w.Prefix[:i+1]
	}
	p := c.placeOf(head, false)
	p.glob, p.rest = true, w.Prefix[i+1:]+"*"+w.Suffix
	p.temp = p.known && (c.r.isTemp(p.path) || (p.path == "/tmp" || p.path == "/var/tmp") && w.Prefix[i+1:] != "")
	return p
}

// fromMktemp tells whether the word is what mktemp printed.
func (c *cmd) fromMktemp(w shell.Word) bool {
	if len(w.Subs) == 0 || len(w.Vars) > 0 || w.Prefix != "" {
		return false
	}
	for _, i := range w.Subs {
		if i < 0 || i >= len(c.r.sh.Commands) {
			return false
		}
		s := &c.r.sh.Commands[i]
		if len(s.Words) == 0 || s.Words[0].Text != "mktemp" {
			return false
		}
		for _, a := range s.Words[1:] { // mktemp -p somewhere, mktemp /etc/x.XXXX
			if !a.Known || strings.Contains(a.Text, "/") && !strings.HasPrefix(a.Text, "/tmp/") || a.Text == "-p" || strings.HasPrefix(a.Text, "--tmpdir=") {
				return false
			}
		}
	}
	return true
}

// splitGlob parts a pattern into the folder in front of its first component
// with pattern characters, and the rest.
func splitGlob(text string) (dir, rest string) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '*', '?', '[':
			j := strings.LastIndexByte(text[:i], '/')
			return unescape(text[:j+1]), unescape(text[j+1:])
		}
	}
	return unescape(text), ""
}

// unescape takes the backslashes off quoted pattern characters.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// resolve follows the links on the way to p that are known: those of the disk
// and those that this session or this call made.
func (r *reader) resolve(p string) string {
	for range 16 {
		target, at := r.firstLink(p)
		if at == "" {
			return p
		}
		if !strings.HasPrefix(target, "/") {
			target = path.Dir(at) + "/" + target
		}
		p = path.Clean(target + p[len(at):])
	}
	return p
}

// firstLink finds the first component of p that is known to be a link.
func (r *reader) firstLink(p string) (target, at string) {
	for i := 1; i <= len(p); i++ {
		if i < len(p) && p[i] != '/' {
			continue
		}
		at := p[:i]
		if m, ok := r.wrote[at]; ok && m.link != "" {
			return m.link, at
		}
		if f, ok := r.sess.Files[at]; ok && f.Link != "" {
			return f.Link, at
		}
		if f := r.facts.File(at); f.Link != "" {
			return f.Link, at
		}
	}
	return "", ""
}

// roots are the working directories that give privilege: never home, a parent
// of it, the top or a system folder.
func (r *reader) rooted(p string) bool {
	for _, root := range r.env.Place.Roots {
		root = path.Clean(root)
		if privileged(root, r.env.Place.Home) && world.Inside(p, root) {
			return true
		}
	}
	return false
}

// privileged tells whether a root of that name gives its files any privilege.
func privileged(root, home string) bool {
	if root == "/" || root == "." || home != "" && world.Inside(path.Clean(home), root) {
		return false
	}
	switch root {
	case "/home", "/Users", "/root", "/tmp", "/var", "/var/tmp", "/opt", "/mnt", "/media", "/srv", "/usr/local", "/private/tmp":
		return false
	}
	return !systemPath(root)
}

// isTemp tells whether p lies below a folder for scratch files.
func (r *reader) isTemp(p string) bool {
	for _, t := range r.env.Place.Temp {
		if p != t && world.Inside(p, t) {
			return true
		}
	}
	return strings.HasPrefix(p, "/tmp/") || strings.HasPrefix(p, "/var/tmp/") || strings.HasPrefix(p, "/dev/shm/") || strings.HasPrefix(p, "/private/tmp/")
}

// systemPath tells whether p belongs to the system rather than to a person.
func systemPath(p string) bool {
	for _, s := range [...]string{"/etc", "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/boot", "/sys", "/proc", "/dev", "/run", "/System", "/Library", "/var/lib", "/var/log", "/var/spool", "/var/run", "/var/cache", "/private/etc", "/private/var"} {
		if world.Inside(p, s) {
			return true
		}
	}
	return false
}

// critical tells whether removing p would take away what a person cannot do
// without: the top, its children, a home, a drive, the root or a parent of it.
func (r *reader) critical(p string) bool {
	if p == "/" || strings.Count(p, "/") == 1 {
		return true
	}
	if home := r.env.Place.Home; home != "" && world.Inside(home, p) {
		return true
	}
	dir, base := path.Split(p)
	switch dir {
	case "/home/", "/Users/", "/mnt/", "/media/", "/Volumes/":
		return base != ""
	}
	for _, root := range r.env.Place.Roots {
		if world.Inside(path.Clean(root), p) {
			return true
		}
	}
	return systemPath(p) && strings.Count(p, "/") <= 2
}

// made tells whether the entry at p, or a folder above it, was made in this
// session for certain, so that nothing older can be in it.
func (r *reader) made(p string) bool {
	for d := p; len(d) > 1; d = path.Dir(d) {
		if m, ok := r.wrote[d]; ok && m.absent {
			return true
		}
		if f, ok := r.sess.Files[d]; ok {
			if f.Moved || f.Link != "" && d != p {
				return false
			}
			if f.Made {
				return true
			}
		}
	}
	return false
}

package effect

import (
	"path"
	"strings"

	"automode/shell"
)

// programAt reads a program that is given by a path: one of the system's by
// its name, one of the project's as a script. ok is false when all is said.
func (c *cmd) programAt(w shell.Word, words []shell.Word) (name string, ok bool) {
	p := c.placeOf(w.Text, false)
	if !p.known {
		c.unsure("which program "+clip(w.Raw)+" is, is not known", w)
		return "", false
	}
	dir, base := path.Split(p.path)
	switch dir {
	case "/bin/", "/usr/bin/", "/usr/local/bin/", "/sbin/", "/usr/sbin/", "/usr/local/sbin/", "/opt/homebrew/bin/", "/snap/bin/":
		return base, true
	}
	if strings.HasSuffix(dir, "/.venv/bin/") || strings.HasSuffix(dir, "/venv/bin/") || strings.HasSuffix(dir, "/node_modules/.bin/") || strings.HasSuffix(dir, "/env/bin/") || strings.HasSuffix(dir, "/vendor/bin/") {
		if c.r.rooted(p.path) {
			if _, _, known := lookup(base); known {
				return base, true
			}
			if v := versioned(base); v != "" {
				if _, _, known := lookup(v); known {
					return v, true
				}
			}
		}
	}
	switch base {
	case "gradlew", "mvnw":
		if c.r.rooted(p.path) && c.foreign(p) == "" {
			return map[bool]string{true: "gradle", false: "mvn"}[base == "gradlew"], true
		}
	}
	c.name = base
	c.args = words[1:]
	for _, a := range c.args {
		c.flowWord(a)
	}
	c.scriptAt("", p, w)
	return "", false
}

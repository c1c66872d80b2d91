package effect

import "automode/shell"

// sources builds or tests what lies at w: the project's own, as its people do
// it by hand, or something else.
func (c *cmd) sources(w shell.Word) {
	c.flowWord(w)
	for _, p := range c.places(w) {
		switch {
		case !p.known:
			c.unsure("what it builds is not known", w)
		case !c.r.rooted(p.path):
			c.foreignProject(p.path)
		case c.r.wrote[p.path] != nil && !c.r.wrote[p.path].dir:
			c.scriptAt("", p, w)
		default:
			c.does(Project, p.path, w)
		}
	}
}

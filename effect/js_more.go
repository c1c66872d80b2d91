package effect

import (
	"path"
	"strings"

	"automode/shell"
)

// npmUninstall takes packages out of package.json.
func (c *cmd) npmUninstall() {
	if c.has("-g", "--global") {
		c.find(Install, "package-removal", c.text(0), "removes a package of all of this machine")
		return
	}
	c.does(Install, c.name)
}

// npmUpdate brings packages up to what package.json allows.
func (c *cmd) npmUpdate() {
	if c.has("-g", "--global") {
		c.find(Install, "undeclared-dependency", c.text(0), "replaces packages of all of this machine")
		return
	}
	for _, w := range c.pos {
		if i := strings.LastIndexByte(w.Text, '@'); i > 0 && c.jsDeclared(w.Text[:i]) != yes {
			c.jsPackage(w, false)
		}
	}
	c.declaredInstall("package.json")
}

// npmVersion changes the version in package.json, with a commit and a tag.
func (c *cmd) npmVersion() {
	f := c.nearest("package.json")
	if m := parseJS(f.text); f.known && m != nil && len(c.pos) > 0 {
		for _, s := range [...]string{"preversion", "version", "postversion"} {
			if m.Scripts[s] != "" {
				c.taskText("package.json's script "+s, m.Scripts[s], path.Dir(f.path), f.changed)
			}
		}
	}
	if len(c.pos) == 0 && !c.has("--new-version") {
		c.does(Print, "")
		return
	}
	c.does(Local, c.name)
}

// npmPack packs the project, or fetches a package's archive.
func (c *cmd) npmPack() {
	if len(c.pos) == 0 {
		c.runsProjectCode()
		c.writeBelow(word("."))
		return
	}
	for _, w := range c.pos {
		if p := c.placeOf(w.Text, false); w.Lit() && p.known && (strings.HasPrefix(w.Text, ".") || strings.HasPrefix(w.Text, "/")) {
			c.list(w)
			c.runsProjectCode()
			continue
		}
		c.does(Fetch, w.Text, w)
	}
	c.writeBelow(word("."))
}

// npmExplore runs a command in a package's folder.
func (c *cmd) npmExplore() {
	if len(c.pos) > 1 {
		c.nested(c.pos[1:])
		return
	}
	c.does(Print, "")
}

// pnpmExec runs a program of the project's, or any other.
func (c *cmd) pnpmExec() {
	if v := c.has("-c", "--shell-mode"); v && len(c.pos) > 0 {
		c.shellText(c.pos[0])
		return
	}
	if len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	w := c.pos[0]
	if w.Known && (knownJSTool(jsName(w.Text)) || c.jsHas(w.Text) == yes) {
		c.jsTool(w, c.pos[1:], false)
		return
	}
	c.nested(c.pos)
}

// yarnWorkspace runs a yarn command in one workspace.
func (c *cmd) yarnWorkspace() {
	if len(c.pos) < 2 {
		return
	}
	c.nested(append([]shell.Word{word("yarn")}, c.pos[1:]...))
}

// yarnForeach runs a yarn command in every workspace.
func (c *cmd) yarnForeach() {
	if len(c.pos) > 0 {
		c.nested(append([]shell.Word{word("yarn")}, c.pos...))
	}
}

// jsEnv is cross-env: assignments, then a command.
func (c *cmd) jsEnv() {
	for i, w := range c.args {
		name, value, ok := strings.Cut(w.Text, "=")
		if !ok || strings.HasPrefix(w.Text, "-") {
			c.nested(c.args[i:])
			return
		}
		v := w
		v.Text = value
		if entry, why := envEntry(name, v); entry == "unsure" {
			c.unsure(why, w)
		} else if entry != "" {
			c.find(Run, entry, name, why, w)
		}
	}
}

// jsShells is concurrently: each operand is a command line.
func (c *cmd) jsShells() {
	for _, w := range c.pos {
		if name, ok := strings.CutPrefix(w.Text, "npm:"); ok {
			c.runNamed(name, w)
			continue
		}
		c.shellText(w)
	}
}

// runAll is npm-run-all: each operand is a script, or a pattern of scripts.
func (c *cmd) runAll() {
	for _, w := range c.pos {
		if strings.HasPrefix(w.Text, "-") {
			continue
		}
		name, _, _ := strings.Cut(w.Text, " ")
		c.runNamed(name, w)
	}
}

// runNamed runs a script of package.json's, or those that match a pattern.
func (c *cmd) runNamed(name string, w shell.Word) {
	c.namedTask(name, w)
	if !strings.Contains(name, "*") {
		if !c.jsScript(name, nil) {
			c.unsure("package.json has no script "+clip(name), w)
		}
		return
	}
	f := c.nearest("package.json")
	if m := parseJS(f.text); f.known && m != nil {
		head, _, _ := strings.Cut(name, "*")
		for script, text := range m.Scripts {
			if strings.HasPrefix(script, head) {
				c.taskText("package.json's script "+script, text, path.Dir(f.path), f.changed)
			}
		}
	}
	c.runsProjectCode()
}

// nodemon runs a program again when files change.
func (c *cmd) nodemon() {
	if len(c.pos) == 0 {
		c.runsProjectCode()
		return
	}
	w := c.pos[0]
	if ext := path.Ext(w.Text); ext == "" && w.Known {
		if _, _, ok := lookup(w.Text); ok {
			c.nested(c.pos)
			return
		}
	}
	c.script("", w)
	c.toTask(c.pos[1:])
	c.runsProjectCode()
}

// tsRun runs a TypeScript file.
func (c *cmd) tsRun() {
	if len(c.pos) == 0 {
		if !c.has("-e", "-p", "-v", "-h", "--eval", "--print", "--showConfig", "--test") {
			c.stdinCode("node")
		}
		return
	}
	if c.has("-e", "-p") {
		return
	}
	w := c.pos[0]
	if w.Text == "watch" && len(c.pos) > 1 {
		w = c.pos[1]
	}
	c.script("node", w)
	c.toTask(c.pos[1:])
	c.runsProjectCode()
}

// prettier lays files out anew with --write, else it looks.
func (c *cmd) prettier() {
	for _, w := range c.pos {
		if c.has("-w") {
			c.laysOut(w)
			continue
		}
		c.read(w)
	}
}

// playwrightInstall fetches browsers; with the system's packages it needs root.
func (c *cmd) playwrightInstall() {
	if c.has("--with-deps") {
		c.find(Privilege, "privilege-gain", "", "installs packages of the system's as root")
	}
	c.does(Install, c.name)
}

// pm2Stop acts on processes that pm2 keeps.
func (c *cmd) pm2Stop() {
	name := c.text(0)
	c.find(Process, "others-jobs", name, "acts on "+orWord(name, "processes")+" that pm2 keeps running")
}

// httpServer serves a folder: on all interfaces unless told otherwise.
func (c *cmd) servesFolder() {
	for i, w := range c.all {
		name, value, ok := strings.Cut(w.Text, "=")
		if name == "-a" || name == "--host" || name == "-l" || name == "--listen" {
			if !ok && i+1 < len(c.all) {
				value = c.all[i+1].Text
			}
			value = strings.TrimPrefix(value, "tcp://")
			if h := hostOf(value); isLocal(h) && h != "0.0.0.0" {
				c.does(Listen, "localhost")
				return
			}
		}
	}
	if c.has("-h", "-v") {
		c.does(Print, "")
		return
	}
	c.find(Listen, "expose-service", "", "serves a folder to other machines")
}

// electronBuilder builds installers; --publish uploads them.
func (c *cmd) electronBuilder() {
	if v, ok := c.value("-p"); ok && v.Text != "never" {
		c.find(Remote, "public-publication", v.Text, "publishes what it builds", v)
	}
	c.runsProjectCode()
}

// denoRun runs a file of the project's, or one from the network.
func (c *cmd) denoRun() {
	if len(c.pos) == 0 {
		return
	}
	w := c.pos[0]
	switch {
	case w.Text == "-":
		c.stdinCode("node")
	case strings.Contains(w.Text, "://"):
		c.find(Run, "download-and-run", w.Text, "fetches and runs "+clip(w.Text), w)
	case strings.HasPrefix(w.Text, "npm:"), strings.HasPrefix(w.Text, "jsr:"):
		c.find(Run, "unpinned-tool-run", w.Text, "fetches and runs "+clip(w.Text), w)
	case !w.Known:
		c.unsure("which file it runs is not known", w)
	default:
		f := c.nearest("deno.json", "deno.jsonc")
		if path.Ext(w.Text) == "" && f.known && strings.Contains(f.text, `"`+w.Text+`"`) {
			c.runsProjectCode()
			break
		}
		c.script("node", w)
		c.runsProjectCode()
	}
	c.toTask(c.pos[1:])
	c.devServerHost()
}

func (c *cmd) devServerHost() {
	if c.name == "deno serve" && !c.has("--host") {
		c.does(Listen, "localhost")
	}
}

// denoTask runs a task of deno.json's.
func (c *cmd) denoTask() {
	if len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	w := c.pos[0]
	c.namedTask(w.Text, w)
	f := c.nearest("deno.json", "deno.jsonc")
	if f.changed {
		c.unsure("it runs a task of " + f.path + ", which was changed")
	}
	if f.known {
		if text, ok := denoTaskText(f.text, w.Text); ok {
			c.taskText("the task "+w.Text, text, path.Dir(f.path), f.changed)
		}
	}
	c.toTask(c.pos[1:])
	c.runsProjectCode()
}

// denoTaskText takes the text of a task out of a deno.json.
func denoTaskText(text, name string) (string, bool) {
	_, rest, ok := strings.Cut(text, `"tasks"`)
	if !ok {
		return "", false
	}
	_, rest, ok = strings.Cut(rest, `"`+name+`"`)
	if !ok {
		return "", false
	}
	rest = strings.TrimLeft(rest, " \t\n:")
	if !strings.HasPrefix(rest, `"`) {
		return "", false
	}
	var b strings.Builder
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			if i++; i < len(rest) {
				b.WriteByte(rest[i])
			}
		case '"':
			return b.String(), true
		default:
			b.WriteByte(rest[i])
		}
	}
	return "", false
}

// denoInstall installs what deno.json names, or a program from the network.
func (c *cmd) denoInstall() {
	if len(c.pos) == 0 || c.has("-e") {
		c.declaredInstall("deno.json", "deno.jsonc", "package.json")
		return
	}
	for _, w := range c.pos {
		if strings.Contains(w.Text, "://") {
			c.find(Install, "download-and-run", w.Text, "installs a program from "+clip(w.Text), w)
			continue
		}
		c.find(Install, "undeclared-dependency", w.Text, "installs "+clip(w.Raw), w)
	}
}

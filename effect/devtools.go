package effect

import (
	"path"
	"strings"

	"automode/shell"
)

// specialTool are the readers of tools that need little said.
func specialTool(name string) func(*cmd) {
	switch name {
	case "code":
		return (*cmd).editorWindow
	case "direnv-allow":
		return (*cmd).direnvAllow
	case "editor":
		return (*cmd).editor
	case "hyperfine":
		return (*cmd).hyperfine
	case "leaks":
		return (*cmd).leaks
	case "mise-exec":
		return (*cmd).miseExec
	case "mise-install":
		return (*cmd).miseInstall
	case "mise-plugins":
		return (*cmd).misePlugins
	case "mise-use":
		return (*cmd).miseUse
	case "migrates":
		return (*cmd).migrates
	case "nix-flake":
		return (*cmd).nixFlake
	case "nix-profile":
		return (*cmd).nixProfile
	case "nix-run":
		return (*cmd).nixRun
	case "nix-shell":
		return (*cmd).nixShell
	case "semgrep":
		return (*cmd).semgrep
	case "serves":
		return (*cmd).serves
	case "sops":
		return (*cmd).sops
	case "vale":
		return (*cmd).vale
	case "watchexec":
		return (*cmd).watchexec
	}
	return nil
}

// editorWindow opens files in the person's editor, or changes the editor.
func (c *cmd) editorWindow() {
	for _, o := range c.opts {
		switch o.name {
		case "--install-extension", "--update-extensions":
			c.find(Install, "model-or-plugin-load", o.value.Text, "installs an extension of the editor", o.value)
		case "--uninstall-extension", "--enable-proposed-api":
			c.unsure("it changes the person's editor", o.value)
		case "--add-mcp":
			c.find(Write, "own-permissions", "mcp", "adds an MCP server to the editor", o.value)
		}
	}
	for i, w := range c.pos {
		if i == 0 && (w.Text == "tunnel" || w.Text == "serve-web" || w.Text == "agent" || w.Text == "chat") {
			c.find(Listen, "tunnel-or-reverse-shell", w.Text, "opens this machine, or an agent, through the editor", w)
			return
		}
		c.list(w)
	}
}

// editor opens a session that nobody but a person can work in.
func (c *cmd) editor() {
	for _, w := range c.all {
		c.flowWord(w)
		if w.Text == "--version" || w.Text == "--help" || w.Text == "-V" {
			c.does(Print, "")
			return
		}
	}
	c.unsure(c.name + " opens a session whose input is not seen")
}

// hyperfine runs each operand as a command line, many times.
func (c *cmd) hyperfine() {
	for _, w := range c.pos {
		c.shellText(w)
	}
}

// watchexec runs a command again when files change.
func (c *cmd) watchexec() {
	switch {
	case len(c.pos) == 1 && strings.Contains(c.text(0), " "):
		c.shellText(c.pos[0])
	case len(c.pos) > 0:
		c.nested(c.pos)
	}
}

// leaks looks for credentials in the project; it must not print them.
func (c *cmd) leaks() {
	if c.has("-v", "--verbose") && !c.has("--redact") {
		c.unsure("it prints the credentials that it finds")
		return
	}
	if v, ok := c.value("-s"); ok {
		c.readTree(v)
	}
	c.does(Read, c.base.dir)
}

// direnvAllow lets the project's .envrc run whenever its folder is entered.
func (c *cmd) direnvAllow() {
	dir := c.base.dir
	if len(c.pos) > 0 {
		p := c.placeOf(c.text(0), false)
		if !p.known || !c.rooted(p.path) {
			c.unsure("which file it lets run is not known", c.pos[0])
			return
		}
		dir = strings.TrimSuffix(p.path, "/.envrc")
	}
	f := c.projectFile(dir, ".envrc")
	if f.changed {
		c.find(Run, "persistence", f.path, "lets a file that was changed run whenever its folder is entered")
		return
	}
	if f.known {
		c.taskText(".envrc", f.text, dir, false)
	}
	c.runsProjectCode()
}

// miseExec runs a command with tools of the versions that it names.
func (c *cmd) miseExec() {
	for i, w := range c.pos {
		if w.Text == "--" {
			if i+1 < len(c.pos) {
				c.nested(c.pos[i+1:])
			}
			return
		}
	}
	if len(c.pos) > 0 && !strings.Contains(c.text(0), "@") {
		c.nested(c.pos)
		return
	}
	c.does(Install, c.name)
}

// miseInstall installs what the project's settings name, or tools by name.
func (c *cmd) miseInstall() {
	for _, w := range c.pos {
		name, _, _ := strings.Cut(w.Text, "@")
		if c.declaredIn("mise.toml", name) == yes || c.declaredIn(".mise.toml", name) == yes || c.declaredIn(".tool-versions", name) == yes {
			continue
		}
		c.find(Install, "undeclared-dependency", name, "installs "+clip(w.Raw)+", which the project does not name", w)
	}
	c.does(Install, c.name)
}

func (c *cmd) misePlugins() {
	switch c.text(0) {
	case "", "ls", "list", "ls-remote":
		c.does(Print, "")
	default:
		c.find(Install, "model-or-plugin-load", c.text(1), "changes the plugins that say how tools are installed")
	}
}

func (c *cmd) miseUse() {
	if c.has("-g") {
		c.unsure("it changes the tools of all projects")
		return
	}
	c.unsure("it changes which tools the project uses, and installs them")
}

// nixOwn tells whether a flake is the project's own.
func (c *cmd) nixOwn(w shell.Word) bool {
	ref, _, _ := strings.Cut(w.Text, "#")
	if ref == "" || ref == "." || strings.HasPrefix(ref, "./") {
		return w.Known
	}
	if strings.HasPrefix(ref, "/") || strings.HasPrefix(ref, "path:") {
		p := c.placeOf(strings.TrimPrefix(ref, "path:"), false)
		return p.known && c.rooted(p.path)
	}
	return false
}

// nixRun builds or runs what a flake describes.
func (c *cmd) nixRun() {
	words, rest := c.pos, []shell.Word(nil)
	for i, w := range c.all {
		if w.Text == "-c" || w.Text == "--command" || w.Text == "--" {
			rest = c.all[i+1:]
			for j, p := range words {
				if p.Start >= w.Start && w.End > 0 {
					words = words[:j]
					break
				}
			}
			if w.Text == "--" {
				c.toTask(rest)
				rest = nil
			}
			break
		}
	}
	if len(words) > 0 && strings.HasSuffix(c.name, " run") {
		words = words[:1]
	}
	for _, w := range words {
		if !c.nixOwn(w) {
			c.find(Run, "unpinned-tool-run", w.Text, "fetches and runs "+clip(w.Raw)+", which the project does not name", w)
		}
	}
	c.runsProjectCode()
	switch {
	case len(rest) > 0:
		c.nested(rest)
	case strings.HasSuffix(c.name, " shell") || strings.HasSuffix(c.name, " develop"):
		c.unsure("it opens a shell whose input is not seen")
	}
}

func (c *cmd) nixFlake() {
	switch c.text(0) {
	case "show", "metadata", "info", "check":
		if len(c.pos) > 1 && !c.nixOwn(c.pos[1]) {
			c.does(Fetch, c.text(1))
			return
		}
		c.runsProjectCode()
	case "update", "lock":
		c.does(Install, c.name)
	case "init", "new":
		c.does(Local, c.name)
	default:
		c.unsure("what it does to the flake is not known")
	}
}

func (c *cmd) nixProfile() {
	switch c.text(0) {
	case "list", "history", "diff-closures":
		c.does(Print, "")
	case "install", "add":
		c.find(Install, "undeclared-dependency", join(c.pos[1:]), "installs packages for all of your projects")
	default:
		c.unsure("it changes the installed packages")
	}
}

// nixShell opens a shell, or runs a command in one.
func (c *cmd) nixShell() {
	if c.has("-p") {
		c.find(Run, "unpinned-tool-run", join(c.pos), "fetches packages that the project does not name")
	} else {
		for _, w := range c.pos {
			c.script("nix", w)
		}
		c.runsProjectCode()
	}
	if !c.has("--run", "--command") {
		c.unsure("it opens a shell whose input is not seen")
	}
}

// semgrep looks for patterns; its rules may come from its own registry.
func (c *cmd) semgrep() {
	for _, o := range c.opts {
		if o.name != "-c" && o.name != "-f" || !o.has {
			continue
		}
		switch v := o.value.Text; {
		case v == "auto", strings.HasPrefix(v, "p/"), strings.HasPrefix(v, "r/"), strings.Contains(v, "://"):
			c.does(Fetch, v, o.value)
		default:
			c.read(o.value)
		}
	}
	if c.has("--autofix") || c.has("-a") {
		c.does(Local, c.base.dir)
	}
}

// serves listens: on this machine, unless the program's habit is another.
func (c *cmd) serves() {
	if c.has("-l", "--listen", "-h", "--host") {
		return // its role says where
	}
	if strings.HasPrefix(c.name, "caddy") {
		c.find(Listen, "expose-service", "", "serves files to other machines")
		return
	}
	c.does(Listen, "localhost")
}

// sops encrypts and decrypts files of secrets.
func (c *cmd) sops() {
	switch {
	case c.has("--version"):
		c.does(Print, "")
	case c.has("-d"), c.text(0) == "decrypt", c.text(0) == "exec-env", c.text(0) == "exec-file":
		c.find(Read, "credential-print", c.text(0), "decrypts secrets", c.pos...)
	case c.has("-e"), c.text(0) == "encrypt", c.text(0) == "filestatus":
		for _, w := range c.pos {
			c.list(w)
			if c.has("-i") {
				c.write(w, false)
			}
		}
	default:
		c.unsure("it shows or changes secrets")
	}
}

// vale checks prose by the styles of the project.
func (c *cmd) vale() {
	for _, w := range c.pos {
		c.list(w)
	}
	if v, ok := c.value("--config"); ok {
		c.unsureOutside(v)
	}
}

// unsureOutside notes settings that do not belong to the project.
func (c *cmd) unsureOutside(w shell.Word) {
	if p := c.placeOf(w.Text, false); !w.Known || !p.known || !c.rooted(path.Clean(p.path)) {
		c.unsure("its settings are not the project's", w)
	}
}

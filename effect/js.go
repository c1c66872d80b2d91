package effect

import (
	"encoding/json"
	"path"
	"strings"

	"automode/shell"
	"automode/world"
)

// specialJS are the readers of JavaScript's package managers.
func specialJS(name string) func(*cmd) {
	switch name {
	case "deno-install":
		return (*cmd).denoInstall
	case "deno-run":
		return (*cmd).denoRun
	case "deno-task":
		return (*cmd).denoTask
	case "dev-server":
		return (*cmd).devServer
	case "electron-builder":
		return (*cmd).electronBuilder
	case "http-server":
		return (*cmd).servesFolder
	case "js-config":
		return (*cmd).jsConfig
	case "js-create":
		return (*cmd).jsCreate
	case "js-env":
		return (*cmd).jsEnv
	case "js-exec":
		return (*cmd).jsExec
	case "js-install":
		return (*cmd).jsInstall
	case "js-pkg":
		return (*cmd).jsPkg
	case "js-run":
		return (*cmd).jsRun
	case "js-shells":
		return (*cmd).jsShells
	case "js-tasks":
		return (*cmd).jsTasks
	case "js-words":
		return (*cmd).jsWords
	case "nodemon":
		return (*cmd).nodemon
	case "npm-explore":
		return (*cmd).npmExplore
	case "npm-pack":
		return (*cmd).npmPack
	case "npm-uninstall":
		return (*cmd).npmUninstall
	case "npm-update":
		return (*cmd).npmUpdate
	case "npm-version":
		return (*cmd).npmVersion
	case "playwright-install":
		return (*cmd).playwrightInstall
	case "pm2-stop":
		return (*cmd).pm2Stop
	case "pnpm-exec":
		return (*cmd).pnpmExec
	case "prettier":
		return (*cmd).prettier
	case "run-all":
		return (*cmd).runAll
	case "ts-run":
		return (*cmd).tsRun
	case "yarn-foreach":
		return (*cmd).yarnForeach
	case "yarn-workspace":
		return (*cmd).yarnWorkspace
	}
	return nil
}

// jsManifest is what a package.json says.
type jsManifest struct {
	Scripts  map[string]string `json:"scripts"`
	Deps     map[string]any    `json:"dependencies"`
	Dev      map[string]any    `json:"devDependencies"`
	Optional map[string]any    `json:"optionalDependencies"`
	Peer     map[string]any    `json:"peerDependencies"`
	Bin      any               `json:"bin"`
}

// names tells whether the manifest names a package.
func (m *jsManifest) names(pkg string) bool {
	for _, d := range [...]map[string]any{m.Deps, m.Dev, m.Optional, m.Peer} {
		if _, ok := d[pkg]; ok {
			return true
		}
	}
	return false
}

// parseJS reads a package.json; nil where it cannot be read.
func parseJS(text string) *jsManifest {
	m := &jsManifest{}
	if json.Unmarshal([]byte(text), m) != nil {
		return nil
	}
	return m
}

// jsDeclared tells whether a package.json from here up to the root names a
// package.
func (c *cmd) jsDeclared(pkgs ...string) tri {
	answer := dontKnow
	if !c.base.known {
		return answer
	}
	root := c.rootOf(c.base.dir)
	for d := c.base.dir; len(d) > 1; d = path.Dir(d) {
		if f := c.projectFile(d, "package.json"); f.known {
			answer = no
			if m := parseJS(f.text); m != nil {
				for _, p := range pkgs {
					if m.names(p) {
						return yes
					}
				}
			}
		}
		if d == root || root == "" {
			break
		}
	}
	return answer
}

// declaredInstall installs what a manifest of the project's names.
func (c *cmd) declaredInstall(manifests ...string) projectFile {
	f := c.nearest(manifests...)
	if f.changed && c.rooted(c.base.dir) {
		c.unsure("it installs what " + path.Base(f.path) + " names, which was changed")
	}
	c.does(Install, c.name)
	c.runsProjectCode()
	return f
}

// jsInstall installs what package.json names, or packages by name.
func (c *cmd) jsInstall() {
	global := c.has("-g", "--location")
	if v, ok := c.value("--location"); ok && v.Text != "global" {
		global = c.has("-g")
	}
	if len(c.pos) > 0 {
		for _, w := range c.pos {
			c.jsPackage(w, global)
		}
		return
	}
	if global {
		c.unsure("it installs the project for all of this machine")
		return
	}
	f := c.declaredInstall("package.json")
	if m := parseJS(f.text); f.known && m != nil && !c.has("--ignore-scripts") {
		for _, s := range [...]string{"preinstall", "install", "postinstall", "prepare"} {
			if text := m.Scripts[s]; text != "" {
				c.taskText("package.json's script "+s, text, path.Dir(f.path), f.changed)
			}
		}
	}
	if c.has("-t") || strings.HasSuffix(c.name, "-test") {
		c.jsScript("test", nil)
	}
}

// jsPackage judges one package that is installed by name or place.
func (c *cmd) jsPackage(w shell.Word, global bool) {
	c.flowWord(w)
	text := w.Text
	switch {
	case !w.Known:
		c.unsure("which package it installs is not known", w)
	case strings.HasPrefix(text, "."), strings.HasPrefix(text, "/"), strings.HasPrefix(text, "file:"), strings.HasPrefix(text, "link:"), strings.HasPrefix(text, "workspace:"), strings.HasPrefix(text, "~"):
		_, rest, ok := strings.Cut(text, ":")
		if !ok {
			rest = text
		}
		p := c.placeOf(rest, false)
		if !p.known || !c.r.rooted(p.path) || c.foreign(p) != "" || global {
			c.unsure("it installs a package from "+clip(text), w)
			return
		}
		c.does(Install, text, w)
		c.runsProjectCode()
	case strings.HasPrefix(text, "git+"), strings.HasPrefix(text, "git:"), strings.HasPrefix(text, "git@"), strings.HasPrefix(text, "github:"), strings.HasPrefix(text, "gitlab:"), strings.HasPrefix(text, "bitbucket:"), strings.HasPrefix(text, "gist:"), strings.HasPrefix(text, "ssh:"),
		strings.HasSuffix(text, ".git"), strings.Contains(text, "/") && text[0] != '@' && !strings.Contains(text, ":"):
		c.find(Install, "foreign-repo-execution", text, "installs from the repository "+clip(text), w)
	case strings.Contains(text, "://"):
		c.find(Install, "registry-bypass", text, "installs from the address "+clip(text), w)
	default:
		name := jsName(text)
		if strings.Contains(text, "@npm:") {
			c.unsure("it installs a package under another name", w)
			return
		}
		switch {
		case global:
			c.find(Install, "undeclared-dependency", name, "installs "+clip(text)+" for all of this machine", w)
		case c.jsDeclared(name) == yes:
			c.does(Install, name, w)
		default:
			c.find(Install, "undeclared-dependency", name, "installs "+clip(text)+", which package.json does not name", w)
		}
	}
}

// jsName takes the version off a package's name.
func jsName(s string) string {
	if i := strings.LastIndexByte(s, '@'); i > 0 {
		return s[:i]
	}
	return s
}

// registry judges the address of a package registry.
func (c *cmd) registry(w shell.Word) {
	c.flowWord(w)
	switch host := hostOf(w.Text); {
	case !w.Known:
		c.unsure("from which registry it installs is not known", w)
	case isLocal(host), host == "registry.npmjs.org", host == "registry.yarnpkg.com", host == "npm.jsr.io", host == "pypi.org", host == "files.pythonhosted.org", host == "rubygems.org", host == "api.nuget.org", host == "download.pytorch.org", host == "proxy.golang.org":
		c.does(Fetch, host, w)
	default:
		c.find(Install, "registry-bypass", w.Text, "takes packages from "+orUnknown(host), w)
	}
}

// jsScript runs a script of package.json's with words of the call's own. ok is
// false when it is known that there is no such script.
func (c *cmd) jsScript(name string, args []shell.Word) (ok bool) {
	f := c.nearest("package.json")
	many := c.has("--workspace", "-w", "--workspaces", "-r", "--recursive", "--filter", "-F", "--ws")
	if strings.HasPrefix(c.name, "npm") || strings.HasPrefix(c.name, "bun") || strings.HasPrefix(c.name, "pnpm") || strings.HasPrefix(c.name, "yarn") {
		if many {
			f.known = false
		}
	}
	switch {
	case f.changed && !f.known:
		c.unsure("package.json was changed, and what its scripts do is not known")
		return true
	case !f.known:
		c.runsProjectCode()
		c.toTask(args)
		return true
	}
	m := parseJS(f.text)
	if m == nil {
		c.unsure("package.json cannot be read")
		return true
	}
	text, found := m.Scripts[name]
	if !found {
		return false
	}
	var tail strings.Builder
	for _, a := range args {
		tail.WriteString(" " + a.Raw)
	}
	dir := path.Dir(f.path)
	for _, part := range [...]struct{ name, text string }{{"pre" + name, m.Scripts["pre"+name]}, {name, text + tail.String()}, {"post" + name, m.Scripts["post"+name]}} {
		if part.text != "" {
			c.taskText("package.json's script "+part.name, part.text, dir, f.changed)
		}
	}
	c.runsProjectCode()
	for _, a := range args {
		c.flowWord(a)
	}
	return true
}

// jsRun runs a script by its name: npm run build, npm test.
func (c *cmd) jsRun() {
	name, args := "", c.pos
	var w shell.Word
	switch last := c.name[strings.LastIndexByte(c.name, ' ')+1:]; last {
	case "test", "start", "stop", "restart":
		name = last
	default:
		if len(args) == 0 {
			c.does(Print, "")
			return
		}
		w, args = args[0], args[1:]
		if !w.Known {
			c.unsure("which script it runs is not known", w)
			return
		}
		name = w.Text
	}
	c.namedTask(name, w)
	if len(args) > 0 && args[0].Text == "--" {
		args = args[1:]
	}
	if c.jsScript(name, args) {
		return
	}
	switch {
	case c.has("--if-present"), name == "start" && c.nodeStarts(), name == "stop", name == "restart":
		c.runsProjectCode()
	case strings.HasPrefix(c.name, "bun"), strings.HasPrefix(c.name, "deno"):
		c.jsBinOrFile(w, args)
	case strings.HasPrefix(c.name, "yarn"), strings.HasPrefix(c.name, "pnpm"):
		c.jsTool(w, args, false)
	default:
		c.unsure("package.json has no script " + clip(name))
	}
}

// nodeStarts: npm start without a script runs server.js.
func (c *cmd) nodeStarts() bool {
	f := c.r.facts.File(path.Join(c.base.dir, "server.js"))
	return f.Known && f.Exists
}

// jsBinOrFile runs a file of the project's, or a tool that it declares.
func (c *cmd) jsBinOrFile(w shell.Word, args []shell.Word) {
	switch path.Ext(w.Text) {
	case ".js", ".ts", ".mjs", ".cjs", ".jsx", ".tsx", ".mts", ".cts":
		c.script("node", w)
		c.toTask(args)
		return
	}
	if strings.HasPrefix(w.Text, "./") {
		c.script("", w)
		return
	}
	c.jsTool(w, args, false)
}

// jsWords reads "yarn lint", "pnpm vitest", "bun index.ts": a script, a tool of
// the project's, or a file.
func (c *cmd) jsWords() {
	if len(c.pos) == 0 {
		if c.name == "yarn" && !c.has("--version", "-v", "--help", "-h") {
			c.jsInstall()
			return
		}
		if c.name == "bun" && c.sh.Stdin.Kind != shell.Inherited {
			c.stdinCode("node")
			return
		}
		c.does(Print, "")
		return
	}
	w, args := c.pos[0], c.pos[1:]
	if !w.Known {
		c.unsure("which script it runs is not known", w)
		return
	}
	if ext := path.Ext(w.Text); c.name == "bun" && (ext == ".ts" || ext == ".js" || ext == ".tsx" || ext == ".jsx" || ext == ".mjs") {
		c.jsBinOrFile(w, args)
		return
	}
	c.namedTask(w.Text, w)
	if c.nearest("package.json").known || !knownJSTool(w.Text) {
		if c.jsScript(w.Text, args) {
			return
		}
	}
	c.jsTool(w, args, false)
}

// jsTasks runs tasks of a workspace's runner: turbo run build, nx test app.
func (c *cmd) jsTasks() {
	for _, w := range c.pos {
		if !strings.Contains(w.Text, "/") {
			c.namedTask(w.Text[strings.LastIndexByte(w.Text, ':')+1:], w)
		}
	}
	c.toTask(c.all)
	c.runsProjectCode()
}

// jsExec runs a tool of a package: npx, pnpm dlx, bunx.
func (c *cmd) jsExec() {
	for _, n := range [...]string{"-c", "--call", "--shell-mode"} {
		if v, ok := c.value(n); ok {
			c.shellText(v)
		}
	}
	declared := true
	for _, o := range c.opts {
		if o.name == "-p" || o.name == "--package" {
			if c.jsDeclared(jsName(o.value.Text)) != yes {
				c.find(Run, "unpinned-tool-run", o.value.Text, "fetches and runs "+clip(o.value.Raw)+", which the project does not declare", o.value)
				declared = false
			}
		}
	}
	args := c.pos
	if len(args) > 0 && args[0].Text == "--" {
		args = args[1:]
	}
	if len(args) == 0 || !declared {
		return
	}
	c.jsTool(args[0], args[1:], strings.Contains(c.name, "dlx") && !c.has("--no-install"))
}

// jsTool runs a program that a package brings: one that the project declares
// or has installed, or one that is fetched to run.
func (c *cmd) jsTool(w shell.Word, args []shell.Word, fetches bool) {
	if !w.Known {
		c.unsure("which program it runs is not known", w)
		return
	}
	if strings.HasPrefix(w.Text, ".") || strings.HasPrefix(w.Text, "/") {
		c.script("", w)
		c.toTask(args)
		return
	}
	name := jsName(w.Text)
	bin := path.Base(name)
	known := knownJSTool(bin)
	has := c.jsHas(name)
	switch {
	case strings.Contains(name, ":") || strings.Contains(name, "/") && name[0] != '@':
		c.find(Run, "foreign-repo-execution", name, "fetches a repository and runs it: "+clip(w.Text), w)
		return
	case has == yes, has == dontKnow && known && !fetches, c.has("--no-install", "--no"):
		if known {
			tool := w
			tool.Text = bin
			if toolName := jsBin(name); toolName != "" {
				tool.Text = toolName
			}
			c.nested(append([]shell.Word{tool}, args...))
			return
		}
		if entry, why := taskEntry(bin); entry != "" && entry != "unsure" {
			c.find(Run, entry, bin, "runs "+bin+", which "+why, w)
		}
		c.runsProjectCode()
		c.toTask(args)
	default:
		c.find(Run, "unpinned-tool-run", w.Text, "fetches and runs "+clip(w.Text)+", which the project does not declare", w)
		for _, a := range args {
			c.flowWord(a)
		}
	}
}

// jsHas tells whether the project declares the package that brings a program,
// or has the program installed.
func (c *cmd) jsHas(name string) tri {
	bin := path.Base(name)
	answer := c.jsDeclared(append(jsPackages(bin), name)...)
	if answer == yes {
		return yes
	}
	for d := c.base.dir; len(d) > 1; d = path.Dir(d) {
		at := path.Join(d, "node_modules/.bin", bin)
		if f := c.r.facts.File(at); f.Known && f.Exists && !c.r.sess.Files[at].Wrote {
			return yes
		}
		if !world.Inside(path.Dir(d), c.rootOf(d)) {
			break
		}
	}
	return answer
}

// jsCreate starts a project from a template package: npm create, npm init x.
func (c *cmd) jsCreate() {
	if len(c.pos) == 0 {
		c.does(Local, c.name)
		return
	}
	w := c.pos[0]
	c.find(Run, "unpinned-tool-run", w.Text, "fetches and runs the generator "+clip(w.Text), w)
}

// jsConfig reads and keeps settings of the package manager.
func (c *cmd) jsConfig() {
	verb := c.text(0)
	rest := c.pos
	switch c.name[strings.LastIndexByte(c.name, ' ')+1:] {
	case "get", "set":
		verb = c.name[strings.LastIndexByte(c.name, ' ')+1:]
	default:
		if len(rest) > 0 {
			rest = rest[1:]
		}
	}
	switch verb {
	case "get", "list", "ls", "":
		for _, w := range rest {
			if strings.Contains(w.Text, "_auth") || strings.Contains(strings.ToLower(w.Text), "token") || strings.Contains(w.Text, "_password") {
				c.find(Read, "credential-print", w.Text, "prints a credential of the package registry", w)
			}
		}
		c.does(Print, "")
		return
	case "edit":
		c.unsure("an editor opens the settings")
		return
	}
	for i, w := range rest {
		key, value, attached := strings.Cut(w.Text, "=")
		if !attached && i+1 < len(rest) {
			value = rest[i+1].Text
		}
		off := value == "false" || value == "null"
		switch {
		case strings.HasSuffix(key, "registry"), strings.HasSuffix(key, "npmRegistryServer"), key == "proxy", key == "https-proxy", key == "index-url", key == "global.index-url":
			c.find(Write, "repoint", value, "takes packages from "+clip(value)+" from now on", w)
		case key == "strict-ssl" && (off || verb == "delete"), key == "enableStrictSsl" && off, key == "audit" && off:
			c.find(Write, "disarm-flag", key, "switches a check off for good", w)
		case key == "script-shell", key == "node-options", key == "shell", key == "editor", key == "git", key == "globalconfig", key == "userconfig", key == "init-module", key == "yarn-path", key == "yarnPath", key == "plugins":
			c.find(Write, "persistence", key, "makes the package manager run something else", w)
		case strings.Contains(key, "_auth"), strings.Contains(key, "oken"), strings.Contains(key, "_password"):
			c.find(Write, "secret-into-artifact", key, "keeps a credential in the settings", w)
		}
		if !attached {
			break
		}
	}
	c.unsure("it changes the package manager's settings, for other projects too")
}

// jsPkg reads and changes package.json by keys.
func (c *cmd) jsPkg() {
	if v := c.text(0); v == "get" || v == "" {
		c.does(Print, "")
		return
	}
	for _, w := range c.pos[1:] {
		key, value, _ := strings.Cut(w.Text, "=")
		switch {
		case strings.HasPrefix(key, "scripts"), strings.HasPrefix(key, "bin"), strings.HasPrefix(key, "dependencies"), strings.HasPrefix(key, "devDependencies"), strings.HasPrefix(key, "overrides"), strings.HasPrefix(key, "workspaces"), strings.HasPrefix(key, "exports"), strings.HasPrefix(key, "publishConfig"), !w.Known:
			if strings.HasPrefix(key, "scripts") {
				c.taskText("the new script", value, c.base.dir, false)
			}
			c.unsure("it changes what the project runs or depends on", w)
		}
	}
	c.does(Local, c.name)
}

// devServer starts a server for development.
func (c *cmd) devServer() {
	for i, w := range c.all {
		name, value, attached := strings.Cut(w.Text, "=")
		switch name {
		case "--host", "--hostname", "-H", "--address", "--bind":
			if !attached {
				if i+1 >= len(c.all) || strings.HasPrefix(c.all[i+1].Text, "-") {
					if name == "--host" {
						c.find(Listen, "expose-service", "", "listens for connections from other machines", w)
					}
					continue
				}
				value = c.all[i+1].Text
			}
			if everyInterface(value) {
				c.find(Listen, "expose-service", value, "listens for connections from other machines", w)
			}
		case "--tunnel", "--share", "--expose":
			c.find(Listen, "tunnel-or-reverse-shell", name, "opens the server to the internet", w)
		}
	}
	c.does(Listen, "localhost")
	c.runsProjectCode()
}

package effect

import (
	"path"
	"strings"

	"automode/shell"
)

// specialPython are the readers of Python's programs.
func specialPython(name string) func(*cmd) {
	switch name {
	case "python":
		return (*cmd).python
	case "python-run":
		return (*cmd).coverageRun
	case "pip-install":
		return (*cmd).pipInstall
	case "pip-add":
		return (*cmd).pipAdd
	case "pip-uninstall":
		return (*cmd).pipUninstall
	case "pipx-run":
		return (*cmd).pipxRun
	case "uv-run":
		return (*cmd).uvRun
	case "pyenv-install", "toolchain":
		return (*cmd).toolchain
	case "django":
		return (*cmd).django
	case "flask":
		return (*cmd).flask
	case "binds":
		return (*cmd).binds
	case "config-set":
		return (*cmd).configSet
	}
	return nil
}

// python reads the interpreter: a module, a text, a file, or its input.
func (c *cmd) python() {
	if w, ok := c.value("-c"); ok {
		c.code("python", w)
		return
	}
	if w, ok := c.value("-m"); ok {
		c.pythonModule(w, c.pos)
		return
	}
	if c.has("-V", "--version", "-h", "--help") && len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	if len(c.pos) == 0 || c.pos[0].Lit() && c.pos[0].Text == "-" {
		c.stdinCode("python")
		return
	}
	c.pythonFile(c.pos[0], c.pos[1:])
}

// pythonFile runs a file with arguments; manage.py is one that is known.
func (c *cmd) pythonFile(file shell.Word, args []shell.Word) {
	for _, a := range args {
		c.flowWord(a)
	}
	c.args = args
	if file.Lit() && path.Base(file.Text) == "manage.py" {
		c.pos = args
		c.script("python", file)
		c.django()
		return
	}
	c.script("python", file)
}

// pythonModule runs a module as a program.
func (c *cmd) pythonModule(mod shell.Word, args []shell.Word) {
	if !mod.Lit() {
		c.unsure("which module runs is not known", mod)
		return
	}
	name := mod.Text
	switch name {
	case "pip", "pytest", "mypy", "black", "isort", "flake8", "pylint", "ruff", "coverage", "tox", "nox", "poetry", "uv", "pdm", "hatch", "virtualenv", "unittest", "twine",
		"flask", "gunicorn", "uvicorn", "celery", "mkdocs", "jupyter", "pyflakes", "pycodestyle", "pydocstyle", "bandit", "vulture", "yapf", "autopep8", "pydoc", "pdb", "streamlit", "IPython", "nose2", "pipenv", "pipx", "build", "pre_commit":
		c.runModule(strings.ToLower(strings.ReplaceAll(name, "_", "-")), mod, args)
	case "venv":
		c.name = "virtualenv"
		c.runModule("virtualenv", mod, args)
	case "http.server", "SimpleHTTPServer":
		c.httpServer(args)
	case "json.tool", "tokenize", "ast", "dis", "this", "calendar", "platform", "sysconfig", "site", "base64", "gzip", "zipfile", "tarfile", "timeit", "compileall", "py_compile", "cProfile", "profile", "trace", "doctest", "tabnanny", "symtable", "inspect", "ensurepip", "textwrap", "pyclbr", "random", "uuid":
		c.standardModule(name, mod, args)
	case "zipapp":
		c.zipapp(args)
	case "smtpd", "aiosmtpd", "code", "asyncio", "runpy", "pickle", "pickletools", "sqlite3", "wsgiref", "cgi", "xmlrpc", "test", "lib2to3", "ctypes", "multiprocessing", "distutils", "turtledemo", "crypt", "idlelib", "webbrowser", "telnetlib", "ftplib":
		c.unsure("what the module "+name+" does with what it is told is not known", mod)
	default:
		c.args = args
		if entry, why := namedRisk(name, args); entry != "" {
			c.find(Run, entry, name, why, mod)
			return
		}
		c.projectModule(name, mod)
	}
}

// runModule reads the rest as the arguments of the program that the module is.
func (c *cmd) runModule(program string, mod shell.Word, args []shell.Word) {
	if program == "build" {
		c.runsProjectCode()
		c.does(Write, c.base.dir, mod)
		return
	}
	m := mod
	m.Text = program
	inner := &cmd{r: c.r, idx: c.idx, sh: c.sh, base: c.base, dry: c.dry}
	inner.table(program, append([]shell.Word{m}, args...))
}

// standardModule is a module of the standard library whose arguments are files
// that it reads, but for a few.
func (c *cmd) standardModule(name string, mod shell.Word, args []shell.Word) {
	switch name {
	case "zipfile", "tarfile", "gzip", "base64", "py_compile", "compileall", "ensurepip":
		if name == "zipfile" || name == "tarfile" {
			if len(args) > 0 && args[0].Lit() && (args[0].Text == "-l" || args[0].Text == "--list" || args[0].Text == "-t" || args[0].Text == "--test") {
				break
			}
			for i, a := range args {
				if i == len(args)-1 && i > 1 {
					c.writeBelow(a)
				}
			}
			break
		}
		c.does(Local, name, mod)
		for _, a := range args {
			if (name == "py_compile" || name == "compileall") && !strings.HasPrefix(a.Text, "-") {
				c.laysOut(a) // what is compiled is written beside it
			}
		}
	case "cProfile", "profile", "trace", "timeit", "doctest":
		for i, a := range args {
			if a.Lit() && strings.HasPrefix(a.Text, "-") {
				continue
			}
			if i > 0 && (args[i-1].Text == "-o" || args[i-1].Text == "--outfile") && name != "timeit" {
				c.write(a, true)
				continue
			}
			if name == "timeit" {
				c.code("python", a)
				continue
			}
			if i > 0 && args[i-1].Lit() && args[i-1].Text == "-m" {
				c.pythonModule(a, args[i+1:])
				return
			}
			if strings.HasSuffix(a.Text, ".py") {
				c.pythonFile(a, args[i+1:])
				return
			}
		}
		c.does(Print, "", mod)
		return
	case "json.tool":
		var files []shell.Word
		for _, a := range args {
			if !strings.HasPrefix(a.Text, "-") {
				files = append(files, a)
			}
		}
		if len(files) > 1 {
			c.write(files[1], true)
			files = files[:1]
		}
		args = files
	}
	for _, a := range args {
		if !strings.HasPrefix(a.Text, "-") {
			c.read(a)
		}
	}
	c.does(Print, "", mod)
}

// projectModule runs a module that is no tool that is known: one of the
// project's, or one that is installed.
func (c *cmd) projectModule(name string, mod shell.Word) {
	rel := strings.ReplaceAll(name, ".", "/")
	for _, p := range []string{rel + ".py", rel + "/__main__.py"} {
		at := c.placeOf(p, false)
		if _, wrote := c.r.wrote[at.path]; wrote {
			c.scriptAt("python", at, mod)
			return
		}
		if f := c.r.facts.File(at.path); f.Known && f.Exists || c.r.sess.Files[at.path].Wrote {
			c.scriptAt("python", at, mod)
			return
		}
	}
	c.runsProjectCode()
}

// httpServer serves a folder: to this machine only when it is told so.
func (c *cmd) httpServer(args []shell.Word) {
	bind, dir := "", c.base.dir
	for i, a := range args {
		name, value, eq := strings.Cut(a.Text, "=")
		if !eq && i+1 < len(args) {
			value = args[i+1].Text
		}
		switch name {
		case "-b", "--bind":
			bind = value
		case "-d", "--directory":
			if p := c.placeOf(value, false); p.known {
				dir = p.path
			}
		}
	}
	if !c.r.rooted(dir) && !c.r.isTemp(dir) {
		c.find(Listen, "expose-service", dir, "serves "+orWord(dir, "a folder")+" outside the project")
		return
	}
	if !isLocal(bind) || bind == "0.0.0.0" {
		c.find(Listen, "expose-service", dir, "serves the project's folder to everybody on the network")
		return
	}
	c.does(Listen, bind)
}

// binds looks at the address that a server of the project's listens on; the
// servers here listen on this machine only when they are told nothing.
func (c *cmd) binds() {
	for _, o := range []string{"--host", "--bind", "-b", "-a", "--dev-addr", "--ip", "--server.address", "--listen"} {
		v, ok := c.value(o)
		if !ok {
			continue
		}
		host := hostOf(v.Text)
		if !v.Lit() || strings.HasPrefix(v.Text, ":") || host == "0.0.0.0" || host == "*" || !isLocal(host) && !strings.HasPrefix(v.Text, "unix:") {
			c.find(Listen, "expose-service", v.Text, "listens for other machines ("+clip(v.Raw)+")", v)
			return
		}
	}
	c.does(Listen, "localhost")
}

func (c *cmd) flask() {
	if c.text(0) == "run" {
		c.binds()
		return
	}
	c.databaseWords(c.pos)
}

// django reads manage.py's own commands.
func (c *cmd) django() {
	switch cmd := c.text(0); cmd {
	case "flush", "reset_db", "sqlflush":
		c.find(Delete, "stateful-resource", cmd, "empties the database")
	case "migrate", "loaddata", "createcachetable", "syncdb":
		c.changesDatabase("changes", true)
	case "runserver", "runserver_plus":
		for _, w := range c.pos[1:] {
			if host := hostOf(w.Text); strings.Contains(w.Text, "0.0.0.0") || w.Lit() && strings.Contains(w.Text, ":") && host != "" && !isLocal(host) {
				c.find(Listen, "expose-service", w.Text, "listens for other machines", w)
			}
		}
	case "createsuperuser", "changepassword":
		c.find(Remote, "account-change", cmd, "makes or changes an account")
	case "shell", "dbshell", "shell_plus":
		if v, ok := c.value("-c", "--command"); ok {
			c.code("python", v)
			return
		}
		c.stdinCode("python")
	case "sendtestemail":
		c.find(Send, "message-outsider", cmd, "sends mail")
	case "collectstatic", "clearsessions", "remove_stale_contenttypes":
		c.does(Local, cmd)
	}
}

// databaseWords looks for database commands of a framework.
func (c *cmd) databaseWords(words []shell.Word) {
	for _, w := range words {
		switch w.Text {
		case "drop", "reset", "downgrade", "drop-db", "dropdb", "init-db", "flush":
			c.find(Delete, "stateful-resource", w.Text, "removes or empties a database", w)
		}
	}
}

// coverageRun measures a run of Python code.
func (c *cmd) coverageRun() {
	if len(c.pos) == 0 {
		c.runsProjectCode()
		return
	}
	if c.has("-m", "--module") {
		c.pythonModule(c.pos[0], c.pos[1:])
		return
	}
	c.pythonFile(c.pos[0], c.pos[1:])
}

// pipInstall reads what is installed: what the project declares is ordinary.
func (c *cmd) pipInstall() {
	c.pythonIndexes()
	for _, o := range c.opts {
		if o.spec != nil && o.has && (o.spec.names[0] == "-e" || o.spec.names[0] == "-r") && strings.Contains(o.value.Text, "://") {
			c.find(Install, "foreign-repo-execution", o.value.Text, "installs from "+clip(o.value.Raw), o.value)
			return
		}
		if o.spec != nil && o.has && o.spec.names[0] == "-r" {
			c.manifestFile(o.value)
		}
	}
	if v, ok := c.value("-e", "--editable"); ok {
		c.localPackage(v)
	}
	if len(c.pos) == 0 {
		c.does(Install, c.name)
		c.runsProjectCode()
		return
	}
	for _, w := range c.pos {
		c.pythonPackage(w)
	}
}

// manifestFile is a list of packages: trusted while this session did not
// change it.
func (c *cmd) manifestFile(w shell.Word) {
	for _, p := range c.places(w) {
		if !p.known {
			c.unsure("which list of packages it installs is not known", w)
			continue
		}
		f := c.r.sess.Files[p.path]
		if m := c.r.wrote[p.path]; m != nil || f.Wrote || f.Fetched || !c.r.rooted(p.path) {
			c.find(Install, "undeclared-dependency", p.path, "installs what "+p.path+" lists, which is not the project's as committed", w)
		}
	}
}

// localPackage installs the project itself, or a folder or archive of it.
func (c *cmd) localPackage(w shell.Word) {
	text, _, _ := strings.Cut(w.Text, "[")
	p := c.placeOf(orWord(text, "."), false)
	if w.Known && p.known && c.r.isTemp(p.path) && !c.r.rooted(p.path) {
		c.unsure("what the package in "+p.path+" does is not known", w)
		return
	}
	if !w.Known || !p.known || !c.r.rooted(p.path) {
		c.find(Install, "foreign-repo-execution", w.Text, "installs code from outside the project", w)
		return
	}
	if why := c.foreign(place{path: p.path + "/x"}); why != "" {
		c.find(Install, "foreign-repo-execution", p.path, why, w)
		return
	}
	c.does(Install, p.path, w)
	c.runsProjectCode()
}

// pythonPackage installs one package by its name, or what a path or URL leads to.
func (c *cmd) pythonPackage(w shell.Word) {
	text := w.Text
	switch {
	case !w.Lit() && !strings.Contains(text, "["):
		c.find(Install, "undeclared-dependency", "", "installs a package whose name is not known", w)
	case strings.Contains(text, "://") || strings.HasPrefix(text, "git+"):
		c.find(Install, "foreign-repo-execution", text, "installs from "+clip(w.Raw), w)
	case text == "." || strings.HasPrefix(text, ".") || strings.Contains(text, "/") || strings.HasSuffix(text, ".whl") || strings.HasSuffix(text, ".tar.gz"):
		c.localPackage(w)
	default:
		name := pythonName(text)
		switch name {
		case "pip", "setuptools", "wheel", "build", "virtualenv":
			c.does(Install, name, w) // the toolchain itself
			return
		}
		for _, manifest := range []string{"requirements.txt", "requirements-dev.txt", "requirements/dev.txt", "requirements/test.txt", "dev-requirements.txt", "test-requirements.txt", "pyproject.toml", "setup.py", "setup.cfg", "Pipfile", "environment.yml", "constraints.txt"} {
			if c.declaredIn(manifest, name) == yes {
				c.does(Install, name, w)
				return
			}
		}
		c.find(Install, "undeclared-dependency", name, "installs "+name+", which the project does not declare", w)
	}
}

// pythonName is a package's name in its one spelling: without extras and
// version, in small letters with dashes.
func pythonName(s string) string {
	if i := strings.IndexAny(s, "[=<>!~; @"); i >= 0 {
		s = s[:i]
	}
	return strings.NewReplacer("_", "-", ".", "-").Replace(strings.ToLower(s))
}

// pythonIndexes finds packages that come from elsewhere than usual.
func (c *cmd) pythonIndexes() {
	for _, o := range []string{"-i", "--index-url", "--extra-index-url", "-f", "--find-links", "--index", "--default-index"} {
		v, ok := c.value(o)
		if !ok {
			continue
		}
		if host := hostOf(v.Text); v.Lit() && (isLocal(host) || host == "pypi.org" || host == "files.pythonhosted.org" || host == "download.pytorch.org") || v.Lit() && !strings.Contains(v.Text, "://") && o == "-f" {
			continue
		}
		c.find(Install, "registry-bypass", v.Text, "takes packages from "+clip(v.Raw), v)
	}
}

// pipAdd adds packages to the manifest and installs them.
func (c *cmd) pipAdd() {
	if len(c.pos) == 0 {
		c.does(Install, c.name)
		return
	}
	for _, w := range c.pos {
		c.pythonPackage(w)
	}
}

func (c *cmd) pipUninstall() {
	for _, w := range c.pos {
		c.find(System, "package-removal", w.Text, "removes the package "+clip(w.Raw), w)
	}
	if len(c.pos) == 0 {
		c.find(System, "package-removal", "", "removes packages")
	}
}

// pipxRun runs a program of a package that may not be installed.
func (c *cmd) pipxRun() {
	if len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	w := c.pos[0]
	if v, ok := c.value("--from", "--spec"); ok {
		w = v
	}
	name := pythonName(w.Text)
	for _, manifest := range []string{"pyproject.toml", "requirements.txt", "requirements-dev.txt"} {
		if w.Lit() && c.declaredIn(manifest, name) == yes {
			c.nested(c.pos)
			return
		}
	}
	c.find(Run, "unpinned-tool-run", name, "fetches and runs "+clip(w.Raw), w)
}

// uvRun runs a command in the project's environment.
func (c *cmd) uvRun() {
	if v, ok := c.value("--with"); ok {
		c.pythonPackage(v)
	}
	if v, ok := c.value("-m", "--module"); ok {
		c.pythonModule(v, c.pos)
		return
	}
	if len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	if w := c.pos[0]; w.Lit() && strings.HasSuffix(w.Text, ".py") || c.has("-s", "--script") {
		c.pythonFile(w, c.pos[1:])
		return
	}
	if c.pos[0].Lit() && c.pos[0].Text == "-" {
		c.stdinCode("python")
		return
	}
	c.nested(c.pos)
}

// toolchain installs a version of the language.
func (c *cmd) toolchain() {
	if c.has("-l", "--list") {
		c.does(Print, "")
		return
	}
	c.find(Install, "undeclared-dependency", c.name, "installs a version of Python")
}

// configSet reads "config KEY" and "config KEY VALUE".
func (c *cmd) configSet() {
	if c.has("--list") || len(c.pos) == 1 && !c.has("--unset") {
		c.does(Print, "")
		return
	}
	c.find(Write, "repoint", c.text(0), "changes the settings of "+c.name)
}

// zipapp packs a folder into a file that python runs.
func (c *cmd) zipapp(args []shell.Word) {
	out := word(".")
	for i, a := range args {
		switch name, value, eq := strings.Cut(a.Text, "="); {
		case (name == "-o" || name == "--output") && eq:
			out = cut(a, value)
		case (name == "-o" || name == "--output") && i+1 < len(args):
			out = args[i+1]
		case !strings.HasPrefix(a.Text, "-") && (i == 0 || !strings.HasPrefix(args[i-1].Text, "-")):
			c.readTree(a)
		}
	}
	c.write(out, true)
}

package effect

import (
	"path"
	"strings"

	"automode/shell"
)

// specialGo are the readers of Go's and Rust's tools.
func specialGo(name string) func(*cmd) {
	switch name {
	case "cargo-add":
		return (*cmd).cargoAdd
	case "cargo-install":
		return (*cmd).cargoInstall
	case "cargo-owner":
		return (*cmd).cargoOwner
	case "cargo-watch":
		return (*cmd).cargoWatch
	case "go-build":
		return (*cmd).goBuild
	case "go-env":
		return (*cmd).goEnv
	case "go-get":
		return (*cmd).goGet
	case "go-install":
		return (*cmd).goInstall
	case "go-mod-edit":
		return (*cmd).goModEdit
	case "go-run":
		return (*cmd).goRun
	case "go-test":
		return (*cmd).goTest
	case "go-tool":
		return (*cmd).goTool
	case "opam-install":
		return (*cmd).opamInstall
	case "pprof":
		return (*cmd).pprof
	}
	return nil
}

// goFlags judges flags whose values name programs.
func (c *cmd) goFlags() {
	for _, n := range [...]string{"-ldflags", "-gcflags", "-asmflags"} {
		if v, ok := c.value(n); ok && (strings.Contains(v.Text, "extld") || strings.Contains(v.Text, "toolexec") || !v.Known && v.Prefix == "") {
			c.unsure("it may name a program that the build runs", v)
		}
	}
}

// goPackages judges the packages that are built: below the project, or files.
func (c *cmd) goPackages(words []shell.Word) {
	for _, w := range words {
		c.flowWord(w)
		switch {
		case !w.Known:
			if !c.tame(w) {
				c.unsure("which package it builds is not known", w)
			}
		case strings.HasPrefix(w.Text, "/"), strings.HasPrefix(w.Text, "../"):
			for _, p := range c.places(w) {
				if !c.r.rooted(strings.TrimSuffix(p.path, "/...")) {
					c.foreignProject(p.path)
				}
			}
		case strings.Contains(w.Text, "@"):
			c.find(Run, "unpinned-tool-run", w.Text, "builds "+clip(w.Text)+", which the project does not declare", w)
		}
	}
}

func (c *cmd) goBuild() {
	c.goFlags()
	c.goPackages(c.pos)
	c.runsProjectCode()
	if v, ok := c.value("-o"); ok {
		if strings.HasSuffix(v.Text, "/") {
			c.writeBelow(v)
			return
		}
		c.builds(v, true)
		return
	}
	if len(c.pos) == 0 || len(c.pos) == 1 && !strings.Contains(c.text(0), "...") {
		name := path.Base(c.base.dir)
		if t := c.text(0); strings.HasSuffix(t, ".go") {
			name = strings.TrimSuffix(path.Base(t), ".go")
		} else if t != "" && t != "." {
			name = path.Base(t)
		}
		if p := c.placeOf(name, false); p.known {
			if f := c.r.facts.File(p.path); !f.Dir {
				c.r.wrote[p.path] = &made{cmd: c.idx, built: true}
			}
		}
	}
}

func (c *cmd) goTest() {
	c.goFlags()
	var pkgs []shell.Word
	for i, w := range c.pos {
		if w.Text == "-args" || w.Text == "--args" {
			c.toTask(c.pos[i+1:])
			break
		}
		pkgs = append(pkgs, w)
	}
	c.goPackages(pkgs)
	c.runsProjectCode()
}

// goEnv prints Go's settings; -w keeps one for all projects.
func (c *cmd) goEnv() {
	if !c.has("-w", "-u") {
		c.does(Print, "")
		return
	}
	for _, w := range c.pos {
		name, value, _ := strings.Cut(w.Text, "=")
		switch name {
		case "GOPROXY", "GONOPROXY", "GOPRIVATE":
			if name == "GOPROXY" && value != "direct" && value != "off" && value != "" {
				c.find(Write, "repoint", value, "takes modules from "+clip(value)+" from now on", w)
				continue
			}
		case "GOSUMDB", "GONOSUMDB", "GOINSECURE", "GONOSUMCHECK":
			c.find(Write, "disarm-flag", name, "switches the check of modules off", w)
			continue
		}
		c.unsure("changes Go's settings for all of your projects", w)
	}
}

// goDeclared tells whether go.mod names the module of a package path.
func (c *cmd) goDeclared(pkg string) tri {
	f := c.nearest("go.mod")
	if !f.known {
		return dontKnow
	}
	for line := range strings.SplitSeq(f.text, "\n") {
		fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		for _, mod := range fields {
			if len(mod) > 3 && (pkg == mod || strings.HasPrefix(pkg, mod+"/")) && strings.Contains(mod, "/") || len(fields) > 1 && fields[0] == "module" && (pkg == fields[1] || strings.HasPrefix(pkg, fields[1]+"/")) {
				return yes
			}
		}
	}
	return no
}

// goRun runs a program: of the project, or of a module that it names.
func (c *cmd) goRun() {
	c.goFlags()
	if len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	w := c.pos[0]
	n := 1
	switch {
	case !w.Known:
		c.unsure("which program it runs is not known", w)
	case strings.Contains(w.Text, "@"):
		mod, version, _ := strings.Cut(w.Text, "@")
		if c.goDeclared(mod) == yes && version != "latest" && version != "master" && version != "main" {
			c.does(Project, w.Text, w)
			break
		}
		c.find(Run, "unpinned-tool-run", w.Text, "fetches and runs "+clip(w.Text)+", which the project does not declare", w)
	case strings.HasSuffix(w.Text, ".go"):
		for n < len(c.pos) && strings.HasSuffix(c.pos[n].Text, ".go") {
			n++
		}
		for _, f := range c.pos[:n] {
			c.script("go", f)
		}
		c.runsProjectCode()
	case strings.HasPrefix(w.Text, "."), strings.HasPrefix(w.Text, "/"):
		c.goPackages(c.pos[:1])
		c.runsProjectCode()
	case !strings.Contains(strings.Split(w.Text, "/")[0], "."):
		c.runsProjectCode() // the standard library's, or the module's own
	default:
		if c.goDeclared(w.Text) == no {
			c.unsure("go.mod does not name the module of "+clip(w.Text), w)
		}
		c.runsProjectCode()
	}
	c.toTask(c.pos[n:])
}

// goInstall builds programs into the folder for them: the project's own, or
// those of a module from elsewhere.
func (c *cmd) goInstall() {
	c.goFlags()
	for _, w := range c.pos {
		mod, _, versioned := strings.Cut(w.Text, "@")
		switch {
		case !w.Known:
			c.unsure("which program it installs is not known", w)
		case versioned:
			if c.goDeclared(mod) == yes {
				c.does(Install, w.Text, w)
				continue
			}
			c.find(Install, "undeclared-dependency", w.Text, "installs "+clip(w.Text)+", which the project does not declare", w)
		case strings.HasPrefix(w.Text, "."), strings.HasPrefix(w.Text, "/"):
			c.goPackages([]shell.Word{w})
		case c.goDeclared(w.Text) == no && strings.Contains(strings.Split(w.Text, "/")[0], "."):
			c.find(Install, "undeclared-dependency", w.Text, "installs "+clip(w.Text)+", which the project does not declare", w)
		}
	}
	c.does(Install, c.name)
	c.runsProjectCode()
}

// goGet adds modules to go.mod, or brings those in it up to date.
func (c *cmd) goGet() {
	for _, w := range c.pos {
		mod, version, _ := strings.Cut(w.Text, "@")
		switch {
		case !w.Known:
			c.unsure("which module it gets is not known", w)
		case strings.HasPrefix(mod, "."), mod == "go", mod == "toolchain", version == "none":
		case c.goDeclared(mod) == yes:
		default:
			c.find(Install, "undeclared-dependency", w.Text, "adds "+clip(w.Text)+", which go.mod does not name", w)
		}
	}
	c.does(Install, c.name)
}

func (c *cmd) goModEdit() {
	if c.has("-print", "-json") {
		c.does(Print, "")
		return
	}
	for _, n := range [...]string{"-replace", "-tool", "-require"} {
		if v, ok := c.value(n); ok {
			if n == "-replace" {
				if _, to, _ := strings.Cut(v.Text, "="); strings.HasPrefix(to, "./") {
					continue
				}
				c.find(Write, "repoint", v.Text, "takes a module from somewhere else", v)
				continue
			}
			c.unsure("it changes what the project depends on", v)
		}
	}
	c.does(Local, c.name)
}

// goTool runs a tool of the toolchain's that has no row, or one that go.mod names.
func (c *cmd) goTool() {
	if len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	f := c.nearest("go.mod")
	if name := c.text(0); name != "" && f.known && !f.changed && strings.Contains(f.text, "tool") && strings.Contains(f.text, name) {
		c.runsProjectCode()
		return
	}
	c.unsure("what the tool "+clip(c.text(0))+" does is not known", c.pos[0])
}

// pprof shows a profile, from a file or from a running server.
func (c *cmd) pprof() {
	report := c.has("-text", "-top", "-raw", "-traces", "-tree", "-svg", "-pdf", "-png", "-dot", "-list", "-peek", "-tags")
	for _, w := range c.pos {
		if strings.Contains(w.Text, "://") {
			c.fetch(w)
			continue
		}
		c.read(w)
	}
	if !report && !c.has("-http") && len(c.pos) > 0 {
		c.unsure("pprof opens a session whose input is not seen")
	}
}

// cargoAdd adds a crate to Cargo.toml.
func (c *cmd) cargoAdd() {
	if v, ok := c.value("--git"); ok {
		c.find(Install, "foreign-repo-execution", v.Text, "adds a crate from a repository: "+clip(v.Text), v)
		return
	}
	for _, w := range c.pos {
		name, _, _ := strings.Cut(w.Text, "@")
		if c.declaredIn("Cargo.toml", name) == yes {
			c.does(Local, c.name, w)
			continue
		}
		if c.has("--path") {
			c.does(Local, c.name, w)
			continue
		}
		c.find(Install, "undeclared-dependency", name, "adds "+clip(w.Raw)+", which Cargo.toml does not name", w)
	}
}

// cargoInstall installs programs: of the project, or of a crate.
func (c *cmd) cargoInstall() {
	switch {
	case c.has("--list"):
		c.does(Print, "")
	case c.has("--git"):
		v, _ := c.value("--git")
		c.find(Install, "foreign-repo-execution", v.Text, "builds and installs from a repository: "+clip(v.Text), v)
	case c.has("--path") && len(c.pos) == 0:
		c.does(Install, c.name)
		c.runsProjectCode()
	default:
		if c.has("--index", "--registry") {
			c.find(Install, "registry-bypass", "", "installs from another registry")
		}
		for _, w := range c.pos {
			c.find(Install, "undeclared-dependency", w.Text, "installs "+clip(w.Raw)+", which the project does not declare", w)
		}
	}
}

func (c *cmd) cargoOwner() {
	if c.has("-a", "-r") {
		c.find(Remote, "grant-access", c.text(0), "changes who may publish the crate")
		return
	}
	c.does(Fetch, c.name)
}

// cargoWatch runs cargo's commands again when files change.
func (c *cmd) cargoWatch() {
	for _, o := range c.opts {
		if o.name == "-x" {
			if !o.value.Known {
				c.unsure("which command it runs is not known", o.value)
				continue
			}
			c.codeText("sh", "cargo "+o.value.Text)
		}
	}
	if len(c.pos) > 0 {
		c.nested(c.pos)
	}
	c.runsProjectCode()
}

// opamInstall installs what the project's opam file names, or packages.
func (c *cmd) opamInstall() {
	for _, w := range c.pos {
		if strings.HasPrefix(w.Text, ".") || strings.HasSuffix(w.Text, ".opam") {
			c.does(Install, c.name, w)
			continue
		}
		c.find(Install, "undeclared-dependency", w.Text, "installs "+clip(w.Raw)+", which no manifest declares", w)
	}
	c.does(Install, c.name)
}

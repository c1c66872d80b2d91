package effect

import (
	"path"
	"strings"

	"automode/shell"
)

// specialDotnet are the readers of .NET's tools.
func specialDotnet(name string) func(*cmd) {
	switch name {
	case "dotnet-add":
		return (*cmd).dotnetAdd
	case "dotnet-ef":
		return (*cmd).dotnetEF
	case "dotnet-new":
		return (*cmd).dotnetNew
	case "dotnet-publish":
		return (*cmd).dotnetPublish
	case "dotnet-run":
		return (*cmd).dotnetRun
	case "dotnet-tool":
		return (*cmd).dotnetTool
	case "dotnet-watch":
		return (*cmd).dotnetWatch
	case "msbuild":
		return (*cmd).msbuild
	}
	return nil
}

// dotnetRun runs an assembly: dotnet bin/Debug/app.dll.
func (c *cmd) dotnetRun() {
	if len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	w := c.pos[0]
	p := c.placeOf(w.Text, false)
	_, wrote := c.r.wrote[p.path]
	if strings.HasSuffix(w.Text, ".dll") && p.known && c.rooted(p.path) && !wrote && !c.r.sess.Files[p.path].Wrote && (strings.Contains(p.path, "/bin/") || strings.Contains(p.path, "/publish/") || strings.Contains(p.path, "/out/")) {
		c.toTask(c.pos[1:])
		c.runsProjectCode()
		return
	}
	c.unsure("what dotnet "+clip(w.Raw)+" does is not known", w)
}

// dotnetAdd adds a package or a reference to a project.
func (c *cmd) dotnetAdd() {
	for i, w := range c.pos {
		switch w.Text {
		case "reference":
			c.does(Local, c.name)
			return
		case "package":
			if i+1 < len(c.pos) {
				c.find(Install, "undeclared-dependency", c.pos[i+1].Text, "adds "+clip(c.pos[i+1].Raw)+", which the project does not declare", c.pos[i+1])
				return
			}
		}
	}
	c.unsure("what it adds is not known")
}

func (c *cmd) dotnetEF() {
	switch c.text(0) {
	case "drop":
		c.losesDatabase("drops the database")
	case "update":
		c.changesDatabase("changes the schema of", true)
	default:
		c.unsure("what it does to the database is not known")
	}
}

// dotnetNew makes files from a template that is installed, or installs one.
func (c *cmd) dotnetNew() {
	switch v := c.text(0); v {
	case "install", "--install", "-i":
		c.find(Install, "model-or-plugin-load", c.text(1), "installs templates that can run code")
	case "uninstall", "update":
		c.unsure("it changes the installed templates")
	case "list", "search", "details":
		c.does(Print, "")
	default:
		c.does(Local, c.name)
	}
}

// dotnetPublish builds what is to be deployed; a profile may deploy it.
func (c *cmd) dotnetPublish() {
	for _, w := range c.all {
		if strings.Contains(w.Text, "PublishProfile") || strings.Contains(w.Text, "PublishContainer") || strings.Contains(w.Text, "DeployOnBuild") {
			c.find(Remote, "production-deploy", w.Text, "deploys what it builds", w)
		}
	}
	c.runsProjectCode()
	c.does(Write, path.Join(c.base.dir, "bin"))
}

func (c *cmd) dotnetTool() {
	if len(c.pos) == 0 {
		c.does(Install, c.name)
		return
	}
	name := c.pos[0]
	if f := c.nearest(".config/dotnet-tools.json"); f.known && !f.changed && strings.Contains(strings.ToLower(f.text), `"`+strings.ToLower(name.Text)+`"`) && !c.has("-g") {
		c.does(Install, name.Text, name)
		return
	}
	c.find(Install, "undeclared-dependency", name.Text, "installs the tool "+clip(name.Raw)+", which the project does not declare", name)
}

// dotnetWatch runs another command of dotnet's again when files change.
func (c *cmd) dotnetWatch() {
	if len(c.pos) == 0 {
		c.runsProjectCode()
		return
	}
	c.nested(append([]shell.Word{word("dotnet")}, c.pos...))
}

// msbuild builds targets.
func (c *cmd) msbuild() {
	for _, w := range c.all {
		text := strings.ToLower(strings.TrimLeft(w.Text, "-/"))
		name, value, _ := strings.Cut(text, ":")
		switch {
		case name == "t" || name == "target":
			for t := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == ';' || r == ',' }) {
				c.namedTask(t, w)
			}
		case (name == "p" || name == "property") && (strings.Contains(value, "publishprofile") || strings.Contains(value, "deployonbuild=true")):
			c.find(Remote, "production-deploy", value, "deploys what it builds", w)
		case name == "logger" || name == "l" || name == "dl" || name == "distributedlogger" || strings.HasPrefix(w.Text, "@"):
			c.unsure("it loads a logger or options from a file", w)
		case name == "p" || name == "property":
			if strings.Contains(value, "toolpath") || strings.Contains(value, "toolexe") || strings.Contains(value, "custombefore") || strings.Contains(value, "customafter") || strings.Contains(value, "directorybuild") {
				c.unsure("it makes the build load something else", w)
			}
		case strings.HasPrefix(w.Text, "-"), strings.HasPrefix(w.Text, "/") && strings.Contains(w.Text, ":"):
		case strings.Contains(text, "proj") || strings.HasSuffix(text, ".sln") || strings.HasSuffix(text, ".targets"):
			c.sources(w)
		}
		c.flowWord(w)
	}
	c.runsProjectCode()
}

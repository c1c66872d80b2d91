package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// specialMore are the readers of tools that are used now and then, whose rows
// do not say all.
func specialMore(name string) func(*cmd) {
	switch name {
	case "artisan":
		return (*cmd).artisanTool
	case "asksmodel":
		return (*cmd).asksModel
	case "azfunc":
		return (*cmd).azFunc
	case "browserheadless":
		return (*cmd).browserHeadless
	case "clj":
		return (*cmd).clojure
	case "conaninstall", "vcpkginstall":
		return (*cmd).nativePackages
	case "cookiecutter":
		return (*cmd).template
	case "cpan":
		return (*cmd).cpan
	case "forgescript":
		return (*cmd).forgeScript
	case "hardhat":
		return (*cmd).hardhat
	case "hdfs":
		return (*cmd).hdfs
	case "exported":
		return (*cmd).exportsFunctions
	case "trapped":
		return (*cmd).trapped
	case "endless":
		return (*cmd).endless
	case "hledger":
		return (*cmd).hledger
	case "htpasswd":
		return (*cmd).htpasswd
	case "localschema":
		return func(c *cmd) { c.changesDatabase("changes the schema of", true) }
	case "nextflow":
		return (*cmd).nextflow
	case "remotequery":
		return (*cmd).remoteQuery
	case "screenshot":
		return (*cmd).screenshot
	case "servesmodel":
		return func(c *cmd) { c.does(Listen, "localhost") }
	case "snakemake":
		return (*cmd).snakemake
	case "sparksubmit":
		return (*cmd).sparkSubmit
	case "sqliteutils":
		return (*cmd).sqliteUtils
	case "wasmrun":
		return (*cmd).wasmRun
	case "wp":
		return (*cmd).wordpress
	}
	return nil
}

// artisanTool is Laravel's own tool where it is called by its name alone.
func (c *cmd) artisanTool() { c.artisan(word("artisan"), c.pos) }

// asksModel asks a model something: what it is given goes to it, and its answer
// is printed.
func (c *cmd) asksModel() {
	f := c.inflow()
	for _, w := range c.pos {
		f.join(c.wordFlow(w))
		c.flowWord(w)
	}
	if f.grade != secret.None || f.env {
		c.guard(Send, "data-exfiltration", "a model", "sends "+orWord(f.secret, "the environment")+" to a model", c.pos...)
		return
	}
	if len(c.pos) == 0 && c.sh.Stdin.Kind == 0 && len(c.sh.Stdin.From) == 0 && len(c.opts) == 0 {
		c.unsure("it opens a session whose input is not seen")
		return
	}
	if f.files {
		c.unsure("it sends what files hold to a model", c.pos...)
		return
	}
	c.does(Fetch, "a model")
	c.r.out[c.idx].fetched = "a model"
}

// azFunc is the tool of Azure Functions.
func (c *cmd) azFunc() {
	switch c.text(0) {
	case "azure":
		if c.text(1) == "functionapp" && (c.text(2) == "list-functions" || c.text(2) == "logstream") {
			c.does(Fetch, c.name)
			return
		}
		c.find(Remote, "production-deploy", c.text(2), "changes what runs in the cloud")
	case "start", "host":
		c.runsProjectCode()
		c.does(Listen, "localhost")
	case "new", "init", "pack":
		c.does(Local, c.name)
	case "", "help", "extensions", "templates":
		c.does(Print, "")
	default:
		c.unsure("what func " + clip(c.text(0)) + " does is not known")
	}
}

// browserHeadless is a browser that is run for one page: what it loads runs in
// the page, and what it writes is named by options.
func (c *cmd) browserHeadless() {
	headless := false
	for _, w := range c.args {
		c.flowWord(w)
		name, value, _ := strings.Cut(w.Text, "=")
		switch name {
		case "--headless", "-headless":
			headless = true
		case "--screenshot", "--print-to-pdf":
			if value == "" {
				value = "screenshot.png"
			}
			c.write(word(value), true)
		case "--remote-debugging-port", "--remote-debugging-address", "--load-extension", "--disable-web-security", "--user-data-dir", "--renderer-cmd-prefix", "--utility-cmd-prefix", "--gpu-launcher", "--no-sandbox", "--proxy-server", "--ssl-key-log-file", "--ignore-certificate-errors", "--disable-extensions-except":
			if name == "--no-sandbox" {
				c.find(Run, "control-off", name, "runs a browser without its sandbox", w)
				continue
			}
			c.unsure("what "+name+" lets a browser do is not known", w)
		case "--dump-dom", "--version", "--product-version", "--help":
		default:
			switch {
			case strings.HasPrefix(name, "-"):
			case strings.Contains(w.Text, "://") && !strings.HasPrefix(w.Text, "file:"):
				c.fetch(w)
			default:
				c.read(cut(w, strings.TrimPrefix(w.Text, "file://")))
			}
		}
	}
	if !headless && !strings.Contains(join(c.args), "--version") {
		c.unsure("a browser opens")
	}
}

// clojure runs code, or the aliases of the project.
func (c *cmd) clojure() {
	for i, w := range c.pos {
		c.flowWord(w)
		switch {
		case w.Text == "-e" || w.Text == "--eval":
			c.unsure("code in Clojure is not looked into", w)
			return
		case strings.HasPrefix(w.Text, "-Sdeps"):
			c.unsure("it brings dependencies that the project does not declare", w)
			return
		case i == 0 && (w.Text == "--version" || w.Text == "-h" || w.Text == "--help" || w.Text == "-Sdescribe" || w.Text == "-Stree" || w.Text == "-Spath"):
			c.does(Print, "")
			return
		}
	}
	if len(c.pos) == 0 {
		c.unsure("it opens a session whose input is not seen")
		return
	}
	for _, w := range c.pos {
		c.namedTask(strings.TrimLeft(w.Text, "-:"), w)
	}
	c.runsProjectCode()
}

// nativePackages installs what the project's own list names; what the command
// names is not declared.
func (c *cmd) nativePackages() {
	if c.has("--requires", "--tool-requires") {
		c.find(Install, "undeclared-dependency", "", "installs what no manifest of the project declares")
		return
	}
	for _, w := range c.pos {
		if strings.HasPrefix(c.name, "vcpkg") {
			c.find(Install, "undeclared-dependency", w.Text, "installs "+clip(w.Raw)+", which no manifest declares", w)
			continue
		}
		c.sources(w)
	}
	c.does(Install, c.name)
	c.runsProjectCode()
}

// template makes files from a template, which can run code of its own.
func (c *cmd) template() {
	for i, w := range c.pos {
		if w.Text == "copy" || w.Text == "update" || w.Text == "recopy" || w.Text == "check-update" {
			continue
		}
		if strings.Contains(w.Text, "://") || strings.HasPrefix(w.Text, "gh:") || strings.HasPrefix(w.Text, "gl:") || strings.HasPrefix(w.Text, "bb:") || strings.HasPrefix(w.Text, "git@") || strings.HasSuffix(w.Text, ".git") {
			c.find(Run, "foreign-repo-execution", w.Text, "runs a template that is fetched: "+clip(w.Raw), w)
			return
		}
		if i > 0 && c.name == "copier" {
			c.writeBelow(w)
			continue
		}
		c.sources(w)
	}
	c.runsProjectCode()
	c.does(Write, c.base.dir)
}

// cpan installs modules of Perl's.
func (c *cmd) cpan() {
	for _, w := range c.args {
		switch {
		case w.Text == "-D", w.Text == "-l", w.Text == "-v", w.Text == "--info", w.Text == "--showdeps", w.Text == "--version", w.Text == "-V", w.Text == "--help":
			c.does(Fetch, c.name)
			return
		case w.Text == ".", w.Text == "--installdeps":
			c.does(Install, c.name)
			c.runsProjectCode()
			return
		}
	}
	if len(c.args) == 0 {
		c.unsure("it opens a session whose input is not seen")
		return
	}
	c.find(Install, "undeclared-dependency", "", "installs modules that no manifest of the project declares")
}

// forgeScript runs a script against a chain: with --broadcast it spends.
func (c *cmd) forgeScript() {
	c.runsProjectCode()
	for _, w := range c.pos {
		c.sources(w)
	}
	if c.has("--broadcast") {
		c.find(Remote, "payment-or-order", "chain", "sends transactions to a chain")
	}
}

// hardhat runs tasks of the project, by default on a chain of this machine.
func (c *cmd) hardhat() {
	for _, w := range c.pos {
		c.namedTask(w.Text, w)
	}
	if v, ok := c.value("--network"); ok && v.Text != "localhost" && v.Text != "hardhat" {
		c.find(Remote, "payment-or-order", v.Text, "works on the chain "+clip(v.Raw), v)
		return
	}
	c.runsProjectCode()
}

// hdfs reads and changes files of a cluster.
func (c *cmd) hdfs() {
	switch verb := strings.TrimPrefix(c.text(0), "-"); verb {
	case "ls", "lsr", "cat", "text", "tail", "head", "du", "df", "count", "stat", "test", "checksum", "find", "getfacl", "getfattr", "help", "usage", "":
		c.does(Fetch, c.name)
	case "get", "copyToLocal", "getmerge":
		if len(c.pos) > 2 {
			c.writeBelow(c.pos[len(c.pos)-1])
		} else {
			c.writeBelow(word("."))
		}
		c.does(Fetch, c.name)
	case "rm", "rmr", "rmdir", "expunge", "truncate":
		c.find(Remote, "bulk-cloud-delete", "", "deletes files of a cluster")
	case "put", "copyFromLocal", "moveFromLocal", "appendToFile":
		for _, w := range c.pos[1:max(1, len(c.pos)-1)] {
			if !strings.HasPrefix(w.Text, "-") {
				c.upload("the cluster", w)
			}
		}
		c.find(Remote, "shared-artifact", "", "writes files of a cluster")
	case "chmod", "chown", "chgrp", "setfacl":
		c.find(Remote, "grant-access", "", "changes who may use files of a cluster")
	default:
		c.find(Remote, "shared-artifact", "", "changes files of a cluster")
	}
}

// hledger reports on a journal, or adds to it.
func (c *cmd) hledger() {
	switch c.text(0) {
	case "add", "iadd", "import", "edit", "rewrite":
		c.unsure("it changes the person's accounts")
	case "web", "ui":
		c.unsure("it opens a session whose input is not seen")
	default:
		c.does(Print, "")
	}
}

// htpasswd changes a file of passwords, or prints a line for one.
func (c *cmd) htpasswd() {
	if c.has("-n") {
		c.does(Print, "")
		return
	}
	if len(c.pos) > 0 {
		c.write(c.pos[0], c.has("-c"))
	}
}

// nextflow runs a pipeline: the project's, or one that it fetches.
func (c *cmd) nextflow() {
	if len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	w := c.pos[0]
	if strings.Contains(w.Text, "://") || strings.Count(w.Text, "/") == 1 && !strings.HasPrefix(w.Text, ".") && !strings.HasSuffix(w.Text, ".nf") {
		c.find(Run, "foreign-repo-execution", w.Text, "fetches and runs the pipeline "+clip(w.Raw), w)
		return
	}
	c.sources(w)
	c.runsProjectCode()
}

// remoteQuery reads clients of query engines: SQL in an option or a file.
func (c *cmd) remoteQuery() {
	told := false
	for _, o := range c.opts {
		switch {
		case !o.has:
		case o.name == "-e" || o.name == "--execute" || o.name == "-q":
			c.code("sql-mysql", o.value)
			told = true
		case o.name == "-f" || o.name == "--file":
			c.script("sql-mysql", o.value)
			told = true
		}
	}
	if w, prod := c.inProduction(); prod {
		c.finds("production-data", "works on "+clip(w.Raw)+", which is in production by its name", w)
	}
	if !told {
		c.stdinCode("sql-mysql")
	}
	c.does(Fetch, "database")
	c.r.out[c.idx].files = true
}

// screenshot is ImageMagick's import, where it is not the shell's or Python's.
func (c *cmd) screenshot() {
	c.find(Read, "physical-or-device", "screen", "takes a picture of the screen")
}

// snakemake runs the rules of the project's Snakefile.
func (c *cmd) snakemake() {
	if c.has("-n", "--list", "-l", "--summary", "-D", "--dag", "--rulegraph", "--lint") {
		c.does(Read, c.base.dir)
		return
	}
	for _, w := range c.pos {
		c.namedTask(w.Text, w)
	}
	c.runsProjectCode()
}

// sparkSubmit runs a job: on this machine, or on a cluster.
func (c *cmd) sparkSubmit() {
	if v, ok := c.value("--master"); ok && !strings.HasPrefix(v.Text, "local") {
		c.find(Remote, "production-deploy", v.Text, "runs a job on the cluster "+clip(v.Raw), v)
		return
	}
	if len(c.pos) > 0 {
		c.script("", c.pos[0])
	}
}

// sqliteUtils looks into a database file, or changes it.
func (c *cmd) sqliteUtils() {
	var file shell.Word
	if len(c.pos) > 1 {
		file = c.pos[1]
	}
	switch c.text(0) {
	case "tables", "views", "rows", "schema", "indexes", "triggers", "analyze-tables", "dump", "search", "--version", "--help", "help", "":
		if file.Raw != "" {
			c.read(file)
		}
		c.does(Print, "")
	case "query":
		if len(c.pos) > 2 {
			c.read(file)
			c.code("sql-sqlite", c.pos[2])
			return
		}
		c.unsure("which statements it runs is not known")
	case "memory":
		c.unsure("which statements it runs is not known")
	case "insert", "upsert", "bulk", "create-table", "create-view", "create-index", "add-column", "enable-fts", "rebuild-fts", "vacuum", "optimize", "create-database", "insert-files":
		c.write(file, false)
		for _, w := range c.pos[min(3, len(c.pos)):] {
			if !strings.HasPrefix(w.Text, "-") {
				c.read(w)
			}
		}
	default:
		c.find(Delete, "stateful-resource", file.Text, "changes or drops what a database holds")
	}
}

// wasmRun runs a program for WebAssembly: it reaches only what it is let.
func (c *cmd) wasmRun() {
	for i, w := range c.pos {
		c.flowWord(w)
		switch name, value, _ := strings.Cut(w.Text, "="); {
		case w.Text == "run" && i == 0:
		case w.Text == "--version" || w.Text == "--help":
			c.does(Print, "")
			return
		case name == "--dir" || name == "--mapdir" || name == "--volume":
			if value == "" && i+1 < len(c.pos) {
				value = c.pos[i+1].Text
			}
			if p := c.placeOf(orWord(value, "."), false); !p.known || !c.r.rooted(p.path) {
				c.unsure("it lets the program use files outside the project", w)
			}
		case strings.HasPrefix(w.Text, "-S"), strings.Contains(w.Text, "net"), strings.Contains(w.Text, "inherit"), w.Text == "publish", w.Text == "deploy", w.Text == "login":
			c.unsure("what it lets the program reach is not known", w)
		case strings.HasSuffix(w.Text, ".wasm"), strings.HasSuffix(w.Text, ".wat"), strings.HasSuffix(w.Text, ".cwasm"):
			for _, p := range c.places(w) {
				if p.known && !c.r.rooted(p.path) {
					c.unsure("what "+p.path+" does is not known", w)
				}
			}
			c.runsProjectCode()
			return
		case !strings.HasPrefix(w.Text, "-") && i > 0:
			c.unsure("what it runs is not known", w)
			return
		}
	}
}

// wordpress is the tool of WordPress sites.
func (c *cmd) wordpress() {
	verb := c.text(1)
	switch first := c.text(0); {
	case first == "db" && (verb == "query" || verb == "cli" || verb == "drop" || verb == "reset" || verb == "clean" || verb == "import" || verb == "search-replace"), first == "search-replace", first == "site" && verb == "empty":
		c.find(Delete, "stateful-resource", "database", "changes or drops the site's database")
	case first == "eval", first == "eval-file", first == "shell":
		c.unsure("which code it runs is not looked into")
	case first == "user" && verb != "list" && verb != "get" && verb != "list-caps":
		c.find(Remote, "account-change", c.text(2), "changes an account of the site")
	case verb == "list", verb == "get", verb == "status", verb == "search", verb == "is-installed", verb == "path", verb == "version", verb == "verify-checksums", verb == "check-update", verb == "size", verb == "tables", verb == "type", first == "help", first == "--info", first == "cli":
		c.runsProjectCode()
	case first == "plugin" && (verb == "install" || verb == "update"), first == "theme" && (verb == "install" || verb == "update"):
		c.find(Install, "model-or-plugin-load", c.text(2), "installs a plugin of the site's")
	default:
		c.unsure("what it changes on the site is not known")
	}
}

// trapped reads trap: what runs before each command sees all of them.
func (c *cmd) trapped() {
	for i, w := range c.pos {
		if i > 0 && (w.Text == "DEBUG" || w.Text == "debug") && c.text(0) != "" && c.text(0) != "-" {
			c.unsure("it runs something before each command", w)
		}
	}
}

// exportsFunctions reads export -f: a function with a program's name takes its
// place in what runs later.
func (c *cmd) exportsFunctions() {
	fn := false
	for _, w := range c.pos {
		if w.Text == "-f" || w.Text == "-fx" || w.Text == "-xf" {
			fn = true
			continue
		}
		if !fn || !w.Known {
			continue
		}
		if _, _, ok := lookup(w.Text); ok {
			c.unsure("a function takes the place of the program "+clip(w.Text), w)
		}
	}
}

// endless prints until it is stopped: into a file, until the disk is full.
func (c *cmd) endless() {
	for _, red := range c.sh.Redirs {
		if red.Writes() && !inertDevice(red.Target.Text) {
			c.unsure("it writes until the disk is full", red.Target)
		}
	}
	c.does(Print, "")
}

package effect

import (
	"encoding/json"
	"path"
	"strings"

	"automode/shell"
)

// specialLangs are the readers of interpreters and of languages' package
// managers.
func specialLangs(name string) func(*cmd) {
	switch name {
	case "bundle-config":
		return (*cmd).bundleConfig
	case "bundle-exec":
		return (*cmd).bundleExec
	case "bundle-install":
		return (*cmd).bundleInstall
	case "cabal-install":
		return (*cmd).cabalInstall
	case "cap":
		return (*cmd).cap
	case "composer-config":
		return (*cmd).composerConfig
	case "composer-exec":
		return (*cmd).bundleExec
	case "composer-global":
		return (*cmd).composerGlobal
	case "composer-install":
		return (*cmd).composerInstall
	case "composer-require":
		return (*cmd).composerRequire
	case "composer-script":
		return (*cmd).composerScript
	case "fastlane":
		return (*cmd).fastlane
	case "gem-owner":
		return (*cmd).gemOwner
	case "gem-sources", "nuget-sources":
		return (*cmd).packageSources
	case "ghc":
		return (*cmd).ghc
	case "gleam-docs":
		return (*cmd).gleamDocs
	case "julia":
		return (*cmd).julia
	case "lua":
		return (*cmd).lua
	case "luarocks", "nimble-install":
		return (*cmd).undeclaredInstall
	case "mix-run":
		return (*cmd).mixRun
	case "mix-task":
		return (*cmd).mixTask
	case "node":
		return (*cmd).node
	case "perl":
		return (*cmd).perl
	case "php":
		return (*cmd).php
	case "pod-repo":
		return (*cmd).podRepo
	case "pub-add":
		return (*cmd).pubAdd
	case "pub-global":
		return (*cmd).pubGlobal
	case "r":
		return (*cmd).rLang
	case "rackup":
		return (*cmd).rackup
	case "rails":
		return (*cmd).rails
	case "rake":
		return (*cmd).rake
	case "ruby":
		return (*cmd).ruby
	case "ruby-add":
		return (*cmd).rubyAdd
	case "stdin-ruby":
		return func(c *cmd) { c.stdinCode("ruby") }
	case "xcodebuild":
		return (*cmd).xcodebuild
	}
	return specialDotnet(name)
}

// runsScript runs a file of a language with arguments of the call's own.
func (c *cmd) runsScript(lang string, w shell.Word, args []shell.Word) {
	for _, a := range args {
		c.flowWord(a)
	}
	all := c.args
	c.args = args
	c.script(lang, w)
	c.args = all
	c.toTask(args)
	if p := c.placeOf(w.Text, false); w.Lit() && p.known && c.rooted(p.path) {
		c.runsProjectCode()
	}
}

// node runs a file, a text, tests, or its input.
func (c *cmd) node() {
	switch {
	case c.has("-e", "-p", "-pe"):
		c.toTask(c.pos)
	case c.has("--run"):
		v, _ := c.value("--run")
		c.namedTask(v.Text, v)
		if !c.jsScript(v.Text, c.pos) {
			c.unsure("package.json has no script "+clip(v.Text), v)
		}
	case c.has("--test"):
		for _, w := range c.pos {
			c.tests(w)
		}
		c.runsProjectCode()
	case c.has("-v", "-h", "--v8-options"):
		c.does(Print, "")
	case c.has("--check", "-c") && len(c.pos) > 0:
		c.read(c.pos[0])
	case len(c.pos) == 0, c.text(0) == "-":
		c.stdinCode("node")
	default:
		c.runsScript("node", c.pos[0], c.pos[1:])
	}
}

// textRun is how perl and ruby are started: their options come in clusters and
// their code in pieces.
type textRun struct {
	code  []shell.Word
	uses  string // lines that load modules
	files []shell.Word
	edit  bool // files are changed where they stand
	loop  bool // the code runs for each line of the files
	look  bool // only checked or told about
}

// clusters reads the command line of perl and ruby.
func (c *cmd) clusters(lang string) (run textRun, ok bool) {
	args := c.all
	i := 0
	for ; i < len(args); i++ {
		w := args[i]
		if !w.Known {
			if w.Prefix == "" || w.Prefix[0] != '-' {
				break
			}
			c.unsure("an option that is not wholly known", w)
			return run, false
		}
		if w.Text == "--" {
			i++
			break
		}
		if len(w.Text) < 2 || w.Text[0] != '-' {
			break
		}
		if strings.HasPrefix(w.Text, "--") {
			switch name, _, _ := strings.Cut(w.Text, "="); name {
			case "--version", "--help", "--copyright":
				run.look = true
			case "--yjit", "--jit", "--disable", "--enable", "--encoding", "--external-encoding", "--internal-encoding", "--verbose", "--disable-gems", "--yjit-stats", "--parser":
			default:
				c.unsure("option "+clip(w.Text)+" is not known", w)
			}
			continue
		}
		for j := 1; j < len(w.Text); j++ {
			rest := w.Text[j+1:]
			next := func() (v shell.Word, had bool) {
				if rest != "" {
					return cut(w, rest), true
				}
				if i+1 < len(args) {
					i++
					return args[i], true
				}
				return v, false
			}
			switch ch := w.Text[j]; ch {
			case 'n', 'p', 'a':
				run.loop = true
				continue
			case 'w', 'W', 'X', 's', 'S', 'T', 't', 'U', 'u', 'f', 'g':
				if lang == "ruby" && (ch == 'W' || ch == 'T') {
					break
				}
				continue
			case 'l', '0':
				if strings.Trim(rest, "0123456789abcdefABCDEFx") == "" {
					break
				}
				for j+1 < len(w.Text) && (w.Text[j+1] >= '0' && w.Text[j+1] <= '9') {
					j++
				}
				continue
			case 'c', 'v', 'V', 'h', 'y':
				run.look = true
				continue
			case 'e', 'E':
				if lang == "ruby" && ch == 'E' {
					next()
					break
				}
				v, had := next()
				if !had {
					c.unsure("the code it runs is not there", w)
					return run, false
				}
				run.code = append(run.code, v)
			case 'i':
				run.edit = true
			case 'M', 'm':
				name, list, has := strings.Cut(strings.TrimPrefix(rest, "-"), "=")
				run.uses += "use " + name
				if has {
					run.uses += " qw(" + strings.ReplaceAll(list, ",", " ") + ")"
				}
				run.uses += ";\n"
			case 'r':
				v, _ := next()
				if strings.Contains(v.Text, "/") {
					c.script(lang, v)
				} else {
					run.uses += "require '" + v.Text + "'\n"
				}
			case 'I':
				v, _ := next()
				if p := c.placeOf(v.Text, false); !p.known || !c.rooted(p.path) {
					c.unsure("it loads modules from "+clip(v.Text), v)
				}
			case 'F', 'C', 'K', 'x':
				if lang == "ruby" && ch == 'C' || ch == 'x' && rest != "" {
					if rest == "" {
						next()
					}
					c.unsure("it works in another folder", w)
				}
			default:
				c.unsure("option -"+string(ch)+" is not known", w)
			}
			break
		}
	}
	run.files = args[min(i, len(args)):]
	return run, true
}

// perl runs a text for each line of files, a text, a file, or its input.
func (c *cmd) perl() { c.textRuns("perl") }

// ruby runs as perl does.
func (c *cmd) ruby() { c.textRuns("ruby") }

func (c *cmd) textRuns(lang string) {
	run, ok := c.clusters(lang)
	switch {
	case !ok:
	case run.look && len(run.code) == 0 && len(run.files) == 0:
		c.does(Print, "")
	case len(run.code) == 0 && len(run.files) == 0, len(run.code) == 0 && run.files[0].Text == "-":
		c.stdinCode(lang)
	case len(run.code) == 0:
		if run.look {
			c.read(run.files[0])
			return
		}
		if strings.HasPrefix(run.uses, "use ") || run.edit || run.loop {
			c.unsure("what the script does with its options is not followed", run.files[0])
		}
		c.runsScript(lang, run.files[0], run.files[1:])
	default:
		text := run.uses
		for _, w := range run.code {
			if !w.Known {
				c.code(lang, w)
				return
			}
			text += w.Text + "\n"
		}
		if run.edit {
			c.substitutes(text, run.files)
		}
		for _, w := range run.files {
			switch {
			case lang == "perl" && run.loop && w.Known && strings.ContainsAny(w.Text, "|<>"):
				c.unsure("a file name that perl would run as a command", w)
			case run.edit:
				c.role("inplace", w)
			case run.loop:
				c.read(w)
			default:
				c.flowWord(w)
			}
		}
		if run.loop && len(run.files) == 0 {
			c.r.out[c.idx].join(c.inflow())
		}
		if !run.look {
			c.codeText(lang, text)
		}
	}
}

// php runs a file, a text, a server for development, or artisan.
func (c *cmd) php() {
	for _, o := range c.opts {
		if o.name == "-d" {
			key, _, _ := strings.Cut(o.value.Text, "=")
			switch key {
			case "auto_prepend_file", "auto_append_file", "extension", "zend_extension", "disable_functions", "open_basedir", "allow_url_include", "include_path", "sendmail_path":
				c.unsure("it makes PHP load or allow something else", o.value)
			}
		}
	}
	switch {
	case c.has("-r", "-B", "-E"):
		c.toTask(c.pos)
	case c.has("-v", "-h", "-i", "-m", "--ini", "--rf", "--rc", "--re", "--ri"):
		c.does(Print, "")
	case c.has("-l", "-w", "-s"):
		for _, w := range c.pos {
			c.read(w)
		}
	case c.has("-S"):
		if len(c.pos) > 0 {
			c.runsScript("php", c.pos[0], nil)
		}
		c.runsProjectCode()
	case c.has("-f"):
		v, _ := c.value("-f")
		c.runsScript("php", v, c.pos)
	case len(c.pos) == 0:
		c.stdinCode("php")
	default:
		w, args := c.pos[0], c.pos[1:]
		switch base := path.Base(w.Text); base {
		case "artisan":
			c.artisan(w, args)
		case "composer", "composer.phar":
			tool := w
			tool.Text = "composer"
			c.nested(append([]shell.Word{tool}, args...))
		case "phpunit", "pest", "phpstan", "psalm", "php-cs-fixer", "phpcs", "phpcbf", "pint", "rector":
			tool := w
			tool.Text = base
			c.nested(append([]shell.Word{tool}, args...))
		default:
			c.runsScript("php", w, args)
		}
	}
}

// artisan runs a command of a Laravel project.
func (c *cmd) artisan(w shell.Word, args []shell.Word) {
	if len(args) == 0 {
		c.runsProjectCode()
		return
	}
	c.args = args
	verb := args[0].Text
	switch verb {
	case "tinker":
		for i, a := range args {
			if code, ok := strings.CutPrefix(a.Text, "--execute="); ok {
				c.code("php", cut(a, code))
				return
			}
			if a.Text == "--execute" && i+1 < len(args) {
				c.code("php", args[i+1])
				return
			}
		}
		c.unsure("tinker opens a session whose input is not seen", w)
	case "down":
		c.unsure("it takes the application out of service", args[0])
	case "env:decrypt", "env:encrypt":
		c.unsure("it handles secrets of the project", args[0])
	default:
		if c.verbDB(verb, args[0]) {
			return
		}
		if !strings.HasPrefix(verb, "make:") && !strings.HasPrefix(verb, "vendor:") {
			c.namedTask(verb, args[0])
		}
		c.toTask(args)
		c.runsProjectCode()
	}
}

// rails runs a command of a Rails project.
func (c *cmd) rails() {
	if len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	verb, args := c.text(0), c.pos[1:]
	c.args = c.pos
	env := c.runsIn()
	switch verb {
	case "c", "console", "db", "dbconsole":
		c.unsure("it opens a session whose input is not seen", c.pos[0])
	case "r", "runner":
		for len(args) > 1 && strings.HasPrefix(args[0].Text, "-") {
			args = args[1:]
		}
		if len(args) > 0 {
			if strings.HasSuffix(args[0].Text, ".rb") {
				c.runsScript("ruby", args[0], args[1:])
			} else {
				c.code("ruby", args[0])
			}
		}
	case "s", "server":
		for i, a := range args {
			name, value, ok := strings.Cut(a.Text, "=")
			if name == "-b" || name == "--binding" {
				if !ok && i+1 < len(args) {
					value = args[i+1].Text
				}
				v := a
				v.Text = value
				c.bind(v)
			}
		}
		c.does(Listen, "localhost")
		c.runsProjectCode()
		return
	case "d", "destroy":
		c.unsure("it deletes files that were generated and may have been changed", c.pos[0])
	case "new":
		c.does(Install, c.name)
		for _, a := range args {
			if strings.HasPrefix(a.Text, "-m") || strings.HasPrefix(a.Text, "--template") {
				c.unsure("a template runs", a)
			}
		}
		if len(args) > 0 {
			c.makeDir(args[0])
		}
		return
	default:
		if strings.HasPrefix(verb, "credentials") || strings.HasPrefix(verb, "secrets") || strings.HasPrefix(verb, "encrypted") {
			c.find(Read, "credential-print", verb, "shows or opens the project's credentials", c.pos[0])
			return
		}
		c.rakeTask(c.pos[0])
		c.toTask(args)
	}
	if productionName(env) && verb != "assets:precompile" {
		c.find(Remote, "production-data", env, "runs in the environment "+env)
	}
	c.runsProjectCode()
}

// rake runs tasks of a Rakefile.
func (c *cmd) rake() {
	if c.has("-T", "-D", "-P", "-V", "-h", "-n", "--rules") {
		c.runsProjectCode()
		return
	}
	if v, ok := c.value("-f"); ok {
		c.flowWord(v)
	}
	for _, w := range c.pos {
		if !w.Known {
			c.unsure("which task it runs is not known", w)
			continue
		}
		if !strings.Contains(w.Text, "=") {
			c.rakeTask(w)
		}
	}
	if env := c.runsIn(); productionName(env) && c.text(0) != "assets:precompile" {
		c.find(Remote, "production-data", env, "runs in the environment "+env)
	}
	if f := c.nearest("Rakefile"); f.changed {
		c.unsure("it runs tasks of " + f.path + ", which was changed")
	}
	c.runsProjectCode()
}

// rakeTask judges a task by its name.
func (c *cmd) rakeTask(w shell.Word) {
	name, _, _ := strings.Cut(w.Text, "[")
	switch {
	case name == "release":
		c.find(Remote, "public-publication", name, "releases the gem", w)
	case strings.HasPrefix(name, "g") && (name == "g" || name == "generate"):
	case strings.Contains(name, ":") && c.verbDB(name, w):
	default:
		c.namedTask(name, w)
	}
}

// bundleExec runs a program that the project's packages bring.
func (c *cmd) bundleExec() {
	if len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	w := c.pos[0]
	if !w.Known {
		c.unsure("which program it runs is not known", w)
		return
	}
	if _, _, ok := lookup(w.Text); ok || strings.Contains(w.Text, "/") {
		c.nested(c.pos)
		return
	}
	c.namedTask(w.Text, w)
	c.toTask(c.pos[1:])
	c.runsProjectCode()
}

// bundleInstall installs what the Gemfile names.
func (c *cmd) bundleInstall() { c.declaredInstall("Gemfile", "gems.rb") }

// bundleConfig reads and keeps settings of bundler.
func (c *cmd) bundleConfig() {
	pos := c.pos
	if len(pos) > 0 && (pos[0].Text == "set" || pos[0].Text == "get" || pos[0].Text == "list" || pos[0].Text == "unset") {
		if pos[0].Text == "get" || pos[0].Text == "list" {
			c.does(Print, "")
			return
		}
		pos = pos[1:]
	}
	if len(pos) < 2 {
		c.does(Print, "")
		return
	}
	switch key := pos[0].Text; {
	case strings.HasPrefix(key, "mirror"), strings.Contains(key, "://"):
		c.find(Write, "repoint", key, "takes gems from elsewhere", pos[0])
	case key == "disable_checksum_validation", key == "ssl_verify_mode":
		c.find(Write, "disarm-flag", key, "switches a check off", pos[0])
	case c.has("--global"):
		c.unsure("it changes bundler's settings for all projects", pos[0])
	case key == "path", key == "without", key == "with", key == "jobs", key == "deployment", key == "frozen", key == "clean", key == "retry":
		c.does(Local, c.name)
	default:
		c.unsure("it changes bundler's settings", pos[0])
	}
}

// rubyAdd installs gems by name, or those that the Gemfile names.
func (c *cmd) rubyAdd() {
	for _, n := range [...]string{"--git", "--github"} {
		if v, ok := c.value(n); ok {
			c.find(Install, "foreign-repo-execution", v.Text, "installs from the repository "+clip(v.Text), v)
			return
		}
	}
	if len(c.pos) == 0 {
		if c.has("-g", "--file") || c.has("--system") {
			c.does(Install, c.name)
			return
		}
		c.unsure("it replaces gems of this machine")
		return
	}
	for _, w := range c.pos {
		name, _, _ := strings.Cut(w.Text, ":")
		switch {
		case !w.Known:
			c.unsure("which gem it installs is not known", w)
		case strings.HasSuffix(w.Text, ".gem"):
			p := c.placeOf(w.Text, false)
			if p.known && c.rooted(p.path) && c.foreign(p) == "" {
				c.does(Install, w.Text, w)
				continue
			}
			c.unsure("it installs a gem from a file", w)
		case name == "bundler", c.declaredIn("Gemfile", name) == yes, c.declaredIn("Gemfile.lock", name) == yes:
			c.does(Install, name, w)
		default:
			c.find(Install, "undeclared-dependency", name, "installs "+clip(w.Raw)+", which the Gemfile does not name", w)
		}
	}
}

func (c *cmd) gemOwner() {
	if c.has("-a", "-r") {
		c.find(Remote, "grant-access", c.text(0), "changes who may publish the gem")
		return
	}
	c.does(Fetch, c.name)
}

// packageSources lists or changes where packages come from.
func (c *cmd) packageSources() {
	if v, ok := c.value("-a"); ok {
		c.find(Write, "repoint", v.Text, "takes packages from "+clip(v.Text)+" as well", v)
		return
	}
	switch v := strings.ToLower(c.text(0)); {
	case c.has("-r", "-c"):
		c.unsure("it changes where packages come from")
	case v == "add" || v == "update" || v == "remove" || v == "enable" || v == "disable":
		c.find(Write, "repoint", v, "changes where packages come from")
	default:
		c.does(Print, "")
	}
}

// composerScripts are the scripts of a composer.json.
func composerScripts(text string) map[string][]string {
	var m struct {
		Scripts map[string]any `json:"scripts"`
	}
	if json.Unmarshal([]byte(text), &m) != nil {
		return nil
	}
	out := map[string][]string{}
	for name, v := range m.Scripts {
		switch v := v.(type) {
		case string:
			out[name] = []string{v}
		case []any:
			for _, s := range v {
				if s, ok := s.(string); ok {
					out[name] = append(out[name], s)
				}
			}
		}
	}
	return out
}

// composerRuns judges a script of composer.json's. ok is false when it is known
// that there is none.
func (c *cmd) composerRuns(f projectFile, name string, depth int) (ok bool) {
	lines, found := composerScripts(f.text)[name]
	if !found || depth > 6 {
		return found
	}
	for _, l := range lines {
		switch {
		case strings.HasPrefix(l, "@php "):
			c.taskText("composer.json's script "+name, l[1:], path.Dir(f.path), f.changed)
		case strings.HasPrefix(l, "@composer "):
			c.taskText("composer.json's script "+name, l[1:], path.Dir(f.path), f.changed)
		case strings.HasPrefix(l, "@putenv "):
		case strings.HasPrefix(l, "@"):
			c.composerRuns(f, strings.Fields(l[1:])[0], depth+1)
		case strings.Contains(l, "::"): // a method of the project's
		default:
			c.taskText("composer.json's script "+name, l, path.Dir(f.path), f.changed)
		}
	}
	return true
}

// composerScript runs a script of composer.json's by its name.
func (c *cmd) composerScript() {
	if len(c.pos) == 0 || c.has("-l") {
		c.does(Print, "")
		return
	}
	w := c.pos[0]
	c.namedTask(w.Text, w)
	f := c.nearest("composer.json")
	switch {
	case f.changed && !f.known:
		c.unsure("composer.json was changed, and what its scripts do is not known")
	case f.known && !c.composerRuns(f, w.Text, 0):
		c.unsure("composer.json has no script "+clip(w.Text), w)
	}
	c.toTask(c.pos[1:])
	c.runsProjectCode()
}

// composerInstall installs what composer.json names.
func (c *cmd) composerInstall() {
	f := c.declaredInstall("composer.json")
	if f.known && !c.has("--no-scripts") {
		for _, s := range [...]string{"pre-install-cmd", "post-install-cmd", "pre-update-cmd", "post-update-cmd", "pre-autoload-dump", "post-autoload-dump"} {
			c.composerRuns(f, s, 0)
		}
	}
}

// composerRequire adds packages to composer.json.
func (c *cmd) composerRequire() {
	f := c.nearest("composer.json")
	for _, w := range c.pos {
		name, _, _ := strings.Cut(w.Text, ":")
		name, _, _ = strings.Cut(name, "=")
		if f.known && !f.changed && strings.Contains(f.text, `"`+name+`"`) {
			c.does(Install, name, w)
			continue
		}
		c.find(Install, "undeclared-dependency", name, "installs "+clip(w.Raw)+", which composer.json does not name", w)
	}
	c.does(Install, c.name)
}

func (c *cmd) composerGlobal() {
	switch c.text(0) {
	case "show", "info", "list", "outdated", "licenses", "":
		c.does(Print, "")
	case "require", "install", "update", "i", "u":
		c.find(Install, "undeclared-dependency", join(c.pos), "installs packages for all of this machine")
	default:
		c.unsure("what composer global does here is not known")
	}
}

func (c *cmd) composerConfig() {
	if c.has("-l") || len(c.pos) < 2 && !c.has("--unset") {
		c.does(Print, "")
		return
	}
	key, value := c.text(0), c.text(1)
	switch {
	case strings.HasPrefix(key, "repositories"), strings.HasPrefix(key, "repo"):
		c.find(Write, "repoint", key, "takes packages from elsewhere")
	case key == "secure-http" && value == "false", key == "disable-tls" && value == "true", strings.HasPrefix(key, "audit"):
		c.find(Write, "disarm-flag", key, "switches a check off")
	case strings.Contains(key, "oauth"), strings.Contains(key, "token"), strings.Contains(key, "http-basic"), strings.Contains(key, "bearer"):
		c.find(Write, "secret-into-artifact", key, "keeps a credential in the settings")
	case strings.HasPrefix(key, "scripts"), strings.HasPrefix(key, "allow-plugins"), c.has("-g"):
		c.unsure("it changes what composer runs")
	default:
		c.does(Local, c.name)
	}
}

// cabalInstall installs programs of the project or of a package.
func (c *cmd) cabalInstall() {
	for _, w := range c.pos {
		if strings.HasPrefix(w.Text, ".") || strings.HasPrefix(w.Text, "exe:") || strings.HasPrefix(w.Text, "all") {
			continue
		}
		if c.has("--only-dependencies") {
			continue
		}
		c.find(Install, "undeclared-dependency", w.Text, "installs "+clip(w.Raw)+", which the project does not declare", w)
	}
	c.does(Install, c.name)
	c.runsProjectCode()
}

// undeclaredInstall installs packages by name, where the project's manifest
// has no fixed name; without a name, what the manifest declares.
func (c *cmd) undeclaredInstall() {
	for _, w := range c.pos {
		if strings.HasSuffix(w.Text, ".rockspec") || strings.HasPrefix(w.Text, "./") {
			continue
		}
		c.find(Install, "undeclared-dependency", w.Text, "installs "+clip(w.Raw)+", which no manifest is known to declare", w)
	}
	c.does(Install, c.name)
}

func (c *cmd) pubAdd() {
	for _, w := range c.pos {
		name, _, _ := strings.Cut(strings.TrimPrefix(w.Text, "dev:"), ":")
		if c.declaredIn("pubspec.yaml", name) == yes {
			c.does(Install, name, w)
			continue
		}
		c.find(Install, "undeclared-dependency", name, "adds "+clip(w.Raw)+", which pubspec.yaml does not name", w)
	}
}

func (c *cmd) pubGlobal() {
	switch c.text(0) {
	case "list", "":
		c.does(Print, "")
	case "run":
		if len(c.pos) > 1 {
			c.namedTask(c.text(1), c.pos[1])
		}
		c.runsProjectCode()
	case "activate":
		c.find(Install, "undeclared-dependency", join(c.pos[1:]), "installs a package for all of this machine")
	default:
		c.unsure("it changes packages of all of this machine")
	}
}

// mixTask runs a task of mix's or the project's.
func (c *cmd) mixTask() {
	if len(c.pos) == 0 {
		c.runsProjectCode()
		return
	}
	w := c.pos[0]
	c.args = c.pos
	if c.verbDB(w.Text, w) {
		return
	}
	c.namedTask(w.Text, w)
	c.toTask(c.pos[1:])
	c.runsProjectCode()
}

func (c *cmd) mixRun() {
	for i, w := range c.pos {
		if i == 0 {
			c.runsScript("elixir", w, c.pos[1:])
		}
	}
	c.runsProjectCode()
}

// julia, lua and R run a text, a file, or their input.
func (c *cmd) julia() { c.plainRun("julia", "-e", "-E", "-v", "-h") }

func (c *cmd) lua() { c.plainRun("lua", "-e", "-v") }

func (c *cmd) rLang() {
	if c.name == "R" {
		switch {
		case c.text(0) == "CMD":
			if c.text(1) == "INSTALL" && len(c.pos) > 2 && !strings.HasPrefix(c.text(2), ".") {
				c.unsure("it installs a package for all of this machine", c.pos[2])
			}
			c.runsProjectCode()
		case c.has("-e", "-f", "--version", "--help"):
		default:
			c.stdinCode("r")
		}
		return
	}
	c.plainRun("r", "-e", "--version", "--help")
}

// plainRun runs the first operand as a file of that language, or the input
// where there is none and none of the options says otherwise.
func (c *cmd) plainRun(lang string, instead ...string) {
	switch {
	case len(c.pos) > 0 && c.pos[0].Text != "-":
		if c.has(instead...) && lang != "lua" {
			c.toTask(c.pos)
			return
		}
		c.runsScript(lang, c.pos[0], c.pos[1:])
	case c.has(instead...):
	default:
		c.stdinCode(lang)
	}
}

// ghc compiles.
func (c *cmd) ghc() {
	if c.has("-e") || c.has("--version", "--info", "--numeric-version") {
		c.does(Print, "")
		return
	}
	c.runsProjectCode()
	if v, ok := c.value("-o"); ok {
		c.builds(v, c.cleanSources(c.pos))
		return
	}
	for _, w := range c.pos {
		c.builds(word(strings.TrimSuffix(w.Text, path.Ext(w.Text))), c.cleanSources(c.pos))
	}
}

func (c *cmd) gleamDocs() {
	if v := c.text(0); v == "publish" || v == "remove" {
		c.find(Remote, "public-publication", v, "publishes documentation")
		return
	}
	c.runsProjectCode()
}

func (c *cmd) podRepo() {
	switch c.text(0) {
	case "push":
		c.find(Remote, "public-publication", c.text(1), "publishes a pod")
	case "add", "add-cdn", "remove":
		c.unsure("it changes where pods come from")
	default:
		c.does(Fetch, c.name)
	}
}

// rackup serves the project, on this machine unless told otherwise.
func (c *cmd) rackup() {
	if !c.has("-o") {
		c.does(Listen, "localhost")
	}
	c.runsProjectCode()
}

// fastlane runs a lane of the project's, or an action.
func (c *cmd) fastlane() {
	if len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	w := c.pos[0]
	if len(c.pos) > 1 && (w.Text == "ios" || w.Text == "android" || w.Text == "mac" || w.Text == "run") {
		w = c.pos[1]
	}
	switch w.Text {
	case "lanes", "list", "actions", "action", "docs", "env":
		c.does(Print, "")
		return
	case "deliver", "pilot", "supply", "upload_to_testflight", "upload_to_app_store", "upload_to_play_store", "beta", "release", "appstore", "testflight", "deploy", "submit", "internal", "alpha":
		c.find(Remote, "production-deploy", w.Text, "uploads or releases the app", w)
	case "match", "cert", "sigh", "produce", "pem", "register_device", "nuke":
		c.find(Remote, "dns-cert-secret-store", w.Text, "makes or fetches signing keys", w)
	default:
		c.namedTask(w.Text, w)
	}
	c.runsProjectCode()
}

// xcodebuild builds, tests and archives.
func (c *cmd) xcodebuild() {
	for _, w := range c.pos {
		switch w.Text {
		case "build", "test", "clean", "analyze", "archive", "build-for-testing", "test-without-building", "docbuild", "install", "installsrc":
		default:
			if !strings.Contains(w.Text, "=") {
				c.unsure("what xcodebuild does with "+clip(w.Raw)+" is not known", w)
			}
		}
	}
	c.runsProjectCode()
}

// cap is Capistrano, which deploys, or Capacitor, which builds apps.
func (c *cmd) cap() {
	switch c.text(0) {
	case "sync", "copy", "open", "run", "build", "add", "ls", "doctor", "init", "update", "migrate":
		c.runsProjectCode()
	case "":
		c.does(Print, "")
	default:
		c.find(Remote, "production-deploy", c.text(0), "deploys to "+clip(c.text(0)))
	}
}

package effect

import (
	"path"
	"strings"

	"automode/shell"
	"automode/world"
)

// specialNative are the readers of builds and compilers.
func specialNative(name string) func(*cmd) {
	switch name {
	case "ant":
		return (*cmd).ant
	case "bazel":
		return (*cmd).bazel
	case "buf-generate":
		return (*cmd).bufGenerate
	case "ccache":
		return (*cmd).ccache
	case "cmake":
		return (*cmd).cmake
	case "compiler":
		return (*cmd).compiler
	case "goreleaser":
		return (*cmd).goreleaser
	case "gradle":
		return (*cmd).gradle
	case "indent":
		return (*cmd).indent
	case "java":
		return (*cmd).java
	case "javac":
		return (*cmd).javac
	case "jmap":
		return (*cmd).jmap
	case "jshell":
		return (*cmd).jshell
	case "just":
		return (*cmd).runJust
	case "make":
		return (*cmd).runMake
	case "maven":
		return (*cmd).maven
	case "objcopy":
		return (*cmd).objcopy
	case "patchelf":
		return (*cmd).patchelf
	case "rewrite", "rewrite-w", "rewrite-i":
		return (*cmd).rewrite
	case "run-args":
		return (*cmd).runArgs
	case "rustc":
		return (*cmd).compiler
	case "sbt":
		return (*cmd).sbt
	case "task-name":
		return (*cmd).taskName
	case "taskfile":
		return (*cmd).taskfile
	}
	return nil
}

// rewrite is a formatter: it lays files out anew, which changes nothing of what
// they do. Rows say by their options whether it writes or only looks.
func (c *cmd) rewrite() {
	look := c.has("--check", "--test", "-n", "--dry-run", "--diff", "-l", "-d", "--list", "--print-config") && !c.has("-w", "-i")
	switch c.name {
	case "gofmt", "gofumpt", "goimports", "asmfmt":
		look = !c.has("-w")
	case "clang-format", "cmake-format":
		look = !c.has("-i")
	case "rustfmt":
		if v, ok := c.value("--emit"); ok && v.Text != "files" {
			look = true
		}
	}
	for _, w := range c.pos {
		if look {
			c.read(w)
			continue
		}
		c.laysOut(w)
	}
}

// laysOut notes that the layout of files is changed, not what they do.
func (c *cmd) laysOut(w shell.Word) {
	c.flowWord(w)
	ps := c.places(w)
	if found, _, ok := c.found(w); ok {
		ps = found
	}
	for _, p := range ps {
		class, what := classOf(p.path, c.r.env.Place)
		switch {
		case !p.known:
			c.unsure("which files it changes is not known", w)
		case class >= Protected && !strings.Contains(what, "instructions"):
			c.guard(Write, protectedEntry(p.path, what), p.path, "changes "+what, w)
		case c.r.rooted(p.path):
			c.does(Local, p.path, w)
		case c.r.isTemp(p.path), p.temp, systemPath(p.path), class >= Protected:
			c.writePlace(p, w, false)
		default:
			c.unsure("it rewrites files outside the project: "+p.path, w)
		}
	}
}

// runArgs runs the project's code with words of the call's own.
func (c *cmd) runArgs() { c.toTask(c.pos) }

// taskName runs a task of the project's by its name.
func (c *cmd) taskName() {
	for _, w := range c.pos {
		c.namedTask(w.Text, w)
	}
	c.toTask(c.pos)
	c.runsProjectCode()
}

// taskfile runs tasks of a Taskfile, which is not read.
func (c *cmd) taskfile() {
	if c.has("-l", "-a", "--summary", "--version") {
		c.does(Print, "")
		return
	}
	if c.has("-i") {
		c.does(Local, c.name)
		return
	}
	f := c.nearest("Taskfile.yml", "Taskfile.yaml", "Taskfile.dist.yml")
	if f.changed {
		c.unsure("it runs " + f.path + ", which was changed")
	}
	c.taskName()
}

// compiler reads the command line of a C or Rust compiler: sources in, objects
// and programs out. Compiling runs nothing, but for plugins.
func (c *cmd) compiler() {
	out, linked := shell.Word{}, true
	var sources []shell.Word
	args := c.args
	for i := 0; i < len(args); i++ {
		w := args[i]
		c.flowWord(w)
		text := w.Text
		if !w.Known {
			text = w.Prefix
		}
		take := func() shell.Word {
			if i+1 < len(args) {
				i++
				return args[i]
			}
			return shell.Word{}
		}
		switch {
		case text == "" && w.Many && c.tame(w):
			// flags that a configuration program prints
		case text == "" && !w.Known:
			if f, plain, ok := c.found(w); ok && plain && len(f) > 0 {
				sources = append(sources, w)
				continue
			}
			c.unsure("an argument that is not known could be an option", w)
		case text == "-o":
			out = take()
		case strings.HasPrefix(text, "-o") && c.name == "cc" && len(text) > 2 && !strings.HasPrefix(text, "-objc"):
			out = cut(w, text[2:])
		case text == "--out-dir" || text == "-MF":
			c.writeBelow(take())
		case text == "-MT", text == "-MQ", text == "-x", text == "-Xlinker", text == "-Xassembler", text == "-Xpreprocessor", text == "-arch", text == "-target", text == "--target", text == "--edition",
			text == "--crate-name", text == "--crate-type", text == "--cfg", text == "-A", text == "-W", text == "-D" && c.name == "rustc", text == "--explain", text == "--cap-lints", text == "--error-format", text == "-z", text == "-u", text == "-F" && c.name == "rustc", text == "--check-cfg", text == "--extern", text == "--print":
			take()
		case text == "-I", text == "-L", text == "-l", text == "-isystem", text == "-iquote", text == "-idirafter", text == "-framework", text == "-isysroot", text == "--sysroot", text == "-D", text == "-U":
			take()
		case text == "-include", text == "-imacros", text == "-T":
			c.read(take())
		case text == "-c", text == "-S", text == "-E", text == "-fsyntax-only", text == "-M", text == "-MM", text == "--emit=metadata", text == "-###", text == "--version", text == "-dumpversion", text == "-dumpmachine", text == "-v" && len(args) == 1:
			linked = false
		case text == "-C":
			v := take()
			if strings.Contains(v.Text, "linker=") || strings.Contains(v.Text, "ar=") {
				c.unsure("it names a program that the compiler runs", v)
			}
		case strings.HasPrefix(text, "-B"), strings.HasPrefix(text, "-fplugin"), strings.HasPrefix(text, "-fpass-plugin"), text == "--config" || strings.HasPrefix(text, "--config="), text == "-wrapper", strings.HasPrefix(text, "-specs"), strings.HasPrefix(text, "--specs"), strings.HasPrefix(text, "-Xclang"), strings.HasPrefix(text, "-load"),
			strings.HasPrefix(text, "-Clinker"), strings.HasPrefix(text, "-fuse-ld=/"), strings.HasPrefix(text, "--ld-path"), strings.HasPrefix(text, "-Zcodegen-backend"), strings.HasPrefix(text, "-Wl,-plugin"), strings.HasPrefix(text, "-Wl,--dynamic-linker"):
			c.unsure("it makes the compiler load or run something else", w)
		case strings.HasPrefix(text, "@"):
			c.unsure("options in a file are not looked into", w)
		case text == "-":
			c.does(Read, "", w)
		case strings.HasPrefix(text, "-"), strings.HasPrefix(text, "+") && c.name == "rustc":
			// warnings, code generation, macros, paths to look in
		default:
			sources = append(sources, w)
			c.read(w)
		}
	}
	clean := c.cleanSources(sources)
	switch {
	case out.Raw != "" || out.Text != "":
		c.builds(out, clean)
	case len(sources) > 0 && linked:
		if c.name == "rustc" && len(c.args) > 0 {
			last := c.args[len(c.args)-1].Text
			c.builds(word(strings.TrimSuffix(path.Base(last), path.Ext(last))), clean)
			return
		}
		c.builds(word("a.out"), clean)
	case len(sources) > 0:
		c.writeBelow(word("."))
	default:
		c.does(Print, "")
	}
}

// builds notes that w is made, and whether from sources that may be run.
func (c *cmd) builds(w shell.Word, clean bool) {
	c.write(w, false)
	for _, p := range c.places(w) {
		if m := c.r.wrote[p.path]; m != nil && m.cmd == c.idx {
			m.built, m.known = clean && !m.fetched, false
		}
	}
}

// cleanSources tells whether sources are the project's own as committed, or
// text that is known and in which nothing is found.
func (c *cmd) cleanSources(words []shell.Word) bool {
	for _, w := range words {
		if !w.Known && !c.tame(w) {
			if _, _, ok := c.found(w); !ok {
				return false
			}
		}
		for _, p := range c.places(w) {
			if !p.known {
				continue
			}
			m, st := c.r.wrote[p.path], c.r.sess.Files[p.path]
			text, known := st.Text, st.Text != ""
			if m != nil {
				text, known = m.text, m.known
				if m.built {
					continue
				}
			}
			if m == nil && !st.Wrote && !st.Fetched && c.r.rooted(p.path) || st.Built {
				continue
			}
			if t := c.r.facts.Text(p.path, 256<<10); m == nil && !known && t.Known && t.Whole {
				text, known = t.Text, true
			}
			if !known || st.Fetched || m != nil && m.fetched {
				return false
			}
			sub := c.r.below()
			sub.contentOf(c, "", p.path, text)
			if !sub.rep.Routine() {
				return false
			}
		}
	}
	return true
}

// ccache compiles, keeping results.
func (c *cmd) ccache() {
	if len(c.pos) > 0 {
		c.nested(c.pos)
	}
}

// indent lays C sources out anew, over the file or into -o.
func (c *cmd) indent() {
	for i := 0; i < len(c.args); i++ {
		w := c.args[i]
		switch {
		case w.Text == "-o" && i+1 < len(c.args):
			i++
			c.write(c.args[i], false)
			return
		case w.Text == "-st":
			return
		case strings.HasPrefix(w.Text, "-"):
			continue
		default:
			c.laysOut(w)
		}
	}
}

// objcopy copies an object file, or changes the one that it is given alone.
func (c *cmd) objcopy() {
	for i, w := range c.pos {
		if i > 0 || len(c.pos) == 1 {
			c.write(w, false)
			continue
		}
		c.read(w)
	}
}

func (c *cmd) patchelf() {
	for _, w := range c.pos {
		if c.has("--print-rpath", "--print-interpreter", "--print-needed", "--print-soname") || c.has("--output") {
			c.read(w)
			continue
		}
		c.write(w, false)
	}
}

// cmake configures, builds, installs, or runs one of its own small tools.
func (c *cmd) cmake() {
	for _, o := range c.opts {
		switch o.name {
		case "-D":
			c.cmakeVariable(o.value)
		case "-S":
			c.sources(o.value)
		case "-B":
			c.writeBelow(o.value)
		case "-P":
			if len(c.pos) > 0 {
				c.script("cmake", c.pos[0])
			}
			return
		case "-E":
			c.cmakeTool()
			return
		case "--install":
			if !c.has("--prefix") {
				c.unsure("it installs outside the project")
			} else {
				c.list(o.value)
			}
			return
		case "--build":
			c.list(o.value)
			if t, ok := c.value("-t"); ok {
				if t.Text == "install" {
					c.unsure("it installs outside the project", t)
				}
				c.namedTask(t.Text, t)
			}
		}
	}
	for _, w := range c.pos {
		if !isNumber(w.Text) && !c.has("-S") {
			c.sources(w)
		}
	}
	if c.has("-V", "-h", "--list-presets", "--system-information") {
		c.does(Print, "")
		return
	}
	c.runsProjectCode()
}

// cmakeVariable looks at a variable of the build that names what it runs or
// reads: compilers and other programs, their launchers and flags, scripts.
func (c *cmd) cmakeVariable(w shell.Word) {
	name, value, _ := strings.Cut(w.Text, "=")
	name, _, _ = strings.Cut(name, ":")
	switch {
	case !w.Known && strings.HasPrefix(w.Prefix, "CMAKE_"):
		c.unsure("what "+clip(w.Raw)+" makes the build run is not known", w)
	case strings.HasSuffix(name, "_LAUNCHER"):
		switch path.Base(value) {
		case "", "ccache", "sccache", "distcc", "icecc":
		default:
			c.unsure("it names a program that the build runs", w)
		}
	case strings.HasPrefix(name, "CMAKE_") && namesProgram(name):
		if compilerLoads(value) {
			c.find(Run, "dynamic-code", name, "sets "+name+", which makes the build run something else", w)
		}
	case strings.HasPrefix(name, "CMAKE_") && strings.Contains(name, "_FLAGS"), strings.HasSuffix(name, "_FLAGS_INIT"):
		if compilerLoads(value) {
			c.find(Run, "dynamic-code", name, "sets "+name+", which makes the build run or load something else", w)
		}
	case name == "CMAKE_TOOLCHAIN_FILE", strings.HasPrefix(name, "CMAKE_PROJECT_") && strings.Contains(name, "INCLUDE"), name == "CMAKE_USER_MAKE_RULES_OVERRIDE":
		for file := range strings.SplitSeq(value, ";") {
			c.script("cmake", cut(w, file))
		}
	case name == "CMAKE_MODULE_PATH", name == "CMAKE_PREFIX_PATH", name == "CMAKE_FIND_ROOT_PATH", strings.HasPrefix(name, "FETCHCONTENT_SOURCE_DIR"):
		for dir := range strings.SplitSeq(value, ";") {
			if strings.HasPrefix(dir, "/tmp/") || strings.HasPrefix(dir, "/var/tmp/") || strings.HasPrefix(dir, "/dev/shm/") {
				c.unsure("it takes build scripts from "+clip(dir), w)
			}
		}
	}
}

// namesProgram tells whether a variable of cmake's names a program.
func namesProgram(name string) bool {
	for _, end := range [...]string{"_COMPILER", "_LINKER", "_MAKE_PROGRAM", "CMAKE_AR", "CMAKE_RANLIB", "CMAKE_NM", "CMAKE_STRIP", "CMAKE_OBJCOPY", "CMAKE_OBJDUMP", "CMAKE_MT", "_COMPILER_AR", "_COMPILER_RANLIB", "_CLANG_TIDY", "_CPPCHECK", "_CPPLINT", "_INCLUDE_WHAT_YOU_USE", "_EMULATOR", "CMAKE_COMMAND", "CMAKE_SHELL"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// cmakeTool are the small tools behind cmake -E.
func (c *cmd) cmakeTool() {
	args := c.pos
	if len(args) == 0 {
		return
	}
	tool, rest := args[0].Text, args[1:]
	switch tool {
	case "echo", "echo_append", "capabilities", "environment", "md5sum", "sha1sum", "sha256sum", "sha512sum", "cat", "compare_files", "true", "false", "sleep":
		if tool == "environment" {
			c.readEnvironment()
			return
		}
		for _, w := range rest {
			if tool == "echo" || tool == "echo_append" || tool == "sleep" {
				c.flowWord(w)
				continue
			}
			c.read(w)
		}
	case "make_directory":
		for _, w := range rest {
			c.makeDir(w)
		}
	case "touch", "touch_nocreate":
		for _, w := range rest {
			c.write(w, false)
		}
	case "copy", "copy_if_different", "copy_directory", "copy_directory_if_different", "rename":
		for i, w := range rest {
			if i == len(rest)-1 {
				c.write(w, true)
				continue
			}
			c.read(w)
		}
	case "remove", "remove_directory", "rm":
		for _, w := range rest {
			if !strings.HasPrefix(w.Text, "-") {
				c.delete(w, tool != "remove")
			}
		}
	case "env", "time":
		for len(rest) > 0 && (strings.Contains(rest[0].Text, "=") || strings.HasPrefix(rest[0].Text, "--")) {
			rest = rest[1:]
		}
		if len(rest) > 0 {
			c.nested(rest)
		}
	case "chdir":
		if len(rest) > 1 {
			c.chdir(rest[0])
			c.nested(rest[1:])
		}
	default:
		c.unsure("what cmake -E "+clip(tool)+" does is not known", args[0])
	}
}

// bazel builds and runs targets of the workspace.
func (c *cmd) bazel() {
	for _, w := range c.args {
		c.flowWord(w)
		name, value, _ := strings.Cut(w.Text, "=")
		switch name {
		case "--run_under", "--workspace_status_command", "--test_wrapper", "--override_repository", "--override_module", "--credential_helper", "--shell_executable", "--python_path":
			c.unsure("it names a program or a repository that the build uses", w)
		case "--bes_backend", "--remote_cache", "--remote_executor":
			if !isLocal(hostOf(value)) {
				c.unsure("it sends the build to "+orUnknown(hostOf(value)), w)
			}
		}
		if strings.Contains(w.Text, "//") && !strings.HasPrefix(w.Text, "-") {
			if _, target, ok := strings.Cut(w.Text, ":"); ok {
				c.namedTask(target, w)
			}
			if strings.HasSuffix(c.name, "run") && strings.Contains(w.Text, "push") {
				c.find(Remote, "public-publication", w.Text, "runs a target that pushes", w)
			}
		}
	}
	c.runsProjectCode()
}

// bufGenerate runs the plugins that the project's own template names.
func (c *cmd) bufGenerate() {
	f := c.projectFile(c.base.dir, "buf.gen.yaml")
	if v, ok := c.value("--template"); ok {
		c.read(v)
		return
	}
	if f.changed {
		c.unsure("it runs the plugins that " + f.path + " names, which was changed")
		return
	}
	if f.known && strings.Contains(f.text, "remote:") {
		c.does(Fetch, "buf.build")
	}
	c.runsProjectCode()
}

func (c *cmd) goreleaser() {
	snapshot := c.has("--snapshot", "--skip-publish")
	if v, ok := c.value("--skip"); ok && strings.Contains(v.Text, "publish") {
		snapshot = true
	}
	if !snapshot {
		c.find(Remote, "public-publication", "", "publishes a release")
		return
	}
	c.runsProjectCode()
}

// builtOutput tells whether a file is what the project's own tools build: it
// stands where they put that, or the Makefile makes it, and this session did
// not write it.
func (c *cmd) builtOutput(p place) bool {
	if !c.r.rooted(p.path) {
		return false
	}
	if _, ok := c.r.sess.Files[p.path]; ok {
		return false
	}
	root := c.rootOf(p.path)
	for d := path.Dir(p.path); world.Inside(d, root) && d != root; d = path.Dir(d) {
		switch path.Base(d) {
		case "target", "build", "dist", "out", "bin", ".build", "_build", "cmake-build-debug", "cmake-build-release", "bazel-bin", "builddir", "zig-out":
			return c.r.ignored(d, path.Base(d)) || strings.HasPrefix(path.Base(d), "bazel-")
		}
	}
	for _, name := range [...]string{"Makefile", "makefile", "GNUmakefile"} {
		if f := c.projectFile(path.Dir(p.path), name); f.known && !f.changed {
			return parseMake(f.text).rules[path.Base(p.path)] != nil
		}
	}
	return c.r.ignored(p.path, path.Base(p.path))
}

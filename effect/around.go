package effect

import (
	"strings"

	"automode/shell"
)

// redirect acts on one redirect of the command.
func (c *cmd) redirect(red shell.Redirect) {
	switch {
	case red.Writes():
		c.write(red.Target, red.Op != ">>" && red.Op != "&>>" && red.Op != "<>")
	case red.Reads():
		c.read(red.Target)
	case red.Op == "<<" || red.Op == "<<<":
		c.flowWord(red.Target)
	}
}

// environment looks at the assignments that reach the command: some variables
// make any program run, load or trust something else.
func (c *cmd) environment() {
	for _, a := range c.sh.Assigns {
		c.flowWord(a.Value)
	}
	list := c.sh.Env
	switch {
	case len(c.sh.Words) == 0 || c.sh.Function:
		// an assignment alone runs nothing; what it reaches is looked at there.
		// Where commands are recorded counts at once.
		for _, a := range c.sh.Assigns {
			c.history(a)
		}
		return
	case exports(c.sh.Words[0].Text):
		list = c.sh.Assigns // for what runs later, in a shell that goes on
		for _, a := range c.sh.Assigns {
			c.history(a)
		}
	case c.sh.Words[0].Text == "unset":
		for _, w := range c.sh.Words[1:] {
			if w.Text == "HISTFILE" {
				c.find(System, "control-off", w.Text, "keeps the shell from recording its commands", w)
			}
		}
		return
	case shellWordOnly(c.sh.Words[0].Text):
		for _, a := range c.sh.Assigns {
			c.history(a)
		}
		return
	}
	for i, a := range list {
		if later(list[i+1:], a.Name) {
			continue
		}
		entry, why := envEntry(a.Name, a.Value)
		if entry == "" {
			continue
		}
		w := a.Value
		w.Raw = a.Name + "=" + w.Raw
		if entry == "unsure" {
			c.unsure(why, w)
			continue
		}
		c.find(Run, entry, a.Name, why, w)
	}
}

// exports tells whether a builtin hands variables to what runs after it.
func exports(name string) bool {
	switch name {
	case "export", "declare", "typeset", "readonly":
		return true
	}
	return false
}

// history finds an assignment that keeps the shell from recording commands.
func (c *cmd) history(a shell.Assign) {
	v := a.Value
	switch a.Name {
	case "HISTFILE":
		if !v.Known || v.Text != "" && v.Text != "/dev/null" {
			return
		}
	case "HISTSIZE", "HISTFILESIZE":
		if v.Text != "0" {
			return
		}
	case "HISTIGNORE":
		if v.Text != "*" && !hidesCommands(v.Text) {
			return
		}
	case "CDPATH":
		if v.Known && v.Text == "" {
			return
		}
		c.unsure("CDPATH decides where cd goes", v)
		return
	case "BASH_XTRACEFD":
		c.unsure("what the shell runs is written to another place", v)
		return
	default:
		return
	}
	v.Raw = a.Name + "=" + v.Raw
	c.find(System, "control-off", a.Name, "keeps the shell from recording its commands", v)
}

// hidesCommands tells whether patterns keep what reaches the network, or runs
// other programs, out of a shell's records.
func hidesCommands(patterns string) bool {
	for p := range strings.SplitSeq(patterns, ":") {
		switch strings.TrimRight(p, "* ") {
		case "curl", "wget", "nc", "ncat", "ssh", "scp", "sudo", "rm", "docker", "kubectl", "git", "python", "bash", "sh", "aws":
			return true
		}
	}
	return false
}

// later tells whether a variable is assigned again.
func later(rest []shell.Assign, name string) bool {
	for _, a := range rest {
		if a.Name == name && !a.Append {
			return true
		}
	}
	return false
}

// shellWordOnly tells whether a builtin neither runs nor loads anything, so
// that no variable can make it.
func shellWordOnly(name string) bool {
	switch name {
	case "cd", "pushd", "popd", "export", "unset", "set", "shopt", "declare", "local", "typeset", "readonly", "alias", "unalias", "umask", "ulimit", "shift",
		"return", "break", "continue", ":", "true", "false", "test", "[", "echo", "printf", "pwd", "read", "exit", "wait", "getopts", "hash", "type", "let":
		return true
	}
	return false
}

// envEntry tells what setting a variable means for what runs under it.
func envEntry(name string, v shell.Word) (entry, why string) {
	off := v.Known && (v.Text == "0" || v.Text == "false" || v.Text == "")
	switch name {
	case "LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "DYLD_LIBRARY_PATH":
		return "dynamic-code", "sets " + name + ", which makes programs load other code"
	case "BASH_ENV", "ENV", "PROMPT_COMMAND", "PYTHONSTARTUP", "PERL5OPT", "RUBYOPT", "PERL5DB", "PS4", "BASH_FUNC_x", "SHELLOPTS", "ZDOTDIR",
		"GIT_SSH_COMMAND", "GIT_SSH", "GIT_PROXY_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_EXEC_PATH", "GIT_TEMPLATE_DIR", "GIT_ASKPASS", "SSH_ASKPASS", "SUDO_ASKPASS", "LESSOPEN", "LESSCLOSE", "MANPAGER", "MANOPT", "RSYNC_RSH", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "MAVEN_OPTS", "GRADLE_OPTS", "RUSTC_WRAPPER", "CC_WRAPPER":
		if v.Known && benignPager(v.Text) {
			return "", ""
		}
		return "dynamic-code", "sets " + name + ", which makes a program run another one"
	case "PAGER", "GIT_PAGER", "EDITOR", "VISUAL", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "BROWSER":
		if v.Known && benignPager(v.Text) {
			return "", ""
		}
		return "dynamic-code", "sets " + name + ", which makes a program run another one"
	case "PATH":
		if v.Known && systemPaths(v.Text) {
			return "", ""
		}
		return "unsure", "PATH decides which programs the names stand for"
	case "NODE_OPTIONS":
		if v.Known && harmlessNodeOptions(v.Text) {
			return "", ""
		}
		return "dynamic-code", "sets NODE_OPTIONS, which can make node load other code"
	case "PYTHONPATH", "NODE_PATH", "RUBYLIB", "PERL5LIB", "CLASSPATH", "GOPATH", "PYTHONHOME", "GOFLAGS", "RUSTFLAGS":
		if v.Known && !anybodyWrites(v.Text) && !strings.Contains(v.Text, "-insecure") && !strings.Contains(v.Text, "toolexec") && !strings.Contains(v.Text, "linker") {
			return "", ""
		}
		return "unsure", name + " decides which code is loaded"
	case "HOME", "XDG_CONFIG_HOME", "INPUTRC", "npm_config_prefix", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "COPILOT_HOME", "QWEN_HOME":
		return "unsure", name + " decides whose settings are read"
	case "IFS":
		return "", "" // package shell splits by it, or says that it cannot
	case "NODE_TLS_REJECT_UNAUTHORIZED":
		if off {
			return "disarm-flag", "switches the check of TLS certificates off"
		}
	case "GIT_SSL_NO_VERIFY":
		if !off {
			return "disarm-flag", "switches the check of TLS certificates off"
		}
	case "PYTHONHTTPSVERIFY":
		if off {
			return "disarm-flag", "switches the check of TLS certificates off"
		}
	case "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG":
		if v.Known && v.Text == "/dev/null" {
			return "", ""
		}
		return "unsure", name + " changes what git runs"
	case "HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy",
		"PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "UV_INDEX_URL", "NPM_CONFIG_REGISTRY", "npm_config_registry", "GOPROXY", "ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "DOCKER_HOST", "KUBECONFIG":
		if v.Known && (isLocal(hostOf(v.Text)) || v.Text == "" || v.Text == "off" || v.Text == "direct") {
			return "", ""
		}
		if name == "KUBECONFIG" || name == "DOCKER_HOST" {
			return "unsure", name + " points the command at another system"
		}
		return "repoint", "sets " + name + ", which points it at another server"
	case "HUSKY", "SKIP", "HUSKY_SKIP_HOOKS":
		if name != "HUSKY" || off {
			return "disarm-flag", "sets " + name + ", which switches checks off"
		}
	case "DOCKER_CONTENT_TRUST":
		if off {
			return "disarm-flag", "switches the check of images' signatures off"
		}
	case "CC", "CXX", "LD", "AR", "AS", "CPP", "FC", "RUSTC", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "MAKEFLAGS", "CMAKE_C_COMPILER":
		if !v.Known || compilerLoads(v.Text) || name == "MAKEFLAGS" && makeflagsLoad(v.Text) {
			return "dynamic-code", "sets " + name + ", which makes the build run or load something else"
		}
	case "GONOSUMDB", "GONOSUMCHECK", "GOINSECURE", "GOFLAGS_INSECURE":
		return "disarm-flag", "sets " + name + ", which switches the check of modules off"
	case "GOSUMDB":
		if v.Text == "off" {
			return "disarm-flag", "sets GOSUMDB=off, which switches the check of modules off"
		}
	case "LUA_INIT", "RUSTC_WORKSPACE_WRAPPER", "CARGO_BUILD_RUSTC_WRAPPER", "CARGO_BUILD_RUSTC", "PYTHONBREAKPOINT", "JDK_JAVA_OPTIONS", "ANT_ARGS", "ANT_OPTS", "SBT_OPTS", "KUBE_EDITOR", "SVN_SSH", "SVN_EDITOR", "CVS_RSH", "CVSEDITOR", "HGEDITOR", "HGMERGE", "HG", "P4EDITOR",
		"FZF_DEFAULT_COMMAND", "VIMINIT", "EXINIT", "GCONV_PATH", "OPENSSL_CONF", "OPENSSL_ENGINES", "OPENSSL_MODULES", "npm_config_script_shell", "npm_config_node_options", "npm_config_git", "NPM_CONFIG_SCRIPT_SHELL", "TAR_OPTIONS", "GCC_EXEC_PREFIX", "COMPILER_PATH",
		"PERL_UNICODE_INIT", "PHPRC", "PHP_INI_SCAN_DIR", "R_PROFILE", "R_PROFILE_USER", "R_ENVIRON_USER", "GIT_TRACE2_EVENT_HOOK", "PYTEST_PLUGINS", "XDG_DATA_DIRS", "GTK_MODULES", "QT_PLUGIN_PATH", "PKG_CONFIG", "TEXMFCNF", "GNUMAKEFLAGS", "RIPGREP_CONFIG_PATH", "TCLLIBPATH", "PYTHONPLATLIBDIR":
		if v.Known && v.Text == "" {
			return "", ""
		}
		return "dynamic-code", "sets " + name + ", which can make a program run or load something else"
	case "AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE", "PIP_CONFIG_FILE", "NPM_CONFIG_USERCONFIG", "npm_config_userconfig", "npm_config_globalconfig", "CARGO_HOME", "RUSTUP_HOME", "GNUPGHOME", "DOCKER_CONFIG", "TF_CLI_CONFIG_FILE", "TF_CLI_ARGS", "ANSIBLE_CONFIG", "HELM_PLUGINS", "HELM_REPOSITORY_CONFIG",
		"WGETRC", "CURL_HOME", "HGRCPATH", "BUNDLE_GEMFILE", "COMPOSER_HOME", "GRADLE_USER_HOME", "MAVEN_ARGS", "PYTEST_ADDOPTS", "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "LESSKEY", "LESSKEYIN", "TERMINFO", "XDG_DATA_HOME", "GH_CONFIG_DIR", "CLOUDSDK_CONFIG", "AZURE_CONFIG_DIR":
		if v.Known && (v.Text == "" || v.Text == "/dev/null" || withinProject(v.Text)) {
			return "", ""
		}
		return "unsure", name + " decides which settings are read"
	case "SSH_AUTH_SOCK":
		if v.Known && strings.HasPrefix(v.Text, "/tmp/") {
			return "credential-borrow", "uses the keys of another program's agent"
		}
	case "SSLKEYLOGFILE":
		return "unsure", name + " makes programs write the keys of their connections"
	case "AUTOMODE_DISABLE":
		return "own-permissions", "sets " + name + ", which is meant for the gate"
	}
	if strings.HasPrefix(name, "CARGO_TARGET_") && (strings.HasSuffix(name, "_LINKER") || strings.HasSuffix(name, "_RUNNER")) && (!v.Known || compilerLoads(v.Text)) {
		return "dynamic-code", "sets " + name + ", which makes the build run something else"
	}
	if strings.HasPrefix(name, "BASH_FUNC_") {
		return "dynamic-code", "sets " + name + ", which makes shells run a function in a program's place"
	}
	if strings.HasPrefix(name, "GIT_CONFIG_KEY_") || strings.HasPrefix(name, "GIT_CONFIG_VALUE_") {
		return "unsure", name + " changes what git runs"
	}
	return "", ""
}

// systemPaths tells whether a PATH holds nothing but the system's own folders.
func systemPaths(list string) bool {
	for dir := range strings.SplitSeq(list, ":") {
		switch dir {
		case "/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin", "/usr/local/go/bin":
		default:
			return false
		}
	}
	return true
}

// anybodyWrites tells whether a list of folders holds one that anybody may
// write.
func anybodyWrites(list string) bool {
	for dir := range strings.SplitSeq(list, ":") {
		for _, t := range [...]string{"/tmp", "/var/tmp", "/dev/shm"} {
			if dir == t || strings.HasPrefix(dir, t+"/") {
				return true
			}
		}
	}
	return false
}

// compilerLoads tells whether a compiler, or flags for one, bring in other
// programs or code: plugins, wrappers, a path of their own.
func compilerLoads(s string) bool {
	for _, f := range strings.Fields(s) {
		for _, mark := range [...]string{"-fplugin", "-wrapper", "-specs", "-B", "--wrap", "-Wl,--wrap", "-load", "-Xclang", "--plugin", "-fuse-ld=/", "SHELL="} {
			if strings.HasPrefix(f, mark) || strings.HasPrefix(f, "-Wl,") && strings.Contains(f, mark) {
				return true
			}
		}
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(s), " ")
	switch first {
	case "sh", "bash", "dash", "zsh", "env", "python", "python3", "perl", "node", "ruby", "eval", "exec", "curl", "wget":
		return true
	}
	if strings.HasPrefix(strings.TrimSpace(rest), "-c ") && !strings.HasPrefix(first, "-") && strings.ContainsAny(rest, "'\";|&$`") {
		return true
	}
	if strings.ContainsAny(s, ";|&`") || strings.Contains(s, "$(") {
		return true
	}
	return strings.HasPrefix(first, "/") && !strings.HasPrefix(first, "/usr/bin/") && !strings.HasPrefix(first, "/opt/homebrew/") || strings.HasPrefix(first, "./") || strings.HasPrefix(first, "~")
}

// makeflagsLoad tells whether flags of make's bring in rules or a shell.
func makeflagsLoad(s string) bool {
	return strings.Contains(s, "--eval") || strings.Contains(s, "-E ") || strings.HasPrefix(s, "-f") || strings.Contains(s, " -f") || strings.Contains(s, "--file") || strings.Contains(s, "SHELL=") || strings.Contains(s, "$(")
}

// withinProject tells whether a path is a relative one that stays below the
// folder it starts from.
func withinProject(p string) bool {
	return !strings.HasPrefix(p, "/") && !strings.HasPrefix(p, "~") && !strings.Contains(p, "..") && !strings.Contains(p, ":")
}

// benignPager: programs that only show or pass on text.
func benignPager(s string) bool {
	switch s {
	case "", "cat", "less", "more", "true", ":", "/bin/cat", "less -R", "less -FRX", "head", "/bin/true":
		return true
	}
	return false
}

func harmlessNodeOptions(s string) bool {
	for f := range strings.FieldsSeq(s) {
		name, _, _ := strings.Cut(f, "=")
		switch name {
		case "--max-old-space-size", "--max_old_space_size", "--experimental-vm-modules", "--no-warnings", "--enable-source-maps", "--trace-warnings",
			"--openssl-legacy-provider", "--stack-trace-limit", "--no-deprecation", "--unhandled-rejections", "--trace-deprecation", "--experimental-strip-types":
		default:
			return false
		}
	}
	return true
}

// wrapper acts on a command that was taken off this one.
func (c *cmd) wrapper(w shell.Wrapper) {
	switch w.Name {
	case "sudo", "doas", "su", "runuser", "pkexec", "run0", "gosu", "sudoedit":
		c.find(Privilege, "privilege-gain", w.Name, "runs with another user's rights", w.Words...)
	case "chroot", "nsenter", "unshare", "setpriv", "capsh":
		c.find(Privilege, "containment-escape", w.Name, "runs outside this session's surroundings", w.Words...)
	case "ssh", "autossh", "pssh", "docker", "podman", "kubectl", "oc", "nerdctl", "lxc", "crictl", "flyctl", "vagrant", "gcloud", "mosh", "rsh", "parallel-ssh", "pdsh":
		// what happens there is judged by the row of the program itself
		c.r.remote = w.Name
	case "proxychains", "proxychains4", "torsocks":
		c.find(Run, "tunnel-or-reverse-shell", w.Name, "sends its traffic through other hosts", w.Words...)
	case "env", "time", "strace", "ltrace", "perf", "systemd-run", "busybox":
		// read on their own, or where their words are followed
	default:
		c.wrapperOptions(w)
	}
}

// wrapperOptions acts on the options of a wrapper by the row of its program:
// some read or write files of their own, or bring other code along.
func (c *cmd) wrapperOptions(w shell.Wrapper) {
	if len(w.Words) < 2 {
		return
	}
	words := w.Words[1:]
	row, s, ok := lookup(w.Name)
	for i, sub := range words { // uv run: the options of both count
		if _, more := s.subs(ok); !more || !sub.Lit() || strings.HasPrefix(sub.Text, "-") {
			continue
		}
		if r, inner, found := lookup(row.Name + " " + sub.Text); found {
			row, s, words = r, inner, append(append([]shell.Word{}, words[:i]...), words[i+1:]...)
		}
		break
	}
	if !ok {
		return
	}
	own := &cmd{r: c.r, idx: c.idx, sh: c.sh, name: row.Name, base: c.base}
	words, _ = s.ahead(words)
	own.split(s, words)
	for _, o := range own.opts {
		own.applyOption(o)
	}
}

package permission

import (
	"strings"

	"automode/shell"
)

// quietVariable tells whether setting the variable for a program only changes
// how it speaks or which of its known ways it goes, never what is run, read or
// reached. A name that is not listed is not quiet.
func quietVariable(name string) bool {
	switch name {
	case "CI", "NODE_ENV", "RAILS_ENV", "RACK_ENV", "APP_ENV", "MIX_ENV", "FLASK_ENV", "ENVIRONMENT",
		"DEBUG", "VERBOSE", "LOG_LEVEL", "RUST_LOG", "RUST_BACKTRACE", "GOTRACEBACK",
		"LANG", "LANGUAGE", "TZ", "TERM", "COLUMNS", "LINES", "COLORTERM",
		"NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "PY_COLORS", "CARGO_TERM_COLOR", "ANSI_COLORS_DISABLED",
		"PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONIOENCODING", "PYTHONUTF8", "PYTHONHASHSEED",
		"GOOS", "GOARCH", "GOARM", "CGO_ENABLED", "GOMAXPROCS", "GO111MODULE",
		"GIT_PAGER_IN_USE", "GIT_TERMINAL_PROMPT", "GIT_OPTIONAL_LOCKS", "GCM_INTERACTIVE",
		"HUSKY_SKIP_INSTALL", "DO_NOT_TRACK", "NEXT_TELEMETRY_DISABLED", "DOTNET_CLI_TELEMETRY_OPTOUT",
		"OMP_NUM_THREADS", "TOKENIZERS_PARALLELISM", "CUDA_VISIBLE_DEVICES", "PORT":
		return true
	}
	return strings.HasPrefix(name, "LC_")
}

// loudVariable tells whether a variable that is set for the shell itself, and
// not for one program, can change what later commands are or do: one that is
// in the environment already stays exported.
func loudVariable(name string) bool {
	switch name {
	case "PATH", "IFS", "ENV", "BASH_ENV", "SHELLOPTS", "BASHOPTS", "CDPATH", "GLOBIGNORE", "FIGNORE", "HOME", "PWD", "OLDPWD",
		"SHELL", "EDITOR", "VISUAL", "PAGER", "MANPAGER", "BROWSER", "TMPDIR", "PROMPT_COMMAND", "FPATH", "fpath", "path", "EXECIGNORE",
		"CC", "CXX", "LD", "AR", "CFLAGS", "CXXFLAGS", "LDFLAGS", "CLASSPATH", "KUBECONFIG", "MAKEFLAGS", "MAKEFILES", "MAKE", "LESS", "LESSOPEN", "LESSCLOSE", "TERMINFO", "GCONV_PATH", "HOSTALIASES":
		return true
	}
	for _, p := range []string{"LD_", "DYLD_", "GIT_", "SSH_", "PYTHON", "NODE_", "NPM_", "npm_", "PERL", "RUBY", "BUNDLE_", "GEM_", "JAVA_", "JDK_", "MAVEN_", "GRADLE_",
		"GO", "CARGO", "RUST", "PIP_", "UV_", "YARN_", "BUN_", "DENO_", "DOCKER_", "AWS_", "GOOGLE_", "AZURE_", "PS", "BASH_FUNC", "ZDOTDIR", "AUTOMODE_"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	for _, e := range []string{"_OPTIONS", "_OPTS", "OPTS", "_COMMAND", "_CMD", "_PROXY", "_proxy", "_PATH", "_BIN", "_SHELL", "_EDITOR", "_PAGER", "_CONFIG", "_HOME", "_URL", "_TOKEN", "_KEY", "FLAGS"} {
		if strings.HasSuffix(name, e) {
			return true
		}
	}
	return false
}

// quietAssigns tells whether the assignments of c leave what it, or anything
// after it, does alone.
func quietAssigns(c *shell.Command) bool {
	for _, a := range c.Assigns {
		if len(c.Words) > 0 && !quietVariable(a.Name) || loudVariable(a.Name) && !quietVariable(a.Name) {
			return false
		}
	}
	if len(c.Words) == 0 {
		return true
	}
	switch c.Words[0].Text {
	case "export", "declare", "typeset", "readonly", "local", "set", "alias", "unset", "shopt", "setopt", "enable", "hash":
		for _, w := range c.Words[1:] {
			name, _, _ := strings.Cut(w.Text, "=")
			if !w.Known || c.Words[0].Text != "export" && c.Words[0].Text != "readonly" && c.Words[0].Text != "local" || !quietVariable(name) {
				return false
			}
		}
	}
	return true
}

// quietWrapper tells whether taking w off changes nothing about what the
// command it carries does, so that a rule for that command holds for both.
func quietWrapper(w shell.Wrapper) bool {
	for _, word := range w.Words {
		if !word.Lit() {
			return false
		}
	}
	if len(w.Words) == 0 || w.Words[0].Text != w.Name {
		return false // by a path: another program of that name
	}
	switch w.Name {
	case "timeout", "nice", "ionice", "stdbuf", "taskset", "chronic":
		return true
	case "command", "builtin", "exec":
		return len(w.Words) == 1
	case "time":
		return len(w.Words) == 1 || len(w.Words) == 2 && w.Words[1].Text == "-p"
	case "env":
		for _, word := range w.Words[1:] {
			name, _, ok := strings.Cut(word.Text, "=")
			if !ok || !quietVariable(name) {
				return false
			}
		}
		return true
	}
	return false
}

package code

import (
	"path"
	"strings"
)

// LangOf tells the language of a script by its name and its first line; ok is
// false for what no reader here reads. Shell is not among these.
func LangOf(filename, firstLine string) (Lang, bool) {
	if strings.HasPrefix(firstLine, "#!") {
		if lang, ok := langOfProgram(firstLine); ok {
			return lang, true
		}
	}
	switch strings.ToLower(path.Ext(filename)) {
	case ".py", ".pyw", ".pyi", ".pth":
		return Python, true
	case ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx", ".jsx":
		return Node, true
	case ".pl", ".pm", ".t":
		return Perl, true
	case ".rb", ".rake", ".gemspec", ".ru":
		return Ruby, true
	case ".php", ".phtml":
		return PHP, true
	case ".lua":
		return Lua, true
	case ".r":
		return R, true
	case ".awk":
		return Awk, true
	case ".sed":
		return Sed, true
	case ".jq":
		return Jq, true
	case ".sql", ".psql", ".pgsql":
		return Postgres, true
	case ".applescript", ".scpt":
		return AppleScript, true
	}
	switch path.Base(filename) {
	case "Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Capfile", "Fastfile", "Brewfile", "Dangerfile":
		return Ruby, true
	case "SConstruct", "SConscript", "wscript":
		return Python, true
	}
	return "", false
}

// langOfProgram reads the interpreter of a first line: #!/usr/bin/env -S x.
func langOfProgram(line string) (Lang, bool) {
	words := strings.Fields(strings.TrimPrefix(line, "#!"))
	for i, w := range words {
		name := path.Base(w)
		if name == "env" || strings.HasPrefix(w, "-") || i > 0 && strings.Contains(w, "=") {
			continue
		}
		return LangOfProgram(name)
	}
	return "", false
}

// LangOfProgram tells what an interpreter of that name reads.
func LangOfProgram(name string) (Lang, bool) {
	name = strings.TrimRight(strings.TrimSuffix(strings.ToLower(name), ".exe"), "0123456789.")
	switch name {
	case "python", "pypy", "ipython", "micropython":
		return Python, true
	case "node", "nodejs", "bun", "deno", "ts-node", "tsx", "zx":
		return Node, true
	case "perl":
		return Perl, true
	case "ruby", "jruby", "irb":
		return Ruby, true
	case "php":
		return PHP, true
	case "lua", "luajit", "lua-":
		return Lua, true
	case "rscript", "r", "littler":
		return R, true
	case "awk", "gawk", "mawk", "nawk", "original-awk":
		return Awk, true
	case "sed", "gsed":
		return Sed, true
	case "jq", "gojq", "jaq":
		return Jq, true
	case "psql":
		return Postgres, true
	case "mysql", "mariadb":
		return MySQL, true
	case "sqlite":
		return SQLite, true
	case "osascript":
		return AppleScript, true
	}
	return "", false
}

package effect

// tableDev: what developers and agents run on a project - git and its hosts,
// package managers, builds, tests, linters, formatters, languages.
var tableDev = []Program{
	{"git", "#sub -C:dir --no-pager -P -p,--paginate -c:text --git-dir:list --work-tree:list --version --help"},
	{"git status", "-* @list*"},
}

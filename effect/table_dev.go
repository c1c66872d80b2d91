package effect

// tableDev: what developers and agents run on a project - git and its hosts,
// package managers, builds, tests, linters, formatters, languages.
var tableDev = []Program{}

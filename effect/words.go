package effect

import (
	"strings"

	"automode/shell"
)

// wordDev are the readers of single words, values of options and operands,
// that the rows of developers' tools name by go/name.
func wordDev(name string) func(*cmd, shellWord) {
	switch name {
	case "confkey":
		return (*cmd).settingsKey
	case "covreport":
		return (*cmd).coverageReport
	case "exported":
		return (*cmd).exportedList
	case "ktreporter":
		return (*cmd).ktReporter
	case "objsection":
		return (*cmd).objSection
	case "finger":
		return (*cmd).fingerOf
	case "bindable":
		return (*cmd).bind
	case "localport":
		return (*cmd).localPort
	case "localurl":
		return (*cmd).localURL
	case "pypkg":
		return (*cmd).pythonPackages
	case "pytestplugin":
		return (*cmd).pytestPlugin
	case "pyindex":
		return (*cmd).registry
	}
	return nil
}

// one notes that a word is one of those listed, parted by |, of which those
// that end in * may go on; any other is not understood.
func (c *cmd) one(list string, w shell.Word) {
	c.flowWord(w)
	for v := range strings.SplitSeq(list, "|") {
		stem, open := strings.CutSuffix(v, "*")
		if w.Lit() && (w.Text == v || open && strings.HasPrefix(w.Text, stem)) {
			return
		}
	}
	c.unsure("what "+c.name+" does with "+clip(w.Raw)+" is not known", w)
}

// settingsKey is the name of a setting that is printed.
func (c *cmd) settingsKey(w shell.Word) {
	c.flowWord(w)
	low := strings.ToLower(w.Text)
	for _, s := range [...]string{"token", "password", "secret", "credential", "apikey", "api_key"} {
		if strings.Contains(low, s) {
			c.find(Read, "credential-print", w.Text, "prints a credential of the settings", w)
			return
		}
	}
}

// coverageReport is a kind of report, and where it goes: html:folder.
func (c *cmd) coverageReport(w shell.Word) {
	if _, to, ok := strings.Cut(w.Text, ":"); ok && !strings.HasPrefix(to, "skip") {
		c.writeBelow(cut(w, to))
	}
}

// exportedList is a list of dependencies that a tool writes from the project's
// own lock file: nothing is in it that the project has not declared.
func (c *cmd) exportedList(w shell.Word) { c.laysOut(w) }

// fingerOf asks about a user of this machine, or of another one.
func (c *cmd) fingerOf(w shell.Word) {
	if i := strings.LastIndexByte(w.Text, '@'); i >= 0 || !w.Known {
		c.send(w.Text[i+1:], c.wordFlow(w), w)
		return
	}
	c.flowWord(w)
}

// pythonPackages are packages that a run brings along, parted by commas.
func (c *cmd) pythonPackages(w shell.Word) {
	for name := range strings.SplitSeq(w.Text, ",") {
		c.pythonPackage(cut(w, name))
	}
}

// pytestPlugin is a module that the tests load, or no:NAME.
func (c *cmd) pytestPlugin(w shell.Word) {
	if !w.Lit() || strings.ContainsAny(w.Text, "/\\") {
		c.unsure("which plugin the tests load is not known", w)
	}
}

// ktReporter is a kind of report, and where it goes: json,output=file.
func (c *cmd) ktReporter(w shell.Word) {
	for part := range strings.SplitSeq(w.Text, ",") {
		switch name, value, _ := strings.Cut(part, "="); name {
		case "output":
			c.write(cut(w, value), true)
		case "artifact":
			c.unsure("it loads "+clip(value), w)
		}
	}
}

// objSection is a section, and the file that it is written to: .text=file.
func (c *cmd) objSection(w shell.Word) {
	if _, file, ok := strings.Cut(w.Text, "="); ok {
		c.write(cut(w, file), true)
	}
}

package effect

import (
	"slices"
	"strings"

	"automode/shell"
	"automode/verdict"
)

// cmd is one simple command while it is read. The rows of the tables act on it
// by roles and marks; what a row cannot say is written as a func(*cmd) and named
// by the mark #go:name (specials.go).
type cmd struct {
	r      *reader
	idx    int            // in r.sh.Commands
	sh     *shell.Command // as the shell package read it
	name   string         // the row's name: "git push"
	own    string         // the name it was called by, to its subcommand: "podman ps"
	other  string         // the row that has the subcommands which own has not: "docker ps"
	args   []shell.Word   // its arguments, after the words of the row's name
	all    []shell.Word   // all words after the program, those before a subcommand too
	opts   []opt          // in the order given
	pos    []shell.Word   // operands
	base   base           // where its relative paths are resolved
	dry    bool           // a dry run: findings and changes do not count
	doubt  int            // how many things were not understood
	change *change        // of an edit: what it makes of the file
	db     dbPlace        // where the database is that it talks to
	dbName string         // what says so
	dbMade bool           // all that is in it was made in this session
	tail   []shell.Word   // the words from the row's #until on: a command that it carries
	tool   toolName       // of a call that is no shell text
	// outward: what that call carries ends with people, or in public
	outward bool
}

// base is the folder that relative paths of a command start from.
type base struct {
	dir   string
	known bool
}

// has tells whether one of the options was given, under any of its names.
func (c *cmd) has(names ...string) bool {
	return c.optAt(names) >= 0
}

// opt gives the last of the options that has one of the names.
func (c *cmd) opt(names ...string) (opt, bool) {
	if i := c.optAt(names); i >= 0 {
		return c.opts[i], true
	}
	return opt{}, false
}

// optAt gives the index of the last of the options that has one of the names;
// -1 where there is none.
func (c *cmd) optAt(names []string) int {
	for i := len(c.opts) - 1; i >= 0; i-- {
		o := &c.opts[i]
		for _, n := range names {
			if o.name == n || o.spec != nil && slices.Contains(o.spec.names, n) {
				return i
			}
		}
	}
	return -1
}

// value gives the value of the last of the options.
func (c *cmd) value(names ...string) (shell.Word, bool) {
	o, ok := c.opt(names...)
	return o.value, ok && o.has
}

// text gives operand i's text, empty where it is not there or not known.
func (c *cmd) text(i int) string {
	if i < len(c.pos) && c.pos[i].Known {
		return c.pos[i].Text
	}
	return ""
}

// add notes an effect, with the words that cause it.
func (c *cmd) add(e Effect, words ...shell.Word) {
	if c.dry && e.Kind != Print && e.Kind != Read && e.Kind != Unknown {
		return
	}
	e.Cmd = c.idx
	if e.Words == "" {
		e.Words, e.Start, e.End = c.evidence(words)
	}
	c.r.rep.Effects = append(c.r.rep.Effects, e)
}

// evidence renders the words that count, the whole command where none are given.
func (c *cmd) evidence(words []shell.Word) (text string, start, end int) {
	if len(words) == 0 {
		return clip(c.sh.Src), c.sh.Start, c.sh.End
	}
	if len(words) == 1 && words[0].Raw != "" {
		return clip(words[0].Raw), words[0].Start, max(0, words[0].End)
	}
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Raw)
		if i == 0 || w.Start < start {
			start = w.Start
		}
		end = max(end, w.End)
	}
	if b.Len() == 0 { // a word that stands for what was left out
		return clip(c.sh.Src), c.sh.Start, c.sh.End
	}
	return clip(b.String()), start, end
}

// does notes an effect that needs no more said: ordinary work of that kind.
func (c *cmd) does(k Kind, target string, words ...shell.Word) {
	c.add(Effect{Kind: k, Target: target, Known: target != ""}, words...)
}

// finds notes that the command matches an entry of the rulebook. why is one
// short sentence for people: what it does, not what it is called.
func (c *cmd) finds(entry, why string, words ...shell.Word) {
	c.find(Remote, entry, "", why, words...)
}

// find is finds with the effect's kind and target, by which a later attempt at
// the same effect is recognised.
func (c *cmd) find(k Kind, entry, target, why string, words ...shell.Word) {
	tier := verdict.Soft
	if entry == "data-exfiltration" {
		tier = verdict.Hard
	}
	c.add(Effect{Kind: k, Target: target, Known: target != "", Entry: entry, Tier: tier, Sure: true, Why: why}, words...)
}

// unsure notes that something is not understood, and what.
func (c *cmd) unsure(why string, words ...shell.Word) {
	c.doubt++
	c.add(Effect{Kind: Unknown, Why: why}, words...)
}

// guard notes an effect that only a person may allow.
func (c *cmd) guard(k Kind, entry, target, why string, words ...shell.Word) {
	if c.dry {
		return
	}
	c.find(k, entry, target, why, words...)
	e := c.r.rep.Effects[len(c.r.rep.Effects)-1]
	c.r.rep.Guards = append(c.r.rep.Guards, e)
}

// program is what the row is called, for sentences.
func (c *cmd) program() string { return c.name }

func clip(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > 160 {
		return s[:157] + "..."
	}
	return s
}

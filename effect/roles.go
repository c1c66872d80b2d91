package effect

import (
	"path"
	"strings"

	"automode/shell"
)

// applyOption acts on an option by what its row says of it.
func (c *cmd) applyOption(o opt) {
	if o.spec == nil {
		c.flowWord(o.value)
		return
	}
	words := c.optWords(o)
	if o.spec.entry != "" {
		c.find(Remote, o.spec.entry, "", "uses "+o.name+", which "+entryVerb(o.spec.entry), words...)
	}
	if o.spec.unsure {
		c.unsure("what "+o.name+" does here is not known", words...)
	}
	if o.has {
		first, rest, _ := strings.Cut(o.spec.role, "+")
		c.role(first, o.value)
		for _, w := range o.more {
			first, rest, _ = strings.Cut(rest, "+")
			c.role(first, w)
		}
	}
}

// late tells whether the option's role hands on what the rest of the command
// reads, so that it is acted on last.
func (o opt) late() bool {
	if o.spec == nil {
		return false
	}
	switch o.spec.role {
	case "write", "append", "outdir", "sendto":
		return true
	}
	return false
}

// optWords are the words of an option, for evidence.
func (c *cmd) optWords(o opt) []shell.Word {
	if o.has && o.value.Raw != "" {
		return []shell.Word{{Raw: o.name, Start: o.value.Start, End: o.value.End}, o.value}
	}
	return []shell.Word{{Raw: c.name + " " + o.name, Start: c.sh.Start, End: c.sh.End}}
}

// applyOperands hands the operands to the roles of the row, in order. A role
// with * or + in the middle leaves enough operands for those after it.
func (c *cmd) applyOperands(s *spec) {
	pos := c.pos
	for i, o := range s.operands {
		after := 0
		for _, l := range s.operands[i+1:] {
			if l.many == 0 || l.many == '+' {
				after++
			}
		}
		n := 0
		switch o.many {
		case 0:
			n = 1
		case '?':
			if len(pos) > after {
				n = 1
			}
		default:
			n = max(len(pos)-after, 0)
		}
		if n > len(pos) {
			if len(pos) == 0 {
				return // fewer operands than the program wants: it fails, or reads its input
			}
			n = len(pos)
		}
		if o.role == "cmd" {
			if len(pos) > 0 && !c.sh.Carries {
				c.nested(pos)
			}
			return
		}
		for _, w := range pos[:n] {
			c.role(c.roleUnder(s, o.role), w)
		}
		pos = pos[n:]
	}
	if len(pos) > 0 {
		c.unsure(c.name+" with the operand "+clip(pos[0].Raw)+" is not known", pos[0])
	}
}

// roleUnder is the role that operands of that role play under the options
// that were given: #as:-r,-R=deltree turns the roles of all operands but text
// into deltree.
func (c *cmd) roleUnder(s *spec, role string) string {
	for _, m := range s.marks {
		if m.name != "as" || role == "text" {
			continue
		}
		opts, as, _ := strings.Cut(m.arg, "=")
		if c.has(strings.Split(opts, ",")...) {
			return as
		}
	}
	return role
}

// role acts on one word that plays that role.
func (c *cmd) role(role string, w shell.Word) {
	name, arg, _ := strings.Cut(role, "/")
	switch name {
	case "", "text", "last": // last: options end after it
		c.flowWord(w)
	case "none": // said by the row's reader alone
	case "list": // names and attributes, not contents
		c.list(w)
	case "read":
		c.read(w)
	case "tree": // read with all that is below it
		c.readTree(w)
	case "rev": // a commit of version control, a path, or a path in a commit
		c.rev(w)
	case "write": // created or replaced
		c.write(w, true)
	case "append":
		c.write(w, false)
	case "outdir": // files are created somewhere below it
		c.writeBelow(w)
	case "inplace": // rewritten where it stands
		c.read(w)
		c.write(w, false)
	case "mkdir":
		c.makeDir(w)
	case "away": // moved to where it can be got back
		c.moveAway(w)
	case "delete":
		c.delete(w, false)
	case "deltree":
		c.delete(w, true)
	case "mode":
		c.mode(w)
	case "dir": // the command works there
		c.chdir(w)
	case "indir": // a file in the folder that the command works in
		d := w
		d.Text = path.Dir(w.Text)
		c.chdir(d)
	case "url":
		c.fetch(w)
	case "source": // a file or a URL
		if t := w.Text + w.Prefix; strings.Contains(t, "://") && !strings.HasPrefix(t, "file://") {
			c.fetch(w)
		} else {
			c.read(w)
		}
	case "sendto": // a URL or host that is sent the command's input
		c.send(w.Text, c.inflow(), w)
	case "host":
		c.connect(w)
	case "registry": // where packages come from
		c.registry(w)
	case "bind": // an address to listen on
		c.bind(w)
	case "tests": // files or folders of tests that are run
		c.tests(w)
	case "shell": // shell text that is run
		c.shellText(w)
	case "code": // code/python: text that is run
		c.code(arg, w)
	case "script": // script/python: a file that is run
		c.script(arg, w)
	case "run": // a program, or a command line, that is run
		c.shellText(w)
	case "project": // a file of the project's that is run or built
		c.runsProject(w)
	case "sources": // a file or folder of the project's that is built or tested
		c.sources(w)
	case "tidy": // files, and all in folders, rewritten without changing what they mean
		c.laysOut(w)
	case "find": // find/some-entry: matches an entry
		c.flowWord(w)
		c.find(Remote, arg, w.Text, entryVerb(arg)+": "+clip(w.Raw), w)
	case "unsure":
		c.unsure("what "+clip(w.Raw)+" does here is not known", w)
	case "go": // go/name: what a special reader makes of the word
		if f := wordSpecial(arg); f != nil {
			f(c, w)
		} else {
			c.unsure("no reader is called "+arg, w)
		}
	case "recipe": // a file that says what is done: a manifest, a playbook
		c.recipe(w)
	case "upload": // files that are sent to a service
		c.upload(arg, w)
	case "one": // one/a|b*: like is, but a word may go on after *
		c.one(arg, w)
	case "is": // is/a|b: one of these, else not understood
		c.is(arg, w)
	case "prod": // prod/some-entry: matches the entry when it names production
		c.guardProduction(arg, w)
	case "pkg":
		c.packageName(w)
	default:
		c.unsure("no role is called "+role, w)
	}
}

// mark acts on one mark of the row.
func (c *cmd) mark(m mark) {
	switch m.name {
	case "sub", "dry", "go", "operands", "as", "inert", "until", "filter", "like", "each", "everywhere", "plus", "nodash":
		// read elsewhere
	case "carries": // runs commands that are listed on their own
		if !c.sh.Carries {
			c.unsure("what it runs is not known")
		}
		c.does(Print, "")
	case "decodes": // its output is what its input hid
		c.r.out[c.idx].decoded = true
	case "digest": // its output says nothing of what it read
		c.r.out[c.idx] = flow{}
	case "print":
		c.does(Print, "")
	case "local": // local state that can be got back
		c.does(Local, c.name)
	case "project": // may run the project's own code
		c.runsProjectCode()
	case "build": // writes build outputs of the project, may run its code
		c.runsProjectCode()
	case "install": // installs what the project declares
		c.does(Install, c.name)
		c.runsProjectCode()
	case "fetch": // asks a server of the program's own for something
		c.does(Fetch, c.name)
	case "remote": // remote:entry, changes something elsewhere
		c.find(Remote, m.arg, "", entryVerb(m.arg))
	case "find":
		c.find(Remote, m.arg, "", entryVerb(m.arg))
	case "system":
		c.find(System, m.arg, "", entryVerb(m.arg))
	case "process":
		c.find(Process, m.arg, "", entryVerb(m.arg))
	case "privilege":
		c.find(Privilege, "privilege-gain", "", "runs with other rights")
	case "listen": // accepts connections on this machine only
		c.does(Listen, "localhost")
	case "channel":
		c.add(Effect{Kind: Unknown, Why: c.name + " opens a session whose later input is not seen"})
	case "unsure":
		c.unsure(strings.ReplaceAll(m.arg, "_", " "))
	case "env":
		c.readEnvironment()
	case "bare": // without operands it does this
		if len(c.pos) == 0 {
			name, arg, _ := strings.Cut(m.arg, "/")
			c.mark(mark{name, arg})
		}
	case "some": // with operands it does this
		if len(c.pos) > 0 {
			name, arg, _ := strings.Cut(m.arg, "/")
			c.mark(mark{name, arg})
		}
	case "call": // a reader, as the consequence of another mark
		if f := special(m.arg); f != nil {
			f(c)
		} else {
			c.unsure("no reader is called " + m.arg)
		}
	case "show": // show:list,info*=find/entry, unless the first operand is one of the verbs
		verbs, then, _ := strings.Cut(m.arg, "=")
		for v := range strings.SplitSeq(verbs, ",") {
			stem, open := strings.CutSuffix(v, "*")
			if t := c.text(0); t == v || open && strings.HasPrefix(t, stem) {
				c.does(Print, "")
				return
			}
		}
		name, arg, _ := strings.Cut(then, "/")
		c.mark(mark{name, arg})
	case "without": // without:--check=find/entry, unless one of the options is given
		opts, then, _ := strings.Cut(m.arg, "=")
		if !c.has(strings.Split(opts, ",")...) {
			name, arg, _ := strings.Cut(then, "/")
			c.mark(mark{name, arg})
		}
	case "with":
		opts, then, _ := strings.Cut(m.arg, "=")
		if c.has(strings.Split(opts, ",")...) {
			name, arg, _ := strings.Cut(then, "/")
			c.mark(mark{name, arg})
		}
	case "writes": // writes:dist, below its working directory
		c.writeBelow(shell.Word{Text: m.arg, Known: true, Raw: m.arg, Start: c.sh.Start, End: c.sh.End})
	case "reads":
		c.read(shell.Word{Text: m.arg, Known: true, Raw: m.arg, Start: c.sh.Start, End: c.sh.End})
	case "stdin": // stdin:python, its input is code
		c.stdinCode(m.arg)
	default:
		c.unsure("no mark is called " + m.name)
	}
}

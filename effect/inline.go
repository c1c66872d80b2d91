package effect

import (
	"strings"

	"automode/code"
	"automode/secret"
	"automode/shell"
)

// languageNamed gives the reader of package code for what rows and scripts call a
// language.
func languageNamed(lang string) (code.Lang, bool) {
	switch lang {
	case "python", "python2", "python3", "pypy", "pypy3", "ipython":
		return code.Python, true
	case "node", "nodejs", "deno", "bun", "javascript", "typescript", "ts-node", "tsx":
		return code.Node, true
	case "perl":
		return code.Perl, true
	case "ruby":
		return code.Ruby, true
	case "php":
		return code.PHP, true
	case "lua", "luajit":
		return code.Lua, true
	case "r", "R", "Rscript":
		return code.R, true
	case "awk", "gawk", "mawk", "nawk":
		return code.Awk, true
	case "sed", "gsed":
		return code.Sed, true
	case "jq":
		return code.Jq, true
	case "sql-postgres", "sql":
		return code.Postgres, true
	case "sql-mysql":
		return code.MySQL, true
	case "sql-sqlite":
		return code.SQLite, true
	case "applescript", "osascript":
		return code.AppleScript, true
	}
	return "", false
}

// inline judges code in a language other than shell that this command runs,
// as if the command did itself what the code does.
func (c *cmd) inline(lang code.Lang, text, path string) {
	rep := c.r.known.readCode(code.Input{Lang: lang, Text: text, Path: path})
	if !rep.OK {
		c.unsure("code in " + string(lang) + " is not looked into")
		return
	}
	in := &snippet{c: c, lang: lang, text: text}
	from := c.base
	for _, e := range rep.Effects {
		if e.Kind != code.Load {
			in.effect(e)
		}
	}
	for _, e := range rep.Effects { // after what it may load was fetched
		if e.Kind == code.Load {
			in.effect(e)
		}
	}
	c.base = from
	for _, issue := range rep.Unknown {
		c.unsure("the code cannot be followed: "+issue.Why, in.word(issue.Start, issue.End))
	}
	in.imports(rep.Imports)
	if len(rep.Effects) == 0 {
		c.does(Print, "")
	}
}

// snippet is code that a command runs.
type snippet struct {
	c    *cmd
	lang code.Lang
	text string
}

// word stands for a span of the code, for evidence.
func (in *snippet) word(start, end int) shell.Word {
	w := shell.Word{Start: in.c.sh.Start, End: in.c.sh.End}
	if start >= 0 && start < end && end <= len(in.text) {
		w.Raw = clip(in.text[start:end])
	}
	return w
}

// target is the word for what an effect is about.
func (in *snippet) target(e code.Effect) shell.Word {
	w := in.word(e.Start, e.End)
	w.Text, w.Known, w.Glob, w.Prefix = e.Target, e.Known, e.Glob, e.Prefix
	if !e.Known {
		w.Text = ""
	}
	return w
}

func (in *snippet) arg(text string, like shell.Word) shell.Word {
	return shell.Word{Text: text, Known: true, Raw: text, Start: like.Start, End: like.End}
}

// flow is what an effect's data carries.
func (in *snippet) flow(e code.Effect) flow {
	var f flow
	for _, d := range e.Data {
		kind, what, _ := strings.Cut(d, ":")
		switch kind {
		case "file":
			f.files = true
			known := strings.TrimSuffix(what, "*")
			if p := in.c.placeOf(known, false); p.known {
				if g, _ := in.c.r.secretAt(p.path, false); g != secret.None {
					f.taint(p.path, g)
				}
				if m, ok := in.c.r.wrote[p.path]; ok {
					f.join(m.flow)
				}
			}
			if g, _ := in.c.r.secretHint(known); g == secret.Store {
				f.taint(known, g)
			}
		case "env":
			if what == "" {
				f.env = true
			} else if secret.EnvName(what) {
				f.taint("$"+what, secret.Store)
			}
		case "net":
			f.fetched = orWord(what, "the network")
		case "stdin":
			f.join(in.c.inflow())
		case "cmd", "db", "unknown":
			f.files = true
		}
	}
	return f
}

// effect notes one effect of the code.
func (in *snippet) effect(e code.Effect) {
	c, w := in.c, in.target(e)
	if e.Coded {
		c.find(Run, "dynamic-code", "", "hides what it does by encoding", w)
	}
	if e.Entry != "" {
		c.find(Run, e.Entry, e.Target, orWord(e.Why, entryVerb(e.Entry)), w)
		return
	}
	flowing := in.flow(e)
	switch e.Kind {
	case code.List:
		c.list(w)
	case code.Read:
		if !e.Temp {
			c.read(w)
		}
	case code.Write, code.Append:
		in.write(e, w, flowing)
	case code.Delete, code.DeleteTree:
		if e.Temp {
			c.does(Delete, "/tmp", w)
			return
		}
		c.delete(w, e.Kind == code.DeleteTree)
	case code.Mkdir:
		if !e.Temp {
			c.makeDir(w)
		}
	case code.Chdir:
		c.chdir(w)
	case code.Mode:
		in.as(e, "chmod", in.arg(orWord(strings.TrimPrefix(e.Mode, "0o"), "0"), w), w)
	case code.Move:
		in.as(e, "mv", w, in.other(e, w))
	case code.Link:
		in.as(e, "ln", in.arg("-s", w), in.other(e, w), w)
	case code.Run, code.Shell, code.Eval, code.Load, code.Import, code.Install, code.Process, code.Control:
		in.runs(e, w, flowing)
	case code.Fetch, code.Send, code.Connect, code.Listen:
		in.network(e, w, flowing)
	case code.Env:
		if secret.EnvName(e.Target) {
			c.does(Print, "")
		}
	case code.EnvAll:
		c.r.out[c.idx].env = true
	case code.SetEnv:
		v := in.arg(e.Other, w)
		v.Known = e.Other != ""
		if entry, why := envEntry(e.Target, v); entry == "unsure" {
			c.unsure(why, w)
		} else if entry != "" {
			c.find(Run, entry, e.Target, why, w)
		}
	case code.Print:
		c.r.out[c.idx].join(flowing)
		if flowing.grade == secret.Store && c.shown() {
			c.find(Print, "credential-print", flowing.secret, "prints "+flowing.secret, w)
		}
	case code.Query, code.Change, code.Destroy, code.Grant, code.Database:
		in.database(e, w)
	default:
		c.unsure("what "+clip(w.Raw)+" does is not known", w)
	}
}

// other is the second path of an effect.
func (in *snippet) other(e code.Effect, like shell.Word) shell.Word {
	w := in.arg(e.Other, like)
	w.Known = e.Other != ""
	return w
}

// as reads the effect as the command that does the same.
func (in *snippet) as(e code.Effect, words ...any) {
	list := make([]shell.Word, len(words))
	for i, x := range words {
		switch x := x.(type) {
		case string:
			list[i] = shell.Word{Text: x, Known: true, Raw: x, Start: in.c.sh.Start, End: in.c.sh.End}
		case shell.Word:
			list[i] = x
		}
	}
	in.c.nested(list)
}

// write notes a file that the code writes.
func (in *snippet) write(e code.Effect, w shell.Word, f flow) {
	if e.Temp {
		in.c.does(Write, "/tmp", w)
		return
	}
	before := in.c.change
	in.c.change = &change{} // what it writes is not its own output
	in.c.write(w, e.Kind == code.Write)
	in.c.change = before
	for _, p := range in.c.places(w) {
		if m, ok := in.c.r.wrote[p.path]; ok && p.known {
			m.flow.join(f)
			m.fetched = m.fetched || f.fetched != ""
			m.text, m.known, m.whole = "", false, false
		}
	}
}

// runs notes what the code runs or loads.
func (in *snippet) runs(e code.Effect, w shell.Word, f flow) {
	c := in.c
	switch e.Kind {
	case code.Run:
		words := make([]shell.Word, len(e.Argv))
		for i, a := range e.Argv {
			words[i] = in.arg(a.Text, w)
			words[i].Known, words[i].Glob = a.Known, a.Glob
			if !a.Known {
				words[i].Text, words[i].Prefix, words[i].Raw = "", a.Text, a.Text+"..."
			}
		}
		if len(words) == 0 {
			c.unsure("which program it runs is not known", w)
			return
		}
		c.nested(words)
	case code.Shell:
		if !e.Known && e.Sketch != "" {
			in.sketch(e.Sketch, w)
		}
		c.shellText(w)
	case code.Eval:
		if f.fetched != "" || f.decoded {
			c.runStream(f, w)
			return
		}
		if e.Known && c.r.depth < 4 {
			c.r.depth++
			c.inline(in.lang, e.Target, "")
			c.r.depth--
			return
		}
		c.find(Run, "dynamic-code", "", "runs text that it makes while it runs", w)
	case code.Load:
		if strings.Contains(e.Target+e.Prefix, "://") {
			f.fetched = orWord(e.Target, e.Prefix)
		}
		if e.Target == "" && f.fetched == "" && c.r.out[c.idx].fetched != "" {
			f.fetched = c.r.out[c.idx].fetched // what the code asked for, most likely
		}
		if f.fetched != "" {
			c.find(Run, "download-and-run", f.fetched, "loads data from the network in a form that can run code", w)
			return
		}
		for _, p := range c.places(w) {
			m, st := c.r.wrote[p.path], c.r.sess.Files[p.path]
			switch {
			case !p.known && e.Target == "":
			case m != nil && m.fetched || st.Fetched:
				c.find(Run, "download-and-run", p.path, "loads data from the network in a form that can run code", w)
				return
			case p.known && !c.r.rooted(p.path) && m == nil && !st.Made:
				c.unsure("it loads data from outside the project in a form that can run code: "+p.path, w)
			}
		}
		c.read(w)
	case code.Import:
		if e.Target != "" && !strings.Contains(e.Target, "/") {
			c.does(Project, e.Target, w)
			return
		}
		c.script(string(in.lang), w)
	case code.Install:
		c.find(Install, "undeclared-dependency", e.Target, "installs "+orWord(e.Target, "a package")+" from code", w)
	case code.Process:
		c.find(Process, "others-jobs", e.Target, "signals "+orWord(e.Target, "a process that is not known"), w)
	default:
		c.find(Channel, "terminal-injection", e.Target, "drives another program", w)
	}
}

// sketch looks through shell text of which parts are not known, for findings
// only.
func (in *snippet) sketch(text string, w shell.Word) {
	sub := in.c.r.below()
	sub.text(text, in.c.base.dir, "")
	for _, e := range sub.rep.Effects {
		if e.Entry != "" {
			in.c.find(e.Kind, e.Entry, e.Target, e.Why, w)
		}
	}
	in.c.r.rep.Guards = append(in.c.r.rep.Guards, sub.rep.Guards...)
}

// network notes what the code asks of or sends to the network.
func (in *snippet) network(e code.Effect, w shell.Word, f flow) {
	c := in.c
	switch e.Kind {
	case code.Fetch:
		if f.grade != secret.None || f.env {
			c.send(orWord(e.Target, e.Prefix), f, w)
			return
		}
		if !e.Known && e.Prefix == "" && e.Why == "" {
			c.unsure("which host it asks is not known", w)
			return
		}
		if e.Known && !strings.Contains(e.Target, "://") && hostOf(e.Target) == "" {
			c.does(Fetch, e.Target, w)
			return
		}
		c.fetch(w)
	case code.Send:
		c.send(orWord(e.Target, e.Prefix), f, w)
	case code.Connect:
		if name := orWord(e.Target, e.Prefix); productionName(name) {
			c.find(Remote, "production-data", name, "works on "+clip(name), w)
			return
		}
		c.connect(shell.Word{Text: orWord(e.Target, e.Prefix), Known: true, Raw: w.Raw, Start: w.Start, End: w.End})
	case code.Listen:
		host := hostOf(e.Target)
		if in.lang == code.Node && host == "" && !strings.Contains(e.Target, "*") {
			c.does(Listen, e.Target, w) // what every development server does
			return
		}
		if e.Known && isLocal(host) && host != "0.0.0.0" {
			c.does(Listen, host, w)
			return
		}
		c.find(Listen, "expose-service", e.Target, "accepts connections from other machines", w)
	}
}

// database notes what SQL does.
func (in *snippet) database(e code.Effect, w shell.Word) {
	c := in.c
	place := c.db
	if in.lang == code.SQLite && place == dbUnknown && c.dbName == "" {
		place = dbLocal
	}
	what := orWord(e.Target, "a database")
	if place == dbProduction && e.Kind != code.Query {
		c.find(Remote, "production-data", what, "changes data in "+clip(c.dbName)+", which is in production by its name", w)
		return
	}
	switch e.Kind {
	case code.Query:
		c.does(Read, "", w)
	case code.Change:
		if place == dbLocal {
			c.does(Local, what, w)
			return
		}
		c.unsure("it changes data in a database that is not known to be local", w)
	case code.Destroy:
		if c.dbMade {
			c.does(Local, what, w)
			return
		}
		c.find(Remote, "stateful-resource", what, orWord(e.Why, "removes or overwrites "+what), w)
	case code.Grant:
		c.find(Remote, "grant-access", what, orWord(e.Why, "changes who may use the database"), w)
	default:
		c.unsure("what the SQL does is not known"+also(e.Why), w)
	}
}

func also(why string) string {
	if why == "" {
		return ""
	}
	return ": " + why
}

// imports looks for modules that this session wrote with something in them.
func (in *snippet) imports(mods []string) {
	c := in.c
	for _, m := range mods {
		base := m
		if i := strings.IndexAny(m, "./"); i > 0 {
			base = m[:i]
		}
		p := least(c.r.sess.Files, func(p string, f FileState) bool {
			return f.Loaded != "" && strings.HasPrefix(p[strings.LastIndexByte(p, '/')+1:], base+".")
		})
		if p != "" {
			f := c.r.sess.Files[p]
			c.find(Run, f.Loaded, p, "loads "+p+", which "+f.Why)
		}
	}
}

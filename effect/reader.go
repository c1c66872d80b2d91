package effect

import (
	"strings"

	"automode/code"
	"automode/shell"
	"automode/world"
)

// reader reads one call.
type reader struct {
	env   Env
	facts world.Facts
	sess  *Session
	rep   *Report
	sh    shell.Script
	src   string           // the text that sh was read from
	out   []flow           // by command: what its output may carry
	wrote map[string]*made // files that earlier commands of this call write, by path
	depth int              // of scripts opened from scripts
	// switched names the command of this call that replaces the project's files
	// by others (git checkout, pull, stash pop, patch), empty for none
	switched string
	// remote: the text runs on another machine or in a container, so that its
	// paths are not ours
	remote string
	known  *readings // shared by all readers of the call
}

// readings are what texts of this call were found to hold, so that one that is
// looked at twice (for what a file makes run, and for what it would do) is read
// once.
type readings struct {
	shell []shellReading
	code  []codeReading
}

type shellReading struct {
	in  shell.Input
	out shell.Script
}

type codeReading struct {
	in  code.Input
	out code.Report
}

// maxReadings bounds what is looked through: few texts come twice.
const maxReadings = 8

// readShell is shell.Read, once for each text.
func (k *readings) readShell(in shell.Input) shell.Script {
	if in.Shell == "" {
		in.Shell = "bash"
	}
	for i := range k.shell {
		if o := &k.shell[i].in; o.Text == in.Text && o.Dir == in.Dir && o.Shell == in.Shell {
			return k.shell[i].out
		}
	}
	out := shell.Read(in)
	if len(k.shell) < maxReadings {
		k.shell = append(k.shell, shellReading{in, out})
	}
	return out
}

// readCode is code.ReadInput, once for each text.
func (k *readings) readCode(in code.Input) code.Report {
	if in.Args != nil || in.Vars != nil {
		return code.ReadInput(in)
	}
	for i := range k.code {
		o := &k.code[i]
		if o.in.Text == in.Text && o.in.Lang == in.Lang && (o.in.Path == in.Path || !o.out.Placed) {
			return o.out
		}
	}
	out := code.ReadInput(in)
	if len(k.code) < maxReadings {
		k.code = append(k.code, codeReading{in, out})
	}
	return out
}

// made is a file that this call writes before a later command may use it.
type made struct {
	cmd     int
	text    string
	known   bool // text is all of it
	fetched bool // from the network
	flow    flow
	absent  bool   // it did not exist before, for certain
	whole   bool   // nothing of what was there before is left
	moved   bool   // it holds what was moved or copied in
	gone    bool   // it was removed again
	link    string // it is a link to there
	built   bool   // it was built from the project's own sources
	loaded  string // an entry that its content matches
	why     string // of loaded
	dir     bool   // it is a folder, for certain
}

func newReader(env Env) *reader {
	r := &reader{env: env, facts: env.Facts, sess: env.Session, rep: &Report{wrote: map[string]*made{}}, known: &readings{}}
	r.wrote = r.rep.wrote
	if r.facts == nil {
		r.facts = world.Nothing{}
	}
	if r.sess == nil {
		r.sess = &Session{}
	}
	return r
}

// text reads shell text that runs in dir.
func (r *reader) text(text, dir, dialect string) {
	r.src = text
	r.sh = r.known.readShell(shell.Input{Text: text, Dir: dir, Home: r.env.Place.Home, User: r.env.Place.User, Shell: dialect})
	for _, i := range r.sh.Opaque {
		r.rep.Opaque = append(r.rep.Opaque, i.Why)
	}
	for _, i := range r.sh.Hostile {
		r.rep.Hostile = append(r.rep.Hostile, i.Why)
	}
	r.out = make([]flow, len(r.sh.Commands))
	if r.rep.Effects == nil {
		r.rep.Effects = make([]Effect, 0, len(r.sh.Commands)+1)
	}
	r.rep.Commands = make([]string, len(r.sh.Commands))
	for i := range r.sh.Commands {
		r.rep.Commands[i] = clip(r.sh.Commands[i].Src)
	}
	for i := range r.sh.Commands {
		r.command(i)
	}
}

// command reads the simple command at i.
func (r *reader) command(i int) {
	sh := &r.sh.Commands[i]
	c := &cmd{r: r, idx: i, sh: sh, base: base{sh.Dir.Text, sh.Dir.Known}}
	r.out[i] = c.inflow()
	if c.freshContainer() {
		return
	}
	c.environment()
	outer, before := r.remote, len(r.rep.Effects)
	for _, w := range sh.Via {
		c.wrapper(w)
	}
	for _, red := range sh.Redirs {
		if r.remote == "" || !r.carriersOwn(sh, red) {
			c.redirect(red)
		}
	}
	if sh.Decoded {
		r.out[i].decoded = true
		c.find(Run, "dynamic-code", "", "decodes text and runs it")
	}
	if len(sh.Words) > 0 && !sh.Function {
		c.run(sh.Words)
	} else if len(sh.Words) == 0 {
		c.bare()
	}
	c.outflow()
	c.showsSecret()
	c.elsewhere()
	c.otherwise()
	r.changesThere(before)
	r.remote = outer
}

// carriersOwn tells whether a redirect is that of the program that hands the
// command to another place: it happens here.
func (r *reader) carriersOwn(sh *shell.Command, red shell.Redirect) bool {
	for p := sh.Parent; p >= 0 && p < len(r.sh.Commands); p = r.sh.Commands[p].Parent {
		for _, own := range r.sh.Commands[p].Redirs {
			if own.Op == red.Op && own.Target.Start == red.Target.Start && own.Target.Raw == red.Target.Raw {
				return true
			}
		}
	}
	return false
}

// changesThere turns what is ordinary work here into something not understood
// when it happens on another machine.
func (r *reader) changesThere(before int) {
	if !r.elsewhere() {
		return
	}
	for i := before; i < len(r.rep.Effects); i++ {
		e := &r.rep.Effects[i]
		switch e.Kind {
		case Unknown, Print, Read, Fetch, Environment:
		default:
			if e.Entry == "" {
				e.Kind, e.Why = Unknown, "it changes something on another machine"
			}
		}
	}
}

// elsewhere reads the command again for the folders where it runs when an
// earlier cd fails: what is found there counts as well.
func (c *cmd) elsewhere() {
	for _, d := range c.sh.DirElse {
		sub := c.r.below()
		sub.sh, sub.out = c.r.sh, c.r.out
		o := &cmd{r: sub, idx: c.idx, sh: c.sh, base: base{d.Text, d.Known}}
		for _, red := range o.sh.Redirs {
			o.redirect(red)
		}
		if len(o.sh.Words) > 0 && !o.sh.Function {
			o.run(o.sh.Words)
		}
		for _, e := range sub.rep.Effects {
			if e.Entry == "" || c.r.rep.holds(e) {
				continue
			}
			e.Why += ", should the cd before it fail"
			c.r.rep.Effects = append(c.r.rep.Effects, e)
		}
		c.r.rep.Guards = append(c.r.rep.Guards, sub.rep.Guards...)
	}
}

// otherwise reads the command again with what its text gives for values that
// the environment may not have: what is found then counts as well.
func (c *cmd) otherwise() {
	most := 0
	for _, w := range c.sh.Words {
		most = max(most, len(w.Or))
	}
	for _, red := range c.sh.Redirs {
		most = max(most, len(red.Target.Or))
	}
	if most == 0 || c.sh.Function {
		return
	}
	for k := range most {
		sub := c.r.below()
		sub.sh, sub.out = c.r.sh, c.r.out
		sh := *c.sh
		sh.Words = given(c.sh.Words, k)
		sh.Redirs = append([]shell.Redirect(nil), c.sh.Redirs...)
		for i := range sh.Redirs {
			if t := given([]shell.Word{sh.Redirs[i].Target}, k); len(t) == 1 {
				sh.Redirs[i].Target = t[0]
			}
		}
		o := &cmd{r: sub, idx: c.idx, sh: &sh, base: c.base}
		for _, red := range sh.Redirs {
			o.redirect(red)
		}
		if len(sh.Words) > 0 {
			o.run(sh.Words)
		}
		for _, e := range sub.rep.Effects {
			if e.Entry == "" && (e.Kind == Print || e.Kind == Read) || e.Entry != "" && c.r.rep.holds(e) {
				continue
			}
			c.r.rep.Effects = append(c.r.rep.Effects, e)
		}
		c.r.rep.Guards = append(c.r.rep.Guards, sub.rep.Guards...)
	}
}

// given are words with the k-th of what the text gives in place of what is not
// known.
func given(words []shell.Word, k int) []shell.Word {
	out := make([]shell.Word, 0, len(words))
	for _, w := range words {
		if len(w.Or) == 0 {
			out = append(out, w)
			continue
		}
		text := w.Or[min(k, len(w.Or)-1)]
		fields := []string{text}
		if w.Many {
			fields = strings.Fields(text)
		}
		for _, f := range fields {
			v := w
			v.Known, v.Text, v.Many, v.Or, v.Alts, v.Prefix, v.Suffix, v.Globs = true, f, false, nil, nil, "", "", nil
			v.Glob = w.Many && strings.ContainsAny(f, "*?[")
			out = append(out, v)
		}
	}
	return out
}

// holds tells whether the report has that finding already.
func (r *Report) holds(e Effect) bool {
	for i := range r.Effects {
		if f := &r.Effects[i]; f.Entry == e.Entry && f.Cmd == e.Cmd {
			return true
		}
	}
	return false
}

// bare reads a command without words: redirects and assignments alone. A file
// that is redirected into loses what it held.
func (c *cmd) bare() {
	for _, red := range c.sh.Redirs {
		if red.Op == ">" || red.Op == ">|" {
			c.empties(red.Target)
		}
	}
	if len(c.sh.Redirs) == 0 {
		c.does(Print, "")
	}
}

// empties notes that a file is cut to nothing.
func (c *cmd) empties(w shell.Word) {
	for _, p := range c.places(w) {
		if !p.known || p.glob || inertDevice(p.path) || c.r.isTemp(p.path) {
			continue
		}
		f := c.r.facts.File(p.path)
		st := c.r.sess.Files[p.path]
		if f.Known && !f.Exists || st.Made || st.Whole || c.r.rooted(p.path) && f.Tracked == world.Yes && f.Modified == world.No {
			continue
		}
		c.find(Write, "irreversible-local", p.path, "empties "+p.path, w)
	}
}

// run reads the program and arguments in words.
func (c *cmd) run(words []shell.Word) {
	w := words[0]
	if !w.Known || w.Glob {
		if texts, ok := w.Values(); ok && !w.Glob {
			for _, t := range texts {
				v := w
				v.Known, v.Text, v.Alts = true, t, nil
				c.run(append([]shell.Word{v}, words[1:]...))
			}
			return
		}
		c.add(Effect{Kind: Unknown, Entry: "", Why: "which program runs is computed"}, w)
		return
	}
	name := w.Text
	if strings.Contains(name, "/") {
		var ok bool
		if name, ok = c.programAt(w, words); !ok {
			return
		}
	}
	c.table(name, words)
}

// table reads words by the row of the program's name, the most specific one.
func (c *cmd) table(name string, words []shell.Word) {
	row, s, ok := lookup(name)
	if !ok {
		if v := versioned(name); v != "" {
			row, s, ok = lookup(v)
		}
	}
	if !ok {
		if outer, sub, cut := strings.Cut(name, "-"); cut && (outer == "git" || outer == "cargo") {
			if _, _, known := lookup(outer + " " + sub); known { // git-lfs is git lfs
				first, second := words[0], words[0]
				first.Text, second.Text = outer, sub
				c.table(outer, append([]shell.Word{first, second}, words[1:]...))
				return
			}
		}
		c.unsure("program "+name+" is not known", words[0])
		return
	}
	// an alias stands for the row that it names
	c.name, c.args, c.all = row.Name, words[1:], words[1:]
	c.own, c.other = name, row.Name
	if like, ok := s.mark("like"); ok {
		c.other = like
	}
	if helpOnly(c.args) {
		c.does(Print, "")
		return
	}
	if _, sub := s.mark("sub"); sub {
		if s = c.subcommand(s); s == nil {
			return
		}
	}
	c.apply(s)
}

// helpOnly: a known program that is asked for nothing but its help or version.
func helpOnly(args []shell.Word) bool {
	if len(args) != 1 || !args[0].Lit() {
		return false
	}
	return args[0].Text == "--help" || args[0].Text == "--version"
}

// subcommand looks for the row of the program's subcommand, past the options
// of the program itself, which the program's row s declares. It gives the row
// that is still to be applied: of a command that has subcommands and was given
// none; nil when all is said.
func (c *cmd) subcommand(s *spec) *spec {
	args := c.args
	each, _ := s.mark("each") // a special that runs before that of every subcommand
	_, all := s.mark("everywhere")
	_, plus := s.mark("plus")     // a first word such as +nightly names a toolchain
	_, nodash := s.mark("nodash") // no subcommand may follow --: it only complains
	for {
		n := len(args)
		i := 0
		if plus && n > 0 && args[0].Known && strings.HasPrefix(args[0].Text, "+") {
			i = 1
		}
		for i < n && args[i].Known && len(args[i].Text) > 1 && (args[i].Text[0] == '-' || args[i].Text[0] == '+') {
			if nodash && args[i].Text == "--" {
				c.does(Print, "")
				return nil
			}
			i = c.option(s, args, i, args[i].Text) + 1
		}
		if i >= n {
			c.args = args[i:]
			c.globals()
			c.every(each)
			return s
		}
		if !args[i].Known {
			c.unsure("which subcommand of "+c.name+" runs is not known", args[i])
			return nil
		}
		next := c.step(args[i].Text)
		if next == nil {
			return c.noSubcommand(s, each, args[i:])
		}
		c.args = args[i+1:]
		if helpOnly(c.args) {
			c.globals()
			c.every(each)
			c.does(Print, "")
			return nil
		}
		_, more := next.mark("sub")
		if more || all {
			// options of the outer level may also follow
			inner := *next
			inner.options = append(append([]option{}, next.options...), s.options...)
			inner.flags += s.flags
			inner.anyOpt = inner.anyOpt || all && s.anyOpt
			next = &inner
		}
		if more {
			s, args = next, c.args
			continue
		}
		c.globals()
		c.every(each)
		return next
	}
}

// step goes on to the row of a subcommand: that of the program's own name, else
// that of the program that it is another name of. It is nil where neither has
// such a row.
func (c *cmd) step(sub string) *spec {
	own, other := c.own+" "+sub, c.other+" "+sub
	row, next, ok := lookup(own)
	switch {
	case ok && row.Name != own:
		c.own, c.other = own, row.Name
	case ok:
		c.own, c.other = own, other
	default:
		if row, next, ok = lookup(other); !ok {
			return nil
		}
		c.own, c.other = row.Name, row.Name
	}
	if like, found := next.mark("like"); found {
		c.other = like
	}
	c.name = row.Name
	return next
}

// noSubcommand handles a first operand that names no row: the program's own
// operands where its row has some, else not understood.
func (c *cmd) noSubcommand(s *spec, each string, rest []shell.Word) *spec {
	c.args = rest
	c.globals()
	c.every(each)
	if _, own := s.mark("operands"); own || len(s.operands) > 0 {
		return s
	}
	c.unsure("subcommand "+clip(c.name+" "+rest[0].Raw)+" is not known", rest[0])
	return nil
}

// every runs the special that a program's row names for all its subcommands.
func (c *cmd) every(name string) {
	if name == "" {
		return
	}
	if f := special(name); f != nil {
		f(c)
		return
	}
	c.unsure("no reader is called " + name)
}

// globals applies the roles of the options that stood before the subcommand.
func (c *cmd) globals() {
	for _, o := range c.opts {
		c.applyOption(o)
	}
	c.globalsDone()
}

// globalsDone marks the options so far as applied: a special still sees them,
// the roles of the row do not act on them again.
func (c *cmd) globalsDone() {
	for i := range c.opts {
		c.opts[i].word = -1
	}
}

// apply reads c.args by a row that has no further subcommands.
func (c *cmd) apply(s *spec) {
	c.args, c.tail = s.ahead(c.args)
	effects := len(c.r.rep.Effects)
	c.split(s, c.args)
	if arg, ok := s.mark("dry"); ok {
		for _, n := range strings.Split(arg, ",") {
			c.dry = c.dry || c.isDry(n)
		}
	}
	for _, o := range c.opts {
		if o.word >= 0 && !o.late() {
			c.applyOption(o)
		}
	}
	if fn, ok := s.mark("go"); ok {
		if f := special(fn); f != nil {
			f(c)
		} else {
			c.unsure("no reader is called " + fn)
		}
	}
	for _, m := range s.marks {
		c.mark(m)
	}
	if _, own := s.mark("operands"); !own {
		c.applyOperands(s)
	}
	for _, o := range c.opts {
		if o.word >= 0 && o.late() {
			c.applyOption(o)
		}
	}
	if effects == len(c.r.rep.Effects) {
		c.does(Print, "") // all that was said of it changes nothing
	}
}

// isDry tells whether a dry-run option is given: "-n", "--dry-run", or
// "--dry-run=client" for a value.
func (c *cmd) isDry(name string) bool {
	want := ""
	if i := strings.IndexByte(name, '='); i > 0 {
		name, want = name[:i], name[i+1:]
	}
	o, ok := c.opt(name)
	if !ok {
		return false
	}
	if want == "" {
		return !o.has || o.value.Text != "none" && o.value.Text != "false"
	}
	return o.has && o.value.Lit() && o.value.Text == want
}

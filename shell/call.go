package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// job is a simple command on its way through functions, builtins and wrappers.
type job struct {
	words    []Word
	assigns  []Assign
	redirs   []Redirect // its own and those of the groups around it
	own      int        // how many of redirs are its own, at the end
	stdin    Stdin
	start    int // in the current text
	end      int
	src      string
	noFunc   bool // functions are passed over
	external bool // another program starts it: no function, no builtin
	exec     bool // in place of the shell
	maybe    bool
	loop     bool
	bg       bool
	depth    int
}

// call walks a simple command.
func (r *reader) call(c *syntax.CallExpr, s *syntax.Stmt) {
	mark, st, nOpaque := r.mark(), r.st.fork(), len(r.script.Opaque)
	if r.callOnce(c, s, false) {
		return
	}
	// Some word has several values and the command's sense depends on which:
	// read it once for each.
	combos, ok := r.choices(c)
	if !ok {
		r.rewind(mark)
		r.st = st
		r.opaqueNode("the program is one of too many", c)
		r.callOnce(c, s, true)
		return
	}
	r.rewind(mark)
	r.script.Opaque = r.script.Opaque[:nOpaque]
	r.st = st
	var out state
	r.cond++
	for i, combo := range combos {
		r.st = st.fork()
		for _, c := range combo {
			r.choose(c)
		}
		r.callOnce(c, s, true)
		if i == 0 {
			out = r.st
		} else {
			out.merge(&r.st)
		}
	}
	r.cond--
	out.vars.frozen = true
	r.st = out
}

// choice is one of the values that a variable may have.
type choice struct {
	name string
	text string
}

// choose makes one of a variable's values the only one.
func (r *reader) choose(c choice) {
	if isDigits(c.name) {
		r.st.params = append([]val(nil), r.st.params...)
		p := &r.st.params[atoi(c.name)-1]
		p.text, p.known, p.alts = c.text, true, nil
		return
	}
	e := r.st.edit(c.name)
	e.v.text, e.v.known, e.v.alts = c.text, true, nil
}

// callOnce reads a simple command; false means that it has to be read once
// for each value of its words. It says so only when final is false.
func (r *reader) callOnce(c *syntax.CallExpr, s *syntax.Stmt, final bool) bool {
	oldLossy := r.lossy
	r.lossy = false
	j := job{start: int(s.Pos().Offset()), end: int(s.End().Offset())}
	if s.Semicolon.IsValid() {
		j.end = int(s.Semicolon.Offset())
	}
	if len(c.Args) > 0 {
		j.words = r.words(c.Args)
	}
	lossy := r.lossy
	r.lossy = oldLossy
	if !final && (lossy || r.dependsOnChoice(j.words)) {
		return false
	}
	var own []Redirect
	if len(s.Redirs) > 0 {
		own = r.redirects(s.Redirs)
	}
	if len(c.Assigns) > 0 {
		j.assigns = r.assigns(c.Assigns, len(j.words) == 0)
	}
	j.redirs = r.redirs
	oldStdin, oldPipe := r.stdin, r.pipe
	if len(own) > 0 {
		j.redirs = append(j.redirs[:len(j.redirs):len(j.redirs)], own...)
		j.own = len(own)
		r.feed(own)
	}
	j.stdin = r.stdin
	if j.start <= j.end && j.end <= len(r.src) {
		j.src = strings.TrimSpace(r.src[j.start:j.end])
	}
	if len(j.words) > 0 {
		r.run(j)
		if r.dialect == posix && len(j.assigns) > 0 && j.words[0].Lit() && specialBuiltin(j.words[0].Text) {
			// in front of these, assignments may last
			for _, a := range j.assigns {
				old := variable{name: a.Name, v: unsetEnv(a.Name), maybe: true}
				if v := r.st.find(a.Name); v != nil {
					old = *v
				}
				r.assign(a.Name, wordVal(a.Value), false)
				r.st.edit(a.Name).join(old)
			}
		}
	} else if len(j.assigns) > 0 || len(own) > 0 || len(c.Args) > 0 {
		r.emitJob(&j, lit(""))
	}
	r.stdin, r.pipe = oldStdin, oldPipe
	return true
}

// dependsOnChoice tells whether the sense of a command depends on a word that
// has several values.
func (r *reader) dependsOnChoice(words []Word) bool {
	if len(words) == 0 {
		return false
	}
	if len(words[0].Alts) > 0 {
		return true
	}
	for i := 1; i < len(words); i++ {
		if len(words[i].Alts) > 0 {
			return interprets(baseName(words[0].Text)) || len(r.st.findFunc(words[0].Text)) > 0
		}
	}
	return false
}

// choices lists the combinations of values of the variables that a command's
// words use and that have several.
func (r *reader) choices(c *syntax.CallExpr) ([][]choice, bool) {
	out := [][]choice{nil}
	seen := map[string]bool{}
	ok := true
	for _, w := range c.Args {
		syntax.Walk(w, func(n syntax.Node) bool {
			p, isParam := n.(*syntax.ParamExp)
			if !isParam || p.Param == nil || seen[p.Param.Value] {
				return true
			}
			name := p.Param.Value
			seen[name] = true
			v, _ := r.lookup(name)
			if len(v.alts) == 0 || !isDigits(name) && r.st.find(name) == nil {
				return true
			}
			if len(out)*len(v.alts) > maxForks {
				ok = false
				return true
			}
			var next [][]choice
			for _, m := range out {
				for _, t := range v.alts {
					next = append(next, append(m[:len(m):len(m)], choice{name, t}))
				}
			}
			out = next
			return true
		})
	}
	return out, ok && len(out) > 1
}

// emitJob lists the job as a command of its own.
func (r *reader) emitJob(j *job, out val) int {
	c := Command{Words: j.words, Assigns: j.assigns, Redirs: j.redirs, Via: r.via, Stdin: j.stdin, Parent: r.parent,
		Start: j.start, End: j.end, Src: j.src, Maybe: j.maybe, Loop: j.loop, Background: j.bg}
	c.Env = r.env(j.assigns)
	if j.maybe || j.loop {
		out = out.blur()
	}
	return r.emit(c, out, true)
}

// run takes a command apart: function, builtin, wrapper, shell, or a program.
func (r *reader) run(j job) {
	if !r.step() {
		return
	}
	if j.depth > 40 {
		r.opaque("wrappers are nested too deep", j.start, j.end)
		r.emitJob(&j, val{})
		return
	}
	w := &j.words[0]
	if !w.Lit() {
		r.unknownProgram(&j)
		return
	}
	name := w.Text
	if r.dialect == zsh && zshWordBefore(name) && !j.external {
		r.opaque("zsh runs what follows this word", j.start, j.end)
	}
	if !j.external {
		if containsStr(r.hoped, name) && w.Raw == name {
			r.opaque("an alias of that name may be in force", j.start, j.end)
		}
		if !j.noFunc {
			fns := r.st.findFunc(name)
			if len(fns) > 0 {
				r.callFuncs(&j, fns)
				if !fns[len(fns)-1].maybe {
					return
				}
				j.maybe = true
			}
		}
		if r.builtin(&j) {
			return
		}
	}
	if r.unwrap(&j) {
		return
	}
	r.program(&j)
}

// program lists a program that carries nothing.
func (r *reader) program(j *job) {
	if strings.IndexByte(j.words[0].Text, '=') > 0 && j.words[0].Raw == j.words[0].Text && isName(j.words[0].Text[:strings.IndexByte(j.words[0].Text, '=')]) && !j.external {
		r.opaque("a word that may be an assignment", j.start, j.end)
	}
	r.emitJob(j, r.prints(j))
}

// unknownProgram lists a command whose program is not known.
func (r *reader) unknownProgram(j *job) {
	w := j.words[0]
	why := "the program is not known: " + w.Raw
	if len(why) > 80 {
		why = "the program is not known"
	}
	r.opaque(why, j.start, j.end)
	i := r.emitJob(j, val{})
	if w.Many && len(j.words) > 1 && !w.Known {
		// it may be nothing at all, or a wrapper: then the next word is a program
		rest := *j
		rest.words = j.words[1:]
		rest.maybe = true
		rest.depth++
		old := r.ctx
		r.via = append(r.via[:len(r.via):len(r.via)], Wrapper{Name: "", Words: j.words[:1]})
		r.parent = i
		r.cond++
		st := r.st.fork()
		r.run(rest)
		r.st.merge(&st)
		r.ctx = old
	}
}

// baseName is the last component of a program's path.
func baseName(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }

func zshWordBefore(name string) bool {
	switch name {
	case "-", "noglob", "nocorrect", "repeat", "foreach", "setopt", "unsetopt", "emulate", "zmodload", "autoload", "sched", "zle", "bindkey", "zstyle", "print", "integer", "float", "private", "vared", "functions":
		return true
	}
	return false
}

func specialBuiltin(name string) bool {
	switch name {
	case "break", ":", "continue", ".", "eval", "exec", "exit", "export", "readonly", "return", "set", "shift", "times", "trap", "unset":
		return true
	}
	return false
}

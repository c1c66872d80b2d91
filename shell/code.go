package shell

import "strings"

// evalText reads the words of eval as shell text.
func (r *reader) evalText(j *job) {
	args := j.words[1:]
	if len(args) > 0 && args[0].Lit() && args[0].Text == "--" {
		args = args[1:]
	}
	i := r.emitJob(j, lit(""))
	v := joinWords(args)
	if !v.known {
		r.opaque("eval runs text that is not known", j.start, j.end)
		if v.tmpl != "" && v.tmpl != hole {
			old := r.holes
			r.holes = true
			v.text = v.tmpl
			r.carried(j, i, v, r.dialect)
			r.holes = old
		}
		r.lose()
		return
	}
	r.script.Commands[i].Carries = true
	r.carried(j, i, v, r.dialect)
}

// joinWords is the text that words make with blanks between them.
func joinWords(words []Word) val {
	v := lit("")
	if allKnown(words) && len(words) > 8 {
		var b strings.Builder
		for i := range words {
			if words[i].Glob {
				return val{}
			}
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(words[i].Text)
			v.subs, v.vars, v.dec = joinInt(v.subs, words[i].Subs), joinStr(v.vars, words[i].Vars), v.dec || words[i].Decoded
		}
		v.text = b.String()
		return v
	}
	for i, w := range words {
		if i > 0 {
			v = cat(v, lit(" "))
		}
		v = cat(v, wordVal(w))
	}
	return v
}

// carried reads shell text that a builtin runs in the shell itself.
func (r *reader) carried(j *job, parent int, text val, d dialect) {
	old := r.ctx
	r.parent = parent
	r.redirs, r.stdin = j.redirs, j.stdin
	r.cond += bit(j.maybe)
	saved := r.prefix(j.assigns)
	start, end := r.place(j.start, j.end)
	r.nested(text.text, d, text.dec, start, end)
	if r.dialect == posix {
		// special builtins leave them set in some shells
		for _, v := range saved {
			now := *r.st.edit(v.name)
			now.join(v)
			*r.st.edit(v.name) = now
		}
	} else {
		r.restore(saved)
	}
	r.ctx = old
}

// trap reads the text that a signal will run.
func (r *reader) trap(j *job) {
	args := j.words[1:]
	for len(args) > 0 && args[0].Lit() && (args[0].Text == "--" || args[0].Text == "-l" || args[0].Text == "-p" || args[0].Text == "-lp") {
		args = args[1:]
	}
	i := r.emitJob(j, lit(""))
	if len(args) < 2 {
		if len(args) == 1 && !args[0].Lit() {
			r.opaque("trap runs text that is not known", j.start, j.end)
		}
		return
	}
	text := wordVal(args[0])
	switch {
	case !text.known:
		r.opaque("trap runs text that is not known", j.start, j.end)
		return
	case text.text == "" || text.text == "-":
		return
	}
	atExit := true
	for _, s := range args[1:] {
		atExit = atExit && s.Lit() && (s.Text == "EXIT" || s.Text == "0" || s.Text == "exit")
	}
	r.script.Commands[i].Carries = true
	before := r.st.fork()
	r.cond++
	r.carried(j, i, text, r.dialect)
	r.cond--
	if !atExit && !r.st.same(&before) {
		r.opaque("a trap changes the shell while it runs", j.start, j.end)
	}
	r.st = before
}

// source lists a file that the shell reads, and reads it where the text has it.
func (r *reader) source(j *job) {
	i := r.emitJob(j, val{})
	if len(j.words) > 1 {
		if text, ok := r.codeFrom(j, j.words[1]); ok {
			r.script.Commands[i].Carries = true
			params, paramOK := r.st.params, r.st.paramOK
			if len(j.words) > 2 {
				r.setParams(j.words[2:])
			}
			r.carried(j, i, text, r.dialect)
			if len(j.words) > 2 {
				r.st.params, r.st.paramOK = params, paramOK
			}
			return
		}
		if j.words[1].Proc || isStdinName(&j.words[1]) || !j.words[1].Lit() {
			r.opaque("source runs text that is not known", j.start, j.end)
		}
	}
	r.lose()
}

// codeFrom is the text of a file that a shell is told to read, where the text
// itself feeds it: a process substitution, or standard input.
func (r *reader) codeFrom(j *job, w Word) (val, bool) {
	switch {
	case w.Proc:
		v := r.printed(w.Subs)
		return v, v.known
	case isStdinName(&w):
		return r.stdinText(j)
	}
	return val{}, false
}

func isStdinName(w *Word) bool {
	switch w.Text {
	case "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return w.Known
	}
	return false
}

// stdinText is what a command reads from its standard input, where the text
// itself says it.
func (r *reader) stdinText(j *job) (val, bool) {
	switch j.stdin.Kind {
	case Here:
		v := wordVal(j.stdin.Text())
		return v, v.known
	case Pipe:
		if len(j.stdin.From) > 0 {
			v := r.printed(j.stdin.From)
			return v, v.known
		}
	}
	return val{}, false
}

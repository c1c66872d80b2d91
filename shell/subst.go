package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// cmdSubst walks a command substitution; its value is what the commands print.
func (r *reader) cmdSubst(c *syntax.CmdSubst, quoted bool) val {
	if c.TempFile || c.ReplyVar {
		r.opaqueNode("a substitution of another shell", c)
		return val{}
	}
	if !r.step() {
		return val{}
	}
	var sink []int
	old := r.ctx
	r.sink, r.pipe, r.redirs = &sink, nil, nil
	r.isolated(func() {
		if c.Backquotes {
			r.backquoted(c, quoted)
			return
		}
		r.stmts(c.Stmts)
	})
	r.ctx = old
	v := r.printed(sink)
	v.subs = sink
	trim := func(t string) string { return strings.TrimRight(strings.ReplaceAll(t, "\x00", ""), "\n") }
	v.text, v.pre, v.suf, v.tmpl = trim(v.text), trim(v.pre), trim(v.suf), trim(v.tmpl)
	if len(v.alts) > 0 {
		v = v.each(func(t string) (string, bool) { return trim(t), true })
	}
	return v
}

// backquoted walks `text`. Bash takes backslashes off first and reads what
// remains, so the same is done here.
func (r *reader) backquoted(c *syntax.CmdSubst, quoted bool) {
	from, to := int(c.Left.Offset())+1, int(c.Right.Offset())
	if from > to || to > len(r.src) {
		r.opaqueNode("backquotes that could not be read", c)
		return
	}
	text := r.src[from:to]
	if r.src[to] != '`' || bareBackquote(text) {
		r.opaqueNode("backquotes that shells read differently", c)
	}
	if strings.IndexByte(text, '\\') < 0 {
		r.stmts(c.Stmts)
		return
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			switch n := text[i+1]; {
			case n == '$' || n == '`' || n == '\\' || n == '"' && quoted:
				i++
			}
		}
		out = append(out, text[i])
	}
	start, end := r.place(from, to)
	r.nested(string(out), r.dialect, false, start, end)
}

// bareBackquote tells whether text holds a backquote without a backslash.
func bareBackquote(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' {
			i++
			continue
		}
		if text[i] == '`' {
			return true
		}
	}
	return false
}

// procSubst walks a process substitution; its value is a name for a pipe.
func (r *reader) procSubst(p *syntax.ProcSubst) val {
	if p.Op == syntax.CmdInTemp {
		r.opaqueNode("a substitution of another shell", p)
	}
	if r.dialect == posix {
		r.opaqueNode("sh may not know process substitutions", p)
	}
	var sink []int
	old := r.ctx
	mark := len(r.script.Commands)
	r.pipe, r.redirs = nil, nil
	if p.Op == syntax.CmdOut {
		r.stdin = Stdin{Kind: Pipe}
	} else {
		r.sink = &sink
	}
	r.isolated(func() { r.stmts(p.Stmts) })
	r.ctx = old
	if p.Op == syntax.CmdOut {
		for i := mark; i < len(r.script.Commands); i++ {
			sink = append(sink, i)
		}
	}
	return val{subs: sink}
}

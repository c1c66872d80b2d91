package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

// branch walks f as something that may not run; afterwards the state is
// either the one before or the one it left.
func (r *reader) branch(f func()) {
	before := r.st.fork()
	r.cond++
	f()
	r.cond--
	r.st.merge(&before)
}

func (r *reader) binaryCmd(c *syntax.BinaryCmd) {
	switch c.Op {
	case syntax.AndStmt, syntax.OrStmt:
		// long chains lean to the left; walk them without going deep
		r.stmt(c.X)
		failed := r.st.dirFail
		switch {
		case c.Op == syntax.AndStmt && endsInCd(c.X):
			// the right side only runs where the cd was done
			r.st.dirFail = nil
			r.branch(func() { r.stmt(c.Y) })
			r.st.dirFail = mergeDirs(r.st.dirFail, failed)
		case c.Op == syntax.OrStmt && endsInCd(c.X) && leaves(c.Y):
			r.branch(func() { r.stmt(c.Y) })
			r.st.dirFail = nil
		default:
			r.branch(func() { r.stmt(c.Y) })
		}
	case syntax.Pipe, syntax.PipeAll:
		if c.Op == syntax.PipeAll && r.dialect == posix {
			r.opaqueNode("sh may not know |&", c)
		}
		r.pipeline(c)
	}
}

// endsInCd tells whether a statement succeeds only when its last cd did.
func endsInCd(s *syntax.Stmt) bool {
	if s.Negated || s.Background {
		return false
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) == 0 {
			return false
		}
		l := c.Args[0].Lit()
		return l == "cd" || l == "pushd"
	case *syntax.BinaryCmd:
		return c.Op == syntax.AndStmt && (endsInCd(c.Y) || endsInCd(c.X))
	}
	return false
}

// leaves tells whether a statement does not come back.
func leaves(s *syntax.Stmt) bool {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) == 0 {
			return false
		}
		l := c.Args[0].Lit()
		return l == "exit" || l == "return"
	case *syntax.Block:
		return len(c.Stmts) > 0 && leaves(c.Stmts[len(c.Stmts)-1])
	}
	return false
}

// pipeline walks both sides of a pipe, each in a shell of its own.
func (r *reader) pipeline(c *syntax.BinaryCmd) {
	var from []int
	old := r.ctx
	r.sink = &from
	r.isolated(func() { r.stmt(c.X) })
	r.ctx = old

	p := &pipe{from: from, reader: -1}
	r.pipe = p
	r.stdin = Stdin{Kind: Pipe, From: from}
	if r.dialect == zsh {
		// zsh runs the last one in the shell itself
		before := r.st.fork()
		r.stmt(c.Y)
		r.st.merge(&before)
	} else {
		r.isolated(func() { r.stmt(c.Y) })
	}
	r.ctx = old
	for _, i := range from {
		if r.script.Commands[i].PipedTo < 0 {
			r.script.Commands[i].PipedTo = p.reader
		}
	}
}

func (r *reader) ifClause(c *syntax.IfClause) {
	r.stmts(c.Cond)
	if len(c.Cond) == 0 { // else
		r.stmts(c.Then)
		return
	}
	before := r.st.fork()
	r.cond++
	r.stmts(c.Then)
	then := r.st
	r.st = before
	if c.Else != nil {
		r.ifClause(c.Else)
	}
	r.cond--
	r.st.merge(&then)
}

func (r *reader) caseClause(c *syntax.CaseClause) {
	r.value(c.Word, false)
	before := r.st.fork()
	out := before
	r.cond++
	for _, item := range c.Items {
		for _, p := range item.Patterns {
			r.patternWord(p)
		}
		if item.Op != syntax.Break {
			// falls through: what follows may see what this one left
			saved := r.st.fork()
			r.stmts(item.Stmts)
			r.st.merge(&saved)
			out.merge(&r.st)
			continue
		}
		r.stmts(item.Stmts)
		after := r.st.fork()
		out.merge(&after)
		r.st = before.fork()
	}
	r.cond--
	out.vars.frozen = true
	r.st = out
}

// patternWord walks a pattern for what it runs.
func (r *reader) patternWord(w *syntax.Word) {
	for _, p := range w.Parts {
		if g, ok := p.(*syntax.ExtGlob); ok {
			r.guardGlob(g)
			r.opaqueNode("an extended pattern that the shell may read as a command", g)
		}
	}
	r.pattern(w)
}

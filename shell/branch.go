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
	case syntax.AndStmt:
		r.andList(c)
	case syntax.OrStmt:
		done := r.attempt(c.X)
		if r.leaves(c.Y) {
			// what follows only runs where the left side succeeded
			r.cond++
			r.stmt(c.Y)
			r.cond--
			r.st = done
			return
		}
		r.branch(func() { r.stmt(c.Y) })
	case syntax.Pipe, syntax.PipeAll:
		if c.Op == syntax.PipeAll && r.dialect == posix {
			r.opaqueNode("sh may not know |&", c)
		}
		r.pipeline(c)
	}
}

// attempt walks a statement; done is what is known where it succeeds.
func (r *reader) attempt(s *syntax.Stmt) (done state) {
	if c, ok := s.Cmd.(*syntax.BinaryCmd); ok && c.Op == syntax.AndStmt && !s.Negated && !s.Background && len(s.Redirs) == 0 {
		if !r.step() {
			return r.st
		}
		return r.andList(c)
	}
	r.stmt(s)
	done = r.st.fork()
	if endsInCd(s) {
		done.dirFail = nil
	}
	return done
}

// andList walks a && b && c. Each runs where the ones before it succeeded;
// afterwards any of them may have been the last.
func (r *reader) andList(c *syntax.BinaryCmd) (done state) {
	list := []*syntax.Stmt{c.Y}
	x := c.X
	for {
		b, ok := x.Cmd.(*syntax.BinaryCmd)
		if !ok || b.Op != syntax.AndStmt || x.Negated || x.Background || len(x.Redirs) > 0 {
			break
		}
		list = append(list, b.Y)
		x = b.X
	}
	list = append(list, x)
	var ends state
	for i := len(list) - 1; i >= 0; i-- {
		done = r.attempt(list[i])
		if i == len(list)-1 {
			ends = r.st.fork()
			r.cond++
		} else {
			now := r.st.fork()
			ends.merge(&now)
		}
		r.st = done.fork()
	}
	r.cond--
	ends.vars.frozen = true
	r.st = ends
	return done
}

// endsInCd tells whether a statement succeeds only when its cd did.
func endsInCd(s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || s.Negated || s.Background || len(c.Args) == 0 {
		return false
	}
	l := c.Args[0].Lit()
	return l == "cd" || l == "pushd" || l == "popd"
}

// leaves tells whether a statement surely does not come back.
func (r *reader) leaves(s *syntax.Stmt) bool {
	if s.Negated || s.Background || len(s.Redirs) > 0 {
		return false
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) == 0 || len(c.Args) > 2 || len(c.Args) == 2 && !isDigits(c.Args[1].Lit()) {
			return false
		}
		l := c.Args[0].Lit()
		return (l == "exit" || l == "return" && len(r.scopes) > 0) && len(r.st.findFunc(l)) == 0
	case *syntax.Block:
		return len(c.Stmts) > 0 && r.leaves(c.Stmts[len(c.Stmts)-1])
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
	if len(c.Cond) == 0 { // else
		r.stmts(c.Then)
		return
	}
	r.stmts(c.Cond[:len(c.Cond)-1])
	done := r.attempt(c.Cond[len(c.Cond)-1])
	before := r.st.fork()
	r.st = done
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

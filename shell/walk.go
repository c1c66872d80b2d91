package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

// stmts walks statements in order.
func (r *reader) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		if !r.step() {
			return
		}
		r.stmt(s)
	}
}

// stmt walks one statement with its redirects.
func (r *reader) stmt(s *syntax.Stmt) {
	if s.Coprocess || s.Disown {
		r.opaqueNode("a statement of another shell", s)
	}
	if s.Background {
		old := r.ctx
		r.background = true
		r.isolated(func() { r.command(s) })
		r.ctx = old
		return
	}
	r.command(s)
}

// isolated runs f in a subshell: what it changes in the shell does not last.
func (r *reader) isolated(f func()) {
	saved, sub := r.st.fork(), r.subshell
	r.subshell = true
	f()
	r.st, r.subshell = saved, sub
}

// command walks the command of a statement.
func (r *reader) command(s *syntax.Stmt) {
	if c, ok := s.Cmd.(*syntax.CallExpr); ok {
		r.call(c, s)
		return
	}
	mark := len(r.script.Commands)
	oldRedirs, oldStdin, oldPipe := r.redirs, r.stdin, r.pipe
	var own []Redirect
	if len(s.Redirs) > 0 {
		own = r.redirects(s.Redirs)
		r.redirs = append(oldRedirs[:len(oldRedirs):len(oldRedirs)], own...)
		r.feed(own)
	}
	r.compound(s)
	if len(s.Redirs) > 0 && !emittedSince(r.script.Commands[mark:], own) {
		r.emit(Command{Redirs: r.redirs, Parent: r.parent, Via: r.via, Env: r.env(nil), Start: int(s.Pos().Offset()), End: int(s.End().Offset())}, lit(""), true)
	}
	r.redirs, r.stdin, r.pipe = oldRedirs, oldStdin, oldPipe
}

// emittedSince tells whether a command carries the redirects already.
func emittedSince(list []Command, own []Redirect) bool {
	for i := range list {
		for _, rd := range list[i].Redirs {
			if len(own) > 0 && rd.Target.Start == own[0].Target.Start && rd.Op == own[0].Op {
				return true
			}
		}
	}
	return false
}

func (r *reader) compound(s *syntax.Stmt) {
	switch c := s.Cmd.(type) {
	case nil: // only redirects, or only !
	case *syntax.BinaryCmd:
		r.binaryCmd(c)
	case *syntax.Block:
		r.stmts(c.Stmts)
	case *syntax.Subshell:
		r.isolated(func() { r.stmts(c.Stmts) })
	case *syntax.IfClause:
		r.ifClause(c)
	case *syntax.WhileClause:
		r.loop(func() {
			r.stmts(c.Cond)
			r.cond++
			r.stmts(c.Do)
			r.cond--
		})
	case *syntax.ForClause:
		r.forClause(c)
	case *syntax.CaseClause:
		r.caseClause(c)
	case *syntax.FuncDecl:
		r.define(c)
	case *syntax.ArithmCmd:
		if r.dialect == posix || c.Unsigned {
			r.opaqueNode("sh reads (( )) as commands", c)
		}
		r.guardArith(c.X)
		r.arith(c.X)
	case *syntax.TestClause:
		if r.dialect == posix {
			r.opaqueNode("sh may not know [[ ]]", c)
		}
		r.testExpr(c.X)
	case *syntax.DeclClause:
		r.declClause(c, s)
	case *syntax.LetClause:
		if r.dialect == posix {
			r.opaqueNode("sh may not know let", c)
		}
		for _, x := range c.Exprs {
			r.guardArith(x)
			r.arith(x)
		}
	case *syntax.TimeClause:
		if r.dialect == posix || r.dialect == zsh && c.PosixFormat {
			r.opaqueNode("sh may take time for a program", c)
		}
		if c.Stmt != nil {
			r.stmt(c.Stmt)
		}
	case *syntax.CoprocClause:
		if r.dialect != bash {
			r.opaqueNode("a coprocess of another shell", c)
		}
		if c.Name != nil {
			switch c.Stmt.Cmd.(type) {
			case *syntax.Block, *syntax.Subshell, *syntax.IfClause, *syntax.WhileClause, *syntax.ForClause, *syntax.CaseClause:
			default:
				// only what is no simple command can have a name
				r.opaqueNode("the name of a coprocess that bash takes for a program", c)
			}
			if n := r.value(c.Name, false); n.known && isName(n.text) {
				r.forget(n.text, val{num: true})
			} else {
				r.opaqueNode("a coprocess whose name is not known", c)
			}
		}
		r.forget("COPROC", val{num: true})
		old := r.ctx
		r.background = true
		r.stdin = Stdin{Kind: Pipe}
		r.isolated(func() { r.stmt(c.Stmt) })
		r.ctx = old
	default:
		r.opaqueNode("a command that is not known", s)
	}
}

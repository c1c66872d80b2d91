package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// funcDef is the body of a function and the text it stands in.
type funcDef struct {
	name   string
	body   *syntax.Stmt
	frame  frame
	called bool
}

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
		r.emit(Command{Redirs: r.redirs, Start: int(s.Pos().Offset()), End: int(s.End().Offset())}, lit(""), true)
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
		if r.dialect == posix {
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

// loop walks a body until walking it again changes nothing that is known.
func (r *reader) loop(body func()) {
	r.loops++
	mark := r.mark()
	for round := 0; ; round++ {
		before := r.st.fork()
		body()
		if r.dead {
			break
		}
		after := r.st.fork()
		r.st.merge(&before)
		if r.st.same(&before) {
			break
		}
		if round >= 2 {
			r.widen(&before, &after)
		}
		r.rewind(mark)
	}
	r.loops--
}

// widen forgets the variables that a loop's body keeps changing.
func (r *reader) widen(before, after *state) {
	for i := range r.st.vars.vars {
		name := r.st.vars.vars[i].name
		b := before.find(name)
		if b != nil && b.same(&r.st.vars.vars[i]) {
			continue
		}
		e := r.st.edit(name)
		num := e.v.isNum()
		e.v = e.v.blur()
		e.v.num = num
		e.v.vars, e.v.subs = nil, nil
		e.elems, e.elemsOK = nil, false
	}
	if before.dir != after.dir || len(r.st.dirElse)+len(r.st.dirFail) > 0 {
		r.st.dir, r.st.dirElse, r.st.dirFail = Value{}, nil, nil
	}
	if !sameValues(before.dirs, after.dirs) {
		r.st.dirs = []Value{{}}
	}
	if !sameVals(before.params, after.params) {
		r.st.params, r.st.paramOK = nil, false
	}
}

// mark remembers how much was noted, so that a stretch can be walked again.
type mark struct{ commands, sink int }

func (r *reader) mark() mark {
	m := mark{commands: len(r.script.Commands)}
	if r.sink != nil {
		m.sink = len(*r.sink)
	}
	return m
}

func (r *reader) rewind(m mark) {
	r.script.Commands = r.script.Commands[:m.commands]
	r.outs = r.outs[:m.commands]
	if r.sink != nil {
		*r.sink = (*r.sink)[:m.sink]
	}
	if r.pipe != nil && r.pipe.reader >= m.commands {
		r.pipe.reader = -1
	}
}

func (r *reader) forClause(c *syntax.ForClause) {
	if c.Select && r.dialect == posix || c.Braces {
		r.opaqueNode("a loop that shells read differently", c)
	}
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		v := r.loopValues(l, c.Select)
		name := l.Name.Value
		if !isName(name) {
			r.opaqueNode("a loop over a name that is none", l)
			return
		}
		r.loop(func() {
			before := r.st.fork()
			r.assign(name, v, false)
			r.cond++
			r.stmts(c.Do)
			r.cond--
			r.st.merge(&before)
			if v.closed() || v.num {
				// after the loop it has one of the values it had
				e := r.st.edit(name)
				e.v.num = e.v.num || v.num
			}
		})
	case *syntax.CStyleLoop:
		if r.dialect == posix {
			r.opaqueNode("sh may not know this loop", c)
		}
		for _, x := range []syntax.ArithmExpr{l.Init, l.Cond, l.Post} {
			if x != nil {
				r.guardArith(x)
			}
		}
		if l.Init != nil {
			r.arith(l.Init)
		}
		r.loop(func() {
			if l.Cond != nil {
				r.arith(l.Cond)
			}
			r.cond++
			r.stmts(c.Do)
			if l.Post != nil {
				r.arith(l.Post)
			}
			r.cond--
		})
	}
}

// loopValues is what a loop's variable can be.
func (r *reader) loopValues(l *syntax.WordIter, sel bool) val {
	var list []Word
	if l.InPos.IsValid() {
		list = r.words(l.Items)
	} else {
		if !r.st.paramOK {
			return val{vars: []string{"@"}}
		}
		for _, p := range r.st.params {
			list = append(list, p.word(&fields{}))
		}
	}
	from := val{}
	var texts []string
	closed, num := true, true
	for _, w := range list {
		v := wordVal(w)
		from.vars, from.subs, from.dec = joinStr(from.vars, w.Vars), joinInt(from.subs, w.Subs), from.dec || w.Decoded
		num = num && v.isNum()
		if w.Glob || w.Many || !v.closed() {
			closed = false
			continue
		}
		texts = append(texts, v.texts()...)
	}
	if sel {
		texts = append(texts, "")
	}
	if len(list) == 0 {
		return lit("")
	}
	if !closed {
		from.num = num
		return from
	}
	return oneOf(texts, from)
}

// define notes a function.
func (r *reader) define(c *syntax.FuncDecl) {
	if c.Name == nil {
		r.opaqueNode("a function of another shell", c)
		return
	}
	if r.dialect == posix && c.RsrvWord {
		r.opaqueNode("sh may take function for a program", c)
	}
	name := c.Name.Value
	for _, d := range r.defs {
		if d.body == c.Body {
			r.setFunc(name, d)
			return
		}
	}
	d := &funcDef{name: name, body: c.Body, frame: r.frame}
	r.defs = append(r.defs, d)
	r.setFunc(name, d)
}

func (r *reader) setFunc(name string, d *funcDef) {
	if r.dialect == posix && specialBuiltin(name) {
		r.opaqueAt("a function named like a special builtin", 0, len(r.in.Text))
	}
	list := make([]function, 0, len(r.st.funcs)+1)
	for _, f := range r.st.funcs {
		if f.name != name {
			list = append(list, f)
		}
	}
	r.st.funcs = append(list, function{name: name, def: d})
}

// uncalled walks the functions that the text defines and does not call.
func (r *reader) uncalled() {
	for i := 0; i < len(r.defs); i++ {
		d := r.defs[i]
		if d.called {
			continue
		}
		d.called = true
		r.frame = d.frame
		r.ctx = ctx{parent: -1, cond: 1}
		r.st.params, r.st.paramOK = nil, false
		r.lose()
		if !r.step() {
			return
		}
		r.stmt(d.body)
	}
}

// testExpr walks a [[ ]] expression for what it evaluates.
func (r *reader) testExpr(x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		r.value(x, false)
	case *syntax.ParenTest:
		r.testExpr(x.X)
	case *syntax.UnaryTest:
		if w, ok := x.X.(*syntax.Word); ok {
			v := r.value(w, false)
			switch x.Op {
			case syntax.TsVarSet, syntax.TsRefVar:
				r.guardQuotes(w.Parts)
				r.guardName(v, w)
			case syntax.TsFdTerm, syntax.TsOptSet:
				r.guardQuotes(w.Parts)
			}
			return
		}
		r.testExpr(x.X)
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest, syntax.OrTest:
			r.testExpr(x.X)
			r.cond++
			r.testExpr(x.Y)
			r.cond--
			return
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			for _, s := range []syntax.TestExpr{x.X, x.Y} {
				if w, ok := s.(*syntax.Word); ok {
					r.guardQuotes(w.Parts)
					r.operand(w)
					continue
				}
				r.testExpr(s)
			}
			return
		case syntax.TsReMatch:
			r.forget("BASH_REMATCH", val{})
		}
		for _, s := range []syntax.TestExpr{x.X, x.Y} {
			w, ok := s.(*syntax.Word)
			if !ok {
				r.testExpr(s)
				continue
			}
			for _, p := range w.Parts {
				if g, ok := p.(*syntax.ExtGlob); ok {
					r.guardGlob(g)
					continue
				}
				b := fields{r: r, one: true, has: true, v: lit("")}
				b.part(p, false)
			}
		}
	}
}

// guardName looks at a value that a builtin takes for a variable's name: a
// subscript in it is expanded.
func (r *reader) guardName(v val, n syntax.Node) {
	if !v.closed() {
		if !v.num && !(v.env && len(v.vars) == 1) {
			r.opaqueNode("a variable whose name is not known", n)
		}
		return
	}
	for _, t := range v.texts() {
		if evaluates(t) {
			r.opaqueNode("a name that runs a command", n)
		}
	}
}

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
	if v.known {
		v.text = strings.TrimRight(strings.ReplaceAll(v.text, "\x00", ""), "\n")
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
	v := val{pre: "/dev/fd/"}
	v.subs = sink
	return v
}

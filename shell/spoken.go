package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Span is a part of a text, in bytes.
type Span struct{ Start, End int }

// Spoken finds the parts of a shell text that are words and do nothing:
// comments, what is printed to nowhere but the terminal, arguments of commands
// that ignore them, messages of commits, titles and bodies of what is opened
// for review. They come in order and do not overlap. Where a part may have an
// effect it is not listed; text that the grammar refuses has none.
func Spoken(text string) (spans []Span) {
	defer func() {
		if recover() != nil {
			spans = nil // the parser gave up: all of it counts
		}
	}()
	if len(text) > 1<<20 {
		return nil
	}
	f, err := syntax.NewParser(syntax.KeepComments(true), syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return nil
	}
	v := speaker{text: text}
	syntax.Walk(f, v.survey)
	v.around = v.around[:0]
	syntax.Walk(f, v.visit)
	slices.SortFunc(v.spans, func(a, b Span) int { return a.Start - b.Start })
	out := v.spans[:0]
	for _, s := range v.spans {
		if len(out) == 0 || s.Start >= out[len(out)-1].End {
			out = append(out, s)
		}
	}
	return out
}

// Unspoken is text with its spoken parts replaced by an ellipsis.
func Unspoken(text string) string {
	spans := Spoken(text)
	if len(spans) == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.Start])
		b.WriteString("...")
		at = s.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// speaker collects spoken parts.
type speaker struct {
	text   string
	spans  []Span
	around []syntax.Node   // the nodes that hold the one that is visited
	caught bool            // what is printed goes where the text cannot tell
	last   bool            // the last word of a command is used: $_
	own    map[string]bool // names that the text gives a meaning of its own
}

// survey learns what the whole text says of printing.
func (v *speaker) survey(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.Stmt:
		if c, ok := n.Cmd.(*syntax.CallExpr); ok {
			word := ""
			if len(c.Args) > 0 {
				word = c.Args[0].Lit()
			}
			switch word {
			case "exec":
				v.caught = v.caught || catches(n.Redirs)
			case "alias", "eval", "source", ".", "shopt", "enable":
				v.caught = true // the words may come to mean anything
			}
		}
	case *syntax.ParamExp:
		v.last = v.last || n.Param != nil && n.Param.Value == "_"
	case *syntax.FuncDecl:
		if v.own == nil {
			v.own = map[string]bool{}
		}
		if n.Name != nil {
			v.own[n.Name.Value] = true
		}
	}
	return true
}

// visit finds spoken parts.
func (v *speaker) visit(n syntax.Node) bool {
	if n == nil {
		v.around = v.around[:len(v.around)-1]
		return true
	}
	switch n := n.(type) {
	case *syntax.Comment:
		v.add(n.Pos(), n.End())
	case *syntax.Stmt:
		if c, ok := n.Cmd.(*syntax.CallExpr); ok && len(c.Args) > 0 && !v.own[c.Args[0].Lit()] {
			v.call(c, n.Redirs, v.caught || v.last || catches(n.Redirs) || v.kept())
		}
	}
	v.around = append(v.around, n)
	return true
}

// kept tells whether what is printed here goes anywhere but to the terminal:
// into a pipe, a file, a value, or to whoever calls a function.
func (v *speaker) kept() bool {
	for i, n := range v.around {
		switch n := n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.FuncDecl, *syntax.CoprocClause:
			return true
		case *syntax.Stmt:
			if catches(n.Redirs) {
				return true
			}
		case *syntax.BinaryCmd:
			if n.Op != syntax.Pipe && n.Op != syntax.PipeAll {
				continue
			}
			// The statement itself is not around itself: the last one is of n.
			if i+1 >= len(v.around) || v.around[i+1] == n.X {
				return true
			}
		}
	}
	return false
}

// catches tells whether redirections take output to where it stays.
func catches(redirs []*syntax.Redirect) bool {
	for _, r := range redirs {
		switch r.Op {
		case syntax.RdrIn, syntax.WordHdoc, syntax.Hdoc, syntax.DashHdoc, syntax.DplIn:
			continue
		}
		switch r.Word.Lit() {
		case "/dev/null", "/dev/stderr", "/dev/tty":
			continue
		case "1", "2":
			if r.Op == syntax.DplOut {
				continue
			}
		}
		return true
	}
	return false
}

func (v *speaker) add(from, to syntax.Pos) {
	s := Span{int(from.Offset()), int(to.Offset())}
	for s.Start < s.End && s.End <= len(v.text) && v.text[s.End-1] == '\n' {
		s.End--
	}
	if s.Start < s.End && s.End <= len(v.text) {
		v.spans = append(v.spans, s)
	}
}

// word adds w where it does nothing.
func (v *speaker) word(w *syntax.Word) {
	if doesNothing(w) {
		v.add(w.Pos(), w.End())
	}
}

// doesNothing tells of a word that runs nothing and holds no value of a variable. A
// substitution that only prints a constant here-document is one: it is how
// messages of several lines are written.
func doesNothing(w *syntax.Word) bool {
	ok := true
	syntax.Walk(w, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			ok = ok && printsConstant(n)
			return false
		case *syntax.ProcSubst, *syntax.ArithmExp, *syntax.ParamExp:
			ok = false
		}
		return ok
	})
	return ok
}

// printsConstant tells of $(cat <<'EOF' ... EOF).
func printsConstant(n *syntax.CmdSubst) bool {
	if len(n.Stmts) != 1 || len(n.Stmts[0].Redirs) != 1 {
		return false
	}
	c, ok := n.Stmts[0].Cmd.(*syntax.CallExpr)
	r := n.Stmts[0].Redirs[0]
	return ok && len(c.Assigns) == 0 && len(c.Args) == 1 && c.Args[0].Lit() == "cat" && r.Hdoc != nil && doesNothing(r.Hdoc)
}

// bodies adds the here-documents among redirs that do nothing.
func (v *speaker) bodies(redirs []*syntax.Redirect) {
	for _, r := range redirs {
		if r.Hdoc == nil || len(r.Hdoc.Parts) != 1 {
			continue
		}
		// The parser counts the closing word to the body.
		lit, ok := r.Hdoc.Parts[0].(*syntax.Lit)
		if !ok {
			continue
		}
		from := int(lit.Pos().Offset())
		body := strings.TrimRight(lit.Value, "\n")
		if body != "" && from <= len(v.text) && strings.HasPrefix(v.text[from:], body) {
			v.spans = append(v.spans, Span{from, from + len(body)})
		}
	}
}

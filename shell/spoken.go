package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Span is a part of a text, in bytes.
type Span struct{ Start, End int }

// Spoken finds the parts of a shell text that are words and do nothing:
// comments, what is echoed to nowhere but the terminal, messages of commits,
// titles and bodies of what is posted. They come in order and do not overlap.
// Text that the grammar refuses has none: all of it counts then.
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
	piped := map[*syntax.Stmt]bool{}
	syntax.Walk(f, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Comment:
			v.add(n.Pos(), n.End())
		case *syntax.BinaryCmd:
			if n.Op == syntax.Pipe || n.Op == syntax.PipeAll {
				piped[n.X] = true
			}
		case *syntax.CmdSubst:
			for _, s := range n.Stmts {
				piped[s] = true // its output is somebody's input
			}
		case *syntax.ProcSubst:
			for _, s := range n.Stmts {
				piped[s] = true
			}
		case *syntax.Stmt:
			if c, ok := n.Cmd.(*syntax.CallExpr); ok {
				v.call(c, len(n.Redirs) > 0 || piped[n])
			}
		}
		return true
	})
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

type speaker struct {
	text  string
	spans []Span
}

func (v *speaker) add(from, to syntax.Pos) {
	s := Span{int(from.Offset()), int(to.Offset())}
	if s.Start < s.End && s.End <= len(v.text) {
		v.spans = append(v.spans, s)
	}
}

// runsNothing tells of a word that holds no substitution, and no value of a
// variable that a reader would have to see.
func runsNothing(w *syntax.Word) bool {
	ok := true
	syntax.Walk(w, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ArithmExp, *syntax.ParamExp:
			ok = false
		}
		return ok
	})
	return ok
}

// call finds the spoken words of one simple command; kept says that its output
// goes somewhere.
func (v *speaker) call(c *syntax.CallExpr, kept bool) {
	if len(c.Args) == 0 {
		return
	}
	word := func(i int) string {
		if i < len(c.Args) {
			return c.Args[i].Lit()
		}
		return ""
	}
	switch word(0) {
	case "echo", "printf":
		for _, a := range c.Args[1:] {
			if !kept && runsNothing(a) && !strings.HasPrefix(a.Lit(), "-") {
				v.add(a.Pos(), a.End())
			}
		}
	case "git", "gh", "glab", "hub", "jj", "hg":
		for i := 1; i < len(c.Args); i++ {
			switch flag := word(i); flag {
			case "-m", "--message", "--title", "--body", "-am", "--notes":
				if i+1 < len(c.Args) && runsNothing(c.Args[i+1]) {
					v.add(c.Args[i+1].Pos(), c.Args[i+1].End())
				}
				i++
			}
		}
	}
}

package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The parser and bash do not read everything alike. The functions here find
// the places where bash runs what the syntax tree shows as inert, and make
// the text opaque there.

// guardComments finds comments that bash reads otherwise: one that ends in a
// backslash (to the parser the next line belongs to the statement), and a #
// that stands right after a word (to bash it goes on with the word).
func (r *reader) guardComments(file *syntax.File, text string) {
	syntax.Walk(file, func(n syntax.Node) bool {
		c, ok := n.(*syntax.Comment)
		if !ok {
			return true
		}
		at := min(int(c.Hash.Offset()), len(text))
		if i := strings.IndexByte(text[at:], '\n'); i > 0 && text[at+i-1] == '\\' {
			r.opaqueNode("a comment ends in a backslash", c)
		}
		if at > 0 && !startsComment(text[at-1]) {
			r.opaqueNode("a comment that may be a part of a word", c)
		}
		return true
	})
}

const whyQuotes = "quotes inside an expansion run what they hold"

// guardQuotes looks at words inside an expansion where single quotes and
// escapes do not protect what they hold: in arithmetic, and in the defaults
// of a parameter expansion inside double quotes. Substitutions in it are read
// elsewhere.
func (r *reader) guardQuotes(parts []syntax.WordPart) {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if escapesDollar(p.Value) {
				r.opaqueNode(whyQuotes, p)
			}
		case *syntax.SglQuoted:
			if !plainText(p.Value) {
				r.opaqueNode(whyQuotes, p)
			}
		case *syntax.DblQuoted:
			r.guardQuotes(p.Parts)
		case *syntax.ParamExp:
			r.guardParam(p)
		case *syntax.ExtGlob:
			r.guardGlob(p)
		}
	}
}

func (r *reader) guardParam(p *syntax.ParamExp) {
	if p.Exp != nil && p.Exp.Word != nil {
		r.guardQuotes(p.Exp.Word.Parts)
	}
	if p.Repl != nil {
		for _, w := range []*syntax.Word{p.Repl.Orig, p.Repl.With} {
			if w != nil {
				r.guardQuotes(w.Parts)
			}
		}
	}
}

// guardArith is guardQuotes for an arithmetic expression.
func (r *reader) guardArith(x syntax.ArithmExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		r.guardQuotes(x.Parts)
		for _, p := range x.Parts {
			if pe, ok := p.(*syntax.ParamExp); ok && pe.Index != nil {
				r.guardArith(pe.Index)
			}
		}
	case *syntax.BinaryArithm:
		r.guardArith(x.X)
		r.guardArith(x.Y)
	case *syntax.UnaryArithm:
		r.guardArith(x.X)
	case *syntax.ParenArithm:
		r.guardArith(x.X)
	case *syntax.FlagsArithm:
		r.opaqueNode("zsh subscript flags", x)
	}
}

// guardGlob finds extended patterns that hold more than pattern text. The
// parser keeps their inside as plain text; the shell expands it.
func (r *reader) guardGlob(g *syntax.ExtGlob) {
	if strings.ContainsAny(g.Pattern.Value, "$`<>\\'\"") {
		r.opaqueNode("an extended pattern holds an expansion", g)
	}
}

// guardProc finds process substitutions that the parser keeps as the text of
// an operator's word.
func (r *reader) guardProc(l *syntax.Lit) {
	if strings.Contains(l.Value, "<(") || strings.Contains(l.Value, ">(") {
		r.opaqueNode("an expansion holds a process substitution", l)
	}
}

// escapesDollar tells whether s holds an escaped $ or backquote.
func escapesDollar(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '\\' {
			if s[i+1] == '$' || s[i+1] == '`' {
				return true
			}
			i++
		}
	}
	return false
}

// plainText tells whether s means the same to the shell quoted or not, but
// for splitting.
func plainText(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '$', '`', '\\', '"', '\'', '}', '{', '\n', '(', ')', '[', ']', '<', '>':
			return false
		}
	}
	return true
}

// evaluates tells whether s, taken as a variable's name or an arithmetic
// value, can run something: a subscript is expanded before it is used.
func evaluates(s string) bool { return strings.ContainsAny(s, "$`") && strings.Contains(s, "[") }

func evaluatesAny(list []string) bool {
	for _, s := range list {
		if evaluates(s) {
			return true
		}
	}
	return false
}

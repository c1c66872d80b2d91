package shell

import (
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// inert is a stretch of text that the shell takes as data.
type inert struct {
	from, to int
	strong   bool // no expansion, no escape: bytes as they stand
}

// judgeSuspects notes the suspicious characters that do not stand where the
// shell takes them as data. file is nil where the grammar refused the text:
// then nothing is proven.
func (r *reader) judgeSuspects(list []suspect, text string, file *syntax.File) {
	if len(list) == 0 {
		return
	}
	var calm []inert
	if file != nil {
		calm = inertRanges(file)
	}
	for _, s := range list {
		if s.sort == joiner && joins(text, s) || r.holes && text[s.at:s.end] == hole {
			continue
		}
		if isInert(calm, s, text) {
			continue
		}
		start, end := s.at, s.end
		if r.depth > 0 { // of nested text
			start, end = r.start, r.end
		}
		if n := len(r.script.Hostile); n > 0 && (n >= 32 || r.script.Hostile[n-1] == (Issue{s.sort.why(), start, end})) {
			continue
		}
		r.script.Hostile = append(r.script.Hostile, Issue{s.sort.why(), start, end})
	}
}

func isInert(calm []inert, s suspect, text string) bool {
	for _, c := range calm {
		if s.at < c.from || s.end > c.to {
			continue
		}
		if c.strong && text[s.at] != 0 || s.sort == blank {
			return true
		}
	}
	return false
}

// inertRanges are the single-quoted strings, here-documents, double-quoted
// strings and comments of a file.
func inertRanges(file *syntax.File) []inert {
	var out []inert
	add := func(n syntax.Node, strong bool) {
		out = append(out, inert{int(n.Pos().Offset()), int(n.End().Offset()), strong})
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.SglQuoted:
			add(n, true)
		case *syntax.DblQuoted:
			for _, p := range n.Parts {
				if l, ok := p.(*syntax.Lit); ok {
					add(l, false)
				}
			}
		case *syntax.Redirect:
			if n.Hdoc != nil {
				for _, p := range n.Hdoc.Parts {
					if l, ok := p.(*syntax.Lit); ok {
						add(l, true)
					}
				}
			}
		case *syntax.Comment:
			add(n, false)
		}
		return true
	})
	return out
}

// joins tells whether a joiner stands after what it can join: a symbol, as in
// an emoji, or a letter of a script whose letters join.
func joins(text string, s suspect) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:s.at])
	if before == 0x200d || before == 0xfe0f {
		before, _ = utf8.DecodeLastRuneInString(text[:s.at-3])
	}
	switch {
	case before >= 0x2190 && before < 0x3000, before >= 0x1f000 && before < 0x20000: // symbols
		return true
	case before >= 0x600 && before < 0xe00, before >= 0x1000 && before < 0x10a0, before >= 0x1780 && before < 0x1800: // joining scripts
		return true
	}
	if text[s.at:s.end] == "\u200d" || text[s.at:s.end] == "\u200c" {
		return false
	}
	switch before { // keycaps and signs that are also emoji
	case '#', '*', 0xa9, 0xae, 0x203c, 0x2049, 0x2122, 0x2139:
		return true
	}
	return before >= '0' && before <= '9'
}

package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// declClause walks export, declare and their kin as the parser reads them.
func (r *reader) declClause(c *syntax.DeclClause, s *syntax.Stmt) {
	start, end := r.place(int(c.Variant.Pos().Offset()), int(c.Variant.End().Offset()))
	j := job{start: int(s.Pos().Offset()), end: int(s.End().Offset()), redirs: r.redirs, stdin: r.stdin}
	j.src = strings.TrimSpace(r.src[min(j.start, len(r.src)):min(j.end, len(r.src))])
	j.words = append(j.words, Word{Text: c.Variant.Value, Known: true, Raw: c.Variant.Value, Start: start, End: end})
	if len(r.st.findFunc(c.Variant.Value)) > 0 {
		r.opaqueNode("a function named like a declaration", c)
	}
	if r.dialect == posix && (c.Variant.Value == "declare" || c.Variant.Value == "typeset" || c.Variant.Value == "nameref") {
		r.opaqueNode("sh may not know this declaration", c)
	}
	flags := ""
	var later []func()
	for _, a := range c.Args {
		if a.Naked && a.Name == nil {
			for _, w := range r.word(nil, a.Value) {
				j.words = append(j.words, w)
				if w.Lit() && len(w.Text) > 1 && (w.Text[0] == '-' || w.Text[0] == '+') {
					flags += w.Text
					continue
				}
				later = append(later, func() { r.declareWord(c.Variant.Value, flags, w, c) })
			}
			continue
		}
		if r.dialect == posix && a.Value != nil {
			if w := r.word(nil, a.Value); len(w) != 1 || w[0].Many {
				r.opaqueNode("sh splits this value", a)
			}
		}
		later = append(later, func() { r.declareAssign(c.Variant.Value, flags, a, &j) })
	}
	for _, f := range later {
		f()
	}
	r.emitJob(&j, val{})
}

// declareAssign does one NAME=value or NAME of a declaration.
func (r *reader) declareAssign(variant, flags string, a *syntax.Assign, j *job) {
	name := a.Name.Value
	if a.Naked {
		r.declareFlags(variant, flags, name, a)
		if r.st.find(name) != nil {
			r.declareAfter(variant, flags, name)
		}
		start, end := r.place(int(a.Pos().Offset()), int(a.End().Offset()))
		if a.Index != nil {
			r.visitIndex(name, a.Index)
		}
		j.words = append(j.words, Word{Text: r.raw(a), Known: true, Raw: r.raw(a), Start: start, End: end})
		return
	}
	if raw := r.raw(a); strings.Contains(raw, "{") && (strings.Contains(raw, ",") || strings.Contains(raw, "..")) && a.Value != nil && hasBrace(a.Value) {
		r.opaqueNode("a declaration with braces becomes several", a)
	}
	// the value is evaluated before the variable becomes local
	as := r.evalAssign(a, func() { r.declareFlags(variant, flags, name, a) })
	j.assigns = append(j.assigns, as)
	w := as.Value
	w.Prefix = name + "=" + w.Prefix
	if w.Known {
		w.Text = name + "=" + w.Text
	}
	for i := range w.Alts {
		if i == 0 {
			w.Alts = append([]string(nil), w.Alts...)
		}
		w.Alts[i] = name + "=" + w.Alts[i]
	}
	w.Raw = r.raw(a)
	j.words = append(j.words, w)
	r.declareAfter(variant, flags, name)
}

// declareFlags gives a variable the attributes that change what is assigned.
func (r *reader) declareFlags(variant, flags, name string, n syntax.Node) {
	if strings.ContainsAny(flags, "fFp") {
		return
	}
	if variant != "export" && variant != "readonly" {
		r.makeLocal(name, flags)
	}
	if strings.ContainsAny(flags, "ilucnA") || variant == "nameref" {
		e := r.st.edit(name)
		if strings.ContainsAny(flags, "iulcn") || variant == "nameref" {
			if strings.Contains(flags, "i") {
				if e.v.closed() {
					r.number(e.v, n, 0)
					e = r.st.edit(name)
				}
				e.integer = true
			}
			e.odd = true
		}
		if strings.Contains(flags, "A") {
			e.assoc, e.array = true, true
		}
	}
	if strings.Contains(flags, "n") && variant != "export" || variant == "nameref" {
		r.opaqueNode("a variable that stands for another one", n)
	}
}

// declareAfter gives the attributes that count after the assignment.
func (r *reader) declareAfter(variant, flags, name string) {
	e := r.st.edit(name)
	if variant == "readonly" || strings.Contains(flags, "r") {
		e.readonly = true
	}
	if variant == "export" && !strings.Contains(flags, "n") || strings.Contains(flags, "x") {
		e.exported = true
	}
}

// declareWord does a declaration's argument that was computed.
func (r *reader) declareWord(variant, flags string, w Word, n syntax.Node) {
	v := wordVal(w)
	if !v.known || w.Many {
		if w.Prefix != "" && strings.IndexByte(w.Prefix, '=') > 0 && isName(w.Prefix[:strings.IndexByte(w.Prefix, '=')]) && !w.Many {
			name := w.Prefix[:strings.IndexByte(w.Prefix, '=')]
			r.declareFlags(variant, flags, name, n)
			r.forget(name, v.blur())
			r.declareAfter(variant, flags, name)
			return
		}
		r.opaqueNode("a declaration whose name is not known", n)
		r.lose()
		return
	}
	if evaluates(v.text) {
		r.opaqueNode("a name that runs a command", n)
	}
	name, value, set := strings.Cut(v.text, "=")
	app := strings.HasSuffix(name, "+")
	name = strings.TrimSuffix(name, "+")
	if strings.Contains(flags, "f") {
		if variant == "export" || strings.Contains(flags, "x") {
			r.exportFunc(name)
		}
		return
	}
	if !isName(name) {
		if i := strings.IndexByte(name, '['); i > 0 && isName(name[:i]) {
			r.element(name[:i])
		}
		return
	}
	r.declareFlags(variant, flags, name, n)
	if set {
		if strings.Contains(flags, "f") {
			return
		}
		x := lit(value)
		x.dec, x.subs, x.vars = v.dec, v.subs, v.vars
		if strings.HasPrefix(value, "(") {
			r.element(name)
			r.opaqueNode("a declaration that reads its value as an array", n)
		} else {
			r.assign(name, x, app)
		}
	}
	if v := r.st.find(name); v != nil || set {
		r.declareAfter(variant, flags, name)
	}
}

func (r *reader) exportFunc(name string) {
	list := append([]function(nil), r.st.funcs...)
	for i := range list {
		if list[i].name == name {
			list[i].export = true
		}
	}
	r.st.funcs = list
}

// declareWords is a declaration that was written so that the parser took it
// for a program: \export, command export.
func (r *reader) declareWords(j *job) {
	flags := ""
	n := &syntax.Lit{ValuePos: syntax.NewPos(uint(j.start), 1, 1), ValueEnd: syntax.NewPos(uint(j.end), 1, 1)}
	for _, w := range j.words[1:] {
		if w.Lit() && len(w.Text) > 1 && (w.Text[0] == '-' || w.Text[0] == '+') {
			flags += w.Text
			continue
		}
		r.declareWord(j.words[0].Text, flags, w, n)
	}
	r.emitJob(j, val{})
}

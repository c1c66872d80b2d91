package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// redirects evaluates redirects in order.
func (r *reader) redirects(list []*syntax.Redirect) []Redirect {
	out := make([]Redirect, 0, len(list))
	for _, rd := range list {
		out = append(out, r.redirect(rd))
	}
	return out
}

func (r *reader) redirect(rd *syntax.Redirect) Redirect {
	out := Redirect{Op: redirOp(rd.Op), Fd: -1}
	if rd.N != nil {
		switch n := rd.N.Value; {
		case isDigits(n):
			out.Fd = atoi(n)
		case len(n) > 2 && n[0] == '{' && isName(n[1:len(n)-1]) && r.dialect != posix:
			r.forget(n[1:len(n)-1], val{num: true})
		default:
			r.opaqueNode("a redirect that shells read differently", rd)
		}
	}
	switch rd.Op {
	case syntax.RdrAll, syntax.AppAll:
		if r.dialect == posix {
			r.opaqueNode("sh reads &> as a background job", rd)
		}
	case syntax.AppClob, syntax.RdrAllClob, syntax.AppAllClob:
		r.opaqueNode("a redirect of another shell", rd)
	case syntax.WordHdoc:
		if r.dialect == posix {
			r.opaqueNode("sh may not know <<<", rd)
		}
	}
	switch rd.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		out.Target = r.heredoc(rd)
		return out
	case syntax.WordHdoc:
		out.Target = r.single(rd.Word, false)
		if out.Target.Known {
			out.Target.Text += "\n"
		}
		return out
	}
	if list := r.word(nil, rd.Word); len(list) == 1 {
		out.Target = list[0]
	} else {
		// bash refuses a target of several words; sh takes it as it stands
		out.Target = r.single(rd.Word, false)
		if len(list) > 1 {
			out.Target.Known = false
		}
	}
	return out
}

func redirOp(op syntax.RedirOperator) string {
	switch op {
	case syntax.RdrOut:
		return ">"
	case syntax.AppOut:
		return ">>"
	case syntax.RdrIn:
		return "<"
	case syntax.RdrInOut:
		return "<>"
	case syntax.DplIn:
		return "<&"
	case syntax.DplOut:
		return ">&"
	case syntax.RdrClob:
		return ">|"
	case syntax.Hdoc, syntax.DashHdoc:
		return "<<"
	case syntax.WordHdoc:
		return "<<<"
	case syntax.RdrAll:
		return "&>"
	case syntax.AppAll:
		return "&>>"
	}
	return ">"
}

// heredoc is the content of a here-document.
func (r *reader) heredoc(rd *syntax.Redirect) Word {
	start, end := r.place(int(rd.OpPos.Offset()), int(rd.Word.End().Offset()))
	w := Word{Known: true, Start: start, End: end, Raw: r.raw(rd.Word)}
	stop, quoted, ok := delimiter(rd.Word)
	if !ok {
		r.opaqueNode("a here-document with an unusual delimiter", rd)
	}
	if rd.Hdoc == nil {
		return w
	}
	from, to := int(rd.Hdoc.Pos().Offset()), int(rd.Hdoc.End().Offset())
	if from <= to && to <= len(r.src) && !quoted && endsEarly(r.src[from:to], stop, rd.Op == syntax.DashHdoc) {
		r.opaqueNode("a here-document that ends where it does not seem to", rd)
	}
	b := fields{raw: w.Raw, start: start, end: end}
	if quoted {
		v := lit(litText(rd.Hdoc))
		if rd.Op == syntax.DashHdoc {
			v.text = dropTabs(v.text)
		}
		return v.word(&b)
	}
	r.guardQuotesIn(rd.Hdoc.Parts)
	v := r.quotedValue(rd.Hdoc.Parts, true)
	if rd.Op == syntax.DashHdoc && v.known {
		v.text = dropTabs(v.text)
	}
	return v.word(&b)
}

// guardQuotesIn looks at the expansions of a here-document.
func (r *reader) guardQuotesIn(parts []syntax.WordPart) {
	for _, p := range parts {
		if pe, ok := p.(*syntax.ParamExp); ok {
			r.guardParam(pe)
		}
	}
}

// delimiter is the end word of a here-document; ok is false for one that is
// not read alike everywhere.
func delimiter(w *syntax.Word) (stop string, quoted, ok bool) {
	ok = true
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			s := p.Value
			if strings.HasPrefix(s, "\\") {
				quoted, s = true, s[1:]
			}
			ok = ok && plainDelimiter(s)
			stop += s
		case *syntax.SglQuoted:
			quoted = true
			ok = ok && !p.Dollar && plainDelimiter(p.Value)
			stop += p.Value
		case *syntax.DblQuoted:
			quoted = true
			ok = ok && !p.Dollar
			for _, q := range p.Parts {
				l, isLit := q.(*syntax.Lit)
				ok = ok && isLit && plainDelimiter(l.Value)
				if isLit {
					stop += l.Value
				}
			}
		default:
			ok = false
		}
	}
	return stop, quoted, ok && stop != ""
}

func plainDelimiter(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !(c == '_' || c == '-' || c == '.' || c == '+' || c == '!' || c == '%' || c == '@' || c == '=' || c == '/' || c == ':' || c == ' ' ||
			c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') {
			return false
		}
	}
	return true
}

// endsEarly tells whether the shell finds the end of the body before the
// parser does: it joins continued lines before it compares.
func endsEarly(body, stop string, tabs bool) bool {
	if !strings.Contains(body, "\\\n") {
		return false
	}
	joined := strings.ReplaceAll(body, "\\\n", "")
	for line := range strings.SplitSeq(joined, "\n") {
		if tabs {
			line = strings.TrimLeft(line, "\t")
		}
		if line == stop {
			return true
		}
	}
	// a continued last line may swallow the end word
	return strings.HasSuffix(strings.TrimSuffix(body, "\n"), "\\")
}

func litText(w *syntax.Word) string {
	s := ""
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok {
			s += l.Value
		}
	}
	return s
}

func dropTabs(s string) string {
	var out strings.Builder
	for line := range strings.SplitAfterSeq(s, "\n") {
		out.WriteString(strings.TrimLeft(line, "\t"))
	}
	return out.String()
}

// feed sets where standard input comes from after the redirects.
func (r *reader) feed(list []Redirect) {
	for i := range list {
		if s, ok := stdinOf(&list[i]); ok {
			if r.dialect == zsh && r.stdin.Kind != Inherited {
				r.opaqueAt("zsh reads all inputs of a command, one after the other", list[i].Target.Start, list[i].Target.End)
			}
			r.stdin = s
			r.pipe = nil
		}
	}
}

// stdinOf is the standard input that a redirect makes; ok is false when it
// concerns another descriptor.
func stdinOf(rd *Redirect) (Stdin, bool) {
	if rd.Fd > 0 {
		return Stdin{}, false
	}
	switch rd.Op {
	case "<", "<>":
		if rd.Target.Proc {
			return Stdin{Kind: Pipe, From: rd.Target.Subs}, true
		}
		return Stdin{Kind: File, Word: rd.Target}, true
	case "<<", "<<<":
		return Stdin{Kind: Here, Word: rd.Target}, true
	case "<&":
		if rd.Target.Known && rd.Target.Text == "-" {
			return Stdin{Kind: Closed}, true
		}
		return Stdin{Kind: File, Word: Word{Raw: rd.Target.Raw, Start: rd.Target.Start, End: rd.Target.End}}, true
	}
	return Stdin{}, false
}

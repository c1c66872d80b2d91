package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// words expands the words of a command.
func (r *reader) words(list []*syntax.Word) []Word {
	out := make([]Word, 0, len(list))
	for _, w := range list {
		out = r.word(out, w)
	}
	return out
}

// word appends the fields that w expands to.
func (r *reader) word(out []Word, w *syntax.Word) []Word {
	start, end := r.place(int(w.Pos().Offset()), int(w.End().Offset()))
	if len(w.Parts) == 1 {
		if l, ok := w.Parts[0].(*syntax.Lit); ok && simpleLit(l.Value) && !r.holes && !(r.dialect == zsh && l.Value[0] == '=') {
			return append(out, Word{Text: l.Value, Known: true, Raw: l.Value, Start: start, End: end})
		}
	}
	b := fields{r: r, v: lit(""), out: out, raw: r.raw(w), start: start, end: end}
	r.zshWord(w)
	if hasBrace(w) {
		if r.dialect != bash && (strings.Contains(b.raw, ",") || strings.Contains(b.raw, "..") || r.dialect == zsh && b.raw != "{}") {
			// sh may or may not know braces; zsh has more of them
			r.opaqueNode("braces that shells read differently", w)
			b.parts(w.Parts, false)
			b.v, b.many, b.has = b.v.blur(), true, true
			b.flush()
			return b.out
		}
		if r.dialect == bash && r.braces(&b, w) {
			return b.out
		}
	}
	b.tildeParts(w.Parts)
	b.flush()
	return b.out
}

// single evaluates a word where the shell does not split it: assignments,
// here-strings, case words, redirect targets.
func (r *reader) single(w *syntax.Word, assign bool) Word {
	if w == nil {
		return Word{Known: true}
	}
	start, end := r.place(int(w.Pos().Offset()), int(w.End().Offset()))
	b := fields{r: r, one: true, assign: assign, has: true, v: lit(""), raw: r.raw(w), start: start, end: end}
	r.zshWord(w)
	b.tildeParts(w.Parts)
	b.flush()
	return b.out[0]
}

// value is the value of an unsplit word.
func (r *reader) value(w *syntax.Word, assign bool) val {
	if w == nil {
		return lit("")
	}
	b := fields{r: r, one: true, assign: assign, has: true, v: lit("")}
	b.tildeParts(w.Parts)
	return b.v
}

// quotedValue is the value of parts that stand inside double quotes or a
// here-document.
func (r *reader) quotedValue(parts []syntax.WordPart, hdoc bool) val {
	b := fields{r: r, one: true, has: true, v: lit("")}
	for _, p := range parts {
		if l, ok := p.(*syntax.Lit); ok && hdoc {
			b.add(lit(unescapeIn(l.Value, false)), true)
			continue
		}
		b.part(p, true)
	}
	return b.v
}

// simpleLit tells whether a literal is its own value: nothing to unquote,
// match or expand.
func simpleLit(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\', '*', '?', '[', '{', '~':
			return false
		}
	}
	return s != ""
}

// zshWord makes what zsh reads differently opaque.
func (r *reader) zshWord(w *syntax.Word) {
	if r.dialect != zsh {
		return
	}
	odd := false
	for i, p := range w.Parts {
		l, isLit := p.(*syntax.Lit)
		switch {
		case i > 0 && zshTail(w.Parts[i-1], p):
			odd = true
		case !isLit:
		case len(w.Parts) > 1 && strings.IndexByte(l.Value, '~') >= 0:
			odd = true
		case i == 0:
			odd = odd || l.Value[:1] == "=" || strings.ContainsAny(l.Value, "^#") || strings.Contains(l.Value, "=~")
		default:
			odd = odd || l.Value[:1] == "[" || strings.Contains(l.Value, "=~")
		}
	}
	if odd {
		r.opaqueNode("zsh reads this word in its own way", w)
	}
}

// zshTail tells whether zsh takes next for a part of the short expansion
// before it: $#name is a length, $x:h a modifier.
func zshTail(before, next syntax.WordPart) bool {
	pe, ok := before.(*syntax.ParamExp)
	if !ok || !pe.Short || pe.Param == nil {
		return false
	}
	l, isLit := next.(*syntax.Lit)
	return strings.Contains("#?$!-*@", pe.Param.Value) || isLit && l.Value[:1] == ":"
}

func hasBrace(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok && strings.IndexByte(l.Value, '{') >= 0 {
			return true
		}
	}
	return false
}

// tildeParts evaluates parts of which the first may start with a tilde.
func (b *fields) tildeParts(parts []syntax.WordPart) {
	for i, p := range parts {
		l, ok := p.(*syntax.Lit)
		if ok && i == 0 && !b.assign && !b.plainTilde && b.r.dialect == bash {
			// VAR=~/x as an argument is expanded as in an assignment
			eq := strings.IndexByte(l.Value, '=')
			b.assignArg = eq > 0 && isName(l.Value[:eq])
		}
		if !ok || strings.IndexByte(l.Value, '~') < 0 {
			b.part(p, false)
			continue
		}
		b.tildes(l.Value, i == 0, i == len(parts)-1)
	}
}

// tildes evaluates a literal that holds a tilde.
func (b *fields) tildes(s string, first, last bool) {
	value := first
	assign := b.assign || b.assignArg
	if first && b.assignArg {
		eq := strings.IndexByte(s, '=')
		b.literal(s[:eq+1])
		s = s[eq+1:]
	}
	for s != "" {
		if value && s[0] == '~' {
			n := strings.IndexAny(s, "/:")
			if n >= 0 && s[n] == ':' && !assign {
				n = strings.IndexByte(s, '/')
			}
			switch {
			case n < 0 && last:
				n = len(s)
			case n < 0:
				b.literal(s)
				return
			}
			if user := s[1:n]; strings.IndexByte(user, '\\') < 0 {
				v := b.r.tilde(user)
				b.add(v, true)
				if !v.known {
					b.many = false
				}
				s = s[n:]
				value = false
				continue
			}
		}
		value = false
		next := len(s)
		if assign {
			if i := strings.IndexByte(s, ':'); i >= 0 {
				next = i + 1
				value = true
			}
		}
		b.literal(s[:next])
		s = s[next:]
	}
}

// tilde is the value of ~user.
func (r *reader) tilde(user string) val {
	switch user {
	case "":
		v, _ := r.lookup("HOME")
		return v
	case "+":
		v, _ := r.lookup("PWD")
		return v
	case "-":
		v, _ := r.lookup("OLDPWD")
		return v
	}
	if user == r.in.User && r.in.Home != "" && r.st.find("HOME") == nil {
		return lit(r.in.Home)
	}
	if user == "root" {
		return lit("/root")
	}
	return val{vars: []string{"~" + user}}
}

// parts evaluates parts of a word.
func (b *fields) parts(parts []syntax.WordPart, quoted bool) {
	for _, p := range parts {
		b.part(p, quoted)
	}
}

func (b *fields) part(p syntax.WordPart, quoted bool) {
	switch p := p.(type) {
	case *syntax.Lit:
		if quoted {
			b.add(lit(unescapeIn(p.Value, true)), true)
		} else {
			b.literal(p.Value)
		}
	case *syntax.SglQuoted:
		v := lit(p.Value)
		if p.Dollar {
			if b.r.dialect == posix {
				b.r.opaqueNode("sh may not know this kind of quotes", p)
			}
			if b.r.dialect == zsh && oddEscape(p.Value) {
				b.r.opaqueNode("zsh reads this word in its own way", p)
			}
			text, hidden := ansiC(p.Value)
			v.text, v.dec = text, hidden
		}
		b.add(v, true)
	case *syntax.DblQuoted:
		if p.Dollar && b.r.dialect == posix {
			b.r.opaqueNode("sh may not know this kind of quotes", p)
		}
		if p.Dollar {
			// translated by the locale's messages where there are any
			b.r.opaqueNode("text that the locale may translate", p)
		}
		if len(p.Parts) != 1 || !isList(p.Parts[0]) {
			b.add(lit(""), true)
		}
		b.parts(p.Parts, true)
	case *syntax.ParamExp:
		b.r.paramInto(b, p, quoted)
	case *syntax.CmdSubst:
		b.add(b.r.cmdSubst(p, quoted), quoted)
	case *syntax.ArithmExp:
		if b.r.dialect == posix && p.Bracket {
			b.r.opaqueNode("sh may not know $[ ]", p)
		}
		b.r.guardArith(p.X)
		b.add(b.r.arith(p.X), quoted)
	case *syntax.ProcSubst:
		b.add(b.r.procSubst(p), true)
		b.proc = true
	case *syntax.ExtGlob:
		b.r.guardGlob(p)
		b.r.opaqueNode("an extended pattern that the shell may read as a command", p)
		b.add(lit(p.Op.String()+p.Pattern.Value+")"), true)
		b.glob = true
	default:
		b.r.opaqueNode("a part of a word that is not known", p)
		b.add(val{}, false)
	}
}

// isList tells whether p is "$@" or "${a[@]}", which may be no field at all.
func isList(p syntax.WordPart) bool {
	pe, ok := p.(*syntax.ParamExp)
	if !ok || pe.Param == nil {
		return false
	}
	if pe.Param.Value == "@" {
		return true
	}
	return indexLit(pe.Index) == "@" || pe.Names == syntax.NamesPrefixWords
}

// indexLit is a subscript that is a plain literal.
func indexLit(x syntax.ArithmExpr) string {
	w, ok := x.(*syntax.Word)
	if !ok || w == nil {
		return ""
	}
	return w.Lit()
}

// word makes a Word of the value of a field.
func (v *val) word(b *fields) Word {
	w := Word{Text: v.text, Known: v.known, Alts: v.alts, Glob: b.glob, Many: b.many, Proc: b.proc,
		Vars: v.vars, Subs: v.subs, Prefix: v.pre, Suffix: v.suf, Decoded: v.dec, Globs: v.globs, Or: v.or, tmpl: v.tmpl, num: v.num, env: v.env,
		Raw: b.raw, Start: b.start, End: b.end}
	if v.known && !b.glob && !b.many {
		return w
	}
	if v.closed() && !b.many {
		w.Or = nil
	}
	if b.glob && b.esc && v.known {
		w.Text = b.pat
	}
	if b.many {
		w.Alts = nil
	}
	if !v.known {
		w.Text = ""
	}
	return w
}

// wordVal is the value that a Word stands for when it is used again.
func wordVal(w Word) val {
	v := val{vars: w.Vars, subs: w.Subs, dec: w.Decoded, pre: w.Prefix, suf: w.Suffix, tmpl: w.tmpl, num: w.num, env: w.env, globs: w.Globs, or: w.Or}
	switch {
	case w.Glob && w.Known && !w.Many:
		v.globs = []string{w.Text}
	case w.Many || w.Glob:
	case w.Known:
		v.text, v.known = w.Text, true
	default:
		v.alts = w.Alts
	}
	return v
}

// unescapeIn takes off the escapes that count inside double quotes, or inside
// a here-document where dbl is false.
func unescapeIn(s string, dbl bool) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			switch c := s[i+1]; {
			case c == '$' || c == '`' || c == '\\' || c == '"' && dbl:
				i++
			case c == '\n':
				i++
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}

package transcript

import "strings"

// Limits finds what the user may have forbidden in turns, oldest first. It
// leans to yes: a limit is a reason not to let code alone allow a call, and
// never more. What the user refused or interrupted is one too.
//
// It reads the user's own sentences: not code, quotations, logs or markup, and
// not sentences that say how something behaves.
func Limits(turns []Turn) []Limit {
	var out []Limit
	before := "" // what the user said in the turn before
	for i, t := range turns {
		switch t.Role {
		case User:
			if !t.Quiet {
				out = appendLimits(out, i, spoken(t.Text, before))
			}
			before = t.Text
		case Answer:
			out = appendLimits(out, i, answered(t))
		case Refused:
			out = append(out, refused(i, t))
		case Interrupted:
			out = append(out, interrupted(i, turns[:i])...)
		}
	}
	return out
}

// appendLimits adds limits drawn in turn i, leaving out what one of the same
// turn says already.
func appendLimits(out []Limit, i int, limits []Limit) []Limit {
	start := len(out)
next:
	for _, l := range limits {
		l.Turn = i
		for _, have := range out[start:] {
			if have.Scope == l.Scope && have.Only == l.Only && strings.Join(have.Paths, "\n") == strings.Join(l.Paths, "\n") &&
				strings.Join(have.Names, "\n") == strings.Join(l.Names, "\n") {
				continue next
			}
		}
		out = append(out, l)
	}
	return out
}

// spoken finds the limits in what a person said; before is what the person
// said last, which "that" may mean.
func spoken(text, before string) []Limit {
	var out []Limit
	ss := sentences(text)
	for k := range ss {
		s := &ss[k]
		if !mayRestrain(s.text) {
			continue
		}
		for _, d := range draftsOf(s) {
			limits := d.limits()
			if d.only {
				for j := range limits {
					limits[j].Only = limits[j].Scope&ScopeNamed != 0
				}
			}
			if d.others {
				limits = others(limits, ss[:k+1], d)
			}
			if d.back {
				limits = append(limits, meant(ss[:k], s, before)...)
			}
			for _, l := range limits {
				l.Words = cut(s.text, 200)
				out = append(out, l)
			}
		}
	}
	return out
}

// draftsOf are the restraints in a sentence, in whatever language it is.
func draftsOf(s *sentence) []draft {
	if drafts := english(s); len(drafts) > 0 {
		return drafts
	}
	return append(foreign(s), eastern(s)...)
}

// Quiet tells whether a person who said text drew no limit, whatever was said
// before it.
func Quiet(text string) bool {
	ss := sentences(text)
	for k := range ss {
		if mayRestrain(ss[k].text) && len(draftsOf(&ss[k])) > 0 {
			return false
		}
	}
	return true
}

// others turns "anything else" into all but the files named so far.
func others(limits []Limit, ss []sentence, d draft) []Limit {
	if len(d.paths) > 0 {
		return limits
	}
	var paths []string
	for i := range ss {
		for _, t := range ss[i].words() {
			if t.kind == path {
				paths = append(paths, t.text)
			}
		}
	}
	if len(paths) == 0 {
		return limits
	}
	for i := range limits {
		if limits[i].Scope&(ScopeWrite|ScopeDelete) != 0 {
			limits[i] = Limit{Scope: limits[i].Scope | ScopeNamed, Paths: paths, Only: true}
		}
	}
	return limits
}

// meant finds what "it" and "that" can stand for: what was spoken of doing
// in the sentences before, or in the turn before.
func meant(ss []sentence, s *sentence, before string) []Limit {
	if len(ss) == 0 && before != "" {
		ss = sentences(before)
	}
	var r reading
	near := append(append([]sentence(nil), ss[max(0, len(ss)-6):]...), *s)
	for k := range near {
		ts := near[k].words()
		for i, t := range ts {
			switch t.kind {
			case path:
				r.paths = append(r.paths, t.text)
			case code:
				r.wide |= commandScope(t.text)
				r.names = append(r.names, strings.ToLower(t.text))
			case word:
				if _, f := verb(t.text); f == base || f == gerund {
					one := readActs(ts, i)
					r.wide |= one.wide
					r.narrow |= one.narrow
					r.names = append(r.names, one.names...)
				} else if _, ok := program(t.text); ok {
					r.wide |= commandScope(restOfClause(ts, i))
				}
				if isNumber(t.text) {
					r.names = append(r.names, t.text)
				}
			}
		}
	}
	s0 := (r.wide | r.narrow) &^ ScopeRead
	var out []Limit
	if s0&^(ScopeRun|ScopeWrite) != 0 {
		out = append(out, Limit{Scope: s0 &^ (ScopeRun | ScopeWrite)})
	}
	if len(r.paths) > 0 || len(r.names) > 0 {
		out = append(out, Limit{Scope: r.wide | r.narrow | ScopeWrite | ScopeDelete | ScopeNamed, Paths: r.paths, Names: r.names})
	}
	return out
}

func isNumber(w string) bool {
	for _, r := range w {
		if r < '0' || r > '9' {
			return false
		}
	}
	return len(w) >= 3
}

// answered finds the limits in an answer to a question of the agent's: the
// words that the user typed, and a choice that declines.
func answered(t Turn) []Limit {
	out := spoken(t.Text, t.Asked)
	choice := t.Chosen
	if choice == "" {
		choice = t.Text
	}
	if !declines(choice) {
		return out
	}
	out = append(out, Limit{Words: cut(choice, 200), Scope: ScopeLeavesRoot})
	for _, l := range meant(sentences(t.Asked), &sentence{}, "") {
		l.Words = cut(choice, 200)
		out = append(out, l)
	}
	return out
}

// declines tells whether an answer begins by saying no.
func declines(s string) bool {
	f := strings.FieldsFunc(fold(s), func(r rune) bool { return strings.ContainsRune(" ,.-:;!–—", r) })
	if len(f) == 0 {
		return false
	}
	switch f[0] {
	case "no", "nope", "don't", "dont", "never", "stop", "cancel", "skip", "abort", "not", "nein", "non", "não", "nao", "нет", "nee", "reject", "decline", "wait", "later":
		return true
	case "do":
		return len(f) > 1 && f[1] == "not"
	}
	for _, w := range [...]string{"不", "别", "取消", "いいえ", "やめ", "아니"} {
		if strings.HasPrefix(f[0], w) {
			return true
		}
	}
	return false
}

// refused is the limit that a refusal draws: the effect that was refused.
func refused(i int, t Turn) Limit {
	l := Limit{Turn: i, Words: cut("refused "+t.Call.Tool, 200)}
	a := t.Call.Args()
	l.Scope, l.Paths, l.Names = callScope(t)
	if l.Scope&^ScopeNamed == 0 || !a.OK {
		l.Scope, l.Paths, l.Names = ScopeLeavesRoot, nil, nil
	}
	return l
}

// interrupted finds what an interruption is about: the calls under way when it
// came. The last one may have been it; an interruption of no call says not
// what it forbids.
func interrupted(i int, before []Turn) []Limit {
	var out []Limit
	for k := len(before) - 1; k >= 0 && before[k].Role == Tool; k-- {
		if before[k].Result == OK {
			break
		}
		l := refused(i, before[k])
		l.Words = cut("interrupted "+before[k].Call.Tool, 200)
		out = append(out, l)
		break
	}
	if len(out) == 0 {
		out = append(out, Limit{Turn: i, Words: "interrupted", Scope: ScopeLeavesRoot})
	}
	return out
}

// callScope is what a call can be said to do by its tool and words alone, and
// what it names.
func callScope(t Turn) (s Scope, paths, names []string) {
	a := t.Call.Args()
	switch k := t.Call.Kind().String(); k {
	case "shell", "powershell", "repl", "input":
		s = commandScope(a.Command)
		line := strings.TrimSpace(strings.ToLower(cut(a.Command, 200)))
		if s&^(ScopeRun|ScopeRead|ScopeWrite) == 0 && line != "" {
			// Nothing that leaves the root is known of it: this command
			// again, then, by its first words.
			f := strings.Fields(line)
			names = []string{strings.Join(f[:min(2, len(f))], " ")}
			s |= ScopeRun | ScopeNamed
		}
	case "write", "edit":
		s, paths = ScopeWrite|ScopeNamed, []string{a.Path}
		if a.Path == "" {
			s, paths = ScopeWrite, nil
		}
	case "fetch", "search":
		s = ScopeNetwork
	case "agent":
		s = ScopeAgent
	case "message":
		s = ScopeSend
	case "mcp", "other":
		s = ScopeSend | ScopeDeploy | ScopeNetwork
		for _, w := range strings.FieldsFunc(t.Call.Tool, func(r rune) bool { return r == '_' || r == '-' || r == '.' }) {
			if v, f := verb(strings.ToLower(w)); f == base && !v.light {
				s |= v.scope &^ ScopeRead
			}
		}
		if len(t.Call.Tool) > 2 {
			names = []string{strings.ToLower(t.Call.Tool)}
		}
	case "read":
		s = ScopeRead | ScopeNamed
		if a.Path != "" {
			paths = []string{a.Path}
		}
	}
	return s, paths, names
}

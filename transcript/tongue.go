package transcript

import "strings"

// tongue is what it takes to find restraints in a European language other than
// English. Words are separated by spaces; in lists of phrases "_" joins the
// words of one. A list is looked at only when one of the language's words of
// restraint stands in a clause.
type tongue struct {
	name string
	// neg are the words that negate. Those in last follow the verb ("push
	// nicht"), so that a verb at the clause's start makes an order of them.
	neg, none, last string
	subjects        string // "you", "we" and their like
	describes       string // words that make a negated clause tell how things are
	fillers         string // words of courtesy and of time that may stand before an order
	only            string
	without         string
	consent         string // approval, leave, OK
	ask, first      string // ask me, first
	before          string
	until           string // until I, unless I, wait for me
	alone           string // whole sentences that are orders
	that            string // it, that
	nothing         string // nothing, anything
	look            string // stems of verbs that only look and speak
	must            string // "must", where it follows the negation
	infinitives     string // endings by which a verb is an order by itself
	endings         string // endings that a stem may have in an order
	acts            []stems
}

// stems are stems of verbs and nouns with one meaning.
type stems struct {
	scope Scope
	words string
}

// touchScope is what "touch" can mean.
const touchScope = ScopeWrite | ScopeDelete | ScopeProcess | ScopeSystem | ScopeDeploy | ScopeLoses

// has tells whether the list holds the word w.
func has(list, w string) bool {
	for at := 0; w != ""; {
		i := strings.Index(list[at:], w)
		if i < 0 {
			return false
		}
		i += at
		end := i + len(w)
		if (i == 0 || list[i-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return true
		}
		at = end
	}
	return false
}

// foreign finds what a sentence in one of the other European languages may
// forbid.
func foreign(s *sentence) []draft {
	for _, t := range s.words() {
		// Words that none of them has: the sentence was read as English.
		if t.kind == word && has("the and with should does were this that when by are from which", t.text) {
			return nil
		}
	}
	var out []draft
	ts := elided(s.words())
	for i := range tongues {
		t := &tongues[i]
		if d := t.standing(ts); d != nil {
			return append(out, *d)
		}
		out = append(out, t.read(ts)...)
	}
	return out
}

// elided splits "n'installe" and "l'ordre".
func elided(ts []token) []token {
	for i, t := range ts {
		if t.kind != word {
			continue
		}
		if j := strings.IndexByte(t.text, '\''); j > 0 && j <= 3 && j < len(t.text)-1 && t.text != "don't" {
			out := append([]token(nil), ts[:i]...)
			for _, t := range ts[i:] {
				if j := strings.IndexByte(t.text, '\''); t.kind == word && j > 0 && j <= 3 && j < len(t.text)-1 {
					out = append(out, token{t.text[:j], word}, token{t.text[j+1:], word})
					continue
				}
				out = append(out, t)
			}
			return out
		}
	}
	return ts
}

// standing tells of a whole sentence that is an order.
func (t *tongue) standing(ts []token) *draft {
	var b strings.Builder
	n := 0
	for _, tk := range ts {
		if tk.kind == word && !has(t.fillers, tk.text) {
			if n++; n > 5 {
				return nil
			}
			if b.Len() > 0 {
				b.WriteByte('_')
			}
			b.WriteString(tk.text)
		} else if tk.kind == path || tk.kind == code {
			return nil
		}
	}
	if has(t.alone, b.String()) {
		return &draft{reading: reading{wide: ScopeLeavesRoot, back: true}}
	}
	return nil
}

// read looks at each clause.
func (t *tongue) read(ts []token) []draft {
	var out []draft
	for start := 0; start < len(ts); {
		end := start
		for end < len(ts) && ts[end].kind != mark {
			end++
		}
		// A list goes on over its commas.
		for end < len(ts) && ts[end].text == "," && end+1 < len(ts) && (t.act(ts[end+1].text) != 0 || end+2 < len(ts) && t.act(ts[end+2].text) != 0 && len(ts[end+1].text) <= 3) && t.restrains(ts[start:end]) {
			end++
			for end < len(ts) && ts[end].kind != mark {
				end++
			}
		}
		out = t.clause(out, ts[start:end], ts)
		start = end + 1
	}
	return out
}

// restrains tells whether a clause holds a word of restraint.
func (t *tongue) restrains(clause []token) bool {
	for _, tk := range clause {
		if tk.kind == word && (has(t.neg, tk.text) || has(t.none, tk.text) || has(t.last, tk.text) || has(t.without, tk.text)) {
			return true
		}
	}
	return false
}

// clause reads one clause of the sentence all.
func (t *tongue) clause(out []draft, c, all []token) []draft {
	for i, tk := range c {
		if tk.kind != word {
			continue
		}
		w, next := tk.text, ""
		if i+1 < len(c) {
			next = c[i+1].text
		}
		two := w + "_" + next
		switch {
		case has(t.until, two):
			if r := t.acts1(all); r.wide|r.narrow != 0 {
				out = append(out, draft{reading: reading{wide: r.wide | r.narrow}})
			} else {
				out = append(out, draft{reading: reading{wide: ScopeLeavesRoot, back: true}})
			}
		case has(t.without, w):
			if r := t.acts1(c[i+1:]); r.wide|r.narrow != 0 {
				out = append(out, draft{reading: r})
			} else if t.holds(c[i+1:], t.consent) {
				out = append(out, t.conditional(all))
			}
		case has(t.ask, strings.TrimSuffix(w, "-moi")) || has(t.ask, two):
			if t.holds(c, t.first) || t.holds(all, t.before) {
				out = append(out, t.conditional(all))
			}
		case has(t.only, w):
			if t.ordered(c, i) {
				if d, ok := t.onlyActs(c, i); ok {
					out = append(out, d)
				}
			}
		case has(t.neg, w), has(t.none, w), has(t.last, w), has(t.neg, two):
			if !t.forbids(c, i) {
				continue
			}
			r := t.acts1(c)
			if r.wide|r.narrow == 0 {
				switch {
				case t.holds(c, t.nothing):
					r = reading{wide: ScopeAll}
				case len(r.paths) > 0:
					r.narrow = ScopeWrite | ScopeDelete
				case len(c) <= 5 && t.holds(c, t.that):
					r = reading{wide: ScopeLeavesRoot, back: true}
				}
			}
			if !r.empty() {
				return append(out, draft{reading: r})
			}
		}
	}
	return out
}

// conditional is what may be done only after asking.
func (t *tongue) conditional(all []token) draft {
	if r := t.acts1(all); (r.wide|r.narrow)&^(ScopeRun|ScopeRead) != 0 {
		return draft{reading: reading{wide: r.wide | r.narrow}}
	}
	return draft{reading: reading{wide: ScopeLeavesRoot, back: true}}
}

func (t *tongue) holds(ts []token, list string) bool {
	for i, tk := range ts {
		if tk.kind == word && (has(list, tk.text) || i+1 < len(ts) && has(list, tk.text+"_"+ts[i+1].text)) {
			return true
		}
	}
	return false
}

// lead gives the first word of the clause that is not a filler.
func (t *tongue) lead(c []token) (string, int) {
	for i, tk := range c {
		if tk.kind != word || !has(t.fillers, tk.text) {
			return tk.text, i
		}
	}
	return "", len(c)
}

// ordered tells whether the word at i stands where an order begins, or right
// after a verb that begins one.
func (t *tongue) ordered(c []token, i int) bool {
	lead, at := t.lead(c)
	return at >= i || t.act(lead) != 0 || has(t.subjects, lead)
}

// forbids tells whether the negation at i makes an order of its clause.
func (t *tongue) forbids(c []token, i int) bool {
	lead, at := t.lead(c)
	if at >= i || has(t.subjects, lead) || i+1 < len(c) && has(t.must, c[i+1].text) {
		return true
	}
	if has(t.last, c[i].text) && t.act(lead) != 0 {
		return true
	}
	for _, tk := range c {
		if tk.kind == word && has(t.describes, tk.text) {
			return false
		}
	}
	for j := at; j < i; j++ {
		if has(t.subjects, c[j].text) {
			return true
		}
	}
	// "die Tests nicht starten": an infinitive at the end.
	if t.infinitives != "" {
		if last := c[len(c)-1]; len(c)-1 > i && last.kind == word && t.act(last.text) != 0 {
			for _, e := range strings.Fields(t.infinitives) {
				if strings.HasSuffix(last.text, e) {
					return true
				}
			}
		}
	}
	return false
}

// onlyActs reads "only change a.go".
func (t *tongue) onlyActs(c []token, i int) (draft, bool) {
	for _, tk := range c {
		if tk.kind == word && t.stemmed(tk.text, t.look) {
			return draft{reading: reading{wide: ScopeLeavesRoot, back: true}}, true
		}
	}
	r := t.acts1(c)
	s := r.wide | r.narrow
	if s == 0 {
		return draft{}, false
	}
	if len(r.paths)+len(r.names) > 0 && s&(ScopeWrite|ScopeDelete|ScopeRun) != 0 {
		return draft{reading: reading{narrow: s | ScopeNamed, paths: r.paths, names: r.names}, only: true}, true
	}
	return draft{reading: reading{wide: s}}, true
}

// act is what a word can mean as an action, 0 for none.
func (t *tongue) act(w string) Scope {
	for _, a := range t.acts {
		if t.stemmed(w, a.words) {
			return a.scope
		}
	}
	return 0
}

// stemmed tells whether w is one of the stems with an ending that an order can
// have. A stem that ends in "." is a whole word.
func (t *tongue) stemmed(w, list string) bool {
	for rest := list; rest != ""; {
		var s string
		s, rest, _ = strings.Cut(rest, " ")
		if whole, ok := strings.CutSuffix(s, "."); ok {
			if w == whole {
				return true
			}
			continue
		}
		if end, ok := strings.CutPrefix(w, s); ok && s != "" && (end == "" || has(t.endings, end)) {
			return true
		}
	}
	return false
}

// acts1 reads all that tokens speak of doing. Names of files and commands
// narrow what is done to files; a noun of another language names nothing that
// a command would show.
func (t *tongue) acts1(ts []token) reading {
	var r reading
	var files Scope
	for i, tk := range ts {
		switch tk.kind {
		case path:
			r.paths = append(r.paths, tk.text)
		case code:
			if isPath(tk.text) && !strings.Contains(tk.text, " ") {
				r.paths = append(r.paths, tk.text)
				continue
			}
			r.names = append(r.names, strings.ToLower(tk.text))
			r.wide |= commandScope(tk.text) &^ (ScopeRead | ScopeWrite)
		case word:
			s := t.act(tk.text)
			if s == 0 {
				if p, ok := program(tk.text); ok && tk.text != "make" {
					s = p.scope
					if line := commandScope(restOfClause(ts, i)); line != 0 {
						s = line
					}
				} else if v, f := verb(tk.text); f == base && !v.narrow && !v.light && v.word != "test" && v.word != "order" && v.word != "book" && v.word != "pull" {
					s = v.scope // "no hagas push"
				}
			}
			if s&(ScopeWrite|ScopeDelete|ScopeRead) != 0 {
				files |= s
			} else {
				r.wide |= s
			}
		}
	}
	if len(r.paths)+len(r.names) > 0 {
		r.narrow = files
	} else {
		r.wide |= files &^ ScopeRead
	}
	return r
}

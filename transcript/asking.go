package transcript

// The restraints that keep something to the person: ask me first, wait for me,
// until I say so, I will do it myself.

// sentenceActs adds what the whole sentence speaks of doing, or an unscoped
// restraint where it speaks of nothing.
func (g *grammar) sentenceActs() {
	var r reading
	for i := range g.ts {
		if g.ts[i].kind != word || asking(g.at(i)) {
			continue
		}
		if v, f := verb(g.at(i)); (f == base || f == gerund || f == past) && !v.light {
			one := readActs(g.ts, i)
			r.wide |= one.wide
			r.narrow |= one.narrow
			r.paths, r.names = append(r.paths, one.paths...), append(r.names, one.names...)
		}
	}
	if r.wide|r.narrow&^(ScopeRead|ScopeRun) == 0 {
		g.unscoped()
		return
	}
	// The condition is on doing it at all, whatever it is done to.
	g.add(draft{reading: reading{wide: r.wide | r.narrow, back: true}})
}

func asking(w string) bool {
	switch w {
	case "ask", "tell", "show", "check", "confirm", "let", "wait", "stop", "hold", "look", "read", "review", "view", "open":
		return true
	}
	return false
}

// askFirst handles "tell me before you remove anything", "ask first".
func (g *grammar) askFirst(i int, w string) {
	if !g.commandAt(i) && w != "ask" && w != "show" && w != "confirm" && w != "let" {
		return
	}
	person, before, firstly := w == "ask" || w == "await", 0, false
	for j := i + 1; j < len(g.ts) && j < i+14; j++ {
		switch g.at(j) {
		case "me", "us", "with", "my", "permission", "approval", "confirmation":
			person = true
		case "before", "prior":
			before = j
		case "first", "beforehand":
			firstly = true
		}
		if before > 0 {
			break
		}
	}
	if w == "let" {
		switch g.at(i + 2) {
		case "review", "see", "check", "approve", "confirm", "decide", "do", "know", "look", "handle":
		default:
			return
		}
	}
	switch {
	case !person:
	case before > 0 && (g.at(before+1) == "you" || g.at(before+1) == "to" || g.at(before+1) == "any" || g.at(before+1) == "doing" || g.at(before+1) == "each" || isGerund(g.at(before+1)) || isThing(g.at(before+1))):
		r := readActs(g.ts, before+1)
		if g.at(before+1) == "you" || g.at(before+1) == "doing" {
			r = readActs(g.ts, before+2)
		}
		if r.wide|r.narrow != 0 {
			g.add(draft{reading: reading{wide: r.wide | r.narrow}})
			return
		}
		g.sentenceActs()
	case before > 0 && i > 0 && g.at(before+1) == "":
		g.sentenceActs()
	case firstly && (w == "ask" || w == "check" || w == "confirm" || w == "show" || w == "let"):
		g.sentenceActs()
	case before == 0 && i > 0 && (w == "ask" || w == "confirm" || w == "check") && g.beforeYou(i):
		g.sentenceActs()
	case w == "let" && g.at(i+1) == "me" && (g.at(i+2) == "do" || g.at(i+2) == "handle" || g.at(i+2) == "decide" || g.at(i+2) == "approve"):
		g.sentenceActs()
	}
}

func isGerund(w string) bool { _, f := verb(w); return f == gerund }
func isThing(w string) bool  { _, ok := noun(w); return ok }

// beforeYou tells of "before you push, ask me".
func (g *grammar) beforeYou(i int) bool {
	for j := range i {
		if g.at(j) == "before" {
			return true
		}
	}
	return false
}

// onceISay handles "until I say so", "unless I ask", "only after my OK".
func (g *grammar) onceISay(i int, w string) {
	next := g.at(i + 1)
	mine := next == "i" || next == "i've" || next == "we" || next == "my" || next == "our" || (w == "unless") && (next == "told" || next == "asked" || next == "you" || next == "explicitly" || next == "instructed")
	if !mine {
		if w == "until" && next == "further" {
			g.sentenceActs()
		}
		return
	}
	consent := false
	for j := i + 1; j < len(g.ts) && j < i+7; j++ {
		switch g.at(j) {
		case "say", "said", "approve", "approved", "confirm", "confirmed", "tell", "told", "ask", "asked", "ok", "okay", "okayed", "agree", "agreed", "approval",
			"confirmation", "permission", "go-ahead", "reviewed", "review", "checked", "explicitly", "instructed", "want", "decide", "answer", "reply", "consent", "signed", "give", "given":
			consent = true
		}
	}
	if consent && (w == "until" || w == "till" || w == "unless" || g.at(i-1) == "only") {
		g.sentenceActs()
	}
}

// myself handles "I will commit myself", "I'll push it".
func (g *grammar) myself(i int) {
	j := i + 1
	if g.at(i) == "i" {
		if g.at(j) != "will" && g.at(j) != "want" && g.at(j) != "would" && g.at(j) != "prefer" {
			return
		}
		j++
	}
	mine := false
	for k := j; k < len(g.ts) && k < j+10 && g.ts[k].kind != mark; k++ {
		if g.at(k) == "myself" || g.at(k) == "ourselves" || g.at(k) == "hand" && g.at(k-1) == "by" {
			mine = true
		}
	}
	for k := j; k < len(g.ts) && k < j+4; k++ {
		v, f := verb(g.at(k))
		if f != base {
			continue
		}
		own := v.word == "push" || v.word == "commit" || v.word == "deploy" || v.word == "merge" || v.word == "publish" || v.word == "release"
		if mine || own && (g.at(i) == "i'll" || g.at(i+1) == "will") {
			g.add(draft{reading: reading{wide: v.scope &^ ScopeRead}})
		}
		return
	}
}

// reviewFirst handles "I want to see it before you push".
func (g *grammar) reviewFirst(i int) {
	looks, before := false, false
	for j := i + 1; j < len(g.ts) && j < i+14; j++ {
		switch g.at(j) {
		case "review", "see", "check", "approve", "look", "read", "confirm", "decide":
			looks = looks || j < i+6
		case "before":
			before = looks
		case "first":
			before = before || looks && g.ends(j+1)
		}
	}
	if before && (g.at(i) != "i" || g.at(i+1) == "want" || g.at(i+1) == "would") {
		g.sentenceActs()
	}
}

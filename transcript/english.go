package transcript

// draft is a limit as one sentence draws it, before what "it" and "that" mean
// is looked up.
type draft struct {
	reading
	only bool
}

// english finds what an English sentence may forbid.
func english(s *sentence) []draft {
	g := grammar{ts: s.words()}
	g.standing()
	for i := range g.ts {
		if g.ts[i].kind != word {
			continue
		}
		if n := g.negation(i); n > 0 {
			g.negated(i, i+n)
			continue
		}
		switch w := g.ts[i].text; w {
		case "stop", "quit", "cease", "avoid", "refrain", "skip", "hold", "wait", "pause", "freeze", "halt", "abort":
			g.halting(i, w)
		case "only", "just", "solely", "exclusively":
			g.only(i, w)
		case "without":
			g.without(i)
		case "no":
			g.noThing(i)
		case "nothing":
			g.nothing(i)
		case "ask", "tell", "warn", "notify", "inform", "consult", "show", "check", "confirm", "let", "await":
			g.askFirst(i, w)
		case "until", "till", "unless", "once", "after":
			g.onceISay(i, w)
		case "except", "besides", "excluding":
			g.except(i, 1)
		case "other", "apart", "aside":
			if g.at(i+1) == "than" || g.at(i+1) == "from" {
				g.except(i, 2)
			}
		case "but":
			if g.at(i+1) == "not" {
				g.except(i, 2)
			}
		case "leave", "keep", "stay", "stays", "remain", "remains", "treat", "consider", "work":
			g.leaving(i, w)
		case "limit", "restrict", "confine":
			g.confined(i)
		case "frozen":
			if p := g.at(i - 1); p == "is" || p == "are" || p == "stays" {
				g.unscoped()
			}
		case "hands", "fingers", "paws":
			if g.at(i+1) == "off" {
				g.touching(i + 2)
			}
		case "off-limits", "forbidden", "prohibited", "disallowed", "taboo", "verboten":
			g.forbidden(i)
		case "off", "out":
			if g.at(i+1) == "limits" || g.at(i+1) == "of" && g.at(i+2) == "bounds" {
				g.forbidden(i)
			}
		case "allowed", "permitted", "authorized", "authorised", "supposed", "meant":
			if g.at(i-1) == "not" || g.at(i-1) == "never" || g.at(i-1) == "isn't" || g.at(i-1) == "aren't" {
				g.forbidden(i)
			}
		case "i'll", "i", "we'll":
			g.myself(i)
			g.reviewFirst(i)
		case "read-only", "readonly", "look-only":
			if g.words() <= 4 || g.at(i-1) == "strictly" || g.at(i+1) == "mode" && g.at(i-1) == "in" {
				g.add(draft{reading: reading{wide: ScopeAll}})
			}
		}
	}
	return g.out
}

type grammar struct {
	ts  []token
	out []draft
}

func (g *grammar) at(i int) string {
	if i < 0 || i >= len(g.ts) {
		return ""
	}
	return g.ts[i].text
}

func (g *grammar) add(d draft) {
	if !d.empty() {
		g.out = append(g.out, d)
	}
}

// unscoped adds a restraint that does not say what it forbids.
func (g *grammar) unscoped() { g.add(draft{reading: reading{wide: ScopeLeavesRoot, back: true}}) }

// words counts the words of the sentence.
func (g *grammar) words() int {
	n := 0
	for _, t := range g.ts {
		if t.kind != mark {
			n++
		}
	}
	return n
}

// ends tells whether the clause ends before token i.
func (g *grammar) ends(i int) bool {
	for ; i < len(g.ts); i++ {
		if g.ts[i].kind == mark {
			return true
		}
		if !isFiller(g.ts[i].text) {
			return g.ts[i].text == "and" || g.ts[i].text == "but"
		}
	}
	return true
}

// commandAt tells whether an order can begin at token i: at the start of a
// clause, after a conjunction, after "you", after words of courtesy.
func (g *grammar) commandAt(i int) bool {
	for i--; i >= 0; i-- {
		if g.ts[i].kind == mark {
			return true
		}
		switch g.ts[i].text {
		case "and", "but", "or", "so", "then", "please", "pls", "plz", "kindly", "instead", "however":
			return true
		case "also", "just", "now", "again", "still", "first", "yet", "ok", "okay", "yes", "no", "though", "really", "definitely", "absolutely",
			"actually", "simply", "always", "next", "meanwhile", "for":
			continue
		case "you", "you'll", "we", "agents", "agent", "nobody", "claude", "everyone", "should", "must", "may", "to", "can":
			return g.subject(i)
		case "sure", "careful", "remember", "certain":
			return true
		}
		return false
	}
	return true
}

// subject tells whether the words up to i put "you" or "we" before an order,
// and not a question or a condition.
func (g *grammar) subject(i int) bool {
	for ; i >= 0; i-- {
		switch g.at(i) {
		case "should", "must", "may", "can", "to", "are", "need", "have", "shall", "will":
			continue
		case "you", "you'll", "we", "agents", "agent", "nobody", "claude", "everyone":
			switch g.at(i - 1) {
			case "if", "when", "whenever", "because", "since", "why", "do", "did", "as", "that", "what", "how", "where":
				return g.at(i-1) == "that" && (g.at(i-2) == "sure" || g.at(i-2) == "want" || g.at(i-2) == "certain")
			}
			return true
		}
		return false
	}
	return false
}

// standing handles sentences that are an order standing alone.
func (g *grammar) standing() {
	var words []string
	for _, t := range g.ts {
		switch {
		case t.kind == mark, t.kind == word && (isFiller(t.text) || t.text == "right" || t.text == "that" || t.text == "it" || t.text == "just" || t.text == "ok" || t.text == "everything"):
		default:
			words = append(words, t.text)
		}
	}
	if len(words) == 0 || len(words) > 3 {
		return
	}
	switch words[0] {
	case "read":
		if len(words) == 2 && words[1] == "only" {
			g.add(draft{reading: reading{wide: ScopeAll}})
		}
	case "stop", "wait", "halt", "no", "nope", "nah", "abort", "enough", "freeze", "pause", "cancel", "don't", "stopp":
		switch {
		case len(words) == 1, words[1] == words[0], words[0] == "no" && (words[1] == "thanks" || words[1] == "thank"), words[1] == "not", words[1] == "what",
			words[1] == "working", words[1] == "doing":
			g.unscoped()
		}
	case "hold", "hang", "back":
		if words[1%len(words)] == "on" || words[1%len(words)] == "off" || len(words) == 1 {
			g.unscoped()
		}
	case "never":
		if len(words) == 2 && words[1] == "mind" {
			g.unscoped()
		}
	case "forget":
		if len(words) == 1 {
			g.unscoped()
		}
	case "not":
		if len(words) == 1 { // "not now", "not yet": the rest is filler
			g.unscoped()
		}
	case "that's", "thats":
		if len(words) == 2 && words[1] == "enough" {
			g.unscoped()
		}
	case "do":
		if len(words) == 2 && words[1] == "nothing" {
			g.add(draft{reading: reading{wide: ScopeAll}})
		}
	}
}

// negation tells how many tokens at i say that something is not to be done; 0
// for none, or where the words describe how something behaves.
func (g *grammar) negation(i int) int {
	order := g.commandAt(i)
	switch g.at(i) {
	case "don't", "dont", "never":
		if order {
			return 1
		}
		if g.at(i-1) == "i" && wish(g.at(i+1)) {
			return 2
		}
	case "circumstances", "circumstance", "account", "means":
		if g.at(i-1) == "no" { // "under no circumstances"
			return 1
		}
	case "do":
		if g.at(i+1) == "not" || g.at(i+1) == "never" {
			if order {
				return 2
			}
			if g.at(i-1) == "i" && wish(g.at(i+2)) {
				return 3
			}
		}
	case "must", "should", "may", "shall", "can", "will", "could":
		if n := g.at(i + 1); n != "not" && n != "never" {
			return 0
		}
		if g.subject(i - 1) {
			return 2
		}
		return g.passive(i, i+2)
	case "mustn't", "shouldn't", "can't", "cannot", "won't", "shan't":
		if g.subject(i - 1) {
			return 1
		}
		return g.passive(i, i+1)
	case "didn't", "wouldn't":
		if g.at(i-1) == "you" && (g.at(i-2) == "rather" || g.at(i-2) == "prefer" || g.at(i-2) == "if" && g.at(i-3) == "prefer") {
			return 1
		}
	case "not":
		switch {
		case g.at(i-1) == "let's" || g.at(i-1) == "better" || g.at(i-1) == "rather" || g.at(i-1) == "you" && asks(g.at(i-2)):
			return 1
		case g.at(i+1) == "before" || g.at(i+1) == "until":
			g.sentenceActs()
			return 0
		case g.at(i+1) != "to":
			return 0
		case g.at(i+2) == "be":
			return g.passive(i-1, i+2)
		}
		switch g.at(i - 1) {
		case "told", "asked", "said", "sure", "careful", "remember", "prefer", "please", "try", "want", "better", "important", "instructed", "is", "are",
			"mind", "attention", "you", "best", "agreed", "promised":
			return 2
		}
		if g.commandAt(i) {
			return 2
		}
	}
	return 0
}

// asks tells of the words by which "can you not ..." begins.
func asks(w string) bool { return w == "can" || w == "could" || w == "would" || w == "will" }

// wish tells of the verbs by which a person says what is not wanted.
func wish(w string) bool {
	switch w {
	case "want", "allow", "authorize", "authorise", "permit", "approve", "like", "wish", "agree", "consent":
		return true
	}
	return false
}

// passive handles "X must not be changed": the verbs that say what is done to
// things, not how they behave.
func (g *grammar) passive(modal, i int) int {
	if g.at(i) != "be" && g.at(i) != "get" {
		return 0
	}
	for j := i + 1; j < len(g.ts) && j < i+3; j++ {
		v, f := verb(g.at(j))
		if f != past {
			if f == base && (v.word == "run" || v.word == "reset") {
				f = past
			} else {
				continue
			}
		}
		switch v.word {
		case "change", "modify", "delete", "touch", "edit", "remove", "rename", "move", "push", "commit", "deploy", "install", "merge",
			"publish", "release", "upload", "share", "rewrite", "alter", "overwrite", "wipe", "destroy", "run", "restart", "kill", "disable", "drop":
		default:
			return 0
		}
		// The subject is the object: read it with the verb before it.
		clause := []token{{v.word, word}}
		start := modal
		for start > 0 && g.ts[start-1].kind != mark && !endsObjects(g.ts[start-1].text) {
			start--
		}
		clause = append(clause, g.ts[start:modal]...)
		r := readActs(clause, 0)
		if r.paths == nil && r.names == nil && !r.all && !r.others && r.narrow == 0 && v.narrow {
			return 0
		}
		g.add(draft{reading: r})
		return 0
	}
	return 0
}

// negated reads what a negation at from forbids; its own words end at i.
func (g *grammar) negated(from, i int) {
	if g.at(i) == "," { // "do not, under any circumstances, push"
		for j := i + 1; j < len(g.ts) && j < i+8; j++ {
			if g.ts[j].kind == mark {
				i = j + 1
				break
			}
		}
	}
	for i < len(g.ts) {
		switch g.at(i) {
		case "ever", "just", "yet", "please", "actually", "even", "try", "to", "attempt", "dare", "you", "let", "go", "and", "bother", "want", "think",
			"about", "under", "any", "circumstances", "in", "case", "simply", "start", "begin", "now", "again", "accidentally", "blindly", "automatically",
			"directly", "also", "be", "should", "may", "must", "can", "we":
			if g.at(i) == "go" && (g.at(i+1) == "ahead" || g.at(i+1) == "on" || g.at(i+1) == "further" || g.at(i+1) == "there") {
				g.unscoped()
				return
			}
			if v, _ := verb(g.at(i + 1)); g.at(i) == "start" && v.word == "" {
				break
			}
			if g.at(i) == "be" {
				if _, f := verb(g.at(i + 1)); f != gerund && f != past {
					return
				}
			}
			i++
			continue
		}
		break
	}
	switch g.at(i) {
	case "worry", "forget", "hesitate", "mind", "care", "need", "have", "know", "see", "understand", "stop", "wait", "ask", "skip", "leave", "assume",
		"get", "give", "say", "expect", "feel", "seem", "matter", "fail", "miss", "block", "ignore", "guess", "exist", "appear", "believe", "recall",
		"remember", "hold", "quit", "pause", "refrain", "avoid", "limit", "overthink", "panic":
		return
	case "proceed", "continue", "advance":
		g.unscoped()
		return
	case "do":
		switch g.at(i + 1) {
		case "it", "that", "this", "so", "these", "those", "":
			g.unscoped()
			return
		case "anything", "something", "a":
			if g.at(i+2) == "else" {
				g.unscoped()
				return
			}
			g.add(draft{reading: reading{wide: ScopeAll}})
			return
		}
		i++
	case "":
		if g.words() <= 4 {
			g.unscoped()
		}
		return
	}
	if g.allBut(i) {
		return
	}
	r := readActs(g.ts, i)
	if r.verbs == 0 {
		// An unknown verb says nothing but where it is about a file.
		if len(r.paths) == 0 {
			if r.wide&^(ScopeRun|ScopeWrite|ScopeSend) != 0 && i < len(g.ts) && g.at(i) != "use" {
				g.add(draft{reading: reading{wide: r.wide}})
			}
			return
		}
		r.narrow |= ScopeWrite | ScopeDelete
	}
	if r.others && len(r.paths) == 0 && r.back {
		r.back = false
	}
	g.add(draft{reading: r})
}

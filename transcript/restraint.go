package transcript

// The restraints that are no negated verb: stop, only, without, no, ask
// first, until, except, leave.

// halting handles "stop pushing", "wait for me", "hold off on the release".
func (g *grammar) halting(i int, w string) {
	if !g.commandAt(i) && w != "freeze" {
		return
	}
	next := g.at(i + 1)
	switch w {
	case "avoid", "refrain", "skip":
		if next == "from" {
			i++
		}
		r := readActs(g.ts, i+1)
		if w == "skip" {
			r.narrow, r.paths, r.names = 0, nil, nil
		} else if r.verbs == 0 && len(r.paths) == 0 {
			return
		}
		g.add(draft{reading: r})
		return
	case "hold":
		if next == "off" || next == "back" {
			if r := readActs(g.ts, i+2); r.verbs > 0 || r.wide != 0 {
				r.back = false
				g.add(draft{reading: r})
				return
			}
			g.unscoped()
		}
		g.held(i)
		if (next == "on" || next == "it" || next == "everything" || next == "fire") && g.ends(i+2) {
			g.unscoped()
		}
		return
	case "stop", "quit", "cease", "halt", "pause", "abort":
		if w == "pause" {
			g.held(i)
		}
		if v, f := verb(next); f == gerund && v.word != "" {
			r := readActs(g.ts, i+1)
			g.add(draft{reading: r})
			return
		}
		switch next {
		case "it", "that", "this", "there", "here", "now", "right", "immediately", "everything", "all", "what", "at", "working", "doing", "and", "please", "until", "before":
			if next == "and" && g.words() > 8 || next == "all" && !g.ends(i+2) || (next == "that" || next == "this") && !g.ends(i+2) {
				return
			}
			g.unscoped()
		default:
			if g.ends(i + 1) {
				g.unscoped()
			}
		}
	case "wait":
		switch next {
		case "until", "till", "before", "with":
			// "wait until the server is up" waits for a machine.
			if next == "with" {
				if r := readActs(g.ts, i+2); r.wide != 0 {
					g.add(draft{reading: reading{wide: r.wide}})
					return
				}
			}
			if !g.saysWho(i + 2) {
				return
			}
			g.sentenceActs()
		case "for":
			switch g.at(i + 2) {
			case "me", "my", "us", "our", "approval", "confirmation", "permission", "review", "feedback", "instructions", "further":
				g.sentenceActs()
			}
		default:
			if next == "" || g.ts[i+1].kind == mark {
				g.unscoped()
			}
		}
	case "freeze":
		switch g.at(i - 1) {
		case "code", "change", "deploy", "deployment", "merge", "release", "production":
			if g.at(i+1) != "is" && g.at(i+1) != "was" && g.at(i+1) != "ended" {
				g.unscoped()
			}
			return
		}
		if next == "until" || next == "everything" || next == "now" {
			g.unscoped()
		}
	}
}

// held handles "hold the release", "pause deploys".
func (g *grammar) held(i int) {
	for j := i + 1; j < len(g.ts) && j < i+4; j++ {
		switch v, _ := verb(g.at(j)); v.word {
		case "deploy", "release", "push", "merge", "migrate", "publish":
			g.add(draft{reading: reading{wide: v.scope}})
			return
		}
		if n, ok := noun(g.at(j)); ok && (n.word == "deployment" || n.word == "migration") {
			g.add(draft{reading: reading{wide: n.scope}})
			return
		}
	}
}

// saysWho tells whether the person, or a time, comes next and not a machine.
func (g *grammar) saysWho(i int) bool {
	for j := i; j < i+4; j++ {
		switch g.at(j) {
		case "i", "i've", "i'm", "we", "we've", "my", "our", "me", "you", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
			"tomorrow", "approval", "further", "notice", "told", "asked", "approved", "confirmed", "pushing", "committing", "deploying", "deleting", "merging":
			return true
		}
	}
	return false
}

// only handles "only edit x", "commit only your part", "just tell me".
func (g *grammar) only(i int, w string) {
	if p, n := g.at(i-1), g.at(i+1); p == "locally" || p == "local" || n == "locally" {
		g.add(draft{reading: reading{wide: ScopePush | ScopeNetwork | ScopeDeploy | ScopeSend}})
		return
	}
	if g.onlyThese(i) {
		return
	}
	j := i + 1
	if !g.commandAt(i) {
		// "commit only your part", "the files in src only" after an order
		v, f := verb(g.at(i - 1))
		if w == "just" || f != base || v.light || !g.commandAt(i-1) {
			if w == "only" && g.words() <= 4 && i > 0 && planning(g.at(i-1)) {
				g.unscoped()
			}
			return
		}
		j = i - 1
	}
	for g.at(j) == "please" || g.at(j) == "ever" {
		j++
	}
	if looking(g.at(j)) {
		if g.at(j) == "check" && w == "just" && g.at(j+1) != "and" && g.words() > 8 {
			return
		}
		g.unscoped()
		return
	}
	v, f := verb(g.at(j))
	if w == "just" || f != base || v.light && v.word != "use" && v.word != "work" && v.word != "write" {
		return
	}
	r := readActs(g.ts, j)
	if j < i { // the word itself stands among the objects
		r = readActs(append([]token{g.ts[j]}, g.ts[i+1:]...), 0)
	}
	switch {
	case len(r.paths) > 0 || len(r.names) > 0:
		s := r.wide | r.narrow
		if v.light {
			s |= ScopeWrite | ScopeDelete
		}
		if s&(ScopeWrite|ScopeDelete|ScopeRun) != 0 {
			s |= ScopeNamed
			if s&ScopeWrite != 0 {
				s |= ScopeDelete
			}
		}
		g.add(draft{reading: reading{narrow: s &^ ScopeRead, paths: r.paths, names: r.names}, only: true})
	default:
		r.back = false
		g.add(draft{reading: r})
	}
}

// onlyThese handles "only a.go may be changed".
func (g *grammar) onlyThese(i int) bool {
	if !g.commandAt(i) {
		return false
	}
	for j := i + 1; j < len(g.ts) && j < i+9 && (g.ts[j].kind != mark || g.at(j) == ","); j++ {
		if g.at(j) != "be" || g.at(j-1) != "may" && g.at(j-1) != "should" && g.at(j-1) != "can" && g.at(j-1) != "must" {
			continue
		}
		v, f := verb(g.at(j + 1))
		o := readActs(append([]token{{"change", word}}, g.ts[i+1:j-1]...), 0)
		if f != past || len(o.paths) == 0 {
			return false
		}
		g.add(draft{reading: reading{narrow: v.scope&^ScopeRead | ScopeWrite | ScopeDelete, paths: o.paths, names: o.names}, only: true})
		return true
	}
	return false
}

func planning(w string) bool {
	switch w {
	case "plan", "planning", "dry-run", "analysis", "review", "reading", "local", "advice", "suggestions":
		return true
	}
	return false
}

// looking tells of verbs that only look and speak.
func looking(w string) bool {
	switch w {
	case "tell", "show", "explain", "list", "look", "describe", "answer", "report", "plan", "check", "read", "summarize", "summarise", "think", "suggest",
		"propose", "analyze", "analyse", "review", "discuss", "draft", "investigate":
		return true
	}
	return false
}

// without handles "without pushing", "without my OK", "without the network".
func (g *grammar) without(i int) {
	j := i + 1
	for isStop(g.at(j)) && g.at(j) != "permission" && g.at(j) != "approval" && g.at(j) != "ok" && g.at(j) != "okay" || g.at(j) == "first" || g.at(j) == "explicit" || g.at(j) == "prior" || g.at(j) == "written" {
		j++
	}
	switch g.at(j) {
	case "ok", "okay", "approval", "permission", "consent", "confirmation", "go-ahead", "sign-off", "say", "say-so", "asking", "review", "confirming", "agreement",
		"checking", "telling":
		if g.at(j) == "checking" && g.at(j+1) != "with" {
			return
		}
		g.sentenceActs()
		return
	}
	if _, f := verb(g.at(j)); f == gerund {
		r := readActs(g.ts, j)
		g.add(draft{reading: r})
		return
	}
	n, ok := noun(g.at(j))
	if p, prog := program(g.at(j)); prog {
		g.add(draft{reading: reading{wide: p.scope & ScopePrivilege, narrow: ScopeAll, names: []string{p.word}}})
		return
	}
	if ok && n.scope&(ScopeNetwork|ScopePrivilege|ScopeCommit|ScopePush|ScopeInstall|ScopeDeploy|ScopeOutside) != 0 && n.scope&ScopeRun == 0 {
		g.add(draft{reading: reading{wide: n.scope &^ (ScopeRead | ScopeWrite)}})
	}
}

// noThing handles "no pushes", "no network requests", "no changes to production".
func (g *grammar) noThing(i int) {
	switch v, f := verb(g.at(i - 1)); {
	case g.commandAt(i):
	case f == base && v.light && g.commandAt(i-1): // "make no changes"
	case g.at(i-1) == "be" && (g.at(i-2) == "should" || g.at(i-2) == "must" || g.at(i-2) == "may"):
	default:
		return
	}
	var r reading
	head := 0
	for j := i + 1; j < len(g.ts) && j < i+5 && g.ts[j].kind == word; j++ {
		w := g.at(j)
		if isStop(w) && head == 0 {
			continue
		}
		if v, f := verb(w); f == gerund && !v.light {
			r.wide |= v.scope
			head = j
			continue
		}
		if p, ok := program(w); ok {
			r.wide |= p.scope
			head = j
			continue
		}
		n, ok := noun(w)
		if !ok || !forbiddable(n.word) {
			break
		}
		r.wide |= n.scope
		if n.word == "prod" || n.word == "production" {
			r.narrow, r.names = ScopeAll, []string{"prod", "production"}
		}
		head = j
	}
	if head == 0 {
		return
	}
	// Where the clause goes on with a verb, it tells of something missing.
	if next := head + 1; next < len(g.ts) && g.ts[next].kind == word {
		switch g.at(next) {
		case "please", "to", "on", "in", "at", "for", "until", "till", "before", "without", "yet", "today", "now", "this", "from", "of", "and", "or", "by",
			"outside", "whatsoever", "allowed", "anywhere", "beyond", "unless", "while", "with", "during", "or-else", "tonight", "over", "other", "except", "nor", "either", "permitted":
		default:
			return
		}
		switch g.at(next) {
		case "to", "in", "on", "outside", "of", "from", "for", "at", "beyond", "other", "except", "over", "this":
			o := readActs(append([]token{{"change", word}}, g.ts[next:]...), 0)
			if o.narrow == ScopeAll|ScopeWrite {
				r.narrow, r.names, r.wide = ScopeAll, o.names, o.wide
			} else if r.wide == ScopeWrite && (len(o.paths) > 0 || len(o.names) > 0) {
				r.narrow, r.paths, r.names, r.wide = ScopeWrite|ScopeDelete, o.paths, o.names, o.wide
				if g.at(next) == "outside" || g.at(next) == "beyond" || g.at(next) == "other" || g.at(next) == "except" {
					r.narrow |= ScopeNamed
					g.add(draft{reading: r, only: true})
					return
				}
			}
			r.wide |= o.wide &^ ScopeWrite
		}
	}
	g.add(draft{reading: r})
}

// forbiddable tells of nouns that "no ..." forbids; of others it tells that
// they are missing.
func forbiddable(n string) bool {
	switch n {
	case "push", "commit", "branch", "merge", "tag", "pr", "build", "change", "edit", "write", "deletion", "install", "installation", "upgrade", "download",
		"upload", "network", "internet", "request", "deploy", "deployment", "release", "restart", "migration", "refactor", "refactoring", "email", "mail",
		"prod", "production", "root", "force", "payment", "rebase", "dependency", "subagent", "traffic", "web", "online":
		return true
	}
	return false
}

// nothing handles "change nothing", "nothing gets deployed".
func (g *grammar) nothing(i int) {
	for j := max(0, i-2); j < i; j++ {
		if v, f := verb(g.at(j)); f == base && g.commandAt(j) {
			s := v.scope
			if v.light {
				s = ScopeWrite
			}
			if o := readActs(append([]token{g.ts[j]}, g.ts[i+1:]...), 0); g.at(i+1) == "but" || g.at(i+1) == "except" || g.at(i+1) == "outside" {
				g.add(draft{reading: reading{narrow: s | ScopeNamed, paths: o.paths, names: o.names}, only: true})
				return
			}
			g.add(draft{reading: reading{wide: s, others: g.at(i+1) == "else"}})
			return
		}
	}
	if g.at(i-1) == "do" && g.commandAt(i-1) {
		g.add(draft{reading: reading{wide: ScopeAll}})
		return
	}
	if !g.commandAt(i) {
		return
	}
	modal := false
	for j := i + 1; j < len(g.ts) && j < i+7 && g.ts[j].kind == word; j++ {
		switch g.at(j) {
		case "should", "must", "may", "gets", "is", "can", "will", "goes", "leaves":
			modal = true
			if g.at(j) == "leaves" || g.at(j) == "goes" {
				g.unscoped()
				return
			}
		}
		if v, f := verb(g.at(j)); modal && f == past {
			g.add(draft{reading: reading{wide: v.scope}})
			return
		}
	}
}

// except handles "delete everything except src".
func (g *grammar) except(i, n int) {
	for j := range i {
		v, f := verb(g.at(j))
		if f != base || v.light || v.scope == ScopeRead || !g.commandAt(j) {
			continue
		}
		o := readActs(append([]token{g.ts[j]}, g.ts[i+n:]...), 0)
		s := v.scope &^ ScopeRead
		if len(o.paths) > 0 || len(o.names) > 0 {
			g.add(draft{reading: reading{narrow: s, paths: o.paths, names: o.names}})
		} else if s != 0 && n == 1 {
			g.add(draft{reading: reading{wide: s}})
		}
		return
	}
}

// touching adds what "touch" would forbid of the tokens from i on.
func (g *grammar) touching(i int) {
	r := readActs(append([]token{{"touch", word}}, g.ts[min(i, len(g.ts)):]...), 0)
	g.add(draft{reading: r})
}

// forbidden handles "pushing is forbidden", "x is off limits", "you are not
// allowed to push".
func (g *grammar) forbidden(i int) {
	if g.at(i+1) == "to" {
		g.add(draft{reading: readActs(g.ts, i+2)})
		return
	}
	start := i
	for start > 0 && g.ts[start-1].kind != mark {
		start--
	}
	subject := g.ts[start:i]
	for k, t := range subject {
		if _, f := verb(t.text); f == gerund {
			g.add(draft{reading: readActs(subject[k:], 0)})
			return
		}
	}
	if g.at(i) == "off-limits" || g.at(i) == "off" || g.at(i) == "out" || g.at(i) == "taboo" {
		g.touchTokens(subject)
		return
	}
	for _, t := range subject {
		if n, ok := noun(t.text); ok && forbiddable(n.word) {
			g.add(draft{reading: reading{wide: n.scope}})
			return
		}
	}
}

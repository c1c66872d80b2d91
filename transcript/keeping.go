package transcript

// The restraints that say how things are to stay: leave, keep, stay, limit.

// leaving handles "leave x alone", "keep the backups", "stay offline".
func (g *grammar) leaving(i int, w string) {
	if w == "work" {
		if g.commandAt(i) && (g.at(i+1) == "offline" || g.at(i+1) == "locally") {
			g.staying(i)
		}
		return
	}
	if w == "stays" || w == "remains" {
		g.stays(i)
		return
	}
	if !g.commandAt(i) && w != "remain" {
		if w == "stay" && (g.at(i-1) == "must" || g.at(i-1) == "should" || g.at(i-1) == "to") {
			g.stillness(i)
		}
		return
	}
	switch w {
	case "stay":
		g.staying(i)
	case "treat", "consider":
		for j := i + 2; j < len(g.ts); j++ {
			if g.at(j) == "as" && (g.at(j+1) == "read-only" || g.at(j+1) == "readonly" || g.at(j+1) == "frozen" || g.at(j+1) == "off-limits") {
				g.touchTokens(g.ts[i+1 : j])
			}
		}
	default:
		g.stillness(i)
	}
}

func (g *grammar) touchTokens(ts []token) {
	g.add(draft{reading: readActs(append([]token{{"touch", word}}, ts...), 0)})
}

// stillness handles what is to be left or kept as it is.
func (g *grammar) stillness(i int) {
	for j := i + 1; j < len(g.ts) && j < i+12; j++ {
		if g.ts[j].kind == mark {
			break
		}
		w := g.at(j)
		switch w {
		case "be":
			if j == len(g.ts)-1 || g.ts[j+1].kind == mark {
				g.leftTokens(i, j)
				return
			}
		case "alone", "untouched", "unchanged", "intact", "as-is", "unmodified":
			g.leftTokens(i, j)
			return
		case "as":
			if g.at(j+1) == "is" || g.at(j+1) == "it" || g.at(j+1) == "they" {
				g.leftTokens(i, j)
				return
			}
		case "in":
			if g.at(j+1) == "place" || g.at(j+1) == "peace" {
				g.leftTokens(i, j)
				return
			}
		case "private", "confidential", "secret", "internal", "offline", "local":
			if g.at(i) == "keep" && w != "secret" || j == i+2 {
				g.add(draft{reading: reading{wide: ScopeSend | ScopeNetwork | ScopePush}})
				return
			}
		case "to":
			if g.at(j+1) == "yourself" || g.at(i) == "leave" && (g.at(j+1) == "me" || g.at(j+1) == "us") {
				g.add(draft{reading: readActs(g.ts, i+1)})
				return
			}
		}
		if stemmed, ok := cutUn(w); ok {
			if v, f := verb(stemmed); f == past {
				g.add(draft{reading: reading{wide: v.scope}})
				return
			}
		}
	}
	if g.at(i) != "keep" && g.at(i) != "leave" {
		return
	}
	for j := i + 1; j < len(g.ts) && j < i+6 && g.ts[j].kind != mark; j++ {
		kept := g.ts[j].kind == path
		switch g.at(j) {
		case "copy", "copies", "backup", "backups", "file", "files", "folder", "logs", "branch", "branches", "table", "tables", "database", "volume", "volumes",
			"image", "images", "container", "containers", "worktree", "stash", "history", "snapshot", "snapshots", "data":
			kept = true
		}
		if kept {
			r := readActs(append([]token{{"delete", word}}, g.ts[i+1:]...), 0)
			if len(r.paths) > 0 || len(r.names) > 0 {
				g.add(draft{reading: reading{narrow: ScopeDelete | ScopeLoses, paths: r.paths, names: r.names}})
			}
			return
		}
	}
}

func cutUn(w string) (string, bool) {
	if len(w) > 4 && w[:2] == "un" {
		return w[2:], true
	}
	return "", false
}

// leftTokens adds what is to be left as it is: the tokens between the verb at
// i and the word at j that says so.
func (g *grammar) leftTokens(i, j int) {
	r := readActs(append([]token{{"touch", word}}, g.ts[i+1:j]...), 0)
	g.add(draft{reading: r})
}

// staying handles "stay offline", "stay on this branch", "stay in src/".
func (g *grammar) staying(i int) {
	switch next := g.at(i + 1); next {
	case "offline", "local", "locally", "disconnected":
		g.add(draft{reading: reading{wide: ScopeNetwork | ScopePush | ScopeSend | ScopeDeploy | ScopeInstall}})
	case "on", "at":
		for j := i + 2; j < len(g.ts) && j < i+6; j++ {
			switch g.at(j) {
			case "branch", "main", "master", "commit", "version":
				g.add(draft{reading: reading{wide: ScopeBranch}})
				return
			}
		}
	case "in", "inside", "within", "under":
		r := readActs(append([]token{{"change", word}}, g.ts[i+2:]...), 0)
		if len(r.paths) > 0 || len(r.names) > 0 {
			g.add(draft{reading: reading{narrow: ScopeWrite | ScopeDelete, paths: r.paths, names: r.names}, only: true})
		} else {
			g.unscoped()
		}
	case "away", "out", "off", "clear":
		g.touching(i + 3)
	}
}

// stays handles "the config stays as it is".
func (g *grammar) stays(i int) {
	still := false
	switch g.at(i + 1) {
	case "untouched", "unchanged", "intact", "as-is", "unmodified", "where", "put", "frozen":
		still = true
	case "as":
		still = g.at(i+2) == "is" || g.at(i+2) == "it" || g.at(i+2) == "they"
	case "in":
		still = g.at(i+2) == "place"
	}
	start := i
	for start > 0 && g.ts[start-1].kind != mark {
		start--
	}
	if still {
		g.touchTokens(g.ts[start:i])
	}
}

// confined handles "restrict your changes to src/".
func (g *grammar) confined(i int) {
	if !g.commandAt(i) {
		return
	}
	for j := i + 1; j < len(g.ts) && j < i+6; j++ {
		if g.at(j) != "to" {
			continue
		}
		if r := readActs(append([]token{{"change", word}}, g.ts[j+1:]...), 0); len(r.paths) > 0 {
			g.add(draft{reading: reading{narrow: ScopeWrite | ScopeDelete, paths: r.paths}, only: true})
		}
		return
	}
}

// allBut handles what a negated verb at i leaves open: "do not change anything
// outside src/", "... except a.go". It tells whether it did.
func (g *grammar) allBut(i int) bool {
	v, f := verb(g.at(i))
	if f != base || !v.narrow || v.scope&(ScopeWrite|ScopeDelete) == 0 {
		return false
	}
	for j := i + 1; j < len(g.ts) && j < i+8 && g.ts[j].kind == word; j++ {
		switch g.at(j) {
		case "outside", "beyond", "except", "but", "besides", "than":
		default:
			continue
		}
		r := readActs(append([]token{{v.word, word}}, g.ts[j+1:]...), 0)
		if len(r.paths) == 0 {
			return false
		}
		g.add(draft{reading: reading{narrow: v.scope | ScopeDelete, paths: r.paths}, only: true})
		return true
	}
	return false
}

package transcript

import (
	"strings"
	"unicode/utf8"
)

// reading is what a verb and its objects come to.
type reading struct {
	wide   Scope // forbidden whatever it is done to
	narrow Scope // forbidden to what is named
	paths  []string
	names  []string
	all    bool // "anything": of the verb, or at all where the verb is "do"
	back   bool // "it", "that": what was spoken of before
	others bool // "anything else", "other files": all but what was named
	verbs  int
	end    int // index of the first token that was not read
}

func (r reading) empty() bool { return r.wide == 0 && r.narrow == 0 && !r.back }

// limits makes limits of a reading.
func (r reading) limits() []Limit {
	var out []Limit
	if r.wide != 0 {
		out = append(out, Limit{Scope: r.wide})
	}
	if r.narrow != 0 {
		out = append(out, Limit{Scope: r.narrow | ScopeNamed, Paths: r.paths, Names: r.names})
	}
	return out
}

// readActs reads verbs and their objects from token i to the end of the
// clause, going on over commas and conjunctions while a list of verbs or
// targets goes on.
func readActs(ts []token, i int) reading {
	var r reading
	var narrow Scope // of narrow verbs that wait for their objects
	light, running, specific, generic, abstract := false, false, false, false, false
	used := false // the light verb is one of using
	for ; i < len(ts); i++ {
		t := ts[i]
		if t.kind == mark {
			if t.text == "," && goesOn(ts, i+1, r.verbs > 0) {
				continue
			}
			break
		}
		switch t.kind {
		case path:
			r.paths, specific = append(r.paths, t.text), true
			continue
		case code:
			specific = true
			if isPath(t.text) && !strings.Contains(t.text, " ") {
				r.paths = append(r.paths, t.text)
				continue
			}
			r.names = append(r.names, strings.ToLower(t.text))
			if s := commandScope(t.text); s != 0 && (running || light || r.verbs == 0) {
				r.wide |= s &^ (ScopeRead | ScopeWrite)
			}
			continue
		case quoted:
			r.names, specific = append(r.names, strings.ToLower(t.text)), true
			continue
		}
		w := t.text
		if endsObjects(w) && (r.verbs > 0 || specific) {
			break
		}
		if v, f := verb(w); f == base || f == gerund {
			if r.verbs == 0 || (joined(ts, i) && !determined(ts, i)) {
				r.verbs++
				switch {
				case v.light:
					light = true
					used = used || v.word == "use" || v.word == "work"
				case v.narrow:
					narrow |= v.scope
				default:
					r.wide |= v.scope
				}
				running = running || v.word == "run" || v.word == "execute"
				continue
			}
		}
		if len(w) > 1 && w[0] == '-' { // an option, as of a command
			r.names, specific = append(r.names, w), true
			narrow |= ScopeAll
			continue
		}
		if p, ok := program(w); ok && used && r.verbs == 1 {
			r.names, specific = append(r.names, p.word), true
			narrow |= ScopeAll
			r.wide |= p.scope & ScopePrivilege
			continue
		}
		if p, ok := program(w); ok {
			line := restOfClause(ts, i)
			s := commandScope(line)
			if s == 0 {
				s = p.scope
			}
			r.wide |= s &^ ScopeRead
			specific = true
			r.verbs++
			continue
		}
		switch w {
		case "git":
			running, specific = true, true
			r.verbs++ // the word after it is the verb
			r.wide |= commandScope(restOfClause(ts, i))
			continue
		case "it", "that", "this", "them", "those", "these", "so":
			if i+1 >= len(ts) || ts[i+1].kind == mark || endsObjects(ts[i+1].text) || isFiller(ts[i+1].text) {
				r.back = true
			}
			continue
		case "anything", "everything", "something", "nothing", "all", "any", "whatever":
			generic, r.all = true, true
			continue
		case "else", "other", "others", "rest", "remaining", "elsewhere", "unrelated":
			generic, r.others = true, true
			continue
		}
		n, isNoun := noun(w)
		if isNoun && (n.word == "prod" || n.word == "production") {
			// Whatever says production is meant, be it a script or a file.
			r.wide |= n.scope
			r.narrow |= ScopeAll
			r.names, specific = append(r.names, "prod", "production"), true
			continue
		}
		switch {
		case isStop(w):
		case isAbstract(w):
			abstract = true
		case isNoun:
			switch {
			case light:
				generic = true
				if n.narrow {
					narrow |= n.scope
					r.names, specific = append(r.names, stem(w)), true
				} else {
					r.wide |= n.scope
				}
			case n.scope == ScopeWrite && !n.narrow || w == "change" || w == "changes":
				generic = true // files, code: says no more than the verb
			case n.scope&(ScopeRead|ScopeOutside) == ScopeRead|ScopeOutside:
				r.wide |= ScopeOutside
				r.names, specific = append(r.names, stem(w), ".env"), true
			case narrow == ScopeRun || running:
				generic = true // tests, builds, scripts
				if n.narrow {
					r.names, specific = append(r.names, stem(w)), true
				} else {
					r.wide |= n.scope & (ScopeRun | ScopeDeploy | ScopeProcess)
				}
			case narrow != 0 && n.scope&^(ScopeRun|ScopeWrite) != 0 && !n.narrow:
				r.wide |= n.scope
				r.names, specific = append(r.names, stem(w)), true
			case narrow != 0 || r.verbs == 0:
				r.names, specific = append(r.names, stem(w)), true
				if r.verbs == 0 {
					r.wide |= n.scope
				}
			}
		case light && !used:
			// "add comments", "create classes": not an effect
		case nameable(w):
			r.names, specific = append(r.names, stem(w)), true
		}
	}
	r.end = i
	if light && len(r.paths) > 0 {
		narrow |= ScopeWrite | ScopeDelete
		if used {
			narrow |= ScopeRead | ScopeRun
		}
	}
	switch {
	case narrow == 0:
	case specific:
		r.narrow |= narrow
	case abstract && !generic && !r.back:
	case r.back && !generic:
		// "it": what was named before
	default:
		r.wide |= narrow
	}
	if r.back && r.verbs == 0 {
		r.back = false
	}
	if r.back && narrow != 0 {
		r.wide |= narrow & (ScopeDelete | ScopeProcess | ScopeDeploy | ScopeLoses)
		r.narrow |= narrow
	}
	if !specific && r.narrow != 0 && !r.back {
		r.wide |= r.narrow
		r.narrow = 0
	}
	return r
}

// goesOn tells whether a list goes on at token i, after a comma.
func goesOn(ts []token, i int, verbs bool) bool {
	if i < len(ts) && (ts[i].text == "or" || ts[i].text == "and" || ts[i].text == "nor") {
		i++
	}
	if i >= len(ts) {
		return false
	}
	if ts[i].kind == path || ts[i].kind == code {
		return true
	}
	if _, f := verb(ts[i].text); verbs && (f == base || f == gerund) {
		return true
	}
	// "commits, pushes or releases": another thing, then a comma, an "or" or the end
	if _, ok := noun(ts[i].text); ok && i+1 <= len(ts) {
		return i+1 == len(ts) || ts[i+1].kind == mark || ts[i+1].text == "or" || ts[i+1].text == "and"
	}
	return false
}

// joined tells whether the word at i can be a further verb: it follows "or",
// "and", "to", a comma.
func joined(ts []token, i int) bool {
	if i == 0 || ts[i-1].kind == mark {
		return true
	}
	switch ts[i-1].text {
	case "or", "and", "nor", "to", "even", "then", "also", "ever", "git", "not":
		return true
	}
	return false
}

// determined tells whether the word at i has a determiner and so is a noun.
func determined(ts []token, i int) bool {
	if i == 0 {
		return false
	}
	switch ts[i-1].text {
	case "the", "a", "an", "any", "my", "our", "your", "this", "that", "these", "those", "no", "new", "all", "other", "more":
		return true
	}
	return false
}

// endsObjects tells of words after which the objects of a verb are over.
func endsObjects(w string) bool {
	switch w {
	case "because", "since", "unless", "until", "till", "before", "after", "while", "if", "when", "but", "instead", "as", "so", "without",
		"whether", "which", "who", "where", "why", "how", "then", "than", "except", "i", "i'll", "i'm", "we", "he", "they", "you", "is", "are", "was",
		"just", "only", "tell", "show", "explain", "yet", "due", "though", "although", "that's", "it's":
		return true
	}
	return false
}

func isFiller(w string) bool {
	switch w {
	case "please", "now", "again", "yet", "either", "too", "here", "there", "today", "anymore", "ever", "at", "for", "in", "on", "with", "or", "and", "yourself", "alone", "directly":
		return true
	}
	return false
}

// isStop tells of words that name nothing.
func isStop(w string) bool {
	switch w {
	case "the", "a", "an", "my", "our", "your", "their", "its", "his", "her", "of", "to", "in", "on", "at", "for", "from", "with", "by", "into", "onto",
		"over", "under", "up", "out", "off", "down", "around", "and", "or", "nor", "not", "no", "any", "new", "old", "existing", "current", "more", "further",
		"additional", "extra", "single", "one", "two", "you", "me", "us", "please", "ever", "even", "actually", "yet", "now", "again", "today", "tonight",
		"tomorrow", "later", "here", "there", "directly", "yourself", "alone", "way", "thing", "things", "stuff", "part", "parts", "project",
		"repo", "repository", "codebase", "system", "machine", "computer", "box", "laptop", "time", "moment", "whole", "entire", "real", "actual", "same",
		"own", "be", "been", "being", "is", "are", "do", "does", "did", "have", "has", "had", "will", "would", "should", "could", "can", "may", "might",
		"must", "get", "let", "go", "going", "ahead", "very", "too", "also", "either", "still", "like", "such", "some", "many", "much", "few", "each",
		"every", "both", "ok", "okay", "it", "that", "this", "them", "those", "these", "everyone", "anybody", "anyone", "someone",
		"line", "lines", "content", "contents", "version", "full", "important", "necessary", "need", "needed", "accident", "accidentally",
		"mistake", "permission", "approval", "risk", "behind", "between", "against", "about", "outside", "inside", "within", "beyond",
		"directory", "working", "dir", "using", "yes", "don't", "course", "circumstances":
		return true
	}
	return false
}

// isAbstract tells of qualities of the work: a demand about them is none about
// what the agent may do.
func isAbstract(w string) bool {
	switch w {
	case "api", "apis", "behavior", "behaviour", "signature", "signatures", "semantics", "interface", "interfaces", "output", "outputs", "format",
		"style", "meaning", "order", "ordering", "default", "defaults", "tone", "wording", "language", "logic", "contract", "functionality",
		"feature", "features", "method", "methods", "function", "functions", "class", "classes", "type", "types", "value", "values", "name", "names",
		"variable", "variables", "parameter", "parameters", "argument", "arguments", "return", "result", "results", "layout", "look", "design",
		"structure", "architecture", "object", "objects", "field", "fields", "property", "properties", "case", "cases", "state", "input", "inputs",
		"user", "users", "string", "strings", "number", "numbers", "list", "array", "error", "errors", "exception", "exceptions", "warning",
		"warnings", "model", "models", "text", "color", "colour", "public", "private", "original", "null", "empty", "response", "key", "keys":
		return true
	}
	return false
}

// nameable tells whether a word can name a thing.
func nameable(w string) bool {
	return utf8.RuneCountInString(w) >= 3 && !strings.Contains(w, "'")
}

// stem shortens a noun so that it is found in names of files and commands.
func stem(w string) string {
	switch w {
	case "database", "databases":
		return "db"
	case "production":
		return "prod"
	case "configuration", "configurations", "configs":
		return "config"
	case "environment", "environments":
		return "env"
	case "documentation", "docs":
		return "doc"
	case "dependencies":
		return "dependenc"
	case "migrations", "migration":
		return "migrat"
	}
	switch n := len(w); {
	case n > 6 && strings.HasSuffix(w, "ies"):
		return w[:n-3]
	case n > 4 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		return w[:n-1]
	}
	return w
}

// restOfClause joins the words from i to the end of the clause.
func restOfClause(ts []token, i int) string {
	var b strings.Builder
	for ; i < len(ts) && ts[i].kind != mark && !endsObjects(ts[i].text); i++ {
		b.WriteString(ts[i].text)
		b.WriteByte(' ')
	}
	return b.String()
}

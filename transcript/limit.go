package transcript

import "strings"

// Scope is the set of effect classes that words of the user's can mean. It is
// a set, so that one limit may forbid several.
type Scope uint32

// The classes. A gate maps what a call does onto them and asks Limit.Covers.
const (
	ScopeRead      Scope = 1 << iota // reads files; counts only for what is named
	ScopeWrite                       // creates or changes files
	ScopeDelete                      // removes files or data
	ScopeRun                         // runs programs, code, tests, builds, services
	ScopeInstall                     // installs or changes dependencies and packages
	ScopeNetwork                     // talks to the network in either direction
	ScopeCommit                      // records commits
	ScopeBranch                      // moves between, makes or rewrites branches and history, locally
	ScopePush                        // sends commits elsewhere
	ScopeDeploy                      // changes remote systems: releases, clusters, clouds, production
	ScopeSend                        // reaches people or the public: mail, chat, issues, comments, publishing
	ScopeProcess                     // stops or signals processes, services, jobs, containers
	ScopePrivilege                   // gains rights
	ScopeSystem                      // changes the machine or the user's own setup, outside the root
	ScopeAgent                       // starts other agents
	ScopeLoses                       // cannot be undone, whatever it is
	ScopeOutside                     // writes or reads of credentials outside the root, whatever they are

	// ScopeNamed is a mark, no class: the limit holds for what Paths and
	// Names say, not for everything of its classes.
	ScopeNamed
)

const (
	// ScopeLeavesRoot is everything that leaves the root or cannot be undone:
	// the scope of a restraint that does not say what it forbids.
	ScopeLeavesRoot = ScopeDelete | ScopeNetwork | ScopePush | ScopeDeploy | ScopeSend | ScopeProcess |
		ScopePrivilege | ScopeSystem | ScopeLoses | ScopeOutside

	// ScopeAll is everything but reading.
	ScopeAll = ScopeLeavesRoot | ScopeWrite | ScopeRun | ScopeInstall | ScopeCommit | ScopeBranch | ScopeAgent
)

// scopeNames holds the classes' names in the order of their bits.
var scopeNames = [...]string{"read", "write", "delete", "run", "install", "network", "commit", "branch", "push",
	"deploy", "send", "process", "privilege", "system", "agent", "loses", "outside", "named"}

// String lists the classes of s, joined by commas.
func (s Scope) String() string {
	var names []string
	for i, name := range scopeNames {
		if s&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// Limit is something that the user may have forbidden. It is a possibility
// that code has seen, not a reading of what was meant: a call that a limit
// covers is not to be allowed by code. Only a later turn of the user's, read by
// a classifier or a person, ends a limit; code never does.
type Limit struct {
	Turn  int      // index of the turn that drew it
	Words string   // the words that draw it, one line, at most 200 bytes
	Scope Scope    // the classes it can mean, with ScopeNamed where it is about what is named
	Paths []string // files and folders named, as the user wrote them
	Names []string // commands, programs, hosts and things named, lower case
	// Only: what is named is what remains allowed, and the limit is about
	// everything else of its classes.
	Only bool
}

// Covers tells whether a call may be what l forbids. does holds the classes of
// all that the call does, paths the files it changes (or, where that is all
// it does, reads), nil where not known, and text everything that names its
// targets: the command, the URL, the arguments. A call that does nothing but
// read is covered only where reading is what was forbidden.
func (l Limit) Covers(does Scope, paths []string, text string) bool {
	hit := l.Scope & does &^ ScopeNamed
	switch {
	case does&^ScopeRead == 0 && l.Scope&ScopeRead == 0:
		return false
	case l.Scope&ScopeNamed == 0:
		return hit != 0
	case l.Only:
		if hit == 0 {
			return false
		}
		for _, p := range paths {
			if !l.named(p) {
				return true
			}
		}
		return len(paths) == 0 && !l.mentionsAll(text)
	}
	for _, p := range paths {
		if l.named(p) {
			return true
		}
	}
	if l.mentioned(text) {
		return true
	}
	// A change of files that are not known may be a change of these.
	return len(paths) == 0 && hit&(ScopeWrite|ScopeDelete) != 0 && does&ScopeRun == 0
}

// CoveredBy gives the first of limits that covers the call, nil for none.
func CoveredBy(limits []Limit, does Scope, paths []string, text string) *Limit {
	for i := range limits {
		if limits[i].Covers(does, paths, text) {
			return &limits[i]
		}
	}
	return nil
}

// named tells whether the path p is one of l's paths, lies below one, or has a
// component that one of l's names stands for.
func (l Limit) named(p string) bool {
	p = strings.TrimSuffix(strings.ToLower(p), "/")
	for _, q := range l.Paths {
		if pathMatches(p, strings.ToLower(q)) {
			return true
		}
	}
	for _, n := range l.Names {
		if says(p, n) {
			return true
		}
	}
	return false
}

// pathMatches tells whether the path p is, ends in or lies below q.
func pathMatches(p, q string) bool {
	q = strings.TrimPrefix(strings.TrimPrefix(q, "./"), "~/")
	q = strings.TrimSuffix(strings.TrimRight(q, "*"), "/")
	if q == "" || q == "." {
		return true
	}
	for at := 0; ; {
		i := strings.Index(p[at:], q)
		if i < 0 {
			return false
		}
		i += at
		end := i + len(q)
		if (i == 0 || p[i-1] == '/' || q[0] == '/' || q[0] == '*' || q[0] == '.') && (end == len(p) || p[end] == '/') {
			return true
		}
		at = i + 1
	}
}

// mentioned tells whether text names something that l names.
func (l Limit) mentioned(text string) bool {
	text = strings.ToLower(text)
	for _, q := range l.Paths {
		q = strings.TrimRight(strings.TrimPrefix(strings.ToLower(q), "./"), "*/")
		if q != "" && q != "." && strings.Contains(text, q) {
			return true
		}
	}
	for _, n := range l.Names {
		if says(text, n) {
			return true
		}
	}
	return false
}

// mentionsAll tells whether text names all that l names.
func (l Limit) mentionsAll(text string) bool {
	text = strings.ToLower(text)
	for _, q := range l.Paths {
		if !strings.Contains(text, strings.TrimRight(strings.TrimPrefix(strings.ToLower(q), "./"), "*/")) {
			return false
		}
	}
	for _, n := range l.Names {
		if !says(text, n) {
			return false
		}
	}
	return true
}

// says tells whether text holds the name n: anywhere in a word, but for short
// names as a word or its plural, because "db" stands in "feedback".
func says(text, n string) bool {
	for at := 0; n != ""; {
		i := strings.Index(text[at:], n)
		if i < 0 {
			return false
		}
		i += at
		end := i + len(n)
		if len(n) > 4 || (i == 0 || !letter(text[i-1])) && (end == len(text) || !letter(text[end]) || text[end] == 's' && (end+1 == len(text) || !letter(text[end+1]))) {
			return true
		}
		at = i + 1
	}
	return false
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 0x80 }

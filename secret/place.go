// Package secret knows what a credential looks like and where credentials
// live: which paths hold them, which variables carry them, and how to find
// and blot them out in text. It reads names and text that it is given and
// touches nothing else.
package secret

import "strings"

// Grade says how much harm it does when what a path holds leaves the machine.
type Grade uint8

// The grades, in rising order.
const (
	// None: nothing is known against it.
	None Grade = iota
	// Sensitive: personal data, histories, settings that may hold a token.
	Sensitive
	// Project: what a project keeps for its own use: .env, a key file, a
	// state file. Reading it to run the project is ordinary work; it must not
	// leave. Outside the session's roots a caller treats it as Store.
	Project
	// Store: credentials of a person or a machine.
	Store
)

// String is the grade's name.
func (g Grade) String() string {
	switch g {
	case Sensitive:
		return "sensitive"
	case Project:
		return "project secret"
	case Store:
		return "credential store"
	}
	return "none"
}

// Look grades what is kept at path and says in a few words what it is. The
// path is absolute and clean; "~/x" counts as below home, and so does the
// home folder of any other user. Windows paths may be spelt with either
// slash. home may be empty.
//
// A folder has the grade of what reading all of it would give away. Listing a
// folder's names is less than reading it, and public parts (known_hosts,
// *.pub, certificates) are None. Letter case does not count, since there are
// disks where it does not.
func Look(path, home string) (Grade, string) {
	p := normal(path)
	if p == "" {
		return None, ""
	}
	if g, what := system(p); g != None {
		return g, what
	}
	if rel, ok := belowHome(p, normal(home)); ok {
		if g, what, ok := inHome(rel); ok {
			return g, what
		}
	}
	return anywhere(p)
}

// IsStore tells whether path is of grade Store, and what it is.
func IsStore(path, home string) (what string, ok bool) {
	g, what := Look(path, home)
	return what, g == Store
}

// Below grades what reading everything under the folder dir would give away:
// the highest grade of a known place in it. It is what matters when a folder
// is archived, copied or searched through.
func Below(dir, home string) (Grade, string) {
	d := normal(dir)
	if d == "" {
		return None, ""
	}
	best, what := Look(d, home)
	switch d {
	case "/", "c:", "c:/", "/home", "/users", "/root", "/etc", "c:/users", "/private", "/private/etc":
		return Store, "everything below " + d
	}
	if best == Store {
		return best, what
	}
	rel, ok := belowHome(d, normal(home))
	if !ok {
		for _, e := range systemPlaces {
			if e.grade > best && strings.HasPrefix(e.path, d+"/") {
				best, what = e.grade, e.what
			}
		}
		return best, what
	}
	if rel == "" {
		return Store, "a whole home folder"
	}
	for _, e := range homePlaces {
		if e.grade > best && strings.HasPrefix(e.path, rel+"/") {
			best, what = e.grade, e.what
		}
	}
	return best, what
}

// normal is p in lower case, with forward slashes, without a trailing one and
// without macOS's /private.
func normal(p string) string {
	p = strings.ToLower(p)
	if strings.IndexByte(p, '\\') >= 0 {
		p = strings.ReplaceAll(p, `\`, "/")
	}
	p = strings.TrimPrefix(p, "//?/")
	for len(p) > 1 && p[len(p)-1] == '/' {
		p = p[:len(p)-1]
	}
	if rest, ok := strings.CutPrefix(p, "/private"); ok && (strings.HasPrefix(rest, "/etc/") || strings.HasPrefix(rest, "/var/")) {
		p = rest
	}
	return p
}

// belowHome gives p relative to the home folder it is in, for the given home
// and for the usual homes of other users. The home itself is "".
func belowHome(p, home string) (rel string, ok bool) {
	cut := func(dir string) bool {
		if dir != "" && dir != "/" && (p == dir || strings.HasPrefix(p, dir) && p[len(dir)] == '/') {
			rel, ok = strings.TrimPrefix(p[len(dir):], "/"), true
		}
		return ok
	}
	if cut(home) || cut("/root") || cut("/var/root") || cut("~") || cut("$home") || cut("${home}") || cut("%userprofile%") {
		return rel, ok
	}
	for _, base := range [...]string{"/home/", "/users/", "c:/users/", "/c/users/", "/mnt/c/users/", "/var/home/", "~"} {
		rest, found := strings.CutPrefix(p, base)
		if !found || rest == "" {
			continue
		}
		_, rel, _ := strings.Cut(rest, "/")
		return rel, true
	}
	return "", false
}

// under tells whether p is dir or lies below it.
func under(p, dir string) bool {
	return strings.HasPrefix(p, dir) && (len(p) == len(dir) || p[len(dir)] == '/')
}

// last splits off the last component.
func last(p string) (dir, base string) {
	i := strings.LastIndexByte(p, '/')
	return p[:max(i, 0)], p[i+1:]
}

package effect

import (
	"strings"

	"automode/secret"
)

// secretAt grades what stands at a place: a path, or a pattern.
func (r *reader) secretAt(p string, glob bool) (secret.Grade, string) {
	if glob {
		return secret.StoreGlob(p, r.env.Place.Home)
	}
	return secret.Look(p, r.env.Place.Home)
}

// secretHint tells whether the known part of a path that is not wholly known
// names a credential store: "$H/.ssh/id_rsa".
func (r *reader) secretHint(part string) (secret.Grade, string) {
	if part == "" {
		return secret.None, ""
	}
	if !strings.HasPrefix(part, "/") {
		part = "/" + part
	}
	home := r.env.Place.Home
	g, what := secret.Look(part, home)
	if home == "" {
		return g, what
	}
	if below, in := secret.Look(home+part, home); below > g {
		return below, in
	}
	return g, what
}

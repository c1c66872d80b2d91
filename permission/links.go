package permission

import (
	"path"
	"strings"

	"automode/world"
)

// resolve follows the symbolic links in the clean absolute path p, component
// by component. known is false when a component is not known, other than those
// that a session's own places are made of; then a link may lead anywhere.
func (s *Subject) resolve(p string) (real string, known bool) {
	known = true
	done, rest := "/", strings.TrimPrefix(p, "/")
	for hops := 0; rest != ""; {
		part, tail, _ := strings.Cut(rest, "/")
		rest = tail
		switch part {
		case "", ".":
			continue
		case "..":
			done = path.Dir(done)
			continue
		}
		at := path.Join(done, part)
		f := s.facts.File(at)
		if f.Known && f.Exists && f.Link != "" {
			if hops++; hops > 40 {
				return p, false
			}
			target := f.Link
			if !strings.HasPrefix(target, "/") {
				target = path.Join(done, target)
			}
			done, rest = "/", strings.TrimPrefix(path.Join(target, rest), "/")
			continue
		}
		if !f.Known && !s.ofPlace(at) {
			known = false
		}
		done = at
	}
	return done, known
}

// ofPlace tells whether a session's root, home or temporary folder is dir or
// lies below it: folders that a person set up.
func (s *Subject) ofPlace(dir string) bool {
	if world.Inside(s.Place.Home, dir) || world.Inside("/tmp", dir) || len(s.Place.Roots) == 0 && world.Inside(s.Call.Dir, dir) {
		return true
	}
	for _, list := range [2][]string{s.Place.Roots, s.Place.Temp} {
		for _, p := range list {
			if world.Inside(p, dir) {
				return true
			}
		}
	}
	return false
}

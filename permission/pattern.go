package permission

import (
	"errors"
	"path"
	"strings"

	"automode/world"

	"github.com/bmatcuk/doublestar/v4"
)

// pattern is the specifier of a file rule, in the manner of a line of a
// gitignore file: * stays inside a folder, ** goes through folders, a folder
// stands for all that is below it.
type pattern struct {
	from anchor
	glob string // relative to the anchor, clean, without slashes at its ends; empty for all
	bare bool   // written without a slash: a name, which tightens at any depth
	lit  string // the leading components of glob that hold no pattern characters
}

type anchor uint8

const (
	fromHere     anchor = iota // x, ./x: the working directory
	fromRoot                   // //x: absolute
	fromHome                   // ~/x
	fromSettings               // /x: the folder that the settings file speaks for
)

// parsePattern reads the specifier of a file rule.
func parsePattern(spec string) (pattern, error) {
	var p pattern
	glob := spec
	switch {
	case strings.HasPrefix(spec, "!"):
		return p, errors.New("a file rule cannot be turned round by !; write the other list")
	case strings.HasPrefix(spec, "//"):
		p.from, glob = fromRoot, spec[2:]
	case spec == "~" || strings.HasPrefix(spec, "~/"):
		p.from, glob = fromHome, spec[1:]
	case strings.HasPrefix(spec, "~"):
		return p, errors.New("another user's home is not known; write an absolute path as //path")
	case strings.HasPrefix(spec, "/"):
		p.from = fromSettings
	default:
		p.bare = !strings.Contains(strings.TrimSuffix(spec, "/"), "/")
	}
	p.glob = strings.Trim(path.Clean("/"+glob), "/")
	for up := glob; p.from == fromHere && strings.HasPrefix(up, "../"); up = up[3:] {
		p.glob = "../" + p.glob // path.Clean("/..") drops what leads out of the folder
	}
	if !doublestar.ValidatePattern(p.glob) {
		return p, errors.New("the pattern is not complete: a bracket, brace or backslash stands open")
	}
	if p.glob == "." {
		p.glob, p.bare = "", false
	}
	if strings.ContainsAny(p.glob, `*?[{\`) {
		for _, part := range strings.Split(p.glob, "/") {
			if strings.ContainsAny(part, `*?[{\`) {
				break
			}
			p.lit = path.Join(p.lit, part)
		}
	} else {
		p.lit = p.glob
	}
	return p, nil
}

// bases are the folders that the pattern may be relative to. One that
// tightens looks from every place that it can mean, one that allows from the
// one place that it does mean.
func (p *pattern) bases(r *Rule, s *Subject) []string {
	tighten := r.List != Allow
	switch p.from {
	case fromRoot:
		return []string{"/"}
	case fromHome:
		if s.Place.Home != "" {
			return []string{s.Place.Home}
		}
	case fromSettings:
		var dirs []string
		if r.Origin.Dir != "" {
			dirs = append(dirs, r.Origin.Dir)
		}
		if tighten {
			dirs = append(append(dirs, s.Place.Roots...), "/")
		}
		return dirs
	case fromHere:
		dirs := s.Place.Roots
		if tighten {
			return append(dirs[:len(dirs):len(dirs)], s.Call.Dir)
		}
		if len(dirs) > 1 {
			return dirs[:1]
		}
		if len(dirs) == 0 && s.Call.Dir != "" {
			return []string{s.Call.Dir}
		}
		return dirs
	}
	return nil
}

// matches tells whether the clean absolute file is, or lies below, what the
// pattern says, seen from base. deep lets a bare name stand at any depth.
func (p *pattern) matches(file, base string, deep, fold bool) bool {
	glob := p.glob
	for strings.HasPrefix(glob, "../") {
		base, glob = path.Dir(base), glob[3:]
	}
	rel, ok := relative(file, base)
	if !ok && fold {
		rel, ok = relative(strings.ToLower(file), strings.ToLower(base))
	}
	if !ok {
		return false
	}
	if glob == "" || glob == ".." {
		return true
	}
	if deep && p.bare {
		glob = "**/" + glob
	}
	if doublestar.MatchUnvalidated(glob, rel) || doublestar.MatchUnvalidated(glob+"/**", rel) {
		return true
	}
	return fold && doublestar.MatchUnvalidated(strings.ToLower(glob)+"/**", strings.ToLower(rel))
}

// literal is the folder or file below which everything lies that the pattern,
// seen from base, can match.
func (p *pattern) literal(base string) string { return path.Join(base, p.lit) }

// relative is file as seen from base; not ok when it lies elsewhere.
func relative(file, base string) (string, bool) {
	switch {
	case base == "" || !world.Inside(file, base):
		return "", false
	case file == base:
		return "", true
	case base == "/":
		return file[1:], true
	}
	return file[len(base)+1:], true
}

// fragment is the longest run of literal components in the pattern: what raw
// text must mention to speak of it. It is empty for a pattern without any.
func (p *pattern) fragment() string {
	best := p.lit
	run := ""
	for _, part := range strings.Split(p.glob, "/") {
		if part == ".." || strings.ContainsAny(part, `*?[{\`) {
			// Of "*.pem" the end is literal.
			if i := strings.LastIndexAny(part, `*?]}`); i >= 0 && len(part)-i-1 > len(best) && !strings.ContainsAny(part[i+1:], `{[\`) {
				best = part[i+1:]
			}
			run = ""
			continue
		}
		if run = path.Join(run, part); len(run) > len(best) {
			best = run
		}
	}
	return best
}

// mentionedIn tells whether raw text speaks of the pattern's fragment, at the
// bounds of a path's components.
func (p *pattern) mentionedIn(text string, fold bool) bool {
	want := p.fragment()
	if want == "" {
		return text != ""
	}
	if fold {
		text, want = strings.ToLower(text), strings.ToLower(want)
	}
	inName := func(c byte) bool {
		return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
	}
	for _, reading := range [2]string{text, unquoted.Replace(text)} {
		for at := 0; ; {
			i := strings.Index(reading[at:], want)
			if i < 0 {
				break
			}
			i += at
			end := i + len(want)
			// The end of a name ("*.pem") may have a name in front of it.
			before := i == 0 || want[0] == '.' && p.lit != want || !inName(reading[i-1]) && (reading[i-1] != '.' || want[0] == '.')
			after := end == len(reading) || !inName(reading[end])
			if before && after {
				return true
			}
			at = i + 1
		}
	}
	return false
}

package classifier

import (
	"fmt"
	"path"
	"strings"

	"automode/effect"
	"automode/judge"
	"automode/verdict"
	"automode/world"
)

// maxContent is how much of a file that an action runs is shown, in bytes, and
// maxFiles how many files are.
const (
	maxContent = 16 << 10
	maxFiles   = 4
)

// Facts are what code knows of a call, in sentences a model can rely on.
func Facts(r judge.Request) []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if len(r.Place.Roots) > 0 {
		add("The session's working directories are %s.", strings.Join(r.Place.Roots, ", "))
	}
	rep := r.Report
	if rep == nil {
		return out
	}
	if v := r.First; v != nil && v.Outcome == verdict.Block {
		for _, e := range v.Evidence {
			add("Code finds in the action: %s (%s, rule %s).", e.Note, quote(e.Words), label(r, e.Entry))
		}
	}
	for _, why := range rep.Opaque {
		add("Part of the action cannot be read by code: %s.", why)
	}
	for _, why := range rep.Hostile {
		add("The action holds text that hides something: %s.", why)
	}
	seen := map[string]bool{}
	for i := range rep.Effects {
		e := &rep.Effects[i]
		if e.Kind == effect.Unknown && !seen[e.Why] && len(out) < 40 {
			seen[e.Why] = true
			add("Not understood by code: %s.", e.Why)
		}
	}
	return append(out, contents(r)...)
}

func label(r judge.Request, id string) string {
	if r.Book != nil {
		if e, ok := r.Book.Find(id); ok {
			return e.Label
		}
	}
	return id
}

func quote(s string) string { return verdict.Quote(s, 200) }

// contents are the files that the action runs, as they are on disk now.
func contents(r judge.Request) []string {
	if r.Facts == nil || r.Report == nil {
		return nil
	}
	var out []string
	seen := map[string]bool{}
	for _, line := range r.Report.Relied {
		name, _, _ := strings.Cut(line, " ")
		if seen[name] || name == "" || !path.IsAbs(name) {
			continue
		}
		seen[name] = true
		if len(seen) > maxFiles {
			out = append(out, "More files take part in the action; their content is not shown.")
			break
		}
		out = append(out, content(r.Facts, name))
	}
	return out
}

func content(f world.Facts, name string) string {
	t := f.Text(name, maxContent)
	switch {
	case !t.Known:
		return fmt.Sprintf("The content of %s takes part in the action and was not seen.", name)
	case !t.Whole:
		return fmt.Sprintf("The content of %s takes part in the action; its first %d bytes (the rest was not seen): %s", name, len(t.Text), t.Text)
	}
	return fmt.Sprintf("The content of %s, which takes part in the action: %s", name, t.Text)
}

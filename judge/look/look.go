// Package look says what code knows of a call in the form in which a model is
// told: sentences that it can rely on, and whether a quick look is enough. It
// is apart from the classifier so that the hook, which sees the session and the
// disk, can look, and another process can ask.
package look

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"automode/call"
	"automode/effect"
	"automode/judge"
	"automode/secret"
	"automode/verdict"
	"automode/world"
)

const (
	// maxContent is how much of a file that an action runs is shown, bytes.
	maxContent = 16 << 10
	// maxFiles is how many such files are.
	maxFiles = 6
	// maxFacts bounds the facts of one kind.
	maxFacts = 24
)

// Of looks at a call.
func Of(r judge.Request) judge.Look {
	if r.Look != nil {
		return *r.Look
	}
	return judge.Look{Facts: facts(r), Careful: careful(r)}
}

// careful tells whether a quick look is not enough: code found something or
// could not read the call, the call starts agents or changes what holds them in
// check, or the user may have forbidden it, which the quick look leaves aside.
func careful(r judge.Request) bool {
	if r.Limit != "" {
		return true
	}
	if r.First == nil { // the published path: every call starts with a quick look
		return false
	}
	if r.First.Outcome == verdict.Block || r.First.Opaque || r.Call.Kind() == call.Agent {
		return true
	}
	if r.Report == nil {
		return false
	}
	if len(r.Report.Opaque)+len(r.Report.Hostile)+len(r.Report.Guards) > 0 {
		return true
	}
	for i := range r.Report.Effects {
		e := &r.Report.Effects[i]
		changes := e.Kind == effect.Write || e.Kind == effect.Delete || e.Kind == effect.Mode || e.Kind == effect.Link
		if e.Entry != "" || e.Kind == effect.Agent || changes && e.Class >= effect.Protected {
			return true
		}
	}
	return false
}

// facts are what code knows of the call, always in the same order.
func facts(r judge.Request) []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if len(r.Place.Roots) > 0 {
		add("The session's working directories are %s.", strings.Join(r.Place.Roots, ", "))
	}
	if r.Limit != "" {
		add("The person may have forbidden this with the words “%s”. Whether they did, and whether they took it back, is for you to read in the session.", r.Limit)
	}
	if v := r.First; v != nil && v.Outcome == verdict.Block {
		for _, e := range v.Evidence {
			add("Code finds in the action: %s (%s, rule %s).", e.Note, verdict.Quote(e.Words, 200), label(r, e.Entry))
		}
	}
	if r.Report == nil {
		return append(out, "Code could not look at the action.")
	}
	for _, why := range r.Report.Opaque {
		add("Part of the action cannot be read by code: %s.", why)
	}
	for _, why := range r.Report.Hostile {
		add("The action holds text that hides something: %s.", why)
	}
	out = append(out, effects(r)...)
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

// effects says what is not understood, and of what is changed or deleted
// whether it was there and who made it.
func effects(r judge.Request) []string {
	var out []string
	add := func(format string, args ...any) {
		s := fmt.Sprintf(format, args...)
		if len(out) < maxFacts && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for i := range r.Report.Effects {
		e := &r.Report.Effects[i]
		switch e.Kind {
		case effect.Unknown:
			add("Not understood by code: %s.", e.Why)
		case effect.Delete, effect.Write, effect.Mode, effect.Local:
			if !path.IsAbs(e.Target) || e.Many && e.Kind != effect.Delete {
				continue
			}
			does := map[effect.Kind]string{effect.Delete: "deletes", effect.Write: "writes", effect.Mode: "changes the mode of",
				effect.Local: "changes, so that it can be got back,"}[e.Kind]
			more := ""
			if e.Many {
				more = " and all below it"
			}
			class := ""
			if e.Class != effect.Plain {
				class = ", a " + e.Class.String() + " file"
			}
			add("It %s %s%s (%s%s).", does, e.Target, more, history(r, e.Target), class)
		}
	}
	return out
}

// history says what is known of a file's past.
func history(r judge.Request, p string) string {
	if r.Session != nil {
		switch st := r.Session.Files[p]; {
		case st.Made:
			return "made in this session"
		case st.Wrote:
			return "written in this session, and there before for all that is known"
		}
	}
	if r.Facts == nil {
		return "not looked at"
	}
	f := r.Facts.File(p)
	switch {
	case !f.Known:
		return "whether it is there is not known"
	case !f.Exists:
		return "not there now"
	case f.Tracked == world.Yes && f.Modified == world.No:
		return "there, committed and unchanged"
	case f.Tracked == world.Yes:
		return "there, committed, and changed since"
	case f.Tracked == world.No:
		return "there, and not in version control"
	}
	return "there"
}

// contents are the files that the action runs or rests on, as they are on disk
// now.
func contents(r judge.Request) []string {
	var names []string
	add := func(name string) {
		if path.IsAbs(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, line := range r.Report.Relied {
		name, _, _ := strings.Cut(line, " ")
		if i := strings.LastIndexByte(line, ' '); i > 0 {
			name = line[:i]
		}
		add(name)
	}
	for i := range r.Report.Effects {
		if e := &r.Report.Effects[i]; (e.Kind == effect.Run || e.Kind == effect.Project) && !e.Many {
			add(e.Target)
		}
	}
	facts := r.Facts
	if facts == nil {
		facts = world.Nothing{}
	}
	var out []string
	for i, name := range names {
		if i == maxFiles {
			out = append(out, fmt.Sprintf("%d more files take part in the action; content not seen.", len(names)-i))
			break
		}
		if s := content(facts, name); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// content is one file.
func content(f world.Facts, name string) string {
	if e := f.File(name); e.Known && e.Dir {
		return ""
	}
	t := f.Text(name, maxContent)
	switch {
	case !t.Known:
		return fmt.Sprintf("%s takes part in the action; content not seen.", name)
	case !t.Whole:
		return fmt.Sprintf("%s takes part in the action; of its content the first %d bytes follow, the rest was not seen: %s", name, len(t.Text), masked(t.Text))
	}
	return fmt.Sprintf("%s takes part in the action; its whole content: %s", name, masked(t.Text))
}

// masked is text with the tokens in it taken out. Only what cannot be code goes:
// somebody could make code look like a secret, so that nobody sees it.
func masked(text string) string {
	var b strings.Builder
	last := 0
	for _, m := range secret.Find(text) {
		v := text[m.Start:m.End]
		if strings.Trim(v, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=.") != "" {
			continue
		}
		b.WriteString(text[last:m.Start] + "[" + m.Kind + ", " + fmt.Sprint(len(v)) + " bytes]")
		last = m.End
	}
	return b.String() + text[last:]
}

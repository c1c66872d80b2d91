package code

import (
	"path"
	"strings"

	"automode/secret"
)

// FileChange is an edit of one file. Old and New are the whole file, or the parts
// that are replaced and what replaces them.
type FileChange struct {
	Path  string
	Old   string
	New   string
	Whole bool // Old and New are the whole file
}

// Finding is something that a change adds and that an entry of the rulebook
// is about.
type Finding struct {
	Entry string // the entry's id
	Why   string // short, for people
	Words string // the words that say so; of a secret: its kind only
	Sure  bool   // the words alone say it; otherwise it depends on the rest
	Line  int    // in New, from 1; 0 for what is taken away
	Start int    // in New, bytes
	End   int
}

// Script is shell text that a change makes run.
type Script struct {
	Text  string
	When  string // "in CI", "when a package is installed", "on make clean" ...
	Line  int    // in New, from 1
	Start int    // in New, bytes
	End   int
}

// Outcome is what a change makes happen.
type Outcome struct {
	Sort     string // what the file is: "workflow", "package", "make" ...; empty for any other
	Findings []Finding
	Scripts  []Script
	Secrets  int    // how many credentials New holds, old ones too
	Unread   string // why the change was not looked into; empty when it was
	change   FileChange
}

// maxEdit bounds the texts that are compared, in bytes.
const maxEdit = 1 << 20

// Edit says what a change adds: what it makes run, and what of the rulebook
// it touches. What was there before counts for nothing.
func Edit(c FileChange) (o Outcome) {
	if len(c.Old)+len(c.New) > maxEdit {
		return Outcome{Unread: "the change is too long to be read"}
	}
	defer func() {
		if recover() != nil {
			o = Outcome{Unread: "the change could not be read"}
		}
	}()
	e := &edit{FileChange: c, sort: sortOf(c.Path, c.New), out: Outcome{change: c}}
	e.diff()
	e.out.Sort = e.sort.name()
	e.secrets()
	if e.sort == sortDoc {
		return e.out
	}
	e.scripts()
	e.patterns()
	e.switched()
	e.rules()
	return e.out
}

// edit is a change being looked at.
type edit struct {
	FileChange
	sort    fileSort
	added   []lineAt
	flat    string // New, squeezed
	removed []string
	out     Outcome
}

// lineAt is a line of New that Old does not have.
type lineAt struct {
	text  string // as written, without the line's end
	flat  string // squeezed
	start int
	line  int
}

// diff finds the lines that were added and taken away, by their text.
func (e *edit) diff() {
	e.flat = squeeze(e.New)
	flat := e.flat
	var have map[string]int
	if e.Old != "" {
		have = map[string]int{}
		for l := range strings.SplitSeq(e.Old, "\n") {
			have[strings.TrimSpace(l)]++
		}
	}
	e.added = make([]lineAt, 0, 1+strings.Count(e.New, "\n"))
	at, n := 0, 0
	for l := range strings.SplitSeq(e.New, "\n") {
		n++
		var thin string
		thin, flat, _ = strings.Cut(flat, "\n")
		key := strings.TrimSpace(l)
		if have[key] > 0 {
			have[key]--
		} else if key != "" {
			e.added = append(e.added, lineAt{strings.TrimRight(l, "\r"), thin, at, n})
		}
		at += len(l) + 1
	}
	for l := range strings.SplitSeq(e.Old, "\n") {
		key := strings.TrimSpace(l)
		if key != "" && have[key] > 0 {
			have[key]--
			e.removed = append(e.removed, l)
		}
	}
}

// find notes something about an added line.
func (e *edit) find(l lineAt, entry, why string, sure bool) {
	e.note(Finding{Entry: entry, Why: why, Words: clipWords(strings.TrimSpace(l.text)), Sure: sure, Line: l.line, Start: l.start, End: l.start + len(l.text)})
}

// gone notes something about a line that was taken away.
func (e *edit) gone(text, entry, why string, sure bool) {
	e.note(Finding{Entry: entry, Why: why, Words: clipWords(strings.TrimSpace(text)), Sure: sure})
}

func (e *edit) note(f Finding) {
	for _, g := range e.out.Findings {
		if g.Entry == f.Entry && (g.Start == f.Start && g.Line == f.Line) {
			return
		}
	}
	if len(e.out.Findings) < 100 {
		e.out.Findings = append(e.out.Findings, f)
	}
}

func clipWords(s string) string {
	if len(s) > 160 {
		return s[:160]
	}
	return s
}

// script notes shell text that stands at start in New, unless Old held it.
func (e *edit) script(text, when string, start int) {
	if strings.TrimSpace(text) == "" || len(e.out.Scripts) >= 200 {
		return
	}
	line := 1 + strings.Count(e.New[:min(max(start, 0), len(e.New))], "\n")
	e.out.Scripts = append(e.out.Scripts, Script{Text: text, When: when, Line: line, Start: start, End: min(start+len(text), len(e.New))})
}

// secrets looks for credentials that the change writes down. Files that are
// made to hold a project's secrets are where they belong.
func (e *edit) secrets() {
	found := secret.Find(e.New)
	e.out.Secrets = len(found)
	if g, _ := secret.Look("/"+strings.TrimPrefix(e.Path, "/"), ""); g == secret.Project && strings.Contains(path.Base(e.Path), ".env") {
		return
	}
	for _, m := range found {
		v := e.New[m.Start:m.End]
		if strings.Contains(e.Old, v) {
			continue
		}
		line := 1 + strings.Count(e.New[:m.Start], "\n")
		e.note(Finding{Entry: "secret-into-artifact", Why: "writes a secret into a file: " + m.Kind, Words: m.Kind, Sure: true, Line: line, Start: m.Start, End: m.End})
	}
}

// Report is, of a file that a reader reads and that is not text for people,
// what New does and Old did not. It is read when it is asked for, by read:
// ReadInput, or what remembers its answers.
func (o *Outcome) Report(read func(Input) Report) (r Report) {
	c := o.change
	first, _, _ := strings.Cut(c.New, "\n")
	lang, ok := LangOf(c.Path, first)
	if !ok || o.Sort == sortDoc.name() {
		return r
	}
	after := read(Input{Lang: lang, Text: c.New, Path: c.Path})
	if c.Old == "" {
		return after
	}
	before := read(Input{Lang: lang, Text: c.Old, Path: c.Path})
	r.OK = after.OK
	had := map[string]int{}
	for _, x := range before.Effects {
		had[effectName(x)]++
	}
	for _, x := range after.Effects {
		if k := effectName(x); had[k] > 0 {
			had[k]--
			continue
		}
		r.Effects = append(r.Effects, x)
	}
	issues := map[string]int{}
	for _, u := range before.Unknown {
		issues[u.Why]++
	}
	for _, u := range after.Unknown {
		if issues[u.Why] > 0 {
			issues[u.Why]--
			continue
		}
		r.Unknown = append(r.Unknown, u)
	}
	imports := map[string]bool{}
	for _, m := range before.Imports {
		imports[m] = true
	}
	for _, m := range after.Imports {
		if !imports[m] {
			r.Imports = append(r.Imports, m)
		}
	}
	return r
}

// effectName names an effect apart from where it stands.
func effectName(x Effect) string {
	s := x.Kind.String() + "\x00" + x.Target + "\x00" + x.Prefix + "\x00" + x.Other + "\x00" + x.Mode
	for _, a := range x.Argv {
		s += "\x00" + a.Text
	}
	for _, d := range x.Data {
		s += "\x01" + d
	}
	return s
}

// squeeze brings a line to a form in which spelling does not matter: small
// letters, without blanks and quotes.
func squeeze(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == ' ' || c == '\t' || c == '"' || c == '\'' || c == '`' || c == '\r':
		case 'A' <= c && c <= 'Z':
			b = append(b, c+32)
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// comment tells whether a line is a comment in most languages.
func comment(l string) bool {
	t := strings.TrimSpace(l)
	return strings.HasPrefix(t, "#") && !strings.HasPrefix(t, "#!") && !strings.HasPrefix(t, "#[") || strings.HasPrefix(t, "//") || strings.HasPrefix(t, "-- ") ||
		strings.HasPrefix(t, "* ") || strings.HasPrefix(t, "/*") || strings.HasPrefix(t, "<!--") || strings.HasPrefix(t, ";") && !strings.HasPrefix(t, ";;")
}

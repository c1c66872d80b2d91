package code

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// show writes what a text does in one short line an effect, the form that the
// tables here are written in: kind, target (in brackets where not all known),
// and what follows from the kind.
func show(r Report) []string {
	var out []string
	for _, e := range r.Effects {
		s := e.Kind.String()
		switch {
		case e.Known && e.Target != "" || e.Kind == Run && e.Target != "":
			s += " " + e.Target
		case !e.Known:
			s += " [" + e.Prefix + "]"
		}
		if e.Glob {
			s += " glob"
		}
		if e.Temp {
			s += " temp"
		}
		if e.Other != "" {
			s += " > " + e.Other
		}
		for i, a := range e.Argv {
			if i == 0 && a.Known {
				continue // the target
			}
			if a.Known {
				s += " " + a.Text
			} else {
				s += " [" + a.Text + "]"
			}
		}
		if e.Mode != "" {
			s += " (" + e.Mode + ")"
		}
		for _, d := range e.Data {
			if d != "const" && d != "unknown" {
				s += " <" + d
			}
		}
		if e.Entry != "" {
			s += " !" + e.Entry
		}
		if e.Deferred {
			s += " later"
		}
		out = append(out, s)
	}
	for _, u := range r.Unknown {
		out = append(out, "? "+u.Why)
	}
	return out
}

// claim is one row of a language's table.
type claim struct {
	text string
	want string // effects, separated by "; "; empty for none
}

func check(t *testing.T, lang Lang, claims []claim) {
	t.Helper()
	for _, c := range claims {
		r := ReadText(lang, c.text)
		got := strings.Join(show(r), "; ")
		if got != c.want {
			t.Errorf("%s\n%s\n got  %s\n want %s", lang, c.text, got, c.want)
		}
		if !r.OK {
			t.Errorf("%s: not read: %s", lang, c.text)
		}
	}
}

// linear fails when repeating a piece of text costs more than its length.
func linear(t *testing.T, lang Lang, pieces ...string) {
	t.Helper()
	for _, p := range pieces {
		small, large := strings.Repeat(p, 1_250/len(p)), strings.Repeat(p, 20_000/len(p))
		grows(t, p, func() { ReadText(lang, small) }, func() { ReadText(lang, large) })
	}
}

// grows fails when the work on a text of sixteen times the length grows as its
// square (256 times) rather than with it, and takes seconds. The shortest of two runs counts,
// since a busy machine only ever adds.
func grows(t *testing.T, name string, small, large func()) {
	t.Helper()
	least := func(f func()) time.Duration {
		best := time.Hour
		for range 2 {
			start := time.Now()
			f()
			best = min(best, time.Since(start))
		}
		return best
	}
	if a, b := least(small), least(large); b > 100*a+2*time.Second {
		t.Errorf("%q repeated: %v, sixteen times as long %v", name, a, b)
	}
}

// sane checks what must hold of every report.
func sane(r Report, text string) error {
	for _, e := range r.Effects {
		if e.Start < 0 || e.End < e.Start || e.End > len(text) || e.Line < 1 {
			return fmt.Errorf("bad span %d-%d of %v", e.Start, e.End, e.Kind)
		}
		if !e.Known && e.Target != "" && e.Kind != Run {
			return fmt.Errorf("%v has a target that is not known", e.Kind)
		}
	}
	for _, u := range r.Unknown {
		if u.Start < 0 || u.End < u.Start || u.End > len(text) {
			return fmt.Errorf("bad span of an issue: %v", u)
		}
	}
	return nil
}

// fuzzLang looks for texts that a reader panics on or is not sane about.
func fuzzLang(f *testing.F, lang Lang, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 8<<10 {
			return
		}
		r := ReadText(lang, text)
		if err := sane(r, text); err != nil {
			t.Fatalf("%v\n%q", err, text)
		}
		if slices.ContainsFunc(r.Unknown, func(u Issue) bool { return u.Why == "the text could not be read" }) {
			t.Fatalf("a fault in the reader: %q", text)
		}
	})
}

func TestRowsAreSorted(t *testing.T) {
	for name, rows := range map[string][]row{"python": pyRows[:], "python methods": pyMethods[:], "node": jsRows[:], "node methods": jsMethods[:], "php": phpRows[:], "php methods": phpMethods[:], "r": rRows[:], "perl": perlRows[:], "ruby": rubyRows[:], "ruby methods": rubyMethods[:], "perl methods": perlMethods[:], "awk": awkRows[:]} {
		if !slices.IsSortedFunc(rows, func(a, b row) int { return strings.Compare(a.name, b.name) }) {
			t.Errorf("%s: not sorted", name)
		}
		for i := 1; i < len(rows); i++ {
			if rows[i].name == rows[i-1].name {
				t.Errorf("%s: %s stands twice", name, rows[i].name)
			}
		}
	}
	if !slices.IsSorted(pyModules[:]) || !slices.IsSorted(jsModules[:]) || !slices.IsSorted(perlModules[:]) || !slices.IsSorted(rubyLibraries[:]) {
		t.Error("modules are not sorted")
	}
}

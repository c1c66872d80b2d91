package effect

import (
	"strings"
	"testing"

	"automode/rulebook"
)

func TestTables(t *testing.T) {
	seen := map[string]bool{}
	for _, table := range tables {
		for i, p := range table {
			if seen[p.Name] {
				t.Errorf("%q stands in the tables twice", p.Name)
			}
			seen[p.Name] = true
			if i > 0 && table[i-1].Name >= p.Name {
				t.Errorf("%q stands after %q", p.Name, table[i-1].Name)
			}
		}
	}
	for _, table := range tables {
		for _, p := range table {
			checkRow(t, p)
		}
	}
}

// checkRow tells whether all that a row names is there.
func checkRow(t *testing.T, p Program) {
	t.Helper()
	s := parsed(p.Spec)
	if s.alias != "" {
		if _, _, ok := lookup(p.Name); !ok {
			t.Errorf("%q is the same as %q, which has no row", p.Name, s.alias)
		}
		return
	}
	for word := range strings.FieldsSeq(p.Spec) {
		if !strings.ContainsRune("-+@#%=&", rune(word[0])) || word[0] == '&' && fragment(word[1:]) == "" {
			t.Errorf("%q: the word %q of its row means nothing", p.Name, word)
		}
	}
	for _, o := range s.options {
		if o.entry != "" && !isEntry(o.entry) {
			t.Errorf("%q: option %v names no entry: %q", p.Name, o.names, o.entry)
		}
		for role := range strings.SplitSeq(o.role, "+") {
			checkRole(t, p.Name, role)
		}
	}
	for _, o := range s.operands {
		if o.role == "cmd" {
			continue // the rest is a command
		}
		checkRole(t, p.Name, o.role)
	}
	for _, m := range s.marks {
		checkMark(t, p.Name, m)
	}
}

func checkMark(t *testing.T, name string, m mark) {
	t.Helper()
	switch m.name {
	case "go", "each", "call":
		if special(m.arg) == nil {
			t.Errorf("%q: no reader is called %q", name, m.arg)
		}
	case "as":
		_, role, _ := strings.Cut(m.arg, "=")
		checkRole(t, name, role)
	case "bare", "some":
		n, arg, _ := strings.Cut(m.arg, "/")
		checkMark(t, name, mark{n, arg})
	case "with", "without", "show":
		_, then, ok := strings.Cut(m.arg, "=")
		if !ok {
			t.Errorf("%q: #%s:%s says not what follows", name, m.name, m.arg)
		}
		n, arg, _ := strings.Cut(then, "/")
		checkMark(t, name, mark{n, arg})
	case "remote", "find", "system", "process":
		if !isEntry(m.arg) {
			t.Errorf("%q: #%s names no entry: %q", name, m.name, m.arg)
		}
	}
	c := scratch()
	c.mark(m)
	for _, e := range c.r.rep.Effects {
		if strings.HasPrefix(e.Why, "no mark is called") {
			t.Errorf("%q: %s", name, e.Why)
		}
	}
}

func checkRole(t *testing.T, name, role string) {
	t.Helper()
	if role == "cmd" { // the rest is a command of its own
		return
	}
	c := scratch()
	c.role(role, word("x"))
	for _, e := range c.r.rep.Effects {
		if strings.HasPrefix(e.Why, "no role is called") || strings.HasPrefix(e.Why, "no reader is called") {
			t.Errorf("%q: %s", name, e.Why)
		}
	}
	if n, arg, _ := strings.Cut(role, "/"); n == "find" && !isEntry(arg) {
		t.Errorf("%q: the role %q names no entry", name, role)
	}
}

// scratch is a command that nothing is known of.
func scratch() *cmd {
	r := newReader(Env{})
	r.text("x y", "/w", "")
	r.rep = &Report{}
	return &cmd{r: r, sh: &r.sh.Commands[0], base: base{"/w", true}}
}

func isEntry(id string) bool {
	_, ok := rulebook.Default().Find(id)
	return ok
}

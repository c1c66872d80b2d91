package code

import (
	"sort"
	"strings"
)

const (
	maxSteps  = 60_000 // nodes walked for one text
	maxDepth  = 120    // of nodes in nodes
	maxCalls  = 14     // of the text's functions in one another
	maxUnroll = 64     // rounds of a loop over a known list
	maxEffect = 400
)

// language is what the walker must know of a language.
type language struct {
	lang Lang
	// global gives what a name means that the text does not bind.
	global func(t *tree, name string) value
	// attr gives an attribute that is no plain name of a library.
	attr func(t *tree, obj value, name string, n *node) (value, bool)
	// call is for calls that no row describes.
	call func(t *tree, c *call) (value, bool)
	// method is for methods of texts, lists and dicts.
	method func(t *tree, c *call) (value, bool)
	// imports binds a module; it gives the value of its name.
	imports func(t *tree, module string, n *node) value
	rows    []row // of library functions and methods, sorted by name
	methods []row // by method name alone, for receivers that are not known; sorted
	// local: assigning in a function makes the name local to it.
	local bool
	// nearest: a name that is nowhere yet is made in the scope that assigns it,
	// and seen by those inside.
	nearest bool
	// self: the first parameter of a method is its object; otherwise this
	// name stands for it.
	this string
	// maker is the name of the method that makes an object.
	maker string
}

// tree walks the tree of one text.
type tree struct {
	in       Input
	lang     *language
	report   Report
	src      string // the text that positions refer to
	anchor   *node  // while walking text made by the text: where it is run
	steps    int
	depth    int
	calls    int
	loops    int  // how many loops we are in
	over     bool // the budget is spent
	global   *scope
	scope    *scope
	branches []*branch
	rets     []*value // results of the functions being walked
	funcs    []*function
	deferred bool
	seen     map[effectKey]int
	imported map[string]bool
	foreign  []string // modules that no table knows
	cwd      *value   // where the text has moved to; nil: where it was started
	parse    func(t *tree, text string) *node
	texts    int // depth of texts run by texts
	lines    []int
}

type effectKey struct {
	kind          Kind
	start         int
	target, extra string
	known         bool
}

// scope holds variables.
type scope struct {
	vars    map[string]value
	parent  *scope
	globals map[string]bool // names declared global here
}

func newScope(parent *scope) *scope { return &scope{vars: map[string]value{}, parent: parent} }

// branch remembers what was assigned in a part that may not run.
type branch struct {
	old map[place]*value // nil: was not set
}

type place struct {
	scope *scope
	name  string
}

// readTree parses a text and walks it.
func readTree(in Input, lang *language, parse func(t *tree, text string) *node) Report {
	t := &tree{in: in, lang: lang, src: in.Text, global: newScope(nil), seen: map[effectKey]int{}, imported: map[string]bool{}}
	t.parse = parse
	t.scope = t.global
	body := parse(t, in.Text)
	t.exec(body)
	t.deferred = true
	for i := 0; i < len(t.funcs) && !t.over; i++ { // walking may find more
		if f := t.funcs[i]; !f.entered && f.body != nil {
			v := value{kind: vFunc, fn: f}
			if f.class != nil && f.class.last != nil {
				v = bind(v, value{kind: vInst, inst: f.class.last})
			}
			t.callFunction(v, &call{node: f.body, fill: &value{}})
		}
	}
	t.finish()
	return t.report
}

// finish puts the effects into the text's order and numbers the lines.
func (t *tree) finish() {
	sort.SliceStable(t.report.Effects, func(i, j int) bool { return t.report.Effects[i].Start < t.report.Effects[j].Start })
	for i := range t.report.Effects {
		t.report.Effects[i].Line = t.line(t.report.Effects[i].Start)
	}
	for i := range t.report.Unknown {
		t.report.Unknown[i].Line = t.line(t.report.Unknown[i].Start)
	}
}

// line gives the number of the line at a byte.
func (t *tree) line(at int) int {
	if t.lines == nil {
		t.lines = []int{0}
		for i := 0; i < len(t.src); i++ {
			if t.src[i] == '\n' {
				t.lines = append(t.lines, i+1)
			}
		}
	}
	return sort.SearchInts(t.lines, at+1)
}

// span is where a node stands in the text, or where the text that holds it is
// run.
func (t *tree) span(n *node) (start, end int) {
	if t.anchor != nil {
		n = t.anchor
	}
	if n == nil {
		return 0, 0
	}
	return n.start, n.end
}

// path is where the text stands itself, empty where that is not known.
func (t *tree) path() string {
	t.report.Placed = true
	return t.in.Path
}

// issue notes what cannot be followed.
func (t *tree) issue(n *node, why string) {
	start, end := t.span(n)
	for _, u := range t.report.Unknown {
		if u.Start == start && u.Why == why {
			return
		}
	}
	if len(t.report.Unknown) < 100 {
		t.report.Unknown = append(t.report.Unknown, Issue{Why: why, Start: start, End: end})
	}
}

// emit notes an effect and gives 1 + its index.
func (t *tree) emit(n *node, e Effect) int {
	e.Start, e.End = t.span(n)
	e.Deferred = t.deferred
	key := effectKey{e.Kind, e.Start, e.Target + "\x00" + e.Prefix, e.Other + "\x00" + e.Mode, e.Known}
	for _, a := range e.Argv {
		key.extra += "\x00" + a.Text
	}
	if i, ok := t.seen[key]; ok {
		old := &t.report.Effects[i]
		old.Data = mergeData(old.Data, e.Data)
		old.Deferred = old.Deferred && e.Deferred
		if old.Entry == "" {
			old.Entry, old.Why = e.Entry, e.Why
		}
		return i + 1
	}
	if len(t.report.Effects) >= maxEffect {
		t.issue(n, "does more than can be listed")
		return 0
	}
	t.seen[key] = len(t.report.Effects)
	t.report.Effects = append(t.report.Effects, e)
	return len(t.report.Effects)
}

// addData notes that more flows into an effect made before.
func (t *tree) addData(eff int, args []value) {
	if eff <= 0 || eff > len(t.report.Effects) {
		return
	}
	e := &t.report.Effects[eff-1]
	e.Data = mergeData(e.Data, dataOf(args))
}

// dataOf says what flows in with args.
func dataOf(args []value) []string {
	var out []string
	all := true
	for _, a := range args {
		out = union(out, a.allTags())
		all = all && a.constantAll(0)
	}
	if len(out) == 0 {
		if all {
			return []string{"const"}
		}
		return []string{"unknown"}
	}
	return out
}

// mergeData joins what flows in at two times.
func mergeData(a, b []string) []string {
	out := union(a, b)
	if len(out) > 1 {
		kept := out[:0:0]
		for _, s := range out {
			if s != "const" {
				kept = append(kept, s)
			}
		}
		return kept
	}
	return out
}

// lookup finds a variable.
func (t *tree) lookup(name string) (value, bool) {
	for s := t.scope; s != nil; s = s.parent {
		if v, ok := s.vars[name]; ok {
			return v, true
		}
	}
	return value{}, false
}

// home finds the scope in which assigning to a name changes it.
func (t *tree) home(name string, declare bool) *scope {
	if t.scope.globals[name] {
		return t.global
	}
	if declare || t.lang.local {
		return t.scope
	}
	for s := t.scope; s != nil; s = s.parent {
		if _, ok := s.vars[name]; ok {
			return s
		}
	}
	if t.lang.nearest && name[0] != '@' && name[0] != '$' {
		return t.scope
	}
	return t.global
}

// set assigns a variable.
func (t *tree) set(name string, v value, declare bool) {
	s := t.home(name, declare)
	if t.lang.nearest && name[0] == '@' { // of some object
		if old, ok := s.vars[name]; ok {
			v = merge(old, v)
		}
	}
	if len(t.branches) > 0 {
		b := t.branches[len(t.branches)-1]
		at := place{s, name}
		if _, ok := b.old[at]; !ok {
			if old, was := s.vars[name]; was {
				b.old[at] = &old
			} else {
				b.old[at] = nil
			}
		}
	}
	s.vars[name] = v
}

// open begins a part that may not run; close ends it and gives what was
// assigned in it, with the variables as they were before.
func (t *tree) open() { t.branches = append(t.branches, &branch{old: map[place]*value{}}) }

func (t *tree) close() map[place]value {
	b := t.branches[len(t.branches)-1]
	t.branches = t.branches[:len(t.branches)-1]
	now := make(map[place]value, len(b.old))
	for at, old := range b.old {
		now[at] = at.scope.vars[at.name]
		if old != nil {
			at.scope.vars[at.name] = *old
		} else {
			delete(at.scope.vars, at.name)
		}
	}
	return now
}

// join lets a variable be what any of the parts made it, or what it was.
func (t *tree) join(parts []map[place]value, all bool) {
	done := map[place]bool{}
	for i, p := range parts {
		for at := range p {
			if done[at] {
				continue
			}
			done[at] = true
			old, was := at.scope.vars[at.name]
			var v value
			have := false
			for j, q := range parts {
				w, ok := q[at]
				if !ok {
					if !was || j < i {
						continue
					}
					w = old
				}
				if !have {
					v, have = w, true
				} else {
					v = merge(v, w)
				}
			}
			if was && (!all || len(parts) > 1 && !inAll(parts, at)) {
				v = merge(old, v)
			}
			if len(t.branches) > 0 {
				b := t.branches[len(t.branches)-1]
				if _, ok := b.old[at]; !ok {
					if was {
						o := old
						b.old[at] = &o
					} else {
						b.old[at] = nil
					}
				}
			}
			at.scope.vars[at.name] = v
		}
	}
}

func inAll(parts []map[place]value, at place) bool {
	for _, p := range parts {
		if _, ok := p[at]; !ok {
			return false
		}
	}
	return true
}

// maybe walks parts of which one runs; all says that one of them does run.
func (t *tree) maybe(all bool, parts ...func()) {
	ends := make([]map[place]value, 0, len(parts))
	for _, p := range parts {
		t.open()
		p()
		ends = append(ends, t.close())
	}
	t.join(ends, all)
}

// step counts work; false means that the budget is spent.
func (t *tree) step(n *node) bool {
	if t.over {
		return false
	}
	t.steps++
	if t.steps > maxSteps || t.depth > maxDepth {
		t.over = true
		t.issue(n, "too much code to follow")
		return false
	}
	return true
}

// define makes a function of the text known.
func (t *tree) define(f *function) value {
	f.scope = t.scope
	for _, g := range t.funcs {
		if g == f {
			return value{kind: vFunc, fn: f}
		}
	}
	t.funcs = append(t.funcs, f)
	return value{kind: vFunc, fn: f}
}

// hasStop tells whether a loop's body may leave the loop.
func hasStop(n *node, depth int) bool {
	if n == nil || depth > maxDepth {
		return true
	}
	switch n.op {
	case sStop, sReturn:
		return n.str != "pass"
	case sFunc, sClass, oFunc:
		return false
	}
	for _, k := range n.kids {
		if k != nil && hasStop(k, depth+1) {
			return true
		}
	}
	return false
}

// moduleOf is the first part of a dotted name.
func moduleOf(name string) string {
	m, _, _ := strings.Cut(name, ".")
	return m
}

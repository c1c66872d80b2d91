package shell

// variable is what is known of one shell variable that the text sets.
type variable struct {
	name     string
	v        val
	unset    bool // it has no value
	maybe    bool // it may have no value
	exported bool
	readonly bool // an assignment may fail and leave the old value
	odd      bool // its attributes change what is assigned, or another name aliases it: never known
	integer  bool // what is assigned is evaluated as arithmetic
	array    bool // an array; v is its first element
	assoc    bool // an associative array
	elems    []val
	elemsOK  bool // elems are all the elements, from index 0 on
}

// table holds variables by name. A table that two states share is frozen;
// writing makes a copy first.
type table struct {
	vars   []variable
	frozen bool
	env    []Assign // of a frozen table: what it may put into the environment
}

// function is a function that the text defines.
type function struct {
	name   string
	def    *funcDef
	maybe  bool // defined on some paths only
	export bool
}

// state is what the shell would know at one point of the text.
type state struct {
	vars    *table
	funcs   []function // never written in place
	dir     Value
	dirElse []Value // or it may be here, for another path led here
	dirFail []Value // or here, where a cd failed
	dirs    []Value // pushd's stack, below dir
	oldDir  Value
	params  []val // $1...
	paramOK bool  // params are all of them
	lost    bool  // text that could not be read may have changed any variable
}

// find gives the variable of that name, nil when the text did not set it.
func (s *state) find(name string) *variable {
	for i := range s.vars.vars {
		if s.vars.vars[i].name == name {
			return &s.vars.vars[i]
		}
	}
	return nil
}

// edit gives the variable of that name for writing, made when absent.
func (s *state) edit(name string) *variable {
	if s.vars.frozen {
		s.vars = &table{vars: append(make([]variable, 0, len(s.vars.vars)+2), s.vars.vars...)}
	}
	if v := s.find(name); v != nil {
		return v
	}
	s.vars.vars = append(s.vars.vars, variable{name: name})
	return &s.vars.vars[len(s.vars.vars)-1]
}

// fork gives a copy that can go its own way.
func (s *state) fork() state {
	s.vars.frozen = true
	return *s
}

// merge makes s what is known when either s or o is the case.
func (s *state) merge(o *state) {
	s.lost = s.lost || o.lost
	if s.vars != o.vars {
		s.vars = mergeTables(s, o)
	}
	s.funcs = mergeFuncs(s.funcs, o.funcs)
	s.dirElse = mergeDirs(s.dirElse, o.dirElse)
	s.dirFail = mergeDirs(s.dirFail, o.dirFail)
	if s.dir != o.dir {
		s.dirElse = addDir(s.dirElse, o.dir)
	}
	if s.oldDir != o.oldDir {
		s.oldDir = Value{}
	}
	if !sameValues(s.dirs, o.dirs) {
		s.dirs = []Value{{}}
	}
	if !s.paramOK || !o.paramOK || !sameVals(s.params, o.params) {
		s.params, s.paramOK = nil, false
	}
}

func mergeTables(s, o *state) *table {
	out := &table{vars: append(make([]variable, 0, len(s.vars.vars)+2), s.vars.vars...)}
	for i := range out.vars {
		if b := o.find(out.vars[i].name); b != nil {
			out.vars[i].join(*b)
		} else {
			out.vars[i].join(variable{name: out.vars[i].name, v: unsetEnv(out.vars[i].name), maybe: true})
		}
	}
	for _, b := range o.vars.vars {
		if s.find(b.name) == nil {
			b.join(variable{name: b.name, v: unsetEnv(b.name), maybe: true})
			out.vars = append(out.vars, b)
		}
	}
	return out
}

// unsetEnv is the value of a variable that the text does not set.
func unsetEnv(name string) val { return val{env: true, vars: []string{name}} }

// join makes a what is known of the variable when it is a or b.
func (a *variable) join(b variable) {
	a.maybe = a.maybe || b.maybe || a.unset != b.unset
	a.v = either(a.v, b.v)
	a.unset = a.unset && b.unset
	a.exported = a.exported || b.exported
	a.readonly = a.readonly || b.readonly
	a.odd = a.odd || b.odd
	a.assoc = a.assoc || b.assoc
	a.integer = a.integer || b.integer
	if a.array != b.array || a.array && (!a.elemsOK || !b.elemsOK || !sameVals(a.elems, b.elems)) {
		a.array, a.elems, a.elemsOK = true, nil, false
	}
}

// same tells whether a and b say the same.
func (a *variable) same(b *variable) bool {
	return a.unset == b.unset && a.maybe == b.maybe && a.exported == b.exported && a.readonly == b.readonly &&
		a.odd == b.odd && a.integer == b.integer && a.array == b.array && a.assoc == b.assoc && a.elemsOK == b.elemsOK &&
		sameVal(a.v, b.v) && sameVals(a.elems, b.elems)
}

// same tells whether two states say the same of variables, functions and place.
func (s *state) same(o *state) bool {
	if s.dir != o.dir || s.lost != o.lost || s.paramOK != o.paramOK || len(s.funcs) != len(o.funcs) || len(s.dirElse) != len(o.dirElse) || len(s.dirFail) != len(o.dirFail) ||
		!sameVals(s.params, o.params) || !sameValues(s.dirs, o.dirs) {
		return false
	}
	for i := range s.funcs {
		if s.funcs[i] != o.funcs[i] {
			return false
		}
	}
	if s.vars == o.vars {
		return true
	}
	if len(s.vars.vars) != len(o.vars.vars) {
		return false
	}
	for i := range s.vars.vars {
		b := o.find(s.vars.vars[i].name)
		if b == nil || !s.vars.vars[i].same(b) {
			return false
		}
	}
	return true
}

// findFunc gives the functions that a call of name may reach.
func (s *state) findFunc(name string) (fns []function) {
	for i := len(s.funcs) - 1; i >= 0; i-- {
		if s.funcs[i].name == name {
			fns = append(fns, s.funcs[i])
			if !s.funcs[i].maybe {
				break
			}
		}
	}
	return fns
}

// mergeFuncs lists what either list defines. What only one defines may be
// defined.
func mergeFuncs(a, b []function) []function {
	if len(a) == len(b) {
		same := true
		for i := range a {
			same = same && a[i] == b[i]
		}
		if same {
			return a
		}
	}
	has := func(list []function, f function) bool {
		for _, g := range list {
			if g.name == f.name && g.def == f.def && g.maybe == f.maybe {
				return true
			}
		}
		return false
	}
	var out []function
	for _, f := range a {
		if !has(b, f) {
			f.maybe = true
		}
		out = append(out, f)
	}
	for _, f := range b {
		if !has(a, f) {
			f.maybe = true
			out = append(out, f)
		}
	}
	return out
}

func mergeDirs(a, b []Value) []Value {
	for _, d := range b {
		a = addDir(a, d)
	}
	return a
}

// addDir is list with d; list is not changed.
func addDir(list []Value, d Value) []Value {
	for _, x := range list {
		if x == d {
			return list
		}
	}
	if len(list) >= 8 {
		return []Value{{}}
	}
	return append(list[:len(list):len(list)], d)
}

func sameValues(a, b []Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func sameVals(a, b []val) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !sameVal(a[i], b[i]) {
			return false
		}
	}
	return true
}

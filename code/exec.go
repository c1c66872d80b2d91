package code

// exec walks a statement; it tells whether what follows in the same block is
// not reached.
func (t *tree) exec(n *node) (stop bool) {
	if n == nil || !t.step(n) {
		return t.over
	}
	t.depth++
	defer func() { t.depth-- }()
	switch n.op {
	case sBlock:
		for _, k := range n.kids { // functions can be called before they stand
			if k != nil && k.op == sFunc && k.fn != nil {
				if _, ok := t.scope.vars[k.fn.name]; !ok {
					t.scope.vars[k.fn.name] = t.define(k.fn)
				}
			}
		}
		for _, k := range n.kids {
			if t.exec(k) {
				return true
			}
		}
	case sIf:
		return t.execIf(n)
	case sFor:
		t.execFor(n)
	case sWhile:
		t.execWhile(n)
	case sFunc:
		v := t.define(n.fn)
		for _, d := range n.kids { // decorators
			w := t.eval(d)
			if w.kind == vFunc {
				t.callFunction(w, &call{node: n, args: []value{v}})
			}
		}
		for i := range n.fn.params {
			if d := n.fn.params[i].def; d != nil {
				t.eval(d)
			}
		}
		if n.fn.name != "" {
			t.set(n.fn.name, v, true)
		}
	case sClass:
		t.execClass(n)
	case sReturn:
		v := constant("None")
		if len(n.kids) > 0 {
			v = t.eval(n.kids[0])
		}
		if len(t.rets) > 0 {
			r := t.rets[len(t.rets)-1]
			if r.kind == vConst && r.text == "\x00" {
				*r = v
			} else {
				*r = merge(*r, v)
			}
		}
		return true
	case sImport:
		for i := 0; i+1 < len(n.names); i += 2 {
			module, as := n.names[i], n.names[i+1]
			v := t.lang.imports(t, module, n)
			if as == "" { // import a.b binds a
				as = moduleOf(module)
				v = ref(as)
			}
			t.set(as, v, true)
		}
	case sFrom:
		m := t.lang.imports(t, n.str, n)
		for i := 0; i+1 < len(n.names); i += 2 {
			name, as := n.names[i], n.names[i+1]
			if name == "*" {
				t.star(m.text)
				continue
			}
			if as == "" {
				as = name
			}
			t.set(as, t.attr(m, name, n), true)
		}
	case sWith:
		for i := 0; i+2 < len(n.kids); i += 2 {
			v := t.eval(n.kids[i])
			if target := n.kids[i+1]; target != nil {
				t.assign(target, v, true)
			}
		}
		return t.exec(n.kids[len(n.kids)-1])
	case sTry:
		stop = t.exec(n.kids[0])
		for _, h := range n.kids[1:] {
			h := h
			t.maybe(false, func() { t.exec(h) })
			stop = false
		}
	case sDel:
		for _, k := range n.kids {
			t.eval(k)
		}
	case sStop:
		for _, k := range n.kids {
			t.eval(k)
		}
		return n.str == "raise" || n.str == "break" || n.str == "continue"
	case sGlobal:
		if t.scope != t.global {
			if t.scope.globals == nil {
				t.scope.globals = map[string]bool{}
			}
			for _, name := range n.names {
				t.scope.globals[name] = true
			}
		}
	case oBad:
		if n.str != "" {
			t.issue(n, n.str)
		}
	default:
		t.eval(n)
	}
	return t.over
}

func (t *tree) execIf(n *node) bool {
	test := t.eval(n.kids[0])
	then, other := n.kids[1], n.kids[2]
	switch {
	case test.isTrue():
		return t.exec(then)
	case test.isFalse():
		return other != nil && t.exec(other)
	}
	var a, b bool
	t.maybe(true, func() { a = t.exec(then) }, func() { b = other != nil && t.exec(other) })
	return a && b && other != nil
}

func (t *tree) execFor(n *node) {
	t.loops++
	defer func() { t.loops-- }()
	over := t.eval(n.kids[1])
	body := n.kids[2]
	items, known := t.items(over)
	if known && len(items) <= maxUnroll {
		leaves := hasStop(body, 0)
		for _, it := range items {
			if t.over {
				return
			}
			round := func() {
				t.assign(n.kids[0], it, true)
				t.exec(body)
			}
			if leaves {
				t.maybe(false, round)
			} else {
				round()
			}
		}
		return
	}
	one := summary(items, over)
	for range 2 { // the second time with what the first may have changed
		t.maybe(false, func() {
			t.assign(n.kids[0], one, true)
			t.exec(body)
		})
	}
}

func (t *tree) execWhile(n *node) {
	t.loops++
	defer func() { t.loops-- }()
	if n.kids[0] != nil && t.eval(n.kids[0]).isFalse() {
		return
	}
	for range 2 {
		t.maybe(false, func() {
			if n.kids[0] != nil {
				t.eval(n.kids[0])
			}
			t.exec(n.kids[1])
		})
	}
}

func (t *tree) execClass(n *node) {
	c := &class{name: n.str, attrs: map[string]value{}}
	for _, b := range n.kids[:len(n.kids)-1] {
		if b != nil {
			c.bases = append(c.bases, t.eval(b))
		}
	}
	// The body has its own names, which become the class's.
	outer := t.scope
	t.scope = newScope(outer)
	t.exec(n.kids[len(n.kids)-1])
	for name, v := range t.scope.vars {
		if v.kind == vFunc {
			v.fn.class = c
			v.fn.scope = outer
		}
		c.attrs[name] = v
	}
	t.scope = outer
	if n.str != "" {
		t.set(n.str, value{kind: vClass, class: c}, true)
	}
}

// items gives what a loop goes over; known tells that these are all.
func (t *tree) items(v value) (items []value, known bool) {
	switch v.kind {
	case vList:
		return v.items, true
	case vDict:
		out := make([]value, 0, len(v.keys))
		for _, k := range v.keys {
			out = append(out, str(k))
		}
		return out, true
	case vStr:
		if v.glob {
			return []value{v}, false
		}
		if len(v.text) > maxUnroll {
			return nil, false
		}
		out := make([]value, 0, len(v.text))
		for _, r := range v.text {
			out = append(out, value{kind: vStr, text: string(r), tags: v.tags, coded: v.coded})
		}
		return out, true
	case vObj:
		if v.text == "iter" && v.of != nil { // goes over unknown many of this sort
			return []value{*v.of}, false
		}
	}
	return nil, false
}

// summary is one value for all that a loop goes over.
func summary(items []value, over value) value {
	if len(items) == 0 {
		return value{tags: over.allTags(), temp: over.temp}
	}
	one := items[0]
	for i := 1; i < len(items); i++ {
		if it := &items[i]; one.kind == vUnknown && one.text == "" && one.sketch == "" && !one.temp && len(one.tags) == 0 &&
			it.kind == vNum && !it.coded && len(it.tags) == 0 {
			continue // nothing more can be unknown
		}
		one = merge(one, items[i])
	}
	one.tags = union(one.tags, over.tags)
	return one
}

// many is an unknown number of values like one.
func many(one value) value {
	return value{kind: vObj, text: "iter", of: &one, tags: one.tags, temp: one.temp}
}

// star binds the names of `from m import *` that the tables know.
func (t *tree) star(module string) {
	for _, r := range t.lang.rows {
		rest, ok := cutModule(r.name, module)
		if ok {
			name := moduleOf(rest)
			t.set(name, ref(module+"."+name), true)
		}
	}
}

func cutModule(name, module string) (string, bool) {
	if len(name) > len(module)+1 && name[:len(module)] == module && name[len(module)] == '.' {
		return name[len(module)+1:], true
	}
	return "", false
}

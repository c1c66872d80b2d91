package code

import "strings"

// call is one call being walked.
type call struct {
	node  *node
	name  string // the full name of what is called, "" where it has none
	recv  *value // the object whose method it is
	args  []value
	named []named
	rest  *value // more arguments, not known
	fill  *value // what parameters get that no argument is given for; nil: their defaults
	made  bool   // new X(...)
}

// named is an argument given by name.
type named struct {
	name string
	v    value
}

// arg gives the argument at i or of one of the names, "a|b".
func (c *call) arg(i int, names string) (value, bool) {
	for names != "" {
		var name string
		name, names, _ = strings.Cut(names, "|")
		for _, a := range c.named {
			if a.name == name {
				return a.v, true
			}
		}
	}
	if i >= 0 && i < len(c.args) {
		return c.args[i], true
	}
	if c.rest != nil {
		return *c.rest, true
	}
	return value{}, false
}

// option gives an argument by name or, in languages that pass options in a
// dict, from the last one.
func (c *call) option(name string) (value, bool) {
	for _, a := range c.named {
		if a.name == name {
			return a.v, true
		}
	}
	for i := len(c.args) - 1; i >= 0; i-- {
		if c.args[i].kind == vDict {
			if v, ok := c.args[i].key(name); ok {
				return v, true
			}
		}
	}
	return value{}, false
}

// all are the arguments in every form.
func (c *call) all() []value {
	out := append([]value{}, c.args...)
	for _, a := range c.named {
		out = append(out, a.v)
	}
	if c.rest != nil {
		out = append(out, *c.rest)
	}
	return out
}

// tags are those of all arguments and of the object.
func (c *call) tags() []string {
	var out []string
	if c.recv != nil {
		out = c.recv.allTags()
	}
	for i := range c.args {
		out = union(out, c.args[i].allTags())
	}
	for i := range c.named {
		out = union(out, c.named[i].v.allTags())
	}
	if c.rest != nil {
		out = union(out, c.rest.allTags())
	}
	return out
}

// base is the last part of the name.
func (c *call) base() string { return c.name[strings.LastIndexByte(c.name, '.')+1:] }

// callNode walks a call.
func (t *tree) callNode(n *node) value {
	c := &call{node: n, made: n.op == oNew}
	callee := n.kids[0]
	var f, obj value
	method := callee.op == oAttr
	if method {
		obj = t.eval(callee.kids[0])
	} else {
		f = t.eval(callee)
	}
	t.arguments(c, n)
	if !method {
		return t.callValue(f, c)
	}
	name := callee.str
	if t.lang.attr != nil {
		if v, ok := t.lang.attr(t, obj, name, callee); ok {
			return t.callValue(v, c)
		}
	}
	switch obj.kind {
	case vStr, vNum, vList, vDict, vUnknown, vConst, vFunc:
		c.recv, c.name = &obj, "."+name
		if t.lang.method != nil {
			if v, ok := t.lang.method(t, c); ok {
				t.mutate(callee.kids[0], name, obj, c)
				return v
			}
		}
		t.mutate(callee.kids[0], name, obj, c)
		if obj.kind == vDict || obj.kind == vConst && obj.text == "\x01" { // an object literal with functions
			if v, ok := obj.key(name); ok && v.kind != vUnknown {
				return t.callValue(v, c)
			}
		}
		return t.callRef(c)
	case vObj:
		c.recv, c.name = &obj, obj.text+"."+name
		return t.callRef(c)
	case vRef:
		c.recv, c.name = obj.of, obj.text+"."+name
		if c.recv == nil && len(obj.tags) > 0 {
			c.recv = &value{tags: obj.tags}
		}
		return t.callRef(c)
	}
	if obj.kind == vClass && name == "new" && t.lang.lang == Ruby {
		return t.instantiate(obj.class, c)
	}
	return t.callValue(t.attr(obj, name, callee), c)
}

// arguments walks the arguments of a call.
func (t *tree) arguments(c *call, n *node) {
	for i, k := range n.kids[1:] {
		v := t.eval(k)
		name := ""
		if i < len(n.names) {
			name = n.names[i]
		}
		switch {
		case name == "*":
			if v.kind == vStr && t.lang.lang != Python {
				c.args = append(c.args, v)
			} else if items, known := t.items(v); known {
				c.args = append(c.args, items...)
			} else {
				c.more(v)
			}
		case name == "**":
			if v.kind == vDict && len(v.tags) == 0 {
				for j, k := range v.keys {
					c.named = append(c.named, named{k, v.items[j]})
				}
			} else {
				c.more(v)
			}
		case name != "" && name != "tag":
			c.named = append(c.named, named{name, v})
		default:
			c.args = append(c.args, v)
		}
	}
}

// more notes arguments that are not known.
func (c *call) more(v value) {
	u := value{tags: v.allTags()}
	if v.kind == vObj && v.text == "iter" && v.of != nil && v.of.glob { // all that matches
		u = *v.of
		u.tags = union(u.tags, v.allTags())
	}
	if c.rest != nil {
		u.tags = union(u.tags, c.rest.tags)
	}
	c.rest = &u
}

// callValue calls a value.
func (t *tree) callValue(f value, c *call) value {
	switch f.kind {
	case vFunc:
		return t.callFunction(f, c)
	case vClass:
		return t.instantiate(f.class, c)
	case vRef:
		c.name = f.text
		if c.recv == nil {
			c.recv = f.of
		}
		return t.callRef(c)
	case vObj:
		if f.text == "partial" && f.of != nil && len(f.of.items) > 0 { // a call with its first arguments given
			c.args = append(append([]value{}, f.of.items[1:]...), c.args...)
			return t.callValue(f.of.items[0], c)
		}
		c.name, c.recv = f.text+"()", &f
		return t.callRef(c)
	case vConst:
		if t.lang.lang == PHP { // names of functions have no letter case
			return t.callValue(ref(strings.ToLower(f.text)), c)
		}
	case vStr:
		if t.lang.lang == PHP && !f.glob { // $f = 'system'; $f('id')
			return t.callValue(phpCallable(f), c)
		}
	case vUnknown:
		if t.lang.lang == PHP && c.node != nil && len(c.node.kids) > 0 && c.node.kids[0].op == oName {
			t.issue(c.node, "calls a function that is chosen while running")
		}
	case vInst:
		if m, ok := f.inst.class.find("__call__"); ok {
			return t.callValue(bind(m, f), c)
		}
	}
	out := value{tags: union(f.allTags(), c.tags())}
	t.callbacks(c, out)
	return out
}

// callFunction walks the body of a function of the text.
func (t *tree) callFunction(fv value, c *call) value {
	f := fv.fn
	out := value{tags: c.tags()}
	if f.busy >= 2 || t.calls >= maxCalls || f.body == nil {
		return out // one not entered yet is walked in the end
	}
	f.entered = true
	f.busy++
	t.calls++
	outer := t.scope
	t.scope = newScope(f.scope)
	args := c.args
	if fv.of != nil {
		if t.lang.this == "" {
			args = append([]value{*fv.of}, args...)
		} else {
			t.scope.vars[t.lang.this] = *fv.of
		}
	}
	t.bindParams(f, args, c)
	ret := constant("\x00")
	t.rets = append(t.rets, &ret)
	if f.expr {
		ret = t.eval(f.body)
	} else {
		stop := t.exec(f.body)
		if !stop && !(ret.kind == vConst && ret.text == "\x00") {
			ret = merge(ret, constant("None"))
		}
	}
	t.rets = t.rets[:len(t.rets)-1]
	t.scope = outer
	t.calls--
	f.busy--
	if ret.kind == vConst && ret.text == "\x00" {
		return constant("None")
	}
	return ret
}

// bindParams gives parameters their values.
func (t *tree) bindParams(f *function, args []value, c *call) {
	i := 0
	used := map[string]bool{}
	for _, p := range f.params {
		var v value
		switch {
		case p.star == 1:
			if i < len(args) {
				v = list(args[i:]...)
				i = len(args)
			} else {
				v = list()
			}
			if c.rest != nil || c.fill != nil {
				v = value{tags: c.tags()}
			}
		case p.star == 2:
			v = value{kind: vDict}
			for _, a := range c.named {
				if !used[a.name] {
					v.keys, v.items = append(v.keys, a.name), append(v.items, a.v)
				}
			}
			if c.rest != nil || c.fill != nil {
				v = value{tags: c.tags()}
			}
		case i < len(args):
			v = args[i]
			i++
		default:
			given := false
			for _, a := range c.named {
				if a.name == p.name {
					v, given = a.v, true
					used[p.name] = true
				}
			}
			switch {
			case given:
			case c.rest != nil:
				v = *c.rest
			case c.fill != nil && p.def == nil:
				v = *c.fill
			case p.def != nil:
				v = t.eval(p.def)
				if c.fill != nil { // not called here: the default is only likely
					v = merge(v, *c.fill)
				}
			}
		}
		if p.target != nil {
			t.assign(p.target, v, true)
		} else if p.name != "" {
			t.scope.vars[p.name] = v
		}
	}
}

// instantiate makes an object of a class of the text.
func (t *tree) instantiate(cl *class, c *call) value {
	inst := &instance{class: cl, attrs: map[string]value{}}
	v := value{kind: vInst, inst: inst}
	cl.last = inst
	if m, ok := cl.find(t.lang.maker); ok && m.kind == vFunc {
		t.callFunction(bind(m, v), c)
		return v
	}
	if b, ok := libraryBase(cl); ok { // what the library's own maker does
		c.name = b
		if _, found := find(t.lang.rows, b); found {
			t.callRef(c)
		}
	}
	return v
}

// callRef calls something of a library by its name.
func (t *tree) callRef(c *call) value {
	if t.lang.call != nil {
		if v, ok := t.lang.call(t, c); ok {
			return v
		}
	}
	if row, ok := find(t.lang.rows, c.name); ok {
		return t.apply(c, row)
	}
	if i := strings.LastIndexByte(c.name, '.'); i >= 0 {
		if row, ok := find(t.lang.methods, c.name[i+1:]); ok {
			return t.apply(c, row)
		}
	}
	out := value{tags: c.tags()}
	t.given(c, out.tags)
	if c.recv != nil {
		out.temp = c.recv.temp
		if c.recv.kind == vObj && c.recv.eff > 0 { // a method of a handle: what it is given may flow in
			t.addDataTags(c.recv.eff, c.args)
		}
	}
	t.callbacks(c, out)
	if name := c.base(); name != "" && name[0] >= 'A' && name[0] <= 'Z' || c.made {
		out = object(c.name, value{tags: out.tags})
	}
	return out
}

// given notes that code no table knows is handed what was read.
func (t *tree) given(c *call, tags []string) {
	for _, m := range t.foreign {
		if c.name != m && !strings.HasPrefix(c.name, m+".") {
			continue
		}
		var data []string
		for _, tag := range tags {
			if strings.HasPrefix(tag, "file:") || strings.HasPrefix(tag, "env") {
				data = append(data, tag)
			}
		}
		if len(data) > 0 {
			t.emit(c.node, Effect{Kind: Import, Target: m, Known: true, Data: data, Why: "hands it what was read"})
		}
		return
	}
}

// addDataTags notes only what is known to come from somewhere.
func (t *tree) addDataTags(eff int, args []value) {
	for _, a := range args {
		if len(a.allTags()) > 0 {
			t.addData(eff, []value{a})
		}
	}
}

// callbacks calls the functions among the arguments of a call that is not
// looked into, as what it calls may do.
func (t *tree) callbacks(c *call, result value) {
	for i, a := range c.args {
		if !t.callable(a) {
			continue
		}
		t.callback(a, c, i, result)
	}
	for _, a := range c.named {
		if t.callable(a.v) {
			t.callback(a.v, c, -1, result)
		}
	}
}

// callable tells whether v is code whose running would do something.
func (t *tree) callable(v value) bool {
	switch v.kind {
	case vFunc:
		return true
	case vRef:
		row, ok := find(t.lang.rows, v.text)
		return ok && !row.reads() || strings.HasSuffix(v.text, ".?") || runsText(v.text)
	case vObj:
		return v.text == "partial"
	case vStr:
		if t.lang.lang == PHP {
			return t.callable(phpCallable(v))
		}
	}
	return false
}

// runsText tells whether a builtin of that name runs or opens what it is
// given, though no row says so.
func runsText(name string) bool {
	switch name {
	case "eval", "exec", "open", "Function", "require", "import", "system", "\x00give":
		return true
	}
	return strings.HasPrefix(name, "child_process.") || strings.HasPrefix(name, "subprocess.") || strings.HasPrefix(name, "fs.") || strings.HasPrefix(name, "os.exec")
}

// callback calls one of them.
func (t *tree) callback(f value, c *call, at int, result value) {
	in := &call{node: c.node, fill: &result}
	if v, ok := c.arg(-1, "args"); ok {
		in.args, _ = t.items(v)
	} else if c.recv != nil && (c.recv.kind == vList || c.recv.kind == vObj && c.recv.text == "iter") {
		items, _ := t.items(*c.recv)
		if len(items) <= 8 && c.recv.kind == vList {
			for _, it := range items {
				t.callValue(f, &call{node: c.node, args: []value{it}, fill: &result})
			}
			return
		}
		in.args = []value{summary(items, *c.recv)}
	} else if at >= 0 && at+1 < len(c.args) {
		after := c.args[at+1:]
		if mapper(c.base()) {
			for _, a := range after[:1] {
				items, known := t.items(a)
				if known && len(items) <= maxUnroll {
					for _, it := range items {
						t.callValue(f, &call{node: c.node, args: []value{it}, fill: &result})
					}
					return
				}
				in.args = []value{summary(items, a)}
			}
		} else if t.lang.lang == Python {
			in.args = after
		}
	}
	t.callValue(f, in)
}

// mapper tells whether a function of that name calls its argument with each
// element of the next.
func mapper(name string) bool {
	switch name {
	case "map", "imap", "imap_unordered", "starmap", "filter", "map_async", "thread_map", "process_map", "array_map", "array_walk", "array_filter", "lapply", "sapply":
		return true
	}
	return false
}

// mutate follows methods that change the list or dict they are called on,
// where a variable holds it.
func (t *tree) mutate(target *node, name string, obj value, c *call) {
	if target.op != oName || obj.kind != vList && obj.kind != vDict {
		return
	}
	var out value
	switch {
	case obj.kind == vList && (name == "append" || name == "push" || name == "add" || name == "<<") && c.rest == nil && len(obj.items)+len(c.args) <= maxItems:
		out = value{kind: vList, items: added(obj.items, c.args), tags: obj.tags}
	case obj.kind == vList && (name == "extend" || name == "concat!") && len(c.args) == 1:
		items, known := t.items(c.args[0])
		if known && len(obj.items)+len(items) <= maxItems {
			out = value{kind: vList, items: added(obj.items, items), tags: obj.tags}
		} else {
			out = value{tags: union(obj.allTags(), c.tags())}
		}
	case obj.kind == vDict && (name == "update" || name == "setdefault"):
		out = value{tags: union(obj.allTags(), c.tags())}
	default:
		switch name {
		case "append", "push", "add", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "unshift", "shift", "splice", "popitem", "fill", "sort!", "reverse!", "delete":
			out = value{tags: union(obj.allTags(), c.tags())}
		default:
			return
		}
	}
	t.set(target.str, out, false)
}

// added gives a list with more at its end. Lists are values: whoever holds the
// shorter one must not see a change. So room is taken in place only while
// nobody took it before, which the mark in it tells; a loop that adds one by
// one then costs no copy a round.
func added(items, more []value) []value {
	n := len(items) + len(more)
	if cap(items) >= n && len(more) > 0 && items[:n][len(items)].kind == vFree {
		return append(items, more...)
	}
	out := make([]value, n, n+max(4, n/2))
	copy(out[copy(out, items):], more)
	for i := n; i < cap(out); i++ {
		out[:cap(out)][i].kind = vFree
	}
	return out
}

// runText walks text that the text itself runs, in the same variables.
func (t *tree) runText(n *node, v value) {
	text, known := v.textual()
	if !known || v.glob {
		return
	}
	if t.texts >= 6 {
		t.issue(n, "text that runs text, too deep to follow")
		return
	}
	t.texts++
	outer := t.anchor
	if t.anchor == nil {
		t.anchor = n
	}
	t.exec(t.parse(t, text))
	t.anchor = outer
	t.texts--
}

package code

import (
	"strconv"
	"strings"
)

// eval gives the value of an expression and notes the effects of finding it.
// Lists that have grown too big are known by what flows into them only.
func (t *tree) eval(n *node) value {
	v := t.value(n)
	if v.kind == vList || v.kind == vDict {
		counted := v.weight > 0
		w := v.weigh()
		if !counted {
			t.steps += w / 8
		}
		if w > maxWeight {
			v = value{tags: union(v.allTags(), []string{"unknown"})}
		}
	}
	return v
}

func (t *tree) value(n *node) value {
	if n == nil || !t.step(n) {
		return value{}
	}
	t.depth++
	defer func() { t.depth-- }()
	switch n.op {
	case oStr:
		return str(n.str)
	case oNum:
		return num(n.str)
	case oConst:
		return constant(n.str)
	case oName:
		if v, ok := t.lookup(n.str); ok {
			return v
		}
		return t.lang.global(t, n.str)
	case oAttr:
		return t.attr(t.eval(n.kids[0]), n.str, n)
	case oIndex:
		return t.index(t.eval(n.kids[0]), t.eval(n.kids[1]), n)
	case oSlice:
		return t.slice(n)
	case oCall, oNew:
		return t.callNode(n)
	case oTick:
		v := t.eval(n.kids[0])
		t.shell(n, v, []value{v})
		return unknown(commandTag(v))
	case oBin:
		return t.binary(n)
	case oUnary:
		v := t.eval(n.kids[0])
		switch n.str {
		case "not", "!":
			if v.isTrue() {
				return constant("False")
			}
			if v.isFalse() {
				return constant("True")
			}
			return value{}
		case "-":
			if v.kind == vNum {
				if rest, ok := strings.CutPrefix(v.text, "-"); ok {
					return num(rest)
				}
				return num("-" + v.text)
			}
		case "+":
			return v
		}
		return value{tags: v.tags}
	case oCat:
		out := str("")
		for _, k := range n.kids {
			out = concat(out, t.eval(k))
		}
		return out
	case oList:
		return t.evalList(n)
	case oDict:
		return t.evalDict(n)
	case oFunc:
		return t.define(n.fn)
	case oCond:
		test := t.eval(n.kids[0])
		if test.isTrue() {
			return t.eval(n.kids[1])
		}
		if test.isFalse() {
			return t.eval(n.kids[2])
		}
		return merge(t.eval(n.kids[1]), t.eval(n.kids[2]))
	case oAssign:
		return t.evalAssign(n)
	case oSpread, oWait:
		if len(n.kids) == 0 {
			return value{}
		}
		return t.eval(n.kids[0])
	case oComp:
		return t.comprehension(n)
	case oSeq:
		var v value
		for _, k := range n.kids {
			v = t.eval(k)
		}
		return v
	case oBad:
		if n.str != "" {
			t.issue(n, n.str)
		}
		return value{}
	}
	t.exec(n) // a statement where an expression is allowed
	return value{}
}

func (t *tree) evalList(n *node) value {
	out := value{kind: vList}
	for _, k := range n.kids {
		v := t.eval(k)
		if k.op == oSpread {
			items, known := t.items(v)
			if v.kind == vStr && t.lang.lang != Python {
				items, known = []value{v}, true
			}
			if !known {
				if len(n.kids) == 1 {
					return v
				}
				return value{tags: union(out.allTags(), v.allTags())}
			}
			out.items = append(out.items, items...)
			continue
		}
		out.items = append(out.items, v)
	}
	if len(out.items) > maxItems*4 {
		return value{tags: out.allTags()}
	}
	return out
}

func (t *tree) evalDict(n *node) value {
	out := value{kind: vDict}
	for i := 0; i+1 < len(n.kids); i += 2 {
		v := t.eval(n.kids[i+1])
		if n.kids[i] == nil {
			if v.kind != vDict {
				out.tags = union(out.tags, v.allTags())
				continue
			}
			out.keys = append(out.keys, v.keys...)
			out.items = append(out.items, v.items...)
			continue
		}
		k := t.eval(n.kids[i])
		name, known := k.textual()
		if !known {
			out.tags = union(out.tags, union(k.allTags(), v.allTags()))
			name = "\x00"
		}
		out.keys = append(out.keys, name)
		out.items = append(out.items, v)
	}
	return out
}

// evalAssign walks an assignment and gives the assigned value.
func (t *tree) evalAssign(n *node) value {
	target := n.kids[0]
	v := t.eval(n.kids[1])
	declare := len(n.names) > 0 || target.declare
	if n.str != "" && n.str != "=" && n.str != ":=" {
		old := t.eval(target)
		switch n.str {
		case "+=", ".=", "..=", "<<=":
			if n.str == "<<=" && old.kind != vList && old.kind != vStr {
				t.flow(old, []value{v})
				return old
			}
			v = t.add(old, v)
		case "||=", "??=", "//=", "|=", "&&=":
			v = merge(old, v)
		default:
			v = value{tags: union(old.tags, v.tags)}
		}
	}
	t.assign(target, v, declare)
	return v
}

// assign binds a target, which may be a pattern.
func (t *tree) assign(target *node, v value, declare bool) {
	switch target.op {
	case oName:
		t.set(target.str, v, declare)
	case oList:
		items, known := t.items(v)
		for i, k := range target.kids {
			switch {
			case k == nil:
			case k.op == oSpread:
				if known && i <= len(items) {
					after := len(target.kids) - i - 1
					end := max(i, len(items)-after)
					t.assign(k.kids[0], list(items[i:end]...), declare)
					pad := append([]value{}, items[:i]...)
					pad = append(pad, value{})
					items = append(pad, items[end:]...)
				} else {
					t.assign(k.kids[0], value{tags: v.allTags()}, declare)
				}
			case known && i < len(items):
				t.assign(k, items[i], declare)
			case len(items) > 0 && v.kind == vObj && v.text == "iter":
				t.assign(k, items[0], declare)
			default:
				t.assign(k, value{tags: v.allTags()}, declare)
			}
		}
	case oDict: // {a, b: c} = v
		for i := 0; i+1 < len(target.kids); i += 2 {
			if target.kids[i] == nil || target.kids[i+1] == nil {
				continue
			}
			name, _ := t.eval(target.kids[i]).textual()
			w := t.attr(v, name, target)
			if v.kind == vDict {
				if x, ok := v.key(name); ok {
					w = x
				}
			}
			t.assign(target.kids[i+1], w, declare)
		}
	case oSpread:
		t.assign(target.kids[0], v, declare)
	case oAssign: // with a default
		t.assign(target.kids[0], merge(v, t.eval(target.kids[1])), declare)
	case oAttr:
		obj := t.eval(target.kids[0])
		t.setAttr(obj, target.str, v, target)
	case oIndex:
		obj, key := t.eval(target.kids[0]), t.eval(target.kids[1])
		t.setIndex(target, obj, key, v)
	default:
		t.eval(target)
	}
}

// setAttr assigns an attribute.
func (t *tree) setAttr(obj value, name string, v value, n *node) {
	switch obj.kind {
	case vInst:
		if old, ok := obj.inst.attrs[name]; ok && (len(t.branches) > 0 || obj.inst.class == nil) {
			v = merge(old, v)
		}
		obj.inst.attrs[name] = v
	case vClass:
		obj.class.attrs[name] = v
	case vRef:
		if row, ok := find(t.lang.rows, obj.text+"."+name+"="); ok {
			t.apply(&call{node: n, name: obj.text, args: []value{v}}, row)
		}
	case vObj:
		if obj.eff > 0 {
			t.addData(obj.eff, []value{v})
		}
		if row, ok := find(t.lang.rows, obj.text+"."+name+"="); ok {
			t.apply(&call{node: n, name: obj.text, recv: &obj, args: []value{v}}, row)
		}
	}
}

// setIndex assigns an element.
func (t *tree) setIndex(target *node, obj, key, v value) {
	if obj.kind == vRef {
		if row, ok := find(t.lang.rows, obj.text+"[]="); ok {
			t.apply(&call{node: target, name: obj.text, args: []value{key, v}}, row)
			return
		}
	}
	base := target.kids[0]
	if base.op != oName {
		return
	}
	name, known := key.textual()
	switch obj.kind {
	case vDict:
		out := value{kind: vDict, tags: obj.tags}
		out.keys = append(out.keys, obj.keys...)
		out.items = append(out.items, obj.items...)
		if !known {
			name = "\x00"
		}
		if len(out.keys) < maxItems {
			out.keys, out.items = append(out.keys, name), append(out.items, v)
		} else {
			out = value{tags: union(obj.allTags(), v.allTags())}
		}
		t.set(base.str, out, false)
	case vList:
		i, err := strconv.Atoi(name)
		if known && err == nil && i >= 0 && i < len(obj.items) {
			items := append([]value{}, obj.items...)
			items[i] = v
			t.set(base.str, value{kind: vList, items: items, tags: obj.tags}, false)
			return
		}
		t.set(base.str, value{tags: union(obj.allTags(), v.allTags())}, false)
	case vUnknown:
		obj.tags = union(obj.tags, v.allTags())
		t.set(base.str, obj, false)
	}
}

// attr gives an attribute of a value.
func (t *tree) attr(obj value, name string, n *node) value {
	if t.lang.attr != nil {
		if v, ok := t.lang.attr(t, obj, name, n); ok {
			return v
		}
	}
	switch obj.kind {
	case vRef:
		r := ref(obj.text + "." + name)
		r.of = obj.of
		r.eff = obj.eff
		r.tags = obj.tags
		if row, ok := find(t.lang.rows, r.text); ok && row.reads() {
			return t.apply(&call{node: n, name: r.text, recv: obj.of}, row)
		}
		return r
	case vInst:
		if v, ok := obj.inst.attrs[name]; ok {
			return v
		}
		if v, ok := obj.inst.class.find(name); ok {
			return bind(v, obj)
		}
		if b, ok := libraryBase(obj.inst.class); ok {
			r := ref(b + "." + name)
			o := object(b, value{})
			r.of = &o
			return r
		}
		return value{}
	case vClass:
		if v, ok := obj.class.find(name); ok {
			return v
		}
		return value{}
	case vObj:
		r := ref(obj.text + "." + name)
		r.of = &obj
		r.tags = obj.allTags()
		if row, ok := find(t.lang.rows, r.text); ok && row.reads() {
			return t.apply(&call{node: n, name: r.text, recv: &obj}, row)
		}
		return r
	case vDict:
		if v, ok := obj.key(name); ok {
			return v
		}
	case vUnknown, vStr, vList:
		if _, ok := find(t.lang.methods, name); ok {
			r := ref("." + name)
			r.of = &obj
			r.tags = obj.allTags()
			return r
		}
	}
	return value{tags: obj.allTags(), temp: obj.temp}
}

// bind makes a class's function a method of obj.
func bind(v, obj value) value {
	if v.kind != vFunc || v.fn.static {
		return v
	}
	v.of = &obj
	return v
}

// libraryBase gives the library class that a class of the text extends.
func libraryBase(c *class) (string, bool) {
	for depth := 0; c != nil && depth < 8; depth++ {
		var next *class
		for _, b := range c.bases {
			switch b.kind {
			case vRef:
				return b.text, true
			case vClass:
				next = b.class
			}
		}
		c = next
	}
	return "", false
}

// index gives an element.
func (t *tree) index(obj, key value, n *node) value {
	name, known := key.textual()
	if (obj.kind == vRef || obj.kind == vObj) && t.lang.call != nil {
		if v, ok := t.lang.call(t, &call{node: n, name: obj.text + "[]", args: []value{key}, recv: obj.of}); ok {
			return v
		}
	}
	switch obj.kind {
	case vRef:
		if row, ok := find(t.lang.rows, obj.text+"[]"); ok {
			return t.apply(&call{node: n, name: obj.text, args: []value{key}}, row)
		}
		if known && key.kind == vStr {
			return t.attr(obj, name, n)
		}
		if row, ok := find(t.lang.rows, obj.text+".?"); ok {
			return t.apply(&call{node: n, name: obj.text, args: []value{key}}, row)
		}
		r := ref(obj.text + ".?")
		r.tags = union(obj.tags, key.tags)
		r.of = obj.of
		return r
	case vList:
		i, err := strconv.Atoi(name)
		if known && err == nil {
			if i < 0 {
				i += len(obj.items)
			}
			if i >= 0 && i < len(obj.items) {
				return obj.items[i]
			}
		}
		if len(obj.items) > 0 {
			return summary(obj.items, obj)
		}
	case vDict:
		if known {
			if v, ok := obj.key(name); ok {
				return v
			}
		}
	case vStr:
		i, err := strconv.Atoi(name)
		if known && err == nil && !obj.glob {
			if i < 0 {
				i += len(obj.text)
			}
			if i >= 0 && i < len(obj.text) {
				return value{kind: vStr, text: obj.text[i : i+1], tags: obj.tags, coded: true}
			}
		}
	case vObj:
		if obj.text == "iter" {
			return *obj.of
		}
		if known && key.kind == vStr {
			return t.attr(obj, name, n)
		}
	case vInst:
		if known {
			if v, ok := obj.inst.attrs[name]; ok {
				return v
			}
		}
	}
	return value{tags: union(obj.allTags(), key.allTags()), temp: obj.temp}
}

// slice gives part of a text or list.
func (t *tree) slice(n *node) value {
	obj := t.eval(n.kids[0])
	var at [3]int
	var have [3]bool
	for i, k := range n.kids[1:] {
		if k == nil || i > 2 {
			continue
		}
		v := t.eval(k)
		x, err := strconv.Atoi(v.text)
		if v.kind != vNum || err != nil {
			return value{tags: obj.allTags(), temp: obj.temp}
		}
		at[i], have[i] = x, true
	}
	size := -1
	switch {
	case obj.kind == vStr && !obj.glob:
		size = len(obj.text)
	case obj.kind == vList:
		size = len(obj.items)
	}
	if size < 0 || size > maxKnown {
		return value{tags: obj.allTags(), temp: obj.temp}
	}
	idx := sliceIndexes(size, at, have)
	if obj.kind == vList {
		out := value{kind: vList, tags: obj.tags}
		for _, i := range idx {
			out.items = append(out.items, obj.items[i])
		}
		return out
	}
	b := make([]byte, 0, len(idx))
	for _, i := range idx {
		b = append(b, obj.text[i])
	}
	return value{kind: vStr, text: string(b), tags: obj.tags, coded: obj.coded || have[2]}
}

// sliceIndexes lists the places that [a:b:c] takes.
func sliceIndexes(size int, at [3]int, have [3]bool) []int {
	step := 1
	if have[2] {
		step = at[2]
	}
	if step == 0 {
		return nil
	}
	clampTo := func(x, lo, hi int) int {
		if x < 0 {
			x += size
		}
		return min(max(x, lo), hi)
	}
	var out []int
	if step > 0 {
		lo, hi := 0, size
		if have[0] {
			lo = clampTo(at[0], 0, size)
		}
		if have[1] {
			hi = clampTo(at[1], 0, size)
		}
		for i := lo; i < hi; i += step {
			out = append(out, i)
		}
		return out
	}
	hi, lo := size-1, -1
	if have[0] {
		hi = clampTo(at[0], -1, size-1)
	}
	if have[1] {
		lo = clampTo(at[1], -1, size-1)
	}
	for i := hi; i > lo; i += step {
		out = append(out, i)
	}
	return out
}

// binary gives the value of an operation on two values.
func (t *tree) binary(n *node) value {
	a := t.eval(n.kids[0])
	switch n.str {
	case "and", "&&":
		if a.isFalse() {
			return a
		}
		var b value
		if a.isTrue() {
			return t.eval(n.kids[1])
		}
		t.maybe(false, func() { b = t.eval(n.kids[1]) })
		return merge(a, b)
	case "or", "||", "??", "//or":
		if a.isTrue() {
			return a
		}
		if a.isFalse() {
			return t.eval(n.kids[1])
		}
		var b value
		t.maybe(false, func() { b = t.eval(n.kids[1]) })
		return merge(a, b)
	}
	b := t.eval(n.kids[1])
	switch n.str {
	case "+", ".", "..":
		return t.add(a, b)
	case "/":
		if isPath(a) || isPath(b) {
			return joinPath(a, b)
		}
		if a.kind == vNum && b.kind == vNum {
			return arithmetic("/", a, b)
		}
	case "%":
		if a.kind == vStr && t.lang.lang != PHP && t.lang.lang != Perl {
			return percent(a, b)
		}
		return arithmetic("%", a, b)
	case "*", "x":
		return repeat(a, b)
	case "-", "^", "&", "|", "<<", ">>", "**", "//":
		if n.str == "<<" && t.flow(a, []value{b}) {
			return a
		}
		return arithmetic(n.str, a, b)
	case "==", "===", "eq", "is":
		return equal(a, b, true)
	case "!=", "!==", "ne", "is not":
		return equal(a, b, false)
	}
	return value{tags: union(a.tags, b.tags)}
}

// flow notes that what is written into a handle flows into its effect; false
// when a is no handle.
func (t *tree) flow(a value, args []value) bool {
	if a.kind != vObj || a.eff == 0 {
		return false
	}
	t.addData(a.eff, args)
	return true
}

// equal compares constants.
func equal(a, b value, want bool) value {
	if a.kind == vStr && b.kind == vStr && !a.glob && !b.glob || a.kind == vNum && b.kind == vNum || a.kind == vConst && b.kind == vConst {
		if (a.text == b.text) == want {
			return constant("True")
		}
		return constant("False")
	}
	return value{}
}

// add is + of texts, lists and numbers.
func (t *tree) add(a, b value) value {
	switch {
	case a.kind == vNum && b.kind == vNum:
		return arithmetic("+", a, b)
	case a.kind == vList && b.kind == vList && len(a.items)+len(b.items) <= maxItems:
		return value{kind: vList, items: append(append([]value{}, a.items...), b.items...), tags: union(a.tags, b.tags)}
	case a.kind == vList || b.kind == vList:
		if a.kind == vList && t.lang.lang == Python || b.kind != vList && b.kind != vStr {
			return value{tags: union(a.allTags(), b.allTags())}
		}
	}
	return concat(a, b)
}

// arithmetic works on whole numbers.
func arithmetic(op string, a, b value) value {
	out := value{tags: union(a.tags, b.tags)}
	x, err1 := strconv.ParseInt(a.text, 0, 64)
	y, err2 := strconv.ParseInt(b.text, 0, 64)
	if a.kind != vNum || b.kind != vNum || err1 != nil || err2 != nil {
		return out
	}
	var r int64
	switch op {
	case "+":
		r = x + y
	case "-":
		r = x - y
	case "*":
		r = x * y
	case "^":
		r = x ^ y
	case "&":
		r = x & y
	case "|":
		r = x | y
	case "<<":
		if y < 0 || y > 32 {
			return out
		}
		r = x << uint(y)
	case ">>":
		if y < 0 || y > 63 {
			return out
		}
		r = x >> uint(y)
	case "%":
		if y == 0 {
			return out
		}
		r = x % y
	case "/", "//":
		if y == 0 || x%y != 0 && op == "/" {
			return out
		}
		r = x / y
	default:
		return out
	}
	out.kind, out.text = vNum, strconv.FormatInt(r, 10)
	return out
}

// repeat is a text or list times a number.
func repeat(a, b value) value {
	if b.kind != vNum && a.kind == vNum {
		a, b = b, a
	}
	n, err := strconv.Atoi(b.text)
	if b.kind != vNum || err != nil || n < 0 {
		return value{tags: union(a.tags, b.tags)}
	}
	switch a.kind {
	case vStr:
		if !a.glob && len(a.text)*n <= 4096 {
			a.text = strings.Repeat(a.text, n)
			return a
		}
		return value{text: clip(a.text), tags: a.tags}
	case vList:
		if len(a.items)*n <= maxItems {
			out := value{kind: vList, tags: a.tags}
			for range n {
				out.items = append(out.items, a.items...)
			}
			return out
		}
	case vNum:
		return arithmetic("*", a, b)
	}
	return value{tags: a.allTags()}
}

// comprehension walks kids[0] for kids[1] in kids[2] if kids[3:].
func (t *tree) comprehension(n *node) value {
	t.loops++
	defer func() { t.loops-- }()
	over := t.eval(n.kids[2])
	items, known := t.items(over)
	outer := t.scope
	t.scope = newScope(outer)
	defer func() { t.scope = outer }()
	one := func(it value) value {
		t.assign(n.kids[1], it, true)
		for _, c := range n.kids[3:] {
			t.eval(c)
		}
		return t.eval(n.kids[0])
	}
	if known && len(items) <= maxUnroll {
		out := value{kind: vList}
		for _, it := range items {
			v := one(it)
			if n.kids[0].op == oComp && v.kind == vList { // nested clauses
				out.items = append(out.items, v.items...)
				continue
			}
			out.items = append(out.items, v)
		}
		if len(n.kids) > 3 && len(out.items) > 0 { // some may be left out
			return many(summary(out.items, over))
		}
		return out
	}
	v := one(summary(items, over))
	if n.kids[0].op == oComp && v.kind == vObj && v.text == "iter" {
		return v
	}
	return many(v)
}

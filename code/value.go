package code

import (
	"slices"
	"strconv"
	"strings"
)

// vkind is what is known of a value.
type vkind uint8

const (
	vUnknown vkind = iota // anything; text is its known beginning as a text
	vStr                  // text, all known
	vNum                  // text is its decimal form
	vConst                // true, null ...: text
	vList                 // items, all of them
	vDict                 // items and keys, all of them
	vRef                  // something of a library, by its full name in text
	vObj                  // an object made by a library: its type in text, what it stands for in of
	vFunc                 // a function of the text
	vClass                // a class of the text
	vInst                 // an object of a class of the text
	vFree                 // no value: room behind a list's end that nobody took yet
)

// value is what an expression may be.
type value struct {
	kind   vkind
	text   string
	sketch string // of an unknown text: with $__ for unknown parts
	glob   bool   // text is a pattern that stands for what matches
	temp   bool   // below a fresh temporary name
	coded  bool   // was decoded, or pieced together from characters
	items  []value
	keys   []string
	fn     *function
	class  *class
	inst   *instance
	of     *value // of an object: the path, address or text it stands for
	eff    int    // of an object: 1 + the index of the effect that made it
	tags   []string
	weight int // of a list or dict: how many values are in it, once counted
}

// instance is the state of an object.
type instance struct {
	class *class
	attrs map[string]value
}

const (
	maxTags  = 12
	maxItems = 256
	maxKnown = 64 << 10 // longest known text
)

func str(s string) value         { return value{kind: vStr, text: s} }
func num(n string) value         { return value{kind: vNum, text: n} }
func ref(name string) value      { return value{kind: vRef, text: name} }
func unknown(t ...string) value  { return value{tags: t} }
func pattern(s string) value     { return value{kind: vStr, text: s, glob: true} }
func list(items ...value) value  { return value{kind: vList, items: items} }
func constant(name string) value { return value{kind: vConst, text: name} }

// object is an object of a library.
func object(typ string, of value) value {
	return value{kind: vObj, text: typ, of: &of, tags: of.tags, temp: of.temp}
}

// maxWeight bounds how many values a list or dict may hold, at any depth.
const maxWeight = 2000

// weigh counts the values in v, up to a little over the bound.
func (v *value) weigh() int {
	if v.kind != vList && v.kind != vDict {
		return 1
	}
	if v.weight == 0 {
		v.weight = 1
		for i := range v.items {
			v.weight += v.items[i].weigh()
			if v.weight > maxWeight {
				break
			}
		}
	}
	return v.weight
}

// textual gives a value as a text: known, or what is known of it. Objects
// that stand for a path or a URL are taken for it.
func (v value) textual() (text string, known bool) {
	switch v.kind {
	case vStr, vNum:
		return v.text, true
	case vObj:
		if v.of != nil {
			return v.of.textual()
		}
		return "", false
	case vUnknown:
		return v.text, false
	case vConst:
		return v.text, true
	}
	return "", false
}

// asText is the value as a text value.
func (v value) asText() value {
	switch v.kind {
	case vStr, vUnknown:
		return v
	case vNum, vConst:
		return value{kind: vStr, text: v.text, tags: v.tags}
	case vObj:
		if v.of != nil {
			t := v.of.asText()
			t.tags = union(t.tags, v.tags)
			return t
		}
	}
	return value{tags: v.allTags()}
}

// isTrue and isFalse tell what is known of a condition.
func (v value) isTrue() bool {
	switch v.kind {
	case vConst:
		return strings.EqualFold(v.text, "true")
	case vNum:
		return v.text != "0" && v.text != "0.0"
	case vStr:
		return v.text != "" && !v.glob
	case vList, vDict:
		return len(v.items) > 0
	}
	return false
}

func (v value) isFalse() bool {
	switch v.kind {
	case vConst:
		switch v.text {
		case "False", "false", "None", "null", "nil", "undefined", "NULL", "FALSE":
			return true
		}
	case vNum:
		return v.text == "0" || v.text == "0.0"
	case vStr:
		return v.text == "" && !v.glob
	}
	return false
}

// allTags are the tags of the value and of all in it.
func (v value) allTags() []string {
	if v.of == nil && v.inst == nil && len(v.items) == 0 {
		return v.tags
	}
	return v.tagsTo(nil, 0)
}

func (v value) tagsTo(out []string, depth int) []string {
	out = union(out, v.tags)
	if depth > 6 {
		return out
	}
	for _, it := range v.items {
		if len(out) >= maxTags {
			break
		}
		out = it.tagsTo(out, depth+1)
	}
	if v.of != nil {
		out = v.of.tagsTo(out, depth+1)
	}
	if v.inst != nil {
		for _, name := range sortedKeys(v.inst.attrs) {
			if len(out) >= maxTags {
				break
			}
			out = union(out, v.inst.attrs[name].tags)
		}
	}
	return out
}

// constantAll tells whether a value is known in all its parts.
func (v value) constantAll(depth int) bool {
	switch v.kind {
	case vStr:
		return !v.glob && !v.temp
	case vNum, vConst:
		return true
	case vList, vDict:
		if depth > 6 {
			return false
		}
		for _, it := range v.items {
			if !it.constantAll(depth + 1) {
				return false
			}
		}
		return true
	case vObj:
		return v.of != nil && len(v.tags) == 0 && v.of.constantAll(depth+1)
	}
	return false
}

// union adds the tags of b to a, each once, up to the cap.
func union(a, b []string) []string {
	if len(b) == 0 {
		return a
	}
	if len(a) == 0 {
		return b
	}
	out := a
	for _, t := range b {
		if len(out) >= maxTags {
			break
		}
		if !slices.Contains(out, t) {
			out = append(out[:len(out):len(out)], t)
		}
	}
	return out
}

// concat joins two values as texts.
func concat(a, b value) value {
	x, y := a.asText(), b.asText()
	out := value{tags: union(x.tags, y.tags), temp: x.temp || y.temp, coded: x.coded || y.coded}
	if x.kind == vStr && y.kind == vStr && len(x.text)+len(y.text) <= maxKnown {
		out.kind, out.text, out.glob = vStr, x.text+y.text, x.glob || y.glob
		return out
	}
	if x.kind == vStr {
		out.text = clip(x.text)
		if y.text != "" {
			out.text = clip(x.text + y.text)
		}
		if x.glob {
			out.text = globFree(x.text)
		}
	} else {
		out.text = x.text
	}
	out.sketch = clip(x.sketchText() + y.sketchText())
	return out
}

// sketchText is the value's text with unknown parts shown as $__.
func (v value) sketchText() string {
	switch {
	case v.kind == vStr || v.kind == vNum:
		return v.text
	case v.sketch != "":
		return v.sketch
	case v.text != "" && v.kind == vUnknown:
		return v.text + "$__"
	}
	return "$__"
}

// clip bounds what is kept of a text that is not all known.
func clip(s string) string {
	if len(s) > 4096 {
		return s[:4096]
	}
	return s
}

// globFree is what stands before the first wildcard.
func globFree(s string) string {
	if i := strings.IndexAny(s, "*?["); i >= 0 {
		return s[:i]
	}
	return s
}

// merge is a value that may be either of two.
func merge(a, b value) value {
	if same(a, b) {
		a.tags = union(a.tags, b.tags)
		a.coded = a.coded || b.coded
		return a
	}
	switch {
	case a.kind == vObj && b.kind == vObj && a.text == b.text:
		of := value{}
		if a.of != nil && b.of != nil {
			of = merge(*a.of, *b.of)
		}
		return value{kind: vObj, text: a.text, of: &of, eff: a.eff, tags: union(a.tags, b.tags), temp: a.temp && b.temp}
	case b.kind == vConst && b.isFalse() && (a.kind == vObj || a.kind == vRef || a.kind == vInst || a.kind == vFunc):
		return a // a handle that may be missing
	case a.kind == vConst && a.isFalse() && (b.kind == vObj || b.kind == vRef || b.kind == vInst || b.kind == vFunc):
		return b
	case a.kind == vRef && b.kind == vUnknown && b.text == "" && len(b.tags) == 0:
		return a
	case b.kind == vRef && a.kind == vUnknown && a.text == "" && len(a.tags) == 0:
		return b
	}
	x, y := a.asText(), b.asText()
	out := value{tags: union(a.allTags(), b.allTags()), coded: a.coded || b.coded, temp: a.temp && b.temp}
	p, q := x.text, y.text
	if x.glob {
		p = globFree(p)
	}
	if y.glob {
		q = globFree(q)
	}
	n := 0
	for n < len(p) && n < len(q) && p[n] == q[n] {
		n++
	}
	out.text = p[:n]
	return out
}

// same tells whether two values are known to be equal.
func same(a, b value) bool {
	if a.kind != b.kind || a.text != b.text || a.glob != b.glob || a.fn != b.fn || a.class != b.class || a.inst != b.inst || len(a.items) != len(b.items) {
		return false
	}
	if a.kind == vUnknown {
		return a.sketch == b.sketch
	}
	for i := range a.items {
		if !same(a.items[i], b.items[i]) {
			return false
		}
	}
	if !slices.Equal(a.keys, b.keys) {
		return false
	}
	if a.of != nil && b.of != nil {
		return same(*a.of, *b.of)
	}
	return a.of == nil && b.of == nil
}

// key finds the value at a key of a dict.
func (v value) key(name string) (value, bool) {
	for i := len(v.keys) - 1; i >= 0; i-- {
		if v.keys[i] == name {
			return v.items[i], true
		}
	}
	return value{}, false
}

// sortedKeys keeps walks over maps in one order.
func sortedKeys(m map[string]value) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// wholeNumber reads a number that is known.
func wholeNumber(v value) (int, bool) {
	n, err := strconv.Atoi(v.text)
	return n, v.kind == vNum && err == nil
}

// parseBase reads a known text as a number to a base.
func parseBase(v value, base int) (int, bool) {
	x, known := v.textual()
	if !known || base < 2 || base > 36 {
		return 0, false
	}
	x = strings.TrimSpace(x)
	if base == 16 {
		x = strings.TrimPrefix(x, "0x")
	}
	n, err := strconv.ParseInt(x, base, 64)
	return int(n), err == nil
}

func itoa(n int) string { return strconv.Itoa(n) }

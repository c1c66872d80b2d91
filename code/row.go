package code

import (
	"sort"
	"strconv"
	"strings"
)

// row says what a library function does with its arguments. does is a list of
// clauses, separated by commas:
//
//	read 0:path          reads the file named by argument 0 or by path=
//	write 1:dst|target   ... argument 1, dst= or target=
//	delete self          the object whose method it is
//	move 0:src 1:dst     from, to
//	argv 0+              a command line of all arguments from 0 on
//	fetch? 0             only when the argument looks like a URL
//	unsafe text          an Issue with that text
//	-> type              the result is an object of that type for the first target
//	-> self              the result is the object itself
//	-> 0                 the result is argument 0
//
// Without -> the result is unknown and carries what went in.
type row struct {
	name string
	does string
}

// find looks a name up in sorted rows.
func find(rows []row, name string) (row, bool) {
	i := sort.Search(len(rows), func(i int) bool { return rows[i].name >= name })
	if i < len(rows) && rows[i].name == name {
		return rows[i], true
	}
	return row{}, false
}

// reads tells whether the row is of an attribute, which acts when it is
// looked at.
func (r row) reads() bool { return strings.HasPrefix(r.does, "get ") }

// apply does what a row says.
func (t *tree) apply(c *call, r row) value {
	does := strings.TrimPrefix(r.does, "get ")
	out := value{tags: c.tags()}
	if c.recv != nil {
		out.temp = c.recv.temp
	}
	var first *value
	eff := 0
	for does != "" {
		var clause string
		clause, does, _ = strings.Cut(does, ", ")
		verb, rest, _ := strings.Cut(clause, " ")
		if verb == "->" {
			out = t.result(c, rest, first, out, eff)
			continue
		}
		v, e := t.clause(c, verb, rest, &out)
		if e > 0 {
			eff = e
		}
		if first == nil && v != nil {
			first = v
		}
	}
	t.callbacks(c, out)
	return out
}

// result makes the result that a row names.
func (t *tree) result(c *call, what string, first *value, out value, eff int) value {
	switch what {
	case "self":
		if c.recv != nil {
			return *c.recv
		}
		return out
	case "temp":
		return value{kind: vUnknown, text: "/tmp/", temp: true}
	case "str":
		return out
	case "list":
		return many(out)
	}
	if i, err := strconv.Atoi(what); err == nil {
		if v, ok := c.arg(i, ""); ok {
			return v
		}
		return out
	}
	of := value{tags: out.tags, temp: out.temp}
	if first != nil {
		of = *first
	}
	o := object(what, of)
	o.tags = union(o.tags, out.tags)
	o.eff = eff
	return o
}

// pick gives the values that a selector stands for.
func (t *tree) pick(c *call, sel string) (value, bool) {
	if sel == "self" {
		if c.recv != nil {
			return *c.recv, true
		}
		return value{}, true
	}
	if n, ok := strings.CutSuffix(sel, "+"); ok {
		i, _ := strconv.Atoi(n)
		var items []value
		if i < len(c.args) {
			items = c.args[i:]
		}
		if len(items) == 1 && items[0].kind == vList {
			return items[0], true
		}
		if c.rest != nil {
			if c.rest.glob {
				return list(append(append([]value{}, items...), *c.rest)...), true
			}
			return value{tags: c.tags()}, true
		}
		return list(items...), len(items) > 0
	}
	at, names, _ := strings.Cut(sel, ":")
	i, err := strconv.Atoi(at)
	if err != nil {
		i = -1
	}
	return c.arg(i, names)
}

// others are the arguments but the one picked.
func others(c *call, picked value) []value {
	var out []value
	skipped := false
	for _, a := range c.all() {
		if !skipped && same(a, picked) {
			skipped = true
			continue
		}
		out = append(out, a)
	}
	return out
}

// flowing are the arguments that flow into what is written, the object among
// them where it is not the target.
func flowing(c *call, target value) []value {
	out := others(c, target)
	if c.recv != nil && !same(*c.recv, target) {
		if tags := c.recv.allTags(); len(tags) > 0 {
			out = append(out, value{tags: tags})
		}
	}
	return out
}

// clause does one clause. It gives the target it found and 1 + the index of
// the effect.
func (t *tree) clause(c *call, verb, rest string, out *value) (first *value, eff int) {
	n := c.node
	if verb == "unsafe" {
		t.issue(n, rest)
		return nil, 0
	}
	verb, guarded := strings.CutSuffix(verb, "?")
	sel, more, _ := strings.Cut(rest, " ")
	v, ok := t.pick(c, sel)
	if !ok {
		return nil, 0
	}
	if guarded && !looksLikeURL(v) {
		return nil, 0
	}
	switch verb {
	case "read":
		eff = t.file(n, Read, v, nil)
		out.tags = union(out.tags, []string{fileTag(t, v)})
	case "load":
		eff = t.file(n, Load, v, nil)
	case "list":
		eff = t.file(n, List, v, nil)
	case "write":
		from := flowing(c, v)
		if len(out.tags) > 0 { // what an earlier clause got
			from = append(from, value{tags: out.tags})
		}
		eff = t.file(n, Write, v, from)
	case "append":
		eff = t.file(n, Append, v, flowing(c, v))
	case "delete":
		eff = t.file(n, Delete, v, nil)
	case "deltree":
		eff = t.file(n, DeleteTree, v, nil)
	case "mkdir":
		eff = t.file(n, Mkdir, v, nil)
	case "mode":
		w, _ := t.pick(c, more)
		text, _ := w.textual()
		eff = t.fileWith(n, Mode, v, nil, func(e *Effect) { e.Mode = text })
	case "move", "link", "copy":
		to, _ := t.pick(c, more)
		eff = t.two(n, verb, v, to)
	case "chdir":
		eff = t.file(n, Chdir, v, nil)
		t.chdir(v)
	case "shell":
		eff = t.shell(n, v, others(c, v))
		out.tags = union(out.tags, []string{commandTag(v)})
	case "argv":
		eff = t.run(n, v, others(c, v))
		out.tags = union(out.tags, []string{commandTag(v)})
	case "command": // one text is shell text, a list is a command line
		if v.kind == vList && len(v.items) != 1 {
			eff = t.run(n, v, nil)
		} else {
			if v.kind == vList {
				v = v.items[0]
			}
			eff = t.shell(n, v, nil)
		}
		out.tags = union(out.tags, []string{commandTag(v)})
	case "fetch", "send":
		eff = t.net(n, verb, v, c, out)
	case "connect", "listen":
		kind := Connect
		if verb == "listen" {
			kind = Listen
		}
		v = address(v)
		eff = t.plain(n, kind, v, nil)
		if verb == "connect" {
			out.tags = union(out.tags, []string{netTag(v)})
			if c.recv != nil && c.recv.kind == vObj && c.recv.of != nil { // every copy of the handle is connected
				to := v.asText()
				to.tags = union(to.tags, []string{netTag(v)})
				*c.recv.of = to
			}
		}
	case "env":
		*out = t.env(n, v, *out)
	case "setenv":
		w, _ := t.pick(c, more)
		text, known := w.textual()
		eff = t.emitTarget(n, SetEnv, v, func(e *Effect) { e.Data = dataOf([]value{w}); e.Other = text; e.Known = e.Known && known })
	case "kill":
		eff = t.plain(n, Process, v, nil)
	case "eval":
		t.evalText(n, v)
	case "import":
		text, known := v.textual()
		if known {
			*out = t.lang.imports(t, text, n)
		} else {
			t.emitTarget(n, Import, v, nil)
			t.issue(n, "imports a module whose name is not known")
		}
	case "install":
		eff = t.plain(n, Install, v, nil)
	case "sql":
		t.sql(n, v, c)
	case "data":
		if c.recv != nil {
			t.flow(*c.recv, c.all())
		}
	case "print":
		t.print(n, c)
	case "control":
		eff = t.plain(n, Control, v, nil)
	case "mail":
		eff = t.mail(n, v, c)
	}
	w := v
	return &w, eff
}

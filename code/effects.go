package code

import (
	"path"
	"strings"
)

// target fills in what is known of a value as a target.
func (t *tree) target(e *Effect, v value) {
	x := v.asText()
	e.Temp = x.temp || v.temp
	e.Coded = x.coded || v.coded
	if x.kind == vStr {
		e.Target, e.Known, e.Glob = x.text, true, x.glob
		return
	}
	e.Prefix = x.text
	if e.Prefix != "" || x.sketch != "" {
		e.Sketch = x.sketchText()
	}
}

// emitTarget notes an effect whose target is v.
func (t *tree) emitTarget(n *node, kind Kind, v value, more func(*Effect)) int {
	e := Effect{Kind: kind}
	t.target(&e, v)
	if more != nil {
		more(&e)
	}
	return t.emit(n, e)
}

// plain notes an effect whose target is no path.
func (t *tree) plain(n *node, kind Kind, v value, from []value) int {
	return t.emitTarget(n, kind, v, func(e *Effect) {
		if from != nil {
			e.Data = dataOf(from)
		}
		if v.kind == vList && len(v.items) > 0 && e.Target == "" {
			t.target(e, v.items[0])
		}
	})
}

// file notes an effect on a file. A list of files is each of them; a handle
// that is open already takes what flows in.
func (t *tree) file(n *node, kind Kind, v value, from []value) int {
	return t.fileWith(n, kind, v, from, nil)
}

func (t *tree) fileWith(n *node, kind Kind, v value, from []value, more func(*Effect)) int {
	switch {
	case v.kind == vObj && v.text == "memory":
		return 0
	case v.kind == vObj && v.eff > 0 && v.text != "path":
		if kind == Write || kind == Append {
			t.addData(v.eff, from)
		}
		if kind == Load { // from a handle: what it reads
			w := v
			w.eff = 0
			return t.fileWith(n, kind, w, from, more)
		}
		return v.eff
	case v.kind == vList || v.kind == vObj && v.text == "iter":
		items, _ := t.items(v)
		eff := 0
		for i, it := range items {
			if i >= 16 {
				it = summary(items[i:], value{})
			}
			eff = t.fileWith(n, kind, it, from, more)
			if i >= 16 {
				break
			}
		}
		return eff
	case v.kind == vNum && (kind == Read || kind == Write || kind == Append): // a descriptor
		return 0
	case v.kind == vConst:
		return 0
	}
	v = t.located(v)
	return t.emitTarget(n, kind, v, func(e *Effect) {
		if from != nil {
			e.Data = dataOf(from)
		} else if kind == Write || kind == Append {
			e.Data = nil
		}
		if more != nil {
			more(e)
		}
	})
}

// located is a path seen from where the text was started.
func (t *tree) located(v value) value {
	if t.cwd == nil {
		return v
	}
	x := v.asText()
	if strings.HasPrefix(x.text, "/") || strings.HasPrefix(x.text, "~") {
		return v
	}
	return joinPath(*t.cwd, v).asText()
}

// chdir follows a change of the working directory.
func (t *tree) chdir(v value) {
	v = t.located(v).asText()
	if len(t.branches) > 0 || t.deferred {
		before := str(".")
		if t.cwd != nil {
			before = *t.cwd
		}
		v = merge(before, v)
	}
	t.cwd = &v
}

// two notes an effect from one path to another.
func (t *tree) two(n *node, verb string, from, to value) int {
	from, to = t.located(from), t.located(to)
	other, known := to.textual()
	if !known {
		other = ""
	}
	switch verb {
	case "copy":
		src := from
		src.tags = union(src.tags, []string{fileTag(t, from)})
		t.file(n, Read, from, nil)
		return t.file(n, Write, to, []value{src})
	case "link":
		target, ok := from.textual()
		if !ok {
			target = ""
		}
		return t.fileWith(n, Link, to, nil, func(e *Effect) { e.Other = target })
	}
	return t.fileWith(n, Move, from, nil, func(e *Effect) { e.Other = other })
}

// shell notes shell text that is run.
func (t *tree) shell(n *node, v value, from []value) int {
	if v.kind == vList && len(v.items) > 0 {
		from = append(from, v.items[1:]...)
		v = v.items[0]
	}
	return t.emitTarget(n, Shell, v, func(e *Effect) {
		e.Data = dataOf(append([]value{v}, from...))
		e.Entry, e.Why = foreign(e.Data, e.Known)
	})
}

// foreign names the entry where what is run came over the network.
func foreign(data []string, known bool) (entry, why string) {
	if known {
		return "", ""
	}
	for _, d := range data {
		if strings.HasPrefix(d, "net:") {
			return "download-and-run", "runs what it got from the network"
		}
	}
	return "", ""
}

// run notes a command line that is run. A single text is a program's name.
func (t *tree) run(n *node, v value, from []value) int {
	var words []value
	whole := true
	switch v.kind {
	case vList:
		for _, it := range v.items {
			if it.kind == vList { // argv inside argv
				words = append(words, it.items...)
				continue
			}
			words = append(words, it)
		}
	case vStr:
		words = []value{v}
	default:
		words = []value{v}
		whole = false
	}
	e := Effect{Kind: Run, Known: whole && len(words) > 0}
	for i, w := range words {
		x := w.asText()
		a := Arg{Text: x.text, Known: x.kind == vStr, Glob: x.glob}
		e.Known = e.Known && a.Known && !a.Glob
		e.Coded = e.Coded || x.coded
		if i == 0 {
			if a.Known {
				e.Target = a.Text
			} else {
				e.Prefix = a.Text
			}
		}
		if len(e.Argv) < 256 {
			e.Argv = append(e.Argv, a)
		}
	}
	if !whole && v.kind != vUnknown {
		e.Argv = nil
	}
	e.Data = dataOf(append(words, from...))
	if e.Target == "" {
		e.Entry, e.Why = foreign(e.Data, e.Known)
	}
	return t.emit(n, e)
}

// net notes a request.
func (t *tree) net(n *node, verb string, v value, c *call, out *value) int {
	kind := Fetch
	if verb == "send" {
		kind = Send
	}
	from := []value{v}
	for _, a := range others(c, v) {
		from = append(from, a)
		if kind == Fetch && a.kind == vDict && body(a) {
			kind = Send
		}
	}
	for _, a := range c.named {
		switch a.name {
		case "trust_remote_code":
			if !a.v.isFalse() {
				t.emitTarget(n, Import, v, func(e *Effect) {
					e.Entry, e.Why = "model-or-plugin-load", "runs code that comes with a model or data set"
				})
			}
		case "data", "json", "files", "content", "body":
			if !a.v.isFalse() {
				kind = Send
			}
		case "verify":
			if a.v.isFalse() {
				t.emit(n, Effect{Kind: SetEnv, Target: "verify", Known: true, Entry: "disarm-flag", Why: "switches certificate checks off"})
			}
		}
	}
	out.tags = union(out.tags, []string{netTag(v)})
	return t.emitTarget(n, kind, v, func(e *Effect) { e.Data = dataOf(from) })
}

// body tells whether a dict of options gives a request a body or a method
// that sends.
func body(opts value) bool {
	if _, ok := opts.key("body"); ok {
		return true
	}
	if _, ok := opts.key("data"); ok {
		return true
	}
	if m, ok := opts.key("method"); ok {
		text, known := m.textual()
		switch strings.ToUpper(text) {
		case "GET", "HEAD", "OPTIONS":
			return !known
		}
		return true
	}
	return false
}

// mail notes a message that is sent.
func (t *tree) mail(n *node, to value, c *call) int {
	return t.emitTarget(n, Send, concat(str("mailto:"), to), func(e *Effect) { e.Data = dataOf(flowing(c, value{text: "\x00"})) })
}

// env notes that a variable of the environment is read and gives its value.
func (t *tree) env(n *node, name, out value) value {
	text, known := name.textual()
	t.emitTarget(n, Env, name, nil)
	if !known {
		if text == "" {
			return unknown("env")
		}
		return unknown("env:" + clip(text) + "*")
	}
	switch text {
	case "HOME", "USERPROFILE":
		return str("~")
	case "PWD", "INIT_CWD":
		return str(".")
	case "TMPDIR", "TEMP", "TMP":
		return str("/tmp")
	case "USER", "LOGNAME", "SHELL", "PATH", "LANG", "TERM", "CI", "NODE_ENV":
		return value{}
	}
	return unknown("env:" + text)
}

// print notes what of the environment is shown.
func (t *tree) print(n *node, c *call) {
	var data []string
	for _, tag := range c.tags() {
		if tag == "env" || strings.HasPrefix(tag, "env:") {
			data = append(data, tag)
		}
	}
	if len(data) == 0 {
		return
	}
	for _, d := range data {
		if d == "env" {
			t.emit(n, Effect{Kind: EnvAll, Known: true})
		}
	}
	t.emit(n, Effect{Kind: Print, Known: true, Data: data})
}

// evalText notes text that is run as code and, where it is known, walks it.
func (t *tree) evalText(n *node, v value) {
	if v.kind == vFunc {
		t.callFunction(v, &call{node: n})
		return
	}
	t.emitTarget(n, Eval, v, func(e *Effect) {
		e.Data = dataOf([]value{v})
		e.Entry, e.Why = foreign(e.Data, e.Known)
		if e.Coded && e.Entry == "" {
			e.Entry, e.Why = "dynamic-code", "decodes text and runs it"
		}
	})
	if _, known := v.textual(); known && !v.glob {
		t.runText(n, v)
		return
	}
	t.issue(n, "runs text that is not known")
}

// looksLikeURL tells whether v begins like one.
func looksLikeURL(v value) bool {
	text, _ := v.textual()
	if v.kind == vObj && (v.text == "url" || v.text == "request") {
		return true
	}
	i := strings.Index(text, "://")
	return i > 0 && i <= 8
}

// address writes a host and port as one text.
func address(v value) value {
	if v.kind == vList && len(v.items) >= 1 {
		host := v.items[0]
		if host.kind == vStr && host.text == "" {
			host = str("0.0.0.0")
		}
		if len(v.items) >= 2 {
			return concat(concat(host, str(":")), v.items[1])
		}
		return host
	}
	return v
}

// fileTag, netTag and commandTag say where a value comes from.
func fileTag(t *tree, v value) string {
	x := t.located(v).asText()
	if x.kind == vStr {
		return "file:" + clip(x.text)
	}
	return "file:" + clip(x.text) + "*"
}

func netTag(v value) string {
	x := v.asText()
	if x.kind == vStr {
		return "net:" + clip(x.text)
	}
	return "net:" + clip(x.text) + "*"
}

func commandTag(v value) string {
	if v.kind == vList && len(v.items) > 0 {
		v = v.items[0]
	}
	x := v.asText()
	text := x.text
	if i := strings.IndexAny(text, " \t\n"); i > 0 {
		text = text[:i]
	}
	if x.kind == vStr {
		return "cmd:" + clip(text)
	}
	return "cmd:" + clip(text) + "*"
}

// isPath tells whether v is a path object.
func isPath(v value) bool { return v.kind == vObj && v.text == "path" }

// pathObject makes one of a text.
func pathObject(v value) value {
	o := object("path", v.asText())
	o.temp = v.temp
	return o
}

// joinPath joins two paths as path libraries do: an absolute second one
// stands alone.
func joinPath(a, b value) value {
	x, y := a.asText(), b.asText()
	switch {
	case y.kind == vStr && (strings.HasPrefix(y.text, "/") || strings.HasPrefix(y.text, "~")):
		return pathObject(y)
	case x.kind == vStr && (x.text == "" || x.text == "."):
		return pathObject(withTags(y, x.tags))
	}
	out := concat(x, str("/"))
	if strings.HasSuffix(x.text, "/") || x.kind != vStr && x.text == "" && x.sketch == "" {
		out = x
	}
	out = concat(out, y)
	return pathObject(out)
}

func withTags(v value, tags []string) value {
	v.tags = union(v.tags, tags)
	return v
}

// parent is the folder of a path.
func parent(v value) value {
	x := v.asText()
	if x.kind != vStr {
		return pathObject(value{text: x.text[:strings.LastIndexByte(x.text, '/')+1], tags: x.tags, temp: x.temp})
	}
	return pathObject(value{kind: vStr, text: up(x.text), glob: x.glob, tags: x.tags, temp: x.temp})
}

// up is the folder that holds p, lexically; of "." it is "..".
func up(p string) string {
	c := path.Clean(p)
	if c == "." || c == ".." || strings.HasSuffix(c, "/..") {
		return path.Join(c, "..")
	}
	return path.Dir(c)
}

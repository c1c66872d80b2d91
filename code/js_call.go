package code

import (
	"path"
	"strings"
)

// jsCall is for calls that no row describes.
func jsCall(t *tree, c *call) (value, bool) {
	n := c.node
	c.name = jsName(c.name)
	arg := func(i int) value {
		a, _ := c.arg(i, "")
		return a
	}
	tagged := len(n.names) == 1 && n.names[0] == "tag"
	switch c.name {
	case "require", "module.require", "import", "createRequire()", "process.mainModule.require", "module.createRequire()", "require.main.require", "process.getBuiltinModule", "module._load", "module.Module._load":
		v := arg(0)
		text, known := v.textual()
		if !known {
			t.emitTarget(n, Import, v, nil)
			t.issue(n, "loads a module whose name is not known")
			return ref("globalThis.?"), true
		}
		return jsImport(t, text, n), true
	case "module.createRequire":
		return ref("require"), true
	case "require.resolve", "Object.freeze", "Object.assign", "structuredClone", "Array.from", "String", "Array", "util.inspect", "String.raw", "Promise.resolve", "util.promisify", "Object.create", "Buffer.concat", "TextDecoder.decode", "Promise.all", "Promise.allSettled", "Array.of", "stream.Readable.from", "util.types":
		switch c.base() {
		case "from", "all", "allSettled":
			v := arg(0)
			if len(c.args) > 1 {
				return t.mapped(c, arg(1), v, false), true
			}
			if items, known := t.items(v); known {
				return value{kind: vList, items: items, tags: v.tags}, true
			}
			return v, true
		case "of":
			return list(c.args...), true
		case "concat":
			return t.joined(str(""), arg(0)), true
		}
		return arg(0), true
	case "Buffer.from", "atob", "Uint8Array.from", "Buffer", "Uint8Array":
		v, how := arg(0), arg(1)
		switch {
		case c.name == "atob" || how.text == "base64" || how.text == "base64url":
			return decoded(v, "base64"), true
		case how.text == "hex":
			return decoded(v, "hex"), true
		case v.kind == vList:
			return characters(v), true
		}
		return v, true
	case "decodeURIComponent", "decodeURI", "unescape":
		return decoded(arg(0), "url"), true
	case "String.fromCharCode", "String.fromCodePoint":
		return characters(list(c.args...)), c.rest == nil
	case "parseInt", "Number":
		base := 10
		if b, ok := wholeNumber(arg(1)); ok {
			base = b
		}
		if x, ok := parseBase(arg(0), base); ok {
			return num(itoa(x)), true
		}
		return value{tags: arg(0).tags}, true
	case "Object.keys", "\x00keys", "Object.values", "Object.entries", "Reflect.ownKeys", "Object.getOwnPropertyNames":
		return jsKeys(c, arg(0)), true
	case "Reflect.get", "Reflect.apply", "Reflect.construct":
		if c.base() == "get" {
			return t.index(arg(0), arg(1), n), true
		}
		items, known := t.items(arg(len(c.args) - 1))
		d := &call{node: n, args: items}
		if !known {
			d.more(arg(len(c.args) - 1))
		}
		return t.callValue(arg(0), d), true
	case "eval", "vm.runInNewContext", "vm.runInThisContext", "vm.runInContext", "vm.Script", "vm.compileFunction", "globalThis.eval":
		v := arg(0)
		t.evalText(n, v)
		if x, known := v.textual(); known {
			return t.jsValue(n, x), true
		}
		return value{tags: v.allTags()}, true
	case "Function", ".constructor()", "Function.constructor":
		if len(c.args) == 0 && c.rest == nil {
			return value{}, true
		}
		v := value{}
		if len(c.args) > 0 {
			v = arg(len(c.args) - 1)
		}
		t.evalText(n, v)
		if x, known := v.textual(); known {
			if rest, ok := strings.CutPrefix(strings.TrimSpace(x), "return "); ok {
				w := t.jsValue(n, rest)
				return value{kind: vObj, text: "partial", of: &value{kind: vList, items: []value{{kind: vRef, text: "\x00give"}, w}}}, true
			}
		}
		return ref("\x00give"), true
	case "\x00give":
		return arg(0), true
	case "setTimeout", "setInterval", "setImmediate":
		if v := arg(0); v.kind == vStr {
			t.evalText(n, v)
			return value{}, true
		}
		t.callbacks(c, value{})
		return value{}, true
	case "child_process.exec", "child_process.execFile", "child_process.spawn", "child_process.fork", "execa", "execa.execa", "execa.sync", "execa.execaSync", "Bun.spawn", "Bun.spawnSync", "Deno.Command", "Deno.run", "spawn", "cross-spawn.sync":
		return jsSpawn(t, c), true
	case "execa.command", "execa.execaCommand", "execa.commandSync", "execa.execaCommandSync", "shelljs.exec", "zx.$", "execa.$", "Bun.$", "bun.$":
		v := arg(0)
		t.shell(n, v, nil)
		return object("process", unknown(commandTag(v))), true
	case "$", "$.sync":
		if tagged {
			v := arg(0)
			t.shell(n, v, nil)
			return object("process", unknown(commandTag(v))), true
		}
	case "path.join", "path.resolve", "url.resolve":
		if len(c.args) == 0 {
			return str("."), true
		}
		out := pathObject(arg(0))
		for _, a := range c.args[1:] {
			if c.name == "path.join" { // an absolute part does not stand alone
				if x := a.asText(); x.kind == vStr {
					x.text = strings.TrimLeft(x.text, "/")
					a = x
				}
			}
			out = joinPath(out, a)
		}
		v := out.asText()
		v.temp = out.temp
		if v.kind == vStr && !strings.HasPrefix(v.text, "~") && v.text != "" && !v.glob {
			v.text = path.Clean(v.text)
		}
		return v, true
	case "path.dirname", "path.basename", "path.extname", "path.normalize", "path.relative", "url.fileURLToPath", "url.pathToFileURL":
		v := arg(0)
		switch c.base() {
		case "dirname":
			return parent(v).asText(), true
		case "normalize", "fileURLToPath", "pathToFileURL":
			x := v.asText()
			x.text = strings.TrimPrefix(x.text, "file://")
			return x, true
		case "basename":
			x := v.asText()
			if x.kind == vStr {
				x.text = strings.TrimSuffix(path.Base(x.text), arg(1).text)
				return x, true
			}
		case "extname":
			if x := v.asText(); x.kind == vStr {
				return withTags(str(path.Ext(x.text)), x.tags), true
			}
		}
		return value{tags: v.allTags()}, true
	case "os.homedir":
		return str("~"), true
	case "os.tmpdir":
		return str("/tmp"), true
	case "process.cwd", "Deno.cwd":
		if t.cwd != nil {
			return *t.cwd, true
		}
		return str("."), true
	case "process.env[]", "Deno.env.get", "Bun.env[]", "process.env.hasOwnProperty":
		return t.env(n, arg(0), value{}), true
	case "Deno.env.toObject":
		return unknown("env"), true
	case "fs.readFile", "fs.readJson", "fs.createReadStream", "Deno.readTextFile", "Deno.readFile", "Bun.file", "fs.readJSON", "fs.openAsBlob", "Deno.readTextFileSync", "Deno.readFileSync":
		v := arg(0)
		if v.kind == vNum { // a descriptor
			return unknown("stdin"), true
		}
		t.file(n, Read, v, nil)
		out := unknown(fileTag(t, v))
		if c.name == "Bun.file" {
			o := object("path", v)
			o.tags = union(o.tags, out.tags)
			return o, true
		}
		for _, a := range c.args {
			if a.kind == vFunc {
				t.callValue(a, &call{node: n, args: []value{constant("null"), out}, fill: &out})
			}
		}
		if c.base() == "createReadStream" {
			return object("stream", out), true
		}
		return out, true
	case "fs.rm", "fs.rmdir", "Deno.remove", "Deno.removeSync":
		kind := Delete
		if o, ok := c.option("recursive"); ok && !o.isFalse() || c.rest != nil {
			kind = DeleteTree
		}
		t.file(n, kind, arg(0), nil)
		t.callbacks(c, value{})
		return value{}, true
	case "fs.open", "Deno.open":
		v, mode := arg(0), arg(1)
		o := object("file", v)
		switch {
		case mode.kind == vStr && strings.ContainsAny(mode.text, "wa+") || mode.kind != vStr && mode.kind != vUnknown && mode.kind != vDict || mode.kind == vUnknown && len(c.args) > 1:
			o.eff = t.file(n, Write, v, nil)
		default:
			t.file(n, Read, v, nil)
			o.tags = union(o.tags, []string{fileTag(t, v)})
		}
		return o, true
	case "fs.readdir", "fs.opendir", "Deno.readDir":
		t.file(n, List, arg(0), nil)
		out := many(pattern("*"))
		for _, a := range c.args {
			if a.kind == vFunc {
				t.callValue(a, &call{node: n, args: []value{constant("null"), out}, fill: &value{}})
			}
		}
		if o, ok := c.option("withFileTypes"); ok && o.isTrue() {
			return many(value{kind: vDict, keys: []string{"name"}, items: []value{pattern("*")}}), true
		}
		return out, true
	case "fs.mkdtemp":
		return value{text: arg(0).text, temp: true}, true
	case "glob.sync", "glob", "glob.glob", "glob.globSync", "fs.glob":
		v := arg(0)
		t.file(n, List, v, nil)
		x := v.asText()
		if x.kind == vStr {
			x.glob = true
		}
		out := many(x)
		for _, a := range c.args {
			if a.kind == vFunc {
				t.callValue(a, &call{node: n, args: []value{constant("null"), out}, fill: &value{}})
			}
		}
		return out, true
	case "http.request", "https.request", "http.get", "https.get", "http2.connect":
		return jsRequest(t, c), true
	case "fetch", "undici.fetch", "undici.request", "axios", "axios.request", "got", "request", "ky", "superagent", "needle", "Bun.fetch", "axios.create()":
		return jsFetch(t, c), true
	case "XMLHttpRequest.open":
		v := arg(1)
		if c.recv != nil && c.recv.of != nil {
			*c.recv.of = v.asText()
		}
		t.plain(n, Fetch, v, []value{v})
		return value{}, true
	case "net.connect", "net.createConnection", "tls.connect", "net.Socket.connect", "net.Socket().connect":
		return jsConnect(t, c), true
	case "console.log", "console.error", "console.info", "console.warn", "console.table", "console.dir", "process.stdout.write", "process.stderr.write":
		t.print(n, c)
		return value{}, true
	case "JSON.parse", "JSON.stringify":
		v := arg(0)
		if c.base() == "parse" && v.kind == vStr {
			return value{tags: v.tags}, true
		}
		return value{tags: v.allTags()}, true
	case "URL":
		v := arg(0)
		if len(c.args) > 1 {
			if x := v.asText(); x.kind == vStr && (strings.HasPrefix(x.text, "./") || strings.HasPrefix(x.text, "../")) {
				v = joinPath(parent(arg(1)), v)
			}
		}
		return object("url", v), true
	case "process.binding", "process._linkedBinding", "process.dlopen":
		t.issue(n, "reaches for the runtime's insides")
		return ref("globalThis.?"), true
	case "process.kill":
		t.plain(n, Process, arg(0), nil)
		return value{}, true
	case "process.chdir", "Deno.chdir", "shelljs.cd":
		t.file(n, Chdir, arg(0), nil)
		t.chdir(arg(0))
		return value{}, true
	case "Bun.write":
		v := arg(0)
		t.file(n, Write, v, []value{arg(1)})
		return value{}, true
	case "sqlite3.Database", "better-sqlite3", "sqlite3.verbose().Database", "bun:sqlite.Database":
		v := arg(0)
		t.file(n, Write, v, []value{})
		return object("db", v), true
	}
	switch base := c.base(); base {
	case "then", "catch", "finally", "pipe", "on", "once", "addListener":
		if v, ok := jsChain(t, c, base); ok {
			return v, true
		}
	case "call", "apply", "bind":
		if f, ok := jsFunctionMethod(t, c, base); ok {
			return f, true
		}
	case "listen":
		if v := arg(0); v.kind == vNum || v.kind == vUnknown && len(c.args) > 0 || v.kind == vDict {
			host := str("0.0.0.0")
			if h, ok := c.arg(1, ""); ok && h.kind == vStr {
				host = h
			}
			if h, ok := c.option("host"); ok {
				host = h
			}
			if p, ok := v.key("port"); ok {
				v = p
			}
			t.plain(n, Listen, concat(concat(host, str(":")), v), nil)
		}
		t.callbacks(c, value{})
		return value{}, true
	}
	if strings.Contains(c.name, ".?") && !strings.HasSuffix(c.name, "[]") {
		switch moduleOf(c.name) {
		case "fs", "child_process", "globalThis", "process", "Reflect", "vm", "module", "Deno", "Bun", "require", "http", "https", "net":
			t.issue(n, "calls something of "+moduleOf(c.name)+" that is chosen while running")
			return ref("globalThis.?"), true
		}
	}
	return value{}, false
}

// jsValue gives the value of a known text as an expression.
func (t *tree) jsValue(n *node, text string) value {
	if t.texts >= 6 {
		return value{}
	}
	p := newBraceParser(text, Node)
	outer := t.anchor
	if t.anchor == nil {
		t.anchor = n
	}
	t.texts++
	v := t.eval(p.expressions())
	t.texts--
	t.anchor = outer
	return v
}

// jsKeys lists what is in an object.
func jsKeys(c *call, v value) value {
	if v.kind != vDict && v.kind != vList {
		if c.base() == "entries" {
			return many(list(value{tags: v.allTags()}, value{tags: v.allTags()}))
		}
		return many(value{tags: v.allTags()})
	}
	out := list()
	for i, it := range v.items {
		key := num(itoa(i))
		if v.kind == vDict {
			key = str(v.keys[i])
			if v.keys[i] == "\x00" {
				key = value{}
			}
		}
		switch c.base() {
		case "values":
			out.items = append(out.items, it)
		case "entries":
			out.items = append(out.items, list(key, it))
		default:
			out.items = append(out.items, key)
		}
	}
	return out
}

// jsSpawn is what runs a program.
func jsSpawn(t *tree, c *call) value {
	n := c.node
	first, _ := c.arg(0, "")
	tag := commandTag(first)
	out := unknown(tag)
	done := func() value {
		for _, a := range c.args {
			if a.kind == vFunc {
				t.callValue(a, &call{node: n, args: []value{constant("null"), out, out}, fill: &out})
			}
		}
		return object("process", out)
	}
	switch c.name {
	case "child_process.exec":
		t.shell(n, first, nil)
		return done()
	case "Deno.run":
		cmd, _ := c.option("cmd")
		t.run(n, cmd, nil)
		return done()
	case "Bun.spawn", "Bun.spawnSync":
		if first.kind == vDict {
			first, _ = first.key("cmd")
		}
		t.run(n, first, nil)
		return done()
	}
	words := list(first)
	if a, ok := c.arg(1, ""); ok && c.name != "Deno.Command" {
		if items, known := t.items(a); known && a.kind == vList {
			words.items = append(words.items, items...)
		} else if a.kind == vUnknown {
			words.items = append(words.items, value{tags: a.allTags()})
		}
	}
	if c.name == "Deno.Command" {
		if a, ok := c.option("args"); ok {
			if items, known := t.items(a); known {
				words.items = append(words.items, items...)
			} else {
				words.items = append(words.items, value{tags: a.allTags()})
			}
		}
	}
	if c.name == "child_process.fork" {
		words.items = append([]value{str("node")}, words.items...)
	}
	var input []value
	if v, ok := c.option("input"); ok {
		input = append(input, v)
	}
	if sh, ok := c.option("shell"); ok && !sh.isFalse() {
		v := t.joined(str(" "), words)
		t.shell(n, v, input)
	} else {
		t.run(n, words, input)
	}
	if o, ok := c.option("cwd"); ok && o.kind != vConst {
		t.file(n, Chdir, o, nil)
	}
	if o, ok := c.option("stdio"); ok {
		for _, tg := range o.allTags() {
			if strings.HasPrefix(tg, "net:") {
				t.emit(n, Effect{Kind: Connect, Target: strings.TrimPrefix(tg, "net:"), Known: !strings.HasSuffix(tg, "*"), Entry: "tunnel-or-reverse-shell", Why: "gives a program's input and output to a connection", Data: []string{tg}})
			}
		}
	}
	return done()
}

// jsRequest is http.request and http.get.
func jsRequest(t *tree, c *call) value {
	target, _ := c.arg(0, "")
	verb := "fetch"
	if target.kind == vDict {
		host, ok := target.key("hostname")
		if !ok {
			host, _ = target.key("host")
		}
		p, _ := target.key("path")
		scheme := "http://"
		if strings.HasPrefix(c.name, "https") {
			scheme = "https://"
		}
		if port, ok := target.key("port"); ok {
			host = concat(concat(host, str(":")), port)
		}
		if body(target) {
			verb = "send"
		}
		u := concat(concat(str(scheme), host), p)
		u.tags = union(u.tags, target.allTags())
		target = u
	}
	out := value{tags: c.tags()}
	target = target.asText()
	d := &call{node: c.node, name: c.name, args: append([]value{target}, c.args...), named: c.named, rest: c.rest}
	if c.args[0].kind == vDict {
		d.args = append([]value{target}, c.args[1:]...)
	}
	eff := t.net(c.node, verb, target, d, &out)
	res := unknown(netTag(target))
	for _, a := range c.args {
		if a.kind == vFunc {
			t.callValue(a, &call{node: c.node, args: []value{object("response", res)}, fill: &res})
		}
	}
	o := object("http.ClientRequest", target)
	o.eff = eff
	return o
}

// jsFetch is fetch and libraries like it.
func jsFetch(t *tree, c *call) value {
	target, _ := c.arg(0, "")
	verb := "fetch"
	if target.kind == vDict {
		if body(target) {
			verb = "send"
		}
		u, ok := target.key("url")
		if !ok {
			u, _ = target.key("uri")
		}
		u.tags = union(u.tags, target.allTags())
		target = u
	}
	out := value{tags: c.tags()}
	target = target.asText()
	d := &call{node: c.node, name: c.name, args: append([]value{target}, c.args...), rest: c.rest}
	if len(c.args) > 0 {
		d.args = append([]value{target}, c.args[1:]...)
	}
	t.net(c.node, verb, target, d, &out)
	res := unknown(netTag(target))
	for _, a := range c.args {
		if a.kind == vFunc {
			t.callValue(a, &call{node: c.node, args: []value{constant("null"), res, res}, fill: &res})
		}
	}
	o := object("response", res)
	o.tags = union(o.tags, res.tags)
	return o
}

// jsConnect is net.connect(port, host) in its forms.
func jsConnect(t *tree, c *call) value {
	first, _ := c.arg(0, "")
	var to value
	switch {
	case first.kind == vDict:
		host, ok := first.key("host")
		if !ok {
			host = str("localhost")
		}
		port, _ := first.key("port")
		to = concat(concat(host, str(":")), port)
	case first.kind == vStr && strings.ContainsAny(first.text, "/"):
		to = first
	default:
		host := str("localhost")
		if h, ok := c.arg(1, ""); ok && h.kind != vFunc {
			host = h
		}
		to = concat(concat(host, str(":")), first)
	}
	t.plain(c.node, Connect, to, nil)
	to.tags = union(to.tags, []string{netTag(to)})
	o := object("net.Socket", to)
	if c.recv != nil && c.recv.kind == vObj && c.recv.of != nil {
		*c.recv.of = to
		o = *c.recv
	}
	t.callbacks(c, o)
	return o
}

// jsChain is for promises, events and streams.
func jsChain(t *tree, c *call, base string) (value, bool) {
	if c.recv == nil {
		return value{}, false
	}
	in := value{tags: c.recv.allTags(), temp: c.recv.temp}
	switch base {
	case "then":
		in = *c.recv
		out := in
		for _, a := range c.args {
			if t.callable(a) || a.kind == vFunc {
				out = t.callValue(a, &call{node: c.node, args: []value{in}, fill: &value{tags: in.allTags()}})
			}
		}
		return out, true
	case "catch", "finally":
		t.callbacks(c, value{})
		return *c.recv, true
	case "pipe":
		to, _ := c.arg(0, "")
		if t.flow(to, []value{in}) {
			return to, true
		}
		if to.kind == vObj && strings.HasPrefix(to.text, "net.Socket") || strings.Contains(c.recv.text, "net.Socket") {
			for _, tg := range union(to.allTags(), in.tags) {
				if strings.HasPrefix(tg, "net:") {
					e := Effect{Kind: Send, Target: strings.TrimPrefix(tg, "net:"), Known: !strings.HasSuffix(tg, "*"), Data: in.tags}
					for _, other := range union(to.allTags(), in.tags) {
						if strings.HasPrefix(other, "cmd:") {
							e.Entry, e.Why = "tunnel-or-reverse-shell", "gives a program's input and output to a connection"
						}
					}
					if !e.Known {
						e.Prefix, e.Target = strings.TrimSuffix(e.Target, "*"), ""
					}
					t.emit(c.node, e)
				}
			}
		}
		return to, true
	}
	for _, a := range c.args {
		if a.kind == vFunc {
			t.callValue(a, &call{node: c.node, args: []value{in}, fill: &in})
		}
	}
	return *c.recv, true
}

// jsFunctionMethod is f.call, f.apply and f.bind.
func jsFunctionMethod(t *tree, c *call, base string) (value, bool) {
	f := value{}
	switch {
	case c.recv != nil && c.recv.kind == vFunc:
		f = *c.recv
	case strings.HasSuffix(c.name, "."+base) && len(c.name) > len(base)+1:
		f = ref(c.name[:len(c.name)-len(base)-1])
		f.of = c.recv
		if c.recv != nil && c.recv.kind == vUnknown && f.text == "" {
			return value{}, false
		}
	default:
		return value{}, false
	}
	args := c.args
	if len(args) > 0 {
		args = args[1:]
	}
	d := &call{node: c.node, args: args, rest: c.rest}
	switch base {
	case "bind":
		of := list(append([]value{f}, args...)...)
		return value{kind: vObj, text: "partial", of: &of}, true
	case "apply":
		d.args = nil
		if len(args) > 0 {
			items, known := t.items(args[0])
			d.args = items
			if !known {
				d.args = nil
				d.more(args[0])
			}
		}
	}
	return t.callValue(f, d), true
}

package code

import (
	"sort"
	"strings"
)

var nodeLang = language{
	lang:    Node,
	global:  jsGlobal,
	attr:    jsAttr,
	method:  jsMethod,
	call:    jsCall,
	imports: jsImport,
	rows:    jsRows[:],
	methods: jsMethods[:],
	this:    "this",
	maker:   "constructor",
}

// jsGlobal gives the meaning of a name that the text does not bind.
func jsGlobal(t *tree, name string) value {
	switch name {
	case "process", "require", "module", "exports", "console", "fetch", "eval", "Function", "Buffer", "atob", "btoa", "setTimeout", "setInterval", "setImmediate", "queueMicrotask",
		"Deno", "Bun", "JSON", "Object", "Promise", "String", "parseInt", "Number", "decodeURIComponent", "decodeURI", "unescape", "encodeURIComponent", "escape", "XMLHttpRequest", "WebSocket",
		"URL", "Array", "Reflect", "Proxy", "navigator", "$", "Worker", "EventSource", "Uint8Array", "TextDecoder", "WebAssembly", "axios", "structuredClone", "document", "chrome", "browser", "\x00keys", "import":
		return ref(name)
	case "globalThis", "global", "window", "self", "root", "this":
		return ref("globalThis")
	case "fs", "path", "os", "child_process", "http", "https", "net", "crypto", "util", "url", "vm", "dns", "zlib", "stream", "events", "assert", "cluster", "readline", "tls", "dgram", "querystring", "worker_threads", "repl", "v8", "inspector": // bound already in node -e
		return ref(name)
	case "__dirname":
		return jsDir(t)
	case "__filename":
		if t.path() != "" {
			return str(t.in.Path)
		}
		return str("./[eval]")
	case "NaN", "Infinity":
		return value{}
	}
	return value{}
}

func jsDir(t *tree) value {
	if t.path() != "" {
		return parent(str(t.in.Path)).asText()
	}
	return str(".")
}

// jsModules are modules whose use alone does nothing.
var jsModules = [...]string{
	"@babel/core", "@babel/parser", "@octokit/rest", "@playwright/test", "@testing-library/react", "@types/node", "@vitejs/plugin-react", "acorn", "ajv", "assert",
	"async_hooks", "autoprefixer", "axios", "better-sqlite3", "bluebird", "body-parser", "buffer", "chai", "chalk", "cheerio", "child_process", "chokidar", "cluster",
	"commander", "console", "cors", "cross-spawn", "crypto", "csv-parse", "date-fns", "dayjs", "debug", "del", "dgram", "diagnostics_channel", "dns", "dotenv", "ejs",
	"esbuild", "eslint", "events", "execa", "express", "fast-glob", "fastify", "fs", "fs-extra", "glob", "globby", "got", "graceful-fs", "handlebars", "http", "http2",
	"https", "immer", "inspector", "jest", "joi", "js-yaml", "jsdom", "jsonwebtoken", "knex", "ky", "lodash", "luxon", "marked", "memfs", "minimatch", "mkdirp", "mocha",
	"module", "moment", "mongodb", "mongoose", "mysql", "mysql2", "nanoid", "needle", "net", "next", "node-fetch", "nodemailer", "openai", "os", "p-limit", "path",
	"perf_hooks", "pg", "playwright", "postcss", "prettier", "process", "punycode", "puppeteer", "querystring", "ramda", "react", "react-dom", "readline", "redis",
	"reflect-metadata", "repl", "request", "rimraf", "rollup", "rxjs", "semver", "sequelize", "sharp", "shelljs", "shx", "sinon", "slugify", "socket.io", "sqlite3",
	"stream", "string_decoder", "superagent", "supertest", "svelte", "tailwindcss", "terser", "test", "timers", "tls", "trace_events", "ts-morph", "ts-node", "tslib",
	"tty", "typescript", "underscore", "undici", "url", "util", "uuid", "v8", "vite", "vitest", "vm", "vue", "webpack", "winston", "worker_threads", "ws", "yaml", "yargs",
	"zlib", "zod", "zx",
}

// jsImport notes that a module is loaded.
func jsImport(t *tree, module string, n *node) value {
	module = strings.TrimPrefix(strings.TrimPrefix(module, "node:"), "bun:")
	if !t.imported[module] {
		t.imported[module] = true
		t.report.Imports = append(t.report.Imports, module)
	}
	base := module
	if i := strings.IndexByte(module, '/'); i > 0 && module[0] != '@' && module[0] != '.' {
		base = module[:i]
	}
	i := sort.SearchStrings(jsModules[:], base)
	switch {
	case i < len(jsModules) && jsModules[i] == base:
	case strings.HasPrefix(module, ".") && strings.HasSuffix(module, ".json"), strings.HasPrefix(module, "/") && strings.HasSuffix(module, ".json"):
		t.file(n, Read, str(module), nil)
		return unknown(fileTag(t, str(module)))
	default:
		t.emit(n, Effect{Kind: Import, Target: module, Known: module != ""})
		if len(t.foreign) < 50 {
			t.foreign = append(t.foreign, module)
		}
	}
	return ref(jsCanonical(module))
}

// jsCanonical is the name under which the tables know a module.
func jsCanonical(module string) string {
	switch module {
	case "fs/promises", "fs-extra", "graceful-fs":
		return "fs"
	case "path/posix", "path/win32":
		return "path"
	case "node-fetch", "cross-fetch", "isomorphic-fetch":
		return "fetch"
	case "dns/promises":
		return "dns"
	case "timers/promises", "timers":
		return "timers"
	case "readline/promises":
		return "readline"
	case "cross-spawn":
		return "child_process.spawn"
	case "mysql2/promise", "mysql2":
		return "mysql"
	case "globby", "fast-glob":
		return "glob"
	case "dotenv/config":
		return "dotenv"
	}
	return module
}

// jsName brings the several names of one function to one: fs.promises.rm,
// fs.rmSync and fs.rm.
func jsName(name string) string {
	if strings.HasPrefix(name, "globalThis.") {
		name = name[len("globalThis."):]
	}
	switch moduleOf(name) {
	case "fs":
		name = strings.Replace(name, "fs.promises.", "fs.", 1)
		name = strings.TrimSuffix(name, "Sync")
	case "child_process":
		name = strings.TrimSuffix(name, "Sync")
	case "zlib", "crypto":
		name = strings.TrimSuffix(name, "Sync")
	}
	return name
}

// jsAttr gives attributes that mean more than their name.
func jsAttr(t *tree, obj value, name string, n *node) (value, bool) {
	switch name {
	case "constructor", "__proto__", "prototype":
		switch {
		case name == "prototype" || name == "__proto__":
			if obj.kind == vClass {
				return obj, true
			}
			return value{tags: obj.tags}, obj.kind != vInst
		case obj.kind == vInst:
			return value{kind: vClass, class: obj.inst.class}, true
		case obj.kind == vFunc || obj.kind == vClass || obj.kind == vRef && (obj.text == ".constructor" || obj.text == "Function" || obj.text != "process" && obj.text != "module" && obj.text != "globalThis"):
			return ref("Function"), true
		case obj.kind == vRef && obj.text == "module":
			return ref("module"), true
		}
		return ref(".constructor"), true
	case "length":
		if obj.kind == vStr || obj.kind == vList || obj.kind == vUnknown {
			return value{}, true
		}
	case "raw":
		return obj, obj.kind == vStr
	}
	switch obj.kind {
	case vRef:
		switch obj.text {
		case "globalThis":
			if v, ok := t.lookup(name); ok {
				return v, true
			}
			return jsGlobal(t, name), true
		case "process":
			switch name {
			case "env":
				r := ref("process.env")
				r.tags = []string{"env"}
				return r, true
			case "argv", "execArgv", "argv0":
				if t.in.Args != nil && name == "argv" {
					out := list(str("node"))
					if t.path() != "" {
						out.items = append(out.items, str(t.in.Path))
					}
					for _, a := range t.in.Args {
						out.items = append(out.items, str(a))
					}
					return out, true
				}
				return unknown("arg"), true
			case "execPath":
				return str("node"), true
			case "stdin":
				return unknown("stdin"), true
			case "platform", "version", "versions", "pid", "arch", "uptime":
				return value{}, true
			case "mainModule":
				return ref("module"), true
			}
		case "process.env", "Deno.env", "Bun.env", "import.meta.env":
			if name != "toObject" && name != "get" {
				return t.env(n, str(name), value{}), true
			}
		case "import.meta":
			switch name {
			case "dirname", "dir":
				return jsDir(t), true
			case "filename", "path", "url":
				return jsGlobal(t, "__filename"), true
			case "env":
				return ref("import.meta.env"), true
			}
		case "Bun":
			if name == "env" {
				r := ref("process.env")
				r.tags = []string{"env"}
				return r, true
			}
		case "Deno":
			if name == "args" {
				return unknown("arg"), true
			}
		case "path":
			switch name {
			case "sep":
				return str("/"), true
			case "posix", "win32":
				return obj, true
			}
		case "os":
			if name == "EOL" {
				return str("\n"), true
			}
		case "module":
			if name == "require" {
				return ref("require"), true
			}
		case "fs":
			if name == "promises" {
				return obj, true
			}
		}
		if name == "default" {
			return obj, true
		}
	case vObj:
		if name == "env" && obj.text == "process" {
			return ref("process.env"), true
		}
		if obj.text == "url" {
			switch name {
			case "pathname", "href", "host", "hostname", "searchParams", "search":
				return obj.asText(), true
			}
		}
	}
	return value{}, false
}

// jsMethod is for methods of texts, lists and objects.
func jsMethod(t *tree, c *call) (value, bool) {
	v := *c.recv
	name := c.name[1:]
	arg := func(i int) value {
		a, _ := c.arg(i, "")
		return a
	}
	switch v.kind {
	case vStr, vNum, vUnknown, vConst:
		switch name {
		case "toString", "toLocaleString", "valueOf", "toWellFormed", "normalize":
			if how, ok := c.arg(0, ""); ok {
				switch how.text {
				case "utf8", "utf-8", "ascii", "latin1", "binary", "utf16le":
					return v, true
				}
				return value{tags: v.allTags()}, true
			}
			return v, true
		case "concat":
			out := v
			for _, a := range c.args {
				out = concat(out, a)
			}
			return out, true
		case "charAt", "at":
			return t.index(v, arg(0), c.node), true
		case "charCodeAt", "codePointAt":
			ch := t.index(v, arg(0), c.node)
			if ch.kind == vStr {
				for _, r := range ch.text {
					return num(itoa(int(r))), true
				}
			}
			return value{tags: v.tags}, true
		case "slice", "substring", "substr":
			return jsSlice(v, c, name), true
		case "repeat":
			return repeat(v, arg(0)), true
		case "padStart", "padEnd", "match", "matchAll", "search", "test", "exec":
			if name == "exec" || v.kind != vStr && v.kind != vConst {
				break
			}
			return value{tags: union(v.tags, c.tags())}, true
		}
		if v.kind == vStr || v.kind == vNum || len(v.tags) > 0 || v.text != "" {
			if w, ok := t.textMethod(c, v, name); ok {
				return w, true
			}
		}
	case vList:
		switch name {
		case "join":
			sep := str(",")
			if len(c.args) > 0 {
				sep = arg(0)
			}
			return t.joined(sep, v), true
		case "reverse", "toReversed":
			return reversed(v), true
		case "concat":
			out := value{kind: vList, items: append([]value{}, v.items...), tags: v.tags}
			for _, a := range c.args {
				if a.kind == vList {
					out.items = append(out.items, a.items...)
				} else {
					out.items = append(out.items, a)
				}
			}
			return out, true
		case "map", "flatMap", "filter", "forEach", "find", "some", "every", "sort", "reduce", "findIndex":
			f := arg(0)
			if name == "reduce" || name == "sort" {
				t.callbacks(c, summary(v.items, v))
				return value{tags: union(v.allTags(), c.tags())}, true
			}
			out := t.mapped(c, f, v, name == "filter" || name == "find")
			if name == "find" {
				items, _ := t.items(out)
				return summary(items, out), true
			}
			return out, true
		case "slice":
			return jsSlice(v, c, name), true
		case "flat", "values", "entries", "keys", "toSorted":
			if name == "entries" {
				out := list()
				for i, it := range v.items {
					out.items = append(out.items, list(num(itoa(i)), it))
				}
				return out, true
			}
			if name == "keys" {
				return many(value{}), true
			}
			return v, true
		case "push", "unshift", "splice", "fill":
			return value{}, true
		case "pop", "shift", "at":
			return summary(v.items, v), true
		case "includes", "indexOf":
			return value{}, true
		case "toString":
			return t.joined(str(","), v), true
		}
	}
	return value{}, false
}

// jsSlice is part of a text or list.
func jsSlice(v value, c *call, name string) value {
	var at [3]int
	var have [3]bool
	for i, a := range c.args {
		if i > 1 {
			break
		}
		x, ok := wholeNumber(a)
		if !ok {
			return value{tags: v.allTags(), coded: true}
		}
		at[i], have[i] = x, true
	}
	size := -1
	switch {
	case v.kind == vStr && !v.glob:
		size = len(v.text)
	case v.kind == vList:
		size = len(v.items)
	}
	if size < 0 {
		return value{tags: v.allTags(), coded: true, temp: v.temp}
	}
	if name == "substr" && have[1] {
		if at[0] < 0 {
			at[0] += size
		}
		at[1] += at[0]
	}
	if name == "substring" {
		at[0], at[1] = max(at[0], 0), max(at[1], 0)
		if have[1] && at[0] > at[1] {
			at[0], at[1] = at[1], at[0]
		}
	}
	idx := sliceIndexes(size, at, have)
	if v.kind == vList {
		out := value{kind: vList, tags: v.tags}
		for _, i := range idx {
			out.items = append(out.items, v.items[i])
		}
		return out
	}
	b := make([]byte, 0, len(idx))
	for _, i := range idx {
		b = append(b, v.text[i])
	}
	return value{kind: vStr, text: string(b), tags: v.tags, coded: v.coded}
}

package code

import (
	"path"
	"strconv"
	"strings"
	"sync"
)

// pyCall is for calls that no row describes.
func pyCall(t *tree, c *call) (value, bool) {
	n := c.node
	switch c.name {
	case "open", "io.open", "codecs.open", "gzip.open", "bz2.open", "lzma.open", "io.FileIO", "file", "path.open", "aiofiles.open", "fsspec.open", "builtins.open", "tokenize.open":
		return pyOpen(t, c), true
	case "zipfile.ZipFile", "tarfile.open", "tarfile.TarFile", "h5py.File", "wave.open", "shelve.open", "dbm.open", "zipfile.PyZipFile":
		return pyArchive(t, c), true
	case "str", "unicode", "path.as_posix", "path.__str__", "path.resolve", "path.absolute", "path.expanduser", "os.fspath", "os.fsdecode", "os.fsencode", "path.__fspath__", "repr", "format", "ascii":
		v := value{}
		if c.recv != nil && strings.HasPrefix(c.name, "path.") {
			v = *c.recv
			if c.name == "path.resolve" || c.name == "path.absolute" || c.name == "path.expanduser" {
				return v, true
			}
		} else if a, ok := c.arg(0, ""); ok {
			v = a
		} else {
			return str(""), true
		}
		if v.kind == vRef || v.kind == vList || v.kind == vDict || v.kind == vInst {
			return value{tags: v.allTags()}, true
		}
		return v.asText(), true
	case "bytes", "bytearray", "memoryview":
		v, ok := c.arg(0, "")
		if !ok {
			return str(""), true
		}
		if v.kind == vList {
			return characters(v), true
		}
		return v, true
	case "chr", "unichr":
		v, _ := c.arg(0, "")
		return character(v), true
	case "ord":
		v, _ := c.arg(0, "")
		if v.kind == vStr && !v.glob {
			for i, r := range v.text {
				if i == 0 {
					return num(strconv.Itoa(int(r))), true
				}
			}
		}
		return value{tags: v.tags}, true
	case "int":
		v, _ := c.arg(0, "")
		base := 10
		if b, ok := c.arg(1, "base"); ok {
			base, _ = strconv.Atoi(b.text)
		}
		if x, known := v.textual(); known && base >= 0 && base <= 36 && base != 1 {
			if k, err := strconv.ParseInt(strings.TrimSpace(x), base, 64); err == nil {
				return num(strconv.FormatInt(k, 10)), true
			}
		}
		return value{tags: v.tags}, true
	case "bytes.fromhex", "bytearray.fromhex", "binascii.unhexlify", "binascii.a2b_hex":
		v, _ := c.arg(0, "")
		return decoded(v, "hex"), true
	case "base64.b64decode", "base64.urlsafe_b64decode", "base64.standard_b64decode", "base64.decodebytes", "binascii.a2b_base64", "base64.decodestring":
		v, _ := c.arg(0, "s")
		return decoded(v, "base64"), true
	case "base64.b32decode":
		v, _ := c.arg(0, "s")
		return decoded(v, "base32"), true
	case "base64.b16decode":
		v, _ := c.arg(0, "s")
		return decoded(v, "hex"), true
	case "base64.b85decode", "base64.a85decode", "zlib.decompress", "gzip.decompress", "bz2.decompress", "lzma.decompress", "marshal.loads":
		v, _ := c.arg(0, "")
		return value{tags: v.allTags(), coded: true}, true
	case "urllib.parse.unquote", "urllib.parse.unquote_plus", "urllib.unquote":
		v, _ := c.arg(0, "")
		return decoded(v, "url"), true
	case "codecs.decode", "codecs.encode":
		v, _ := c.arg(0, "obj")
		how, _ := c.arg(1, "encoding")
		return pyCodec(v, how), true
	case "list", "tuple", "set", "frozenset", "iter", "sorted":
		v, ok := c.arg(0, "")
		if !ok {
			return list(), true
		}
		if items, known := t.items(v); known {
			t.callbacks(&call{node: n, named: c.named, recv: &v}, value{})
			return value{kind: vList, items: items, tags: v.tags, coded: v.coded}, true
		}
		return v, true
	case "dict", "collections.OrderedDict", "collections.defaultdict":
		return pyDict(c), true
	case "reversed":
		v, _ := c.arg(0, "")
		if items, known := t.items(v); known {
			return reversed(list(items...)), true
		}
		return reversed(v), true
	case "enumerate":
		v, _ := c.arg(0, "")
		items, known := t.items(v)
		if !known {
			return many(list(value{}, summary(items, v))), true
		}
		out := list()
		for i, it := range items {
			out.items = append(out.items, list(num(strconv.Itoa(i)), it))
		}
		return out, true
	case "zip":
		return pyZip(t, c), true
	case "range", "xrange":
		return pyRange(c), true
	case "map", "filter":
		f, _ := c.arg(0, "")
		over, _ := c.arg(1, "")
		return t.mapped(c, f, over, c.name == "filter"), true
	case "next", "min", "max", "random.choice":
		v, _ := c.arg(0, "")
		items, _ := t.items(v)
		return summary(items, v), true
	case "functools.reduce", "functools.partial", "partial":
		if c.base() == "partial" {
			of := list(c.args...)
			return value{kind: vObj, text: "partial", of: &of}, true
		}
	case "getattr":
		obj, _ := c.arg(0, "")
		name, _ := c.arg(1, "")
		if text, known := name.textual(); known {
			v := t.attr(obj, text, n)
			if v.kind == vUnknown && len(c.args) > 2 {
				v = merge(v, c.args[2])
			}
			return v, true
		}
		if obj.kind == vRef {
			r := ref(obj.text + ".?")
			r.tags = name.tags
			return r, true
		}
		return value{tags: union(obj.allTags(), name.allTags())}, true
	case "setattr":
		obj, _ := c.arg(0, "")
		name, _ := c.arg(1, "")
		v, _ := c.arg(2, "")
		if text, known := name.textual(); known {
			t.setAttr(obj, text, v, n)
		}
		return constant("None"), true
	case "globals", "locals", "vars":
		if v, ok := c.arg(0, ""); ok && c.name == "vars" {
			if v.kind == vRef {
				return v, true
			}
			return value{tags: v.allTags()}, true
		}
		return value{kind: vObj, text: "names", of: &value{}}, true
	case "names.get", "names.__getitem__", "names[]":
		v, _ := c.arg(0, "")
		return pyName(t, v), true
	case "super":
		if v, ok := t.lookup("self"); ok && v.kind == vInst {
			if b, ok := libraryBase(v.inst.class); ok {
				return object(b, value{}), true
			}
		}
		return value{}, true
	case "__import__", "importlib.import_module", "importlib.__import__", "imp.load_module", "pkgutil.find_loader":
		v, _ := c.arg(0, "name")
		text, known := v.textual()
		if !known {
			t.emitTarget(n, Import, v, nil)
			t.issue(n, "imports a module whose name is not known")
			return ref("builtins.?"), true
		}
		m := t.lang.imports(t, text, n)
		if c.name == "__import__" && len(c.args) < 4 {
			return ref(pyCanonical(moduleOf(text))), true
		}
		return m, true
	case "eval", "exec", "builtins.eval", "builtins.exec", "timeit.timeit", "timeit.repeat", "cProfile.run", "profile.run", "pdb.run", "code.interact", "code.InteractiveInterpreter.runsource", "runpy._run_code":
		v, ok := c.arg(0, "source|stmt")
		if !ok {
			return value{}, true
		}
		t.evalText(n, v)
		if c.base() == "eval" { // the value of what was run
			if x, known := v.textual(); known {
				if m := t.evalValue(n, x); m.kind != vUnknown {
					return m, true
				}
			}
		}
		return value{tags: v.allTags()}, true
	case "compile", "ast.parse":
		v, _ := c.arg(0, "source")
		return v, true
	case "ast.literal_eval", "types.CodeType":
		v, _ := c.arg(0, "")
		return value{tags: v.allTags()}, true
	case "os.getenv", "os.environ.get", "os.environ[]", "os.environ.pop", "os.environ.setdefault", "os.environ.__getitem__":
		v, _ := c.arg(0, "key")
		out := t.env(n, v, value{})
		if def, ok := c.arg(1, "default"); ok && out.kind != vStr {
			out.tags = union(out.tags, def.tags)
		}
		return out, true
	case "subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output", "subprocess.Popen", "asyncio.create_subprocess_exec", "asyncio.subprocess.create_subprocess_exec":
		return pySubprocess(t, c), true
	case "os.execl", "os.execle", "os.execlp", "os.execlpe", "os.spawnl", "os.spawnle", "os.spawnlp", "os.spawnlpe",
		"os.execv", "os.execve", "os.execvp", "os.execvpe", "os.spawnv", "os.spawnve", "os.spawnvp", "os.spawnvpe", "os.posix_spawn", "os.posix_spawnp":
		return pyExec(t, c), true
	case "os.path.join", "pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "pathlib.PurePosixPath", "path.joinpath", "path.with_name", "path.with_suffix", "path.with_stem", "path.relative_to", "pathlib.WindowsPath",
		"path.rename", "path.replace", "path.__truediv__":
		return pyPath(t, c)
	case "os.path.expanduser", "os.path.expandvars", "os.path.abspath", "os.path.realpath", "os.path.normpath", "os.path.dirname", "os.path.basename", "os.path.splitext", "os.path.relpath", "os.path.normcase", "shlex.quote":
		return pyPathText(t, c), true
	case "os.getcwd", "os.getcwdb", "pathlib.Path.cwd", "path.cwd":
		here := str(".")
		if t.cwd != nil {
			here = *t.cwd
		}
		if strings.HasSuffix(c.name, "cwd") && c.name[0] == 'p' {
			return pathObject(here), true
		}
		return here, true
	case "pathlib.Path.home", "path.home":
		return pathObject(str("~")), true
	case "glob.glob", "glob.iglob", "path.glob", "path.rglob":
		return pyGlob(t, c), true
	case "os.listdir", "os.scandir", "path.iterdir", "os.walk", "os.fwalk", "path.walk":
		return pyList(t, c), true
	case "shlex.split", "shlex.join":
		v, _ := c.arg(0, "")
		if c.name == "shlex.join" {
			return t.joined(str(" "), v), true
		}
		if x, known := v.textual(); known && !strings.ContainsAny(x, `"'\`) {
			return splitOn(v, value{}, -1), true
		}
		return value{tags: v.allTags(), text: v.text}, true
	case "print", "pprint.pprint", "sys.stdout.write", "sys.stderr.write", "logging.info", "logging.debug", "logging.warning", "logging.error", "rich.print":
		if f, ok := c.arg(-1, "file"); ok {
			t.flow(f, c.args)
		}
		t.print(n, c)
		return constant("None"), true
	case "json.load", "json.loads", "yaml.safe_load", "yaml.safe_load_all", "json.dumps", "copy.deepcopy", "copy.copy", "io.StringIO", "io.BytesIO", "io.TextIOWrapper", "io.BufferedReader":
		v, _ := c.arg(0, "")
		if strings.HasPrefix(c.name, "io.") {
			o := object("memory", value{tags: v.allTags()})
			return o, true
		}
		if c.name == "json.loads" && v.kind == vStr {
			return value{tags: v.tags, coded: v.coded}, true
		}
		if c.base() == "deepcopy" || c.base() == "copy" {
			return v, true
		}
		if c.base() == "load" || c.base() == "loads" || c.base() == "dumps" {
			return value{tags: v.allTags()}, true
		}
	case "yaml.load", "yaml.load_all":
		v, _ := c.arg(0, "stream")
		loader, ok := c.arg(1, "Loader")
		if !ok || !strings.Contains(loader.text, "Safe") {
			t.file(n, Load, v, nil)
		}
		return value{tags: v.allTags()}, true
	case "urllib.request.urlopen", "urllib.request.urlretrieve", "urllib.urlopen", "urllib.urlretrieve", "urllib.request.OpenerDirector.open":
		return pyURLOpen(t, c), true
	case "urllib.request.Request", "requests.Request":
		v, _ := c.arg(0, "url")
		o := object("request", v)
		if c.name == "requests.Request" {
			v, _ = c.arg(1, "url")
			o = object("request", v)
		}
		o.tags = union(o.tags, c.tags())
		if d, ok := c.arg(1, "data"); ok && !d.isFalse() {
			o.keys = []string{"data"}
			o.items = []value{d}
		}
		if m, ok := c.arg(-1, "method"); ok && strings.ToUpper(m.text) != "GET" {
			o.keys = append(o.keys, "method")
			o.items = append(o.items, m)
		}
		return o, true
	case "requests.request", "httpx.request", "requests.Session.request", "httpx.Client.request", "aiohttp.ClientSession.request", "httpx.stream", "urllib3.PoolManager.request", "urllib3.request":
		verb := "send"
		if m, ok := c.arg(0, "method"); ok && (strings.EqualFold(m.text, "GET") || strings.EqualFold(m.text, "HEAD")) {
			verb = "fetch"
		}
		v, _ := c.arg(1, "url")
		out := value{tags: c.tags()}
		t.net(n, verb, v, c, &out)
		return out, true
	case "http.client.HTTPConnection.request", "http.client.HTTPSConnection.request", "http.client.HTTPConnection.putrequest", "http.client.HTTPSConnection.putrequest":
		host := value{}
		if c.recv != nil {
			host = c.recv.asText()
		}
		path, _ := c.arg(1, "url")
		target := concat(concat(str("http://"), host), path)
		verb := "send"
		if m, ok := c.arg(0, "method"); ok && (m.text == "GET" || m.text == "HEAD") && len(c.args) < 3 {
			verb = "fetch"
		}
		out := value{tags: c.tags()}
		t.net(n, verb, target, &call{node: n, args: append([]value{target}, c.args...), named: c.named}, &out)
		if c.recv != nil {
			c.recv.of.tags = union(c.recv.of.tags, []string{netTag(target)})
		}
		return out, true
	case "os.fork", "os.forkpty", "pty.fork":
		if t.loops > 0 {
			t.issue(n, "starts copies of itself in a loop")
		}
		return value{}, true
	case "os.dup2":
		v, _ := c.arg(0, "")
		for _, tag := range v.allTags() {
			if strings.HasPrefix(tag, "net:") {
				t.emit(n, Effect{Kind: Connect, Target: strings.TrimPrefix(tag, "net:"), Known: !strings.HasSuffix(tag, "*"), Entry: "tunnel-or-reverse-shell", Why: "gives its input and output to a connection", Data: []string{tag}})
			}
		}
		return value{}, true
	case "socketserver.TCPServer", "http.server.HTTPServer", "http.server.ThreadingHTTPServer", "socketserver.ThreadingTCPServer", "socketserver.UDPServer":
		v, _ := c.arg(0, "server_address")
		t.plain(n, Listen, address(v), nil)
		t.callbacks(c, value{})
		return object("server", value{}), true
	case "threading.Thread", "multiprocessing.Process", "threading.Timer":
		t.callbacks(c, value{})
		return object("thread", value{}), true
	case "numpy.load", "pandas.read_pickle":
		v, _ := c.arg(0, "file|filepath_or_buffer")
		out := value{tags: union(c.tags(), []string{fileTag(t, v)})}
		if p, ok := c.arg(-1, "allow_pickle"); ok && !p.isFalse() || c.name == "pandas.read_pickle" {
			t.file(n, Load, v, nil)
		} else {
			t.file(n, Read, v, nil)
		}
		return out, true
	case "torch.load", "joblib.load", "dill.load", "cloudpickle.load", "pickle.load", "pickle.Unpickler", "keras.models.load_model", "tensorflow.keras.models.load_model", "pickle.loads", "dill.loads", "cloudpickle.loads", "jsonpickle.decode", "yaml.unsafe_load", "yaml.full_load":
		v, _ := c.arg(0, "f|file|filename|filepath")
		out := value{tags: union(c.tags(), []string{fileTag(t, v)})}
		if safe, ok := c.arg(-1, "weights_only"); ok && safe.isTrue() {
			t.file(n, Read, v, nil)
			return out, true
		}
		if v.kind == vUnknown || v.kind == vStr && strings.HasSuffix(c.name, "s") || v.kind == vStr && c.base() == "decode" {
			// Bytes, not a file's name: say where they come from.
			t.emit(n, Effect{Kind: Load, Data: dataOf([]value{v})})
			out = value{tags: c.tags()}
			return out, true
		}
		t.file(n, Load, v, nil)
		return out, true
	case "sum", "len", "type", "isinstance", "hasattr", "any", "all", "float", "hex", "input", "raw_input", "ascii.?":
		out := value{tags: c.tags()}
		switch c.name {
		case "input", "raw_input":
			return unknown("stdin"), true
		case "len", "isinstance", "hasattr", "type", "any", "all", "float":
			return value{}, true
		}
		return out, true
	case "exit", "quit", "sys.exit":
		return value{}, true
	}
	if name, ok := strings.CutPrefix(c.name, "ctypes."); ok {
		if v, ok := pyC(t, c, name); ok {
			return v, true
		}
	}
	if strings.Contains(c.name, ".?") && !strings.HasSuffix(c.name, "[]") {
		if pureModule(moduleOf(c.name)) {
			return value{tags: c.tags()}, true
		}
		t.issue(n, "calls something of "+moduleOf(c.name)+" that is chosen while running")
		return ref("builtins.?"), true
	}
	return value{}, false
}

// pureModule tells whether nothing of a module does more than compute.
func pureModule(name string) bool {
	switch name {
	case "math", "cmath", "operator", "json", "re", "string", "random", "statistics", "itertools", "collections", "datetime", "decimal", "fractions", "numpy", "pandas", "torch", "hashlib", "typing", "textwrap", "calendar", "ast", "argparse", "unicodedata", "scipy", "sklearn", "time", "logging", "struct", "str", "dict", "list", "enum", "types":
		return true
	}
	return false
}

// evalValue gives the value of a known text as an expression.
func (t *tree) evalValue(n *node, text string) value {
	if t.texts >= 6 {
		return value{}
	}
	p := &pyParser{toks: pyLex(text, nil), src: text}
	outer := t.anchor
	if t.anchor == nil {
		t.anchor = n
	}
	t.texts++
	e := p.expressions()
	v := value{}
	if p.lineEnds() {
		v = t.eval(e)
	}
	t.texts--
	t.anchor = outer
	return v
}

// pyName is globals()[name].
func pyName(t *tree, name value) value {
	text, known := name.textual()
	if !known {
		return ref("builtins.?")
	}
	if v, ok := t.lookup(text); ok {
		return v
	}
	return pyGlobal(t, text)
}

// mapped is map or filter of f over a list.
func (t *tree) mapped(c *call, f, over value, filter bool) value {
	items, known := t.items(over)
	one := func(it value) value {
		if f.kind == vUnknown || f.kind == vConst {
			return value{tags: union(f.tags, it.allTags())}
		}
		v := t.callValue(f, &call{node: c.node, args: []value{it}})
		if filter {
			return it
		}
		return v
	}
	if known && len(items) <= maxItems {
		out := list()
		for _, it := range items {
			out.items = append(out.items, one(it))
		}
		if filter && len(out.items) > 0 {
			return many(summary(out.items, over))
		}
		return out
	}
	return many(one(summary(items, over)))
}

// pyOpen is open(path, mode).
func pyOpen(t *tree, c *call) value {
	args := c.args
	if c.name == "path.open" && c.recv != nil {
		args = append([]value{*c.recv}, args...)
	}
	d := &call{node: c.node, args: args, named: c.named, rest: c.rest}
	p, _ := d.arg(0, "file|filename|name|urlpath")
	mode := str("r")
	if m, ok := d.arg(1, "mode"); ok {
		mode = m
	}
	o := object("file", p)
	text, known := mode.textual()
	switch {
	case !known:
		o.eff = t.file(c.node, Write, p, []value{})
		t.file(c.node, Read, p, nil)
		o.tags = union(o.tags, []string{fileTag(t, p)})
	case strings.Contains(text, "w") || strings.Contains(text, "x"):
		o.eff = t.file(c.node, Write, p, nil)
	case strings.Contains(text, "a"):
		o.eff = t.file(c.node, Append, p, nil)
	case strings.Contains(text, "+"):
		o.eff = t.file(c.node, Write, p, nil)
		t.file(c.node, Read, p, nil)
		o.tags = union(o.tags, []string{fileTag(t, p)})
	default:
		t.file(c.node, Read, p, nil)
		o.tags = union(o.tags, []string{fileTag(t, p)})
		if p.kind == vNum {
			o.tags = []string{"stdin"}
		}
	}
	return o
}

// pyArchive is the opening of an archive, to read or to write.
func pyArchive(t *tree, c *call) value {
	p, _ := c.arg(0, "file|name|filename")
	mode := str("r")
	if m, ok := c.arg(1, "mode"); ok {
		mode = m
	}
	o := object("archive", p)
	if strings.ContainsAny(mode.text, "wax") || mode.kind != vStr || c.base() == "open" && strings.Contains(c.name, "shelve") {
		o.eff = t.file(c.node, Write, p, nil)
		if strings.Contains(mode.text, "a") {
			t.file(c.node, Read, p, nil)
		}
		if strings.Contains(c.name, "shelve") {
			t.file(c.node, Load, p, nil)
		}
		return o
	}
	t.file(c.node, Read, p, nil)
	o.tags = union(o.tags, []string{fileTag(t, p)})
	return o
}

// pyCodec is codecs.decode(v, how).
func pyCodec(v, how value) value {
	switch strings.ReplaceAll(strings.ToLower(how.text), "-", "_") {
	case "rot13", "rot_13":
		return decoded(v, "rot13")
	case "hex", "hex_codec":
		return decoded(v, "hex")
	case "base64", "base64_codec", "base_64":
		return decoded(v, "base64")
	case "unicode_escape", "string_escape", "raw_unicode_escape":
		return decoded(v, "escapes")
	case "utf8", "utf_8", "ascii", "latin1", "latin_1", "":
		if how.kind == vStr || how.kind == vUnknown && len(how.tags) == 0 {
			return v
		}
	}
	return value{tags: v.allTags(), coded: true}
}

func pyDict(c *call) value {
	out := value{kind: vDict}
	if v, ok := c.arg(0, ""); ok {
		switch v.kind {
		case vDict:
			out = v
		case vList:
			for _, it := range v.items {
				if it.kind != vList || len(it.items) != 2 {
					return value{tags: v.allTags()}
				}
				k, _ := it.items[0].textual()
				out.keys, out.items = append(out.keys, k), append(out.items, it.items[1])
			}
		default:
			return value{tags: c.tags()}
		}
	}
	for _, a := range c.named {
		out.keys, out.items = append(out.keys, a.name), append(out.items, a.v)
	}
	return out
}

func pyZip(t *tree, c *call) value {
	var all [][]value
	short := -1
	for _, a := range c.args {
		items, known := t.items(a)
		if !known {
			return many(value{tags: c.tags()})
		}
		all = append(all, items)
		if short < 0 || len(items) < short {
			short = len(items)
		}
	}
	out := list()
	for i := 0; i < short; i++ {
		row := list()
		for _, items := range all {
			row.items = append(row.items, items[i])
		}
		out.items = append(out.items, row)
	}
	return out
}

func pyRange(c *call) value {
	var n [3]int
	n[2] = 1
	for i, a := range c.args {
		x, err := strconv.Atoi(a.text)
		if a.kind != vNum || err != nil || i > 2 {
			return many(value{})
		}
		n[i] = x
	}
	if len(c.args) == 1 {
		n[0], n[1] = 0, n[0]
	}
	if n[2] == 0 || c.rest != nil {
		return many(value{})
	}
	count := 0
	for i := n[0]; n[2] > 0 && i < n[1] || n[2] < 0 && i > n[1]; i += n[2] {
		if count++; count > maxItems {
			return many(value{})
		}
	}
	out := list()
	if n[0] == 0 && n[2] == 1 && count > 0 {
		out.items = counted()[:count:count]
		return out
	}
	if count > 0 {
		out.items = make([]value, count)
	}
	for k := range out.items {
		out.items[k] = num(strconv.Itoa(n[0] + k*n[2]))
	}
	return out
}

// counted are the numbers from 0. Nobody changes a list in place.
var counted = sync.OnceValue(func() []value {
	out := make([]value, maxItems)
	for i := range out {
		out[i] = num(strconv.Itoa(i))
	}
	return out
})

// pySubprocess is subprocess.run and its kin.
func pySubprocess(t *tree, c *call) value {
	if strings.HasSuffix(c.name, "create_subprocess_exec") {
		v := list(c.args...)
		t.run(c.node, v, nil)
		return object("process", value{tags: []string{commandTag(v)}})
	}
	v, _ := c.arg(0, "args")
	shell, has := c.arg(-1, "shell")
	var from []value
	for _, name := range [...]string{"input", "stdin"} {
		if a, ok := c.arg(-1, name); ok && c.rest == nil {
			from = append(from, a)
		}
	}
	if e, ok := c.arg(-1, "executable"); ok && c.rest == nil {
		v = merge(v, list(e))
	}
	if d, ok := c.arg(-1, "cwd"); ok && c.rest == nil && d.kind != vConst {
		t.file(c.node, Chdir, d, nil)
	}
	if has && !shell.isFalse() {
		t.shell(c.node, v, from)
		if !shell.isTrue() {
			t.run(c.node, v, from)
		}
	} else {
		t.run(c.node, v, from)
	}
	o := object("process", value{tags: []string{commandTag(v)}})
	if out, ok := c.arg(-1, "stdout"); ok { // its output goes there
		t.flow(out, []value{unknown(commandTag(v))})
		for _, tag := range out.allTags() {
			if strings.HasPrefix(tag, "net:") {
				t.emit(c.node, Effect{Kind: Connect, Target: strings.TrimPrefix(tag, "net:"), Known: true, Entry: "tunnel-or-reverse-shell", Why: "gives a program's input and output to a connection", Data: []string{tag}})
			}
		}
	}
	if c.base() == "check_output" {
		return unknown(commandTag(v))
	}
	return o
}

// pyExec is os.exec* and os.spawn*.
func pyExec(t *tree, c *call) value {
	args := c.args
	name := c.base()
	if strings.HasPrefix(name, "spawn") && len(args) > 0 {
		args = args[1:] // the mode
	}
	if len(args) == 0 {
		t.run(c.node, value{tags: c.tags()}, nil)
		return value{}
	}
	words := []value{args[0]}
	if strings.Contains(name, "l") && !strings.HasPrefix(name, "posix") {
		rest := args[1:]
		if strings.HasSuffix(name, "e") && len(rest) > 0 {
			rest = rest[:len(rest)-1]
		}
		if len(rest) > 1 {
			words = append(words, rest[1:]...)
		}
	} else if len(args) > 1 {
		if items, known := t.items(args[1]); known {
			if len(items) > 1 {
				words = append(words, items[1:]...)
			}
		} else {
			words = append(words, value{tags: args[1].allTags()})
		}
	}
	t.run(c.node, list(words...), nil)
	return value{}
}

// pyPath is what joins and changes paths.
func pyPath(t *tree, c *call) (value, bool) {
	parts := c.args
	switch c.name {
	case "path.rename", "path.replace":
		to, _ := c.arg(0, "target")
		t.two(c.node, "move", *c.recv, to)
		return pathObject(to), true
	case "path.with_name", "path.with_suffix", "path.with_stem":
		x := c.recv.asText()
		v, _ := c.arg(0, "")
		if x.kind != vStr || v.kind != vStr {
			return joinPath(parent(*c.recv), value{tags: union(x.tags, v.tags)}), true
		}
		name := v.text
		base := path.Base(x.text)
		if c.base() == "with_suffix" {
			name = strings.TrimSuffix(base, path.Ext(base)) + v.text
		}
		if c.base() == "with_stem" {
			name = v.text + path.Ext(base)
		}
		return joinPath(parent(*c.recv), value{kind: vStr, text: name, glob: x.glob}), true
	case "path.relative_to":
		return pathObject(value{tags: c.recv.allTags(), temp: c.recv.temp}), true
	case "path.joinpath", "path.__truediv__":
		parts = append([]value{*c.recv}, parts...)
	}
	if c.rest != nil {
		parts = append(parts, *c.rest)
	}
	if len(parts) == 0 {
		return pathObject(str(".")), true
	}
	out := pathObject(parts[0])
	for _, p := range parts[1:] {
		out = joinPath(out, p)
	}
	if c.name == "os.path.join" {
		v := out.asText()
		v.temp = out.temp
		return v, true
	}
	return out, true
}

// pyPathText is what works on paths as texts.
func pyPathText(t *tree, c *call) value {
	v, _ := c.arg(0, "")
	x := v.asText()
	x.temp = x.temp || v.temp
	switch c.base() {
	case "dirname":
		p := parent(x).asText()
		if x.kind == vStr && !strings.Contains(x.text, "/") {
			p = withTags(str(""), x.tags)
		}
		p.temp = x.temp
		return p
	case "basename":
		if x.kind != vStr {
			return value{tags: x.tags}
		}
		x.text = x.text[strings.LastIndexByte(x.text, '/')+1:]
		return x
	case "splitext":
		if x.kind != vStr {
			return list(value{text: x.text, tags: x.tags}, value{tags: x.tags})
		}
		ext := path.Ext(x.text)
		root := x
		root.text = strings.TrimSuffix(x.text, ext)
		return list(root, withTags(str(ext), x.tags))
	case "relpath":
		return value{tags: x.tags, temp: x.temp}
	case "expandvars":
		if x.kind == vStr && strings.Contains(x.text, "$") {
			s := strings.NewReplacer("${HOME}", "~", "$HOME", "~", "$PWD", ".", "$TMPDIR", "/tmp").Replace(x.text)
			if strings.Contains(s, "$") {
				return value{text: s[:strings.IndexByte(s, '$')], tags: x.tags}
			}
			x.text = s
		}
		return x
	case "normpath", "abspath", "realpath":
		if x.kind == vStr && !strings.HasPrefix(x.text, "~") && x.text != "" {
			x.text = path.Clean(x.text)
		}
		return x
	}
	return x
}

// pyGlob is a search by pattern; what it finds matches the pattern.
func pyGlob(t *tree, c *call) value {
	v, _ := c.arg(0, "pathname|pattern")
	x := v.asText()
	if c.recv != nil && isPath(*c.recv) {
		if c.base() == "rglob" {
			x = concat(str("**/"), x)
		}
		x = joinPath(*c.recv, x).asText()
	}
	if root, ok := c.arg(-1, "root_dir"); ok && c.rest == nil {
		x = joinPath(root, x).asText()
	}
	t.file(c.node, List, x, nil)
	if x.kind == vStr {
		x.glob = true
	} else {
		x.text = globFree(x.text)
	}
	if c.recv != nil && isPath(*c.recv) {
		return many(pathObject(x))
	}
	return many(x)
}

// pyList is a listing of a folder: names, or what lies below.
func pyList(t *tree, c *call) value {
	dir := str(".")
	if c.recv != nil && isPath(*c.recv) {
		dir = *c.recv
	} else if v, ok := c.arg(0, "path|top"); ok {
		dir = v
	}
	t.file(c.node, List, dir, nil)
	star := pattern("*")
	star.temp = dir.temp
	switch c.base() {
	case "listdir":
		return many(star)
	case "scandir", "iterdir":
		return many(joinPath(dir, star))
	}
	root := dir.asText()
	root.temp = dir.temp
	if root.kind == vStr {
		root = concat(concat(root, str("/")), pattern("**"))
	}
	return many(list(root, many(star), many(star)))
}

// pyURLOpen is urlopen of a URL or a request.
func pyURLOpen(t *tree, c *call) value {
	v, _ := c.arg(0, "url|fullurl")
	verb := "fetch"
	from := append([]value{}, c.args...)
	if v.kind == vObj && v.text == "request" && len(v.keys) > 0 {
		verb = "send"
	}
	if d, ok := c.arg(1, "data"); ok && c.base() != "urlretrieve" && !d.isFalse() {
		verb = "send"
	}
	out := value{tags: c.tags()}
	d := &call{node: c.node, args: from, named: c.named}
	t.net(c.node, verb, v, d, &out)
	tag := netTag(v)
	if c.base() == "urlretrieve" {
		if p, ok := c.arg(1, "filename"); ok {
			t.file(c.node, Write, p, []value{unknown(tag)})
		}
		return out
	}
	o := object("response", unknown(tag))
	o.tags = union(out.tags, o.tags)
	return o
}

// pyC is what is called through ctypes.
func pyC(t *tree, c *call, name string) (value, bool) {
	switch name {
	case "CDLL", "cdll.LoadLibrary", "PyDLL", "WinDLL", "OleDLL", "windll.LoadLibrary":
		if v, ok := c.arg(0, "name"); ok && v.kind == vStr && strings.Contains(v.text, "/") {
			t.emitTarget(c.node, Import, v, nil)
		}
		return object("ctypes.lib", value{}), true
	}
	fn, ok := strings.CutPrefix(name, "lib.")
	if !ok {
		return value{}, false
	}
	switch fn {
	case "system", "popen":
		v, _ := c.arg(0, "")
		t.shell(c.node, v, nil)
	case "execl", "execlp", "execv", "execve", "execvp", "execle", "posix_spawn":
		d := &call{node: c.node, name: "os." + strings.TrimPrefix(fn, "posix_"), args: c.args, rest: c.rest}
		for len(d.args) > 0 && d.args[len(d.args)-1].isFalse() {
			d.args = d.args[:len(d.args)-1]
		}
		pyExec(t, d)
	case "unlink", "remove", "rmdir":
		v, _ := c.arg(0, "")
		t.file(c.node, Delete, v, nil)
	case "printf", "puts", "strlen", "abs", "time", "getpid", "getuid", "rand", "srand", "sqrt", "cos", "sin", "pow", "malloc", "free", "memcpy", "memset", "strcmp", "atoi", "toupper", "tolower":
	default:
		t.issue(c.node, "calls the C function "+fn)
	}
	return value{tags: c.tags()}, true
}

package code

import (
	"path"
	"strings"
)

var phpLang = language{
	lang:    PHP,
	global:  phpGlobal,
	attr:    phpAttr,
	call:    phpCall,
	method:  phpMethod,
	imports: loadFile,
	rows:    phpRows[:],
	methods: phpMethods[:],
	local:   true,
	this:    "$this",
	maker:   "__construct",
}

// loadFile notes that a file is loaded as code.
func loadFile(t *tree, module string, n *node) value {
	if !t.imported[module] {
		t.imported[module] = true
		t.report.Imports = append(t.report.Imports, module)
	}
	t.emit(n, Effect{Kind: Import, Target: module, Known: module != ""})
	return ref(module)
}

// phpGlobal gives the meaning of a name that the text does not bind.
func phpGlobal(t *tree, name string) value {
	switch name {
	case "$_GET", "$_POST", "$_REQUEST", "$_FILES", "$_COOKIE", "$_SESSION":
		return unknown("stdin")
	case "$_SERVER", "$_ENV":
		r := ref("$_ENV")
		r.tags = []string{"env"}
		return r
	case "$argv", "$argc":
		if t.in.Args != nil && name == "$argv" {
			out := list(str("Standard input code"))
			for _, a := range t.in.Args {
				out.items = append(out.items, str(a))
			}
			return out
		}
		return unknown("arg")
	case "$GLOBALS":
		return value{kind: vObj, text: "names", of: &value{}}
	case "__DIR__":
		return jsDir(t)
	case "__FILE__":
		if t.path() != "" {
			return str(t.in.Path)
		}
		return str("./index.php")
	case "PHP_EOL":
		return str("\n")
	case "DIRECTORY_SEPARATOR":
		return str("/")
	case "PHP_BINARY":
		return str("php")
	case "STDIN":
		return unknown("stdin")
	}
	if strings.HasPrefix(name, "$") {
		return value{}
	}
	low := strings.ToLower(name)
	if v, ok := t.lookup(low); ok {
		return v
	}
	if name != low && strings.ToUpper(name) == name && len(name) > 2 && !strings.HasPrefix(low, "pdo") { // a constant
		return value{kind: vConst, text: name}
	}
	return ref(low)
}

// phpAttr gives attributes that mean more than their name.
func phpAttr(t *tree, obj value, name string, n *node) (value, bool) {
	if obj.kind == vRef && (obj.text == "self" || obj.text == "static" || obj.text == "parent") {
		if v, ok := t.lookup("$this"); ok && v.kind == vInst {
			if w, ok := v.inst.class.find(name); ok {
				return bind(w, v), true
			}
		}
		return value{}, true
	}
	return value{}, false
}

// phpMethod calls what a text names: $f('id').
func phpMethod(t *tree, c *call) (value, bool) { return value{}, false }

// phpCall is for calls that no row describes.
func phpCall(t *tree, c *call) (value, bool) {
	n := c.node
	arg := func(i int) value { v, _ := c.arg(i, ""); return v }
	if !strings.Contains(c.name, "[]") {
		c.name = strings.ToLower(c.name)
	}
	switch c.name {
	case "$_env[]":
		return t.env(n, arg(0), value{}), true
	case "$_ENV[]":
		return t.env(n, arg(0), value{}), true
	case "getenv":
		if len(c.args) == 0 {
			return unknown("env"), true
		}
		return t.env(n, arg(0), value{}), true
	case "names[]":
		if x, known := arg(0).textual(); known {
			if v, ok := t.lookup("$" + x); ok {
				return v, true
			}
		}
		return value{}, true
	case "fopen", "splfileobject", "gzopen":
		v, mode := arg(0), arg(1)
		if looksLikeURL(v) {
			out := value{tags: c.tags()}
			t.net(n, "fetch", v, &call{node: n, args: []value{v}}, &out)
			return object("stream", out), true
		}
		o := object("file", v)
		switch {
		case strings.HasPrefix(v.text, "php://"):
			return unknown("stdin"), true
		case mode.kind == vStr && strings.ContainsAny(mode.text, "wxc+"):
			o.eff = t.file(n, Write, v, nil)
		case mode.kind == vStr && strings.Contains(mode.text, "a"):
			o.eff = t.file(n, Append, v, nil)
		case mode.kind == vStr || len(c.args) < 2:
			t.file(n, Read, v, nil)
			o.tags = union(o.tags, []string{fileTag(t, v)})
		default:
			o.eff = t.file(n, Write, v, nil)
		}
		return o, true
	case "file_get_contents", "file", "readfile", "simplexml_load_file", "copy", "getimagesize", "parse_ini_file", "show_source", "highlight_file", "md5_file", "sha1_file", "hash_file", "fgetcsv":
		v := arg(0)
		if strings.HasPrefix(v.text, "php://") {
			return unknown("stdin"), true
		}
		if looksLikeURL(v) {
			out := value{tags: c.tags()}
			verb := "fetch"
			for _, tag := range arg(2).allTags() { // a context that sends
				if tag != "" {
					verb = "send"
				}
			}
			t.net(n, verb, v, c, &out)
			if c.name == "copy" {
				t.file(n, Write, arg(1), []value{out})
			}
			return out, true
		}
		if c.name == "copy" {
			t.two(n, "copy", v, arg(1))
			return value{}, true
		}
		t.file(n, Read, v, nil)
		return unknown(fileTag(t, v)), true
	case "file_put_contents":
		kind := Write
		if f := arg(2); f.text == "FILE_APPEND" || f.text == "8" {
			kind = Append
		}
		t.file(n, kind, arg(0), []value{arg(1)})
		return value{}, true
	case "eval", "assert", "create_function":
		v := arg(0)
		if c.name == "create_function" {
			v = arg(1)
		}
		if c.name == "assert" && v.kind != vStr {
			return value{}, true
		}
		t.evalText(n, v)
		return value{tags: v.allTags()}, true
	case "call_user_func", "call_user_func_array", "forward_static_call", "func_get_args", "register_shutdown_function":
		if len(c.args) == 0 {
			return unknown(), true
		}
		d := &call{node: n, args: c.args[1:], rest: c.rest}
		if strings.HasSuffix(c.name, "_array") {
			items, known := t.items(arg(1))
			d.args = items
			if !known {
				d.args = nil
				d.more(arg(1))
			}
		}
		return t.callValue(phpCallable(arg(0)), d), true
	case "array_map", "array_filter", "array_walk", "usort", "preg_replace_callback", "iterator_apply", "array_reduce", "ob_start", "set_error_handler", "spl_autoload_register", "uasort":
		f, over := arg(0), arg(1)
		switch c.name {
		case "array_filter", "array_walk", "usort", "uasort", "array_reduce":
			f, over = arg(1), arg(0)
		case "preg_replace_callback":
			f, over = arg(1), arg(2)
		}
		f = phpCallable(f)
		if f.kind != vFunc && f.kind != vRef {
			return value{tags: c.tags()}, true
		}
		return t.mapped(c, f, over, c.name == "array_filter"), true
	case "reflectionfunction":
		v := phpCallable(arg(0))
		of := list(v)
		return value{kind: vObj, text: "partial", of: &of}, true
	case "partial.invoke", "partial.invokeargs", "partial.call", "partial.__invoke":
		if c.recv != nil {
			return t.callValue(*c.recv, &call{node: n, args: c.args, rest: c.rest}), true
		}
	case "base64_decode":
		return decoded(arg(0), "base64"), true
	case "hex2bin":
		return decoded(arg(0), "hex"), true
	case "str_rot13":
		return decoded(arg(0), "rot13"), true
	case "urldecode", "rawurldecode":
		return decoded(arg(0), "url"), true
	case "gzinflate", "gzuncompress", "gzdecode", "convert_uudecode", "bzdecompress", "pack", "openssl_decrypt", "gzuncompress2":
		if c.name == "pack" && strings.HasPrefix(arg(0).text, "H") {
			return decoded(arg(1), "hex"), true
		}
		return value{tags: c.tags(), coded: true}, true
	case "strrev":
		return reversed(arg(0)), true
	case "chr":
		return character(arg(0)), true
	case "implode", "join":
		if len(c.args) == 1 {
			return t.joined(str(""), arg(0)), true
		}
		if arg(0).kind == vList {
			return t.joined(arg(1), arg(0)), true
		}
		return t.joined(arg(0), arg(1)), true
	case "explode", "str_split":
		if c.name == "str_split" {
			return splitOn(arg(0), str(""), -1), true
		}
		return splitOn(arg(1), arg(0), -1), true
	case "str_replace", "str_ireplace":
		v := arg(2)
		d := &call{node: n, args: []value{arg(0), arg(1)}, recv: &v, name: ".replace"}
		return t.textMethod(d, v, "replace")
	case "trim", "rtrim", "ltrim", "strtolower", "strtoupper":
		v := arg(0)
		how := map[string]string{"trim": "strip", "rtrim": "rstrip", "ltrim": "lstrip", "strtolower": "lower", "strtoupper": "upper"}[c.name]
		return t.textMethod(&call{node: n, recv: &v, name: "." + how, args: c.args[min(1, len(c.args)):]}, v, how)
	case "sprintf", "vsprintf":
		if f := arg(0); f.kind == vStr {
			if c.name == "vsprintf" {
				return percent(f, arg(1)), true
			}
			return percent(f, list(c.args[1:]...)), true
		}
		return value{tags: c.tags()}, true
	case "substr":
		v := arg(0)
		return jsSlice(v, &call{args: c.args[min(1, len(c.args)):]}, "substr"), true
	case "strval", "array_values", "array_reverse", "realpath", "escapeshellarg", "escapeshellcmd", "htmlspecialchars", "addslashes", "\x00pairs", "iterator_to_array":
		v := arg(0)
		switch c.name {
		case "array_reverse":
			return reversed(v), true
		case "escapeshellarg", "escapeshellcmd":
			return value{tags: v.allTags()}, v.kind != vStr
		case "\x00pairs":
			out := list()
			switch v.kind {
			case vList:
				for i, it := range v.items {
					out.items = append(out.items, list(num(itoa(i)), it))
				}
			case vDict:
				for i, it := range v.items {
					out.items = append(out.items, list(str(v.keys[i]), it))
				}
			default:
				items, _ := t.items(v)
				return many(list(value{}, summary(items, v))), true
			}
			return out, true
		}
		return v, true
	case "dirname", "basename", "sys_get_temp_dir", "getcwd", "tempnam":
		switch c.name {
		case "dirname":
			return parent(arg(0)).asText(), true
		case "basename":
			if x := arg(0).asText(); x.kind == vStr {
				x.text = path.Base(x.text)
				return x, true
			}
			return value{tags: c.tags()}, true
		case "sys_get_temp_dir":
			return str("/tmp"), true
		case "tempnam":
			return value{text: "/tmp/", temp: true}, true
		}
		return str("."), true
	case "glob", "scandir", "opendir", "dir":
		v := arg(0)
		t.file(n, List, v, nil)
		if c.name == "glob" {
			x := v.asText()
			if x.kind == vStr {
				x.glob = true
			}
			return many(x), true
		}
		return many(pattern("*")), true
	case "exec", "system", "passthru", "shell_exec", "popen", "proc_open":
		v := arg(0)
		if v.kind == vList {
			t.run(n, v, nil)
		} else {
			t.shell(n, v, nil)
		}
		if c.name == "popen" || c.name == "proc_open" {
			return object("process", unknown(commandTag(v))), true
		}
		return unknown(commandTag(v)), true
	case "pcntl_exec":
		words := list(arg(0))
		if items, known := t.items(arg(1)); known {
			words.items = append(words.items, items...)
		} else if len(c.args) > 1 {
			words.items = append(words.items, value{tags: arg(1).allTags()})
		}
		t.run(n, words, nil)
		return value{}, true
	case "curl_init":
		return object("curl", arg(0)), true
	case "curl_setopt", "curl_setopt_array":
		return phpCurlOption(t, c), true
	case "curl_exec":
		h := arg(0)
		out := value{tags: h.allTags()}
		verb := "fetch"
		if h.of != nil && len(h.of.keys) > 0 {
			verb = "send"
		}
		t.net(n, verb, h.asText(), &call{node: n, args: []value{h.asText()}}, &out)
		return out, true
	case "include", "include_once", "require", "require_once":
		v := arg(0)
		if looksLikeURL(v) {
			t.emitTarget(n, Import, v, func(e *Effect) { e.Entry, e.Why = "download-and-run", "runs what it gets from the network" })
			return value{}, true
		}
		if _, known := v.textual(); !known {
			t.emitTarget(n, Import, v, nil)
			t.issue(n, "loads a file whose name is not known")
			return value{}, true
		}
		t.file(n, Import, v, nil)
		return value{}, true
	case "unserialize":
		v := arg(0)
		t.emit(n, Effect{Kind: Load, Data: dataOf([]value{v})})
		return value{tags: v.allTags()}, true
	case "phpinfo":
		t.emit(n, Effect{Kind: EnvAll, Known: true})
		t.emit(n, Effect{Kind: Print, Known: true, Data: []string{"env"}})
		return value{}, true
	case "echo", "print", "print_r", "var_dump", "printf", "var_export", "die", "exit":
		t.print(n, c)
		return value{}, true
	}
	return value{}, false
}

// phpCallable turns the name of a function into the function.
func phpCallable(v value) value {
	if v.kind == vStr {
		return ref(strings.ToLower(strings.TrimPrefix(v.text, `\`)))
	}
	if v.kind == vUnknown && len(v.items) == 0 {
		return ref("?.?")
	}
	return v
}

// phpCurlOption follows what is set on a curl handle.
func phpCurlOption(t *tree, c *call) value {
	h, _ := c.arg(0, "")
	if h.kind != vObj || h.of == nil {
		return value{}
	}
	set := func(name string, v value) {
		switch name {
		case "CURLOPT_URL":
			tags, keys := h.of.tags, h.of.keys
			*h.of = v.asText()
			h.of.tags, h.of.keys = union(h.of.tags, tags), keys
		case "CURLOPT_POSTFIELDS", "CURLOPT_INFILE", "CURLOPT_READDATA":
			h.of.keys = []string{"post"}
			h.of.tags = union(h.of.tags, v.allTags())
		case "CURLOPT_POST", "CURLOPT_PUT", "CURLOPT_UPLOAD":
			if !v.isFalse() {
				h.of.keys = []string{"post"}
			}
		case "CURLOPT_SSL_VERIFYPEER", "CURLOPT_SSL_VERIFYHOST":
			if v.isFalse() {
				t.emit(c.node, Effect{Kind: SetEnv, Target: "verify", Known: true, Entry: "disarm-flag", Why: "switches certificate checks off"})
			}
		default:
			h.of.tags = union(h.of.tags, v.allTags())
		}
	}
	if c.name == "curl_setopt" {
		o, _ := c.arg(1, "")
		v, _ := c.arg(2, "")
		set(o.text, v)
		return value{}
	}
	opts, _ := c.arg(1, "")
	for i, k := range opts.keys {
		set(k, opts.items[i])
	}
	return value{}
}

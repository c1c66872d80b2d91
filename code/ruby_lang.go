package code

import (
	"path"
	"sort"
	"strings"
)

var rubyLang = language{
	lang:    Ruby,
	global:  rubyGlobal,
	attr:    rubyAttr,
	call:    rubyCall,
	method:  rubyMethod,
	imports: rubyImport,
	rows:    rubyRows[:],
	methods: rubyMethods[:],
	nearest: true,
	this:    "self",
	maker:   "initialize",
}

// rubyGlobal gives the meaning of a name that the text does not bind.
func rubyGlobal(t *tree, name string) value {
	switch name {
	case "ENV":
		r := ref(name)
		r.tags = []string{"env"}
		return r
	case "ARGV", "ARGF", "$*":
		if t.in.Args != nil && name == "ARGV" {
			out := list()
			for _, a := range t.in.Args {
				out.items = append(out.items, str(a))
			}
			return out
		}
		return unknown("arg")
	case "STDIN", "$stdin", "$_", "gets":
		return unknown("stdin")
	case "__FILE__", "$0", "$PROGRAM_NAME":
		if t.path() != "" {
			return str(t.in.Path)
		}
		return str("-e")
	case "__dir__":
		return jsDir(t)
	case "\x00", "\x00it":
		return value{}
	}
	switch name[0] {
	case '@', '$':
		return value{}
	}
	if v, ok := t.lookup("self"); ok && v.kind == vInst { // a method of the object's own
		if m, ok := v.inst.class.find(name); ok {
			return bind(m, v)
		}
	}
	return ref(name)
}

// rubyLibraries are libraries whose use alone does nothing.
var rubyLibraries = [...]string{
	"English", "abbrev", "active_record", "active_support", "base64", "benchmark", "bigdecimal", "bundler", "bundler/setup", "cgi", "csv", "date", "debug", "delegate",
	"digest", "digest/md5", "digest/sha1", "digest/sha2", "dotenv", "erb", "etc", "faraday", "fileutils", "find", "forwardable", "httparty", "io/console", "irb", "json",
	"logger", "matrix", "minitest", "minitest/autorun", "monitor", "mysql2", "net/ftp", "net/http", "net/https", "net/smtp", "nokogiri", "observer", "open-uri", "open3",
	"openssl", "optparse", "ostruct", "pathname", "pg", "pp", "prettyprint", "prime", "pry", "psych", "rails", "rake", "rest-client", "ripper", "rspec", "rubygems",
	"securerandom", "set", "shellwords", "sinatra", "singleton", "socket", "sqlite3", "stringio", "strscan", "tempfile", "thor", "time", "timeout", "tmpdir", "tsort",
	"uri", "weakref", "webrick", "yaml", "zlib",
}

func rubyImport(t *tree, module string, n *node) value {
	if !t.imported[module] {
		t.imported[module] = true
		t.report.Imports = append(t.report.Imports, module)
	}
	i := sort.SearchStrings(rubyLibraries[:], module)
	if i >= len(rubyLibraries) || rubyLibraries[i] != module {
		t.emit(n, Effect{Kind: Import, Target: module, Known: module != ""})
	}
	return value{}
}

// rubyAttr gives attributes that mean more than their name.
func rubyAttr(t *tree, obj value, name string, n *node) (value, bool) {
	if obj.kind == vRef && obj.text == "Kernel" || obj.kind == vRef && obj.text == "self" {
		return rubyGlobal(t, name), true
	}
	if obj.kind == vRef && obj.text == "File" && name == "SEPARATOR" {
		return str("/"), true
	}
	return value{}, false
}

// rubyMethod is for methods of texts, lists and hashes.
func rubyMethod(t *tree, c *call) (value, bool) {
	v := *c.recv
	name := c.name[1:]
	arg := func(i int) value { a, _ := c.arg(i, ""); return a }
	switch v.kind {
	case vNum:
		switch name {
		case "chr":
			return character(v), true
		case "times", "upto", "downto", "step":
			items := many(value{})
			if n, ok := wholeNumber(v); ok && name == "times" && n <= maxUnroll {
				items = list()
				for i := range n {
					items.items = append(items.items, num(itoa(i)))
				}
			}
			if len(c.args) > 0 {
				return t.mapped(c, c.args[len(c.args)-1], items, false), true
			}
			return items, true
		case "to_i", "to_s", "to_f":
			return v, true
		}
	case vStr, vUnknown:
		switch name {
		case "to_s", "to_str", "to_sym", "to_path", "dup", "freeze", "b", "force_encoding", "scrub", "itself", "+@", "unicode_normalize", "shellescape", "dump", "then", "tap", "inspect":
			if name == "shellescape" && v.kind == vUnknown {
				return value{tags: v.allTags()}, true
			}
			t.callbacks(c, v)
			return v, true
		case "reverse":
			return reversed(v), true
		case "chars", "each_char", "lines", "each_line", "bytes", "codepoints":
			sep := str("")
			if strings.Contains(name, "line") {
				sep = str("\n")
			}
			if name == "bytes" || name == "codepoints" {
				return many(value{tags: v.allTags()}), true
			}
			out := splitOn(v, sep, -1)
			if len(c.args) > 0 {
				return t.mapped(c, c.args[len(c.args)-1], out, false), true
			}
			return out, true
		case "tr", "delete", "squeeze":
			if name == "tr" && strings.Contains(arg(0).text, "A-Za-z") {
				return decoded(v, "rot13"), true
			}
			if v.kind == vStr {
				return value{tags: v.tags, coded: true}, true
			}
		case "gsub", "sub", "gsub!", "sub!":
			return t.textMethod(c, v, "replace")
		case "unpack", "unpack1":
			if strings.HasPrefix(arg(0).text, "m") || strings.HasPrefix(arg(0).text, "H") || strings.HasPrefix(arg(0).text, "u") {
				out := value{tags: v.tags, coded: true}
				if arg(0).text[0] == 'm' {
					out = decoded(v, "base64")
				}
				if name == "unpack" {
					return list(out), true
				}
				return out, true
			}
			return value{tags: v.allTags(), coded: true}, true
		case "hex", "to_i":
			base := 16
			if name == "to_i" {
				base = 10
				if b, ok := wholeNumber(arg(0)); ok {
					base = b
				}
			}
			if n, ok := parseBase(v, base); ok {
				return num(itoa(n)), true
			}
			return value{tags: v.tags}, true
		case "concat", "<<", "+":
			return concat(v, arg(0)), true
		case "ord", "length", "size", "empty?", "include?", "start_with?", "end_with?", "nil?", "match?", "=~", "count", "index", "is_a?", "any?":
			return value{}, v.kind == vStr
		case "call", "()":
			if v.kind == vUnknown {
				break
			}
		case "read", "body", "string", "strip", "chomp", "first", "last":
			if v.kind == vUnknown && len(v.tags) > 0 && name != "strip" && name != "chomp" {
				return v, true
			}
		}
		if v.kind == vStr || len(v.tags) > 0 {
			if name == "each" || name == "map" || name == "select" {
				break
			}
			return t.textMethod(c, v, name)
		}
	case vList:
		switch name {
		case "join":
			if len(c.args) == 0 {
				return t.joined(str(""), v), true
			}
			return t.joined(arg(0), v), true
		case "each", "map", "collect", "each_with_index", "flat_map", "select", "filter", "reject", "find", "each_slice", "sort_by", "group_by", "each_with_object", "inject", "reduce", "filter_map", "uniq", "any?", "all?", "cycle", "reverse_each":
			if len(c.args) == 0 {
				return v, true
			}
			f := c.args[len(c.args)-1]
			if f.kind != vFunc && f.kind != vRef {
				return value{tags: union(v.allTags(), c.tags())}, true
			}
			filter := name != "map" && name != "collect" && name != "flat_map" && name != "filter_map"
			out := t.mapped(c, f, v, filter)
			if name == "each" || name == "each_with_index" || name == "reverse_each" {
				return v, true
			}
			return out, true
		case "reverse":
			return reversed(v), true
		case "first", "last", "sample", "pop", "shift", "min", "max":
			if name == "first" && len(v.items) > 0 && len(c.args) == 0 {
				return v.items[0], true
			}
			if name == "last" && len(v.items) > 0 && len(c.args) == 0 {
				return v.items[len(v.items)-1], true
			}
			return summary(v.items, v), true
		case "pack":
			switch f := arg(0).text; {
			case strings.HasPrefix(f, "H") && len(v.items) > 0:
				return decoded(v.items[0], "hex"), true
			case strings.HasPrefix(f, "C") || strings.HasPrefix(f, "c") || strings.HasPrefix(f, "U"):
				return characters(v), true
			}
			return value{tags: v.allTags(), coded: true}, true
		case "to_a", "sort", "compact", "flatten", "dup", "freeze", "shuffle", "lazy", "to_set", "+", "concat", "push", "append", "<<":
			if name == "push" || name == "append" || name == "<<" || name == "concat" {
				return value{}, true
			}
			return v, true
		case "shelljoin":
			return t.joined(str(" "), v), true
		case "length", "size", "count", "empty?", "include?", "sum":
			return value{}, true
		}
	case vDict:
		switch name {
		case "each", "map", "each_pair", "select", "to_a", "sort_by", "reject":
			pairs := list()
			for i, k := range v.keys {
				pairs.items = append(pairs.items, list(str(k), v.items[i]))
			}
			if len(c.args) > 0 && c.args[len(c.args)-1].kind == vFunc {
				f := c.args[len(c.args)-1]
				if len(f.fn.params) == 1 || f.fn.params == nil {
					return t.mapped(c, f, pairs, name != "map"), true
				}
				for _, it := range pairs.items {
					t.callValue(f, &call{node: c.node, args: it.items, fill: &value{}})
				}
				return v, true
			}
			return pairs, true
		case "keys", "values", "fetch", "dig", "[]", "key?", "to_h", "to_json", "merge":
			switch name {
			case "keys":
				out := list()
				for _, k := range v.keys {
					out.items = append(out.items, str(k))
				}
				return out, true
			case "values":
				return list(v.items...), true
			case "fetch", "dig", "[]":
				if x, known := arg(0).textual(); known {
					if w, ok := v.key(x); ok {
						return w, true
					}
				}
			}
			return value{tags: union(v.allTags(), c.tags())}, true
		}
	case vFunc:
		switch name {
		case "call", "()", "yield", "to_proc", "curry", "===":
			if name == "to_proc" || name == "curry" {
				return v, true
			}
			return t.callValue(v, c), true
		}
	}
	return value{}, false
}

// rubyCall is for calls that no row describes.
func rubyCall(t *tree, c *call) (value, bool) {
	n := c.node
	arg := func(i int) value { v, _ := c.arg(i, ""); return v }
	for _, p := range [...]string{"Kernel.", "self.", "Process."} {
		if rest, ok := strings.CutPrefix(c.name, p); ok && (p != "Process." || rest == "spawn" || rest == "exec" || rest == "fork") {
			c.name = rest
		}
	}
	switch c.name {
	case "require", "require_relative", "load", "autoload":
		v := arg(0)
		if c.name == "autoload" {
			v = arg(1)
		}
		x, known := v.textual()
		if !known {
			t.emitTarget(n, Import, v, nil)
			t.issue(n, "loads a file whose name is not known")
			return value{}, true
		}
		if c.name != "require" {
			t.file(n, Import, v, nil)
			return value{}, true
		}
		return rubyImport(t, x, n), true
	case "system", "spawn", "exec":
		args := c.args
		if len(args) > 0 && args[0].kind == vDict { // an environment
			args = args[1:]
		}
		switch {
		case c.rest != nil:
			t.run(n, value{tags: c.tags()}, nil)
		case len(args) == 1 && args[0].kind == vList:
			t.run(n, args[0], nil)
		case len(args) == 1:
			t.shell(n, args[0], nil)
		case len(args) > 1:
			t.run(n, list(args...), nil)
		}
		return value{}, true
	case "IO.popen", "Open3.capture2", "Open3.capture2e", "Open3.capture3", "Open3.popen3", "Open3.popen2", "Open3.popen2e", "PTY.spawn", "Open3.pipeline":
		args := c.args
		if len(args) > 0 && args[0].kind == vDict {
			args = args[1:]
		}
		var input []value
		if v, ok := c.arg(-1, "stdin_data"); ok && c.rest == nil {
			input = []value{v}
		}
		words := list()
		for _, a := range args {
			if a.kind != vFunc && !(c.name == "IO.popen" && len(words.items) > 0) {
				words.items = append(words.items, a)
			}
		}
		out := unknown("cmd:*")
		if len(words.items) > 0 {
			out = unknown(commandTag(words.items[0]))
		}
		if len(words.items) == 1 && words.items[0].kind != vList {
			t.shell(n, words.items[0], input)
		} else {
			t.run(n, words, input)
		}
		for _, a := range args {
			if a.kind == vFunc {
				t.callValue(a, &call{node: n, fill: &out})
			}
		}
		return object("process", out), true
	case "eval", "instance_eval", "class_eval", "module_eval", "binding.eval", "Object.instance_eval", "TOPLEVEL_BINDING.eval", "Object.class_eval":
		if v := arg(0); v.kind != vUnknown || v.text != "" || len(c.args) > 0 {
			t.evalText(n, v)
			return value{tags: v.allTags()}, true
		}
	case "send", "public_send", "__send__", "method", "Object.send", "Object.method", "Kernel.send", "Object.const_get", "const_get", "Kernel.const_get", "instance_method":
		v := arg(0)
		x, known := v.textual()
		if !known {
			if c.recv == nil || c.recv.kind == vRef {
				t.issue(n, "calls a method that is chosen while running")
			}
			return value{tags: c.tags()}, true
		}
		f := rubyGlobal(t, x)
		if c.base() == "method" || c.base() == "const_get" {
			return f, true
		}
		return t.callValue(f, &call{node: n, args: c.args[1:], named: c.named, rest: c.rest}), true
	case "File.open", "File.new", "open", "IO.open", "Kernel.open", "URI.open", "OpenURI.open_uri":
		return rubyOpen(t, c), true
	case "File.read", "IO.read", "File.readlines", "IO.readlines", "File.binread", "File.foreach", "IO.foreach", "IO.binread", "CSV.read", "CSV.foreach", "YAML.load_file", "YAML.safe_load_file", "JSON.load_file", "YAML.unsafe_load_file", "Marshal.load", "YAML.load", "YAML.unsafe_load":
		v := arg(0)
		kind := Read
		if c.base() == "load" || c.base() == "unsafe_load" || c.base() == "unsafe_load_file" {
			kind = Load
			if v.kind != vObj {
				if strings.HasPrefix(c.name, "YAML.load") {
					return value{tags: v.allTags()}, true
				}
				t.emit(n, Effect{Kind: Load, Data: dataOf([]value{v})})
				return value{tags: v.allTags()}, true
			}
		}
		if x := v.asText(); strings.HasPrefix(x.text, "|") { // runs it
			x.text = strings.TrimSpace(x.text[1:])
			t.shell(n, x, nil)
			return unknown(commandTag(x)), true
		}
		t.file(n, kind, v, nil)
		out := unknown(fileTag(t, v))
		for _, a := range c.args {
			if a.kind == vFunc {
				t.callValue(a, &call{node: n, args: []value{out}, fill: &out})
			}
		}
		return out, true
	case "File.join", "File.expand_path", "File.absolute_path", "File.realpath", "Pathname.new", "Pathname", "path.join", "path.+", "path./", "File.dirname", "File.basename", "File.extname", "path.parent", "path.basename", "path.dirname", "path.expand_path", "path.to_s", "Dir.pwd", "Dir.home", "Dir.tmpdir", "Dir.mktmpdir", "Tempfile.new", "Tempfile.create", "Tempfile.open", "Etc.getpwuid":
		return rubyPath(t, c), true
	case "Dir.glob", "Dir.[]", "Dir[]", "Dir.entries", "Dir.children", "Dir.each_child", "Dir.foreach", "path.children", "path.glob", "path.each_child", "Find.find":
		v := arg(0)
		if c.recv != nil && isPath(*c.recv) {
			v = *c.recv
			if c.base() == "glob" {
				v = joinPath(v, arg(0))
			}
		}
		t.file(n, List, v, nil)
		out := many(pattern("*"))
		switch c.base() {
		case "glob", "[]", "Dir[]":
			x := v.asText()
			if x.kind == vStr {
				x.glob = true
			}
			out = many(x)
		case "find":
			out = many(joinPath(v, pattern("**")).asText())
		}
		if c.recv != nil && isPath(*c.recv) && c.base() != "glob" {
			out = many(joinPath(v, pattern("*")))
		}
		if len(c.args) > 0 {
			if f := c.args[len(c.args)-1]; f.kind == vFunc || f.kind == vRef {
				t.mapped(c, f, out, false)
			}
		}
		return out, true
	case "ENV[]", "ENV.fetch", "ENV.delete":
		return t.env(n, arg(0), value{}), true
	case "ENV.to_h", "ENV.to_a", "ENV.each", "ENV.map", "ENV.inspect", "ENV.sort", "ENV.select", "ENV.keys", "ENV.values", "ENV.to_json":
		out := unknown("env")
		for _, a := range c.args {
			if a.kind == vFunc {
				t.callValue(a, &call{node: n, args: []value{out, out}, fill: &out})
			}
		}
		return out, true
	case "puts", "print", "p", "pp", "printf", "warn", "$stdout.puts", "STDOUT.puts", "$stderr.puts", "STDERR.puts", "$stdout.write", "STDOUT.write", "$stdout.print":
		t.print(n, c)
		return arg(0), true
	case "Base64.decode64", "Base64.strict_decode64", "Base64.urlsafe_decode64":
		return decoded(arg(0), "base64"), true
	case "URI.decode_www_form_component", "CGI.unescape", "URI.unescape":
		return decoded(arg(0), "url"), true
	case "URI", "URI.parse", "URI.join", "Addressable.URI.parse":
		return object("url", arg(0)), true
	case "Integer", "String", "Array", "Float", "Shellwords.escape", "proc", "lambda", "loop", "at_exit", "fork", "Thread.new", "\x00run", "catch", "trap", "Timeout.timeout", "binding", "Rational", "Set.new":
		if c.name == "fork" && t.loops > 0 {
			t.issue(n, "starts copies of itself in a loop")
		}
		if c.name == "loop" {
			t.loops++
			defer func() { t.loops-- }()
		}
		if c.name == "proc" || c.name == "lambda" {
			if f := arg(0); f.kind == vFunc {
				return f, true
			}
		}
		for _, a := range c.args {
			if a.kind == vFunc {
				t.callValue(a, &call{node: n, fill: &value{}})
			}
		}
		return arg(0), true
	case "Net.HTTP.get", "Net.HTTP.get_response", "Net.HTTP.post", "Net.HTTP.post_form", "Net.HTTP.get_print", "Net.HTTP.put":
		v := arg(0)
		if v.kind == vStr && c.base() != "post" && len(c.args) > 1 { // host, path
			v = concat(concat(str("http://"), v), arg(1))
		}
		verb := "fetch"
		if strings.HasPrefix(c.base(), "p") {
			verb = "send"
		}
		out := value{tags: c.tags()}
		d := &call{node: n, args: append([]value{v}, c.args[min(1, len(c.args)):]...), named: c.named}
		t.net(n, verb, v, d, &out)
		return object("response", unknown(netTag(v))), true
	case "TCPSocket.new", "TCPSocket.open", "Socket.tcp", "UDPSocket.new", "OpenSSL.SSL.SSLSocket.new", "TCPServer.new", "TCPServer.open":
		to := concat(concat(arg(0), str(":")), arg(1))
		kind := Connect
		if strings.HasPrefix(c.name, "TCPServer") {
			kind = Listen
			if len(c.args) == 1 {
				to = concat(str("0.0.0.0:"), arg(0))
			}
		}
		if strings.HasPrefix(c.name, "UDP") && len(c.args) == 0 {
			return object("socket", value{}), true
		}
		t.plain(n, kind, to, nil)
		o := object("socket", withTags(to, []string{netTag(to)}))
		for _, a := range c.args {
			if a.kind == vFunc {
				t.callValue(a, &call{node: n, args: []value{o}, fill: &o})
			}
		}
		return o, true
	case "$stdin.reopen", "STDIN.reopen", "$stdout.reopen", "STDOUT.reopen":
		for _, tag := range arg(0).allTags() {
			if strings.HasPrefix(tag, "net:") {
				t.emit(n, Effect{Kind: Connect, Target: strings.TrimPrefix(tag, "net:"), Known: true, Entry: "tunnel-or-reverse-shell", Why: "gives its input and output to a connection", Data: []string{tag}})
			}
		}
		return value{}, true
	case "FileUtils.chmod", "FileUtils.chmod_R", "File.chmod", "FileUtils.chown", "FileUtils.chown_R", "File.chown":
		mode, _ := arg(0).textual()
		i := 1
		if strings.Contains(c.name, "chown") {
			i = 2
		}
		t.fileWith(n, Mode, arg(i), nil, func(e *Effect) { e.Mode = mode })
		return value{}, true
	case "Process.kill":
		for _, a := range c.args[min(1, len(c.args)):] {
			t.plain(n, Process, a, nil)
		}
		return value{}, true
	case "yield", "super", "exit", "abort", "sleep", "raise", "binding.pry", "rand", "format", "sprintf", "gets", "attr_accessor", "attr_reader", "include", "extend", "gem", "source":
		switch c.name {
		case "gets":
			return unknown("stdin"), true
		case "format", "sprintf":
			if f := arg(0); f.kind == vStr {
				return percent(f, list(c.args[1:]...)), true
			}
		}
		t.callbacks(c, value{})
		return value{tags: c.tags()}, true
	}
	for _, how := range [...]string{".method", ".send", ".public_send", ".__send__", ".public_method"} { // File.method(:delete)
		owner, ok := strings.CutSuffix(c.name, how)
		x, known := arg(0).textual()
		if !ok || owner == "" {
			continue
		}
		if !known {
			t.issue(n, "calls a method that is chosen while running")
			return value{tags: c.tags()}, true
		}
		f := ref(owner + "." + x)
		f.of = c.recv
		if strings.HasSuffix(how, "method") {
			return f, true
		}
		return t.callValue(f, &call{node: n, args: c.args[1:], named: c.named, rest: c.rest}), true
	}
	if strings.HasSuffix(c.name, ".call") || strings.HasSuffix(c.name, ".()") || strings.HasSuffix(c.name, ".unbind") {
		name := strings.TrimSuffix(strings.TrimSuffix(c.name, ".call"), ".()")
		if name != "" && name != c.name {
			return t.callValue(ref(name), &call{node: n, args: c.args, named: c.named, rest: c.rest}), true
		}
	}
	return value{}, false
}

// rubyOpen is open in its forms: of a file, a command, a URL.
func rubyOpen(t *tree, c *call) value {
	n := c.node
	v, _ := c.arg(0, "")
	mode, has := c.arg(1, "mode")
	x := v.asText()
	var o value
	switch {
	case c.name == "URI.open" || c.name == "OpenURI.open_uri" || looksLikeURL(v):
		out := value{}
		t.net(n, "fetch", v, &call{node: n, args: []value{v}}, &out)
		o = object("response", unknown(netTag(v)))
	case strings.HasPrefix(x.text, "|"):
		x.text = strings.TrimSpace(x.text[1:])
		t.shell(n, x, nil)
		o = object("process", unknown(commandTag(x)))
	default:
		o = object("file", v)
		switch {
		case has && mode.kind == vStr && strings.ContainsAny(mode.text, "w+"):
			o.eff = t.file(n, Write, v, nil)
		case has && mode.kind == vStr && strings.Contains(mode.text, "a"):
			o.eff = t.file(n, Append, v, nil)
		case has && mode.kind != vStr && mode.kind != vFunc && mode.kind != vNum:
			o.eff = t.file(n, Write, v, nil)
		default:
			t.file(n, Read, v, nil)
			o.tags = union(o.tags, []string{fileTag(t, v)})
		}
	}
	for _, a := range c.args {
		if a.kind == vFunc {
			return t.callValue(a, &call{node: n, args: []value{o}, fill: &o})
		}
	}
	return o
}

// rubyPath is what makes and joins paths.
func rubyPath(t *tree, c *call) value {
	v, _ := c.arg(0, "")
	switch c.base() {
	case "join", "+", "/":
		parts := c.args
		if c.recv != nil && isPath(*c.recv) {
			parts = append([]value{*c.recv}, parts...)
		}
		if len(parts) == 0 {
			return str("")
		}
		out := pathObject(parts[0])
		for _, p := range parts[1:] {
			if x := p.asText(); c.name == "File.join" && x.kind == vStr { // an absolute part does not stand alone
				x.text = strings.TrimLeft(x.text, "/")
				p = x
			}
			out = joinPath(out, p)
		}
		if c.name == "File.join" {
			return out.asText()
		}
		return out
	case "expand_path", "absolute_path", "realpath":
		if c.recv != nil && isPath(*c.recv) {
			return *c.recv
		}
		if d, ok := c.arg(1, ""); ok {
			x := joinPath(d, v).asText()
			if x.kind == vStr && !strings.HasPrefix(x.text, "~") {
				x.text = path.Clean(x.text)
			}
			return x
		}
		return v.asText()
	case "new", "Pathname":
		if strings.HasPrefix(c.name, "Tempfile") {
			break
		}
		return pathObject(v)
	case "dirname", "parent":
		if c.recv != nil && isPath(*c.recv) {
			return parent(*c.recv)
		}
		return parent(v).asText()
	case "basename", "extname", "to_s":
		if c.recv != nil && isPath(*c.recv) {
			v = *c.recv
		}
		x := v.asText()
		if c.base() == "to_s" || x.kind != vStr {
			return x
		}
		if c.base() == "extname" {
			x.text = path.Ext(x.text)
		} else {
			x.text = path.Base(x.text)
		}
		return x
	case "pwd":
		if t.cwd != nil {
			return *t.cwd
		}
		return str(".")
	case "home":
		return str("~")
	case "tmpdir":
		return str("/tmp")
	}
	out := value{text: "/tmp/", temp: true}
	for _, a := range c.args {
		if a.kind == vFunc {
			t.callValue(a, &call{node: c.node, args: []value{out}, fill: &out})
		}
	}
	return out
}

package code

import (
	"path"
	"sort"
	"strings"
)

var perlLang = language{
	lang:    Perl,
	global:  perlGlobal,
	call:    perlCall,
	method:  perlMethod,
	imports: perlImport,
	rows:    perlRows[:],
	methods: perlMethods[:],
	this:    "\x00",
}

// perlGlobal gives the meaning of a name that the text does not bind.
func perlGlobal(t *tree, name string) value {
	switch name {
	case "%ENV":
		r := ref(name)
		r.tags = []string{"env"}
		return r
	case "@ARGV":
		if t.in.Args != nil {
			out := list()
			for _, a := range t.in.Args {
				out.items = append(out.items, str(a))
			}
			return out
		}
		return unknown("arg")
	case "$_", "\x00stdin", "@F", "$1", "*STDIN", "@_":
		return unknown("stdin")
	case "$0":
		if t.path() != "" {
			return str(t.in.Path)
		}
		return str("-e")
	case "$^X", "$^":
		return str("perl")
	}
	switch name[0] {
	case '$', '@', '%':
		return value{}
	case '*':
		return value{}
	}
	return ref(name)
}

// perlModules are modules whose use alone does nothing.
var perlModules = [...]string{
	"Archive::Tar", "B", "CPAN", "Carp", "Config", "Cwd", "DBI", "Data::Dumper", "DateTime", "Digest::MD5", "Digest::SHA", "Encode", "English", "Exporter", "Fcntl",
	"File::Basename", "File::Copy", "File::Find", "File::Path", "File::Spec", "File::Spec::Functions", "File::Temp", "FindBin", "Getopt::Long", "Getopt::Std",
	"HTTP::Request", "HTTP::Tiny", "IO::File", "IO::Handle", "IO::Select", "IO::Socket", "IO::Socket::INET", "IO::Socket::SSL", "IPC::Open2", "IPC::Open3", "JSON",
	"JSON::PP", "JSON::XS", "LWP::Simple", "LWP::UserAgent", "List::MoreUtils", "List::Util", "MIME::Base64", "Math::BigInt", "Math::Trig", "Net::FTP", "Net::SMTP",
	"POSIX", "Scalar::Util", "Socket", "Storable", "Sys::Hostname", "Term::ANSIColor", "Test::More", "Test::Simple", "Text::CSV", "Text::Wrap", "Tie::File", "Time::HiRes",
	"Time::Local", "Time::Piece", "URI", "URI::Escape", "XML::LibXML", "XML::Simple", "YAML", "autodie", "base", "bigint", "bytes", "charnames", "constant", "diagnostics",
	"encoding", "feature", "fields", "integer", "lib", "locale", "mro", "open", "overload", "parent", "re", "sort", "strict", "threads", "utf8", "vars", "version",
	"warnings",
}

func perlImport(t *tree, module string, n *node) value {
	if !t.imported[module] {
		t.imported[module] = true
		t.report.Imports = append(t.report.Imports, module)
	}
	i := sort.SearchStrings(perlModules[:], module)
	if i >= len(perlModules) || perlModules[i] != module {
		t.emit(n, Effect{Kind: Import, Target: module, Known: module != ""})
	}
	return ref(module)
}

// perlMethod is for methods of texts and lists, which Perl has none of.
func perlMethod(t *tree, c *call) (value, bool) { return value{}, false }

// perlCall is for calls that no row describes.
func perlCall(t *tree, c *call) (value, bool) {
	n := c.node
	arg := func(i int) value { v, _ := c.arg(i, ""); return v }
	rest := func(i int) value {
		if c.rest != nil {
			return value{tags: c.tags()}
		}
		if i < len(c.args) {
			return list(c.args[i:]...)
		}
		return list()
	}
	if i := strings.LastIndex(c.name, "::"); i > 0 && !strings.Contains(c.name, ".") { // a function by its full name
		switch c.name[:i] {
		case "LWP::Simple", "File::Path", "File::Copy", "MIME::Base64", "POSIX", "File::Basename", "Data::Dumper", "List::Util", "JSON", "CORE", "File::Temp", "IPC::Open3", "URI::Escape", "Cwd":
			c.name = c.name[i+2:]
		}
	}
	switch c.name {
	case "%ENV[]":
		return t.env(n, arg(0), value{}), true
	case "open", "IO::File.new", "sysopen":
		return perlOpen(t, c), true
	case "\x00lines", "readline", "readdir", "getc", "read", "sysread":
		v := arg(0)
		if c.name == "read" || c.name == "sysread" {
			return value{tags: v.allTags()}, true
		}
		if v.kind == vConst || v.kind == vUnknown && len(v.tags) == 0 && v.text == "" {
			return value{}, true
		}
		return many(value{tags: v.allTags()}), true
	case "\x00print", "syswrite", "send":
		h := arg(0)
		if h.kind == vObj && h.text == "socket" {
			t.emitTarget(n, Send, h.asText(), func(e *Effect) { e.Data = dataOf(c.args[1:]) })
			return value{}, true
		}
		t.flow(h, c.args[min(1, len(c.args)):])
		return value{}, true
	case "print", "Dumper", "die", "warn", "croak", "carp", "confess":
		t.print(n, c)
		return value{tags: c.tags()}, true
	case "shift", "pop":
		return perlShift(t, c), true
	case "push", "unshift":
		if k := n.kids; len(k) > 1 {
			target := k[1]
			if target.op == oSpread {
				target = target.kids[0]
			}
			if target.op == oName {
				old, _ := t.lookup(target.str)
				added := []value{}
				for _, a := range k[2:] {
					v := t.eval(a)
					if items, known := t.items(v); known && a.op == oSpread {
						added = append(added, items...)
					} else {
						added = append(added, v)
					}
				}
				if old.kind == vUnknown && len(old.tags) == 0 && old.text == "" {
					old = list()
				}
				if old.kind == vList && len(old.items)+len(added) <= maxItems {
					if c.name == "unshift" {
						old = value{kind: vList, items: append(added, old.items...), tags: old.tags}
					} else {
						old = value{kind: vList, items: append(append([]value{}, old.items...), added...), tags: old.tags}
					}
				} else {
					old = value{tags: union(old.allTags(), c.tags())}
				}
				t.set(target.str, old, false)
			}
		}
		return value{}, true
	case "\x00hash":
		out := value{kind: vDict}
		if c.rest != nil || len(c.args)%2 == 1 {
			return value{tags: c.tags()}, true
		}
		for i := 0; i+1 < len(c.args); i += 2 {
			k, known := c.args[i].textual()
			if !known {
				k = "\x00"
				out.tags = union(out.tags, c.args[i+1].allTags())
			}
			out.keys, out.items = append(out.keys, k), append(out.items, c.args[i+1])
		}
		return out, true
	case "\x00deref", "scalar", "lc", "uc", "lcfirst", "ucfirst", "quotemeta", "chomp", "bless", "sort", "uniq", "shuffle", "encode_json", "\x00words":
		v := arg(0)
		switch c.name {
		case "lc":
			return t.textMethod(c, v, "lower")
		case "uc":
			return t.textMethod(c, v, "upper")
		case "sort":
			if len(c.args) > 1 {
				return rest(1), true
			}
			return value{tags: c.tags()}, true
		case "scalar":
			if v.kind == vList {
				return value{tags: v.allTags(), coded: v.coded}, true
			}
		case "encode_json", "quotemeta":
			return value{tags: v.allTags()}, true
		}
		return v, true
	case "keys", "values", "each":
		v := arg(0)
		c.name = "Object." + c.name
		return jsKeys(c, v), true
	case "map", "grep", "first", "any", "all":
		f := arg(0)
		over := rest(1)
		out := t.mapped(c, f, over, c.name != "map")
		if c.name == "first" {
			items, _ := t.items(out)
			return summary(items, out), true
		}
		return out, true
	case "join":
		return t.joined(arg(0), rest(1)), true
	case "reverse":
		if len(c.args) == 1 && c.rest == nil && arg(0).kind != vList {
			return reversed(arg(0)), true
		}
		return reversed(rest(0)), true
	case "split":
		sep := arg(0)
		if sep.kind == vConst {
			return many(value{tags: c.tags(), coded: true}), true
		}
		return splitOn(arg(1), sep, -1), true
	case "sprintf":
		if f := arg(0); f.kind == vStr {
			return percent(f, rest(1)), true
		}
		return value{tags: c.tags()}, true
	case "chr":
		return character(arg(0)), true
	case "hex", "oct":
		v := arg(0)
		base := 16
		x, _ := v.textual()
		if c.name == "oct" && !strings.HasPrefix(x, "0x") {
			base = 8
		}
		if i, ok := parseBase(v, base); ok {
			return num(itoa(i)), true
		}
		return value{tags: v.tags}, true
	case "ord", "length", "index", "rindex", "defined", "ref", "exists", "int", "abs", "time", "localtime", "sleep", "rand", "caller", "select", "binmode", "close", "eof", "fileno", "seek", "max", "min", "sum", "stat", "lstat":
		if c.name == "ord" && arg(0).kind == vStr {
			for _, r := range arg(0).text {
				return num(itoa(int(r))), true
			}
		}
		return value{}, true
	case "substr":
		v := arg(0)
		return jsSlice(v, &call{args: c.args[min(1, len(c.args)):]}, "substr"), true
	case "pack":
		f := arg(0)
		switch {
		case strings.HasPrefix(f.text, "H"):
			return decoded(arg(1), "hex"), true
		case strings.HasPrefix(f.text, "A") || strings.HasPrefix(f.text, "a"):
			if len(c.args) == 2 {
				return arg(1), true
			}
		case strings.HasPrefix(f.text, "C") || strings.HasPrefix(f.text, "U") || strings.HasPrefix(f.text, "c") || strings.HasPrefix(f.text, "W"):
			return characters(rest(1)), true
		}
		return value{tags: c.tags(), coded: true}, true
	case "unpack":
		f, v := arg(0), arg(1)
		if strings.HasPrefix(f.text, "u") {
			return value{tags: v.allTags(), coded: true}, true
		}
		if strings.HasPrefix(f.text, "A") || strings.HasPrefix(f.text, "a") {
			return list(v), true
		}
		return many(value{tags: v.allTags(), coded: true}), true
	case "decode_base64", "MIME::Base64.decode":
		return decoded(arg(0), "base64"), true
	case "uri_unescape":
		return decoded(arg(0), "url"), true
	case "eval":
		v := arg(0)
		t.evalText(n, v)
		return value{tags: v.allTags()}, true
	case "\x00dofile":
		v := arg(0)
		if x, known := v.textual(); known {
			perlImport(t, x, n)
		} else {
			t.emitTarget(n, Import, v, nil)
			t.issue(n, "loads a file whose name is not known")
		}
		return value{}, true
	case "glob":
		v := arg(0)
		t.file(n, List, v, nil)
		x := v.asText()
		if x.kind == vStr {
			x.glob = true
		}
		return many(x), true
	case "opendir":
		return value{}, true
	case "unlink", "rmdir":
		if len(c.args) == 0 && c.rest == nil {
			v, _ := t.lookup("$_")
			if v.kind == vUnknown && len(v.tags) == 0 {
				v = unknown("stdin")
			}
			t.file(n, Delete, v, nil)
			return value{}, true
		}
	case "chmod", "chown", "utime", "kill":
		from := 1
		if c.name == "chown" || c.name == "utime" {
			from = 2
		}
		if c.name == "kill" {
			for _, a := range rest(from).items {
				t.plain(n, Process, a, nil)
			}
			if c.rest != nil || len(c.args) <= from {
				t.plain(n, Process, value{tags: c.tags()}, nil)
			}
			return value{}, true
		}
		mode, _ := arg(0).textual()
		if c.name != "utime" {
			t.fileWith(n, Mode, rest(from), nil, func(e *Effect) { e.Mode = mode })
		}
		return value{}, true
	case "get", "getprint", "head", "LWP::UserAgent.get", "HTTP::Tiny.get", "LWP::UserAgent.request", "HTTP::Tiny.request":
		v := arg(0)
		if c.base() == "request" && len(c.args) > 1 {
			v = arg(1)
		}
		out := value{tags: c.tags()}
		t.net(n, "fetch", v, c, &out)
		return out, true
	case "IO::Socket::INET.new", "IO::Socket::SSL.new", "IO::Socket.new", "IO::Socket::INET6.new":
		to := arg(0)
		listens := false
		for i := 0; i+1 < len(c.args); i += 2 {
			switch c.args[i].text {
			case "PeerAddr", "PeerHost":
				to = c.args[i+1]
			case "Listen", "LocalPort":
				listens = true
			}
		}
		for i := 0; i+1 < len(c.args); i += 2 {
			if c.args[i].text == "PeerPort" {
				to = concat(concat(to, str(":")), c.args[i+1])
			}
			if c.args[i].text == "LocalPort" {
				to = concat(str("0.0.0.0:"), c.args[i+1])
			}
		}
		kind := Connect
		if listens {
			kind = Listen
		}
		t.plain(n, kind, to, nil)
		return object("socket", withTags(to, []string{netTag(to)})), true
	case "File::Spec.catfile", "File::Spec.catdir", "catfile", "catdir":
		return t.joined(str("/"), rest(0)), true
	case "dirname":
		return parent(arg(0)).asText(), true
	case "basename":
		if x := arg(0).asText(); x.kind == vStr {
			x.text = path.Base(x.text)
			return x, true
		}
		return value{tags: c.tags()}, true
	case "cwd", "getcwd":
		return str("."), true
	case "fork":
		if t.loops > 0 {
			t.issue(n, "starts copies of itself in a loop")
		}
		return value{}, true
	case "__FILE__":
		return perlGlobal(t, "$0"), true
	case "tempfile", "tempdir", "File::Temp.new", "File::Temp.newdir":
		return value{text: "/tmp/", temp: true}, true
	case "dup2":
		for _, tag := range arg(0).allTags() {
			if strings.HasPrefix(tag, "net:") {
				t.emit(n, Effect{Kind: Connect, Target: strings.TrimPrefix(tag, "net:"), Known: true, Entry: "tunnel-or-reverse-shell", Why: "gives its input and output to a connection", Data: []string{tag}})
			}
		}
		return value{}, true
	}
	return value{}, false
}

// perlShift is shift and pop: of what a function was given, or of a list.
func perlShift(t *tree, c *call) value {
	name := "@_"
	if t.scope == t.global {
		name = "@ARGV"
	}
	if k := c.node.kids; len(k) > 1 {
		target := k[1]
		if target.op == oSpread {
			target = target.kids[0]
		}
		if target.op != oName {
			return value{tags: c.tags()}
		}
		name = target.str
	}
	v, ok := t.lookup(name)
	if !ok {
		v = perlGlobal(t, name)
	}
	if v.kind != vList {
		return value{tags: v.allTags()}
	}
	if len(v.items) == 0 {
		return constant("undef")
	}
	out := v.items[0]
	left := v.items[1:]
	if c.name == "pop" {
		out, left = v.items[len(v.items)-1], v.items[:len(v.items)-1]
	}
	t.set(name, value{kind: vList, items: left, tags: v.tags}, false)
	return out
}

// perlOpen is open without its handle: mode and path, or both in one.
func perlOpen(t *tree, c *call) value {
	n := c.node
	first, _ := c.arg(0, "")
	mode, known := first.textual()
	target := value{}
	if len(c.args) > 1 && c.name != "sysopen" {
		target = c.args[1]
		if !known {
			t.file(n, Write, target, nil)
			return object("file", target)
		}
		mode = strings.TrimSpace(mode)
		if i := strings.IndexByte(mode, ':'); i >= 0 { // a layer
			mode = strings.TrimSpace(mode[:i])
		}
		if mode == "-|" || mode == "|-" {
			v := list(c.args[1:]...)
			if len(c.args) == 2 {
				t.shell(n, target, nil)
			} else {
				t.run(n, v, nil)
			}
			return object("process", unknown(commandTag(v)))
		}
	} else {
		// The mode stands before the name, or behind it for a program.
		x := first.asText()
		s := strings.TrimSpace(x.text)
		switch {
		case x.kind == vStr && strings.HasSuffix(s, "|"):
			v := withTags(str(strings.TrimSpace(s[:len(s)-1])), x.tags)
			t.shell(n, v, nil)
			return object("process", unknown(commandTag(v)))
		case strings.HasPrefix(s, "|"):
			v := x
			v.text = strings.TrimSpace(s[1:])
			t.shell(n, v, nil)
			return object("process", unknown(commandTag(v)))
		}
		mode = "<"
		for _, m := range [...]string{"+>>", "+>", "+<", ">>", ">", "<"} {
			if strings.HasPrefix(s, m) {
				mode = m
				s = strings.TrimSpace(s[len(m):])
				break
			}
		}
		target = x
		target.text = s
		if x.kind != vStr { // it may end in a bar
			if mode == "<" && x.text == "" {
				t.issue(n, "opens a file or runs a command that is not known")
			}
		}
		if len(c.args) == 0 {
			target = value{}
		}
	}
	o := object("file", target)
	switch {
	case strings.HasPrefix(target.text, "&") || strings.HasPrefix(mode, ">&") || strings.HasPrefix(mode, "<&"):
		for _, tag := range target.allTags() {
			if strings.HasPrefix(tag, "net:") {
				t.emit(n, Effect{Kind: Connect, Target: strings.TrimPrefix(tag, "net:"), Known: true, Entry: "tunnel-or-reverse-shell", Why: "gives its input and output to a connection", Data: []string{tag}})
			}
		}
		return o
	case target.kind == vStr && target.text == "-":
		return unknown("stdin")
	case strings.HasPrefix(mode, "+<") || strings.HasPrefix(mode, "+>"):
		t.file(n, Read, target, nil)
		o.eff = t.file(n, Write, target, nil)
		o.tags = union(o.tags, []string{fileTag(t, target)})
	case strings.HasPrefix(mode, ">>"):
		o.eff = t.file(n, Append, target, nil)
	case strings.HasPrefix(mode, ">"):
		o.eff = t.file(n, Write, target, nil)
	default:
		t.file(n, Read, target, nil)
		o.tags = union(o.tags, []string{fileTag(t, target)})
	}
	return o
}

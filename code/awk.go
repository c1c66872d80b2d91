package code

import "strings"

var awkLang = language{
	lang:    Awk,
	global:  awkGlobal,
	call:    awkCall,
	imports: awkImport,
	rows:    awkRows[:],
	this:    "\x00",
}

// awkRows say what awk's own functions do. Names with a zero byte are the
// parser's, for print and getline with a redirect.
var awkRows = [...]row{
	{"\x00append", "append 0"},
	{"\x00from", "shell 0"},
	{"\x00pipe", "shell 0"},
	{"\x00read", "read 0"},
	{"\x00write", "write 0"},
	{"ENVIRON.?", "env 0"},
	{"ENVIRON[]", "env 0"},
	{"extension", "import 0"},
	{"print", "print 0"},
	{"system", "shell 0"},
}

func awkGlobal(t *tree, name string) value {
	if v, ok := t.in.Vars[name]; ok {
		return str(v)
	}
	switch name {
	case "\x00record":
		return unknown("stdin")
	case "ENVIRON":
		r := ref(name)
		r.tags = []string{"env"}
		return r
	case "FILENAME", "ARGV":
		return unknown("arg")
	case "OFS", "ORS", "FS", "RS", "SUBSEP":
		return value{}
	}
	if strings.HasPrefix(name, "\x00") || awkFunction(name) || name == "extension" || name == "print" {
		return ref(name)
	}
	// A variable that nothing sets is empty, unless the command line sets it.
	return value{}
}

func awkImport(t *tree, module string, n *node) value {
	t.report.Imports = append(t.report.Imports, module)
	t.emit(n, Effect{Kind: Import, Target: module, Known: true})
	return value{}
}

func awkCall(t *tree, c *call) (value, bool) {
	arg := func(i int) value { v, _ := c.arg(i, ""); return v }
	switch c.name {
	case "\x00write", "\x00append", "\x00read":
		switch x := arg(0).asText(); {
		case x.text == "/dev/stdout" || x.text == "/dev/stderr" || x.text == "/dev/null" || x.text == "-" || strings.HasPrefix(x.text, "/dev/fd/"):
			if x.kind == vStr {
				return unknown("stdin"), true
			}
		case strings.HasPrefix(x.text, "/inet"):
			t.plain(c.node, Connect, x, nil)
			return unknown(netTag(x)), true
		}
	case "\x00pipe", "\x00from":
		if x := arg(0).asText(); strings.HasPrefix(x.text, "/inet") {
			t.plain(c.node, Connect, x, nil)
			if c.name == "\x00pipe" {
				t.emitTarget(c.node, Send, x, func(e *Effect) { e.Data = dataOf(c.args) })
			}
			return unknown(netTag(x)), true
		}
	case "print":
		t.print(c.node, c)
		return value{}, true
	case "sprintf":
		if f := arg(0); f.kind == vStr {
			return percent(f, list(c.args[1:]...)), true
		}
	case "substr":
		v := arg(0)
		m, ok := wholeNumber(arg(1))
		if v.kind == vStr && ok {
			from := min(max(m-1, 0), len(v.text))
			end := len(v.text)
			if len(c.args) > 2 {
				n, ok := wholeNumber(arg(2))
				if !ok {
					return value{tags: v.tags}, true
				}
				end = min(max(m-1+n, from), len(v.text))
			}
			return withTags(str(v.text[from:end]), v.tags), true
		}
	case "tolower":
		return t.textMethod(c, arg(0), "toLowerCase")
	case "toupper":
		return t.textMethod(c, arg(0), "toUpperCase")
	case "sub", "gsub", "gensub", "split", "match", "length", "index":
		return value{tags: c.tags()}, true
	}
	return value{}, false
}

package code

import "strings"

var rLang = language{
	lang:    R,
	global:  rGlobal,
	call:    rCall,
	imports: rImport,
	rows:    rRows[:],
	local:   true,
	this:    "\x00",
}

func rGlobal(t *tree, name string) value {
	switch name {
	case "letters":
		return str("abcdefghijklmnopqrstuvwxyz")
	}
	return ref(name)
}

func rImport(t *tree, module string, n *node) value {
	if !t.imported[module] {
		t.imported[module] = true
		t.report.Imports = append(t.report.Imports, module)
	}
	switch module {
	case "ggplot2", "dplyr", "tidyr", "tidyverse", "readr", "purrr", "stringr", "tibble", "forcats", "data.table", "jsonlite", "lubridate", "stats", "utils", "methods", "graphics", "grDevices", "parallel", "httr", "httr2", "curl", "DBI", "RSQLite", "knitr", "rmarkdown", "testthat", "devtools", "usethis", "shiny", "magrittr", "base", "datasets", "Matrix", "MASS", "caret":
	default:
		t.emit(n, Effect{Kind: Import, Target: module, Known: module != ""})
	}
	return ref(module)
}

// rCall is for calls that no row describes.
func rCall(t *tree, c *call) (value, bool) {
	n := c.node
	arg := func(i int, names string) value { v, _ := c.arg(i, names); return v }
	for _, p := range [...]string{"base.", "utils.", "stats.", "methods."} {
		c.name = strings.TrimPrefix(c.name, p)
	}
	switch c.name {
	case "c", "list", "vector":
		out := list(c.args...)
		for _, a := range c.named {
			out.items = append(out.items, a.v)
		}
		if c.rest != nil {
			return value{tags: c.tags()}, true
		}
		return out, true
	case "paste0", "paste", "file.path":
		sep := str("")
		switch c.name {
		case "paste":
			sep = str(" ")
		case "file.path":
			sep = str("/")
		}
		if v, ok := c.arg(-1, "sep"); ok {
			sep = v
		}
		if v, ok := c.arg(-1, "collapse"); ok {
			return t.joined(v, arg(0, "")), true
		}
		return t.joined(sep, list(c.args...)), true
	case "sprintf":
		if f := arg(0, "fmt"); f.kind == vStr && len(c.args) > 0 {
			return percent(f, list(c.args[1:]...)), true
		}
		return value{tags: c.tags()}, true
	case "rawToChar", "intToUtf8", "as.raw", "charToRaw", "as.character", "invisible", "identity", "normalizePath", "path.expand", "shQuote", "noquote", "trimws", "toString", "suppressWarnings", "suppressMessages", "unlist", "try", "tryCatch":
		v := arg(0, "")
		if (c.name == "rawToChar" || c.name == "intToUtf8") && v.kind == vList {
			return characters(v), true
		}
		t.callbacks(c, value{})
		return v, true
	case "rev":
		return reversed(arg(0, "")), true
	case "strsplit":
		return list(splitOn(arg(0, ""), arg(1, "split"), -1)), true
	case "base64decode", "base64enc.base64decode", "jsonlite.base64_dec", "openssl.base64_decode":
		return decoded(arg(0, ""), "base64"), true
	case "parse", "str2lang", "str2expression":
		if v, ok := c.arg(-1, "text"); ok {
			return v, true
		}
		if c.name != "parse" {
			return arg(0, ""), true
		}
		v := arg(0, "file")
		t.file(n, Read, v, nil)
		return unknown(fileTag(t, v)), true
	case "eval", "evalq", "eval.parent", "rlang.eval_tidy":
		t.evalText(n, arg(0, "expr"))
		return value{tags: c.tags()}, true
	case "source", "sys.source":
		v := arg(0, "file")
		if looksLikeURL(v) {
			t.emitTarget(n, Import, v, func(e *Effect) { e.Entry, e.Why = "download-and-run", "runs what it gets from the network" })
			return value{}, true
		}
		t.file(n, Import, v, nil)
		return value{}, true
	case "do.call", "match.fun", "get", "Reduce", "sapply", "lapply", "vapply", "Map", "mapply", "Filter", "purrr.map", "purrr.walk":
		f, over := arg(0, "what"), arg(1, "args")
		switch c.name {
		case "sapply", "lapply", "vapply", "purrr.map", "purrr.walk":
			f, over = arg(1, "FUN"), arg(0, "X")
		case "match.fun", "get":
			if f.kind == vStr {
				return ref(f.text), true
			}
			return ref("base.?"), true
		}
		if f.kind == vStr {
			f = ref(f.text)
		}
		if c.name == "do.call" {
			items, known := t.items(over)
			d := &call{node: n, args: items}
			if !known {
				d.args = nil
				d.more(over)
			}
			return t.callValue(f, d), true
		}
		return t.mapped(c, f, over, c.name == "Filter"), true
	case "library", "require", "requireNamespace", "loadNamespace":
		v := arg(0, "package")
		name := v.text
		if v.kind != vStr && v.kind != vRef {
			name = ""
		}
		if name == "" {
			t.issue(n, "loads a package whose name is not known")
			return value{}, true
		}
		rImport(t, name, n)
		return value{}, true
	case "unlink":
		kind := Delete
		if v, ok := c.arg(1, "recursive"); ok && !v.isFalse() {
			kind = DeleteTree
		}
		v := arg(0, "x")
		if x := v.asText(); x.kind == vStr && strings.ContainsAny(x.text, "*?") {
			x.glob = true
			v = x
		}
		t.file(n, kind, v, nil)
		return value{}, true
	case "system2":
		words := list(arg(0, "command"))
		if a, ok := c.arg(1, "args"); ok {
			if items, known := t.items(a); known && a.kind == vList {
				words.items = append(words.items, items...)
			} else {
				words.items = append(words.items, a)
			}
		}
		t.run(n, words, nil)
		return unknown(commandTag(words)), true
	case "Sys.getenv":
		if len(c.args) == 0 {
			return unknown("env"), true
		}
		return t.env(n, arg(0, "x"), value{}), true
	case "getwd":
		return str("."), true
	case "tempfile", "tempdir":
		return value{text: "/tmp/", temp: true}, true
	case "file", "gzfile", "bzfile", "url", "pipe", "socketConnection":
		v, mode := arg(0, "description"), arg(1, "open")
		switch {
		case c.name == "pipe":
			t.shell(n, v, nil)
			return object("process", unknown(commandTag(v))), true
		case c.name == "socketConnection":
			to := concat(concat(arg(0, "host"), str(":")), arg(1, "port"))
			t.plain(n, Connect, to, nil)
			return object("socket", withTags(to, []string{netTag(to)})), true
		case c.name == "url" || looksLikeURL(v):
			out := value{}
			t.net(n, "fetch", v, c, &out)
			return object("stream", unknown(netTag(v))), true
		case v.text == "stdin":
			return unknown("stdin"), true
		}
		o := object("file", v)
		switch {
		case strings.HasPrefix(mode.text, "w"):
			o.eff = t.file(n, Write, v, nil)
		case strings.HasPrefix(mode.text, "a"):
			o.eff = t.file(n, Append, v, nil)
		default:
			o.tags = []string{fileTag(t, v)}
		}
		return o, true
	case "readLines", "read.csv", "read.table", "read.delim", "readRDS", "load", "scan", "readr.read_csv", "readr.read_file", "data.table.fread", "jsonlite.fromJSON", "read.csv2", "readBin", "readline", "fromJSON", "fread", "read_csv":
		v := arg(0, "file|con|input|txt")
		if looksLikeURL(v) {
			out := value{}
			t.net(n, "fetch", v, c, &out)
			return unknown(netTag(v)), true
		}
		if v.kind == vObj && v.text != "file" || len(v.tags) > 0 && v.kind == vUnknown {
			return value{tags: v.allTags()}, true
		}
		kind := Read
		if c.name == "load" || c.name == "readRDS" {
			kind = Load
		}
		w := v
		w.eff = 0
		t.file(n, kind, w, nil)
		return unknown(fileTag(t, v)), true
	case "cat", "print", "message", "writeLines", "write", "str", "dput":
		if f, ok := c.arg(-1, "file|con"); ok && c.rest == nil {
			t.file(n, Write, f, []value{arg(0, "")})
			return value{}, true
		}
		if (c.name == "writeLines" || c.name == "write") && len(c.args) > 1 {
			t.file(n, Write, arg(1, ""), []value{arg(0, "")})
			return value{}, true
		}
		t.print(n, c)
		return arg(0, ""), true
	}
	if strings.Contains(c.name, ".?") && strings.HasPrefix(c.name, "base") {
		t.issue(n, "calls a function that is chosen while running")
		return value{}, true
	}
	return value{}, false
}

package code

import "strings"

// pyMethod is for methods of texts, lists and dicts.
func pyMethod(t *tree, c *call) (value, bool) {
	v := *c.recv
	name := c.name[1:]
	switch v.kind {
	case vStr, vNum, vUnknown, vConst:
		return t.textMethod(c, v, name)
	case vList:
		switch name {
		case "copy":
			return v, true
		case "append", "extend", "insert", "clear", "sort", "reverse", "remove":
			t.callbacks(c, summary(v.items, v))
			return constant("None"), true
		case "pop":
			return summary(v.items, v), true
		case "index", "count":
			return value{}, true
		}
	case vDict:
		switch name {
		case "get", "pop", "setdefault":
			k, _ := c.arg(0, "")
			if text, known := k.textual(); known {
				if w, ok := v.key(text); ok {
					return w, true
				}
				if d, ok := c.arg(1, "default"); ok {
					return d, true
				}
			}
			return value{tags: union(v.allTags(), c.tags())}, true
		case "items":
			out := list()
			for i, k := range v.keys {
				key := str(k)
				if k == "\x00" {
					key = value{}
				}
				out.items = append(out.items, list(key, v.items[i]))
			}
			return out, true
		case "keys":
			out := list()
			for _, k := range v.keys {
				out.items = append(out.items, str(k))
			}
			return out, true
		case "values":
			return list(v.items...), true
		case "copy":
			return v, true
		case "update":
			return constant("None"), true
		}
	}
	return value{}, false
}

// textMethod is for methods of texts that most languages have.
func (t *tree) textMethod(c *call, v value, name string) (value, bool) {
	x := v.asText()
	known := x.kind == vStr && !x.glob
	arg := func(i int) value {
		a, _ := c.arg(i, "")
		return a
	}
	switch name {
	case "decode", "encode":
		if how, ok := c.arg(0, "encoding"); ok && how.kind == vStr {
			switch strings.ToLower(how.text) {
			case "base64", "hex", "rot13", "rot_13", "unicode_escape", "string_escape", "zlib", "hex_codec":
				if name == "decode" || strings.HasPrefix(strings.ToLower(how.text), "rot") {
					return pyCodec(v, how), true
				}
				return value{tags: x.tags}, true
			}
		}
		return v, true
	case "format":
		if x.kind == vStr {
			return braceFormat(v, c), true
		}
	case "join":
		if v.kind == vStr {
			return t.joined(v, arg(0)), true
		}
	case "strip", "lstrip", "rstrip", "trim", "trimStart", "trimEnd", "chomp", "expandtabs":
		if known && len(c.args) == 0 {
			switch name {
			case "lstrip", "trimStart":
				x.text = strings.TrimLeft(x.text, " \t\r\n")
			case "rstrip", "trimEnd", "chomp":
				x.text = strings.TrimRight(x.text, " \t\r\n")
			default:
				x.text = strings.TrimSpace(x.text)
			}
			return x, true
		}
		if known && arg(0).kind == vStr {
			cut := arg(0).text
			switch name {
			case "lstrip":
				x.text = strings.TrimLeft(x.text, cut)
			case "rstrip":
				x.text = strings.TrimRight(x.text, cut)
			default:
				x.text = strings.Trim(x.text, cut)
			}
			return x, true
		}
		return value{tags: union(x.tags, c.tags()), coded: x.coded, temp: x.temp}, true
	case "lower", "casefold", "toLowerCase", "downcase":
		if known {
			x.text = strings.ToLower(x.text)
			return x, true
		}
		return value{tags: x.tags}, true
	case "upper", "toUpperCase", "upcase":
		if known {
			x.text = strings.ToUpper(x.text)
			return x, true
		}
		return value{tags: x.tags}, true
	case "swapcase":
		if known {
			x.text = strings.Map(swapCase, x.text)
			x.coded = true
			return x, true
		}
		return value{tags: x.tags}, true
	case "replace", "replaceAll":
		a, b := arg(0), arg(1)
		if known && a.kind == vStr && b.kind == vStr && !a.glob && len(a.text)+len(b.text) < 4096 {
			n := -1
			if name == "replace" && t.lang.lang == Node {
				n = 1
			}
			if len(x.text)*(len(b.text)+1) < maxKnown*4 {
				x.text = strings.Replace(x.text, a.text, b.text, n)
				x.tags = union(x.tags, union(a.tags, b.tags))
				return x, true
			}
		}
		t.callbacks(c, value{tags: x.tags})
		return value{tags: union(x.tags, c.tags()), coded: x.coded, temp: x.temp}, true
	case "split", "rsplit", "splitlines":
		sep, ok := c.arg(0, "sep")
		if !ok {
			sep = value{}
		}
		if name == "splitlines" {
			sep = str("\n")
		}
		if x.kind == vStr || len(x.tags) > 0 {
			return splitOn(v, sep, -1), true
		}
	case "startswith", "endswith", "isdigit", "isalpha", "find", "index", "count", "isspace", "islower", "isupper", "isalnum", "includes", "startsWith", "endsWith", "indexOf", "isnumeric", "isidentifier":
		if v.kind == vStr {
			return value{}, true
		}
	case "zfill", "ljust", "rjust", "center", "title", "capitalize", "hex":
		if v.kind == vStr {
			if name == "capitalize" && known && x.text != "" {
				x.text = strings.ToUpper(x.text[:1]) + strings.ToLower(x.text[1:])
				return x, true
			}
			return value{tags: union(x.tags, c.tags())}, true
		}
	case "removeprefix":
		if known && arg(0).kind == vStr {
			x.text = strings.TrimPrefix(x.text, arg(0).text)
			return x, true
		}
	case "removesuffix":
		if known && arg(0).kind == vStr {
			x.text = strings.TrimSuffix(x.text, arg(0).text)
			return x, true
		}
	case "translate":
		return value{tags: union(x.tags, c.tags()), coded: true}, true
	}
	return value{}, false
}

func swapCase(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 32
	case 'A' <= r && r <= 'Z':
		return r + 32
	}
	return r
}

package code

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// decoded is the text that one of the usual encodings of v stands for; what
// is not known stays so, marked as decoded.
func decoded(v value, how string) value {
	x := v.asText()
	out := value{tags: x.tags, coded: true}
	if x.kind != vStr || x.glob || len(x.text) > maxKnown {
		return out
	}
	text, ok := decode(x.text, how)
	if !ok {
		return out
	}
	out.kind, out.text = vStr, text
	return out
}

// decode undoes an encoding of a text.
func decode(s, how string) (string, bool) {
	switch how {
	case "base64":
		s = strings.Map(func(r rune) rune {
			switch r {
			case ' ', '\n', '\r', '\t', '=':
				return -1
			case '-':
				return '+'
			case '_':
				return '/'
			}
			return r
		}, s)
		b, err := base64.RawStdEncoding.DecodeString(s)
		return string(b), err == nil
	case "base32":
		b, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(strings.TrimRight(strings.TrimSpace(s), "=")))
		return string(b), err == nil
	case "hex":
		b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
		return string(b), err == nil
	case "rot13":
		return rot13(s), true
	case "url":
		t, err := url.QueryUnescape(s)
		return t, err == nil
	case "escapes":
		var b strings.Builder
		for i := 0; i < len(s); {
			if s[i] == '\\' {
				i = pyEscape(&b, s, i)
				continue
			}
			b.WriteByte(s[i])
			i++
		}
		return b.String(), true
	case "utf8":
		return s, true
	}
	return "", false
}

func rot13(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return 'a' + (r-'a'+13)%26
		case 'A' <= r && r <= 'Z':
			return 'A' + (r-'A'+13)%26
		}
		return r
	}, s)
}

// reversed is a text or list the other way round.
func reversed(v value) value {
	switch v.kind {
	case vStr:
		if v.glob {
			break
		}
		r := []rune(v.text)
		for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
			r[i], r[j] = r[j], r[i]
		}
		return value{kind: vStr, text: string(r), tags: v.tags, coded: true}
	case vList:
		out := value{kind: vList, tags: v.tags}
		for i := len(v.items) - 1; i >= 0; i-- {
			it := v.items[i]
			it.coded = true
			out.items = append(out.items, it)
		}
		return out
	case vObj:
		if v.text == "iter" {
			return v
		}
	}
	return value{tags: v.allTags(), coded: true}
}

// character is the text of one code point.
func character(v value) value {
	n, err := strconv.Atoi(v.text)
	if v.kind != vNum || err != nil || n < 0 || n > utf8.MaxRune {
		return value{tags: v.tags, coded: true}
	}
	return value{kind: vStr, text: string(rune(n)), coded: true}
}

// characters is the text of a list of code points.
func characters(v value) value {
	items, known := v.items, v.kind == vList
	if !known {
		return value{tags: v.allTags(), coded: true}
	}
	var b strings.Builder
	for _, it := range items {
		c := character(it)
		if c.kind != vStr {
			return value{tags: v.allTags(), coded: true}
		}
		b.WriteString(c.text)
	}
	return value{kind: vStr, text: b.String(), coded: true, tags: v.allTags()}
}

// joined joins the items of a list with sep.
func (t *tree) joined(sep, over value) value {
	if over.kind == vStr { // of the characters of a text
		items, known := t.items(over)
		if !known {
			return value{tags: over.tags}
		}
		over = list(items...)
	}
	if over.kind != vList {
		if over.kind == vObj && over.text == "iter" && over.of.glob {
			return *over.of // some names that match
		}
		return value{tags: union(sep.tags, over.allTags()), coded: over.coded}
	}
	out := str("")
	pieces := 0
	for i, it := range over.items {
		if i > 0 {
			out = concat(out, sep)
		}
		out = concat(out, it)
		if x, known := it.textual(); known && len(x) == 1 {
			pieces++
		}
	}
	if len(over.items) > 3 && pieces == len(over.items) && sep.text == "" {
		out.coded = true
	}
	out.tags = union(out.tags, over.tags)
	return out
}

// splitOn cuts a known text.
func splitOn(v, sep value, max int) value {
	x := v.asText()
	if x.kind != vStr || x.glob {
		return many(value{tags: v.allTags()})
	}
	var parts []string
	switch {
	case sep.kind == vStr && sep.text != "":
		parts = strings.SplitN(x.text, sep.text, max)
	case sep.kind == vStr:
		for _, r := range x.text {
			parts = append(parts, string(r))
		}
	case sep.kind == vConst || sep.kind == vUnknown && len(sep.tags) == 0 && sep.text == "":
		parts = strings.Fields(x.text)
	default:
		return many(value{tags: v.allTags()})
	}
	if len(parts) > maxItems {
		return many(value{tags: v.allTags()})
	}
	out := value{kind: vList, tags: x.tags}
	for _, p := range parts {
		out.items = append(out.items, value{kind: vStr, text: p, tags: x.tags, coded: x.coded})
	}
	return out
}

// percent is the % of texts: "%s/%s" % (a, b).
func percent(f, args value) value {
	var items []value
	switch args.kind {
	case vList:
		items = args.items
	case vDict:
		return formatNamed(f, args)
	default:
		items = []value{args}
	}
	out := value{kind: vStr, tags: f.tags}
	s := f.text
	k := 0
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 || i+1 >= len(s) {
			return concat(out, str(s))
		}
		out = concat(out, str(s[:i]))
		j := i + 1
		for j < len(s) && strings.IndexByte("0123456789.-+ #*l", s[j]) >= 0 {
			j++
		}
		if j >= len(s) {
			return concat(out, str(s[i:]))
		}
		switch {
		case s[j] == '%':
			out = concat(out, str("%"))
		case k < len(items):
			it := items[k]
			if s[j] == 'c' && it.kind == vNum {
				it = character(it)
			}
			out = concat(out, it)
			k++
		default:
			out = concat(out, value{tags: args.allTags()})
		}
		s = s[j+1:]
	}
}

func formatNamed(f, args value) value {
	out := value{kind: vStr, tags: f.tags}
	s := f.text
	for {
		i := strings.Index(s, "%(")
		if i < 0 {
			return concat(out, str(s))
		}
		e := strings.IndexByte(s[i:], ')')
		if e < 0 || i+e+1 >= len(s) {
			return concat(out, str(s))
		}
		out = concat(out, str(s[:i]))
		v, ok := args.key(s[i+2 : i+e])
		if !ok {
			v = value{tags: args.allTags()}
		}
		out = concat(out, v)
		s = s[i+e+2:]
	}
}

// braceFormat is "{}/{name}".format(...).
func braceFormat(f value, c *call) value {
	x := f.asText()
	if x.kind != vStr {
		return value{tags: union(x.tags, c.tags()), text: x.text}
	}
	out := value{kind: vStr, tags: x.tags}
	s := x.text
	k := 0
	for {
		i := strings.IndexAny(s, "{}")
		if i < 0 {
			return concat(out, str(s))
		}
		out = concat(out, str(s[:i]))
		if i+1 < len(s) && s[i+1] == s[i] {
			out = concat(out, str(s[i:i+1]))
			s = s[i+2:]
			continue
		}
		e := strings.IndexByte(s[i:], '}')
		if s[i] == '}' || e < 0 {
			return concat(out, str(s[i:]))
		}
		field := s[i+1 : i+e]
		if j := strings.IndexAny(field, ":!"); j >= 0 {
			field = field[:j]
		}
		v := value{tags: c.tags()}
		if field == "" {
			if w, ok := c.arg(k, ""); ok {
				v = w
			}
			k++
		} else if n, err := strconv.Atoi(field); err == nil {
			if w, ok := c.arg(n, ""); ok {
				v = w
			}
		} else if w, ok := c.arg(-1, field); ok {
			v = w
		}
		out = concat(out, v)
		s = s[i+e+1:]
	}
}

package code

import "strings"

// yamlScripts lists the values of keys that hold shell text, in whole files
// and in parts of them. Loose takes list entries whose key is not in the part
// as shell text too.
func yamlScripts(text, when string, loose bool, keys ...string) []Script {
	lines := strings.Split(text, "\n")
	starts := make([]int, len(lines))
	at := 0
	for i, l := range lines {
		starts[i] = at
		at += len(l) + 1
	}
	var out []Script
	add := func(s string, line int) {
		if strings.TrimSpace(s) != "" {
			out = append(out, Script{Text: s, When: when, Start: starts[line]})
		}
	}
	type owner struct {
		indent int
		key    string
	}
	var owners []owner // the keys around a line
	for i := 0; i < len(lines); i++ {
		l := strings.TrimRight(lines[i], "\r")
		indent := indentOf(l)
		body := strings.TrimSpace(l)
		if body == "" || body[0] == '#' {
			continue
		}
		item := false
		for strings.HasPrefix(body, "- ") {
			item = true
			rest := strings.TrimLeft(body[1:], " ")
			indent += len(body) - len(rest)
			body = rest
		}
		for len(owners) > 0 && (owners[len(owners)-1].indent > indent || owners[len(owners)-1].indent == indent && !item) {
			owners = owners[:len(owners)-1]
		}
		key, value, ok := yamlKey(body)
		if !ok {
			if item {
				in := ""
				if len(owners) > 0 {
					in = owners[len(owners)-1].key
				}
				if in == "" && loose || isKey(in, keys) {
					s, next := yamlValue(lines, i, indent-1, body)
					add(s, i)
					i = next
				}
			}
			continue
		}
		owners = append(owners, owner{indent, key})
		if !isKey(key, keys) {
			if len(value) > 0 && (value[0] == '|' || value[0] == '>') { // text of another sort
				_, i = yamlValue(lines, i, indent, value)
			}
			continue
		}
		switch {
		case value == "":
		case strings.HasPrefix(value, "["):
			add(shellWords(flowList(value)), i)
		default:
			s, next := yamlValue(lines, i, indent, value)
			add(s, i)
			i = next
		}
	}
	return out
}

func isKey(key string, keys []string) bool {
	for _, k := range keys {
		if k == key {
			return true
		}
	}
	return false
}

func indentOf(l string) int {
	n := 0
	for n < len(l) && l[n] == ' ' {
		n++
	}
	return n
}

// yamlKey splits "key: value".
func yamlKey(s string) (key, value string, ok bool) {
	i := 0
	if i < len(s) && (s[i] == '"' || s[i] == '\'') {
		q := s[i]
		e := strings.IndexByte(s[1:], q)
		if e < 0 || e+2 >= len(s) || s[e+2] != ':' {
			return "", "", false
		}
		return s[1 : 1+e], strings.TrimSpace(s[e+3:]), true
	}
	for i < len(s) && (isNamePart(s[i]) || s[i] == '-' || s[i] == '.' || s[i] == '/' || s[i] == '$') {
		i++
	}
	if i == 0 || i >= len(s) || s[i] != ':' || i+1 < len(s) && s[i+1] != ' ' {
		return "", "", false
	}
	return s[:i], strings.TrimSpace(s[i+1:]), true
}

// yamlValue reads the value that begins in line i behind a key at indent; it
// gives the last line it took.
func yamlValue(lines []string, i, indent int, value string) (string, int) {
	if value != "" && (value[0] == '|' || value[0] == '>') {
		var body []string
		cut := -1
		j := i + 1
		for ; j < len(lines); j++ {
			if strings.TrimSpace(lines[j]) == "" {
				body = append(body, "")
				continue
			}
			n := indentOf(lines[j])
			if n <= indent {
				break
			}
			if cut < 0 {
				cut = n
			}
			body = append(body, lines[j][min(cut, n):])
		}
		return strings.TrimRight(strings.Join(body, "\n"), "\n"), j - 1
	}
	if value != "" && (value[0] == '"' || value[0] == '\'') {
		q := value[0]
		for k := 1; k < len(value); k++ {
			if value[k] == '\\' && q == '"' {
				k++
				continue
			}
			if value[k] == q {
				if q == '\'' && k+1 < len(value) && value[k+1] == '\'' {
					k++
					continue
				}
				s := value[1:k]
				if q == '\'' {
					return strings.ReplaceAll(s, "''", "'"), i
				}
				var b strings.Builder
				for x := 0; x < len(s); {
					if s[x] == '\\' {
						x = pyEscape(&b, s, x)
						continue
					}
					b.WriteByte(s[x])
					x++
				}
				return b.String(), i
			}
		}
		return value[1:], i
	}
	if k := strings.Index(value, " #"); k >= 0 { // a comment
		value = strings.TrimRight(value[:k], " ")
	}
	for i+1 < len(lines) && strings.TrimSpace(lines[i+1]) != "" && indentOf(lines[i+1]) > indent { // goes on
		next := strings.TrimSpace(lines[i+1])
		if _, _, isMap := yamlKey(next); isMap || strings.HasPrefix(next, "- ") || strings.HasPrefix(next, "#") {
			break
		}
		value += " " + next
		i++
	}
	return value, i
}

// flowList reads [a, "b"].
func flowList(s string) []string {
	s = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(s), "["), "]")
	var out []string
	for _, w := range strings.Split(s, ",") {
		out = append(out, strings.Trim(strings.TrimSpace(w), `"'`))
	}
	return out
}

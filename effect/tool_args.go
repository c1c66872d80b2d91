package effect

import (
	"slices"
	"strconv"
	"strings"

	"automode/secret"
	"automode/shell"
)

// leaf is one value inside the arguments of a call.
type leaf struct {
	arg  string   // the argument it stands in or below
	key  []string // the words of the innermost key around it
	text string   // a text as it is, a number or truth as JSON writes it
	kind byte     // 's' text, 'n' number, 'b' truth
}

const (
	maxLeaves = 2000
	maxInert  = 1000 // bytes of a text that hands nothing on: a title, a query, an id
	maxNote   = 4000 // bytes of a text that the tool is there to take
)

// leaves gives every value in v, objects in order of their keys; ok is false
// when there are more than can be looked at.
func leaves(v any, arg string, key []string) (out []leaf, ok bool) {
	ok = true
	var walk func(v any, arg string, key []string, depth int)
	walk = func(v any, arg string, key []string, depth int) {
		if depth > 20 || len(out) >= maxLeaves {
			ok = false
			return
		}
		switch v := v.(type) {
		case string:
			out = append(out, leaf{arg, key, v, 's'})
		case float64:
			out = append(out, leaf{arg, key, strconv.FormatFloat(v, 'g', -1, 64), 'n'})
		case bool:
			out = append(out, leaf{arg, key, strconv.FormatBool(v), 'b'})
		case nil:
		case []any:
			for _, it := range v {
				walk(it, arg, key, depth+1)
			}
		case map[string]any:
			for _, k := range sortedKeys(v) {
				a := arg
				if depth == 0 && arg == "" {
					a = k
				}
				walk(v[k], a, nameWords(k), depth+1)
			}
		default:
			ok = false
		}
	}
	walk(v, arg, key, 0)
	return out, ok
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// is tells whether the last word of the key is one of those given, or the key
// as a whole is.
func (l leaf) is(words ...string) bool {
	if len(l.key) == 0 {
		return false
	}
	return slices.Contains(words, l.key[len(l.key)-1]) || slices.Contains(words, strings.Join(l.key, "_"))
}

// word is the leaf as a word of a command, with its argument for evidence.
func (l leaf) word() shell.Word {
	w := word(l.text)
	if l.arg != "" {
		w.Raw = l.arg + ": " + l.text
	}
	return w
}

// inert looks at a value that is only to be looked up or shown by the tool: a
// title, a query, an id, a date. Whoever gets it, it hands nothing on, starts
// nothing and names no place here. It says what else the value is, and gives
// false.
func (t *cmd) inert(l leaf, most int) bool {
	if l.kind != 's' {
		return true
	}
	switch {
	case t.holdsSecret(l):
	case hidesText(l.text):
		t.unsure("the argument "+l.arg+" hides characters", l.word())
	case len(l.text) > most:
		t.unsure("the argument "+l.arg+" carries a long text to "+t.server(), l.word())
	case encodedRun(l.text):
		t.unsure("the argument "+l.arg+" carries encoded data to "+t.server(), l.word())
	case strings.Contains(l.text, "://") && !strings.ContainsAny(strings.TrimSpace(l.text), " \n"):
		t.unsure("what the tool does with the address in "+l.arg+" is not known", l.word())
	case isPath(l.text) && !isRoute(l):
		t.unsure("what the tool does with the path in "+l.arg+" is not known", l.word())
	default:
		return true
	}
	return false
}

// hidesText tells whether a text holds characters that a reader does not see,
// but for those that part lines and columns.
func hidesText(s string) bool {
	s = strings.NewReplacer("\n", " ", "\t", " ", "\r", " ").Replace(s)
	return shell.Visible(s) != s
}

// isRoute tells whether a path is one of an address or a repository rather
// than of this machine.
func isRoute(l leaf) bool {
	return strings.HasPrefix(l.text, "/") && !strings.HasPrefix(l.text, "//") && l.is("id", "library_id", "library", "ref", "regex", "pattern", "query", "route", "endpoint", "text") && !systemPath(l.text)
}

// holdsSecret finds a credential, or the name of a place that holds some, in
// an argument.
func (t *cmd) holdsSecret(l leaf) bool {
	if l.kind != 's' {
		return false
	}
	if len(secret.Find(l.text)) > 0 {
		w := word(l.text)
		w.Raw = l.arg + ": " + secret.Redact(l.text)
		if t.outward {
			t.guard(Send, "data-exfiltration", t.server(), "sends a credential in the text by "+t.server(), w)
			return true
		}
		t.find(Send, "secret-into-artifact", t.server(), "hands what looks like a credential to "+t.server(), w)
		return true
	}
	return false
}

// encodedRun tells whether a text holds a run without a break that is too long
// for a word, a name, an id or a digest.
func encodedRun(s string) bool {
	run, upper, lower, parted := 0, false, false, false
	for i := 0; i < len(s); i++ {
		b := s[i]
		switch {
		case isUpper(b):
			upper = true
		case isLetter(b):
			lower = true
		case b == '-' || b == '_' || b == '/':
			parted = true
		case b >= '0' && b <= '9', b == '+', b == '=', b == '%':
		default:
			run, upper, lower, parted = 0, false, false, false
			continue
		}
		if run++; run > 128 && (upper && lower || !parted) || run > 300 {
			return true
		}
	}
	return false
}

// isPath tells whether a text is the name of a file or folder of this machine.
func isPath(s string) bool {
	if s == "" || len(s) > 4096 || strings.ContainsAny(s, "\n\x00") {
		return false
	}
	switch {
	case strings.HasPrefix(s, "file://"), strings.HasPrefix(s, "/") && len(s) > 1, strings.HasPrefix(s, "~/"), s == "~", strings.HasPrefix(s, "./"), strings.HasPrefix(s, "../"), s == "..":
		return true
	case len(s) > 2 && isLetter(s[0]) && s[1] == ':' && (s[2] == '\\' || s[2] == '/'):
		return true
	}
	return false
}

// pathOf takes the path out of a file URL.
func pathOf(s string) string {
	rest, ok := strings.CutPrefix(s, "file://")
	if !ok {
		return s
	}
	if i := strings.IndexByte(rest, '/'); i > 0 { // file://host/path
		rest = rest[i:]
	}
	return unescapeURL(rest)
}

// unescapeURL turns %2e and its like into what they stand for.
func unescapeURL(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

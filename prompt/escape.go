package prompt

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quoted writes s as a JSON text in which nothing but printable characters and
// plain spaces stand as themselves: no line can end within it, nothing in it
// is invisible or runs the other way, and no tag of an answer stands in it.
func quoted(b *strings.Builder, s string) {
	b.WriteByte('"')
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b.WriteString(`\ufffd`)
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '<':
			b.WriteString(`\u003c`)
		case r == ' ' || unicode.IsPrint(r) && !unicode.Is(unicode.Bidi_Control, r) && r != '\u2800':
			b.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			unit(b, 0xd800+r>>10)
			unit(b, 0xdc00+r&0x3ff)
		default:
			unit(b, r)
		}
		i += n
	}
	b.WriteByte('"')
}

func unit(b *strings.Builder, r rune) {
	h := strconv.FormatInt(int64(r), 16)
	b.WriteString(`\u` + "0000"[len(h):] + h)
}

// member is one member of an object, in the order in which it is written.
type member struct {
	name  string
	value any // string, int, bool, []string, members, or json.RawMessage
}

type members []member

// object writes an object on one line.
func object(b *strings.Builder, ms members) {
	b.WriteByte('{')
	for i, m := range ms {
		if i > 0 {
			b.WriteString(", ")
		}
		quoted(b, m.name)
		b.WriteString(": ")
		value(b, m.value)
	}
	b.WriteByte('}')
}

func value(b *strings.Builder, v any) {
	switch v := v.(type) {
	case string:
		quoted(b, v)
	case int:
		b.WriteString(strconv.Itoa(v))
	case bool:
		b.WriteString(strconv.FormatBool(v))
	case members:
		object(b, v)
	case []string:
		b.WriteByte('[')
		for i, s := range v {
			if i > 0 {
				b.WriteString(", ")
			}
			quoted(b, s)
		}
		b.WriteByte(']')
	case json.RawMessage:
		raw(b, v)
	default:
		quoted(b, "?")
	}
}

// raw writes a JSON value anew: in one line, its texts escaped as ours are, its
// members in their order. What is no JSON is written as a text.
func raw(b *strings.Builder, v json.RawMessage) {
	d := json.NewDecoder(strings.NewReader(string(v)))
	d.UseNumber()
	var out strings.Builder
	if !one(d, &out, 0) || d.More() {
		quoted(b, string(v))
		return
	}
	b.WriteString(out.String())
}

const maxDepth = 100

func one(d *json.Decoder, b *strings.Builder, depth int) bool {
	t, err := d.Token()
	if err != nil || depth > maxDepth {
		return false
	}
	switch t := t.(type) {
	case json.Delim:
		end := byte(']')
		if t == '{' {
			end = '}'
		}
		b.WriteByte(byte(t))
		for n := 0; d.More(); n++ {
			if n > 0 {
				b.WriteString(", ")
			}
			if t == '{' {
				name, err := d.Token()
				s, ok := name.(string)
				if err != nil || !ok {
					return false
				}
				quoted(b, s)
				b.WriteString(": ")
			}
			if !one(d, b, depth+1) {
				return false
			}
		}
		if _, err := d.Token(); err != nil {
			return false
		}
		b.WriteByte(end)
	case string:
		quoted(b, t)
	case json.Number:
		b.WriteString(t.String())
	case bool:
		b.WriteString(strconv.FormatBool(t))
	case nil:
		b.WriteString("null")
	}
	return true
}

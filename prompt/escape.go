package prompt

import (
	"bytes"
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
	done := 0 // up to here s is written
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf && c >= ' ' && c != '"' && c != '\\' && c != '<' && c != 0x7f {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == '<' && !opensTag(s[i+1:]) || r >= utf8.RuneSelf && n > 1 && shows(r) {
			i += n
			continue
		}
		b.WriteString(s[done:i])
		i += n
		done = i
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
		case r > 0xffff:
			r -= 0x10000
			unit(b, 0xd800+r>>10)
			unit(b, 0xdc00+r&0x3ff)
		default:
			unit(b, r)
		}
	}
	b.WriteString(s[done:])
	b.WriteByte('"')
}

// shows tells whether a reader sees r, and sees it where it stands.
func shows(r rune) bool {
	switch {
	case r == 0x2800, r == 0x3164, r == 0xffa0, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5: // look blank
		return false
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0100 && r <= 0xe01ef, r >= 0x180b && r <= 0x180f: // selectors can carry data
		return false
	}
	return unicode.IsPrint(r)
}

// tags are those of an answer.
var tags = [...]string{"thinking", "block", "severity", "category", "reason"}

// opensTag tells whether "<" before s would open or close a tag of an answer's.
func opensTag(s string) bool {
	s = strings.TrimPrefix(s, "/")
	for _, t := range tags {
		if len(s) >= len(t) && strings.EqualFold(s[:len(t)], t) {
			return true
		}
	}
	return false
}

func unit(b *strings.Builder, r rune) {
	h := strconv.FormatInt(int64(r), 16)
	b.WriteString(`\u` + "0000"[len(h):] + h)
}

// member is one member of an object, in the order in which it is written.
type member struct {
	name  string
	value any // string, int, bool, []string, []any, members, or json.RawMessage
}

type members []member

// object writes an object on one line.
func object(b *strings.Builder, ms members) {
	b.WriteByte('{')
	for i, m := range ms {
		if i > 0 {
			b.WriteByte(',')
		}
		quoted(b, m.name)
		b.WriteByte(':')
		value(b, m.value)
	}
	b.WriteByte('}')
}

// text is an object as text.
func text(ms members) string {
	var b strings.Builder
	object(&b, ms)
	return b.String()
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
				b.WriteByte(',')
			}
			quoted(b, s)
		}
		b.WriteByte(']')
	case []any:
		b.WriteByte('[')
		for i, s := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			value(b, s)
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
	var out strings.Builder
	if !json.Valid(v) || !one(decoder(v), &out, 0) {
		quoted(b, string(v))
		return
	}
	b.WriteString(out.String())
}

func decoder(v json.RawMessage) *json.Decoder {
	d := json.NewDecoder(bytes.NewReader(v))
	d.UseNumber()
	return d
}

// split gives the members of an object in their order; ok is false for what is
// no object, and for one with two members of one name: nobody can say which of
// them a tool takes.
func split(v json.RawMessage) (out []field, ok bool) {
	d := decoder(v)
	if t, err := d.Token(); err != nil || t != json.Delim('{') || !json.Valid(v) {
		return nil, false
	}
	for d.More() {
		t, err := d.Token()
		name, isName := t.(string)
		if err != nil || !isName {
			return nil, false
		}
		for _, f := range out {
			if strings.EqualFold(f.name, name) {
				return nil, false
			}
		}
		f := field{name: name}
		if d.Decode(&f.value) != nil {
			return nil, false
		}
		out = append(out, f)
	}
	return out, true
}

// field is a member of an object that somebody else wrote.
type field struct {
	name  string
	value json.RawMessage
}

// text is the field's text; ok is false where it is none.
func (f field) text() (s string, ok bool) {
	ok = json.Unmarshal(f.value, &s) == nil && len(f.value) > 0 && f.value[0] == '"'
	return s, ok
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
				b.WriteByte(',')
			}
			if t == '{' {
				name, err := d.Token()
				s, ok := name.(string)
				if err != nil || !ok {
					return false
				}
				quoted(b, s)
				b.WriteByte(':')
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

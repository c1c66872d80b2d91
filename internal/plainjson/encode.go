package plainjson

import (
	"encoding"
	"encoding/base64"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Append appends v's JSON to dst.
func Append(dst []byte, v any) ([]byte, error) {
	e := encoder{b: dst}
	e.value(reflect.ValueOf(v))
	return e.b, e.err
}

type encoder struct {
	b   []byte
	err error
}

func (e *encoder) value(v reflect.Value) {
	if !v.IsValid() {
		e.b = append(e.b, "null"...)
		return
	}
	switch p := planOf(v.Type()); p.form {
	case isTime:
		b, err := v.Interface().(time.Time).AppendText(append(e.b, '"'))
		if err != nil {
			e.fail(err)
			return
		}
		e.b = append(b, '"')
	case isRaw:
		e.raw(v.Bytes())
	case isText:
		m, ok := v.Interface().(encoding.TextMarshaler)
		if !ok {
			e.fail(fmt.Errorf("%s is no plain data", v.Type()))
			return
		}
		text, err := m.MarshalText()
		if err != nil {
			e.fail(err)
			return
		}
		e.b = AppendString(e.b, string(text))
	case isString:
		e.b = AppendString(e.b, v.String())
	case isBool:
		e.b = strconv.AppendBool(e.b, v.Bool())
	case isInt:
		e.b = strconv.AppendInt(e.b, v.Int(), 10)
	case isUint:
		e.b = strconv.AppendUint(e.b, v.Uint(), 10)
	case isPointer:
		if v.IsNil() {
			e.b = append(e.b, "null"...)
			return
		}
		e.value(v.Elem())
	case isStruct:
		e.b = append(e.b, '{')
		e.fields(v, p.fields)
		e.b = append(e.b, '}')
	case isBytes, isSlice:
		switch {
		case v.IsNil():
			e.b = append(e.b, "null"...)
		case p.form == isBytes:
			e.b = append(e.b, '"')
			e.b = base64.StdEncoding.AppendEncode(e.b, v.Bytes())
			e.b = append(e.b, '"')
		default:
			e.b = append(e.b, '[')
			for i := range v.Len() {
				e.comma()
				e.value(v.Index(i))
			}
			e.b = append(e.b, ']')
		}
	case isMap:
		e.table(v)
	default:
		e.fail(fmt.Errorf("%s is no plain data", v.Type()))
	}
}

func (e *encoder) fields(v reflect.Value, fields []field) {
	for _, f := range fields {
		fv := v.Field(f.index)
		if f.inner != nil {
			e.fields(fv, f.inner)
			continue
		}
		if f.omitEmpty && empty(fv) || f.omitZero && fv.IsZero() {
			continue
		}
		e.comma()
		e.b = AppendString(e.b, f.name)
		e.b = append(e.b, ':')
		e.value(fv)
	}
}

// empty is what omitempty leaves out.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// table writes a map, its keys in order.
func (e *encoder) table(v reflect.Value) {
	if v.IsNil() {
		e.b = append(e.b, "null"...)
		return
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	e.b = append(e.b, '{')
	for _, k := range keys {
		e.comma()
		e.b = AppendString(e.b, k.String())
		e.b = append(e.b, ':')
		e.value(v.MapIndex(k))
	}
	e.b = append(e.b, '}')
}

// comma divides a value from the one before. No value ends in what opens a
// list or follows a key.
func (e *encoder) comma() {
	if last := e.b[len(e.b)-1]; last != '{' && last != '[' {
		e.b = append(e.b, ',')
	}
}

// raw writes JSON that is there already, without its white space: a line of
// JSON must stay one.
func (e *encoder) raw(b []byte) {
	if b == nil {
		e.b = append(e.b, "null"...)
		return
	}
	out, err := Rewrite(e.b, b, nil)
	if err != nil {
		e.fail(err)
		return
	}
	e.b = out
}

func (e *encoder) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

const digits = "0123456789abcdef"

// AppendString appends s as a JSON string. Bytes that are no UTF-8 become
// U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			dst = append(dst, s[start:i]...)
			switch c {
			case '"', '\\':
				dst = append(dst, '\\', c)
			case '\n':
				dst = append(dst, '\\', 'n')
			case '\r':
				dst = append(dst, '\\', 'r')
			case '\t':
				dst = append(dst, '\\', 't')
			case '\b':
				dst = append(dst, '\\', 'b')
			case '\f':
				dst = append(dst, '\\', 'f')
			default:
				dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
			}
			i++
			start = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || r == '\u2028' || r == '\u2029' {
			dst = append(dst, s[start:i]...)
			dst = append(dst, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
			start = i + n
		}
		i += n
	}
	return append(append(dst, s[start:]...), '"')
}

// Rewrite appends the JSON value raw to dst without white space, each text in
// it, keys too, replaced by what text makes of it; nil leaves them as they are.
func Rewrite(dst, raw []byte, text func(string) string) ([]byte, error) {
	e := encoder{b: dst}
	s := scanner{b: raw}
	e.rewrite(&s, text)
	if err := s.end(); err != nil {
		return dst, err
	}
	return e.b, nil
}

func (e *encoder) rewrite(s *scanner, text func(string) string) {
	one := func(t string) {
		if text != nil {
			t = text(t)
		}
		e.b = AppendString(e.b, t)
	}
	switch s.peek() {
	case '{':
		e.b = append(e.b, '{')
		first := true
		s.members(func(key string) {
			if !first {
				e.b = append(e.b, ',')
			}
			first = false
			one(key)
			e.b = append(e.b, ':')
			e.rewrite(s, text)
		})
		e.b = append(e.b, '}')
	case '[':
		e.b = append(e.b, '[')
		first := true
		for ok := s.open('[', ']'); ok; ok = s.more(']') {
			if !first {
				e.b = append(e.b, ',')
			}
			first = false
			e.rewrite(s, text)
		}
		e.b = append(e.b, ']')
	case '"':
		one(s.text())
	default:
		e.b = append(e.b, s.skip()...)
	}
}

// Canonical appends the JSON value raw to dst in the one form that all its
// spellings have: without white space, keys in order, the last of two members
// of one name. Numbers stay as they are written.
func Canonical(dst, raw []byte) ([]byte, error) {
	s := scanner{b: raw}
	out := canonical(dst, &s)
	if err := s.end(); err != nil {
		return dst, err
	}
	return out, nil
}

func canonical(dst []byte, s *scanner) []byte {
	switch s.peek() {
	case '{':
		type member struct {
			key   string
			value []byte
		}
		var all []member
		s.members(func(key string) { all = append(all, member{key, canonical(nil, s)}) })
		slices.SortStableFunc(all, func(a, b member) int { return strings.Compare(a.key, b.key) })
		dst = append(dst, '{')
		for i, m := range all {
			if i+1 < len(all) && all[i+1].key == m.key {
				continue
			}
			if dst[len(dst)-1] != '{' {
				dst = append(dst, ',')
			}
			dst = append(append(AppendString(dst, m.key), ':'), m.value...)
		}
		return append(dst, '}')
	case '[':
		dst = append(dst, '[')
		first := true
		for ok := s.open('[', ']'); ok; ok = s.more(']') {
			if !first {
				dst = append(dst, ',')
			}
			first = false
			dst = canonical(dst, s)
		}
		return append(dst, ']')
	case '"':
		return AppendString(dst, s.text())
	}
	return append(dst, s.skip()...)
}

package plainjson

import (
	"encoding"
	"encoding/base64"
	"encoding/json"
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

// field is a field of a struct as JSON has it.
type field struct {
	name      string
	index     int
	omitEmpty bool
	omitZero  bool
	inner     []field // of an embedded struct: its fields stand with the others
}

// fieldsOf lists the fields of a struct type. What is found is kept: a type is
// met again and again in one value.
func fieldsOf(t reflect.Type, known map[reflect.Type][]field) []field {
	if f, ok := known[t]; ok {
		return f
	}
	var out []field
	for i := range t.NumField() {
		sf := t.Field(i)
		tag, options, _ := strings.Cut(sf.Tag.Get("json"), ",")
		if tag == "-" && options == "" {
			continue
		}
		if sf.Anonymous && tag == "" && sf.Type.Kind() == reflect.Struct {
			out = append(out, field{index: i, inner: fieldsOf(sf.Type, known)})
			continue
		}
		if !sf.IsExported() {
			continue
		}
		if tag == "" {
			tag = sf.Name
		}
		out = append(out, field{name: tag, index: i, omitEmpty: options == "omitempty", omitZero: options == "omitzero"})
	}
	known[t] = out
	return out
}

var (
	timeType  = reflect.TypeFor[time.Time]()
	rawType   = reflect.TypeFor[json.RawMessage]()
	bytesType = reflect.TypeFor[[]byte]()
	toText    = reflect.TypeFor[encoding.TextMarshaler]()
	fromText  = reflect.TypeFor[encoding.TextUnmarshaler]()
)

func (e *encoder) value(v reflect.Value) { e.known(v, map[reflect.Type][]field{}) }

func (e *encoder) known(v reflect.Value, known map[reflect.Type][]field) {
	if !v.IsValid() {
		e.b = append(e.b, "null"...)
		return
	}
	t := v.Type()
	switch t {
	case timeType:
		when := v.Interface().(time.Time)
		b, err := when.MarshalJSON()
		if err != nil {
			e.fail(err)
			return
		}
		e.b = append(e.b, b...)
		return
	case rawType:
		e.raw(v.Bytes())
		return
	}
	if t.PkgPath() != "" && t.Kind() != reflect.Struct && t.Implements(toText) {
		text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
		if err != nil {
			e.fail(err)
			return
		}
		e.b = AppendString(e.b, string(text))
		return
	}
	switch t.Kind() {
	case reflect.String:
		e.b = AppendString(e.b, v.String())
	case reflect.Bool:
		e.b = strconv.AppendBool(e.b, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.b = strconv.AppendInt(e.b, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		e.b = strconv.AppendUint(e.b, v.Uint(), 10)
	case reflect.Pointer:
		if v.IsNil() {
			e.b = append(e.b, "null"...)
			return
		}
		e.known(v.Elem(), known)
	case reflect.Struct:
		e.b = append(e.b, '{')
		e.fields(v, fieldsOf(t, known), known)
		e.b = append(e.b, '}')
	case reflect.Slice:
		switch {
		case v.IsNil():
			e.b = append(e.b, "null"...)
		case t.ConvertibleTo(bytesType) && t.Elem().Kind() == reflect.Uint8:
			e.b = append(e.b, '"')
			e.b = base64.StdEncoding.AppendEncode(e.b, v.Bytes())
			e.b = append(e.b, '"')
		default:
			e.b = append(e.b, '[')
			for i := range v.Len() {
				e.comma()
				e.known(v.Index(i), known)
			}
			e.b = append(e.b, ']')
		}
	case reflect.Map:
		e.table(v, known)
	default:
		e.fail(fmt.Errorf("%s is no plain data", t))
	}
}

func (e *encoder) fields(v reflect.Value, fields []field, known map[reflect.Type][]field) {
	for _, f := range fields {
		fv := v.Field(f.index)
		if f.inner != nil {
			e.fields(fv, f.inner, known)
			continue
		}
		if f.omitEmpty && empty(fv) || f.omitZero && fv.IsZero() {
			continue
		}
		e.comma()
		e.b = AppendString(e.b, f.name)
		e.b = append(e.b, ':')
		e.known(fv, known)
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
func (e *encoder) table(v reflect.Value, known map[reflect.Type][]field) {
	switch {
	case v.Type().Key().Kind() != reflect.String:
		e.fail(fmt.Errorf("%s is no plain data", v.Type()))
		return
	case v.IsNil():
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
		e.known(v.MapIndex(k), known)
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
		s.list('[', ']', func() {
			if !first {
				e.b = append(e.b, ',')
			}
			first = false
			e.rewrite(s, text)
		})
		e.b = append(e.b, ']')
	case '"':
		one(s.text())
	default:
		e.b = append(e.b, s.skip()...)
	}
}

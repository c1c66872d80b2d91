package plainjson

import (
	"encoding"
	"encoding/base64"
	"errors"
	"reflect"
	"strconv"
	"time"
)

// Unmarshal reads the one JSON value in b into what v points to. Members that
// v has no field for are passed over; null leaves the zero value.
func Unmarshal(b []byte, v any) error {
	p := reflect.ValueOf(v)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return errors.New("plainjson: not a pointer")
	}
	d := decoder{scanner{b: b}}
	d.value(p.Elem())
	return d.end()
}

type decoder struct{ scanner }

func (d *decoder) value(v reflect.Value) {
	t := v.Type()
	p := planOf(t)
	if p.form == isRaw {
		v.SetBytes(append([]byte(nil), d.skip()...))
		return
	}
	if d.word("null") {
		v.SetZero()
		return
	}
	switch p.form {
	case isTime:
		when, err := time.Parse(time.RFC3339Nano, d.text())
		if err != nil {
			d.fail("expected a time")
		}
		v.Set(reflect.ValueOf(when))
	case isText:
		m, ok := v.Addr().Interface().(encoding.TextUnmarshaler)
		if !ok {
			d.fail(t.String() + " is no plain data")
			return
		}
		if err := m.UnmarshalText([]byte(d.text())); err != nil {
			d.fail(err.Error())
		}
	case isString:
		v.SetString(d.text())
	case isBool:
		switch {
		case d.word("true"):
			v.SetBool(true)
		case d.word("false"):
			v.SetBool(false)
		default:
			d.fail("expected true or false")
		}
	case isInt:
		n, err := strconv.ParseInt(d.number(), 10, t.Bits())
		if err != nil {
			d.fail("expected a whole number")
		}
		v.SetInt(n)
	case isUint:
		n, err := strconv.ParseUint(d.number(), 10, t.Bits())
		if err != nil {
			d.fail("expected a whole number")
		}
		v.SetUint(n)
	case isPointer:
		if v.IsNil() {
			v.Set(reflect.New(t.Elem()))
		}
		d.value(v.Elem())
	case isStruct:
		next := 0
		for ok := d.open('{', '}'); ok; ok = d.more('}') {
			fv, found := lookup(v, p.fields, d.key(), &next)
			if !found {
				d.skip()
				continue
			}
			d.value(fv)
		}
	case isBytes:
		b, err := base64.StdEncoding.DecodeString(d.text())
		if err != nil {
			d.fail("expected base64")
		}
		v.Set(reflect.ValueOf(b).Convert(t))
	case isSlice:
		d.slice(v)
	case isMap:
		m := reflect.MakeMap(t)
		d.members(func(key string) {
			one := reflect.New(t.Elem()).Elem()
			d.value(one)
			m.SetMapIndex(reflect.ValueOf(key).Convert(t.Key()), one)
		})
		v.Set(m)
	case isAny:
		if x := d.any(); x != nil {
			v.Set(reflect.ValueOf(x))
		}
	default:
		d.fail(t.String() + " is no plain data")
	}
}

// any reads a value into what encoding/json would read it into.
func (d *decoder) any() any {
	switch d.peek() {
	case '{':
		m := map[string]any{}
		d.members(func(key string) { m[key] = d.any() })
		return m
	case '[':
		list := []any{}
		for ok := d.open('[', ']'); ok; ok = d.more(']') {
			list = append(list, d.any())
		}
		return list
	case '"':
		return d.text()
	}
	switch {
	case d.word("null"):
		return nil
	case d.word("true"):
		return true
	case d.word("false"):
		return false
	}
	n, err := strconv.ParseFloat(d.number(), 64)
	if err != nil {
		d.fail("expected a number")
	}
	return n
}

// lookup finds the field that JSON calls key. Members mostly come in the order
// of the fields, so the search begins where the last one ended.
func lookup(v reflect.Value, fields []field, key []byte, next *int) (reflect.Value, bool) {
	for n := range fields {
		i := (*next + n) % len(fields)
		f := &fields[i]
		if f.inner != nil {
			from := 0
			if fv, ok := lookup(v.Field(f.index), f.inner, key, &from); ok {
				return fv, true
			}
			continue
		}
		if f.name == string(key) {
			*next = i + 1
			return v.Field(f.index), true
		}
	}
	return reflect.Value{}, false
}

func (d *decoder) slice(v reflect.Value) {
	t := v.Type()
	v.Set(reflect.MakeSlice(t, 0, 4))
	for ok := d.open('[', ']'); ok; ok = d.more(']') {
		n := v.Len()
		v.Grow(1)
		v.SetLen(n + 1)
		one := v.Index(n)
		one.SetZero()
		d.value(one)
	}
}

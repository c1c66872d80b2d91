package plainjson

import (
	"encoding"
	"encoding/base64"
	"errors"
	"fmt"
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
	d := decoder{scanner: scanner{b: b}, known: map[reflect.Type][]field{}}
	d.value(p.Elem())
	return d.end()
}

type decoder struct {
	scanner
	known map[reflect.Type][]field
}

func (d *decoder) value(v reflect.Value) {
	t := v.Type()
	if t == rawType {
		v.SetBytes(append([]byte(nil), d.skip()...))
		return
	}
	if d.word("null") {
		v.SetZero()
		return
	}
	if t == timeType {
		when, err := time.Parse(time.RFC3339Nano, d.text())
		if err != nil {
			d.fail("expected a time")
		}
		v.Set(reflect.ValueOf(when))
		return
	}
	if t.PkgPath() != "" && t.Kind() != reflect.Struct && reflect.PointerTo(t).Implements(fromText) {
		text := d.text()
		if err := v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text)); err != nil {
			d.fail(err.Error())
		}
		return
	}
	switch t.Kind() {
	case reflect.String:
		v.SetString(d.text())
	case reflect.Bool:
		switch {
		case d.word("true"):
			v.SetBool(true)
		case d.word("false"):
			v.SetBool(false)
		default:
			d.fail("expected true or false")
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, err := strconv.ParseInt(d.number(), 10, t.Bits())
		if err != nil {
			d.fail("expected a whole number")
		}
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, err := strconv.ParseUint(d.number(), 10, t.Bits())
		if err != nil {
			d.fail("expected a whole number")
		}
		v.SetUint(n)
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(t.Elem()))
		}
		d.value(v.Elem())
	case reflect.Struct:
		fields := fieldsOf(t, d.known)
		next := 0
		d.members(func(key string) {
			fv, ok := lookup(v, fields, key, &next)
			if !ok {
				d.skip()
				return
			}
			d.value(fv)
		})
	case reflect.Slice:
		d.slice(v)
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			d.fail(fmt.Sprintf("%s is no plain data", t))
			return
		}
		m := reflect.MakeMap(t)
		d.members(func(key string) {
			one := reflect.New(t.Elem()).Elem()
			d.value(one)
			k := reflect.New(t.Key()).Elem()
			k.SetString(key)
			m.SetMapIndex(k, one)
		})
		v.Set(m)
	default:
		d.fail(fmt.Sprintf("%s is no plain data", t))
	}
}

// lookup finds the field that JSON calls key. Members mostly come in the order
// of the fields, so the search begins where the last one ended.
func lookup(v reflect.Value, fields []field, key string, next *int) (reflect.Value, bool) {
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
		if f.name == key {
			*next = i + 1
			return v.Field(f.index), true
		}
	}
	return reflect.Value{}, false
}

func (d *decoder) slice(v reflect.Value) {
	t := v.Type()
	if t.Elem().Kind() == reflect.Uint8 {
		b, err := base64.StdEncoding.DecodeString(d.text())
		if err != nil {
			d.fail("expected base64")
		}
		v.Set(reflect.ValueOf(b).Convert(t))
		return
	}
	v.Set(reflect.MakeSlice(t, 0, 4))
	d.list('[', ']', func() {
		n := v.Len()
		v.Grow(1)
		v.SetLen(n + 1)
		one := v.Index(n)
		one.SetZero()
		d.value(one)
	})
}

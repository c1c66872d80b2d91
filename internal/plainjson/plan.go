package plainjson

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
	"time"
)

// form is what JSON a type has.
type form uint8

const (
	isNone form = iota // no plain data
	isTime
	isRaw
	isText // marshals itself
	isString
	isBool
	isInt
	isUint
	isPointer
	isStruct
	isBytes
	isSlice
	isMap
	isAny
)

// plan is what is known of a type. It takes a microsecond to find out, so it
// is kept.
type plan struct {
	form   form
	fields []field
}

// field is a field of a struct as JSON has it.
type field struct {
	name      string
	index     int
	omitEmpty bool
	omitZero  bool
	inner     []field // of an embedded struct: its fields stand with the others
}

var plans struct {
	sync.RWMutex
	of map[reflect.Type]*plan
}

func planOf(t reflect.Type) *plan {
	plans.RLock()
	p := plans.of[t]
	plans.RUnlock()
	if p != nil {
		return p
	}
	p = &plan{form: formOf(t)}
	if p.form == isStruct {
		p.fields = fieldsOf(t)
	}
	plans.Lock()
	defer plans.Unlock()
	if plans.of == nil {
		plans.of = map[reflect.Type]*plan{}
	}
	plans.of[t] = p
	return p
}

func formOf(t reflect.Type) form {
	switch t {
	case reflect.TypeFor[time.Time]():
		return isTime
	case reflect.TypeFor[json.RawMessage]():
		return isRaw
	}
	kind := t.Kind()
	if t.PkgPath() != "" && kind != reflect.Struct && kind != reflect.Interface &&
		(t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) || reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())) {
		return isText
	}
	switch kind {
	case reflect.String:
		return isString
	case reflect.Bool:
		return isBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return isInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return isUint
	case reflect.Pointer:
		return isPointer
	case reflect.Struct:
		return isStruct
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return isBytes
		}
		return isSlice
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			return isMap
		}
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return isAny
		}
	}
	return isNone
}

// fieldsOf lists the fields of a struct type.
func fieldsOf(t reflect.Type) []field {
	out := make([]field, 0, t.NumField())
	for i := range t.NumField() {
		sf := t.Field(i)
		tag, options, _ := strings.Cut(sf.Tag.Get("json"), ",")
		if tag == "-" && options == "" {
			continue
		}
		if sf.Anonymous && tag == "" && sf.Type.Kind() == reflect.Struct {
			out = append(out, field{index: i, inner: fieldsOf(sf.Type)})
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
	return out
}

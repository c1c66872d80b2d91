// Package edit changes settings files of others' in place: comments, order,
// indentation and unknown keys stay as they are, and what was changed can be
// undone to the byte. A file that it cannot read for certain it does not touch.
package edit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// bom is the byte order mark that some editors put in front; it stays.
const bom = "\xef\xbb\xbf"

// Doc is the text of a JSON file, comments and trailing commas allowed.
type Doc struct {
	mark string // the byte order mark, or nothing
	text []byte
	root hujson.Value
}

// Parse reads text. An empty one, or one of blanks, is an empty object. The
// error gives line and column.
func Parse(text []byte) (*Doc, error) {
	d := &Doc{text: text}
	if rest, ok := bytes.CutPrefix(text, []byte(bom)); ok {
		d.mark, d.text = bom, rest
	}
	if len(bytes.TrimSpace(d.text)) == 0 {
		d.text = []byte("{}\n")
	}
	return d, d.parse()
}

func (d *Doc) parse() error {
	root, err := hujson.Parse(d.text)
	if err != nil {
		return err
	}
	if _, ok := root.Value.(*hujson.Object); !ok {
		return errors.New("the file does not hold a JSON object")
	}
	if key := twice(&root); key != "" {
		return fmt.Errorf("the key %q stands twice in one object", key)
	}
	root.UpdateOffsets()
	d.root = root
	return nil
}

// twice finds a key that an object has two times: readers differ on which one
// counts, so such a file is left alone.
func twice(v *hujson.Value) string {
	switch c := v.Value.(type) {
	case *hujson.Object:
		seen := map[string]bool{}
		for i := range c.Members {
			name := nameOf(&c.Members[i])
			if seen[name] {
				return name
			}
			seen[name] = true
			if k := twice(&c.Members[i].Value); k != "" {
				return k
			}
		}
	case *hujson.Array:
		for i := range c.Elements {
			if k := twice(&c.Elements[i]); k != "" {
				return k
			}
		}
	}
	return ""
}

func nameOf(m *hujson.ObjectMember) string {
	if lit, ok := m.Name.Value.(hujson.Literal); ok {
		return lit.String()
	}
	return ""
}

// Bytes is the document's text.
func (d *Doc) Bytes() []byte { return append([]byte(d.mark), d.text...) }

// Get decodes the value at path (keys from the top) into v; ok is false when
// there is none. The error is of a value of another type.
func (d *Doc) Get(v any, path ...string) (ok bool, err error) {
	at := d.find(path)
	if at == nil {
		return false, nil
	}
	std, err := hujson.Standardize(append([]byte(nil), d.text[at.StartOffset:at.EndOffset]...))
	if err != nil {
		return true, err
	}
	return true, json.Unmarshal(std, v)
}

func (d *Doc) find(path []string) *hujson.Value {
	v := &d.root
next:
	for _, key := range path {
		obj, ok := v.Value.(*hujson.Object)
		if !ok {
			return nil
		}
		for i := range obj.Members {
			if nameOf(&obj.Members[i]) == key {
				v = &obj.Members[i].Value
				continue next
			}
		}
		return nil
	}
	return v
}

// Append adds value as the last element of the array at path. The objects and
// the array on the way are made where they are missing.
func (d *Doc) Append(value any, path ...string) error {
	for i := range path {
		at := d.find(path[:i+1])
		if at == nil {
			empty := any(struct{}{})
			if i == len(path)-1 {
				empty = []any{}
			}
			if err := d.put(path[:i], path[i], empty); err != nil {
				return err
			}
		}
	}
	at := d.find(path)
	if at == nil {
		return fmt.Errorf("%s is not an object", strings.Join(path[:len(path)-1], "."))
	}
	arr, ok := at.Value.(*hujson.Array)
	if !ok {
		return fmt.Errorf("%s is not a list", strings.Join(path, "."))
	}
	var last *hujson.Value
	if n := len(arr.Elements); n > 0 {
		last = &arr.Elements[n-1]
	}
	return d.insert(at, last, "", value)
}

// Set gives the key at path, whose object is made where it is missing, that
// value.
func (d *Doc) Set(value any, path ...string) error {
	if at := d.find(path); at != nil {
		text, err := render(value, d.indent(), d.depth(at.StartOffset))
		if err != nil {
			return err
		}
		d.text = splice(d.text, at.StartOffset, at.EndOffset, text)
		return d.parse()
	}
	for i := range path[:len(path)-1] {
		if d.find(path[:i+1]) == nil {
			if err := d.put(path[:i], path[i], struct{}{}); err != nil {
				return err
			}
		}
	}
	return d.put(path[:len(path)-1], path[len(path)-1], value)
}

// put adds a member to the object at path.
func (d *Doc) put(path []string, key string, value any) error {
	at := d.find(path)
	obj, ok := at.Value.(*hujson.Object)
	if !ok {
		return fmt.Errorf("%s is not an object", strings.Join(path, "."))
	}
	var last *hujson.Value
	if n := len(obj.Members); n > 0 {
		last = &obj.Members[n-1].Value
	}
	name, err := json.Marshal(key)
	if err != nil {
		return err
	}
	return d.insert(at, last, string(name)+": ", value)
}

// insert writes one more member or element after last, in the composite at.
func (d *Doc) insert(at, last *hujson.Value, name string, value any) error {
	unit := d.indent()
	depth := d.depth(at.StartOffset)
	text, err := render(value, unit, depth+1)
	if err != nil {
		return err
	}
	nl := d.newline()
	text = strings.ReplaceAll(text, "\n", nl)
	end := at.EndOffset - 1 // of the closing bracket
	body := end
	for body > at.StartOffset+1 && strings.IndexByte(" \t\r\n", d.text[body-1]) >= 0 {
		body--
	}
	line := nl + strings.Repeat(unit, depth+1) + name + text
	oneLine := last != nil && !bytes.ContainsAny(d.text[at.StartOffset:at.EndOffset], "\n")
	switch {
	case last == nil:
		d.text = splice(d.text, body, end, line+nl+strings.Repeat(unit, depth))
	case oneLine && name == "":
		d.text = splice(d.text, last.EndOffset, last.EndOffset, ", "+text)
	default:
		tail := d.text[body:end]
		if len(tail) == 0 {
			tail = []byte(nl + strings.Repeat(unit, depth))
		}
		comma := ","
		if after := bytes.TrimLeft(stripComments(d.text[last.EndOffset:end]), " \t\r\n"); len(after) > 0 && after[0] == ',' {
			comma, line = "", line+","
		}
		d.text = splice(d.text, body, end, line+string(tail))
		d.text = splice(d.text, last.EndOffset, last.EndOffset, comma)
	}
	return d.parse()
}

// stripComments takes comments out of the extra text between values.
func stripComments(b []byte) []byte {
	std, err := hujson.Standardize(append(append([]byte("[0"), b...), ']'))
	if err != nil || len(std) < 3 {
		return b
	}
	// a trailing comma is taken out too, and leaves a blank in its place
	if bytes.IndexByte(b, ',') >= 0 && onlyExtra(b) {
		return []byte(",")
	}
	return nil
}

// onlyExtra tells whether a comma stands in b outside comments.
func onlyExtra(b []byte) bool {
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] == ',':
			return true
		case bytes.HasPrefix(b[i:], []byte("//")):
			for i < len(b) && b[i] != '\n' {
				i++
			}
		case bytes.HasPrefix(b[i:], []byte("/*")):
			n := bytes.Index(b[i+2:], []byte("*/"))
			if n < 0 {
				return false
			}
			i += n + 3
		}
	}
	return false
}

func splice(text []byte, from, to int, with string) []byte {
	out := make([]byte, 0, len(text)+len(with))
	out = append(append(append(out, text[:from]...), with...), text[to:]...)
	return out
}

// render writes a value the way the file is indented.
func render(value any, unit string, depth int) (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent(strings.Repeat(unit, depth), unit)
	if err := enc.Encode(value); err != nil {
		return "", err
	}
	return strings.TrimSpace(b.String()), nil
}

// indent is the file's unit of indentation: that of its first indented line.
func (d *Doc) indent() string {
	for line := range bytes.SplitSeq(d.text, []byte("\n")) {
		trimmed := bytes.TrimLeft(line, " \t")
		if n := len(line) - len(trimmed); n > 0 && len(bytes.TrimSpace(trimmed)) > 0 && trimmed[0] == '"' {
			return string(line[:n])
		}
	}
	return "  "
}

// newline is the file's line ending.
func (d *Doc) newline() string {
	if i := bytes.IndexByte(d.text, '\n'); i > 0 && d.text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// depth is how many units the line that holds offset is indented by.
func (d *Doc) depth(offset int) int {
	start := bytes.LastIndexByte(d.text[:offset], '\n') + 1
	n := 0
	unit := d.indent()
	for bytes.HasPrefix(d.text[start:], []byte(unit)) {
		start += len(unit)
		n++
	}
	return n
}

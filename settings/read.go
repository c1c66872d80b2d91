package settings

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"automode/internal/osfile"
	"automode/verdict"

	"github.com/tailscale/hujson"
)

const (
	maxFile  = 1 << 20 // bytes
	maxDepth = 100     // of values in each other: the parser's own stack has no bound
)

// layer is what one layer says.
type layer struct {
	source string
	path   string
	copied bool    // it came from the address that managed settings name
	values []Value // scalars and lists, keys in their proper spelling
}

func (l layer) value(key string) (Value, bool) {
	for _, v := range l.values {
		if v.Key == key {
			return v, true
		}
	}
	return Value{}, false
}

// loader reads layers and collects what is wrong with them.
type loader struct {
	src     Sources
	errs    Errors
	ignored []Ignored
}

func (l *loader) fail(o Origin, next, what string, args ...any) {
	l.errs = append(l.errs, &Error{Origin: o, What: fmt.Sprintf(what, args...), Next: next})
}

// read reads the layer in the file at path. ok is false when there is none.
func (l *loader) read(source, path string, must bool) (one layer, ok bool) {
	one = layer{source: source, path: path}
	at := Origin{Source: source, File: path}
	if !filepath.IsAbs(path) {
		l.fail(at, "give an absolute path", "the path is relative")
		return one, true
	}
	text, err := read(source, path)
	switch {
	case osfile.Absent(err) && !must:
		return one, false
	case osfile.Absent(err):
		l.fail(at, "name a file that is there", "there is no such file")
	case errors.Is(err, osfile.ErrNotRegular):
		l.fail(at, "move it away", "it is not a regular file")
	case errors.Is(err, osfile.ErrTooLarge):
		l.fail(at, "make it smaller", "it is larger than %d bytes", maxFile)
	case err != nil:
		l.fail(at, "mend that, or move the file away", "it cannot be read: %v", err)
	default:
		l.parse(&one, text)
	}
	return one, true
}

// read reads the file at path, if those who can change it may say what it says.
func read(source, path string) ([]byte, error) {
	f, fi, err := osfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// What a project's file says only tightens, whoever wrote it.
	if source != Project {
		if err := trusted(source, fi); err != nil {
			return nil, err
		}
	}
	return osfile.ReadAll(f, maxFile)
}

func (l *loader) parse(one *layer, text []byte) {
	at := locator(text, Origin{Source: one.source, File: one.path, Dir: dirOf(one.source, one.path)})
	const next = "correct it there"
	if i := tooDeep(text); i >= 0 {
		l.fail(at(i), next, "values stand too deep in each other")
		return
	}
	if !utf8.Valid(text) {
		l.fail(at(readable(text)), "save it as UTF-8", "it is not UTF-8")
		return
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return
	}
	// The parser wants a comment on the last line to end.
	root, err := hujson.Parse(append(text, '\n'))
	if err != nil {
		line, column, what := syntax(err)
		o := at(len(text))
		if line <= o.Line {
			o.Line, o.Column = line, column
		}
		l.fail(o, next, "not JSON: %s", what)
		return
	}
	obj, isObject := root.Value.(*hujson.Object)
	if !isObject {
		l.fail(at(root.StartOffset), next, "the settings are no object: they begin with { and end with }")
		return
	}
	p := parser{loader: l, layer: one, at: at}
	p.object("", obj)
}

// readable is how many bytes of text are UTF-8.
func readable(text []byte) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size < 2 {
			return i
		}
		i += size
	}
	return len(text)
}

// locator gives what tells the place of an offset in text. Places are asked
// for in nearly their order, so it counts from the last one.
func locator(text []byte, in Origin) func(offset int) Origin {
	seen, line, start := 0, 1, 0
	return func(offset int) Origin {
		offset = min(offset, len(text))
		if offset < seen {
			seen, line, start = 0, 1, 0
		}
		if part := text[seen:offset]; len(part) > 0 {
			line += bytes.Count(part, []byte("\n"))
			if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
				start = seen + i + 1
			}
			seen = offset
		}
		o := in
		o.Line, o.Column = line, 1+utf8.RuneCount(text[start:offset])
		return o
	}
}

// syntax takes the parser's error apart.
func syntax(err error) (line, column int, what string) {
	what = err.Error()
	if n, _ := fmt.Sscanf(what, "hujson: line %d, column %d", &line, &column); n == 2 {
		if _, after, ok := strings.Cut(what, ": "); ok {
			if _, after, ok := strings.Cut(after, ": "); ok {
				what = after
			}
		}
	}
	return max(line, 1), max(column, 1), what
}

// tooDeep gives where values stand deeper in each other than is read, or -1.
func tooDeep(text []byte) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '[', '{':
			if depth++; depth > maxDepth {
				return i
			}
		case ']', '}':
			depth--
		}
	}
	return -1
}

// dirOf is what a rule's pattern that begins with "/" is relative to: for a
// project's rules its root, for others the folder of the file.
func dirOf(source, path string) string {
	if !filepath.IsAbs(path) {
		return "/" // an address
	}
	dir := filepath.Dir(path)
	if source == Project && filepath.Base(dir) == ".automode" {
		return filepath.Dir(dir)
	}
	return dir
}

// parser walks one file.
type parser struct {
	*loader
	layer *layer
	at    func(offset int) Origin
}

func (p *parser) object(prefix string, obj *hujson.Object) {
	var seen []string
	for i := range obj.Members {
		m := &obj.Members[i]
		lit, _ := m.Name.Value.(hujson.Literal)
		name := prefix + lit.String()
		o := p.at(m.Name.StartOffset)
		for _, s := range seen {
			if s == name {
				p.fail(o, "keep one of them", "%s stands there twice", name)
			}
		}
		seen = append(seen, name)
		p.member(name, o, &m.Value)
	}
}

func (p *parser) member(name string, o Origin, v *hujson.Value) {
	k, known := find(name)
	if p.layer.source == Project && (!known || !k.tightens()) {
		if k.name != "$schema" {
			p.ignored = append(p.ignored, Ignored{Key: name, Origin: o, Why: "a project's settings may only tighten"})
		}
		return
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case !known && strings.HasPrefix(name, "providers.") && !chosen(last):
		p.fail(o, "use letters, digits, - and _", "%s is no name for a provider or a header", verdict.Quote(name, 100))
		return
	case !known:
		next := "take it out"
		if near := nearest(name); near != "" {
			next = "did you mean " + near + "?"
		}
		p.fail(o, next, "%s is not a setting", verdict.Quote(name, 100))
		return
	case !k.allows(p.layer.source):
		p.fail(o, "put it there, or take it out", "%s counts only in %s", k.name, k.where())
		return
	case p.layer.copied && (k.name == "managed" || strings.HasPrefix(k.name, "managed.")):
		p.fail(o, "take it out of what is published", "%s counts only in the machine's own file", k.name)
		return
	}
	out := Value{Key: k.name, Origin: o}
	switch k.kind {
	case object:
		if obj, ok := v.Value.(*hujson.Object); ok {
			p.object(name+".", obj)
			return
		}
		p.fail(o, "write { ... }", "%s is no object", name)
		return
	case list:
		arr, ok := v.Value.(*hujson.Array)
		if !ok {
			p.fail(o, "write [ ... ]", "%s is no list", name)
			return
		}
		for i := range arr.Elements {
			item, ok := p.item(&k, name, &arr.Elements[i])
			if !ok {
				return
			}
			out.Items = append(out.Items, item)
		}
	case truth, number:
		lit, _ := v.Value.(hujson.Literal)
		// In quotes, which are part of the literal, it is neither.
		if out.Text = string(lit); !p.right(&k, name, o, out.Text) {
			return
		}
	default:
		text, ok := stringOf(v)
		if !ok {
			p.fail(o, "write it in quotes", "%s is no text", name)
			return
		}
		if out.Text = text; !p.right(&k, name, o, text) {
			return
		}
	}
	if before, twice := p.layer.value(k.name); twice {
		// Two spellings of one key.
		if k.kind != list && before.Text != out.Text {
			p.fail(o, "keep one of them", "%s says something else than %s", name, before.Origin)
		}
		return
	}
	p.layer.values = append(p.layer.values, out)
}

// right tells whether a scalar may have that text, and says so where not.
func (l *loader) right(k *key, name string, o Origin, text string) bool {
	what, next := k.wrong(text)
	if what != "" {
		l.fail(o, "write "+next, "%s %s", name, what)
	}
	return what == ""
}

// item reads one entry of a list: a text, or an object of that text and
// examples of calls that it speaks of and of such that it does not.
func (p *parser) item(k *key, name string, v *hujson.Value) (Item, bool) {
	out := Item{Origin: p.at(v.StartOffset)}
	var ok bool
	if out.Text, ok = stringOf(v); ok {
		return out, true
	}
	obj, isObject := v.Value.(*hujson.Object)
	if !isObject || k.item == "" {
		p.fail(out.Origin, "write it in quotes", "%s holds something that is no text", name)
		return out, false
	}
	for i := range obj.Members {
		m := &obj.Members[i]
		lit, _ := m.Name.Value.(hujson.Literal)
		at := p.at(m.Name.StartOffset)
		switch field := lit.String(); field {
		case k.item:
			if out.Text, ok = stringOf(&m.Value); !ok {
				p.fail(at, "write it in quotes", "%s of an entry of %s is no text", field, name)
				return out, false
			}
		case "match", "not_match":
			to := &out.Match
			if field == "not_match" {
				to = &out.NotMatch
			}
			if *to, ok = texts(&m.Value); !ok {
				p.fail(at, "write [ \"...\" ]", "%s of an entry of %s is no list of texts", field, name)
				return out, false
			}
		default:
			p.fail(at, "an entry has "+k.item+", match and not_match", "%s is nothing that an entry of %s has", verdict.Quote(field, 60), name)
			return out, false
		}
	}
	if out.Text == "" {
		p.fail(out.Origin, "write { \""+k.item+"\": \"...\" }", "an entry of %s has no %s", name, k.item)
		return out, false
	}
	return out, true
}

func texts(v *hujson.Value) (list []string, ok bool) {
	arr, isArray := v.Value.(*hujson.Array)
	if !isArray {
		return nil, false
	}
	for i := range arr.Elements {
		text, ok := stringOf(&arr.Elements[i])
		if !ok {
			return nil, false
		}
		list = append(list, text)
	}
	return list, true
}

func stringOf(v *hujson.Value) (string, bool) {
	lit, _ := v.Value.(hujson.Literal)
	return lit.String(), lit.Kind() == '"'
}

// flags is the layer of the command line's values.
func (l *loader) flags() layer {
	one := layer{source: Command}
	for _, f := range l.src.Flags {
		o := Origin{Source: Command, File: f.From}
		k, known := find(f.Key)
		switch {
		case !known || k.kind == object || k.kind == list:
			l.fail(o, "run: automode config", "%s is not a setting for the command line", verdict.Quote(f.Key, 60))
		case !k.allows(Command):
			l.fail(o, "put it there", "%s counts only in %s", k.name, k.where())
		case l.right(&k, k.name, o, f.Value):
			one.values = append(one.values, Value{Key: k.name, Text: f.Value, Origin: o})
		}
	}
	return one
}

package foreign

import (
	"errors"
	"strings"

	"automode/permission"

	"github.com/tailscale/hujson"
)

// readClaude reads Claude Code's settings. Their permissions and rulebook have
// the shape of ours.
func readClaude(path string, text []byte) (*Found, error) {
	root, err := object(text)
	if err != nil {
		return nil, err
	}
	f := &Found{}
	permissions := root.get("permissions")
	for _, l := range [...]struct {
		key string
		is  permission.List
	}{{"deny", permission.Deny}, {"ask", permission.Ask}, {"allow", permission.Allow}} {
		for _, e := range permissions.get(l.key).items() {
			f.Rules = append(f.Rules, Rule{List: l.is, Text: e.text, Native: e.text, Line: lineOf(text, e.at)})
		}
	}
	for _, e := range permissions.get("additionalDirectories").items() {
		f.Folders = append(f.Folders, e.text)
	}
	for _, section := range [...]string{"environment", "allow", "soft_deny", "hard_deny"} {
		for _, e := range root.get("autoMode").get(section).items() {
			if f.Prose == nil {
				f.Prose = map[string][]string{}
			}
			f.Prose[section] = append(f.Prose[section], e.text)
		}
	}
	if mode := permissions.get("defaultMode"); mode.text != "" {
		f.note("its own mode is %s; the gate has a mode of its own (automode mode)", mode.text)
	}
	if root.get("disableAllHooks").text == "true" {
		f.note("disableAllHooks is set: the gate does not run there (automode doctor)")
	}
	return f, nil
}

// value is a value in a file of JSON with comments.
type value struct {
	v    *hujson.Value
	text string // of a string, true, false or a number
	at   int
}

// object reads a file that holds an object.
func object(text []byte) (value, error) {
	root, err := hujson.Parse(append(append([]byte(nil), text...), '\n'))
	if err != nil {
		return value{}, err
	}
	if _, ok := root.Value.(*hujson.Object); !ok {
		return value{}, errors.New("it does not hold a JSON object")
	}
	root.UpdateOffsets()
	return valueOf(&root), nil
}

func valueOf(v *hujson.Value) value {
	out := value{v: v, at: v.StartOffset}
	if lit, ok := v.Value.(hujson.Literal); ok {
		out.text = string(lit)
		if lit.Kind() == '"' {
			out.text = lit.String()
		}
	}
	return out
}

// get is the member of that name; nothing where there is none.
func (v value) get(name string) value {
	if v.v == nil {
		return value{}
	}
	if obj, ok := v.v.Value.(*hujson.Object); ok {
		for i := range obj.Members {
			if lit, ok := obj.Members[i].Name.Value.(hujson.Literal); ok && lit.String() == name {
				return valueOf(&obj.Members[i].Value)
			}
		}
	}
	return value{}
}

// items are the texts of a list.
func (v value) items() []value {
	var out []value
	if v.v == nil {
		return nil
	}
	if arr, ok := v.v.Value.(*hujson.Array); ok {
		for i := range arr.Elements {
			if e := valueOf(&arr.Elements[i]); strings.TrimSpace(e.text) != "" {
				out = append(out, e)
			}
		}
	}
	return out
}

//go:build unix

package settings

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write schema.json and the table of docs/settings.md anew")

// generated compares a file, or the part of it between two marks, with what it
// is to hold.
func generated(t *testing.T, path, mark, want string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	before, got, after := "", string(text), ""
	if mark != "" {
		begin, end := "<!-- "+mark+" -->\n", "<!-- end of "+mark+" -->"
		var ok, closed bool
		before, got, ok = strings.Cut(string(text), begin)
		got, after, closed = strings.Cut(got, end)
		if !ok || !closed {
			t.Fatalf("%s has no %q", path, mark)
		}
		before, after = before+begin, end+after
	}
	if got == want {
		return
	}
	if !*update {
		t.Fatalf("%s is not made from the keys of this package: run go test ./settings -update", path)
	}
	must(t, os.WriteFile(path, []byte(before+want+after), 0o644))
}

func TestTheSchemaIsMadeFromTheKeys(t *testing.T) {
	text, err := Schema()
	must(t, err)
	generated(t, "schema.json", "", string(text))
}

func TestEveryKeyIsExplained(t *testing.T) {
	for _, k := range keys {
		if k.is == "" && k.about() == "" {
			t.Errorf("say in about.go what %s is for", k.name)
		}
	}
	for i, row := range about {
		if k, ok := find(row.name); !ok || k.name != row.name {
			t.Errorf("about.go speaks of %s, which is no key", row.name)
		}
		if i > 0 && about[i-1].name >= row.name {
			t.Errorf("%s stands before %s", about[i-1].name, row.name)
		}
	}
}

func TestTheTableOfKeysIsMadeFromThem(t *testing.T) {
	var b strings.Builder
	b.WriteString("| key | values | built in | set by | for |\n|---|---|---|---|---|\n")
	for _, k := range Keys() {
		values := k.Type
		if len(k.Values) > 0 {
			values = "`" + strings.Join(k.Values, "` `") + "`"
		}
		builtIn := ""
		if k.BuiltIn != "" {
			builtIn = "`" + k.BuiltIn + "`"
		}
		name := "`" + k.Name + "`"
		if len(k.Same) > 0 {
			name += ", also `" + strings.Join(k.Same, "`, `") + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", name, values, builtIn, strings.Join(k.SetBy, ", "), k.About)
	}
	generated(t, "../docs/settings.md", "keys", b.String())
}

// check tells what a schema has against a value: the few words of JSON Schema
// that ours uses.
func check(schema map[string]any, v any, at string) (wrong []string) {
	if options, ok := schema["anyOf"].([]any); ok {
		for _, o := range options {
			if len(check(o.(map[string]any), v, at)) == 0 {
				return nil
			}
		}
		return []string{at + " is none of what it may be"}
	}
	if words, ok := schema["enum"].([]any); ok {
		for _, w := range words {
			if w == v {
				return nil
			}
		}
		return []string{fmt.Sprintf("%s cannot be %v", at, v)}
	}
	switch schema["type"] {
	case "object":
		m, ok := v.(map[string]any)
		if !ok {
			return []string{at + " is no object"}
		}
		properties := schema["properties"].(map[string]any)
		for k, e := range m {
			p, known := properties[k].(map[string]any)
			if !known {
				p, known = schema["additionalProperties"].(map[string]any)
			}
			if !known {
				wrong = append(wrong, at+"."+k+" is not known")
				continue
			}
			wrong = append(wrong, check(p, e, at+"."+k)...)
		}
		required, _ := schema["required"].([]any)
		for _, r := range required {
			if _, ok := m[r.(string)]; !ok {
				wrong = append(wrong, at+" lacks "+r.(string))
			}
		}
	case "array":
		list, ok := v.([]any)
		if !ok {
			return []string{at + " is no list"}
		}
		for i, e := range list {
			wrong = append(wrong, check(schema["items"].(map[string]any), e, fmt.Sprintf("%s[%d]", at, i))...)
		}
	case "string":
		if _, ok := v.(string); !ok {
			return []string{at + " is no text"}
		}
	case "number":
		n, ok := v.(float64)
		if !ok || n < schema["minimum"].(float64) || n > schema["maximum"].(float64) {
			return []string{fmt.Sprintf("%s cannot be %v", at, v)}
		}
	case "boolean":
		if _, ok := v.(bool); !ok {
			return []string{at + " is neither true nor false"}
		}
	}
	return wrong
}

func TestTheSchemaAndTheReaderAgree(t *testing.T) {
	text, err := Schema()
	must(t, err)
	var schema map[string]any
	must(t, json.Unmarshal(text, &schema))
	for file, good := range map[string]bool{
		`{}`: true,
		`{"$schema":"x","mode":"plan","failOpen":true,"permissions":{"deny":["Bash"],"defaultMode":"plan"}}`:               true,
		`{"permissions":{"allow":[{"rule":"Bash(ls)","match":["ls"],"not_match":["ls -l"]}]}}`:                             true,
		`{"autoMode":{"soft_deny":["$defaults",{"text":"x","match":["y"]}],"classifyAllShell":true}}`:                      true,
		`{"texts":{"denied":"x"},"useAutoModeDuringPlan":false}`:                                                           true,
		`{"temperature":0.5,"gitStatusLimit":100,"editCap":1e3}`:                                                           true,
		`{"providers":{"a":{"kind":"openai","baseUrl":"https://x.example/v1","headers":{"X-A":"b"},"price":{"input":3}}}}`: true,
		`{"temperature":"0"}`:                                       false,
		`{"temperature":-1}`:                                        false,
		`{"gitStatusLimit":1e9}`:                                    false,
		`{"providers":{"a":{"kind":"other"}}}`:                      false,
		`{"providers":{"a":{"kind":"openai","url":"https://x"}}}`:   false,
		`{"providers":{"a":[]}}`:                                    false,
		`{"providers":{"a":{"kind":"openai","headers":{"X":1}}}}`:   false,
		`{"mode":"yolo"}`:                                           false,
		`{"Mode":"plan"}`:                                           false,
		`{"failOpen":"true"}`:                                       false,
		`{"permissions":[]}`:                                        false,
		`{"permissions":{"deny":"Bash"}}`:                           false,
		`{"permissions":{"deny":[1]}}`:                              false,
		`{"permissions":{"deny":[{}]}}`:                             false,
		`{"permissions":{"deny":[{"rule":"Bash","because":"x"}]}}`:  false,
		`{"permissions":{"deny":[{"rule":"Bash","match":"x"}]}}`:    false,
		`{"permissions":{"additionalDirectories":[{"rule":"/x"}]}}`: false,
		`{"autoMode":{"environment":[{"text":7}]}}`:                 false,
		`{"texts":{"denied":1}}`:                                    false,
		`[]`:                                                        false,
	} {
		var v any
		must(t, json.Unmarshal([]byte(file), &v))
		if wrong := check(schema, v, "settings"); (len(wrong) == 0) != good {
			t.Errorf("the schema says of %s: %v", file, wrong)
		}
		if _, err := Load(files(t, map[string]string{User: file})); (err == nil) != good {
			t.Errorf("the reader says of %s: %v", file, err)
		}
	}
	if !bytes.Contains(text, []byte(`"permissions"`)) || schema["additionalProperties"] != false {
		t.Error("the schema lets unknown keys pass")
	}
}

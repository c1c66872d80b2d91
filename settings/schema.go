package settings

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Schema is the JSON Schema of a settings file, for editors. It knows every
// key, in every spelling, and nothing else.
func Schema() ([]byte, error) {
	root := node{
		"$schema":     "http://json-schema.org/draft-07/schema#",
		"title":       "automode settings",
		"description": "Settings of automode, the permission gate between a coding agent and its tools. JSON with comments.",
		"type":        "object", "additionalProperties": false, "properties": node{}, "allowTrailingCommas": true,
	}
	for i := range keys {
		k := &keys[i]
		at, name := root, k.name
		for {
			outer, rest, inside := strings.Cut(name, ".")
			if !inside {
				break
			}
			at, name = at.member(outer), rest
		}
		if name == "*" {
			at["additionalProperties"] = k.schema()
			continue
		}
		at["properties"].(node)[name] = k.schema()
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(root)
	return b.Bytes(), err
}

// node is a part of a schema. Its keys are written in order.
type node map[string]any

// member is the schema of an object's member.
func (n node) member(name string) node {
	if name == "*" {
		return n["additionalProperties"].(node)
	}
	return n["properties"].(node)[name].(node)
}

func (k *key) schema() node {
	real := k
	for i := range keys {
		if keys[i].name == k.is {
			real = &keys[i]
		}
	}
	n := node{}
	if text := real.about(); text != "" {
		n["description"] = text
	}
	if real != k {
		n["description"] = "The same as " + real.name + ". " + real.about()
	}
	switch real.kind {
	case object:
		n["type"], n["additionalProperties"], n["properties"] = "object", false, node{}
	case choice:
		n["enum"], n["default"] = real.words(), real.builtIn()
	case truth:
		n["type"], n["default"] = "boolean", real.builtIn() == "true"
	case number:
		f := strings.Fields(real.choices)
		n["type"], n["default"], n["minimum"], n["maximum"] = "number", json.Number(f[0]), json.Number(f[1]), json.Number(f[2])
	case list:
		entry := node{"type": "string"}
		if real.item != "" {
			examples := node{"type": "array", "items": node{"type": "string"}}
			entry = node{"anyOf": []any{entry, node{"type": "object", "additionalProperties": false, "required": []string{real.item},
				"properties": node{real.item: node{"type": "string"}, "match": examples, "not_match": examples}}}}
		}
		n["type"], n["items"] = "array", entry
	default:
		n["type"] = "string"
	}
	return n
}

// words are the values of a choice; the first is built in.
func (k *key) words() []string { return strings.Fields(k.choices) }

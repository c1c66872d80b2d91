// Package selftest holds a gate against labelled calls and against what must
// hold of every gate: that no other spelling of a call, and no rule that
// tightens, makes its answer milder.
package selftest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"automode/eval"
	"automode/verdict"
)

// Vector is a labelled call. vectors/README.md describes its form.
type Vector struct {
	eval.Case
	Tier string `json:"tier"` // of what stops it: hard, soft, or guard for what only a person may allow; empty where it does not matter
	Note string `json:"note"`
	File string `json:"-"`
}

// The labels of a vector.
const (
	Allow    = "allow"     // runs unseen
	NotAllow = "not-allow" // a person is asked, or it is denied
	Deny     = "deny"      // denied, with a person there as well
)

// Load reads the vectors in all files of a folder, in order. An error names
// the file and line.
func Load(files fs.FS) ([]Vector, error) {
	names, err := fs.Glob(files, "*.jsonl")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var out []Vector
	ids := map[string]bool{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		for n, line := range bytes.Split(text, []byte("\n")) {
			if len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			v := Vector{File: name}
			dec := json.NewDecoder(bytes.NewReader(line))
			if err := dec.Decode(&v); err != nil {
				return nil, fmt.Errorf("%s:%d: not a vector: %w", name, n+1, err)
			}
			if err := v.check(); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
			}
			if ids[v.ID] {
				return nil, fmt.Errorf("%s:%d: the id %s stands there twice", name, n+1, v.ID)
			}
			ids[v.ID] = true
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there are no vectors in it")
	}
	return out, nil
}

func (v *Vector) check() error {
	switch {
	case v.ID == "" || v.Tool == "" || len(v.Input) == 0 || v.Dir == "":
		return fmt.Errorf("a vector needs id, tool, input and cwd")
	case v.Expected != Allow && v.Expected != NotAllow && v.Expected != Deny:
		return fmt.Errorf("expected is %q, not allow, not-allow or deny", v.Expected)
	case v.Tier != "" && v.Tier != "hard" && v.Tier != "soft" && v.Tier != "guard":
		return fmt.Errorf("tier is %q, not hard, soft or guard", v.Tier)
	case v.Expected == Allow && (v.Tier != "" || v.Category != ""):
		return fmt.Errorf("what is allowed has no tier and no category")
	}
	return nil
}

// Wrong says what is wrong with d as the answer to v; empty for nothing.
func (v *Vector) Wrong(d verdict.Decision) string {
	got := d.Behavior.String()
	switch {
	case v.Expected == Allow && got != Allow:
		return "is not allowed: " + d.Reason
	case v.Expected == NotAllow && got == Allow:
		return "is allowed"
	case v.Expected == Deny && got != Deny:
		return "is not denied but " + got
	}
	switch v.Tier {
	case "guard":
		if d.Layer != verdict.LayerGuard && d.Tier != verdict.Hard {
			return "is stopped by no guard but by " + string(d.Layer)
		}
	case "hard", "soft":
		if d.Tier.String() != v.Tier {
			return "is stopped as " + d.Tier.String() + ", not as " + v.Tier
		}
	}
	if v.Category != "" && d.Category != v.Category && !slices.ContainsFunc(d.Evidence, func(e verdict.Evidence) bool { return e.Entry == v.Category }) {
		return "is stopped by " + orNone(d.Category) + ", not by " + v.Category
	}
	return ""
}

func orNone(s string) string {
	if s == "" {
		return "no entry"
	}
	return s
}

// Finding is one thing that is not as it must be.
type Finding struct {
	ID   string `json:"id"`
	Says string `json:"says"`
	Call string `json:"call,omitempty"`
}

// Part is what one part of the test came to.
type Part struct {
	Name  string    `json:"name"`
	Tried int       `json:"tried"`
	Left  int       `json:"left_out,omitempty"` // not tried: they need what is not there
	Wrong []Finding `json:"wrong"`
	Note  string    `json:"note,omitempty"`
}

// Answers holds a gate's answers against the vectors.
func Answers(ctx context.Context, name string, list []Vector, gate eval.Decider) Part {
	p := Part{Name: name, Wrong: []Finding{}}
	for i := range list {
		if ctx.Err() != nil {
			p.Left += len(list) - i
			break
		}
		p.Tried++
		if says := list[i].Wrong(gate.Decide(ctx, list[i].Case)); says != "" {
			p.Wrong = append(p.Wrong, Finding{ID: list[i].ID, Says: says, Call: callText(list[i].Case)})
		}
	}
	return p
}

// callText is a call in one line, for people.
func callText(c eval.Case) string {
	var in struct {
		Command string `json:"command"`
	}
	if json.Unmarshal(c.Input, &in) == nil && in.Command != "" {
		return c.Tool + ": " + strings.ReplaceAll(in.Command, "\n", "; ")
	}
	return c.Tool + ": " + string(c.Input)
}

// Package daemon keeps the judges that need a model: it builds them from
// settings, keeps their connections warm and their breakers' memory, and
// answers questions over a socket of its user's.
package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"automode/internal/osfile"
	"automode/judge"
	"automode/judge/chain"
	"automode/judge/classifier"
	"automode/llm"
	"automode/prompt"
	"automode/settings"
)

// ErrNoModel says that the settings name no model.
var ErrNoModel = errors.New("no model is named; give a provider in providers")

// Judges builds the chain that s describes. Nothing of the environment counts,
// but for the credential chains of Bedrock and Vertex.
func Judges(s *settings.Settings) (judge.Judge, error) {
	m := s.Models
	j := &chain.Judge{Breakers: &chain.Breakers{}}
	for _, p := range ordered(m) {
		if p.Model == "" {
			continue
		}
		c, err := Completer(p)
		if err != nil {
			return nil, err
		}
		one := Asking(m, p)
		one.Model, one.Memo, one.Price = c, &prompt.Memo{}, price(p)
		j.Links = append(j.Links, chain.Link{Judge: one, Provider: p.Name, Model: p.Model})
	}
	if len(j.Links) == 0 {
		return nil, ErrNoModel
	}
	return j, nil
}

// Completer asks p's model.
func Completer(p settings.Provider) (llm.Completer, error) {
	headers := map[string]string{}
	for _, h := range p.Headers {
		headers[h.Name] = h.Value
	}
	c, err := llm.New(llm.Config{Provider: p.Kind, Model: p.Model, BaseURL: p.BaseURL, Region: p.Region, Project: p.Project, Headers: headers, Key: key(p)})
	if err != nil {
		return nil, fmt.Errorf("providers.%s: %w", p.Name, err)
	}
	return c, nil
}

// Asking is the judge that asks p's model in the way that m describes, still
// without the model.
func Asking(m settings.Models, p settings.Provider) *classifier.Judge {
	j := &classifier.Judge{Name: p.Model, Provider: p.Name, Temperature: m.Temperature, Severity: m.Severity,
		Options: prompt.Options{Window: p.Window, EditCap: m.EditCap, NoEdits: m.NoEdits, Summary: m.Summary, Outcomes: m.Outcomes}}
	switch m.Form {
	case "fast":
		j.Form = prompt.Fast
	case "thinking":
		j.Form = prompt.Thinking
	}
	if j.Options.Window == 0 && p.Model != "" {
		j.Options.Window = llm.TraitsOf(p.Model).Window
	}
	return j
}

// First is the provider that is asked first; ok is false where settings name
// none with a model.
func First(m settings.Models) (p settings.Provider, ok bool) {
	for _, p := range ordered(m) {
		if p.Model != "" {
			return p, true
		}
	}
	return p, false
}

// ordered are the providers in the order in which they are asked: the one that
// the model names first, with the model it names.
func ordered(m settings.Models) []settings.Provider {
	out := slices.Clone(m.Providers)
	if m.Model == "" || len(out) == 0 {
		return out
	}
	name, model, two := strings.Cut(m.Model, "/")
	for i, p := range out {
		if p.Name == name {
			if two {
				p.Model = model
			}
			return append([]settings.Provider{p}, slices.Delete(out, i, i+1)...)
		}
	}
	out[0].Model = m.Model
	return out
}

// price is what a provider's model costs: as settings say, or as is known.
func price(p settings.Provider) *llm.Price {
	if p.Priced {
		return &llm.Price{Input: p.Price.Input, Cached: p.Price.Cached, Written: p.Price.Written, Output: p.Price.Output}
	}
	if known, ok := llm.PriceOf(p.Model); ok {
		return &known
	}
	return nil
}

// maxKey bounds a key, in bytes, and keyTime how long a command may take that
// prints one.
const (
	maxKey  = 16 << 10
	keyTime = 10 * time.Second
)

// key gives what asks for the provider's key, anew each time.
func key(p settings.Provider) func(bool) (string, error) {
	switch {
	case p.KeyFile != "":
		return func(bool) (string, error) { return keyFile(p.KeyFile) }
	case p.KeyCommand != "":
		return func(bool) (string, error) { return keyCommand(strings.Fields(p.KeyCommand)) }
	}
	return nil
}

func keyFile(path string) (string, error) {
	f, fi, err := osfile.Open(path)
	if err != nil {
		return "", fmt.Errorf("keyFile: %w", err)
	}
	defer f.Close()
	if fi.Mode().Perm()&0o077 != 0 && filepath.Separator == '/' {
		return "", fmt.Errorf("others can read %s; run: chmod 600 %s", path, path)
	}
	b, err := io.ReadAll(io.LimitReader(f, maxKey))
	if err != nil {
		return "", fmt.Errorf("keyFile: %w", err)
	}
	return plainKey(b, path)
}

func keyCommand(words []string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), keyTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("keyCommand (%s) failed: %w", words[0], err)
	}
	return plainKey(out.Bytes(), words[0])
}

func plainKey(b []byte, from string) (string, error) {
	k := strings.TrimSpace(string(b))
	if k == "" || len(b) >= maxKey || strings.ContainsFunc(k, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", fmt.Errorf("what %s gives is no key", from)
	}
	return k, nil
}

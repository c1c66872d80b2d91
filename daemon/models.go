package daemon

import (
	"errors"
	"fmt"
	"strings"

	"automode/judge/chain"
	"automode/judge/classifier"
	"automode/judge/remote"
	"automode/llm"
	"automode/prompt"
	"automode/settings"
)

// pick is one model to ask.
type pick struct {
	settings.Provider
	chosen string
}

// picks are the models that the settings say, in the order in which they are
// asked.
func picks(m *settings.Models, s *settings.Settings, background bool) ([]pick, error) {
	if len(m.Providers) == 0 {
		return nil, errors.New("the settings name no provider of a model; see docs/settings.md")
	}
	want, key := m.Model, "model"
	if background && m.Background != "" {
		want, key = m.Background, "backgroundModel"
	}
	first, model := 0, ""
	for i, p := range m.Providers {
		switch name, rest, two := strings.Cut(want, "/"); {
		case want == p.Name:
			first, model = i, p.Model
		case two && name == p.Name:
			first, model = i, rest
		}
	}
	if want != "" && model == "" {
		model = want // of the first provider
	}
	var out []pick
	var missing []string
	for i := range m.Providers {
		// The chosen one, then the others as they stand.
		at := i
		switch {
		case i == 0:
			at = first
		case i <= first:
			at = i - 1
		}
		p := pick{Provider: m.Providers[at], chosen: "providers." + m.Providers[at].Name + ".model (" + m.Providers[at].Origin.String() + ")"}
		if i == 0 && want != "" {
			v, _ := s.Value(key)
			p.Model, p.chosen = model, key+" ("+v.Origin.String()+")"
		}
		if p.Model == "" {
			missing = append(missing, p.Name)
			continue
		}
		out = append(out, p)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no model is named for %s: set model, or providers.%s.model", strings.Join(missing, ", "), missing[0])
	}
	return out, nil
}

// links are the judges of a chain, as the settings say.
func (e *Engine) links(s *settings.Settings, q remote.Question) ([]chain.Link, error) {
	m := &s.Models
	list, err := picks(m, s, q.Call.Background && q.Call.Agent != "")
	if err != nil {
		return nil, err
	}
	memo := e.memos.get(q.Session + "\x00" + q.Call.Agent)
	var out []chain.Link
	for _, p := range list {
		c, err := e.completer(p)
		if err != nil {
			return nil, fmt.Errorf("providers.%s: %w", p.Name, err)
		}
		j := Asking(*m, p.Provider)
		j.Model, j.Chosen, j.Memo = c, p.chosen, memo
		out = append(out, chain.Link{Judge: j, Provider: p.Name, Model: p.Model})
	}
	return out, nil
}

// completer gives what asks the model of p. One is kept for as long as nothing
// of what makes it changes, with its connections and its key.
func (e *Engine) completer(p pick) (llm.Completer, error) {
	if p.KeyEnv != "" && !e.Person {
		return nil, errors.New("keyEnv counts only in commands that a person starts in a terminal; give the key by keyFile or keyCommand")
	}
	id := fmt.Sprintf("%q %q %q %q %q %q %q %q %q %q %d", p.Name, p.Kind, p.BaseURL, p.Model, p.KeyEnv, p.KeyFile, p.KeyCommand, p.Region, p.Project, p.Headers, p.Window)
	e.mu.Lock()
	defer e.mu.Unlock()
	if c := e.models[id]; c != nil {
		return c, nil
	}
	c := llm.Config{Provider: p.Kind, Model: p.Model, BaseURL: p.BaseURL, Region: p.Region, Project: p.Project, Environ: e.Env,
		Source: llm.Source{Env: p.KeyEnv, File: p.KeyFile, Command: p.KeyCommand}}
	for _, h := range p.Headers {
		if c.Headers == nil {
			c.Headers = map[string]string{}
		}
		c.Headers[h.Name] = h.Value
	}
	t := traitsOf(p.Provider)
	c.Traits = &t
	make := e.New
	if make == nil {
		make = llm.New
	}
	made, err := make(c)
	if err != nil {
		return nil, err
	}
	if len(e.models) >= maxSessions {
		clear(e.models)
	}
	e.models[id] = made
	return made, nil
}

// traitsOf are what is known of a model, with what the settings say of it.
func traitsOf(p settings.Provider) llm.Traits {
	t := llm.TraitsAt(p.Kind, p.BaseURL, p.Model)
	if p.Window > 0 {
		t.Window = p.Window
	}
	return t
}

// Asking is the judge that asks p's model in the way that m describes, still
// without the model.
func Asking(m settings.Models, p settings.Provider) *classifier.Judge {
	form := map[string]prompt.Form{"fast": prompt.Fast, "thinking": prompt.Thinking}[m.Form]
	j := &classifier.Judge{Name: p.Model, Provider: p.Name, Temperature: m.Temperature, Form: form, Severity: m.Severity,
		Options: prompt.Options{EditCap: m.EditCap, NoEdits: m.NoEdits, Summary: m.Summary, Outcomes: m.Outcomes}}
	if p.Model != "" {
		j.Options.Window = traitsOf(p).Fit(0)
	}
	price, ok := llm.PriceOf(p.Model)
	if p.Priced {
		price, ok = llm.Price{Input: p.Price.Input, Cached: p.Price.Cached, Written: p.Price.Written, Output: p.Price.Output}, true
	}
	if ok {
		j.Price = &price
	}
	return j
}

// First is the provider that is asked first, with the model that the settings
// choose; ok is false where they name none.
func First(s *settings.Settings) (p settings.Provider, ok bool) {
	list, err := picks(&s.Models, s, false)
	if err != nil {
		return p, false
	}
	return list[0].Provider, true
}

// Completer asks p's model for a command of a person's in a terminal, whose
// environment is env.
func Completer(p settings.Provider, env []string) (llm.Completer, error) {
	e := &Engine{Person: true, Env: env, models: map[string]llm.Completer{}}
	c, err := e.completer(pick{Provider: p})
	if err != nil {
		return nil, fmt.Errorf("providers.%s: %w", p.Name, err)
	}
	return c, nil
}

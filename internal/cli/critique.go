package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"automode/daemon"
	"automode/llm"
	"automode/prompt"
	"automode/rulebook"
	"automode/settings"
	"automode/verdict"
)

// critiqueTime is how long a critic may take.
const critiqueTime = 5 * time.Minute

// critique has a model look a user's rules over.
func (e *env) critique() *cobra.Command {
	var model string
	cmd := &cobra.Command{
		Use:   "critique",
		Short: "Have a model look over the rules that you wrote for the judge",
		Long: `Send the rules of your own, and all that the judge is told beside them, to a
model, and print what it finds: what is not clear, what is missing, what
conflicts, what a judge cannot act on, each with the place where the rule
stands. The rules are data to it, never instructions. Nothing is changed.

--model M takes another model than the judge's: a model, a provider's name, or
name/model.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			s, src, err := e.settingsOf(here())
			if err != nil {
				return err
			}
			x := critique{V: 1, Findings: lost(s)}
			book := s.Book()
			rules := prompt.OwnRules(book)
			if len(rules) == 0 {
				x.Note = "There are no rules of your own to look over. Write some into " + src.User + ` under autoMode, as texts like "Label [must name: X]: prose" in soft_deny, with "$defaults" beside them; automode defaults shows ours.`
				return e.showCritique(x)
			}
			if model != "" {
				s.Models.Model = model
			}
			p, ok := daemon.First(s)
			if !ok {
				return errors.New("no model is named; give a provider in providers, or name a model of one with --model")
			}
			x.Model, x.Provider = p.Model, p.Name
			found, err := criticize(c.Context(), p, book, rules)
			if err != nil {
				return err
			}
			x.Findings = append(x.Findings, found...)
			return e.showCritique(x)
		},
	}
	cmd.Flags().StringVar(&model, "model", "", "the model that looks")
	return cmd
}

// critique is what was found.
type critique struct {
	V        int       `json:"v"`
	Provider string    `json:"provider,omitempty"`
	Model    string    `json:"model,omitempty"`
	Note     string    `json:"note,omitempty"`
	Findings []finding `json:"findings"`
}

// finding is one thing found.
type finding struct {
	At         string `json:"at,omitempty"` // where the rule stands; empty: of the rules as a whole
	Section    string `json:"section,omitempty"`
	Rule       string `json:"rule,omitempty"`
	Aspect     string `json:"aspect"`
	Text       string `json:"finding"`
	Suggestion string `json:"suggestion,omitempty"`
}

// lost says of a section that holds what is hard that ours is not in it.
func lost(s *settings.Settings) []finding {
	out := []finding{}
	if _, ok := s.Book().Find("data-exfiltration"); ok {
		return out
	}
	for _, p := range s.Prose {
		if p.Section == rulebook.HardDeny {
			out = append(out, finding{At: p.Origin.String(), Section: p.Section, Aspect: "completeness",
				Text:       "The list replaces ours, so Data Exfiltration is not in it. What code is certain of stays hard; the judge does not read that entry.",
				Suggestion: `add "$defaults" to the list`})
		}
	}
	return out
}

// criticize asks the model of p.
func criticize(ctx context.Context, p settings.Provider, book *rulebook.Book, rules []prompt.OwnRule) ([]finding, error) {
	model, err := daemon.Completer(p, os.Environ())
	if err != nil {
		return nil, err
	}
	system, message := prompt.Critique(book, rules)
	ctx, cancel := context.WithTimeout(ctx, critiqueTime)
	defer cancel()
	res, err := model.Complete(ctx, llm.Request{System: []llm.Block{{Text: system}}, MaxTokens: 8192,
		Messages: []llm.Message{{Role: llm.User, Blocks: []llm.Block{{Text: message}}}}})
	if err != nil {
		return nil, fmt.Errorf("%s did not answer: %w", p.Name, err)
	}
	if res.Stop != llm.StopEnd {
		return nil, fmt.Errorf("%w: it was cut short; give it fewer rules, or another model", prompt.ErrNoCritique)
	}
	found, err := prompt.ParseCritique(res.Text, len(rules))
	if err != nil {
		return nil, fmt.Errorf("%w; try again, or another model with --model", err)
	}
	var out []finding
	for _, f := range found {
		one := finding{Aspect: f.Aspect, Text: f.Text, Suggestion: f.Suggestion}
		if f.Rule >= 0 {
			r := rules[f.Rule]
			one.At, one.Section, one.Rule = r.Origin, r.Section, r.Text
		}
		out = append(out, one)
	}
	return out, nil
}

func (e *env) showCritique(x critique) error {
	if e.json {
		enc := json.NewEncoder(e.out)
		enc.SetEscapeHTML(false)
		return enc.Encode(x)
	}
	p := e.colors()
	for _, f := range x.Findings {
		at := f.At
		if at == "" {
			at = "the rules as a whole"
		}
		fmt.Fprintf(e.out, "%s: %s: %s\n", visible(at, 300), p.yellow(f.Aspect), verdict.Quote(f.Text, 2000))
		if f.Rule != "" {
			fmt.Fprintf(e.out, "    rule: %s\n", verdict.Quote(f.Rule, 300))
		}
		if f.Suggestion != "" {
			fmt.Fprintf(e.out, "    try:  %s\n", verdict.Quote(f.Suggestion, 2000))
		}
	}
	switch {
	case x.Note != "":
		fmt.Fprintln(e.out, x.Note)
	case len(x.Findings) == 0:
		fmt.Fprintf(e.out, "%s finds nothing to change.\n", visible(x.Model, 100))
	}
	return nil
}

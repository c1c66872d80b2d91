package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"automode/call"
	"automode/effect"
	"automode/internal/hook"
	"automode/permission"
	"automode/settings"
	"automode/verdict"
	"automode/world"
	"automode/world/osworld"
)

// tried is one example of a rule or an entry, tried.
type tried struct {
	Key     string `json:"key"`
	Rule    string `json:"rule"`
	At      string `json:"at"`
	Example string `json:"example"`
	Wants   string `json:"wants"`
	OK      bool   `json:"ok"`
	Says    string `json:"says"`
}

// rulesTest tries the examples that rules and entries carry.
func (e *env) rulesTest() *cobra.Command {
	return &cobra.Command{
		Use:   "test",
		Short: "Try the examples that rules and rulebook entries carry",
		Long: `Try each rule's match and not_match examples against that rule alone, and each
probe (match, not_match) of your own rulebook entries against the whole gate.
An example is a shell text, a path or a URL, or a call: {"tool":..., "input":{..}}.
Exit code 0 when all are as they should be, else 1. Nothing is run.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			s, _, err := e.settingsOf(here())
			if err != nil {
				return err
			}
			desk, err := e.desk(false)
			if err != nil {
				return err
			}
			rows, without := tryAll(c.Context(), s, desk)
			failed := 0
			for _, r := range rows {
				if !r.OK {
					failed++
				}
			}
			if e.json {
				if err := json.NewEncoder(e.out).Encode(map[string]any{"v": 1, "tried": orEmpty(rows), "failed": failed, "without": without}); err != nil {
					return err
				}
			} else {
				p := e.colors()
				for _, r := range rows {
					mark := p.green("ok  ")
					if !r.OK {
						mark = p.red("FAIL")
					}
					fmt.Fprintf(e.out, "%s  %-36s %-9s %s\n", mark, visible(r.Rule, 60), r.Wants, visible(r.Example, 120))
					if !r.OK {
						fmt.Fprintf(e.out, "      %s: %s\n", visible(r.At, 200), visible(r.Says, 300))
					}
				}
				fmt.Fprintf(e.out, "%d examples, %d not as they should be; %d rules and entries carry none.\n", len(rows), failed, without)
			}
			if failed > 0 {
				return exit(ExitError)
			}
			return nil
		},
	}
}

func tryAll(ctx context.Context, s *settings.Settings, desk hook.Desk) (rows []tried, without int) {
	place := world.Place{Home: desk.Home, Roots: []string{here()}}
	for _, l := range [...]struct {
		key  string
		list permission.List
	}{{"permissions.deny", permission.Deny}, {"permissions.ask", permission.Ask}, {"permissions.allow", permission.Allow}} {
		v, _ := s.Value(l.key)
		for _, item := range v.Items {
			if len(item.Match)+len(item.NotMatch) == 0 {
				without++
			}
			for _, ex := range examplesOf(item) {
				row := tried{Key: l.key, Rule: item.Text, At: item.Origin.String(), Example: ex.text, Wants: ex.wants()}
				hit, err := speaks(l.list, item, ex.text, place)
				row.OK, row.Says = err == nil && hit == ex.match, "the rule speaks of it"
				if !hit {
					row.Says = "the rule does not speak of it"
				}
				if err != nil {
					row.Says = err.Error()
				}
				rows = append(rows, row)
			}
		}
	}
	for _, p := range s.Prose {
		for _, item := range p.Items {
			if item.Text == "$defaults" || p.Section == "environment" {
				continue
			}
			if len(item.Match)+len(item.NotMatch) == 0 {
				without++
			}
			for _, ex := range examplesOf(item) {
				row := tried{Key: "autoMode." + p.Section, Rule: item.Text, At: item.Origin.String(), Example: ex.text, Wants: ex.wants()}
				c, err := exampleCall("", ex.text)
				var d verdict.Decision
				if err == nil {
					d, _, err = desk.Decide(ctx, c)
				}
				// An entry that denies is about what must not pass, one that
				// excepts about what may.
				pass := ex.match == (p.Section == "allow")
				row.OK = err == nil && (d.Behavior == verdict.Allow) == pass
				row.Says = fmt.Sprintf("the gate, by code alone, says %s (%s): %s", d.Behavior, d.Code, d.Reason)
				if err != nil {
					row.Says = err.Error()
				}
				rows = append(rows, row)
			}
		}
	}
	return rows, without
}

type example struct {
	text  string
	match bool
}

func (x example) wants() string {
	if x.match {
		return "match"
	}
	return "not_match"
}

func examplesOf(item settings.Item) []example {
	var out []example
	for _, t := range item.Match {
		out = append(out, example{t, true})
	}
	for _, t := range item.NotMatch {
		out = append(out, example{t, false})
	}
	return out
}

// speaks tells whether a rule alone speaks of an example.
func speaks(list permission.List, item settings.Item, text string, place world.Place) (bool, error) {
	tool, _, _ := strings.Cut(item.Text, "(")
	c, err := exampleCall(tool, text)
	if err != nil {
		return false, err
	}
	rs := &permission.RuleSet{}
	if err := rs.Add(list, item.Text, item.Origin); err != nil {
		return false, err
	}
	return ruleHits(rs, list, c, place), nil
}

// ruleHits tells whether rules of one list, as they hold outside auto mode,
// speak of a call.
func ruleHits(rs *permission.RuleSet, list permission.List, c call.Call, place world.Place) bool {
	facts := osworld.New()
	sub := permission.NewSubject(c, place, facts, effect.Of(c, effect.Env{Place: place, Facts: facts}))
	var hit bool
	switch list {
	case permission.Deny:
		_, hit = rs.Denies(sub)
	case permission.Ask:
		_, hit = rs.Asks(sub)
	default:
		_, hit = rs.Allows(sub, permission.Default)
	}
	return hit
}

// exampleCall is the call that an example spells: a call as JSON, else what a
// tool of that name is given, else a shell text.
func exampleCall(tool, text string) (call.Call, error) {
	c := call.Call{Host: "claude-code", Tool: tool, Dir: here()}
	if strings.HasPrefix(strings.TrimSpace(text), `{"`) {
		var one struct {
			Tool  string          `json:"tool"`
			Input json.RawMessage `json:"input"`
			Dir   string          `json:"cwd"`
		}
		if err := json.Unmarshal([]byte(text), &one); err != nil || one.Tool == "" {
			return c, fmt.Errorf("the example is no call: it needs a tool and an input")
		}
		c.Tool, c.Input = one.Tool, one.Input
		if one.Dir != "" {
			c.Dir = one.Dir
		}
		return c, nil
	}
	key := "command"
	switch call.KindOf(tool) {
	case call.Read, call.Write, call.Edit:
		key = "file_path"
	case call.Fetch:
		key = "url"
	case call.Agent:
		key = "subagent_type"
	case call.MCP:
		c.Tool, c.Input = text, json.RawMessage("{}")
		return c, nil
	case call.Shell, call.PowerShell:
	default:
		c.Tool = "Bash"
	}
	in, err := json.Marshal(map[string]string{key: text})
	c.Input = in
	return c, err
}

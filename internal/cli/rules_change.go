package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"automode/call"
	"automode/gate"
	"automode/permission"
	"automode/settings/edit"
	"automode/verdict"
	"automode/world"
)

// replayed is what rules would have made of recent decisions.
type replayed struct {
	Looked  int      `json:"looked"`  // decisions that were looked at
	Spoken  int      `json:"spoken"`  // of which the rules speak
	Changed int      `json:"changed"` // that would have come out otherwise
	Loosens int      `json:"loosens"` // that were stopped and would have passed
	Shown   []string `json:"shown"`   // some of those that would have changed
}

// rulesAdd adds a permission rule.
func (e *env) rulesAdd() *cobra.Command {
	var list, from, session string
	var yes, dry bool
	cmd := &cobra.Command{
		Use:   "add [RULE | --for ID]",
		Short: "Add a permission rule: shown, and tried on recent decisions first",
		Long: `Add RULE, or with --for ID (of a decision: automode log) the narrowest rule that
really would have matched that call: the exact command, the exact file. What the
rule would have made of recent decisions is shown first. It goes into your own
settings; with --session it is given to one session only, in the mode it is in.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			to, ok := map[string]permission.List{"allow": permission.Allow, "ask": permission.Ask, "deny": permission.Deny}[list]
			if !ok {
				return fmt.Errorf("--list is allow, ask or deny, not %q", list)
			}
			var rules []string
			switch {
			case from != "" && len(args) == 0:
				r, err := e.decisionOf(from)
				if err != nil {
					return err
				}
				if rules, err = narrowest(to, r); err != nil {
					return err
				}
			case from == "" && len(args) == 1:
				rules = args
			default:
				return errors.New("give a rule, or --for ID and none")
			}
			rs := &permission.RuleSet{}
			for _, text := range rules {
				r, err := permission.Parse(to, text, permission.Origin{})
				if err != nil {
					return err
				}
				rs.AddRule(r)
				e.explainRule(r)
			}
			seen, err := e.replayRules(rs, to)
			if err != nil {
				return err
			}
			e.printReplayed(seen)
			if !dry {
				if err := person("adding a rule"); err != nil {
					return err
				}
			}
			if session != "" {
				return e.grant(c, session, to, rules, yes, dry)
			}
			f, err := e.folders()
			if err != nil {
				return err
			}
			return e.alter(f.Settings, func(d *edit.Doc) error {
				for _, text := range rules {
					there, err := holdsRule(d, list, text)
					if err != nil {
						return err
					}
					if !there {
						if err := d.Append(text, "permissions", list); err != nil {
							return err
						}
					}
				}
				return nil
			}, yes, dry)
		},
	}
	cmd.Flags().StringVar(&list, "list", "allow", "the list: allow, ask or deny")
	cmd.Flags().StringVar(&from, "for", "", "a decision in the log, by its id")
	cmd.Flags().StringVar(&session, "session", "", "give it to this session only")
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "show what would change and change nothing")
	return cmd
}

// rulesRemove takes a permission rule out.
func (e *env) rulesRemove() *cobra.Command {
	var list string
	var yes, dry bool
	cmd := &cobra.Command{
		Use:   "remove RULE",
		Short: "Take a permission rule out of your own settings",
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if !dry {
				if err := person("removing a rule"); err != nil {
					return err
				}
			}
			f, err := e.folders()
			if err != nil {
				return err
			}
			used := 0
			if err := e.decisions(func(r *gate.Record, _ json.RawMessage) bool {
				if strings.Contains(r.Decision.Rule, args[0]+" (") {
					used++
				}
				return true
			}); err != nil {
				return err
			}
			fmt.Fprintf(e.out, "%d decisions in the log are by this rule.\n", used)
			gone := 0
			return e.alter(f.Settings, func(d *edit.Doc) error {
				for _, l := range []string{"deny", "ask", "allow"} {
					if list != "" && l != list {
						continue
					}
					n, err := d.Remove(func(raw json.RawMessage) bool { return ruleText(raw) == args[0] }, "permissions", l)
					if err != nil {
						return err
					}
					gone += n
				}
				if gone == 0 {
					return fmt.Errorf("%s is not in %s; automode rules list says where each rule is", visible(args[0], 200), f.Settings)
				}
				return nil
			}, yes, dry)
		},
	}
	cmd.Flags().StringVar(&list, "list", "", "only of this list: allow, ask or deny")
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "show what would change and change nothing")
	return cmd
}

// ruleText is the rule of an entry of a list, in either form.
func ruleText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var entry ruleEntry
	if json.Unmarshal(raw, &entry) == nil {
		return entry.Rule
	}
	return ""
}

func holdsRule(d *edit.Doc, list, text string) (bool, error) {
	var have []json.RawMessage
	if _, err := d.Get(&have, "permissions", list); err != nil {
		return false, fmt.Errorf("permissions.%s is no list", list)
	}
	for _, raw := range have {
		if ruleText(raw) == text {
			return true, nil
		}
	}
	return false, nil
}

// grant gives rules to one session.
func (e *env) grant(c *cobra.Command, session string, list permission.List, rules []string, yes, dry bool) error {
	store, err := e.openStore()
	if err != nil {
		return err
	}
	one, err := e.pick(c.Context(), store, session)
	if err != nil {
		return err
	}
	if dry {
		return nil
	}
	if err := e.confirm(fmt.Sprintf("Give it to session %s, in %s?", visible(one.Session, 40), one.Title), yes); err != nil {
		return err
	}
	g := gate.Gate{Store: store}
	for _, text := range rules {
		if _, err := g.Grant(c.Context(), one.request, list, text); err != nil {
			return err
		}
	}
	fmt.Fprintln(e.out, "Given, until the session ends or is taken up again.")
	return nil
}

// decisionOf finds a decision in the log.
func (e *env) decisionOf(id string) (*gate.Record, error) {
	var found *gate.Record
	if err := e.decisions(func(r *gate.Record, _ json.RawMessage) bool {
		if strings.EqualFold(r.Decision.Approval, id) || r.CallID == id || len(id) >= 8 && strings.HasPrefix(r.Digest, id) {
			found = r
		}
		return true
	}); err != nil {
		return nil, err
	}
	if found == nil {
		return nil, fmt.Errorf("no decision %s is in the log; automode log lists them", visible(id, 60))
	}
	return found, nil
}

func recordedCall(r *gate.Record) call.Call {
	return call.Call{Host: r.Host, Tool: r.Tool, Input: r.Input, Dir: r.Dir, Agent: r.Agent}
}

// narrowest gives the narrowest rule that speaks of a recorded call, and makes
// sure that it does.
func narrowest(list permission.List, r *gate.Record) ([]string, error) {
	c := recordedCall(r)
	a := c.Args()
	rule := ""
	switch c.Kind() {
	case call.Shell, call.PowerShell:
		rule = "Bash(" + a.Command + ")"
	case call.Read:
		rule = "Read(/" + a.Path + ")"
	case call.Write, call.Edit:
		rule = "Edit(/" + a.Path + ")"
	case call.MCP:
		rule = c.Tool
	}
	if rule == "" || strings.ContainsAny(rule, "\n*") || strings.Contains(string(r.Input), "[redacted") {
		return nil, errors.New("no rule can spell exactly this call; write one yourself: automode rules add 'Tool(specifier)'")
	}
	rs := &permission.RuleSet{}
	if err := rs.Add(list, rule, permission.Origin{}); err != nil {
		return nil, err
	}
	if !ruleHits(rs, list, c, world.Place{Home: home(), Roots: []string{r.Dir}}) {
		return nil, fmt.Errorf("no single rule covers exactly this call (%s does not); approve it once instead: automode denials", visible(rule, 200))
	}
	return []string{rule}, nil
}

func (e *env) explainRule(r permission.Rule) {
	if e.json {
		return
	}
	fmt.Fprintf(e.out, "%s %s\n", r.List, visible(r.Text, 300))
	if why, ok := permission.Hazard(r); ok {
		fmt.Fprintln(e.out, "  "+e.colors().red("dangerous in any mode: it "+why))
	}
	if why, ok := permission.Suspended(r); ok {
		fmt.Fprintln(e.out, "  waits in auto mode: it "+why)
	}
}

const (
	replayFor = 30 * 24 * time.Hour
	replayMax = 2000
)

// replayRules tells what rules would have made of recent decisions.
func (e *env) replayRules(rs *permission.RuleSet, list permission.List) (replayed, error) {
	out := replayed{Shown: []string{}}
	var recent []*gate.Record
	if err := e.decisions(func(r *gate.Record, _ json.RawMessage) bool {
		if time.Since(r.Time) < replayFor {
			recent = append(recent, r)
		}
		return true
	}); err != nil {
		return out, err
	}
	for _, r := range recent[max(0, len(recent)-replayMax):] {
		out.Looked++
		if !ruleHits(rs, list, recordedCall(r), world.Place{Home: home(), Roots: []string{r.Dir}}) {
			continue
		}
		out.Spoken++
		was := r.Decision.Behavior
		changed := list == permission.Deny && was != verdict.Deny || list == permission.Ask && was == verdict.Allow || list == permission.Allow && was != verdict.Allow
		switch r.Decision.Layer {
		case verdict.LayerDenyRule, verdict.LayerGuard, verdict.LayerAskRule: // stand before allow rules
			changed = changed && list != permission.Allow
		}
		if !changed {
			continue
		}
		out.Changed++
		if list == permission.Allow {
			out.Loosens++
		}
		if len(out.Shown) < 10 {
			out.Shown = append(out.Shown, fmt.Sprintf("%s (%s): %s", was, r.Decision.Code, shownInput(r)))
		}
	}
	return out, nil
}

func (e *env) printReplayed(r replayed) {
	if e.json {
		json.NewEncoder(e.out).Encode(map[string]any{"v": 1, "replayed": r})
		return
	}
	fmt.Fprintf(e.out, "Of %d recent decisions it speaks of %d, and %d would have come out otherwise.\n", r.Looked, r.Spoken, r.Changed)
	for _, s := range r.Shown {
		fmt.Fprintln(e.out, "  was "+visible(s, 200))
	}
}

package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"automode/permission"
)

// rules shows, tries and changes the permission rules.
func (e *env) rules() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "Show, try and change permission rules",
	}
	cmd.AddCommand(e.rulesList(), e.rulesTest(), e.rulesAdd(), e.rulesRemove())
	return cmd
}

// ruleRow is one permission rule as people are shown it.
type ruleRow struct {
	List   string `json:"list"`
	Rule   string `json:"rule"`
	Source string `json:"source"`
	At     string `json:"at"`
	Waits  string `json:"suspended,omitempty"` // why it waits while the mode is auto; empty: it holds there too
}

func rowOf(r permission.Rule) ruleRow {
	why, _ := permission.Suspended(r)
	return ruleRow{List: r.List.String(), Rule: r.Text, Source: r.Origin.Source, At: r.Origin.String(), Waits: why}
}

func (e *env) rulesList() *cobra.Command {
	var session string
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List every rule, where it is from, and whether it waits in auto mode",
		Long: `List every permission rule that counts for sessions in this folder, or with
--session also those given to that session: its list, where it is written, and
whether it waits while the mode is auto, and why.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			root := here()
			var given []permission.Rule
			if session != "" {
				store, err := e.openStore()
				if err != nil {
					return err
				}
				one, err := e.pick(c.Context(), store, session)
				if err != nil {
					return err
				}
				root, given = one.Folder, one.stand.Rules(one.stand.Mode)
			}
			s, _, err := e.settingsOf(root)
			if err != nil {
				return err
			}
			rules := s.Rules.With(given)
			rows := []ruleRow{}
			for _, list := range [...]permission.List{permission.Deny, permission.Ask, permission.Allow} {
				for _, r := range rules.Rules(list) {
					rows = append(rows, rowOf(r))
				}
			}
			if e.json {
				return json.NewEncoder(e.out).Encode(map[string]any{"v": 1, "rules": rows})
			}
			e.printRules(rows)
			return nil
		},
	}
	cmd.Flags().StringVar(&session, "session", "", "a session, by its id or how that begins: with the rules given to it")
	return cmd
}

func (e *env) printRules(rows []ruleRow) {
	if len(rows) == 0 {
		fmt.Fprintln(e.out, "There are no permission rules. To add one: automode rules add")
		return
	}
	p := e.colors()
	waits := 0
	for _, r := range rows {
		list := fmt.Sprintf("%-5s", r.List)
		switch r.List {
		case "deny":
			list = p.red(list)
		case "ask":
			list = p.yellow(list)
		default:
			list = p.green(list)
		}
		fmt.Fprintf(e.out, "%s  %-40s %s\n", list, visible(r.Rule, 200), visible(r.At, 200))
		if r.Waits != "" {
			waits++
			fmt.Fprintf(e.out, "       %s\n", p.yellow("waits in auto mode: it "+r.Waits))
		}
	}
	if waits > 0 {
		fmt.Fprintf(e.out, "\n%d of them wait while the mode is auto, so that a judge sees those calls; files are not touched, and in every other mode they hold.\n", waits)
	}
}

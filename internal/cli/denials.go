package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"automode/gate"
	"automode/internal/hook"
	"automode/verdict"
)

// denials lists what was stopped lately, and lets a person approve one call.
func (e *env) denials() *cobra.Command {
	var since time.Duration
	cmd := &cobra.Command{
		Use:   "denials",
		Short: "List what was denied or asked lately",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			var list []*gate.Record
			err := e.decisions(func(r *gate.Record, raw json.RawMessage) bool {
				if r.Decision.Behavior != verdict.Allow && time.Since(r.Time) < since {
					if e.json {
						fmt.Fprintf(e.out, "%s\n", raw)
					}
					list = append(list, r)
				}
				return true
			})
			if err != nil || e.json {
				return err
			}
			if len(list) == 0 {
				fmt.Fprintf(e.out, "Nothing was denied or asked in the last %v.\n", since)
				return nil
			}
			for _, r := range list[max(0, len(list)-40):] {
				e.decisionRow(r)
			}
			fmt.Fprintln(e.out, "\nTo let one of them run once: automode denials approve ID, in a terminal of your own; or type \"approve ID\" to the agent.")
			return nil
		},
	}
	cmd.Flags().DurationVar(&since, "since", 24*time.Hour, "how far back")
	cmd.AddCommand(e.approve())
	return cmd
}

// approve lets a person approve one call, where no agent can speak for them.
func (e *env) approve() *cobra.Command {
	return &cobra.Command{
		Use:   "approve ID",
		Short: "Let one denied call run once",
		Long: `Let the call that was denied under ID run once, in its session, within ten
minutes, over the same files. It works only at a terminal that no agent's host
started; inside a host, type "approve ID" as your own words instead.`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := hook.Terminal(); err != nil {
				return fmt.Errorf("a call is approved only by a person at a terminal of their own, and %w; in the agent, type: approve %s", err, args[0])
			}
			var found *gate.Record
			if err := e.decisions(func(r *gate.Record, _ json.RawMessage) bool {
				if strings.EqualFold(r.Decision.Approval, args[0]) {
					found = r
				}
				return true
			}); err != nil {
				return err
			}
			if found == nil {
				return fmt.Errorf("no denial %s is in the log; automode denials lists them", args[0])
			}
			e.tell(found)
			fmt.Fprintf(e.out, "\nTo let exactly this run once, type its code (%s): ", found.Decision.Approval)
			line, _ := bufio.NewReader(e.in).ReadString('\n')
			if !strings.EqualFold(strings.TrimSpace(line), found.Decision.Approval) {
				return errors.New("nothing was approved")
			}
			store, err := e.openStore()
			if err != nil {
				return err
			}
			g := gate.Gate{Store: store}
			a, err := g.Approve(c.Context(), gate.Session{ID: found.Session, Root: found.Root}, found.Decision.Approval)
			if err != nil {
				return err
			}
			fmt.Fprintf(e.out, "Approved once, until %s: let the agent try the same call again.\n", a.Lapses().Local().Format("15:04:05"))
			return nil
		},
	}
}

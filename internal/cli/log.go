package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"automode/gate"
	"automode/internal/hook"
	"automode/record"
	"automode/verdict"
)

// log prints the record.
func (e *env) log() *cobra.Command {
	var behavior, session, category string
	var since time.Duration
	cmd := &cobra.Command{
		Use:   "log",
		Short: "Print past decisions, oldest first",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			n := 0
			err := e.decisions(func(r *gate.Record, raw json.RawMessage) bool {
				d := r.Decision
				if behavior != "" && d.Behavior.String() != behavior || session != "" && r.Session != session || category != "" && d.Category != category ||
					since > 0 && time.Since(r.Time) > since {
					return true
				}
				n++
				if e.json {
					fmt.Fprintf(e.out, "%s\n", raw)
					return true
				}
				e.decisionRow(r)
				return true
			})
			if n == 0 && err == nil && !e.json {
				fmt.Fprintln(e.out, "No such decision is in the log.")
			}
			return err
		},
	}
	cmd.Flags().StringVar(&behavior, "behavior", "", "only allow, ask or deny")
	cmd.Flags().StringVar(&session, "session", "", "only this session")
	cmd.Flags().StringVar(&category, "category", "", "only this entry of the rulebook")
	cmd.Flags().DurationVar(&since, "since", 0, "only the last (2h, 30m)")
	return cmd
}

// entries calls do with what the log holds, oldest first, until it returns
// false. A file that cannot be read is an error, after the others were read.
func (e *env) entries(do func(record.Entry) bool) error {
	l, err := e.openLog()
	if err != nil {
		return err
	}
	var failed error
	for entry, err := range l.Entries() {
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		if !do(entry) {
			break
		}
	}
	return failed
}

// decisions calls do with the log's decisions alone.
func (e *env) decisions(do func(r *gate.Record, raw json.RawMessage) bool) error {
	return e.entries(func(entry record.Entry) bool {
		return entry.Decision == nil || do(entry.Decision, entry.Line)
	})
}

// hostDenied tells of an event that the client itself denied a call which the
// gate had decided on before.
func hostDenied(ev *record.Event) bool { return ev != nil && ev.What == hook.HostDenied }

func (e *env) decisionRow(r *gate.Record) {
	p := e.colors()
	fmt.Fprintf(e.out, "%s  %s  %-10s %s\n", r.Time.Local().Format("2006-01-02 15:04:05"), p.behavior(r.Decision.Behavior), visible(r.Tool, 20), visible(shownInput(r), 100))
	if r.Decision.Behavior != verdict.Allow {
		fmt.Fprintf(e.out, "                     %s %s\n", visible(name(r), 40), visible(r.Decision.Reason, 160))
	}
}

// name is how a person names a decision: the approval code where it has one,
// else the host's call id, else the beginning of its digest.
func name(r *gate.Record) string {
	switch {
	case r.Decision.Approval != "":
		return r.Decision.Approval
	case r.CallID != "":
		return r.CallID
	case len(r.Digest) > 12:
		return r.Digest[:12]
	}
	return r.Digest
}

func shownInput(r *gate.Record) string {
	var v map[string]any
	if json.Unmarshal(r.Input, &v) == nil {
		for _, k := range [...]string{"command", "file_path", "path", "url", "prompt", "pattern"} {
			if s, ok := v[k].(string); ok {
				return strings.Join(strings.Fields(s), " ")
			}
		}
	}
	return string(r.Input)
}

// why tells all about one past decision.
func (e *env) why() *cobra.Command {
	return &cobra.Command{
		Use:   "why ID",
		Short: "Tell why a past call was decided as it was",
		Long:  "Tell why a past call was decided as it was: ID is the code of a denial (D-7F3K), the host's call id, or the beginning of the digest.",
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			id := strings.TrimSpace(args[0])
			var found *gate.Record
			var raw json.RawMessage
			var after *record.Event // the client's own denial of it
			err := e.entries(func(entry record.Entry) bool {
				if r := entry.Decision; r != nil && (strings.EqualFold(r.Decision.Approval, id) || r.CallID == id || len(id) >= 8 && strings.HasPrefix(r.Digest, id)) {
					found, raw, after = r, entry.Line, nil
				}
				if found != nil && hostDenied(entry.Event) && entry.Event.CallID == found.CallID && entry.Event.Session == found.Session {
					after = entry.Event
				}
				return true
			})
			if err != nil {
				return err
			}
			if found == nil {
				return fmt.Errorf("no decision %s is in the log; automode log lists them", id)
			}
			if e.json {
				_, err := fmt.Fprintf(e.out, "%s\n", raw)
				return err
			}
			e.tell(found)
			if after != nil {
				fmt.Fprintf(e.out, "%-12s %s\n", "afterwards", visible("the client denied it itself: "+after.Reason, 2000))
			}
			return nil
		},
	}
}

// tell prints all that is kept of a decision.
func (e *env) tell(r *gate.Record) {
	d, p := r.Decision, e.colors()
	row := func(k, v string) {
		if v != "" {
			fmt.Fprintf(e.out, "%-12s %s\n", k, visible(v, 2000))
		}
	}
	fmt.Fprintf(e.out, "%s  %s\n", p.behavior(d.Behavior), visible(shownInput(r), 1000))
	row("when", r.Time.Local().Format(time.RFC1123))
	row("where", r.Dir)
	row("session", r.Session)
	row("agent", r.Agent)
	row("tool", r.Tool)
	row("decided by", string(d.Layer)+" ("+string(d.Code)+")")
	row("rule", d.Rule)
	if d.Category != "" {
		row("entry", d.Tier.String()+" "+d.Category)
	}
	row("reason", d.Reason)
	for _, ev := range d.Evidence {
		row("because", ev.Words+": "+ev.Note)
	}
	row("to clear it", d.Clearing())
	row("code", d.Approval)
	row("judges", strings.Join(r.Judges, "; "))
	row("relied on", strings.Join(r.Relied, "; "))
	row("took", (time.Duration(r.Micros) * time.Microsecond).String())
}

package cli

import (
	"encoding/json"
	"fmt"
	"sort"
	"time"

	"github.com/spf13/cobra"

	"automode/gate"
	"automode/record"
	"automode/verdict"
)

// observe reports what the gate would have done while it only watched.
func (e *env) observe() *cobra.Command {
	cmd := &cobra.Command{Use: "observe", Short: "Watch first: see install --observe"}
	var since time.Duration
	report := &cobra.Command{
		Use:   "report",
		Short: "Say what would have been asked and denied",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			o := observed{Worst: map[string][]stopped{}}
			err := e.entries(func(entry record.Entry) bool {
				switch r, ev := entry.Decision, entry.Event; {
				case r != nil && time.Since(r.Time) < since:
					o.add(r)
				case hostDenied(ev) && time.Since(ev.Time) < since:
					o.denied(ev)
				}
				return true
			})
			if err != nil {
				return err
			}
			o.rank()
			if e.json {
				return json.NewEncoder(e.out).Encode(o)
			}
			e.printObserved(o)
			return nil
		},
	}
	report.Flags().DurationVar(&since, "since", 30*24*time.Hour, "how far back")
	cmd.AddCommand(report)
	return cmd
}

// observed is what was seen while watching.
type observed struct {
	Calls    int                  `json:"calls"`
	Allowed  int                  `json:"allowed"`
	Asked    int                  `json:"asked"`
	Denied   int                  `json:"denied"`
	Sessions int                  `json:"sessions"`
	Days     float64              `json:"days"`
	Worst    map[string][]stopped `json:"worst"`  // ask and deny, the worst ten of each
	Client   clientsOwn           `json:"client"` // what the client denied by itself

	first, last time.Time
	seen        map[string]bool
	allowed     map[string]bool // calls, by session and the client's id
}

// clientsOwn counts the calls that the client itself denied.
type clientsOwn struct {
	Denied  int `json:"denied"`
	Allowed int `json:"allowed"` // those among them that the gate would have let run
}

// stopped is a call, or several alike, that would have been stopped.
type stopped struct {
	Shown    string `json:"shown"`
	Category string `json:"category"`
	Reason   string `json:"reason"`
	N        int    `json:"n"`
	Hard     bool   `json:"hard,omitempty"`
}

func (o *observed) add(r *gate.Record) {
	if o.seen == nil {
		o.seen, o.allowed = map[string]bool{}, map[string]bool{}
	}
	o.Calls++
	if !o.seen[r.Session] {
		o.seen[r.Session] = true
		o.Sessions++
	}
	if o.first.IsZero() || r.Time.Before(o.first) {
		o.first = r.Time
	}
	if r.Time.After(o.last) {
		o.last = r.Time
	}
	d := r.Decision
	switch d.Behavior {
	case verdict.Allow:
		o.Allowed++
		if r.CallID != "" {
			o.allowed[r.Session+" "+r.CallID] = true
		}
		return
	case verdict.Ask:
		o.Asked++
	default:
		o.Denied++
	}
	kind, shown := d.Behavior.String(), shownInput(r)
	for i := range o.Worst[kind] {
		if s := &o.Worst[kind][i]; s.Shown == shown {
			s.N++
			return
		}
	}
	category := d.Category
	if category == "" {
		category = string(d.Code)
	}
	o.Worst[kind] = append(o.Worst[kind], stopped{shown, category, d.Reason, 1, d.Tier == verdict.Hard})
}

// denied counts a call that the client itself denied.
func (o *observed) denied(ev *record.Event) {
	o.Client.Denied++
	if o.allowed[ev.Session+" "+ev.CallID] {
		o.Client.Allowed++
	}
}

// rank keeps the worst ten of each kind: hard ones first, then the frequent.
func (o *observed) rank() {
	o.Days = o.last.Sub(o.first).Hours() / 24
	for kind, list := range o.Worst {
		sort.SliceStable(list, func(i, j int) bool {
			if list[i].Hard != list[j].Hard {
				return list[i].Hard
			}
			return list[i].N > list[j].N
		})
		o.Worst[kind] = list[:min(10, len(list))]
	}
}

func (e *env) printObserved(o observed) {
	if o.Calls == 0 {
		fmt.Fprintln(e.out, "Nothing was seen yet. Begin with: automode install claude-code --observe")
		return
	}
	share := func(n int) string { return fmt.Sprintf("%d (%.1f %%)", n, 100*float64(n)/float64(o.Calls)) }
	fmt.Fprintf(e.out, "%d calls in %d sessions over %.1f days: %s would have passed unseen, %s asked, %s denied\n", o.Calls, o.Sessions, o.Days, share(o.Allowed), share(o.Asked), share(o.Denied))
	if o.Days > 0.5 {
		fmt.Fprintf(e.out, "that is %.1f questions a day\n", float64(o.Asked)/o.Days)
	}
	if n := o.Client.Denied; n > 0 {
		fmt.Fprintf(e.out, "the client itself denied %d calls, %d of which the gate would have let run\n", n, o.Client.Allowed)
	}
	for _, kind := range []string{"deny", "ask"} {
		if len(o.Worst[kind]) == 0 {
			continue
		}
		fmt.Fprintf(e.out, "\nwould have been %s\n", map[string]string{"deny": "denied", "ask": "asked"}[kind])
		for _, s := range o.Worst[kind] {
			fmt.Fprintf(e.out, "%4dx  %s\n       [%s] %s\n", s.N, visible(s.Shown, 100), s.Category, visible(s.Reason, 140))
		}
	}
	fmt.Fprintln(e.out, "\nTo switch the gate on: automode install claude-code")
}

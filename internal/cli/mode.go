package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"automode/gate"
	"automode/internal/hook"
	"automode/permission"
)

var modeNames = []string{"default", "acceptEdits", "plan", "auto", "dontAsk", "bypassPermissions"}

// mode shows and changes the mode of sessions.
func (e *env) mode() *cobra.Command {
	var session string
	cmd := &cobra.Command{
		Use:   "mode [NAME]",
		Short: "Show the mode of sessions, or bring one into another mode",
		Long: `Without a name: where sessions start, which modes are not to be had and why,
and the mode of each session of the last day.

With a name (default, acceptEdits, plan, auto, dontAsk), bring one session into
that mode: the one of --session, else the only one of this folder. Where sessions
start is a setting: "mode".`,
		Args:      cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs),
		ValidArgs: modeNames,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return e.showModes(c, session)
			}
			return e.setMode(c, session, args[0])
		},
	}
	cmd.Flags().StringVar(&session, "session", "", "the session, by its id or how that begins")
	return cmd
}

// barred is a mode that is not to be had.
type barred struct {
	Mode string `json:"mode"`
	Why  string `json:"why"`
	At   string `json:"at,omitempty"`
	Next string `json:"next,omitempty"`
}

func (e *env) showModes(c *cobra.Command, session string) error {
	s, _, err := e.settingsOf(here())
	if err != nil {
		return err
	}
	store, err := e.openStore()
	if err != nil {
		return err
	}
	var list []standing
	if session != "" {
		one, err := e.pick(c.Context(), store, session)
		if err != nil {
			return err
		}
		list = append(list, one)
	} else if list, err = e.standings(c.Context(), store, 24*time.Hour); err != nil {
		return err
	}
	stand, notices := hook.StartOf(s)
	v, _ := s.Value("mode")
	var not []barred
	for _, name := range modeNames {
		m, _ := permission.ParseMode(name)
		if no := hook.Policy(s).Available(m, stand); no != nil {
			not = append(not, barred{Mode: name, Why: no.Why, At: no.At.String(), Next: no.Next})
		}
	}
	if e.json {
		return json.NewEncoder(e.out).Encode(map[string]any{"v": 1, "start": map[string]string{"mode": stand.Mode.String(), "setting": s.Mode.String(), "at": v.Origin.String()},
			"notices": orEmpty(notices), "barred": orEmpty(not), "sessions": orEmpty(list)})
	}
	p := e.colors()
	fmt.Fprintf(e.out, "Sessions start in %s (%s).\n", p.bold(stand.Mode.Title()), v.Origin)
	for _, n := range notices {
		fmt.Fprintln(e.out, "  "+p.yellow(visible(n, 600)))
	}
	for _, b := range not {
		line := "  not to be had: " + b.Mode + ": " + b.Why
		if b.At != "" {
			line += " (" + b.At + ")"
		}
		if b.Next != "" {
			line += "; " + b.Next
		}
		fmt.Fprintln(e.out, visible(line, 600))
	}
	if len(list) == 0 {
		fmt.Fprintln(e.out, "No session of the last day is known.")
	}
	for _, one := range list {
		how := "by settings"
		if one.Chosen {
			how = "chosen"
		}
		fmt.Fprintf(e.out, "%-12s %-11s %s  %s  %s\n", one.Title, how, one.Changed.Local().Format("15:04"), visible(one.Session, 40), visible(one.Folder, 80))
		if one.Why != "" {
			fmt.Fprintln(e.out, "  "+p.yellow(visible(one.Why, 600)))
		}
		for _, g := range one.Grants {
			fmt.Fprintln(e.out, "  given to it: "+visible(g, 300))
		}
	}
	return nil
}

func (e *env) setMode(c *cobra.Command, session, name string) error {
	to, _ := permission.ParseMode(name)
	if to != permission.Plan { // which only tightens
		if err := person("bringing a session into " + to.String()); err != nil {
			return err
		}
	}
	store, err := e.openStore()
	if err != nil {
		return err
	}
	one, err := e.pick(c.Context(), store, session)
	if err != nil {
		return err
	}
	log, err := e.openLog()
	if err != nil {
		return err
	}
	g := gate.Gate{Store: store}
	m, err := g.Move(c.Context(), one.request, to, permission.ByCommand)
	if err != nil {
		return err
	}
	event := hook.ModeEvent(m, permission.ByCommand)
	event.Time, event.Session = time.Now().UTC(), one.Session
	if m.Refusal != nil {
		event.What, event.Reason = "mode-refused", m.Refusal.Error()
		event.Note = m.From.Mode.String() + " -> " + to.String()
	}
	if err := log.Note(event); err != nil {
		return err
	}
	wait, back := turned(one.rules, m)
	if e.json {
		out := map[string]any{"v": 1, "session": one.Session, "from": m.From.Mode.String(), "mode": m.To.Mode.String(), "waiting": orEmpty(wait), "restored": orEmpty(back)}
		if m.Refusal != nil {
			out["refused"] = barred{Mode: name, Why: m.Refusal.Why, At: m.Refusal.At.String(), Next: m.Refusal.Next}
		}
		if err := json.NewEncoder(e.out).Encode(out); err != nil {
			return err
		}
		if m.Refusal != nil {
			return exit(ExitError)
		}
		return nil
	}
	if m.Refusal != nil {
		return m.Refusal
	}
	fmt.Fprintf(e.out, "Session %s is in %s now.\n", visible(one.Session, 40), m.To.Mode.Title())
	say := func(what string, rules []ruleRow) {
		if len(rules) > 0 {
			fmt.Fprintln(e.out, what)
		}
		for _, r := range rules {
			fmt.Fprintf(e.out, "  %s  %s\n", visible(r.Rule, 100), visible(strings.Join([]string{"(" + r.At + ")", r.Waits}, " "), 200))
		}
	}
	say("These allow rules wait while it is:", wait)
	say("These allow rules hold again:", back)
	return nil
}

// turned tells which rules wait from now on, and which hold again. In plan
// mode no allow rule counts, so nothing is said of any there.
func turned(rules *permission.RuleSet, m gate.Moved) (wait, back []ruleRow) {
	holds := func(m permission.Mode) bool { return m != permission.Auto && m != permission.Plan }
	var rows []ruleRow
	for _, r := range rules.Waiting() {
		rows = append(rows, rowOf(r))
	}
	switch from, to := m.From.Mode, m.To.Mode; {
	case from == to:
		return nil, nil
	case to == permission.Auto:
		return rows, nil
	case !holds(from) && holds(to):
		return nil, rows
	}
	return nil, nil
}

// orEmpty is a list that JSON shows as [] where there is none.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

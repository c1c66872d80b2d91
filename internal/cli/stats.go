package cli

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"automode/gate"
	"automode/verdict"
)

// spent is what decisions took, by who settled them.
type spent struct {
	V         int   `json:"v"`
	Calls     int   `json:"calls"`
	Code      int   `json:"without_a_model"`
	First     int   `json:"by_stage_1"`
	Second    int   `json:"by_stage_2"`
	Single    int   `json:"by_one_look"`
	Silent    int   `json:"no_verdict"`
	Input     int64 `json:"input"` // tokens read anew
	Cached    int64 `json:"cached"`
	Written   int64 `json:"written"`
	Output    int64 `json:"output"`
	Cost      int64 `json:"microdollars"`
	Unpriced  int   `json:"unpriced"` // questions to models whose price is not known
	ModelUS   int64 `json:"model_us"`
	AroundUS  int64 `json:"around_us"`
	Questions int   `json:"questions"`
}

func (s *spent) add(r *gate.Record) {
	s.Calls++
	last := ""
	for _, j := range r.Asked {
		s.Questions++
		s.Cost += j.Cost
		s.AroundUS += j.Around
		s.ModelUS += j.Micros - j.Around
		if !j.Priced {
			s.Unpriced++
		}
		for _, st := range j.Stages {
			s.Input += int64(st.Input)
			s.Cached += int64(st.Cached)
			s.Written += int64(st.Written)
			s.Output += int64(st.Output)
			last = st.Name
		}
	}
	switch {
	case r.Decision.Code.Silent() || r.Decision.Code == verdict.CodeOverContext:
		s.Silent++
	case last == "1":
		s.First++
	case last == "2":
		s.Second++
	case last != "":
		s.Single++
	default:
		s.Code++
	}
}

// stats tells who settled calls, and what that cost.
func (e *env) stats() *cobra.Command {
	var since time.Duration
	var session string
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Show what was settled without a model, by which look of one, and what it cost",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			s := spent{V: 1}
			err := e.decisions(func(r *gate.Record, _ json.RawMessage) bool {
				if (since <= 0 || time.Since(r.Time) <= since) && (session == "" || r.Session == session) {
					s.add(r)
				}
				return true
			})
			if err != nil {
				return err
			}
			if e.json {
				return json.NewEncoder(e.out).Encode(s)
			}
			e.printStats(s)
			return nil
		},
	}
	cmd.Flags().DurationVar(&since, "since", 0, "only the last (2h, 30m)")
	cmd.Flags().StringVar(&session, "session", "", "only this session")
	return cmd
}

func (e *env) printStats(s spent) {
	if s.Calls == 0 {
		fmt.Fprintln(e.out, "No decision is in the log.")
		return
	}
	row := func(what string, n int) {
		fmt.Fprintf(e.out, "%-26s %6d  %5.1f %%\n", what, n, 100*float64(n)/float64(s.Calls))
	}
	fmt.Fprintf(e.out, "%-26s %6d\n", "calls", s.Calls)
	row("settled without a model", s.Code)
	row("by the quick look", s.First)
	row("by the careful look", s.Second)
	if s.Single > 0 {
		row("by one look", s.Single)
	}
	row("no verdict", s.Silent)
	if s.Questions == 0 {
		return
	}
	in := s.Input + s.Cached + s.Written
	fmt.Fprintf(e.out, "%-26s %6d read, %d of them from a cache (%.1f %%), %d written\n", "tokens", in, s.Cached, 100*float64(s.Cached)/float64(max(in, 1)), s.Output)
	cost := fmt.Sprintf("$%.4f", float64(s.Cost)/1e6)
	if s.Unpriced > 0 {
		cost += fmt.Sprintf(", and %d questions to models whose price is not known", s.Unpriced)
	}
	fmt.Fprintf(e.out, "%-26s %s\n", "money", cost)
	fmt.Fprintf(e.out, "%-26s %v in models, %v around them\n", "time a question", mean(s.ModelUS, s.Questions), mean(s.AroundUS, s.Questions))
}

func mean(us int64, n int) time.Duration {
	return (time.Duration(us/int64(max(n, 1))) * time.Microsecond).Round(10 * time.Microsecond)
}

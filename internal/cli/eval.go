package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"automode/eval"
)

// eval scores the gate on labelled cases.
func (e *env) eval() *cobra.Command {
	var show, needs, disputed string
	var by, times bool
	var most int
	cmd := &cobra.Command{
		Use:   "eval PATH...",
		Short: "Score the gate on labelled calls",
		Long: `Score the gate on files of labelled calls, one JSON object a line, in the
hermetic fixture that the cases describe. A dangerous case that is allowed is
missed; a harmless one that is asked about or denied is not allowed. Intervals
are 95 % (Wilson).`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			files, err := eval.Files(args)
			if err != nil {
				return fmt.Errorf("%w; give files of cases, or folders that hold some", err)
			}
			skip, err := readDisputed(disputed)
			if err != nil {
				return err
			}
			if times {
				t, err := eval.Measure(c.Context(), files, eval.Gate{})
				if err != nil {
					return err
				}
				if e.json {
					return json.NewEncoder(e.out).Encode(t)
				}
				t.Print(e.out)
				return nil
			}
			var scores []eval.Score
			for _, f := range files {
				s, err := eval.Run(c.Context(), f, eval.Gate{}, skip)
				if err != nil {
					return err
				}
				scores = append(scores, s.Only(needs))
			}
			switch {
			case show != "":
				return e.showCases(scores, show, by, most)
			case e.json:
				return json.NewEncoder(e.out).Encode(map[string]any{"v": 1, "files": scores})
			}
			eval.Print(e.out, scores)
			return nil
		},
	}
	cmd.Flags().StringVar(&show, "show", "", "list the cases that were missed, denied, asked or right, or all of them: two versions that answer alike print alike")
	cmd.Flags().StringVar(&needs, "needs", "", "count only cases that need this to decide: call, context, intent (comma-separated; cases that do not say count always)")
	cmd.Flags().StringVar(&disputed, "disputed", "", "a file whose `ids` in backquotes count neither way")
	cmd.Flags().BoolVar(&by, "by-reason", false, "with --show: count by reason instead of listing")
	cmd.Flags().BoolVar(&times, "times", false, "print how long a decision takes instead, one at a time in this process")
	cmd.Flags().IntVar(&most, "most", 40, "with --show: how many at the most")
	return cmd
}

// readDisputed reads the ids, in backquotes at the start of list items, that
// count neither way.
func readDisputed(file string) (map[string]bool, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string]bool{}
	for sc := bufio.NewScanner(f); sc.Scan(); {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(sc.Text()), "- `"); ok {
			id, _, _ := strings.Cut(rest, "`")
			out[id] = true
		}
	}
	return out, nil
}

// showCases lists cases of one kind, or counts them by reason.
func (e *env) showCases(scores []eval.Score, kind string, by bool, most int) error {
	switch kind {
	case "missed", "denied", "asked", "right", "all":
	default:
		return fmt.Errorf("--show takes missed, denied, asked, right or all, not %q", kind)
	}
	count, example := map[string]int{}, map[string]string{}
	shown := 0
	for _, s := range scores {
		for _, n := range s.Named {
			if n.Kind != kind && kind != "all" {
				continue
			}
			input := visible(string(n.Case.Input), 400)
			if by {
				count[n.Decision.Reason]++
				example[n.Decision.Reason] = visible(input, 120)
				continue
			}
			if shown++; shown > most {
				continue
			}
			if e.json {
				json.NewEncoder(e.out).Encode(map[string]any{"file": eval.Short(s.File), "id": n.Case.ID, "kind": n.Kind, "expected": n.Case.Expected, "input": n.Case.Input, "decision": n.Decision})
				continue
			}
			fmt.Fprintf(e.out, "%s %s (%s, %s)\n    %s\n    %s %s %s\n", eval.Short(s.File), n.Case.ID, n.Case.Category, n.Case.Expected, input, n.Decision.Behavior, n.Decision.Category, n.Decision.Reason)
		}
	}
	reasons := make([]string, 0, len(count))
	for r := range count {
		reasons = append(reasons, r)
	}
	sort.Slice(reasons, func(i, j int) bool { return count[reasons[i]] > count[reasons[j]] })
	for i, r := range reasons {
		if i < most {
			fmt.Fprintf(e.out, "%5d  %s\n       %s\n", count[r], r, example[r])
		}
	}
	if shown > most {
		fmt.Fprintf(e.out, "and %d more (--most)\n", shown-most)
	}
	return nil
}

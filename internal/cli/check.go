package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"automode/eval"
	"automode/verdict"
)

// check decides calls without running them.
func (e *env) check() *cobra.Command {
	var headless, batch, hermetic bool
	var judge string
	cmd := &cobra.Command{
		Use:   "check [flags] [-- 'shell text']",
		Short: "Decide one call, or many, without running anything",
		Long: `Decide a shell text, or a call given as JSON on standard input, and say why.
Exit codes: 0 allow, 2 deny, 3 ask; anything else: nothing was decided, do not run.

With --batch, standard input holds one call a line (id, tool, input, cwd, and
where known user[], history[], facts) and one decision a line comes out, in
order. --hermetic reads no settings, environment or files of this machine.`,
		RunE: func(c *cobra.Command, args []string) error {
			d, err := e.decider(hermetic, headless, judge)
			if err != nil {
				return err
			}
			if batch {
				if len(args) > 0 {
					return errors.New("--batch reads calls from standard input and takes no text")
				}
				return e.checkBatch(c, d)
			}
			one, err := e.oneCall(args)
			if err != nil {
				return err
			}
			return e.answer(one, d.Decide(c.Context(), one))
		},
	}
	f := cmd.Flags()
	f.BoolVar(&headless, "headless", false, "nobody can be asked: what would be asked is denied")
	f.BoolVar(&batch, "batch", false, "decide many calls, one JSON object a line")
	f.BoolVar(&hermetic, "hermetic", false, "read nothing of this machine")
	f.StringVar(&judge, "judge", "static", "the judge: static, code alone; chain, code and the models of the settings")
	return cmd
}

// oneCall takes the call from the arguments or from standard input.
func (e *env) oneCall(args []string) (eval.Case, error) {
	if len(args) > 0 {
		input, err := json.Marshal(map[string]string{"command": strings.Join(args, " ")})
		return eval.Case{Tool: "Bash", Input: input, Dir: here()}, err
	}
	raw, err := io.ReadAll(io.LimitReader(e.in, 8<<20))
	if err != nil {
		return eval.Case{}, fmt.Errorf("reading the call: %w", err)
	}
	var c eval.Case
	if err := json.Unmarshal(raw, &c); err != nil || c.Tool == "" {
		return c, errors.New("give a shell text after --, or one call as JSON on standard input: {\"tool\":\"Bash\",\"input\":{\"command\":\"ls\"},\"cwd\":\"/abs\"}")
	}
	if c.Dir == "" {
		c.Dir = here()
	}
	return c, nil
}

// answer prints one decision and turns it into an exit code.
func (e *env) answer(c eval.Case, d verdict.Decision) error {
	if e.json {
		if err := json.NewEncoder(e.out).Encode(line(c, d)); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(e.out, "%s (%s, %s)", d.Behavior, d.Layer, d.Code)
		if d.Category != "" {
			fmt.Fprintf(e.out, " %s %s", d.Tier, d.Category)
		}
		fmt.Fprintf(e.out, "\n  %s\n", visible(d.Reason, 2000))
		for _, ev := range d.Evidence {
			fmt.Fprintf(e.out, "  - %s: %s\n", visible(ev.Words, 200), visible(ev.Note, 300))
		}
		if clears := d.Clearing(); clears != "" {
			fmt.Fprintf(e.out, "  What would clear it: %s.\n", clears)
		}
	}
	switch d.Behavior {
	case verdict.Allow:
		return nil
	case verdict.Ask:
		return exit(ExitAsk)
	}
	return exit(ExitDeny)
}

// decided is one line of output.
type decided struct {
	ID string `json:"id"`
	verdict.Decision
}

func line(c eval.Case, d verdict.Decision) decided {
	if d.Evidence == nil {
		d.Evidence = []verdict.Evidence{}
	}
	return decided{c.ID, d}
}

// checkBatch decides one call a line, on all cores, and answers in order.
func (e *env) checkBatch(c *cobra.Command, d eval.Decider) error {
	type job struct {
		raw  []byte
		done chan []byte
	}
	jobs := make(chan job, 256)
	order := make(chan job, 256)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for j := range jobs {
				j.done <- e.batchLine(c, d, j.raw)
			}
		})
	}
	var failed error
	go func() {
		sc := bufio.NewScanner(e.in)
		sc.Buffer(nil, 16<<20)
		for sc.Scan() {
			if len(strings.TrimSpace(sc.Text())) == 0 {
				continue
			}
			j := job{append([]byte(nil), sc.Bytes()...), make(chan []byte, 1)}
			order <- j
			jobs <- j
		}
		failed = sc.Err()
		close(order)
		close(jobs)
	}()
	w := bufio.NewWriter(e.out)
	for j := range order {
		w.Write(<-j.done)
	}
	wg.Wait()
	if err := w.Flush(); err != nil {
		return err
	}
	return failed
}

// batchLine decides one line; a line that cannot be read is a denial.
func (e *env) batchLine(c *cobra.Command, d eval.Decider, raw []byte) []byte {
	var one eval.Case
	var dec verdict.Decision
	if err := json.Unmarshal(raw, &one); err != nil || one.Tool == "" {
		dec = verdict.Decision{Layer: verdict.LayerError, Code: verdict.CodeBadInput, Reason: "This line is not a call: it needs a tool and an input."}
	} else {
		dec = d.Decide(c.Context(), one)
	}
	out, err := json.Marshal(line(one, dec))
	if err != nil {
		out, _ = json.Marshal(decided{ID: one.ID, Decision: verdict.Decision{Layer: verdict.LayerError, Code: verdict.CodePanic, Reason: "The decision could not be written."}})
	}
	return append(out, '\n')
}

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"automode/replay"
	"automode/verdict"
)

// replay judges recorded sessions.
func (e *env) replay() *cobra.Command {
	var headless, all bool
	var resume string
	cmd := &cobra.Command{
		Use:   "replay FILE|FOLDER...",
		Short: "Judge every call of recorded agent sessions",
		Long: `Judge every call of recorded Claude Code sessions (told by their content), as if
the gate had been there: one line a call, then a summary. Folders are searched
for transcripts (~/.claude/projects); those of subagents are joined to the session
that started them, in the order of time. With several sessions only the summary is
printed, and how far it is where standard error is a terminal. Nothing is run.

With --json, one object a line: {"type":"call"} for each call, then
{"type":"summary"}; "ran" says what really became of a call: ok, error, denied (by
the host), refused (by a person), unknown.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			files, err := replay.Files(args)
			if err != nil {
				return fmt.Errorf("%w; give transcripts, or folders that hold some (~/.claude/projects)", err)
			}
			if len(files) == 0 {
				return errors.New("no transcripts (*.jsonl) there; Claude Code keeps its own below ~/.claude/projects")
			}
			r := &replaying{env: e, headless: headless, table: len(files) == 1 || all, resume: resume, began: time.Now(), sum: replay.NewSummary()}
			return r.run(c.Context(), files)
		},
	}
	cmd.Flags().BoolVar(&headless, "headless", false, "nobody can be asked")
	cmd.Flags().BoolVar(&all, "all", false, "print every call of several sessions too")
	cmd.Flags().StringVar(&resume, "resume", "", "a `file` that remembers which sessions are done, so that a long replay can go on later")
	return cmd
}

// replaying is one run over many sessions.
type replaying struct {
	*env
	headless, table bool
	resume          string
	began           time.Time

	mu       sync.Mutex
	sum      replay.Summary
	progress *progress // nil without --resume
	finished int64     // bytes
	total    int64
}

func (r *replaying) run(ctx context.Context, files []replay.File) error {
	if r.resume != "" {
		p, anew, err := openProgress(r.resume, r.headless)
		if err != nil {
			return err
		}
		defer p.file.Close()
		r.progress = p
		if anew {
			fmt.Fprintf(r.err, "automode: %s was made by another build or with other flags, so the replay begins anew\n", visible(r.resume, 200))
		}
	}
	var todo []replay.File
	for _, f := range files {
		if r.progress != nil {
			if s, ok := r.progress.done[key(f)]; ok {
				r.sum.Join(s)
				continue
			}
		}
		todo = append(todo, f)
		r.total += f.Size
	}
	next := make(chan replay.File)
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	if r.table && !r.json {
		workers = 1 // one session after the other, so that their tables do not mix
	}
	var failed error
	for range workers {
		wg.Go(func() {
			for f := range next {
				if err := r.one(ctx, f); err != nil {
					r.mu.Lock()
					failed = errors.Join(failed, err)
					r.mu.Unlock()
				}
			}
		})
	}
	for _, f := range todo {
		next <- f
	}
	close(next)
	wg.Wait()
	r.bar(true)
	if failed != nil {
		return failed
	}
	if r.json {
		if err := r.encode(replayLine{V: 1, Type: "summary", Summary: &r.sum}); err != nil {
			return err
		}
	} else {
		r.summary()
	}
	if r.sum.Sessions == 0 && len(r.sum.Unread) > 0 {
		return fmt.Errorf("%s is no Claude Code transcript", r.sum.Unread[0])
	}
	return nil
}

// replayLine is one line of JSON.
type replayLine struct {
	V       int             `json:"v"`
	Type    string          `json:"type"` // "call" or "summary"
	Call    *replay.Judged  `json:"call,omitempty"`
	Summary *replay.Summary `json:"summary,omitempty"`
}

// encode writes a line of JSON.
func (r *replaying) encode(v any) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return json.NewEncoder(r.out).Encode(v)
}

// one replays one session.
func (r *replaying) one(ctx context.Context, f replay.File) error {
	var sum replay.Summary
	p := r.colors()
	n := 0
	var wrote error
	left, err := replay.Session(ctx, f, r.headless, func(j replay.Judged) bool {
		sum.Add(j)
		switch {
		case r.json:
			wrote = r.encode(replayLine{V: 1, Type: "call", Call: &j})
		case r.table:
			if n == 0 {
				fmt.Fprintf(r.out, "%s\n", p.bold(visible(filepath.Base(f.Path), 200)))
			}
			n++
			r.row(p, j)
		}
		return wrote == nil
	})
	switch {
	case wrote != nil:
		return wrote
	case errors.Is(err, replay.ErrForeign):
		sum.Unread = []string{f.Path}
	case err != nil:
		return fmt.Errorf("%s: %w", f.Path, err)
	default:
		sum.Sessions, sum.Unread = 1, left
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.Join(sum)
	r.finished += f.Size
	if r.progress != nil {
		if err := r.progress.add(key(f), sum); err != nil {
			return err
		}
	}
	r.bar(false)
	return nil
}

// row prints one call.
func (r *replaying) row(p palette, j replay.Judged) {
	b := j.Decision.Behavior
	mark := map[verdict.Behavior]string{verdict.Allow: "allow", verdict.Ask: "ask  ", verdict.Deny: "deny "}[b]
	switch b {
	case verdict.Allow:
		mark = p.green(mark)
	case verdict.Ask:
		mark = p.yellow(mark)
	default:
		mark = p.red(mark)
	}
	shown := visible(strings.Join(strings.Fields(j.Shown), " "), 92)
	who := j.Tool
	if j.Agent != "" {
		who += "*"
	}
	fmt.Fprintf(r.out, "%5d  %s  %-9s %s\n", j.Row, mark, visible(who, 20), shown)
	if b != verdict.Allow {
		why := j.Decision.Reason
		if j.Decision.Category != "" {
			why = "[" + j.Decision.Category + "] " + why
		}
		fmt.Fprintf(r.out, "              %s\n", visible(why, 160))
	}
}

// summary prints the counts.
func (r *replaying) summary() {
	s := r.sum
	fmt.Fprintf(r.out, "\n%s in %s: %d allowed, %d asked, %d denied\n", count(s.Calls, "call"), count(s.Sessions, "session"), s.Behavior["allow"], s.Behavior["ask"], s.Behavior["deny"])
	part := func(name string, m map[string]int) {
		if len(m) == 0 {
			return
		}
		fmt.Fprintf(r.out, "%-22s", name)
		for i, row := range replay.Most(m, 8) {
			if i > 0 {
				fmt.Fprint(r.out, ", ")
			}
			fmt.Fprintf(r.out, "%s %d", visible(row.Name, 40), row.N)
		}
		fmt.Fprintln(r.out)
	}
	part("decided by", s.Layer)
	part("stopped for", s.Category)
	part("stopped programs", s.Program)
	if len(s.Unread) > 0 && s.Sessions > 0 {
		fmt.Fprintf(r.out, "%s left out: no transcript, or not to be read\n", count(len(s.Unread), "file"))
	}
}

// bar shows how far a long replay is, on a terminal only.
func (r *replaying) bar(end bool) {
	f, ok := r.err.(*os.File)
	if !ok || r.table || r.total == 0 {
		return
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return
	}
	if end {
		fmt.Fprint(f, "\r\x1b[K")
		return
	}
	share := float64(r.finished) / float64(r.total)
	left := time.Duration(float64(time.Since(r.began)) * (1 - share) / max(share, 0.001)).Round(time.Second)
	fmt.Fprintf(f, "\r\x1b[K%3.0f %%  %d sessions, %d calls, %v left", 100*share, r.sum.Sessions, r.sum.Calls, left)
}

// key names a session as it is now: one that went on is replayed again.
func key(f replay.File) string {
	if abs, err := filepath.Abs(f.Path); err == nil {
		f.Path = abs
	}
	return fmt.Sprintf("%s:%d:%d", f.Path, len(f.Agents), f.Size)
}

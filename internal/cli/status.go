package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"automode/gate"
	"automode/host/claudecode"
	"automode/host/claudecode/setup"
	"automode/internal/hook"
	"automode/internal/osfile"
	"automode/record"
)

// status tells what is going on: sessions, decisions, and sessions that do not
// pass the gate.
func (e *env) status() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show sessions, their last decision, and sessions that bypass the gate",
		Long: `Show the Claude Code sessions of the last day, those that run now, and what the
gate decided last. A session BYPASSES the gate when its last call ran and no
decision of ours is in the log: that shows at once. So does a client that runs
where settings keep the gate out.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			s, err := e.survey()
			if err != nil {
				return err
			}
			if e.json {
				return json.NewEncoder(e.out).Encode(map[string]any{"v": 1, "processes": map[bool]string{true: "known", false: "unknown"}[s.known], "sessions": orEmpty(s.rows)})
			}
			e.printStatus(s)
			return nil
		},
	}
}

// sessionRow is one session of the last day, or a client that runs and has
// none yet.
type sessionRow struct {
	Session  string    `json:"session,omitempty"`
	PID      int       `json:"pid,omitempty"` // where it is known to run
	Folder   string    `json:"folder,omitempty"`
	Changed  time.Time `json:"changed"` // when its transcript was last written
	Decided  time.Time `json:"decided"` // when we last decided for it; zero: never
	Calls    int       `json:"calls"`   // that were decided
	Missed   int       `json:"missed"`  // that ran without a decision
	Last     string    `json:"last,omitempty"`
	Bypasses bool      `json:"bypasses"` // its last call ran without us, or its next one will
	Why      string    `json:"why,omitempty"`
	Do       string    `json:"do,omitempty"`
}

// survey is what status found.
type survey struct {
	rows  []sessionRow
	known bool // which processes run
}

const (
	statusAge = 24 * time.Hour
	tailSize  = 16 << 20 // bytes of a transcript that are looked at
)

// survey joins the client's transcripts and processes with our decisions.
// Transcripts are read before the log: a decision is written before its call
// runs, so a call that ran and is not in the log was not decided.
func (e *env) survey() (survey, error) {
	var s survey
	var processes []hook.HostProcess
	processes, s.known = hook.Running()
	ran := map[string][]claudecode.Ran{}
	files, err := filepath.Glob(filepath.Join(home(), ".claude", "projects", "*", "*.jsonl"))
	if err != nil {
		return s, err
	}
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil || !info.Mode().IsRegular() || time.Since(info.ModTime()) > statusAge || strings.HasPrefix(filepath.Base(f), "agent-") {
			continue
		}
		id := strings.TrimSuffix(filepath.Base(f), ".jsonl")
		s.rows = append(s.rows, sessionRow{Session: id, Changed: info.ModTime()})
		ran[id] = ranIn(f)
	}
	decided := map[string]bool{}
	last := map[string]*gate.Record{}
	calls := map[string]int{}
	if err := e.entries(func(entry record.Entry) bool {
		if r := entry.Decision; r != nil {
			last[r.Session] = r
			calls[r.Session]++
			decided[r.Session+" "+r.CallID] = true
		}
		return true
	}); err != nil {
		return s, err
	}
	store, err := e.openStore()
	if err != nil {
		return s, err
	}
	seen := map[string]bool{}
	for i := range s.rows {
		r := &s.rows[i]
		r.Calls = calls[r.Session]
		if d := last[r.Session]; d != nil {
			r.Decided, r.Last = d.Time, d.Decision.Behavior.String()+" "+d.Tool
		}
		for _, c := range ran[r.Session] {
			if r.Folder == "" {
				r.Folder = c.Dir
			}
			if !c.At.IsZero() && time.Since(c.At) > statusAge {
				continue
			}
			if r.Bypasses = !decided[r.Session+" "+c.ID]; r.Bypasses {
				r.Missed++
			}
		}
		host, err := hook.HostOf(store, r.Session)
		if err != nil {
			return s, err
		}
		for _, p := range processes {
			if p.Name == host {
				seen[p.Name], r.PID, r.Folder = true, p.PID, p.Dir
			}
		}
		if r.Bypasses {
			if r.Why, r.Do = e.bypass(r.Folder); r.Why == "" {
				r.Why, r.Do = "calls of it ran and the gate was not asked", "run automode doctor in its folder; a client that was started before the gate was installed must be started again"
			}
		}
	}
	s.rows = append(s.rows, e.unheard(processes, seen)...)
	sort.SliceStable(s.rows, func(i, j int) bool { return s.rows[i].Changed.After(s.rows[j].Changed) })
	return s, nil
}

// unheard are the clients that run and that the gate never heard of, where
// settings keep it out.
func (e *env) unheard(processes []hook.HostProcess, seen map[string]bool) (rows []sessionRow) {
	for _, p := range processes {
		if seen[p.Name] || p.Home != home() {
			continue
		}
		if why, do := e.bypass(p.Dir); why != "" {
			rows = append(rows, sessionRow{PID: p.PID, Folder: p.Dir, Changed: time.Now(), Bypasses: true, Why: why, Do: do})
		}
	}
	return rows
}

// bypass says why sessions in a folder do not pass the gate, as far as
// settings tell.
func (e *env) bypass(dir string) (why, do string) {
	if dir == "" {
		return "", ""
	}
	return setup.Bypass(setup.Chain(home(), dir, setup.Managed))
}

// ranIn gives the calls that ran at the end of a transcript, and of those of
// its subagents, oldest first.
func ranIn(path string) (ran []claudecode.Ran) {
	own, _ := filepath.Glob(filepath.Join(strings.TrimSuffix(path, ".jsonl"), "subagents", "agent-*.jsonl"))
	for _, p := range append([]string{path}, own...) {
		if text, err := tail(p); err == nil {
			ran = append(ran, claudecode.RanIn(text)...)
		}
	}
	sort.SliceStable(ran, func(i, j int) bool { return ran[i].At.Before(ran[j].At) })
	return ran
}

// tail reads the end of a file.
func tail(path string) ([]byte, error) {
	f, info, err := osfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	buf := make([]byte, min(info.Size(), tailSize))
	n, err := f.ReadAt(buf, info.Size()-int64(len(buf)))
	if n < len(buf) && err == nil {
		err = errors.New("it became shorter")
	}
	return buf[:n], err
}

func (e *env) printStatus(s survey) {
	p := e.colors()
	if len(s.rows) == 0 {
		fmt.Fprintln(e.out, "No Claude Code session of the last day is on this machine.")
	}
	for _, r := range s.rows {
		state := p.green("gated   ")
		switch {
		case r.Bypasses:
			state = p.red("BYPASSES")
		case r.Decided.IsZero():
			state = "no calls"
		}
		name := r.Session
		if name == "" {
			name = fmt.Sprintf("process %d", r.PID)
		}
		fmt.Fprintf(e.out, "%s  %s  %8s  %s  %s  %s\n", state, r.Changed.Local().Format("15:04"), count(r.Calls, "call"), visible(name, 40), visible(r.Folder, 60), visible(r.Last, 40))
		if r.Missed > 0 {
			fmt.Fprintf(e.out, "          %s ran without a decision\n", count(r.Missed, "call"))
		}
		if r.Why != "" {
			fmt.Fprintf(e.out, "          %s\n          -> %s\n", visible(r.Why, 300), visible(r.Do, 300))
		}
	}
	if !s.known {
		fmt.Fprintln(e.out, "Which clients run now cannot be told on this system.")
	}
}

package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"automode/gate"
)

// status tells what is going on: sessions, decisions, and sessions that do not
// pass the gate.
func (e *env) status() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show sessions, their last decision, and sessions that bypass the gate",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			last := map[string]*gate.Record{}
			count := map[string]int{}
			if err := e.decisions(func(r *gate.Record, _ json.RawMessage) bool {
				last[r.Session] = r
				count[r.Session]++
				return true
			}); err != nil {
				return err
			}
			rows, err := sessionsNow(24*time.Hour, last, count)
			if err != nil {
				return err
			}
			if e.json {
				return json.NewEncoder(e.out).Encode(map[string]any{"v": 1, "sessions": rows})
			}
			e.printStatus(rows)
			return nil
		},
	}
}

// sessionRow is one session of the last day.
type sessionRow struct {
	Session  string    `json:"session"`
	Changed  time.Time `json:"changed"` // when its transcript was last written
	Decided  time.Time `json:"decided"` // when we last decided for it; zero: never
	Calls    int       `json:"calls"`
	Last     string    `json:"last,omitempty"`
	Bypasses bool      `json:"bypasses"` // it went on without us
}

// sessionsNow joins the client's transcripts with our decisions.
func sessionsNow(age time.Duration, last map[string]*gate.Record, count map[string]int) ([]sessionRow, error) {
	files, err := filepath.Glob(filepath.Join(home(), ".claude", "projects", "*", "*.jsonl"))
	if err != nil {
		return nil, err
	}
	var rows []sessionRow
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil || time.Since(info.ModTime()) > age {
			continue
		}
		id := strings.TrimSuffix(filepath.Base(f), ".jsonl")
		row := sessionRow{Session: id, Changed: info.ModTime(), Calls: count[id]}
		if r := last[id]; r != nil {
			row.Decided = r.Time
			row.Last = r.Decision.Behavior.String() + " " + r.Tool
		}
		// a transcript that holds calls and went on well after our last word
		row.Bypasses = hasCalls(f) && info.ModTime().Sub(row.Decided) > 10*time.Minute
		rows = append(rows, row)
	}
	sort.Slice(rows, func(i, j int) bool { return rows[i].Changed.After(rows[j].Changed) })
	return rows, nil
}

// hasCalls tells whether the end of a transcript holds a call of a tool that
// the gate would have been asked about.
func hasCalls(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	buf := make([]byte, min(info.Size(), 256<<10))
	f.ReadAt(buf, info.Size()-int64(len(buf)))
	return strings.Contains(string(buf), `"type":"tool_use"`)
}

func (e *env) printStatus(rows []sessionRow) {
	if len(rows) == 0 {
		fmt.Fprintln(e.out, "No Claude Code session of the last day is on this machine.")
		return
	}
	p := e.colors()
	for _, r := range rows {
		state := p.green("gated   ")
		if r.Bypasses {
			state = p.red("BYPASSES")
		} else if r.Decided.IsZero() {
			state = "no calls"
		}
		fmt.Fprintf(e.out, "%s  %s  %4d calls  %s  %s\n", state, r.Changed.Local().Format("15:04"), r.Calls, visible(r.Session, 40), visible(r.Last, 40))
	}
	for _, r := range rows {
		if r.Bypasses {
			fmt.Fprintln(e.out, "\nA session that bypasses us went on without asking the gate: run automode doctor in its folder.")
			return
		}
	}
}

package eval

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// Print writes scores as a table, one file a line.
func Print(w io.Writer, scores []Score) {
	fmt.Fprintf(w, "%-34s %9s %22s %9s %9s %22s\n", "file", "dangerous", "allowed (95 %)", "hard", "harmless", "not allowed (95 %)")
	for _, s := range scores {
		fmt.Fprintf(w, "%-34s %9d %22s %9s %9d %22s", Short(s.File), s.Danger.N, s.Danger, fmt.Sprintf("%d/%d", s.Hard.K, s.Hard.N), s.Harmless.N, s.Harmless)
		if s.Denied > 0 {
			fmt.Fprintf(w, "  %d denied outright", s.Denied)
		}
		fmt.Fprintln(w)
	}
}

// String is "k of n: share (interval)".
func (c Count) String() string {
	if c.N == 0 {
		return "-"
	}
	lo, hi := c.Wilson()
	return fmt.Sprintf("%d = %.1f%% (%.1f-%.1f)", c.K, 100*c.Share(), 100*lo, 100*hi)
}

// Short is a file's name with its folder, without its ending.
func Short(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
	if dir := filepath.Base(filepath.Dir(file)); dir == "cases" || dir == "peers" {
		return dir + "/" + name
	}
	return name
}

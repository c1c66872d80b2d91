package cli

import (
	"fmt"
	"strings"
)

// diff shows what becomes of a file: lines that go, lines that come, and two
// lines around them. It is for settings files, so it takes one stretch from
// the first line that differs to the last.
func diff(path, before, after string, p palette) string {
	a, b := lines(before), lines(after)
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	endA, endB := len(a), len(b)
	for endA > start && endB > start && a[endA-1] == b[endB-1] {
		endA--
		endB--
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n", p.bold(path))
	for i := max(0, start-2); i < start; i++ {
		fmt.Fprintf(&out, "  %s\n", visible(a[i], 200))
	}
	for _, l := range a[start:endA] {
		out.WriteString(p.red("- "+visible(l, 200)) + "\n")
	}
	for _, l := range b[start:endB] {
		out.WriteString(p.green("+ "+visible(l, 200)) + "\n")
	}
	for i := endA; i < min(len(a), endA+2); i++ {
		fmt.Fprintf(&out, "  %s\n", visible(a[i], 200))
	}
	return out.String()
}

func lines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

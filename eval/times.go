package eval

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"time"

	"automode/verdict"
)

// Times are how long decisions took, and what they allocated.
type Times struct {
	N           int           `json:"n"`
	Median      time.Duration `json:"median_ns"`
	P99         time.Duration `json:"p99_ns"`
	Worst       time.Duration `json:"worst_ns"`
	Allocations float64       `json:"allocations"` // a decision
	Bytes       float64       `json:"bytes"`       // a decision
}

// Preparer builds a case's fixture, and gives the decision that is left to take.
type Preparer interface {
	Prepare(c Case) func(ctx context.Context) verdict.Decision
}

// Measure decides all cases of the files, one after the other, and tells how
// long one decision takes, without building its fixture. The first round warms
// up and does not count; of three more rounds each case's least time counts,
// since a machine that does other things only ever adds.
func Measure(ctx context.Context, files []string, d Preparer) (Times, error) {
	var cases []Case
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			return Times{}, err
		}
		more, err := Read(f)
		f.Close()
		if err != nil {
			return Times{}, fmt.Errorf("%s: %w", file, err)
		}
		cases = append(cases, more...)
	}
	if len(cases) == 0 {
		return Times{}, nil
	}
	least := make([]time.Duration, len(cases))
	var before, after runtime.MemStats
	decisions := make([]func(context.Context) verdict.Decision, len(cases))
	for round := range 4 {
		for i, c := range cases {
			decisions[i] = d.Prepare(c)
		}
		if round == 1 {
			runtime.ReadMemStats(&before)
		}
		for i := range cases {
			began := time.Now()
			decisions[i](ctx)
			took := time.Since(began)
			if round == 1 || round > 1 && took < least[i] {
				least[i] = took
			}
		}
		if round == 1 {
			runtime.ReadMemStats(&after)
		}
	}
	slices.Sort(least)
	n := len(least)
	return Times{N: n, Median: least[n/2], P99: least[n*99/100], Worst: least[n-1],
		Allocations: float64(after.Mallocs-before.Mallocs) / float64(n), Bytes: float64(after.TotalAlloc-before.TotalAlloc) / float64(n)}, ctx.Err()
}

// Print writes the times.
func (t Times) Print(w io.Writer) {
	fmt.Fprintf(w, "%d decisions: median %v, p99 %v, worst %v; %.0f allocations, %.1f KB each\n",
		t.N, t.Median.Round(100*time.Nanosecond), t.P99.Round(time.Microsecond), t.Worst.Round(time.Microsecond), t.Allocations, t.Bytes/1024)
}

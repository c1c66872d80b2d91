package eval

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"sync"

	"automode/verdict"
)

// Decider answers cases. It is used from several goroutines at once and never
// fails: trouble is a decision that does not allow.
type Decider interface {
	Decide(ctx context.Context, c Case) verdict.Decision
}

// Run answers all cases of a file on all cores. Cases whose id is in disputed
// count neither way.
func Run(ctx context.Context, file string, d Decider, disputed map[string]bool) (Score, error) {
	f, err := os.Open(file)
	if err != nil {
		return Score{}, fmt.Errorf("cases: %w", err)
	}
	defer f.Close()
	cases, err := Read(f)
	if err != nil {
		return Score{}, fmt.Errorf("%s: %w", file, err)
	}
	got := make([]verdict.Decision, len(cases))
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				got[i] = d.Decide(ctx, cases[i])
			}
		})
	}
	for i := range cases {
		next <- i
	}
	close(next)
	wg.Wait()
	s := Score{File: file}
	for i, c := range cases {
		if !disputed[c.ID] {
			s.Add(c, got[i])
		}
	}
	return s, ctx.Err()
}

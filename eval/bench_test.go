package eval

import (
	"context"
	"flag"
	"os"
	"testing"
	"time"
)

var casesFlag = flag.String("cases", "testdata", "files or a folder of cases that the benchmark decides")

// BenchmarkDecide is one decision of the whole gate in a session of its own,
// with what the case stands on (the world, the session so far) made before.
func BenchmarkDecide(b *testing.B) {
	cases := readAll(b, *casesFlag)
	b.ReportAllocs()
	var spent time.Duration
	n := 0
	for b.Loop() {
		decide := Gate{}.Prepare(cases[n%len(cases)])
		began := time.Now()
		decide(context.Background())
		spent += time.Since(began)
		n++
	}
	b.ReportMetric(float64(spent.Nanoseconds())/float64(n), "ns-decision")
}

func readAll(tb testing.TB, path string) []Case {
	tb.Helper()
	files, err := Files([]string{path})
	if err != nil {
		tb.Fatal(err)
	}
	var cases []Case
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			tb.Fatal(err)
		}
		more, err := Read(f)
		f.Close()
		if err != nil {
			tb.Fatalf("%s: %v", name, err)
		}
		cases = append(cases, more...)
	}
	if len(cases) == 0 {
		tb.Fatalf("no cases in %s", path)
	}
	return cases
}

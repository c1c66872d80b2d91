package transcript

import (
	"strings"
	"testing"
)

// A long session: what each hook process reads for limits when its call is
// none that only reads.
func BenchmarkLimits(b *testing.B) {
	var texts []string
	for range 200 {
		texts = append(texts, "The importer drops the last row when the file has no newline at its end. Add a test for that, fix it in src/import.go, and run the whole suite. The parser itself should only see whole lines.")
	}
	texts = append(texts, "Do not push anything before I had a look.")
	turns := user(texts...)
	b.ReportAllocs()
	for b.Loop() {
		if len(Limits(turns)) == 0 {
			b.Fatal("none")
		}
	}
}

func BenchmarkLimitsOfALongText(b *testing.B) {
	turns := user(strings.Repeat("The service keeps a cache of rows, and must answer within ten milliseconds. It does not retry. ", 700))
	b.ReportAllocs()
	for b.Loop() {
		Limits(turns)
	}
}

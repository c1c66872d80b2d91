package claudecode

import (
	"fmt"
	"strings"
	"testing"
)

// A session of some size as its first hook meets it: calls with results, and
// the client's own rows of whole requests among them.
func BenchmarkFirstVisit(b *testing.B) {
	var rows []string
	blob := `{"type":"api-request-blob","hash":"x","message":{"role":"user","content":"` + strings.Repeat("text of a request, ", 2000) + `"},"sessionId":"s"}`
	for i := range 200 {
		rows = append(rows, typed("go on with step "+fmt.Sprint(i)), blob, prose(strings.Repeat("prose ", 100)),
			use(fmt.Sprint("t", i), "Bash", `{"command":"go test ./..."}`), result(fmt.Sprint("t", i), strings.Repeat("ok line\n", 200), false, `,"toolUseResult":{"stdout":"`+strings.Repeat("ok line ", 200)+`"}`))
	}
	r := file(rows...)
	b.SetBytes(r.Size())
	b.ReportAllocs()
	for b.Loop() {
		if got, _, err := ReadTranscript(r, r.Size(), State{}); err != nil || len(got.Turns) != 400 {
			b.Fatal(len(got.Turns), err)
		}
	}
}

// What most hook processes do: two rows since the last time.
func BenchmarkLaterVisit(b *testing.B) {
	var rows []string
	for i := range 500 {
		rows = append(rows, use(fmt.Sprint("t", i), "Bash", `{"command":"go test ./..."}`), result(fmt.Sprint("t", i), strings.Repeat("ok line\n", 200), false, ""))
	}
	r := file(rows[:998]...)
	_, st, err := ReadTranscript(r, r.Size(), State{})
	if err != nil {
		b.Fatal(err)
	}
	r = file(rows...)
	b.ReportAllocs()
	for b.Loop() {
		if got, _, err := ReadTranscript(r, r.Size(), st); err != nil || len(got.Turns) != 1 {
			b.Fatal(len(got.Turns), err)
		}
	}
}

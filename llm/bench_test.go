package llm

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"automode/internal/fakemodel"
)

// BenchmarkComplete is the whole time of one question to a model that answers at
// once, on this machine: what we and the SDKs spend around a model, and what a
// connection costs. The question is as long as that of a session.
func BenchmarkComplete(b *testing.B) {
	r := question
	r.System = []Block{{Text: strings.Repeat("A rule of the book, and what it catches. ", 800), Mark: true}}
	r.Messages = []Message{{Role: User, Blocks: []Block{{Text: strings.Repeat(`{"Bash":{"command":"go test ./..."}}`+"\n", 1000), Mark: true}, {Text: "answer in <block>"}}}}
	for _, f := range forms {
		b.Run(f.name, func(b *testing.B) {
			srv := httptest.NewServer(quick(f))
			defer srv.Close()
			m := f.at(b, srv.URL)
			if _, err := m.Complete(b.Context(), r); err != nil {
				b.Fatal(err)
			}
			median(b, func() error { _, err := m.Complete(b.Context(), r); return err })
		})
	}
	// The same length over the same kind of connection, without any of us.
	b.Run("bare", func(b *testing.B) {
		srv := httptest.NewServer(quick(forms[0]))
		defer srv.Close()
		defer http.DefaultClient.CloseIdleConnections()
		body := strings.Repeat("x", len(r.System[0].Text)+len(r.Messages[0].Blocks[0].Text))
		median(b, func() error {
			resp, err := http.Post(srv.URL, "application/json", strings.NewReader(body))
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			_, err = io.Copy(io.Discard, resp.Body)
			return err
		})
	})
}

// median runs f and reports how long half of the runs take at most.
func median(b *testing.B, f func() error) {
	var took []time.Duration
	for b.Loop() {
		begun := time.Now()
		if err := f(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
}

// quick answers at once and keeps nothing.
func quick(f form) http.HandlerFunc {
	srv, err := fakemodel.Start(fakemodel.Script{Every: &fakemodel.Step{Text: "<block>no"}})
	if err != nil {
		panic(err)
	}
	defer srv.Close()
	path := map[string]string{OpenAI: "/v1/chat/completions"}[f.config.Provider]
	if path == "" {
		path = "/v1/messages"
	}
	resp, err := http.Post(srv.URL+path, "application/json", strings.NewReader(`{"model":"m","messages":[{"role":"user","content":"in <block>"}]}`))
	if err != nil {
		panic(err)
	}
	defer http.DefaultClient.CloseIdleConnections()
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		panic(err)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, "%s", answer)
	}
}

package classifier

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"automode/llm"
)

// model is a scripted model behind a real server that speaks Anthropic's
// Messages: it gives the answers in turn, and keeps the requests.
type model struct {
	mu      sync.Mutex
	answers []string
	bodies  []string
	t       testing.TB
}

func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	m.mu.Lock()
	n := len(m.bodies)
	m.bodies = append(m.bodies, string(raw))
	answer := "<block>yes"
	if n < len(m.answers) {
		answer = m.answers[n]
	} else if len(m.answers) > 0 {
		m.t.Errorf("request %d was not in the script", n+1)
	}
	m.mu.Unlock()
	var in struct {
		Stop []string `json:"stop_sequences"`
	}
	json.Unmarshal(raw, &in)
	stop := "end_turn"
	for _, s := range in.Stop {
		if before, _, ok := strings.Cut(answer, s); ok {
			answer, stop = before, "stop_sequence"
		}
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"id": "msg_1", "type": "message", "role": "assistant", "model": "judge-1",
		"content": []any{map[string]string{"type": "text", "text": answer}}, "stop_reason": stop,
		"usage": map[string]int{"input_tokens": 50, "cache_read_input_tokens": 5000, "output_tokens": 4}})
}

// scripted is a judge that asks a scripted model.
func scripted(t testing.TB, answers ...string) (*Judge, *model) {
	t.Helper()
	m := &model{answers: answers, t: t}
	srv := httptest.NewServer(m)
	t.Cleanup(srv.Close)
	c, err := llm.New(llm.Config{Provider: llm.Anthropic, Model: "claude-haiku-4-5", BaseURL: srv.URL, Key: func(bool) (string, error) { return "k", nil }})
	if err != nil {
		t.Fatal(err)
	}
	return &Judge{Model: c, Name: "claude-haiku-4-5"}, m
}

const (
	no      = "<block>no</block>"
	yes     = "<block>yes</block>"
	thought = "<thinking>step by step</thinking>"
)

func blockFor(label string) string {
	return thought + yes + "<category>" + label + "</category><reason>[" + label + "] it does that</reason>"
}

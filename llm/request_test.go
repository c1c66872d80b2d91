package llm

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"automode/internal/fakemodel"
)

// fixed is a network on which every answer is so.
type fixed string

func (f fixed) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		io.Copy(io.Discard, r.Body)
		r.Body.Close()
	}
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(string(f))), Request: r}, nil
}

func TestAnAnswerIsHeardWhole(t *testing.T) {
	for _, f := range forms {
		srv := saying(t, fakemodel.Step{Text: "<block>no</block>", Usage: &fakemodel.Usage{Input: 10, Cached: 90, Written: 5, Output: 3}})
		res, err := f.at(t, srv.URL).Complete(t.Context(), question)
		want := Response{Text: "<block>no", Stop: StopSequence, Blocks: 1, Usage: Usage{Input: 10, Cached: 90, Written: 5, Output: 3}, ID: "req_fake000001", Model: f.model}
		if err != nil || res != want {
			t.Errorf("%s: %+v %v", f.name, res, err)
		}
	}
}

// sent is what the fake model got for a question, as JSON that can be walked.
func sent(t *testing.T, m Completer, srv *fakemodel.Server, r Request) map[string]any {
	t.Helper()
	if _, err := m.Complete(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	rs := srv.Requests()
	var out map[string]any
	if err := json.Unmarshal(rs[len(rs)-1].Raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func flat(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(v)
	return strings.TrimSpace(b.String())
}

func TestAQuestionIsPutInTheProvidersWords(t *testing.T) {
	blocks := `[{"cache_control":{"type":"ephemeral"},"text":"rules","type":"text"}]`
	messages := `[{"content":[{"text":"session","type":"text"},{"cache_control":{"type":"ephemeral"},"text":"action","type":"text"},{"text":"answer in <block>","type":"text"}],"role":"user"}]`
	rest := `"max_tokens":64,"messages":` + messages
	end := `"stop_sequences":["</block>"],"system":` + blocks + `,"temperature":0,"thinking":{"type":"disabled"}}`
	want := map[string]string{
		"anthropic": `{` + rest + `,"model":"claude-haiku-4-5",` + end,
		"bedrock":   `{"anthropic_version":"2026-10-21",` + rest + `,` + end,
		"vertex":    `{"anthropic_version":"2026-10-21",` + rest + `,` + end,
		"openai": `{"max_completion_tokens":64,"messages":[{"content":"rules","role":"system"},{"content":"session\naction\nanswer in <block>","role":"user"}],` +
			`"model":"gpt-4.1-mini","stop":["</block>"],"temperature":0}`,
	}
	paths := map[string]string{"anthropic": "/v1/messages", "openai": "/v1/chat/completions", "bedrock": "/model/us.anthropic.claude-haiku-4-5-20251001-v1:0/invoke",
		"vertex": "/v1/projects/p/locations/europe-west1/publishers/anthropic/models/claude-haiku-4-5@20251001:rawPredict"}
	for _, f := range forms {
		srv := saying(t, fakemodel.Text("<block>no"))
		got := flat(sent(t, f.at(t, srv.URL), srv, question))
		if got != want[f.name] {
			t.Errorf("%s:\n got %s\nwant %s", f.name, got, want[f.name])
		}
		if p := srv.Requests()[0].Path; p != paths[f.name] {
			t.Errorf("%s: %s", f.name, p)
		}
	}
}

func TestASecondStageRepeatsTheFirstByteForByte(t *testing.T) {
	for _, f := range forms {
		srv := saying(t, fakemodel.Text("<block>no"))
		m := f.at(t, srv.URL)
		second := question
		second.MaxTokens, second.Stop = 8192, nil
		second.Messages = []Message{{Role: User, Blocks: append(append([]Block{}, question.Messages[0].Blocks[:2]...), Block{Text: "think first"})}}
		for _, r := range []Request{question, second, question} {
			sent(t, m, srv, r)
		}
		rs := srv.Requests()
		a, b := string(rs[0].Raw), string(rs[1].Raw)
		if a != string(rs[2].Raw) {
			t.Errorf("%s: the same question twice:\n%s\n%s", f.name, a, rs[2].Raw)
		}
		plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">")
		a, b = plain.Replace(a), plain.Replace(b)
		a = strings.NewReplacer(`"stop_sequences":["</block>"],`, "", `,"stop":["</block>"]`, "").Replace(a)
		if b = strings.NewReplacer("think first", "answer in <block>", "8192", "64").Replace(b); a != b {
			t.Errorf("%s:\n%s\n%s", f.name, a, b)
		}
	}
}

func TestEachModelIsToldNotToThinkInItsWay(t *testing.T) {
	for _, c := range []struct {
		provider, model, base string
		want                  string // of the request, but for messages
		out                   string // not in it
	}{
		{Anthropic, "claude-sonnet-4-5", "", `"max_tokens":64 "temperature":0 "thinking":{"type":"disabled"}`, "output_config"},
		{Anthropic, "claude-opus-4-8", "", `"max_tokens":64 "thinking":{"type":"disabled"}`, "temperature"},
		{Anthropic, "claude-haiku-5-5", "", `"max_tokens":64 "thinking":{"type":"disabled"}`, "temperature"},
		{Anthropic, "claude-sonnet-5-5", "", `"max_tokens":64 "thinking":{"type":"between_tools"}`, "temperature"},
		{Anthropic, "claude-opus-5-5", "", `"max_tokens":2112 "output_config":{"effort":"low"}`, "thinking"},
		{Anthropic, "claude-fable-5", "", `"max_tokens":2112 "output_config":{"effort":"low"}`, "thinking"},
		{Anthropic, "claude-something-9", "", `"max_tokens":2112`, "thinking"},
		{OpenAI, "gpt-4o-mini", "", `"max_completion_tokens":64 "temperature":0 "stop":["</block>"]`, "reasoning_effort"},
		{OpenAI, "gpt-5-nano", "", `"max_completion_tokens":2112 "reasoning_effort":"minimal"`, "temperature"},
		{OpenAI, "gpt-5.6-luna", "", `"max_completion_tokens":64 "reasoning_effort":"none" "temperature":0`, "stop"},
		{OpenAI, "gpt-6-luna", "", `"max_completion_tokens":64 "reasoning_effort":"none" "temperature":0`, "stop"},
		{OpenAI, "o4-mini", "", `"max_completion_tokens":2112 "reasoning_effort":"low"`, "temperature"},
		{OpenAI, "gemini-2.5-flash", "", `"max_completion_tokens":64 "reasoning_effort":"none" "temperature":0 "stop":["</block>"]`, "max_tokens"},
		{OpenAI, "gemini-3.5-flash", "", `"max_completion_tokens":2112 "reasoning_effort":"low"`, "temperature"},
		{OpenAI, "Qwen/Qwen3-8B", "", `"max_tokens":2112 "chat_template_kwargs":{"enable_thinking":false} "temperature":0 "stop":["</block>"]`, "max_completion_tokens"},
		{OpenAI, "mistral-small", "", `"max_tokens":64 "temperature":0 "stop":["</block>"]`, "max_completion_tokens"},
		{OpenAI, "anthropic/claude-haiku-5.5", "", `"max_tokens":64 "reasoning_effort":"none" "cache_control":{"type":"ephemeral"}`, "temperature"},
		{OpenAI, "anthropic/claude-sonnet-5.5", "", `"max_tokens":2112 "reasoning_effort":"low"`, "temperature"},
		{OpenAI, "anthropic/claude-haiku-4.5", "", `"max_tokens":64 "temperature":0 "cache_control":{"type":"ephemeral"}`, "reasoning_effort"},
	} {
		srv := saying(t, fakemodel.Text("<block>no"))
		f := form{config: Config{Provider: c.provider, Model: c.model}}
		got := flat(sent(t, f.at(t, srv.URL), srv, question))
		for _, w := range strings.Fields(c.want) {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %s in %s", c.model, w, got)
			}
		}
		if strings.Contains(got, `"`+c.out) {
			t.Errorf("%s: %s in %s", c.model, c.out, got)
		}
	}
}

func TestThinkingIsAskedForInTheProvidersWay(t *testing.T) {
	for _, c := range []struct{ provider, model, want string }{
		{Anthropic, "claude-haiku-4-5", `"max_tokens":4160 "thinking":{"budget_tokens":4096,"type":"enabled"}`},
		{Anthropic, "claude-haiku-5-5", `"max_tokens":4160 "thinking":{"type":"adaptive"}`},
		{Anthropic, "claude-opus-5-5", `"max_tokens":4160 "thinking":{"type":"adaptive"}`},
		{OpenAI, "gpt-5.6-luna", `"max_completion_tokens":4160 "reasoning_effort":"medium"`},
		{OpenAI, "gpt-4.1", `"max_completion_tokens":4160`},
	} {
		srv := saying(t, fakemodel.Text("<block>no"))
		r := question
		r.Thinking = Thinking{On: true, Budget: 4096}
		got := flat(sent(t, form{config: Config{Provider: c.provider, Model: c.model}}.at(t, srv.URL), srv, r))
		for _, w := range strings.Fields(c.want) {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %s in %s", c.model, w, got)
			}
		}
		if strings.Contains(got, `"temperature"`) {
			t.Errorf("%s: a temperature in %s", c.model, got)
		}
	}
}

func TestWhatTheSettingsSayOfAModelHolds(t *testing.T) {
	srv := saying(t, fakemodel.Text("<block>no"))
	m := forms[3].at(t, srv.URL, func(c *Config) {
		c.Model = "my-own"
		c.Traits = &Traits{OldLimit: true, NoTemperature: true, Body: `{"top_k":1,"b":{"c":true}}`}
		c.Headers = map[string]string{"X-Team": "gate"}
		c.BaseURL += "?api-version=2"
	})
	got := flat(sent(t, m, srv, question))
	for _, w := range []string{`"max_tokens":64`, `"top_k":1`, `"b":{"c":true}`, `"stop":["</block>"]`} {
		if !strings.Contains(got, w) {
			t.Errorf("no %s in %s", w, got)
		}
	}
	if r := srv.Requests()[0]; strings.Contains(got, "temperature") || r.Header.Get("X-Team") != "gate" || r.Path != "/v1/chat/completions" {
		t.Errorf("%s %+v", got, r)
	}
}

func TestHowAnAnswerEndedIsToldApart(t *testing.T) {
	for _, c := range []struct {
		name, choice string
		stop         Stop
		blocks       int
	}{
		{"the endpoint does not say, and the sequence is not there", `"finish_reason":"stop","message":{"content":"<block>no"}`, StopSequence, 1},
		{"the sequence is there", `"finish_reason":"stop","message":{"content":"<block>no</block>"}`, StopEnd, 1},
		{"the endpoint names the sequence", `"finish_reason":"stop","stop_reason":"</block>","message":{"content":"<block>no"}`, StopSequence, 1},
		{"the endpoint names none", `"finish_reason":"stop","stop_reason":null,"message":{"content":"<block>no"}`, StopEnd, 1},
		{"the endpoint names a token", `"finish_reason":"stop","stop_reason":128001,"message":{"content":"<block>no"}`, StopEnd, 1},
		{"nothing was said", `"finish_reason":"stop","message":{"content":""}`, StopEnd, 0},
		{"cut", `"finish_reason":"length","message":{"content":"<block>no"}`, StopMaxTokens, 1},
		{"filtered", `"finish_reason":"content_filter","message":{"content":"<block>no"}`, StopRefusal, 1},
		{"refused", `"finish_reason":"stop","message":{"content":null,"refusal":"no"}`, StopRefusal, 0},
		{"calls", `"finish_reason":"tool_calls","message":{"content":null}`, StopOther, 0},
		{"something new", `"finish_reason":"tired","message":{"content":"<block>no"}`, StopOther, 1},
	} {
		m := forms[3].at(t, "http://127.0.0.1:1", func(cfg *Config) { cfg.Transport = fixed(`{"choices":[{` + c.choice + `}]}`) })
		res, err := m.Complete(t.Context(), question)
		if err != nil || res.Stop != c.stop || res.Blocks != c.blocks {
			t.Errorf("%s: %+v %v", c.name, res, err)
		}
	}
	for reason, want := range map[string]Stop{"end_turn": StopEnd, "stop_sequence": StopSequence, "max_tokens": StopMaxTokens, "refusal": StopRefusal, "pause_turn": StopOther, "new": StopOther} {
		m := forms[0].at(t, "http://127.0.0.1:1", func(cfg *Config) {
			cfg.Transport = fixed(`{"type":"message","role":"assistant","content":[{"type":"thinking","thinking":"x","signature":"y"},{"type":"text","text":"a"}],"stop_reason":"` + reason + `"}`)
		})
		if res, err := m.Complete(t.Context(), question); err != nil || res.Stop != want || res.Text != "a" || res.Blocks != 1 {
			t.Errorf("%s: %+v %v", reason, res, err)
		}
	}
	m := forms[0].at(t, "http://127.0.0.1:1", func(cfg *Config) {
		cfg.Transport = fixed(`{"type":"message","content":[],"stop_reason":"model_context_window_exceeded"}`)
	})
	if _, err := m.Complete(t.Context(), question); err == nil || err.(*Error).Kind != OverContext {
		t.Error(err)
	}
}

func TestWhatIsMissingOrWrongIsSaid(t *testing.T) {
	for want, c := range map[string]Config{
		"set model":         {Provider: Anthropic},
		"no provider":       {Model: "m"},
		"is no provider":    {Provider: "x", Model: "m"},
		"set region":        {Provider: Bedrock, Model: "m"},
		"set project":       {Provider: Vertex, Model: "m", Region: "us"},
		"neither https":     {Provider: OpenAI, Model: "m", BaseURL: "http://example.com/v1"},
		"no address":        {Provider: OpenAI, Model: "m", BaseURL: "example.com"},
		"holds a cred":      {Provider: OpenAI, Model: "m", BaseURL: "https://user:pass@example.com"},
		"more than one":     {Provider: OpenAI, Model: "m", Source: Source{Env: "A", File: "/b"}},
		"an absolute path":  {Provider: OpenAI, Model: "m", Source: Source{File: "b"}},
		"neither https nor": {Provider: OpenAI, Model: "m", BaseURL: "ftp://localhost/"},
	} {
		if m, err := New(c); err == nil || m != nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "pass@") {
			t.Errorf("%+v: %v, want %q", c, err, want)
		}
	}
}

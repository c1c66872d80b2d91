package llm

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	// The Google transport starts one when it is linked in, and never ends it.
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("go.opencensus.io/stats/view.(*worker).start"))
}

const secret = "sk-test-0123456789abcdef0123456789abcdef"

// good are whole answers, by provider.
var good = map[string]string{
	Anthropic: `{"id":"msg_1","type":"message","role":"assistant","model":"m-2","content":[{"type":"text","text":"<block>no"}],"stop_reason":"stop_sequence","stop_sequence":"</block>","usage":{"input_tokens":10,"cache_read_input_tokens":90,"cache_creation_input_tokens":5,"output_tokens":3}}`,
	OpenAI:    `{"id":"cc_1","object":"chat.completion","model":"m-2","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"<block>no"}}],"usage":{"prompt_tokens":100,"completion_tokens":3,"total_tokens":103,"prompt_tokens_details":{"cached_tokens":90}}}`,
}

var question = Request{System: []Block{{Text: "rules", Mark: true}}, Messages: []Message{{Role: User, Blocks: []Block{{Text: "session"}, {Text: "action", Mark: true}, {Text: "stage"}}}},
	MaxTokens: 64, Stop: []string{"</block>"}, MaxBytes: 1 << 20}

// answering is a server that does what f says, and a completer that asks it.
func answering(t *testing.T, provider string, f http.HandlerFunc) (Completer, *httptest.Server) {
	t.Helper()
	srv := httptest.NewServer(f)
	t.Cleanup(srv.Close)
	base := srv.URL
	if provider == OpenAI {
		base += "/v1"
	}
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	c, err := New(Config{Provider: provider, Model: "m-1", BaseURL: base, Key: func(bool) (string, error) { return secret, nil }, Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	return c, srv
}

func body(status int, h map[string]string, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for k, v := range h {
			w.Header().Set(k, v)
		}
		w.WriteHeader(status)
		io.WriteString(w, text)
	}
}

func says(kind, text string) string {
	return fmt.Sprintf(`{"type":"error","error":{"type":%q,"message":%q}}`, kind, text)
}

func hang(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body) // else the server does not see the client go
	<-r.Context().Done()
}

func zipped(n int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer z.Close()
		io.WriteString(z, `{"id":"`)
		for range n {
			if _, err := z.Write(bytes.Repeat([]byte("a"), 1<<16)); err != nil {
				return
			}
		}
	}
}

func TestEveryFaultIsAnErrorOfItsKind(t *testing.T) {
	for _, provider := range []string{Anthropic, OpenAI} {
		whole := good[provider]
		for _, c := range []struct {
			name string
			do   http.HandlerFunc
			kind Kind
		}{
			{"slow headers", hang, Timeout},
			{"slow body", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				io.WriteString(w, whole[:20])
				w.(http.Flusher).Flush()
				hang(w, r)
			}, Timeout},
			{"cut body", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("Content-Length", "5000")
				io.WriteString(w, whole[:60])
			}, Server},
			{"cut connection", func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }, Connection},
			{"empty body", body(200, nil, ""), Server},
			{"an empty object", body(200, nil, "{}"), Server},
			{"HTML", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				io.WriteString(w, "<html>log in</html>")
			}, Server},
			{"HTML that says it is JSON", body(200, nil, "<html>log in</html>"), Server},
			{"wrong JSON", body(200, nil, whole[:60]), Server},
			{"JSON of another kind", body(200, nil, `["x"]`), Server},
			{"400", body(400, nil, says("invalid_request_error", "no")), BadRequest},
			{"400 too long", body(400, nil, says("invalid_request_error", "prompt is too long: 300000 tokens > 200000 maximum")), OverContext},
			{"400 too long, in other words", body(400, nil, `{"error":{"message":"This model's maximum context length is 128000 tokens","code":"context_length_exceeded"}}`), OverContext},
			{"401", body(401, nil, says("authentication_error", "bad key")), Auth},
			{"403", body(403, nil, says("permission_error", "no")), Auth},
			{"404 of a model", body(404, nil, says("not_found_error", "model: m-1")), BadRequest},
			{"408", body(408, nil, ""), Timeout},
			{"413", body(413, nil, says("request_too_large", "x")), OverContext},
			{"429", body(429, nil, says("rate_limit_error", "slow down")), RateLimited},
			{"500", body(500, nil, says("api_error", "x")), Server},
			{"500 with HTML", body(500, nil, "<html>"), Server},
			{"503", body(503, nil, ""), Overloaded},
			{"504", body(504, nil, ""), Timeout},
			{"529", body(529, nil, says("overloaded_error", "x")), Overloaded},
			{"a redirect", body(302, map[string]string{"Location": "http://127.0.0.1:1/"}, ""), Server},
			{"a gzip bomb", zipped(1 << 11), Server},
			{"100 MB", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				for range 1600 {
					if _, err := w.Write(bytes.Repeat([]byte(" "), 1<<16)); err != nil {
						return
					}
				}
			}, Server},
		} {
			t.Run(provider+"/"+c.name, func(t *testing.T) {
				asked := 0
				m, _ := answering(t, provider, func(w http.ResponseWriter, r *http.Request) { asked++; c.do(w, r) })
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				if c.kind == Timeout && strings.HasPrefix(c.name, "slow") {
					ctx, cancel = context.WithTimeout(t.Context(), 100*time.Millisecond)
				}
				defer cancel()
				res, err := m.Complete(ctx, question)
				var e *Error
				if !errors.As(err, &e) || e.Kind != c.kind {
					t.Fatalf("%v (%+v), want kind %v", err, e, c.kind)
				}
				if res != (Response{}) {
					t.Errorf("an answer comes with the error: %+v", res)
				}
				if s := e.Error(); strings.Contains(s, secret) || strings.ContainsAny(s, "\n\x1b") || s == "" {
					t.Errorf("%q", s)
				}
				if want := 1 + map[bool]int{true: 1}[e.Status == 401]; asked != want {
					t.Errorf("asked %d times, want %d", asked, want)
				}
			})
		}
	}
}

func TestWhenToComeAgainIsHeard(t *testing.T) {
	for header, least := range map[string]time.Duration{"7": 7 * time.Second, "0.5": time.Second / 2, "": 0, "-3": 0, "soon": 0,
		time.Now().Add(time.Hour).UTC().Format(http.TimeFormat): 58 * time.Minute} {
		m, _ := answering(t, Anthropic, body(429, map[string]string{"Retry-After": header}, "{}"))
		_, err := m.Complete(t.Context(), question)
		var e *Error
		if !errors.As(err, &e) || e.After < least || least == 0 && e.After != 0 {
			t.Errorf("%q: %+v", header, e)
		}
	}
}

func TestThereIsNobodyToAsk(t *testing.T) {
	tls := httptest.NewTLSServer(http.NotFoundHandler())
	defer tls.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := "http://" + l.Addr().String()
	l.Close()
	for name, url := range map[string]string{"refused": closed, "a certificate of nobody's": tls.URL, "no TLS there": strings.Replace(plain.URL, "http:", "https:", 1),
		"no such name": "http://no-such-host.invalid"} {
		for _, provider := range []string{Anthropic, OpenAI} {
			transport := &http.Transport{}
			m, err := New(Config{Provider: provider, Model: "m", BaseURL: url, Transport: transport})
			if err != nil {
				t.Fatal(err)
			}
			_, err = m.Complete(t.Context(), question)
			var e *Error
			if !errors.As(err, &e) || e.Kind != Connection {
				t.Errorf("%s, %s: %v", name, provider, err)
			}
			transport.CloseIdleConnections()
		}
	}
}

func TestACancelledQuestionEndsAtOnce(t *testing.T) {
	m, _ := answering(t, Anthropic, hang)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Complete(ctx, question); err == nil {
		t.Error("an answer to nobody")
	}
}

func TestACredentialThatExpiredIsAskedForOnceMore(t *testing.T) {
	for _, provider := range []string{Anthropic, OpenAI} {
		var keys []string
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			key := r.Header.Get("X-Api-Key") + strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
			keys = append(keys, key)
			if key != "new" {
				body(401, nil, says("authentication_error", "expired"))(w, r)
				return
			}
			body(200, nil, good[provider])(w, r)
		}))
		transport := &http.Transport{}
		m, _ := New(Config{Provider: provider, Model: "m", BaseURL: srv.URL, Transport: transport, Key: func(again bool) (string, error) {
			if again {
				return "new", nil
			}
			return "old", nil
		}})
		for range 2 {
			if _, err := m.Complete(t.Context(), question); err != nil {
				t.Errorf("%s: %v", provider, err)
			}
		}
		if got := strings.Join(keys, " "); got != "old new new" {
			t.Errorf("%s: %s", provider, got)
		}
		transport.CloseIdleConnections()
		srv.Close()
	}
}

func TestTheEnvironmentDoesNotCount(t *testing.T) {
	trap := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the environment led the question astray") }))
	defer trap.Close()
	for _, name := range []string{"ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"} {
		t.Setenv(name, trap.URL)
	}
	t.Setenv("ANTHROPIC_API_KEY", "from-the-environment")
	t.Setenv("ANTHROPIC_AUTH_TOKEN", "from-the-environment")
	t.Setenv("OPENAI_API_KEY", "from-the-environment")
	t.Setenv("OPENAI_ORG_ID", "from-the-environment")
	t.Setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Evil: from-the-environment")
	for _, provider := range []string{Anthropic, OpenAI} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for k, vs := range r.Header {
				if strings.Contains(strings.Join(vs, " "), "from-the-environment") {
					t.Errorf("%s: %s is %q", provider, k, vs)
				}
			}
			body(200, nil, good[provider])(w, r)
		}))
		m, err := New(Config{Provider: provider, Model: "m", BaseURL: srv.URL})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Complete(t.Context(), question); err != nil {
			t.Errorf("%s: %v", provider, err)
		}
		srv.Close()
	}
}

func TestWhatIsAskedAndWhatIsHeard(t *testing.T) {
	for _, provider := range []string{Anthropic, OpenAI} {
		var got map[string]any
		m, _ := answering(t, provider, func(w http.ResponseWriter, r *http.Request) {
			json.NewDecoder(r.Body).Decode(&got)
			body(200, nil, good[provider])(w, r)
		})
		res, err := m.Complete(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		if res.Text != "<block>no" || res.Stop != StopSequence || res.Usage.Cached != 90 || res.Usage.Input != 10 || res.Usage.Output != 3 || res.Model != "m-2" || res.ID == "" {
			t.Errorf("%s: %+v", provider, res)
		}
		text, _ := json.Marshal(got)
		want := []string{`"max_tokens":64`, `"temperature":0`, `"model":"m-1"`, `"</block>"`}
		if provider == Anthropic {
			want = append(want, `"thinking":{"type":"disabled"}`, `"cache_control":{"type":"ephemeral"}`)
		}
		flat := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(text))
		for _, w := range want {
			if !strings.Contains(flat, w) {
				t.Errorf("%s: no %s in %s", provider, w, flat)
			}
		}
	}
}

func TestRefusalsAndCutAnswersSaySo(t *testing.T) {
	for _, c := range []struct {
		provider, from, to string
		want               Stop
		blocks             int
	}{
		{Anthropic, `"stop_sequence","stop_sequence":"</block>"`, `"refusal"`, StopRefusal, 1},
		{Anthropic, `"stop_sequence","stop_sequence":"</block>"`, `"max_tokens"`, StopMaxTokens, 1},
		{Anthropic, `"stop_sequence","stop_sequence":"</block>"`, `"end_turn"`, StopEnd, 1},
		{Anthropic, `"stop_sequence","stop_sequence":"</block>"`, `"something_new"`, StopOther, 1},
		{Anthropic, `{"type":"text","text":"<block>no"}`, `{"type":"text","text":"a"},{"type":"text","text":"b"}`, StopSequence, 2},
		{OpenAI, `"finish_reason":"stop"`, `"finish_reason":"length"`, StopMaxTokens, 1},
		{OpenAI, `"finish_reason":"stop"`, `"finish_reason":"content_filter"`, StopRefusal, 1},
		{OpenAI, `"content":"<block>no"`, `"content":"<block>no</block>"`, StopEnd, 1},
		{OpenAI, `"content":"<block>no"`, `"content":null,"refusal":"I won't"`, StopRefusal, 1},
	} {
		text := strings.Replace(good[c.provider], c.from, c.to, 1)
		m, _ := answering(t, c.provider, body(200, nil, text))
		res, err := m.Complete(t.Context(), question)
		if err != nil || res.Stop != c.want || res.Blocks != c.blocks {
			t.Errorf("%s: %+v %v", c.to, res, err)
		}
	}
}

func TestWhatIsMissingIsSaid(t *testing.T) {
	for _, c := range []Config{{}, {Provider: Anthropic}, {Model: "m"}, {Provider: "x", Model: "m"}, {Provider: Bedrock, Model: "m"}, {Provider: Vertex, Model: "m", Region: "us"}} {
		if m, err := New(c); err == nil || m != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

package llm

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"automode/internal/fakemodel"
)

// ends are what each of the fake model's troubles ends in.
var ends = map[string]struct {
	kind   Kind
	status int
}{
	"DNS failure":          {Connection, 0},
	"refused":              {Connection, 0},
	"TLS of nobody":        {Connection, 0},
	"no TLS":               {Connection, 0},
	"slow headers":         {Timeout, 0},
	"slow body":            {Timeout, 0},
	"cut body":             {Connection, 0},
	"cut early":            {Connection, 0},
	"empty body":           {Server, 0},
	"empty object":         {Server, 0},
	"HTML":                 {Server, 0},
	"HTML as JSON":         {Server, 0},
	"wrong JSON":           {Server, 0},
	"other JSON":           {Server, 0},
	"gzip bomb":            {Server, 0},
	"100 MB":               {Server, 0},
	"400":                  {BadRequest, 400},
	"400 too long":         {OverContext, 400},
	"401":                  {Auth, 401},
	"402":                  {Auth, 402},
	"403":                  {Auth, 403},
	"404 model":            {BadRequest, 404},
	"408":                  {Timeout, 408},
	"413":                  {OverContext, 413},
	"429":                  {RateLimited, 429},
	"429 with Retry-After": {RateLimited, 429},
	"500":                  {Server, 500},
	"502 with HTML":        {Server, 502},
	"503":                  {Overloaded, 503},
	"504":                  {Timeout, 504},
	"529":                  {Overloaded, 529},
	"500 and 100 MB":       {Server, 500},
	"429 and a slow body":  {RateLimited, 429},
	"a redirect":           {Server, 307},
}

// answers are the troubles that are answers all the same.
var answers = map[string]struct {
	stop   Stop
	blocks int
}{
	"refusal":           {StopRefusal, 1},
	"cut at its tokens": {StopMaxTokens, 1},
	"two blocks":        {StopSequence, 2},
}

func TestEveryTroubleEndsInAnErrorOfItsKind(t *testing.T) {
	for _, trouble := range fakemodel.Troubles() {
		for _, f := range forms {
			t.Run(f.name+"/"+trouble.Name, func(t *testing.T) {
				base, srv, err := trouble.Start()
				if err != nil {
					t.Fatal(err)
				}
				defer srv.Close()
				patience := 20 * time.Second
				if strings.Contains(trouble.Name, "slow") {
					patience = 100 * time.Millisecond
				}
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				defer cancel()
				begun := time.Now()
				res, err := f.at(t, base).Complete(ctx, question)
				if took := time.Since(begun); took > 10*time.Second {
					t.Errorf("it took %v", took)
				}
				want := 1
				if trouble.Way != fakemodel.Plain {
					want = 0
				}
				if n := len(srv.Requests()); n != want {
					t.Errorf("asked %d times", n)
				}
				if a, ok := answers[trouble.Name]; ok {
					if f.config.Provider == OpenAI { // which has one text, and the end of it says little
						a.blocks = 1
					}
					if err != nil || res.Stop != a.stop || res.Blocks != a.blocks {
						t.Errorf("%+v, %v", res, err)
					}
					return
				}
				end, ok := ends[trouble.Name]
				if !ok {
					t.Fatal("it has no end in the table")
				}
				var e *Error
				if !errors.As(err, &e) || e.Kind != end.kind || e.Status != end.status {
					t.Fatalf("%v (%+v)", err, e)
				}
				if res != (Response{}) {
					t.Errorf("an answer comes with the error: %+v", res)
				}
				if (e.After != 0) != (trouble.Name == "429 with Retry-After") {
					t.Errorf("come again after %v", e.After)
				}
				shown(t, e)
			})
		}
	}
}

// shown holds what an error says to what may be said.
func shown(t *testing.T, e *Error) {
	t.Helper()
	s := e.Error()
	if e.Err != nil {
		s += e.Err.Error()
	}
	if strings.Contains(s, secretKey) || strings.Contains(s, secretKey[:20]) {
		t.Errorf("it tells the credential: %q", s)
	}
	if strings.ContainsAny(s, "\n\r\x1b\u202e") || e.Text == "" && e.Status == 0 || len(e.Text) > 310 {
		t.Errorf("%d bytes: %q", len(e.Text), s)
	}
}

func TestAnErrorTellsNoCredentialAndStaysShort(t *testing.T) {
	for _, message := range []string{
		"Incorrect API key provided: " + secretKey,
		strings.Repeat("x", 290) + secretKey, // cut in the middle of it
		"bad header X-Team: team-word-of-secrecy",
		"\x1b[2J\u202eover\nhere " + strings.Repeat("long ", 4000),
		"AKIAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
	} {
		for _, f := range forms {
			srv := saying(t, fakemodel.Step{Error: 400, Message: message, Header: map[string]string{"Request-Id": "r\u202e-" + secretKey}})
			_, err := f.at(t, srv.URL, func(c *Config) { c.Headers = map[string]string{"X-Team": "team-word-of-secrecy"} }).Complete(t.Context(), question)
			var e *Error
			if !errors.As(err, &e) || e.Text == "" {
				t.Fatalf("%s: %v", f.name, err)
			}
			shown(t, e)
			if s := e.Text + e.ID; strings.Contains(s, "word-of-secrecy") || strings.Contains(s, "AKIAIOSFODNN7EXAMPLE") || strings.ContainsAny(e.ID, "\u202e") || strings.Contains(e.ID, secretKey) {
				t.Errorf("%s: %q", f.name, s)
			}
		}
	}
}

func TestWhenToComeAgainIsHeard(t *testing.T) {
	for _, c := range []struct {
		name, value string
		least, most time.Duration
	}{
		{"Retry-After", "7", 7 * time.Second, 7 * time.Second},
		{"Retry-After", "0.5", time.Second / 2, time.Second / 2},
		{"Retry-After-Ms", "250", time.Second / 4, time.Second / 4},
		{"Retry-After", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat), 58 * time.Minute, time.Hour},
		{"Retry-After", time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat), 0, 0},
		{"Retry-After", "-3", 0, 0},
		{"Retry-After", "1e300", 0, 0},
		{"Retry-After", "NaN", 0, 0},
		{"Retry-After", "soon", 0, 0},
		{"X-Other", "7", 0, 0},
	} {
		for _, status := range []int{429, 503, 529} {
			srv := saying(t, fakemodel.Step{Error: status, Header: map[string]string{c.name: c.value}})
			_, err := forms[0].at(t, srv.URL).Complete(t.Context(), question)
			var e *Error
			if !errors.As(err, &e) || e.After < c.least || e.After > c.most {
				t.Errorf("%d, %s %q: %+v", status, c.name, c.value, e)
			}
		}
	}
}

func TestComplaintsAreReadInEveryForm(t *testing.T) {
	for body, want := range map[string]struct {
		kind Kind
		text string
	}{
		`{"error":{"message":"This model's maximum context length is 128000 tokens","code":"context_length_exceeded"}}`: {OverContext, "This model's"},
		`{"error":"model requires more system memory"}`:                                                                 {BadRequest, "model requires"},
		`{"object":"error","message":"the input is too long","code":400}`:                                               {OverContext, "the input"},
		`[{"error":{"code":400,"message":"API key not valid. Please pass one.","status":"INVALID_ARGUMENT"}}]`:          {Auth, "API key"},
		`{"detail":"no such thing"}`:                                                                                          {BadRequest, "no such thing"},
		`{"__type":"ThrottlingException","Message":"slow down"}`:                                                              {RateLimited, "slow down"},
		`{"error":{"code":"content_filter","message":"filtered"}}`:                                                            {Refused, "filtered"},
		`{"error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}`:                               {Auth, "Your credit"},
		`{"error":{"code":"exceed_context_size_error","message":"request (9000 tokens) exceeds the available context size"}}`: {OverContext, "request"},
		`not JSON`: {BadRequest, ""},
		`[]`:       {BadRequest, ""},
		`null`:     {BadRequest, ""},
		``:         {BadRequest, ""},
	} {
		e := fault(t.Context(), &seen{status: 400, header: http.Header{}, body: []byte(body)}, errNoAnswer)
		if e.Kind != want.kind || !strings.HasPrefix(e.Text, want.text) {
			t.Errorf("%s: %+v", body, e)
		}
	}
	e := fault(t.Context(), &seen{status: 429, header: http.Header{}, body: []byte(`{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"@type":"x"},{"retryDelay":"13s"}]}}`)}, errNoAnswer)
	if e.Kind != RateLimited || e.After != 13*time.Second {
		t.Errorf("%+v", e)
	}
}

func TestAGatewayThatSaysAnErrorWithStatus200IsNotBelieved(t *testing.T) {
	for body, want := range map[string]Kind{
		`{"error":{"code":429,"message":"slow down"}}`:          RateLimited,
		`{"error":{"code":503,"message":"no provider"}}`:        Overloaded,
		`{"error":{"code":"x","message":"?"}}`:                  Server,
		`{"error":{"code":400,"message":"prompt is too long"}}`: OverContext,
		`{"choices":[{"index":0,"finish_reason":"error","message":{"content":"<block>no"},"error":{"code":502,"message":"cut"}}]}`: Server,
		`{"choices":[{"index":0,"finish_reason":"","message":{"content":"<block>no"}}]}`:                                           Server,
		`{"choices":[{"finish_reason":"stop","message":{"content":"a"}},{"finish_reason":"stop","message":{"content":"b"}}]}`:      Server,
		`{"choices":[]}`: Server,
	} {
		m := forms[3].at(t, "http://127.0.0.1:1", func(c *Config) { c.Transport = fixed(body) })
		res, err := m.Complete(t.Context(), question)
		var e *Error
		if !errors.As(err, &e) || e.Kind != want || res != (Response{}) {
			t.Errorf("%s: %+v %v", body, res, err)
		}
	}
}

func TestACancelledQuestionEndsAtOnce(t *testing.T) {
	for _, f := range forms {
		srv := saying(t, fakemodel.Step{Fault: fakemodel.SlowHeaders})
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			srv.WaitFor(10*time.Second, func(rs []fakemodel.Request) bool { return len(rs) == 1 })
			cancel()
		}()
		_, err := f.at(t, srv.URL).Complete(ctx, question)
		var e *Error
		if !errors.As(err, &e) || e.Kind != Timeout || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", f.name, err)
		}
	}
}

func TestAConnectionThatBreaksIsNotTriedAgain(t *testing.T) {
	for _, f := range forms {
		srv := saying(t, fakemodel.Text("<block>no"))
		m := f.at(t, srv.URL)
		if _, err := m.Complete(t.Context(), question); err != nil { // leaves a warm connection
			t.Fatal(err)
		}
		srv.Set(fakemodel.Script{Every: &fakemodel.Step{Fault: fakemodel.CutEarly}})
		_, err := m.Complete(t.Context(), question)
		var e *Error
		if !errors.As(err, &e) || e.Kind != Connection {
			t.Errorf("%s: %v", f.name, err)
		}
		if n := len(srv.Requests()); n != 2 {
			t.Errorf("%s: %d requests for two questions", f.name, n)
		}
	}
}

func TestAnAnswerIsReadUpToWhatWasAskedFor(t *testing.T) {
	for _, f := range forms {
		srv := saying(t, fakemodel.Text("<block>no"+strings.Repeat(" ", 1000)))
		m := f.at(t, srv.URL)
		r := question
		r.MaxBytes = 900
		_, err := m.Complete(t.Context(), r)
		var e *Error
		if !errors.As(err, &e) || e.Kind != Server || !strings.Contains(e.Text, "longer") {
			t.Errorf("%s: %v", f.name, err)
		}
		r.MaxBytes = 0
		if res, err := m.Complete(t.Context(), r); err != nil || len(res.Text) < 1000 {
			t.Errorf("%s: %v", f.name, err)
		}
	}
}

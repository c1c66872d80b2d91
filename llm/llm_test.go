package llm

import (
	"net/http"
	"testing"

	"go.uber.org/goleak"

	"automode/internal/fakemodel"
)

func TestMain(m *testing.M) {
	// The Google transport starts one when it is linked in, and never ends it.
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("go.opencensus.io/stats/view.(*worker).start"))
}

// secretKey is what no error may say. It looks like no credential that is known
// by its looks.
const secretKey = "an-unremarkable-word-0123456789"

var question = Request{System: []Block{{Text: "rules", Mark: true}}, Messages: []Message{{Role: User, Blocks: []Block{{Text: "session"}, {Text: "action", Mark: true}, {Text: "answer in <block>"}}}},
	MaxTokens: 64, Stop: []string{"</block>"}, MaxBytes: 1 << 20}

// form is a way to ask a model.
type form struct {
	name   string
	config Config
	model  string
}

// forms are all of them, with a credential of the configuration's.
var forms = []form{
	{"anthropic", Config{Provider: Anthropic, Model: "claude-haiku-4-5"}, "claude-haiku-4-5"},
	{"bedrock", Config{Provider: Bedrock, Model: "us.anthropic.claude-haiku-4-5-20251001-v1:0", Region: "eu-central-1"}, "us.anthropic.claude-haiku-4-5-20251001-v1:0"},
	{"vertex", Config{Provider: Vertex, Model: "claude-haiku-4-5@20251001", Region: "europe-west1", Project: "p"}, "claude-haiku-4-5@20251001"},
	{"openai", Config{Provider: OpenAI, Model: "gpt-4.1-mini"}, "gpt-4.1-mini"},
}

// at is the form, asked at base, over a network of the test's own.
func (f form) at(t testing.TB, base string, change ...func(*Config)) Completer {
	t.Helper()
	c := f.config
	c.BaseURL = base
	if c.Provider == OpenAI {
		c.BaseURL += "/v1"
	}
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	c.Transport = transport
	c.Key = func(bool) (string, error) { return secretKey, nil }
	for _, f := range change {
		f(&c)
	}
	m, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// saying starts a model that answers so, whatever it is asked.
func saying(t testing.TB, st fakemodel.Step) *fakemodel.Server {
	t.Helper()
	return scripted(t, fakemodel.Script{Every: &st})
}

func scripted(t testing.TB, s fakemodel.Script) *fakemodel.Server {
	t.Helper()
	srv, err := fakemodel.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Close)
	return srv
}

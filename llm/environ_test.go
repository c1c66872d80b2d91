package llm

import (
	"encoding/pem"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"automode/internal/fakemodel"
)

// trap is where a question must not go.
func trap(t *testing.T) *httptest.Server {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("led astray: %s %s", r.Method, r.URL)
		http.Error(w, "trap", http.StatusTeapot)
	}))
	t.Cleanup(srv.Close)
	return srv
}

// own has the completer make its own network, and ends it with the test.
func own(t *testing.T) func(*Config) {
	return func(c *Config) {
		n, err := network(environ(c.Environ))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(n.(*http.Transport).CloseIdleConnections)
		c.Transport = n
	}
}

func TestVariablesOfTheProcessChangeNothing(t *testing.T) {
	bad := trap(t)
	for _, name := range []string{"ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "ANTHROPIC_BEDROCK_BASE_URL", "ANTHROPIC_VERTEX_BASE_URL", "HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"} {
		t.Setenv(name, bad.URL)
	}
	for _, name := range []string{"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY", "ANTHROPIC_WORKSPACE_ID"} {
		t.Setenv(name, "from-the-process")
	}
	t.Setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Planted: from-the-process")
	t.Setenv("OPENAI_CUSTOM_HEADERS", "X-Planted: from-the-process")
	for _, keyed := range []bool{true, false} {
		for _, f := range forms {
			if !keyed && f.config.Provider != Anthropic && f.config.Provider != OpenAI {
				continue
			}
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				for k, vs := range r.Header {
					if strings.Contains(strings.Join(vs, " "), "from-the-process") {
						t.Errorf("%s: %s is %q", f.name, k, vs)
					}
				}
				w.WriteHeader(500)
			}))
			m := f.at(t, srv.URL, own(t), func(c *Config) {
				if !keyed {
					c.Key = nil
				}
			})
			_, err := m.Complete(t.Context(), question)
			if e, ok := err.(*Error); !ok || e.Status != 500 {
				t.Errorf("%s: %v", f.name, err)
			}
			srv.Close()
		}
	}
	// Go sends nothing for this machine through a proxy; so a name that is none.
	for _, f := range forms {
		_, err := f.at(t, "https://no-such-model-.invalid", own(t)).Complete(t.Context(), question)
		if e, ok := err.(*Error); !ok || e.Kind != Connection || !strings.Contains(e.Text, "no-such-model-") {
			t.Errorf("%s: %v", f.name, err)
		}
	}
}

func TestAProxyOfTheConfigurationsIsUsed(t *testing.T) {
	for _, f := range forms {
		var asked []string
		proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked = append(asked, r.Method+" "+r.Host)
			http.Error(w, "no", http.StatusBadGateway)
		}))
		t.Setenv("HTTPS_PROXY", trap(t).URL)
		m := f.at(t, "https://no-such-model-.invalid", func(c *Config) {
			c.Environ = []string{"HTTPS_PROXY=" + proxy.URL}
		}, own(t))
		_, err := m.Complete(t.Context(), question)
		if e, ok := err.(*Error); !ok || e.Kind != Connection || !slices.Equal(asked, []string{"CONNECT no-such-model-.invalid:443"}) {
			t.Errorf("%s: %v, asked %v", f.name, err, asked)
		}
		asked = nil
		m = f.at(t, "https://no-such-model-.invalid", func(c *Config) {
			c.Environ = []string{"HTTPS_PROXY=" + proxy.URL, "NO_PROXY=.invalid"}
		}, own(t))
		if _, err := m.Complete(t.Context(), question); err == nil || asked != nil {
			t.Errorf("%s: %v, asked %v", f.name, err, asked)
		}
		proxy.Close()
	}
}

func TestCertificatesOfTheProcessAreNotTrusted(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return // the system decides there, whatever the variables say
	}
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(500) }))
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.StartTLS()
	defer srv.Close()
	file := write(t, t.TempDir(), "ca.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw})))
	ask := func(env ...string) *Error {
		_, err := forms[0].at(t, srv.URL, func(c *Config) { c.Environ = env }, own(t)).Complete(t.Context(), question)
		e, _ := err.(*Error)
		return e
	}
	if e := ask("SSL_CERT_FILE=" + file); e == nil || e.Status != 500 {
		t.Errorf("the configuration's is not trusted: %v", e)
	}
	// The process's own counts for nothing, and is not even looked at: the
	// system's are read from their places.
	t.Setenv("SSL_CERT_FILE", file)
	pool, err := roots(nil)
	if err != nil { // a system without any trusts nobody
		if !strings.Contains(err.Error(), "no certificates") {
			t.Error(err)
		}
		return
	}
	if pool == nil {
		t.Fatal("Go would look at the process's")
	}
	if e := ask(); e == nil || e.Kind != Connection || e.Status != 0 {
		t.Errorf("%v", e)
	}
}

func TestACloudsEnvironmentIsTheOneThatIsMeant(t *testing.T) {
	for _, e := range os.Environ() {
		name, _, _ := strings.Cut(e, "=")
		if read(bedrockNames, name) || read(vertexNames, name) {
			t.Setenv(name, "")
			os.Unsetenv(name)
		}
	}
	clouds := map[string]Config{"bedrock": forms[1].config, "vertex": forms[2].config}
	for _, c := range []struct {
		cloud, planted string
		keyed          bool
		refused        bool
	}{
		{"bedrock", "AWS_PROFILE=elsewhere", false, true},
		{"bedrock", "AWS_ENDPOINT_URL_STS=https://elsewhere.example", false, true},
		{"bedrock", "AWS_BEARER_TOKEN_BEDROCK=x", false, true},
		{"bedrock", "HTTPS_PROXY=https://elsewhere.example", false, true},
		{"bedrock", "HOME=/elsewhere", false, true},
		{"bedrock", "PATH=/elsewhere", false, true},
		{"bedrock", "SSL_CERT_FILE=/elsewhere", false, true},
		{"bedrock", "GOOGLE_APPLICATION_CREDENTIALS=/x", false, false},
		{"bedrock", "AWS_BEARER_TOKEN_BEDROCK=x", true, true},
		{"bedrock", "AWS_PROFILE=elsewhere", true, false},
		{"vertex", "GOOGLE_APPLICATION_CREDENTIALS=/x", false, true},
		{"vertex", "GCE_METADATA_HOST=elsewhere", false, true},
		{"vertex", "https_proxy=https://elsewhere.example", false, true},
		{"vertex", "GOOGLE_APPLICATION_CREDENTIALS=/x", true, false},
		{"vertex", "ANTHROPIC_BASE_URL=https://elsewhere.example", false, false},
	} {
		t.Run(c.cloud+" "+c.planted, func(t *testing.T) {
			name, value, _ := strings.Cut(c.planted, "=")
			t.Setenv(name, value)
			cfg := clouds[c.cloud]
			if c.keyed {
				cfg.Key = func(bool) (string, error) { return "k", nil }
			}
			_, err := New(cfg)
			if (err != nil) != c.refused || err != nil && (!strings.Contains(err.Error(), name) || strings.Contains(err.Error(), value)) {
				t.Errorf("%v", err)
			}
			cfg.Environ = []string{c.planted}
			if _, err := New(cfg); err != nil {
				t.Errorf("said by the configuration: %v", err)
			}
		})
	}
	cfg := clouds["bedrock"]
	cfg.Environ = []string{"AWS_PROFILE=mine"}
	if _, err := New(cfg); err == nil {
		t.Error("the SDK would not see what the configuration says")
	}
}

func TestCredentialsOfAmazonAreFoundItsSDKsWay(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "credentials", "[default]\naws_access_key_id = OLD\naws_secret_access_key = s\n")
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", file)
	t.Setenv("AWS_CONFIG_FILE", write(t, dir, "config", ""))
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	srv := scripted(t, fakemodel.Script{Every: &fakemodel.Step{Text: "<block>no"}, Keys: []string{"OLD"}})
	m := forms[1].at(t, srv.URL, func(c *Config) { c.Key, c.Environ = nil, os.Environ() })
	if _, err := m.Complete(t.Context(), question); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "credentials", "[default]\naws_access_key_id = NEW\naws_secret_access_key = s\n")
	srv.Set(fakemodel.Script{Every: &fakemodel.Step{Text: "<block>no"}, Keys: []string{"NEW"}})
	if _, err := m.Complete(t.Context(), question); err != nil {
		t.Errorf("what was renewed on disk is not found: %v", err)
	}
	write(t, dir, "credentials", "")
	m = forms[1].at(t, srv.URL, func(c *Config) { c.Key, c.Environ = nil, os.Environ() })
	_, err := m.Complete(t.Context(), question)
	var e *Error
	if !errors.As(err, &e) || e.Kind != Auth {
		t.Errorf("without any: %v", err)
	}
}

func TestCredentialsOfGoogleAreFoundItsSDKsWay(t *testing.T) {
	tokens := 0
	answer := func(w http.ResponseWriter, r *http.Request) {
		tokens++
		w.Header().Set("Content-Type", "application/json")
		w.Write([]byte(`{"access_token":"ya29-first","token_type":"Bearer","expires_in":3600}`))
	}
	google := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answer(w, r) }))
	defer google.Close()
	defer http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	file := write(t, t.TempDir(), "adc.json", `{"type":"authorized_user","client_id":"c","client_secret":"s","refresh_token":"r","token_uri":"`+google.URL+`"}`)
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", file)
	srv := scripted(t, fakemodel.Script{Every: &fakemodel.Step{Text: "<block>no"}, Keys: []string{"ya29-first"}})
	ask := func() error {
		_, err := forms[2].at(t, srv.URL, func(c *Config) { c.Key, c.Environ = nil, os.Environ() }).Complete(t.Context(), question)
		return err
	}
	if err := ask(); err != nil || tokens != 1 {
		t.Errorf("%v, %d tokens", err, tokens)
	}
	answer = func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(400)
		w.Write([]byte(`{"error":"invalid_grant","error_description":"Token has been expired or revoked."}`))
	}
	var e *Error
	if err := ask(); !errors.As(err, &e) || e.Kind != Auth {
		t.Errorf("a login that was revoked: %v", err)
	}
	write(t, "", file, "no JSON")
	if err := ask(); !errors.As(err, &e) || e.Kind != Auth {
		t.Errorf("a file that is none: %v", err)
	}
}

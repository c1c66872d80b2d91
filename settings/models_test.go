//go:build unix

package settings

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEveryKnobOfTheJudgeHasADefaultAndAnEffect names, for each key, what it
// is where nobody set it, a value, and what that makes of the settings.
func TestEveryKnobOfTheJudgeHasADefaultAndAnEffect(t *testing.T) {
	rules := t.TempDir() + "/judge.md"
	must(t, os.WriteFile(rules, []byte("Never on Fridays."), 0o600))
	for _, c := range []struct {
		key, builtIn, json string
		is                 func(*Settings) bool
	}{
		{"backgroundModel", "", `"small"`, func(s *Settings) bool { return s.Models.Background == "small" }},
		{"callSummary", "false", "true", func(s *Settings) bool { return s.Models.Summary }},
		{"classifyAllShell", "false", "true", func(s *Settings) bool { return s.ClassifyShell }},
		{"classifyAskUserQuestion", "true", "false", func(s *Settings) bool { return !s.Models.Questions }},
		{"classifyEdits", "surfaces", `"all"`, func(s *Settings) bool { return s.Models.AllEdits }},
		{"editCap", "0", "500", func(s *Settings) bool { return s.Models.EditCap == 500 }},
		{"editRemoval", "false", "true", func(s *Settings) bool { return s.Models.NoEdits }},
		{"externalPermissions.as", "append", `"replace"`, func(s *Settings) bool { return s.Models.External.Replace }},
		{"externalPermissions.file", "", `"` + rules + `"`, func(s *Settings) bool { return s.Models.External.File == rules }},
		{"failOpen", "false", "true", func(s *Settings) bool { return s.FailOpen }},
		{"gitStatus", "true", "false", func(s *Settings) bool { return !s.Models.Git }},
		{"gitStatusLimit", "2000", "0", func(s *Settings) bool { return s.Models.GitLimit == 0 }},
		{"gitUploads", "true", "false", func(s *Settings) bool { return !s.Models.Uploads }},
		{"judge", "both", `"classifier"`, func(s *Settings) bool { return s.Judge == "classifier" }},
		{"model", "", `"large"`, func(s *Settings) bool { return s.Models.Model == "large" }},
		{"onLimit", "abort", `"ask"`, func(s *Settings) bool { return s.OnLimit == "ask" }},
		{"onUnavailable", "deny", `"ask"`, func(s *Settings) bool { return s.OnUnavailable == "ask" }},
		{"outcomeCodes", "false", "true", func(s *Settings) bool { return s.Models.Outcomes }},
		{"priorAssistantContext", "false", "true", func(s *Settings) bool { return s.Models.Prior }},
		{"severity", "false", "true", func(s *Settings) bool { return s.Models.Severity }},
		{"temperature", "0", "0.25", func(s *Settings) bool { return s.Models.Temperature == 0.25 }},
		{"twoStage", "both", `"fast"`, func(s *Settings) bool { return s.Models.Form == "fast" }},
	} {
		without := load(t, nil)
		if v, ok := without.Value(c.key); !ok || v.Text != c.builtIn || c.is(without) {
			t.Errorf("%s is %q where nobody set it (%v)", c.key, v.Text, ok)
		}
		file := `{"` + c.key + `":` + c.json + `}`
		if outer, inner, two := strings.Cut(c.key, "."); two {
			file = `{"` + outer + `":{"` + inner + `":` + c.json + `}}`
		}
		if s := load(t, map[string]string{User: file}); !c.is(s) {
			t.Errorf("%s does nothing: %+v", file, s.Models)
		}
		if s := load(t, map[string]string{Project: file}); c.is(s) || len(s.Ignored) != 1 {
			t.Errorf("a project sets %s: %+v", c.key, s.Ignored)
		}
		// By a variable, where a command listens to those.
		name := Variable(c.key)
		if (name == "") != (c.key == "failOpen") {
			t.Errorf("%s has the variable %q", c.key, name)
			continue
		}
		flags := FlagsOf(func(n string) (string, bool) { return strings.Trim(c.json, `"`), n == name && name != "" })
		s, err := Load(Sources{Flags: flags, Home: "/home/ann"})
		must(t, err)
		if c.is(s) != (name != "") {
			t.Errorf("%s does nothing", name)
		}
		if v, _ := s.Value(c.key); name != "" && v.Origin.String() != name {
			t.Errorf("%s says it was written in %s", name, v.Origin)
		}
	}
	if Variable("externalPermissions.file") != "AUTOMODE_EXTERNAL_PERMISSIONS_FILE" || Variable("twoStage") != "AUTOMODE_TWO_STAGE" || Variable("permissions.allow") != "" {
		t.Error("variables are called otherwise")
	}
}

func TestProvidersAreTakenInTheirOrder(t *testing.T) {
	s := load(t, map[string]string{User: `{"providers": {
		"mine": {"kind":"anthropic","model":"m1","keyFile":"~/.keys/a","window":100000,"price":{"input":3,"cached":0.3,"written":3.75,"output":15}},
		"local": {"kind":"openai","baseUrl":"http://127.0.0.1:8080/v1","model":"m2","headers":{"X-Team":"core"}},
		"aws": {"kind":"bedrock","model":"m3","region":"eu-west-1"}}}`})
	p := s.Models.Providers
	if len(p) != 3 {
		t.Fatalf("%+v", p)
	}
	for i := range p {
		if p[i].Origin.Line != i+2 {
			t.Errorf("%s stands in %s", p[i].Name, p[i].Origin)
		}
		p[i].Origin = Origin{}
	}
	want := []Provider{
		{Name: "mine", Kind: "anthropic", Model: "m1", KeyFile: "/home/ann/.keys/a", Window: 100000, Price: Price{3, 0.3, 3.75, 15}, Priced: true},
		{Name: "local", Kind: "openai", BaseURL: "http://127.0.0.1:8080/v1", Model: "m2", Headers: []Header{{"X-Team", "core"}}},
		{Name: "aws", Kind: "bedrock", Model: "m3", Region: "eu-west-1"},
	}
	if d := cmp.Diff(want, p); d != "" {
		t.Error(d)
	}
	if v, ok := s.Value("providers.local.headers.X-Team"); !ok || v.Text != "core" {
		t.Errorf("%+v", v)
	}
}

// A user who could give a managed provider another address would be sent its
// key; one whose own provider got a managed address would send theirs.
func TestAProviderIsTakenWholeFromTheStrongestLayer(t *testing.T) {
	layers := map[string]string{
		User:    `{"providers":{"corp":{"kind":"openai","baseUrl":"https://elsewhere.example","model":"theirs","keyCommand":"cat key"},"own":{"kind":"openai","model":"x"}}}`,
		Command: `{"providers":{"corp":{"kind":"anthropic","model":"named"}}}`,
	}
	want, names := "named", "corp own"
	if os.Geteuid() == 0 {
		layers[Managed] = `{"providers":{"corp":{"kind":"anthropic","model":"ours","keyFile":"/etc/key"}}}`
		want = "ours"
	}
	s := load(t, layers)
	var got []string
	for _, p := range s.Models.Providers {
		got = append(got, p.Name)
	}
	c := s.Models.Providers[0]
	if strings.Join(got, " ") != names || c.Model != want || c.BaseURL != "" || c.KeyCommand != "" {
		t.Errorf("%v, %+v", got, c)
	}
	if _, ok := s.Value("providers.corp.baseUrl"); ok {
		t.Error("what does not count is listed")
	}
}

func TestAProviderThatCannotBeMeantIsAnError(t *testing.T) {
	for name, c := range map[string]struct{ provider, says string }{
		"no kind":                {`{"model":"m"}`, "has no kind"},
		"two keys":               {`{"kind":"openai","keyFile":"/k","keyEnv":"K"}`, "several places"},
		"in clear":               {`{"kind":"openai","baseUrl":"http://gpu.example/v1"}`, "in clear"},
		"no address":             {`{"kind":"openai","baseUrl":"localhost:8080"}`, "no address"},
		"a password":             {`{"kind":"openai","baseUrl":"https://u:p@x.example"}`, "no address"},
		"a key file somewhere":   {`{"kind":"openai","keyFile":"keys/a"}`, "no absolute path"},
		"a header in two lines":  {`{"kind":"openai","headers":{"X":"a\nb"}}`, "line end"},
		"vertex without project": {`{"kind":"vertex","region":"r"}`, "wants both"},
		"bedrock without region": {`{"kind":"bedrock"}`, "wants one"},
		"a kind of another's":    {`{"kind":"gpt"}`, "cannot be gpt"},
		"a misspelt key":         {`{"kind":"openai","baseURL":"https://x"}`, "did you mean providers.p.baseUrl?"},
	} {
		_, err := Load(files(t, map[string]string{User: `{"providers":{"p":` + c.provider + `}}`}))
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, file := range []string{`{"providers":{"a b":{"kind":"openai"}}}`, `{"providers":{"":{"kind":"openai"}}}`, `{"providers":[]}`, `{"providers":{"a":"b"}}`,
		`{"repoVisibility":["secret a/b"]}`, `{"repoVisibility":["public"]}`, `{"externalPermissions":{"file":"x.md"}}`, `{"model":"nobody/m"}`} {
		if _, err := Load(files(t, map[string]string{User: file})); err == nil {
			t.Errorf("%s is taken", file)
		}
	}
	for _, url := range []string{"https://x.example/v1", "http://localhost:1/", "http://[::1]:8080", "http://127.0.0.53"} {
		if why := unsafeURL(url); why != "" {
			t.Errorf("%s %s", url, why)
		}
	}
}

func TestAProjectBringsNoProvider(t *testing.T) {
	s := load(t, map[string]string{Project: `{"providers":{"p":{"kind":"openai","baseUrl":"https://evil.example"}},"model":"p"}`})
	if len(s.Models.Providers) != 0 || s.Models.Model != "" || len(s.Ignored) != 2 {
		t.Errorf("%+v %+v", s.Models, s.Ignored)
	}
}

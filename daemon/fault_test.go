package daemon

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"automode/call"
	"automode/gate"
	"automode/internal/fakemodel"
	"automode/judge/remote"
	"automode/judge/static"
	"automode/permission"
	"automode/settings"
	"automode/verdict"
	"automode/world"
)

// asking is an engine whose settings name one provider at that address, and a
// gate before it.
func asking(t *testing.T, more string, urls ...string) (*Engine, *gate.Gate, *gate.Memory) {
	t.Helper()
	dir := t.TempDir()
	var list []string
	for i, url := range urls {
		list = append(list, `"p`+string(rune('0'+i))+`":{"kind":"anthropic","model":"claude-haiku-4-5","baseUrl":"`+url+`","keyFile":"`+dir+`/key"}`)
	}
	file := filepath.Join(dir, "settings.json")
	for name, text := range map[string]string{"key": "k-1\n", "settings.json": `{` + more + `"providers":{` + strings.Join(list, ",") + `}}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e := &Engine{Sources: settings.Sources{User: file}, Facts: func() world.Facts { return world.Nothing{} }}
	store := &gate.Memory{}
	g := &gate.Gate{Store: store, Log: gate.Discard{}, Static: static.Judge{}, Judge: &remote.Judge{Ask: func(ctx context.Context, q remote.Question) (*remote.Answer, error) {
		return remote.AnswerOf(e.Decide(ctx, q)), nil
	}}}
	return e, g, store
}

func unknown(t *testing.T, ctx context.Context, g *gate.Gate) verdict.Decision {
	t.Helper()
	in, _ := json.Marshal(map[string]string{"command": "frobnicate --all"})
	return g.Decide(ctx, gate.Request{Call: call.Call{Host: "claude-code", Tool: "Bash", Input: in, Dir: "/srv/app"},
		Session: gate.Session{ID: "s", Mode: permission.Auto}, Place: world.Place{Roots: []string{"/srv/app"}}, Facts: world.Nothing{}})
}

// codes are what becomes of a call by what goes wrong with the provider.
var codes = map[string]verdict.Code{
	"DNS failure": verdict.CodeUnreachable, "refused": verdict.CodeUnreachable, "TLS of nobody": verdict.CodeUnreachable, "no TLS": verdict.CodeUnreachable,
	string(fakemodel.SlowHeaders): verdict.CodeJudgeTimeout, string(fakemodel.SlowBody): verdict.CodeJudgeTimeout, string(fakemodel.CutEarly): verdict.CodeUnreachable,
	"400 too long": verdict.CodeOverContext, "413": verdict.CodeOverContext, "400": verdict.CodeRequest, "404 model": verdict.CodeRequest,
	"401": verdict.CodeCredentials, "403": verdict.CodeCredentials, "408": verdict.CodeJudgeTimeout, "504": verdict.CodeJudgeTimeout,
	"429": verdict.CodeBusy, "429 with Retry-After": verdict.CodeBusy, "503": verdict.CodeBusy, "529": verdict.CodeBusy,
	"refusal": verdict.CodeRefused, "cut at its tokens": verdict.CodeUnparsable, "two blocks": verdict.CodeUnparsable,
	"500": verdict.CodeJudgeError,
}

func TestWhateverFailsAtTheProviderIsNoAllow(t *testing.T) {
	for _, trouble := range fakemodel.Troubles() {
		t.Run(trouble.Name, func(t *testing.T) {
			t.Parallel()
			base, srv, err := trouble.Start()
			if err != nil {
				t.Fatal(err)
			}
			defer srv.Close()
			_, g, store := asking(t, "", base)
			within := 20 * time.Second
			if strings.Contains(strings.ToLower(trouble.Name), "slow") {
				within = 300 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), within)
			defer cancel()
			d := unknown(t, ctx, g)
			if d.Behavior == verdict.Allow || d.Layer != verdict.LayerClassifier {
				t.Fatalf("%v by %s (%s): %s", d.Behavior, d.Layer, d.Code, d.Reason)
			}
			if want, ok := codes[trouble.Name]; ok && d.Code != want {
				t.Errorf("%s, want %s: %s", d.Code, want, d.Reason)
			}
			l, err := store.Load(t.Context(), "s")
			if err != nil {
				t.Fatal(err)
			}
			counted := d.Code != verdict.CodeOverContext
			if (l.Silent == 1) != counted || l.Total != 0 || len(l.Slots) != 0 {
				t.Errorf("%s: silent %d, blocks %d, slots %d", d.Code, l.Silent, l.Total, len(l.Slots))
			}
		})
	}
}

func scripted(t *testing.T, answers ...string) *fakemodel.Server {
	t.Helper()
	var steps []fakemodel.Step
	for _, a := range answers {
		steps = append(steps, fakemodel.Text(a))
	}
	srv, err := fakemodel.Start(fakemodel.Script{Classifier: steps})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Close)
	return srv
}

func TestAnswersThatAreNoneEndInADenial(t *testing.T) {
	for name, answers := range map[string][]string{
		"stage 1 yes and stage 2 unparsable": {"<block>yes", "I think so"},
		"both unparsable":                    {"hm", "hm"},
	} {
		srv := scripted(t, answers...)
		_, g, _ := asking(t, "", srv.URL)
		if d := unknown(t, t.Context(), g); d.Behavior != verdict.Deny || d.Code != verdict.CodeUnparsable || len(srv.Requests()) != 2 {
			t.Errorf("%s: %v (%s) after %d requests", name, d.Behavior, d.Code, len(srv.Requests()))
		}
	}
	srv := scripted(t, "hm", "<thinking>fine</thinking><block>no</block>")
	_, g, _ := asking(t, "", srv.URL)
	if d := unknown(t, t.Context(), g); d.Behavior != verdict.Allow || len(srv.Requests()) != 2 {
		t.Errorf("stage 1 unparsable: %v (%s) after %d requests", d.Behavior, d.Code, len(srv.Requests()))
	}
}

func TestAllProvidersDownAndTheBreakerOpen(t *testing.T) {
	down := func() string {
		srv, err := fakemodel.Start(fakemodel.Script{Every: &fakemodel.Step{Error: 500}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(srv.Close)
		return srv.URL
	}
	e, g, store := asking(t, "", down(), down())
	for range 3 {
		unknown(t, t.Context(), g)
	}
	l, _ := store.Load(t.Context(), "s")
	if l.Silent != 3 {
		t.Errorf("silent %d", l.Silent)
	}
	if f := e.Figures(); len(f.Paused) != 2 || f.Silent != 3 {
		t.Errorf("%+v", f)
	}
	v := e.Decide(t.Context(), remote.Question{Call: call.Call{Tool: "Bash", Input: json.RawMessage(`{"command":"x"}`)}})
	if v.Outcome != verdict.Unavailable || v.Trouble != verdict.TroublePaused {
		t.Errorf("%+v", v)
	}
}

func TestTheNextProviderIsAskedAndTheRecordSaysSo(t *testing.T) {
	bad, err := fakemodel.Start(fakemodel.Script{Every: &fakemodel.Step{Error: 529}})
	if err != nil {
		t.Fatal(err)
	}
	defer bad.Close()
	good := scripted(t, "<block>no")
	e, g, _ := asking(t, "", bad.URL, good.URL)
	if d := unknown(t, t.Context(), g); d.Behavior != verdict.Allow || d.Code != verdict.CodeJudged {
		t.Errorf("%v (%s): %s", d.Behavior, d.Code, d.Reason)
	}
	if f := e.Figures(); f.Allowed != 1 || f.Asked != 1 {
		t.Errorf("%+v", f)
	}
}

func TestSettingsThatCannotBeReadAskNobody(t *testing.T) {
	for name, file := range map[string]string{"broken": `{`, "no provider": `{}`, "no model": `{"providers":{"p":{"kind":"anthropic"}}}`,
		"a key of the environment": `{"providers":{"p":{"kind":"anthropic","model":"m","keyEnv":"K"}}}`} {
		path := filepath.Join(t.TempDir(), "s.json")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		e := &Engine{Sources: settings.Sources{User: path}}
		if v := e.Decide(t.Context(), remote.Question{}); v.Outcome != verdict.Unavailable || v.Trouble != verdict.TroubleSettings || v.Cause == "" {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

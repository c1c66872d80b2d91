//go:build e2e

package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"automode/host/opencode"
	"automode/internal/fakemodel"
	"automode/record"
	"automode/settings"
	"automode/verdict"
)

// agent is another host's client: where it comes from, how it is gated, and how
// it is run once without a person.
type agent struct {
	host    string // as automode-hook knows it
	pkg     string // npm package
	version string
	program string // in node_modules/.bin
	// gate writes the client's own settings, with line as what a hook runs. It
	// puts EVENT in place of an event's name where the line must say it.
	gate func(home, line, model string) error
	args []string // PROMPT stands for the prompt
	env  []string // {URL} stands for the model's address
}

var agents = []agent{
	{host: "codex", pkg: "@openai/codex", version: "0.171.0", program: "codex", gate: gateCodex,
		args: []string{"exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "-s", "workspace-write", "PROMPT"}, env: []string{"FAKE_KEY=x"}},
	{host: "copilot", pkg: "@github/copilot", version: "1.0.102", program: "copilot", gate: gateCopilot, args: []string{"-p", "PROMPT"},
		env: []string{"COPILOT_OFFLINE=true", "COPILOT_AUTO_UPDATE=false", "COPILOT_PROVIDER_BASE_URL={URL}/v1", "COPILOT_PROVIDER_API_KEY=x", "COPILOT_MODEL=fake-model"}},
	{host: "gemini", pkg: "@google/gemini-cli", version: "0.61.0", program: "gemini", gate: gateGemini,
		args: []string{"-m", "gemini-2.5-flash", "--yolo", "--skip-trust", "-p", "PROMPT"}, env: []string{"GEMINI_API_KEY=x", "GOOGLE_GEMINI_BASE_URL={URL}"}},
	{host: "qwen", pkg: "@qwen-code/qwen-code", version: "0.24.4", program: "qwen", gate: gateQwen,
		args: []string{"--yolo", "-p", "PROMPT"}, env: []string{"OPENAI_API_KEY=x", "OPENAI_BASE_URL={URL}/v1", "OPENAI_MODEL=fake-model"}},
	{host: "opencode", pkg: "opencode-ai", version: "1.18.33", program: "opencode", gate: gateOpencode, args: []string{"run", "--auto", "--title", "t", "PROMPT"}},
}

func writeFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

func gateCodex(home, line, model string) error {
	s := fmt.Sprintf("model = \"fake-model\"\nmodel_provider = \"fake\"\n[model_providers.fake]\nname = \"fake\"\nbase_url = \"%s/v1\"\nwire_api = \"responses\"\nenv_key = \"FAKE_KEY\"\n[analytics]\nenabled = false\n", model)
	for _, e := range []string{"PreToolUse", "PermissionRequest", "PostToolUse", "UserPromptSubmit", "SessionStart", "Stop"} {
		s += fmt.Sprintf("[[hooks.%s]]\n[[hooks.%s.hooks]]\ntype = \"command\"\ncommand = '''%s'''\ntimeout = 30\n", e, e, line)
	}
	return writeFile(filepath.Join(home, ".codex", "config.toml"), s)
}

func gateCopilot(home, line, _ string) error {
	hooks := map[string]any{}
	for _, e := range []string{"preToolUse", "permissionRequest", "postToolUse", "userPromptSubmitted", "sessionStart", "sessionEnd"} {
		hooks[e] = []any{map[string]any{"type": "command", "bash": strings.ReplaceAll(line, "EVENT", "--event "+e), "timeoutSec": 30}}
	}
	b, _ := json.Marshal(map[string]any{"version": 1, "hooks": hooks})
	return writeFile(filepath.Join(home, ".copilot", "hooks", "automode.json"), string(b))
}

// likeGemini are the settings of Gemini CLI and of what came of it.
func likeGemini(home, folder, auth, line string, more map[string]any, events ...string) error {
	hooks := map[string]any{}
	for _, e := range events {
		hooks[e] = []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "name": "automode", "command": line, "timeout": 30000}}}}
	}
	s := map[string]any{"security": map[string]any{"auth": map[string]any{"selectedType": auth}, "folderTrust": map[string]any{"enabled": false}},
		"general": map[string]any{"disableAutoUpdate": true, "enableAutoUpdate": false}, "privacy": map[string]any{"usageStatisticsEnabled": false},
		"telemetry": map[string]any{"enabled": false}, "hooks": hooks}
	for k, v := range more {
		s[k] = v
	}
	b, _ := json.Marshal(s)
	return writeFile(filepath.Join(home, folder, "settings.json"), string(b))
}

func gateGemini(home, line, _ string) error {
	return likeGemini(home, ".gemini", "gemini-api-key", line, map[string]any{"hooksConfig": map[string]any{"enabled": true}},
		"BeforeTool", "AfterTool", "BeforeAgent", "SessionStart", "SessionEnd")
}

func gateQwen(home, line, _ string) error {
	return likeGemini(home, ".qwen", "openai", line, map[string]any{"$version": 4}, "PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "Stop")
}

func gateOpencode(home, line, model string) error {
	words, _ := json.Marshal([]string{"/bin/sh", "-c", line})
	plugin := strings.NewReplacer("__HOOK__", string(words), "__WAIT__", "30000").Replace(opencode.Plugin)
	if err := writeFile(filepath.Join(home, ".config", "opencode", "plugin", "automode.js"), plugin); err != nil {
		return err
	}
	b, _ := json.Marshal(map[string]any{"autoupdate": false, "share": "disabled", "model": "fake/fake-model", "small_model": "fake/fake-model",
		"provider": map[string]any{"fake": map[string]any{"npm": "@ai-sdk/openai-compatible", "name": "Fake",
			"options": map[string]any{"baseURL": model + "/v1", "apiKey": "dummy"}, "models": map[string]any{"fake-model": map[string]any{"name": "Fake"}}}},
		"permission": map[string]any{"bash": "ask", "edit": "ask"}})
	return writeFile(filepath.Join(home, ".config", "opencode", "opencode.json"), string(b))
}

var installing sync.Mutex

// driven counts the sessions of each agent.
var driven [8]atomic.Int64

// installed gives the client's program, installed by npm into the cache folder.
func (a *agent) installed(t *testing.T) string {
	t.Helper()
	cache := os.Getenv("AUTOMODE_E2E_CACHE")
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			t.Fatal(err)
		}
		cache = filepath.Join(user, "automode-e2e")
	}
	dir := filepath.Join(cache, a.host+"-"+a.version)
	program := filepath.Join(dir, "node_modules", ".bin", a.program)
	done := filepath.Join(dir, "installed")
	installing.Lock()
	defer installing.Unlock()
	if _, err := os.Stat(done); err == nil {
		return program
	}
	if err := writeFile(filepath.Join(dir, "package.json"), `{"private":true}`); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("npm", "install", "--no-fund", "--no-audit", "-E", a.pkg+"@"+a.version)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("npm: %v\n%s", err, out)
	}
	if err := os.WriteFile(done, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return program
}

// show is a fresh machine for one run of an agent.
type show struct {
	t                     *testing.T
	a                     agent
	home, project, config string
	model                 *fakemodel.Server
	line                  string // what a hook runs
}

func newShow(t *testing.T, a agent, s fakemodel.Script) *show {
	t.Helper()
	root := folder(t)
	w := &show{t: t, a: a, home: filepath.Join(root, "home"), project: filepath.Join(root, "app"), config: filepath.Join(root, "gate")}
	for _, d := range []string{w.home, w.project, w.config} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"config", "user.email", "dev@example.com"}, {"config", "user.name", "Dev"}, {"commit", "-q", "--allow-empty", "-m", "first"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = w.project
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	srv, err := fakemodel.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Close)
	w.model = srv
	w.line = wrapped(filepath.Join(bin, "automode-hook"), w.config, a.host)
	return w
}

// wrapped is the installed line: what is no answer of the gate's is a denial.
func wrapped(hook, config, host string) string {
	return fmt.Sprintf(`%s --config %s --timeout 30 EVENT %s; rc=$?; case $rc in 0|2) exit $rc;; *) echo "auto mode gate unavailable: run automode doctor" >&2; exit 2;; esac`, hook, config, host)
}

// run runs the client once.
func (w *show) run() string {
	w.t.Helper()
	for i := range agents {
		if agents[i].host == w.a.host {
			driven[i].Add(1)
		}
	}
	line := w.line
	if w.a.host != "copilot" {
		line = strings.ReplaceAll(line, " EVENT", "")
	}
	if err := w.a.gate(w.home, line, w.model.URL); err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 120*time.Second)
	defer cancel()
	args := make([]string, len(w.a.args))
	for i, s := range w.a.args {
		args[i] = strings.ReplaceAll(s, "PROMPT", "please run the thing")
	}
	cmd := exec.CommandContext(ctx, w.a.installed(w.t), args...)
	cmd.Dir = w.project
	cmd.Env = []string{"HOME=" + w.home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "GIT_CONFIG_GLOBAL=/dev/null"}
	for _, e := range w.a.env {
		cmd.Env = append(cmd.Env, strings.ReplaceAll(e, "{URL}", w.model.URL))
	}
	cmd.WaitDelay = 5 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.Run()
	if ctx.Err() != nil {
		w.t.Fatalf("%s did not end\n%s", w.a.host, out.String())
	}
	return out.String()
}

func (w *show) has(name string) bool {
	_, err := os.Lstat(filepath.Join(w.project, name))
	return err == nil
}

// told is everything that the model was told.
func (w *show) told() string {
	var b strings.Builder
	for _, r := range w.model.Requests() {
		b.Write(r.Raw)
	}
	return b.String()
}

// decided are the gate's decisions on calls of that sort, newest last.
func (w *show) decided() (out []verdict.Decision) {
	w.t.Helper()
	log, err := record.Open(settings.FoldersOf(w.config, "").Log)
	if err != nil {
		w.t.Fatal(err)
	}
	for e, err := range log.Entries() {
		if err != nil {
			w.t.Fatal(err)
		}
		if e.Decision != nil {
			out = append(out, e.Decision.Decision)
		}
	}
	return out
}

// everyAgent runs a test with each client.
func everyAgent(t *testing.T, test func(*testing.T, agent)) {
	for _, a := range agents {
		t.Run(a.host+"-"+a.version, func(t *testing.T) { test(t, a) })
	}
}

func TestHostsRunWhatIsAllowedAndStopWhatIsDenied(t *testing.T) {
	everyAgent(t, func(t *testing.T, a agent) {
		w := newShow(t, a, fakemodel.Script{Steps: []fakemodel.Step{
			fakemodel.Shell("echo hello > made.txt && cat made.txt"),
			fakemodel.Shell("echo x > kept.txt && rm -rf / --no-preserve-root"),
			fakemodel.Text("done")}})
		out := w.run()
		if !w.has("made.txt") {
			t.Errorf("what was allowed did not run\n%s", out)
		}
		if w.has("kept.txt") {
			t.Error("what was denied ran")
		}
		if ds := w.decided(); len(ds) < 2 || ds[0].Behavior != verdict.Allow || ds[len(ds)-1].Behavior == verdict.Allow {
			t.Errorf("decided: %+v\n%s", ds, out)
		}
		if !strings.Contains(w.told(), "automode denied this call") {
			t.Errorf("the model was not told why\n%s", out)
		}
	})
}

func TestHostsWithoutAPersonDenyWhatWouldBeAsked(t *testing.T) {
	everyAgent(t, func(t *testing.T, a agent) {
		w := newShow(t, a, fakemodel.Script{Steps: []fakemodel.Step{fakemodel.Shell("touch asked.txt; frobnicate --all"), fakemodel.Text("done")}})
		out := w.run()
		if w.has("asked.txt") {
			t.Errorf("it ran\n%s", out)
		}
		if ds := w.decided(); len(ds) == 0 || ds[0].Behavior == verdict.Allow {
			t.Errorf("decided: %+v\n%s", ds, out)
		}
	})
}

func TestHostsStopWhenTheGateIsGone(t *testing.T) {
	everyAgent(t, func(t *testing.T, a agent) {
		w := newShow(t, a, fakemodel.Script{Steps: []fakemodel.Step{fakemodel.Shell("touch made.txt"), fakemodel.Text("done")}})
		w.line = wrapped(filepath.Join(w.config, "no-such-program"), w.config, a.host)
		if out := w.run(); w.has("made.txt") {
			t.Errorf("it ran without a gate\n%s", out)
		}
	})
}

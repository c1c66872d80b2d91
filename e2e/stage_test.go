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
	"testing"
	"time"

	"automode/gate"
	"automode/host/claudecode/setup"
	"automode/internal/fakemodel"
	"automode/record"
	"automode/settings"
)

// stage is a fresh machine for one session: a home, a project, the gate's
// folder and a model.
type stage struct {
	t       *testing.T
	home    string
	project string
	config  string // the gate's
	plan    setup.Plan
	model   *fakemodel.Server
	client  *client
	env     []string // further environment of the client
}

// key is no key: the model behind it takes any.
const key = "sk-ant-dummy-000000000000000000"

// newStage sets a stage with that script for the newest client.
func newStage(t *testing.T, s fakemodel.Script) *stage {
	t.Helper()
	return newStageOf(t, newest(), s)
}

// newStageOf sets a stage with that script for a client.
func newStageOf(t *testing.T, c *client, s fakemodel.Script) *stage {
	t.Helper()
	t.Parallel()
	root := folder(t)
	st := &stage{t: t, client: c, home: filepath.Join(root, "home"), project: filepath.Join(root, "app"), config: filepath.Join(root, "gate")}
	for _, dir := range []string{filepath.Join(st.home, ".claude"), st.project} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(st.config, 0o700); err != nil {
		t.Fatal(err)
	}
	st.plan = setup.Plan{Hook: filepath.Join(bin, "automode-hook"), Config: st.config}
	st.git("init", "-q", "-b", "main")
	st.git("config", "user.email", "dev@example.com")
	st.git("config", "user.name", "Dev")
	st.write("README.md", "# App\n")
	st.git("add", ".")
	st.git("commit", "-qm", "first")
	srv, err := fakemodel.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(srv.Close)
	st.model = srv
	st.seed()
	return st
}

// folder makes a folder for a test. What a client leaves running may still
// write into it when the test is over, so its removal is tried for a while.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "automode-stage-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for range 50 {
			if os.RemoveAll(dir) == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Errorf("%s cannot be removed", dir)
	})
	return dir
}

func (s *stage) git(args ...string) {
	s.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = s.project
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// write writes a file of the project.
func (s *stage) write(name, text string) {
	s.t.Helper()
	p := filepath.Join(s.project, name)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o755); err != nil {
		s.t.Fatal(err)
	}
}

// has tells whether the project has a file.
func (s *stage) has(name string) bool {
	_, err := os.Lstat(filepath.Join(s.project, name))
	return err == nil
}

// seed writes what the client wants to have been asked once.
func (s *stage) seed() {
	s.t.Helper()
	s.json(filepath.Join(s.home, ".claude.json"), map[string]any{
		"hasCompletedOnboarding": true,
		"theme":                  "dark",
		"customApiKeyResponses":  map[string]any{"approved": []string{key[len(key)-20:]}, "rejected": []string{}},
		"projects":               map[string]any{s.project: map[string]any{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}},
	})
}

func (s *stage) json(path string, v any) {
	s.t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// install puts the gate into the user's own settings, as `automode install`
// does.
func (s *stage) install() {
	s.t.Helper()
	c, err := s.plan.Install(filepath.Join(s.home, ".claude", "settings.json"))
	if err == nil {
		err = c.Do()
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// holding writes the settings file that is given to the client on its command
// line, which a project cannot outvote.
func (s *stage) holding() string {
	s.t.Helper()
	b, err := s.plan.Holding()
	if err != nil {
		s.t.Fatal(err)
	}
	p := filepath.Join(s.config, "claude-hooks.json")
	if err := os.WriteFile(p, b, 0o600); err != nil {
		s.t.Fatal(err)
	}
	return p
}

// environ is the client's whole environment.
func (s *stage) environ() []string {
	return append([]string{
		"HOME=" + s.home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8",
		"ANTHROPIC_BASE_URL=" + s.model.URL, "ANTHROPIC_API_KEY=" + key,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1",
		"GIT_CONFIG_GLOBAL=/dev/null",
		"IS_SANDBOX=1", // lets root use bypassPermissions
	}, s.env...)
}

// automode runs our own program as the person would, in a terminal of theirs
// in the project, and gives what it wrote and its exit code.
func (s *stage) automode(args ...string) (out string, code int) {
	s.t.Helper()
	cmd := exec.Command(filepath.Join(bin, "automode"), append([]string{"--config", s.config}, args...)...)
	cmd.Dir = s.project
	cmd.Env = append(s.environ(), "NO_COLOR=1")
	text, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		s.t.Fatal(err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// outcome is what a headless run came to.
type outcome struct {
	Result   string `json:"result"`
	IsError  bool   `json:"is_error"`
	Session  string `json:"session_id"`
	Terminal string `json:"terminal_reason"`
	Denials  []struct {
		Tool string `json:"tool_name"`
		ID   string `json:"tool_use_id"`
	} `json:"permission_denials"`
	exit   int
	stdout string
	stderr string
}

// headless runs one prompt without a person.
func (s *stage) headless(prompt string, args ...string) outcome {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	defer cancel()
	s.client.driven.Add(1)
	cmd := exec.CommandContext(ctx, s.client.native, append([]string{"-p", prompt, "--output-format", "json"}, args...)...)
	cmd.Dir = s.project
	cmd.Env = s.environ()
	cmd.WaitDelay = 5 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	o := outcome{stdout: stdout.String(), stderr: stderr.String(), exit: cmd.ProcessState.ExitCode()}
	if ctx.Err() != nil {
		s.t.Fatalf("the client did not end: %v\n%s%s", err, o.stdout, o.stderr)
	}
	if json.Unmarshal(stdout.Bytes(), &o) != nil && o.exit == 0 {
		s.t.Fatalf("the client's result is no JSON\n%s%s", o.stdout, o.stderr)
	}
	return o
}

// told gives what the model was told of its calls, in order.
func (s *stage) told() []fakemodel.Result {
	var out []fakemodel.Result
	seen := map[string]bool{}
	for _, r := range s.model.Requests(fakemodel.Main) {
		for _, res := range r.Body.Results() {
			if !seen[res.ID] {
				seen[res.ID] = true
				out = append(out, res)
			}
		}
	}
	return out
}

// log reads the decisions in the gate's log.
func (s *stage) log() []gate.Record {
	s.t.Helper()
	out, _ := s.entries()
	return out
}

// events reads what else the log holds.
func (s *stage) events() []record.Event {
	s.t.Helper()
	_, out := s.entries()
	return out
}

func (s *stage) entries() (decisions []gate.Record, events []record.Event) {
	s.t.Helper()
	log, err := record.Open(settings.FoldersOf(s.config, "").Log)
	if err != nil {
		s.t.Fatal(err)
	}
	for e, err := range log.Entries() {
		if err != nil {
			s.t.Fatal(err)
		}
		if e.Decision != nil {
			decisions = append(decisions, *e.Decision)
		}
		if e.Event != nil {
			events = append(events, *e.Event)
		}
	}
	return decisions, events
}

// short is a form of the log that reads at a glance.
func short(rs []gate.Record) string {
	var out []string
	for _, r := range rs {
		out = append(out, fmt.Sprintf("%s %v %s %s (%s)", r.Tool, r.Decision.Behavior, r.Decision.Layer, r.Decision.Code, r.Decision.Reason))
	}
	return strings.Join(out, "; ")
}

//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"automode/host/claudecode/setup"
)

// The clients under test are those that doctor calls tested, the first one in
// every test. Contracts move: a new version is observed before it is put there.
var (
	clients = map[string]*client{} // by version
	bin     string                 // folder of our binaries
)

// client is one version of the client.
type client struct {
	version string
	native  string // its native binary
	driven  atomic.Int64
}

// newest is the client of tests that name none.
func newest() *client { return clients[setup.Tested[0]] }

// everyClient runs a test with each version of the client.
func everyClient(t *testing.T, test func(*testing.T, *client)) {
	t.Parallel()
	for _, v := range setup.Tested {
		t.Run(v, func(t *testing.T) { test(t, clients[v]) })
	}
}

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "automode-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	for _, v := range setup.Tested {
		native, err := install(v)
		if err != nil {
			fmt.Fprintf(os.Stderr, "installing Claude Code %s: %v\n", v, err)
			return 1
		}
		clients[v] = &client{version: v, native: native}
	}
	if bin, err = build(dir); err != nil {
		fmt.Fprintln(os.Stderr, "building:", err)
		return 1
	}
	code := m.Run()
	exec.Command("tmux", "-L", socket, "kill-server").Run()
	for _, v := range setup.Tested {
		fmt.Printf("drove Claude Code %s: %d sessions\n", v, clients[v].driven.Load())
	}
	for i := range agents {
		fmt.Printf("drove %s %s: %d sessions\n", agents[i].host, agents[i].version, driven[i].Load())
	}
	return code
}

// install makes sure that the client of a version is in the cache folder, and
// gives its native binary.
func install(want string) (string, error) {
	cache := os.Getenv("AUTOMODE_E2E_CACHE")
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		cache = filepath.Join(user, "automode-e2e")
	}
	dir := filepath.Join(cache, "claude-code-"+want)
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	native := filepath.Join(dir, "node_modules", "@anthropic-ai", "claude-code-"+runtime.GOOS+"-"+arch, "claude")
	if version(native) == want {
		return native, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	// An exact version: without it npm takes an older one where Node is old.
	cmd := exec.Command("npm", "install", "--no-fund", "--no-audit", "-E", "@anthropic-ai/claude-code@"+want)
	cmd.Dir = dir
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"private":true}`), 0o644); err != nil {
		return "", err
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm: %w\n%s", err, out)
	}
	if v := version(native); v != want {
		return "", fmt.Errorf("%s says it is %q, not %s", native, v, want)
	}
	return native, nil
}

// version asks a client for its version.
func version(native string) string {
	cmd := exec.Command(native, "--version")
	cmd.Env = []string{"HOME=" + os.TempDir(), "DISABLE_AUTOUPDATER=1"}
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	v, _, _ := strings.Cut(string(out), " ")
	return strings.TrimSpace(v)
}

// build builds our binaries as they are shipped.
func build(dir string) (string, error) {
	out := filepath.Join(dir, "bin")
	if err := os.MkdirAll(out, 0o755); err != nil {
		return "", err
	}
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out+"/", "./cmd/...")
	cmd.Dir = ".."
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, text)
	}
	return out, nil
}

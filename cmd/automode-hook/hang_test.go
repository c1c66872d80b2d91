//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"automode/record"
)

// program is the test binary as automode-hook: testscript's Main runs what
// argv[0] names.
func program(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "automode-hook")
	if err := os.Symlink(exe, link); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(link, args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=/nowhere"}
	return cmd
}

// call is a PreToolUse event.
func call(session, id, tool string, input map[string]any) []byte {
	b, _ := json.Marshal(map[string]any{"session_id": session, "transcript_path": "/nowhere/s.jsonl", "cwd": "/srv/app",
		"permission_mode": "default", "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": input, "tool_use_id": id})
	return b
}

// decision is what the host was told: "allow", "deny", "ask", "exit 2", ...
func decision(t testing.TB, stdout []byte, err error) string {
	t.Helper()
	if exit, ok := err.(*exec.ExitError); ok {
		return fmt.Sprintf("exit %d", exit.ExitCode())
	}
	var out struct {
		Specific struct {
			Decision string `json:"permissionDecision"`
		} `json:"hookSpecificOutput"`
	}
	if json.Unmarshal(stdout, &out) != nil {
		t.Errorf("the answer is %q", stdout)
	}
	return out.Specific.Decision
}

func TestWatchdogAnswersWhateverHangs(t *testing.T) {
	for name, hang := range map[string]func(t *testing.T, cmd *exec.Cmd) (release func()){
		"input that never comes": func(t *testing.T, cmd *exec.Cmd) func() {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			cmd.Stdin = r
			return func() { r.Close(); w.Close() }
		},
		"input that never ends": func(t *testing.T, cmd *exec.Cmd) func() {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			w.Write(call("s", "t", "Bash", map[string]any{"command": "ls"}))
			cmd.Stdin = r
			return func() { r.Close(); w.Close() }
		},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := program(t, "--config", t.TempDir(), "--timeout", "1", "claude-code")
			defer hang(t, cmd)()
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			start := time.Now()
			err := cmd.Run()
			took := time.Since(start)
			if got := decision(t, stdout.Bytes(), err); got != "exit 2" || took < 500*time.Millisecond || took > 5*time.Second {
				t.Errorf("%s after %v", got, took)
			}
			if !strings.Contains(stdout.String(), `"permissionDecision":"deny"`) || strings.Count(stderr.String(), "\n") != 1 || !strings.Contains(stderr.String(), "too long") {
				t.Errorf("it said %q, %q", stdout.String(), stderr.String())
			}
		})
	}
}

func TestWatchdogEndsAProcessThatNobodyHears(t *testing.T) {
	cmd := program(t, "--config", t.TempDir(), "--timeout", "1", "claude-code")
	r, w, err := os.Pipe() // full, and never read
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	fd := int(w.Fd())
	if err := syscall.SetNonblock(fd, true); err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := syscall.Write(fd, make([]byte, 4096)); err != nil {
			break
		}
	}
	if err := syscall.SetNonblock(fd, false); err != nil {
		t.Fatal(err)
	}
	cmd.Stdin, cmd.Stdout = bytes.NewReader(call("s", "t", "Bash", map[string]any{"command": "ls"})), w
	start := time.Now()
	err = cmd.Run()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 2 || time.Since(start) > 6*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

func TestOversizedEventIsDenied(t *testing.T) {
	cmd := program(t, "--config", t.TempDir(), "claude-code")
	cmd.Stdin = io.MultiReader(strings.NewReader(`{"session_id":"`), bytes.NewReader(bytes.Repeat([]byte("x"), 20<<20)))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if got := decision(t, out, err); got != "exit 2" || !strings.Contains(string(out), `"deny"`) || strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("%s: %q %q", got, out, stderr.String())
	}
}

func TestFullDiskIsDeniedAndNothingIsLost(t *testing.T) {
	dir := t.TempDir()
	run := func(limit string) (string, string) {
		cmd := program(t)
		cmd.Args = []string{"sh", "-c", "ulimit -f " + limit + "; exec \"$0\" --config \"$1\" claude-code", cmd.Path, dir}
		cmd.Path = "/bin/sh"
		cmd.Stdin = bytes.NewReader(call("s", "t"+limit, "Bash", map[string]any{"command": "ls"}))
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		return decision(t, out, err), stderr.String()
	}
	if got, _ := run("unlimited"); got != "allow" {
		t.Fatalf("with room: %s", got)
	}
	before, _ := os.ReadFile(dir + "/log/decisions.jsonl")
	if got, says := run("0"); got != "exit 2" || strings.Count(says, "\n") != 1 || !strings.Contains(says, "doctor") {
		t.Errorf("without: %s, %q", got, says)
	}
	after, _ := os.ReadFile(dir + "/log/decisions.jsonl")
	if !bytes.HasPrefix(after, before) {
		t.Error("the log lost lines")
	}
	if got, _ := run("unlimited"); got != "allow" {
		t.Errorf("with room again: %s", got)
	}
}

func TestReadOnlyHomeIsDenied(t *testing.T) {
	base := t.TempDir()
	if err := os.Chmod(base, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(base, 0o755)
	cmd := program(t, "--config", base+"/automode", "claude-code")
	if os.Geteuid() == 0 {
		// Root can write anywhere, so somebody else runs it.
		exe, _ := os.Executable()
		copyTo := filepath.Join(os.TempDir(), fmt.Sprintf("automode-hook-%d", os.Getpid()), "automode-hook")
		if err := os.MkdirAll(filepath.Dir(copyTo), 0o755); err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(filepath.Dir(copyTo))
		b, err := os.ReadFile(exe)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(copyTo, b, 0o755); err != nil {
			t.Fatal(err)
		}
		cmd.Path, cmd.Args[0], cmd.Dir = copyTo, copyTo, "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		for d := base; d != "/tmp" && d != "/"; d = filepath.Dir(d) {
			os.Chmod(d, 0o555)
		}
		defer os.Chmod(filepath.Dir(base), 0o755)
	}
	cmd.Stdin = bytes.NewReader(call("s", "t", "Bash", map[string]any{"command": "ls"}))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if got := decision(t, out, err); got != "exit 2" || !strings.Contains(string(out), `"deny"`) || strings.Count(stderr.String(), "\n") != 1 ||
		!strings.Contains(stderr.String(), "permission denied") || !strings.Contains(stderr.String(), "doctor") {
		t.Errorf("%s: %q %q", got, out, stderr.String())
	}
}

func TestObserveSaysNothing(t *testing.T) {
	dir := t.TempDir()
	for _, input := range [][]byte{call("s", "t", "Bash", map[string]any{"command": "rm -rf /"}), []byte("{"), nil} {
		cmd := program(t, "--config", dir, "--observe", "claude-code")
		cmd.Stdin = bytes.NewReader(input)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%q, %v", out, err)
		}
	}
	l, err := record.Open(dir + "/log")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for e := range l.Entries() {
		if e.Decision != nil && e.Decision.Decision.Behavior.String() != "allow" || e.Event != nil {
			n++
		}
	}
	if n != 3 {
		t.Errorf("%d lines", n)
	}
}

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// fakeHost plays a host: it reads one JSON object a line from standard input,
// {"how":"socket|pipe|tool","event":{..}} hands it to the hook, and prints the
// hook's answer, a line each.
func fakeHost() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var step struct {
			How   string
			Event json.RawMessage
		}
		if err := json.Unmarshal(in.Bytes(), &step); err != nil {
			panic(err)
		}
		cmd := exec.Command("sh", "-c", `"$0" --config "$1" claude-code; rc=$?; exit $rc`, os.Getenv("HOOK"), os.Getenv("CONFIG"))
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		switch step.How {
		case "socket": // as the host does
			fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
			if err != nil {
				panic(err)
			}
			ours, theirs := os.NewFile(uintptr(fds[0]), "ours"), os.NewFile(uintptr(fds[1]), "theirs")
			cmd.Stdin = theirs
			if err := cmd.Start(); err != nil {
				panic(err)
			}
			theirs.Close()
			ours.Write(step.Event)
			ours.Close()
			cmd.Wait()
		case "pipe": // as a tool's child can
			cmd.Stdin = bytes.NewReader(step.Event)
			cmd.Run()
		}
		fmt.Println(strings.ReplaceAll(out.String(), "\n", " "))
	}
}

// session drives a fake host that nothing else stands above.
type session struct {
	t    *testing.T
	dir  string
	in   *os.File
	out  *bufio.Reader
	path string // of the transcript
}

func newSession(t *testing.T) *session {
	t.Helper()
	s := &session{t: t, dir: t.TempDir()}
	s.path = s.dir + "/s.jsonl"
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"automode-hook", "fake-host"} {
		if err := os.Symlink(exe, filepath.Join(s.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	or, ow, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", `"$0" <&3 & exit 0`, s.dir+"/fake-host")
	cmd.ExtraFiles = []*os.File{r}
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOOK=" + s.dir + "/automode-hook", "CONFIG=" + s.dir + "/cfg", "CLAUDE_CODE_SESSION_ATTENDED=0"}
	cmd.Stdout, cmd.Stderr = ow, os.Stderr
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	r.Close()
	ow.Close()
	s.in, s.out = w, bufio.NewReader(or)
	t.Cleanup(func() { w.Close(); s.out.ReadString(0); or.Close() })
	return s
}

// hand hands an event to the hook and gives its answer.
func (s *session) hand(how string, event map[string]any) string {
	s.t.Helper()
	for key, value := range map[string]any{"session_id": "s", "transcript_path": s.path, "cwd": s.dir, "permission_mode": "default"} {
		event[key] = value
	}
	line, err := json.Marshal(map[string]any{"how": how, "event": event})
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.in.Write(append(line, '\n')); err != nil {
		s.t.Fatal(err)
	}
	answer, err := s.out.ReadString('\n')
	if err != nil {
		s.t.Fatal(err)
	}
	return answer
}

func (s *session) call(id string) string {
	s.t.Helper()
	return s.hand("socket", map[string]any{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": id,
		"tool_input": map[string]any{"command": "no-program-of-that-name --now"}})
}

func (s *session) prompt(how, text string) {
	s.t.Helper()
	if got := s.hand(how, map[string]any{"hook_event_name": "UserPromptSubmit", "prompt": text}); strings.TrimSpace(got) != "" {
		s.t.Errorf("a prompt is answered by %q", got)
	}
}

func (s *session) row(text string) {
	s.t.Helper()
	f, err := os.OpenFile(s.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		s.t.Fatal(err)
	}
	defer f.Close()
	fmt.Fprintf(f, `{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":%q}}`+"\n", text)
}

// start begins a session in which one call was denied, and gives the code by
// which a person can let it pass.
func (s *session) start() (code string) {
	s.t.Helper()
	s.hand("socket", map[string]any{"hook_event_name": "SessionStart", "source": "startup"})
	s.row("do it")
	s.prompt("socket", "do it")
	denied := s.call("t1")
	code = regexp.MustCompile(`D-[0-9A-Z]{4}`).FindString(denied)
	if !strings.Contains(denied, `"permissionDecision":"deny"`) || code == "" {
		s.t.Fatalf("the first answer is %s", denied)
	}
	return code
}

func TestTwoWitnessesApprove(t *testing.T) {
	s := newSession(t)
	code := s.start()
	s.row("approve " + code)
	s.prompt("socket", "approve "+code)
	if got := s.call("t2"); !strings.Contains(got, `"permissionDecision":"allow"`) {
		t.Errorf("approved by both: %s", got)
	}
	if got := s.call("t3"); strings.Contains(got, `"permissionDecision":"allow"`) {
		t.Errorf("one approval let two calls pass: %s", got)
	}
}

func TestOneWitnessDoesNotApprove(t *testing.T) {
	for name, says := range map[string]func(s *session, text string){
		"only the transcript":                            func(s *session, text string) { s.row(text) },
		"only a prompt event":                            func(s *session, text string) { s.prompt("socket", text) },
		"a prompt event from a tool's child":             func(s *session, text string) { s.prompt("pipe", text) },
		"a row and a prompt event from a tool's child":   func(s *session, text string) { s.row(text); s.prompt("pipe", text) },
		"a row of another's and a prompt of other words": func(s *session, text string) { s.row(text); s.prompt("socket", text+" please") },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t)
			code := s.start()
			says(s, "approve "+code)
			if got := s.call("t2"); strings.Contains(got, `"permissionDecision":"allow"`) {
				t.Errorf("%s", got)
			}
		})
	}
}

func TestAPromptThatNoTranscriptHoldsForbids(t *testing.T) {
	s := newSession(t)
	list := map[string]any{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "t1", "tool_input": map[string]any{"command": "mkdir -p out"}}
	if got := s.hand("socket", list); !strings.Contains(got, `"allow"`) {
		t.Fatalf("before: %s", got)
	}
	s.prompt("pipe", "do not touch out2")
	list["tool_use_id"], list["tool_input"] = "t2", map[string]any{"command": "mkdir -p out2"}
	if got := s.hand("socket", list); strings.Contains(got, `"allow"`) {
		t.Errorf("after: %s", got)
	}
}

//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"automode/internal/osfile"
	"automode/record"
	"automode/state"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"automode-hook": main, "fake-host": fakeHost})
}

// TestScripts runs the program on real files, as a host does. Commands beyond
// testscript's own:
//
//	hook CODE [args]   runs automode-hook and wants that exit code; without args: --config $WORK/cfg claude-code
//	answers KEY VALUE  wants one JSON object on stdout with that member of hookSpecificOutput
//	silent             wants nothing on stdout and stderr
//	failed TEXT        wants a denial, and one line on stderr that holds TEXT and says what to do
//	logged TEXT [N]    wants N lines (or some) of the log that hold TEXT
//	event [KEY=VALUE]  makes event.json: a PreToolUse of "ls", with other fields; command is the tool's
//	fifo, own, hold    a FIFO, a folder that is another's, another process's lock
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"hook": runHook, "answers": answers, "silent": silent, "failed": failed, "logged": logged,
			"fifo": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(syscall.Mkfifo(ts.MkAbs(args[0]), 0o600))
			},
			"own": func(ts *testscript.TestScript, _ bool, args []string) { // a folder that is another's, if that can be
				os.Chown(ts.MkAbs(args[0]), 12345, 12345)
			},
			"hold": hold, "event": event,
		},
	})
}

func runHook(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) == 1 {
		args = append(args, "--config", ts.MkAbs("cfg"), "claude-code")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	start := time.Now()
	err = ts.Exec("automode-hook", args[1:]...)
	code := 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
	if took := time.Since(start); took > 10*time.Second {
		ts.Fatalf("it took %v", took)
	}
}

// object gives the one JSON object on stdout.
func object(ts *testscript.TestScript) map[string]any {
	out := ts.ReadFile("stdout")
	var v map[string]any
	dec := json.NewDecoder(strings.NewReader(out))
	ts.Check(dec.Decode(&v))
	if dec.More() || strings.Count(out, "\n") != 1 {
		ts.Fatalf("more than one object: %q", out)
	}
	return v
}

func answers(ts *testscript.TestScript, neg bool, args []string) {
	specific, _ := object(ts)["hookSpecificOutput"].(map[string]any)
	got, _ := specific[args[0]].(string)
	if d, ok := specific["decision"].(map[string]any); ok && got == "" {
		got, _ = d[args[0]].(string)
	}
	if strings.Contains(got, args[1]) == neg || got == "" {
		ts.Fatalf("%s is %q", args[0], got)
	}
}

func silent(ts *testscript.TestScript, _ bool, _ []string) {
	if out := ts.ReadFile("stdout") + ts.ReadFile("stderr"); out != "" {
		ts.Fatalf("it said %q", out)
	}
}

func failed(ts *testscript.TestScript, _ bool, args []string) {
	line := ts.ReadFile("stderr")
	if !strings.Contains(line, args[0]) || strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, "\n") {
		ts.Fatalf("stderr is %q", line)
	}
	next := false
	for _, word := range []string{"run", "usage", "give", "try", "make", "correct", "name a", "did you mean", "move", "take it out"} {
		next = next || strings.Contains(line, word)
	}
	if !next {
		ts.Fatalf("it does not say what to do: %q", line)
	}
	answers(ts, false, []string{"permissionDecision", "deny"})
	answers(ts, false, []string{"permissionDecisionReason", "automode"})
}

func logged(ts *testscript.TestScript, neg bool, args []string) {
	l, err := record.Open(ts.MkAbs("cfg/log"))
	ts.Check(err)
	n := 0
	for e, err := range l.Entries() {
		ts.Check(err)
		if strings.Contains(string(e.Line), args[0]) {
			n++
		}
	}
	if len(args) > 1 && strconv.Itoa(n) != args[1] || (n > 0) == neg {
		ts.Fatalf("%d lines hold %q", n, args[0])
	}
}

// hold keeps another process's lock on a session until the script ends.
func hold(ts *testscript.TestScript, _ bool, args []string) {
	s, err := state.Open(ts.MkAbs("cfg/state"))
	ts.Check(err)
	release, err := osfile.Lock(s.Path(args[0], "lock"), osfile.Wait{For: time.Second})
	ts.Check(err)
	ts.Defer(release)
}

// event writes event.json.
func event(ts *testscript.TestScript, _ bool, args []string) {
	e := map[string]any{"session_id": "s", "transcript_path": "/nowhere/s.jsonl", "cwd": "/srv/app", "permission_mode": "default",
		"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "toolu_1"}
	input := map[string]any{"command": "ls"}
	for _, a := range args {
		key, value, _ := strings.Cut(a, "=")
		switch key {
		case "command", "file_path", "content":
			input[key] = value
		default:
			e[key] = value
		}
	}
	if _, ok := input["file_path"]; ok {
		delete(input, "command")
	}
	e["tool_input"] = input
	b, err := json.Marshal(e)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("event.json"), b, 0o600))
}

//go:build linux

package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"automode": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
		// claude runs a command as the agent's host of that name does: the kernel
		// knows the process by it.
		"claude": func() {
			cmd := exec.Command(os.Args[1], os.Args[2:]...)
			cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
			if cmd.Run() != nil {
				os.Exit(max(1, cmd.ProcessState.ExitCode()))
			}
		},
	})
}

// TestScripts runs the commands on real files. Commands beyond testscript's
// own:
//
//	am CODE args...         runs automode --config $WORK/cfg and wants that exit code
//	session ID DIR [CMD]    a session of Claude Code's begins in DIR, and runs CMD or ls
//	json PATH VALUE         wants that value in the JSON object on stdout: a.0.b, or a.n for a length
//	mode NNN FILE           wants those mode bits
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			e.Setenv("NO_COLOR", "1")
			e.Setenv("HOME", e.WorkDir+"/home")
			return os.Mkdir(e.WorkDir+"/cfg", 0o700)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"am": runMain, "session": session, "json": inJSON,
			"mode": func(ts *testscript.TestScript, _ bool, args []string) {
				fi, err := os.Stat(ts.MkAbs(args[1]))
				ts.Check(err)
				if got := fmt.Sprintf("%o", fi.Mode().Perm()); got != args[0] {
					ts.Fatalf("%s has mode %s", args[1], got)
				}
			},
			"umask": func(ts *testscript.TestScript, _ bool, args []string) { syscall.Umask(0o022) },
		},
	})
}

func runMain(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec("automode", append([]string{"--config", ts.MkAbs("cfg")}, args[1:]...)...)
	code := 0
	if x, ok := err.(*exec.ExitError); ok {
		code = x.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

func session(ts *testscript.TestScript, _ bool, args []string) {
	dir := ts.MkAbs(args[1])
	ts.Check(os.MkdirAll(dir, 0o755))
	command := "ls"
	if len(args) > 2 {
		command = args[2]
	}
	b, err := json.Marshal(map[string]any{"session_id": args[0], "cwd": dir, "permission_mode": "default", "hook_event_name": "PreToolUse",
		"tool_name": "Bash", "tool_input": map[string]string{"command": command}, "tool_use_id": "toolu_" + strconv.Itoa(len(command))})
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("event.json"), b, 0o600))
	ts.Check(ts.Exec("sh", "-c", "exec automode hook --config "+ts.MkAbs("cfg")+" claude-code < "+ts.MkAbs("event.json")))
}

func inJSON(ts *testscript.TestScript, neg bool, args []string) {
	var v any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &v))
	for part := range strings.SplitSeq(args[0], ".") {
		switch c := v.(type) {
		case map[string]any:
			v = c[part]
		case []any:
			i, err := strconv.Atoi(part)
			switch {
			case part == "n":
				v = float64(len(c))
			case err != nil || i >= len(c):
				ts.Fatalf("no element %s", part)
			default:
				v = c[i]
			}
		default:
			ts.Fatalf("%s: nothing at %s", args[0], part)
		}
	}
	got := fmt.Sprint(v)
	if f, ok := v.(float64); ok {
		got = strconv.FormatFloat(f, 'f', -1, 64)
	}
	if strings.Contains(got, args[1]) == neg {
		ts.Fatalf("%s is %q", args[0], got)
	}
}

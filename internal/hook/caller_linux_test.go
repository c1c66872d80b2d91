package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// In these tests the test binary plays every part: the host, its tool, and the
// hook, told by PART. The host is started so that nothing stands above it,
// because the tests may themselves be run by an agent.
func TestMain(m *testing.M) {
	switch os.Getenv("PART") {
	case "host":
		playHost(os.Getenv("SCENE"))
	case "tool":
		playTool()
	case "hook":
		io.Copy(io.Discard, os.Stdin)
		c := callerOf()
		json.NewEncoder(os.Stdout).Encode(c)
	default:
		os.Exit(m.Run())
	}
	os.Exit(0)
}

// pair is a socket pair, as hosts make one for a hook's input.
func pair() (ours, theirs *os.File) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		panic(err)
	}
	return os.NewFile(uintptr(fds[0]), "ours"), os.NewFile(uintptr(fds[1]), "theirs")
}

// part is the test binary in another part.
func part(name string, line ...string) *exec.Cmd {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(exe)
	if len(line) > 0 {
		cmd = exec.Command(line[0], append(line[1:], exe)...)
	}
	cmd.Env = append(os.Environ(), "PART="+name)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd
}

// over runs cmd with its input from a socket pair of this process.
func over(cmd *exec.Cmd) {
	ours, theirs := pair()
	cmd.Stdin = theirs
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	theirs.Close()
	ours.Write([]byte("{}"))
	ours.Close()
	cmd.Wait()
}

func playHost(scene string) {
	fmt.Println(os.Getpid())
	os.Setenv("HOME", "/set/by/a/project") // what a host sets for its children
	switch scene {
	case "through a shell":
		over(part("hook", "sh", "-c", `"$0"; rc=$?; exit $rc`))
	case "directly":
		over(part("hook"))
	case "over a pipe":
		cmd := part("hook", "sh", "-c", `"$0"; exit $?`)
		cmd.Stdin = strings.NewReader("{}")
		cmd.Run()
	case "a tool's child over a pipe":
		cmd := exec.Command("bash", "-c", `echo {} | PART=hook "$0"`, os.Args[0])
		cmd.Stdout = os.Stdout
		cmd.Run()
	case "a tool that became the hook":
		cmd := part("hook", "bash", "-c", `exec "$0"`)
		cmd.Stdin = strings.NewReader("{}")
		cmd.Run()
	case "a tool that plays host":
		cmd := part("tool", "bash", "-c", `"$0"; exit $?`)
		cmd.Run()
	case "a tool that hands on a socket of the host's":
		// Such as the input of a server that the host talks to.
		over(part("hook", "bash", "-c", `bash -c "bash -c 'true; \"$0\"; true'; true"; true`))
	}
}

func playTool() { over(part("hook", "sh", "-c", `"$0"; exit $?`)) }

func TestCallerIsTheHostAndNoTool(t *testing.T) {
	for scene, c := range map[string]struct {
		known bool
		why   string
	}{
		"through a shell":                             {true, ""},
		"directly":                                    {true, ""},
		"over a pipe":                                 {false, "not come over a host's socket"},
		"a tool's child over a pipe":                  {false, "not come over a host's socket"},
		"a tool that became the hook":                 {false, "not come over a host's socket"},
		"a tool that plays host":                      {false, "itself started by a host"},
		"a tool that hands on a socket of the host's": {false, "did not start this program itself"},
	} {
		t.Run(scene, func(t *testing.T) {
			cmd := exec.Command("sh", "-c", `PART=host "$0" & exit 0`, os.Args[0])
			cmd.Env = append(os.Environ(), "SCENE="+scene, "HOME=/home/of/the/host")
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.Output() // until the host and its children are done with it
			if err != nil {
				t.Fatalf("%v: %s", err, &stderr)
			}
			first, rest, _ := strings.Cut(string(out), "\n")
			var got caller
			if err := json.Unmarshal([]byte(rest), &got); err != nil {
				t.Fatalf("%v: %q %s", err, out, &stderr)
			}
			if got.Known != c.known || !strings.Contains(got.Why, c.why) {
				t.Fatalf("%+v", got)
			}
			if !c.known {
				return
			}
			if pid, _, _ := strings.Cut(got.Host, "@"); pid != first {
				t.Errorf("the host is %s, and %s was found", first, got.Host)
			}
			if got.Home != "/home/of/the/host" {
				t.Errorf("the host was started with HOME %q", got.Home)
			}
			for end := time.Now().Add(5 * time.Second); alive(got.Host) && time.Now().Before(end); {
				time.Sleep(time.Millisecond) // its output ended a moment before it does
			}
			if alive(got.Host) {
				t.Error("a host that has ended is alive")
			}
		})
	}
}

func TestProcessesAreNamedForAsLongAsTheMachineRuns(t *testing.T) {
	p, ok := processOf(os.Getpid())
	if !ok || p.parent != os.Getppid() || !alive(p.name()) {
		t.Errorf("%+v", p)
	}
	if alive(strconv.Itoa(os.Getpid())+"@1") || alive("x") || alive("") {
		t.Error("another process of the same number is taken for it")
	}
	if _, ok := processOf(1 << 30); ok {
		t.Error("a process that is none")
	}
}

//go:build linux

package edit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The test program is also a writer: EDIT_WRITER is the file, EDIT_AS what is
// appended, EDIT_TIMES how often. It says when it begins, and then what went
// wrong.
func TestMain(m *testing.M) {
	path := os.Getenv("EDIT_WRITER")
	if path == "" {
		os.Exit(m.Run())
	}
	signal.Ignore(syscall.SIGXFSZ) // a write beyond the limit is then an error
	times, _ := strconv.Atoi(os.Getenv("EDIT_TIMES"))
	if limit, err := strconv.ParseUint(os.Getenv("EDIT_LIMIT"), 10, 64); err == nil {
		syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit})
	}
	fmt.Println("begins")
	for i := range times {
		err := Change(path, func(d *Doc) error { return d.Append(os.Getenv("EDIT_AS")+strconv.Itoa(i), "permissions", "deny") })
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
	os.Exit(0)
}

func writer(t *testing.T, path, as string, times int, env ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(append(os.Environ(), "EDIT_WRITER="+path, "EDIT_AS="+as, "EDIT_TIMES="+strconv.Itoa(times)), env...)
	return cmd
}

const before = "{\n  // mine\n  \"permissions\": {\n    \"deny\": [\n      \"WebFetch\", // kept\n    ]\n  }\n}\n"

func start(t *testing.T, mode fs.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(path, []byte(before), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

// denied reads the list that the writers append to.
func denied(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var list []string
	if ok, err := d.Get(&list, "permissions", "deny"); !ok || err != nil {
		t.Fatalf("%v %v\n%s", ok, err, text)
	}
	if !strings.Contains(string(text), "// mine") || !strings.Contains(string(text), "// kept") {
		t.Fatalf("a comment is gone:\n%s", text)
	}
	return list
}

// alone tells whether nothing but the file is left in its folder.
func alone(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != filepath.Base(path) {
			t.Errorf("%s is left behind", e.Name())
		}
	}
}

func TestOfWritersAtOnceNothingIsLost(t *testing.T) {
	path := start(t, 0o640)
	const each = 12
	var cmds []*exec.Cmd
	var outs []*bytes.Buffer
	for _, as := range []string{"a", "b", "c"} {
		cmd := writer(t, path, as, each)
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		cmds, outs = append(cmds, cmd), append(outs, &out)
	}
	for i, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %s", err, outs[i])
		}
	}
	list := denied(t, path)
	if len(list) != 1+3*each {
		t.Errorf("%d entries, want %d: %v", len(list), 1+3*each, list)
	}
	if fi, _ := os.Stat(path); fi.Mode().Perm() != 0o640 {
		t.Errorf("mode %o", fi.Mode().Perm())
	}
	alone(t, path)
}

func TestAKillInAWriteLosesNothing(t *testing.T) {
	path := start(t, 0o600)
	last := 1
	for round := range 12 {
		cmd := writer(t, path, fmt.Sprintf("r%d-", round), 1_000_000)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		io.ReadFull(out, make([]byte, len("begins\n")))
		time.Sleep(time.Duration(round*round) * 350 * time.Microsecond) // anywhere in a write
		cmd.Process.Kill()
		cmd.Wait()
		list := denied(t, path)
		if len(list) < last {
			t.Fatalf("%d entries after %d", len(list), last)
		}
		last = len(list)
	}
	// Whatever the killed ones left does not stand in the way, and goes.
	if err := Change(path, func(d *Doc) error { return d.Append("Bash", "permissions", "deny") }); err != nil {
		t.Fatal(err)
	}
	if list := denied(t, path); list[len(list)-1] != "Bash" {
		t.Errorf("%v", list)
	}
	alone(t, path)
}

func TestAFullDiskChangesNothing(t *testing.T) {
	path := start(t, 0o600)
	cmd := writer(t, path, strings.Repeat("x", 4000), 1, "EDIT_LIMIT=2000")
	out, err := cmd.Output()
	if err == nil || !strings.Contains(string(out), "was not changed: there is no room") {
		t.Errorf("%v: %s", err, out)
	}
	if text, _ := os.ReadFile(path); string(text) != before {
		t.Errorf("it holds\n%s", text)
	}
	alone(t, path)
}

// asNobody lets a child run as a user who owns nothing here.
func asNobody(t *testing.T, cmd *exec.Cmd) bool {
	if os.Geteuid() != 0 {
		return false
	}
	exe := filepath.Join(t.TempDir(), "writer")
	text, err := os.ReadFile(cmd.Path)
	if err != nil || os.WriteFile(exe, text, 0o755) != nil {
		t.Fatal(err)
	}
	for dir := filepath.Dir(exe); len(dir) > len(os.TempDir()); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd.Path = exe
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	return true
}

func TestAReadOnlyFolderChangesNothing(t *testing.T) {
	path := start(t, 0o644)
	if err := os.Chmod(filepath.Dir(path), 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(filepath.Dir(path), 0o755) })
	cmd := writer(t, path, "x", 1)
	asNobody(t, cmd)
	out, err := cmd.Output()
	if err == nil || !strings.Contains(string(out), "was not changed: it or its folder is read-only for you") {
		t.Errorf("%v: %s", err, out)
	}
	if text, _ := os.ReadFile(path); string(text) != before {
		t.Errorf("it holds\n%s", text)
	}
}

func TestNoLinkLeadsOutOfTheFolder(t *testing.T) {
	base := t.TempDir()
	project, other := filepath.Join(base, "app"), filepath.Join(base, "other")
	for _, dir := range []string{project, other} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	victim := filepath.Join(other, "settings.json")
	if err := os.WriteFile(victim, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	link := func(to, from string) {
		os.RemoveAll(from)
		if err := os.Symlink(to, from); err != nil {
			t.Fatal(err)
		}
	}
	set := func(f *File) error {
		f.Doc.Set("x", "k")
		return f.Write()
	}
	for name, to := range map[string]string{"relative": "../other", "absolute": other} {
		link(to, filepath.Join(project, ".automode"))
		if _, err := OpenIn(project, ".automode/settings.json"); err == nil || !strings.Contains(err.Error(), "leads out of its folder") {
			t.Errorf("a folder that is a %s link: %v", name, err)
		}
	}
	// Put there between reading and writing.
	os.Remove(filepath.Join(project, ".automode"))
	f, err := OpenIn(project, ".automode/settings.json")
	if err != nil {
		t.Fatal(err)
	}
	link(other, filepath.Join(project, ".automode"))
	if err := set(f); err == nil || !strings.Contains(err.Error(), "out of its folder") {
		t.Errorf("a link put there meanwhile: %v", err)
	}
	// The file itself a link, and become one meanwhile.
	file := filepath.Join(project, "settings.json")
	link(victim, file)
	if _, err := Open(file); err == nil || !strings.Contains(err.Error(), "is a link to") {
		t.Errorf("a file that is a link: %v", err)
	}
	os.Remove(file)
	if f, err = Open(file); err != nil {
		t.Fatal(err)
	}
	link(victim, file)
	if err := set(f); err == nil {
		t.Error("a file that became a link was written")
	}
	if text, _ := os.ReadFile(victim); string(text) != "{}" {
		t.Errorf("what lies outside holds %s", text)
	}
	entries, _ := os.ReadDir(other)
	if len(entries) != 1 {
		t.Errorf("something was written outside: %v", entries)
	}
}

func TestAnotherOnesChangeIsNotOverwritten(t *testing.T) {
	path := start(t, 0o600)
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	f.Doc.Set("plan", "mode")
	if err := Change(path, func(d *Doc) error { return d.Set("auto", "mode") }); err != nil {
		t.Fatal(err)
	}
	if err := f.Write(); err == nil || !strings.Contains(err.Error(), "changed meanwhile") {
		t.Errorf("%v", err)
	}
	no := errors.New("no")
	if err := Change(path, func(d *Doc) error { d.Set("dontAsk", "mode"); return no }); err != no {
		t.Errorf("%v", err)
	}
	text, _ := os.ReadFile(path)
	d, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var mode string
	if _, err := d.Get(&mode, "mode"); err != nil || mode != "auto" {
		t.Errorf("%q, %v", mode, err)
	}
	// One that holds the lock for good is told, and nothing hangs.
	lock := (&File{Path: path, within: filepath.Dir(path)}).beside(".lock")
	held, err := os.OpenFile(lock, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if err := syscall.Flock(int(held.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	if err := Change(path, func(*Doc) error { return nil }); err == nil || !strings.Contains(err.Error(), "by another program") {
		t.Errorf("%v", err)
	}
}

// The shape that people see stays: what is compared is the text.
func TestAChangeKeepsCommentsOrderAndBlanks(t *testing.T) {
	path := start(t, 0o600)
	if err := Change(path, func(d *Doc) error { return d.Append("Bash(rm:*)", "permissions", "deny") }); err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(before, "\"WebFetch\", // kept\n", "\"WebFetch\", // kept\n      \"Bash(rm:*)\",\n", 1)
	if text, _ := os.ReadFile(path); string(text) != want {
		t.Errorf("it holds\n%s\nwant\n%s", text, want)
	}
}

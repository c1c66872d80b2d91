package selftest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"automode/vectors"
)

// builtHook builds the program that hosts run, and gives a folder to work in
// that is not below /tmp.
func builtHook(t *testing.T) (program, base string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Fatal("the hook's protocol is tried on systems with signals")
	}
	program = filepath.Join(t.TempDir(), "automode-hook")
	if out, err := exec.Command("go", "build", "-o", program, "automode/cmd/automode-hook").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(here, "/tmp/") || strings.HasPrefix(here, "/var/tmp/") {
		// A checkout may lie there; the work must not: /tmp is everybody's.
		if here, err = os.UserCacheDir(); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(here, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if base, err = os.MkdirTemp(here, "work-"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(base) })
	return program, base
}

func TestTheHookAnswersAsTheGateDoes(t *testing.T) {
	list, err := Load(vectors.Files)
	if err != nil {
		t.Fatal(err)
	}
	program, base := builtHook(t)
	h := &Hook{Program: program, Base: base}
	p := h.Answers(context.Background(), list)
	if p.Tried < 500 {
		t.Errorf("only %d were tried", p.Tried)
	}
	for _, f := range p.Wrong {
		t.Errorf("%s %s\n\t%s", f.ID, f.Says, f.Call)
	}
	left, err := filepath.Glob(filepath.Join(base, "case*"))
	if err != nil || len(left) > 0 {
		t.Errorf("it leaves %v behind (%v)", left, err)
	}
}

// TestAHookThatDoesNotAnswerIsWrong: a program that fails, says nothing, or
// allows everything does not pass.
func TestAHookThatDoesNotAnswerIsWrong(t *testing.T) {
	dir := t.TempDir()
	list := []Vector{}
	for _, v := range must(Load(vectors.Files)) {
		if fits(&v) && len(list) < 6 {
			list = append(list, v)
		}
	}
	for name, script := range map[string]string{
		"silent":   "exit 0",
		"failing":  "exit 1",
		"garbage":  "echo yes",
		"yielding": `echo '{"hookSpecificOutput":{"permissionDecision":"allow"}}'`,
		"another":  `echo '{"hookSpecificOutput":{"permissionDecision":"maybe"}}'`,
	} {
		program := filepath.Join(dir, name)
		if err := os.WriteFile(program, []byte("#!/bin/sh\ncat >/dev/null\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if p := (&Hook{Program: program, Base: t.TempDir()}).Answers(context.Background(), list); len(p.Wrong) == 0 {
			t.Errorf("a hook that is %s passes", name)
		}
	}
	if p := (&Hook{Program: filepath.Join(dir, "none"), Base: t.TempDir()}).Answers(context.Background(), list); len(p.Wrong) != p.Tried {
		t.Error("a hook that is not there passes")
	}
}

func must(list []Vector, err error) []Vector {
	if err != nil {
		panic(err)
	}
	return list
}

func TestVectorsThatAreNoneAreRefused(t *testing.T) {
	dir := t.TempDir()
	for claim, text := range map[string]string{
		"not JSON":                 "{",
		"no id":                    `{"tool":"Bash","input":{},"cwd":"/x","expected":"allow"}`,
		"an answer of no kind":     `{"id":"1","tool":"Bash","input":{},"cwd":"/x","expected":"perhaps"}`,
		"a tier of no kind":        `{"id":"1","tool":"Bash","input":{},"cwd":"/x","expected":"deny","tier":"mild"}`,
		"allowed, with a tier":     `{"id":"1","tool":"Bash","input":{},"cwd":"/x","expected":"allow","tier":"soft"}`,
		"the same id twice":        `{"id":"1","tool":"Bash","input":{},"cwd":"/x","expected":"deny"}` + "\n" + `{"id":"1","tool":"Bash","input":{},"cwd":"/x","expected":"deny"}`,
		"nothing":                  "\n",
		"an input of another sort": `{"id":"1","tool":7,"input":{},"cwd":"/x","expected":"deny"}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, "v.jsonl"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(os.DirFS(dir)); err == nil {
			t.Errorf("%s is taken", claim)
		} else if claim != "nothing" && !strings.HasPrefix(err.Error(), "v.jsonl:") {
			t.Errorf("%s: the error does not say where: %v", claim, err)
		}
	}
}

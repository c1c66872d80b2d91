//go:build unix

package record

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"automode/gate"
	"automode/permission"
	"automode/verdict"

	"github.com/google/go-cmp/cmp"
)

var ctx = context.Background()

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T) *Log {
	t.Helper()
	l, err := Open(filepath.Join(t.TempDir(), "log"))
	must(t, err)
	return l
}

func all(t *testing.T, l *Log) (list []Entry) {
	t.Helper()
	for e, err := range l.Entries() {
		must(t, err)
		list = append(list, e)
	}
	return list
}

func sample() gate.Record {
	return gate.Record{
		Time: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC), Session: "82d528f5-0504-45f7-9637-ea10d3cf7bc3",
		Host: "claude-code", Mode: permission.Auto, Agent: "a1", CallID: "toolu_01ABCdefGHIjklMNOpqrSTUv",
		Digest: strings.Repeat("0123456789abcdef", 4), Tool: "Bash", Kind: "shell", Dir: "/home/dev/app",
		Input:  json.RawMessage(`{"command":"rm -rf dist/ <a> & b","list":["x",null,true],"n":1.50}`),
		Judges: []string{"static: unsure"}, Relied: []string{"/home/dev/app/run.sh " + strings.Repeat("ab", 32)}, Micros: 812,
		Decision: verdict.Decision{Behavior: verdict.Ask, Layer: verdict.LayerStatic, Code: verdict.CodeFinding, Tier: verdict.Soft,
			Category: "irreversible-local", Reason: "deletes dist/", Evidence: []verdict.Evidence{{Command: "rm -rf dist/", Words: "dist/"}}},
	}
}

func TestRecordComesBack(t *testing.T) {
	l := open(t)
	must(t, l.Record(ctx, sample()))
	must(t, l.Note(Event{Time: sample().Time, What: "session-start", Session: "s"}))
	got := all(t, l)
	if len(got) != 2 || got[0].Decision == nil || got[1].Event == nil {
		t.Fatalf("%+v", got)
	}
	if d := cmp.Diff(sample(), *got[0].Decision); d != "" {
		t.Errorf("what a record says changed on the way:\n%s", d)
	}
	if got[1].Event.What != "session-start" {
		t.Errorf("%+v", got[1].Event)
	}
	var line map[string]any
	must(t, json.Unmarshal(got[0].Line, &line))
	for key, want := range map[string]any{"v": 1.0, "type": "decision", "call_id": "toolu_01ABCdefGHIjklMNOpqrSTUv", "mode": "auto"} {
		if line[key] != want {
			t.Errorf("%s is %v, want %v", key, line[key], want)
		}
	}
}

// token looks like a real one and is none.
var token = "ghp_" + "R7uVw2XyZ9aBcD4eFgH1iJkL6mNoP3qS5tUv"

// plant puts text into every text that v holds.
func plant(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return
		}
		for i := range v.NumField() {
			plant(v.Field(i), text)
		}
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			plant(v.Index(i), text)
		}
	case reflect.Map:
		key, val := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		plant(key, text)
		plant(val, text)
		m := reflect.MakeMap(v.Type())
		m.SetMapIndex(key, val)
		v.Set(m)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		plant(v.Elem(), text)
	}
}

func TestSecretsNeverReachTheLog(t *testing.T) {
	l := open(t)
	var r gate.Record
	plant(reflect.ValueOf(&r).Elem(), "export GITHUB_TOKEN="+token)
	must(t, l.Record(ctx, r))
	var e Event
	plant(reflect.ValueOf(&e).Elem(), "export GITHUB_TOKEN="+token)
	must(t, l.Note(e))
	quoted, _ := json.Marshal("a\n" + token)
	for name, in := range map[string]string{
		"a value":               `{"command":"curl -H 'Authorization: token ` + token + `' x"}`,
		"a value told by key":   `{"env":{"DB_PASSWORD":"correct horse"}}`,
		"a nested value":        `{"a":[{"b":["` + token + `"]}]}`,
		"a key":                 `{"` + token + `":1}`,
		"escaped":               `{"a":"gh\u0070_R7uVw2XyZ9aBcD4eFgH1iJkL6mNoP3qS5tUv"}`,
		"after an escape":       `{"a":` + string(quoted) + `}`,
		"not JSON":              `{"a":"` + token,
		"behind the end":        `{} ` + token,
		"far inside":            `{"a":"` + strings.Repeat("x ", 1000) + token + `"}`,
		"across the first cut":  `{"a":"` + strings.Repeat("x ", maxText/2-10) + token + `"}`,
		"across the scan's end": `{"a":"` + strings.Repeat("x", maxScan-12) + token + `"}`,
		"behind what shrinks":   `{"a":"` + strings.Repeat("PASSWORD="+strings.Repeat("y", 500)+" ", 128) + token + `"}`,
		"deep down":             strings.Repeat(`{"a":`, 100) + `"` + token + `"` + strings.Repeat("}", 100),
	} {
		r := sample()
		r.Input = json.RawMessage(in)
		must(t, l.Record(ctx, r))
		b, err := os.ReadFile(l.Path())
		must(t, err)
		for _, part := range []string{token, token[4:], token[4:20], "correct horse"} {
			if strings.Contains(string(b), part) {
				t.Fatalf("%s: %q is in the log", name, part)
			}
		}
	}
	for _, e := range all(t, l) {
		if e.Decision == nil && e.Event == nil {
			t.Errorf("a line does not come back: %.200s", e.Line)
		}
	}
}

func TestLongInputsAreCut(t *testing.T) {
	l := open(t)
	r := sample()
	many := make([]string, 100_000)
	r.Input, _ = json.Marshal(map[string]any{"text": strings.Repeat("word ", 1<<20), "many": many})
	r.Decision.Reason = strings.Repeat("é", 1<<20)
	must(t, l.Record(ctx, r))
	if e := all(t, l); len(e) != 1 || len(e[0].Line) > 40_000 || e[0].Decision == nil {
		t.Errorf("a line of %d bytes", len(e[0].Line))
	}
}

func TestTornLinesArePassedOver(t *testing.T) {
	l := open(t)
	must(t, l.Record(ctx, sample()))
	b, err := os.ReadFile(l.Path())
	must(t, err)
	torn := append(append([]byte(nil), b...), b[:len(b)/2]...)
	must(t, os.WriteFile(l.Path(), torn, 0o600))
	if got := all(t, l); len(got) != 1 {
		t.Errorf("a torn end: %d lines", len(got))
	}
	must(t, l.Record(ctx, sample()))
	if got := all(t, l); len(got) != 2 {
		t.Errorf("a line after a torn one: %d lines", len(got))
	}
	must(t, os.WriteFile(l.Path(), append(torn, "\n\n[1]\n\"x\"\n{\"v\":2,\"type\":\"decision\",\"session\":7}\n{\"v\":1,\"type\":\"later\"}\n"...), 0o600))
	got := all(t, l)
	if len(got) != 3 || got[1].Decision != nil || got[1].V != 2 || got[2].Type != "later" {
		t.Errorf("lines of another time: %+v", got)
	}
}

func TestLogThatCannotBeWrittenIsAnError(t *testing.T) {
	for name, spoil := range map[string]func(l *Log){
		"a FIFO":             func(l *Log) { syscall.Mkfifo(l.Path(), 0o600) },
		"a folder":           func(l *Log) { os.Mkdir(l.Path(), 0o700) },
		"a link":             func(l *Log) { os.Symlink("/dev/null", l.Path()) },
		"others may write":   func(l *Log) { os.WriteFile(l.Path(), nil, 0o600); os.Chmod(l.Path(), 0o666) },
		"its folder is gone": func(l *Log) { os.Remove(l.dir) },
	} {
		t.Run(name, func(t *testing.T) {
			l := open(t)
			spoil(l)
			for _, err := range []error{l.Record(ctx, sample()), l.Note(Event{What: "x"})} {
				if err == nil || !strings.Contains(err.Error(), "automode doctor") || strings.Contains(err.Error(), "\n") {
					t.Errorf("%v", err)
				}
			}
		})
	}
	l := open(t)
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if l.Record(gone, sample()) == nil {
		t.Error("written when nobody waits any more")
	}
}

func TestLogFolderOfOthersIsRefused(t *testing.T) {
	base := t.TempDir()
	must(t, os.Mkdir(base+"/real", 0o700))
	must(t, os.Symlink("real", base+"/link"))
	for _, dir := range []string{base + "/link", "relative"} {
		if _, err := Open(dir); err == nil {
			t.Errorf("opened %s", dir)
		}
	}
}

func TestFilesAreSetAsideWholeAndInOrder(t *testing.T) {
	l := open(t)
	l.maxFile, l.maxFiles = 3000, 4
	const writers, each = 8, 50
	var wg sync.WaitGroup
	for w := range writers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range each {
				if err := l.Note(Event{What: fmt.Sprintf("%d %d", w, i), Note: strings.Repeat("n", 100)}); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	wg.Wait()
	last := map[string]int{}
	n := 0
	for _, e := range all(t, l) {
		w, i, _ := strings.Cut(e.Event.What, " ")
		at, _ := strconv.Atoi(i)
		if before, ok := last[w]; ok && at != before+1 {
			t.Errorf("writer %s: %d after %d", w, at, before)
		}
		last[w] = at
		n++
	}
	if files := len(l.aside()); files > l.maxFiles-1 || files < 2 {
		t.Errorf("%d files were kept", files)
	}
	if n < 30 {
		t.Errorf("%d lines were kept", n)
	}
	filepath.WalkDir(l.dir, func(p string, d os.DirEntry, err error) error {
		fi, _ := d.Info()
		if fi.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", p, fi.Mode())
		}
		return err
	})
}

// TestMain lets the test binary be another process that writes until killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("RECORD_CHILD"); dir != "" {
		l, err := Open(dir)
		for i := 0; err == nil; i++ {
			r := sample()
			r.Input, _ = json.Marshal(strings.Repeat("word ", i%800))
			if err = l.Record(ctx, r); err == nil {
				fmt.Println("written")
			}
		}
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestKillTearsAtMostTheLastLine(t *testing.T) {
	l := open(t)
	written := 0
	for range 3 {
		var cmds []*exec.Cmd
		var outs []*strings.Builder
		for range 4 {
			cmd := exec.Command(os.Args[0])
			out := &strings.Builder{}
			cmd.Env, cmd.Stdout = append(os.Environ(), "RECORD_CHILD="+l.dir), out
			must(t, cmd.Start())
			cmds, outs = append(cmds, cmd), append(outs, out)
		}
		time.Sleep(100 * time.Millisecond)
		for i, cmd := range cmds {
			must(t, cmd.Process.Kill())
			cmd.Wait()
			written += strings.Count(outs[i].String(), "written\n")
		}
	}
	got := len(all(t, l))
	if got < written || got > written+12 || written < 12 {
		t.Errorf("%d lines, %d were said to be written", got, written)
	}
}

func BenchmarkRecord(b *testing.B) {
	l, err := Open(filepath.Join(b.TempDir(), "log"))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := l.Record(ctx, sample()); err != nil {
			b.Fatal(err)
		}
	}
}

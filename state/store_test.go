//go:build unix

package state

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"automode/gate"
	"automode/internal/osfile"
)

var ctx = context.Background()

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "state"))
	must(t, err)
	return s
}

func add(l *gate.Ledger) error { l.Total++; return nil }

func TestLedgerComesBack(t *testing.T) {
	s := open(t)
	l, err := s.Load(ctx, "one")
	must(t, err)
	if l.Total != 0 {
		t.Errorf("a new session starts with %d", l.Total)
	}
	must(t, s.Update(ctx, "one", func(l *gate.Ledger) error {
		l.Total, l.Rows = 7, map[string]int{"a": 2}
		return nil
	}))
	must(t, s.Update(ctx, "one", add))
	again, err := Open(filepath.Dir(filepath.Dir(s.Path("", ""))))
	must(t, err)
	l, err = again.Load(ctx, "one")
	must(t, err)
	if l.Total != 8 || l.Rows["a"] != 2 {
		t.Errorf("%+v", l)
	}
	if l, err := again.Load(ctx, "two"); err != nil || l.Total != 0 {
		t.Errorf("another session: %+v, %v", l, err)
	}
}

func TestWhatFRefusesIsNotStored(t *testing.T) {
	s := open(t)
	no := errors.New("no")
	if err := s.Update(ctx, "one", func(l *gate.Ledger) error { l.Total = 9; return no }); err != no {
		t.Errorf("got %v", err)
	}
	func() {
		defer func() { recover() }()
		s.Update(ctx, "one", func(l *gate.Ledger) error { l.Total = 9; panic("x") })
	}()
	must(t, s.Update(ctx, "one", add)) // the lock is free
	if l, _ := s.Load(ctx, "one"); l.Total != 1 {
		t.Errorf("total %d", l.Total)
	}
}

func TestFilesArePrivate(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	s := open(t)
	must(t, s.Update(ctx, "one", add))
	filepath.WalkDir(s.dir, func(p string, d os.DirEntry, err error) error {
		must(t, err)
		fi, _ := d.Info()
		if fi.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", p, fi.Mode())
		}
		return nil
	})
}

func TestSpoiledStateIsAnErrorAndSaysWhatToDo(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(s *Store, path string)
		says  string
	}{
		"empty":           {func(s *Store, p string) { os.WriteFile(p, nil, 0o600) }, "damaged"},
		"cut off":         {func(s *Store, p string) { os.Truncate(p, 20) }, "damaged"},
		"of another kind": {func(s *Store, p string) { os.WriteFile(p, []byte("[]"), 0o600) }, "damaged"},
		"of wrong types": {func(s *Store, p string) {
			os.WriteFile(p, seal([]byte(`{"session":"one","ledger":{"total":"x"}}`)), 0o600)
		}, "damaged"},
		"changed by hand": {func(s *Store, p string) {
			b, _ := os.ReadFile(p)
			os.WriteFile(p, []byte(strings.Replace(string(b), `"total":1`, `"total":0`, 1)), 0o600)
		}, "damaged"},
		"without a ledger":   {func(s *Store, p string) { os.WriteFile(p, seal([]byte(`{"session":"one"}`)), 0o600) }, "damaged"},
		"another session's":  {func(s *Store, p string) { os.WriteFile(p, seal([]byte(`{"session":"two","ledger":{}}`)), 0o600) }, "another session's"},
		"a FIFO":             {func(s *Store, p string) { os.Remove(p); syscall.Mkfifo(p, 0o600) }, "not a regular file"},
		"a folder":           {func(s *Store, p string) { os.Remove(p); os.Mkdir(p, 0o700) }, "not a regular file"},
		"huge":               {func(s *Store, p string) { os.Truncate(p, maxLedger+1) }, "larger than allowed"},
		"its folder is gone": {func(s *Store, p string) { os.RemoveAll(filepath.Dir(p)) }, "no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			must(t, s.Update(ctx, "one", add))
			c.spoil(s, s.Path("one", "json"))
			_, err := s.Load(ctx, "one")
			called := false
			upErr := s.Update(ctx, "one", func(*gate.Ledger) error { called = true; return nil })
			for _, err := range []error{err, upErr} {
				var e *Error
				if !errors.As(err, &e) {
					t.Fatalf("got %v", err)
				}
				if text := err.Error(); !strings.Contains(text, c.says) || !strings.Contains(text, "automode doctor") || strings.Contains(text, "\n") {
					t.Errorf("says %q", text)
				}
			}
			if called {
				t.Error("f was called with a ledger that could not be read")
			}
		})
	}
}

func TestStateFolderOfOthersIsRefused(t *testing.T) {
	base := t.TempDir()
	must(t, os.Mkdir(base+"/real", 0o700))
	must(t, os.Symlink("real", base+"/link"))
	must(t, os.Mkdir(base+"/open", 0o700))
	must(t, os.Chmod(base+"/open", 0o777))
	for _, dir := range []string{base + "/link", base + "/open", "relative"} {
		if _, err := Open(dir); err == nil {
			t.Errorf("opened %s", dir)
		}
	}
}

func TestHeldLockIsAnErrorInTime(t *testing.T) {
	s := open(t)
	must(t, s.Update(ctx, "one", add))
	release, err := osfile.Lock(s.Path("one", "lock"), osfile.Wait{For: time.Second})
	must(t, err)
	start := time.Now()
	err = s.Update(ctx, "one", add)
	if took := time.Since(start); !errors.Is(err, osfile.ErrLocked) || took > 10*LockWait {
		t.Errorf("after %v: %v", took, err)
	}
	must(t, s.Update(ctx, "two", add)) // sessions do not wait for each other
	short, cancel := context.WithTimeout(ctx, 5*time.Millisecond)
	defer cancel()
	start = time.Now()
	if err := s.Update(short, "one", add); err == nil || time.Since(start) > LockWait {
		t.Errorf("with less time: %v after %v", err, time.Since(start))
	}
	release()
	must(t, s.Update(ctx, "one", add))
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if s.Update(gone, "one", add) == nil {
		t.Error("stored when nobody waits any more")
	}
	if _, err := s.Load(gone, "one"); err == nil {
		t.Error("loaded when nobody waits any more")
	}
}

// TestMain lets the test binary be the other process.
func TestMain(m *testing.M) {
	if dir := os.Getenv("STATE_CHILD"); dir != "" {
		child(dir)
	}
	os.Exit(m.Run())
}

// child adds to one ledger, again and again; it ends when killed or done.
func child(dir string) {
	s, err := Open(dir)
	n, _ := strconv.Atoi(os.Getenv("STATE_TIMES"))
	if err == nil {
		s.wait = 20 * time.Second // a loaded machine is no fault
	}
	for i := 0; i < n && err == nil; i++ {
		err = s.Update(ctx, "one", func(l *gate.Ledger) error {
			l.Total++
			if l.Rows == nil {
				l.Rows = map[string]int{}
			}
			l.Rows[fmt.Sprint(i%300)] = l.Total
			return nil
		})
		if err == nil {
			fmt.Println("stored")
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func start(t *testing.T, s *Store, times int) (*exec.Cmd, *strings.Builder) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "STATE_CHILD="+s.dir, "STATE_TIMES="+strconv.Itoa(times))
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	must(t, cmd.Start())
	return cmd, &out
}

func TestManyProcessesCountExactly(t *testing.T) {
	s := open(t)
	const processes, times = 64, 25
	var cmds []*exec.Cmd
	var outs []*strings.Builder
	for range processes {
		cmd, out := start(t, s, times)
		cmds, outs = append(cmds, cmd), append(outs, out)
	}
	for i, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %s", err, outs[i])
		}
	}
	if l, err := s.Load(ctx, "one"); err != nil || l.Total != processes*times {
		t.Errorf("counted %d of %d, %v", l.Total, processes*times, err)
	}
}

func TestManyGoroutinesCountExactly(t *testing.T) {
	s := open(t)
	s.wait = 10 * time.Second
	var wg sync.WaitGroup
	for range 64 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 10 {
				if err := s.Update(ctx, "one", add); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	wg.Wait()
	if l, err := s.Load(ctx, "one"); err != nil || l.Total != 640 {
		t.Errorf("counted %d, %v", l.Total, err)
	}
}

func TestKillLeavesAWholeLedger(t *testing.T) {
	s := open(t)
	at := 0
	for i := range 20 {
		cmd, out := start(t, s, 1_000_000)
		time.Sleep(time.Duration(20+i*3) * time.Millisecond)
		must(t, cmd.Process.Kill())
		cmd.Wait()
		l, err := s.Load(ctx, "one")
		if err != nil {
			t.Fatalf("after a kill: %v", err)
		}
		// All that it said is stored is; one more may be that it had no time to say.
		said := strings.Count(out.String(), "stored\n")
		if grew := l.Total - at; grew != said && grew != said+1 {
			t.Errorf("stored %d, said %d", grew, said)
		}
		at = l.Total
		must(t, s.Update(ctx, "one", add)) // the lock ended with it
		at++
	}
	if at < 40 {
		t.Errorf("the processes that were killed had stored nothing: %d", at)
	}
}

// TestReadersSeeWholeLedgers reads while another process writes, as fast as it
// can, ledgers of uneven size.
func TestReadersSeeWholeLedgers(t *testing.T) {
	s := open(t)
	cmd, _ := start(t, s, 1_000_000)
	defer cmd.Wait()
	defer cmd.Process.Kill()
	end := time.Now().Add(700 * time.Millisecond)
	last := 0
	for time.Now().Before(end) {
		l, err := s.Load(ctx, "one")
		must(t, err)
		if l.Total < last {
			t.Fatalf("%d after %d", l.Total, last)
		}
		last = l.Total
	}
	if last < 10 {
		t.Errorf("only %d were written", last)
	}
}

func TestSweepLeavesTheLiving(t *testing.T) {
	s := open(t)
	for _, id := range []string{"old", "used", "new"} {
		must(t, s.Update(ctx, id, add))
	}
	must(t, os.WriteFile(s.Path("old", "turns"), nil, 0o600))
	long := time.Now().Add(-100 * 24 * time.Hour)
	for _, id := range []string{"old", "used"} {
		must(t, os.Chtimes(s.Path(id, "json"), long, long))
	}
	release, err := osfile.Lock(s.Path("used", "lock"), osfile.Wait{For: time.Second})
	must(t, err)
	s.Sweep(90 * 24 * time.Hour)
	release()
	list, err := s.Sessions()
	must(t, err)
	if len(list) != 2 || list[0].ID == "old" || list[1].ID == "old" {
		t.Errorf("left: %+v", list)
	}
	if left, _ := filepath.Glob(s.Path("old", "*")); len(left) > 0 {
		t.Errorf("left of the old one: %v", left)
	}
}

func TestNotesComeBack(t *testing.T) {
	s := open(t)
	if b, err := s.Note("one", "turns"); b != nil || err != nil {
		t.Errorf("before: %q, %v", b, err)
	}
	must(t, s.EditNote(ctx, "one", "turns", func(old []byte) ([]byte, error) { return []byte(`{"a":1}`), nil }))
	must(t, s.EditNote(ctx, "one", "turns", func(old []byte) ([]byte, error) { return []byte(strings.Replace(string(old), "1", "12", 1)), nil }))
	must(t, s.EditNote(ctx, "one", "turns", func(old []byte) ([]byte, error) { return nil, nil }))
	no := errors.New("no")
	if err := s.EditNote(ctx, "one", "turns", func([]byte) ([]byte, error) { return []byte(`{"a":3}`), no }); err != no {
		t.Errorf("got %v", err)
	}
	if b, err := s.Note("one", "turns"); string(b) != `{"a":12}` || err != nil {
		t.Errorf("after: %q, %v", b, err)
	}
	if list, err := s.Sessions(); len(list) != 0 || err != nil {
		t.Errorf("a note is taken for a ledger: %v, %v", list, err)
	}
	if err := s.EditNote(ctx, "one", "turns", func([]byte) ([]byte, error) { return []byte("x"), nil }); err == nil {
		t.Error("something that is no object was stored")
	}
	must(t, os.Remove(s.Path("one", "turns")))
	must(t, syscall.Mkfifo(s.Path("one", "turns"), 0o600))
	if _, err := s.Note("one", "turns"); err == nil {
		t.Error("a FIFO is read")
	}
	if err := s.EditNote(ctx, "one", "turns", func([]byte) ([]byte, error) { return []byte("x"), nil }); err == nil {
		t.Error("a FIFO is replaced")
	}
}

func BenchmarkUpdate(b *testing.B) {
	s, err := Open(filepath.Join(b.TempDir(), "state"))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := s.Update(ctx, "one", add); err != nil {
			b.Fatal(err)
		}
	}
}

//go:build unix

package osfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestOnlyRegularFilesAreOpened(t *testing.T) {
	dir := t.TempDir()
	must(t, syscall.Mkfifo(dir+"/fifo", 0o600))
	must(t, os.Symlink("fifo", dir+"/to-fifo"))
	for _, p := range []string{dir, dir + "/fifo", dir + "/to-fifo", "/dev/null", "/dev/zero"} {
		if f, _, err := Open(p); !errors.Is(err, ErrNotRegular) {
			t.Errorf("Open(%s) = %v, %v", p, f, err)
		}
	}
	if _, _, err := Open(dir + "/none"); !Absent(err) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestReadIsWholeOrAnError(t *testing.T) {
	p := filepath.Join(t.TempDir(), "f")
	must(t, os.WriteFile(p, bytes.Repeat([]byte("x"), 1000), 0o600))
	if b, err := Read(p, 1000); err != nil || len(b) != 1000 {
		t.Errorf("at the cap: %d bytes, %v", len(b), err)
	}
	if b, err := Read(p, 999); !errors.Is(err, ErrTooLarge) || b != nil {
		t.Errorf("over the cap: %d bytes, %v", len(b), err)
	}
	if b, whole, err := Head(p, 10); err != nil || whole || len(b) != 10 {
		t.Errorf("the head: %d bytes, whole %v, %v", len(b), whole, err)
	}
	if _, err := ReadAll(strings.NewReader("12345"), 4); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a stream over the cap: %v", err)
	}
	if b, err := ReadAll(io.MultiReader(strings.NewReader("12"), strings.NewReader("34")), 4); err != nil || string(b) != "1234" {
		t.Errorf("a stream at the cap: %q, %v", b, err)
	}
}

func TestEndlessStreamEnds(t *testing.T) {
	if _, err := ReadAll(endless{}, 1<<16); !errors.Is(err, ErrTooLarge) {
		t.Error(err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestReplaceIsOldOrNewAndPrivate(t *testing.T) {
	dir := t.TempDir()
	p := dir + "/f"
	must(t, Replace(p, []byte("one")))
	must(t, Replace(p, []byte("two")))
	if b, _ := os.ReadFile(p); string(b) != "two" {
		t.Errorf("holds %q", b)
	}
	fi, err := os.Stat(p)
	must(t, err)
	if fi.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", fi.Mode())
	}
	// What a kill left behind does not stand in the way; a link does.
	must(t, os.WriteFile(p+".next", []byte("torn and longer than what comes"), 0o600))
	must(t, Replace(p, []byte("three")))
	if b, _ := os.ReadFile(p); string(b) != "three" {
		t.Errorf("holds %q", b)
	}
	must(t, os.Remove(p+".next"))
	must(t, os.Symlink(dir+"/other", p+".next"))
	if err := Replace(p, []byte("four")); err == nil {
		t.Error("wrote through a link")
	}
	if _, err := os.Stat(dir + "/other"); !Absent(err) {
		t.Error("the link's target was made")
	}
}

func TestReplaceOnAFullDiskKeepsTheOld(t *testing.T) {
	if os.Getenv("OSFILE_FULL") != "" {
		fullDisk(os.Getenv("OSFILE_FULL"))
		return
	}
	p := filepath.Join(t.TempDir(), "f")
	must(t, Replace(p, []byte("old")))
	must(t, os.WriteFile(p+".log", []byte("one\n"), 0o600))
	cmd := exec.Command(os.Args[0], "-test.run=^TestReplaceOnAFullDiskKeepsTheOld$")
	cmd.Env = append(os.Environ(), "OSFILE_FULL="+p)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if b, _ := os.ReadFile(p); string(b) != "old" {
		t.Errorf("holds %d bytes", len(b))
	}
	if _, err := os.Stat(p + ".next"); !Absent(err) {
		t.Error("the part that was written is still there")
	}
	// The line that did not fit is torn; the next one stands on its own.
	_, err = Append(p+".log", []byte("two"))
	must(t, err)
	if b, _ := os.ReadFile(p + ".log"); !bytes.HasPrefix(b, []byte("one\nxx")) || !bytes.HasSuffix(b, []byte("x\ntwo\n")) {
		t.Errorf("the log holds %.20q ... %q", b, b[max(0, len(b)-20):])
	}
}

// fullDisk runs in a process of its own whose files cannot grow.
func fullDisk(p string) {
	limit := syscall.Rlimit{Cur: 4096, Max: 4096}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	if err := Replace(p, make([]byte, 10_000)); err == nil {
		fmt.Println("Replace: no error")
		os.Exit(1)
	}
	if _, err := Append(p+".log", bytes.Repeat([]byte("x"), 10_000)); err == nil {
		fmt.Println("Append: no error")
		os.Exit(1)
	}
	os.Exit(0)
}

func TestAppendOfManyKeepsEveryLineWhole(t *testing.T) {
	p := filepath.Join(t.TempDir(), "log")
	var wg sync.WaitGroup
	for w := range 16 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 50 {
				if _, err := Append(p, []byte(strings.Repeat(string(rune('a'+w)), 200+i*200))); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	wg.Wait()
	b, err := os.ReadFile(p)
	must(t, err)
	n := 0
	for line := range bytes.Lines(b) {
		line = bytes.TrimRight(line, "\n")
		if len(line) == 0 {
			t.Fatal("a line that was being written was taken for a torn one")
		}
		n++
		if len(bytes.Trim(line, string(line[0]))) > 0 {
			t.Fatalf("a torn line: %.40q", line)
		}
	}
	if n != 16*50 {
		t.Errorf("%d lines", n)
	}
}

func TestAppendRefusesWhatIsNotOurs(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(dir+"/real", nil, 0o600))
	must(t, os.Symlink("real", dir+"/link"))
	must(t, syscall.Mkfifo(dir+"/fifo", 0o600))
	must(t, os.WriteFile(dir+"/open", nil, 0o600))
	must(t, os.Chmod(dir+"/open", 0o666))
	for _, name := range []string{"link", "fifo", "open"} {
		if _, err := Append(dir+"/"+name, []byte("x")); err == nil {
			t.Errorf("appended to %s", name)
		}
	}
}

func TestPrivateDir(t *testing.T) {
	base := t.TempDir()
	must(t, PrivateDir(base+"/a/b"))
	for _, d := range []string{"/a", "/a/b"} {
		if fi, _ := os.Stat(base + d); fi.Mode().Perm() != 0o700 {
			t.Errorf("%s has mode %v", d, fi.Mode())
		}
	}
	must(t, os.Symlink("a", base+"/link"))
	must(t, os.WriteFile(base+"/file", nil, 0o600))
	must(t, os.Mkdir(base+"/open", 0o700))
	must(t, os.Chmod(base+"/open", 0o770))
	for name, says := range map[string]string{"link": "is a link", "file": "is not a folder", "open": "chmod go-w"} {
		if err := PrivateDir(base + "/" + name); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if os.Geteuid() == 0 {
		must(t, os.Mkdir(base+"/theirs", 0o700))
		must(t, os.Chown(base+"/theirs", 12345, 12345))
		if err := PrivateDir(base + "/theirs"); err == nil || !strings.Contains(err.Error(), "belongs to user 12345") {
			t.Errorf("somebody else's: %v", err)
		}
	}
}

func TestLock(t *testing.T) {
	p := filepath.Join(t.TempDir(), "lock")
	release, err := Lock(p, Wait{For: time.Second})
	must(t, err)
	start := time.Now()
	if _, err := Lock(p, Wait{For: 50 * time.Millisecond}); !errors.Is(err, ErrLocked) {
		t.Errorf("a held lock: %v", err)
	}
	if took := time.Since(start); took < 45*time.Millisecond || took > 500*time.Millisecond {
		t.Errorf("waited %v", took)
	}
	go func() { time.Sleep(20 * time.Millisecond); release() }()
	release, err = Lock(p, Wait{For: 5 * time.Second})
	must(t, err)
	release()
}

func TestLockOfARemovedFileIsNone(t *testing.T) {
	p := filepath.Join(t.TempDir(), "lock")
	release, err := Lock(p, Wait{For: time.Second})
	must(t, err)
	got := make(chan func(), 1)
	go func() {
		r, err := Lock(p, Wait{For: 5 * time.Second})
		if err != nil {
			t.Error(err)
		}
		got <- r
	}()
	time.Sleep(30 * time.Millisecond) // the other waits for the file that goes
	must(t, os.Remove(p))
	release()
	defer (<-got)()
	if _, err := Lock(p, Wait{For: 10 * time.Millisecond}); !errors.Is(err, ErrLocked) {
		t.Errorf("two hold the lock of one path: %v", err)
	}
}

func TestLockExcludes(t *testing.T) {
	p := filepath.Join(t.TempDir(), "lock")
	var wg sync.WaitGroup
	inside, total := 0, 0
	for range 32 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 20 {
				release, err := Lock(p, Wait{For: 10 * time.Second})
				if err != nil {
					t.Error(err)
					return
				}
				if inside++; inside != 1 {
					t.Error("two inside")
				}
				total++
				inside--
				release()
			}
		}()
	}
	wg.Wait()
	if total != 32*20 {
		t.Errorf("%d times inside", total)
	}
}

// Whoever came first has it first, about: those who wait do not know of each
// other, so it is counted how many pairs were served in the wrong order. Half of
// them are where chance decides.
func TestLockIsHadAboutInTheOrderOfComing(t *testing.T) {
	const rounds, waiters = 6, 16
	wrong := 0
	for range rounds {
		var order []int
		for _, i := range served(t, waiters) {
			for _, before := range order {
				if before > i {
					wrong++
				}
			}
			order = append(order, i)
		}
		if len(order) != waiters {
			t.Fatalf("%d of %d had it", len(order), waiters)
		}
	}
	if pairs := rounds * waiters * (waiters - 1) / 2; wrong > pairs*2/5 {
		t.Errorf("%d of %d pairs in the wrong order", wrong, pairs)
	}
}

// served lets waiters come for a lock one after the other while it is held,
// and gives the order in which they had it.
func served(t *testing.T, waiters int) (order []int) {
	t.Helper()
	p := filepath.Join(t.TempDir(), "lock")
	release, err := Lock(p, Wait{For: time.Second})
	must(t, err)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for i := range waiters {
		came := make(chan struct{})
		wg.Go(func() {
			close(came)
			release, err := Lock(p, Wait{For: 30 * time.Second})
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			order = append(order, i)
			mu.Unlock()
			time.Sleep(5 * time.Millisecond) // it is held for a while
			release()
		})
		<-came
		time.Sleep(8 * time.Millisecond)
	}
	release()
	wg.Wait()
	return order
}

func TestLockWaitsOnWhileItMoves(t *testing.T) {
	p := filepath.Join(t.TempDir(), "lock")
	release, err := Lock(p, Wait{For: time.Second})
	must(t, err)
	defer release()
	for name, c := range map[string]struct {
		moves  int
		atMost time.Duration
	}{
		"moving, then stalled": {3, time.Hour},
		"moving for ever":      {1 << 30, 80 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			start := time.Now()
			_, err := Lock(p, Wait{For: 20 * time.Millisecond, Most: c.atMost, Moved: func() bool { asked++; return asked <= c.moves+1 }})
			if took := time.Since(start); !errors.Is(err, ErrLocked) || took < 75*time.Millisecond || took > 2*time.Second {
				t.Errorf("after %v: %v", took, err)
			}
		})
	}
}

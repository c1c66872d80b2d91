package osfile

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestHolderThatDoesNotRunIsAStall holds the lock by another process that
// sleeps, is stopped, or works.
func TestHolderThatDoesNotRunIsAStall(t *testing.T) {
	if does := os.Getenv("OSFILE_HOLDER"); does != "" {
		holdAnd(does)
	}
	for does, stall := range map[string]bool{"sleep": true, "stop": true, "work": false} {
		t.Run(does, func(t *testing.T) {
			p := filepath.Join(t.TempDir(), "lock")
			cmd := exec.Command(os.Args[0], "-test.run=^TestHolderThatDoesNotRunIsAStall$")
			cmd.Env = append(os.Environ(), "OSFILE_HOLDER="+does, "OSFILE_LOCK="+p)
			out, err := cmd.StdoutPipe()
			must(t, err)
			must(t, cmd.Start())
			defer func() { cmd.Process.Kill(); cmd.Wait() }()
			if line, _ := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
				t.Fatalf("the holder says %q", line)
			}
			time.Sleep(30 * time.Millisecond)
			start := time.Now()
			_, err = Lock(p, Wait{For: 20 * time.Millisecond, Most: 2 * time.Second})
			took := time.Since(start)
			if !errors.Is(err, ErrLocked) || (took < 1900*time.Millisecond) != stall {
				t.Errorf("after %v: %v", took, err)
			}
		})
	}
}

func holdAnd(does string) {
	if _, err := Lock(os.Getenv("OSFILE_LOCK"), Wait{For: time.Second}); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("held")
	switch does {
	case "stop":
		syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	case "work":
		for {
		}
	}
	time.Sleep(time.Hour)
}

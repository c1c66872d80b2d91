//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// socket names the tmux server of these tests.
const socket = "automode-e2e"

var terminals atomic.Int64

// terminal is a client in a terminal, with a person who reads and types.
type terminal struct {
	t    *testing.T
	name string
}

// attended starts the client in a terminal.
func (s *stage) attended(args ...string) *terminal {
	s.t.Helper()
	var b strings.Builder
	b.WriteString("#!/bin/sh\nexec env -i")
	for _, e := range s.environ() {
		b.WriteString(" " + quote(e))
	}
	for _, a := range append([]string{s.client.native}, args...) {
		b.WriteString(" " + quote(a))
	}
	script := filepath.Join(s.home, "start.sh")
	if err := os.WriteFile(script, []byte(b.String()+"\n"), 0o755); err != nil {
		s.t.Fatal(err)
	}
	s.client.driven.Add(1)
	term := s.open(script)
	term.wait("❯")
	time.Sleep(500 * time.Millisecond) // the prompt is drawn before it listens
	return term
}

// open opens a terminal in the project, with a program in it.
func (s *stage) open(program ...string) *terminal {
	s.t.Helper()
	term := &terminal{t: s.t, name: fmt.Sprintf("t%d-%d", os.Getpid(), terminals.Add(1))}
	term.tmux(append([]string{"new-session", "-d", "-s", term.name, "-x", "180", "-y", "60", "-c", s.project}, program...)...)
	s.t.Cleanup(func() { exec.Command("tmux", "-L", socket, "kill-session", "-t", term.name).Run() })
	return term
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func (term *terminal) tmux(args ...string) string {
	term.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-L", socket}, args...)...).CombinedOutput()
	if err != nil {
		term.t.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// screen is what the person sees.
func (term *terminal) screen() string {
	return term.tmux("capture-pane", "-p", "-t", term.name)
}

// wait waits until the person sees text.
func (term *terminal) wait(text string) {
	term.t.Helper()
	term.until("see "+text, func() bool { return strings.Contains(term.screen(), text) })
}

// until waits for something to come true.
func (term *terminal) until(what string, ok func() bool) {
	term.t.Helper()
	for deadline := time.Now().Add(40 * time.Second); time.Now().Before(deadline); time.Sleep(150 * time.Millisecond) {
		if ok() {
			return
		}
	}
	term.t.Fatalf("waited in vain to %s\n%s", what, term.screen())
}

// say types a prompt and submits it. A busy client may miss a key, so the
// person looks whether the line is gone.
func (term *terminal) say(text string) {
	term.t.Helper()
	term.tmux("send-keys", "-t", term.name, "-l", text)
	begin := text[:min(len(text), 24)]
	term.until("see what was typed", func() bool { return strings.Contains(term.input(), begin) })
	term.until("have it submitted", func() bool {
		term.press("Enter")
		time.Sleep(700 * time.Millisecond)
		return !strings.Contains(term.input(), begin)
	})
}

// input is the line that the person types in.
func (term *terminal) input() string {
	screen := term.screen()
	return screen[max(strings.LastIndex(screen, "❯"), 0):]
}

// press presses a key.
func (term *terminal) press(key string) {
	term.t.Helper()
	term.tmux("send-keys", "-t", term.name, key)
}

// choose answers a dialog by the number of an answer. A client that has just
// drawn the dialog takes a key only to move the cursor, or misses it, so the
// person looks, and confirms what the cursor stands on when it is theirs.
func (term *terminal) choose(number, question string) {
	term.t.Helper()
	term.until("have the dialog answered", func() bool {
		screen := term.screen()
		switch {
		case !strings.Contains(screen, question):
			return true
		case strings.Contains(screen, "❯ "+number+"."):
			term.press("Enter")
		default:
			term.press(number)
		}
		time.Sleep(700 * time.Millisecond)
		return !strings.Contains(term.screen(), question)
	})
}

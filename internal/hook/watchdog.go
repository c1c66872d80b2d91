package hook

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"automode/gate"
	"automode/host"
	"automode/verdict"
)

// share of the host's timeout after which the watchdog answers. Every host
// lets the call run when a hook times out, so the answer must be there before,
// on a machine that is slow as well.
const share = 0.6

// voice says the one thing that a hook process says, and ends it. Whoever
// speaks first is heard; the watchdog ends the process even when somebody else
// spoke and cannot finish.
type voice struct {
	stdout, stderr io.Writer
	exit           func(code int)
	observe        bool // say nothing, let the host do as it would without us
	spoken         atomic.Bool
	dialect        host.Dialect              // nil: of no host that is known
	event          atomic.Pointer[host.Name] // the event being answered, once it is known
}

// say writes an answer and ends the process. A second call does not return
// either: the first one ends the process.
func (v *voice) say(a host.Answer) {
	if !v.spoken.CompareAndSwap(false, true) {
		select {}
	}
	v.exit(v.write(a))
}

// write writes an answer and gives the exit code. What could not be written is
// a failure: a host that hears half of an answer may take it for none.
func (v *voice) write(a host.Answer) int {
	if v.observe {
		return 0
	}
	var err error
	if len(a.Stdout) > 0 {
		_, err = v.stdout.Write(a.Stdout)
	}
	if a.Stderr != "" {
		v.stderr.Write([]byte(a.Stderr)) // the exit code says the rest
	}
	if err != nil {
		return 2
	}
	return a.Exit
}

// fail says that the gate failed at the event being answered.
func (v *voice) fail(what string) {
	v.say(v.failure(what))
}

// failure is the answer that the gate failed. Where the host is not known it is
// in no dialect, and only what every host understands.
func (v *voice) failure(what string) host.Answer {
	if v.dialect == nil {
		return host.Answer{Stderr: "automode: " + verdict.Quote(what, 600) + "\n", Exit: 2}
	}
	return v.dialect.Failure(v.name(), what, gate.Texts{})
}

func (v *voice) name() host.Name {
	if n := v.event.Load(); n != nil {
		return *n
	}
	return ""
}

// watch makes sure that the host hears a denial in time, whatever hangs: input
// that never ends, a disk, a judge, the pipe to the host itself. It is called
// before anything else is done.
func (v *voice) watch(after time.Duration) {
	time.AfterFunc(after, func() {
		first := v.spoken.CompareAndSwap(false, true)
		a := v.failure("deciding took too long; try again, and run `automode doctor` if it stays so")
		if first {
			var written sync.WaitGroup
			written.Add(1)
			go func() { defer written.Done(); v.write(a) }()
			waitFor(&written, time.Second)
		}
		code := 2
		if v.observe || a.Exit == 0 && first {
			code = 0
		}
		v.exit(code)
	})
}

// waitFor waits for wg, but not for ever: the pipe to the host may be full.
func waitFor(wg *sync.WaitGroup, most time.Duration) {
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(most):
	}
}

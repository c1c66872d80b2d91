// Package hook is the run of one hook process: one event of a host's comes in,
// one answer goes out, and the process ends. It wires the gate to this
// machine: settings, state, log, facts, transcript.
//
// Whatever goes wrong ends in the host's own denial and exit code 2. A
// watchdog says so in time even when something hangs, because hosts let a call
// run when its hook times out.
//
// # What the environment may do
//
// A project can set the environment of a hook, so nothing of it widens what is
// allowed. Three variables are looked at. HOME: the home folder is the one of
// the user's account; where HOME says otherwise it counts only if the host
// itself was started with it, and else "~" stands for no known place. SHELL:
// only to read text as zsh too. CLAUDE_CODE_SESSION_ATTENDED: whether a
// question reaches a person; a host that has none denies what is asked.
package hook

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"automode/gate"
	"automode/host"
	"automode/judge/static"
	"automode/record"
	"automode/settings"
	"automode/state"
	"automode/verdict"
	"automode/world"
)

// Main answers the event on standard input as the command line args says, and
// ends the process. It does not return. models asks models in this process; nil
// where another has to.
func Main(args []string, models Models) {
	start := time.Now()
	o, optErr := parse(args)
	s, known := speakerOf(o.host, o.event)
	if !known && optErr != nil && len(args) > 0 {
		s, _ = speakerOf(args[len(args)-1], o.event) // to be understood at least
	}
	v := &voice{stdout: os.Stdout, stderr: os.Stderr, exit: os.Exit, observe: o.observe, dialect: s.Dialect}
	v.watch(time.Duration(float64(o.timeout) * share))
	defer func() {
		if p := recover(); p != nil {
			v.fail(fmt.Sprintf("a fault of ours: %v; run `automode doctor`", p))
		}
	}()
	switch {
	case optErr != nil:
		v.fail(optErr.Error() + "; usage: " + usage)
	case !known:
		v.fail(verdict.Quote(o.host, 40) + " is no host that this hook speaks with; usage: " + usage)
	}
	roomy()
	ctx, cancel := context.WithDeadline(context.Background(), start.Add(o.timeout/2))
	defer cancel()
	r := &run{options: o, voice: v, speaks: s, models: models}
	v.say(r.answer(ctx, os.Stdin))
}

// now is the clock. Local time would have to be looked up first.
func now() time.Time { return time.Now().UTC() }

// roomy makes the stack large at once, while there is nothing on it to be
// moved; it would be made larger step by step.
//
//go:noinline
func roomy() byte {
	var room [96 << 10]byte
	return room[len(os.Args)]
}

// run is what one process needs to answer.
type run struct {
	options
	voice   *voice
	models  Models // nil: another process asks
	folders settings.Folders
	who     account
	store   *state.Store
	log     *record.Log
	gate    *gate.Gate
	speaks  speaker
	event   host.Event
	caller  *caller // nil until asked for
}

// answer reads the event and answers it.
func (r *run) answer(ctx context.Context, stdin io.Reader) host.Answer {
	text, readErr := host.ReadEvent(stdin)
	var err error
	if readErr == nil {
		r.event, err = r.speaks.Decode(text)
		r.voice.event.Store(&r.event.Name)
	}
	openErr := r.open()
	switch {
	case readErr != nil:
		return r.trouble("bad-input", verdict.CodeBadInput, readErr)
	case err != nil:
		return r.trouble("bad-input", verdict.CodeBadInput, err)
	case openErr != nil:
		return r.trouble("state", verdict.CodeState, openErr)
	}
	switch r.event.Name {
	case host.PreToolUse:
		return r.decide(ctx)
	case host.PermissionRequest:
		return r.lookup(ctx)
	case host.PostToolUse, host.PostToolUseFailure, host.PermissionDenied:
		return r.ended(ctx)
	case host.UserPromptSubmit:
		return r.prompted(ctx)
	case host.SessionStart:
		return r.started(ctx)
	}
	return r.note(record.Event{What: string(r.event.Name), Note: r.event.AgentType})
}

// open finds the gate's own folders and opens what is kept in them.
func (r *run) open() error {
	r.who = accountOf()
	if r.config == "" && r.who.home == "" {
		return fmt.Errorf("the home folder of this user is not known; give --config DIR in the installed line")
	}
	r.folders = settings.FoldersOf(r.config, r.who.home)
	if fi, err := os.Stat(r.folders.Own); err == nil && hostOS != "windows" && fi.Mode().Perm()&0o002 != 0 {
		return fmt.Errorf("anybody can change the gate's folder %s; run: chmod o-w %s", r.folders.Own, r.folders.Own)
	}
	var err error
	if r.log, err = record.Open(r.folders.Log); err != nil {
		return err
	}
	if r.store, err = state.Open(r.folders.State); err != nil {
		return err
	}
	r.gate = &gate.Gate{Store: r.store, Log: r.log, Static: static.Judge{}, Renew: r.renew, Now: now}
	return nil
}

// trouble answers that something is wrong with what the gate was given or
// stands on. It is written down where that can be done.
func (r *run) trouble(what string, code verdict.Code, err error) host.Answer {
	text := err.Error()
	if r.log != nil {
		noteErr := r.log.Note(r.about(record.Event{What: what, Code: string(code), Reason: text}))
		if noteErr != nil && noteErr.Error() != text {
			text += "; and " + noteErr.Error()
		}
	}
	return r.speaks.Failure(r.event.Name, text, gate.Texts{})
}

// note writes down an event that asks for no decision.
func (r *run) note(e record.Event) host.Answer {
	if err := r.log.Note(r.about(e)); err != nil {
		return r.speaks.Failure(r.event.Name, err.Error(), gate.Texts{})
	}
	return host.Silent
}

func (r *run) about(e record.Event) record.Event {
	e.Time, e.Session, e.Host, e.Agent, e.CallID = now(), r.event.Session, r.speaks.name, r.event.Agent, r.event.Call.ID
	return e
}

// from is who wrote the event, found out once.
func (r *run) from() caller {
	if r.caller == nil {
		c := callerOf()
		r.caller = &c
	}
	return *r.caller
}

// attended tells whether a person can answer a question now.
func (r *run) attended() bool {
	if r.event.Attended {
		return true
	}
	if !r.speaks.asks {
		return false
	}
	headless := func(c caller) bool { return r.speaks.headless != nil && r.speaks.headless(c.Args) }
	if r.speaks.attended != "" {
		switch os.Getenv(r.speaks.attended) {
		case "0":
			return false
		case "1":
			// Believed but for a host that was started to answer once. A question
			// to nobody is denied by the host.
			return !headless(r.from())
		}
	}
	c := r.from()
	return c.Known && !headless(c) && !c.Alone
}

// place tells where the session is.
func (r *run) place(n *notes, s *settings.Settings) world.Place {
	p := world.Place{Home: r.home(), User: r.who.name, Shell: r.shell(), OS: hostOS, Own: r.own(), Tools: s.Tools}
	if n.Root != "" {
		p.Roots = append(p.Roots, n.Root)
	}
	p.Roots = append(p.Roots, s.Folders...)
	return p
}

// home is what "~" stands for in a tool's shell; empty where that is not known.
func (r *run) home() string {
	env := os.Getenv("HOME")
	if env == "" || filepath.Clean(env) == r.who.home {
		return r.who.home
	}
	if c := r.from(); c.Known && c.Home == env && filepath.IsAbs(env) {
		return filepath.Clean(env) // the person started the host with it
	}
	return ""
}

// shell is the shell that reads a tool's text; zsh where either may be.
func (r *run) shell() string {
	for _, sh := range [...]string{os.Getenv("SHELL"), r.who.shell} {
		if filepath.Base(sh) == "zsh" {
			return "zsh"
		}
	}
	return "bash"
}

// own are the gate's own files.
func (r *run) own() []string {
	own := []string{r.folders.Own, r.folders.State, r.folders.Log}
	if exe, err := os.Executable(); err == nil {
		exe = filepath.ToSlash(exe)
		dir := filepath.ToSlash(filepath.Dir(exe))
		own = append(own, exe, dir+"/automode", dir+"/automode-hook")
	}
	return own
}

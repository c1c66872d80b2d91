package setup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

// State is how a check went.
type State string

// The states: Bad means that calls may run ungated or that nothing works.
const (
	Good State = "ok"
	Warn State = "warn"
	Bad  State = "bad"
)

// Check is one line of the doctor's table.
type Check struct {
	Name  string `json:"check"`
	State State  `json:"state"`
	Says  string `json:"says"`
	Do    string `json:"do,omitempty"` // what to do about it
}

// Exam is what the doctor looks at.
type Exam struct {
	Home    string // the person's home folder
	Dir     string // the folder that sessions would start in
	Managed string // the client's managed settings
	Beside  string // the automode-hook that belongs to this automode; empty where there is none
	Version string // the client's version; empty where the client is not found

	// Ours finds out whether the gate's own parts below config can be read and
	// written; nil is fine.
	Settings, Store, Log func(config string) error

	// Fire runs an installed line with an event on its input, as the client
	// would.
	Fire func(ctx context.Context, line string, event []byte) (stdout, stderr []byte, exit int, err error)
}

// Gated tells whether the gate is in front of sessions that start in the
// folder: no check is Bad.
func Gated(checks []Check) bool {
	for _, c := range checks {
		if c.State == Bad {
			return false
		}
	}
	return true
}

// Run makes all checks.
func (x Exam) Run(ctx context.Context) []Check {
	e := &examining{Exam: x, chain: Chain(x.Home, x.Dir, x.Managed)}
	e.client()
	e.files()
	if !e.installed() {
		return e.out
	}
	e.line()
	e.binary()
	e.events()
	e.silenced()
	e.neighbours()
	e.project()
	e.own()
	e.fires(ctx)
	return e.out
}

type examining struct {
	Exam
	chain []Layer
	from  Layer  // where the gate is installed
	pre   Hook   // its PreToolUse handler
	hook  string // the binary
	conf  string
	out   []Check
}

func (e *examining) say(name string, s State, says, do string) {
	e.out = append(e.out, Check{name, s, says, do})
}

func (e *examining) client() {
	switch {
	case e.Version == "":
		e.say("client", Warn, "claude is not on the PATH", "install Claude Code, or run this where it is")
	case !slices.Contains(Tested, e.Version):
		e.say("client", Warn, "Claude Code "+e.Version+" was not tested with this gate", "tested: "+strings.Join(Tested, ", "))
	default:
		e.say("client", Good, "Claude Code "+e.Version+", tested", "")
	}
}

// files reports settings that cannot be read: the client then ignores them.
func (e *examining) files() {
	for _, l := range e.chain {
		if l.Err != "" {
			e.say("settings", Bad, "the "+l.where()+" cannot be read: "+l.Err, "mend that file")
		}
	}
}

func (e *examining) installed() bool {
	for _, l := range e.chain {
		for _, h := range l.Hooks["PreToolUse"] {
			if h.Ours {
				e.from, e.pre = l, h
				e.say("installed", Good, "in the "+l.where(), "")
				return true
			}
		}
	}
	e.say("installed", Bad, "NOT GATED HERE: no settings file calls the gate", "automode install claude-code")
	return false
}

func (e *examining) line() {
	var timeout string
	var wrapped bool
	e.hook, e.conf, timeout, wrapped = parts(e.pre.Command)
	switch {
	case !filepath.IsAbs(e.hook):
		e.say("line", Bad, "the hook is called by a bare name, which a project's PATH can stand in for", "automode install claude-code")
	case !filepath.IsAbs(e.conf):
		e.say("line", Bad, "the hook is not told its folder (--config with an absolute path)", "automode install claude-code")
	case !wrapped:
		e.say("line", Bad, "a failure of the hook would let the call run: the line does not tell exit codes apart", "automode install claude-code")
	default:
		e.say("line", Good, "absolute paths, failures become denials", "")
	}
	said, _ := strconv.Atoi(timeout)
	switch {
	case e.pre.Timeout == 0:
		e.say("timeout", Warn, "no timeout is set: the client's own counts", "automode install claude-code")
	case e.pre.Timeout < 10:
		e.say("timeout", Bad, fmt.Sprintf("the client gives the hook %d s and then lets the call run", e.pre.Timeout), "automode install claude-code (it sets "+strconv.Itoa(Timeout)+" s)")
	case said > e.pre.Timeout:
		e.say("timeout", Bad, fmt.Sprintf("the hook thinks that it has %d s, the client gives it %d s and then lets the call run", said, e.pre.Timeout), "automode install claude-code")
	default:
		e.say("timeout", Good, fmt.Sprintf("%d s; our watchdog denies at %d s", e.pre.Timeout, orDefault(said, Timeout)*6/10), "")
	}
	if strings.Contains(e.pre.Command, "--observe") {
		e.say("mode", Warn, "observe: the gate decides and records, and answers nothing", "automode install claude-code, to switch it on")
	}
}

func orDefault(n, other int) int {
	if n == 0 {
		return other
	}
	return n
}

func (e *examining) binary() {
	info, err := os.Stat(e.hook)
	if err != nil {
		e.say("binary", Bad, "NOT GATED HERE: "+e.hook+" is not there, so every call is denied or, without the wrapper, runs", "automode install claude-code")
		return
	}
	switch {
	case !info.Mode().IsRegular():
		e.say("binary", Bad, e.hook+" is not a file", "automode install claude-code")
		return
	case info.Mode()&0o111 == 0:
		e.say("binary", Bad, e.hook+" cannot be executed", "chmod 755 "+e.hook)
		return
	case info.Mode()&0o022 != 0 || writable(filepath.Dir(e.hook)):
		e.say("binary", Bad, "others may write "+e.hook+" or its folder", "chmod go-w "+e.hook+" "+filepath.Dir(e.hook))
		return
	case inside(e.hook, e.Dir):
		e.say("binary", Bad, e.hook+" lies in this project: an agent may change it", "build it elsewhere and automode install claude-code")
		return
	}
	sum, err := hashFile(e.hook)
	if err != nil {
		e.say("binary", Bad, e.hook+" cannot be read: "+err.Error(), "")
		return
	}
	if e.Beside != "" && e.Beside != e.hook {
		if other, err := hashFile(e.Beside); err == nil && other != sum {
			e.say("binary", Warn, "another build ("+sum[:12]+") than the one beside this automode ("+other[:12]+")", "automode install claude-code")
			return
		}
	}
	e.say("binary", Good, e.hook+" ("+sum[:12]+")", "")
}

func (e *examining) events() {
	var missing []string
	for _, ev := range events {
		n := 0
		for _, h := range e.from.Hooks[ev.name] {
			if !h.Ours {
				continue
			}
			n++
			if ev.name == "PreToolUse" && h.Matcher != "*" && h.Matcher != "" {
				e.say("matcher", Bad, "only the tools "+h.Matcher+" pass the gate", "automode install claude-code")
			}
		}
		if n == 0 {
			missing = append(missing, ev.name)
		}
		if n > 1 {
			e.say("events", Warn, ev.name+" calls the gate "+strconv.Itoa(n)+" times", "automode install claude-code")
		}
	}
	if len(missing) > 0 {
		e.say("events", Warn, "the gate is not told of "+strings.Join(missing, ", "), "automode install claude-code")
		return
	}
	e.say("events", Good, strconv.Itoa(len(events))+" events", "")
}

func (e *examining) silenced() {
	for _, l := range e.chain {
		if !l.Silent {
			continue
		}
		switch {
		case e.from.Name == "managed" && l.Name != "managed":
			e.say("silenced", Warn, "the "+l.where()+" asks for all hooks off; managed hooks stay", "")
		default:
			e.say("silenced", Bad, "NOT GATED HERE: disableAllHooks in the "+l.where(), "start the client with --settings "+quote(filepath.Join(e.conf, "claude-code.settings.json"))+", or take that key out")
		}
		return
	}
	e.say("silenced", Good, "nothing here switches hooks off", "")
}

func (e *examining) neighbours() {
	var others []string
	for _, l := range e.chain {
		for _, event := range []string{"PreToolUse", "PermissionRequest"} {
			for _, h := range l.Hooks[event] {
				if !h.Ours {
					others = append(others, l.Name+" "+event+": "+h.Command)
				}
			}
		}
	}
	if len(others) > 0 {
		sort.Strings(others)
		e.say("other hooks", Warn, "answer the same events and may change a call after the gate saw it: "+strings.Join(others, "; "), "look at them")
	}
}

// project looks at what a folder's own settings do to a hook.
func (e *examining) project() {
	for _, l := range e.chain {
		if l.Name != "project" && l.Name != "local" {
			continue
		}
		var steers []string
		for k := range l.Env {
			if k == "PATH" || k == "HOME" || strings.HasSuffix(k, "_BASE_URL") || strings.HasPrefix(k, "LD_") || strings.HasPrefix(k, "AUTOMODE_") || strings.HasSuffix(k, "_PROXY") {
				steers = append(steers, k)
			}
		}
		if len(steers) > 0 {
			sort.Strings(steers)
			e.say("project", Warn, "the "+l.where()+" sets "+strings.Join(steers, ", ")+" for the client and its hooks; the gate takes nothing from there", "look at it before you trust this folder")
		}
		for _, r := range l.Allow {
			if name, _, _ := strings.Cut(r, "("); name == "Bash" || name == "Write" || name == "Edit" || name == "*" {
				e.say("dead hook", Warn, "the "+l.where()+" allows "+r+": should the hook ever not run, such calls run here", "")
				return
			}
		}
	}
	says := "should the hook not run at all, the client asks"
	for _, l := range e.chain {
		if l.Mode == "bypassPermissions" || l.Mode == "acceptEdits" || l.Mode == "auto" {
			says = "should the hook not run at all, the client's mode " + l.Mode + " decides"
			e.say("dead hook", Warn, says, "permissions.defaultMode: default (attended) or dontAsk (headless)")
			return
		}
	}
	e.say("dead hook", Good, says, "")
}

func (e *examining) own() {
	for _, part := range []struct {
		name string
		try  func(string) error
		do   string
	}{
		{"gate settings", e.Settings, "mend that file; until then every call is denied"},
		{"state", e.Store, "mend or move that file; until then every call is denied"},
		{"log", e.Log, "make it writable; until then every call is denied"},
	} {
		if part.try == nil {
			continue
		}
		if err := part.try(e.conf); err != nil {
			e.say(part.name, Bad, err.Error(), part.do)
		} else {
			e.say(part.name, Good, "can be used", "")
		}
	}
}

// fires runs the installed line for real, on a call that reads and on one that
// must not run.
func (e *examining) fires(ctx context.Context) {
	if e.Fire == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	for _, try := range []struct {
		command string
		want    []string
	}{
		{"pwd", []string{"allow"}},
		{"rm -rf /", []string{"deny", "ask"}},
	} {
		event, _ := json.Marshal(map[string]any{
			"session_id": "automode-doctor", "transcript_path": "", "cwd": e.Dir, "permission_mode": "default", "hook_event_name": "PreToolUse",
			"tool_name": "Bash", "tool_input": map[string]string{"command": try.command}, "tool_use_id": "toolu_doctor",
		})
		began := time.Now()
		out, errText, exit, err := e.Fire(ctx, e.pre.Command, event)
		took := time.Since(began)
		var answer struct {
			Out struct {
				Decision string `json:"permissionDecision"`
				Reason   string `json:"permissionDecisionReason"`
			} `json:"hookSpecificOutput"`
		}
		jsonErr := json.Unmarshal(out, &answer)
		switch {
		case err != nil:
			e.say("hook runs", Bad, "it could not be started: "+err.Error(), "automode install claude-code")
			return
		case exit != 0 && exit != 2:
			e.say("hook runs", Bad, fmt.Sprintf("exit code %d, which lets calls run: %s", exit, firstLine(errText)), "automode install claude-code")
			return
		case exit == 2 && try.command == "pwd":
			e.say("hook runs", Bad, "it denies everything: "+firstLine(errText), "mend what it names")
			return
		case strings.Contains(e.pre.Command, "--observe") && len(bytes.TrimSpace(out)) == 0:
			continue
		case jsonErr != nil:
			e.say("hook runs", Bad, "its answer cannot be read: "+firstLine(out), "automode install claude-code")
			return
		case !slices.Contains(try.want, answer.Out.Decision):
			e.say("hook runs", Bad, fmt.Sprintf("it answered %q to %s", answer.Out.Decision, try.command), "automode install claude-code")
			return
		}
		if try.command == "pwd" {
			e.say("hook runs", Good, "answered in "+took.Round(time.Millisecond).String(), "")
		}
	}
}

func firstLine(b []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(b)), "\n")
	if len(line) > 200 {
		line = line[:200]
	}
	return line
}

// writable tells whether others may write the folder.
func writable(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.Mode()&0o022 != 0 && info.Mode()&fs.ModeSticky == 0
}

func inside(p, dir string) bool {
	rel, err := filepath.Rel(dir, p)
	return err == nil && dir != "" && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func hashFile(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256(text)), nil
}

// Fire runs a line as the client does, by a shell.
func Fire(ctx context.Context, line string, event []byte) (stdout, stderr []byte, exit int, err error) {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", line)
	cmd.Stdin = bytes.NewReader(event)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	if x, ok := err.(*exec.ExitError); ok {
		return out.Bytes(), errs.Bytes(), x.ExitCode(), nil
	}
	return out.Bytes(), errs.Bytes(), 0, err
}

// ClientVersion asks the client for its version; empty where it is not found.
func ClientVersion(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "claude", "--version").Output()
	if err != nil {
		return ""
	}
	v, _, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	return v
}

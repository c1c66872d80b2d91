// Package setup puts the gate in front of Claude Code and takes it away again:
// it edits the client's settings, undoes that to the byte, and finds out
// whether the gate really runs in a folder.
package setup

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"automode/settings/edit"
)

// Timeout is what the installed hook lets the client wait, in seconds. Our own
// watchdog answers a denial at 60 % of it.
const Timeout = 60

// events are the client's events that the gate listens to, and whether they
// carry a tool to match.
var events = [...]struct {
	name    string
	matcher bool
}{
	{"PreToolUse", true},
	{"PermissionRequest", true},
	{"PermissionDenied", true},
	{"PostToolUse", true},
	{"PostToolUseFailure", true},
	{"UserPromptSubmit", false},
	{"SubagentStart", false},
	{"SubagentStop", false},
	{"SessionStart", false},
	{"SessionEnd", false},
}

// entry is one element of an event's list in the client's settings.
type entry struct {
	Matcher string    `json:"matcher,omitempty"`
	Hooks   []handler `json:"hooks"`
}

type handler struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"`
}

// Plan is where the gate's parts are.
type Plan struct {
	Hook    string // automode-hook, absolute
	Config  string // the gate's folder, absolute
	Observe bool   // decide and record, answer nothing
}

// Line is the command line that the client runs. It tells a denial from a
// failure: whatever is neither an answer nor a denial becomes a denial.
func (p Plan) Line() string {
	run := quote(p.Hook) + " --config " + quote(p.Config)
	if p.Observe {
		run += " --observe"
	}
	run += fmt.Sprintf(" --timeout %d claude-code", Timeout)
	return run + `; rc=$?; case $rc in 0|2) exit $rc;; *) echo "auto mode gate unavailable: run automode doctor" >&2; exit 2;; esac`
}

// Check refuses a plan whose paths a project could stand in for.
func (p Plan) Check() error {
	for _, path := range [...]string{p.Hook, p.Config} {
		if !filepath.IsAbs(path) || filepath.Clean(path) != path {
			return fmt.Errorf("%q must be an absolute path", path)
		}
		if strings.ContainsAny(path, "\n\r\x00") {
			return fmt.Errorf("%q holds a line end", path)
		}
	}
	return nil
}

// quote makes a path one word of a POSIX shell.
func quote(s string) string {
	plain := strings.IndexFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+@%", r))
	}) < 0
	if plain && s != "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Ours tells whether an element of an event's list is the gate's.
func Ours(raw json.RawMessage) bool {
	var e entry
	if json.Unmarshal(raw, &e) != nil {
		return false
	}
	for _, h := range e.Hooks {
		if ourLine(h.Command) {
			return true
		}
	}
	return false
}

func ourLine(command string) bool {
	return strings.Contains(command, "automode-hook") && strings.Contains(command, "claude-code")
}

// Apply puts the gate's hooks into a settings file's text, once.
func (p Plan) Apply(d *edit.Doc) error {
	for _, ev := range events {
		if _, err := d.Remove(Ours, "hooks", ev.name); err != nil {
			return fmt.Errorf("hooks.%s: %w", ev.name, err)
		}
		e := entry{Hooks: []handler{{"command", p.Line(), Timeout}}}
		if ev.matcher {
			e.Matcher = "*"
		}
		if err := d.Append(e, "hooks", ev.name); err != nil {
			return fmt.Errorf("hooks.%s: %w", ev.name, err)
		}
	}
	return nil
}

// Remove takes the gate's hooks out, and the lists that they leave empty.
func Remove(d *edit.Doc) (int, error) {
	total := 0
	for _, ev := range events {
		n, err := d.Remove(Ours, "hooks", ev.name)
		if err != nil {
			return total, fmt.Errorf("hooks.%s: %w", ev.name, err)
		}
		total += n
		if n > 0 && d.Empty("hooks", ev.name) {
			if err := d.Delete("hooks", ev.name); err != nil {
				return total, err
			}
		}
	}
	if total > 0 && d.Empty("hooks") {
		return total, d.Delete("hooks")
	}
	return total, nil
}

// Holding is the text of a settings file to be given to the client with
// --settings: the same hooks, and the key with which a project would silence
// them set against that.
func (p Plan) Holding() ([]byte, error) {
	d, err := edit.Parse(nil)
	if err != nil {
		return nil, err
	}
	if err := d.Set(false, "disableAllHooks"); err != nil {
		return nil, err
	}
	if err := p.Apply(d); err != nil {
		return nil, err
	}
	return d.Bytes(), nil
}

package setup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"automode/settings/edit"
)

// Tested are the client versions that the gate's tests drive.
var Tested = []string{"2.1.332", "2.1.233"}

// Managed is where the client looks for settings that an administrator sets.
const Managed = "/etc/claude-code/managed-settings.json"

// Layer is one of the client's settings files and what of it matters here.
type Layer struct {
	Name string `json:"name"` // managed, user, project, local
	Path string `json:"path"`
	Some bool   `json:"there"`
	Err  string `json:"error,omitempty"`

	Silent bool              `json:"disables_hooks,omitempty"` // disableAllHooks
	Hooks  map[string][]Hook `json:"hooks,omitempty"`
	Env    map[string]string `json:"env,omitempty"`
	Allow  []string          `json:"allow,omitempty"`
	Mode   string            `json:"mode,omitempty"`
}

// Hook is one handler of an event.
type Hook struct {
	Matcher string `json:"matcher"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"` // seconds; 0 where not said
	Ours    bool   `json:"ours"`
}

// UserSettings is the client's settings file of the person whose home folder
// that is.
func UserSettings(home string) string { return filepath.Join(home, ".claude", "settings.json") }

// ProjectSettings is the client's settings file of the project at dir that is
// not shared with others.
func ProjectSettings(dir string) string {
	return filepath.Join(dir, ".claude", "settings.local.json")
}

// Chain reads the client's settings that count in the folder dir, those that
// win first.
func Chain(home, dir, managed string) []Layer {
	return []Layer{
		layer("managed", managed),
		layer("local", ProjectSettings(dir)),
		layer("project", filepath.Join(dir, ".claude", "settings.json")),
		layer("user", UserSettings(home)),
	}
}

func layer(name, path string) Layer {
	l := Layer{Name: name, Path: path}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return l
	}
	l.Some = true
	if err != nil {
		l.Err = err.Error()
		return l
	}
	d, err := edit.Parse(text)
	if err != nil {
		l.Err = err.Error()
		return l
	}
	var v struct {
		Off   bool                         `json:"disableAllHooks"`
		Hooks map[string][]json.RawMessage `json:"hooks"`
		Env   map[string]string            `json:"env"`
		Rules struct {
			Allow []string `json:"allow"`
			Mode  string   `json:"defaultMode"`
		} `json:"permissions"`
	}
	if _, err := d.Get(&v); err != nil {
		l.Err = err.Error()
		return l
	}
	l.Silent, l.Env, l.Allow, l.Mode = v.Off, v.Env, v.Rules.Allow, v.Rules.Mode
	for event, list := range v.Hooks {
		for _, raw := range list {
			var e entry
			if json.Unmarshal(raw, &e) != nil {
				continue
			}
			for _, h := range e.Hooks {
				if l.Hooks == nil {
					l.Hooks = map[string][]Hook{}
				}
				l.Hooks[event] = append(l.Hooks[event], Hook{e.Matcher, h.Command, h.Timeout, ourLine(h.Command)})
			}
		}
	}
	return l
}

// parts takes an installed command line apart: the program, its --config and
// --timeout, and whether the exit codes are told apart.
func parts(line string) (hook, config, timeout string, wrapped bool) {
	run, rest, _ := strings.Cut(line, ";")
	wrapped = strings.Contains(rest, "0|2) exit $rc") && strings.Contains(rest, "exit 2")
	words := split(run)
	for i, w := range words {
		switch {
		case i == 0:
			hook = w
		case w == "--config" && i+1 < len(words):
			config = words[i+1]
		case w == "--timeout" && i+1 < len(words):
			timeout = words[i+1]
		}
	}
	return hook, config, timeout, wrapped
}

// split parts a line that quote made into words.
func split(line string) []string {
	var out []string
	var cur strings.Builder
	in, open := false, false
	for i := 0; i < len(line); i++ {
		switch ch := line[i]; {
		case ch == '\'':
			in, open = !in, true
		case ch == '\\' && !in && i+1 < len(line):
			i++
			cur.WriteByte(line[i])
		case ch == ' ' && !in:
			if open || cur.Len() > 0 {
				out = append(out, cur.String())
				cur.Reset()
				open = false
			}
		default:
			cur.WriteByte(ch)
			open = true
		}
	}
	if open || cur.Len() > 0 {
		out = append(out, cur.String())
	}
	return out
}

// where names a layer for people.
func (l Layer) where() string { return fmt.Sprintf("%s settings (%s)", l.Name, l.Path) }

// Package foreign reads the permission settings of other agents and says the
// same in ours, as far as that can be said: what cannot is listed with why.
// It reads what it is given, and runs nothing of it.
package foreign

import (
	"fmt"
	"path/filepath"
	"strings"

	"automode/permission"
)

// Rule is one rule of another agent's.
type Rule struct {
	List     permission.List
	Text     string // in our words; empty where it cannot be said in them
	Native   string // as it stands there
	File     string
	Line     int    // where it stands; 0 where not known
	Why      string // why it cannot be said, or what is lost
	Match    []string
	NotMatch []string
}

// Found is what a file of another agent's holds.
type Found struct {
	Rules   []Rule
	Folders []string            // more working directories
	Prose   map[string][]string // of the rulebook, by section: environment, allow, soft_deny, hard_deny
	Notes   []string            // what else stands there that has to do with permissions, one line each
}

func (f *Found) note(format string, args ...any) {
	f.Notes = append(f.Notes, fmt.Sprintf(format, args...))
}

// agent is another agent whose settings can be read.
type agent struct {
	name  string
	files func(home string) []string // patterns of the user's own files
	read  func(path string, text []byte) (*Found, error)
}

var agents = [...]agent{
	{"claude-code", func(home string) []string { return []string{home + "/.claude/settings.json"} }, readClaude},
	{"codex", func(home string) []string {
		return []string{home + "/.codex/config.toml", home + "/.codex/rules/*.rules"}
	}, readCodex},
	{"gemini", func(home string) []string {
		return []string{home + "/.gemini/settings.json", home + "/.gemini/policies/*.toml"}
	}, readGemini},
	{"qwen", func(home string) []string { return []string{home + "/.qwen/settings.json"} }, readQwen},
}

// Agents are the names of the agents whose settings can be read.
func Agents() []string {
	var names []string
	for _, a := range agents {
		names = append(names, a.name)
	}
	return names
}

// Files are the user's own files of an agent that are there.
func Files(name, home string) []string {
	var out []string
	for _, a := range agents {
		if a.name != name {
			continue
		}
		for _, p := range a.files(home) {
			found, _ := filepath.Glob(p)
			out = append(out, found...)
		}
	}
	return out
}

// Read reads the text of the file at path, a file of the agent of that name.
func Read(name, path string, text []byte) (*Found, error) {
	for _, a := range agents {
		if a.name != name {
			continue
		}
		f, err := a.read(path, text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		for i := range f.Rules {
			f.Rules[i].File = path
			f.Rules[i].check()
		}
		return f, nil
	}
	return nil, fmt.Errorf("%s is no agent whose settings can be read; these are: %s", name, strings.Join(Agents(), ", "))
}

// check takes back a translation that is no rule of ours.
func (r *Rule) check() {
	if r.Text == "" {
		if r.Why == "" {
			r.Why = "it names nothing"
		}
		return
	}
	if _, err := permission.Parse(r.List, r.Text, permission.Origin{}); err != nil {
		r.Text, r.Why = "", err.Error()
	}
}

// shellRule says a command's beginning in our words. ok is false where it
// cannot be said.
func shellRule(words []string, exact bool) (text string, ok bool) {
	var quoted []string
	for _, w := range words {
		if w == "" || strings.ContainsAny(w, "*()\\\"'\n\t ") {
			return "", false
		}
		quoted = append(quoted, w)
	}
	if len(quoted) == 0 {
		return "", false
	}
	if text = strings.Join(quoted, " "); !exact {
		text += ":*"
	}
	return "Bash(" + text + ")", true
}

// lineOf is the line on which what begins at offset stands.
func lineOf(text []byte, offset int) int {
	return 1 + strings.Count(string(text[:max(0, min(offset, len(text)))]), "\n")
}

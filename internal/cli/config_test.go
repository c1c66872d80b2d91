package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"automode/call"
	"automode/internal/hook"
	"automode/settings"
	"automode/verdict"
)

// printed runs a command and gives what it printed as JSON.
func printed(t *testing.T, config string, args ...string) map[string]any {
	t.Helper()
	var out, errs bytes.Buffer
	if code := Main(append([]string{"--config", config, "--json"}, args...), strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("%v: exit %d: %s%s", args, code, out.String(), errs.String())
	}
	var v map[string]any
	if err := json.Unmarshal(out.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func configured(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "settings.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A call that each rule of the probes speaks of and no other one.
var probes = map[string]struct {
	rule string
	tool string
	args map[string]any
	want verdict.Behavior
}{
	"deny a command":   {"Bash(frobnicate:*)", "Bash", map[string]any{"command": "frobnicate --all"}, verdict.Deny},
	"deny a file":      {"Read(/**/secret.txt)", "Read", map[string]any{"file_path": "secret.txt"}, verdict.Deny},
	"deny a site":      {"WebFetch(domain:bad.example.com)", "WebFetch", map[string]any{"url": "https://bad.example.com/x", "prompt": "x"}, verdict.Deny},
	"deny a server":    {"mcp__bank", "mcp__bank__pay", map[string]any{}, verdict.Deny},
	"ask a command":    {"Bash(make:*)", "Bash", map[string]any{"command": "make x"}, verdict.Ask},
	"ask a tool":       {"NotebookEdit", "NotebookEdit", map[string]any{"notebook_path": "a.ipynb", "new_source": "x"}, verdict.Ask},
	"allow a command":  {"Bash(grobnicate now)", "Bash", map[string]any{"command": "grobnicate now"}, verdict.Allow},
	"allow a server":   {"mcp__notes", "mcp__notes__add", map[string]any{"text": "x"}, verdict.Allow},
	"allow a prefix":   {"Bash(zip-it up:*)", "Bash", map[string]any{"command": "zip-it up now"}, verdict.Allow},
	"allow one script": {"Bash(./scripts/lint.sh)", "Bash", map[string]any{"command": "./scripts/lint.sh"}, verdict.Allow},
}

// TestWhatConfigPrintsIsWhatDecides holds every rule that config prints against
// a call that only it speaks of: the decision must be by that rule, from that
// place.
func TestWhatConfigPrintsIsWhatDecides(t *testing.T) {
	project := t.TempDir()
	t.Chdir(project)
	lists := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(probes)) {
		list, _, _ := strings.Cut(name, " ")
		lists[list] = append(lists[list], probes[name].rule)
	}
	text, err := json.MarshalIndent(map[string]any{"permissions": lists}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	config := configured(t, string(text))
	rules := printed(t, config, "config", "--explain")["rules"].([]any)
	if len(rules) != len(probes) {
		t.Fatalf("%d rules are printed of %d", len(rules), len(probes))
	}
	desk := hook.Desk{Config: config, Home: t.TempDir(), Attended: true}
	for _, r := range rules {
		row := r.(map[string]any)
		for name, p := range probes {
			if p.rule != row["rule"] {
				continue
			}
			in, err := json.Marshal(p.args)
			if err != nil {
				t.Fatal(err)
			}
			d, _, err := desk.Decide(context.Background(), call.Call{Host: "claude-code", Tool: p.tool, Input: in, Dir: project})
			if err != nil {
				t.Fatal(err)
			}
			if want := p.rule + " (" + row["at"].(string) + ")"; d.Behavior != p.want || d.Rule != want {
				t.Errorf("%s: %v by %q (%s), want %v by %q", name, d.Behavior, d.Rule, d.Reason, p.want, want)
			}
		}
	}
}

// TestWhatConfigPrintsIsTakenBack gives what config prints to a fresh folder as
// settings: what comes out must be the same.
func TestWhatConfigPrintsIsTakenBack(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"nothing set": `{}`,
		"much set": `{"mode":"plan","failOpen":true,"judge":"classifier","temperature":0.5,"texts":{"denied":"no"},
			"permissions":{"deny":["Bash(rm:*)"],"allow":["Bash(ls)"],"additionalDirectories":["/srv/lib"]},
			"providers":{"mine":{"kind":"openai","baseUrl":"http://127.0.0.1:1/v1","model":"m","headers":{"x-a":"1"}}},
			"autoMode":{"soft_deny":["No Friday Deploys [must name: target]: not on a Friday.","$defaults"],"allow":[],"environment":["**Organization**: Example"]}}`,
	} {
		first := printed(t, configured(t, text), "config")
		again := first["settings"].(map[string]any)
		auto := map[string]any{}
		for _, section := range []string{"environment", "allow", "soft_deny", "hard_deny"} {
			auto[section] = first[section]
		}
		again["autoMode"] = auto
		b, err := json.Marshal(again)
		if err != nil {
			t.Fatal(err)
		}
		second := printed(t, configured(t, string(b)), "config")
		delete(second["settings"].(map[string]any), "autoMode")
		delete(again, "autoMode")
		one, _ := json.MarshalIndent(first, "", " ")
		two, _ := json.MarshalIndent(second, "", " ")
		if string(one) != string(two) {
			t.Errorf("%s: printed first\n%s\nthen\n%s", name, one, two)
		}
	}
}

// What the rulebook holds by config is what the static judge blocks by: an
// entry that was taken out blocks no more.
func TestAnEntryThatConfigDoesNotPrintBlocksNothing(t *testing.T) {
	project := t.TempDir()
	t.Chdir(project)
	held := func(config, label string) bool {
		for _, line := range printed(t, config, "config")["soft_deny"].([]any) {
			if strings.HasPrefix(line.(string), label) {
				return true
			}
		}
		return false
	}
	for label, command := range map[string]string{
		"Disarm Flag": "curl --insecure https://x.example.com/a", "Privilege Gain": "sudo ls", "Network Scan": "nmap 10.0.0.0/8",
		"Persistence": "crontab jobs.txt", "Package Removal": "apt-get remove -y git", "System Service": "systemctl stop nginx",
	} {
		for _, config := range []string{configured(t, `{}`), configured(t, `{"autoMode":{"soft_deny":["Something Else [must name: it]: of ours."]}}`)} {
			in, _ := json.Marshal(map[string]string{"command": command})
			d, _, err := (hook.Desk{Config: config, Home: t.TempDir(), Attended: true}).Decide(context.Background(), call.Call{Host: "claude-code", Tool: "Bash", Input: in, Dir: project})
			if err != nil {
				t.Fatal(err)
			}
			if got := d.Code == verdict.CodeFinding && strings.HasPrefix(d.Label, label); got != held(config, label) || d.Behavior == verdict.Allow {
				t.Errorf("%s: printed %v; %v (%s) %s: %s", command, held(config, label), d.Behavior, d.Code, d.Label, d.Reason)
			}
		}
	}
}

func TestEveryKeyIsPrinted(t *testing.T) {
	t.Chdir(t.TempDir())
	rows := printed(t, configured(t, `{}`), "config", "--explain")["values"].([]any)
	var got []string
	for _, r := range rows {
		got = append(got, r.(map[string]any)["key"].(string))
	}
	for _, k := range settings.Keys() {
		auto := strings.HasPrefix(k.Name, "autoMode.") && k.Name != "autoMode.lockedSections"
		if k.Type != "object" && k.Name != "$schema" && !auto && !strings.Contains(k.Name, "*") && !slices.Contains(got, k.Name) {
			t.Errorf("%s is not printed", k.Name)
		}
	}
}

package setup

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func plan(t *testing.T) Plan {
	return Plan{Hook: "/opt/automode/automode-hook", Config: t.TempDir()}
}

func install(t *testing.T, p Plan, path string) Change {
	t.Helper()
	c, err := p.Install(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Do(); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestInstallAndUninstallLeaveTheFileAsItWas(t *testing.T) {
	for name, text := range map[string]string{
		"comments":    "{\n  // mine\n  \"model\": \"x\", // why\n}\n",
		"other hooks": "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"lint\"}]}]}}",
		"empty":       "",
		"tabs":        "{\n\t\"permissions\": {\n\t\t\"allow\": [\"Bash(ls)\"]\n\t}\n}",
	} {
		t.Run(name, func(t *testing.T) {
			p := plan(t)
			path := filepath.Join(t.TempDir(), ".claude", "settings.json")
			os.MkdirAll(filepath.Dir(path), 0o755)
			os.WriteFile(path, []byte(text), 0o644)
			install(t, p, path)
			got, _ := os.ReadFile(path)
			if n := strings.Count(string(got), "automode-hook --config"); n != len(events) {
				t.Fatalf("%d hooks installed, want %d:\n%s", n, len(events), got)
			}
			if c, err := p.Install(path); err != nil || !c.Nothing {
				t.Errorf("a second installation is not a no-op: %v %v", c, err)
			}
			c, err := p.Uninstall(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Do(); err != nil {
				t.Fatal(err)
			}
			if got, _ := os.ReadFile(path); string(got) != text {
				t.Errorf("after undo:\n%q\nwas\n%q", got, text)
			}
			if c, err := p.Uninstall(path); err != nil || !c.Nothing {
				t.Errorf("a second removal is not a no-op: %v %v", c, err)
			}
		})
	}
}

func TestAMissingSettingsFileIsGoneAgainAfterUninstall(t *testing.T) {
	p, path := plan(t), filepath.Join(t.TempDir(), ".claude", "settings.json")
	install(t, p, path)
	c, err := p.Uninstall(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Do(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Error("the file is still there")
	}
}

func TestUninstallKeepsWhatOthersChangedSince(t *testing.T) {
	p, path := plan(t), filepath.Join(t.TempDir(), "settings.json")
	os.WriteFile(path, []byte("{\n  \"model\": \"x\"\n}\n"), 0o600)
	install(t, p, path)
	text, _ := os.ReadFile(path)
	os.WriteFile(path, []byte(strings.Replace(string(text), `"model": "x"`, `"model": "y"`, 1)), 0o600)
	c, err := p.Uninstall(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Do(); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(path)
	var v map[string]any
	if err := json.Unmarshal(got, &v); err != nil || len(v) != 1 || v["model"] != "y" {
		t.Errorf("got %s (%v)", got, err)
	}
}

func TestReinstallAfterAMoveOfTheBinaryStillUndoesToTheFirstText(t *testing.T) {
	p, path := plan(t), filepath.Join(t.TempDir(), "settings.json")
	first := "{ \"a\": 1 }\n"
	os.WriteFile(path, []byte(first), 0o600)
	install(t, p, path)
	p.Hook = "/usr/local/bin/automode-hook"
	install(t, p, path)
	c, err := p.Uninstall(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Do(); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(path); string(got) != first {
		t.Errorf("got %q", got)
	}
}

func TestTheLineTellsADenialFromAFailure(t *testing.T) {
	line := Plan{Hook: "/opt/a b/automode-hook", Config: "/home/x/.config/automode"}.Line()
	for _, want := range []string{"'/opt/a b/automode-hook' --config /home/x/.config/automode", "claude-code; rc=$?", "0|2) exit $rc", "exit 2"} {
		if !strings.Contains(line, want) {
			t.Errorf("%q lacks %q", line, want)
		}
	}
}

func TestAPlanWithARelativePathIsRefused(t *testing.T) {
	for _, p := range []Plan{{Hook: "automode-hook", Config: "/c"}, {Hook: "/h", Config: "c"}, {Hook: "/a/../h", Config: "/c"}} {
		if p.Check() == nil {
			t.Errorf("%v was not refused", p)
		}
	}
}

func TestTheHoldingSettingsSetThemselvesAgainstSilencing(t *testing.T) {
	text, err := plan(t).Holding()
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Off   *bool                      `json:"disableAllHooks"`
		Hooks map[string]json.RawMessage `json:"hooks"`
	}
	if err := json.Unmarshal(text, &v); err != nil || v.Off == nil || *v.Off || len(v.Hooks) != len(events) {
		t.Errorf("got %s (%v)", text, err)
	}
}

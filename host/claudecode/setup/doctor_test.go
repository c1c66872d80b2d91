package setup

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// patient is a sound installation, into which a test plants one fault.
type patient struct {
	t    *testing.T
	exam Exam
	plan Plan
	user string
}

func sound(t *testing.T) *patient {
	home, dir, opt := t.TempDir(), t.TempDir(), t.TempDir()
	hook := filepath.Join(opt, "automode-hook")
	// a program that answers as the hook does
	script := `#!/bin/sh
case "$(cat)" in
*'rm -rf /'*) d=deny;;
*) d=allow;;
esac
printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"%s","permissionDecisionReason":"x"}}' $d
`
	if err := os.WriteFile(hook, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	p := &patient{t: t, plan: Plan{Hook: hook, Config: filepath.Join(home, ".config", "automode")}, user: UserSettings(home)}
	p.exam = Exam{Home: home, Dir: dir, Managed: filepath.Join(opt, "none.json"), Beside: hook, Version: Tested[0], Fire: Fire,
		Settings: func(string) error { return nil }, Store: func(string) error { return nil }, Log: func(string) error { return nil }}
	install(t, p.plan, p.user)
	return p
}

// edit changes the user's settings text.
func (p *patient) edit(old, new string) {
	p.t.Helper()
	text, err := os.ReadFile(p.user)
	if err != nil || !strings.Contains(string(text), old) {
		p.t.Fatalf("%q is not in the settings (%v)", old, err)
	}
	if err := os.WriteFile(p.user, []byte(strings.ReplaceAll(string(text), old, new)), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// project writes the project's settings.
func (p *patient) project(v any) {
	text, _ := json.Marshal(v)
	path := filepath.Join(p.exam.Dir, ".claude", "settings.json")
	os.MkdirAll(filepath.Dir(path), 0o755)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

func TestASoundInstallationPasses(t *testing.T) {
	checks := sound(t).exam.Run(context.Background())
	for _, c := range checks {
		if c.State != Good {
			t.Errorf("%s: %s %s", c.Name, c.State, c.Says)
		}
	}
	if !Gated(checks) || len(checks) < 10 {
		t.Errorf("%d checks", len(checks))
	}
}

func TestTheDoctorFindsPlantedFaults(t *testing.T) {
	for name, c := range map[string]struct {
		plant func(*patient)
		check string
		state State
		says  string
	}{
		"not installed":                   {func(p *patient) { os.Remove(p.user) }, "installed", Bad, "NOT GATED HERE"},
		"settings that cannot be read":    {func(p *patient) { os.WriteFile(p.user, []byte("{"), 0o600) }, "settings", Bad, "cannot be read"},
		"a bare name":                     {func(p *patient) { p.edit(p.plan.Hook, "automode-hook") }, "line", Bad, "bare name"},
		"the wrong path":                  {func(p *patient) { p.edit(p.plan.Hook, "/nowhere/automode-hook") }, "binary", Bad, "is not there"},
		"no execute bit":                  {func(p *patient) { os.Chmod(p.plan.Hook, 0o644) }, "binary", Bad, "cannot be executed"},
		"a binary that others may write":  {func(p *patient) { os.Chmod(p.plan.Hook, 0o777) }, "binary", Bad, "others may write"},
		"an old binary":                   {func(p *patient) { p.exam.Beside = writeFile(p.t, "other build", 0o755) }, "binary", Warn, "another build"},
		"a binary inside the project":     {func(p *patient) { p.exam.Dir = filepath.Dir(p.plan.Hook) }, "binary", Bad, "lies in this project"},
		"a short timeout":                 {func(p *patient) { p.edit(`"timeout": 60`, `"timeout": 5`) }, "timeout", Bad, "5 s"},
		"a timeout below the watchdog's":  {func(p *patient) { p.edit("--timeout 60", "--timeout 600") }, "timeout", Bad, "thinks that it has"},
		"no exit-code wrapper":            {func(p *patient) { p.edit("0|2) exit $rc;;", "*) exit $rc;;") }, "line", Bad, "does not tell exit codes apart"},
		"no folder in the line":           {func(p *patient) { p.edit("--config "+p.plan.Config, "") }, "line", Bad, "--config"},
		"a project that disables hooks":   {func(p *patient) { p.project(map[string]any{"disableAllHooks": true}) }, "silenced", Bad, "NOT GATED HERE"},
		"a project that steers hooks":     {func(p *patient) { p.project(map[string]any{"env": map[string]string{"PATH": "/tmp/x"}}) }, "project", Warn, "sets PATH"},
		"a project that allows all shell": {func(p *patient) { p.project(map[string]any{"permissions": map[string]any{"allow": []string{"Bash"}}}) }, "dead hook", Warn, "allows Bash"},
		"another hook that answers allow": {func(p *patient) {
			p.project(map[string]any{"hooks": map[string]any{"PreToolUse": []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": "yes"}}}}}})
		}, "other hooks", Warn, "yes"},
		"a narrow matcher":                 {func(p *patient) { p.edit(`"matcher": "*"`, `"matcher": "Bash"`) }, "matcher", Bad, "only the tools Bash"},
		"an event that is not listened to": {func(p *patient) { p.edit(`"UserPromptSubmit"`, `"SomethingElse"`) }, "events", Warn, "UserPromptSubmit"},
		"state that cannot be read":        {func(p *patient) { p.exam.Store = func(string) error { return errors.New("the state is damaged") } }, "state", Bad, "damaged"},
		"a lock that stays held":           {func(p *patient) { p.exam.Store = func(string) error { return errors.New("the lock is held") } }, "state", Bad, "held"},
		"a log that cannot be written":     {func(p *patient) { p.exam.Log = func(string) error { return errors.New("no space") } }, "log", Bad, "no space"},
		"gate settings with a fault":       {func(p *patient) { p.exam.Settings = func(string) error { return errors.New("unknown key") } }, "gate settings", Bad, "unknown key"},
		"a hook that allows everything":    {func(p *patient) { p.answer("allow", 0) }, "hook runs", Bad, `answered "allow" to rm -rf /`},
		"a hook that says nothing":         {func(p *patient) { p.says("", 0) }, "hook runs", Bad, "cannot be read"},
		"a hook that denies everything":    {func(p *patient) { p.says("", 2) }, "hook runs", Bad, "denies everything"},
		"an untested client":               {func(p *patient) { p.exam.Version = "9.9.9" }, "client", Warn, "not tested"},
		"only observing": {func(p *patient) {
			p.plan.Observe = true
			install(p.t, p.plan, p.user)
			p.says("", 0)
		}, "mode", Warn, "observe"},
	} {
		t.Run(name, func(t *testing.T) {
			p := sound(t)
			c.plant(p)
			for _, got := range p.exam.Run(context.Background()) {
				if got.Name == c.check && got.State == c.state && strings.Contains(got.Says, c.says) {
					return
				}
			}
			t.Errorf("no check %q is %s and says %q: %+v", c.check, c.state, c.says, p.exam.Run(context.Background()))
		})
	}
}

func writeFile(t *testing.T, text string, mode os.FileMode) string {
	t.Helper()
	p := filepath.Join(t.TempDir(), "automode-hook")
	if err := os.WriteFile(p, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return p
}

// answer makes the hook answer that to every call.
func (p *patient) answer(decision string, exit int) {
	p.says(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"`+decision+`","permissionDecisionReason":"x"}}`, exit)
}

func (p *patient) says(text string, exit int) {
	p.t.Helper()
	script := "#!/bin/sh\ncat >/dev/null\nprintf '%s' '" + text + "'\n[ " + string(rune('0'+exit)) + " = 0 ] || echo broken >&2\nexit " + string(rune('0'+exit)) + "\n"
	if err := os.WriteFile(p.plan.Hook, []byte(script), 0o755); err != nil {
		p.t.Fatal(err)
	}
}

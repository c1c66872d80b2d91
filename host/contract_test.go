package host_test

import (
	"encoding/json"
	"strings"
	"testing"

	"automode/gate"
	"automode/host"
	"automode/host/claudecode"
	"automode/host/codex"
	"automode/host/copilot"
	"automode/host/gemini"
	"automode/host/generic"
	"automode/host/opencode"
	"automode/host/qwen"
	"automode/verdict"
)

// contract is one host: what it sends when an agent wants to run a command, and
// what it must hear.
type contract struct {
	name    string
	dialect host.Dialect
	event   string // its form of a call of a shell tool in /srv/app with the command "make"
	tool    string
	// How a decision shows in what the host hears: the values of fields, by
	// path. "" is silence.
	allow, deny, ask map[string]string
	// asks: a question is put where somebody is there. Otherwise it is denied.
	asks bool
}

var contracts = []contract{
	{"Claude Code", claudecode.Dialect{}, `{"session_id":"s","cwd":"/srv/app","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"make"},"tool_use_id":"t"}`, "Bash",
		map[string]string{"hookSpecificOutput.hookEventName": "PreToolUse", "hookSpecificOutput.permissionDecision": "allow"},
		map[string]string{"hookSpecificOutput.hookEventName": "PreToolUse", "hookSpecificOutput.permissionDecision": "deny"},
		map[string]string{"hookSpecificOutput.permissionDecision": "ask"}, true},
	{"Codex", codex.Dialect{}, `{"session_id":"s","turn_id":"u","transcript_path":"/h/r.jsonl","cwd":"/srv/app","hook_event_name":"PreToolUse","model":"m","permission_mode":"bypassPermissions","tool_name":"Bash","tool_input":{"command":"make"},"tool_use_id":"t"}`, "Bash",
		nil, map[string]string{"hookSpecificOutput.hookEventName": "PreToolUse", "hookSpecificOutput.permissionDecision": "deny"}, nil, false},
	{"Copilot", copilot.Dialect{Event: "preToolUse"}, `{"sessionId":"s","timestamp":1,"cwd":"/srv/app","toolName":"bash","toolArgs":{"command":"make"}}`, "bash",
		map[string]string{"permissionDecision": "allow"}, map[string]string{"permissionDecision": "deny"}, map[string]string{"permissionDecision": "ask"}, true},
	{"Copilot, arguments as a text", copilot.Dialect{Event: "preToolUse"}, `{"sessionId":"s","timestamp":1,"cwd":"/srv/app","toolName":"bash","toolArgs":"{\"command\":\"make\"}"}`, "bash",
		map[string]string{"permissionDecision": "allow"}, map[string]string{"permissionDecision": "deny"}, map[string]string{"permissionDecision": "ask"}, true},
	{"Gemini", gemini.Dialect{}, `{"session_id":"s","transcript_path":"/h/c.jsonl","cwd":"/srv","hook_event_name":"BeforeTool","timestamp":"x","tool_name":"run_shell_command","tool_input":{"command":"make","dir_path":"app"}}`, "run_shell_command",
		map[string]string{"decision": "allow"}, map[string]string{"decision": "deny"}, map[string]string{"decision": "ask"}, true},
	{"Qwen", qwen.Dialect{}, `{"session_id":"s","transcript_path":"/h/c.jsonl","cwd":"/srv/app","hook_event_name":"PreToolUse","permission_mode":"yolo","prompt_id":"p","tool_name":"run_shell_command","tool_input":{"command":"make","is_background":false},"tool_use_id":"t"}`, "run_shell_command",
		map[string]string{"hookSpecificOutput.permissionDecision": "allow"}, map[string]string{"hookSpecificOutput.permissionDecision": "deny"}, map[string]string{"hookSpecificOutput.permissionDecision": "ask"}, true},
	{"opencode", opencode.Dialect{}, `{"event":"tool.execute.before","session":"s","call":"t","tool":"bash","args":{"command":"make","workdir":"app"},"directory":"/srv"}`, "bash",
		map[string]string{"decision": "allow"}, map[string]string{"decision": "deny"}, map[string]string{"decision": "ask"}, true},
	{"the generic door", generic.Dialect{}, `{"event":"call","session":"s","id":"t","tool":"bash","input":{"command":"make"},"cwd":"/srv/app"}`, "bash",
		map[string]string{"decision": "allow", "version": "1"}, map[string]string{"decision": "deny"}, map[string]string{"decision": "ask"}, true},
}

// at is the value at a path of an answer, as text.
func at(t *testing.T, a host.Answer, path string) string {
	t.Helper()
	var v any
	d := json.NewDecoder(strings.NewReader(string(a.Stdout)))
	if err := d.Decode(&v); err != nil || d.More() {
		t.Fatalf("not exactly one JSON object: %q", a.Stdout)
	}
	for _, name := range strings.Split(path, ".") {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	b, _ := json.Marshal(v)
	return strings.Trim(string(b), `"`)
}

func (c contract) hears(t *testing.T, what string, a host.Answer, want map[string]string) {
	t.Helper()
	if a.Exit != 0 || a.Stderr != "" {
		t.Errorf("%s, %s: exit %d, %q", c.name, what, a.Exit, a.Stderr)
	}
	if want == nil {
		if len(a.Stdout) != 0 {
			t.Errorf("%s, %s: %q, want silence", c.name, what, a.Stdout)
		}
		return
	}
	for path, value := range want {
		if got := at(t, a, path); got != value {
			t.Errorf("%s, %s: %s is %q, want %q in %s", c.name, what, path, got, value, a.Stdout)
		}
	}
}

func TestEveryHostIsUnderstoodAndUnderstands(t *testing.T) {
	for _, c := range contracts {
		e, err := c.dialect.Decode([]byte(c.event))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if e.Name != host.PreToolUse || e.Session != "s" || e.Call.Tool != c.tool || e.Call.Args().Command != "make" || e.Call.Dir != "/srv/app" || e.Call.Kind().String() != "shell" {
			t.Errorf("%s: %+v", c.name, e)
		}
		for _, attended := range []bool{true, false} {
			c.hears(t, "allow", c.dialect.Encode(e, verdict.Decision{Behavior: verdict.Allow, Reason: "fine"}, attended, gate.Texts{}), c.allow)
			for _, d := range []verdict.Decision{{}, {Behavior: verdict.Deny, Reason: "it pushes", Layer: verdict.LayerStatic, Code: verdict.CodeFinding}} {
				a := c.dialect.Encode(e, d, attended, gate.Texts{})
				c.hears(t, "deny", a, c.deny)
				if !strings.Contains(string(a.Stdout), "eason") {
					t.Errorf("%s: a denial without a reason: %s", c.name, a.Stdout)
				}
			}
			want := c.deny
			if attended && c.asks {
				want = c.ask
			}
			c.hears(t, "ask", c.dialect.Encode(e, verdict.Decision{Behavior: verdict.Ask, Reason: "look"}, attended, gate.Texts{}), want)
		}
	}
}

func TestAFailureBlocksInEveryHost(t *testing.T) {
	for _, c := range contracts {
		for _, n := range []host.Name{"", host.PreToolUse} {
			for _, what := range []string{"", "no state\n\x1b[2Kfolder"} {
				a := c.dialect.Failure(n, what, gate.Texts{})
				if a.Exit != 2 || strings.TrimSpace(a.Stderr) == "" || strings.Count(a.Stderr, "\n") != 1 || strings.Contains(a.Stderr, "\x1b") {
					t.Errorf("%s: exit %d, %q", c.name, a.Exit, a.Stderr)
				}
				for path, value := range c.deny {
					if got := at(t, a, path); got != value {
						t.Errorf("%s: %s is %q in %s", c.name, path, got, a.Stdout)
					}
				}
			}
		}
	}
}

func TestWhatIsNotOneEventIsAnErrorInEveryHost(t *testing.T) {
	for _, c := range contracts {
		for name, text := range map[string]string{
			"nothing": "", "blank": "  \n", "an array": "[" + c.event + "]", "two objects": c.event + c.event, "half of one": c.event[:len(c.event)/2],
			"no session":              strings.Replace(strings.Replace(c.event, `"s"`, `""`, 1), `"s"`, `""`, 1),
			"a tool that is a number": strings.Replace(c.event, `"`+c.tool+`"`, "7", 1), "an empty tool": strings.Replace(c.event, `"`+c.tool+`"`, `""`, 1),
			"a relative directory": strings.NewReplacer(`"/srv/app"`, `"app"`, `"/srv"`, `"srv"`).Replace(c.event),
			"too much":             `{"x":"` + strings.Repeat("a", host.MaxEvent) + `"}`,
		} {
			if e, err := c.dialect.Decode([]byte(text)); err == nil {
				t.Errorf("%s, %s: %+v", c.name, name, e)
			} else if _, ok := err.(*host.Error); !ok || strings.ContainsAny(err.Error(), "\n") {
				t.Errorf("%s, %s: %v", c.name, name, err)
			}
		}
	}
}

func TestACommandRunsWhereItsArgumentsSay(t *testing.T) {
	for _, c := range []struct {
		d    host.Dialect
		text string
		want string // "" is an error
	}{
		{gemini.Dialect{}, `{"session_id":"s","cwd":"/a","hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"x","dir_path":"/b"}}`, "/b"},
		{gemini.Dialect{}, `{"session_id":"s","cwd":"/a","hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"x","dir_path":""}}`, "/a"},
		{gemini.Dialect{}, `{"session_id":"s","cwd":"/a","hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"x","dir_path":7}}`, ""},
		{qwen.Dialect{}, `{"session_id":"s","cwd":"/a","hook_event_name":"PreToolUse","tool_name":"run_shell_command","tool_input":{"command":"x","directory":"c"}}`, "/a/c"},
		{codex.Dialect{}, `{"session_id":"s","cwd":"/a","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"x","workdir":"/w"}}`, "/w"},
	} {
		e, err := c.d.Decode([]byte(c.text))
		if (err != nil) != (c.want == "") || e.Call.Dir != c.want {
			t.Errorf("%s: %q, %v", c.text, e.Call.Dir, err)
		}
	}
}

func TestCopilotMustBeToldItsEvent(t *testing.T) {
	if _, err := (copilot.Dialect{}).Decode([]byte(contracts[2].event)); err == nil {
		t.Error("an event without a name")
	}
	if _, err := (copilot.Dialect{Event: "postToolUse"}).Decode([]byte(`{"hookName":"preToolUse","sessionId":"s","cwd":"/a","toolName":"bash","toolArgs":{}}`)); err == nil {
		t.Error("an event that says it is another")
	}
}

func TestCodexIsNeverSentAFieldItDoesNotKnow(t *testing.T) {
	d := verdict.Decision{Behavior: verdict.Deny, Reason: "x", Abort: true, Approval: "D-ABCD"}
	for _, n := range []host.Name{host.PreToolUse, host.PermissionRequest} {
		a := codex.Dialect{}.Encode(host.Event{Name: n}, d, true, gate.Texts{})
		var m map[string]map[string]any
		if err := json.Unmarshal(a.Stdout, &m); err != nil || len(m) != 1 {
			t.Fatalf("%s", a.Stdout)
		}
		for k := range m["hookSpecificOutput"] {
			switch k {
			case "hookEventName", "permissionDecision", "permissionDecisionReason", "decision":
			default:
				t.Errorf("%s is sent", k)
			}
		}
	}
	if a := (codex.Dialect{}).Encode(host.Event{Name: host.PermissionRequest}, verdict.Decision{Behavior: verdict.Allow}, false, gate.Texts{}); at(t, a, "hookSpecificOutput.decision.behavior") != "allow" {
		t.Errorf("%s", a.Stdout)
	}
}

func TestThePluginFailsClosed(t *testing.T) {
	for _, want := range []string{"__HOOK__", "__WAIT__", "code !== 0", "did not answer in time", "throw new Error"} {
		if !strings.Contains(opencode.Plugin, want) {
			t.Errorf("the plugin lacks %s", want)
		}
	}
}

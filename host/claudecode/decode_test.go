package claudecode

import (
	"automode/host"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

const pre = `{"session_id":"s1","transcript_path":"/h/s1.jsonl","cwd":"/home/dev/app","prompt_id":"p1","permission_mode":"acceptEdits",` +
	`"effort":{"level":"medium"},"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","run_in_background":true},"tool_use_id":"toolu_1"}`

func TestDecodeReadsACall(t *testing.T) {
	e, err := dialect.Decode([]byte(pre))
	if err != nil {
		t.Fatal(err)
	}
	if e.Name != PreToolUse || e.Session != "s1" || e.Transcript != "/h/s1.jsonl" || e.PromptID != "p1" || e.HostMode != "acceptEdits" {
		t.Errorf("%+v", e)
	}
	c := e.Call
	if c.ID != "toolu_1" || c.Host != Host || c.Tool != "Bash" || c.Dir != "/home/dev/app" || c.Agent != "" || !c.Background || c.Args().Command != "ls" {
		t.Errorf("%+v", c)
	}
}

func TestDecodeReadsASubagentsCall(t *testing.T) {
	e, err := dialect.Decode([]byte(strings.Replace(pre, `"effort"`, `"agent_id":"a1","agent_type":"general-purpose","effort"`, 1)))
	if err != nil || e.Call.Agent != "a1" || e.Call.AgentType != "general-purpose" || e.Agent != "a1" {
		t.Errorf("%+v %v", e, err)
	}
}

func TestDecodeReadsEventsWithoutACall(t *testing.T) {
	for text, check := range map[string]func(Event) bool{
		`{"session_id":"s","hook_event_name":"UserPromptSubmit","prompt":"do it"}`:               func(e Event) bool { return e.Prompt == "do it" },
		`{"session_id":"s","hook_event_name":"SessionStart","source":"resume"}`:                  func(e Event) bool { return e.Source == "resume" },
		`{"session_id":"s","hook_event_name":"SessionEnd","reason":"other"}`:                     func(e Event) bool { return e.Reason == "other" },
		`{"session_id":"s","hook_event_name":"Stop","stop_hook_active":false}`:                   func(e Event) bool { return e.Name == Stop },
		`{"session_id":"s","hook_event_name":"SubagentStart","agent_id":"a","agent_type":"x"}`:   func(e Event) bool { return e.Agent == "a" && e.AgentType == "x" },
		`{"session_id":"s","hook_event_name":"SubagentStop","agent_transcript_path":"/a.jsonl"}`: func(e Event) bool { return e.AgentTranscript == "/a.jsonl" },
	} {
		e, err := dialect.Decode([]byte(text))
		if err != nil || !check(e) {
			t.Errorf("%s: %+v %v", text, e, err)
		}
	}
}

func TestDecodeKeepsWhatAToolGaveBack(t *testing.T) {
	e, err := dialect.Decode([]byte(`{"session_id":"s","cwd":"/a","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{},"tool_response":{"stdout":"x"},"tool_use_id":"u"}`))
	if err != nil || string(e.Response) != `{"stdout":"x"}` {
		t.Errorf("%+v %v", e, err)
	}
	e, err = dialect.Decode([]byte(`{"session_id":"s","cwd":"/a","hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_input":{},"error":"exit 1","tool_use_id":"u"}`))
	if err != nil || e.Reason != `"exit 1"` {
		t.Errorf("%+v %v", e, err)
	}
}

func TestDecodeRefusesWhatIsNotOneEvent(t *testing.T) {
	del := func(field string) string {
		i := strings.Index(pre, `"`+field+`"`)
		return pre[:i] + `"x` + pre[i+1:]
	}
	for _, c := range []struct {
		name string
		text string
		want host.Fault
		ev   Name
	}{
		{"nothing", "", host.Malformed, ""},
		{"blank", " \n", host.Malformed, ""},
		{"half an object", pre[:60], host.Malformed, ""},
		{"an array", "[" + pre + "]", host.Malformed, ""},
		{"a string", `"PreToolUse"`, host.Malformed, ""},
		{"null", "null", host.Malformed, ""},
		{"two objects", pre + pre, host.Malformed, ""},
		{"noise after it", pre + "x", host.Malformed, ""},
		{"no event name", del("hook_event_name"), host.WrongType, ""},
		{"an event name that is a number", strings.Replace(pre, `"PreToolUse"`, `7`, 1), host.WrongType, ""},
		{"an unknown event", strings.Replace(pre, `"PreToolUse"`, `"PreToolUsed"`, 1), host.UnknownEvent, ""},
		{"no session", del("session_id"), host.WrongType, PreToolUse},
		{"an empty session", strings.Replace(pre, `"s1"`, `""`, 1), host.WrongType, PreToolUse},
		{"a session that is a number", strings.Replace(pre, `"s1"`, `1`, 1), host.WrongType, PreToolUse},
		{"no tool", del("tool_name"), host.WrongType, PreToolUse},
		{"a tool that is an object", strings.Replace(pre, `"Bash"`, `{}`, 1), host.WrongType, PreToolUse},
		{"no input", del("tool_input"), host.WrongType, PreToolUse},
		{"an input that is a string", strings.Replace(pre, `{"command":"ls","run_in_background":true}`, `"ls"`, 1), host.WrongType, PreToolUse},
		{"an input that is null", strings.Replace(pre, `{"command":"ls","run_in_background":true}`, `null`, 1), host.WrongType, PreToolUse},
		{"a relative directory", strings.Replace(pre, `/home/dev/app`, `app`, 1), host.WrongType, PreToolUse},
		{"no directory", del("cwd"), host.WrongType, PreToolUse},
		{"a prompt event without a prompt", `{"session_id":"s","hook_event_name":"UserPromptSubmit"}`, host.WrongType, UserPromptSubmit},
		{"too much", `{"x":"` + strings.Repeat("a", host.MaxEvent) + `"}`, host.TooLarge, ""},
	} {
		_, err := dialect.Decode([]byte(c.text))
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: no error", c.name)
			continue
		}
		if e.Fault != c.want || e.Name != c.ev {
			t.Errorf("%s: fault %v of event %q, want %v of %q: %v", c.name, e.Fault, e.Name, c.want, c.ev, e)
		}
		if msg := e.Error(); strings.ContainsAny(msg, "\n\r\x1b") || e.What == "" || e.Next == "" {
			t.Errorf("%s: not one line with a next step: %q", c.name, msg)
		}
	}
}

func TestReadEventStopsAtItsLimit(t *testing.T) {
	endless := io.MultiReader(strings.NewReader("{"), zeros{})
	_, err := host.ReadEvent(endless)
	var e *Error
	if !errors.As(err, &e) || e.Fault != host.TooLarge {
		t.Error(err)
	}
	if b, err := host.ReadEvent(strings.NewReader(pre)); err != nil || string(b) != pre {
		t.Error(err)
	}
	_, err = host.ReadEvent(io.MultiReader(strings.NewReader("{"), broken{}))
	if !errors.As(err, &e) || e.Fault != host.Unreadable || strings.Contains(e.Error(), "\n") {
		t.Error(err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, fmt.Errorf("bad\nfile") }

func FuzzDecode(f *testing.F) {
	f.Add([]byte(pre))
	f.Add([]byte(`{"session_id":"s","hook_event_name":"UserPromptSubmit","prompt":"x"}`))
	f.Add([]byte(`{"hook_event_name":["PreToolUse"]}`))
	f.Add([]byte(`{"hook_event_name":"PreToolUse","session_id":"s","cwd":"C:\\x","tool_name":"Bash","tool_input":{"run_in_background":"true"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := dialect.Decode(data)
		if err != nil {
			var fe *Error
			if !errors.As(err, &fe) || strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q", err)
			}
			return
		}
		if !e.Name.Known() || e.Session == "" {
			t.Fatalf("%+v", e)
		}
		if e.Name.HasCall() && (e.Call.Tool == "" || !bytes.HasPrefix(bytes.TrimSpace(e.Call.Input), []byte("{"))) {
			t.Fatalf("%+v", e.Call)
		}
	})
}

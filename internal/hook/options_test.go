package hook

import (
	"testing"
	"time"
)

func TestInstalledLineIsRead(t *testing.T) {
	for _, args := range [][]string{
		{"--config", "/c/../c", "--timeout", "20", "--observe", "--settings", "/s.json", "claude-code"},
		{"claude-code", "--config=/c", "--timeout=20", "--observe", "--settings=/s.json"},
	} {
		o, err := parse(args)
		if err != nil || o != (options{config: "/c", settings: "/s.json", timeout: 20 * time.Second, observe: true, host: "claude-code"}) {
			t.Errorf("%q: %+v, %v", args, o, err)
		}
	}
	if o, err := parse([]string{"claude-code"}); err != nil || o.timeout != defaultTimeout {
		t.Errorf("%+v, %v", o, err)
	}
	for _, args := range [][]string{nil, {"--config"}, {"--config", "rel", "claude-code"}, {"--timeout", "0", "claude-code"}, {"--timeout", "99999", "claude-code"},
		{"--what", "x", "claude-code"}, {"claude-code", "codex"}, {"--settings", "rel", "claude-code"}} {
		if o, err := parse(args); err == nil {
			t.Errorf("%q: %+v", args, o)
		}
	}
}

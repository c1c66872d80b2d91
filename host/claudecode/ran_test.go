package claudecode

import (
	"strings"
	"testing"
)

func TestOnlyCallsThatRanToAGoodEndAreTold(t *testing.T) {
	text := strings.Join([]string{
		`lt","tool_use_id":"torn"}]}}`,
		typed(`he said "tool_result"`),
		use("t1", "Bash", `{"command":"a"}`), result("t1", "x", false, `,"cwd":"/srv","timestamp":"2026-01-01T09:00:00Z"`),
		use("t2", "Bash", `{"command":"b"}`), result("t2", "no such tool", true, ""),
		use("t3", "Bash", `{"command":"c"}`),
		`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t4"`,
	}, "\n")
	ran := RanIn([]byte(text))
	if len(ran) != 1 || ran[0].ID != "t1" || ran[0].Dir != "/srv" || ran[0].At.IsZero() {
		t.Errorf("%+v", ran)
	}
}

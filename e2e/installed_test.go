//go:build e2e

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"automode/internal/fakemodel"
)

// An installation made by our own program, with the client in the PATH and a
// session that runs: the doctor finds it sound and the status tells of it. A
// session that a project keeps from the gate shows at once.
func TestDoctorAndStatusTellOfRealSessions(t *testing.T) {
	s := newStage(t, fakemodel.Script{Steps: []fakemodel.Step{fakemodel.Shell("ls"), fakemodel.Text("that is all")}})
	path := filepath.Join(s.home, "bin")
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(s.client.native, filepath.Join(path, "claude")); err != nil {
		t.Fatal(err)
	}
	s.env = append(s.env, "PATH="+path+":"+os.Getenv("PATH"))
	if out, code := s.automode("install", "claude-code", "--yes"); code != 0 {
		t.Fatalf("exit code %d: %s", code, out)
	}
	out, code := s.automode("doctor")
	if code != 0 || !strings.Contains(out, "Claude Code "+s.client.version+", tested") || !strings.Contains(out, "pass the gate") {
		t.Errorf("exit code %d: %s", code, out)
	}

	term := s.attended("--permission-mode", "default", "--session-id", session)
	term.say("look around")
	term.wait("that is all")
	row := s.status(session)
	if row.Bypasses || row.Calls != 1 || row.Missed != 0 || row.PID == 0 || row.Folder != s.project {
		t.Errorf("%+v", row)
	}

	s.write(".claude/settings.json", `{"disableAllHooks":true}`)
	const other = "22222222-2222-4222-8222-222222222222"
	s.headless("look around", "--permission-mode", "default", "--session-id", other)
	if row := s.status(other); !row.Bypasses || row.Missed != 1 || !strings.Contains(row.Why, "disableAllHooks") || row.Do == "" {
		t.Errorf("%+v", row)
	}
	if out, code := s.automode("doctor"); code == 0 || !strings.Contains(out, "NOT GATED HERE") {
		t.Errorf("exit code %d: %s", code, out)
	}
}

// statusRow is a session as `automode status --json` tells of it.
type statusRow struct {
	Session  string `json:"session"`
	PID      int    `json:"pid"`
	Folder   string `json:"folder"`
	Calls    int    `json:"calls"`
	Missed   int    `json:"missed"`
	Bypasses bool   `json:"bypasses"`
	Why      string `json:"why"`
	Do       string `json:"do"`
}

func (s *stage) status(id string) statusRow {
	s.t.Helper()
	var v struct {
		Sessions []statusRow `json:"sessions"`
	}
	out, code := s.automode("status", "--json")
	if code != 0 || json.Unmarshal([]byte(out), &v) != nil {
		s.t.Fatalf("exit code %d: %s", code, out)
	}
	for _, r := range v.Sessions {
		if r.Session == id {
			return r
		}
	}
	s.t.Fatalf("status does not tell of %s: %s", id, out)
	return statusRow{}
}

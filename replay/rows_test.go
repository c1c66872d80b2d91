package replay

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A session for tests: rows as the client writes them, cut to what counts.
const sid = "7dbd7e1e-f993-4852-b6a1-37594c403332"

var start = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

// row is a row of a transcript, written at second s by an agent ("": the main
// one).
func row(s int, agent, kind string, message any) string {
	r := map[string]any{"type": kind, "uuid": fmt.Sprint("u", s), "sessionId": sid, "cwd": "/home/dev/app", "isSidechain": agent != "",
		"timestamp": start.Add(time.Duration(s) * time.Second).Format(time.RFC3339Nano), "message": message}
	if agent != "" {
		r["agentId"] = agent
	}
	b, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func says(s int, agent, text string) string {
	return row(s, agent, "user", map[string]any{"role": "user", "content": text})
}

func runs(s int, agent, id, command string) string {
	return uses(s, agent, id, "Bash", map[string]any{"command": command})
}

func uses(s int, agent, id, tool string, input any) string {
	return row(s, agent, "assistant", map[string]any{"role": "assistant", "content": []any{map[string]any{"type": "tool_use", "id": id, "name": tool, "input": input}}})
}

func ends(s int, agent, id string, isError bool) string {
	return row(s, agent, "user", map[string]any{"role": "user", "content": []any{map[string]any{"type": "tool_result", "tool_use_id": id, "content": "x", "is_error": isError}}})
}

// write writes a file of rows below a folder.
func write(t testing.TB, dir, name string, rows ...string) string {
	t.Helper()
	p := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(strings.Join(rows, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return p
}

// judged replays the one session below a folder.
func judged(t testing.TB, dir string, headless bool) []Judged {
	t.Helper()
	files, err := Files([]string{dir})
	if err != nil || len(files) != 1 {
		t.Fatalf("%+v %v", files, err)
	}
	var out []Judged
	left, err := Session(t.Context(), files[0], headless, func(j Judged) bool {
		out = append(out, j)
		return true
	})
	if err != nil || len(left) != 0 {
		t.Fatalf("left out %v: %v", left, err)
	}
	return out
}

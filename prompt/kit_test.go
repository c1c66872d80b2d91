package prompt

import (
	"encoding/json"
	"strings"
	"testing"

	"automode/call"
	"automode/transcript"
)

func input(pairs ...string) json.RawMessage {
	ms := members{}
	for i := 0; i < len(pairs); i += 2 {
		ms = append(ms, member{pairs[i], pairs[i+1]})
	}
	return json.RawMessage(text(ms))
}

func bash(id, command string) call.Call {
	return call.Call{ID: id, Host: "claude-code", Tool: "Bash", Input: input("command", command, "description", "as the user approved"), Dir: "/srv/app"}
}

func user(s string) transcript.Turn {
	return transcript.Turn{Role: transcript.User, Text: s, Witnessed: true}
}

func did(c call.Call) transcript.Turn {
	return transcript.Turn{Role: transcript.Tool, Call: c, Result: transcript.OK}
}

func reads(path string) transcript.Turn {
	return did(call.Call{Tool: "Read", Input: input("file_path", path), Dir: "/srv/app"})
}

// sent is everything up to the stage's own block.
func sent(p Prompt) string {
	var b strings.Builder
	for _, list := range [][]Part{p.System, p.Body} {
		for _, part := range list {
			b.WriteString(part.Text)
		}
	}
	return b.String()
}

// part joins the parts of that name.
func part(p Prompt, name string) string {
	var b strings.Builder
	for _, list := range [][]Part{p.System, p.Body} {
		for _, part := range list {
			if part.Name == name {
				b.WriteString(part.Text)
			}
		}
	}
	return b.String()
}

// marked are the names of the parts with a cache mark.
func marked(p Prompt) string {
	var names []string
	for _, list := range [][]Part{p.System, p.Body} {
		for _, part := range list {
			if part.Mark {
				names = append(names, part.Name)
			}
		}
	}
	return strings.Join(names, ", ")
}

func built(t testing.TB, in Input) Prompt {
	t.Helper()
	p, err := Build(in)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// shared is the share of b that repeats the beginning of a.
func shared(a, b string) float64 {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return float64(n) / float64(len(b))
}

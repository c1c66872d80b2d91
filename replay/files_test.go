package replay

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSubagentsFilesAreJoinedToTheirSession(t *testing.T) {
	const other = "22222222-2222-4222-8222-222222222222"
	dir := t.TempDir()
	talk := func(agent string) []string { return []string{says(1, agent, "go"), runs(2, agent, "t"+agent, "ls")} }
	write(t, dir, "app/"+sid+".jsonl", talk("")...)
	write(t, dir, "app/"+sid+"/subagents/agent-a1.jsonl", talk("a1")...)
	write(t, dir, "app/"+sid+"/subagents/flow/one/agent-a2.jsonl", talk("a2")...)
	write(t, dir, "app/agent-old.jsonl", talk("old")...) // as older clients keep them
	write(t, dir, "app/"+other+".jsonl", append(talk(""), says(3, "", strings.Repeat("long ", 4000)))...)
	write(t, dir, "app/notes.txt", "not one")
	write(t, dir, "lost/gone/subagents/agent-a3.jsonl", talk("a3")...)
	write(t, dir, "lost/agent-alone.jsonl", strings.Replace(says(1, "x", "go"), sid, "33333333-3333-4333-8333-333333333333", 1))
	write(t, dir, "odd/agent-main.jsonl", talk("")...) // a name says nothing

	short := func(files []File) (out []string) {
		for _, f := range files {
			rel := func(p string) string { r, _ := filepath.Rel(dir, p); return filepath.ToSlash(r) }
			s := rel(f.Path)
			for _, a := range f.Agents {
				s += " + " + filepath.Base(a)
			}
			if f.Size <= 0 {
				t.Errorf("%s has size %d", f.Path, f.Size)
			}
			out = append(out, s)
		}
		return out
	}
	app := "app/" + sid + ".jsonl + agent-a1.jsonl + agent-a2.jsonl + agent-old.jsonl"
	for name, c := range map[string]struct {
		paths []string
		want  []string
	}{
		"a folder":                          {[]string{"app"}, []string{"app/" + other + ".jsonl", app}},
		"a session brings its own":          {[]string{"app/" + sid + ".jsonl"}, []string{app}},
		"named twice":                       {[]string{"app/" + sid + ".jsonl", "app"}, []string{"app/" + other + ".jsonl", app}},
		"a subagent's that is named":        {[]string{"app/" + sid + "/subagents/agent-a1.jsonl"}, []string{"app/" + sid + "/subagents/agent-a1.jsonl"}},
		"those whose session is not there":  {[]string{"lost"}, []string{"lost/gone/subagents/agent-a3.jsonl", "lost/agent-alone.jsonl"}},
		"one that is only called like that": {[]string{"odd"}, []string{"odd/agent-main.jsonl"}},
	} {
		var paths []string
		for _, p := range c.paths {
			paths = append(paths, filepath.Join(dir, p))
		}
		files, err := Files(paths)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if d := cmp.Diff(c.want, short(files)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	if _, err := Files([]string{filepath.Join(dir, "nowhere")}); err == nil {
		t.Error("a path that is not there is no error")
	}
}

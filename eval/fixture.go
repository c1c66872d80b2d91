package eval

import (
	"encoding/json"
	"path"
	"strings"

	"automode/call"
	"automode/transcript"
	"automode/world"
)

// home is the home folder of the fixture.
const home = "/home/dev"

// Place is where a case's session is: its working directory is the root.
func (c Case) Place() world.Place {
	return world.Place{Home: home, User: "dev", Roots: []string{c.Dir}}
}

// Call is the case's call.
func (c Case) Call() call.Call {
	return call.Call{ID: c.ID, Tool: c.Tool, Input: c.Input, Dir: c.Dir, Background: background(c.Input)}
}

func background(input json.RawMessage) bool {
	var in struct {
		Background bool `json:"run_in_background"`
	}
	return json.Unmarshal(input, &in) == nil && in.Background
}

// Turns is the session before the call.
func (c Case) Turns() []transcript.Turn {
	var out []transcript.Turn
	for i, u := range c.User {
		if i > 0 {
			continue
		}
		out = append(out, transcript.Turn{Role: transcript.User, Text: u, Witnessed: true})
	}
	for i, s := range c.History {
		t := transcript.Turn{Role: transcript.Tool, Denied: s.Denied,
			Call: call.Call{ID: "h" + string(rune('0'+i%10)), Tool: s.Tool, Input: s.Input, Dir: c.Dir, Background: s.Background || background(s.Input)}}
		switch s.Result {
		case "", "ok":
			t.Result = transcript.OK
		case "error":
			t.Result = transcript.Failed
		}
		out = append(out, t)
	}
	if len(c.User) > 1 {
		for _, u := range c.User[1:] {
			out = append(out, transcript.Turn{Role: transcript.User, Text: u, Witnessed: true})
		}
	}
	return out
}

// World is what is known of the fixture and what the case adds to it: the
// working directory is a clean repository with a remote of its own; relative
// names are files as committed; nothing else is known.
func (c Case) World() world.Facts {
	w := &world.Memory{Files: map[string]world.Entry{}, Repos: map[string]world.Repo{}}
	root := path.Clean(c.Dir)
	repo := world.Repo{Known: true, Root: root, Branch: "main", Remotes: map[string]string{"origin": "git@github.com:acme/app.git"}}
	made := map[string]bool{}
	if f := c.Facts; f != nil {
		if f.Remotes != nil {
			repo.Remotes = f.Remotes
		}
		tracked := map[string]bool{}
		for _, t := range f.Tracked {
			tracked[t] = true
		}
		for _, m := range f.Made {
			made[m] = true
		}
		entry := func(p string) world.Entry {
			e, ok := w.Files[p]
			if !ok {
				e.File = world.File{Known: true, Exists: true, Regular: true, Links: 1}
			}
			if tracked[p] {
				e.Tracked, e.Modified = world.Yes, world.No
			}
			return e
		}
		for p, known := range f.Exists {
			e := entry(p)
			e.Exists = known
			w.Files[p] = e
		}
		for p, text := range f.Files {
			e := entry(p)
			e.Text, e.Known, e.Size = text, true, int64(len(text))
			w.Files[p] = e
		}
		for _, p := range f.Tracked {
			w.Files[p] = entry(p)
		}
		for _, p := range f.Modified {
			e := entry(p)
			e.Modified = world.Yes
			w.Files[p] = e
		}
	}
	w.Repos[root] = repo
	w.Default = func(p string) world.File {
		if !world.Inside(p, root) || p == root || strings.Contains(p, "/.git/") {
			return world.File{}
		}
		// as committed, for what runs; whether a path that is to be written or
		// deleted holds anything is not known
		return world.File{Tracked: world.Yes}
	}
	return w
}

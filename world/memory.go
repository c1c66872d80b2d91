package world

import "strings"

// Memory is a world held in memory: for tests, and for the fixture that the
// hermetic commands judge in.
type Memory struct {
	Files map[string]Entry // by absolute clean path
	// Default answers for a path that is in no Entry; nil knows nothing.
	Default func(path string) File
	Repos   map[string]Repo // by the working tree's root
}

// Entry is one file of a Memory.
type Entry struct {
	File
	Text  string
	Known bool // Text is known
}

// File looks path up.
func (m *Memory) File(path string) File {
	if e, ok := m.Files[path]; ok {
		return e.File
	}
	if m.Default != nil {
		return m.Default(path)
	}
	return File{}
}

// Text gives an entry's text.
func (m *Memory) Text(path string, max int) Text {
	e, ok := m.Files[path]
	if !ok || !e.Known {
		return Text{}
	}
	if len(e.Text) > max {
		return Text{Known: true, Text: e.Text[:max]}
	}
	return Text{Known: true, Text: e.Text, Whole: true, Hash: HashText(e.Text)}
}

// Repo finds the innermost repository that holds dir.
func (m *Memory) Repo(dir string) Repo {
	for d := dir; d != ""; {
		if r, ok := m.Repos[d]; ok {
			return r
		}
		i := strings.LastIndexByte(d, '/')
		if i < 0 {
			break
		}
		d = d[:i]
	}
	return Repo{}
}

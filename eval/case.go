// Package eval scores the gate on labelled calls: which dangerous ones it lets
// run unseen, and which harmless ones it stops.
package eval

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// Case is one labelled call, as one line of a file of cases holds it.
type Case struct {
	ID       string          `json:"id"`
	Source   string          `json:"source"`
	Tool     string          `json:"tool"`
	Input    json.RawMessage `json:"input"`
	User     []string        `json:"user"`
	Dir      string          `json:"cwd"`
	History  []Step          `json:"history"`
	Facts    *Facts          `json:"facts"`
	Expected string          `json:"expected"` // allow, ask, block or deny
	Accept   []string        `json:"accept"`   // of guards' own cases: the answers that do not contradict the guard
	Hard     bool            `json:"hard"`
	Category string          `json:"category"`
	Needs    string          `json:"needs"` // call, context or intent
	Variant  string          `json:"variant"`
	Native   string          `json:"native"`
}

// Step is an earlier call of the session.
type Step struct {
	Tool       string          `json:"tool"`
	Input      json.RawMessage `json:"input"`
	Result     string          `json:"result"` // ok, error or pending; empty: ok
	Denied     bool            `json:"denied"`
	Background bool            `json:"run_in_background"`
}

// Facts is what is known of the world beyond the fixture.
type Facts struct {
	Files    map[string]string `json:"files"`
	Exists   map[string]bool   `json:"exists"`
	Remotes  map[string]string `json:"remotes"`
	Tracked  []string          `json:"tracked"`
	Made     []string          `json:"made_in_session"`
	Modified []string          `json:"modified"`
}

// Files gives the files of cases under paths, folders with all below them, in
// order of their names.
func Files(paths []string) ([]string, error) {
	var out []string
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, fmt.Errorf("cases: %w", err)
		}
		if !info.IsDir() {
			out = append(out, p)
			continue
		}
		err = filepath.WalkDir(p, func(f string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(f, ".jsonl") {
				out = append(out, f)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("cases: %w", err)
		}
	}
	sort.Strings(out)
	return out, nil
}

// Read reads cases, one a line. An error names the line.
func Read(r io.Reader) ([]Case, error) {
	var out []Case
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 16<<20)
	for n := 1; sc.Scan(); n++ {
		if len(strings.TrimSpace(sc.Text())) == 0 {
			continue
		}
		var c Case
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			return out, fmt.Errorf("line %d: not a case: %w", n, err)
		}
		if c.Tool == "" || len(c.Input) == 0 {
			return out, fmt.Errorf("line %d: a case needs a tool and an input", n)
		}
		out = append(out, c)
	}
	return out, sc.Err()
}

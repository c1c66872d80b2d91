package replay

import (
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"automode/host/claudecode"
	"automode/internal/osfile"
)

// File is a recorded session to be replayed: a transcript, and those that the
// host keeps apart for its subagents.
type File struct {
	Path   string   // the main transcript
	Agents []string // the subagents', by path
	Size   int64    // of all of them, bytes
}

// Files gives the sessions below paths: files as they are named, folders with
// all that end in .jsonl below them. Transcripts of subagents are joined to
// the session that they belong to: those in its own folder (NAME/subagents
// beside NAME.jsonl), and, as older clients keep them, agent-*.jsonl beside it
// that say whose they are. One whose session is not there, or that is named
// itself, stands alone. Largest first, so that the last core is not left with
// the longest.
func Files(paths []string) ([]File, error) {
	size := map[string]int64{}
	named := map[string]bool{}
	var found []string
	add := func(p string, n int64) {
		p = filepath.Clean(p)
		if _, ok := size[p]; !ok {
			found = append(found, p)
		}
		size[p] = n
	}
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			if err := walk(p, add); err != nil {
				return nil, err
			}
			continue
		}
		add(p, info.Size())
		named[filepath.Clean(p)] = true
		// A session that is named brings its subagents.
		if own, ok := strings.CutSuffix(p, ".jsonl"); ok {
			if err := walk(own, add); err != nil && !osfile.Absent(err) {
				return nil, err
			}
			beside, _ := filepath.Glob(filepath.Join(globQuote(filepath.Dir(p)), "agent-*.jsonl"))
			for _, b := range beside {
				if _, have := size[filepath.Clean(b)]; have || parentOf(b) != filepath.Clean(p) {
					continue
				}
				if info, err := os.Stat(b); err == nil && info.Mode().IsRegular() {
					add(b, info.Size())
				}
			}
		}
	}
	return join(found, size, named), nil
}

// walk calls add with the transcripts below a folder.
func walk(dir string, add func(path string, size int64)) error {
	return filepath.WalkDir(dir, func(f string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(f, ".jsonl") {
			return err
		}
		info, err := d.Info()
		if osfile.Absent(err) {
			return nil // gone since it was listed
		}
		if err != nil {
			return err
		}
		if info.Mode().IsRegular() {
			add(f, info.Size())
		}
		return nil
	})
}

// join puts the subagents' files to their sessions.
func join(found []string, size map[string]int64, named map[string]bool) []File {
	of := map[string]*File{}
	var out []*File
	var agents []string
	for _, p := range found {
		if parent := parentOf(p); parent != "" && !named[p] {
			if _, ok := size[parent]; ok {
				agents = append(agents, p)
				continue
			}
		}
		f := &File{Path: p, Size: size[p]}
		of[p] = f
		out = append(out, f)
	}
	sort.Strings(agents)
	for _, p := range agents {
		f := of[parentOf(p)]
		if f == nil { // its session is itself joined to another
			f = &File{Path: p}
			out = append(out, f)
		} else {
			f.Agents = append(f.Agents, p)
		}
		f.Size += size[p]
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Size > out[j].Size })
	files := make([]File, 0, len(out))
	for _, f := range out {
		files = append(files, *f)
	}
	return files
}

// parentOf gives the path of the transcript that the one at p belongs to,
// whether it is there or not; empty for one that belongs to none.
func parentOf(p string) string {
	dir, name := filepath.Split(filepath.Clean(p))
	if !strings.HasPrefix(name, "agent-") {
		return ""
	}
	// NAME/subagents/agent-ID.jsonl, at any depth
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		if filepath.Base(d) == "subagents" {
			return filepath.Dir(d) + ".jsonl"
		}
		if parent := filepath.Dir(d); parent == d || parent == "." && d == "." {
			break
		}
	}
	first, _, err := osfile.Head(p, 1<<20)
	if err != nil {
		return ""
	}
	if session := claudecode.SessionOfAgent(first); session != "" && session == filepath.Base(session) {
		return filepath.Join(dir, session+".jsonl")
	}
	return ""
}

// globQuote makes a path one that matches itself.
func globQuote(p string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(p)
}

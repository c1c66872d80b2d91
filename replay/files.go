package replay

import (
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// File is a transcript to be replayed.
type File struct {
	Path string
	Size int64
}

// Files gives the transcripts below paths: files as they are named, folders
// with all that end in .jsonl below them, largest first so that the last core
// is not left with the longest.
func Files(paths []string) ([]File, error) {
	var out []File
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			out = append(out, File{p, info.Size()})
			continue
		}
		err = filepath.WalkDir(p, func(f string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(f, ".jsonl") {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			if info.Mode().IsRegular() {
				out = append(out, File{f, info.Size()})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Size > out[j].Size })
	return out, nil
}

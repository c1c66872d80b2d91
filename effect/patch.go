package effect

import "strings"

// filePatch is what a patch does to one file.
type filePatch struct {
	path, to      string // to: where it is moved
	add, remove   bool
	before, after string
}

// parsePatch reads a patch in the apply_patch form. ok is false when a line of
// it has no meaning.
func parsePatch(text string) (files []filePatch, ok bool) {
	var cur *filePatch
	begun, ended := false, false
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		head := func(prefix string) (string, bool) {
			rest, ok := strings.CutPrefix(line, prefix)
			return strings.TrimSpace(rest), ok
		}
		switch {
		case ended && strings.TrimSpace(line) == "":
		case strings.TrimSpace(line) == "*** Begin Patch":
			begun = true
		case strings.TrimSpace(line) == "*** End Patch":
			ended = true
		case !begun || ended:
			return nil, false
		default:
			if p, is := head("*** Add File:"); is {
				files = append(files, filePatch{path: p, add: true})
				cur = &files[len(files)-1]
			} else if p, is := head("*** Update File:"); is {
				files = append(files, filePatch{path: p})
				cur = &files[len(files)-1]
			} else if p, is := head("*** Delete File:"); is {
				files = append(files, filePatch{path: p, remove: true})
				cur = nil
			} else if p, is := head("*** Move to:"); is && cur != nil {
				cur.to = p
			} else if strings.HasPrefix(line, "*** End of File") || strings.HasPrefix(line, "@@") {
				continue
			} else if cur == nil {
				return nil, false
			} else {
				cur.line(line)
			}
		}
	}
	return files, begun && len(files) > 0
}

func (f *filePatch) line(line string) {
	if line == "" {
		line = " "
	}
	switch line[0] {
	case '+':
		f.after += line[1:] + "\n"
	case '-':
		f.before += line[1:] + "\n"
	default:
		f.before += line[1:] + "\n"
		f.after += line[1:] + "\n"
	}
}

// patched reads what a patch does to one file.
func (t *cmd) patched(f filePatch) {
	switch {
	case f.remove:
		t.delete(word(f.path), false)
		return
	case f.to != "":
		t.delete(word(f.path), false)
		t.edit(f.to, f.before, f.after, false)
		return
	}
	t.edit(f.path, f.before, f.after, f.add)
}

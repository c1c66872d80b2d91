package cli

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"automode/replay"
)

// progress is how far a long replay is: which sessions are done, and what came of them. The
// file grows by one line a session, so that whatever ends the replay loses one
// session at most. Its first line says by what it was made: judgements of
// another build of this program, or of other flags, are not joined with ours.
type progress struct {
	file *os.File
	done map[string]replay.Summary // by key
}

type progressHead struct {
	V        int    `json:"v"`
	Program  string `json:"program"` // hash of the program that judged
	Headless bool   `json:"headless"`
}

type progressLine struct {
	Session string         `json:"session"`
	Summary replay.Summary `json:"summary"`
}

// openProgress opens the file at path, or begins it. anew says that what was
// there was made by something else and is not used.
func openProgress(path string, headless bool) (p *progress, anew bool, err error) {
	head, err := json.Marshal(progressHead{1, selfHash(), headless})
	if err != nil {
		return nil, false, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, false, err
	}
	p = &progress{file: f, done: map[string]replay.Summary{}}
	first, good, err := p.read(head)
	if err == nil && !first {
		anew = good > 0
		good = 0
		clear(p.done)
	}
	// What is torn at the end, or is not ours, goes.
	if err == nil {
		err = f.Truncate(good)
	}
	if err == nil {
		_, err = f.Seek(good, io.SeekStart)
	}
	if err == nil && good == 0 {
		_, err = f.Write(append(head, '\n'))
	}
	if err != nil {
		f.Close()
		return nil, false, err
	}
	return p, anew, nil
}

// read reads what is there: whether it begins with head, and how many bytes of
// it are good. A file that holds something else is an error, and stays.
func (p *progress) read(head []byte) (ours bool, good int64, err error) {
	in := bufio.NewReader(p.file)
	for n := 0; ; n++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return ours, good, nil // what is not finished does not count
		}
		if err != nil {
			return false, 0, err
		}
		if n == 0 {
			var h progressHead
			if json.Unmarshal(line, &h) != nil || h.V == 0 || h.Program == "" {
				return false, 0, fmt.Errorf("%s does not hold what --resume wrote: give another file", p.file.Name())
			}
			ours = bytes.Equal(bytes.TrimSpace(line), head)
		} else {
			var l progressLine
			if json.Unmarshal(line, &l) != nil || l.Session == "" {
				return ours, good, nil
			}
			p.done[l.Session] = l.Summary
		}
		good += int64(len(line))
	}
}

// add notes that a session is done.
func (p *progress) add(session string, s replay.Summary) error {
	line, err := json.Marshal(progressLine{session, s})
	if err != nil {
		return err
	}
	_, err = p.file.Write(append(line, '\n'))
	return err
}

// selfHash names this build.
func selfHash() string {
	exe, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	f, err := os.Open(exe)
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "unknown"
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// Package record writes the log: one line of JSON for each decision and each
// other thing worth knowing, in a file that only its owner can read, without
// the secrets that calls carry.
//
// A line is written in one append, so that processes at once neither tear nor
// lose lines, and before the host hears of the decision: a write that fails is
// an error, and the gate then denies.
//
// The lines are a stream of versioned events: "v" is 1, "type" says what the
// rest is. New types and new fields may come; what is there keeps its meaning.
package record

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"time"

	"automode/gate"
	"automode/internal/osfile"
	"automode/internal/plainjson"
)

// Version is the version of the events.
const Version = 1

// The types of events.
const (
	Decision = "decision" // gate.Record
	Happened = "event"    // Event
)

const (
	current  = "decisions.jsonl"
	maxFile  = 16 << 20 // a file of this many bytes is set aside
	maxFiles = 16       // how many are kept
)

// Log is the log below one folder. It is safe for use by several goroutines,
// and by several processes at once.
type Log struct {
	dir      string
	maxFile  int64
	maxFiles int
}

var _ gate.Recorder = (*Log)(nil)

// Event is something other than a decision.
type Event struct {
	Time    time.Time `json:"time"`
	What    string    `json:"what"` // "session-start", "prompt", "bad-input", ...
	Session string    `json:"session,omitempty"`
	Host    string    `json:"host,omitempty"`
	Agent   string    `json:"agent,omitempty"`
	CallID  string    `json:"call_id,omitempty"`
	Code    string    `json:"code,omitempty"`   // of trouble: verdict.Code
	Reason  string    `json:"reason,omitempty"` // of trouble: what happened and what to do
	Note    string    `json:"note,omitempty"`
}

// decisionLine and eventLine are what a line holds.
type decisionLine struct {
	V    int    `json:"v"`
	Type string `json:"type"`
	gate.Record
}

type eventLine struct {
	V    int    `json:"v"`
	Type string `json:"type"`
	Event
}

// Open gives the log below dir, an absolute path, and makes the folder private
// when it makes it. It refuses one that others could change.
func Open(dir string) (*Log, error) {
	if !filepath.IsAbs(dir) {
		return nil, trouble(dir, errors.New("it is not an absolute path"))
	}
	if err := osfile.PrivateDir(dir); err != nil {
		return nil, trouble(dir, err)
	}
	return &Log{dir: dir, maxFile: maxFile, maxFiles: maxFiles}, nil
}

// Path is the file that lines are added to.
func (l *Log) Path() string { return filepath.Join(l.dir, current) }

// Record writes a decision. It returns nil only once the line is written.
func (l *Log) Record(ctx context.Context, r gate.Record) error {
	if err := ctx.Err(); err != nil {
		return trouble(l.Path(), err)
	}
	return l.write(decisionLine{Version, Decision, clean(r)})
}

// Note writes an event. It returns nil only once the line is written.
func (l *Log) Note(e Event) error {
	for _, s := range []*string{&e.What, &e.Session, &e.Host, &e.Agent, &e.CallID, &e.Code, &e.Reason, &e.Note} {
		*s = text(*s)
	}
	return l.write(eventLine{Version, Happened, e})
}

func (l *Log) write(line any) error {
	b, err := plainjson.Append(make([]byte, 0, 2048), line)
	if err != nil {
		return trouble(l.Path(), err)
	}
	size, err := osfile.Append(l.Path(), b)
	if err != nil {
		return trouble(l.Path(), err)
	}
	if size > l.maxFile {
		l.rotate()
	}
	return nil
}

// rotate sets the file aside and drops the oldest ones. Whoever is writing to
// it goes on doing so: its lines stand in the file that was set aside. When it
// cannot be done the file grows, and the next writer tries again.
func (l *Log) rotate() {
	release, err := osfile.Lock(filepath.Join(l.dir, "rotate.lock"), osfile.Wait{})
	if err != nil {
		return // another does it
	}
	defer release()
	fi, err := os.Lstat(l.Path())
	if err != nil || fi.Size() <= l.maxFile {
		return // another did it
	}
	name := "decisions-" + time.Now().UTC().Format("20060102T150405.000000000Z") + ".jsonl"
	aside := filepath.Join(l.dir, name)
	if _, err := os.Lstat(aside); err == nil || os.Rename(l.Path(), aside) != nil {
		return
	}
	if old := l.aside(); len(old) >= l.maxFiles {
		for _, f := range old[:len(old)-l.maxFiles+1] {
			os.Remove(f)
		}
	}
}

// aside lists the files that were set aside, oldest first.
func (l *Log) aside() []string {
	files, _ := filepath.Glob(filepath.Join(l.dir, "decisions-*.jsonl"))
	sort.Strings(files)
	return files
}

// trouble says that the log could not be used, and what to do next.
func trouble(path string, err error) error {
	return fmt.Errorf("the log cannot be used (%s): %w; run: automode doctor", path, err)
}

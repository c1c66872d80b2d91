package host

import (
	"errors"
	"io"
	"iter"
	"time"

	"automode/call"
	"automode/transcript"
)

// Source is one file of a recorded session: the main transcript, or that of a
// subagent which the host keeps apart.
type Source struct {
	R    io.ReaderAt
	Size int64
}

// Clock is a Format whose rows say when they were written.
type Clock interface {
	// At is the time of a row, and false where the row says none.
	At(line []byte) (time.Time, bool)
}

// Step is one call of a recorded session.
type Step struct {
	Source int // which of the sources it stands in
	Row    int // its line there, from 1
	Call   call.Call
	Turns  []transcript.Turn // all before it, as they were known then; valid until the next step
}

// History walks the calls of a session in the order in which its agents made
// them, until do returns false. The rows of several sources are joined by
// their times; a row that says none stands behind the one before it, and of
// two at the same time that of the earlier source comes first. Where the
// Format is no Clock the sources come one after another.
//
// At the end it gives the turns as they are known then. The error is a
// reader's own; the State tells what could not be read, and has the last row's
// offset.
func History(format Format, sources []Source, do func(Step) bool) ([]transcript.Turn, State, error) {
	more := true
	var at row
	c := Collector{each: func(one call.Call, before []transcript.Turn) {
		if more {
			more = do(Step{at.source, at.n, one, before})
		}
	}}
	err := eachRow(format, sources, func(r row) bool {
		at = r
		c.state.Offset = r.end
		c.line(format, r.line, r.whole)
		return more
	})
	return c.out.Turns, c.state, err
}

// row is a line of one of several sources.
type row struct {
	source int
	n      int // from 1
	line   []byte
	end    int64
	whole  bool
	at     time.Time
}

// rows are the rows of one source. The error is put into failed.
func rows(format Format, source int, s Source, failed *error) iter.Seq[row] {
	clock, _ := format.(Clock)
	return func(yield func(row) bool) {
		r := row{source: source}
		*failed = eachLine(s.R, 0, s.Size, func(line []byte, end int64, whole bool) bool {
			r.n++
			r.line, r.end, r.whole = line, end, whole
			if clock != nil && whole {
				if at, ok := clock.At(line); ok && at.After(r.at) {
					r.at = at
				}
			}
			return yield(r)
		})
	}
}

// eachRow calls f with the rows of the sources, joined by time, until it
// returns false.
func eachRow(format Format, sources []Source, f func(row) bool) error {
	failed := make([]error, len(sources))
	if len(sources) == 1 {
		for r := range rows(untimed{format}, 0, sources[0], &failed[0]) {
			if !f(r) {
				break
			}
		}
		return failed[0]
	}
	// The first row of each source that still has one.
	type head struct {
		row
		next func() (row, bool)
	}
	var heads []head
	for i, s := range sources {
		next, stop := iter.Pull(rows(format, i, s, &failed[i]))
		defer stop()
		if r, ok := next(); ok {
			heads = append(heads, head{r, next})
		}
	}
	for len(heads) > 0 {
		first := 0
		for i := range heads {
			if heads[i].at.Before(heads[first].at) {
				first = i
			}
		}
		if !f(heads[first].row) {
			break
		}
		var ok bool
		if heads[first].row, ok = heads[first].next(); !ok {
			heads = append(heads[:first], heads[first+1:]...)
		}
	}
	return errors.Join(failed...)
}

// untimed is a Format that is no Clock: one source needs none.
type untimed struct{ Format }

package osfile

import (
	"os"
	"time"
)

// queue lets those who wait for a lock have it about in the order in which
// they came. None of them knows the others, so they leave a mark that all can
// see: the lock file's time is when the one came that has waited longest. That
// one asks most often, the others seldom, and more often the closer their turn
// is. Whoever had to wait and goes takes the mark away, and the next one puts
// its own there.
//
// The mark is a hint and no more. It may be wrong for a moment, when several
// write it at once, or for a while, when the one that came first is no more:
// then the lock is had in another order, or a few milliseconds later.
type queue struct {
	f      *os.File
	came   time.Time
	last   time.Duration // the last nap as the first one, before it was made uneven
	waited bool
}

const (
	soonest = 50 * time.Microsecond  // how soon the first one asks again, at first
	soon    = 500 * time.Microsecond // and later
	seldom  = 8 * time.Millisecond   // how seldom the others do
	markFor = 2 * time.Second        // an older mark is of one that is no more
)

// queueFor gives the place of somebody who came at that time to wait for the
// lock of f.
func queueFor(f *os.File, came time.Time) queue {
	return queue{f: f, came: came.Round(time.Microsecond)} // as exact as file systems are
}

// nap is how long to wait before asking for the lock again.
func (q *queue) nap() time.Duration {
	q.waited = true
	mark := q.mark()
	if ahead := q.came.Sub(mark); ahead > 0 && time.Since(mark) < markFor {
		q.last = 0
		return min(max(ahead/8, soon), seldom)
	}
	if !mark.Equal(q.came) {
		q.put(q.came)
	}
	q.last = min(max(q.last*5/4, soonest), soon)
	return q.last
}

// leave gives up the place.
func (q *queue) leave() {
	if q.waited {
		q.put(time.Now())
	}
}

// mark is the lock file's time; the zero time where it cannot be read.
func (q *queue) mark() time.Time {
	fi, err := q.f.Stat()
	if err != nil {
		return time.Time{}
	}
	return fi.ModTime().Round(time.Microsecond)
}

// put sets the lock file's time. Where that fails, all are taken for the first.
func (q *queue) put(t time.Time) { _ = os.Chtimes(q.f.Name(), time.Time{}, t) }

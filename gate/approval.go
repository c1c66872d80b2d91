package gate

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"automode/call"
	"automode/effect"
	"automode/permission"
	"automode/shell"
	"automode/transcript"
	"automode/world"
)

// Approval is a person's leave for one call, once: the same bytes in the same
// working directory over the same files, in this session, until a time. It
// begins as an offer, made with a denial; a person gives it by its code.
type Approval struct {
	Code    string            `json:"code"` // what a person types: "D-7F3K"
	Digest  string            `json:"digest"`
	Session string            `json:"session"`
	What    string            `json:"what,omitempty"`  // the call, as people are shown it
	Mode    permission.Mode   `json:"mode,omitempty"`  // that it was denied in; it counts in no other
	Files   map[string]string `json:"files,omitempty"` // by path, what they held when the call was offered
	Offered time.Time         `json:"offered"`
	Given   time.Time         `json:"given"` // when a person said yes; zero before
	Used    bool              `json:"used,omitempty"`
}

const (
	offerFor    = 24 * time.Hour   // how long a person may take to say yes
	approvalFor = 10 * time.Minute // how long the yes holds
)

// Why an approval could not be given.
var (
	ErrNoOffer   = errors.New("no call of this session is offered under that code")
	ErrOfferUsed = errors.New("this approval was used; each one is for one call")
	ErrOfferOld  = errors.New("this offer has lapsed; let the agent try the call again")
)

// offer makes the offer of a call, in place of an older one, and gives its
// code.
func (l *Ledger) offer(of Approval, now time.Time) string {
	l.Approvals = slices.DeleteFunc(l.Approvals, func(a Approval) bool {
		// Another offer of the same call is replaced, unless it was given and waits.
		same := a.Digest == of.Digest && a.Session == of.Session && a.Given.IsZero()
		return now.Sub(a.Offered) > offerFor || same
	})
	code := ""
	for n := uint64(0); code == "" || l.approval(code) != nil; n++ {
		code = approvalCode(of.Session, of.Digest, n)
	}
	of.Code, of.Offered = code, now
	l.Approvals = keep(append(l.Approvals, of), maxApprovals)
	return code
}

func (l *Ledger) approval(code string) *Approval {
	for i := range l.Approvals {
		if l.Approvals[i].Code == code {
			return &l.Approvals[i]
		}
	}
	return nil
}

// approve gives the offer of that code.
func (l *Ledger) approve(code string, now time.Time) (Approval, error) {
	a := l.approval(normalCode(code))
	switch {
	case a == nil:
		return Approval{}, ErrNoOffer
	case a.Used:
		return Approval{}, ErrOfferUsed
	case now.Sub(a.Offered) > offerFor || now.Before(a.Offered):
		return Approval{}, ErrOfferOld
	}
	a.Given = now
	l.Moves++
	return *a, nil
}

// approvedBy gives the code of an approval that lets c pass now, empty for
// none. files is asked only where there is one to compare.
func (l *Ledger) approvedBy(digest, session string, mode permission.Mode, turns []transcript.Turn, now time.Time, files func() map[string]string) string {
	for i := range l.Approvals {
		a := &l.Approvals[i]
		if a.Digest != digest || a.Session != session || a.Mode != mode || a.Used {
			continue
		}
		at := l.given(a, turns)
		if at.IsZero() || now.Before(at) || now.Sub(at) > approvalFor || !maps.Equal(a.Files, files()) {
			continue
		}
		return a.Code
	}
	return ""
}

// use spends the approval of that code.
func (l *Ledger) use(code string) {
	if a := l.approval(code); a != nil {
		a.Used = true
		l.Moves++
	}
}

// given is when a person said yes to a: as recorded, or by typing its code as
// a prompt of its own after the offer was made, seen by both witnesses. It is
// the zero time where nobody did.
func (l *Ledger) given(a *Approval, turns []transcript.Turn) time.Time {
	if !a.Given.IsZero() {
		return a.Given
	}
	for _, t := range turns {
		if t.Role != transcript.User || !t.Witnessed || !approves(t.Text, a.Code) {
			continue
		}
		hash := world.HashText(t.Text)
		for _, p := range l.Prompts {
			if p.Hash == hash && p.At.After(a.Offered) {
				return p.At
			}
		}
	}
	return time.Time{}
}

// approves tells whether a prompt is a code and nothing else but the word
// approve.
func approves(prompt, code string) bool {
	f := strings.Fields(prompt)
	if len(f) == 2 && strings.EqualFold(f[0], "approve") {
		f = f[1:]
	}
	return len(f) == 1 && normalCode(f[0]) == code
}

// approvalCode is short enough to be typed. It is no secret: what counts is
// where it is typed.
func approvalCode(session, digest string, n uint64) string {
	const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ" // without I, L, O, U
	sum := sha256.Sum256(binary.BigEndian.AppendUint64([]byte(session+"\x00"+digest+"\x00"), n))
	code := []byte("D-....")
	for i := range 4 {
		code[2+i] = letters[sum[i]&31]
	}
	return string(code)
}

// normalCode reads a code as people type it.
func normalCode(s string) string {
	s = strings.ToUpper(strings.TrimSpace(s))
	if !strings.HasPrefix(s, "D-") {
		return s
	}
	return "D-" + strings.NewReplacer("O", "0", "I", "1", "L", "1").Replace(s[2:])
}

// filesOf tells, by path, what the files hold whose content c runs, reads or
// changes, so that an approval can be bound to it. Of a call that is not
// understood every word that names a file counts. ok is false when a file that
// the call runs, or may run, cannot be read whole: then nothing binds.
func filesOf(c call.Call, r *effect.Report, place world.Place, facts world.Facts) (files map[string]string, ok bool) {
	if r == nil || facts == nil {
		return nil, false
	}
	files = map[string]string{}
	add := func(p string, runs bool) bool {
		if _, have := files[p]; have && !runs {
			return true
		}
		state, whole := contentOf(facts, p)
		if runs && !whole {
			return false
		}
		if len(files) < maxBound || runs {
			files[p] = state
		}
		return len(files) <= maxBound
	}
	for i := range r.Effects {
		e := &r.Effects[i]
		if !strings.HasPrefix(e.Target, "/") || e.Many {
			continue
		}
		switch e.Kind {
		case effect.Run, effect.Project:
			if !add(e.Target, true) {
				return nil, false
			}
		case effect.Read, effect.Write, effect.Send, effect.Delete, effect.Mode, effect.Link:
			add(e.Target, false)
		}
	}
	if !r.Complete() {
		for _, p := range namedFiles(c, place) {
			if !add(p, true) {
				return nil, false
			}
		}
	}
	for _, line := range r.Relied {
		if i := strings.LastIndexByte(line, ' '); i > 0 {
			files[line[:i]] = "sha256 " + line[i+1:]
		}
	}
	return files, true
}

// maxBound is how many files an approval is bound to at most.
const maxBound = 64

// namedFiles lists the paths among the words of a shell call: those with a
// slash, and those with a dot as names of files have.
func namedFiles(c call.Call, place world.Place) []string {
	if c.Kind() != call.Shell {
		return nil
	}
	var paths []string
	sh := shell.Read(shell.Input{Text: c.Args().Command, Dir: c.Dir, Home: place.Home, User: place.User, Shell: place.Shell})
	for i := range sh.Commands {
		dir := c.Dir
		if d := sh.Commands[i].Dir; d.Known {
			dir = d.Text
		}
		for _, w := range sh.Commands[i].Words {
			texts, _ := w.Values()
			for _, t := range texts {
				if !strings.ContainsAny(t, "/.") || strings.Contains(t, "://") || len(t) > 4096 || strings.ContainsAny(t, "\n ") {
					continue
				}
				if p := world.Clean(t, dir, place.Home); p != "" {
					paths = append(paths, p)
				}
			}
		}
	}
	return paths
}

// contentOf names what the entry at p is and holds; whole is false when its
// content is not known.
func contentOf(facts world.Facts, p string) (state string, whole bool) {
	f := facts.File(p)
	switch {
	case !f.Known:
		return "unknown", false
	case !f.Exists:
		return "absent", true
	case f.Link != "":
		return "link to " + f.Link, false
	case f.Dir:
		return "folder", true
	}
	if t := facts.Text(p, hashedBytes); t.Known && t.Whole {
		return "sha256 " + t.Hash, true
	}
	return fmt.Sprintf("%d bytes", f.Size), false
}

package effect

import (
	"fmt"
	"strings"

	"automode/call"
	"automode/verdict"
	"automode/world"
)

// Of tells what c does. It is total: trouble is an effect of Kind Unknown or a
// line in Opaque, never a panic.
func Of(c call.Call, env Env) (rep *Report) {
	env.Place, c.Dir = drives(env.Place, c.Dir)
	r := newReader(env)
	defer func() {
		if p := recover(); p != nil {
			rep = &Report{Opaque: []string{fmt.Sprintf("a fault of ours while reading the call: %v", p)},
				Effects: []Effect{{Kind: Unknown, Cmd: -1, Why: "the call could not be read"}}}
		}
	}()
	args := c.Args()
	r.rep.args = &args
	if !args.OK {
		return &Report{args: &args, Effects: []Effect{{Kind: Unknown, Cmd: -1, Why: "the tool's input could not be read"}}}
	}
	switch c.Kind() {
	case call.Shell:
		r.text(args.Command, c.Dir, env.Place.Shell)
		if len(r.rep.Effects) == 0 && len(r.sh.Commands) == 0 {
			r.unsure("an empty command")
		}
	default:
		r.tool(c, args)
	}
	for i := range r.rep.Effects { // what is said of the call as a whole
		if e := &r.rep.Effects[i]; e.Words == "" && e.Why != "" {
			e.Words = clip(c.Tool)
		}
	}
	return r.rep
}

// Args are the arguments of the call that r tells of, c, read once.
func (r *Report) Args(c call.Call) call.Args {
	if r == nil || r.args == nil {
		return c.Args()
	}
	return *r.args
}

// unsure notes something not understood of the call as a whole.
func (r *reader) unsure(why string) {
	r.rep.Effects = append(r.rep.Effects, Effect{Kind: Unknown, Cmd: -1, Why: why})
}

// Complete tells whether everything the call does is listed and understood.
func (r *Report) Complete() bool {
	if len(r.Effects) == 0 || len(r.Opaque)+len(r.Hostile) > 0 {
		return false
	}
	for i := range r.Effects {
		if r.Effects[i].Kind == Unknown {
			return false
		}
	}
	return true
}

// Harmless tells whether the report is complete and holds nothing but output
// and reads of files that are no secrets.
func (r *Report) Harmless() bool {
	if !r.Routine() {
		return false
	}
	for i := range r.Effects {
		if k := r.Effects[i].Kind; k != Print && k != Read {
			return false
		}
	}
	return true
}

// Routine tells whether the report is complete and every effect of it is
// harmless or ordinary work (JUDGE 1).
func (r *Report) Routine() bool {
	if !r.Complete() || len(r.Guards) > 0 {
		return false
	}
	for i := range r.Effects {
		if e := &r.Effects[i]; e.Entry != "" || e.Tier != verdict.NoTier {
			return false
		}
	}
	return true
}

// Edits tells whether the report is complete and its effects are only
// harmless ones and writes, deletions of files made in this session, and
// folders made, of plain files inside the roots: what acceptEdits mode lets
// pass. It is false for content that has a finding.
func (r *Report) Edits() bool {
	if !r.Routine() {
		return false
	}
	for i := range r.Effects {
		switch e := &r.Effects[i]; e.Kind {
		case Print, Read:
		case Write, Delete, Mode:
			if e.Class != Plain {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// drives gives the places of a session on Windows in the spelling that its
// shells use: D:\source\app is /d/source/app there. Others stay what they are.
func drives(p world.Place, dir string) (world.Place, string) {
	if !drive(dir) {
		return p, dir
	}
	roots := make([]string, len(p.Roots))
	for i, r := range p.Roots {
		roots[i] = withoutDrive(r)
	}
	p.Roots, p.Home = roots, withoutDrive(p.Home)
	return p, withoutDrive(dir)
}

func drive(p string) bool {
	return len(p) > 2 && isLetter(p[0]) && p[1] == ':' && (p[2] == '\\' || p[2] == '/')
}

func withoutDrive(p string) string {
	if !drive(p) {
		return p
	}
	return "/" + strings.ToLower(p[:1]) + strings.TrimSuffix(strings.ReplaceAll(p[2:], `\`, "/"), "/")
}

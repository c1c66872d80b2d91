package effect

import (
	"maps"
	"path"

	"automode/code"
	"automode/secret"
	"automode/shell"
)

// added looks at what a change of a file makes happen that did not happen
// before: entries of the rulebook that the new text touches, and shell text
// that others will run. It tells whether there is nothing against it.
func (c *cmd) added(p place, ch *change, w shell.Word) (clean bool) {
	clean = true
	out := code.Edit(code.FileChange{Path: p.path, Old: ch.before, New: ch.after, Whole: ch.whole})
	for _, f := range out.Findings {
		clean = false
		c.find(Write, f.Entry, p.path, f.Why, evidenceIn(w, f.Words))
	}
	for _, s := range out.Scripts {
		sub := c.r.below()
		sub.wrote = maps.Clone(c.r.wrote)
		sub.depth++
		sub.text(s.Text, c.base.dir, "")
		for _, e := range sub.rep.Effects {
			if e.Entry == "" || e.Kind == Delete && c.r.rooted(e.Target) && remade(path.Base(e.Target)) {
				continue
			}
			clean = false
			why := "makes run " + s.When + " what " + e.Why
			if s.When == "" {
				why = "makes run what " + e.Why
			}
			c.find(Write, e.Entry, p.path, why, evidenceIn(w, clip(s.Text)))
			if m := c.r.wrote[p.path]; m != nil && m.loaded == "" {
				m.loaded, m.why = e.Entry, e.Why
			}
			break
		}
	}
	if len(out.Findings) > 0 {
		if m := c.r.wrote[p.path]; m != nil && m.loaded == "" {
			m.loaded, m.why = out.Findings[0].Entry, out.Findings[0].Why
		}
	}
	if out.Unread != "" {
		clean = false
		c.unsure("what its new content makes happen is not known: "+out.Unread, w)
	}
	if out.Sort != "" {
		if unknown := out.Report(c.r.known.readCode).Unknown; len(unknown) > 0 && unknown[0].Why != "" {
			clean = false
			c.unsure("what its new content makes happen is not known: "+unknown[0].Why, w)
		}
	}
	if out.Secrets > 0 && out.Secrets > len(secret.Find(ch.before)) {
		if made := c.r.wrote[p.path]; made != nil {
			made.flow.taint(p.path, secret.Store) // to put it under version control is found too
		}
	}
	return clean
}

// evidenceIn shows words of a file's new text where the file's name stands.
func evidenceIn(w shell.Word, words string) shell.Word {
	if words != "" {
		w.Raw = words
	}
	return w
}

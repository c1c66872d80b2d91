package effect

import (
	"path"
	"strings"

	"automode/secret"
	"automode/shell"
)

// A resource is what a program names that is no file: a container, a volume, a
// database, a virtual machine. The session remembers those it made as
// "kind:name".

// ours tells whether this session made the resource, for certain.
func (c *cmd) ours(kind string, w shell.Word) bool {
	return w.Lit() && w.Text != "" && c.r.sess.Names[kind+":"+w.Text]
}

// makes notes that the command makes the resource "kind:name", so that its
// success proves that it was not there before. In a compound the call's
// success says little of this command, so nothing is noted.
func (c *cmd) makes(resource string) {
	if n := len(c.r.sh.Commands); c.dry || c.sh.Background || c.sh.Loop || n > 1 && (c.idx != n-1 || c.sh.Maybe) {
		return
	}
	c.r.rep.names = append(c.r.rep.names, resource)
}

// removes notes that the resources are removed or stopped: ordinary for those
// of this session, a finding for others.
func (c *cmd) removes(kind, entry, verb string, words []shell.Word) {
	for _, w := range words {
		c.flowWord(w)
		if c.ours(kind, w) {
			c.does(Local, kind+":"+w.Text, w)
			continue
		}
		e := entry
		if productionValue(w) && (entry == "stateful-resource" || entry == "others-jobs") {
			e = "production-data"
		}
		c.find(Remote, e, w.Text, verb+" "+clip(w.Raw)+", which this session did not make", w)
	}
}

// recipe notes that the program does what a file says: a manifest, a playbook,
// a build file. The project's own, as committed, is trusted like its code.
func (c *cmd) recipe(w shell.Word) {
	c.flowWord(w)
	switch {
	case w.Proc || w.Known && (w.Text == "-" || w.Text == "/dev/stdin"):
		f := c.wordFlow(w)
		if !w.Proc {
			f = c.inflow()
		}
		if f.fetched != "" {
			c.find(Run, "download-and-run", f.fetched, "does what "+c.fetchedFrom(f)+" sends", w)
			return
		}
		c.unsure("what "+c.name+" is told on its input is not looked into", w)
		return
	case w.Known && strings.Contains(w.Text, "://"):
		c.find(Run, "download-and-run", hostOf(w.Text), "does what "+hostOf(w.Text)+" sends", w)
		return
	}
	for _, p := range c.places(w) {
		c.recipeAt(p, w)
	}
}

func (c *cmd) recipeAt(p place, w shell.Word) {
	if !p.known {
		c.unsure("which file "+c.name+" follows is not known", w)
		return
	}
	if m, ok := c.r.wrote[p.path]; ok {
		switch {
		case m.fetched:
			c.find(Run, "download-and-run", p.path, "follows "+p.path+", which this call fetches", w)
		case m.loaded != "":
			c.find(Run, m.loaded, p.path, "follows "+p.path+", which "+m.why, w)
		default:
			c.unsure("it follows "+p.path+", which an earlier part of this call writes", w)
		}
		return
	}
	if f, ok := c.r.sess.Files[p.path]; ok {
		switch {
		case f.Fetched:
			c.find(Run, "download-and-run", p.path, "follows "+p.path+", which was fetched in this session", w)
			return
		case f.Loaded != "":
			c.find(Run, f.Loaded, p.path, "follows "+p.path+", which "+f.Why, w)
			return
		}
	}
	if why := c.foreign(p); why != "" {
		c.find(Run, "foreign-repo-execution", p.path, why, w)
		return
	}
	if !c.r.rooted(p.path) {
		c.unsure("it follows a file outside the project: "+p.path, w)
		return
	}
	c.does(Project, p.path, w)
}

// upload notes that the files w means are sent to a place that the program
// knows: a bucket, a host, a container.
func (c *cmd) upload(dest string, w shell.Word) {
	f := c.wordFlow(w)
	if w.Known && w.Text == "-" {
		f.join(c.inflow())
	}
	f.files = true
	for _, p := range c.places(w) {
		if !p.known {
			for _, part := range [...]string{w.Suffix, w.Prefix} {
				if g, _ := c.r.secretHint(part); g > f.grade {
					f.grade, f.secret = g, part
				}
			}
			continue
		}
		full := p.path
		if p.glob {
			full = path.Join(p.path, p.rest)
		}
		g, at := c.r.secretAt(full, p.glob)
		if below, in := secret.Below(p.path, c.r.env.Place.Home); !p.glob && below > g && !c.r.rooted(p.path) {
			g, at = below, in
		}
		if g > f.grade {
			f.grade, f.secret = g, at
		}
		if m, ok := c.r.wrote[p.path]; ok {
			f.join(m.flow)
		}
		if s, ok := c.r.sess.Files[p.path]; ok && s.Secret {
			f.join(flow{secret: p.path, grade: secret.Store})
		}
		c.add(Effect{Kind: Read, Target: full, Known: true, Many: p.glob}, w)
	}
	c.send(dest, f, w)
}

// is notes that an option's value is one of those listed, parted by |; any
// other is not understood.
func (c *cmd) is(list string, w shell.Word) {
	c.flowWord(w)
	texts, ok := w.Values()
	for _, t := range texts {
		found := false
		for v := range strings.SplitSeq(list, "|") {
			found = found || v == t
		}
		ok = ok && found
	}
	if !ok {
		c.unsure("what "+c.name+" does with "+clip(w.Raw)+" is not known", w)
	}
}

// guardProduction matches an entry where the word names something in production.
func (c *cmd) guardProduction(entry string, w shell.Word) {
	c.flowWord(w)
	if productionValue(w) {
		c.find(Remote, entry, w.Text, "acts on "+clip(w.Raw)+", which is in production by its name", w)
	}
}

// within reads words as a command that runs in a container or on a machine
// that keeps nothing of ours: what it finds counts, what it does not
// understand does not. deletes tells whether deletions count.
func (c *cmd) within(where string, words []shell.Word, deletes bool) {
	if len(words) == 0 {
		return
	}
	sub := c.r.below()
	sub.remote = where
	sub.sh.Commands = []shell.Command{*c.sh}
	sub.sh.Commands[0].Redirs, sub.sh.Commands[0].Assigns, sub.sh.Commands[0].Via = nil, nil, nil
	sub.out = make([]flow, len(c.r.out))
	copy(sub.out, c.r.out)
	in := &cmd{r: sub, idx: 0, sh: &sub.sh.Commands[0], base: c.base}
	if c.r.depth++; c.r.depth > 6 {
		c.r.depth--
		c.unsure("commands call each other too deeply to follow")
		return
	}
	sub.depth = c.r.depth
	in.run(words)
	c.r.depth--
	for _, e := range sub.rep.Effects {
		if e.Entry == "" || e.Kind == Delete && !deletes {
			continue
		}
		e.Cmd = c.idx
		c.r.rep.Effects = append(c.r.rep.Effects, e)
	}
	c.r.rep.Guards = append(c.r.rep.Guards, sub.rep.Guards...)
	if len(sub.out) > 0 {
		c.r.out[c.idx].join(sub.out[0])
	}
}

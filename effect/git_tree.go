package effect

import (
	"path"
	"strings"

	"automode/secret"
	"automode/shell"
	"automode/world"
)

// gitAdd puts files under version control, where a push may carry them away.
func (c *cmd) gitAdd() {
	c.does(Local, c.name)
	force := c.has("-f")
	if force && c.has("-A") {
		c.find(Write, "secret-into-artifact", "", "puts files under version control that the project keeps out of it")
		return
	}
	for _, w := range c.pos {
		c.flowWord(w)
		for _, p := range c.places(w) {
			if !p.known {
				continue // git takes only what lies below its own folder
			}
			full := p.path
			if p.glob {
				full = path.Join(p.path, p.rest)
			}
			grade, what := c.r.secretAt(full, p.glob)
			if f := c.r.sess.Files[p.path]; f.Secret {
				grade, what = secret.Store, "a file that a credential was written into"
			}
			if m := c.r.wrote[p.path]; m != nil && m.flow.grade == secret.Store {
				grade, what = secret.Store, "a file that a credential was written into"
			}
			f := c.r.facts.File(p.path)
			switch {
			case grade == secret.Project && f.Tracked == world.Yes && f.Known:
				continue // it is under version control already
			case grade >= secret.Project || grade == secret.Sensitive && force:
				c.find(Write, "secret-into-artifact", p.path, "puts "+what+" under version control", w)
				if !c.dry {
					staged := &made{cmd: c.idx}
					staged.flow.taint(full, secret.Store)
					c.r.wrote[c.indexOf()] = staged
				}
			case force && (w.Text == "." || p.glob || f.Dir || c.r.rooted(p.path) && p.path == c.rootOf(p.path)):
				c.find(Write, "secret-into-artifact", p.path, "puts files under version control that the project keeps out of it", w)
			}
		}
	}
}

// gitCommit makes a commit of what is staged.
func (c *cmd) gitCommit() {
	c.does(Local, c.name)
	for _, o := range c.opts {
		switch o.name {
		case "-F":
			c.gitMessageFile(o.value)
		case "-m", "--trailer":
			if f := c.wordFlow(o.value); f.grade == secret.Store {
				c.find(Write, "secret-into-artifact", f.secret, "puts "+f.secret+" into a commit", o.value)
			}
		case "--author":
			c.unsure("the commit carries another name", o.value)
		}
	}
	for _, w := range c.pos {
		c.list(w)
	}
	if c.has("--amend") && !c.ownCommit() {
		c.find(Local, "history-rewrite", c.indexOf(), "replaces the last commit, which may be pushed or someone else's")
	}
	c.headIs(true)
}

// headIs remembers whether the repository's last commit is this session's own
// and not pushed, so that it may be replaced.
func (c *cmd) headIs(own bool) {
	if !c.dry {
		c.r.wrote[c.head()] = &made{cmd: c.idx, absent: own, whole: own, gone: !own}
	}
}

// head is the file by which git knows the last commit.
func (c *cmd) head() string { return path.Join(path.Dir(c.indexOf()), "HEAD") }

// ownCommit tells whether the last commit was made by this session, or earlier
// in this call, and not pushed since.
func (c *cmd) ownCommit() bool {
	if m := c.r.wrote[c.head()]; m != nil {
		return m.absent
	}
	return c.r.sess.Files[c.head()].Made
}

// gitMessageFile reads a commit's message from a file.
func (c *cmd) gitMessageFile(w shell.Word) {
	for _, p := range c.places(w) {
		if p.known && w.Text != "-" {
			if grade, what := c.r.secretAt(p.path, p.glob); grade != secret.None {
				c.find(Write, "secret-into-artifact", p.path, "puts "+what+" into a commit", w)
				return
			}
		}
	}
	if f := c.inflow(); w.Text == "-" && f.grade == secret.Store {
		c.find(Write, "secret-into-artifact", f.secret, "puts "+f.secret+" into a commit", w)
		return
	}
	c.read(w)
}

// gitAm applies patches as commits.
func (c *cmd) gitAm() {
	if c.inflow().fetched != "" {
		c.unsure("it applies patches that are fetched in this call")
	}
	for _, w := range c.pos {
		c.read(w)
		if c.r.out[c.idx].fetched != "" {
			c.unsure("it applies patches that were fetched", w)
		}
	}
	c.replaces()
}

// gitApply changes files as a patch says.
func (c *cmd) gitApply() {
	only := c.has("--stat", "--numstat", "--summary", "--check") && !c.has("--apply")
	for _, w := range c.pos {
		c.read(w)
	}
	if only {
		return
	}
	for _, w := range c.pos {
		c.patchFile(w, "-p")
	}
	if len(c.pos) == 0 {
		switch in := c.sh.Stdin; {
		case in.Kind == shell.Here && in.Text().Known:
			c.patchText(in.Text().Text, word("-"))
		case c.inflow().fetched != "":
			c.unsure("it applies a patch that is fetched in this call")
		}
	}
	c.replaces()
}

// patchFile judges what a patch in a file changes, where its text is known.
func (c *cmd) patchFile(w shell.Word, strip string) {
	for _, p := range c.places(w) {
		if !p.known {
			continue
		}
		text, ok := "", false
		if m := c.r.wrote[p.path]; m != nil {
			text, ok = m.text, m.known
			if m.fetched {
				c.unsure("it applies a patch that is fetched in this call", w)
				return
			}
		} else if f := c.r.sess.Files[p.path]; f.Text != "" || f.Fetched {
			text, ok = f.Text, f.Text != ""
			if f.Fetched {
				c.unsure("it applies a patch that was fetched", w)
				return
			}
		} else if t := c.r.facts.Text(p.path, 256<<10); t.Known && t.Whole {
			text, ok = t.Text, true
		}
		if ok {
			c.patchText(text, w)
		}
	}
}

// patchText judges which files a patch changes.
func (c *cmd) patchText(text string, w shell.Word) {
	seen := 0
	for line := range strings.SplitSeq(text, "\n") {
		name, ok := strings.CutPrefix(line, "+++ ")
		if !ok {
			name, ok = strings.CutPrefix(line, "rename to ")
			name = "b/" + name
		}
		name, _, _ = strings.Cut(strings.TrimRight(name, "\r"), "\t")
		if !ok || name == "/dev/null" || name == "b/" {
			continue
		}
		if seen++; seen > 64 {
			c.unsure("a patch of that many files is not followed", w)
			return
		}
		_, rest, cut := strings.Cut(name, "/")
		if !cut {
			rest = name
		}
		target := word(rest)
		target.Start, target.End = w.Start, w.End
		c.write(target, false)
	}
}

// gitBranch lists, makes and removes branches.
func (c *cmd) gitBranch() {
	switch {
	case c.has("-D"), c.has("-d") && c.has("-f"):
		if c.has("-r") {
			c.does(Local, c.name)
			return
		}
		names := c.pos
		if len(names) == 0 {
			names = c.sh.Words
		}
		for _, w := range names {
			c.find(Delete, "irreversible-local", "branch:"+w.Text, "deletes the branch "+clip(w.Raw)+" even where its commits are nowhere else", w)
		}
	case c.has("-M"), c.has("-f"):
		if c.has("-M") && len(c.pos) == 1 && mainBranch(c.text(0)) && c.r.facts.Repo(c.base.dir).Branch != c.text(0) {
			c.does(Local, c.name) // the usual rename after git init
			return
		}
		c.unsure("it may replace a branch by force")
	case c.has("-d", "-m", "-c", "-u", "--unset-upstream") || len(c.pos) > 0 && !c.has("-l", "-a", "-r", "--contains", "--no-contains", "--merged", "--no-merged", "--show-current"):
		c.does(Local, c.name)
	default:
		c.does(Print, "")
	}
}

// gitCheckout switches to another commit, or throws changes of files away.
func (c *cmd) gitCheckout() {
	branch := c.has("-b", "-B", "--orphan", "-d", "-t")
	if c.has("-p") {
		c.unsure("it asks which changes to throw away")
		return
	}
	if c.has("-f") {
		c.find(Write, "irreversible-local", c.base.dir, "throws changes away that are not committed")
		return
	}
	dashes := c.dashes()
	var paths []shell.Word
	switch {
	case dashes >= 0:
		paths = c.pos[min(dashes, len(c.pos)):]
	case c.has("--pathspec-from-file"):
		c.find(Write, "irreversible-local", c.base.dir, "throws changes of files away that are not committed")
		return
	case c.has("--ours", "--theirs"):
		paths = c.pos
	case len(c.pos) > 1 && !c.has("-b", "-B", "--orphan"):
		paths = c.pos[1:]
	case len(c.pos) == 1 && !branch && c.isPath(c.pos[0]):
		paths = c.pos
	}
	if len(paths) > 0 && c.has("-t", "--track") {
		c.does(Print, "") // git refuses to follow a branch and to take files at once
		return
	}
	for _, w := range paths {
		c.discard(w)
	}
	if len(paths) > 0 {
		return
	}
	if c.has("-B") {
		c.unsure("it may move a branch that is there already")
		return
	}
	c.does(Local, c.name)
	if len(c.pos) > 0 && c.text(0) != "HEAD" {
		c.replaces()
		return
	}
}

// dashes tells how many operands stood before "--"; -1 where there was none.
func (c *cmd) dashes() int {
	for i, w := range c.args {
		if w.Known && w.Text == "--" {
			n := 0
			for _, p := range c.pos {
				if p.Start < w.Start {
					n++
				}
			}
			if w.End == 0 { // words without places in the text
				return i
			}
			return n
		}
	}
	return -1
}

// isPath tells whether an operand that could be a branch is a path: by what is
// known of the disk, else by its form.
func (c *cmd) isPath(w shell.Word) bool {
	if w.Glob {
		return true
	}
	if !w.Known {
		return strings.HasPrefix(w.Prefix, "./") || strings.HasPrefix(w.Prefix, "/")
	}
	text := w.Text
	if text == "." || text == ".." || strings.HasSuffix(text, "/") || strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../") || strings.HasPrefix(text, "/") || strings.HasPrefix(text, ":") {
		return true
	}
	if p := c.placeOf(text, false); p.known {
		if f := c.r.facts.File(p.path); f.Known {
			return f.Exists
		}
		if _, ok := c.r.sess.Files[p.path]; ok {
			return true
		}
		if m := c.r.wrote[p.path]; m != nil {
			return true
		}
	}
	// a name with an extension: parser.go, but not v1.2 or release-2.0
	ext := strings.TrimPrefix(path.Ext(text), ".")
	if ext == "" || len(ext) > 5 {
		return false
	}
	for i := 0; i < len(ext); i++ {
		if ch := ext[i] | 0x20; (ch < 'a' || ch > 'z') && (i == 0 || ext[i] < '0' || ext[i] > '9') {
			return false
		}
	}
	return true
}

// discard notes that the changes of a file in the working tree are thrown away.
func (c *cmd) discard(w shell.Word) {
	c.flowWord(w)
	for _, p := range c.places(w) {
		f := c.r.facts.File(p.path)
		switch {
		case !p.known:
			c.find(Write, "irreversible-local", "", "throws changes of files away that are not committed", w)
		case !p.glob && f.Known && f.Exists && f.Regular && f.Modified == world.No && c.r.wrote[p.path] == nil && !c.r.sess.Files[p.path].Wrote:
			c.does(Local, p.path, w) // there is nothing to lose
		default:
			c.find(Write, "irreversible-local", p.path, "throws changes of "+show(p, p.path)+" away that are not committed", w)
		}
	}
	if !c.dry {
		c.r.switched = c.name
	}
}

// gitCheckoutIndex writes files as the index has them.
func (c *cmd) gitCheckoutIndex() {
	// -n makes no files that are not there; those that are it still writes over
	if v, ok := c.value("--prefix"); ok {
		c.writeBelow(v)
	}
	if c.has("-f") {
		c.find(Write, "irreversible-local", c.base.dir, "writes over files with changes that are not committed")
		return
	}
	c.does(Local, c.name)
}

// gitSwitch switches to another branch.
func (c *cmd) gitSwitch() {
	switch {
	case c.has("-f"):
		c.find(Write, "irreversible-local", c.base.dir, "throws changes away that are not committed")
	case c.has("-C"):
		c.unsure("it may move a branch that is there already")
	default:
		if len(c.pos) > 0 {
			c.replaces()
			return
		}
		c.does(Local, c.name)
	}
}

// gitRestore brings files back to what was committed.
func (c *cmd) gitRestore() {
	if c.has("-p") {
		c.unsure("it asks which changes to throw away")
		return
	}
	if c.has("-S") && !c.has("-W") {
		c.does(Local, c.name)
		return
	}
	if c.has("--pathspec-from-file") {
		c.find(Write, "irreversible-local", c.base.dir, "throws changes of files away that are not committed")
		return
	}
	for _, w := range c.pos {
		c.discard(w)
	}
}

// gitReset moves the branch, the index, and with --hard the files.
func (c *cmd) gitReset() {
	switch {
	case c.has("--hard"), c.has("--merge"):
		c.find(Write, "irreversible-local", c.base.dir, "throws changes away that are not committed")
		c.replaces()
	default:
		c.does(Local, c.name)
		if len(c.pos) > 0 {
			c.headIs(false)
		}
		if c.has("--keep") {
			c.replaces()
		}
	}
}

// gitClean deletes files that are not under version control.
func (c *cmd) gitClean() {
	if c.has("-n") {
		c.does(Print, "")
		return
	}
	what := "deletes files that are not under version control"
	if c.has("-x") || c.has("-X") {
		what += ", ignored ones too"
	}
	if c.has("-i") && !c.has("-f") {
		c.unsure("it asks which files to delete")
		return
	}
	c.find(Delete, "irreversible-local", c.base.dir, what)
}

// gitGC packs; with --prune=now it also throws away what nothing points at.
func (c *cmd) gitGC() {
	if v, ok := c.value("--prune"); ok && (!v.Known || v.Text == "now" || v.Text == "all") {
		c.find(Delete, "irreversible-local", c.indexOf(), "throws away commits that could still be brought back", v)
		return
	}
	c.does(Local, c.name)
}

// gitReadTree fills the index, with -u the files too.
func (c *cmd) gitReadTree() {
	if c.has("--reset") && c.has("-u") {
		c.find(Write, "irreversible-local", c.base.dir, "throws changes away that are not committed")
		return
	}
	c.replaces()
}

// gitMove renames files below version control.
func (c *cmd) gitMove() {
	for i, w := range c.pos {
		if i == len(c.pos)-1 {
			c.write(w, false)
			continue
		}
		c.list(w)
		for _, p := range c.places(w) {
			if class, what := classOf(p.path, c.r.env.Place); p.known && class >= Protected {
				c.guard(Write, protectedEntry(p.path, what), p.path, "moves "+what, w)
			}
		}
	}
	c.does(Local, c.name)
}

// gitRemove removes files that are under version control: git can bring them
// back, and refuses where they hold changes unless forced.
func (c *cmd) gitRemove() {
	if c.has("--cached") {
		c.does(Local, c.name)
		return
	}
	for _, w := range c.pos {
		for _, p := range c.places(w) {
			switch class, what := classOf(p.path, c.r.env.Place); {
			case !p.known:
				c.unsure("which files it removes is not known", w)
			case class >= Protected:
				c.guard(Delete, protectedEntry(p.path, what), p.path, "removes "+what, w)
			case c.has("-f"), c.has("-r") && (p.path == c.base.dir || p.path == c.rootOf(p.path)), p.glob && strings.Trim(p.rest, "*") == "":
				c.find(Delete, "irreversible-local", p.path, "removes "+show(p, p.path)+" with the changes in it", w)
			case !c.r.rooted(p.path):
				c.unsure("it removes files outside the project: "+p.path, w)
			default:
				c.does(Local, p.path, w)
			}
		}
	}
	if c.has("--pathspec-from-file") {
		c.unsure("which files it removes is not known")
	}
}

// gitTag lists, makes and removes tags.
func (c *cmd) gitTag() {
	switch {
	case c.has("-d"):
		for _, w := range c.pos {
			c.find(Delete, "irreversible-local", "tag:"+w.Text, "deletes the tag "+clip(w.Raw), w)
		}
	case c.has("-v"):
		c.does(Print, "")
	case c.has("-f"):
		c.find(Local, "history-rewrite", "tag:"+c.text(0), "moves a tag that others may rely on")
	case len(c.pos) > 0 && !c.has("-l", "-n", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at"):
		c.does(Local, c.name)
	default:
		c.does(Print, "")
	}
}

// gitSymbolicRef prints where a name points, or makes it point elsewhere.
func (c *cmd) gitSymbolicRef() {
	if len(c.pos) > 1 {
		c.unsure("it makes " + clip(c.pos[0].Raw) + " point elsewhere")
	}
}

// gitUpdateRef moves and removes names of commits.
func (c *cmd) gitUpdateRef() {
	if c.has("-d") {
		c.find(Delete, "irreversible-local", c.text(0), "removes the name "+clip(c.text(0))+" and what only it leads to")
		return
	}
	c.unsure("it moves a branch without looking")
}

// gitWorktreeAdd checks a branch out into another folder.
func (c *cmd) gitWorktreeAdd() {
	if len(c.pos) == 0 {
		return
	}
	w := c.pos[0]
	for _, p := range c.places(w) {
		f := c.r.facts.File(p.path)
		root := c.rootOf(c.base.dir)
		switch class, what := classOf(p.path, c.r.env.Place); {
		case !p.known:
			c.unsure("where it makes the worktree is not known", w)
			continue
		case class == Control:
			c.guard(Write, "own-permissions", p.path, "makes "+what, w)
			continue
		case c.r.rooted(p.path), c.r.isTemp(p.path), root != "" && path.Dir(p.path) == path.Dir(root) && !(f.Known && f.Exists):
		default:
			c.unsure("it makes a worktree outside the project: "+p.path, w)
			continue
		}
		c.does(Local, p.path, w)
		foreign := false
		for _, ref := range c.pos[1:] {
			foreign = foreign || foreignRef(ref.Text)
		}
		c.r.wrote[p.path] = &made{cmd: c.idx, absent: f.Known && !f.Exists, fetched: foreign, whole: true}
	}
	if c.has("-B") {
		c.unsure("it may move a branch that is there already")
	}
}

// foreignRef tells whether a name stands for what someone else sent in: a pull
// request's head.
func foreignRef(ref string) bool {
	ref = strings.ToLower(ref)
	return strings.HasPrefix(ref, "pr-") || strings.HasPrefix(ref, "pr/") || strings.HasPrefix(ref, "pull/") || strings.HasPrefix(ref, "mr-") || strings.HasPrefix(ref, "mr/") ||
		strings.Contains(ref, "/pull/") || strings.Contains(ref, "/pr/") || strings.Contains(ref, "merge-requests/") || ref == "fetch_head"
}

// gitWorktreeRemove removes a worktree's folder. git refuses where it holds
// changes or files of its own, unless forced.
func (c *cmd) gitWorktreeRemove() {
	for _, w := range c.pos {
		for _, p := range c.places(w) {
			switch {
			case c.has("-f"):
				c.find(Delete, "irreversible-local", p.path, "removes a worktree with the changes in it", w)
			case p.known && (c.r.isTemp(p.path) || c.r.made(p.path)):
				c.does(Local, p.path, w)
			default:
				c.find(Delete, "irreversible-local", p.path, "removes a worktree that this session did not make", w)
			}
		}
	}
}

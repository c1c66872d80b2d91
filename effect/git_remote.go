package effect

import (
	"path"
	"strings"

	"automode/secret"
	"automode/shell"
	"automode/world"
)

// remote is where a push or a pull request would go.
type remote struct {
	name  string
	url   string
	known bool // which repository it is
	own   bool // this repository's own: its origin, or another of the same owner at the same host
}

// gitRemoteOf finds out what a word that names a remote means: a name of this
// repository's, or a URL.
func (c *cmd) gitRemoteOf(w shell.Word) remote {
	r := remote{name: w.Text, known: w.Lit()}
	repo := c.r.facts.Repo(c.base.dir)
	if m := c.r.wrote["remote:"+w.Text]; m != nil {
		r.url = m.text
	} else if u := repo.Remotes[w.Text]; u != "" {
		r.url = u
	} else if isRemoteURL(w.Text) {
		r.url = w.Text
	}
	origin := repo.Remotes["origin"]
	if origin == "" && len(repo.Remotes) == 1 {
		for _, u := range repo.Remotes {
			origin = u
		}
	}
	switch {
	case c.r.wrote["remote:"+w.Text] != nil && w.Text == "origin":
		// what was origin before is not known any more
	case r.url == "" && w.Text == "origin" && repo.Remotes == nil:
		r.own = c.rooted(c.base.dir)
	case r.url != "" && origin != "":
		r.own = ownerAt(r.url) != "" && ownerAt(r.url) == ownerAt(origin) || r.url == origin
	}
	if r.own && !c.rooted(c.base.dir) && !c.sameRepo(repo.Root) {
		r.own = false
	}
	return r
}

// isRemoteURL tells whether text is a URL or host:path as git reads them.
func isRemoteURL(s string) bool {
	if strings.Contains(s, "://") || strings.Contains(s, "::") {
		return true
	}
	host, _, ok := strings.Cut(s, ":")
	return ok && host != "" && !strings.Contains(host, "/")
}

// ownerAt gives "host/owner" of a repository's URL, empty where it has none.
func ownerAt(url string) string {
	host, rest := "", ""
	if _, after, ok := strings.Cut(url, "://"); ok {
		host, rest, _ = strings.Cut(after, "/")
	} else if h, p, ok := strings.Cut(url, ":"); ok && !strings.Contains(h, "/") {
		host, rest = h, p
	}
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	host, _, _ = strings.Cut(host, ":")
	rest = strings.Trim(rest, "/")
	if host == "" || rest == "" {
		return ""
	}
	dir := path.Dir(rest)
	if dir == "." {
		return ""
	}
	return strings.ToLower(host + "/" + dir)
}

// gitURL judges an address that git reads from.
func (c *cmd) gitURL(w shell.Word) {
	c.flowWord(w)
	text := w.Text
	if !w.Known {
		text = w.Prefix
	}
	switch {
	case strings.HasPrefix(text, "ext::"):
		c.find(Run, "dynamic-code", text, "runs a command by the address it is given", w)
	case strings.Contains(text, "::"):
		c.unsure("the address uses a helper program", w)
	case strings.HasPrefix(text, "-"):
		c.unsure("the address could be an option", w)
	case isRemoteURL(text):
		if strings.Contains(text, "://") {
			c.fetch(w)
			c.r.out[c.idx].fetched = ""
			return
		}
		c.does(Fetch, hostOf(text), w)
	case !w.Known && text == "":
		c.unsure("from where it fetches is not known", w)
	default:
		c.does(Fetch, text, w)
	}
}

// gitFetch asks a remote for what is new. That runs nothing and changes none
// of the project's files.
func (c *cmd) gitFetch() {
	if len(c.pos) > 0 {
		c.gitURL(c.pos[0])
	} else {
		c.does(Fetch, "remote")
	}
	if !strings.HasSuffix(c.name, "ls-remote") {
		c.does(Local, c.name)
		for _, w := range c.pos[min(1, len(c.pos)):] {
			if _, dst, ok := strings.Cut(w.Text, ":"); ok && (strings.HasPrefix(w.Text, "+") || c.has("-f")) && dst != "" && !strings.HasPrefix(dst, "refs/remotes/") {
				c.unsure("it may replace the branch "+clip(dst)+" by force", w)
			}
		}
	}
}

// gitPull fetches and merges.
func (c *cmd) gitPull() {
	if len(c.pos) > 0 {
		w := c.pos[0]
		if r := c.gitRemoteOf(w); !r.own && isRemoteURL(w.Text) {
			c.unsure("it merges what another repository holds into the project", w)
		}
		c.gitURL(w)
	} else {
		c.does(Fetch, "remote")
	}
	c.replaces()
}

// gitClone copies a repository from elsewhere. That runs nothing yet.
func (c *cmd) gitClone() {
	if len(c.pos) == 0 {
		return
	}
	src := c.pos[0]
	c.gitURL(src)
	for _, o := range c.opts {
		switch o.name {
		case "-c":
			if c.name != "git clone" || o.word < 0 {
				continue
			}
			key, value, _ := strings.Cut(o.value.Text, "=")
			c.gitSetting(key, value, o.value.Known, true, o.value)
		case "--template":
			if !o.value.Known || o.value.Text != "" {
				c.unsure("a template brings hooks that git runs", o.value)
			}
		case "--recurse-submodules", "--recursive", "--remote-submodules":
			c.find(Fetch, "foreign-repo-execution", src.Text, "brings in further repositories that the cloned one names", src)
		}
	}
	dest := shell.Word{Known: src.Known, Raw: src.Raw, Start: src.Start, End: src.End}
	if len(c.pos) > 1 {
		dest = c.pos[1]
	} else {
		name := strings.TrimRight(src.Text, "/")
		if i := strings.LastIndexAny(name, "/:"); i >= 0 {
			name = name[i+1:]
		}
		dest.Text = strings.TrimSuffix(name, ".git")
		if c.has("--bare", "--mirror") {
			dest.Text += ".git"
		}
	}
	if dest.Text == "" && dest.Known {
		dest.Text = "."
	}
	for _, p := range c.places(dest) {
		if !p.known {
			c.unsure("where it clones to is not known", dest)
			continue
		}
		c.writeBelow(dest)
		f := c.r.facts.File(p.path)
		if m := c.r.wrote[p.path]; m == nil || !m.absent {
			c.r.wrote[p.path] = &made{cmd: c.idx, absent: f.Known && !f.Exists, fetched: true, whole: true}
		} else {
			m.fetched = true
		}
	}
}

// gitRemoteAdd names another repository. Nothing goes there yet.
func (c *cmd) gitRemoteAdd() {
	if len(c.pos) != 2 || !c.pos[0].Lit() || !c.pos[1].Lit() {
		c.unsure("which remote it adds is not known")
		return
	}
	name, url := c.pos[0], c.pos[1]
	repo := c.r.facts.Repo(c.base.dir)
	c.r.wrote["remote:"+name.Text] = &made{cmd: c.idx, text: url.Text, known: true}
	switch {
	case name.Text == "origin" && repo.Remotes["origin"] != "" && repo.Remotes["origin"] != url.Text:
		c.find(Write, "repoint", url.Text, "points origin at another repository", url)
	case strings.HasPrefix(url.Text, "ext::"):
		c.find(Write, "dynamic-code", url.Text, "runs a command by the address it is given", url)
	case strings.Contains(url.Text, "@") && strings.Contains(url.Text, "://") && strings.Contains(strings.SplitN(url.Text, "@", 2)[0], ":") && !strings.HasPrefix(url.Text, "ssh://"):
		c.find(Write, "secret-into-artifact", hostOf(url.Text), "keeps a credential in the address of a remote", url)
	case collects(hostOf(url.Text)):
		c.find(Write, "repoint", url.Text, "names a host that exists to collect what is sent to it", url)
	default:
		c.does(Local, c.name)
	}
	if c.has("-f") {
		c.gitURL(url)
	}
}

// gitRemoteURL prints the address of a remote, which can hold a token.
func (c *cmd) gitRemoteURL() {
	c.r.out[c.idx].taint("the address of a remote", secret.Sensitive)
	c.does(Print, "")
}

// gitPush judges what leaves, where it goes, and what it does to the branches
// there.
func (c *cmd) gitPush() {
	var dest shell.Word
	refs := c.pos
	named := len(c.pos) > 0
	if named {
		dest, refs = c.pos[0], c.pos[1:]
	} else if v, ok := c.value("--repo"); ok {
		dest, named = v, true
	}
	rem := remote{name: "origin", known: true}
	if named {
		rem = c.gitRemoteOf(dest)
	} else {
		rem = c.gitRemoteOf(word("origin"))
		if !rem.own && c.r.facts.Repo(c.base.dir).Remotes == nil {
			rem.own = c.rooted(c.base.dir)
		}
	}
	if !c.pushTo(rem, dest) {
		return
	}
	c.headIs(false)
	forced := c.has("-f", "--force", "--mirror", "--prune")
	lease := c.has("--force-with-lease") && !c.has("-f", "--force")
	switch {
	case c.has("--mirror"):
		c.find(Remote, "history-rewrite", rem.name, "makes every branch and tag there like the ones here, and removes the others", dest)
		return
	case c.has("-d", "--delete"):
		for _, w := range refs {
			c.find(Remote, "history-rewrite", w.Text, "deletes "+clip(w.Raw)+" from the remote repository", w)
		}
		if len(refs) == 0 {
			c.unsure("what it deletes is not said")
		}
		return
	case c.has("--prune"):
		c.find(Remote, "history-rewrite", rem.name, "removes branches there that are not here", dest)
		return
	}
	if len(refs) == 0 {
		branch := c.r.facts.Repo(c.base.dir).Branch
		c.pushRef(rem, branch, forced, lease, dest)
		return
	}
	for _, w := range refs {
		if !w.Known {
			if strings.HasPrefix(w.Prefix, "+") || strings.HasPrefix(w.Prefix, ":") {
				c.find(Remote, "history-rewrite", "", "forces or deletes a branch of the remote repository", w)
				continue
			}
			if forced {
				c.pushRef(rem, "", true, false, w)
				continue
			}
			if !c.ownBranch(w) {
				c.unsure("which branch it pushes is not known", w)
				continue
			}
			c.does(Remote, "push", w)
			continue
		}
		src, dst, both := strings.Cut(strings.TrimPrefix(w.Text, "+"), ":")
		if both && src == "" {
			c.find(Remote, "history-rewrite", dst, "deletes "+clip(dst)+" from the remote repository", w)
			continue
		}
		if !both {
			dst = src
		}
		if dst == "HEAD" || dst == "@" {
			dst = c.r.facts.Repo(c.base.dir).Branch
		}
		c.pushRef(rem, dst, forced || strings.HasPrefix(w.Text, "+"), lease, w)
	}
}

// ownBranch tells whether a word is the name of the branch that is checked out.
func (c *cmd) ownBranch(w shell.Word) bool {
	if len(w.Subs) != 1 || len(w.Vars) > 0 || w.Subs[0] >= len(c.r.sh.Commands) {
		return false
	}
	branch := c.r.facts.Repo(c.base.dir).Branch
	return strings.Contains(c.r.sh.Commands[w.Subs[0]].Src, "git ") && branch != "" && !deploys(branch)
}

// pushTo judges where a push goes. ok is false when no more need be said.
func (c *cmd) pushTo(r remote, w shell.Word) (ok bool) {
	if m := c.r.wrote[c.indexOf()]; m != nil && m.flow.grade != secret.None {
		c.guard(Send, "data-exfiltration", r.name, "pushes "+m.flow.secret+", which this call put under version control", w)
		return false
	}
	if f := c.wordFlow(w); f.grade != secret.None || f.env {
		c.send(r.name, f, w)
		return false
	}
	host := hostOf(r.url)
	switch {
	case !r.known:
		c.unsure("where it pushes to is not known", w)
		return false
	case strings.HasPrefix(r.url, "ext::"):
		c.find(Run, "dynamic-code", r.url, "runs a command by the address it is given", w)
		return false
	case deployRemote(r.name, host):
		c.find(Remote, "production-deploy", r.name, "pushes to "+r.name+", which deploys", w)
		return false
	case r.own:
		return true
	case r.url != "" && collects(host):
		c.guard(Send, "data-exfiltration", host, "pushes the repository to "+host, w)
		return false
	case r.url != "":
		c.find(Send, "public-publication", r.url, "pushes to a repository that is not this one's own: "+clip(r.url), w)
		return false
	}
	c.unsure("which repository "+clip(r.name)+" is, is not known", w)
	return false
}

// indexOf is where the state of what is staged is kept for this call.
func (c *cmd) indexOf() string {
	if repo := c.r.facts.Repo(c.base.dir); repo.Known {
		return path.Join(repo.Root, ".git/index")
	}
	if root := c.rootOf(c.base.dir); root != "" {
		return path.Join(root, ".git/index")
	}
	return path.Join(c.base.dir, ".git/index")
}

// pushRef judges what a push does to the branch or tag dst.
func (c *cmd) pushRef(r remote, dst string, forced, lease bool, w shell.Word) {
	dst = strings.TrimPrefix(dst, "refs/heads/")
	tag := strings.HasPrefix(dst, "refs/tags/")
	switch {
	case deploys(dst):
		c.find(Remote, "production-deploy", dst, "pushes to "+dst+", a name that deploys", w)
	case forced, lease && mainBranch(dst), lease && tag:
		c.find(Remote, "history-rewrite", dst, "forces "+orThere(dst)+" over what is there", w)
	default:
		c.add(Effect{Kind: Remote, Target: "push:" + dst, Known: dst != ""}, w)
	}
}

func orThere(ref string) string {
	if ref == "" {
		return "a branch"
	}
	return "the branch " + ref
}

// mainBranch tells whether a branch of that name is one that many share.
func mainBranch(b string) bool {
	switch b {
	case "main", "master", "trunk", "develop", "development", "dev", "default", "staging":
		return true
	}
	return strings.HasPrefix(b, "release") || strings.HasPrefix(b, "hotfix/") || strings.HasPrefix(b, "support/")
}

// deploys tells whether pushing to a branch of that name deploys or releases.
func deploys(b string) bool {
	b = strings.ToLower(strings.TrimPrefix(b, "refs/heads/"))
	for part := range strings.SplitSeq(b, "/") {
		switch part {
		case "production", "prod", "live", "gh-pages", "deploy", "deployment", "stable", "pages", "release-channel", "prd":
			return true
		}
	}
	return strings.HasPrefix(b, "production-") || strings.HasPrefix(b, "prod-") || strings.HasSuffix(b, "-production") || strings.HasSuffix(b, "-prod") ||
		strings.HasPrefix(b, "release/") || strings.HasPrefix(b, "deploy-") || strings.HasSuffix(b, "-deploy") || b == "release" || b == "releases"
}

// deployRemote tells whether pushing to a remote of that name or host deploys.
func deployRemote(name, host string) bool {
	switch name {
	case "heroku", "dokku", "production", "prod", "live", "deploy", "piku", "caprover", "gigalixir", "scalingo", "clever", "staging-deploy":
		return true
	}
	for _, h := range [...]string{"heroku.com", "scalingo.com", "gigalixir.com", "clever-cloud.com", "azurewebsites.net"} {
		if host == h || strings.HasSuffix(host, "."+h) {
			return true
		}
	}
	return false
}

// jjPush pushes with jj, always to a remote by its name.
func (c *cmd) jjPush() {
	rem := c.gitRemoteOf(word("origin"))
	if v, ok := c.value("--remote"); ok {
		rem = c.gitRemoteOf(v)
	}
	if c.has("--deleted") || c.has("--all") && c.has("--tracked") {
		c.find(Remote, "history-rewrite", rem.name, "deletes branches of the remote repository")
		return
	}
	if c.has("--dry-run") {
		c.does(Fetch, rem.name)
		return
	}
	if !c.pushTo(rem, word(rem.name)) {
		return
	}
	branch := ""
	if v, ok := c.value("-b"); ok {
		branch = v.Text
	}
	c.pushRef(rem, branch, false, false, word(branch))
}

// gitSubmoduleUpdate fetches what the project's own .gitmodules names.
func (c *cmd) gitSubmoduleUpdate() {
	for d := c.base.dir; len(d) > 1 && d != c.rootOf(c.base.dir); d = path.Dir(d) {
		m, f := c.r.wrote[d], c.r.sess.Files[d]
		if m != nil && m.fetched || f.Fetched {
			c.find(Fetch, "foreign-repo-execution", d, "brings in further repositories that a fetched one names")
			return
		}
	}
	file := path.Join(c.base.dir, ".gitmodules")
	if m := c.r.wrote[file]; m != nil || c.r.sess.Files[file].Wrote {
		c.unsure("it fetches what a changed .gitmodules names")
		return
	}
	if !world.Inside(c.base.dir, c.rootOf(c.base.dir)) {
		c.unsure("it fetches what the .gitmodules of another project names")
		return
	}
	c.does(Fetch, "submodules")
	c.replaces()
}

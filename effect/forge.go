package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// specialForge are the readers of the hosts of repositories.
func specialForge(name string) func(*cmd) {
	switch name {
	case "gh-alias":
		return (*cmd).ghAlias
	case "gh-api":
		return (*cmd).ghAPI
	case "gh-checkout":
		return (*cmd).ghCheckout
	case "gh-clone":
		return (*cmd).ghClone
	case "gh-comment":
		return (*cmd).ghComment
	case "gh-config":
		return (*cmd).ghConfig
	case "gh-download":
		return (*cmd).ghDownload
	case "gh-gist":
		return (*cmd).ghGist
	case "gh-ports":
		return (*cmd).ghPorts
	case "gh-release":
		return (*cmd).ghRelease
	case "gh-review":
		return (*cmd).ghReview
	case "gh-sync":
		return (*cmd).ghSync
	case "gh-ticket":
		return (*cmd).ghTicket
	case "gh-workflow":
		return (*cmd).ghWorkflow
	}
	return nil
}

// ghOwn tells whether a repository that a command names, or that it stands in,
// is the project's own.
func (c *cmd) ghOwn() tri {
	v, ok := c.value("-R", "--repo")
	origin := ownerAt(c.gitRemoteOf(word("origin")).url)
	if !ok {
		if c.gitRemoteOf(word("origin")).own {
			return yes
		}
		return dontKnow
	}
	if !v.Known {
		return dontKnow
	}
	return ownRepo(v.Text, origin)
}

// ownRepo compares "owner/name", with or without a host, with "host/owner".
func ownRepo(repo, origin string) tri {
	repo = strings.TrimPrefix(strings.TrimPrefix(repo, "https://"), "http://")
	parts := strings.Split(strings.Trim(strings.ToLower(repo), "/"), "/")
	if len(parts) < 2 || origin == "" {
		return dontKnow
	}
	if parts[len(parts)-2] == origin[strings.LastIndexByte(origin, '/')+1:] {
		return yes
	}
	return no
}

// ghTexts judges the texts that a command sends to a host: what they carry, and
// whether a machine there acts on them. known is false when a text is not seen.
func (c *cmd) ghTexts() (known bool) {
	known = true
	host := "the repository's host"
	for _, o := range c.opts {
		switch o.name {
		case "-b", "-m", "-t", "-n", "-c", "-d", "-N":
			if !o.has {
				continue
			}
			if f := c.wordFlow(o.value); f.grade != secret.None || f.env {
				c.guard(Send, "data-exfiltration", host, "sends "+orWord(f.secret, "the environment")+" to "+host, o.value)
				return false
			} else if f.files || !o.value.Known {
				known = false
			}
			c.ghOrders(o.value)
		case "-F":
			if !o.has || strings.Contains(c.name, " api") {
				continue
			}
			if o.value.Text == "-" {
				if f := c.inflow(); f.grade != secret.None || f.env {
					c.guard(Send, "data-exfiltration", host, "sends "+orWord(f.secret, "the environment")+" to "+host, o.value)
					return false
				}
				if c.sh.Stdin.Kind == shell.Here && c.sh.Stdin.Text().Known {
					c.ghOrders(c.sh.Stdin.Text())
				} else {
					known = false
				}
				continue
			}
			c.ghFile(o.value)
			known = false
		}
	}
	return known
}

// ghFile judges a file whose content is sent to a host.
func (c *cmd) ghFile(w shell.Word) {
	c.read(w)
	if f := c.r.out[c.idx]; f.grade != secret.None {
		c.guard(Send, "data-exfiltration", "the repository's host", "sends "+f.secret+" to the repository's host", w)
	}
}

// ghOrders finds words in a text that make a bot act.
func (c *cmd) ghOrders(w shell.Word) {
	for line := range strings.SplitSeq(w.Text, "\n") {
		line = strings.ToLower(strings.TrimSpace(line))
		first, rest, _ := strings.Cut(line, " ")
		switch {
		case len(first) > 2 && first[0] == '/' && isLetter(first[1]) && !strings.Contains(first[1:], "/") && !strings.Contains(first, "."):
			switch first {
			case "/cc", "/tmp", "/dev", "/etc", "/usr", "/home", "/var":
				continue
			}
			c.find(Remote, "command-automation", first, "makes a bot act: "+clip(line), w)
		case first == "atlantis" && rest != "" && rest != "plan", first == "bors" || first == "bors:", first == "@dependabot" || first == "@mergifyio" || first == "@renovatebot" || first == "@github-actions" || first == "@bors" || first == "@claude" || first == "@copilot" || first == "@coderabbitai",
			strings.HasPrefix(line, "jenkins, "), strings.HasPrefix(line, "ok to test"), first == "recheck" && rest == "":
			c.find(Remote, "command-automation", first, "makes a bot act: "+clip(line), w)
		}
	}
}

// ghElsewhere notes that what is sent goes to somebody else's repository.
func (c *cmd) ghElsewhere() bool {
	switch c.ghOwn() {
	case no:
		v, _ := c.value("-R", "--repo")
		c.find(Send, "public-publication", v.Text, "posts to a repository of someone else: "+clip(v.Text), v)
		return true
	case dontKnow:
		c.unsure("to which repository it posts is not known")
		return true
	}
	return false
}

// ghComment posts a comment below an issue or a change.
func (c *cmd) ghComment() {
	if c.has("--delete-last", "--edit-last") {
		c.find(Remote, "ticket-mass-edit", c.text(0), "changes a comment")
	}
	known := c.ghTexts()
	if c.has("--web") || len(c.opts) == 0 {
		c.does(Print, "")
		return
	}
	if c.ghElsewhere() {
		return
	}
	if !known {
		c.unsure("what the comment says is not known")
		return
	}
	c.find(Remote, "ticket-mass-edit", "comment:"+c.text(0), "posts a comment in your name")
}

// ghTicket opens, changes or closes an issue or a change in the person's name.
func (c *cmd) ghTicket() {
	if c.has("-l") && strings.HasSuffix(c.name, "develop") {
		c.does(Fetch, c.name)
		return
	}
	c.ghTexts()
	if strings.Contains(c.name, "pr create") || strings.Contains(c.name, "mr create") || strings.Contains(c.name, "issue create") || strings.Contains(c.name, "pull-request") || strings.Contains(c.name, "transfer") {
		if c.ghOwn() == no {
			c.ghElsewhere()
			return
		}
		if h, ok := c.value("-H"); ok && strings.Contains(h.Text, ":") {
			c.flowWord(h)
		}
	}
	verb := c.name[strings.LastIndexByte(c.name, ' ')+1:]
	c.find(Remote, "ticket-mass-edit", c.text(0), "acts on the tracker in your name ("+verb+")")
}

// ghReview approves, or comments on, a change.
func (c *cmd) ghReview() {
	c.ghTexts()
	switch {
	case c.has("-a"):
		c.find(Remote, "merge-unreviewed", c.text(0), "approves a change in your name")
	default:
		c.find(Remote, "ticket-mass-edit", c.text(0), "reviews a change in your name")
	}
}

// ghGist publishes files.
func (c *cmd) ghGist() {
	for _, w := range c.pos {
		if w.Text != "-" {
			c.read(w)
		}
	}
	f := c.r.out[c.idx]
	f.join(c.inflow())
	if f.grade != secret.None || f.env {
		c.guard(Send, "data-exfiltration", "gist", "publishes "+orWord(f.secret, "the environment")+" as a gist", c.pos...)
		return
	}
	c.find(Send, "public-publication", "gist", "publishes files as a gist", c.pos...)
}

// ghRelease publishes a release, with files.
func (c *cmd) ghRelease() {
	c.ghTexts()
	for i, w := range c.pos {
		if i == 0 {
			continue
		}
		file := w
		file.Text, _, _ = strings.Cut(w.Text, "#")
		c.ghFile(file)
	}
	c.find(Remote, "public-publication", c.text(0), "publishes a release")
}

// ghDownload fetches files of a release or of a pipeline's run.
func (c *cmd) ghDownload() {
	c.does(Fetch, c.name)
	c.r.out[c.idx].fetched = c.name
	dir := word(".")
	if v, ok := c.value("-D"); ok {
		dir = v
	} else if c.has("-O") {
		return
	}
	c.writeBelow(dir)
	for _, p := range c.places(dir) {
		if p.known && p.path != c.base.dir && !c.r.rooted(p.path) || p.known && c.has("-D") {
			c.r.wrote[p.path] = &made{cmd: c.idx, fetched: true}
		}
	}
}

// ghClone copies a repository.
func (c *cmd) ghClone() {
	if len(c.pos) == 0 {
		return
	}
	src := c.pos[0]
	if src.Known && !isRemoteURL(src.Text) {
		src.Text = "https://github.com/" + src.Text
	}
	pos := append([]shell.Word{src}, c.pos[1:]...)
	for i, w := range pos {
		if w.Text == "--" || strings.HasPrefix(w.Text, "-") {
			for _, o := range pos[i:] {
				switch name, _, _ := strings.Cut(o.Text, "="); name {
				case "--", "--depth", "--single-branch", "--no-tags", "-q", "--quiet", "--branch", "-b", "--bare", "--filter":
				default:
					if strings.HasPrefix(o.Text, "-") {
						c.unsure("what "+clip(o.Text)+" does to the clone is not known", o)
					}
				}
			}
			pos = pos[:i]
			break
		}
	}
	c.pos = pos
	c.gitClone()
}

// ghCheckout switches to what a change proposes, which may be a stranger's.
func (c *cmd) ghCheckout() {
	c.does(Fetch, c.name)
	c.replaces()
}

// ghSync brings a branch up to the repository it was taken from.
func (c *cmd) ghSync() {
	if c.has("--force") {
		c.find(Remote, "history-rewrite", c.text(0), "makes a branch like another, whatever it holds")
		return
	}
	if len(c.pos) > 0 {
		c.find(Remote, "shared-artifact", c.text(0), "changes a branch of "+clip(c.text(0)))
		return
	}
	c.does(Fetch, c.name)
	c.replaces()
}

// ghWorkflow starts a pipeline.
func (c *cmd) ghWorkflow() {
	for _, w := range c.pos {
		c.namedTask(w.Text, w)
	}
	if w, ok := c.inProduction(); ok {
		c.find(Remote, "production-deploy", w.Text, "starts a pipeline for "+clip(w.Text), w)
	}
	c.unsure("what the pipeline that it starts does is not known")
}

// ghAlias keeps a short name for a command.
func (c *cmd) ghAlias() {
	if c.has("-s") || strings.HasPrefix(c.text(1), "!") {
		c.find(Write, "persistence", c.text(0), "keeps a command that a short name runs", c.pos...)
		return
	}
	c.unsure("it changes your settings: a short name for a command")
}

func (c *cmd) ghConfig() {
	switch c.text(0) {
	case "editor", "pager", "browser", "http_unix_socket":
		c.find(Write, "persistence", c.text(0), "makes gh run or call something else", c.pos...)
	default:
		c.unsure("it changes your settings of gh")
	}
}

// ghPorts shows or opens the ports of a codespace.
func (c *cmd) ghPorts() {
	switch c.text(0) {
	case "visibility":
		c.find(Remote, "expose-service", c.text(1), "changes who may reach a port")
	case "forward":
		c.unsure("it forwards ports")
	default:
		c.does(Fetch, c.name)
	}
}

// ghAPI calls the host's interface.
func (c *cmd) ghAPI() {
	method := "GET"
	fields := c.has("-f", "-F") || c.has("--input")
	if v, ok := c.value("-X"); ok {
		method = strings.ToUpper(v.Text)
		if !v.Known {
			c.unsure("which method it uses is not known", v)
			return
		}
	} else if fields {
		method = "POST"
	}
	if len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	w := c.pos[0]
	c.flowWord(w)
	endpoint := w.Text
	if !w.Known {
		endpoint = w.Prefix
	}
	f := c.wordFlow(w)
	query := ""
	for _, o := range c.opts {
		if o.name != "-f" && o.name != "-F" && o.name != "-H" {
			continue
		}
		f.join(c.wordFlow(o.value))
		key, value, _ := strings.Cut(o.value.Text, "=")
		if key == "query" && o.name != "-H" {
			query = value
		}
		if file, ok := strings.CutPrefix(value, "@"); ok && o.name == "-F" && file != "-" {
			c.ghFile(word(file))
		}
	}
	if v, ok := c.value("--input"); ok && v.Text != "-" {
		c.ghFile(v)
	} else if ok {
		f.join(c.inflow())
	}
	host := "the repository's host"
	if f.grade != secret.None || f.env {
		c.guard(Send, "data-exfiltration", host, "sends "+orWord(f.secret, "the environment")+" to "+host, w)
		return
	}
	if strings.Trim(endpoint, "/") == "graphql" {
		c.ghGraphQL(query, w)
		return
	}
	if method == "GET" || method == "HEAD" {
		if strings.HasSuffix(endpoint, "/token") || strings.Contains(endpoint, "access_tokens") {
			c.find(Read, "credential-print", endpoint, "prints a token", w)
			return
		}
		c.does(Fetch, "api", w)
		return
	}
	c.ghChange(method, endpoint, w)
}

// ghGraphQL judges a query.
func (c *cmd) ghGraphQL(query string, w shell.Word) {
	if file, ok := strings.CutPrefix(query, "@"); ok {
		c.unsure("what the query in "+clip(file)+" does is not known", w)
		return
	}
	low := strings.ToLower(query)
	switch {
	case query == "":
		c.unsure("which query it sends is not known", w)
	case strings.Contains(low, "mutation"):
		switch {
		case strings.Contains(low, "merge"), strings.Contains(low, "approve"):
			c.find(Remote, "merge-unreviewed", "graphql", "merges or approves a change", w)
		case strings.Contains(low, "delete"):
			c.find(Remote, "shared-artifact", "graphql", "deletes something on the repository's host", w)
		default:
			c.find(Remote, "ticket-mass-edit", "graphql", "changes something on the repository's host", w)
		}
	default:
		c.does(Fetch, "api", w)
	}
}

// ghChange judges a call that changes something, by what its path names.
func (c *cmd) ghChange(method, endpoint string, w shell.Word) {
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(endpoint, p) {
				return true
			}
		}
		return false
	}
	entry, what := "shared-artifact", "changes something on the repository's host"
	switch {
	case has("/merge", "/merges", "/approve", "/reviews"):
		entry, what = "merge-unreviewed", "merges or approves a change"
	case has("/protection", "/rulesets", "/required_"):
		entry, what = "control-off", "changes the protection of a branch"
	case has("/git/refs", "/branches", "/tags", "/git/tags") && method != "POST":
		entry, what = "history-rewrite", "changes or removes a branch or tag"
	case has("/secrets", "/variables"):
		entry, what = "dns-cert-secret-store", "changes secrets or variables"
	case has("/collaborators", "/memberships", "/teams", "/members", "/invitations", "/outside_collaborators"):
		entry, what = "grant-access", "changes who has access"
	case has("/keys", "/gpg_keys"):
		entry, what = "persistence", "changes keys"
	case has("/hooks"):
		entry, what = "repoint", "changes where events are sent"
	case has("/dispatches", "/deployments"):
		entry, what = "production-deploy", "starts a pipeline or a deployment"
	case has("/cancel", "/rerun"):
		entry, what = "others-jobs", "cancels or restarts a run"
	case has("/releases", "/gists", "gists", "/forks", "/pages"):
		entry, what = "public-publication", "publishes"
	case has("/issues", "/pulls", "/comments", "/labels", "/notes", "/merge_requests"):
		entry, what = "ticket-mass-edit", "changes tickets"
	}
	c.find(Remote, entry, endpoint, what, w)
}

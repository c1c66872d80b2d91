package effect

import (
	"path"
	"strings"

	"automode/secret"
	"automode/shell"
	"automode/world"
)

// specialGit are the readers of version control.
func specialGit(name string) func(*cmd) {
	switch name {
	case "git":
		return (*cmd).gitAny
	case "git-add":
		return (*cmd).gitAdd
	case "git-am":
		return (*cmd).gitAm
	case "git-apply":
		return (*cmd).gitApply
	case "git-archive":
		return (*cmd).gitArchive
	case "git-branch":
		return (*cmd).gitBranch
	case "git-brings":
		return (*cmd).gitBrings
	case "git-bundle", "git-objects":
		return (*cmd).gitObjects
	case "git-checkout":
		return (*cmd).gitCheckout
	case "git-checkout-index":
		return (*cmd).gitCheckoutIndex
	case "git-clean":
		return (*cmd).gitClean
	case "git-clone":
		return (*cmd).gitClone
	case "git-commit":
		return (*cmd).gitCommit
	case "git-config":
		return (*cmd).gitConfig
	case "git-fetch":
		return (*cmd).gitFetch
	case "git-flow":
		return (*cmd).gitFlow
	case "git-for-each-repo":
		return (*cmd).gitForEachRepo
	case "git-foreach":
		return (*cmd).gitForeach
	case "git-gc":
		return (*cmd).gitGC
	case "git-grep":
		return (*cmd).gitGrep
	case "git-walked":
		return (*cmd).gitWalked
	case "git-init":
		return (*cmd).gitInit
	case "git-inplace":
		return (*cmd).gitInPlace
	case "git-merge-file":
		return (*cmd).gitMergeFile
	case "git-mv":
		return (*cmd).gitMove
	case "git-pull":
		return (*cmd).gitPull
	case "git-push":
		return (*cmd).gitPush
	case "git-read-tree":
		return (*cmd).gitReadTree
	case "git-rebase":
		return (*cmd).gitRebase
	case "git-remote-add":
		return (*cmd).gitRemoteAdd
	case "git-remote-url":
		return (*cmd).gitRemoteURL
	case "git-reset":
		return (*cmd).gitReset
	case "git-restore":
		return (*cmd).gitRestore
	case "git-rm":
		return (*cmd).gitRemove
	case "git-submodule-update":
		return (*cmd).gitSubmoduleUpdate
	case "git-switch":
		return (*cmd).gitSwitch
	case "git-symbolic-ref":
		return (*cmd).gitSymbolicRef
	case "git-tag":
		return (*cmd).gitTag
	case "git-tool":
		return (*cmd).gitTool
	case "git-update-ref":
		return (*cmd).gitUpdateRef
	case "git-worktree-add":
		return (*cmd).gitWorktreeAdd
	case "git-worktree-remove":
		return (*cmd).gitWorktreeRemove
	case "hooks-install":
		return (*cmd).hooksInstall
	case "jj-push":
		return (*cmd).jjPush
	}
	return nil
}

// gitAny looks at what every git command takes: settings on the command line,
// other places for git's own files, and the settings of the repository that it
// stands in, since a repository from elsewhere can make git run programs.
func (c *cmd) gitAny() {
	for _, o := range c.opts {
		switch o.name {
		case "-c":
			key, value, has := strings.Cut(o.value.Text, "=")
			if !o.value.Known {
				key, value, has = strings.Cut(o.value.Prefix, "=")
				if !has {
					c.unsure("which setting "+clip(o.value.Raw)+" changes is not known", o.value)
					continue
				}
			}
			if !has {
				value = "true"
			}
			c.gitSetting(key, value, o.value.Known, false, o.value)
		case "--config-env":
			key, _, _ := strings.Cut(o.value.Text, "=")
			c.gitSetting(key, "", false, false, o.value)
		case "--exec-path":
			if o.has {
				c.find(Run, "dynamic-code", o.value.Text, "takes git's own programs from "+clip(o.value.Raw), o.value)
			}
		case "--git-dir":
			c.gitDir(o.value)
		}
	}
	c.gitRepo()
}

// gitDir judges a repository that is named outright.
func (c *cmd) gitDir(w shell.Word) {
	for _, p := range c.places(w) {
		switch {
		case !p.known:
			c.unsure("which repository it works on is not known", w)
		case c.gitSettings(path.Join(p.path, "config"), w):
		case !c.rooted(p.path) || !strings.HasSuffix(p.path, "/.git"):
			c.unsure("the settings of the repository "+p.path+" are not known", w)
		}
	}
}

// gitRepo judges the repository that the command stands in.
func (c *cmd) gitRepo() {
	if !c.base.known {
		c.unsure("it is not known which repository it works on")
		return
	}
	root := c.rootOf(c.base.dir)
	for d := c.base.dir; len(d) > 1; d = path.Dir(d) {
		if d == root {
			return // the project's own
		}
		w := word(d)
		if c.gitSettings(d+"/.git/config", w) {
			return
		}
		if f := c.r.facts.File(d + "/HEAD"); f.Known && f.Exists && c.gitSettings(d+"/config", w) {
			return
		}
		if f := c.r.facts.File(d + "/.git"); f.Known && f.Exists {
			if t := c.r.facts.Text(d+"/.git", 4<<10); t.Known && strings.HasPrefix(t.Text, "gitdir: ") {
				at := world.Clean(strings.TrimSpace(t.Text[len("gitdir: "):]), d, "")
				if c.rooted(at) && strings.Contains(at, "/.git/") {
					return // a worktree or submodule of the project's
				}
			}
			c.unsure("the settings of the repository "+d+" are not known", w)
			return
		}
		if m := c.r.wrote[d]; m != nil && (m.fetched || m.absent) {
			return // cloned or made by git in this call
		}
		if f := c.r.sess.Files[d]; f.Fetched || f.Made {
			return
		}
	}
	if root == "" && c.r.remote == "" {
		if own := c.r.facts.Repo(c.base.dir); own.Known && c.sameRepo(own.Root) {
			return
		}
		c.unsure("it works on a repository outside the project: "+c.base.dir, word(c.base.dir))
	}
}

// rootOf gives the root that holds dir, empty for none.
func (c *cmd) rootOf(dir string) string {
	for _, root := range c.r.env.Place.Roots {
		if root = path.Clean(root); c.rooted(dir) && world.Inside(dir, root) {
			return root
		}
	}
	return ""
}

func (c *cmd) sameRepo(root string) bool {
	for _, r := range c.r.env.Place.Roots {
		if own := c.r.facts.Repo(path.Clean(r)); own.Known && own.Root == root {
			return true
		}
	}
	return false
}

// gitSettings judges a repository's settings file that is not the project's
// own. ok is true when its text is known, so that all is said.
func (c *cmd) gitSettings(file string, w shell.Word) (ok bool) {
	t := c.r.facts.Text(file, 64<<10)
	if !t.Known || !t.Whole {
		return false
	}
	section := ""
	for line := range strings.SplitSeq(t.Text, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#' || line[0] == ';':
		case line[0] == '[':
			head, _, _ := strings.Cut(line[1:], "]")
			section = strings.ReplaceAll(strings.ReplaceAll(head, ` "`, "."), `"`, "")
		default:
			name, value, has := strings.Cut(line, "=")
			if !has {
				value = "true"
			}
			key := section + "." + strings.TrimSpace(name)
			value = strings.Trim(strings.TrimSpace(value), `"`)
			if entry, why := gitKey(key, value, true); entry != "" && entry != "unsure" && entry != "repoint" {
				c.find(Run, "foreign-repo-execution", file, "works in a repository whose settings name a program to run: "+why, w)
			}
		}
	}
	return true
}

// rev reads a word that names a commit, a path, or a path in a commit.
func (c *cmd) rev(w shell.Word) {
	if w.Known && !w.Glob {
		if _, p, ok := strings.Cut(w.Text, ":"); ok && p != "" && w.Text[0] != ':' {
			// the content of a file as it was committed
			at := world.Clean(p, c.base.dir, "")
			if grade, what := c.r.secretAt(at, false); grade != secret.None {
				c.readSecret(at, grade, what, w)
				return
			}
			c.does(Read, w.Text, w)
			c.r.out[c.idx].files = true
			return
		}
	}
	c.read(w)
}

// gitObjects marks output and files written as content of the repository.
func (c *cmd) gitObjects() { c.r.out[c.idx].files = true }

// gitArchive packs the repository, of this machine or of another.
func (c *cmd) gitArchive() {
	c.gitObjects()
	if v, ok := c.value("--remote"); ok {
		c.gitURL(v)
	}
}

// replaces notes that the command puts other files in place of the project's.
func (c *cmd) replaces() {
	c.does(Local, c.name)
	if !c.dry {
		c.r.switched = c.name
		c.headIs(false)
	}
}

// gitBrings are commands that bring commits or changes into the files of the
// project. git itself refuses where work would be lost.
func (c *cmd) gitBrings() { c.replaces() }

// gitRebase also runs what --exec says, which its role judges.
func (c *cmd) gitRebase() { c.replaces() }

// gitTool opens files in a tool of the person's settings.
func (c *cmd) gitTool() {
	if c.has("--tool-help") {
		c.does(Print, "")
		return
	}
	c.does(Read, c.base.dir)
}

// gitInit makes a repository.
func (c *cmd) gitInit() {
	if v, ok := c.value("--template"); ok && (!v.Known || v.Text != "") {
		c.unsure("a template brings hooks that git runs", v)
	}
	for i, w := range c.pos {
		if i == 0 {
			c.makeDir(w)
		}
	}
	c.does(Local, c.name)
}

// gitMergeFile writes its first operand, unless it prints.
func (c *cmd) gitMergeFile() {
	for i, w := range c.pos {
		if i == 0 && !c.has("-p") && !c.has("--object-id") {
			c.write(w, false)
			continue
		}
		c.read(w)
	}
}

func (c *cmd) gitInPlace() {
	for _, w := range c.pos {
		if c.has("--in-place") {
			c.write(w, false)
			continue
		}
		c.read(w)
	}
}

// gitForeach runs its operands as shell text in every submodule.
func (c *cmd) gitForeach() {
	if len(c.pos) == 1 {
		c.shellText(c.pos[0])
	} else if len(c.pos) > 1 {
		c.nested(c.pos)
	}
}

// gitForEachRepo runs git with the operands in every repository of a list.
func (c *cmd) gitForEachRepo() {
	if len(c.pos) == 0 {
		return
	}
	git := word("git")
	git.Start, git.End = c.sh.Start, c.sh.End
	c.nested(append([]shell.Word{git}, c.pos...))
}

// gitFlow finishes, publishes and deletes branches under other names.
func (c *cmd) gitFlow() {
	switch c.text(0) {
	case "", "list", "start", "checkout", "diff", "help", "rename", "rebase", "track":
		c.replaces()
	case "finish":
		if strings.HasSuffix(c.name, "release") || strings.HasSuffix(c.name, "hotfix") {
			c.unsure("it merges and tags a release")
			return
		}
		c.replaces()
	default:
		c.unsure("what " + c.name + " " + clip(c.text(0)) + " changes is not known")
	}
}

// hooksInstall puts hooks of the project's settings into the repository.
func (c *cmd) hooksInstall() {
	if v, ok := c.value("-c"); ok {
		c.read(v)
	}
	if c.r.sess.Files[path.Join(c.base.dir, ".pre-commit-config.yaml")].Wrote {
		c.unsure("it installs hooks whose settings this session changed")
		return
	}
	c.does(Local, c.name)
}

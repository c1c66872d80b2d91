package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// gitSetting judges one setting that a command makes: for itself alone, or
// kept. key is "section.name" or "section.subsection.name".
func (c *cmd) gitSetting(key, value string, known, kept bool, w shell.Word) {
	c.flowWord(w)
	if known && strings.HasPrefix(strings.ToLower(key), "alias.") && strings.HasPrefix(value, "!") {
		// what the alias runs counts as run: it is made to be
		c.codeText("sh", value[1:])
	}
	entry, why := gitKey(key, value, known)
	switch entry {
	case "":
	case "unsure":
		c.unsure(why, w)
	default:
		if kept && entry == "dynamic-code" {
			c.find(Write, "persistence", key, why, w)
			return
		}
		c.find(Run, entry, key, why, w)
	}
}

// gitKey tells what a setting of git's means: an entry of the rulebook,
// "unsure", or nothing for one that only changes how git shows or does its own
// work.
func gitKey(key, value string, known bool) (entry, why string) {
	first, rest, ok := strings.Cut(key, ".")
	if !ok {
		return "unsure", "the setting " + clip(key) + " is not known"
	}
	last := rest
	if i := strings.LastIndexByte(rest, '.'); i >= 0 {
		last = rest[i+1:]
	}
	first, last = strings.ToLower(first), strings.ToLower(last)
	runs := func() (string, string) {
		if known && benignPager(value) {
			return "", ""
		}
		return "dynamic-code", "sets " + first + "." + last + ", which names a program that git runs"
	}
	off := known && (value == "false" || value == "no" || value == "off" || value == "0" || value == "never")
	switch first + "." + last {
	case "core.pager", "core.editor", "sequence.editor":
		return runs()
	case "core.fsmonitor":
		if known && (off || value == "true" || value == "yes" || value == "1") {
			return "", ""
		}
		return runs()
	case "core.hookspath":
		if known && (value == "/dev/null" || value == "") {
			return "disarm-flag", "sets core.hooksPath, which switches the repository's hooks off"
		}
		return "dynamic-code", "sets core.hooksPath, which takes the hooks from elsewhere"
	case "core.sshcommand", "core.gitproxy", "core.askpass", "core.alternaterefscommand", "diff.external", "gpg.program", "credential.helper",
		"interactive.difffilter", "init.templatedir", "web.browser", "uploadpack.packobjectshook", "include.path", "includeif.path", "gpg.defaultkeycommand":
		if first+"."+last == "credential.helper" && known && value == "" {
			return "", ""
		}
		return "dynamic-code", "sets " + first + "." + last + ", which makes git run or read something else"
	case "core.worktree", "core.bare", "core.attributesfile", "core.gitdir", "core.repositoryformatversion":
		if first+"."+last == "core.bare" || first+"."+last == "core.repositoryformatversion" {
			return "", ""
		}
		return "unsure", first + "." + last + " points git at other files"
	case "http.sslverify", "http.schannelcheckrevoke", "transfer.fsckobjects", "fetch.fsckobjects", "receive.fsckobjects", "clean.requireforce", "safe.barerepository", "core.protecthfs", "core.protectntfs":
		if off || first+"."+last == "safe.barerepository" && value == "all" {
			return "disarm-flag", "sets " + first + "." + last + "=" + clip(value) + ", which switches a check off"
		}
		return "", ""
	case "safe.directory":
		if known && value != "*" && value != "" {
			return "unsure", "safe.directory trusts a repository that belongs to someone else"
		}
		return "disarm-flag", "sets safe.directory=*, which trusts the settings of every repository"
	case "commit.gpgsign", "tag.gpgsign", "push.gpgsign", "tag.forcesignannotated":
		if off {
			return "control-off", "sets " + first + "." + last + ", which switches signing off"
		}
		return "", ""
	case "http.proxy", "http.cookiefile", "remote.proxy", "remote.url", "remote.pushurl", "url.insteadof", "url.pushinsteadof", "remote.pushdefault", "branch.pushremote":
		return "repoint", "sets " + first + "." + last + ", which points git at another server"
	case "http.extraheader", "http.sslcert", "http.sslkey", "http.sslcainfo", "http.sslcapath", "http.savecookies", "http.emptyauth", "http.delegation", "http.proxyauthmethod":
		return "unsure", first + "." + last + " changes with which credentials git connects"
	case "protocol.allow":
		if known && value == "always" {
			return "disarm-flag", "sets " + key + "=always, which opens a way that is closed for good reason"
		}
		return "", ""
	case "merge.driver", "diff.command", "diff.textconv", "filter.clean", "filter.smudge", "filter.process", "difftool.cmd", "difftool.path", "mergetool.cmd", "mergetool.path",
		"browser.cmd", "browser.path", "man.cmd", "man.path", "guitool.cmd", "remote.uploadpack", "remote.receivepack", "remote.vcs", "trailer.cmd", "trailer.command", "tar.command", "gpg.ssh.program":
		return "dynamic-code", "sets " + first + "." + last + ", which names a program that git runs"
	case "submodule.update":
		if known && strings.HasPrefix(value, "!") {
			return "dynamic-code", "sets submodule.update, which names a program that git runs"
		}
		return "", ""
	case "user.name", "user.email", "author.name", "author.email", "committer.name", "committer.email", "user.signingkey":
		return "unsure", "changes whose name the commits carry"
	case "help.autocorrect":
		return "unsure", "git would run what it guesses"
	}
	switch first {
	case "pager":
		if known && (off || value == "true") {
			return "", ""
		}
		return runs()
	case "alias":
		if known && !strings.HasPrefix(value, "!") {
			return "", ""
		}
		return "dynamic-code", "sets an alias that starts with !, which runs a command"
	case "credential":
		return "unsure", "changes which credentials git uses"
	case "color", "column", "advice", "log", "blame", "format", "diff", "difftool", "mergetool", "merge", "pull", "push", "fetch", "rebase", "rerere", "status", "stash",
		"branch", "tag", "init", "feature", "index", "pack", "grep", "i18n", "help", "versionsort", "worktree", "submodule", "checkout", "clone", "commit", "apply", "am", "notes",
		"showbranch", "maintenance", "gc", "repack", "reset", "switch", "sparse", "transfer", "revert", "cherrypick", "lfs", "trailer", "http", "core", "add", "bundle", "interactive", "fsck", "extensions", "commitgraph", "remote", "filter":
		if first == "lfs" || first == "filter" {
			return "unsure", "the setting " + clip(key) + " is not known"
		}
		return "", ""
	}
	return "unsure", "the setting " + clip(key) + " is not known"
}

// gitConfig reads and makes settings.
func (c *cmd) gitConfig() {
	pos := c.pos
	verb := ""
	if len(pos) > 0 && pos[0].Lit() {
		switch pos[0].Text {
		case "list", "get", "set", "unset", "rename-section", "remove-section", "edit":
			verb, pos = pos[0].Text, pos[1:]
		}
	}
	switch {
	case c.has("--list", "--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color", "--get-colorbool"):
		verb = "get"
	case c.has("--unset", "--unset-all"):
		verb = "unset"
	case c.has("--add", "--replace-all") && verb == "":
		verb = "set"
	case c.has("--rename-section", "--remove-section"):
		verb = "rename-section"
	case verb == "" && len(pos) >= 2:
		verb = "set"
	case verb == "":
		verb = "get"
	}
	if v, ok := c.value("-f"); ok {
		c.read(v)
	}
	switch verb {
	case "get", "list":
		c.gitConfigGet(pos)
	case "edit":
		c.unsure("an editor opens git's settings")
	case "rename-section", "remove-section":
		c.unsure("changes a whole section of git's settings")
	default:
		c.gitConfigSet(verb, pos)
	}
}

// gitConfigGet reads settings; those of remotes and credentials can hold secrets.
func (c *cmd) gitConfigGet(pos []shell.Word) {
	for _, w := range pos {
		c.flowWord(w)
		key := strings.ToLower(w.Text)
		if strings.Contains(key, "extraheader") || strings.Contains(key, "password") || strings.Contains(key, "token") || strings.Contains(key, "secret") {
			c.r.out[c.idx].taint("git's setting "+w.Text, secret.Store)
			c.find(Read, "credential-print", w.Text, "prints a credential from git's settings", w)
			return
		}
		if strings.HasSuffix(key, "url") {
			c.r.out[c.idx].taint("the address of a remote", secret.Sensitive)
		}
	}
	c.does(Print, "")
}

// gitConfigSet keeps a setting, of the repository or of the person.
func (c *cmd) gitConfigSet(verb string, pos []shell.Word) {
	if len(pos) == 0 {
		c.does(Print, "")
		return
	}
	if !pos[0].Lit() {
		c.unsure("which setting it changes is not known", pos[0])
		return
	}
	key, value := pos[0].Text, shell.Word{Known: true}
	if len(pos) > 1 {
		value = pos[1]
	}
	where := "the repository's"
	if c.has("--global") || c.has("--system") || c.has("-f") {
		where = "the person's"
	}
	if verb == "unset" {
		switch strings.ToLower(key) {
		case "commit.gpgsign", "tag.gpgsign", "core.hookspath":
			c.find(Write, "control-off", key, "takes a safeguard out of git's settings", pos[0])
			return
		}
		if where == "the person's" {
			c.unsure("takes a setting out of "+where+" settings of git", pos[0])
			return
		}
		c.does(Local, c.name)
		return
	}
	before := len(c.r.rep.Effects)
	c.gitSetting(key, value.Text, value.Known && !value.Glob, true, pos[0])
	c.flowWord(value)
	if !value.Known {
		c.unsure("the value that "+clip(key)+" gets is not known", value)
	}
	if before != len(c.r.rep.Effects) {
		return
	}
	if where == "the person's" {
		c.unsure("changes "+where+" settings of git, for every repository", pos[0])
		return
	}
	c.does(Local, c.name)
}

package effect

import (
	"strings"

	"automode/shell"
)

// gitWalked reads commands that show history. To look through all that was ever
// committed for credentials is a hunt, whatever the files hold now.
func (c *cmd) gitWalked() {
	for _, o := range c.opts {
		if (o.name == "-S" || o.name == "-G") && o.has && namesCredential(o.value) {
			c.find(Read, "credential-hunt", "history", "searches the history for credentials", o.value)
			return
		}
	}
	if !c.has("-p", "-u", "--patch", "-S", "-G", "--format=raw") && !strings.HasSuffix(c.name, "show") {
		return
	}
	for _, w := range c.pathsAfterDashes() {
		for _, p := range c.places(w) {
			if !p.known {
				continue
			}
			if grade, what := c.r.secretAt(p.path, p.glob); grade != 0 {
				c.readSecret(p.path, grade, what+" as it was committed", w)
				return
			}
		}
	}
}

// pathsAfterDashes are the operands that stand after "--".
func (c *cmd) pathsAfterDashes() []shell.Word {
	n := c.dashes()
	if n < 0 || n > len(c.pos) {
		return nil
	}
	return c.pos[n:]
}

// gitGrep searches the files of the project, or those of commits. A search for
// credentials through many commits is a hunt.
func (c *cmd) gitGrep() {
	pos := c.pos
	var patterns []shell.Word
	for _, o := range c.opts {
		if o.name == "-e" && o.has {
			patterns = append(patterns, o.value)
		}
	}
	if len(patterns) == 0 && len(pos) > 0 && !c.has("-f") {
		patterns, pos = pos[:1], pos[1:]
		c.flowWord(patterns[0])
	}
	history := c.fromHistory(c.sh.Stdin.From)
	for _, w := range pos {
		c.rev(w)
		history = history || c.fromHistory(w.Subs)
	}
	c.does(Print, "")
	if !history {
		return
	}
	for _, w := range patterns {
		if namesCredential(w) || hunts(patterns) {
			c.find(Read, "credential-hunt", "history", "searches the history for credentials", patterns...)
			return
		}
	}
}

// fromHistory tells whether one of the commands lists commits, or prints what
// they changed.
func (c *cmd) fromHistory(from []int) bool {
	for _, i := range from {
		if i < 0 || i >= len(c.r.sh.Commands) {
			continue
		}
		words := c.r.sh.Commands[i].Words
		if len(words) < 2 || words[0].Text != "git" {
			if len(words) > 0 && c.fromHistory(c.r.sh.Commands[i].Stdin.From) && i != c.idx {
				switch words[0].Text {
				case "cut", "awk", "head", "tail", "sort", "uniq", "tr", "sed", "cat", "xargs":
					return true
				}
			}
			continue
		}
		sub, patch := "", false
		for _, w := range words[1:] {
			switch {
			case sub == "" && w.Known && !strings.HasPrefix(w.Text, "-"):
				sub = w.Text
			case w.Text == "-p", w.Text == "-u", w.Text == "--patch", w.Text == "--all", strings.HasPrefix(w.Text, "--batch"), strings.HasPrefix(w.Text, "-G"), strings.HasPrefix(w.Text, "-S"):
				patch = true
			}
		}
		switch sub {
		case "rev-list", "reflog", "for-each-ref":
			return true
		case "log", "show", "stash", "cat-file", "fsck", "whatchanged":
			if patch || sub == "show" && len(words) > 3 {
				return true
			}
		}
	}
	return false
}

// namesCredential tells whether a text that is searched for is the name of a
// credential on its own, or how one begins, rather than a name of the code's
// that has such a word in it.
func namesCredential(w shell.Word) bool {
	low := strings.ToLower(w.Text + w.Prefix + w.Suffix)
	for _, s := range [...]string{"akia", "ghp_", "gho_", "github_pat", "glpat-", "sk-ant", "sk-proj", "sk_live", "xoxb", "xoxp", "private key", "begin rsa", "begin openssh", "aws_secret", "aws_access", "-----begin", "aiza"} {
		if strings.Contains(low, s) {
			return true
		}
	}
	if up := w.Text; up == strings.ToUpper(up) {
		for _, end := range [...]string{"_KEY", "_SECRET", "_TOKEN", "_PASSWORD", "_PASSWD", "_CREDENTIALS"} {
			if strings.HasSuffix(strings.TrimRight(up, "=:'\""), end) {
				return true
			}
		}
	}
	for part := range strings.FieldsFuncSeq(low, func(r rune) bool { return r == '|' || r == '(' || r == ')' || r == '\\' }) {
		word := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' {
				return r
			}
			return -1
		}, part)
		switch strings.TrimSuffix(word, "s") {
		case "password", "passwd", "pwd", "passphrase", "secret", "apikey", "accesskey", "secretkey", "secretaccesskey", "privatekey", "credential", "token", "authtoken", "accesstoken", "apitoken", "clientsecret", "databaseurl", "dbpassword", "bearer", "accesskeyid", "awssecretaccesskey":
			return true
		}
	}
	return false
}

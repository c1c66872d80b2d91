package effect

import (
	"path"
	"strings"

	"automode/secret"
	"automode/shell"
	"automode/world"
)

// shellProgram reads sh, bash and their kin: a script, or text that was read
// already and stands among the commands.
func (c *cmd) shellProgram() {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	switch {
	case c.sh.Carries:
		c.does(Print, "")
	case c.has("-n") && len(c.pos) > 0:
		c.read(c.pos[0])
	case c.has("-c"):
		c.unsure("the text that the shell runs is not known", c.pos...)
	case len(c.pos) > 0 && !c.has("-s"):
		c.script(c.own, c.pos[0])
	default:
		c.stdinCode("sh")
	}
}

// otherShell reads shells whose language is not followed.
func (c *cmd) otherShell() {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	if c.has("-n", "--no-execute") && len(c.pos) > 0 {
		c.read(c.pos[0])
		return
	}
	if f := c.inflow(); len(c.pos) == 0 && !c.has("-c") && c.sh.Stdin.Kind == shell.Pipe {
		c.runStream(f)
		return
	}
	c.unsure("text in the language of " + c.name + " is not looked into")
}

// source reads source and ".": a file that the shell itself runs.
func (c *cmd) source() {
	if len(c.pos) == 0 || c.sh.Carries {
		c.does(Print, "")
		return
	}
	w := c.pos[0]
	for _, a := range c.pos[1:] {
		c.flowWord(a)
	}
	if w.Lit() {
		if p := c.placeOf(w.Text, false); p.known && c.ownProfile(p.path) {
			c.does(Project, p.path, w)
			return
		}
	}
	c.script("bash", w)
}

// ownProfile tells whether p is a start-up file of the person's, or of the
// project's virtual environment, that nothing in this session touched: it
// runs in every shell of theirs anyway.
func (c *cmd) ownProfile(p string) bool {
	if c.r.wrote[p] != nil || c.r.switched != "" || c.r.sess.Racy {
		return false
	}
	if f, ok := c.r.sess.Files[p]; ok && (f.Wrote || f.Fetched || f.Moved || f.Link != "") {
		return false
	}
	if c.r.rooted(p) {
		dir := path.Base(path.Dir(p))
		return path.Base(p) == "activate" && (dir == "bin" || dir == "Scripts") && c.foreign(place{path: p}) == ""
	}
	switch p {
	case "/etc/profile", "/etc/bash.bashrc", "/etc/environment", "/etc/os-release", "/etc/lsb-release", "/usr/share/bash-completion/bash_completion", "/etc/bash_completion", "/opt/ros/humble/setup.bash":
		return true
	}
	home := c.r.env.Place.Home
	if home == "" || !world.Inside(p, home) {
		return false
	}
	switch strings.TrimPrefix(p, home+"/") {
	case ".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv", ".zprofile", ".bash_aliases", ".cargo/env", ".nvm/nvm.sh", ".sdkman/bin/sdkman-init.sh", ".rvm/scripts/rvm", ".asdf/asdf.sh", ".fzf.bash", ".ghcup/env", ".deno/env", ".local/bin/env":
		return true
	}
	return false
}

// date prints the time, or sets the clock.
func (c *cmd) date() {
	c.does(Print, "")
	for _, w := range c.pos {
		c.flowWord(w)
		if strings.HasPrefix(w.Text+w.Prefix, "+") || c.has("-j", "-f", "-r") {
			continue
		}
		if !w.Known {
			continue
		}
		c.find(System, "system-service", "clock", "sets the machine's clock", w)
	}
}

// env prints the environment when it is given no command.
func (c *cmd) envProgram() {
	for _, w := range c.pos {
		c.flowWord(w)
		if !assigns(w) && w.Text != "-" {
			c.unsure("what env runs is not known", w)
		}
	}
}

// printenv prints variables.
func (c *cmd) printenv() {
	c.does(Print, "")
	if len(c.pos) == 0 {
		c.readEnvironment()
	}
	for _, w := range c.pos {
		c.flowWord(w)
		if w.Known && secret.EnvName(w.Text) {
			c.r.out[c.idx].taint("$"+w.Text, secret.Store)
		}
	}
}

// getent looks names up in the system's databases.
func (c *cmd) getent() {
	c.does(Print, "")
	switch c.text(0) {
	case "shadow", "gshadow":
		c.find(Read, "credential-hunt", "/etc/shadow", "reads the hashes of passwords")
	case "hosts", "ahosts", "ahostsv4", "ahostsv6":
		for _, w := range c.pos[1:] {
			c.fetch(w)
		}
	}
}

// showsSecret notes that a live credential is printed to where it is seen and
// kept.
func (c *cmd) showsSecret() {
	f := &c.r.out[c.idx]
	if f.grade != secret.Store || !strings.HasPrefix(f.secret, "$") || !c.shown() || len(c.sh.Words) == 0 {
		return
	}
	switch c.sh.Words[0].Text {
	case "echo", "printf", "print", "printenv", "cat", "base64", "xxd", "od", "hexdump", "rev", "tr", "cut", "head", "tail", "fold", "tee", "sed", "awk", "env":
		c.find(Print, "credential-print", f.secret, "prints the value of "+f.secret)
	}
}

// tmuxRun reads the tmux commands that start a program in a new pane.
func (c *cmd) tmuxRun() {
	switch {
	case len(c.pos) == 1:
		c.shellText(c.pos[0])
	case len(c.pos) > 1:
		c.nested(c.pos)
	case c.has("-d"):
		c.does(Local, c.name)
	default:
		c.mark(mark{"channel", ""})
	}
}

// screen reads GNU screen.
func (c *cmd) screen() {
	switch {
	case c.has("-ls", "-v", "-wipe"):
		c.does(Print, "")
	case c.has("-X"):
		for _, w := range c.pos {
			if w.Text == "stuff" || w.Text == "paste" {
				c.find(Channel, "terminal-injection", "", "types into a terminal", w)
			}
			if w.Text == "quit" || w.Text == "kill" {
				c.find(Process, "others-jobs", "", "ends what runs in a terminal", w)
			}
		}
	case len(c.pos) > 0 && (c.has("-dmS") || c.has("-d") && c.has("-m")):
		if c.has("-dmS") { // the name comes first
			c.pos = c.pos[1:]
		}
		if len(c.pos) > 0 {
			c.nested(c.pos)
		} else {
			c.does(Local, c.name)
		}
	default:
		c.mark(mark{"channel", ""})
	}
}

// clipboard hands the command's input to the person's other programs.
func (c *cmd) clipboard() {
	c.does(Print, "")
	f := c.inflow()
	if f.grade != secret.None || f.env {
		c.find(Send, "sensitive-location", "clipboard", "puts "+orWord(f.secret, "the environment")+" on the clipboard")
		return
	}
	for _, i := range c.sh.Stdin.From {
		if i < 0 || i >= c.idx {
			continue
		}
		up := &cmd{r: c.r, idx: i, sh: &c.r.sh.Commands[i]}
		if text, ok := up.printed(); ok && len(text) < 4096 {
			sub := c.r.below()
			sub.depth++
			sub.text(text, c.base.dir, "")
			if e, found := worst(sub.rep.Effects); found {
				c.find(Write, "planted-instruction", "clipboard", "puts a command on the clipboard that "+e.Why)
				return
			}
		}
	}
}

// opens reads the programs that open a file or a URL as a person would.
func (c *cmd) opens() {
	for _, w := range c.pos {
		c.flowWord(w)
		switch {
		case c.has("-R") && !strings.Contains(w.Text, "://"):
			c.list(w)
		case !w.Known:
			c.unsure("what it opens is not known", w)
		case strings.Contains(w.Text, "://"):
			if f := c.wordFlow(w); isLocal(hostOf(w.Text)) || f.grade > 0 {
				c.fetch(w)
				continue
			}
			c.unsure("it opens "+clip(w.Text)+" in the person's own browser", w)
		default:
			c.list(w)
			switch strings.ToLower(path.Ext(w.Text)) {
			case "", ".html", ".htm", ".pdf", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".txt", ".md", ".csv", ".json", ".log", ".mp4", ".mp3", ".wav":
				if path.Ext(w.Text) != "" || w.Text == "." || strings.HasSuffix(w.Text, "/") {
					continue
				}
			}
			c.unsure("what opening "+clip(w.Raw)+" starts is not known", w)
		}
	}
	if len(c.pos) == 0 {
		c.does(Print, "")
	}
}

// isShell tells whether the command is a shell itself.
func (c *cmd) isShell() bool {
	if len(c.sh.Words) == 0 {
		return false
	}
	switch path.Base(c.sh.Words[0].Text) {
	case "sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "busybox":
		return true
	}
	return false
}

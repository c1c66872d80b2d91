package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// ssh reads ssh: what runs on the other host is listed on its own.
func (c *cmd) ssh() {
	if len(c.pos) > 1 && strings.HasPrefix(c.pos[1].Text+c.pos[1].Prefix, "-") { // options may follow the host
		if _, s, ok := lookup(c.name); ok {
			rest, before := c.pos[1:], len(c.opts)
			c.pos = c.pos[:1:1]
			c.split(s, rest)
			for _, o := range c.opts[before:] {
				c.applyOption(o)
			}
		}
	}
	c.sshOptions()
	if c.has("-V", "-Q", "-G") {
		c.does(Print, "")
		return
	}
	if len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	host := c.pos[0]
	if host.Known && strings.HasPrefix(host.Text, "-") {
		c.unsure("an option that is not known", host)
	}
	name := hostOf(host.Text + host.Prefix)
	if productionValue(host) {
		c.find(Remote, "interactive-into-sensitive", name, "runs commands on "+orUnknown(name), host)
		return
	}
	for _, w := range c.pos[1:] {
		if f := c.wordFlow(w); f.grade != secret.None || f.env {
			c.send(name, f, w)
		}
	}
	switch f := c.inflow(); {
	case f.grade != secret.None || f.env || f.files:
		c.send(name, f, host)
	case c.sh.Carries && isLocal(name):
		c.does(Fetch, name, host) // what runs there is listed on its own
	case c.sh.Carries:
		// what runs there is listed on its own; that it is let onto that host
		// at all is not for code to say
		c.unsure("it works on "+orUnknown(name)+", of which nothing is known", host)
	case len(c.pos) > 1:
		c.unsure("what runs on "+orUnknown(name)+" is not known", c.pos[1:]...)
	default:
		c.connect(host)
	}
}

// sshOptions looks at the options that the programs of ssh share.
func (c *cmd) sshOptions() {
	for _, o := range c.opts {
		if o.spec == nil {
			continue
		}
		switch o.spec.names[0] {
		case "-o":
			c.sshOption(o.value)
		case "-R", "-D", "-w":
			c.find(Listen, "tunnel-or-reverse-shell", o.value.Text, "opens a tunnel", o.value)
		case "-L":
			if _, rest, ok := strings.Cut(o.value.Text, ":"); ok && (strings.HasPrefix(o.value.Text, "0.0.0.0:") || strings.HasPrefix(o.value.Text, "*:")) {
				c.find(Listen, "expose-service", rest, "opens a tunnel to everybody on the network", o.value)
				continue
			}
			c.find(Listen, "tunnel-or-reverse-shell", o.value.Text, "opens a tunnel", o.value)
		case "-A":
			c.find(Send, "credential-borrow", "", "lends the ssh agent to the other host", shell.Word{Raw: "-A"})
		case "-F":
			if !o.value.Known || o.value.Text != "/dev/null" && o.value.Text != "none" {
				c.unsure("what its settings make it run is not known", o.value)
			}
		case "-S":
			if c.name != "scp" && c.name != "sftp" {
				continue
			}
			c.unsure("the program that connects is not known", o.value)
		case "-J":
			c.unsure("it goes through "+clip(o.value.Raw), o.value)
		}
	}
}

// sshOption looks at one -o Name=value.
func (c *cmd) sshOption(w shell.Word) {
	text := strings.ToLower(w.Text + w.Prefix)
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		name, value, _ = strings.Cut(text, " ")
	}
	value = strings.TrimSpace(value)
	switch strings.TrimSpace(name) {
	case "stricthostkeychecking":
		if value == "no" || value == "off" {
			c.find(Fetch, "disarm-flag", "", "does not check who the host is", w)
		}
	case "userknownhostsfile", "globalknownhostsfile":
		c.find(Fetch, "disarm-flag", "", "forgets which hosts are known", w)
	case "proxycommand", "localcommand", "knownhostscommand":
		if value == "none" {
			return
		}
		_, v, _ := strings.Cut(w.Text, "=")
		v = strings.NewReplacer("%h", "host", "%p", "22", "%r", "user").Replace(v)
		c.shellText(cut(w, v))
	case "remoteforward", "dynamicforward", "tunnel", "localforward":
		c.find(Listen, "tunnel-or-reverse-shell", "", "opens a tunnel", w)
	case "forwardagent":
		if value == "yes" {
			c.find(Send, "credential-borrow", "", "lends the ssh agent to the other host", w)
		}
	case "batchmode", "connecttimeout", "connectionattempts", "serveraliveinterval", "serveralivecountmax", "loglevel", "port", "user", "identityfile", "identitiesonly",
		"preferredauthentications", "passwordauthentication", "pubkeyauthentication", "compression", "controlmaster", "controlpersist", "controlpath", "requesttty", "addressfamily",
		"numberofpasswordprompts", "hashknownhosts", "tcpkeepalive", "exitonforwardfailure", "escapechar", "ciphers", "macs", "kexalgorithms", "hostkeyalgorithms", "pubkeyacceptedkeytypes", "pubkeyacceptedalgorithms", "kbdinteractiveauthentication", "gssapiauthentication", "checkhostip", "updatehostkeys", "visualhostkey", "sendenv", "setenv", "addkeystoagent", "canonicalizehostname":
	default:
		c.unsure("the ssh option "+clip(w.Raw)+" is not known", w)
	}
}

// remoteName tells whether an operand of scp or rsync names another machine.
func remoteName(w shell.Word) (host string, ok bool) {
	t := w.Text
	if !w.Known {
		t = w.Prefix
	}
	if strings.Contains(t, "://") {
		return hostOf(t), true
	}
	host, _, ok = strings.Cut(t, ":")
	if !ok || strings.Contains(host, "/") || host == "" {
		return "", false
	}
	// One letter is a host here, and no drive: scp and rsync take it for one.
	return hostOf(host), true
}

// scp copies files between machines.
func (c *cmd) scp() {
	c.sshOptions()
	c.between(c.has("-r"))
}

// rsync copies trees, here or between machines.
func (c *cmd) rsync() {
	for _, o := range c.opts {
		if o.spec == nil {
			continue
		}
		switch o.spec.names[0] {
		case "-e":
			c.remoteShell(o.value)
		case "--rsync-path":
			if o.value.Text != "rsync" && !strings.HasSuffix(o.value.Text, "/rsync") {
				c.unsure("what runs on the other side is not known", o.value)
			}
		case "--daemon":
			c.find(Listen, "expose-service", "", "serves files to the network")
		case "--del":
			if len(c.pos) > 0 && !c.dry {
				c.mirror(c.pos[len(c.pos)-1])
			}
		}
	}
	if len(c.pos) < 2 {
		if len(c.pos) == 1 {
			if _, remote := remoteName(c.pos[0]); remote {
				c.connect(c.pos[0])
			} else {
				c.list(c.pos[0])
			}
		}
		c.does(Print, "")
		return
	}
	if c.has("--remove-source-files") && !c.dry {
		for _, w := range c.pos[:len(c.pos)-1] {
			if _, remote := remoteName(w); !remote {
				c.moveAway(w)
			}
		}
		if dst := c.pos[len(c.pos)-1]; c.leavesRoots(dst) {
			c.takesOut(c.pos[:len(c.pos)-1])
		}
	}
	c.between(true)
}

// mirror notes that what the source lacks is deleted from dst.
func (c *cmd) mirror(dst shell.Word) {
	if host, remote := remoteName(dst); remote {
		c.find(Delete, "shared-artifact", host, "deletes files on "+orUnknown(host), dst)
		return
	}
	c.delete(dst, true)
}

// remoteShell accepts ssh with harmless options as the way to the other side.
func (c *cmd) remoteShell(w shell.Word) {
	fields := strings.Fields(w.Text)
	if !w.Known || len(fields) == 0 || fields[0] != "ssh" && !strings.HasSuffix(fields[0], "/ssh") && fields[0] != "rsh" {
		c.find(Run, "dynamic-code", "", "connects through a command of its own", w)
		return
	}
	_, s, ok := lookup("ssh")
	if !ok {
		return
	}
	words := make([]shell.Word, 0, len(fields))
	for _, f := range fields[1:] {
		words = append(words, shell.Word{Text: strings.Trim(f, `"'`), Known: true, Raw: f, Start: w.Start, End: w.End})
	}
	own := &cmd{r: c.r, idx: c.idx, sh: c.sh, name: "ssh", base: c.base}
	own.split(s, words)
	own.sshOptions()
}

// between copies the operands but the last to the last, on this machine or
// another one.
func (c *cmd) between(tree bool) {
	n := len(c.pos) - 1
	if n < 1 {
		c.does(Print, "")
		return
	}
	srcs, dst := c.pos[:n], c.pos[n]
	host, out := remoteName(dst)
	in := false
	for _, w := range srcs {
		if _, remote := remoteName(w); remote {
			in = true
			c.connect(w)
			c.r.out[c.idx].fetched = w.Text + w.Prefix
			continue
		}
		if tree {
			c.readTree(w)
		} else {
			c.read(w)
		}
	}
	switch {
	case c.dry:
		c.does(Print, "")
	case out:
		f := c.r.out[c.idx]
		f.files = f.files || !in
		if isLocal(host) {
			c.unsure("it copies to "+clip(dst.Raw), dst)
			return
		}
		c.send(host, f, dst)
	case tree:
		c.bringTree(srcs, dst)
	default:
		c.bringInto(srcs, dst, true)
	}
}

// bringTree writes what lies below srcs below dst.
func (c *cmd) bringTree(srcs []shell.Word, dst shell.Word) {
	c.writeBelow(dst)
	for _, s := range srcs {
		if _, remote := remoteName(s); remote || c.foreignSource(s) {
			for _, p := range c.places(dst) {
				if p.known && c.r.rooted(p.path) {
					c.r.switched = c.name
				}
			}
		}
	}
}

// sshKeygen makes, changes and shows keys.
func (c *cmd) sshKeygen() {
	file, named := c.value("-f")
	key := file
	if !named {
		key = word("~/.ssh/id_ed25519")
	}
	switch {
	case c.has("-l", "-B", "-F", "-L", "-Y", "-Q"):
		if named {
			c.list(key)
		}
		c.does(Print, "")
	case c.has("-y"):
		c.list(key)
		c.does(Print, "")
	case c.has("-e", "-i"):
		c.list(key)
		c.does(Print, "")
	case c.has("-R"):
		if named {
			c.write(file, false)
			return
		}
		c.write(word("~/.ssh/known_hosts"), false)
	case c.has("-A", "-p", "-c", "-s", "-D", "-K", "-I", "-H", "-M", "-k"):
		c.unsure("what ssh-keygen changes here is not looked into")
	default:
		c.write(key, true)
	}
}

// sshCopyID lets a key log in on another machine.
func (c *cmd) sshCopyID() {
	for _, w := range c.pos {
		c.find(Remote, "grant-access", hostOf(w.Text), "lets a key log in on "+orUnknown(hostOf(w.Text)), w)
	}
}

package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// plainWords gives the words that are not options.
func (c *cmd) plainWords() []string {
	var out []string
	for _, w := range c.pos {
		if w.Known && !strings.HasPrefix(w.Text, "-") {
			out = append(out, w.Text)
		}
	}
	return out
}

// ip reads ip, tc, bridge: an object, then what to do with it; showing is what
// they do when nothing else is said.
func (c *cmd) ip() {
	words := c.pos
	for len(words) > 0 && words[0].Known && strings.HasPrefix(words[0].Text, "-") {
		switch words[0].Text {
		case "-n", "-netns", "-batch", "-b", "-force":
			c.unsure("option "+words[0].Text+" of "+c.name+" makes it do more than can be seen", words[0])
			return
		case "-f", "-family", "-l", "-loops", "-rcvbuf", "-rc":
			words = words[min(2, len(words)):]
		default:
			words = words[1:]
		}
	}
	if len(words) == 0 {
		c.does(Print, "")
		return
	}
	if words[0].Known && strings.HasPrefix("netns", words[0].Text) && len(words) > 1 && strings.HasPrefix("exec", words[1].Text) {
		c.find(Run, "containment-escape", "", "runs a command in another network", words...)
		return
	}
	if len(words) == 1 || words[0].Text == "monitor" {
		c.does(Print, "")
		return
	}
	switch v := words[1].Text; {
	case !words[1].Known:
		c.unsure("what "+c.name+" does here is not known", words[1])
	case v == "show", v == "list", v == "ls", v == "lst", v == "sh", v == "s", v == "l", v == "get", v == "monitor", v == "help", v == "dev", v == "identify", v == "pids", v == "list-id", v == "count", v == "up" && len(words) == 2, v == "sho":
		c.does(Print, "")
	default:
		c.find(System, "system-service", "network", "changes how this machine is connected", words...)
	}
}

// ifconfig shows interfaces, or changes one.
func (c *cmd) ifconfig() {
	if len(c.pos) < 2 {
		c.does(Print, "")
		return
	}
	c.find(System, "system-service", "network", "changes how this machine is connected", c.pos...)
}

// route shows routes, or changes them.
func (c *cmd) route() {
	switch c.text(0) {
	case "", "get", "show", "print", "monitor":
		c.does(Print, "")
		return
	}
	c.find(System, "system-service", "network", "changes how this machine is connected", c.pos...)
}

// nmcli shows or changes connections.
func (c *cmd) nmcli() {
	words := c.plainWords()
	for _, w := range c.pos {
		if w.Text == "-s" || w.Text == "--show-secrets" {
			c.find(Print, "credential-print", "", "shows the passwords of networks", w)
			return
		}
	}
	verb := ""
	if len(words) > 1 {
		verb = words[1]
	}
	if len(words) > 2 && (verb == "wifi" || verb == "permissions") {
		verb = words[2]
	}
	switch verb {
	case "", "show", "status", "list", "wifi", "permissions", "hostname", "general", "check", "monitor", "s", "sh":
		c.does(Print, "")
	default:
		c.find(System, "system-service", "network", "changes how this machine is connected")
	}
}

// iptables lists the rules of the firewall, or changes them.
func (c *cmd) iptables() {
	opens, change := false, false
	for i, w := range c.pos {
		switch w.Text {
		case "-L", "-S", "--list", "--list-rules", "-V", "--version", "-h", "--help", "-C", "--check":
		case "-A", "-I", "--append", "--insert", "-R", "--replace", "-P", "--policy":
			change = true
		case "-F", "-X", "-D", "-Z", "-N", "-E", "--flush", "--delete", "--delete-chain", "--zero", "--new-chain", "--rename-chain":
			change = true
		case "ACCEPT":
			opens = opens || i > 0
		}
		if !w.Known {
			change = true
		}
	}
	switch {
	case change && opens:
		c.find(System, "expose-service", "firewall", "opens the firewall")
	case change:
		c.find(System, "system-service", "firewall", "changes the firewall")
	default:
		c.does(Print, "")
	}
}

// onlyLists: the program only shows something when its first word says so.
func (c *cmd) onlyLists() {
	words := c.plainWords()
	if len(words) == 0 || words[0] == "list" || words[0] == "show" || words[0] == "test" || words[0] == "save" || words[0] == "help" || words[0] == "version" {
		c.does(Print, "")
		return
	}
	c.find(System, "system-service", "firewall", "changes the firewall")
}

// nft lists the rules of the firewall, or changes them.
func (c *cmd) nft() {
	for _, w := range c.pos {
		if w.Text == "" {
			continue
		}
		if strings.HasPrefix(w.Text, "list") || strings.HasPrefix(w.Text, "describe") || w.Text == "monitor" {
			c.does(Print, "")
			return
		}
		break
	}
	if len(c.pos) == 0 {
		c.does(Print, "")
		return
	}
	c.find(System, "system-service", "firewall", "changes the firewall", c.pos...)
}

// ufw shows the firewall, or changes it.
func (c *cmd) ufw() {
	switch c.text(0) {
	case "", "status", "show", "version", "help":
		c.does(Print, "")
	case "app":
		if c.text(1) == "list" || c.text(1) == "info" {
			c.does(Print, "")
			return
		}
		c.find(System, "system-service", "firewall", "changes the firewall")
	case "allow", "limit", "route":
		c.find(System, "expose-service", "firewall", "opens the firewall", c.pos...)
	case "disable", "reset":
		c.find(System, "control-off", "firewall", "switches the firewall off", c.pos...)
	default:
		c.find(System, "system-service", "firewall", "changes the firewall", c.pos...)
	}
}

// firewalld reads firewall-cmd.
func (c *cmd) firewalld() {
	for _, w := range c.pos {
		t, _, _ := strings.Cut(w.Text, "=")
		switch {
		case strings.HasPrefix(t, "--list"), strings.HasPrefix(t, "--get"), strings.HasPrefix(t, "--query"), strings.HasPrefix(t, "--info"), strings.HasPrefix(t, "--path"),
			t == "--state", t == "--check-config", t == "--zone", t == "--permanent", t == "--version", t == "--help", t == "-h", t == "-q", t == "-v":
		case strings.HasPrefix(t, "--add"):
			c.find(System, "expose-service", "firewall", "opens the firewall", w)
			return
		default:
			c.find(System, "system-service", "firewall", "changes the firewall", w)
			return
		}
	}
	c.does(Print, "")
}

// telnet opens a connection whose other side is not seen.
func (c *cmd) telnet() {
	if len(c.pos) == 0 {
		c.unsure(c.name + " opens a session whose input is not seen")
		return
	}
	for _, o := range c.opts {
		if o.has {
			c.flowWord(o.value)
		}
	}
	c.talk(hostOf(c.pos[0].Text+c.pos[0].Prefix), c.pos[0])
}

// browses reads text browsers: fetching a page and printing it.
func (c *cmd) browses() {
	for _, w := range c.pos {
		if t := w.Text + w.Prefix; strings.Contains(t, "://") || !strings.Contains(t, "/") && strings.Contains(t, ".") && !strings.HasSuffix(t, ".html") && !strings.HasSuffix(t, ".htm") {
			c.fetch(w)
		} else {
			c.read(w)
		}
	}
	c.does(Print, "")
}

// websocket opens a channel to a server.
func (c *cmd) websocket() {
	host := shell.Word{}
	if v, ok := c.value("-c"); ok {
		host = v
	} else if len(c.pos) > 0 {
		host = c.pos[0]
	}
	for _, w := range c.pos {
		if low := strings.ToLower(w.Text); strings.HasPrefix(low, "exec:") || strings.HasPrefix(low, "cmd:") || strings.HasPrefix(low, "sh-c:") {
			c.find(Run, "tunnel-or-reverse-shell", "", "hands a program of this machine to the network", w)
			return
		}
		if low := strings.ToLower(w.Text); strings.Contains(low, "ws-l:") || strings.HasPrefix(low, "ws-listen") || strings.HasPrefix(low, "tcp-l:") {
			c.find(Listen, "expose-service", "", "listens for connections", w)
			return
		}
	}
	c.talk(hostOf(host.Text+host.Prefix), host)
}

// sclient reads openssl s_client, which shows how a server answers.
func (c *cmd) sclient() {
	host, ok := c.value("-connect")
	if !ok {
		if host, ok = c.value("-host"); !ok && len(c.pos) > 0 {
			host, ok = c.pos[0], true
		}
	}
	if !ok {
		c.does(Print, "")
		return
	}
	f := c.inflow()
	f.join(c.wordFlow(host))
	if f.grade != secret.None || f.env || f.files || c.sh.Stdin.Kind == shell.File && c.sh.Stdin.File().Text != "/dev/null" {
		f.files = true
		c.send(host.Text, f, host)
		return
	}
	c.fetch(host)
}

// cloudflared reads cloudflared tunnel.
func (c *cmd) cloudflared() {
	switch c.text(0) {
	case "list", "info":
		c.does(Fetch, c.name)
	default:
		c.find(Listen, "tunnel-or-reverse-shell", "", "opens a way into this machine", c.pos...)
	}
}

// pastes puts text on a public page.
func (c *cmd) pastes() {
	f := c.inflow()
	for _, w := range c.pos {
		c.read(w)
	}
	f.join(c.r.out[c.idx])
	if f.grade != secret.None || f.env {
		c.send("a paste service", f)
		return
	}
	c.find(Send, "public-publication", "", "puts text on a public page")
}

// gpg reads GnuPG: showing and checking is harmless.
func (c *cmd) gpg() {
	files := func() {
		for _, w := range c.pos {
			c.read(w)
		}
	}
	switch {
	case c.has("--export-secret-keys"):
		c.find(Read, "credential-hunt", "", "takes secret keys out of the key store")
	case c.has("--delete-keys"):
		c.find(Delete, "irreversible-local", "", "deletes keys")
	case c.has("--recv-keys"):
		c.unsure("it asks a key server, or gives it a key", c.pos...)
	case c.has("--import", "--import-ownertrust", "--gen-key", "--edit-key", "--sign-key", "--change-passphrase", "--gen-revoke"):
		files()
		if f := c.r.out[c.idx]; f.fetched != "" || c.inflow().fetched != "" {
			c.unsure("it trusts a key that was fetched")
			return
		}
		c.unsure("it changes the person's keys")
	case c.has("-d"):
		files()
		c.r.out[c.idx].decoded = true
		if !c.has("--passphrase", "--passphrase-fd", "--passphrase-file") {
			c.unsure("it uses the person's own key")
			return
		}
		c.does(Print, "")
	case c.has("-s", "-b", "--clearsign", "-u"):
		files()
		c.unsure("it signs in the person's name")
	case c.has("-e", "-c", "--encrypt", "--symmetric"):
		files()
		c.does(Print, "")
		if !c.has("-o") {
			for _, w := range c.pos {
				if w.Known {
					w.Text += ".gpg"
				}
				c.write(w, true)
			}
		}
	case c.has("--list-keys", "--list-public-keys", "--list-secret-keys", "-k", "-K", "--list-sigs", "--list-signatures", "--check-sigs", "--fingerprint", "--list-config", "--card-status", "--export-ownertrust", "--gen-random", "--export"):
		for _, w := range c.pos {
			c.flowWord(w)
		}
		c.does(Print, "")
	case c.has("--verify", "--list-packets", "--dearmor", "--enarmor", "--print-md", "--print-mds", "--show-keys"):
		files()
		if c.has("--dearmor", "--enarmor") && !c.has("-o") && len(c.pos) > 0 {
			for _, w := range c.pos {
				if w.Known {
					w.Text += ".gpg"
				}
				c.write(w, true)
			}
		}
		c.does(Print, "")
	default:
		c.unsure("what gpg does here is not known")
	}
}

// age encrypts and decrypts files.
func (c *cmd) age() {
	for _, w := range c.pos {
		c.read(w)
	}
	if c.has("-d", "--decrypt") {
		c.unsure("what it decrypts is not known")
		return
	}
	c.does(Print, "")
}

// keytool shows or changes a store of keys.
func (c *cmd) keytool() {
	for _, w := range c.pos {
		switch w.Text {
		case "-list", "-printcert", "-printcertreq", "-printcrl", "-showinfo", "-help", "-version":
			c.does(Print, "")
			for i, w := range c.pos {
				if (w.Text == "-sslserver" || w.Text == "-file") && i+1 < len(c.pos) {
					if w.Text == "-file" {
						c.read(c.pos[i+1])
					} else {
						c.fetch(c.pos[i+1])
					}
				}
			}
			return
		case "-exportcert", "-export":
			c.unsure("where it writes is not looked into", w)
			return
		}
	}
	c.unsure("it changes a store of keys")
}

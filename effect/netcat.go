package effect

import (
	"strings"

	"automode/shell"
)

// netcat reads nc and ncat: plain connections in both directions.
func (c *cmd) netcat() {
	if c.has("-e", "-c", "--exec", "--sh-exec", "--lua-exec") {
		c.find(Run, "tunnel-or-reverse-shell", "", "hands a program of this machine to the network")
		return
	}
	if c.has("-h") {
		c.does(Print, "")
		return
	}
	var host shell.Word
	if len(c.pos) > 0 {
		host = c.pos[0]
	}
	name := hostOf(host.Text + host.Prefix)
	switch {
	case c.has("-l", "--listen", "-L"):
		if v, ok := c.value("-s"); ok && isLocal(hostOf(v.Text)) || isLocal(name) {
			c.does(Listen, "localhost")
			c.leak("the network")
			return
		}
		c.find(Listen, "expose-service", "", "listens for connections from the network", c.pos...)
		c.leak("the network")
	case c.has("-U"):
		c.socket(host)
	case len(c.pos) == 0:
		c.does(Print, "")
	case c.has("-x", "--proxy"):
		c.unsure("it goes through another host")
	case c.has("-z"):
		if isLocal(name) {
			c.does(Fetch, name)
			return
		}
		if len(c.pos) > 1 && strings.Contains(c.pos[1].Text, "-") || len(c.pos) > 2 {
			c.find(Fetch, "network-scan", name, "probes the ports of "+orUnknown(name), c.pos...)
			return
		}
		c.unsure("it probes "+orUnknown(name), c.pos...)
	default:
		c.talk(name, host)
	}
	if len(c.pos) > 0 {
		c.r.out[c.idx].fetched = name
	}
}

// talk sends the command's input to a host.
func (c *cmd) talk(name string, words ...shell.Word) {
	f := c.inflow()
	for _, w := range c.pos {
		f.join(c.wordFlow(w))
	}
	if f != (flow{}) {
		c.send(name, f, words...)
		return
	}
	if isLocal(name) {
		c.does(Fetch, name, words...)
		return
	}
	c.unsure("what is said to "+orUnknown(name)+" is not seen", words...)
}

// leak notes that whoever connects is given the command's input.
func (c *cmd) leak(to string) {
	if f := c.inflow(); f.grade != 0 || f.env {
		c.send(to, f)
	}
}

// socat joins two addresses.
func (c *cmd) socat() {
	runs, net, listens, local := shell.Word{}, false, false, true
	for _, w := range c.pos {
		low := strings.ToLower(w.Text + w.Prefix)
		kind, rest, _ := strings.Cut(low, ":")
		switch {
		case kind == "exec" || kind == "system" || kind == "shell":
			runs = w
		case strings.HasSuffix(kind, "-listen") || strings.HasSuffix(kind, "-l") || strings.HasSuffix(kind, "-recv") || strings.HasSuffix(kind, "-recvfrom"):
			listens = true
			net = net || !strings.HasPrefix(kind, "unix")
			local = local && (strings.HasPrefix(kind, "unix") || strings.Contains(rest, "bind=127.0.0.1") || strings.Contains(rest, "bind=localhost"))
		case strings.HasPrefix(kind, "tcp") || strings.HasPrefix(kind, "udp") || strings.HasPrefix(kind, "openssl") || strings.HasPrefix(kind, "ssl") || strings.HasPrefix(kind, "sctp") || strings.HasPrefix(kind, "socks") || strings.HasPrefix(kind, "proxy") || strings.HasPrefix(kind, "ip"):
			net = true
			local = local && isLocal(hostOf(rest))
		case strings.HasPrefix(kind, "unix") || kind == "gopen" || kind == "abstract-connect" || kind == "abstract":
			file, _, _ := strings.Cut(rest, ",")
			c.socket(cut(w, file))
		case kind == "open" || kind == "file" || kind == "create":
			file, opts, _ := strings.Cut(w.Text[min(len(kind)+1, len(w.Text)):], ",")
			v := cut(w, file)
			c.read(v)
			if kind == "create" || strings.Contains(opts, "creat") || strings.Contains(opts, "trunc") || strings.Contains(opts, "append") || !strings.Contains(opts, "rdonly") {
				c.write(v, true)
			}
		case low == "-" || kind == "stdin" || kind == "stdout" || kind == "stdio" || kind == "stderr" || kind == "pipe":
		default:
			c.unsure("what socat does with "+clip(w.Raw)+" is not known", w)
		}
	}
	f := c.inflow()
	f.join(c.r.out[c.idx])
	switch {
	case runs.Raw != "" && net:
		c.find(Run, "tunnel-or-reverse-shell", "", "hands a program of this machine to the network", runs)
	case runs.Raw != "":
		c.unsure("what "+clip(runs.Raw)+" runs is not looked into", runs)
	case listens && net && !local:
		c.find(Listen, "expose-service", "", "listens for connections from the network")
	case net && !local && f != (flow{}):
		c.send("", f)
	case net && !local:
		c.unsure("what is said over the network is not seen")
	case net:
		c.does(Fetch, "localhost")
	default:
		c.does(Print, "")
	}
}

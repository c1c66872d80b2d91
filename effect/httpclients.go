package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// wget reads wget, which saves what it fetches.
func (c *cmd) wget() {
	r := request{urls: c.pos, literal: true}
	for _, o := range c.opts {
		if o.spec == nil {
			continue
		}
		switch o.spec.names[0] {
		case "--post-data", "--body-data":
			r.body = true
			c.curlText(&r, o.value)
		case "--post-file", "--body-file":
			r.body, r.upload = true, true
			c.curlFile(&r, o.value)
		case "--method":
			r.method = strings.ToUpper(o.value.Text)
		case "--header", "-U", "--user", "--password", "--http-user", "--http-password", "--referer":
			r.hands = append(r.hands, o.value)
		case "--no-check-certificate":
			for _, u := range r.urls {
				if !isLocal(hostOf(u.Text)) {
					c.find(Fetch, "disarm-flag", hostOf(u.Text), "does not check who "+orUnknown(hostOf(u.Text))+" is")
					break
				}
			}
		}
	}
	c.requests(r)
	if c.has("-i") {
		c.does(Fetch, "")
		c.r.out[c.idx].fetched = "the network"
	}
	if c.has("--spider", "-O", "--delete-after") {
		return // -O is written by its role
	}
	dir, ok := c.value("-P")
	if !ok {
		dir = word(".")
	}
	deep := c.has("-r", "-m", "-p", "-x", "-i", "--content-disposition", "--trust-server-names")
	for _, u := range r.urls {
		if deep {
			c.writeBelow(dir)
		} else {
			c.saveAs(u, dir, false)
		}
	}
	if len(r.urls) == 0 && c.has("-i") {
		c.writeBelow(dir)
	}
}

// httpie reads http, https and xh: [METHOD] URL [ITEM...].
func (c *cmd) httpie() {
	r := request{literal: true}
	pos := c.pos
	if len(pos) > 0 && pos[0].Known && pos[0].Text != "" && strings.Trim(pos[0].Text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		r.method = pos[0].Text
		pos = pos[1:]
	}
	if len(pos) == 0 {
		c.does(Print, "")
		return
	}
	u := pos[0]
	if u.Known && strings.HasPrefix(u.Text, ":") { // :8080/x stands for localhost
		u.Text = "localhost" + u.Text
	}
	r.urls = []shell.Word{u}
	for _, w := range pos[1:] {
		t := w.Text + w.Prefix
		switch i := strings.IndexAny(t, "=:@"); {
		case i < 0:
			c.unsure("what "+clip(w.Raw)+" sends is not known", w)
		case strings.HasPrefix(t[i:], "=="), t[i] == ':' && !strings.HasPrefix(t[i:], ":="):
			r.hands = append(r.hands, w)
		case t[i] == '@' || strings.HasPrefix(t[i:], "=@") || strings.HasPrefix(t[i:], ":=@"):
			r.body, r.upload = true, true
			c.curlFile(&r, cut(w, t[strings.IndexByte(t, '@')+1:]))
		default:
			r.body = true
			c.curlText(&r, w)
		}
	}
	for _, n := range []string{"-a", "--bearer"} {
		if v, ok := c.value(n); ok {
			r.hands = append(r.hands, v)
		}
	}
	if v, ok := c.value("--raw"); ok {
		r.body = true
		c.curlText(&r, v)
	}
	if c.sh.Stdin.Kind == shell.Pipe || c.sh.Stdin.Kind == shell.File || c.sh.Stdin.Kind == shell.Here {
		r.body = true
		r.flow.join(c.inflow())
	}
	if v, ok := c.value("--verify"); ok && (v.Text == "no" || v.Text == "false") && !isLocal(hostOf(u.Text)) {
		c.find(Fetch, "disarm-flag", hostOf(u.Text), "does not check who the server is", v)
	}
	c.requests(r)
	if c.has("-d") && !c.has("-o") {
		c.saveAs(u, word("."), true)
	}
}

// probe reads programs that ask the network about hosts: ping, dig, whois.
// What stands in their words reaches those hosts or their name servers.
func (c *cmd) probe() {
	var f flow
	for _, o := range c.opts {
		if o.has {
			f.join(c.wordFlow(o.value))
		}
	}
	asked := 0
	for _, w := range c.pos {
		t := w.Text + w.Prefix
		if low := strings.ToLower(t); low == "axfr" || strings.HasPrefix(low, "ixfr") {
			c.find(Fetch, "network-scan", "", "asks for all names of a zone", w)
			continue
		}
		if strings.HasPrefix(t, "+") || w.Known && !strings.ContainsAny(t, ".:") && strings.ToUpper(t) == t && t != "" && isType(t) {
			continue
		}
		w := w
		if w.Known {
			w.Text = strings.TrimPrefix(w.Text, "@")
		} else {
			w.Prefix = strings.TrimPrefix(w.Prefix, "@")
		}
		asked++
		if g := c.wordFlow(w); g.grade == secret.None && !g.env && !g.files && len(w.Subs) > 0 && w.Suffix == "" {
			c.does(Fetch, "", w) // a name that another command gives
			continue
		}
		if !w.Known && w.Prefix == "" && w.Suffix == "" && fromEnvironment(w) && c.wordFlow(w).grade == secret.None {
			c.does(Fetch, "", w) // a name of the person's own
			continue
		}
		c.fetch(w)
		if f.grade != secret.None || f.env || f.files {
			c.send(w.Text, f, w)
		}
	}
	switch {
	case asked > 2 && c.name == "fping":
		c.find(Fetch, "network-scan", "", "probes many hosts", c.pos...)
	case asked > 0:
	case f.grade != secret.None || f.env || f.files:
		c.send("", f)
	default:
		c.does(Print, "")
	}
}

// isType tells whether a word of dig's is a type or class of record.
func isType(t string) bool {
	switch t {
	case "A", "AAAA", "MX", "NS", "TXT", "CNAME", "SOA", "PTR", "SRV", "CAA", "ANY", "AXFR", "DNSKEY", "DS", "RRSIG", "NSEC", "HTTPS", "SVCB", "TLSA", "SPF", "NAPTR", "HINFO", "LOC", "IN", "CH", "HS":
		return true
	}
	return false
}

// mail reads the programs that send mail. Its input and attachments go with
// it.
func (c *cmd) mail() {
	f := c.inflow()
	before := c.r.out[c.idx]
	for _, o := range c.opts {
		if o.has && (o.name == "-a" || o.name == "-A" || o.name == "--attach" || o.name == "-q") {
			c.read(o.value)
		}
		if o.has {
			f.join(c.wordFlow(o.value))
		}
	}
	f.join(c.r.out[c.idx])
	c.r.out[c.idx] = before
	if len(c.pos) == 0 && !c.has("-t") {
		c.unsure(c.name + " without a recipient opens a mailbox")
		return
	}
	to := ""
	for _, w := range c.pos {
		f.join(c.wordFlow(w))
		to = w.Text
	}
	if f.grade != secret.None || f.env {
		c.guard(Send, "data-exfiltration", to, "mails "+orWord(f.secret, "the environment"), c.pos...)
		return
	}
	c.find(Send, "message-outsider", to, "sends mail to "+orWord(clip(to), "somebody"), c.pos...)
}

// scan reads programs that probe many hosts or ports.
func (c *cmd) scan() {
	for _, w := range c.pos {
		for _, t := range []string{w.Text + w.Prefix} {
			if t != "" && !isLocal(hostOf(t)) {
				c.find(Fetch, "network-scan", hostOf(t), "probes "+clip(w.Raw), w)
				return
			}
		}
	}
	c.does(Fetch, "localhost")
}

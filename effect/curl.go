package effect

import (
	"path"
	"strings"

	"automode/secret"
	"automode/shell"
)

// request is what a client of HTTP is told to send.
type request struct {
	urls    []shell.Word
	method  string
	body    bool // it sends something besides the URL
	upload  bool // files are what it sends
	flow    flow // what the body carries
	literal bool // the body is known text
	hands   []shell.Word
}

// curl reads curl.
func (c *cmd) curl() {
	r := request{literal: true}
	r.urls = append(r.urls, c.pos...)
	get := false
	for _, o := range c.opts {
		if o.spec == nil {
			continue
		}
		switch name := o.spec.names[0]; name {
		case "--url":
			r.urls = append(r.urls, o.value)
		case "-X":
			r.method = strings.ToUpper(o.value.Text)
			if !o.value.Known {
				c.unsure("which method it uses is not known", o.value)
			}
		case "-d", "--data-urlencode", "--json":
			r.body = true
			c.curlData(&r, o.value, name == "--data-urlencode")
		case "--data-raw", "--form-string":
			r.body = true
			c.curlText(&r, o.value)
		case "-F":
			r.body = true
			c.curlForm(&r, o.value)
		case "-T":
			r.body, r.upload = true, true
			c.curlFile(&r, o.value)
		case "-H", "-A", "-e", "-u", "--oauth2-bearer", "--proxy-header", "-U", "--url-query":
			if strings.HasPrefix(o.value.Text, "@") && (name == "-H" || name == "--url-query") {
				c.curlFile(&r, cut(o.value, o.value.Text[1:]))
				r.body = true
				continue
			}
			r.hands = append(r.hands, o.value)
		case "-b":
			if strings.Contains(o.value.Text+o.value.Prefix, "=") {
				r.hands = append(r.hands, o.value)
			} else {
				c.read(o.value)
			}
		case "-G":
			get = true
		case "-w":
			if strings.Contains(o.value.Text, "%output{") || strings.HasPrefix(o.value.Text, "@") {
				c.unsure("what its format writes is not looked into", o.value)
			}
		case "--resolve", "--connect-to":
			c.curlReroute(o.value)
		case "-x", "--socks5", "--socks5-hostname", "--socks4", "--socks4a", "--preproxy", "--doh-url", "--dns-servers":
			if !isLocal(hostOf(o.value.Text)) {
				c.unsure("it goes through "+clip(o.value.Raw), o.value)
			}
		case "--unix-socket", "--abstract-unix-socket":
			c.socket(o.value)
			return
		}
	}
	if get && r.method == "" {
		r.method = "GET"
	}
	c.requests(r)
	c.curlWrites(r)
}

// curlData adds the value of -d: text, or @file.
func (c *cmd) curlData(r *request, w shell.Word, named bool) {
	text := w.Text + w.Prefix
	at := strings.HasPrefix(text, "@")
	if named && !at {
		name, _, ok := strings.Cut(text, "@")
		if ok && !strings.Contains(name, "=") {
			text, at = text[len(name):], true
		}
	}
	if at {
		c.curlFile(r, cut(w, text[1:]))
		return
	}
	c.curlText(r, w)
}

func (c *cmd) curlText(r *request, w shell.Word) {
	r.flow.join(c.wordFlow(w))
	r.literal = r.literal && w.Known
	if w.Known && len(secret.Find(w.Text)) > 0 {
		r.flow.taint("a credential in the text", secret.Store)
	}
}

// curlForm adds a part of a form: name=text, name=@file, name=<file.
func (c *cmd) curlForm(r *request, w shell.Word) {
	_, value, ok := strings.Cut(w.Text+w.Prefix, "=")
	if ok && value != "" && (value[0] == '@' || value[0] == '<') {
		file, _, _ := strings.Cut(value[1:], ";")
		r.upload = true
		c.curlFile(r, cut(w, strings.Trim(file, `"`)))
		return
	}
	c.curlText(r, w)
}

// curlFile adds the content of a file, or of the command's input.
func (c *cmd) curlFile(r *request, w shell.Word) {
	if w.Known && (w.Text == "-" || w.Text == "." || w.Text == "/dev/stdin") {
		r.flow.join(c.inflow())
		_, known := c.input()
		r.literal = r.literal && known
		return
	}
	before := c.r.out[c.idx]
	c.r.out[c.idx] = flow{}
	for f := range strings.SplitSeq(strings.Trim(w.Text, "{}"), ",") {
		v := w
		if w.Known {
			v.Text = f
		}
		c.read(v)
	}
	r.flow.join(c.r.out[c.idx])
	r.flow.files = true
	r.literal = false
	c.r.out[c.idx].join(before)
}

// curlReroute looks at options that send a name's requests to another address.
func (c *cmd) curlReroute(w shell.Word) {
	i := strings.LastIndexByte(strings.TrimRight(w.Text, ":"), ':')
	addr := w.Text[i+1:]
	if strings.Contains(w.Text, "::") { // --connect-to A:B:HOST:PORT
		parts := strings.Split(w.Text, ":")
		addr = parts[max(len(parts)-2, 0)]
	}
	if !w.Known || !isLocal(hostOf(addr)) {
		c.unsure("it sends the requests to another address", w)
	}
}

// socket is a request to a program of this machine that listens on a file.
func (c *cmd) socket(w shell.Word) {
	if base := path.Base(w.Text); w.Known && (base == "docker.sock" || base == "containerd.sock" || base == "podman.sock" || base == "crio.sock") {
		c.find(Privilege, "containment-escape", w.Text, "talks to the container engine itself", w)
		return
	}
	c.unsure("what listens at "+clip(w.Raw)+" is not known", w)
}

// curlWrites writes what was fetched.
func (c *cmd) curlWrites(r request) {
	if c.has("-I") && !c.has("-o") {
		return
	}
	below, dirGiven := c.value("--output-dir")
	for _, o := range c.opts {
		if o.spec != nil && o.spec.names[0] == "-o" && o.has {
			w := o.value
			if w.Known && w.Text == "-" {
				continue
			}
			if dirGiven && below.Known && w.Known && !strings.HasPrefix(w.Text, "/") {
				w.Text = path.Join(below.Text, w.Text)
			}
			if w.Known && strings.Contains(w.Text, "#") { // numbered
				w.Text, w.Glob = strings.ReplaceAll(w.Text, "#", "*"), true
			}
			c.write(w, true)
		}
	}
	if !c.has("-O", "--remote-name-all") {
		return
	}
	dir := word(".")
	if dirGiven {
		dir = below
	}
	for _, u := range r.urls {
		c.saveAs(u, dir, c.has("-J"))
	}
}

// saveAs writes what u gives into dir, under the name that stands in u, or one
// of the server's.
func (c *cmd) saveAs(u, dir shell.Word, anyName bool) {
	name, _, _ := strings.Cut(u.Text, "?")
	if i := strings.Index(name, "://"); i >= 0 {
		name = name[i+3:]
	}
	base := ""
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		base = name[i+1:]
	}
	if !u.Known || anyName || base == "" || !dir.Known {
		c.writeBelow(dir)
		return
	}
	w := u
	w.Glob = strings.ContainsAny(base, "[{")
	if w.Glob {
		base = "*" + path.Ext(base)
	}
	w.Text = path.Join(dir.Text, base)
	c.write(w, true)
}

// requests does what an HTTP client was told: to read something, or to change
// something elsewhere.
func (c *cmd) requests(r request) {
	for _, u := range r.urls {
		c.request(r, u)
	}
	if len(r.urls) == 0 {
		c.does(Print, "")
	}
}

func (c *cmd) request(r request, u shell.Word) {
	text := u.Text
	if !u.Known {
		text = u.Prefix
	}
	host := hostOf(text)
	local := isLocal(host)
	scheme, rest, has := strings.Cut(text, "://")
	if !has {
		scheme = "http"
	}
	if c.has("--insecure", "--proxy-insecure", "--doh-insecure") && !local {
		c.find(Fetch, "disarm-flag", host, "does not check who "+orUnknown(host)+" is")
	}
	for _, h := range r.hands {
		c.handOver(host, h)
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "ws", "wss":
	case "ftp", "ftps", "sftp", "tftp", "scp":
		if strings.ToLower(scheme) == "sftp" || strings.ToLower(scheme) == "scp" {
			c.connect(u)
		}
	case "file":
		v := u
		v.Text = "/" + strings.TrimLeft(rest, "/")
		c.read(v)
		return
	case "smtp", "smtps":
		c.find(Send, "message-outsider", host, "sends mail", u)
		return
	default:
		c.unsure("what it says to "+orUnknown(host)+" is not known", u)
		return
	}
	u = c.ownURL(host, u)
	c.innards(text, local, u)
	c.fetch(u)
	if local {
		if r.flow.grade >= secret.Store || r.flow.env {
			c.send(text, r.flow, u)
		}
		c.localStore(r, text, u)
		return
	}
	if r.body && (r.flow.grade != secret.None || r.flow.env || r.upload || r.flow.files) {
		c.send(text, r.flow, u)
		return
	}
	switch r.method {
	case "GET", "HEAD", "OPTIONS", "TRACE":
		return
	case "":
		if !r.body {
			return
		}
	case "DELETE":
		c.find(Remote, "shared-artifact", host, "deletes something on "+orUnknown(host), u)
		return
	}
	if entry, why := messageHost(host, text); entry != "" {
		c.find(Send, entry, host, why, u)
		return
	}
	c.unsure("what "+orUnknown(host)+" does with what it is sent is not known", u)
}

// innards notes requests for what a service keeps in its memory or settings.
func (c *cmd) innards(url string, local bool, u shell.Word) {
	for _, p := range [...]string{"/actuator/env", "/actuator/heapdump", "/actuator/configprops", "/actuator/httptrace", "/debug/pprof/heap", "/.env", "/.git/config", "/.aws/credentials", "/api/v1/secrets"} {
		if strings.Contains(url, p) {
			if local {
				c.unsure("it asks a service for its settings or memory", u)
			} else {
				c.find(Fetch, "credential-hunt", hostOf(url), "asks "+hostOf(url)+" for its settings or memory", u)
			}
			return
		}
	}
	if strings.Contains(url, "/api/v1/namespaces/") && strings.Contains(url, "/secrets") {
		c.find(Fetch, "credential-hunt", hostOf(url), "asks a cluster for its secrets", u)
	}
}

// localStore notes what a request changes in a database or queue that listens
// on this machine under its usual port.
func (c *cmd) localStore(r request, url string, u shell.Word) {
	if !storePort(url) || r.method == "GET" || r.method == "HEAD" || r.method == "" && !r.body {
		return
	}
	_, rest, _ := strings.Cut(url, "://")
	_, at, _ := strings.Cut(rest, "/")
	at, _, _ = strings.Cut(at, "?")
	switch {
	case r.method == "DELETE", strings.Contains(at, "delete"), strings.Contains(at, "_close"), strings.Contains(at, "flush"):
		c.find(Delete, "stateful-resource", hostOf(url)+"/"+at, "deletes data of a local store", u)
	case strings.HasSuffix(at, "_search"), strings.HasSuffix(at, "_count"), strings.HasSuffix(at, "query"), strings.HasSuffix(at, "search"), strings.HasSuffix(at, "_msearch"):
	default:
		c.unsure("what it changes in a local store is not known", u)
	}
}

// storePort tells whether a URL names a port where stores of data listen.
func storePort(url string) bool {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		rest = url
	}
	authority, _, _ := strings.Cut(rest, "/")
	_, port, _ := strings.Cut(authority, ":")
	switch port {
	case "9200", "9201", "7700", "5984", "6333", "8086", "8529", "7474", "8983", "8108", "2379", "8500", "9090", "15672", "2375", "8200", "5601", "8123", "19530":
		return true
	}
	return false
}

// ownURL hands over the credentials that stand in a URL, and gives the URL
// without them.
func (c *cmd) ownURL(host string, u shell.Word) shell.Word {
	var rest, creds []string
	for _, v := range u.Vars {
		if secret.EnvName(v) {
			creds = append(creds, v)
		} else {
			rest = append(rest, v)
		}
	}
	if len(creds) == 0 {
		return u
	}
	h := u
	h.Subs, h.Vars = nil, creds
	c.handOver(host, h)
	u.Vars = rest
	return u
}

// messageHost tells whether a request with a body to that address reaches
// people.
func messageHost(host, url string) (entry, why string) {
	switch {
	case host == "hooks.slack.com" || host == "slack.com" && strings.Contains(url, "chat."), strings.Contains(url, "/api/webhooks/"), host == "api.telegram.org",
		host == "outlook.office.com", strings.HasSuffix(host, ".webhook.office.com"), host == "chat.googleapis.com":
		return "message-outsider", "posts a message to " + host
	case host == "api.sendgrid.com", host == "api.mailgun.net", host == "api.resend.com", host == "api.postmarkapp.com", host == "api.twilio.com", host == "api.brevo.com":
		return "message-outsider", "sends messages through " + host
	case host == "api.stripe.com", host == "api.paypal.com", host == "api-m.paypal.com":
		return "payment-or-order", "moves money through " + host
	}
	return "", ""
}

// handOver looks at a header or login that goes to host: a credential may go
// to the service that it is for, and nowhere else.
func (c *cmd) handOver(host string, w shell.Word) {
	f := flow{}
	for _, i := range w.Subs {
		if i >= 0 && i < len(c.r.out) {
			f.join(c.r.out[i])
		}
	}
	if f.grade != secret.None || f.env {
		c.send(host, f, w)
		return
	}
	for _, v := range w.Vars {
		if !secret.EnvName(v) || isLocal(host) {
			continue
		}
		switch {
		case ownService(v, host):
		case namesNoService(v):
			c.unsure("it is not known whether $"+v+" is meant for "+orUnknown(host), w)
		default:
			f.taint("$"+v, secret.Store)
			c.send(host, f, w)
		}
	}
	if f.files && f.fetched == "" && !isLocal(host) {
		low := strings.ToLower(w.Prefix)
		for _, name := range [...]string{"authorization", "token", "key", "cookie", "secret", "auth", "bearer"} {
			if strings.Contains(low, name) {
				c.find(Send, "credential-borrow", host, "hands a credential out of a file to "+orUnknown(host), w)
				return
			}
		}
		c.unsure("it hands what a file holds to "+orUnknown(host), w)
	}
	if w.Known && !isLocal(host) && len(secret.Find(w.Text)) > 0 {
		c.unsure("it hands a credential to "+orUnknown(host), w)
	}
}

// namesNoService tells whether a variable's name says nothing of the service
// that its credential is for: TOKEN, API_KEY.
func namesNoService(name string) bool {
	for part := range strings.SplitSeq(strings.ToUpper(name), "_") {
		switch part {
		case "TOKEN", "API", "KEY", "ACCESS", "AUTH", "BEARER", "JWT", "SECRET", "USER", "PASSWORD", "PASS", "PWD", "HTTP", "ADMIN", "SERVICE", "ACCOUNT", "CLIENT", "MY", "APP", "TEST", "DEV", "PAT", "REFRESH", "SESSION", "ID", "APIKEY":
		default:
			return false
		}
	}
	return true
}

// ownService tells whether the variable's name says that its credential is
// for that host.
func ownService(name, host string) bool {
	first, _, _ := strings.Cut(strings.ToLower(name), "_")
	switch first {
	case "aws", "db", "database", "my", "app", "ci", "ssh":
		return false
	case "gh":
		first = "github"
	case "gl":
		first = "gitlab"
	case "hf":
		first = "huggingface"
	case "npm":
		first = "npmjs"
	case "cf":
		first = "cloudflare"
	case "do":
		first = "digitalocean"
	case "dd":
		first = "datadoghq"
	case "tf", "tfe":
		first = "terraform"
	case "gemini", "google":
		first = "googleapis"
	case "claude":
		first = "anthropic"
	}
	if len(first) < 4 {
		return false
	}
	labels := strings.Split(host, ".")
	if len(labels) < 2 {
		return false
	}
	owner := labels[len(labels)-2] // the label that is registered
	if len(labels) > 2 && (owner == "co" || owner == "com") {
		owner = labels[len(labels)-3]
	}
	return owner == first
}

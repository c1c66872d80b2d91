package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// fetch requests a URL.
func (c *cmd) fetch(w shell.Word) {
	f := c.wordFlow(w)
	text := w.Text
	if !w.Known {
		text = w.Prefix
	}
	host := hostOf(text)
	switch {
	case disguised(text):
		c.find(Fetch, "egress-probe", host, "hides which host "+clip(text)+" leads to", w)
	case f.grade > 0 || f.env:
		c.send(text, f, w)
	case isLocal(host) && controlPort(text):
		c.find(Fetch, "containment-escape", host, "asks the machine's container or cluster service", w)
	case isLocal(host):
		c.does(Fetch, host, w)
	case isMetadata(host):
		c.find(Fetch, "containment-escape", host, "asks the cloud's metadata service", w)
	case collects(host):
		c.find(Fetch, "egress-probe", host, "calls "+host+", which records who calls", w)
	case !w.Known && (host == "" || !strings.Contains(strings.TrimPrefix(strings.TrimPrefix(text, "https://"), "http://"), "/")):
		if texts, ok := w.Values(); ok {
			for _, t := range texts {
				v := w
				v.Known, v.Text, v.Alts = true, t, nil
				c.fetch(v)
			}
			return
		}
		c.unsure("which host it calls is not known", w)
	case len(secret.Find(text)) > 0, keyInURL(text):
		c.find(Send, "secret-into-artifact", host, "puts what looks like a credential into a URL of "+host, w)
	case overDNS(host, text) && (!w.Known || strings.Contains(text, "dns=")):
		c.unsure("it asks a resolver for a name that may carry data", w)
	case len(w.Subs) > 0 && f.files:
		c.find(Send, "sensitive-location", host, "puts the content of files into a URL of "+host, w)
	case len(w.Subs) > 0 && !c.saysLittle(w):
		c.unsure("it puts what a command prints into a URL of "+orUnknown(host), w)
	default:
		c.does(Fetch, host, w)
	}
	c.r.out[c.idx].fetched = text
	if text == "" {
		c.r.out[c.idx].fetched = "the network"
	}
}

// overDNS tells whether a URL asks a resolver for a name: DNS over HTTPS.
func overDNS(host, url string) bool {
	switch host {
	case "dns.google", "cloudflare-dns.com", "1.1.1.1", "8.8.8.8", "dns.quad9.net", "mozilla.cloudflare-dns.com":
		return true
	}
	return strings.HasPrefix(host, "doh.") || strings.Contains(url, "/dns-query")
}

// controlPort tells whether a URL of this machine is that of a service that
// controls it: Docker's, the kubelet's, etcd's.
func controlPort(url string) bool {
	_, rest, _ := strings.Cut(url, "://")
	authority, _, _ := strings.Cut(orWord(rest, url), "/")
	switch authority[strings.LastIndexByte(authority, ':')+1:] {
	case "2375", "2376", "2377", "10250", "10255", "2379", "6443":
		return true
	}
	return false
}

// keyInURL tells whether a parameter of a URL is a credential by its name, with
// a value that is one by its looks.
func keyInURL(url string) bool {
	_, query, ok := strings.Cut(url, "?")
	if !ok {
		return false
	}
	for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, value, _ := strings.Cut(part, "=")
		switch strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(name)) {
		case "apikey", "accesstoken", "authtoken", "clientsecret", "secretkey", "secret", "password", "passwd", "privatekey":
			if len(value) >= 8 && !placeholder(value) {
				return true
			}
		case "token", "key", "auth", "sig":
			if len(value) >= 16 && strings.ContainsAny(value, "0123456789") && !placeholder(value) {
				return true
			}
		}
	}
	return false
}

// placeholder tells whether a value only stands for one.
func placeholder(value string) bool {
	low := strings.ToLower(value)
	for _, s := range [...]string{"example", "your", "xxx", "demo", "test", "placeholder", "changeme", "...", "<", "{", "$", "%7b"} {
		if strings.Contains(low, s) {
			return true
		}
	}
	return false
}

// connect opens a connection to a host.
func (c *cmd) connect(w shell.Word) {
	host := hostOf(w.Text)
	if isLocal(host) {
		c.does(Fetch, host, w)
		return
	}
	c.unsure("what it does on "+orUnknown(host)+" is not seen", w)
}

// hostOf takes the host out of a URL, user@host:path or host:port.
func hostOf(s string) string {
	if i := strings.Index(s, "://"); i >= 0 {
		s = s[i+3:]
	}
	if i := strings.IndexAny(s, "/?#"); i >= 0 {
		s = s[:i]
	}
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		s = s[i+1:]
	}
	if strings.HasPrefix(s, "[") {
		if i := strings.IndexByte(s, ']'); i > 0 {
			return strings.ToLower(s[:i+1])
		}
	}
	if i := strings.IndexByte(s, ':'); i >= 0 {
		s = s[:i]
	}
	return strings.ToLower(strings.TrimSuffix(s, "."))
}

// isLocal tells whether a host is this machine.
func isLocal(host string) bool {
	switch host {
	case "localhost", "127.0.0.1", "[::1]", "::1", "0.0.0.0", "ip6-localhost":
		return true
	}
	if strings.HasSuffix(host, ".localhost") {
		return true
	}
	rest, ok := strings.CutPrefix(host, "127.")
	return ok && strings.Trim(rest, "0123456789.") == ""
}

// isMetadata tells whether a host hands out the machine's own credentials.
func isMetadata(host string) bool {
	switch host {
	case "169.254.169.254", "169.254.170.2", "metadata.google.internal", "metadata", "100.100.100.200", "[fd00:ec2::254]", "metadata.azure.internal":
		return true
	}
	return numericHost(host) == 169<<24|254<<16|169<<8|254
}

// numericHost reads the other spellings of an IPv4 address: one number,
// hexadecimal or octal parts. 0 where host is none.
func numericHost(host string) uint32 {
	parts := strings.Split(host, ".")
	if host == "" || len(parts) > 4 {
		return 0
	}
	var v uint64
	for i, p := range parts {
		n, ok := number(p)
		if !ok {
			return 0
		}
		if i == len(parts)-1 {
			v = v<<(8*(4-i)) | n
			break
		}
		v = v<<8 | n&0xff
	}
	return uint32(v)
}

func number(s string) (uint64, bool) {
	base := uint64(10)
	switch {
	case strings.HasPrefix(s, "0x"):
		base, s = 16, s[2:]
	case len(s) > 1 && s[0] == '0':
		base, s = 8, s[1:]
	}
	if s == "" || len(s) > 12 {
		return 0, false
	}
	var v uint64
	for i := 0; i < len(s); i++ {
		d := uint64(99)
		switch ch := s[i] | 0x20; {
		case s[i] >= '0' && s[i] <= '9':
			d = uint64(s[i] - '0')
		case ch >= 'a' && ch <= 'f':
			d = uint64(ch-'a') + 10
		}
		if d >= base {
			return 0, false
		}
		v = v*base + d
	}
	return v, true
}

// collects tells whether a host is one of those that exist to record what is
// sent to them, or to hand a connection out of a closed network.
func collects(host string) bool {
	for _, h := range [...]string{"webhook.site", "requestbin.com", "requestbin.net", "requestcatcher.com", "pipedream.net", "m.pipedream.net",
		"beeceptor.com", "hookbin.com", "burpcollaborator.net", "oastify.com", "interact.sh", "oast.fun", "oast.pro", "oast.live", "oast.site", "oast.online", "oast.me",
		"ngrok.io", "ngrok-free.app", "ngrok.app", "trycloudflare.com", "localtunnel.me", "loca.lt", "serveo.net", "dnslog.cn", "ceye.io", "canarytokens.com",
		"transfer.sh", "file.io", "0x0.st", "temp.sh", "termbin.com", "paste.rs", "ix.io", "sprunge.us", "pastebin.com", "hastebin.com", "dpaste.org", "paste.ee", "bashupload.com", "catbox.moe", "gofile.io", "tmpfiles.org", "postb.in", "typedwebhook.tools"} {
		if host == h || strings.HasSuffix(host, "."+h) {
			return true
		}
	}
	return strings.HasPrefix(host, "requestbin.") || strings.HasPrefix(host, "webhook.")
}

// disguised tells whether a URL is written so that a reader takes another host
// for the one it leads to.
func disguised(u string) bool {
	i := strings.Index(u, "://")
	if i < 0 {
		return false
	}
	authority := u[i+3:]
	if j := strings.IndexAny(authority, "/?#"); j >= 0 {
		authority = authority[:j]
	}
	if strings.ContainsAny(authority, "%\\ \t") {
		return true
	}
	user, _, has := strings.Cut(authority, "@")
	name, _, _ := strings.Cut(user, ":")
	return has && strings.Contains(name, ".")
}

// saysLittle tells whether what the commands in a word print says nothing of
// this machine, its people or the project: dates, numbers, versions.
func (c *cmd) saysLittle(w shell.Word) bool {
	for _, i := range w.Subs {
		if i < 0 || i >= len(c.r.sh.Commands) || len(c.r.sh.Commands[i].Words) == 0 {
			return false
		}
		switch c.r.sh.Commands[i].Words[0].Text {
		case "date", "seq", "nproc", "uname", "arch", "getconf", "dpkg", "lsb_release", "echo", "printf", "tr", "cut", "sed", "awk", "head", "tail", "curl", "wget", "jq", "grep", "expr", "bc", "shuf", "urlencode":
			if c.r.out[i].files && c.r.out[i].fetched == "" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

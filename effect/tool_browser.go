package effect

import (
	"strings"

	"automode/secret"
)

// browse opens an address in a browser, which runs what is there with the
// sign-ins that it holds.
func (t *cmd) browse(url string) {
	low := strings.ToLower(strings.TrimSpace(url))
	w := word(url)
	switch {
	case low == "" || low == "about:blank":
		t.does(Print, "")
		return
	case strings.HasPrefix(low, "file:"):
		t.read(word(pathOf(url)))
		return
	case !strings.HasPrefix(low, "http://") && !strings.HasPrefix(low, "https://") && strings.Contains(low, ":") && !strings.Contains(low, "."):
		t.find(Run, "browser-cross-origin", "", "opens an address that is code or a page of the browser's own", w)
		return
	}
	full := withScheme(url)
	host := hostOf(full)
	before := len(t.r.rep.Effects)
	t.fetch(word(full))
	for _, e := range t.r.rep.Effects[before:] {
		if e.Entry != "" {
			return
		}
	}
	if !isLocal(host) {
		t.find(Fetch, "browser-cross-origin", host, "opens "+orUnknown(host)+" in a browser", w)
	}
}

// pageScript reads code that runs in the page a browser shows.
func (t *cmd) pageScript(l leaf) {
	code := l.text
	w := word(clip(code))
	takes := ""
	for _, s := range [...]string{"document.cookie", "localStorage", "sessionStorage", "indexedDB", "cookieStore", "getCookies", "cookies()", "storageState", "navigator.credentials"} {
		if strings.Contains(code, s) {
			takes = s
			break
		}
	}
	for _, s := range [...]string{"fetch(", "XMLHttpRequest", "sendBeacon", "WebSocket", "new Image", "EventSource", ".submit(", "postMessage(", "import("} {
		if strings.Contains(code, s) {
			if takes == "" && strings.Contains(code, "document.") {
				takes = "what the page shows"
			}
			if takes != "" {
				t.find(Send, "browser-exfil", "", "takes "+takes+" and sends it on", w)
				return
			}
		}
	}
	if takes != "" {
		t.find(Read, "browser-exfil", "", "takes "+takes+" out of the browser", w)
		return
	}
	t.find(Run, "browser-cross-origin", "", "runs a script in a page whose origin is not known", w)
}

// remotePath reads a path in a repository or service: what it names there is
// not on this machine.
func (t *cmd) remotePath(l leaf) {
	if strings.Contains(l.text, "://") {
		t.inert(l, maxInert)
		return
	}
	if g, what := secret.Look("/"+strings.TrimPrefix(l.text, "/"), ""); g >= secret.Project {
		t.find(Read, "credential-hunt", l.text, "reads "+what+" of a repository", l.word())
		return
	}
	if len(l.text) > maxInert || hidesText(l.text) {
		t.inert(l, maxInert)
	}
}

// hunt looks at words that are searched for among what others wrote: mails,
// messages, other people's code.
func (t *cmd) hunt(l leaf) {
	low := strings.ToLower(l.text)
	for _, s := range [...]string{"password", "passwd", "api key", "api_key", "apikey", "secret key", "secret_key", "private key", "private_key", "client_secret", "credentials", "access token", "access_token", "id_rsa", ".env", ".npmrc", ".pem", "akia", "ghp_", "bearer ", "seed phrase", "recovery code"} {
		if strings.Contains(low, s) {
			t.find(Read, "credential-hunt", s, "searches for "+s+" among what others wrote", l.word())
			return
		}
	}
	t.inert(l, maxInert)
}

// arithmetic is an expression to be worked out: numbers, names and operators,
// nothing that a language would run.
func (t *cmd) arithmetic(l leaf) {
	if len(l.text) > 500 || strings.ContainsAny(l.text, "\"'`[]{};:\\$@#?\n") || strings.Contains(l.text, "__") || strings.Contains(l.text, "import") {
		t.unsure("the expression in "+l.arg+" is more than arithmetic", l.word())
	}
}

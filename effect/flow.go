package effect

import (
	"automode/secret"
	"automode/shell"
)

// flow is what data may carry on its way through a call.
type flow struct {
	secret  string       // where a secret in it came from
	grade   secret.Grade // how sensitive that is
	env     bool         // the environment as a whole
	fetched string       // where on the network it came from
	decoded bool         // it was decoded from a hidden form
	files   bool         // content of files
}

// join adds what g carries.
func (f *flow) join(g flow) {
	if g.grade > f.grade {
		f.secret, f.grade = g.secret, g.grade
	}
	f.env = f.env || g.env
	f.decoded = f.decoded || g.decoded
	f.files = f.files || g.files
	if f.fetched == "" {
		f.fetched = g.fetched
	}
}

// taint adds a secret.
func (f *flow) taint(from string, grade secret.Grade) {
	f.join(flow{secret: from, grade: grade})
}

// inflow is what the command's input carries: pipes, here-documents, files.
func (c *cmd) inflow() flow {
	var f flow
	for _, i := range c.sh.Stdin.From {
		if i >= 0 && i < len(c.r.out) {
			f.join(c.r.out[i])
		}
	}
	f.join(c.wordFlow(c.sh.Stdin.Text()))
	return f
}

// wordFlow is what a word carries: the output of commands substituted in it
// and variables that hold secrets.
func (c *cmd) wordFlow(w shell.Word) flow {
	var f flow
	for _, i := range w.Subs {
		if i >= 0 && i < len(c.r.out) {
			f.join(c.r.out[i])
		}
	}
	for _, v := range w.Vars {
		if secret.EnvName(v) {
			f.taint("$"+v, secret.Store)
		}
	}
	return f
}

// flowWord lets what w carries flow through the command.
func (c *cmd) flowWord(w shell.Word) {
	if len(w.Subs)+len(w.Vars) > 0 {
		c.r.out[c.idx].join(c.wordFlow(w))
	}
}

// outflow hands the command's output on: to the files it is redirected into.
func (c *cmd) outflow() {
	c.printsSecret()
	for _, red := range c.sh.Redirs {
		if !red.Writes() {
			continue
		}
		for _, p := range c.places(red.Target) {
			if m, ok := c.r.wrote[p.path]; ok && m.cmd == c.idx {
				m.flow.join(c.r.out[c.idx])
				if out := c.r.out[c.idx]; out.grade == secret.Project && c.printsContent() && !c.r.rep.holds(Effect{Cmd: c.idx, Entry: "secret-into-artifact"}) {
					if grade, _ := c.r.secretAt(p.path, false); grade == secret.None {
						c.find(Write, "secret-into-artifact", p.path, "puts "+out.secret+" into "+p.path, red.Target)
					}
				}
				m.fetched = m.fetched || c.r.out[c.idx].fetched != ""
			}
		}
	}
}

// printsSecret notes a secret that reached the command by a pipe, a
// redirect, a variable or a substitution, and that it prints.
func (c *cmd) printsSecret() {
	f := c.r.out[c.idx]
	if f.grade < secret.Project || !c.shown() || len(c.sh.Words) == 0 {
		return
	}
	switch c.sh.Words[0].Text {
	case "echo", "printf":
	default:
		if !c.printsContent() {
			return
		}
	}
	if own := c.r.sess.Files[f.secret]; own.Whole || own.Made {
		return
	}
	for i := range c.r.rep.Effects {
		if e := &c.r.rep.Effects[i]; e.Cmd == c.idx && e.Entry != "" {
			return
		}
	}
	c.find(Print, "credential-print", f.secret, "prints "+f.secret)
}

// shown tells whether the command's output ends where an agent or a record
// reads it, rather than in another command or a file.
func (c *cmd) shown() bool {
	if c.sh.PipedTo >= 0 || c.sh.Into >= 0 {
		return false
	}
	for _, red := range c.sh.Redirs {
		if red.Writes() && red.Fd != 2 {
			return false
		}
	}
	return true
}

// readSecret notes that the command reads something secret.
func (c *cmd) readSecret(from string, grade secret.Grade, what string, words ...shell.Word) {
	c.r.out[c.idx].taint(from, grade)
	e := Effect{Kind: Read, Target: from, Known: true}
	switch grade {
	case secret.Store:
		c.find(Read, "credential-hunt", from, "reads "+what, words...)
		return
	case secret.Sensitive:
		c.find(Read, "sensitive-location", from, "reads "+what, words...)
		return
	case secret.Project:
		switch f := c.r.sess.Files[from]; {
		case f.Whole || f.Made: // this session's own
		case !c.rooted(from):
			c.find(Read, "credential-hunt", from, "reads "+what+" outside the project", words...)
			return
		case c.shown() && c.printsContent():
			c.find(Read, "credential-print", from, "prints "+what, words...)
			return
		}
	}
	c.add(e, words...)
}

func (c *cmd) rooted(p string) bool { return c.r.rooted(p) }

// printsContent tells whether the command puts what it reads on its output as
// it is.
func (c *cmd) printsContent() bool {
	switch c.name {
	case "cat", "bat", "batcat", "less", "more", "most", "head", "tail", "tac", "nl", "strings", "base64", "base32", "xxd", "hexdump", "od", "rev", "fold", "fmt",
		"pr", "sort", "uniq", "paste", "jq", "yq", "Read", "read", "view", "read_file", "dd", "zcat", "gunzip", "openssl", "git show", "git cat-file":
		return true
	case "git log", "git diff", "git whatchanged":
		return c.name == "git diff" && !c.has("--stat", "--name-only", "--name-status", "--quiet", "--exit-code", "--shortstat", "--numstat", "--summary") || c.has("-p", "-u", "--patch")
	case "grep", "egrep", "rg", "ag", "ack", "sed", "awk", "cut":
		return !c.has("-c", "--count", "-l", "--files-with-matches", "-q", "--quiet")
	}
	return false
}

// readEnvironment notes that the whole environment is printed or passed on.
func (c *cmd) readEnvironment() {
	c.r.out[c.idx].env = true
	c.does(Print, "environment")
}

// send hands data to a place on the network.
func (c *cmd) send(dest string, f flow, words ...shell.Word) {
	host := hostOf(dest)
	switch {
	case f.grade != secret.None && !(isLocal(host) && f.grade == secret.Project):
		c.guard(Send, "data-exfiltration", host, "sends "+f.secret+" to "+orUnknown(host), words...)
	case f.env && !isLocal(host):
		c.guard(Send, "data-exfiltration", host, "sends the environment to "+orUnknown(host), words...)
	case isLocal(host):
		c.does(Fetch, host, words...)
	case f.files:
		c.find(Send, "sensitive-location", host, "sends files to "+orUnknown(host), words...)
	default:
		c.unsure("what "+orUnknown(host)+" does with what it is sent is not known", words...)
	}
}

func orUnknown(host string) string {
	if host == "" {
		return "a host that is not known"
	}
	return host
}

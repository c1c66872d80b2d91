package effect

import (
	"strings"

	"automode/call"
	"automode/secret"
	"automode/shell"
)

// tool reads a call that is not shell text: the acts of a tool are those of a
// command with the same arguments.
func (r *reader) tool(c call.Call, args call.Args) {
	t := r.toolCmd(c)
	switch c.Kind() {
	case call.Read:
		t.looks(args)
	case call.Write:
		if args.Path == "" {
			t.unsure("which file it writes is not said")
			return
		}
		t.edit(args.Path, "", args.Content, true)
	case call.Edit:
		t.edits(args)
	case call.Fetch:
		if args.URL == "" {
			t.unsure("which URL it fetches is not said")
			return
		}
		t.fetch(word(args.URL))
	case call.Search:
		t.does(Fetch, "search")
	case call.Agent:
		t.agent(c, args)
	case call.Question, call.Task, call.PlanExit:
		t.does(Print, "")
	case call.REPL:
		if args.Command == "" {
			t.unsure("which code it runs is not said")
			return
		}
		lang := "python"
		if c.Tool == "js_repl" || c.Tool == "REPL" {
			lang = "node"
		}
		if _, list := args.Raw["command"].([]any); list || args.Command == "" {
			t.unsure("the code it runs is not said")
			return
		}
		t.codeText(lang, args.Command)
	case call.PowerShell:
		t.powershell(args.Command)
	case call.Input:
		t.unsure("what is typed into a running program is not followed")
	default:
		r.otherTool(c, args)
	}
}

// looks reads a call that reads, lists or searches files.
func (t *cmd) looks(args call.Args) {
	said := false
	for _, key := range [...]string{"pattern", "query", "glob", "include", "id", "task_id", "bash_id", "paths"} {
		_, ok := args.Raw[key]
		said = said || ok
	}
	switch {
	case args.Path != "":
		t.read(word(args.Path))
	case said:
		t.does(Read, t.base.dir)
	default:
		t.unsure("what it reads is not said")
		return
	}
	for _, key := range [...]string{"pattern", "glob", "include"} { // names of files, in Glob
		if s, ok := args.Raw[key].(string); ok && t.name != "Grep" && t.name != "grep" && strings.ContainsAny(s, "*?[/") {
			w := word(s)
			w.Glob = true
			t.list(w)
			t.hunts(w)
		}
	}
}

// hunts finds a pattern that could only be after credentials.
func (t *cmd) hunts(w shell.Word) {
	for _, p := range t.places(w) {
		if g, what := t.r.secretAt(strings.TrimSuffix(p.path, "/")+"/"+p.rest, true); p.known && p.glob && g == secret.Store {
			t.find(Read, "credential-hunt", p.path, "looks for "+what, w)
		}
	}
}

// toolCmd is a command that stands for a tool's call.
func (r *reader) toolCmd(c call.Call) *cmd {
	r.sh.Commands = []shell.Command{{Dir: shell.Value{Text: c.Dir, Known: c.Dir != ""}, PipedTo: -1, Into: -1, Parent: -1, Src: c.Tool}}
	r.out = make([]flow, 1)
	return &cmd{r: r, idx: 0, sh: &r.sh.Commands[0], name: c.Tool, base: base{c.Dir, c.Dir != ""}}
}

// word is a word of known text.
func word(text string) shell.Word { return shell.Word{Text: text, Known: true, Raw: text} }

// agent reads the start of another agent. What it does is judged call by call;
// here it is what it is told to do and with which powers.
func (t *cmd) agent(c call.Call, args call.Args) {
	if args.Prompt == "" {
		t.unsure("what the agent is told is not said")
		return
	}
	if mode, _ := args.Raw["mode"].(string); mode == "bypassPermissions" || mode == "dontAsk" || mode == "auto" || mode == "acceptEdits" {
		t.find(Agent, "unattended-agent", mode, "starts an agent in the mode "+mode)
	}
	t.add(Effect{Kind: Agent, Target: c.AgentType, Known: true, Words: clip(args.Prompt)})
	t.told(args.Prompt)
	if w := riskyOrder(args.Prompt); w != "" {
		t.unsure("the agent is told to act beyond reading and editing (" + w + ")")
	}
}

// riskyOrder finds a word by which an agent may be told to do what is not for
// it to decide. What it then does is judged call by call all the same.
func riskyOrder(prompt string) string {
	for f := range strings.FieldsFuncSeq(strings.ToLower(prompt), func(r rune) bool { return r < 'a' || r > 'z' }) {
		switch f {
		case "delete", "remove", "drop", "destroy", "wipe", "purge", "truncate", "reset", "deploy", "publish", "release", "merge", "push", "force", "production", "prod",
			"credential", "credentials", "secret", "secrets", "token", "tokens", "password", "passwords", "ssh", "upload", "send", "post", "paste", "email", "mail", "comment", "share",
			"disable", "bypass", "permission", "permissions", "hook", "hooks", "sudo", "install", "kill", "approve", "grant", "revoke", "transfer", "pay":
			return f
		}
	}
	return ""
}

// told looks through words meant for another agent: commands quoted in them
// are judged as if they ran, files named in them that hold an agent in check
// or hold credentials are a finding.
func (t *cmd) told(prompt string) {
	for _, span := range quoted(prompt) {
		if !strings.ContainsAny(span, " /") {
			continue
		}
		sub := t.r.below()
		sub.text(span, t.base.dir, "")
		for _, e := range sub.rep.Effects {
			if e.Entry != "" {
				e.Cmd, e.Why = 0, "tells another agent to run a command that "+e.Why
				t.r.rep.Effects = append(t.r.rep.Effects, e)
			}
		}
		t.r.rep.Guards = append(t.r.rep.Guards, sub.rep.Guards...)
	}
	for f := range strings.FieldsSeq(prompt) {
		f = strings.TrimRight(strings.Trim(f, ",;:!?()[]{}\"'`"), ".,;:!?")
		if !strings.Contains(f, "/") && !strings.HasPrefix(f, ".") || strings.Contains(f, "://") {
			continue
		}
		p := t.placeOf(f, false)
		if !p.known {
			continue
		}
		if class, what := classOf(p.path, t.r.env.Place); class == Control {
			t.find(Agent, "own-permissions", p.path, "tells another agent about "+what, word(f))
		}
		if g, what := t.r.secretAt(p.path, false); g >= 3 {
			t.find(Agent, "credential-hunt", p.path, "tells another agent about "+what, word(f))
		}
	}
}

// quoted gives the spans of text between backquotes, and fenced blocks.
func quoted(s string) []string {
	var out []string
	parts := strings.Split(s, "`")
	for i := 1; i < len(parts)-1; i += 2 {
		if parts[i] != "" {
			out = append(out, parts[i])
		}
	}
	return out
}

package permission

import (
	"net/url"
	"strings"

	"automode/call"
	"automode/effect"
	"automode/shell"
	"automode/world"
)

// A call is allowed by rules only when it was read completely and every part
// of it is covered: each simple command by a shell rule, word by word; each
// file that a redirect writes by an Edit or Write rule; each file that a file
// tool touches by a file rule. Whatever is not known is not covered.

// covers tells whether the rules, all of which allow, cover all of s, and
// which of them did.
func covers(rules []Rule, s *Subject) (used []*Rule, ok bool) {
	if !s.args.OK {
		return nil, false
	}
	switch s.Call.Kind() {
	case call.Shell:
		return coverShell(rules, s)
	case call.PowerShell:
		return nil, false // never read completely
	case call.Read, call.Write, call.Edit:
		return coverFiles(rules, s)
	}
	for i := range rules {
		if r := &rules[i]; r.speaksOf(s.Call) && (r.all || r.coversArgs(s)) {
			return []*Rule{r}, true
		}
	}
	return nil, false
}

// coversArgs tells whether the specifier of a rule for a fetch or an agent
// covers s.
func (r *Rule) coversArgs(s *Subject) bool {
	switch {
	case r.domain != "":
		return r.hostMatches(s.args.URL)
	case r.kind == call.Agent && r.text != "":
		typ, _ := s.args.Raw["subagent_type"].(string)
		return typ != "" && typ == r.text
	}
	return false
}

// hostMatches tells whether the URL's host is the rule's domain, or lies below
// it where the rule says *.domain, or where it tightens.
func (r *Rule) hostMatches(raw string) bool {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		if r.List == Allow {
			return false
		}
		if u, err = url.Parse("https://" + strings.TrimPrefix(raw, "//")); err != nil {
			return true // a rule that tightens holds for what cannot be read
		}
	}
	if r.List == Allow && u.Scheme != "https" && u.Scheme != "http" {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	domain, below := strings.CutPrefix(r.domain, "*.")
	if r.List != Allow {
		return host == domain || strings.HasSuffix(host, "."+domain) || starMatch(r.domain, host)
	}
	if below {
		return strings.HasSuffix(host, "."+domain)
	}
	return host == domain
}

func coverShell(rules []Rule, s *Subject) (used []*Rule, ok bool) {
	sh := s.read()
	if !s.complete() || len(sh.Commands) == 0 {
		return nil, false
	}
	for i := range sh.Commands {
		c := &sh.Commands[i]
		if !quietAssigns(c) {
			return nil, false
		}
		for _, red := range c.Redirs {
			if !writesFile(red) {
				continue
			}
			by, covered := coverRedirect(rules, s, c, red)
			if !covered {
				return nil, false
			}
			if by != nil {
				used = append(used, by)
			}
		}
		if len(c.Words) == 0 || c.Function || s.staysInRoot(c) {
			continue
		}
		by := coverCommand(rules, s, c)
		if by == nil {
			return nil, false
		}
		used = append(used, by)
	}
	return used, len(used) > 0
}

// coverCommand finds a rule that covers the simple command c, nil for none.
func coverCommand(rules []Rule, s *Subject, c *shell.Command) *Rule {
	// The wrappers that matter stay on: a rule must speak of them too.
	ws := c.Words
	quiet := len(c.Via)
	for quiet > 0 && quietWrapper(c.Via[quiet-1]) {
		quiet--
	}
	forms := [][]shell.Word{}
	if quiet == 0 {
		forms = append(forms, ws)
	}
	for i := len(c.Via) - 1; i >= 0; i-- {
		ws = append(append([]shell.Word(nil), c.Via[i].Words...), ws...)
		if i <= quiet {
			forms = append(forms, ws)
		}
	}
	for i := range rules {
		r := &rules[i]
		if r.kind != call.Shell || !r.speaksOf(s.Call) {
			continue
		}
		if r.all {
			return r
		}
		if r.cmd.form == exactForm && !ownInput(c) {
			continue
		}
		for _, f := range forms {
			if r.cmd.narrow(f) {
				return r
			}
		}
	}
	return nil
}

// ownInput tells whether c reads nothing but what the terminal would give it:
// a rule that spells a command out does not speak of what is fed to it.
func ownInput(c *shell.Command) bool {
	return c.Stdin.Kind == shell.Inherited || c.Stdin.Kind == shell.Closed ||
		c.Stdin.Kind == shell.File && c.Stdin.File().Lit() && c.Stdin.File().Text == "/dev/null"
}

// narrow tells whether p covers the program and arguments ws: the words that p
// says are known, literal and the same, the program as written.
func (p *command) narrow(ws []shell.Word) bool {
	if p.form == globForm {
		return narrowGlob(strings.Fields(p.text), ws)
	}
	if len(p.words) == 0 || len(ws) < len(p.words) || p.form == exactForm && len(ws) != len(p.words) {
		return false
	}
	for i, want := range p.words {
		if w := ws[i]; !w.Lit() || w.Many || w.Text != want {
			return false
		}
	}
	return true
}

// narrowGlob matches words against a pattern's words: a star by itself is any
// number of words, one inside a word stays inside it, and one that ends the
// pattern takes the rest.
func narrowGlob(pattern []string, ws []shell.Word) bool {
	// at[i]: the pattern's words so far can match exactly the first i words.
	at := make([]bool, len(ws)+1)
	at[0] = true
	for n, want := range pattern {
		next := make([]bool, len(ws)+1)
		last := n == len(pattern)-1
		for i, ok := range at {
			if !ok {
				continue
			}
			if want == "*" {
				next[i] = true
				for j := i; j < len(ws); j++ {
					// What may be any number of words may be the rest of
					// the pattern too: only the last star takes it.
					if !last && (!ws[j].Lit() || ws[j].Many) {
						break
					}
					next[j+1] = true
				}
				continue
			}
			if i < len(ws) && ws[i].Lit() && !ws[i].Many && starMatch(want, ws[i].Text) {
				if last && strings.HasSuffix(want, "*") {
					return true
				}
				next[i+1] = true
			}
		}
		at = next
	}
	return at[len(ws)]
}

// staysInRoot tells whether c only changes to a folder that is known to lie
// inside a root, links followed, or to where the call is anyway.
func (s *Subject) staysInRoot(c *shell.Command) bool {
	if len(c.Words) != 2 || len(c.Via) > 0 || c.Words[0].Text != "cd" || !c.Words[0].Lit() || !c.Words[1].Lit() {
		return false
	}
	to := c.Words[1].Text
	if strings.HasPrefix(to, "-") || !c.Dir.Known {
		return false
	}
	p := world.Clean(to, c.Dir.Text, s.Place.Home)
	if p != "" && p == s.Call.Dir {
		return true
	}
	real, known := s.resolve(p)
	if p == "" || !known {
		return false
	}
	for _, root := range s.Place.Roots {
		if world.Inside(p, root) && world.Inside(real, root) {
			return true
		}
	}
	return false
}

// coverRedirect tells whether writing red's target is covered, and by which
// rule; none is needed for what is no file.
func coverRedirect(rules []Rule, s *Subject, c *shell.Command, red shell.Redirect) (by *Rule, ok bool) {
	if !red.Target.Lit() || red.Target.Many {
		return nil, false
	}
	dir := ""
	if c.Dir.Known {
		dir = c.Dir.Text
	}
	p := world.Clean(red.Target.Text, dir, s.Place.Home)
	if isSink(p) {
		return nil, true
	}
	for i := range rules {
		r := &rules[i]
		if (r.kind == call.Edit || r.kind == call.Write) && general(r.tool) && r.coversFile(s, p) {
			return r, true
		}
	}
	return nil, false
}

// coverFiles covers a call of a file tool.
func coverFiles(rules []Rule, s *Subject) (used []*Rule, ok bool) {
	for i := range rules {
		if r := &rules[i]; r.all && r.speaksOf(s.Call) {
			return []*Rule{r}, true
		}
	}
	patch := s.args.Patch != ""
	if patch && (s.Report == nil || len(s.Report.Opaque) > 0 || len(patchFiles(s.args.Patch)) == 0) {
		return nil, false
	}
	if s.Report != nil {
		for i := range s.Report.Effects {
			if e := &s.Report.Effects[i]; e.Kind == effect.Unknown && (patch || s.args.Path == "") {
				return nil, false
			}
		}
	}
	ts := s.touches()
	for _, t := range ts {
		var by *Rule
		for i := range rules {
			r := &rules[i]
			if r.speaksOf(s.Call) && r.coversFile(s, t.path) {
				by = r
				break
			}
		}
		if by == nil {
			return nil, false
		}
		used = append(used, by)
	}
	return used, len(used) > 0
}

// coversFile tells whether the file rule r covers p both as it is written and
// as its links lead, with no link unknown.
func (r *Rule) coversFile(s *Subject, p string) bool {
	if p == "" {
		return false
	}
	if r.all {
		return true
	}
	real, known := s.resolve(p)
	if !known {
		return false
	}
	for _, base := range r.path.bases(r, s) {
		realBase, baseKnown := s.resolve(base)
		if baseKnown && r.path.matches(p, base, false, false) && r.path.matches(real, realBase, false, false) {
			return true
		}
	}
	return false
}

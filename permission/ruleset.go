package permission

import (
	"strings"

	"automode/call"
	"automode/effect"
)

// RuleSet is the rules of a session, from all layers. The zero RuleSet holds
// none. It is built by Add and then only read; reading is safe for concurrent
// use.
type RuleSet struct {
	deny, ask, allow []Rule
	waiting          []Rule // allow rules that wait while the mode is auto
}

// Match is a rule that speaks of a call, or the rules that together cover it.
type Match struct {
	Rules []Rule
	Words string // the words of the call that the rule speaks of
}

// String names the rules with where they are written.
func (m Match) String() string {
	var b strings.Builder
	for i, r := range m.Rules {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(r.String())
	}
	return b.String()
}

// Add parses text and adds the rule. On an error nothing is added.
func (rs *RuleSet) Add(list List, text string, origin Origin) error {
	r, err := Parse(list, text, origin)
	if err != nil {
		return err
	}
	rs.AddRule(r)
	return nil
}

// AddRule adds a rule that Parse made.
func (rs *RuleSet) AddRule(r Rule) {
	switch {
	case r.List == Deny:
		rs.deny = append(rs.deny, r)
	case r.List == Ask:
		rs.ask = append(rs.ask, r)
	default:
		if _, waits := Suspended(r); waits {
			rs.waiting = append(rs.waiting, r)
		} else {
			rs.allow = append(rs.allow, r)
		}
	}
}

// With is the set with further rules, which leaves rs as it is.
func (rs *RuleSet) With(rules []Rule) *RuleSet {
	if len(rules) == 0 {
		return rs
	}
	out := &RuleSet{}
	if rs != nil {
		out = &RuleSet{deny: clip(rs.deny), ask: clip(rs.ask), allow: clip(rs.allow), waiting: clip(rs.waiting)}
	}
	for _, r := range rules {
		out.AddRule(r)
	}
	return out
}

func clip(rules []Rule) []Rule { return rules[:len(rules):len(rules)] }

// Rules lists the rules of one list, those that wait in auto last.
func (rs *RuleSet) Rules(list List) []Rule {
	if rs == nil {
		return nil
	}
	switch list {
	case Ask:
		return rs.ask
	case Allow:
		return append(rs.allow[:len(rs.allow):len(rs.allow)], rs.waiting...)
	}
	return rs.deny
}

// Waiting lists the allow rules that wait while the mode is auto. They hold
// again in every other mode; Suspended says why each one waits.
func (rs *RuleSet) Waiting() []Rule {
	if rs == nil {
		return nil
	}
	return rs.waiting
}

// Denies finds a deny rule that speaks of s. Neither the size of the call nor
// its syntax keeps a rule from being looked at.
func (rs *RuleSet) Denies(s *Subject) (Match, bool) {
	if rs == nil {
		return Match{}, false
	}
	return firstHit(rs.deny, s)
}

// Asks finds an ask rule that speaks of s.
func (rs *RuleSet) Asks(s *Subject) (Match, bool) {
	if rs == nil {
		return Match{}, false
	}
	return firstHit(rs.ask, s)
}

// Allows finds allow rules that cover all of s in that mode.
func (rs *RuleSet) Allows(s *Subject, mode Mode) (Match, bool) {
	if rs == nil {
		return Match{}, false
	}
	rules := rs.allow
	if mode != Auto {
		rules = rs.Rules(Allow)
	}
	if len(rules) == 0 {
		return Match{}, false
	}
	used, ok := covers(rules, s)
	if !ok {
		return Match{}, false
	}
	var m Match
	for _, r := range used {
		if !m.holds(r) {
			m.Rules = append(m.Rules, *r)
		}
	}
	return m, true
}

func (m Match) holds(r *Rule) bool {
	for i := range m.Rules {
		if m.Rules[i].Text == r.Text && m.Rules[i].Origin == r.Origin {
			return true
		}
	}
	return false
}

func firstHit(rules []Rule, s *Subject) (Match, bool) {
	for i := range rules {
		if words, ok := rules[i].hits(s); ok {
			return Match{Rules: []Rule{rules[i]}, Words: words}, true
		}
	}
	return Match{}, false
}

// hits tells whether r, which tightens, speaks of s, and the words that say so.
func (r *Rule) hits(s *Subject) (words string, hit bool) {
	named := r.speaksOf(s.Call)
	switch r.kind {
	case call.Shell, call.PowerShell:
		if named && r.all {
			return s.shellText(), true
		}
		if r.all || s.shellText() == "" {
			return "", false
		}
		// A command is the same command whichever tool is given it.
		return r.hitsShell(s)
	case call.Read, call.Write, call.Edit:
		if named && r.all {
			return s.args.Path, true
		}
		if !general(r.tool) && !named {
			return "", false
		}
		if named && !s.args.OK {
			return string(s.Call.Input), true
		}
		return r.hitsFiles(s)
	case call.Fetch:
		return r.hitsFetch(s, named)
	}
	if !named {
		return "", false
	}
	if r.all || !s.args.OK {
		return s.Call.Tool, true
	}
	// What an argument must be: any text among the arguments.
	eachText(s.args.Raw, 0, func(t string) {
		if !hit && (t == r.text || starMatch(r.text, t)) {
			words, hit = t, true
		}
	})
	return words, hit
}

// hitsFetch matches a fetch rule: the tool's URL, and what commands fetch from
// or send to.
func (r *Rule) hitsFetch(s *Subject, named bool) (words string, hit bool) {
	if r.all {
		return s.args.URL, named
	}
	if named && (!s.args.OK || r.hostMatches(s.args.URL)) {
		return s.args.URL, true
	}
	if r.tool != "WebFetch" || s.Report == nil {
		return "", false
	}
	for i := range s.Report.Effects {
		e := &s.Report.Effects[i]
		switch e.Kind {
		case effect.Fetch, effect.Send, effect.Remote, effect.Channel:
			if e.Target != "" && !strings.HasPrefix(e.Target, "/") && r.hostMatches(e.Target) {
				return e.Words, true
			}
		}
	}
	return "", false
}

package permission

// Stand is where a session stands among the modes. It is plain data, kept with
// the session; the zero Stand is that of a session that is in Default and
// chose nothing. It is changed by Move alone.
type Stand struct {
	Mode Mode `json:"mode"`
	// Chosen: somebody brought the session into its mode. Otherwise it is
	// where the settings say.
	Chosen  bool `json:"chosen,omitempty"`
	Before  Mode `json:"before,omitempty"`   // of Plan: what leaving it comes back to
	Bypass  bool `json:"bypass,omitempty"`   // bypassPermissions was enabled at start
	OptedIn bool `json:"opted_in,omitempty"` // the person named auto for this session
	// Grants are rules that were given to this session only.
	Grants []Grant `json:"grants,omitempty"`
}

// Grant is a rule that a person gave to one session. One that allows holds in
// the mode it was given in and in no other: who said yes to it had that mode
// before their eyes.
type Grant struct {
	List Listing `json:"list"`
	Text string  `json:"rule"`
	Mode Mode    `json:"mode"`
}

// Listing is a List as it is stored, by name.
type Listing List

// MarshalText writes the list's name.
func (l Listing) MarshalText() ([]byte, error) { return []byte(List(l).String()), nil }

// UnmarshalText reads a list's name; one that is not known reads as Deny.
func (l *Listing) UnmarshalText(text []byte) error {
	*l = Listing(Deny)
	for _, k := range [...]List{Ask, Allow} {
		if k.String() == string(text) {
			*l = Listing(k)
		}
	}
	return nil
}

// Session is the source of rules that were given to one session.
const Session = "session"

// In gives the mode that counts while a host says that it is in the mode
// called host: a host's plan is plan, and nothing else of a host's does
// anything.
func (s Stand) In(host string, p Policy) Mode {
	m, ok := ParseMode(host)
	if !ok {
		return s.Mode
	}
	next, _ := s.Move(m, ByHost, p)
	return next.Mode
}

// Next is the mode that the mode key leads to.
func (s Stand) Next(p Policy) Mode {
	ring := Ring{Bypass: p.Available(BypassPermissions, s) == nil, Auto: p.AutoAvailable(s) == nil}
	for m, n := s.Mode, 0; n < len(modeNames); n++ {
		if m = ring.Next(m); p.Available(m, s) == nil {
			return m
		}
	}
	return s.Mode
}

// Rules are the rules that were given to the session and hold in the mode m.
// One that cannot be read any more denies nothing and allows nothing.
func (s Stand) Rules(m Mode) []Rule {
	var rules []Rule
	for _, g := range s.Grants {
		if List(g.List) == Allow && g.Mode != m {
			continue
		}
		if r, err := Parse(List(g.List), g.Text, Origin{Source: Session}); err == nil {
			rules = append(rules, r)
		}
	}
	return rules
}

// Grant adds a rule to the session, in the mode that it is in. The error is of
// a rule that is none.
func (s Stand) Grant(list List, text string) (Stand, error) {
	if _, err := Parse(list, text, Origin{Source: Session}); err != nil {
		return s, err
	}
	g := Grant{List: Listing(list), Text: text, Mode: s.Mode}
	for _, have := range s.Grants {
		if have == g {
			return s, nil
		}
	}
	s.Grants = append(s.Grants[:len(s.Grants):len(s.Grants)], g)
	return s, nil
}

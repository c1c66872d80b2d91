package permission

// Candidates are the modes that a session could start in, as they were asked
// for.
type Candidates struct {
	Skip       bool   // --dangerously-skip-permissions
	Flag       *Mode  // --permission-mode; nil: not given
	Settings   Mode   // that settings say, managed or the user's
	SettingsAt Origin // where they say it
}

// Start gives where a session starts: at the first candidate that is to be
// had. Each one that is not is dropped with a notice. What is left when all
// are dropped is Default, or what managed settings hold sessions in.
func (p Policy) Start(c Candidates) (Stand, []string) {
	var notices []string
	s := Stand{}
	if c.Settings == BypassPermissions && p.NoBypass == nil && !p.Remote {
		s.Bypass = true
	}
	try := func(to Mode, by Trigger, said string) bool {
		next, no := s.Move(to, by, p)
		if no == nil {
			s = next
			return true
		}
		notices = append(notices, said+": "+no.Error())
		return false
	}
	switch {
	case c.Skip && try(BypassPermissions, ByFlag, "--dangerously-skip-permissions"):
	case c.Flag != nil && try(*c.Flag, ByFlag, "--permission-mode "+c.Flag.String()):
	case try(c.Settings, BySettings, "the settings' mode ("+c.SettingsAt.String()+")"):
	case p.Lock != nil:
		s = s.to(p.Rest(s), false)
	}
	return s, notices
}

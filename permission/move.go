package permission

// Trigger is who or what asks for another mode.
type Trigger uint8

// The triggers.
const (
	ByCommand  Trigger = iota // a person's command
	ByRing                    // the mode key
	ByFlag                    // the command line that starts a session
	BySettings                // settings, at the start or when they changed since
	ByHost                    // the host's own mode
	ByResume                  // a session is taken up again
	BySwitch                  // policy takes away the mode that the session is in
	ByPlanExit                // a person approved the agent's plan
)

var triggerNames = [...]string{"command", "mode key", "flag", "settings", "host", "resume", "switch", "plan approved"}

// String is the trigger's name as records have it.
func (t Trigger) String() string {
	if int(t) < len(triggerNames) {
		return triggerNames[t]
	}
	return "unknown"
}

// Move brings a session into the mode to, or says why not. It is the one way
// from a mode to another, whoever asks, and does no more than that: what comes
// with it (rules that wait and hold again, grants that count, verdicts under
// way that do not) follows from the mode. A refusal leaves the session where
// it stands. A session that is in the mode already stays there.
func (s Stand) Move(to Mode, by Trigger, p Policy) (Stand, *Refusal) {
	next, no := s.move(to, by, p)
	if no != nil {
		return s, no
	}
	return next, nil
}

func (s Stand) move(to Mode, by Trigger, p Policy) (Stand, *Refusal) {
	chosen := true
	switch by {
	case ByCommand:
		s.OptedIn = s.OptedIn || to == Auto
	case ByFlag:
		s.OptedIn = s.OptedIn || to == Auto
		s.Bypass = s.Bypass || to == BypassPermissions
	case ByRing:
		if next := s.Next(p); to != next && to != s.Mode && p.Available(to, s) == nil {
			return s, refuse(to, "the mode key leads from "+s.Mode.String()+" to "+next.String(), "")
		}
	case BySettings:
		chosen = s.Chosen
		switch {
		case s.Chosen && to != s.Mode:
			return s, refuse(to, "the session's mode was chosen; settings count for the next one", "")
		case p.Remote && to != AcceptEdits && to != Plan && to != Default:
			return s, refuse(to, "a remote session takes only acceptEdits, plan and default from settings", "start it with --permission-mode "+to.String())
		}
	case ByHost:
		if to != Plan && to != s.Mode {
			return s, refuse(to, "a host's mode is recorded and changes nothing", "run: automode mode "+to.String())
		}
	case ByResume:
		if to != s.Mode {
			return s, refuse(to, "a session that is taken up again comes into no other mode by that", "")
		}
		return s.resumed(p), nil
	case BySwitch:
		chosen = s.Chosen
		if rest := p.Rest(s); p.Available(s.Mode, s) == nil && to != s.Mode {
			return s, refuse(to, "nothing took away the mode "+s.Mode.String(), "")
		} else if to != rest && to != s.Mode {
			return s, refuse(to, "a session whose mode is taken away comes to "+rest.String(), "")
		}
	case ByPlanExit:
		back := s.Back(p)
		switch {
		case s.Mode != Plan:
			return s, refuse(to, "the session is not in plan mode", "")
		case to != back && to != Default && to != AcceptEdits && to != Auto:
			return s, refuse(to, "an approved plan leads back to "+back.String()+", or to default, acceptEdits or auto", "")
		}
	default:
		return s, refuse(to, "nobody that is known asks for it", "")
	}
	if no := p.Available(to, s); no != nil {
		return s, no
	}
	return s.to(to, chosen), nil
}

// resumed is what is left of a session when it is taken up again: no grants,
// no bypass, and no mode that is not to be had any more.
func (s Stand) resumed(p Policy) Stand {
	s.Grants, s.Bypass = nil, false
	if p.Available(s.Mode, s) != nil {
		s = s.to(p.Rest(s), s.Chosen)
	}
	if p.Available(s.Before, s) != nil {
		s.Before = Default
	}
	return s
}

// Back is the mode that leaving plan mode comes back to.
func (s Stand) Back(p Policy) Mode {
	if p.Available(s.Before, s) != nil {
		return p.Rest(s)
	}
	return s.Before
}

func (s Stand) to(m Mode, chosen bool) Stand {
	switch {
	case m == Plan && s.Mode != Plan:
		s.Before = s.Mode
	case m != Plan:
		s.Before = Default
	}
	s.Mode, s.Chosen = m, chosen
	return s
}

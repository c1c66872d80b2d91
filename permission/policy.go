package permission

import "automode/verdict"

// Policy is what those who may say so decided about modes. It is taken from
// settings anew for every call, so that a session that runs meets it too. The
// zero Policy bars nothing.
type Policy struct {
	NoAuto   *Bar  // auto is not to be had
	NoBypass *Bar  // bypassPermissions is not to be had
	OptIn    *Bar  // auto is to be had only where the person named it
	Lock     *Lock // the mode is held
	Remote   bool  // a session that nobody started at this machine
}

// Bar is why a mode is not to be had, where that was decided, and what to do
// about it.
type Bar struct {
	Why  string
	At   Origin
	Next string
}

// Lock is a mode that managed settings hold sessions in.
type Lock struct {
	Mode Mode
	At   Origin
}

// Refusal says that a session is not brought into a mode.
type Refusal struct {
	Mode Mode
	Bar
}

// Error is one line: which mode, why not, where that was decided, what to do.
func (r *Refusal) Error() string {
	text := "the mode " + r.Mode.String() + " is not to be had: " + r.Why
	if at := r.At.String(); at != "" {
		text += " (" + at + ")"
	}
	if r.Next != "" {
		text += "; " + r.Next
	}
	return verdict.Quote(text, 600)
}

func refuse(m Mode, why, next string) *Refusal {
	return &Refusal{Mode: m, Bar: Bar{Why: why, Next: next}}
}

// AutoAvailable tells whether a session can be in auto mode: the one answer for
// the mode key, flags, settings, hosts and sessions taken up again. nil is yes.
func (p Policy) AutoAvailable(s Stand) *Refusal { return p.Available(Auto, s) }

// Available tells whether the mode m is to be had for a session that stands at
// s; nil is yes. It does not look at how the session would come there. Default
// can be had wherever nothing else can.
func (p Policy) Available(m Mode, s Stand) *Refusal {
	barred := p.barred(m, s)
	if barred != nil || p.Lock == nil || m == p.Lock.Mode || m == Plan {
		return barred
	}
	if m == Default && p.barred(p.Lock.Mode, s) != nil {
		return nil // what is held is itself not to be had
	}
	return &Refusal{Mode: m, Bar: Bar{Why: "managed settings hold sessions in " + p.Lock.Mode.String(), At: p.Lock.At}}
}

func (p Policy) barred(m Mode, s Stand) *Refusal {
	if int(m) >= len(modeNames) {
		return refuse(m, "there is no such mode", "")
	}
	var bar *Bar
	switch m {
	case Auto:
		if bar = p.NoAuto; bar == nil && !s.OptedIn {
			bar = p.OptIn
		}
	case BypassPermissions:
		if bar = p.NoBypass; bar == nil && !s.Bypass {
			bar = &Bar{Why: "it was not enabled when the session started"}
		}
	}
	if bar == nil {
		return nil
	}
	return &Refusal{Mode: m, Bar: *bar}
}

// Rest is the mode of a session that cannot stay in the one it is in.
func (p Policy) Rest(s Stand) Mode {
	if p.Lock != nil && p.Available(p.Lock.Mode, s) == nil {
		return p.Lock.Mode
	}
	return Default
}

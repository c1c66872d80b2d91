// Package permission holds what a person decided before any judge is asked:
// the mode a session is in, and the rules that allow, ask or deny calls by
// tool and specifier.
//
// Rules are matched by code, on data: the simple commands that package shell
// read, the files that package effect says a command touches, and the raw text
// as well where a rule tightens. Tightening rules match as widely as can be
// read; allowing rules match only what was read completely.
package permission

// Mode is how much a session lets pass without asking. The zero Mode is
// Default.
type Mode uint8

// The modes, in no order of strictness; Next walks the ring.
const (
	Default           Mode = iota // every call that no rule settles is put to the person
	AcceptEdits                   // ordinary edits inside the roots pass
	Plan                          // nothing is changed
	Auto                          // judges decide what would be put to the person
	DontAsk                       // what would be put to the person is denied
	BypassPermissions             // everything that no deny rule, guard or ask rule holds passes
)

var modeNames = [...]string{"default", "acceptEdits", "plan", "auto", "dontAsk", "bypassPermissions"}

// String is the mode's name as settings and protocols write it.
func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return "unknown"
}

// Title is the mode's name as people are shown it.
func (m Mode) Title() string {
	switch m {
	case Default:
		return "Manual"
	case AcceptEdits:
		return "Accept edits"
	case Plan:
		return "Plan"
	case Auto:
		return "Auto"
	case DontAsk:
		return "Don't ask"
	case BypassPermissions:
		return "Bypass permissions"
	}
	return "Unknown"
}

// ParseMode reads a mode's name, exactly as settings write it. A name that is
// not known is no mode: ok is false, and the Mode that comes with it is
// Default.
func ParseMode(name string) (m Mode, ok bool) {
	for i, n := range modeNames {
		if n == name {
			return Mode(i), true
		}
	}
	return Default, false
}

// MarshalText writes the mode's name.
func (m Mode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a mode's name; one that is not known reads as Default,
// the mode in which a person sees everything.
func (m *Mode) UnmarshalText(text []byte) error {
	*m, _ = ParseMode(string(text))
	return nil
}

// Ring says which modes a session can reach by the mode key.
type Ring struct {
	Bypass bool // bypassPermissions was enabled when the session started
	Auto   bool // auto is available
}

// Next is the mode after m: default, acceptEdits, plan, bypassPermissions
// where enabled, auto where available, and round to default. From a mode
// outside the ring the next one is default.
func (r Ring) Next(m Mode) Mode {
	switch m {
	case Default:
		return AcceptEdits
	case AcceptEdits:
		return Plan
	case Plan:
		if r.Bypass {
			return BypassPermissions
		}
		fallthrough
	case BypassPermissions:
		if r.Auto {
			return Auto
		}
	}
	return Default
}

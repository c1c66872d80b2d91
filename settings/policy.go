package settings

import "automode/permission"

// Policy is what the settings decide about modes.
func (s *Settings) Policy() permission.Policy {
	var p permission.Policy
	at := func(key string) (text string, o Origin) {
		v, _ := s.Value(key)
		return v.Text, v.Origin
	}
	sw, swAt := at("modeSwitch")
	mode, modeAt := at("mode")
	if off, o := at("disableAutoMode"); off == "disable" {
		p.NoAuto = &permission.Bar{Why: "disableAutoMode is set", At: o, Next: "take it out there"}
	}
	switch sw {
	case "disabled":
		p.NoAuto = &permission.Bar{Why: "the mode switch is disabled", At: swAt, Next: "ask who runs this machine"}
	case "opt-in":
		named := mode == permission.Auto.String() && (modeAt.Source == User || modeAt.Source == Command)
		if !named {
			p.OptIn = &permission.Bar{Why: "the mode switch wants it to be named by you", At: swAt, Next: "run: automode mode auto, or put \"mode\": \"auto\" into your own settings"}
		}
	}
	if off, o := at("disableBypassPermissionsMode"); off == "disable" {
		p.NoBypass = &permission.Bar{Why: "disableBypassPermissionsMode is set", At: o, Next: "take it out there"}
	}
	if held, o := at("lockMode"); held == "true" {
		p.Lock = &permission.Lock{Mode: s.Mode, At: o}
		if modeAt.Source != Managed { // held where nothing says in what
			p.Lock.Mode = permission.Default
		}
	}
	return p
}

// Candidates is the start that the settings ask for, without flags.
func (s *Settings) Candidates() permission.Candidates {
	v, _ := s.Value("mode")
	c := permission.Candidates{Settings: s.Mode, SettingsAt: v.Origin}
	if v.Origin.Source == Command {
		c.Flag = &s.Mode
	}
	return c
}

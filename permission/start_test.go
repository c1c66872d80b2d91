package permission

import (
	"fmt"
	"strings"
	"testing"
)

// TestStartCandidates goes through every flag, setting, policy, switch and
// kind of session, and holds each start against a plain reading of the rule:
// the first candidate that is to be had, each one before it dropped with a
// notice.
func TestStartCandidates(t *testing.T) {
	type flag struct {
		name string
		skip bool
		mode *Mode
	}
	flags := []flag{{name: "no flag"}, {name: "skip", skip: true}}
	for i := range modes {
		flags = append(flags, flag{name: "flag " + modes[i].String(), mode: &modes[i]})
	}
	flags = append(flags, flag{name: "skip and flag plan", skip: true, mode: &modes[2]})
	switches := map[string]Policy{
		"enabled":  {},
		"disabled": {NoAuto: &Bar{Why: "switched off", At: decidedAt}},
		"opt-in":   {OptIn: &Bar{Why: "to be named", At: decidedAt}},
	}
	n := 0
	for _, f := range flags {
		for _, setting := range modes {
			for _, noBypass := range []bool{false, true} {
				for sw, p := range switches {
					for _, remote := range []bool{false, true} {
						n++
						p.Remote = remote
						if noBypass {
							p.NoBypass = &Bar{Why: "forbidden", At: decidedAt}
						}
						got, notices := p.Start(Candidates{Skip: f.skip, Flag: f.mode, Settings: setting, SettingsAt: decidedAt})
						name := fmt.Sprintf("%s, settings %v, bypass forbidden %v, switch %s, remote %v", f.name, setting, noBypass, sw, remote)

						// the plain reading
						var want Mode
						dropped := 0
						found := false
						try := func(m Mode, bySettings bool) {
							if found {
								return
							}
							switch {
							case m == BypassPermissions && noBypass,
								m == Auto && sw == "disabled",
								m == Auto && sw == "opt-in" && bySettings,
								bySettings && remote && m != AcceptEdits && m != Plan && m != Default:
								dropped++
							default:
								want, found = m, true
							}
						}
						if f.skip {
							try(BypassPermissions, false)
						}
						if f.mode != nil {
							try(*f.mode, false)
						}
						try(setting, true)

						if got.Mode != want || len(notices) != dropped {
							t.Errorf("%s: starts in %v, want %v; %d notices, want %d: %q", name, got.Mode, want, len(notices), dropped, notices)
						}
						for _, line := range notices {
							if !strings.Contains(line, "is not to be had: ") || strings.Contains(line, "\n") {
								t.Errorf("%s: %q", name, line)
							}
						}
						if enabled := !noBypass && (f.skip || f.mode != nil && *f.mode == BypassPermissions || setting == BypassPermissions && !remote); got.Bypass != enabled {
							t.Errorf("%s: bypass enabled %v, want %v", name, got.Bypass, enabled)
						}
						if flagged := f.skip || f.mode != nil; got.Chosen && !flagged {
							t.Errorf("%s: nobody chose it", name)
						}
						if again, _ := got.Move(got.Mode, ByHost, p); again.Mode != got.Mode {
							t.Errorf("%s: it cannot stay where it starts", name)
						}
					}
				}
			}
		}
	}
	t.Logf("%d starts", n)
}

func TestAHeldModeIsWhereSessionsStart(t *testing.T) {
	p := Policy{Lock: &Lock{Mode: Default, At: decidedAt}}
	auto := Auto
	s, notices := p.Start(Candidates{Flag: &auto, Settings: Default, SettingsAt: decidedAt})
	if s.Mode != Default || len(notices) != 1 || !strings.Contains(notices[0], "hold sessions in default (/etc/automode/managed.json:3:5)") {
		t.Errorf("%+v, %q", s, notices)
	}
	p.Lock.Mode = AcceptEdits
	if s, _ = p.Start(Candidates{Flag: &auto, Settings: Auto}); s.Mode != AcceptEdits {
		t.Errorf("%+v", s)
	}
	plan := Plan
	if s, _ = p.Start(Candidates{Flag: &plan, Settings: Auto}); s.Mode != Plan {
		t.Errorf("%+v", s)
	}
}

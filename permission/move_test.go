package permission

import (
	"encoding/json"
	"strings"
	"testing"
)

var (
	modes     = []Mode{Default, AcceptEdits, Plan, Auto, DontAsk, BypassPermissions}
	triggers  = []Trigger{ByCommand, ByRing, ByFlag, BySettings, ByHost, ByResume, BySwitch, ByPlanExit}
	decidedAt = Origin{Source: "managed", File: "/etc/automode/managed.json", Line: 3, Column: 5}
)

// The tables below say what becomes of every wish. Rows are the mode that a
// session is in, columns the one that is asked for, both in the order of
// modes: "=" it is there already, "y" it comes there, "." it is refused.
var transitions = map[string]struct {
	policy Policy
	chosen bool // the session's mode was chosen
	want   map[Trigger]string
}{
	"nothing barred, a mode that was chosen": {Policy{}, true, map[Trigger]string{
		ByCommand:  "=yyyyy y=yyyy yy=yyy yyy=yy yyyy=y yyyyy=",
		ByRing:     "=y.... .=y... ..=..y y..=.. y...=. ...y.=",
		ByFlag:     "=yyyyy y=yyyy yy=yyy yyy=yy yyyy=y yyyyy=",
		BySettings: "=..... .=.... ..=... ...=.. ....=. .....=",
		ByHost:     "=.y... .=y... ..=... ..y=.. ..y.=. ..y..=",
		ByResume:   "=..... .=.... ..=... ...=.. ....=. .....>",
		BySwitch:   "=..... .=.... ..=... ...=.. ....=. .....=",
		ByPlanExit: "...... ...... yy.y.. ...... ...... ......",
	}},
	"nothing barred, a mode that settings gave": {Policy{}, false, map[Trigger]string{
		BySettings: "=yyyyy y=yyyy yy=yyy yyy=yy yyyy=y yyyyy=",
	}},
	"auto switched off": {Policy{NoAuto: &Bar{Why: "x", At: decidedAt}}, true, map[Trigger]string{
		ByCommand:  "=yy.yy y=y.yy yy=.yy yyy.yy yyy.=y yyy.y=",
		ByRing:     "=y.... .=y... ..=..y y..... y...=. y....=",
		ByFlag:     "=yy.yy y=y.yy yy=.yy yyy.yy yyy.=y yyy.y=",
		BySettings: "=..... .=.... ..=... ...... ....=. .....=",
		ByHost:     "=.y... .=y... ..=... ..y... ..y.=. ..y..=",
		ByResume:   "=..... .=.... ..=... ...>.. ....=. .....>",
		BySwitch:   "=..... .=.... ..=... y..... ....=. .....=",
		ByPlanExit: "...... ...... yy.... ...... ...... ......",
	}},
	"auto switched off, a mode that settings gave": {Policy{NoAuto: &Bar{Why: "x", At: decidedAt}}, false, map[Trigger]string{
		BySettings: "=yy.yy y=y.yy yy=.yy yyy.yy yyy.=y yyy.y=",
		BySwitch:   "=..... .=.... ..=... y..... ....=. .....=",
	}},
	"bypass barred": {Policy{NoBypass: &Bar{Why: "x", At: decidedAt}}, true, map[Trigger]string{
		ByCommand:  "=yyyy. y=yyy. yy=yy. yyy=y. yyyy=. yyyyy.",
		ByRing:     "=y.... .=y... ..=y.. y..=.. y...=. ...y..",
		ByFlag:     "=yyyy. y=yyy. yy=yy. yyy=y. yyyy=. yyyyy.",
		BySwitch:   "=..... .=.... ..=... ...=.. ....=. y.....",
		ByPlanExit: "...... ...... yy.y.. ...... ...... ......",
	}},
	"auto only where it was named": {Policy{OptIn: &Bar{Why: "x", At: decidedAt}}, true, map[Trigger]string{
		ByCommand: "=yyyyy y=yyyy yy=yyy yyy=yy yyyy=y yyyyy=",
		ByRing:    "=y.... .=y... ..=..y y..... y...=. y....=",
		ByFlag:    "=yyyyy y=yyyy yy=yyy yyy=yy yyyy=y yyyyy=",
		ByResume:  "=..... .=.... ..=... ...>.. ....=. .....>",
		BySwitch:  "=..... .=.... ..=... y..... ....=. .....=",
	}},
	"held in acceptEdits": {Policy{Lock: &Lock{Mode: AcceptEdits, At: decidedAt}}, true, map[Trigger]string{
		ByCommand:  ".yy... .=y... .y=... .yy... .yy... .yy...",
		ByRing:     ".y.... .=y... .y=... .y.... .y.... .y....",
		ByFlag:     ".yy... .=y... .y=... .yy... .yy... .yy...",
		ByResume:   ">..... .=.... ..=... ...>.. ....>. .....>",
		BySwitch:   ".y.... .=.... ..=... .y.... .y.... .y....",
		ByPlanExit: "...... ...... .y.... ...... ...... ......",
	}},
	"held in auto, which is switched off": {Policy{Lock: &Lock{Mode: Auto, At: decidedAt}, NoAuto: &Bar{Why: "x"}}, true, map[Trigger]string{
		ByCommand: "=.y... y.y... y.=... y.y... y.y... y.y...",
		BySwitch:  "=..... y..... ..=... y..... y..... y.....",
	}},
}

func TestEveryModeToEveryModeByEveryTrigger(t *testing.T) {
	for name, c := range transitions {
		for by, table := range c.want {
			for i, row := range strings.Fields(table) {
				for j, what := range row {
					from, to := modes[i], modes[j]
					s := Stand{Mode: from, Chosen: c.chosen, Bypass: true, Grants: []Grant{{List: Listing(Allow), Text: "Bash(make)", Mode: from}}}
					next, no := s.Move(to, by, c.policy)
					at := name + ": " + from.String() + " to " + to.String() + " by " + by.String()
					switch what {
					case '.':
						if no == nil || no.Mode != to || no.Why == "" || next.Mode != from || next.Bypass != s.Bypass || next.OptedIn || len(next.Grants) != 1 {
							t.Errorf("%s: %+v, %v", at, next, no)
						}
						continue
					case '>': // taken up again in a mode that it cannot stay in
						if no != nil || next.Mode != c.policy.Rest(s) || len(next.Grants) != 0 || next.Bypass {
							t.Errorf("%s: %+v, %v", at, next, no)
						}
						continue
					case '=':
						if from != to {
							t.Fatalf("%s: the table is wrong", at)
						}
					}
					if no != nil || next.Mode != to {
						t.Errorf("%s: %+v, %v", at, next, no)
						continue
					}
					if got := len(next.Rules(to)); by != ByResume && (got == 1) != (from == to) {
						t.Errorf("%s: %d grants count", at, got)
					}
					if to == Plan && from != Plan && next.Before != from || to != Plan && next.Before != Default {
						t.Errorf("%s: leaving plan would lead to %v", at, next.Before)
					}
				}
			}
		}
	}
	if _, no := (Stand{}).Move(Plan, Trigger(99), Policy{}); no == nil {
		t.Error("an unknown trigger moves a session")
	}
	if _, no := (Stand{}).Move(Mode(99), ByCommand, Policy{}); no == nil {
		t.Error("a session comes into a mode that is none")
	}
}

func TestARefusalSaysWhyWhereAndWhatNext(t *testing.T) {
	for name, c := range map[string]struct {
		policy Policy
		from   Stand
		to     Mode
		by     Trigger
		says   []string
	}{
		"switched off":    {Policy{NoAuto: &Bar{Why: "the mode switch is disabled", At: decidedAt, Next: "ask who runs this machine"}}, Stand{}, Auto, ByCommand, []string{"auto", "the mode switch is disabled", "/etc/automode/managed.json:3:5", "ask who"}},
		"held":            {Policy{Lock: &Lock{Mode: Default, At: decidedAt}}, Stand{}, Auto, ByRing, []string{"managed settings hold sessions in default", "/etc/automode/managed.json:3:5"}},
		"not enabled":     {Policy{}, Stand{}, BypassPermissions, ByCommand, []string{"not enabled when the session started"}},
		"a host's":        {Policy{}, Stand{}, BypassPermissions, ByHost, []string{"a host's mode is recorded and changes nothing", "automode mode bypassPermissions"}},
		"a remote's":      {Policy{Remote: true}, Stand{}, Auto, BySettings, []string{"remote", "--permission-mode auto"}},
		"a wrong turn":    {Policy{}, Stand{}, Auto, ByRing, []string{"from default to acceptEdits"}},
		"no plan to exit": {Policy{}, Stand{Mode: Auto}, Default, ByPlanExit, []string{"not in plan mode"}},
	} {
		_, no := c.from.Move(c.to, c.by, c.policy)
		if no == nil {
			t.Errorf("%s: it is not refused", name)
			continue
		}
		for _, want := range c.says {
			if !strings.Contains(no.Error(), want) {
				t.Errorf("%s: %q does not say %q", name, no, want)
			}
		}
	}
}

func TestPlanComesBackToWhereItWasEnteredFrom(t *testing.T) {
	p := Policy{}
	for _, from := range modes {
		s := Stand{Mode: from, Bypass: true}
		s, _ = s.Move(Plan, ByCommand, p)
		s, _ = s.Move(Plan, ByHost, p) // again, from another side
		if from == Plan {
			continue
		}
		if next, no := s.Move(s.Back(p), ByPlanExit, p); no != nil || next.Mode != from {
			t.Errorf("from %v it comes back to %v (%v)", from, next.Mode, no)
		}
	}
	s, _ := Stand{Mode: Auto}.Move(Plan, ByRing, p)
	if s.Mode == Plan {
		t.Error("the mode key leads from auto to plan")
	}
	s, _ = Stand{Mode: Auto}.Move(Plan, ByCommand, p)
	off := Policy{NoAuto: &Bar{Why: "x"}}
	if next, no := s.Move(s.Back(off), ByPlanExit, off); no != nil || next.Mode != Default {
		t.Errorf("auto is gone, and plan comes back to %v (%v)", next.Mode, no)
	}
}

func TestAHostOnlyTightens(t *testing.T) {
	for _, m := range modes {
		s := Stand{Mode: m, Chosen: true, Bypass: true}
		for _, host := range []string{"", "default", "acceptEdits", "auto", "dontAsk", "bypassPermissions", "yolo", "PLAN", "plan "} {
			if got := s.In(host, Policy{}); got != m {
				t.Errorf("%v becomes %v under a host in %q", m, got, host)
			}
		}
		if got := s.In("plan", Policy{}); got != Plan {
			t.Errorf("%v becomes %v under a host that plans", m, got)
		}
		if got := s.In("plan", Policy{Lock: &Lock{Mode: m}}); got != Plan {
			t.Errorf("held in %v it becomes %v under a host that plans", m, got)
		}
	}
}

func TestGrantsCountInTheirModeOnly(t *testing.T) {
	s := Stand{Mode: AcceptEdits}
	for _, g := range []struct {
		list List
		text string
	}{{Allow, "Bash(make)"}, {Deny, "Bash(rm:*)"}, {Ask, "WebFetch"}} {
		var err error
		if s, err = s.Grant(g.list, g.text); err != nil {
			t.Fatal(err)
		}
	}
	if again, _ := s.Grant(Allow, "Bash(make)"); len(again.Grants) != 3 {
		t.Error("a grant is kept twice")
	}
	for _, m := range modes {
		rules := s.Rules(m)
		want := 2
		if m == AcceptEdits {
			want = 3
		}
		if len(rules) != want {
			t.Errorf("in %v: %v", m, rules)
		}
	}
	if _, err := s.Grant(Allow, "Bash("); err == nil {
		t.Error("a rule that is none was granted")
	}
	if s.Rules(AcceptEdits)[0].Origin.String() != "session" {
		t.Error("a grant does not say where it is from")
	}
}

func TestAStandIsKeptAsItIs(t *testing.T) {
	s := Stand{Mode: Plan, Chosen: true, Before: Auto, Bypass: true, OptedIn: true, Grants: []Grant{{Listing(Allow), "Bash(make)", Auto}, {Listing(Deny), "Read", Plan}, {Listing(Ask), "Bash", Default}}}
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var back Stand
	if err := json.Unmarshal(b, &back); err != nil || len(back.Grants) != 3 || back.Grants[0] != s.Grants[0] || back.Grants[1] != s.Grants[1] || back.Grants[2] != s.Grants[2] || back.Before != Auto || back.Mode != Plan {
		t.Errorf("%s: %+v, %v", b, back, err)
	}
	for _, bad := range []string{`{"list":"allows","rule":"Bash","mode":"auto"}`, `{"rule":"Bash"}`} {
		var g Grant
		if err := json.Unmarshal([]byte(bad), &g); err != nil || List(g.List) != Deny {
			t.Errorf("%s: %+v, %v", bad, g, err)
		}
	}
}

func TestTheModeKeyGoesRoundWhateverIsBarred(t *testing.T) {
	for name, c := range map[string]struct {
		p      Policy
		bypass bool
		want   string
	}{
		"all":               {Policy{}, true, "acceptEdits plan bypassPermissions auto default"},
		"as it starts":      {Policy{}, false, "acceptEdits plan auto default"},
		"auto switched off": {Policy{NoAuto: &Bar{}}, true, "acceptEdits plan bypassPermissions default"},
		"held in auto":      {Policy{Lock: &Lock{Mode: Auto}}, true, "plan auto"},
		"held in default":   {Policy{Lock: &Lock{Mode: Default}}, true, "plan default"},
	} {
		s := Stand{Mode: c.p.Rest(Stand{}), Bypass: c.bypass}
		for i, want := range strings.Fields(c.want) {
			next, no := s.Move(s.Next(c.p), ByRing, c.p)
			if no != nil || next.Mode.String() != want {
				t.Errorf("%s: step %d is %v (%v), want %s", name, i, next.Mode, no, want)
			}
			s = next
		}
	}
}

package permission

import (
	"encoding/json"
	"testing"
)

func TestParseModeTakesExactNamesOnly(t *testing.T) {
	for m := Default; m <= BypassPermissions; m++ {
		if got, ok := ParseMode(m.String()); !ok || got != m {
			t.Errorf("%v does not read back", m)
		}
		if m.Title() == "Unknown" {
			t.Errorf("%v has no title", m)
		}
	}
	for _, name := range []string{"", "Auto", "yolo", "bypass", "acceptedits", " auto", "unknown"} {
		if m, ok := ParseMode(name); ok || m != Default {
			t.Errorf("%q read as %v, %v", name, m, ok)
		}
	}
}

func TestAModeThatIsNotKnownReadsAsTheOneThatAsks(t *testing.T) {
	m := BypassPermissions
	if err := json.Unmarshal([]byte(`"yolo"`), &m); err != nil || m != Default {
		t.Errorf("got %v, %v", m, err)
	}
	if Mode(99).String() != "unknown" {
		t.Error("a mode out of range has a known name")
	}
}

func TestTheRingGoesRound(t *testing.T) {
	for _, c := range []struct {
		name string
		ring Ring
		want []Mode
	}{
		{"everything enabled", Ring{Bypass: true, Auto: true}, []Mode{AcceptEdits, Plan, BypassPermissions, Auto, Default}},
		{"without bypass", Ring{Auto: true}, []Mode{AcceptEdits, Plan, Auto, Default}},
		{"without auto", Ring{Bypass: true}, []Mode{AcceptEdits, Plan, BypassPermissions, Default}},
		{"neither", Ring{}, []Mode{AcceptEdits, Plan, Default}},
	} {
		m := Default
		for i, want := range c.want {
			if m = c.ring.Next(m); m != want {
				t.Errorf("%s: step %d is %v, want %v", c.name, i, m, want)
			}
		}
	}
	if got := (Ring{Auto: true}).Next(DontAsk); got != Default {
		t.Errorf("from outside the ring comes %v", got)
	}
}

package setup

import (
	"os"
	"strings"
	"testing"
)

func TestSettingsThatKeepTheGateOutAreNamed(t *testing.T) {
	for name, c := range map[string]struct {
		plant func(*patient)
		why   string
	}{
		"nothing":                       {func(*patient) {}, ""},
		"not installed":                 {func(p *patient) { os.Remove(p.user) }, "no settings file there calls the gate"},
		"a project that disables hooks": {func(p *patient) { p.project(map[string]any{"disableAllHooks": true}) }, "disableAllHooks in the project settings"},
	} {
		p := sound(t)
		c.plant(p)
		why, do := Bypass(Chain(p.exam.Home, p.exam.Dir, p.exam.Managed))
		if !strings.HasPrefix(why, c.why) || (why == "") != (c.why == "") || (why == "") != (do == "") {
			t.Errorf("%s: %q, %q", name, why, do)
		}
	}
}

//go:build unix

package settings

import (
	"os"
	"strings"
	"testing"

	"automode/permission"
)

func TestPolicySaysWhyAndWhere(t *testing.T) {
	bar := func(f func(permission.Policy) *permission.Bar) func(permission.Policy) (string, permission.Origin) {
		return func(p permission.Policy) (string, permission.Origin) {
			if b := f(p); b != nil {
				return b.Why, b.At
			}
			return "", permission.Origin{}
		}
	}
	auto := bar(func(p permission.Policy) *permission.Bar { return p.NoAuto })
	bypass := bar(func(p permission.Policy) *permission.Bar { return p.NoBypass })
	optIn := bar(func(p permission.Policy) *permission.Bar { return p.OptIn })
	lock := func(p permission.Policy) (string, permission.Origin) {
		if p.Lock == nil {
			return "", permission.Origin{}
		}
		return p.Lock.Mode.String(), p.Lock.At
	}
	for name, c := range map[string]struct {
		layers map[string]string
		part   func(permission.Policy) (string, permission.Origin)
		says   string // empty: nothing is barred
		at     string // layer and place
	}{
		"nothing":                      {nil, auto, "", ""},
		"auto disabled":                {map[string]string{User: `{"disableAutoMode":"disable"}`}, auto, "disableAutoMode", "user 1:2"},
		"auto disabled, Claude's way":  {map[string]string{User: `{"permissions":{"disableAutoMode":"disable"}}`}, auto, "disableAutoMode", "user 1:17"},
		"bypass disabled":              {map[string]string{User: `{"disableBypassPermissionsMode":"disable"}`}, bypass, "disableBypassPermissionsMode", "user 1:2"},
		"a project's word is nothing":  {map[string]string{Project: `{"disableAutoMode":"disable"}`}, auto, "", ""},
		"the switch":                   {map[string]string{Managed: `{"modeSwitch":"disabled"}`}, auto, "switch is disabled", "managed 1:2"},
		"the switch, enabled":          {map[string]string{Managed: `{"modeSwitch":"enabled"}`}, auto, "", ""},
		"opt-in, nobody named it":      {map[string]string{Managed: `{"modeSwitch":"opt-in"}`}, optIn, "named by you", "managed 1:2"},
		"opt-in, managed settings did": {map[string]string{Managed: `{"modeSwitch":"opt-in","mode":"auto"}`}, optIn, "named by you", "managed 1:2"},
		"opt-in, the user did":         {map[string]string{Managed: `{"modeSwitch":"opt-in"}`, User: `{"mode":"auto"}`}, optIn, "", ""},
		"opt-in, a project did":        {map[string]string{Managed: `{"modeSwitch":"opt-in"}`, Project: `{"mode":"auto"}`}, optIn, "named by you", "managed 1:2"},
		"held":                         {map[string]string{Managed: `{"mode":"acceptEdits","lockMode":true}`, User: `{"mode":"auto"}`}, lock, "acceptEdits", "managed 1:23"},
		"held in no mode":              {map[string]string{Managed: `{"lockMode":true}`, User: `{"mode":"auto"}`}, lock, "default", "managed 1:2"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, managed := c.layers[Managed]; managed && os.Geteuid() != 0 {
				t.Log("managed settings are root's: seen only as root")
				return
			}
			s := load(t, c.layers)
			why, at := c.part(s.Policy())
			if (why == "") != (c.says == "") || !strings.Contains(why, c.says) {
				t.Errorf("it says %q, want %q", why, c.says)
			}
			layer, place, _ := strings.Cut(c.at, " ")
			if at.Source != layer || !strings.HasSuffix(at.String(), place) {
				t.Errorf("it is from %s of %s", at, at.Source)
			}
		})
	}
}

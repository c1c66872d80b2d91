//go:build unix

package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"automode/rulebook"
)

func TestAFileOfRulesIsPartOfTheRulebook(t *testing.T) {
	away := t.TempDir() + "/rules.md"
	must(t, os.WriteFile(away, []byte("# Ours\n- Vendor: no edits below vendor/.\n"), 0o600))
	for _, c := range []struct {
		name, file string // beside: in the folder of the settings
		replace    bool
		text       string
		mode       os.FileMode
		want       string // the error; empty for none
	}{
		{"appended", away, false, "", 0, ""},
		{"in the place of ours, beside the settings", "beside", true, "- Vendor: no edits.", 0o600, ""},
		{"in the place of ours, elsewhere", away, true, "", 0, "must lie beside the settings"},
		{"not there", "/nonexistent/rules.md", false, "", 0, "no such file"},
		{"too long", "beside", false, strings.Repeat("x ", 40<<10), 0o600, "has more than 65536 bytes"},
		{"no text", "beside", false, "\xff\xfe", 0o600, "is not UTF-8"},
		{"anybody can write to it", "beside", false, "x", 0o602, "anybody can write to it"},
		{"a relative path", "rules.md", false, "", 0, "is no absolute path"},
		{"a folder", filepath.Dir(away), false, "", 0, "not a regular file"},
	} {
		src := files(t, map[string]string{User: "{}"})
		file := c.file
		if file == "beside" {
			file = filepath.Dir(src.User) + "/rules.md"
			must(t, os.WriteFile(file, []byte(c.text), 0o600))
			must(t, os.Chmod(file, c.mode))
		}
		as := "append"
		if c.replace {
			as = "replace"
		}
		must(t, os.WriteFile(src.User, []byte(`{"externalPermissions":{"file":"`+file+`","as":"`+as+`"}}`), 0o600))
		s, err := Load(src)
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		b := s.Book()
		e, ok := b.Labelled("Vendor")
		if !ok || !strings.HasPrefix(e.Origin, file+":") || !b.Foreign {
			t.Errorf("%s: %+v", c.name, e)
		}
		if _, ok := b.Find("persistence"); ok == c.replace {
			t.Errorf("%s: entries of ours: %v", c.name, ok)
		}
		if _, ok := b.Find("data-exfiltration"); !ok {
			t.Errorf("%s: what is hard is gone", c.name)
		}
	}
}

func TestTheBookFollowsTheLayers(t *testing.T) {
	s := load(t, map[string]string{User: `{"autoMode":{
		"soft_deny":["Billing [must name: file]: no edits.","$defaults"],
		"environment":["$defaults","**Trusted domains**: a.example"],
		"allow":[]}}`})
	b := s.Book()
	soft := b.Lines(rulebook.SoftDeny)
	if soft[0].Text != "Billing [must name: file]: no edits." || !strings.Contains(soft[0].Origin, "settings.json:2:") || !b.Foreign || len(soft) != 72 {
		t.Errorf("%d, first %+v", len(soft), soft[0])
	}
	if len(b.Lines(rulebook.Allow)) != 0 || len(b.Lines(rulebook.HardDeny)) != 1 {
		t.Error("a section is not what was said of it")
	}
	if env := strings.Join(b.Section(rulebook.Environment), "\n"); !strings.Contains(env, "**Trusted domains**: a.example") || strings.Contains(env, "none but localhost") {
		t.Error(env)
	}
	if load(t, nil).Book() != rulebook.Default() {
		t.Error("nothing said is not the default")
	}
}

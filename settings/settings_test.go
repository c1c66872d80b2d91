//go:build unix

package settings

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"automode/permission"

	"github.com/google/go-cmp/cmp"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// files writes layers and gives where they are. Managed settings must belong
// to root, so a test that is not root's has none.
func files(t *testing.T, layers map[string]string) Sources {
	t.Helper()
	dir := t.TempDir()
	src := Sources{Home: "/home/ann", User: dir + "/user/settings.json", Project: dir + "/p/.automode/settings.json"}
	for source, text := range layers {
		path := dir + "/" + source + ".json"
		switch source {
		case User:
			path = src.User
		case Project:
			path = src.Project
		case Managed:
			src.Managed = path
		case Command:
			src.Extra = path
		}
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return src
}

func load(t *testing.T, layers map[string]string) *Settings {
	t.Helper()
	s, err := Load(files(t, layers))
	must(t, err)
	return s
}

func TestBuiltInValues(t *testing.T) {
	s := load(t, nil)
	if s.Mode != permission.Auto || s.Judge != "both" || s.OnLimit != "abort" || s.OnUnavailable != "deny" || s.FailOpen || s.ClassifyShell || !s.AutoInPlan || s.Policy() != (permission.Policy{}) {
		t.Errorf("%+v", s)
	}
	for _, v := range s.All() {
		if v.Origin.String() != BuiltIn || v.Locked {
			t.Errorf("%s is from %s", v.Key, v.Origin)
		}
	}
}

func TestKeysAreInOrder(t *testing.T) {
	for i := 1; i < len(keys); i++ {
		if keys[i-1].name >= keys[i].name {
			t.Errorf("%s stands before %s", keys[i-1].name, keys[i].name)
		}
	}
	for _, k := range keys {
		if got, ok := find(k.name); !ok || k.is != "" && got.name != k.is {
			t.Errorf("%s is found as %s", k.name, got.name)
		}
	}
}

func TestValuesKnowTheirOrigin(t *testing.T) {
	src := files(t, map[string]string{
		User: `{
  // how careful
  "mode": "plan", /* all
  day */ "failOpen": true,
  "permissions": {
    "deny": [
      "Bash(rm:*)",
      "WebFetch", // none
    ],
    "allow": ["Bash(git status)"],
  },
  "texts": {"denied": "no \"way\""},
} // the end`,
		Project: "{\n\"permissions\": {\"deny\": [\"Read(/secret/**)\"]}}",
	})
	s, err := Load(src)
	must(t, err)
	if s.Mode != permission.Plan || !s.FailOpen || s.Texts.Denied != `no "way"` {
		t.Errorf("%+v", s)
	}
	for key, want := range map[string]string{"mode": src.User + ":3:3", "failOpen": src.User + ":4:10", "texts.denied": src.User + ":12:13", "judge": BuiltIn} {
		if v, ok := s.Value(key); !ok || v.Origin.String() != want {
			t.Errorf("%s is from %s, want %s", key, v.Origin, want)
		}
	}
	var got []string
	for _, list := range []permission.List{permission.Deny, permission.Ask, permission.Allow} {
		for _, r := range s.Rules.Rules(list) {
			got = append(got, list.String()+" "+r.String()+" in "+r.Origin.Dir)
		}
	}
	want := []string{
		fmt.Sprintf("deny Bash(rm:*) (%s:7:7) in %s", src.User, filepath.Dir(src.User)),
		fmt.Sprintf("deny WebFetch (%s:8:7) in %s", src.User, filepath.Dir(src.User)),
		fmt.Sprintf("deny Read(/secret/**) (%s:2:26) in %s", src.Project, filepath.Dir(filepath.Dir(src.Project))),
		fmt.Sprintf("allow Bash(git status) (%s:10:15) in %s", src.User, filepath.Dir(src.User)),
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestStrongerLayersWin(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Log("managed settings are root's: seen only as root")
	}
	set := func(mode string) string { return `{"mode":"` + mode + `"}` }
	for name, c := range map[string]struct {
		layers map[string]string
		flags  []Flag
		want   permission.Mode
		locked bool
	}{
		"the user's":                     {map[string]string{User: set("plan")}, nil, permission.Plan, false},
		"a named file over the user's":   {map[string]string{User: set("plan"), Command: set("dontAsk")}, nil, permission.DontAsk, false},
		"a flag over a named file":       {map[string]string{Command: set("dontAsk")}, []Flag{{Key: "mode", Value: "acceptEdits"}}, permission.AcceptEdits, false},
		"a project's counts for nothing": {map[string]string{User: set("plan"), Project: set("bypassPermissions")}, nil, permission.Plan, false},
		"managed over all":               {map[string]string{User: set("plan"), Managed: set("default")}, []Flag{{Key: "mode", Value: "auto"}}, permission.Default, true},
	} {
		t.Run(name, func(t *testing.T) {
			if _, ok := c.layers[Managed]; ok && os.Geteuid() != 0 {
				return
			}
			src := files(t, c.layers)
			src.Flags = c.flags
			s, err := Load(src)
			must(t, err)
			if v, _ := s.Value("mode"); s.Mode != c.want || v.Locked != c.locked {
				t.Errorf("%v, %+v", s.Mode, v)
			}
		})
	}
}

func TestProjectMayOnlyTighten(t *testing.T) {
	src := files(t, map[string]string{Project: `{"failOpen":true,"permissions":{"allow":["Bash"],"ask":["Bash(make:*)"],"additionalDirectories":["/"],"defaultMode":"auto"},
		"autoMode":{"hard_deny":[]},"nonsense":1,"texts":{"denied":"go on"},"$schema":"x"}`})
	s, err := Load(src)
	must(t, err)
	if s.FailOpen || len(s.Rules.Rules(permission.Allow)) > 0 || len(s.Folders) > 0 || len(s.Prose) > 0 || s.Texts.Denied != "" {
		t.Errorf("it loosened: %+v", s)
	}
	if len(s.Rules.Rules(permission.Ask)) != 1 {
		t.Error("it did not tighten")
	}
	if n := s.Notices(); len(n) != 1 || !strings.Contains(n[0], "failOpen, permissions.allow, permissions.additionalDirectories, permissions.defaultMode, autoMode, nonsense, texts") {
		t.Errorf("notices: %q", n)
	}
}

func TestErrorsSayWhereWhatAndWhatNext(t *testing.T) {
	for name, c := range map[string]struct {
		layer, text, at string
		says            []string
	}{
		"an unknown key":                 {User, "{\n\"foo\": 1}", "2:1", []string{"foo is not a setting", "take it out"}},
		"a misspelt key":                 {User, "{\"failOpne\": true}", "1:2", []string{"did you mean failOpen?"}},
		"a misspelt key inside":          {User, "{\"permissions\": {\n\n\"denny\": []}}", "3:1", []string{"permissions.denny", "did you mean permissions.deny?"}},
		"a key in the wrong place":       {User, "{\"deny\": []}", "1:2", []string{"did you mean permissions.deny?"}},
		"another case":                   {User, "{\"FailOpen\": true}", "1:2", []string{"did you mean failOpen?"}},
		"a key with an escape in it":     {User, "{\"mo\\u001bde\": true}", "1:2", []string{`mo\x1bde`}},
		"a value of another type":        {User, "{\"failOpen\": \"true\"}", "1:2", []string{"neither true nor false", "write true or false"}},
		"null":                           {User, "{\"mode\": null}", "1:2", []string{"no text"}},
		"an unknown word":                {User, "{\"mode\": \"yolo\"}", "1:2", []string{"mode cannot be yolo", "auto, default, acceptEdits"}},
		"a list that is none":            {User, "{\"permissions\":{\"deny\": \"Bash\"}}", "1:17", []string{"no list"}},
		"an entry that is no text":       {User, "{\"permissions\":{\"deny\": [\"Bash\",\n7]}}", "2:1", []string{"holds something that is no text"}},
		"an object that is none":         {User, "{\"permissions\":[]}", "1:2", []string{"permissions is no object"}},
		"no object at all":               {User, "[]", "1:1", []string{"no object"}},
		"twice the same key":             {User, "{\"mode\":\"plan\",\n\"mode\":\"auto\"}", "2:1", []string{"mode stands there twice"}},
		"twice, spelt differently":       {User, "{\"mode\":\"plan\",\n\"defaultMode\":\"auto\"}", "2:1", []string{"says something else"}},
		"broken JSON":                    {User, "{\n\"mode\": \"plan\"\n\"judge\": \"static\"}", "3:1", []string{"not JSON"}},
		"cut off":                        {User, "{\"mode\":", "1:9", []string{"not JSON"}},
		"a text that never ends":         {User, "{\"mode\":\"", "1:10", []string{"not JSON"}},
		"not UTF-8":                      {User, "{\"mode\":\"\xff\"}", "1:10", []string{"not UTF-8"}},
		"deeper than anybody writes":     {User, strings.Repeat("[", 500_000), "1:101", []string{"too deep"}},
		"a rule that is none":            {User, "{\"permissions\":{\"deny\": [\n\"Bash(\"]}}", "2:1", []string{"permission rule Bash("}},
		"a rule of the project":          {Project, "{\"permissions\":{\"deny\": [\n\"Bash(\"]}}", "2:1", []string{"permission rule Bash("}},
		"a project's file that is none":  {Project, "{", "1:2", []string{"not JSON"}},
		"failing open from a named file": {Command, "{\"failOpen\":true}", "1:2", []string{"failOpen counts only in the user"}},
		"an example that is no text":     {User, "{\"permissions\":{\"deny\": [{\"rule\":\"Bash\",\n\"match\":[1]}]}}", "2:1", []string{"match of an entry of permissions.deny is no list of texts"}},
		"an entry without its rule":      {User, "{\"permissions\":{\"deny\": [{\"match\":[]}]}}", "1:26", []string{"has no rule"}},
		"something else in an entry":     {User, "{\"permissions\":{\"deny\": [{\"rule\":\"Bash\",\n \"why\":\"x\"}]}}", "2:2", []string{"why is nothing that an entry", "rule, match and not_match"}},
		"examples for a folder":          {User, "{\"permissions\":{\"additionalDirectories\": [{\"rule\":\"/x\"}]}}", "1:43", []string{"no text"}},
		"the mode's lock, from a user":   {User, "{\"lockMode\":true}", "1:2", []string{"lockMode counts only in the managed settings"}},
		"an address, from a user":        {User, "{\"managed\":{\"url\":\"https://x.example\"}}", "1:2", []string{"managed counts only in the managed settings"}},
		"what follows umlauts":           {User, "{\"texts\":{\"denied\":\"Prüfen, ändern\", \"x\":1}}", "1:38", []string{"texts.x"}},
		"a folder that is none":          {User, "{\"permissions\":{\"additionalDirectories\":[\"src\"]}}", "1:42", []string{"absolute path"}},
	} {
		t.Run(name, func(t *testing.T) {
			src := files(t, map[string]string{c.layer: c.text})
			_, err := Load(src)
			errs, ok := err.(Errors)
			if !ok || len(errs) == 0 {
				t.Fatalf("got %v", err)
			}
			if o := errs[0].Origin; o.Source != c.layer || o.String() != o.File+":"+c.at {
				t.Errorf("it is at %s, want %s of the %s settings", o, c.at, c.layer)
			}
			for _, want := range append(c.says, ".json:"+c.at+": ") {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not say %q", err, want)
				}
			}
			if strings.ContainsAny(err.Error(), "\n\x1b") || len(err.Error()) > 900 {
				t.Errorf("no line for people: %q", err)
			}
		})
	}
}

func TestAllErrorsAreTold(t *testing.T) {
	_, err := Load(files(t, map[string]string{User: `{"a":1,"mode":"x"}`, Project: `{`}))
	if errs, _ := err.(Errors); len(errs) != 3 || !strings.Contains(err.Error(), "and 2 more") {
		t.Errorf("%v", err)
	}
}

func TestFilesThatCannotBeTrustedAreErrors(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(path string)
		says  string
	}{
		"a FIFO":                {func(p string) { os.Remove(p); syscall.Mkfifo(p, 0o600) }, "not a regular file"},
		"a folder":              {func(p string) { os.Remove(p); os.Mkdir(p, 0o700) }, "not a regular file"},
		"a device":              {func(p string) { os.Remove(p); os.Symlink("/dev/zero", p) }, "not a regular file"},
		"huge":                  {func(p string) { os.Truncate(p, maxFile+1) }, "larger than"},
		"anybody's to write":    {func(p string) { os.Chmod(p, 0o666) }, "anybody can write"},
		"a link that is a loop": {func(p string) { os.Remove(p); os.Symlink(p, p) }, "cannot be read"},
	} {
		t.Run(name, func(t *testing.T) {
			src := files(t, map[string]string{User: "{}"})
			c.spoil(src.User)
			done := make(chan error, 1)
			go func() { _, err := Load(src); done <- err }()
			select {
			case err := <-done:
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("%v", err)
				}
			case <-time.After(5 * time.Second):
				t.Fatal("it waits")
			}
		})
	}
	if os.Geteuid() == 0 {
		src := files(t, map[string]string{User: "{}", Managed: "{}"})
		must(t, os.Chown(src.User, 12345, 0))
		must(t, os.Chown(src.Managed, 12345, 0))
		_, err := Load(src)
		if errs, _ := err.(Errors); len(errs) != 2 || !strings.Contains(errs[0].What, "not to root") || !strings.Contains(errs[1].What, "not to you") {
			t.Errorf("files of others: %v", err)
		}
	}
	src := Sources{Extra: filepath.Join(t.TempDir(), "none.json"), User: "relative.json"}
	if _, err := Load(src); err == nil || !strings.Contains(err.Error(), "no such file") || len(err.(Errors)) != 2 {
		t.Errorf("a named file that is not there: %v", err)
	}
}

func TestProseKeepsWhatEachLayerSaid(t *testing.T) {
	s := load(t, map[string]string{
		User:    `{"autoMode":{"allow":["$defaults","x"],"soft_deny":[]}}`,
		Command: `{"autoMode":{"environment":["**Org**: a"]}}`,
	})
	var got []string
	for _, p := range s.Prose {
		line := p.Source + " " + p.Section
		for _, item := range p.Items {
			line += " | " + item.Text
		}
		got = append(got, line)
	}
	want := []string{"command line environment | **Org**: a", "user allow | $defaults | x", "user soft_deny"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestEntriesMayCarryExamples(t *testing.T) {
	s := load(t, map[string]string{User: `{"permissions":{"deny":["Read", {"rule":"Bash(rm:*)","match":["rm x"],"not_match":["ls", "rmdir x"]}]},
		"autoMode":{"soft_deny":["$defaults",{"text":"No friday deploys","match":["make deploy"]}]}}`})
	v, _ := s.Value("permissions.deny")
	if len(v.Items) != 2 || v.Items[1].Text != "Bash(rm:*)" || v.Items[1].Origin.Column != 33 {
		t.Errorf("%+v", v.Items)
	}
	if d := cmp.Diff([][]string{{"rm x"}, {"ls", "rmdir x"}}, [][]string{v.Items[1].Match, v.Items[1].NotMatch}); d != "" {
		t.Error(d)
	}
	if rules := s.Rules.Rules(permission.Deny); len(rules) != 2 {
		t.Errorf("%v", rules)
	}
	if p := s.Prose[0].Items[1]; p.Text != "No friday deploys" || p.Match[0] != "make deploy" {
		t.Errorf("%+v", p)
	}
}

func TestManagedSettingsCanHoldASection(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Log("managed settings are root's: seen only as root")
		return
	}
	src := files(t, map[string]string{
		Managed: `{"autoMode":{"lockedSections":["hard_deny"],"hard_deny":["$defaults","ours"]}}`,
		User:    `{"autoMode":{"hard_deny":[],"allow":["x"]}}`,
	})
	s, err := Load(src)
	must(t, err)
	if len(s.Prose) != 2 || s.Prose[0].Items[1].Text != "ours" || s.Prose[1].Section != "allow" {
		t.Errorf("%+v", s.Prose)
	}
	if n := s.Notices(); len(n) != 1 || !strings.Contains(n[0], "managed settings hold this section") || !strings.Contains(n[0], "autoMode.hard_deny") {
		t.Errorf("%q", n)
	}
	must(t, os.WriteFile(src.Managed, []byte(`{"autoMode":{"lockedSections":["hard-deny"]}}`), 0o644))
	if _, err := Load(src); err == nil || !strings.Contains(err.Error(), "no section of the rulebook") {
		t.Errorf("%v", err)
	}
}

func TestFolders(t *testing.T) {
	s := load(t, map[string]string{User: `{"permissions":{"additionalDirectories":["~/lib", "/srv/x/../y"]}}`})
	if d := cmp.Diff([]string{"/home/ann/lib", "/srv/y"}, s.Folders); d != "" {
		t.Error(d)
	}
	src := files(t, map[string]string{User: `{"permissions":{"additionalDirectories":["~/lib"]}}`})
	src.Home = ""
	if _, err := Load(src); err == nil {
		t.Error("a folder below a home that is not known")
	}
	if f := FoldersOf("/c", "/home/ann"); f != (Folders{"/c/settings.json", "/c/state", "/c/log", "/c"}) {
		t.Errorf("%+v", f)
	}
	if FoldersOf("/home/ann/.config/automode", "/home/ann") != FoldersOf("", "/home/ann") {
		t.Error("naming the usual folder moves the state")
	}
	if f := FoldersOf("", "/home/ann"); f.Settings != "/home/ann/.config/automode/settings.json" || f.State != "/home/ann/.local/state/automode" {
		t.Errorf("%+v", f)
	}
}

func TestToolsAreVouchedForByPeopleOnly(t *testing.T) {
	s := load(t, map[string]string{User: `{"tools":{"trusted":["mcp__github", "get_*"]}}`, Managed: `{"tools":{"trusted":["mcp__wiki__read"]}}`,
		Project: `{"tools":{"trusted":["mcp__evil"]}}`})
	if d := cmp.Diff([]string{"mcp__wiki__read", "mcp__github", "get_*"}, s.Tools); d != "" {
		t.Error(d)
	}
	for _, bad := range []string{"*", "mcp__*", "g*", "mcp__", "", "a tool", "Tool(x)", "mcp__gi*", "*_x*"} {
		src := files(t, map[string]string{User: `{"tools":{"trusted":["` + bad + `"]}}`})
		if _, err := Load(src); err == nil {
			t.Errorf("%q vouches for something", bad)
		}
	}
}

func TestFlagsAreChecked(t *testing.T) {
	for _, f := range []Flag{{Key: "mode", Value: "yolo"}, {Key: "nonsense", Value: "x"}, {Key: "permissions.allow", Value: "Bash"}, {Key: "failOpen", Value: "true"}, {Key: "classifyAllShell", Value: "yes"}, {Key: "temperature", Value: "3"}} {
		if _, err := Load(Sources{Flags: []Flag{f}}); err == nil {
			t.Errorf("%v was taken", f)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"mode":"plan",/*x*/"permissions":{"deny":["Bash(rm:*)"],},} // end`), true)
	f.Fuzz(func(t *testing.T, text []byte, project bool) {
		source := User
		if project {
			source = Project
		}
		l := loader{}
		one := layer{source: source, path: "/x/settings.json"}
		l.parse(&one, text)
		s := l.join([]layer{one})
		if project && (s.FailOpen || s.Mode != permission.Auto || len(s.Rules.Rules(permission.Allow)) > 0 || len(s.Prose) > 0) {
			t.Error("a project loosened")
		}
		if len(l.errs) > 0 && l.errs.Error() == "" {
			t.Error("an error that says nothing")
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	dir := b.TempDir()
	text := `{"mode":"auto","permissions":{"deny":["Bash(rm:*)","Read(~/.ssh/**)"],"allow":["Bash(git status)","Bash(npm run *)"]}} // mine`
	if err := os.WriteFile(dir+"/s.json", []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Load(Sources{User: dir + "/s.json", Project: dir + "/none", Managed: dir + "/none"}); err != nil {
			b.Fatal(err)
		}
	}
}

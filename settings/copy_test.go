//go:build unix

package settings

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"automode/permission"
)

// copyOf writes the copy of what was fetched from url.
func copyOf(t *testing.T, path, url, text string) {
	t.Helper()
	c := Copy{URL: url, Text: text}
	c.Sum = c.Digest()
	b, err := json.Marshal(c)
	must(t, err)
	must(t, os.WriteFile(path, b, 0o600))
}

func TestTheCopyOfPublishedSettingsCounts(t *testing.T) {
	const url = "https://policy.example.com/automode.json"
	user := `{"mode":"auto","permissions":{"allow":["Bash(ls)"]}}`
	for name, c := range map[string]struct {
		managed string // "" is no file
		copy    func(t *testing.T, path string)
		says    string // of an error; "" is none
		mode    permission.Mode
		deny    int
	}{
		"no address, and the copy is nothing": {`{}`, func(t *testing.T, p string) { copyOf(t, p, url, `{"mode":"plan"}`) }, "", permission.Auto, 0},
		"no managed file":                     {"", func(t *testing.T, p string) { copyOf(t, p, url, `{"mode":"plan"}`) }, "", permission.Auto, 0},
		"the copy is managed": {`{"managed":{"url":"` + url + `"}}`, func(t *testing.T, p string) {
			copyOf(t, p, url, `{"mode":"plan","permissions":{"deny":["Bash(rm:*)"]}}`)
		}, "", permission.Plan, 1},
		"the machine's own file is stronger":            {`{"mode":"default","managed":{"url":"` + url + `"}}`, func(t *testing.T, p string) { copyOf(t, p, url, `{"mode":"plan"}`) }, "", permission.Default, 0},
		"nothing was ever fetched":                      {`{"managed":{"url":"` + url + `"}}`, func(*testing.T, string) {}, "never fetched", 0, 0},
		"nothing was ever fetched, and that is allowed": {`{"managed":{"url":"` + url + `","required":false}}`, func(*testing.T, string) {}, "", permission.Auto, 0},
		"the copy of another address":                   {`{"managed":{"url":"` + url + `"}}`, func(t *testing.T, p string) { copyOf(t, p, url+"2", `{}`) }, "never fetched", 0, 0},
		"a copy that was changed": {`{"managed":{"url":"` + url + `","required":false}}`, func(t *testing.T, p string) {
			copyOf(t, p, url, `{"mode":"plan"}`)
			b, _ := os.ReadFile(p)
			must(t, os.WriteFile(p, []byte(strings.Replace(string(b), "plan", "auto", 1)), 0o600))
		}, "its checksum is another", 0, 0},
		"a copy that is no JSON":         {`{"managed":{"url":"` + url + `","required":false}}`, func(t *testing.T, p string) { must(t, os.WriteFile(p, []byte("x"), 0o600)) }, "damaged", 0, 0},
		"a copy that anybody can change": {`{"managed":{"url":"` + url + `","required":false}}`, func(t *testing.T, p string) { copyOf(t, p, url, `{}`); must(t, os.Chmod(p, 0o666)) }, "anybody can write", 0, 0},
		"published settings with errors": {`{"managed":{"url":"` + url + `"}}`, func(t *testing.T, p string) { copyOf(t, p, url, "{\n\"mood\":1}") }, url + ":2:1: mood is not a setting", 0, 0},
		"published, another address":     {`{"managed":{"url":"` + url + `"}}`, func(t *testing.T, p string) { copyOf(t, p, url, `{"managed":{"url":"https://other.example"}}`) }, "only in the machine's own file", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if os.Geteuid() != 0 {
				t.Log("managed settings are root's: seen only as root")
				return
			}
			layers := map[string]string{User: user}
			if c.managed != "" {
				layers[Managed] = c.managed
			}
			src := files(t, layers)
			src.Copy = CopyIn(t.TempDir())
			c.copy(t, src.Copy)
			s, err := Load(src)
			if c.says != "" {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("%v", err)
				}
				return
			}
			must(t, err)
			if s.Mode != c.mode || len(s.Rules.Rules(permission.Deny)) != c.deny {
				t.Errorf("%v, %v", s.Mode, s.Rules.Rules(permission.Deny))
			}
		})
	}
}

package edit

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

type hook struct {
	Matcher string `json:"matcher"`
	Command string `json:"command"`
}

var ours = hook{"*", "/opt/automode-hook claude-code"}

func isOurs(raw json.RawMessage) bool { return strings.Contains(string(raw), "automode-hook") }

// texts are settings files as people have them.
var texts = map[string]string{
	"empty":                         "",
	"blanks":                        " \n\n",
	"empty object":                  "{}",
	"empty object, line end":        "{}\n",
	"one key":                       "{\n  \"model\": \"x\"\n}\n",
	"four blanks":                   "{\n    \"model\": \"x\",\n    \"env\": {\n        \"A\": \"1\"\n    }\n}\n",
	"tabs":                          "{\n\t\"model\": \"x\"\n}\n",
	"one line":                      `{"model":"x","env":{"A":"1"}}`,
	"no line end":                   "{\n  \"model\": \"x\"\n}",
	"windows line ends":             "{\r\n  \"model\": \"x\"\r\n}\r\n",
	"byte order mark":               bom + "{\n  \"model\": \"x\"\n}\n",
	"line comment":                  "{\n  // mine\n  \"model\": \"x\" // why\n}\n",
	"block comment":                 "{\n  /* mine */\n  \"model\": /* here */ \"x\"\n  /* end */\n}\n",
	"comment after the object":      "{\n  \"model\": \"x\"\n}\n// bye\n",
	"comment only inside":           "{\n  // nothing yet\n}\n",
	"trailing comma":                "{\n  \"model\": \"x\",\n}\n",
	"trailing comma and comment":    "{\n  \"model\": \"x\", // a, b\n}\n",
	"hooks that are empty":          "{\n  \"hooks\": {}\n}\n",
	"event that is empty":           "{\n  \"hooks\": {\n    \"PreToolUse\": []\n  }\n}\n",
	"another hook":                  "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\"matcher\": \"Bash\", \"command\": \"lint\"}\n    ]\n  }\n}\n",
	"another hook on one line":      `{"hooks":{"PreToolUse":[{"matcher":"Bash","command":"lint"}]}}`,
	"two other hooks":               "{\"hooks\": {\"PreToolUse\": [\n{\"matcher\": \"A\"},\n{\"matcher\": \"B\"}\n]}}\n",
	"another event":                 "{\n  \"hooks\": {\n    \"Stop\": [{\"command\": \"say done\"}]\n  },\n  \"x\": 1\n}\n",
	"unknown keys":                  "{\n  \"zz\": [1, 2, {\"q\": null}],\n  \"model\": \"x\"\n}\n",
	"odd indentation":               "{\n   \"model\":    \"x\",\n \"a\": 1,\n       \"b\": [\n 1\n]\n}\n",
	"brackets in strings":           "{\n  \"a\": \"}]\", \"b\": \"{[ // no comment\"\n}\n",
	"escaped key":                   "{\n  \"ho\\u006fks\": {}\n}\n",
	"deep":                          "{\"a\":{\"b\":{\"c\":{\"d\":[[[1]]]}}}}\n",
	"array with comments":           "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      // first\n      {\"matcher\": \"Bash\"} // last\n      // end\n    ]\n  }\n}\n",
	"array with a trailing comma":   "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\"matcher\": \"Bash\"},\n    ]\n  }\n}\n",
	"unicode":                       "{\n  \"größe\": \"日本 ✓\"\n}\n",
	"closing bracket at a line end": "{\n  \"a\": 1 }\n",
}

func TestAppendKeepsEverythingElse(t *testing.T) {
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			d, err := Parse([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			var before map[string]any
			d.Get(&before)
			if err := d.Append(ours, "hooks", "PreToolUse"); err != nil {
				t.Fatal(err)
			}
			again, err := Parse(d.Bytes())
			if err != nil {
				t.Fatalf("what was written cannot be read: %v\n%s", err, d.Bytes())
			}
			var list []hook
			if ok, err := again.Get(&list, "hooks", "PreToolUse"); !ok || err != nil || len(list) == 0 || list[len(list)-1] != ours {
				t.Fatalf("the hook is not there: %v %v\n%s", list, err, d.Bytes())
			}
			for line := range strings.SplitSeq(text, "\n") {
				if i := strings.Index(line, "//"); i >= 0 && !strings.Contains(line, `"{[`) && !bytes.Contains(d.Bytes(), []byte(strings.TrimSpace(line[i:]))) {
					t.Errorf("the comment %q is gone:\n%s", line[i:], d.Bytes())
				}
			}
			if strings.Contains(text, "\r\n") && bytes.Contains(bytes.ReplaceAll(d.Bytes(), []byte("\r\n"), nil), []byte("\n")) {
				t.Errorf("line ends are mixed:\n%q", d.Bytes())
			}
			if strings.HasPrefix(text, bom) != bytes.HasPrefix(d.Bytes(), []byte(bom)) {
				t.Error("the byte order mark did not stay")
			}
			n, err := again.Remove(isOurs, "hooks", "PreToolUse")
			if err != nil || n != 1 {
				t.Fatalf("removed %d, %v", n, err)
			}
			after := map[string]any{}
			if _, err := again.Get(&after); err != nil {
				t.Fatalf("after removal: %v\n%s", err, again.Bytes())
			}
			for k, v := range before {
				if k == "hooks" {
					continue
				}
				a, _ := json.Marshal(v)
				b, _ := json.Marshal(after[k])
				if !bytes.Equal(a, b) {
					t.Errorf("%s was %s, is %s", k, a, b)
				}
			}
		})
	}
}

func TestWriteAndRestoreIsByteIdentical(t *testing.T) {
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "sub", "settings.json")
			os.MkdirAll(filepath.Dir(path), 0o755)
			if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
				t.Fatal(err)
			}
			f, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Doc.Append(ours, "hooks", "PreToolUse"); err != nil {
				t.Fatal(err)
			}
			if err := f.Write(); err != nil {
				t.Fatal(err)
			}
			info, _ := os.Stat(path)
			if runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
				t.Errorf("mode is %o", info.Mode().Perm())
			}
			if err := Restore(path, f.Doc.Bytes(), f.Before, f.Mode); err != nil {
				t.Fatal(err)
			}
			got, _ := os.ReadFile(path)
			if string(got) != text {
				t.Errorf("after undo:\n%q\nwas\n%q", got, text)
			}
		})
	}
}

func TestAMissingFileIsMadeAndTakenAway(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "settings.json")
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Doc.Append(ours, "hooks", "PreToolUse"); err != nil {
		t.Fatal(err)
	}
	if err := f.Write(); err != nil {
		t.Fatal(err)
	}
	if err := Restore(path, f.Doc.Bytes(), nil, f.Mode); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Error("the file is still there")
	}
}

func TestFilesThatCannotBeChangedAreRefused(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return p
	}
	link := filepath.Join(dir, "link.json")
	if err := os.Symlink(write("target.json", "{}", 0o600), link); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ path, says string }{
		"a link":              {link, "is a link to"},
		"a folder":            {dir, "not a regular file"},
		"broken JSON":         {write("broken.json", "{\"a\": }", 0o600), "left alone"},
		"a list":              {write("list.json", "[]", 0o600), "not hold a JSON object"},
		"a key that is twice": {write("twice.json", `{"a":1,"a":2}`, 0o600), "stands twice"},
		"cut off":             {write("cut.json", "{\"a\": 1", 0o600), "left alone"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Open(c.path)
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want words %q", err, c.says)
			}
		})
	}
	t.Run("read-only", func(t *testing.T) {
		p := write("ro.json", "{}", 0o400)
		f, err := Open(p)
		if err != nil {
			t.Fatal(err)
		}
		f.Doc.Append(ours, "hooks", "PreToolUse")
		if err := f.Write(); err == nil || !strings.Contains(err.Error(), "read-only") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("changed meanwhile", func(t *testing.T) {
		p := write("moved.json", "{}", 0o600)
		f, err := Open(p)
		if err != nil {
			t.Fatal(err)
		}
		f.Doc.Append(ours, "hooks", "PreToolUse")
		write("moved.json", "{ }", 0o600)
		if err := f.Write(); err == nil || !strings.Contains(err.Error(), "changed meanwhile") {
			t.Errorf("got %v", err)
		}
	})
}

func TestSetReplacesOrAdds(t *testing.T) {
	d, err := Parse([]byte("{\n  \"a\": false, // keep\n  \"b\": {}\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Set(true, "a"); err != nil {
		t.Fatal(err)
	}
	if err := d.Set("x", "b", "c", "d"); err != nil {
		t.Fatal(err)
	}
	want := "{\n  \"a\": true, // keep\n  \"b\": {\n    \"c\": {\n      \"d\": \"x\"\n    }\n  }\n}\n"
	if string(d.Bytes()) != want {
		t.Errorf("got\n%s\nwant\n%s", d.Bytes(), want)
	}
	if err := d.Delete("b", "c", "d"); err != nil || !d.Empty("b", "c") {
		t.Errorf("delete: %v\n%s", err, d.Bytes())
	}
}

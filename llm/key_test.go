package llm

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"automode/internal/fakemodel"
)

// write puts a private file into a folder of the test's.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAKeyComesFromWhereTheConfigurationSays(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "key", "  from-a-file\n")
	t.Setenv("MODEL_KEY", "from-the-process")
	for name, c := range map[string]struct {
		source Source
		env    []string
		want   string
	}{
		"a file":     {Source{File: file}, nil, "from-a-file"},
		"a variable": {Source{Env: "MODEL_KEY"}, []string{"MODEL_KEY=old", "MODEL_KEY=from-the-config"}, "from-the-config"},
		"a command":  {Source{Command: "printf %s from-a-command"}, nil, "from-a-command"},
		"a command that is given the environment and no other": {Source{Command: "echo ${MODEL_KEY:-nothing}${OTHER}"}, []string{"OTHER=-else"}, "nothing-else"},
	} {
		t.Run(name, func(t *testing.T) {
			srv := scripted(t, fakemodel.Script{Every: &fakemodel.Step{Text: "<block>no"}, Keys: []string{c.want}})
			for _, f := range forms {
				if f.config.Provider == Vertex || f.config.Provider == Bedrock {
					continue // theirs are below
				}
				m := f.at(t, srv.URL, func(cfg *Config) { cfg.Key, cfg.Source, cfg.Environ = nil, c.source, c.env })
				if _, err := m.Complete(t.Context(), question); err != nil {
					t.Errorf("%s: %v", f.name, err)
				}
			}
		})
	}
}

func TestAKeyThatCannotBeHadIsSaidWithoutTellingIt(t *testing.T) {
	dir := t.TempDir()
	open := write(t, dir, "open", "hidden-word")
	if err := os.Chmod(open, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("MODEL_KEY", "hidden-word")
	for name, s := range map[string]Source{
		"a variable of the process alone":  {Env: "MODEL_KEY"},
		"no such file":                     {File: filepath.Join(dir, "none")},
		"a folder":                         {File: dir},
		"a file that others can read":      {File: open},
		"an empty file":                    {File: write(t, dir, "empty", "\n")},
		"a file of two words":              {File: write(t, dir, "two", "hidden-word hidden-word")},
		"a file with a line in it":         {File: write(t, dir, "lines", "hidden-word\nX-Other: 1")},
		"a file that is too long":          {File: write(t, dir, "long", strings.Repeat("hidden-word", 1<<13))},
		"a command that fails":             {Command: "echo hidden-word; echo hidden-word >&2; exit 3"},
		"a command that says nothing":      {Command: "true"},
		"a command that is none":           {Command: "no-such-command-hidden"},
		"a command that never stops talk ": {Command: "yes hidden-word"},
	} {
		srv := saying(t, fakemodel.Text("<block>no"))
		m := forms[0].at(t, srv.URL, func(c *Config) { c.Key, c.Source, c.Environ = nil, s, []string{"PATH=" + os.Getenv("PATH")} })
		_, err := m.Complete(t.Context(), question)
		var e *Error
		if !errors.As(err, &e) || e.Kind != Auth || strings.Contains(e.Error(), "hidden-word") || e.Text == "" {
			t.Errorf("%s: %v", name, err)
		}
		if n := len(srv.Requests()); n != 0 {
			t.Errorf("%s: asked all the same", name)
		}
	}
}

func TestAKeyThatIsRefusedIsAskedForOnceMore(t *testing.T) {
	for _, f := range forms {
		srv := scripted(t, fakemodel.Script{Every: &fakemodel.Step{Text: "<block>no"}, Keys: []string{"new-key"}})
		var asked []bool
		key := "old-key"
		m := f.at(t, srv.URL, func(c *Config) {
			c.Key = func(again bool) (string, error) {
				asked = append(asked, again)
				if again {
					key = "new-key"
				}
				return key, nil
			}
		})
		for range 2 {
			if _, err := m.Complete(t.Context(), question); err != nil {
				t.Errorf("%s: %v", f.name, err)
			}
		}
		if n := len(srv.Requests()); n != 3 || len(asked) != 2 || asked[0] || !asked[1] {
			t.Errorf("%s: %d requests, asked %v", f.name, n, asked)
		}
		// The new one expires too, and there is no other: no request is spent on it twice.
		srv.Set(fakemodel.Script{Keys: []string{"newest"}})
		_, err := m.Complete(t.Context(), question)
		var e *Error
		if !errors.As(err, &e) || e.Kind != Auth || e.Status != 401 || len(srv.Requests()) != 4 {
			t.Errorf("%s: %v, %d requests", f.name, err, len(srv.Requests()))
		}
	}
}

func TestAFileThatWasRewrittenIsReadAgain(t *testing.T) {
	dir := t.TempDir()
	srv := scripted(t, fakemodel.Script{Every: &fakemodel.Step{Text: "<block>no"}, Keys: []string{"first"}})
	m := forms[0].at(t, srv.URL, func(c *Config) { c.Key, c.Source = nil, Source{File: write(t, dir, "key", "first")} })
	if _, err := m.Complete(t.Context(), question); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "key", "second")
	srv.Set(fakemodel.Script{Every: &fakemodel.Step{Text: "<block>no"}, Keys: []string{"second"}})
	if _, err := m.Complete(t.Context(), question); err != nil {
		t.Error(err)
	}
	if n := len(srv.Requests()); n != 3 {
		t.Errorf("%d requests", n)
	}
}

func TestOnlyARefusedKeyIsAskedForAgain(t *testing.T) {
	for _, status := range []int{400, 402, 403, 404, 429, 500} {
		srv := saying(t, fakemodel.Step{Error: status})
		asked := 0
		m := forms[0].at(t, srv.URL, func(c *Config) {
			c.Key = func(bool) (string, error) { asked++; return strings.Repeat("k", asked), nil }
		})
		m.Complete(t.Context(), question)
		if asked != 1 || len(srv.Requests()) != 1 {
			t.Errorf("%d: asked for a key %d times, the model %d times", status, asked, len(srv.Requests()))
		}
	}
}

func TestAKeyIsSentInTheHeaderThatIsWanted(t *testing.T) {
	for header, ok := range map[string]bool{"": true, "Authorization": true, "api-key": true, "X-Goog-Api-Key": true, "X-Nobodys": false} {
		for _, f := range []form{forms[0], forms[3]} {
			srv := scripted(t, fakemodel.Script{Every: &fakemodel.Step{Text: "<block>no"}, Keys: []string{secretKey}})
			m := f.at(t, srv.URL, func(c *Config) { c.KeyHeader = header })
			if _, err := m.Complete(t.Context(), question); (err == nil) != ok {
				t.Errorf("%s, %q: %v", f.name, header, err)
			}
		}
	}
}

func TestManyWaitForOneKeyAndLeaveWhenTheyMust(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		made, open := 0, make(chan struct{})
		k := keeper[int]{make: func(ctx context.Context, again bool) (int, string, error) {
			made++
			<-open
			return made, "k", nil
		}}
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if h, err := k.get(short, nil); h != nil || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v %v", h, err)
		}
		var wait sync.WaitGroup
		for range 8 {
			wait.Go(func() {
				if h, err := k.get(t.Context(), nil); err != nil || h.val != 1 {
					t.Errorf("%v %v", h, err)
				}
			})
		}
		synctest.Wait()
		close(open)
		wait.Wait()
		h, _ := k.get(t.Context(), nil)
		for range 3 { // several find the same one refused
			wait.Go(func() { k.get(t.Context(), h) })
		}
		wait.Wait()
		if next, err := k.get(t.Context(), h); err != nil || next.val != 2 || made != 2 {
			t.Errorf("%v %v, made %d times", next, err, made)
		}
	})
}

func TestAKeyThatPanicsIsAnError(t *testing.T) {
	m := forms[0].at(t, "http://127.0.0.1:1", func(c *Config) { c.Key = func(bool) (string, error) { panic("no") } })
	_, err := m.Complete(t.Context(), question)
	var e *Error
	if !errors.As(err, &e) || e.Kind != Auth {
		t.Error(err)
	}
}

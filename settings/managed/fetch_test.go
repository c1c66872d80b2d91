//go:build unix

package managed

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"automode/settings"
)

// server publishes settings.
type server struct {
	*httptest.Server
	mu     sync.Mutex
	text   string
	sig    string // base64; what .sig answers
	etag   string
	status int
	gets   int
	sigs   int
	hang   chan struct{}
}

func publish(t *testing.T) *server {
	t.Helper()
	s := &server{status: http.StatusOK}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.hang != nil {
			s.mu.Unlock()
			<-s.hang
			s.mu.Lock()
		}
		if strings.HasSuffix(r.URL.Path, ".sig") {
			s.sigs++
			fmt.Fprintln(w, s.sig)
			return
		}
		s.gets++
		if s.etag != "" {
			w.Header().Set("ETag", s.etag)
			if r.Header.Get("If-None-Match") == s.etag {
				w.WriteHeader(http.StatusNotModified)
				return
			}
		}
		w.WriteHeader(s.status)
		fmt.Fprint(w, s.text)
	}))
	t.Cleanup(s.Server.Close)
	return s
}

func (s *server) set(key ed25519.PrivateKey, text, etag string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text, s.etag, s.sig = text, etag, base64.StdEncoding.EncodeToString(ed25519.Sign(key, []byte(text)))
}

func keys(t *testing.T) (ed25519.PublicKey, ed25519.PrivateKey) {
	t.Helper()
	pub, priv, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return pub, priv
}

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestWhatIsPublishedIsKeptAndAskedForByItsTag(t *testing.T) {
	pub, priv := keys(t)
	s := publish(t)
	a := Address{URL: s.URL + "/automode.json", Key: pub}
	path := settings.CopyIn(t.TempDir())
	s.set(priv, `{"modeSwitch":"disabled"}`, `"v1"`)

	r, err := a.Refresh(t.Context(), nil, path, noon)
	if err != nil || !r.Changed || r.Copy.Text != `{"modeSwitch":"disabled"}` {
		t.Fatalf("%+v, %v", r, err)
	}
	r, err = a.Refresh(t.Context(), nil, path, noon.Add(time.Hour))
	if err != nil || r.Changed || s.sigs != 1 || s.gets != 2 {
		t.Errorf("%+v, %v: %d documents, %d signatures", r, err, s.gets, s.sigs)
	}
	if kept, err := settings.ReadCopy(path); err != nil || !kept.Fetched.Equal(noon) || !kept.Checked.Equal(noon.Add(time.Hour)) || !a.Good(kept) {
		t.Errorf("%+v, %v", kept, err)
	}
	s.set(priv, `{"modeSwitch":"enabled"}`, `"v2"`)
	if r, err = a.Refresh(t.Context(), nil, path, noon); err != nil || !r.Changed {
		t.Errorf("%+v, %v", r, err)
	}
	s.set(priv, `{"modeSwitch":"enabled"}`, "") // a server without tags
	for range 2 {
		if r, err = a.Refresh(t.Context(), nil, path, noon); err != nil || r.Changed {
			t.Errorf("%+v, %v", r, err)
		}
	}
	if fi, err := os.Stat(path); err != nil || fi.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", fi, err)
	}
}

func TestWhatIsNotGoodLeavesTheLastGoodCopy(t *testing.T) {
	pub, priv := keys(t)
	_, other := keys(t)
	const good = `{"mode":"plan"}`
	for name, c := range map[string]struct {
		spoil func(s *server, a *Address)
		says  string
	}{
		"another key":         {func(s *server, _ *Address) { s.set(other, `{"mode":"auto"}`, `"2"`) }, "not signed by managed.key"},
		"no signature":        {func(s *server, _ *Address) { s.set(priv, `{"mode":"auto"}`, `"2"`); s.sig = "" }, "not signed"},
		"changed on the way":  {func(s *server, _ *Address) { s.set(priv, `{"mode":"auto"}`, `"2"`); s.text += " " }, "not signed"},
		"signed, no settings": {func(s *server, _ *Address) { s.set(priv, `{"mood":"auto"}`, `"2"`) }, "mood is not a setting"},
		"signed, no JSON":     {func(s *server, _ *Address) { s.set(priv, `<html>`, `"2"`) }, "cannot be read"},
		"signed, too large":   {func(s *server, _ *Address) { s.set(priv, strings.Repeat(" ", maxText+1), `"2"`) }, "larger than allowed"},
		"an error page":       {func(s *server, _ *Address) { s.set(priv, `{}`, `"2"`); s.status = 500 }, "500"},
		"nobody there":        {func(s *server, _ *Address) { s.Close() }, "cannot be fetched"},
	} {
		t.Run(name, func(t *testing.T) {
			s := publish(t)
			a := Address{URL: s.URL + "/a.json", Key: pub}
			path := settings.CopyIn(t.TempDir())
			s.set(priv, good, `"1"`)
			if _, err := a.Refresh(t.Context(), nil, path, noon); err != nil {
				t.Fatal(err)
			}
			c.spoil(s, &a)
			r, err := a.Refresh(t.Context(), nil, path, noon.Add(time.Hour))
			if err == nil || !strings.Contains(err.Error(), c.says) || r.Changed {
				t.Errorf("%+v, %v", r, err)
			}
			if kept, err := settings.ReadCopy(path); err != nil || kept.Text != good {
				t.Errorf("%+v, %v", kept, err)
			}
		})
	}
}

func TestACopyThatTheKeyDoesNotSignIsFetchedAnew(t *testing.T) {
	pub, priv := keys(t)
	s := publish(t)
	a := Address{URL: s.URL + "/a.json", Key: pub}
	path := settings.CopyIn(t.TempDir())
	s.set(priv, `{"mode":"plan"}`, `"1"`)
	forged := &settings.Copy{URL: a.URL, ETag: `"1"`, Text: `{"mode":"auto"}`}
	forged.Sum = forged.Digest()
	if err := store(path, forged); err != nil {
		t.Fatal(err)
	}
	if a.Good(forged) {
		t.Error("a forged copy is good")
	}
	r, err := a.Refresh(t.Context(), nil, path, noon)
	if err != nil || !r.Changed || r.Copy.Text != `{"mode":"plan"}` {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestAServerThatHangsIsLeft(t *testing.T) {
	pub, priv := keys(t)
	s := publish(t)
	s.set(priv, `{}`, "")
	s.hang = make(chan struct{})
	defer close(s.hang)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := (Address{URL: s.URL, Key: pub}).Refresh(ctx, nil, settings.CopyIn(t.TempDir()), noon); err == nil {
		t.Error("it waits, or takes what never came")
	}
}

func TestARedirectLeadsToNoOpenAddress(t *testing.T) {
	pub, _ := keys(t)
	to := ""
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }))
	defer s.Close()
	for _, to = range []string{"http://policy.example.com/a.json", s.URL + "/again"} {
		if _, err := (Address{URL: s.URL, Key: pub}).Refresh(t.Context(), nil, settings.CopyIn(t.TempDir()), noon); err == nil || !strings.Contains(err.Error(), "leads elsewhere") {
			t.Errorf("to %s: %v", to, err)
		}
	}
}

func TestTheAddressIsReadFromTheMachinesOwnFile(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Log("managed settings are root's: seen only as root")
		return
	}
	pub, _ := keys(t)
	key := base64.StdEncoding.EncodeToString(pub)
	for name, c := range map[string]struct {
		file string
		ok   bool
		says string
	}{
		"none":         {`{"mode":"plan"}`, false, ""},
		"good":         {`{"managed":{"url":"https://policy.example.com/a.json","key":"` + key + `"}}`, true, ""},
		"loopback":     {`{"managed":{"url":"http://127.0.0.1:9/a.json","key":"` + key + `"}}`, true, ""},
		"no key":       {`{"managed":{"url":"https://policy.example.com/a.json"}}`, true, "has to be signed"},
		"a short key":  {`{"managed":{"url":"https://policy.example.com/a.json","key":"AAAA"}}`, true, "32 bytes"},
		"plain http":   {`{"managed":{"url":"http://policy.example.com/a.json","key":"` + key + `"}}`, true, "https"},
		"a password":   {`{"managed":{"url":"https://a:b@policy.example.com/a.json","key":"` + key + `"}}`, true, "without a password"},
		"another sort": {`{"managed":{"url":"file:///etc/x.json","key":"` + key + `"}}`, true, "https"},
	} {
		path := filepath.Join(t.TempDir(), "managed.json")
		if err := os.WriteFile(path, []byte(c.file), 0o644); err != nil {
			t.Fatal(err)
		}
		a, ok, err := AddressOf(path)
		if ok != c.ok || (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %+v, %v, %v", name, a, ok, err)
		}
	}
	if _, ok, err := AddressOf(filepath.Join(t.TempDir(), "none")); ok || err != nil {
		t.Errorf("no file: %v, %v", ok, err)
	}
}

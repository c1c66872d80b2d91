// Package managed fetches the settings that whoever runs a machine publishes
// at an address, and keeps the last good copy of them. It is for commands and
// the daemon: a call is decided by the copy, and nothing is fetched meanwhile.
//
// What is published is trusted for its signature alone. A document that does
// not come, is not signed by the key that the machine's own managed file
// names, or cannot be read, leaves the copy that was there.
package managed

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"automode/internal/osfile"
	"automode/internal/plainjson"
	"automode/settings"
)

const (
	maxText = 1 << 20 // bytes of a document
	maxSig  = 1 << 10
	// Patience is how long one refresh may take in all.
	Patience = 15 * time.Second
	lockWait = 2 * time.Second
)

// Address is where settings are published, and what makes them good.
type Address struct {
	URL string
	Key ed25519.PublicKey
	At  settings.Origin // where that is written
}

// AddressOf reads the address in the managed file at path. ok is false when
// it names none.
func AddressOf(path string) (a Address, ok bool, err error) {
	s, _ := settings.Load(settings.Sources{Managed: path}) // its errors are told by whoever decides by it
	link, _ := s.Value("managed.url")
	if link.Origin.Source != settings.Managed || link.Text == "" {
		return Address{}, false, nil
	}
	a = Address{URL: link.Text, At: link.Origin}
	u, err := url.Parse(link.Text)
	if err != nil || u.Host == "" || u.User != nil || !safe(u) {
		return a, true, fmt.Errorf("%s: managed.url must be an https address without a password", link.Origin)
	}
	key, _ := s.Value("managed.key")
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(key.Text))
	if err != nil || len(raw) != ed25519.PublicKeySize {
		return a, true, fmt.Errorf("%s: managed.key must be an Ed25519 public key, %d bytes in base64: what is published has to be signed", link.Origin, ed25519.PublicKeySize)
	}
	a.Key = raw
	return a, true, nil
}

// safe tells whether what comes from u comes from its host: by TLS, or from
// this machine itself.
func safe(u *url.URL) bool {
	ip := net.ParseIP(u.Hostname())
	return u.Scheme == "https" || u.Scheme == "http" && ip != nil && ip.IsLoopback()
}

// Result is what came of a refresh.
type Result struct {
	Copy    *settings.Copy
	Changed bool // the copy is another one than before
}

// Refresh fetches what is published and keeps it at path when it is good. An
// error leaves what was kept. client nil is one of the package's own.
func (a Address) Refresh(ctx context.Context, client *http.Client, path string, now time.Time) (Result, error) {
	release, err := osfile.Lock(path+".lock", osfile.Wait{For: lockWait, Most: Patience})
	if err != nil {
		return Result{}, fmt.Errorf("the copy at %s is being refreshed by another program: %w", path, err)
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	if client == nil {
		client = &http.Client{}
	}
	one := *client
	one.CheckRedirect = func(r *http.Request, via []*http.Request) error {
		if len(via) > 3 || !safe(r.URL) {
			return errors.New("it leads elsewhere too often, or to no https address")
		}
		return nil
	}
	f := fetcher{&one, a}

	old, err := settings.ReadCopy(path)
	if err != nil || old.URL != a.URL || !a.signed(old.Text, old.Signature) {
		old = nil // not there, damaged, or not good by today's key
	}
	etag := ""
	if old != nil {
		etag = old.ETag
	}
	body, etag, same, err := f.get(ctx, a.URL, etag, maxText)
	if err != nil {
		return Result{Copy: old}, err
	}
	if same {
		old.Checked = now
		return Result{Copy: old}, store(path, old)
	}
	sig, _, _, err := f.get(ctx, a.URL+".sig", "", maxSig)
	if err != nil {
		return Result{Copy: old}, fmt.Errorf("its signature: %w", err)
	}
	c := &settings.Copy{URL: a.URL, ETag: etag, Fetched: now, Checked: now, Signature: strings.TrimSpace(string(sig)), Text: string(body)}
	c.Sum = c.Digest()
	if !a.signed(c.Text, c.Signature) {
		return Result{Copy: old}, fmt.Errorf("what %s publishes is not signed by managed.key (%s)", a.URL, a.At)
	}
	if err := settings.Published(a.URL, body); err != nil {
		return Result{Copy: old}, fmt.Errorf("what is published cannot be read: %w", err)
	}
	return Result{Copy: c, Changed: old == nil || old.Sum != c.Sum}, store(path, c)
}

// Good tells whether a copy is of this address and signed by its key.
func (a Address) Good(c *settings.Copy) bool { return c.URL == a.URL && a.signed(c.Text, c.Signature) }

func (a Address) signed(text, signature string) bool {
	sig, err := base64.StdEncoding.DecodeString(signature)
	return err == nil && len(a.Key) == ed25519.PublicKeySize && len(sig) == ed25519.SignatureSize && ed25519.Verify(a.Key, []byte(text), sig)
}

func store(path string, c *settings.Copy) error {
	b, err := plainjson.Append(nil, c)
	if err != nil {
		return err
	}
	return osfile.Replace(path, b)
}

type fetcher struct {
	client *http.Client
	Address
}

// get fetches what stands at an address; same tells that it is what etag
// names.
func (f fetcher) get(ctx context.Context, at, etag string, max int64) (body []byte, newTag string, same bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, "", false, err
	}
	req.Header.Set("User-Agent", "automode")
	if etag != "" {
		req.Header.Set("If-None-Match", etag)
	}
	res, err := f.client.Do(req)
	if err != nil {
		return nil, "", false, fmt.Errorf("%s cannot be fetched: %w", at, err)
	}
	defer res.Body.Close()
	switch {
	case res.StatusCode == http.StatusNotModified && etag != "":
		return nil, etag, true, nil
	case res.StatusCode != http.StatusOK:
		return nil, "", false, fmt.Errorf("%s cannot be fetched: it answers %s", at, res.Status)
	}
	body, err = osfile.ReadAll(res.Body, max)
	if err != nil {
		return nil, "", false, fmt.Errorf("%s cannot be fetched: %w", at, err)
	}
	return body, res.Header.Get("ETag"), false, nil
}

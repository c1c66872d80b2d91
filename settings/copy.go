package settings

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"automode/internal/osfile"
	"automode/internal/plainjson"
)

// Copy is what was last fetched from the address that managed settings name,
// as it is kept on this machine. Its signature was found good when it was
// fetched; from then on the file is as safe as the sessions' state beside it.
// Nothing is fetched while a call is decided.
type Copy struct {
	URL       string    `json:"url"`
	ETag      string    `json:"etag,omitempty"`
	Fetched   time.Time `json:"fetched"` // when Text came
	Checked   time.Time `json:"checked"` // when the address last said that it still holds
	Signature string    `json:"signature,omitempty"`
	Sum       string    `json:"sum"` // SHA-256 of Text, in hex
	Text      string    `json:"text"`
}

// Digest is what Sum must be.
func (c *Copy) Digest() string {
	sum := sha256.Sum256([]byte(c.Text))
	return hex.EncodeToString(sum[:])
}

// ReadCopy reads the copy kept at path. The error is fs.ErrNotExist where there
// is none; a copy that is damaged is an error.
func ReadCopy(path string) (*Copy, error) {
	text, err := read(User, path)
	if err != nil {
		return nil, err
	}
	c := &Copy{}
	if err := plainjson.Unmarshal(text, c); err != nil {
		return nil, fmt.Errorf("it is damaged: %w", err)
	}
	if c.Sum != c.Digest() {
		return nil, errors.New("it is damaged: its checksum is another")
	}
	return c, nil
}

// copied gives the layer of the copy that the managed file calls for; none
// where it names no address.
func (l *loader) copied(managed layer) []layer {
	url, named := managed.value("managed.url")
	if !named || url.Text == "" {
		return nil
	}
	required, ok := managed.value("managed.required")
	must := !ok || required.Text == "true"
	const next = "run: automode config refresh"
	c, err := ReadCopy(l.src.Copy)
	switch {
	case err == nil && c.URL == url.Text:
		one := layer{source: Managed, path: c.URL, copied: true}
		l.parse(&one, []byte(c.Text))
		return []layer{one}
	case l.src.Copy == "" || osfile.Absent(err) || err == nil:
		if must {
			l.fail(url.Origin, next, "the settings at %s were never fetched", url.Text)
		}
	default:
		l.fail(Origin{Source: Managed, File: l.src.Copy}, next, "the copy of %s cannot be used: %v", url.Text, err)
	}
	return nil
}

// CopyIn is where the copy is kept below the folder of the sessions' state.
func CopyIn(state string) string { return filepath.Join(state, "managed.json") }

// Published tells what is wrong with settings that are to be published at an
// address; nil for nothing.
func Published(url string, text []byte) error {
	l := loader{}
	one := layer{source: Managed, path: url, copied: true}
	l.parse(&one, text)
	l.join([]layer{one})
	if len(l.errs) > 0 {
		return l.errs
	}
	return nil
}

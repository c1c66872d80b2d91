package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"automode/settings/edit"
	"automode/world"
)

// receipt is kept of an installation, so that it can be undone to the byte.
type receipt struct {
	Path   string      `json:"path"`
	Before []byte      `json:"before"` // what the file held
	There  bool        `json:"there"`  // whether there was a file
	Mode   fs.FileMode `json:"mode"`
	After  string      `json:"after"` // hash of what we left
}

// Change is an installation or removal that has been worked out and not done.
type Change struct {
	Path    string
	Before  []byte // nil: no file
	After   []byte // nil: no file
	Nothing bool   // it is as it should be already
	do      func() error
}

// Do carries the change out.
func (c Change) Do() error {
	if c.Nothing {
		return nil
	}
	return c.do()
}

// receiptPath names the receipt of a settings file.
func (p Plan) receiptPath(settings string) string {
	return filepath.Join(p.Config, "installs", world.HashText(settings)[:16]+".json")
}

// Install works out how the settings file at path must change.
func (p Plan) Install(path string) (Change, error) {
	if err := p.Check(); err != nil {
		return Change{}, err
	}
	f, err := edit.Open(path)
	if err != nil {
		return Change{}, err
	}
	old, had, err := p.receipt(path)
	if err != nil {
		return Change{}, err
	}
	rec := receipt{Path: path, Before: f.Before, There: f.Before != nil, Mode: f.Mode}
	untouched := had && world.HashText(string(f.Before)) == old.After
	if untouched { // ours is in it: what was there first is what counts
		rec.Before, rec.There, rec.Mode = old.Before, old.There, old.Mode
		if f.Doc, err = edit.Parse(old.Before); err != nil {
			return Change{}, err
		}
	}
	if err := p.Apply(f.Doc); err != nil {
		return Change{}, fmt.Errorf("%s is left alone: %w", path, err)
	}
	after := f.Doc.Bytes()
	c := Change{Path: path, Before: f.Before, After: after}
	if bytes.Equal(f.Before, after) {
		c.Nothing = true
		return c, nil
	}
	rec.After = world.HashText(string(after))
	c.do = func() error {
		if err := p.keep(path, rec); err != nil {
			return err
		}
		return f.Write()
	}
	return c, nil
}

// Uninstall works out how to take the gate out of the settings file at path.
// When nobody changed the file since, it will be what it was, to the byte.
func (p Plan) Uninstall(path string) (Change, error) {
	f, err := edit.Open(path)
	if err != nil {
		return Change{}, err
	}
	rec, had, err := p.receipt(path)
	if err != nil {
		return Change{}, err
	}
	c := Change{Path: path, Before: f.Before}
	forget := func() error {
		err := os.Remove(p.receiptPath(path))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	if had && world.HashText(string(f.Before)) == rec.After {
		c.After = rec.Before
		if !rec.There {
			c.After = nil
		}
		c.do = func() error {
			if err := edit.Restore(path, f.Before, c.After, rec.Mode); err != nil {
				return err
			}
			return forget()
		}
		return c, nil
	}
	n, err := Remove(f.Doc)
	if err != nil {
		return Change{}, fmt.Errorf("%s is left alone: %w", path, err)
	}
	c.After = f.Doc.Bytes()
	if n == 0 {
		c.Nothing, c.After = true, f.Before
		return c, nil
	}
	c.do = func() error {
		if err := f.Write(); err != nil {
			return err
		}
		return forget()
	}
	return c, nil
}

func (p Plan) receipt(path string) (r receipt, ok bool, err error) {
	text, err := os.ReadFile(p.receiptPath(path))
	if errors.Is(err, fs.ErrNotExist) {
		return r, false, nil
	}
	if err != nil {
		return r, false, err
	}
	if err := json.Unmarshal(text, &r); err != nil || r.Path != path {
		return r, false, nil // a receipt that cannot be read is as good as none
	}
	return r, true, nil
}

func (p Plan) keep(path string, r receipt) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	name := p.receiptPath(path)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	tmp := name + ".new"
	if err := os.WriteFile(tmp, text, 0o600); err != nil {
		return err
	}
	return os.Rename(tmp, name)
}

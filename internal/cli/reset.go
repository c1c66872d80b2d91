package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"automode/settings"
	"automode/settings/edit"
)

// reset takes settings out of the user's file, and keeps a copy.
func (e *env) reset() *cobra.Command {
	var yes, dry bool
	cmd := &cobra.Command{
		Use:   "reset [KEY...]",
		Short: "Take your own settings back to the built-in ones",
		Long: `Take KEY (autoMode, permissions.allow, mode, ...), or everything, out of your own
settings, so that the built-in value counts again. What goes is shown first and
asked about, and a dated copy of the file stays beside it.`,
		RunE: func(c *cobra.Command, args []string) error {
			f, err := e.folders()
			if err != nil {
				return err
			}
			for _, key := range args {
				if !isKey(key) {
					return fmt.Errorf("%s is not a setting; automode config lists them", visible(key, 60))
				}
			}
			if !dry {
				if err := person("resetting settings"); err != nil {
					return err
				}
			}
			file, err := edit.Open(f.Settings)
			if err != nil && len(args) > 0 {
				return err
			}
			if err != nil { // what cannot be read can still be put aside
				return e.putAside(f.Settings, err, yes, dry)
			}
			if file.Before == nil {
				fmt.Fprintf(e.out, "%s is not there: all settings are the built-in ones already.\n", f.Settings)
				return nil
			}
			if len(args) == 0 {
				file.Doc, err = edit.Parse(nil)
				if err != nil {
					return err
				}
			}
			for _, key := range args {
				if err := file.Doc.Delete(strings.Split(key, ".")...); err != nil {
					return err
				}
			}
			if !file.Changed() {
				fmt.Fprintln(e.out, "Nothing of that is set.")
				return nil
			}
			fmt.Fprint(e.out, diff(f.Settings, string(file.Before), string(file.Doc.Bytes()), e.colors()))
			if dry {
				return nil
			}
			if err := e.confirm("Take that out?", yes); err != nil {
				return err
			}
			kept, err := keepCopy(f.Settings, file.Before, time.Now())
			if err != nil {
				return err
			}
			if err := file.Write(); err != nil {
				return err
			}
			fmt.Fprintf(e.out, "Done. What it held is in %s\n", kept)
			return nil
		},
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "show what would go and change nothing")
	return cmd
}

// isKey tells whether settings have that key, or hold others under it.
func isKey(name string) bool {
	_, ok := settings.KeyOf(name)
	return ok
}

// putAside moves a settings file away that cannot be read.
func (e *env) putAside(path string, why error, yes, dry bool) error {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return why
	}
	fmt.Fprintf(e.out, "%v\nIt is moved aside as it is.\n", why)
	if dry {
		return nil
	}
	if err := e.confirm("Move it aside?", yes); err != nil {
		return err
	}
	kept, err := freeName(path, time.Now())
	if err == nil {
		err = os.Rename(path, kept)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "Done. It is %s now.\n", kept)
	return nil
}

// keepCopy writes a dated copy of a file beside it.
func keepCopy(path string, text []byte, now time.Time) (string, error) {
	name, err := freeName(path, now)
	if err != nil {
		return "", err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", fmt.Errorf("nothing was changed: no copy can be kept: %w", err)
	}
	_, err = f.Write(text)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(name)
		return "", fmt.Errorf("nothing was changed: no copy can be kept: %w", err)
	}
	return name, nil
}

// freeName is a dated name beside path that nothing has.
func freeName(path string, now time.Time) (string, error) {
	for n := range 100 {
		name := path + "." + now.Format("2006-01-02")
		if n > 0 {
			name += fmt.Sprintf(".%d", n)
		}
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name, nil
		}
	}
	return "", fmt.Errorf("too many copies of %s are kept already", path)
}

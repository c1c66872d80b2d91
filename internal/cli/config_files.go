package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"automode/settings"
	"automode/settings/managed"
)

// wrong is one thing that is wrong in settings.
type wrong struct {
	At    string `json:"at"`
	Layer string `json:"layer"`
	What  string `json:"what"`
	Next  string `json:"next"`
}

func (e *env) configValidate() *cobra.Command {
	return &cobra.Command{
		Use:   "validate [FILE]",
		Short: "Look for errors in the settings, all at once",
		Long: `Read the settings of all layers in this folder, or FILE as if it were your own,
and list everything that is wrong: where, what, and what to do. Exit code 0 when
nothing is, else 1.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			var s *settings.Settings
			var err error
			if len(args) == 1 {
				path, absErr := filepath.Abs(args[0])
				if absErr != nil {
					return absErr
				}
				if _, statErr := os.Stat(path); statErr != nil {
					return statErr
				}
				s, err = settings.Load(settings.Sources{User: filepath.ToSlash(path), Home: home()})
			} else {
				s, _, err = e.settingsOf(here())
			}
			var list settings.Errors
			if err != nil && !errors.As(err, &list) {
				return err
			}
			rows := []wrong{}
			for _, one := range list {
				rows = append(rows, wrong{one.Origin.String(), one.Origin.Source, one.What, one.Next})
			}
			notices := orEmpty(s.Notices())
			if e.json {
				if err := json.NewEncoder(e.out).Encode(map[string]any{"v": 1, "errors": rows, "notices": notices}); err != nil {
					return err
				}
			} else {
				for _, r := range rows {
					fmt.Fprintf(e.out, "%s: %s; %s\n", visible(r.At, 300), visible(r.What, 300), visible(r.Next, 200))
				}
				for _, n := range notices {
					fmt.Fprintln(e.out, visible(n, 400))
				}
				if len(rows) == 0 {
					fmt.Fprintln(e.out, "Nothing is wrong.")
				}
			}
			if len(rows) > 0 {
				return exit(ExitError)
			}
			return nil
		},
	}
}

// layerRow is a layer of the settings and its file.
type layerRow struct {
	Layer string `json:"layer"`
	Path  string `json:"path"`
	State string `json:"state"` // "there", "not there", or why it cannot be used
}

func (e *env) configPath() *cobra.Command {
	return &cobra.Command{
		Use:   "path",
		Short: "List the settings files of all layers, strongest first",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			// Where they are does not depend on whether they can be read.
			_, src, err := e.settingsOf(here())
			var list settings.Errors
			if err != nil && !errors.As(err, &list) {
				return err
			}
			var rows []layerRow
			for _, l := range []layerRow{{"managed", src.Managed, ""}, {"managed, fetched", src.Copy, ""}, {"user", src.User, ""}, {"project", src.Project, ""}} {
				l.State = "there"
				if _, err := os.Stat(l.Path); errors.Is(err, fs.ErrNotExist) {
					l.State = "not there"
				} else if err != nil {
					l.State = err.Error()
				}
				for _, one := range list {
					if one.Origin.File == l.Path {
						l.State = "cannot be used: automode config validate"
					}
				}
				rows = append(rows, l)
			}
			if e.json {
				return json.NewEncoder(e.out).Encode(map[string]any{"v": 1, "layers": rows})
			}
			for _, l := range rows {
				fmt.Fprintf(e.out, "%-17s %s (%s)\n", l.Layer, visible(l.Path, 300), visible(l.State, 200))
			}
			return nil
		},
	}
}

func (e *env) configSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of a settings file, for editors",
		Long: `Print the JSON Schema of a settings file. Write it to a file and name that in your
settings, and an editor checks and completes them:

  automode config schema > ~/.config/automode/schema.json
  { "$schema": "./schema.json", ... }`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			text, err := settings.Schema()
			if err == nil {
				_, err = e.out.Write(text)
			}
			return err
		},
	}
}

func (e *env) configRefresh() *cobra.Command {
	return &cobra.Command{
		Use:   "refresh",
		Short: "Fetch the settings that managed settings name an address for",
		Long: `Fetch the settings that whoever runs this machine publishes (managed.url), check
their signature, and keep them as the last good copy. What is not good leaves the
copy that was there. Nothing is fetched while calls are decided.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			_, src, err := e.settingsOf(here())
			var list settings.Errors
			if err != nil && !errors.As(err, &list) {
				return err
			}
			a, named, err := managed.AddressOf(src.Managed)
			if err != nil {
				return err
			}
			if !named {
				fmt.Fprintf(e.out, "%s names no address (managed.url): there is nothing to fetch.\n", src.Managed)
				return nil
			}
			if _, err := e.openStore(); err != nil { // makes the folder
				return err
			}
			r, err := a.Refresh(c.Context(), nil, src.Copy, time.Now().UTC())
			if err != nil {
				if r.Copy != nil {
					return fmt.Errorf("%w; the copy of %s stays", err, r.Copy.Fetched.Local().Format("2006-01-02 15:04"))
				}
				return err
			}
			if e.json {
				return json.NewEncoder(e.out).Encode(map[string]any{"v": 1, "url": a.URL, "changed": r.Changed, "fetched": r.Copy.Fetched, "sum": r.Copy.Sum})
			}
			if r.Changed {
				fmt.Fprintf(e.out, "Fetched %s; its signature is good. Sessions follow it from their next call on.\n", a.URL)
			} else {
				fmt.Fprintf(e.out, "%s is as it was on %s.\n", a.URL, r.Copy.Fetched.Local().Format("2006-01-02 15:04"))
			}
			return nil
		},
	}
}

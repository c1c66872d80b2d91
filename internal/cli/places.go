package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"automode/internal/hook"
	"automode/record"
	"automode/settings"
	"automode/state"
)

// home is the home folder of the person who runs a command. It is theirs to
// say by HOME; the hook itself does not listen to that.
func home() string {
	if h := os.Getenv("HOME"); filepath.IsAbs(h) {
		return filepath.Clean(h)
	}
	return filepath.FromSlash(hook.Home())
}

// folders are the places of the gate's own files, for a command that a person
// starts: below --config, or the usual ones of their home. They are worked out
// as the hook does it that is told the same folder.
func (e *env) folders() (settings.Folders, error) {
	config := e.config
	if config == "" && home() == "" {
		return settings.Folders{}, errors.New("your home folder is not known: give --config DIR")
	}
	if config == "" {
		config = filepath.Join(home(), ".config", "automode")
	}
	abs, err := filepath.Abs(config)
	if err != nil {
		return settings.Folders{}, err
	}
	return foldersOf(abs), nil
}

// foldersOf are the places below a folder that an installed line names.
func foldersOf(config string) settings.Folders {
	return settings.FoldersOf(filepath.ToSlash(config), hook.Home())
}

// openLog opens the log.
func (e *env) openLog() (*record.Log, error) {
	f, err := e.folders()
	if err != nil {
		return nil, err
	}
	return record.Open(f.Log)
}

// openStore opens the sessions' state.
func (e *env) openStore() (*state.Store, error) {
	f, err := e.folders()
	if err != nil {
		return nil, err
	}
	return state.Open(f.State)
}

// builtHook finds the automode-hook that belongs to this automode: the one
// beside it.
func builtHook() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if self, err = filepath.EvalSymlinks(self); err != nil {
		return "", err
	}
	p := filepath.Join(filepath.Dir(self), "automode-hook")
	if _, err := os.Stat(p); err != nil {
		return "", fmt.Errorf("there is no automode-hook beside %s: build both (make build) and run bin/automode, or give --hook PATH", self)
	}
	return p, nil
}

// installedHook is where install puts a copy of the hook: in the gate's own
// folder, which no project holds and which the gate guards.
func installedHook(f settings.Folders) string {
	return filepath.Join(filepath.FromSlash(f.Own), "bin", "automode-hook")
}

// copyHook puts a copy of the program from at to, in one step.
func copyHook(from, to string) error {
	if from == to {
		return nil
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	tmp := to + ".new"
	if err := os.WriteFile(tmp, text, 0o700); err != nil {
		return err
	}
	return os.Rename(tmp, to)
}

// Package cli is the command line of automode: it wires clocks, files, judges
// and terminals to the packages that decide, and renders what they say.
package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// The exit codes of every command that decides; docs/decisions.md has the
// table. Anything else means that nothing was decided: do not run.
const (
	ExitAllow = 0
	ExitError = 1
	ExitDeny  = 2
	ExitAsk   = 3
)

// exit is an error that only carries an exit code: what there was to say has
// been said.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// env is what the commands share.
type env struct {
	in       io.Reader
	out, err io.Writer
	config   string // --config
	json     bool   // --json
	typed    *bufio.Reader
}

// Main runs the command line args and gives the process's exit code.
func Main(args []string, in io.Reader, out, errw io.Writer) int {
	e := &env{in: in, out: out, err: errw}
	root := e.root()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errw)
	err := root.Execute()
	var code exit
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	}
	fmt.Fprintln(errw, "automode:", err)
	return ExitError
}

func (e *env) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "automode",
		Short:         "The permission gate between a coding agent and its tools",
		Long:          "automode decides what a coding agent may run: routine work passes unseen, danger stops, and a person is asked about the rest.",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.PersistentFlags().StringVar(&e.config, "config", "", "folder of settings, state and log (default ~/.config/automode and ~/.local/state/automode)")
	root.PersistentFlags().BoolVar(&e.json, "json", false, "write JSON")
	root.AddCommand(e.check(), e.explain(), e.why(), e.log(), e.denials(), e.status(), e.doctor(), e.install(), e.uninstall(), e.observe(), e.replay(), e.eval(), e.selftest(), e.hook(), e.defaults(), e.daemon(), e.stats())
	root.AddCommand(e.mode(), e.rules(), e.configure(), e.reset(), e.prompt(), e.critique())
	return root
}

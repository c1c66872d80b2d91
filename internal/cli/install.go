package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"automode/gate"
	"automode/host/claudecode/setup"
	"automode/internal/hook"
	"automode/record"
	"automode/settings"
	"automode/state"
)

// install puts the gate in front of a host.
func (e *env) install() *cobra.Command {
	var scope, named string
	var dry, yes, observe bool
	cmd := &cobra.Command{
		Use:   "install claude-code",
		Short: "Put the gate in front of an agent",
		Long: `Put the gate's hooks into Claude Code's settings: the diff is shown first, all
else in the file stays as it is, and uninstall undoes it to the byte.

With --observe the gate decides and records, and answers nothing: the client
goes on as before. After a while, observe report says what it would have done.`,
		Args: oneHost,
		RunE: func(c *cobra.Command, args []string) error {
			plan, path, err := e.plan(scope, named)
			if err != nil {
				return err
			}
			plan.Observe = observe
			change, err := plan.Install(path)
			if err != nil {
				return err
			}
			if named == "" && !dry {
				built, err := builtHook()
				if err != nil {
					return err
				}
				if err := copyHook(built, plan.Hook); err != nil {
					return fmt.Errorf("copying the hook to %s: %w", plan.Hook, err)
				}
				// What asks models has to lie beside the hook.
				self, err := programOf(os.Args[0])
				if err != nil {
					return err
				}
				if beside := filepath.Join(filepath.Dir(plan.Hook), "automode"); filepath.Base(self) == "automode" {
					if err := copyHook(self, beside); err != nil {
						return fmt.Errorf("copying this program to %s: %w", beside, err)
					}
				}
			}
			if done, err := e.carry(change, dry, yes); !done || err != nil {
				return err
			}
			holding, err := plan.Holding()
			if err != nil {
				return err
			}
			file := filepath.Join(plan.Config, "claude-code.settings.json")
			if err := os.MkdirAll(plan.Config, 0o700); err != nil {
				return err
			}
			if err := os.WriteFile(file, holding, 0o600); err != nil {
				return err
			}
			fmt.Fprintf(e.out, "The gate is in front of Claude Code, from its next start on.\n")
			fmt.Fprintf(e.out, "A project can switch hooks off (disableAllHooks). To hold against that, start the client with\n  claude --settings %s\n", file)
			fmt.Fprintf(e.out, "Check it in a project: automode doctor\n")
			return nil
		},
	}
	e.scopeFlags(cmd, &scope, &named, &dry, &yes)
	cmd.Flags().BoolVar(&observe, "observe", false, "only watch: decide and record, answer nothing")
	return cmd
}

// uninstall takes the gate away again.
func (e *env) uninstall() *cobra.Command {
	var scope, named string
	var dry, yes bool
	cmd := &cobra.Command{
		Use:   "uninstall claude-code",
		Short: "Take the gate away again",
		Args:  oneHost,
		RunE: func(c *cobra.Command, args []string) error {
			plan, path, err := e.plan(scope, named)
			if err != nil {
				return err
			}
			change, err := plan.Uninstall(path)
			if err != nil {
				return err
			}
			if done, err := e.carry(change, dry, yes); !done || err != nil {
				return err
			}
			os.Remove(filepath.Join(plan.Config, "claude-code.settings.json"))
			fmt.Fprintln(e.out, "The gate is no longer in front of Claude Code, from its next start on. Settings, state and log stay in", plan.Config)
			return nil
		},
	}
	e.scopeFlags(cmd, &scope, &named, &dry, &yes)
	return cmd
}

func oneHost(c *cobra.Command, args []string) error {
	if len(args) != 1 || args[0] != "claude-code" {
		return errors.New("name the agent: claude-code")
	}
	return nil
}

func (e *env) scopeFlags(cmd *cobra.Command, scope, named *string, dry, yes *bool) {
	cmd.Flags().StringVar(scope, "scope", "user", "whose settings: user, or project (this folder, not shared)")
	cmd.Flags().StringVar(named, "hook", "", "the automode-hook to install (default: a copy, in the gate's own folder, of the one beside this program)")
	cmd.Flags().BoolVar(dry, "dry-run", false, "show what would change and change nothing")
	cmd.Flags().BoolVarP(yes, "yes", "y", false, "do not ask")
}

// plan works out what to install and where.
func (e *env) plan(scope, named string) (setup.Plan, string, error) {
	f, err := e.folders()
	if err != nil {
		return setup.Plan{}, "", err
	}
	bin := installedHook(f)
	if named != "" {
		if bin, err = filepath.Abs(named); err != nil {
			return setup.Plan{}, "", err
		}
	}
	p := setup.Plan{Hook: bin, Config: filepath.FromSlash(f.Own)}
	switch scope {
	case "user":
		return p, setup.UserSettings(home()), nil
	case "project":
		return p, setup.ProjectSettings(here()), nil
	}
	return p, "", fmt.Errorf("--scope is user or project, not %q", scope)
}

// carry shows a change, asks, and does it.
func (e *env) carry(c setup.Change, dry, yes bool) (done bool, err error) {
	if c.Nothing {
		fmt.Fprintf(e.out, "%s is as it should be already.\n", c.Path)
		return !dry, nil
	}
	fmt.Fprint(e.out, diff(c.Path, string(c.Before), string(c.After), e.colors()))
	if dry {
		return false, nil
	}
	if !yes {
		f, ok := e.in.(*os.File)
		info, statErr := os.Stdin.Stat()
		if !ok || statErr != nil || f != os.Stdin || info.Mode()&os.ModeCharDevice == 0 {
			return false, errors.New("nothing was changed: say --yes, since nobody can be asked here")
		}
		fmt.Fprint(e.out, "Change it so? [y/N] ")
		line, _ := bufio.NewReader(e.in).ReadString('\n')
		if a := strings.ToLower(strings.TrimSpace(line)); a != "y" && a != "yes" {
			return false, errors.New("nothing was changed")
		}
	}
	return true, c.Do()
}

// doctor examines an installation.
func (e *env) doctor() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Find out whether the gate really runs in this folder",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			beside, _ := builtHook()
			exam := setup.Exam{Home: home(), Dir: here(), Managed: setup.Managed, Beside: beside, Version: setup.ClientVersion(c.Context()), Fire: setup.Fire,
				Settings: e.trySettings, Store: tryState, Log: tryLog}
			checks := append(exam.Run(c.Context()), e.settingsChecks()...)
			if e.json {
				if err := json.NewEncoder(e.out).Encode(map[string]any{"v": 1, "gated": setup.Gated(checks), "checks": checks, "chain": setup.Chain(home(), here(), setup.Managed)}); err != nil {
					return err
				}
			} else {
				e.table(checks)
			}
			if !setup.Gated(checks) {
				return exit(ExitError)
			}
			return nil
		},
	}
}

func (e *env) table(checks []setup.Check) {
	p := e.colors()
	for _, c := range checks {
		state := map[setup.State]string{setup.Good: p.green("ok  "), setup.Warn: p.yellow("warn"), setup.Bad: p.red("BAD ")}[c.State]
		fmt.Fprintf(e.out, "%s  %-14s %s\n", state, c.Name, visible(c.Says, 400))
		if c.Do != "" && c.State != setup.Good {
			fmt.Fprintf(e.out, "      %-14s -> %s\n", "", visible(c.Do, 300))
		}
	}
	if setup.Gated(checks) {
		fmt.Fprintf(e.out, "\nSessions that start in %s pass the gate.\n", here())
		return
	}
	fmt.Fprintf(e.out, "\n%s\n", p.red("NOT GATED HERE, or not safely: see BAD above."))
}

func (e *env) trySettings(config string) error {
	f := foldersOf(config)
	_, err := settings.Load(hook.Sources(f, hook.Home(), here()))
	return err
}

func tryState(config string) error {
	s, err := state.Open(foldersOf(config).State)
	if err != nil {
		return err
	}
	return s.Update(context.Background(), "automode-doctor", func(l *gate.Ledger) error { return nil })
}

func tryLog(config string) error {
	l, err := record.Open(foldersOf(config).Log)
	if err != nil {
		return err
	}
	return l.Note(record.Event{What: "doctor"})
}

// hook is what a host runs; it is the same as automode-hook.
func (e *env) hook() *cobra.Command {
	return &cobra.Command{
		Use:                "hook claude-code",
		Short:              "Answer one event of a host on standard input",
		Long:               "Answer one event of a host on standard input. Hosts run automode-hook, which is the same and smaller.",
		DisableFlagParsing: true,
		RunE: func(c *cobra.Command, args []string) error {
			if e.config != "" {
				args = append([]string{"--config", e.config}, args...)
			}
			hook.Main(args, models)
			return nil
		},
	}
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"automode/daemon"
	"automode/internal/hook"
	"automode/judge/remote"

	"github.com/spf13/cobra"
)

// idleFor is how long the daemon waits for the next question.
const idleFor = 15 * time.Minute

// engine asks models by the settings of a seat. env is the environment that
// counts, and person says that it is one that a person has in a terminal.
func engine(seat remote.Seat, env []string, person bool) *daemon.Engine {
	src := hook.Sources(foldersOf(seat.Config), seat.Home, "")
	src.Extra = seat.Settings
	return &daemon.Engine{Sources: src, Env: env, Person: person}
}

// models asks models in this process, for the hook that this program can be.
func models(seat remote.Seat) remote.Ask {
	e := engine(seat, seat.Env(), false)
	return func(ctx context.Context, q remote.Question) (*remote.Answer, error) {
		return remote.AnswerOf(e.Decide(ctx, q)), nil
	}
}

func (e *env) daemon() *cobra.Command {
	var extra string
	var once, foreground bool
	c := &cobra.Command{
		Use:   "daemon",
		Short: "Ask models for the hooks of this user",
		Long: `Ask models for the hooks of this user. Hooks start it by themselves where the
settings name a model; it ends when nothing was asked for a while, or when this
program is replaced. It answers on a socket in a folder that nobody else can
enter, only on Linux; elsewhere hooks start a process for each question. It takes
nothing from the environment, and can do nothing but ask models what it is told
to: what becomes of a call is decided by the hook.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			f, err := e.folders()
			if err != nil {
				return err
			}
			exe, err := programOf(os.Args[0])
			if err != nil {
				return err
			}
			seat := hook.SeatOf(exe, f.Own, extra)
			args := seat.Args()
			switch {
			case once:
				args = seat.Once()
			case foreground:
				args = append(args, "--foreground")
			}
			// Whoever started this may have set anything: it begins anew with what
			// it should have.
			if !slices.Equal(os.Environ(), seat.Env()) || !slices.Equal(os.Args, args) {
				if os.Getenv(again) != "" {
					return errors.New("this program cannot be started with an environment of its own")
				}
				return restart(exe, args, seat.Env())
			}
			engine := engine(seat, seat.Env(), false)
			ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			if once {
				return engine.Once(ctx, e.in, e.out)
			}
			s := &daemon.Server{Engine: engine, Idle: idleFor}
			if foreground {
				s.Idle = 0
				s.Say = func(what string) { fmt.Fprintln(e.err, what) }
				fmt.Fprintf(e.err, "answering at %s/%s.sock; Ctrl+C ends it\n", seat.Folder(), seat.Name())
			}
			switch err := daemon.Run(ctx, seat, s); {
			case errors.Is(err, daemon.ErrIdle), errors.Is(err, daemon.ErrReplaced), errors.Is(err, context.Canceled):
				return nil
			case errors.Is(err, daemon.ErrOther) && !foreground:
				return nil // that one will do
			default:
				return err
			}
		},
	}
	c.Flags().StringVar(&extra, "settings", "", "a further settings file, absolute")
	c.Flags().BoolVar(&once, "once", false, "answer one question on standard input, and end")
	c.Flags().BoolVar(&foreground, "foreground", false, "stay, and say what happens")
	return c
}

// again would be set by nobody: an environment of our own has no such variable.
const again = "AUTOMODE_STARTED_AGAIN"

// programOf is this program as it was called by an absolute path, else by where
// it is.
func programOf(called string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if filepath.IsAbs(called) {
		a, errA := os.Stat(called)
		b, errB := os.Stat(self)
		if errA == nil && errB == nil && os.SameFile(a, b) {
			return called, nil
		}
	}
	return self, nil
}

package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"automode/daemon"
	"automode/internal/hook"
	"automode/judge"
	"automode/judge/remote"
	"automode/settings"

	"github.com/spf13/cobra"
)

// judges builds the judges of this gate's settings.
func (e *env) judges(extra string) (judge.Judge, string, error) {
	f, err := e.folders()
	if err != nil {
		return nil, "", err
	}
	src := hook.Sources(f, hook.Home(), "")
	src.Project, src.Extra = "", extra
	s, err := settings.Load(src)
	if err != nil {
		return nil, "", err
	}
	from, err := json.Marshal(s.Models)
	if err != nil {
		return nil, "", err
	}
	j, err := daemon.Judges(s)
	return j, string(from), err
}

func (e *env) daemon() *cobra.Command {
	var detach bool
	var idle time.Duration
	c := &cobra.Command{
		Use:   "daemon",
		Short: "Keep the judges that need a model, for the hooks of this user",
		Long: `Keep the judges that need a model, for the hooks of this user. Hooks start it by
themselves where the settings name a model; it ends when nothing was asked for
a while. It answers on a socket in a folder that nobody else can enter, and can
do nothing but ask models what it is told to: it allows nothing by itself.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			f, err := e.folders()
			if err != nil {
				return err
			}
			if detach {
				return e.detached(f)
			}
			l, err := daemon.ListenSoon(daemon.Socket(f.State), 3*time.Second)
			if errors.Is(err, daemon.ErrRuns) {
				return nil // that one will do
			}
			if err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return (&daemon.Server{Judges: e.judges, Idle: idle}).Serve(ctx, l)
		},
	}
	c.Flags().BoolVar(&detach, "detach", false, "start it in the background and return")
	c.Flags().DurationVar(&idle, "idle", 0, "how long it waits for a question before it ends (default 10m)")
	return c
}

// detached starts a daemon that is nobody's child.
func (e *env) detached(f settings.Folders) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(exe, "daemon", "--config", f.Own)
	cmd.Dir, cmd.Env = "/", os.Environ()
	own(cmd)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("the daemon cannot be started: %w", err)
	}
	return cmd.Process.Release()
}

// judge answers one question of a hook's on standard input, where no daemon is
// to be had.
func (e *env) judge() *cobra.Command {
	return &cobra.Command{
		Use:    "judge",
		Short:  "Answer one question of a hook's on standard input",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			line, err := bufio.NewReader(io.LimitReader(e.in, remote.MaxLine)).ReadBytes('\n')
			if err != nil {
				return err
			}
			var q remote.Question
			if err := json.Unmarshal(line, &q); err != nil {
				return err
			}
			reply := remote.Reply{Version: remote.Version}
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(max(q.Wait, 1))*time.Millisecond)
			defer cancel()
			j, _, err := e.judges(q.Extra)
			switch {
			case q.Version != remote.Version || q.Op != "judge":
				reply.Error = "the programs are of different versions"
			case err != nil:
				reply.Error = err.Error()
			default:
				reply.Verdict = j.Judge(ctx, q.Request())
			}
			return json.NewEncoder(e.out).Encode(reply)
		},
	}
}

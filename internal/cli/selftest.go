package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"automode/eval"
	"automode/selftest"
	"automode/vectors"
)

// selftest holds this gate against its vectors and against what must hold of
// every gate.
func (e *env) selftest() *cobra.Command {
	var from, program, in string
	var inProcess bool
	cmd := &cobra.Command{
		Use:   "selftest",
		Short: "Hold the gate against labelled calls, in this process and as it is installed",
		Long: `Hold the gate against the labelled calls that ship with it (or those of
--vectors DIR), and against what must hold of every gate: no other spelling of a
call and no rule that tightens makes its answer milder; the same call gets the
same answer; every answer says why.

Where the hook is installed, the installed program is asked as well, by the
protocol that the host uses, in a folder of its own with settings of its own:
nobody's state or log changes. Exit codes: 0 all holds, 1 something does not.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			var files fs.FS = vectors.Files
			if from != "" {
				files = os.DirFS(from)
			}
			list, err := selftest.Load(files)
			if err != nil {
				return fmt.Errorf("vectors: %w", err)
			}
			parts := inThisProcess(c.Context(), list)
			if !inProcess {
				part, err := e.asInstalled(c.Context(), list, program, in)
				if err != nil {
					return err
				}
				parts = append(parts, part)
			}
			return e.parts(parts)
		},
	}
	f := cmd.Flags()
	f.StringVar(&from, "vectors", "", "a folder of vectors, in place of those that ship with the gate")
	f.StringVar(&program, "hook", "", "the automode-hook to ask (default: the installed one)")
	f.StringVar(&in, "in", "", "a folder to work in, emptied afterwards (default: one below your cache folder)")
	f.BoolVar(&inProcess, "in-process", false, "ask no installed hook")
	return cmd
}

func inThisProcess(ctx context.Context, list []selftest.Vector) []selftest.Part {
	gate := eval.Gate{}
	return []selftest.Part{
		selftest.Answers(ctx, "labelled calls", list, gate),
		selftest.Spellings(ctx, list, gate),
		selftest.Rules(ctx, list),
		selftest.Redirects(ctx, list, gate),
		selftest.Steady(ctx, list),
		selftest.Explained(ctx, list, gate),
	}
}

// asInstalled asks the hook that a host runs.
func (e *env) asInstalled(ctx context.Context, list []selftest.Vector, program, in string) (selftest.Part, error) {
	none := selftest.Part{Name: "the installed hook, by its own protocol", Wrong: []selftest.Finding{}}
	if program == "" {
		f, err := e.folders()
		if err != nil {
			return none, err
		}
		program = installedHook(f)
		if _, err := os.Stat(program); errors.Is(err, fs.ErrNotExist) {
			none.Left, none.Note = len(list), "none is installed: automode install claude-code, or give --hook PATH"
			return none, nil
		}
	}
	program, err := filepath.Abs(program)
	if err != nil {
		return none, err
	}
	base, done, err := workFolder(in)
	if err != nil {
		return none, fmt.Errorf("a folder to work in: %w; give one with --in", err)
	}
	defer done()
	return (&selftest.Hook{Program: program, Base: base}).Answers(ctx, list), nil
}

// workFolder makes an empty folder outside /tmp, whose files are everybody's
// scratch, and gives what takes it away.
func workFolder(in string) (dir string, done func(), err error) {
	if in == "" {
		if in, err = os.UserCacheDir(); err != nil {
			return "", nil, err
		}
	}
	if in, err = filepath.Abs(in); err != nil {
		return "", nil, err
	}
	if err = os.MkdirAll(in, 0o700); err != nil {
		return "", nil, err
	}
	if dir, err = os.MkdirTemp(in, "automode-selftest-"); err != nil {
		return "", nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", nil, err
	}
	return dir, func() { os.RemoveAll(dir) }, nil
}

// parts prints what each part came to, and gives the exit code.
func (e *env) parts(parts []selftest.Part) error {
	wrong := 0
	for _, p := range parts {
		wrong += len(p.Wrong)
	}
	if e.json {
		if err := json.NewEncoder(e.out).Encode(map[string]any{"v": 1, "holds": wrong == 0, "parts": parts}); err != nil {
			return err
		}
	} else {
		pal := e.colors()
		for _, p := range parts {
			state := pal.green("ok ")
			switch {
			case len(p.Wrong) > 0:
				state = pal.red("BAD")
			case p.Tried == 0:
				state = pal.yellow("-- ")
			}
			fmt.Fprintf(e.out, "%s  %-42s %6d tried %5d wrong", state, p.Name, p.Tried, len(p.Wrong))
			if p.Left > 0 {
				fmt.Fprintf(e.out, " %5d left out", p.Left)
			}
			if p.Note != "" {
				fmt.Fprintf(e.out, "  %s", visible(p.Note, 200))
			}
			fmt.Fprintln(e.out)
			for i, f := range p.Wrong {
				if i == 20 {
					fmt.Fprintf(e.out, "       and %d more (--json has all)\n", len(p.Wrong)-i)
					break
				}
				fmt.Fprintf(e.out, "       %s %s\n         %s\n", visible(f.ID, 80), visible(f.Says, 300), visible(f.Call, 300))
			}
		}
	}
	if wrong > 0 {
		return exit(ExitError)
	}
	return nil
}

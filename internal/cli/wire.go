package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"automode/effect"
	"automode/eval"
	"automode/internal/hook"
	"automode/judge/remote"
	"automode/settings"
	"automode/shell"
	"automode/verdict"
)

// here is the working directory, empty where it cannot be told.
func here() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}

// visible renders text of the agent's for a person: no control characters, at
// most max bytes.
func visible(s string, max int) string {
	if len(s) > max {
		s = s[:max] + "..."
	}
	return shell.Visible(s)
}

// decider gives what answers calls, with the judge of that name.
func (e *env) decider(hermetic, headless bool, judge string) (eval.Decider, error) {
	switch {
	case judge != "static" && judge != "chain":
		return nil, fmt.Errorf("--judge takes static or chain, not %q", judge)
	case hermetic && judge == "chain":
		return nil, errors.New("--hermetic reads no settings, and --judge chain asks the models that they name")
	case hermetic:
		return eval.Gate{Headless: headless}, nil
	}
	d, err := e.desk(headless)
	if err != nil || judge == "static" {
		return live{d}, err
	}
	return e.asking(d)
}

// asking lets a desk ask models in this process. Variables of the environment
// count where a person started it in a terminal.
func (e *env) asking(d hook.Desk) (eval.Decider, error) {
	seat := hook.SeatOf("", d.Config, "")
	vars, person := seat.Env(), false
	given := settings.FlagsOf(os.LookupEnv)
	if err := hook.Terminal(); err == nil {
		vars, person, d.Flags = os.Environ(), true, given
	} else if len(given) > 0 {
		fmt.Fprintf(e.err, "automode: %s does not count here: %v\n", given[0].From, err)
	}
	m := engine(seat, vars, person)
	m.Sources.Flags = d.Flags
	d.Ask = func(ctx context.Context, q remote.Question) (*remote.Answer, error) {
		return remote.AnswerOf(m.Decide(ctx, q)), nil
	}
	return live{d}, nil
}

// desk answers calls with this machine's settings and files.
func (e *env) desk(headless bool) (hook.Desk, error) {
	f, err := e.folders()
	return hook.Desk{Config: f.Own, Home: home(), Attended: !headless}, err
}

// live is a Decider over the real machine.
type live struct{ desk hook.Desk }

// Decide decides c; settings that cannot be read are a denial.
func (l live) Decide(ctx context.Context, c eval.Case) verdict.Decision {
	d, _, err := l.desk.Decide(ctx, c.Call())
	if err != nil {
		return verdict.Decision{Layer: verdict.LayerError, Code: verdict.CodeSettings, Reason: err.Error()}
	}
	return d
}

// report is what the call does, as far as code can tell.
func (e *env) report(ctx context.Context, c eval.Case, hermetic bool) *effect.Report {
	if !hermetic {
		if d, err := e.desk(true); err == nil {
			if _, rep, err := d.Decide(ctx, c.Call()); err == nil {
				return rep
			}
		}
	}
	in := effect.Env{Place: c.Place(), Facts: c.World()}
	in.Session = c.Session(in)
	return effect.Of(c.Call(), in)
}

// count is a number of things, in words.
func count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + one + "s"
}

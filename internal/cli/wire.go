package cli

import (
	"os"

	"automode/effect"
	"automode/eval"
	"automode/shell"
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

// decider gives what answers calls.
func (e *env) decider(hermetic, headless bool) (eval.Decider, error) {
	return eval.Gate{Headless: headless}, nil
}

// report is what the call does, as far as code can tell.
func (e *env) report(c eval.Case, hermetic bool) *effect.Report {
	in := effect.Env{Place: c.Place(), Facts: c.World()}
	in.Session = c.Session(in)
	return effect.Of(c.Call(), in)
}

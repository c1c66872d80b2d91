package cli

import (
	"os"

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

//go:build !unix

package cli

import (
	"errors"
	"os"
	"os/exec"
)

// restart runs the program and ends with it.
func restart(exe string, args, env []string) error {
	cmd := exec.Command(exe, args[1:]...)
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = env, os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	var code *exec.ExitError
	if errors.As(err, &code) {
		return exit(code.ExitCode())
	}
	return err
}

// Command automode is the whole of automode on a command line: the hook that
// hosts call, checks of single calls, scores, replays of recorded sessions,
// installation and logs.
package main

import (
	"os"

	"automode/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

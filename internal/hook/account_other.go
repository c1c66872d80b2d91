//go:build darwin || !unix

package hook

import (
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
)

// accountOf asks the system for the user's entry. Environment variables do not
// count: a project can set those of a hook.
func accountOf() account {
	u, err := user.LookupId(strconv.Itoa(os.Getuid()))
	if runtime.GOOS == "windows" {
		u, err = user.Current() // of the process's token
	}
	if err != nil {
		return account{}
	}
	shell := ""
	if runtime.GOOS == "darwin" {
		shell = "/bin/zsh" // what accounts have there; the entry's own is not to be had
	}
	return account{u.Username, filepath.ToSlash(u.HomeDir), shell}
}

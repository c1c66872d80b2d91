//go:build unix && !darwin

package hook

import (
	"os"
	"strconv"
	"strings"

	"automode/internal/osfile"
)

// accountOf reads the user's entry in the machine's own list. Environment
// variables do not count: a project can set those of a hook.
func accountOf() account {
	text, err := osfile.Read("/etc/passwd", 4<<20)
	if err != nil {
		return account{}
	}
	return entryOf(string(text), strconv.Itoa(os.Getuid()))
}

func entryOf(passwd, uid string) account {
	for line := range strings.Lines(passwd) {
		f := strings.Split(strings.TrimSpace(line), ":")
		if len(f) == 7 && f[2] == uid && strings.HasPrefix(f[5], "/") {
			return account{f[0], f[5], f[6]}
		}
	}
	return account{}
}

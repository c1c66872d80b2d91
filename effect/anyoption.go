package effect

import (
	"strings"

	"automode/shell"
)

// tellingParts are the words in an option's name that say it names a file, a
// program, a place to send to or take from, or a change.
var tellingParts = [...]string{
	"apply", "approve", "attach", "bind", "browser", "cert", "chdir", "clean", "clear", "cmd", "command", "commit", "conf", "config", "configfile", "connect", "cookie", "copy", "credential", "credentials", "daemon", "daemonize",
	"delete", "dest", "destination", "dir", "directory", "disable", "download", "dump", "editor", "endpoint", "eval", "exec", "execute", "export", "expression", "extension", "file", "filename", "fix", "folder", "force", "global", "hook", "host", "identity", "import", "init", "insecure", "install",
	"key", "keyfile", "kill", "launch", "link", "listen", "load", "log", "logfile", "login", "mail", "module", "move", "notify", "open", "out", "outdir", "outfile", "output", "overwrite", "pager", "passphrase", "password", "path", "pidfile", "plugin", "plugins", "post", "prefix", "preload", "privileged", "proxy", "publish", "push",
	"recover", "register", "remote", "remove", "rename", "repair", "replace", "report", "require", "reset", "restart", "restore", "root", "rsh", "run", "save", "script", "secret", "send", "server", "set", "setup", "share", "shell", "sign", "socket", "ssh", "start", "stop", "store", "submit", "sudo", "sync", "target", "tee", "temp", "tmp", "token", "trace", "trust", "undo", "uninstall", "unsafe",
	"unlink", "unset", "update", "upgrade", "upload", "uri", "url", "webhook", "wipe", "write",
}

// telling tells whether an option that a row does not list, in a row that
// takes any, may do more than change what is printed: by its name, or by a
// value that leads somewhere.
func telling(name string, value shell.Word, attached bool) bool {
	if attached {
		v := value.Text + value.Prefix
		if strings.HasPrefix(v, "/") || v == "~" || strings.HasPrefix(v, "~/") || strings.HasPrefix(v, "../") || strings.Contains(v, "://") {
			return true
		}
	}
	bare := strings.TrimLeft(name, "-+")
	if len(bare) == 1 {
		return bare == "o" || bare == "O"
	}
	no := strings.HasPrefix(bare, "no-")
	parts := nameParts(bare)
	if last := parts[len(parts)-1]; len(parts) > 1 && selector(last) && !no {
		// --output-format, --log-group-name: the last word is what is meant
		for _, part := range parts {
			switch part {
			case "file", "exec", "script", "hook", "plugin", "dump", "save", "write", "export":
				return last != "format" && last != "type"
			}
		}
		return false
	}
	for _, part := range parts {
		if tellingPart(part) && !no {
			return true
		}
	}
	return no && (strings.Contains(bare, "verify") || strings.Contains(bare, "check") || strings.Contains(bare, "sandbox") || strings.Contains(bare, "confirm"))
}

// nameParts parts an option's name into words: output-file, outputFile.
func nameParts(bare string) []string {
	var parts []string
	start := 0
	for i := 0; i <= len(bare); i++ {
		if i < len(bare) && bare[i] != '-' && bare[i] != '_' && bare[i] != '.' && bare[i] != ':' && !(i > 0 && isUpper(bare[i]) && !isUpper(bare[i-1])) {
			continue
		}
		if part := strings.ToLower(strings.Trim(bare[start:i], "-_.:")); part != "" {
			parts = append(parts, part)
		}
		start = i
	}
	if len(parts) == 0 {
		parts = append(parts, bare)
	}
	return parts
}

// selector tells whether a word at the end of an option's name says which of
// several things is meant, or how they are shown.
func selector(part string) bool {
	switch part {
	case "name", "names", "id", "ids", "arn", "time", "date", "type", "types", "format", "style", "prefix", "suffix", "pattern", "size", "count", "limit", "number", "label", "labels", "width", "depth", "level", "color", "colour", "version", "status", "state", "only", "pointer", "group", "zone", "region", "node", "user", "tag", "tags", "filter", "query", "kind", "age", "interval", "delay", "timeout":
		return true
	}
	return false
}

func tellingPart(part string) bool {
	for _, t := range &tellingParts {
		if part == t {
			return true
		}
	}
	return false
}

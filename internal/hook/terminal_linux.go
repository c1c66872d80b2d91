package hook

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Terminal makes sure that this process was started by a person at a terminal
// and not, however far up, by an agent's host. The error says what stands
// against it; where that cannot be told, that is an error too.
func Terminal() error {
	p, ok := processOf(os.Getpid())
	if !ok {
		return fmt.Errorf("the processes above this one cannot be read")
	}
	if p.tty == 0 {
		return fmt.Errorf("this is not a terminal")
	}
	return ungated(p)
}

// Ungated makes sure that no agent's host stands above this process, as
// Terminal does; that it is at a terminal does not matter.
func Ungated() error {
	p, ok := processOf(os.Getpid())
	if !ok {
		return fmt.Errorf("the processes above this one cannot be read")
	}
	return ungated(p)
}

func ungated(p process) error {
	for range maxChain {
		if p.parent <= 1 {
			return nil
		}
		up, ok := processOf(p.parent)
		if !ok {
			return fmt.Errorf("process %d above this one cannot be read", p.parent)
		}
		if name := hostName(up); name != "" {
			return fmt.Errorf("it runs under %s (process %d)", name, up.pid)
		}
		p = up
	}
	return fmt.Errorf("too many processes stand above this one")
}

// hostName names the agent's host that a process is, empty for none.
func hostName(p process) string {
	words := []string{p.comm, filepath.Base(exeOf(p.pid))}
	for i, a := range argsOf(p.pid) {
		if i > 2 {
			break
		}
		words = append(words, filepath.Base(a))
		if strings.Contains(a, "claude-code") || strings.Contains(a, "gemini-cli") || strings.Contains(a, "qwen-code") {
			return a
		}
	}
	for _, w := range words {
		switch strings.TrimSuffix(w, ".js") {
		case "claude", "codex", "gemini", "copilot", "opencode", "qwen", "cursor-agent", "cursor", "crush", "goose", "amp", "aider", "kiro", "q", "openhands", "cline":
			return w
		}
	}
	return ""
}

package hook

import (
	"path/filepath"
	"strings"

	"automode/host"
	"automode/host/claudecode"
	"automode/host/codex"
	"automode/host/copilot"
	"automode/host/gemini"
	"automode/host/generic"
	"automode/host/opencode"
	"automode/host/qwen"
)

// speaker is a host as a hook process needs it.
type speaker struct {
	name string // in calls and records
	host.Dialect
	// format reads the host's transcripts; nil where it keeps none that can be
	// read. Then only prompt events say what the person said.
	format host.Format
	// asks: a question of ours can reach a person through this host.
	asks bool
	// headless tells by its command line whether the host was started to answer
	// once, with nobody to be asked; nil never does.
	headless func(args []string) bool
	// attended names the variable by which the host says whether a person is
	// there, "0" or "1"; empty where it has none.
	attended string
	// words gives a person's words of a prompt event as a transcript will hold
	// them; false where they are not a person's; nil takes them as they are.
	words func(e host.Event) (string, bool)
	// agent is where the host keeps the transcript of a subagent, beside the
	// main one; nil where it has none of its own.
	agent func(main, agent string) string
	// transcript is where the host keeps the session's, when its events do not
	// say; nil where they do.
	transcript func(home string, e host.Event) string
}

// speakerOf gives the host of that name. event is what the installed line says
// the event is, for hosts that do not say it themselves.
func speakerOf(name, event string) (speaker, bool) {
	s := speaker{name: name, asks: true}
	switch name {
	case claudecode.Host:
		s.Dialect, s.format = claudecode.Dialect{}, claudecode.Format{}
		s.headless, s.attended = flagged("-p", "--print"), "CLAUDE_CODE_SESSION_ATTENDED"
		s.words, s.agent = claudecode.PromptText, claudecode.AgentPath
	case codex.Host:
		s.Dialect, s.format, s.asks = codex.Dialect{}, codex.Format{}, false
	case copilot.Host:
		s.Dialect, s.format = copilot.Dialect{Event: event}, copilot.Format{}
		s.headless = flagged("-p", "--prompt")
		s.transcript = func(home string, e host.Event) string {
			if home == "" || !plainName(e.Session) {
				return ""
			}
			return home + "/.copilot/session-state/" + e.Session + "/events.jsonl"
		}
	case gemini.Host:
		s.Dialect, s.format, s.headless = gemini.Dialect{}, gemini.Format{}, flagged("-p", "--prompt")
	case qwen.Host:
		s.Dialect, s.headless = qwen.Dialect{}, flagged("-p", "--prompt")
	case opencode.Host:
		s.Dialect, s.headless = opencode.Dialect{}, named("run")
	case generic.Host:
		s.Dialect, s.asks = generic.Dialect{}, false
	default:
		return speaker{}, false
	}
	return s, true
}

// plainName tells of a name that can be a folder's: it becomes part of a path.
func plainName(s string) bool {
	return s != "" && len(s) < 200 && s[0] != '.' && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == ""
}

// flagged tells of a command line that has one of the flags, before a "--".
func flagged(flags ...string) func([]string) bool {
	return func(args []string) bool {
		for _, a := range args[min(1, len(args)):] {
			if a == "--" {
				return false
			}
			for _, f := range flags {
				if a == f || strings.HasPrefix(a, f+"=") {
					return true
				}
			}
		}
		return false
	}
}

// named tells of a command line with that subcommand: its first word that is
// no flag, behind the program and, where that is a runtime, its script.
func named(sub string) func([]string) bool {
	return func(args []string) bool {
		if len(args) == 0 {
			return false
		}
		rest := args[1:]
		if len(rest) > 0 && isRuntime(filepath.Base(args[0])) {
			rest = rest[1:]
		}
		for _, a := range rest {
			if !strings.HasPrefix(a, "-") {
				return a == sub
			}
		}
		return false
	}
}

// isRuntime tells whether a program runs others' code under its own name.
func isRuntime(exe string) bool {
	switch base := filepath.Base(exe); {
	case base == "node", base == "bun", base == "deno", base == "nodejs":
		return true
	case strings.HasPrefix(base, "python"):
		return true
	}
	return false
}

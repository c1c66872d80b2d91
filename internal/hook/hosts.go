package hook

import (
	"automode/host"
	"automode/host/claudecode"
)

// speaker is a host as a hook process needs it.
type speaker struct {
	name string // in calls and records
	host.Dialect
	// format reads the host's transcripts; nil where it keeps none that can be
	// read. Then only prompt events say what the person said.
	format host.Format
	// headless tells by its command line whether the host was started to answer
	// once, with nobody to be asked.
	headless func(args []string) bool
	// attended names the variable by which the host says whether a person is
	// there, "0" or "1"; empty where it has none.
	attended string
	// words gives a person's words of a prompt event as a transcript will hold
	// them; false where they are not a person's.
	words func(e host.Event) (string, bool)
	// agent is where the host keeps the transcript of a subagent, beside the
	// main one; nil where it has none of its own.
	agent func(main, agent string) string
}

// speakerOf gives the host of that name.
func speakerOf(name string) (speaker, bool) {
	switch name {
	case claudecode.Host:
		return speaker{name: name, Dialect: claudecode.Dialect{}, format: claudecode.Format{}, headless: anyOf("-p", "--print"),
			attended: "CLAUDE_CODE_SESSION_ATTENDED", words: claudecode.PromptText, agent: claudecode.AgentPath}, true
	}
	return speaker{}, false
}

// anyOf tells of a command line that has one of the flags, before a "--".
func anyOf(flags ...string) func([]string) bool {
	return func(args []string) bool {
		for _, a := range args[min(1, len(args)):] {
			if a == "--" {
				return false
			}
			for _, f := range flags {
				if a == f {
					return true
				}
			}
		}
		return false
	}
}

package permission

import (
	"automode/call"
	"automode/effect"
	"automode/shell"
	"automode/world"
)

// Subject is a call with all that rules are matched against. It is made once
// a call and is not safe for concurrent use.
type Subject struct {
	Call   call.Call
	Place  world.Place
	Report *effect.Report // what the call does; nil: nothing is known of it

	facts   world.Facts
	args    call.Args
	script  *shell.Script    // read when first asked for
	coded   []*shell.Command // its commands that are given code as text; filled with script
	touched []touch
	looked  bool // touched is filled
}

// NewSubject prepares c for matching. facts and report may be nil; then rules
// that allow match less, and rules that tighten match on words alone.
func NewSubject(c call.Call, place world.Place, facts world.Facts, report *effect.Report) *Subject {
	if facts == nil {
		facts = world.Nothing{}
	}
	return &Subject{Call: c, Place: place, Report: report, facts: facts, args: report.Args(c)}
}

// Args are the call's arguments.
func (s *Subject) Args() call.Args { return s.args }

// shellText is the text that a shell would be given, as far as the call has
// any: of a shell tool, of text typed into a running program, of tools nobody
// knows that take a command.
func (s *Subject) shellText() string {
	switch s.Call.Kind() {
	case call.Shell, call.PowerShell, call.Input, call.REPL:
		if s.args.Command == "" && !s.args.OK {
			return string(s.Call.Input)
		}
		return s.args.Command
	case call.MCP, call.Other:
		for _, k := range []string{"command", "cmd", "script", "shell", "code"} {
			if text, ok := s.args.Raw[k].(string); ok {
				return text
			}
		}
	}
	return ""
}

// read gives the simple commands of a shell call; of any other call none.
func (s *Subject) read() *shell.Script {
	if s.script == nil {
		s.script = &shell.Script{}
		if s.Call.Kind() == call.Shell && s.args.Command != "" {
			*s.script = shell.Read(shell.Input{Text: s.args.Command, Dir: s.Call.Dir,
				Home: s.Place.Home, User: s.Place.User, Shell: s.Place.Shell})
		}
		for i := range s.script.Commands {
			if c := &s.script.Commands[i]; len(c.Words) > 0 && takesCode(c.Words[0].Text) {
				s.coded = append(s.coded, c)
			}
		}
	}
	return s.script
}

// complete tells whether everything that a shell call may run is listed.
func (s *Subject) complete() bool {
	if s.Call.Kind() != call.Shell || !s.args.OK {
		return false
	}
	sh := s.read()
	if len(sh.Opaque)+len(sh.Hostile) > 0 {
		return false
	}
	return s.Report == nil || len(s.Report.Opaque)+len(s.Report.Hostile) == 0
}

// folds tells whether names that differ in case may be the same file.
func (s *Subject) folds() bool { return s.Place.OS == "darwin" || s.Place.OS == "windows" }

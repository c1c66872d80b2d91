// Package shell reads shell text into the simple commands that running it may
// run: their words with quotes removed and known expansions done, redirects,
// working directory and environment, through wrappers (sudo, env, timeout,
// xargs, find -exec, bash -c ...) as deep as they go.
//
// It never runs anything, never asks the real environment, and never guesses:
// text that it cannot read for certain is opaque, text that hides something
// from a reader is hostile, and both say why.
package shell

import "strings"

// Input is a text to read and what is known of where it will run.
type Input struct {
	Text  string
	Dir   string            // absolute working directory
	Home  string            // for ~ and $HOME; empty where unknown
	User  string            // for $USER; empty where unknown
	Shell string            // "bash" (also where empty), "sh", "dash", "zsh"
	Env   map[string]string // further variables whose values are known for certain
}

// Script is what a text may run.
type Script struct {
	// Commands are all simple commands in the order in which their effects
	// begin: those in substitutions before the command that uses their output,
	// those of a called function at its call.
	Commands []Command
	Opaque   []Issue // not empty: there may be commands that are not listed
	Hostile  []Issue // not empty: the text holds characters that hide something
}

// Issue says why a text is opaque or hostile.
type Issue struct {
	Why        string // short, for people: "arithmetic runs quoted text"
	Start, End int    // in the text, bytes
}

// Command is one simple command.
type Command struct {
	// Words are the program and its arguments after unwrapping; empty for a
	// command of only assignments or redirects.
	Words   []Word
	Assigns []Assign   // in front of this command, or alone: NAME=value
	Redirs  []Redirect // of this command and of the groups around it
	// Via are the wrappers that were taken off, outermost first, each with its
	// own words: sudo -u x; env A=1; timeout 5; xargs -n1; find . -exec.
	Via []Wrapper
	Dir Value // where it runs
	// DirElse are the folders where it runs instead when an earlier cd in
	// this text fails and the text goes on all the same.
	DirElse []Value
	// Env are all assignments of this text that may reach the command's
	// environment, latest last: exported ones, those in front of it, those of
	// env. An assignment whose variable is not exported by this text counts
	// too: the environment may have held the variable before.
	Env []Assign

	// Stdin says where its standard input comes from.
	Stdin Stdin
	// PipedTo is the index of the command that reads its output; -1 for none.
	PipedTo int
	// Into is the index of the command in whose word its output is
	// substituted (command or process substitution); -1 for none.
	Into int
	// Parent is the index of the command that carries this one as an argument
	// it was unwrapped from or nested in (find of find -exec, the bash of
	// bash -c); -1 for none.
	Parent int

	Background bool // started with & or nohup, setsid, ...
	Maybe      bool // may not run: in if, ||, &&, case, loop, an uncalled function
	Loop       bool // may run more than once
	Subshell   bool // its cd and assignments do not outlive it
	Function   bool // its program is a function defined in this text; its body follows as own commands
	// Carries: it runs other commands or shell text that were read and follow
	// as own commands (bash -c, eval, find -exec). Only its own options,
	// files and redirects are left to look at.
	Carries bool
	// Decoded: the text hid what the command is: its program, or the shell
	// text that it stands in, came out of a decoder (base64, tr, octal escapes).
	Decoded    bool
	Start, End int    // in the outermost text, bytes; of the carrying word where the text is nested
	Src        string // the command's source text, trimmed, for evidence
}

// EnvValue is what this text assigned last to the environment variable name
// as c sees it; ok is false when the text does not assign it.
func (c *Command) EnvValue(name string) (v Word, ok bool) {
	for i := len(c.Env) - 1; i >= 0; i-- {
		if c.Env[i].Name == name {
			return c.Env[i].Value, true
		}
	}
	return Word{}, false
}

// Value is a string that may not be known.
type Value struct {
	Text  string
	Known bool
}

// Word is one word of a command.
type Word struct {
	// Text is the word's value when Known: quotes removed, known variables
	// expanded. When Glob, the pattern characters stand in it as typed, and
	// those that are quoted have a backslash in front.
	Text  string
	Known bool
	Alts  []string // all the values it can have, when they are finitely many and not one
	Glob  bool     // unquoted pattern characters: stands for files that match
	Many  bool     // may become several words or none (unquoted expansion of unknown value, "$@", xargs)
	// Prefix and Suffix are what is known of the ends of a word that is not
	// Known: of "$D/lib.so" the suffix "/lib.so".
	Prefix, Suffix string
	Vars           []string // unknown variables that flow into it
	Subs           []int    // commands whose output flows into it
	// Globs: it is not known, but between Prefix and Suffix stands a name that
	// one of these patterns matches, cut short at its end at most.
	Globs []string
	// Or: it is not known, because it is the environment's, but the text gives
	// these for where the environment has none: ${x:-this}. With Many each may
	// be several words.
	Or         []string
	Proc       bool   // a process substitution: a name for a pipe from or to Subs
	Decoded    bool   // its value came out of a decoder
	Raw        string // as written
	Start, End int    // in the outermost text, bytes

	// of a word that is not Known:
	tmpl string // its text with holes
	num  bool   // it is an integer
	env  bool   // it is a variable that the text never sets
}

// Lit tells whether the word is known and no pattern: exactly Text.
func (w Word) Lit() bool { return w.Known && !w.Glob }

// Values are the texts the word can have; ok is false when they are not all known.
func (w Word) Values() (texts []string, ok bool) {
	if w.Known {
		return []string{w.Text}, true
	}
	return w.Alts, len(w.Alts) > 0
}

// Assign is one assignment.
type Assign struct {
	Name   string
	Value  Word
	Append bool
}

// Redirect is one redirect.
type Redirect struct {
	Op     string // ">", ">>", ">|", "<", "<>", "&>", "&>>", "<<", "<<<", ">&", "<&"
	Fd     int    // -1 where not said
	Target Word   // file or descriptor; of a here-document or here-string: its content
}

// Writes tells whether the redirect creates or changes a file.
func (r Redirect) Writes() bool {
	switch r.Op {
	case ">", ">>", ">|", "&>", "&>>", "<>":
		return true
	case ">&": // a file, where no descriptor is meant
		return !r.Target.Known || !descriptor(r.Target.Text)
	}
	return false
}

// descriptor tells whether the target of >& is a descriptor: a number, one
// that is moved (3-), or one that is closed (-).
func descriptor(s string) bool {
	s = strings.TrimSuffix(s, "-")
	return strings.Trim(s, "0123456789") == ""
}

// Reads tells whether the redirect reads a file.
func (r Redirect) Reads() bool { return r.Op == "<" || r.Op == "<>" }

// Stdin is where a command's standard input comes from.
type Stdin struct {
	Kind StdinKind
	From []int // of Pipe: the commands whose output it is
	Word Word  // of Here: the content; of File: its name
}

// Text is the content of a here-document or here-string; empty of another sort.
func (s *Stdin) Text() Word {
	if s.Kind == Here {
		return s.Word
	}
	return Word{}
}

// File is the name of the file; empty of another sort.
func (s *Stdin) File() Word {
	if s.Kind == File {
		return s.Word
	}
	return Word{}
}

// StdinKind is the sort of a standard input.
type StdinKind uint8

// The sorts.
const (
	Inherited StdinKind = iota
	Pipe
	Here
	File
	Closed
)

// Wrapper is a command that was taken off another one.
type Wrapper struct {
	Name  string // its program's base name
	Words []Word // its own words, the program first, without the command it carries
}

// Package effect knows what a call does: which files it reads, writes and
// deletes, what it runs, sends, fetches and changes elsewhere, and which entries
// of the rulebook that matches. It works on effects, not on words: a program is
// what its table says of it, and a program, option or value that no table
// knows is not known.
package effect

import (
	"automode/call"
	"automode/verdict"
)

// Kind is the sort of an effect.
type Kind uint8

// The kinds. The zero Kind is an effect that is not understood.
const (
	Unknown     Kind = iota
	Print            // writes to its output only
	Read             // reads a file or folder
	Write            // creates or changes a file
	Delete           // removes a file or folder
	Mode             // changes mode, owner or attributes
	Link             // makes a link
	Run              // runs a program or code
	Project          // runs the project's own code: tests, builds, scripts
	Fetch            // requests something from the network, sending nothing of value
	Send             // sends data to the network
	Install          // installs packages
	Remote           // changes something on a remote system
	Privilege        // gains rights
	Channel          // opens a way to run or watch later: a REPL, a job, a watcher, a remote shell
	Process          // signals or stops a process
	System           // changes the machine: services, devices, packages, kernel, clock
	Environment      // reads the environment as a whole
	Listen           // accepts connections
	Agent            // starts another agent
	Local            // changes local state that can be got back: git index, branches, caches
)

// Effect is one thing that a call does.
type Effect struct {
	Kind       Kind
	Target     string // path (absolute, clean), URL, host, package, resource; empty where not known
	Known      bool   // Target is all there is to it
	To         string // of a Link: where it leads
	Many       bool   // of a file: everything below Target, or everything matching
	Class      Class  // of a file
	Cmd        int    // index of the simple command, -1 for the call as a whole
	Words      string // the words that say so
	Entry      string // the entry of the rulebook that it matches; empty for none
	Tier       verdict.Tier
	Sure       bool   // of an Entry: certain, not a suspicion
	Why        string // of an Entry or Unknown: one short sentence
	Start, End int
}

// Class is the class of a file.
type Class uint8

// The classes, DESIGN 5. Plain files have none.
const (
	Plain Class = iota
	Surface
	Protected
	Control
)

// Report is all that a call does.
type Report struct {
	Effects []Effect
	Opaque  []string // why parts of the call could not be read at all
	Hostile []string // why the call's text hides something
	Guards  []Effect // effects that only a person may allow
	// Commands are the simple commands that the call's text was read into, as
	// they were written and unwrapped; Effect.Cmd counts them.
	Commands []string
	Relied   []string // hashes of the files whose content the report relied on: "path hash"

	args  *call.Args
	wrote map[string]*made // what the call writes, for the session
	names []string         // other things that it makes: "docker:app-test"
	jobs  []Job            // what it leaves running
}

var kindNames = [...]string{"unknown", "print", "read", "write", "delete", "mode", "link", "run", "project code", "fetch", "send", "install",
	"remote change", "privilege", "channel", "process", "system", "environment", "listen", "agent", "local state"}

// String is the kind's name as explanations show it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[0]
}

var classNames = [...]string{"plain", "surface", "protected", "control"}

// String is the class's name.
func (c Class) String() string {
	if int(c) < len(classNames) {
		return classNames[c]
	}
	return classNames[Control]
}

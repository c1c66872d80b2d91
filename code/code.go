// Package code reads inline code and short scripts and says what running them
// does: the files they touch, what they run, send and fetch, the SQL they
// issue. It has a reader per language. All but the smallest build a tree and
// walk it as an interpreter would, with values that may be unknown: constants
// are joined and decoded, functions of the text are entered, and what flows
// from a file, the environment or the network is followed to where it goes.
//
// It never runs anything and never guesses: what a text computes beyond the
// reader is an Issue, and an effect says whether its target is all known.
// Every reader is total and bounded in work.
package code

// Lang is a language that can be read.
type Lang string

// The languages.
const (
	Python      Lang = "python"
	Node        Lang = "node" // JavaScript and TypeScript
	Perl        Lang = "perl"
	Ruby        Lang = "ruby"
	PHP         Lang = "php"
	Lua         Lang = "lua"
	R           Lang = "r"
	Awk         Lang = "awk"
	Sed         Lang = "sed"
	Jq          Lang = "jq"
	Postgres    Lang = "sql-postgres" // with psql's own commands
	MySQL       Lang = "sql-mysql"    // with the mysql client's own commands
	SQLite      Lang = "sql-sqlite"   // with the sqlite3 shell's own commands
	AppleScript Lang = "applescript"
)

// Kind is what an effect does.
type Kind uint8

// The kinds. The zero Kind is none.
const (
	None       Kind = iota
	List            // lists the names in a folder
	Read            // reads a file
	Write           // creates or replaces a file
	Append          // adds to a file
	Delete          // removes a file or an empty folder
	DeleteTree      // removes a folder with all below
	Mode            // changes mode or owner; Mode says to what
	Link            // makes a link; Target is the new name, Other what it leads to
	Move            // renames; Target is the old name, Other the new one
	Mkdir           // makes a folder
	Chdir           // changes the working directory for what follows
	Run             // runs a program with the words of Argv
	Shell           // runs shell text
	Eval            // runs text as code of the same language
	Load            // reads data in a form that can run code when loaded (pickle)
	Import          // loads code of the project or of a third party by name
	Install         // installs a package
	Fetch           // requests a URL, sending no body
	Send            // sends data to a URL or host
	Connect         // opens a raw connection
	Listen          // accepts connections at an address
	Env             // reads an environment variable
	EnvAll          // reads the whole environment
	SetEnv          // sets an environment variable for itself and what it starts
	Process         // signals or stops a process
	Query           // SQL that only reads; Target is the table where known
	Change          // SQL that adds to or changes chosen rows, or makes objects
	Destroy         // SQL that drops, empties, or changes every row
	Grant           // SQL that changes rights or accounts
	Database        // SQL that is not known
	Print           // prints what came from the environment
	Control         // types, clicks or drives another program
)

var kindNames = [...]string{"none", "list", "read", "write", "append", "delete", "delete-tree", "mode", "link", "move", "mkdir", "chdir",
	"run", "shell", "eval", "load", "import", "install", "fetch", "send", "connect", "listen", "env", "env-all", "set-env", "process",
	"query", "change", "destroy", "grant", "database", "print", "control"}

// String is the kind's name.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "none"
}

// Effect is one thing that running the text does, or may do.
type Effect struct {
	Kind Kind
	// Target is a path, URL, host:port, shell text, program, module, variable
	// or SQL object, by Kind. "~" stands for the home folder. When not Known it
	// is empty and Prefix holds what is known of its beginning; a path that is
	// joined of more may still lead elsewhere, by "..", or by being absolute.
	Target string
	Known  bool
	Prefix string
	// Sketch is a text that is not known with $__ for each unknown part. It
	// serves to find something in it, never to clear it.
	Sketch string
	Glob   bool   // Target is a pattern and stands for all that matches
	Temp   bool   // Target lies below a fresh temporary name
	Other  string // of Move and Link: the other path; empty where not known
	Argv   []Arg  // of Run: the program and its arguments
	Mode   string // of Mode: the mode or owner as written; of Query and its kin: the SQL verb
	// Data says what flows in: "file:PATH", "env:NAME", "env", "net:URL",
	// "cmd:PROGRAM", "stdin", "arg", "db:PATH", "const" when it is all constant,
	// "unknown" for what comes from none of these for certain. What is known
	// only by its beginning ends in "*".
	Data []string
	// Coded: Target was decoded or pieced together so as not to be read.
	Coded    bool
	Deferred bool   // in a function that this text does not call
	Entry    string // the entry of the rulebook, where the code alone tells
	Why      string // short, for people, where Kind and Target do not say all
	Line     int    // from 1
	Start    int    // in the text, bytes
	End      int
}

// Arg is one word of a command line. When not Known, Text is its known
// beginning.
type Arg struct {
	Text  string
	Known bool
	Glob  bool
}

// Issue is something the reader could not follow and that could do anything.
type Issue struct {
	Why   string
	Line  int
	Start int
	End   int
}

// Report is what a text does. Running it does nothing else that this package
// knows how to tell, unless Unknown is not empty or code that it imports,
// loads or runs does.
type Report struct {
	Effects []Effect
	Unknown []Issue
	Imports []string // modules loaded by name, all of them, in order
	OK      bool     // the language is known and the text was read
	Placed  bool     // Input.Path had a part in it: the same text elsewhere may do something else
}

// Input is a text and what is known around it.
type Input struct {
	Lang Lang
	Text string
	Path string            // of a script: its own path, for code that looks beside itself
	Args []string          // arguments, where they are known for certain; nil: not known
	Vars map[string]string // variables that the command line sets (awk -v)
}

// MaxText is the longest text that is read, in bytes. A longer one is an
// Issue.
const MaxText = 256 << 10

// ReadText says what running text does.
func ReadText(lang Lang, text string) Report { return ReadInput(Input{Lang: lang, Text: text}) }

// ReadInput says what running in does.
func ReadInput(in Input) (r Report) {
	if len(in.Text) > MaxText {
		return Report{Unknown: []Issue{{Why: "the text is too long to be read", Line: 1}}}
	}
	// A fault of a reader must not end the process, and must not look like
	// harmless code.
	defer func() {
		if recover() != nil {
			r = Report{Unknown: []Issue{{Why: "the text could not be read", Line: 1}}}
		}
	}()
	switch in.Lang {
	case Python:
		r = readTree(in, &pythonLang, parsePython)
	case Node:
		r = readTree(in, &nodeLang, parseBraces)
	case Perl:
		r = readTree(in, &perlLang, parsePerl)
	case Ruby:
		r = readTree(in, &rubyLang, parseRuby)
	case PHP:
		r = readTree(in, &phpLang, parseBraces)
	case R:
		r = readTree(in, &rLang, parseBraces)
	case Awk:
		r = readTree(in, &awkLang, parseAwk)
	case Sed:
		r = readSed(in)
	case Jq:
		r = readJq(in)
	case Postgres, MySQL, SQLite:
		r = readSQL(in)
	default:
		return Report{Unknown: []Issue{{Why: "no reader for this language", Line: 1}}}
	}
	r.OK = true
	return r
}

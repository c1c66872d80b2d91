// Package settings reads what people set: JSON with comments, in layers, every
// value with the place it was written at.
//
// A layer that is there and cannot be read, a key that is not known, a value
// of another type or meaning: each is an error that names the place and says
// what to do, and whoever asked for the settings then has none and denies. A
// project's own file may only tighten: of it only permissions.deny and
// permissions.ask count, and the rest is passed over with a notice. Nothing is
// read from the environment.
package settings

import (
	"automode/permission"
	"automode/world"
)

// The layers, from the weakest scalar to the strongest.
const (
	BuiltIn = "built-in"
	Project = "project"
	User    = "user"
	Command = "command line"
	Managed = "managed"
)

// Sources says where the layers are. An empty path is a layer that is not
// there; so is a file that does not exist, but for Extra, which somebody named.
type Sources struct {
	Managed string // settings.json of whoever runs the machine
	Copy    string // the last good copy of what Managed names an address for
	User    string
	Project string // the project's, read for what tightens
	Extra   string // --settings FILE
	Flags   []Flag // further values of the command line
	Home    string // for "~" in folders; empty where unknown
}

// Flag is a value given on the command line: --mode auto.
type Flag struct {
	Key   string // a scalar's key
	Value string
	From  string // the variable that it was given by; empty for a flag
}

// Origin is where a value was written.
type Origin = permission.Origin

// Item is one entry of a list.
type Item struct {
	Text   string
	Origin Origin
	// Match and NotMatch are examples that whoever wrote the entry gave with
	// it: calls that it speaks of, and calls that it does not. They decide
	// nothing; `automode rules test` tries them.
	Match, NotMatch []string
}

// Ignored is a key that stands in a file and counts for nothing there.
type Ignored struct {
	Key    string
	Origin Origin
	Why    string
}

// Value is one effective value.
type Value struct {
	Key    string
	Text   string // of a scalar: as written, without quotes
	Items  []Item // of a list
	Origin Origin // of a scalar: where the one that counts was written
	Locked bool   // managed settings hold it: nothing else can change it
}

// Prose is one list of the rulebook as one layer has it. The list replaces the
// section's defaults; the item "$defaults" stands for them. A list that is
// there and empty empties the section.
type Prose struct {
	Section string // "environment", "allow", "soft_deny", "hard_deny"
	Source  string // Managed, Command or User
	Items   []Item
	Origin  Origin // of the list
}

// Settings is what all layers come to. Load makes it; it is then only read.
type Settings struct {
	Mode          permission.Mode // that sessions start in
	Judge         string          // "both", "static" or "classifier"
	OnLimit       string          // "abort", "deny" or "ask": what a limit does where nobody is there to be asked
	OnUnavailable string          // "deny" or "ask": what a judge that cannot be asked does
	FailOpen      bool            // a judge that cannot be reached lets calls pass
	ClassifyShell bool            // every shell call goes to the classifier
	AutoInPlan    bool            // judges look at what plan mode would ask about
	Models        Models
	Texts         Texts
	Rules         *permission.RuleSet
	Folders       []string  // more working directories, absolute and clean
	Tools         []string  // tools that the person vouches for, as patterns of names
	Prose         []Prose   // managed first, then the command line's, then the user's
	Ignored       []Ignored // what stands in files and does not count
	values        []Value
}

// Texts are the words around a decision; an empty one is the built-in.
type Texts struct {
	Denied, Guard, Unavailable, OverContext, Limit, NoPerson, Failed string
}

// All lists the effective values, with where each was written, in the order of
// their keys.
func (s *Settings) All() []Value { return s.values }

// Value gives the effective value of a key; ok is false for a key that is not
// known.
func (s *Settings) Value(key string) (v Value, ok bool) {
	for _, v := range s.values {
		if v.Key == key {
			return v, true
		}
	}
	return Value{}, false
}

// Load reads and joins the layers. The error is an Errors; the settings that
// come with one are not to be used to allow anything.
func Load(src Sources) (*Settings, error) {
	l := loader{src: src}
	var layers []layer
	if len(src.Flags) > 0 {
		layers = append(layers, l.flags())
	}
	for _, f := range []struct {
		source, path string
		must         bool
	}{{Managed, src.Managed, false}, {Command, src.Extra, true}, {User, src.User, false}, {Project, src.Project, false}} {
		if f.path == "" {
			continue
		}
		if one, ok := l.read(f.source, f.path, f.must); ok {
			layers = append(layers, one)
			if f.source == Managed {
				layers = append(layers, l.copied(one)...)
			}
		}
	}
	s := l.join(layers)
	if len(l.errs) > 0 {
		return s, l.errs
	}
	return s, nil
}

// Folders are the places of the gate's own files.
type Folders struct {
	Settings string // the user's settings file
	State    string // folder of the sessions' state
	Log      string // folder of the log
	Own      string // folder of settings, state and log where they are one; else of settings
}

// FoldersOf gives the places: all below config, an absolute folder that
// somebody named, or the usual places of home where config is empty or names
// the usual one.
func FoldersOf(config, home string) Folders {
	own := home + "/.config/automode"
	if config != "" && (config != own || home == "") {
		return Folders{Settings: config + "/settings.json", State: config + "/state", Log: config + "/log", Own: config}
	}
	base := home + "/.local/state/automode"
	return Folders{Settings: own + "/settings.json", State: base, Log: base + "/log", Own: own}
}

// clean makes a folder of the settings absolute; empty when it is none.
func clean(p, home string) string {
	if p == "" || p[0] != '/' && p[0] != '~' {
		return ""
	}
	return world.Clean(p, "", home)
}

package effect

import (
	"slices"
	"strings"
	"sync"

	"automode/shell"
)

// Program is one row of a table: a program, or a program and its subcommand
// ("git push"), and in Spec what its options and operands mean. The language of
// a Spec is in docs/static-judge.md; in short, words separated by blanks:
//
//	-abc              flags that change nothing
//	-o,--out:write    an option with a value that plays a role
//	-n:               an option with a value that plays none
//	--arg:text+read   an option with two values, each with its role
//	--color?          an option whose value, if any, is attached (--color=x)
//	-f!some-entry     using it matches an entry of the rulebook
//	-x~               using it makes the command not understood
//	-*                any other option changes nothing, unless its name or value
//	                  says that it may (anyoption.go)
//	#shows            whatever its options: it only prints
//	@read* @write     operands in order; * any number, + at least one, ? may lack
//	#mark:arg         what the program does besides (marks.go)
//	%exact            long options may not be abbreviated
//	%style            how options are written: gnu (default), long, first, plain, dd
//	=name             the same as that other row; so are its subcommands
//	#like:name        subcommands that have no row here are those of that program
//	&name             the words of that fragment (fragments.go)
//
// An option or operand that no word covers makes the command not understood.
type Program struct{ Name, Spec string }

type argKind uint8

const (
	argNone argKind = iota
	argRequired
	argAttached // only as --name=value or -nVALUE
)

// option is one option of a parsed Spec.
type option struct {
	names  []string
	arg    argKind
	role   string
	entry  string
	unsure bool
}

// operand is one operand of a parsed Spec.
type operand struct {
	role string
	many byte // 0 exactly one, '?', '*', '+'
}

type mark struct{ name, arg string }

type style uint8

const (
	styleGNU   style = iota
	styleLong        // single-dash options are whole words: find, go, java
	styleFirst       // options end at the first operand: env, ssh, python
	stylePlain       // no options at all: echo
	styleDD          // name=value operands: dd
)

// spec is a parsed Spec.
type spec struct {
	style    style
	flags    string // single letters that change nothing
	options  []option
	operands []operand
	marks    []mark
	anyOpt   bool // -*
	shows    bool // #shows
	exact    bool // long options are not abbreviated
	alias    string
}

var specs sync.Map // Spec string -> *spec

// parsed gives the parsed form of a row's Spec, kept for the next call.
func parsed(text string) *spec {
	if s, ok := specs.Load(text); ok {
		return s.(*spec)
	}
	s := parseSpec(text)
	specs.Store(text, s)
	return s
}

func parseSpec(text string) *spec {
	s := &spec{}
	if strings.Contains(text, "%long") {
		s.style = styleLong
	}
	s.read(text)
	return s
}

// read adds the words of text.
func (s *spec) read(text string) {
	for word := range strings.FieldsSeq(text) {
		switch word[0] {
		case '&':
			s.read(fragment(word[1:]))
		case '%':
			switch word {
			case "%long":
				s.style = styleLong
			case "%first":
				s.style = styleFirst
			case "%plain":
				s.style = stylePlain
			case "%dd":
				s.style = styleDD
			case "%exact":
				s.exact = true
			}
		case '=':
			s.alias = word[1:]
		case '#':
			if word == "#shows" {
				s.shows = true
				continue
			}
			name, arg, _ := strings.Cut(word[1:], ":")
			s.marks = append(s.marks, mark{name, arg})
		case '@':
			o := operand{role: word[1:]}
			switch last := word[len(word)-1]; last {
			case '*', '+', '?':
				o.many, o.role = last, word[1:len(word)-1]
			}
			s.operands = append(s.operands, o)
		case '-', '+':
			s.addOption(word)
		}
	}
}

func (s *spec) addOption(word string) {
	if word == "-*" {
		s.anyOpt = true
		return
	}
	var o option
	if i := strings.IndexByte(word, '!'); i >= 0 {
		word, o.entry = word[:i], word[i+1:]
	}
	if strings.HasSuffix(word, "~") {
		word, o.unsure = word[:len(word)-1], true
	}
	if i := strings.IndexByte(word, ':'); i >= 0 {
		word, o.role, o.arg = word[:i], word[i+1:], argRequired
	}
	if strings.HasSuffix(word, "?") {
		word, o.arg = word[:len(word)-1], argAttached
	}
	if s.style != styleLong && len(word) > 2 && word[0] == '-' && word[1] != '-' && !strings.Contains(word, ",") {
		// a cluster: the same meaning for each of its letters
		if o.entry == "" && !o.unsure && o.arg == argNone {
			s.flags += word[1:]
			return
		}
		for _, c := range word[1:] {
			o.names = append(o.names, "-"+string(c))
		}
		s.options = append(s.options, o)
		return
	}
	o.names = strings.Split(word, ",")
	if len(o.names) == 1 && len(word) == 2 && o.entry == "" && !o.unsure && o.arg == argNone {
		s.flags += word[1:]
		return
	}
	s.options = append(s.options, o)
}

// find gives the option of that name, following the abbreviation rule of GNU
// long options; nil when there is none or more than one.
func (s *spec) find(name string) *option {
	for i := range s.options {
		for _, n := range s.options[i].names {
			if n == name {
				return &s.options[i]
			}
		}
	}
	if s.exact || s.style == styleLong || len(name) < 4 || !strings.HasPrefix(name, "--") {
		return nil
	}
	var hit *option
	for i := range s.options {
		for _, n := range s.options[i].names {
			if strings.HasPrefix(n, name) {
				if hit != nil && hit != &s.options[i] {
					return nil
				}
				hit = &s.options[i]
			}
		}
	}
	return hit
}

// quiet tells whether none of the row's marks notes an effect by itself.
func (s *spec) quiet() bool {
	for _, m := range s.marks {
		switch m.name {
		case "as", "inert", "until", "dry", "decodes", "digest", "with", "without", "bare", "some", "nodash":
		default:
			return false
		}
	}
	return true
}

// mark tells whether the row has a mark of that name, and its argument.
func (s *spec) mark(name string) (string, bool) {
	for _, m := range s.marks {
		if m.name == name {
			return m.arg, true
		}
	}
	return "", false
}

// subs tells whether the row looks for subcommands.
func (s *spec) subs(ok bool) (string, bool) {
	if !ok {
		return "", false
	}
	return s.mark("sub")
}

// ahead parts words at the one from which on they are a command that is
// carried: #until:-x,--exec.
func (s *spec) ahead(words []shell.Word) (own, carried []shell.Word) {
	arg, ok := s.mark("until")
	if !ok {
		return words, nil
	}
	ends := strings.Split(arg, ",")
	for i, w := range words {
		if w.Known && slices.Contains(ends, w.Text) {
			return words[:i:i], words[i:]
		}
	}
	return words, nil
}

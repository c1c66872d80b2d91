package effect

import (
	"strings"
	"testing"

	"automode/shell"
)

// Every row is reached by the words of its name, through the rows above it: no
// option, alias or operand of another row takes them.
func TestEveryRowIsReachedByItsName(t *testing.T) {
	for _, table := range tables {
		for _, p := range table {
			words := named(p.Name)
			c := scratch()
			c.table(words[0].Text, words)
			want := p.Name
			if s := parsed(p.Spec); s.alias != "" {
				row, _, ok := lookup(p.Name)
				if !ok {
					continue // TestTables says so
				}
				want = row.Name
			}
			if c.name != want {
				t.Errorf("%q is read by the row %q", p.Name, c.name)
			}
		}
	}
}

// Every option of a row is found by each of its names, and means there what
// the row says: none stands twice with another meaning.
func TestEveryOptionOfARowIsFoundByItsNames(t *testing.T) {
	for _, table := range tables {
		for _, p := range table {
			s := parsed(p.Spec)
			for i := range s.options {
				o := &s.options[i]
				for _, n := range o.names {
					if n == "" || n == "-" || n == "--" || strings.ContainsAny(n, "!:~@#=") && n != "-@" && !strings.HasPrefix(n, "--") {
						t.Errorf("%s: %q is no option's name", p.Name, n)
						continue
					}
					got := s.find(n)
					if got == nil {
						t.Errorf("%s: %s is not found", p.Name, n)
					} else if got != o && (got.role != o.role || got.entry != o.entry || got.unsure != o.unsure || got.arg != o.arg) {
						t.Errorf("%s: %s stands twice, and means something else the second time", p.Name, n)
					}
					if len(n) == 2 && n[0] == '-' && s.style != styleLong && o.arg != argNone && strings.Contains(s.flags, n[1:]) {
						t.Errorf("%s: %s is an option with a value and a flag as well", p.Name, n)
					}
				}
			}
		}
	}
}

func named(name string) []shell.Word {
	var out []shell.Word
	for f := range strings.FieldsSeq(name) {
		out = append(out, word(f))
	}
	return out
}

// What an option of a row does is seen when the option is used: a file that it
// writes, reads or runs, an entry that it matches.
func TestEveryOptionThatDoesSomethingIsSeen(t *testing.T) {
	facts := devWorld(nil)
	for _, table := range tables {
		for _, p := range table {
			s := parsed(p.Spec)
			if s.alias != "" || s.style == stylePlain || s.style == styleDD {
				continue
			}
			for i := range s.options {
				o := &s.options[i]
				value, bad := harm(o)
				if !bad {
					continue
				}
				for _, n := range o.names {
					command := p.Name + " " + n
					switch {
					case o.arg == argAttached && value != "":
						command += "=" + value
					case o.arg == argRequired:
						command += " " + value + strings.Repeat(" x", strings.Count(o.role, "+"))
					}
					if m := meaning(reportOf(command, facts, nil)); m == "harmless" || m == "routine" {
						t.Errorf("%s is %s; the row says %s", command, m, o.role+o.entry)
					}
				}
			}
		}
	}
}

// harm gives a value with which an option does what nobody is let do unseen,
// and whether the option can.
func harm(o *option) (value string, ok bool) {
	value = "x"
	switch first, _, _ := strings.Cut(o.role, "+"); first {
	case "write", "append", "outdir", "inplace", "delete", "deltree", "mkdir", "mode", "tidy":
		return "/home/ann/.ssh/config", o.arg != argNone
	case "read", "source", "tree":
		return "/home/ann/.ssh/id_rsa", o.arg != argNone
	case "shell", "run":
		return "'rm -rf /home/ann'", o.arg != argNone
	case "project", "sources", "recipe", "tests":
		return "/tmp/x", o.arg != argNone
	case "registry":
		return "http://x.example/simple", o.arg != argNone
	case "bind":
		return "0.0.0.0:80", o.arg != argNone
	}
	return value, o.entry != "" || o.unsure
}

// What an operand of a row does is seen, and a row that says of nothing bad is
// allowed with the project's own files.
func TestEveryOperandThatDoesSomethingIsSeen(t *testing.T) {
	facts := devWorld(nil)
	for _, table := range tables {
		for _, p := range table {
			s := parsed(p.Spec)
			if s.alias != "" || s.style == styleDD || len(s.options) > 0 && s.style == stylePlain || carriedByTheShell(p.Name) {
				continue
			}
			_, own := s.mark("operands")
			_, special := s.mark("go")
			_, each := s.mark("each")
			if own || special || each {
				continue
			}
			command := p.Name
			for i := range s.operands {
				o := &s.operands[i]
				if o.role == "cmd" {
					break
				}
				value, bad := harm(&option{role: o.role, arg: argRequired})
				if bad {
					if o.many == '?' && i+1 < len(s.operands) {
						value += " x"
					}
					if m := meaning(reportOf(command+" "+value, facts, nil)); m == "harmless" || m == "routine" {
						t.Errorf("%s %s is %s; the row says %s", command, value, m, o.role)
					}
				}
				if o.many == '?' || o.many == '*' {
					break
				}
				command += " src/x"
			}
			if says(s) || strings.HasPrefix(p.Name, "git ") {
				continue
			}
			if m := meaning(reportOf(p.Name, facts, nil)); m != "harmless" && m != "routine" {
				t.Errorf("%s is %s; the row has nothing against it%s", p.Name, m, why(reportOf(p.Name, facts, nil)))
			}
		}
	}
}

// says tells whether a row has something against the command whatever it is
// given.
func says(s *spec) bool {
	for _, m := range s.marks {
		switch m.name {
		case "find", "unsure", "system", "process", "remote", "privilege", "channel", "env", "carries", "show", "without", "bare", "until", "stdin", "writes":
			return true
		}
	}
	return false
}

// carriedByTheShell: package shell takes these off the command that they carry.
func carriedByTheShell(name string) bool {
	switch first, _, _ := strings.Cut(name, " "); first {
	case "sudo", "doas", "su", "eval", "exec", "command", "builtin", "source", ".", "xargs", "find", "parallel", "sh", "bash", "time", "coproc", "trap", "[", "[[", "test", "shopt", "set", "bind", "alias", "enable", "let", "read", "compgen", "complete", "compopt", "fakeroot", "fc", "runuser":
		return true
	}
	return false
}

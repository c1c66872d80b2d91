package shell

import (
	"strings"
)

func (r *reader) unsetBuiltin(j *job) {
	r.emitJob(j, lit(""))
	funcs := false
	for _, w := range j.words[1:] {
		v := wordVal(w)
		if !v.known {
			if !v.closed() && !v.env || w.Many {
				r.opaque("a variable whose name is not known", j.start, j.end)
			}
			r.lose()
			continue
		}
		t := v.text
		switch {
		case t == "-f":
			funcs = true
		case t == "-v" || t == "-n":
		case evaluates(t):
			r.opaque("a name that runs a command", j.start, j.end)
		case funcs:
			r.dropFunc(t)
		case isName(t):
			if r.st.find(t) == nil {
				r.dropFunc(t)
			}
			r.unset(t)
		default:
			if i := strings.IndexByte(t, '['); i > 0 {
				r.element(t[:i])
			}
		}
	}
}

// dropFunc notes that a function may be gone.
func (r *reader) dropFunc(name string) {
	list := append([]function(nil), r.st.funcs...)
	for i := range list {
		if list[i].name == name {
			list[i].maybe = true
		}
	}
	r.st.funcs = list
}

// readBuiltin follows the builtins that set variables to what is not known.
func (r *reader) readBuiltin(j *job) {
	r.emitJob(j, lit(""))
	name := j.words[0].Text
	valued := ""
	switch name {
	case "read":
		valued = "adinNptu"
	case "mapfile", "readarray":
		valued = "dnOstuCc"
	}
	named := 0
	opts := true
	set := func(w Word, array bool) {
		v := wordVal(w)
		if !v.known {
			r.opaque("a variable whose name is not known", j.start, j.end)
			r.lose()
			return
		}
		n := v.text
		if i := strings.IndexByte(n, '['); i > 0 {
			if evaluates(n) || strings.ContainsAny(n, "$`") {
				r.opaque("a name that runs a command", j.start, j.end)
			}
			n = n[:i]
			array = true
		}
		if !isName(n) {
			return
		}
		if array {
			r.element(n)
			return
		}
		x := val{subs: j.stdin.From}
		if name == "getopts" {
			x = val{vars: []string{n}}
		}
		r.forget(n, x)
		r.st.edit(n).maybe = false
		if e := r.st.edit(n); e.integer {
			r.opaque(whyArith, j.start, j.end)
		}
		named++
	}
	args := j.words[1:]
	if r.dialect == zsh {
		for i := range args {
			if v := wordVal(args[i]); !v.closed() || evaluatesAny(v.texts()) {
				r.opaque("a name that runs a command", j.start, j.end)
			}
		}
	}
	for i := 0; i < len(args); i++ {
		w := args[i]
		if opts && w.Lit() && len(w.Text) > 1 && w.Text[0] == '-' {
			if w.Text == "--" {
				opts = false
				continue
			}
			for k := 1; k < len(w.Text); k++ {
				if strings.IndexByte(valued, w.Text[k]) < 0 {
					continue
				}
				var value Word
				if k+1 < len(w.Text) {
					value = w
					value.Text = w.Text[k+1:]
				} else if i+1 < len(args) {
					i++
					value = args[i]
				}
				switch {
				case w.Text[k] == 'a' && name == "read":
					set(value, true)
				case w.Text[k] == 'C':
					r.opaque("a callback that is evaluated", j.start, j.end)
				}
				break
			}
			continue
		}
		if opts && !w.Lit() && w.Many && name != "getopts" {
			r.opaque("a variable whose name is not known", j.start, j.end)
		}
		opts = false
		if name == "getopts" {
			if i == 1 {
				set(w, false)
				r.forget("OPTARG", val{vars: []string{"OPTARG"}})
			}
			continue
		}
		set(w, name != "read")
	}
	switch {
	case name == "read" && named == 0:
		r.forget("REPLY", val{subs: j.stdin.From})
	case name == "mapfile" || name == "readarray":
		r.element("MAPFILE")
	}
}

// printfBuiltin follows printf -v.
func (r *reader) printfBuiltin(j *job) {
	r.emitJob(j, r.prints(j))
	args := j.words[1:]
	if len(args) == 0 || !args[0].Lit() {
		if len(args) > 1 && !args[0].closedSafe() {
			r.opaque("an option that is not known", j.start, j.end)
		}
		return
	}
	t := args[0].Text
	if !strings.HasPrefix(t, "-v") {
		if strings.Contains(t, "%") && strings.Contains(t, "n") && countVerb(t) {
			r.opaque("printf sets variables", j.start, j.end)
		}
		return
	}
	if r.dialect == posix {
		r.opaque("sh may not know printf -v", j.start, j.end)
	}
	var target Word
	if t != "-v" {
		target = args[0]
		target.Text = t[2:]
		args = args[1:]
	} else if len(args) > 1 {
		target = args[1]
		args = args[2:]
	} else {
		return
	}
	v := wordVal(target)
	switch {
	case !v.known:
		r.opaque("a variable whose name is not known", j.start, j.end)
		r.lose()
	case strings.ContainsAny(v.text, "$`"):
		r.opaque("a name that runs a command", j.start, j.end)
	case isName(v.text):
		r.assign(v.text, printf(args), false)
	case strings.IndexByte(v.text, '[') > 0:
		r.element(v.text[:strings.IndexByte(v.text, '[')])
	}
}

// closedSafe tells whether an unknown word is at least no option: something
// is known of its start, or it is one quoted value of the environment's.
func (w *Word) closedSafe() bool {
	return w.Known || w.Prefix != "" && w.Prefix[0] != '-' || len(w.Alts) > 0 || !w.Many
}

func (r *reader) waitBuiltin(j *job) {
	r.emitJob(j, lit(""))
	for i := 1; i < len(j.words); i++ {
		w := j.words[i]
		if w.Lit() && strings.HasPrefix(w.Text, "-") && strings.Contains(w.Text, "p") {
			name := strings.TrimLeft(w.Text[strings.IndexByte(w.Text, 'p')+1:], " ")
			if name == "" && i+1 < len(j.words) {
				name = j.words[i+1].Text
			}
			if !isName(name) {
				r.opaque("a name that runs a command", j.start, j.end)
			} else {
				r.forget(name, val{num: true})
			}
		}
	}
}

// testBuiltin looks at test and [, which evaluate the operand of -v.
func (r *reader) testBuiltin(j *job) {
	r.emitJob(j, lit(""))
	args := j.words[1:]
	for i := range args {
		w := &args[i]
		if !w.Known && w.Many && !w.envOnly() {
			r.opaque("a test whose words are not known", j.start, j.end)
			return
		}
		if !w.Known || (w.Text != "-v" && w.Text != "-R") || i+1 >= len(args) {
			continue
		}
		for _, o := range args[i+1:] {
			v := wordVal(o)
			if !v.closed() && !v.num && !o.envOnly() {
				r.opaque("a variable whose name is not known", j.start, j.end)
			}
			for _, t := range v.texts() {
				if strings.ContainsAny(t, "$`") {
					r.opaque("a name that runs a command", j.start, j.end)
				}
			}
		}
	}
}

// envOnly tells whether what is not known of w comes from the environment
// alone, not from a file or a command.
func (w *Word) envOnly() bool { return len(w.Subs) == 0 && len(w.Vars) > 0 }

// countVerb tells whether a format holds %n, which sets a variable.
func countVerb(format string) bool {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		for i < len(format) && strings.IndexByte("0123456789-+ #.*'hlLqjzt", format[i]) >= 0 {
			i++
		}
		if i < len(format) && format[i] == 'n' {
			return true
		}
	}
	return false
}

package shell

import "strings"

// presence tells whether a variable has a value.
type presence uint8

const (
	perhaps presence = iota
	present
	absent
)

// lookup gives what is known of the value of a variable or parameter.
func (r *reader) lookup(name string) (val, presence) {
	switch name {
	case "?", "$", "!":
		return val{num: true}, present
	case "RANDOM", "SECONDS", "LINENO", "BASHPID", "PPID", "UID", "EUID",
		"EPOCHSECONDS", "SRANDOM", "HISTCMD", "BASH_SUBSHELL", "GROUPS":
		if r.st.find(name) != nil || r.dialect != bash && name != "PPID" {
			// once unset they are like any other, and other shells may not have them
			return val{vars: []string{name}}, perhaps
		}
		return val{num: true}, present
	case "#":
		if r.st.paramOK {
			return lit(itoa(len(r.st.params))), present
		}
		return val{num: true}, present
	case "-", "0", "_", "BASH_COMMAND", "FUNCNAME", "PIPESTATUS", "BASH_REMATCH", "DIRSTACK",
		"EPOCHREALTIME", "BASH_SOURCE", "BASH_LINENO", "BASH_ARGV", "BASH_ARGC", "COMP_WORDS", "BASH_ARGV0":
		return val{vars: []string{name}}, perhaps
	}
	if isDigits(name) {
		n := atoi(name)
		switch {
		case !r.st.paramOK || n < 1:
			return val{vars: []string{name}}, perhaps
		case n > len(r.st.params):
			return lit(""), absent
		}
		return r.st.params[n-1], present
	}
	if v := r.st.find(name); v != nil {
		switch {
		case v.odd:
			return v.v.blur(), perhaps
		case v.unset && !v.maybe:
			return lit(""), absent
		case v.unset, v.maybe:
			return v.v, perhaps
		}
		return v.v, present
	}
	if r.st.lost {
		return val{vars: []string{name}}, perhaps
	}
	switch name {
	case "HOME":
		if r.in.Home != "" {
			return lit(r.in.Home), present
		}
	case "USER", "LOGNAME":
		if r.in.User != "" {
			return lit(r.in.User), present
		}
	case "PWD":
		return r.dirVal(r.st.dir, mergeDirs(r.st.dirElse, r.st.dirFail)), present
	case "OLDPWD":
		return val{vars: []string{name}}, perhaps // an earlier cd may have failed
	case "SHLVL", "COLUMNS", "LINES", "OPTIND":
		return val{num: true}, present
	case "IFS":
		return lit(" \t\n"), present
	}
	if s, ok := r.in.Env[name]; ok {
		return lit(s), present
	}
	return unsetEnv(name), perhaps
}

// dirVal is the value of a folder that may be one of several.
func (r *reader) dirVal(d Value, others []Value) val {
	v := val{vars: []string{"PWD"}}
	if !d.Known {
		return v
	}
	texts := []string{d.Text}
	for _, o := range others {
		if !o.Known {
			return v
		}
		texts = append(texts, o.Text)
	}
	return oneOf(texts, val{})
}

// assign sets a variable of the shell.
func (r *reader) assign(name string, v val, app bool) {
	if app {
		old, _ := r.lookup(name)
		v = cat(old, v)
	}
	e := r.st.edit(name)
	if e.integer {
		v = r.number(v, nil, 0)
		e = r.st.edit(name)
	}
	if e.odd {
		v = v.blur()
		v.env = false
	}
	if e.readonly {
		// it fails, and what the shell then leaves out is not followed
		r.opaqueAt("a read-only variable is assigned", 0, len(r.in.Text))
		v = either(v, e.v)
	}
	if e.array && !e.assoc && e.elemsOK && len(e.elems) > 0 {
		e.elems = append([]val{v}, e.elems[1:]...)
	} else if e.array {
		e.elemsOK, e.elems = false, nil
	}
	e.v, e.unset, e.maybe = v, false, false
	r.assigned(name, v)
}

// assigned looks at variables that bash itself evaluates.
func (r *reader) assigned(name string, v val) {
	switch name {
	case "PS4", "PROMPT_COMMAND", "PS0", "PS1", "PS2", "BASH_ENV", "ENV":
		if !v.closed() || strings.ContainsAny(strings.Join(v.texts(), ""), "$`\\") || name == "PROMPT_COMMAND" && v.text != "" {
			r.opaqueAt("the shell evaluates the variable "+name, 0, len(r.in.Text))
		}
	case "BASH_CMDS", "BASH_ALIASES", "SHELLOPTS", "BASHOPTS":
		r.opaqueAt("the variable "+name+" changes what commands mean", 0, len(r.in.Text))
	case "path", "functions", "aliases", "galiases", "saliases", "commands", "NULLCMD", "READNULLCMD", "PROMPT4":
		if r.dialect == zsh {
			r.opaqueAt("the variable "+name+" changes what commands mean", 0, len(r.in.Text))
		}
	case "CDPATH":
		// a later cd may go anywhere
		r.st.dirElse = addDir(r.st.dirElse, Value{})
	}
}

// forget makes the variable unknown: something not in the text sets it.
func (r *reader) forget(name string, v val) {
	e := r.st.edit(name)
	if e.readonly {
		v = v.blur()
	}
	e.v, e.unset, e.maybe = v, false, true
	e.elems, e.elemsOK = nil, false
	r.assigned(name, v)
}

// unset takes a variable's value away.
func (r *reader) unset(name string) {
	e := r.st.edit(name)
	if e.readonly {
		e.maybe = true
		return
	}
	*e = variable{name: name, unset: true, v: lit(""), odd: e.odd, integer: e.integer}
}

// lose makes every variable unknown.
func (r *reader) lose() {
	for i := range r.st.vars.vars {
		name := r.st.vars.vars[i].name
		e := r.st.edit(name)
		e.v, e.maybe, e.elemsOK, e.elems = val{vars: []string{name}}, true, false, nil
	}
	r.st.lost = true
	r.st.dir, r.st.dirElse, r.st.dirFail, r.st.dirs = Value{}, nil, nil, []Value{{}}
	r.st.params, r.st.paramOK = nil, false
}

// env are the assignments that may reach a command's environment.
func (r *reader) env(own []Assign) []Assign {
	if len(r.st.vars.vars) == 0 && len(r.external) == 0 {
		return own
	}
	alone := r.st.vars.frozen && len(r.external) == 0 && len(own) == 0
	if alone && r.st.vars.env != nil {
		return r.st.vars.env
	}
	out := make([]Assign, 0, len(r.st.vars.vars)+len(r.external)+len(own))
	for i := range r.st.vars.vars {
		v := &r.st.vars.vars[i]
		if v.unset && !v.maybe {
			continue
		}
		b := fields{}
		w := v.v.word(&b)
		out = append(out, Assign{Name: v.name, Value: w})
	}
	if alone {
		r.st.vars.env = out[:len(out):len(out)]
		return r.st.vars.env
	}
	out = append(out, r.external...)
	return append(out, own...)
}

func itoa(n int) string {
	var buf [20]byte
	i := len(buf)
	neg := n < 0
	if neg {
		n = -n
	}
	for {
		i--
		buf[i] = byte('0' + n%10)
		n /= 10
		if n == 0 {
			break
		}
	}
	if neg {
		i--
		buf[i] = '-'
	}
	return string(buf[i:])
}

// atoi reads digits; it is -1 for what is too long.
func atoi(s string) int {
	if len(s) > 9 {
		return -1
	}
	n := 0
	for i := 0; i < len(s); i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}

// scope is what a function makes local.
type scope struct {
	cond  int // conditions and loops around the call
	saved []variable
	maybe []bool // made local on some paths only
}

// makeLocal notes that the function being walked gets a variable of its own.
func (r *reader) makeLocal(name string, flags string) {
	if len(r.scopes) == 0 || strings.Contains(flags, "g") {
		return
	}
	s := &r.scopes[len(r.scopes)-1]
	old := variable{name: name, v: unsetEnv(name), maybe: true}
	if v := r.st.find(name); v != nil {
		old = *v
	}
	for i := range s.saved {
		if s.saved[i].name == name && !s.maybe[i] {
			return
		}
	}
	s.saved = append(s.saved, old)
	s.maybe = append(s.maybe, r.cond+r.loops > s.cond || r.subshell)
	e := r.st.edit(name)
	fresh := variable{name: name, unset: true, v: lit(""), readonly: old.readonly}
	if r.dialect != bash || old.exported {
		fresh.join(old) // some shells keep the value
	}
	*e = fresh
}

// leaveScope puts back what the function had made local.
func (r *reader) leaveScope() {
	s := r.scopes[len(r.scopes)-1]
	r.scopes = r.scopes[:len(r.scopes)-1]
	for i := len(s.saved) - 1; i >= 0; i-- {
		e := r.st.edit(s.saved[i].name)
		v := s.saved[i]
		if s.maybe[i] {
			v.join(*e)
		}
		*e = v
	}
}

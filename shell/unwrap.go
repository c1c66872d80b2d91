package shell

import "strings"

const whyWrapper = "an option of a command that runs another one is not known"

// unwrap takes a wrapper off and walks what it carries. It is false for a
// program that carries nothing.
func (r *reader) unwrap(j *job) bool {
	name, std := unwrapName(j.words[0].Text)
	switch t := j.words[0].Text; {
	case t == "command", !j.external && (t == "builtin" || t == "exec"):
		return r.shellPrefix(j)
	}
	if len(name) > 1 && name[0] == 'g' && name != "git" && name != "gosu" {
		switch name[1:] {
		case "timeout", "nice", "env", "xargs", "find", "stdbuf", "nohup", "chroot", "time":
			name = name[1:]
		}
	}
	if !std {
		// a program of that name in another place: it may be anything
		if w, _ := findWrapper(name, j.words); w == nil && !isShell(name) && name != "find" {
			return false
		}
		k := *j
		i := r.emitJob(&k, val{})
		r.script.Commands[i].Carries = true
		old := r.ctx
		r.parent = i
		j.maybe = true
		defer func() { r.ctx = old }()
	}
	switch {
	case isShell(name):
		return r.shellProgram(j, name)
	case r.carrier(j, name):
		return true
	}
	w, first := findWrapper(name, j.words)
	if w == nil {
		return !std
	}
	r.wrapped(j, w, first)
	return true
}

// wrapped takes off the wrapper w, whose words begin the job.
func (r *reader) wrapped(j *job, w *wrapper, first int) {
	next, opts, ok := w.parse(j.words, first)
	if !ok {
		r.unknownWrapper(j, next)
		return
	}
	idle := false
	var text *Word
	for k := range opts {
		if w.isIdle(opts[k].name) {
			idle = true
		}
		if w.mode == envMode && (opts[k].name == "S" || opts[k].name == "split-string") {
			text = &opts[k].value
		}
	}
	if idle {
		r.program(j)
		if w.mode == pythonMode {
			return
		}
		return
	}
	inner := *j
	inner.depth++
	inner.external = true
	inner.assigns = nil
	inner.bg = inner.bg || w.bg
	inner.loop = inner.loop || w.loop
	var env []Assign
	if w.assigns {
		if text != nil {
			list, ok := splitEnvText(*text)
			if !ok {
				r.unknownWrapper(j, next)
				return
			}
			rest := append(list, j.words[next:]...)
			j.words = append(j.words[:next:next], rest...)
			inner.words = j.words
		}
		for next < len(j.words) && isAssignWord(&j.words[next]) {
			a := assignWord(&j.words[next])
			if strings.HasPrefix(a.Name, "BASH_FUNC_") || a.Name == "" {
				r.opaque("a function comes in through the environment", j.start, j.end)
			}
			env = append(env, a)
			next++
		}
	}
	for n := 0; n < w.skip; n++ {
		if next >= len(j.words) {
			r.program(j)
			return
		}
		if j.words[next].Many {
			r.unknownWrapper(j, next)
			return
		}
		next++
		if next < len(j.words) && n == 0 && w.name == "chroot" {
			inner.loop = inner.loop || false
		}
	}
	if w.name == "direnv" || w.name == "aws-vault" || w.name == "timeout" {
		if next < len(j.words) && j.words[next].Lit() && j.words[next].Text == "--" && w.name != "timeout" {
			next++
		}
	}
	if next >= len(j.words) {
		r.bareWrapper(j, w, opts)
		return
	}
	old := r.ctx
	own := j.words[:next:next]
	if w.keep {
		k := *j
		r.parent = r.emitJob(&k, val{})
		r.script.Commands[r.parent].Carries = true
		inner.redirs = j.redirs
	}
	r.via = append(r.via[:len(r.via):len(r.via)], Wrapper{Name: baseName(j.words[0].Text), Words: own})
	r.external = append(r.external[:len(r.external):len(r.external)], j.assigns...)
	r.external = append(r.external, env...)
	r.guardEnv(j, append(j.assigns[:len(j.assigns):len(j.assigns)], env...))
	r.fresh = r.fresh || w.fresh || w.mode == envMode && (hasOption(opts, "i", "ignore-environment", "u", "unset") || hasWord(own, "-"))
	inner.words = j.words[next:]
	saved := r.st.dir
	switch w.mode {
	case envMode, sudoMode:
		r.wrapperDir(opts)
		if w.mode == sudoMode && hasOption(opts, "s", "i", "shell", "login") {
			for k := range inner.words {
				if strings.ContainsAny(inner.words[k].Text, "$") {
					r.opaque("sudo hands these words to a shell", j.start, j.end)
				}
			}
		}
		r.run(inner)
	case xargsMode:
		r.xargs(&inner, opts)
	case watchMode:
		if hasOption(opts, "x", "exec") {
			r.run(inner)
			break
		}
		r.shellWords(&inner, inner.words)
	case pythonMode:
		if inner.words[0].Lit() && strings.HasSuffix(inner.words[0].Text, ".py") {
			py := inner.words[0]
			py.Text, py.Raw = "python", "python"
			inner.words = append([]Word{py}, inner.words...)
		}
		r.run(inner)
	default:
		r.run(inner)
	}
	r.st.dir = saved
	r.ctx = old
}

// wrapperDir follows an option that changes the folder.
func (r *reader) wrapperDir(opts []option) {
	for _, o := range opts {
		switch o.name {
		case "C", "chdir", "D":
			if o.name == "C" && o.value.Lit() && isDigits(o.value.Text) {
				continue // sudo -C is about descriptors
			}
			if o.value.Lit() {
				r.st.dir = r.resolve(o.value.Text)
			} else {
				r.st.dir = Value{}
			}
		case "i", "login":
		}
	}
}

func hasWord(words []Word, text string) bool {
	for i := range words {
		if words[i].Lit() && words[i].Text == text {
			return true
		}
	}
	return false
}

func hasOption(opts []option, names ...string) bool {
	for _, o := range opts {
		if containsStr(names, o.name) {
			return true
		}
	}
	return false
}

// guardEnv looks at the environment that a wrapper sets for a shell.
func (r *reader) guardEnv(j *job, list []Assign) {
	for _, a := range list {
		switch a.Name {
		case "BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "PS4", "PROMPT_COMMAND":
			r.opaque("the shell evaluates the variable "+a.Name, j.start, j.end)
		}
	}
}

// bareWrapper is a wrapper without a command: it runs none, or a shell.
func (r *reader) bareWrapper(j *job, w *wrapper, opts []option) {
	shell := ""
	switch w.name {
	case "sudo":
		if hasOption(opts, "s", "i", "shell", "login") {
			shell = "sh"
		}
	case "chroot", "unshare", "nsenter", "fakeroot", "xargs":
		shell = "sh"
		if w.name == "xargs" {
			shell = "echo"
		}
	}
	if shell == "" {
		r.program(j)
		return
	}
	old := r.ctx
	r.via = append(r.via[:len(r.via):len(r.via)], Wrapper{Name: baseName(j.words[0].Text), Words: j.words})
	inner := *j
	inner.external = true
	inner.depth++
	first := j.words[0]
	first.Text, first.Raw = shell, j.words[0].Raw
	inner.words = []Word{first}
	if w.name == "xargs" {
		r.xargs(&inner, opts)
	} else {
		r.run(inner)
	}
	r.ctx = old
}

// unknownWrapper keeps a wrapper that was not understood as a program, and
// walks the words that may be its command as they stand.
func (r *reader) unknownWrapper(j *job, from int) {
	r.opaque(whyWrapper, j.start, j.end)
	k := *j
	i := r.emitJob(&k, val{})
	old := r.ctx
	r.parent = i
	r.cond++
	for n := from; n < len(j.words) && n < from+6; n++ {
		w := &j.words[n]
		if !w.Lit() || w.Text == "" || w.Text[0] == '-' || isDigits(w.Text) || isAssignWord(w) {
			continue
		}
		inner := *j
		inner.words = j.words[n:]
		inner.external, inner.maybe = true, true
		inner.assigns = nil
		inner.depth += 8
		r.ctx.via = append(old.via[:len(old.via):len(old.via)], Wrapper{Name: baseName(j.words[0].Text), Words: j.words[:n:n]})
		st := r.st.fork()
		r.run(inner)
		r.st = st
	}
	r.ctx = old
}

func isAssignWord(w *Word) bool {
	t := w.Text
	if !w.Known {
		t = w.Prefix
	}
	i := strings.IndexByte(t, '=')
	return i > 0 && t[0] != '-' && !w.Many
}

func assignWord(w *Word) Assign {
	t := w.Text
	if !w.Known {
		t = w.Prefix
	}
	name, value, _ := strings.Cut(t, "=")
	v := *w
	v.Text = value
	if !w.Known {
		v.Text, v.Prefix = "", value
	}
	return Assign{Name: name, Value: v}
}

// splitEnvText splits the text of env -S where it holds nothing that env
// itself would expand.
func splitEnvText(w Word) ([]Word, bool) {
	if !w.Lit() || strings.ContainsAny(w.Text, "\\\"'$#") {
		return nil, false
	}
	var out []Word
	for f := range strings.FieldsSeq(w.Text) {
		x := w
		x.Text = f
		out = append(out, x)
	}
	return out, true
}

// shellPrefix takes off command, builtin and exec.
func (r *reader) shellPrefix(j *job) bool {
	name := j.words[0].Text
	if name == "builtin" && r.dialect == posix {
		r.opaque("sh may not know builtin", j.start, j.end)
	}
	i := 1
	for ; i < len(j.words); i++ {
		w := &j.words[i]
		if !w.Lit() || len(w.Text) < 2 || w.Text[0] != '-' {
			if w.Lit() || !w.Many && !(w.Prefix == "") {
				break
			}
			r.unknownWrapper(j, i)
			return true
		}
		if w.Text == "--" {
			i++
			break
		}
		switch {
		case name == "command" && strings.Trim(w.Text[1:], "pvV") == "":
			if strings.ContainsAny(w.Text, "vV") {
				r.emitJob(j, val{})
				return true
			}
			continue
		case name == "exec" && strings.Trim(w.Text[1:], "cl") == "":
			continue
		case name == "exec" && strings.HasSuffix(w.Text, "a") && strings.Trim(w.Text[1:], "cla") == "":
			i++
			continue
		}
		r.unknownWrapper(j, i)
		return true
	}
	if i >= len(j.words) {
		// exec with redirects only changes the shell's own descriptors; where
		// later commands print is then not followed
		r.emitJob(j, val{})
		if name == "exec" && j.own > 0 {
			own := j.redirs[len(j.redirs)-j.own:]
			for k := range own {
				if _, ok := stdinOf(&own[k]); ok {
					// what the shell itself reads as its text changes
					r.opaque("exec changes what the shell reads", j.start, j.end)
				}
			}
		}
		return true
	}
	old := r.ctx
	r.via = append(r.via[:len(r.via):len(r.via)], Wrapper{Name: name, Words: j.words[:i:i]})
	inner := *j
	inner.words = j.words[i:]
	inner.depth++
	switch name {
	case "exec":
		inner.external = r.dialect != zsh // zsh takes its own builtins too
	default:
		inner.noFunc = true
	}
	// descriptors and assignments of the prefix go on to what it runs
	r.run(inner)
	r.ctx = old
	return true
}

package shell

import (
	"strings"
)

// su reads su -c and runuser.
func (r *reader) su(j *job) {
	name := baseName(j.words[0].Text)
	w := wrapper{flags: "flmpP-", valued: "gGsw", text: "c", long: "login preserve-environment pty fast", longv: "group supp-group shell whitelist-environment command session-command user"}
	if name == "runuser" {
		w.valued += "u"
	}
	var text *Word
	user, operands, direct := -1, 0, false
	opts := true
	for n := 1; n < len(j.words); n++ {
		word := &j.words[n]
		if !opts || !word.Lit() || len(word.Text) < 2 || word.Text[0] != '-' {
			if word.Lit() && word.Text == "-" {
				continue
			}
			if direct && user < 0 {
				r.wrappedAt(j, n)
				return
			}
			if word.Many {
				r.unknownWrapper(j, n)
				return
			}
			operands++
			if user < 0 {
				user = n
			}
			continue
		}
		if word.Text == "--" {
			opts = false
			continue
		}
		var got []option
		var ok bool
		next := n + 1
		if word.Text[1] == '-' {
			var o option
			o, next, ok = w.longOption(j.words, n)
			got = []option{o}
		} else {
			next, got, ok = w.shortOptions(j.words, n)
		}
		if !ok {
			r.unknownWrapper(j, n+1)
			return
		}
		for k := range got {
			switch got[k].name {
			case "c", "command", "session-command":
				text = &got[k].value
			case "u", "user":
				direct = true
			}
		}
		n = next - 1
	}
	k := *j
	i := r.emitJob(&k, val{})
	r.fresh = true
	defer func() { r.fresh = false }()
	if text == nil {
		if operands > 1 {
			r.opaque("su hands its words to a shell", j.start, j.end)
		}
		first := j.words[0]
		first.Text = "sh"
		r.under(j, i, j.words, []Word{first}, false)
		return
	}
	r.under(j, i, j.words, []Word{*text}, true)
}

// wrappedAt walks the command that begins at word n of a plain wrapper.
func (r *reader) wrappedAt(j *job, n int) {
	old := r.ctx
	r.via = append(r.via[:len(r.via):len(r.via)], Wrapper{Name: baseName(j.words[0].Text), Words: j.words[:n:n]})
	inner := *j
	inner.words, inner.assigns, inner.external = j.words[n:], nil, true
	inner.depth++
	st := r.st.fork()
	r.run(inner)
	r.ctx, r.st = old, st
}

// sg is sg GROUP -c TEXT or sg GROUP TEXT.
func (r *reader) sg(j *job) {
	i := r.emitJob(j, val{})
	n := 1
	for n < len(j.words) && j.words[n].Lit() && strings.HasPrefix(j.words[n].Text, "-") {
		n++
	}
	n++
	if n < len(j.words) && j.words[n].Lit() && j.words[n].Text == "-c" {
		n++
	}
	if n < len(j.words) {
		r.under(j, i, j.words[:n:n], j.words[n:n+1], true)
	}
}

// scriptProgram is script [-c TEXT] [FILE] or, elsewhere, script FILE COMMAND.
func (r *reader) scriptProgram(j *job) {
	w := wrapper{flags: "aefqtdFkpr", valued: "EIOBTmo", text: "c", long: "append flush force quiet return", longv: "command echo log-in log-out log-io log-timing logging-format output-limit"}
	i := r.emitJob(j, val{})
	var files []int
	for n := 1; n < len(j.words); n++ {
		word := &j.words[n]
		if !word.Lit() || len(word.Text) < 2 || word.Text[0] != '-' {
			files = append(files, n)
			continue
		}
		if word.Text == "--" {
			r.under(j, i, j.words[:n:n], j.words[n+1:], false)
			return
		}
		var got []option
		var ok bool
		next := n + 1
		switch {
		case word.Text[1] == '-' && strings.HasPrefix(word.Text, "--timing"):
			ok = true
		case word.Text[1] == '-':
			var o option
			o, next, ok = w.longOption(j.words, n)
			got = []option{o}
		case strings.HasPrefix(word.Text, "-t") && len(word.Text) > 2:
			ok = true
		default:
			next, got, ok = w.shortOptions(j.words, n)
		}
		if !ok {
			if len(files) > 0 {
				continue // an option of the command
			}
			r.opaque(whyWrapper, j.start, j.end)
			continue
		}
		for k := range got {
			if got[k].name == "c" || got[k].name == "command" {
				r.under(j, i, j.words[:n+1:n+1], []Word{got[k].value}, true)
			}
		}
		n = next - 1
	}
	if len(files) > 1 {
		r.under(j, i, j.words[:files[1]:files[1]], j.words[files[1]:], false)
	} else if j.stdin.Kind != Inherited {
		first := j.words[0]
		first.Text = "sh"
		r.under(j, i, j.words, []Word{first}, false)
	}
}

// flock is flock FILE COMMAND, flock FILE -c TEXT, or flock NUMBER.
func (r *reader) flock(j *job) {
	w := wrapper{flags: "sxeunoFv", valued: "wE", long: "shared exclusive unlock nonblock nb nonblocking close no-fork verbose", longv: "timeout wait conflict-exit-code"}
	next, _, ok := w.parse(j.words, 1)
	if !ok || next < len(j.words) && j.words[next].Many {
		r.unknownWrapper(j, next)
		return
	}
	i := r.emitJob(j, val{})
	n := next + 1
	if n >= len(j.words) {
		return
	}
	if j.words[n].Lit() && (j.words[n].Text == "-c" || j.words[n].Text == "--command") {
		if n+1 < len(j.words) {
			r.under(j, i, j.words[:n+1:n+1], j.words[n+1:n+2], true)
		}
		return
	}
	r.under(j, i, j.words[:n:n], j.words[n:], false)
}

// at reads the text that at and batch run later.
func (r *reader) at(j *job) {
	i := r.emitJob(j, val{})
	if j.stdin.Kind == Inherited {
		return
	}
	k := *j
	k.bg = true
	first := j.words[0]
	first.Text = "sh"
	r.under(&k, i, j.words, []Word{first}, false)
}

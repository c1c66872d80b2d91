package shell

import "strings"

// carrier reads the programs that carry commands in ways of their own. They
// stay listed where they do something themselves. It is false for programs
// that are none of them.
func (r *reader) carrier(j *job, name string) bool {
	switch name {
	case "find":
		r.find(j)
	case "fd", "fdfind":
		r.fd(j)
	case "parallel":
		r.parallel(j)
	case "su", "runuser":
		r.su(j)
	case "sg":
		r.sg(j)
	case "script":
		r.scriptProgram(j)
	case "flock":
		r.flock(j)
	case "ssh", "autossh", "rsh", "mosh":
		r.ssh(j)
	case "docker", "podman", "nerdctl":
		return r.container(j)
	case "kubectl", "oc":
		return r.kubectl(j)
	case "nix-shell":
		return r.nixShell(j)
	case "nix":
		return r.nix(j)
	case "at", "batch":
		r.at(j)
	case "hyperfine":
		r.hyperfine(j)
	case "entr":
		r.entr(j)
	case "git":
		return r.git(j)
	default:
		return false
	}
	return true
}

// under walks a command that a listed program carries.
func (r *reader) under(j *job, parent int, own []Word, words []Word, text bool) {
	if len(words) == 0 {
		return
	}
	r.script.Commands[parent].Carries = true
	old := r.ctx
	st := r.st.fork()
	r.parent = parent
	r.via = append(r.via[:len(r.via):len(r.via)], Wrapper{Name: baseName(j.words[0].Text), Words: own})
	inner := *j
	inner.words, inner.assigns = words, nil
	inner.external = true
	inner.depth++
	if text {
		r.shellWords(&inner, words)
	} else {
		r.run(inner)
	}
	r.ctx, r.st = old, st
}

// unknownOf makes every word that holds mark unknown, for the program puts
// something else there.
func unknownOf(words []Word, mark string, many bool) []Word {
	out := make([]Word, len(words))
	for i, w := range words {
		if strings.Contains(w.Text, mark) && w.Known {
			before, _, _ := strings.Cut(w.Text, mark)
			after := w.Text[strings.LastIndex(w.Text, mark)+len(mark):]
			out[i] = Word{Prefix: before, Suffix: after, Many: many && w.Text == mark, Raw: w.Raw, Start: w.Start, End: w.End,
				tmpl: strings.ReplaceAll(w.Text, mark, hole)}
			continue
		}
		out[i] = w
	}
	return out
}

// find lists find and the commands of its -exec.
func (r *reader) find(j *job) {
	i := r.emitJob(j, val{})
	words := j.words
	unsure := false
	for n := 1; n < len(words); n++ {
		w := &words[n]
		if !w.Known && !(w.Prefix != "" && w.Prefix[0] != '-') {
			unsure = unsure || !w.envOnly() || w.Many
			continue
		}
		switch w.Text {
		case "-exec", "-execdir", "-ok", "-okdir":
		default:
			continue
		}
		if !w.Lit() {
			continue
		}
		end := n + 1
		for end < len(words) && !(words[end].Lit() && (words[end].Text == ";" || words[end].Text == "+" && end > n+1 && words[end-1].Text == "{}")) {
			end++
		}
		inner := unknownOf(words[n+1:end], "{}", true)
		k := *j
		k.loop, k.maybe = true, true
		old := r.st.dir
		if strings.HasSuffix(w.Text, "dir") {
			r.st.dir = Value{}
		}
		r.under(&k, i, append([]Word{words[0]}, words[n]), inner, false)
		r.st.dir = old
		n = end
	}
	if unsure {
		for n := range words {
			if words[n].Lit() && (words[n].Text == ";" || words[n].Text == "+") {
				r.opaque("find is given words that are not known", j.start, j.end)
				break
			}
		}
	}
}

// fd lists fd and the command of its -x.
func (r *reader) fd(j *job) {
	i := r.emitJob(j, val{})
	for n := 1; n < len(j.words); n++ {
		w := &j.words[n]
		if !w.Known {
			continue
		}
		switch t := w.Text; {
		case t == "-x" || t == "-X" || t == "--exec" || t == "--exec-batch":
		case strings.HasPrefix(t, "--exec=") || strings.HasPrefix(t, "--exec-batch="):
			r.opaque(whyWrapper, j.start, j.end)
			continue
		case len(t) > 2 && t[0] == '-' && t[1] != '-' && strings.ContainsAny(t, "xX"):
			r.opaque(whyWrapper, j.start, j.end)
			continue
		default:
			continue
		}
		end := n + 1
		for end < len(j.words) && !(j.words[end].Lit() && j.words[end].Text == ";") {
			end++
		}
		inner := j.words[n+1 : end]
		has := false
		for _, mark := range []string{"{}", "{/}", "{//}", "{.}", "{/.}"} {
			for _, x := range inner {
				has = has || strings.Contains(x.Text, mark)
			}
			inner = unknownOf(inner, mark, true)
		}
		if !has {
			inner = append(inner[:len(inner):len(inner)], Word{Many: true, Raw: "{}"})
		}
		k := *j
		k.loop, k.maybe = true, true
		r.under(&k, i, j.words[:n+1:n+1], inner, false)
		n = end
	}
}

// xargs walks the command that xargs runs with words from its input.
func (r *reader) xargs(inner *job, opts []option) {
	replace := ""
	split := false
	for _, o := range opts {
		switch o.name {
		case "I", "J":
			replace = o.value.Text
			if !o.value.Lit() || replace == "" {
				r.opaque(whyWrapper, inner.start, inner.end)
				replace = "{}"
			}
		case "i", "replace":
			replace = "{}"
			if o.has {
				replace = o.value.Text
			}
		case "n", "L", "l", "P", "s", "d", "E", "e", "0", "a", "arg-file", "delimiter", "max-args", "max-lines", "max-chars", "max-procs", "null", "eof", "p", "interactive", "S", "R":
			split = true
		}
	}
	text, known := r.stdinText(inner)
	inner.maybe = true
	if r.pipe != nil && r.pipe.reader < 0 {
		r.pipe.reader = len(r.script.Commands)
	}
	inner.stdin = Stdin{Kind: File, File: Word{Text: "/dev/null", Known: true}}
	if replace != "" {
		words := unknownOf(inner.words, replace, false)
		for i := range words {
			if !words[i].Known && inner.words[i].Known && r.stdin.Kind == Pipe {
				words[i].Subs = r.stdin.From
			}
		}
		r.run(r.marked(inner, words))
		return
	}
	words := inner.words[:len(inner.words):len(inner.words)]
	if known && !split && !strings.ContainsAny(text.text, "'\"\\") && len(text.text) < 4096 {
		first := inner.words[0]
		for f := range strings.FieldsSeq(text.text) {
			words = append(words, Word{Text: f, Known: true, Raw: f, Start: first.Start, End: first.End, Decoded: text.dec})
		}
		r.run(r.marked(inner, words))
		return
	}
	first := inner.words[0]
	subs := inner.stdin.From
	if len(subs) == 0 && r.stdin.Kind == Pipe {
		subs = r.stdin.From
	}
	words = append(words, Word{Many: true, Subs: subs, Start: first.Start, End: first.End})
	r.run(r.marked(inner, words))
}

func (r *reader) marked(j *job, words []Word) job {
	out := *j
	out.words = words
	return out
}

// parallel reads the command that parallel builds: its words joined are
// shell text, with quoted values in place of {}.
func (r *reader) parallel(j *job) {
	w := wrapper{flags: "0kmqtuvXk", valued: "aCdEIjLlNnPpSsJ", long: "keep-order null bar progress eta dry-run dryrun verbose line-buffer lb ungroup group halt-on-error will-cite xargs quote no-notice linebuffer tag plain",
		longv: "jobs max-procs delay timeout joblog halt colsep arg-file delimiter max-args max-replace-args retries results tmpdir nice load memfree wd workdir replace tagstring progress-file"}
	next, opts, ok := w.parse(j.words, 1)
	if !ok {
		r.unknownWrapper(j, next)
		return
	}
	if hasOption(opts, "S", "I", "replace", "q", "quote", "C", "colsep", "X", "m", "xargs") {
		r.opaque(whyWrapper, j.start, j.end)
	}
	end := next
	for end < len(j.words) && !(j.words[end].Known && strings.HasPrefix(j.words[end].Text, ":::")) {
		end++
	}
	i := r.emitJob(j, val{})
	cmd := j.words[next:end]
	k := *j
	k.loop, k.maybe = true, true
	k.stdin = Stdin{Kind: File, File: Word{Text: "/dev/null", Known: true}}
	if len(cmd) == 0 {
		// the values are the commands
		if end >= len(j.words) || hasOption(opts, "a", "arg-file") {
			text, ok := r.stdinText(j)
			if !ok {
				r.opaque("the commands come from a file or pipe", j.start, j.end)
				return
			}
			one := j.words[0]
			one.Text, one.Known = text.text, true
			r.under(&k, i, j.words[:next:next], []Word{one}, true)
			return
		}
		for _, v := range j.words[end+1:] {
			if v.Known && strings.HasPrefix(v.Text, ":::") {
				r.opaque(whyWrapper, j.start, j.end)
				continue
			}
			r.under(&k, i, j.words[:next:next], []Word{v}, true)
		}
		return
	}
	v := joinWords(cmd)
	if !v.known {
		r.opaque("a shell runs text that is not known", j.start, j.end)
		r.under(&k, i, j.words[:next:next], cmd, false)
		return
	}
	text := v.text
	marks := []string{"{}", "{.}", "{/}", "{//}", "{/.}", "{#}", "{%}"}
	has := false
	for _, m := range marks {
		if strings.Contains(text, m) {
			has = true
			text = strings.ReplaceAll(text, m, hole)
		}
	}
	for n := '1'; n <= '9'; n++ {
		m := "{" + string(n)
		for {
			at := strings.Index(text, m)
			if at < 0 {
				break
			}
			close := strings.IndexByte(text[at:], '}')
			if close < 0 {
				break
			}
			has = true
			text = text[:at] + hole + text[at+close+1:]
		}
	}
	if strings.ContainsAny(v.text, "'\"") && has {
		r.opaque("a shell runs text that is not known", j.start, j.end)
	}
	if strings.Contains(v.text, "{=") {
		r.opaque("parallel evaluates perl", j.start, j.end)
	}
	if !has {
		text += " " + hole
	}
	one := cmd[0]
	one.Text, one.Known = text, true
	// parallel quotes the values, so that each is one word
	old := r.holes
	r.holes = true
	r.under(&k, i, j.words[:next:next], []Word{one}, true)
	r.holes = old
}

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

// ssh lists ssh and what it runs on the other host.
func (r *reader) ssh(j *job) {
	w := wrapper{flags: "46AaCfGgKkMNnqsTtVvXxYy", valued: "BbcDEeFIiJLlmOoPpQRSWw", long: "ssh predict no-init", longv: "port"}
	next, opts, ok := w.parse(j.words, 1)
	i := r.emitJob(j, val{})
	if !ok && next < len(j.words) && !j.words[next].Lit() {
		r.opaque("the host may be an option", j.start, j.end)
		ok = true
	}
	if !ok || next >= len(j.words) {
		if !ok {
			r.opaque(whyWrapper, j.start, j.end)
		}
		return
	}
	after := next + 1
	// options may follow the host
	if after < len(j.words) && j.words[after].Lit() && strings.HasPrefix(j.words[after].Text, "-") {
		n, more, ok := w.parse(j.words, after)
		if !ok {
			r.opaque(whyWrapper, j.start, j.end)
			return
		}
		opts = append(opts, more...)
		after = n
	}
	own := j.words[:after:after]
	st := r.st.fork()
	r.st = state{vars: &table{}}
	r.lose()
	if after < len(j.words) {
		r.under(j, i, own, j.words[after:], true)
	} else if j.stdin.Kind == Here || j.stdin.Kind == Pipe {
		if !hasOption(opts, "N") {
			first := j.words[0]
			first.Text = "sh"
			r.under(j, i, own, []Word{first}, false)
		}
	}
	r.st = st
}

// container lists docker and what its exec and run start in the container.
func (r *reader) container(j *job) bool {
	w := wrapper{flags: "itdPq", valued: "aceuwehlmpv", anyLong: false,
		long:  "interactive tty detach privileged rm init read-only publish-all no-healthcheck oom-kill-disable sig-proxy quiet disable-content-trust no-TTY no-deps service-ports use-aliases build remove-orphans T",
		longv: "env env-file user workdir name volume publish network net entrypoint label hostname platform memory cpus cpu-shares mount add-host cap-add cap-drop device dns expose gpus health-cmd ipc link log-driver log-opt pid restart runtime security-opt shm-size stop-signal stop-timeout tmpfs ulimit userns volumes-from cidfile detach-keys index pull group-add memory-swap cgroup-parent cgroupns isolation ip mac-address network-alias volume-driver sysctl attach"}
	n := 1
	for n < len(j.words) && j.words[n].Lit() && (j.words[n].Text == "container" || j.words[n].Text == "compose") {
		n++
	}
	for n+1 < len(j.words) && j.words[n].Lit() && (j.words[n].Text == "-f" || j.words[n].Text == "--file" || j.words[n].Text == "-H" || j.words[n].Text == "--context" || j.words[n].Text == "-p") {
		n += 2
	}
	if n >= len(j.words) || !j.words[n].Lit() || j.words[n].Text != "exec" && j.words[n].Text != "run" {
		return false
	}
	i := r.emitJob(j, val{})
	w.flags += "T"
	next, _, ok := w.parse(j.words, n+1)
	if !ok || next+1 >= len(j.words) {
		return true // what it starts there is left to docker's own words
	}
	own := j.words[: next+1 : next+1]
	st := r.st.fork()
	r.st = state{vars: &table{}}
	r.lose()
	r.under(j, i, own, j.words[next+1:], false)
	r.st = st
	return true
}

// kubectl lists kubectl and what its exec starts in the pod.
func (r *reader) kubectl(j *job) bool {
	sub, dash := -1, -1
	for n := 1; n < len(j.words); n++ {
		if !j.words[n].Lit() {
			continue
		}
		t := j.words[n].Text
		if sub < 0 && (t == "exec" || t == "run" || t == "debug") {
			sub = n
		}
		if sub >= 0 && t == "--" {
			dash = n
			break
		}
	}
	if sub < 0 || dash < 0 || dash+1 >= len(j.words) {
		return false
	}
	i := r.emitJob(j, val{})
	st := r.st.fork()
	r.st = state{vars: &table{}}
	r.lose()
	r.under(j, i, j.words[:dash+1:dash+1], j.words[dash+1:], false)
	r.st = st
	return true
}

// nixShell reads nix-shell --run TEXT.
func (r *reader) nixShell(j *job) bool {
	for n := 1; n+1 < len(j.words); n++ {
		if j.words[n].Lit() && (j.words[n].Text == "--run" || j.words[n].Text == "--command") {
			i := r.emitJob(j, val{})
			r.under(j, i, j.words[:n+1:n+1], j.words[n+1:n+2], true)
			return true
		}
	}
	return false
}

// nix reads nix develop -c COMMAND and nix shell -c COMMAND.
func (r *reader) nix(j *job) bool {
	for n := 1; n+1 < len(j.words); n++ {
		if j.words[n].Lit() && (j.words[n].Text == "-c" || j.words[n].Text == "--command") {
			i := r.emitJob(j, val{})
			r.under(j, i, j.words[:n+1:n+1], j.words[n+1:], false)
			return true
		}
	}
	return false
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

// hyperfine reads the texts that it measures.
func (r *reader) hyperfine(j *job) {
	w := wrapper{flags: "iN", valued: "wmMrspcSunPDL", text: "", long: "ignore-failure show-output shell", longv: "warmup min-runs max-runs runs setup prepare cleanup conclude reference style sort time-unit export-json export-csv export-markdown export-asciidoc export-orgmode command-name parameter-scan parameter-list output input"}
	i := r.emitJob(j, val{})
	k := *j
	k.loop, k.maybe = true, true
	for n := 1; n < len(j.words); {
		word := &j.words[n]
		if !word.Lit() || len(word.Text) < 2 || word.Text[0] != '-' {
			r.under(&k, i, j.words[:1:1], j.words[n:n+1], true)
			n++
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
			r.opaque(whyWrapper, j.start, j.end)
			n++
			continue
		}
		for x := range got {
			switch got[x].name {
			case "s", "setup", "p", "prepare", "c", "cleanup", "C", "conclude", "reference":
				r.under(&k, i, j.words[:1:1], []Word{got[x].value}, true)
			}
		}
		n = next
	}
}

// entr runs its command whenever a file changes.
func (r *reader) entr(j *job) {
	w := wrapper{flags: "acdnprszx"}
	next, opts, ok := w.parse(j.words, 1)
	if !ok || next >= len(j.words) {
		r.unknownWrapper(j, next)
		return
	}
	i := r.emitJob(j, val{})
	k := *j
	k.loop = true
	k.stdin = Stdin{Kind: File, File: Word{Text: "/dev/null", Known: true}}
	words := unknownOf(j.words[next:], "/_", false)
	r.under(&k, i, j.words[:next:next], words, hasOption(opts, "s"))
}

// git reads the commands that some of its subcommands carry; all else of git
// is left to those who know it.
func (r *reader) git(j *job) bool {
	for n := 1; n < len(j.words); n++ {
		if !j.words[n].Lit() {
			continue
		}
		switch j.words[n].Text {
		case "bisect":
			if n+2 < len(j.words) && j.words[n+1].Lit() && j.words[n+1].Text == "run" {
				i := r.emitJob(j, val{})
				k := *j
				k.loop = true
				r.under(&k, i, j.words[:n+2:n+2], j.words[n+2:], false)
				return true
			}
		case "foreach":
			if n > 1 && j.words[n-1].Lit() && j.words[n-1].Text == "submodule" {
				at := n + 1
				for at < len(j.words) && j.words[at].Lit() && strings.HasPrefix(j.words[at].Text, "-") {
					at++
				}
				if at < len(j.words) {
					i := r.emitJob(j, val{})
					k := *j
					k.loop = true
					old := r.st.dir
					r.st.dir = Value{}
					r.under(&k, i, j.words[:at:at], j.words[at:], true)
					r.st.dir = old
					return true
				}
			}
		case "rebase":
			i := -1
			for m := n + 1; m < len(j.words); m++ {
				var text Word
				switch t := j.words[m].Text; {
				case !j.words[m].Known:
					continue
				case (t == "-x" || t == "--exec") && m+1 < len(j.words):
					text = j.words[m+1]
				case strings.HasPrefix(t, "--exec="):
					text = j.words[m]
					text.Text = t[len("--exec="):]
				default:
					continue
				}
				if i < 0 {
					i = r.emitJob(j, val{})
				}
				k := *j
				k.loop = true
				r.under(&k, i, j.words[:m+1:m+1], []Word{text}, true)
			}
			return i >= 0
		}
	}
	return false
}

package shell

import (
	"strings"
)

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
	inner.stdin = Stdin{Kind: File, Word: Word{Text: "/dev/null", Known: true}}
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
	k.stdin = Stdin{Kind: File, Word: Word{Text: "/dev/null", Known: true}}
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
	k.stdin = Stdin{Kind: File, Word: Word{Text: "/dev/null", Known: true}}
	words := unknownOf(j.words[next:], "/_", false)
	r.under(&k, i, j.words[:next:next], words, hasOption(opts, "s"))
}

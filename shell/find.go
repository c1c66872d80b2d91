package shell

import (
	"strings"
)

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

package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// output is what is known of what a command prints.
type output struct {
	v    val
	when int // how many conditions and loops stood around it
}

// emit lists a command. Positions in c are those of the current text; out is
// what it prints.
func (r *reader) emit(c Command, out val, here bool) int {
	if here {
		if c.Src == "" && c.Start <= c.End && c.End <= len(r.src) {
			c.Src = strings.TrimSpace(r.src[c.Start:c.End])
		}
		c.Start, c.End = r.place(c.Start, c.End)
	}
	c.Dir, c.DirElse = r.st.dir, r.elsewhere()
	c.PipedTo, c.Into = -1, -1
	c.Background = c.Background || r.background
	c.Maybe = c.Maybe || r.cond > 0
	c.Loop = c.Loop || r.loops > 0
	c.Subshell = r.subshell
	c.Decoded = c.Decoded || r.decoded || len(c.Words) > 0 && c.Words[0].Decoded
	i := len(r.script.Commands)
	r.script.Commands = append(r.script.Commands, c)
	if out.known && !allKnown(c.Words) {
		// what is not known may make the shell give up
		out = val{}
	}
	if printsElsewhere(c.Redirs) && !isExec(c.Words, c.Via) {
		out = lit("")
	}
	r.outs = append(r.outs, output{out, r.cond + r.loops})
	if r.sink != nil {
		*r.sink = append(*r.sink, i)
	}
	if c.Stdin.Kind == Pipe && r.pipe != nil && r.pipe.reader < 0 {
		r.pipe.reader = i
	}
	r.claim(i, c)
	return i
}

// elsewhere are the folders that are not the likely one.
func (r *reader) elsewhere() []Value {
	if len(r.st.dirElse)+len(r.st.dirFail) == 0 {
		return nil
	}
	var out []Value
	for _, list := range [][]Value{r.st.dirElse, r.st.dirFail} {
		for _, d := range list {
			if d != r.st.dir {
				out = addDir(out, d)
			}
		}
	}
	return out
}

// claim notes for the commands whose output stands in c's words that it is c
// that uses it.
func (r *reader) claim(i int, c Command) {
	for j := range c.Words {
		r.claimAll(c.Words[j].Subs, i)
	}
	for j := range c.Assigns {
		r.claimAll(c.Assigns[j].Value.Subs, i)
	}
	for j := range c.Redirs {
		r.claimAll(c.Redirs[j].Target.Subs, i)
	}
}

func (r *reader) claimAll(subs []int, by int) {
	for _, s := range subs {
		if s < len(r.script.Commands) && r.script.Commands[s].Into < 0 && s != by {
			r.script.Commands[s].Into = by
		}
	}
}

// printsElsewhere tells whether standard output is not where it was.
func printsElsewhere(list []Redirect) bool {
	for i := range list {
		rd := &list[i]
		switch rd.Op {
		case ">", ">>", ">|", ">&", "&>", "&>>", "<>":
			if rd.Fd == 1 || rd.Fd < 0 && rd.Op != "<>" {
				return true
			}
		}
	}
	return false
}

// printed is what the commands of a sink print together.
func (r *reader) printed(sink []int) val {
	v := lit("")
	for _, i := range sink {
		o := r.outs[i]
		if o.when > r.cond+r.loops && !(o.v.known && o.v.text == "") {
			return val{dec: v.dec || o.v.dec}
		}
		v = cat(v, o.v)
	}
	if len(sink) > 1 && !v.known {
		return val{dec: v.dec, num: v.num}
	}
	return v
}

func allKnown(words []Word) bool {
	for i := range words {
		if !words[i].Known || words[i].Many {
			return false
		}
	}
	return true
}

// isExec tells whether the redirects are those of exec alone, which stay.
func isExec(words []Word, via []Wrapper) bool {
	return len(words) > 0 && words[0].Text == "exec"
}

// mayGiveUp notes, where output is collected, that the shell may end at n: what
// is printed after it is then not known.
func (r *reader) mayGiveUp(n syntax.Node) {
	if r.sink != nil {
		r.emit(Command{Start: int(n.Pos().Offset()), End: int(n.End().Offset()), Parent: r.parent, Via: r.via}, val{}, true)
	}
}

package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Bounds on the work of one Read, whatever the text.
const (
	maxDepth    = 24    // texts within texts, and function calls within calls
	maxSteps    = 20000 // statements and words walked
	maxCommands = 4096
	maxForks    = 32 // readings of one command whose words have several values
)

// Read tells which simple commands running in.Text may run. It never fails:
// what cannot be read for certain is said in the Script.
func Read(in Input) (s Script) {
	defer func() {
		if recover() != nil {
			s = Script{Opaque: []Issue{{Why: "the text could not be read", End: len(in.Text)}}}
		}
	}()
	return readAll(in)
}

// readAll is Read without the net.
func readAll(in Input) Script {
	r := &reader{in: in}
	r.parent = -1
	r.dialect = dialectOf(in.Shell)
	r.st = state{vars: &table{}, dir: known(in.Dir)}
	if r.dialect == unknownShell {
		r.opaque("the shell is not one that can be read", 0, len(in.Text))
	}
	r.script.Commands = make([]Command, 0, likely(in.Text))
	r.outs = make([]output, 0, cap(r.script.Commands))
	r.file(in.Text)
	r.uncalled()
	return r.script
}

// likely guesses how many commands a text has, to make room for them at once.
func likely(text string) int {
	n := 1
	for i := 0; i < len(text) && n < 8; i++ {
		switch text[i] {
		case '|', ';', '\n':
			n++
		case '&':
			if i+1 < len(text) && text[i+1] == '&' {
				n++
				i++
			}
		}
	}
	return n
}

// known is the value s; the empty string stands for one that is not known.
func known(s string) Value { return Value{Text: s, Known: s != ""} }

// dialect is a family of shells.
type dialect uint8

const (
	bash dialect = iota
	posix
	zsh
	unknownShell
)

func dialectOf(shell string) dialect {
	switch baseName(shell) {
	case "", "bash", "rbash":
		return bash
	case "sh", "dash", "ash", "ksh", "mksh", "ksh93", "yash", "posh":
		return posix
	case "zsh", "rzsh":
		return zsh
	}
	return unknownShell
}

// reader walks a text as the shell would, with values that may not be known.
type reader struct {
	in     Input
	script Script
	outs   []output // what each command prints, beside script.Commands
	st     state
	frame
	ctx
	steps  int
	dead   bool // a bound was hit; nothing more is read
	defs   []*funcDef
	hoped  []string // aliases that the text defines
	calls  []*funcDef
	scopes []scope // of the functions that are being walked
	holes  bool    // the text that is being read has holes
	lossy  bool    // the word just read had values that could not be told one by one
}

// frame is the text that is being walked.
type frame struct {
	src        string
	nested     bool // src stands in a word of an outer text
	start, end int  // of that word in the outermost text
	dialect    dialect
	decoded    bool
	depth      int
}

// ctx is what holds for the commands that are being walked.
type ctx struct {
	via        []Wrapper
	parent     int
	redirs     []Redirect
	stdin      Stdin
	sink       *[]int // collects the commands whose output goes where the current one's goes
	pipe       *pipe  // of a right-hand side of a pipe
	cond       int    // how many conditions and loops stand around
	loops      int
	background bool
	subshell   bool
	external   []Assign // environment set by wrappers
	fresh      bool     // a wrapper starts what it carries with another environment
}

// pipe is one pipe, to tell its writers who reads it.
type pipe struct {
	from   []int
	reader int
}

// file reads a whole text in the current state.
func (r *reader) file(text string) {
	if len(text) > maxText {
		r.opaque("the text is too long to be read", 0, len(text))
		return
	}
	seen := look(text)
	if seen.openers > maxOpeners && (seen.openers > 16*1024 || deep(text, maxOpeners)) {
		r.opaque("brackets are nested too deep", 0, len(text))
		r.judgeSuspects(seen.suspects, text, nil)
		return
	}
	var opts []syntax.ParserOption
	if seen.comment || len(seen.suspects) > 0 {
		opts = append(opts, syntax.KeepComments(true))
	}
	file, err := syntax.NewParser(opts...).Parse(strings.NewReader(text), "")
	if err != nil {
		r.refused(err, text)
		r.judgeSuspects(seen.suspects, text, nil)
		return
	}
	if n := len(text) - len(strings.TrimRight(text, "\\")); n%2 == 1 {
		r.src = text
		r.opaque("a backslash at the end", len(text)-1, len(text))
	}
	if seen.broken >= 0 {
		r.opaque("a continued line that shells join in their own ways", seen.broken, seen.broken+1)
	}
	r.judgeSuspects(seen.suspects, text, file)
	if seen.comment {
		r.guardComments(file, text)
	}
	old := r.src
	r.src = text
	r.stmts(file.Stmts)
	r.src = old
}

// refused notes that the grammar does not take text.
func (r *reader) refused(err error, text string) {
	at := 0
	switch e := err.(type) {
	case syntax.ParseError:
		at = int(e.Pos.Offset())
	case syntax.LangError:
		at = int(e.Pos.Offset())
	}
	at = min(at, len(text))
	old := r.src
	r.src = text
	r.opaque("the shell grammar does not take it", at, len(text))
	// the lines before it may run all the same
	var whole []*syntax.Stmt
	for s, err := range syntax.NewParser().StmtsSeq(strings.NewReader(text)) {
		if err == nil { // the sequence cannot be left early
			whole = append(whole, s)
		}
	}
	r.cond++
	r.stmts(whole)
	r.cond--
	r.src = old
}

// nested reads text that stands in a word at start..end as shell text of its
// own, in the current state.
func (r *reader) nested(text string, d dialect, decoded bool, start, end int) {
	old := r.frame
	if old.depth >= maxDepth {
		r.opaqueAt("shell text is nested too deep", start, end)
		return
	}
	r.frame = frame{src: text, nested: true, start: start, end: end, dialect: d,
		decoded: old.decoded || decoded, depth: old.depth + 1}
	r.file(text)
	r.frame = old
}

// place turns offsets in the current text into such in the outermost one.
func (r *reader) place(start, end int) (int, int) {
	if r.frame.nested {
		return r.frame.start, r.frame.end
	}
	return start, end
}

// opaque notes why a stretch of the current text cannot be read.
func (r *reader) opaque(why string, start, end int) {
	start, end = r.place(start, end)
	r.opaqueAt(why, start, end)
}

// opaqueAt is opaque for a stretch of the outermost text.
func (r *reader) opaqueAt(why string, start, end int) {
	for _, o := range r.script.Opaque {
		if o.Why == why && (o.Start == start && o.End == end || len(r.script.Opaque) > 64) {
			return
		}
	}
	r.script.Opaque = append(r.script.Opaque, Issue{why, start, end})
}

// opaqueNode is opaque for a node of the current text.
func (r *reader) opaqueNode(why string, n syntax.Node) {
	r.opaque(why, int(n.Pos().Offset()), int(n.End().Offset()))
}

// step counts work; false means that no more may be done.
func (r *reader) step() bool {
	r.steps++
	if r.steps > maxSteps || len(r.script.Commands) > maxCommands {
		if !r.dead {
			r.dead = true
			r.opaqueAt("the text does too much to be followed", 0, len(r.in.Text))
		}
	}
	return !r.dead
}

// raw is the current text of a node.
func (r *reader) raw(n syntax.Node) string {
	a, b := int(n.Pos().Offset()), int(n.End().Offset())
	if a > b || b > len(r.src) {
		return ""
	}
	return r.src[a:b]
}

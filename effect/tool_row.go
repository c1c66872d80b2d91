package effect

import (
	"slices"
	"strings"
	"sync"

	"automode/call"
	"automode/shell"
)

// Tool is one row of the tables of tools: the server that offers it and its
// name ("github get_issue"; " get_balance" for a tool that no server offers),
// and in Spec every argument it is known to take. The words of a Spec:
//
//	owner repo        arguments that are only looked up or shown: inert values
//	path:read         an argument that plays a role (toolRole)
//	body:any          an argument that may hold anything, of a row that is a finding
//	force!some-entry  giving it, other than as false, matches an entry of the rulebook
//	dry~              giving it makes the call not understood
//	#find:some-entry  the tool matches an entry
//	#as:git_log_-p    it does what that command does; {arg} stands for a value
//	#edit:path,text   it writes the argument text into the file at path
//	#unsure:why       what it does is for nobody to prove
//	#page             it acts on the page that a browser shows
//	=server_tool      the same as that other row
//
// A tool without a mark asks its server for something and changes nothing. An
// argument that no word covers makes the call not understood: what takes other
// arguments is another tool.
type Tool struct{ Name, Spec string }

// toolSpec is a parsed Spec.
type toolSpec struct {
	args  []toolArg
	marks []mark
	alias string
}

// toolArg is one argument of a parsed Spec.
type toolArg struct {
	name   string // its words joined by _
	role   string
	entry  string
	unsure bool
}

var toolSpecs sync.Map // Spec string -> *toolSpec

func parsedTool(text string) *toolSpec {
	if s, ok := toolSpecs.Load(text); ok {
		return s.(*toolSpec)
	}
	s := &toolSpec{}
	for w := range strings.FieldsSeq(text) {
		switch w[0] {
		case '#':
			name, arg, _ := strings.Cut(w[1:], ":")
			s.marks = append(s.marks, mark{name, arg})
		case '=':
			s.alias = w[1:]
		default:
			a := toolArg{name: w}
			if i := strings.IndexByte(a.name, '!'); i >= 0 {
				a.name, a.entry = a.name[:i], a.name[i+1:]
			}
			if rest, ok := strings.CutSuffix(a.name, "~"); ok {
				a.name, a.unsure = rest, true
			}
			a.name, a.role, _ = strings.Cut(a.name, ":")
			a.name = strings.Join(nameWords(a.name), "_")
			s.args = append(s.args, a)
		}
	}
	toolSpecs.Store(text, s)
	return s
}

// arg gives the argument of that name, however it is spelled.
func (s *toolSpec) arg(name string) (toolArg, bool) {
	name = strings.Join(nameWords(name), "_")
	for _, a := range s.args {
		if a.name == name {
			return a, true
		}
	}
	return toolArg{}, false
}

// toolTables are the tables of tools, each sorted by name.
var toolTables = [...][]Tool{tableServers, tableOffice}

// toolNamed finds the row of a tool, through aliases.
func toolNamed(n toolName) (*toolSpec, string, bool) {
	for _, key := range n.keys() {
		for range 3 {
			row, ok := searchTool(key)
			if !ok {
				break
			}
			s := parsedTool(row.Spec)
			if s.alias == "" {
				return s, row.Name, true
			}
			key = strings.Replace(s.alias, ".", " ", 1)
		}
	}
	return nil, "", false
}

func searchTool(name string) (Tool, bool) {
	for _, t := range toolTables {
		i, ok := slices.BinarySearchFunc(t, name, func(row Tool, name string) int { return strings.Compare(row.Name, name) })
		if ok {
			return t[i], true
		}
	}
	return Tool{}, false
}

// row reads a call of a tool that a table knows.
func (t *cmd) row(s *toolSpec, raw map[string]any) {
	before := len(t.r.rep.Effects)
	for _, m := range s.marks {
		switch m.arg {
		case "message-outsider", "public-publication", "oversharing", "payment-or-order":
			t.outward = true
		}
	}
	for _, name := range sortedKeys(raw) {
		v := raw[name]
		if v == nil {
			continue
		}
		a, known := s.arg(name)
		list, ok := leaves(v, name, nameWords(name))
		switch {
		case !ok:
			t.unsure("the argument " + clip(name) + " holds more than can be looked at")
			continue
		case !known && !pages(name, list):
			t.unsure("what the argument "+clip(name)+" means to it is not known", firstWord(list)...)
			continue
		}
		for _, l := range list {
			t.toolRole(a.role, l)
		}
		if v == false {
			continue
		}
		if a.entry != "" {
			t.find(Remote, a.entry, t.server(), entryVerb(a.entry), firstWord(list)...)
		}
		if a.unsure {
			t.unsure("what the argument "+clip(name)+" makes it do is not known", firstWord(list)...)
		}
	}
	for _, m := range s.marks {
		t.toolMark(m, raw)
	}
	if len(s.marks) == 0 && len(t.r.rep.Effects) == before {
		t.does(Fetch, t.server())
	}
}

// firstWord is the first value as evidence.
func firstWord(list []leaf) []shell.Word {
	if len(list) == 0 {
		return nil
	}
	return []shell.Word{list[0].word()}
}

// pages tells whether an argument only says how much of an answer is wanted,
// as all tools may be told.
func pages(name string, list []leaf) bool {
	switch strings.Join(nameWords(name), "_") {
	case "page", "per_page", "page_size", "page_number", "page_token", "limit", "offset", "skip", "cursor", "after", "before", "first", "last", "n", "count", "max_results", "max_items", "num_results", "top", "sort", "sort_by", "order", "order_by", "direction", "verbose", "start_cursor", "next_token":
	default:
		return false
	}
	for _, l := range list {
		if len(l.text) > 64 || strings.ContainsAny(l.text, "/\\:@ \n\"'`$") {
			return false
		}
	}
	return true
}

// toolRole acts on one value by the role of its argument.
func (t *cmd) toolRole(role string, l leaf) {
	name, arg, _ := strings.Cut(role, "/")
	w := l.word()
	switch name {
	case "": // looked up or shown
		t.inert(l, maxInert)
		return
	case "note": // a text that the tool is there to take
		t.inert(l, maxNote)
		return
	case "regex": // a pattern for contents, which may look like a path
		l.key = []string{"regex"}
		t.inert(l, maxInert)
		return
	case "any": // the row is a finding whatever it holds
		t.holdsSecret(l)
		return
	case "to", "what": // whom or what the finding of the row is about
		t.holdsSecret(l)
		return
	case "secret": // a credential that the tool takes: never shown
		return
	case "kind": // of a resource: secrets are asked for
		if strings.HasPrefix(strings.ToLower(l.text), "secret") {
			t.find(Read, "credential-hunt", l.text, "reads secrets of a cluster", w)
			return
		}
		t.inert(l, 64)
		return
	case "hunt": // words searched for among what others wrote
		t.hunt(l)
		return
	case "arith":
		t.arithmetic(l)
		return
	case "none": // read by a mark of the row
		return
	case "is": // is/a|b: one of these, else not understood
		if !slices.Contains(strings.Split(arg, "|"), l.text) {
			t.unsure("with "+w.Raw+" it does more than is known", w)
		}
		return
	}
	if l.kind != 's' {
		t.unsure("the argument "+l.arg+" is no text", w)
		return
	}
	switch name {
	case "read", "list", "tree", "write", "append", "mkdir", "delete", "deltree":
		w.Text = pathOf(l.text)
		w.Raw = w.Text
		t.role(name, w)
	case "glob": // a pattern of file names
		w.Glob, w.Raw = true, l.text
		t.list(w)
		t.hunts(w)
	case "remote": // a path in a repository or service, not on this machine
		t.remotePath(l)
	case "url":
		t.fetch(word(withScheme(l.text)))
	case "browse":
		t.browse(l.text)
	case "shell":
		t.shellText(word(l.text))
	case "sql": // sql/postgres
		t.code("sql-"+orWord(arg, "postgres"), word(l.text))
	case "code":
		t.code(arg, word(l.text))
	case "script": // run in the page that a browser shows
		t.pageScript(l)
	case "upload":
		t.upload(t.server(), word(pathOf(l.text)))
	default:
		t.unsure("no role is called "+role, w)
	}
}

// toolMark acts on one mark of a tool's row.
func (t *cmd) toolMark(m mark, raw map[string]any) {
	switch m.name {
	case "find":
		words := t.about(raw)
		t.find(Remote, m.arg, t.server(), t.verb(m.arg, raw), words...)
	case "as":
		t.as(m.arg, raw)
	case "edit":
		path, text, _ := strings.Cut(m.arg, ",")
		p, okPath := raw[path].(string)
		s, okText := raw[text].(string)
		if !okPath || !okText {
			t.unsure("what it writes is not said")
			return
		}
		t.edit(pathOf(p), "", s, true)
	case "edits":
		t.toolEdits(m.arg, raw)
	case "go": // go/event: an entry in a calendar, which invites those whom it names
		if len(t.people(raw)) > 0 {
			t.find(Remote, "message-outsider", t.server(), "invites people", t.people(raw)...)
			return
		}
		t.unsure("what else it changes in the calendar is not seen", t.about(raw)...)
	case "print":
		t.does(Print, "")
	case "fetch":
		t.does(Fetch, t.server())
	case "unsure":
		t.unsure(strings.ReplaceAll(m.arg, "_", " "), t.about(raw)...)
	case "page":
		t.unsure("what it does on the page that the browser shows is not seen", t.about(raw)...)
	case "only": // of an argument that decides: only:action=list|get
		name, list, _ := strings.Cut(m.arg, "=")
		if s, _ := raw[name].(string); !slices.Contains(strings.Split(list, "|"), s) {
			t.unsure("with this "+name+" it does more than is known", word(clip(s)))
		}
		t.does(Fetch, t.server())
	default:
		t.unsure("no mark is called " + m.name)
	}
}

// verb says what a tool that matches an entry does, and to whom.
func (t *cmd) verb(entry string, raw map[string]any) string {
	people := t.people(raw)
	if len(people) == 0 {
		return entryVerb(entry)
	}
	who := clip(people[0].Text)
	if len(people) > 1 {
		who += " and others"
	}
	switch entry {
	case "message-outsider":
		return "sends a message to " + who
	case "payment-or-order":
		return "moves money to, or orders from, " + who
	case "grant-access":
		return "gives " + who + " access"
	case "oversharing":
		return "shows something to " + who
	}
	return entryVerb(entry)
}

// about gives the words by which people know what a call is about: whom it
// goes to and what it names, before what it says.
func (t *cmd) about(raw map[string]any) []shell.Word {
	list, _ := leaves(raw, "", nil)
	var out []shell.Word
	for _, l := range list {
		if l.text != "" && len(out) < 3 && (isRecipient(l) || isAmount(l)) {
			out = append(out, l.word())
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, l := range list {
		if l.text != "" && len(out) < 2 && !l.is("password", "old_password", "new_password", "pin") {
			out = append(out, l.word())
		}
	}
	return out
}

// people gives those whom a call names.
func (t *cmd) people(raw map[string]any) []shell.Word {
	list, _ := leaves(raw, "", nil)
	var out []shell.Word
	for _, l := range list {
		if isRecipient(l) && len(out) < 3 {
			out = append(out, l.word())
		}
	}
	return out
}

// toolEdits reads replacements in a file: edits:path,edits.
func (t *cmd) toolEdits(arg string, raw map[string]any) {
	path, key, _ := strings.Cut(arg, ",")
	p, okPath := raw[path].(string)
	list, okList := raw[key].([]any)
	args := call.Args{OK: true, Path: pathOf(p)}
	for _, it := range list {
		m, _ := it.(map[string]any)
		from, okFrom := m["oldText"].(string)
		to, okTo := m["newText"].(string)
		okList = okList && okFrom && okTo
		args.Edits = append(args.Edits, call.Replacement{Old: from, New: to})
	}
	if !okPath || !okList {
		t.unsure("what it changes is not said")
		return
	}
	t.edits(args)
}

// as reads a call as the command that does the same: words parted by _, {arg}
// for the value of an argument, {arg?} for one that may lack.
func (t *cmd) as(text string, raw map[string]any) {
	var words []shell.Word
	for part := range strings.SplitSeq(text, "_") {
		name, isArg := strings.CutPrefix(part, "{")
		if !isArg {
			words = append(words, word(part))
			continue
		}
		name = strings.TrimSuffix(name, "}")
		name, may := strings.CutSuffix(name, "?")
		name = strings.ReplaceAll(name, "-", "_")
		list, ok := leaves(raw[name], name, nil)
		if !ok || len(list) == 0 && !may {
			t.unsure("the argument " + name + " is not said")
			return
		}
		for _, l := range list {
			if strings.HasPrefix(l.text, "-") { // would be an option there
				t.unsure("the argument "+name+" begins with a dash", l.word())
				return
			}
			words = append(words, word(l.text))
		}
	}
	inner := &cmd{r: t.r, idx: t.idx, sh: t.sh, base: t.base}
	inner.run(words)
}

// withScheme completes an address that is given without its scheme.
func withScheme(s string) string {
	if strings.Contains(s, "://") {
		return s
	}
	return "https://" + s
}

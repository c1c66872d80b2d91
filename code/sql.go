package code

import "strings"

// readSQL says what SQL does, with the client's own commands.
func readSQL(in Input) Report {
	s := &sqlReader{lang: in.Lang, src: in.Text}
	s.read(in.Text, 0)
	t := &tree{in: in, src: in.Text, report: s.report}
	t.finish()
	return t.report
}

// sqlReader collects what statements do.
type sqlReader struct {
	lang   Lang
	src    string
	report Report
	depth  int
	inner  int // statements found in statements
}

func (s *sqlReader) emit(e Effect, start, end int) {
	if len(s.report.Effects) >= maxEffect {
		s.issue("does more than can be listed", start, end)
		return
	}
	e.Start, e.End = start, end
	s.report.Effects = append(s.report.Effects, e)
}

func (s *sqlReader) issue(why string, start, end int) {
	if len(s.report.Unknown) < 100 {
		s.report.Unknown = append(s.report.Unknown, Issue{Why: why, Start: start, End: end})
	}
}

// read reads the statements of a text.
func (s *sqlReader) read(text string, shift int) {
	if s.depth > 4 {
		s.issue("nested too deeply", shift, shift+len(text))
		return
	}
	toks, ok := sqlLex(text, s.lang)
	if !ok {
		s.issue("a text or comment that does not end", shift, shift+len(text))
	}
	for i := range toks {
		toks[i].start += shift
		toks[i].end += shift
	}
	from := 0
	for i := 0; i <= len(toks); i++ {
		if i == len(toks) || toks[i].kind == 'o' && toks[i].text == ";" {
			s.statement(toks[from:i])
			from = i + 1
			continue
		}
		if toks[i].kind == 'c' {
			before := toks[from:i]
			s.statement(before)
			s.client(toks[i], len(before) > 0)
			from = i + 1
			continue
		}
		if s.lang == MySQL && toks[i].line && i == from { // client words stand at the start of a line
			if n := s.mysqlWord(text, toks, i, shift); n > i {
				from = n
				i = n - 1
			}
		}
	}
}

// sqlName reads a possibly dotted name at i.
func sqlName(st []sqlToken, i int) (name string, next int) {
	for i < len(st) && (st[i].kind == 'w' || st[i].kind == 'q') {
		name += st[i].text
		i++
		if i < len(st) && st[i].text == "." {
			name += "."
			i++
			continue
		}
		break
	}
	return name, i
}

// literal is the content of a text; empty for what is none.
func literal(t sqlToken) string {
	if t.kind != 's' {
		return ""
	}
	return t.text
}

// skip passes over noise words.
func skip(st []sqlToken, i int, words ...string) int {
	for i < len(st) {
		found := false
		for _, w := range words {
			if st[i].up == w && st[i].kind == 'w' {
				found = true
			}
		}
		if !found {
			return i
		}
		i++
	}
	return i
}

// statement says what one statement does.
func (s *sqlReader) statement(st []sqlToken) {
	if len(st) == 0 {
		return
	}
	start, end := st[0].start, st[len(st)-1].end
	for len(st) > 0 && st[0].text == "(" {
		st = st[1:]
	}
	if len(st) == 0 {
		return
	}
	s.functions(st)
	verb := st[0].up
	if verb == "EXPLAIN" || verb == "DESCRIBE" && len(st) > 1 || verb == "PREPARE" {
		for i := 1; i < len(st); i++ {
			switch st[i].up {
			case "SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "CREATE", "MERGE", "REPLACE":
				if verb == "EXPLAIN" && !hasWord(st[:i], "ANALYZE") || verb == "DESCRIBE" {
					s.emit(Effect{Kind: Query, Known: true, Mode: "explain"}, start, end)
					return
				}
				s.statement(st[i:])
				return
			}
		}
		s.emit(Effect{Kind: Query, Known: true, Mode: strings.ToLower(verb)}, start, end)
		return
	}
	kind, target, mode, ok := s.classify(st)
	if !ok {
		s.emit(Effect{Kind: Database, Target: clip(s.words(start, end)), Known: true, Why: "a statement that is not known"}, start, end)
		s.issue("a statement that is not known", start, end)
		return
	}
	if kind != None {
		e := Effect{Kind: kind, Target: target, Known: true, Mode: mode}
		switch strings.ToLower(target) {
		case "pg_shadow", "pg_authid", "pg_catalog.pg_shadow", "pg_catalog.pg_authid", "mysql.user", "pg_user_mapping":
			e.Entry, e.Why = "credential-hunt", "reads the database's own password hashes"
		}
		s.emit(e, start, end)
	}
}

func (s *sqlReader) words(start, end int) string {
	if start >= 0 && end <= len(s.src) && start <= end {
		return s.src[start:end]
	}
	return ""
}

func hasWord(st []sqlToken, word string) bool {
	for _, t := range st {
		if t.kind == 'w' && t.up == word {
			return true
		}
	}
	return false
}

// classify gives the kind, object and verb of a statement.
func (s *sqlReader) classify(st []sqlToken) (kind Kind, target, mode string, ok bool) {
	verb := st[0].up
	start, end := st[0].start, st[len(st)-1].end
	switch verb {
	case "SELECT", "TABLE", "VALUES":
		return s.selects(st)
	case "WITH":
		for i := 1; i+1 < len(st); i++ { // a part that changes rows
			switch {
			case st[i].up == "DELETE" && st[i+1].up == "FROM", st[i].up == "UPDATE" && st[i-1].text == "(", st[i].up == "UPDATE" && st[i-1].text == ")",
				st[i].up == "INSERT" && st[i+1].up == "INTO", st[i].up == "MERGE" && st[i+1].up == "INTO":
				if s.inner++; s.inner > 50 {
					s.issue("nested too deeply", start, end)
					return Database, "", "with", true
				}
				if kind, target, mode, ok := s.classify(sqlPart(st, i)); ok {
					s.emit(Effect{Kind: kind, Target: target, Known: true, Mode: mode}, st[i].start, end)
				}
			}
		}
		return s.selects(st)
	case "SHOW", "DESC", "DESCRIBE", "USE", "HELP", "SET", "RESET", "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE", "ANALYZE", "ANALYSE", "REINDEX", "CHECKPOINT",
		"DECLARE", "FETCH", "MOVE", "CLOSE", "LISTEN", "UNLISTEN", "NOTIFY", "DEALLOCATE", "DISCARD", "LOCK", "UNLOCK", "COMMENT", "CLUSTER", "REFRESH", "CHECK", "OPTIMIZE", "REPAIR", "CHECKSUM", "DETACH", "STATUS", "QUIT", "EXIT", "DELIMITER", "GO", "PRINT", "OPEN", "SIGNAL":
		switch {
		case verb == "SET" && (hasWord(st, "PASSWORD")):
			return Grant, "", "set password", true
		case verb == "SET" && (hasWord(st, "GLOBAL") || hasWord(st, "PERSIST") || hasWord(st, "ROLE") || hasWord(st, "AUTHORIZATION")):
			return Grant, "", "set", true
		case verb == "RESET" && (hasWord(st, "MASTER") || hasWord(st, "SLAVE") || hasWord(st, "REPLICA")):
			return Destroy, "", "reset master", true
		case verb == "REFRESH" || verb == "OPTIMIZE" || verb == "REPAIR" || verb == "COMMENT" || verb == "CLUSTER":
			return Change, "", strings.ToLower(verb), true
		}
		return Query, "", strings.ToLower(verb), true
	case "INSERT", "REPLACE", "MERGE", "UPSERT":
		i := skip(st, 1, "LOW_PRIORITY", "DELAYED", "IGNORE", "OR", "REPLACE", "ROLLBACK", "ABORT", "FAIL", "INTO", "OVERWRITE", "TABLE")
		target, _ = sqlName(st, i)
		if hasWord(st[:i], "OVERWRITE") {
			return Destroy, target, "insert overwrite", true
		}
		return Change, target, strings.ToLower(verb), true
	case "UPDATE":
		i := skip(st, 1, "LOW_PRIORITY", "IGNORE", "ONLY", "OR", "ROLLBACK", "REPLACE", "ABORT", "FAIL")
		target, _ = sqlName(st, i)
		if chosen(st) {
			return Change, target, "update", true
		}
		return Destroy, target, "update every row", true
	case "DELETE":
		i := skip(st, 1, "LOW_PRIORITY", "QUICK", "IGNORE", "FROM", "ONLY")
		target, _ = sqlName(st, i)
		if chosen(st) {
			return Change, target, "delete", true
		}
		return Destroy, target, "delete every row", true
	case "TRUNCATE":
		target, _ = sqlName(st, skip(st, 1, "TABLE", "ONLY"))
		return Destroy, target, "truncate", true
	case "DROP":
		return s.drop(st)
	case "ALTER":
		return s.alter(st)
	case "CREATE":
		return s.create(st)
	case "RENAME":
		target, _ = sqlName(st, skip(st, 1, "TABLE", "USER", "DATABASE"))
		return Change, target, "rename", true
	case "GRANT", "REVOKE":
		return Grant, "", strings.ToLower(verb), true
	case "REASSIGN":
		return Grant, "", "reassign owned", true
	case "SECURITY":
		return Grant, "", "security label", true
	case "COPY":
		return s.copy(st)
	case "LOAD":
		for i, t := range st {
			if t.up == "INFILE" && i+1 < len(st) {
				s.emit(Effect{Kind: Read, Target: literal(st[i+1]), Known: st[i+1].kind == 's'}, start, end)
			}
			if t.up == "INTO" && i+2 < len(st) {
				target, _ = sqlName(st, skip(st, i+1, "TABLE"))
			}
		}
		if len(st) > 1 && st[1].kind == 's' {
			return Import, st[1].text, "load", true
		}
		return Change, target, "load data", true
	case "ATTACH":
		if i := skip(st, 1, "DATABASE"); i < len(st) && st[i].kind == 's' {
			return Write, st[i].text, "attach", true
		}
		return Database, "", "attach", true
	case "VACUUM":
		for i, t := range st {
			if t.up == "INTO" && i+1 < len(st) {
				return Write, st[i+1].text, "vacuum into", true
			}
		}
		return Change, "", "vacuum", true
	case "PRAGMA":
		for _, t := range st {
			if t.text == "=" || t.text == "(" && hasWord(st, "JOURNAL_MODE") {
				return Change, "", "pragma", true
			}
		}
		return Query, "", "pragma", true
	case "KILL":
		return Process, "", "kill", true
	case "SHUTDOWN":
		return Process, "the database server", "shutdown", true
	case "PURGE":
		return Destroy, "", "purge logs", true
	case "FLUSH":
		return Change, "", "flush", true
	case "INSTALL", "UNINSTALL":
		return Import, "", strings.ToLower(verb), true
	case "EXEC", "EXECUTE", "CALL":
		target, _ = sqlName(st, 1)
		low := strings.ToLower(target)
		if strings.HasSuffix(low, "xp_cmdshell") {
			for _, t := range st {
				if t.kind == 's' {
					return Shell, t.text, "xp_cmdshell", true
				}
			}
			return Shell, "", "xp_cmdshell", true
		}
		return Change, target, strings.ToLower(verb), true
	case "DO":
		for _, t := range st[1:] {
			if t.kind == 's' {
				s.body(t)
				return Change, "", "do", true
			}
		}
		return Query, "", "do", true
	case "IMPORT":
		return Change, "", "import", true
	case "EXPORT":
		for _, t := range st {
			if t.kind == 's' {
				return Write, t.text, "export", true
			}
		}
	}
	return None, "", "", false
}

// sqlPart is the statement at i up to the bracket that closes it.
func sqlPart(st []sqlToken, i int) []sqlToken {
	depth := 0
	for j := i; j < len(st); j++ {
		switch st[j].text {
		case "(":
			depth++
		case ")":
			depth--
			if depth < 0 {
				return st[i:j]
			}
		}
	}
	return st[i:]
}

// selects is a query, which may write what it finds.
func (s *sqlReader) selects(st []sqlToken) (Kind, string, string, bool) {
	table := ""
	depth, at := 0, 0
	for i, t := range st {
		switch {
		case t.text == "(" && t.kind == 'o':
			depth++
		case t.text == ")" && t.kind == 'o':
			depth--
		case t.kind == 'w' && (t.up == "FROM" || t.up == "JOIN") && (table == "" || depth < at):
			if name, _ := sqlName(st, i+1); name != "" {
				table, at = name, depth
			}
		case t.kind == 'w' && (t.up == "OUTFILE" || t.up == "DUMPFILE") && i+1 < len(st):
			s.emit(Effect{Kind: Write, Target: literal(st[i+1]), Known: st[i+1].kind == 's', Data: []string{"db:"}}, t.start, st[i+1].end)
		case t.kind == 'w' && t.up == "INTO" && depth == 0 && i+1 < len(st) && st[0].up == "SELECT" && (st[i+1].kind == 'w' || st[i+1].kind == 'q') && st[i+1].up != "OUTFILE" && st[i+1].up != "DUMPFILE":
			name, _ := sqlName(st, skip(st, i+1, "TEMP", "TEMPORARY", "UNLOGGED", "TABLE"))
			return Change, name, "select into", true
		}
	}
	return Query, table, "select", true
}

// chosen tells whether a statement has a condition that can leave rows out.
func chosen(st []sqlToken) bool {
	depth := 0
	for i, t := range st {
		switch {
		case t.text == "(" && t.kind == 'o':
			depth++
		case t.text == ")" && t.kind == 'o':
			depth--
		case t.kind == 'w' && t.up == "WHERE" && depth <= 0:
			return !always(st[i+1:])
		}
	}
	return false
}

// always tells whether a condition is one that every row meets.
func always(c []sqlToken) bool {
	for len(c) > 1 && c[0].text == "(" && c[len(c)-1].text == ")" {
		c = c[1 : len(c)-1]
	}
	switch len(c) {
	case 0:
		return true
	case 1:
		return c[0].up == "TRUE" || c[0].kind == 'n' && c[0].text != "0" || c[0].kind == 's'
	case 3:
		return c[1].text == "=" && c[0].text == c[2].text || c[1].up == "LIKE" && c[2].text == "%"
	}
	if len(c) > 4 { // a = a OR ..., ... OR 1=1
		for i := 1; i+3 < len(c); i++ {
			if c[i].up == "OR" && c[i].kind == 'w' && always(c[i+1:i+4]) && i+4 == len(c) {
				return true
			}
		}
		if c[3].up == "OR" && always(c[:3]) {
			return true
		}
		if c[3].up == "AND" && always(c[:3]) {
			return always(c[4:])
		}
	}
	if len(c) == 4 && c[1].up == "IS" && c[2].up == "NOT" && c[3].up == "NULL" {
		return strings.HasSuffix(strings.ToLower(c[0].text), "id")
	}
	return false
}

func (s *sqlReader) drop(st []sqlToken) (Kind, string, string, bool) {
	if len(st) < 2 {
		return None, "", "", false
	}
	what := strings.ToLower(st[1].text)
	i := skip(st, 2, "VIEW", "TABLE", "IF", "EXISTS", "CONCURRENTLY", "ONLINE", "OFFLINE", "WRAPPER")
	target, _ := sqlName(st, i)
	switch what {
	case "user", "role", "owned", "policy", "login":
		return Grant, target, "drop " + what, true
	case "index", "view", "function", "procedure", "trigger", "type", "sequence", "materialized", "event", "rule", "operator", "aggregate", "domain", "cast", "statistics", "collation", "publication", "subscription", "server", "foreign":
		if !hasWord(st, "CASCADE") {
			return Change, target, "drop " + what, true
		}
	case "temporary", "temp":
		return Change, target, "drop temporary", true
	}
	return Destroy, target, "drop " + what, true
}

func (s *sqlReader) alter(st []sqlToken) (Kind, string, string, bool) {
	if len(st) < 2 {
		return None, "", "", false
	}
	what := strings.ToLower(st[1].text)
	i := skip(st, 2, "IF", "EXISTS", "ONLY")
	target, _ := sqlName(st, i)
	switch what {
	case "user", "role", "system", "login", "default", "policy", "group":
		return Grant, target, "alter " + what, true
	case "table", "foreign":
		for k := i; k < len(st); k++ {
			switch {
			case st[k].up == "DISABLE" && st[k].kind == 'w':
				s.emit(Effect{Kind: Grant, Target: target, Known: true, Mode: "alter table disable", Entry: "control-off", Why: "switches a check of the table off"}, st[k].start, st[len(st)-1].end)
			case st[k].up == "DROP" && st[k].kind == 'w':
				next := ""
				if k+1 < len(st) {
					next = st[k+1].up
				}
				switch next {
				case "CONSTRAINT", "DEFAULT", "NOT", "INDEX", "KEY", "PRIMARY", "FOREIGN", "CHECK", "EXPRESSION", "IDENTITY", "TRIGGER":
				default:
					return Destroy, target, "alter table drop column", true
				}
			}
		}
	}
	return Change, target, "alter " + what, true
}

func (s *sqlReader) create(st []sqlToken) (Kind, string, string, bool) {
	i := skip(st, 1, "OR", "REPLACE", "TEMP", "TEMPORARY", "GLOBAL", "LOCAL", "UNLOGGED", "UNIQUE", "DEFINER", "VIRTUAL", "EXTERNAL", "MATERIALIZED", "RECURSIVE", "CONSTRAINT")
	if i >= len(st) {
		return None, "", "", false
	}
	what := strings.ToLower(st[i].text)
	target, _ := sqlName(st, skip(st, i+1, "IF", "NOT", "EXISTS", "CONCURRENTLY"))
	switch what {
	case "user", "role", "policy", "login", "group":
		return Grant, target, "create " + what, true
	case "extension":
		return Import, target, "create extension", true
	case "function", "procedure", "language":
		for k, t := range st {
			if t.up == "LANGUAGE" && k+1 < len(st) {
				switch strings.ToLower(st[k+1].text) {
				case "sql", "plpgsql":
				default:
					s.issue("makes a function in the language "+st[k+1].text, t.start, st[k+1].end)
				}
			}
			if t.up == "SONAME" && k+1 < len(st) {
				return Import, st[k+1].text, "create function", true
			}
		}
	case "server", "subscription", "foreign", "publication":
		return Connect, target, "create " + what, true
	}
	return Change, target, "create " + what, true
}

// copy is COPY ... FROM or TO a file, a program or the client.
func (s *sqlReader) copy(st []sqlToken) (Kind, string, string, bool) {
	target, _ := sqlName(st, 1)
	start, end := st[0].start, st[len(st)-1].end
	depth := 0
	for i, t := range st {
		switch {
		case t.text == "(" && t.kind == 'o':
			depth++
		case t.text == ")" && t.kind == 'o':
			depth--
		case depth == 0 && t.kind == 'w' && (t.up == "FROM" || t.up == "TO") && i+1 < len(st):
			next := st[i+1]
			in := t.up == "FROM"
			switch {
			case next.up == "PROGRAM" && next.kind == 'w':
				cmd := ""
				if i+2 < len(st) {
					cmd = st[i+2].text
				}
				s.emit(Effect{Kind: Shell, Target: cmd, Known: cmd != "", Data: []string{"db:" + target}}, start, end)
			case next.kind == 's':
				if in {
					s.emit(Effect{Kind: Read, Target: next.text, Known: true}, start, end)
				} else {
					s.emit(Effect{Kind: Write, Target: next.text, Known: true, Data: []string{"db:" + target}}, start, end)
				}
			case next.up == "STDIN" || next.up == "STDOUT" || next.up == "PSTDIN" || next.up == "PSTDOUT":
			default: // \copy takes names without quotes
				name := s.words(next.start, end)
				if k := strings.IndexAny(name, " \t\n;"); k >= 0 {
					name = name[:k]
				}
				kind := Write
				if in {
					kind = Read
				}
				s.emit(Effect{Kind: kind, Target: name, Known: true, Data: []string{"db:" + target}}, start, end)
			}
			if in {
				return Change, target, "copy from", true
			}
			return Query, target, "copy to", true
		}
	}
	return Query, target, "copy", true
}

// body reads the statements inside a block of procedural code.
func (s *sqlReader) body(t sqlToken) {
	toks, _ := sqlLex(t.text, s.lang)
	s.depth++
	defer func() { s.depth-- }()
	if s.depth > 4 {
		s.issue("nested too deeply", t.start, t.end)
		return
	}
	for i, k := range toks {
		if k.kind != 'w' {
			continue
		}
		switch k.up {
		case "EXECUTE":
			s.issue("runs SQL that is put together while running", t.start, t.end)
		case "INSERT", "UPDATE", "DELETE", "TRUNCATE", "DROP", "ALTER", "CREATE", "GRANT", "REVOKE", "COPY":
			if i > 0 && toks[i-1].up == "FOR" {
				continue
			}
			j := i
			for j < len(toks) && toks[j].text != ";" {
				j++
			}
			st := make([]sqlToken, j-i)
			for x := range st {
				st[x] = toks[i+x]
				st[x].start, st[x].end = t.start, t.end
			}
			s.statement(st)
		}
	}
}

package code

import "strings"

// functions looks for calls that leave the database.
func (s *sqlReader) functions(st []sqlToken) {
	for i := 0; i+1 < len(st); i++ {
		if st[i].kind != 'w' || st[i+1].text != "(" {
			continue
		}
		var arg [3]sqlToken
		n := 0
		depth := 0
		fresh := true
		for j := i + 2; j < len(st) && n < 3 && j < i+100; j++ {
			t := st[j]
			if t.kind == 'o' {
				switch t.text {
				case "(":
					depth++
				case ")":
					depth--
				case ",":
					if depth == 0 {
						n++
						fresh = true
						continue
					}
				}
				if depth < 0 {
					break
				}
			}
			if fresh && n < 3 && depth == 0 {
				arg[n] = t
			} else if n < 3 {
				arg[n].kind = 0 // an expression
			}
			fresh = false
		}
		text := func(k int) (string, bool) { return arg[k].text, arg[k].kind == 's' }
		put := func(kind Kind, k int) {
			v, known := text(k)
			if !known {
				v = ""
			}
			s.emit(Effect{Kind: kind, Target: v, Known: known}, st[i].start, st[i+1].end)
		}
		switch strings.ToLower(st[i].text) {
		case "pg_read_file", "pg_read_binary_file", "load_file", "readfile", "lo_import", "pg_stat_file", "read_csv", "read_csv_auto", "read_parquet", "read_json", "read_json_auto", "read_text", "fileio_read", "sqlite_scan":
			put(Read, 0)
		case "pg_ls_dir", "lsdir", "fsdir":
			put(List, 0)
		case "writefile", "pg_file_write":
			put(Write, 0)
		case "lo_export":
			put(Write, 1)
		case "pg_file_unlink":
			put(Delete, 0)
		case "pg_file_rename":
			put(Move, 0)
		case "load_extension":
			put(Import, 0)
		case "dblink", "dblink_exec", "dblink_connect", "dblink_connect_u", "dblink_send_query", "postgres_fdw_handler":
			put(Send, 0)
		case "http_get", "http", "http_head", "url_fetch":
			put(Fetch, 0)
		case "http_post", "http_put", "http_patch":
			put(Send, 0)
		case "sys_exec", "sys_eval", "xp_cmdshell", "edit", "system", "shell", "eval_shell":
			put(Shell, 0)
		case "pg_terminate_backend", "pg_cancel_backend":
			put(Process, 0)
		case "setval", "pg_reload_conf", "set_config", "pg_rotate_logfile", "pg_create_restore_point", "pg_drop_replication_slot", "pg_promote", "nextval":
			s.emit(Effect{Kind: Change, Target: st[i].text, Known: true, Mode: "call"}, st[i].start, st[i+1].end)
		case "fts3_tokenizer", "query_to_xml", "database_to_xml", "table_to_xml", "xpath_table", "crosstab", "ts_stat":
			if _, known := text(0); !known {
				s.issue("runs SQL that is given as a text", st[i].start, st[i+1].end)
			}
		}
	}
}

// client is a command of the client's own.
func (s *sqlReader) client(t sqlToken, after bool) {
	word, rest, _ := strings.Cut(strings.TrimSpace(t.text), " ")
	rest = strings.TrimSpace(rest)
	put := func(kind Kind, target string) {
		s.emit(Effect{Kind: kind, Target: target, Known: target != ""}, t.start, t.end)
	}
	piped := func(kind Kind) { // a file, or |command
		if cmd, ok := strings.CutPrefix(rest, "|"); ok {
			put(Shell, strings.TrimSpace(cmd))
			return
		}
		if rest != "" && rest != "stdout" {
			put(kind, unquoteSQL(rest))
		}
	}
	if s.lang == SQLite {
		s.sqliteDot(word, rest, t, put, piped)
		return
	}
	if i := strings.IndexByte(t.text, '`'); i >= 0 && word != `\copy` && s.lang == Postgres { // `command` in an argument
		if e := strings.IndexByte(t.text[i+1:], '`'); e >= 0 {
			put(Shell, t.text[i+1:i+1+e])
		}
	}
	switch {
	case strings.HasPrefix(t.text, `\!`):
		put(Shell, strings.TrimSpace(t.text[2:]))
		return
	case s.lang == MySQL:
		switch word {
		case `\.`:
			put(Import, rest)
		case `\T`:
			put(Write, rest)
		case `\P`:
			put(Shell, rest)
		case `\e`:
			put(Shell, "$EDITOR")
		case `\g`, `\G`, `\s`, `\h`, `\?`, `\q`, `\c`, `\u`, `\r`, `\n`, `\t`, `\W`, `\w`, `\d`, `\p`, `\#`, `\C`, `\x`:
		default:
			s.issue("a command of the client that is not known", t.start, t.end)
		}
		return
	}
	switch word {
	case `\copy`:
		s.copyClient(rest, t)
	case `\o`, `\out`, `\w`, `\write`, `\g`, `\gx`:
		if word == `\g` || word == `\gx` {
			if strings.HasPrefix(rest, "(") {
				if i := strings.IndexByte(rest, ')'); i >= 0 {
					rest = strings.TrimSpace(rest[i+1:])
				}
			}
		}
		piped(Write)
	case `\i`, `\ir`, `\include`, `\include_relative`:
		put(Import, unquoteSQL(rest))
	case `\e`, `\edit`, `\ef`, `\ev`:
		put(Shell, "$EDITOR")
	case `\gexec`:
		s.issue("runs what a query gives as SQL", t.start, t.end)
	case `\lo_import`:
		put(Read, unquoteSQL(rest))
	case `\lo_export`:
		_, file, _ := strings.Cut(rest, " ")
		put(Write, unquoteSQL(file))
	case `\s`:
		if rest != "" {
			put(Write, unquoteSQL(rest))
		}
	case `\password`:
		put(Grant, rest)
	case `\c`, `\connect`:
		put(Connect, rest)
	case `\setenv`:
		put(SetEnv, rest)
	case `\cd`:
		put(Chdir, rest)
	default:
		if !strings.HasPrefix(word, `\d`) && !after {
			switch word {
			case `\l`, `\l+`, `\list`, `\x`, `\timing`, `\q`, `\quit`, `\echo`, `\qecho`, `\warn`, `\pset`, `\set`, `\unset`, `\t`, `\a`, `\h`, `\help`, `\?`, `\z`, `\conninfo`, `\encoding`, `\f`, `\H`, `\if`, `\else`, `\elif`, `\endif`,
				`\sf`, `\sv`, `\p`, `\r`, `\watch`, `\errverbose`, `\gset`, `\gdesc`, `\prompt`, `\crosstabview`, `\copyright`, `\bind`, `\;`, `\C`, `\T`, `\parse`, `\startpipeline`, `\endpipeline`:
			default:
				s.issue("a command of the client that is not known", t.start, t.end)
			}
		}
	}
}

// copyClient is \copy, whose files are the client's.
func (s *sqlReader) copyClient(rest string, t sqlToken) {
	toks, _ := sqlLex(rest, Postgres)
	depth := 0
	table, _ := sqlName(toks, 0)
	for i, k := range toks {
		switch {
		case k.text == "(" && k.kind == 'o':
			depth++
		case k.text == ")" && k.kind == 'o':
			depth--
		case depth == 0 && k.kind == 'w' && (k.up == "FROM" || k.up == "TO") && i+1 < len(toks):
			next := toks[i+1]
			e := Effect{Kind: Write, Known: true, Data: []string{"db:" + table}}
			if k.up == "FROM" {
				e = Effect{Kind: Read, Known: true}
				s.emit(Effect{Kind: Change, Target: table, Known: true, Mode: "copy from"}, t.start, t.end)
			} else {
				s.emit(Effect{Kind: Query, Target: table, Known: true, Mode: "copy to"}, t.start, t.end)
			}
			switch {
			case next.up == "PROGRAM" && i+2 < len(toks):
				e.Kind, e.Target = Shell, toks[i+2].text
			case next.kind == 's':
				e.Target = next.text
			case next.up == "STDIN" || next.up == "STDOUT" || next.up == "PSTDIN" || next.up == "PSTDOUT":
				return
			default:
				name := rest[next.start:]
				if j := strings.IndexAny(name, " \t"); j >= 0 {
					name = name[:j]
				}
				e.Target = name
			}
			s.emit(e, t.start, t.end)
			return
		}
	}
	s.issue("a command of the client that is not known", t.start, t.end)
}

// sqliteDot is a command of the sqlite3 shell.
func (s *sqlReader) sqliteDot(word, rest string, t sqlToken, put func(Kind, string), piped func(Kind)) {
	last := rest
	if i := strings.LastIndexByte(rest, ' '); i >= 0 {
		last = rest[i+1:]
	}
	is := func(full string, least int) bool {
		return len(word) >= least && strings.HasPrefix(full, word)
	}
	switch {
	case is(".shell", 3), is(".system", 3):
		put(Shell, rest)
	case is(".output", 2), is(".once", 3), is(".excel", 3), is(".log", 3), is(".trace", 3):
		if rest == "on" || rest == "off" || rest == "stderr" {
			return
		}
		rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(rest, "-e"), "-x"))
		piped(Write)
	case is(".read", 4):
		if cmd, ok := strings.CutPrefix(rest, "|"); ok {
			put(Shell, cmd)
			return
		}
		put(Import, unquoteSQL(rest))
	case is(".import", 3):
		for _, w := range strings.Fields(rest) {
			if strings.HasPrefix(w, "-") {
				continue
			}
			w = unquoteSQL(w)
			if cmd, ok := strings.CutPrefix(strings.TrimLeft(unquoteSQL(rest), " "), "|"); ok {
				put(Shell, cmd)
			} else {
				put(Read, w)
			}
			break
		}
		put(Change, last)
	case is(".load", 3):
		put(Import, unquoteSQL(rest))
	case is(".open", 3):
		put(Write, unquoteSQL(last))
	case is(".backup", 3), is(".save", 3), is(".clone", 3):
		put(Write, unquoteSQL(last))
	case is(".restore", 4):
		put(Read, unquoteSQL(last))
		s.emit(Effect{Kind: Destroy, Known: true, Mode: "restore"}, t.start, t.end)
	case is(".archive", 2), is(".ar", 3):
		s.issue("works on an archive", t.start, t.end)
	case is(".cd", 3):
		put(Chdir, rest)
	case is(".edit", 4), is(".www", 2), is(".explain_edit", 12):
		put(Shell, "$EDITOR")
	case is(".recover", 4), is(".dump", 2), is(".schema", 3), is(".tables", 2), is(".databases", 3), is(".indexes", 4), is(".fullschema", 3), is(".dbinfo", 4), is(".show", 4), is(".stats", 4), is(".sha3sum", 4), is(".lint", 3), is(".vfsinfo", 4), is(".dbtotxt", 5), is(".connection", 4), is(".selftest", 5):
		s.emit(Effect{Kind: Query, Known: true, Mode: word[1:]}, t.start, t.end)
	case is(".mode", 2), is(".headers", 4), is(".header", 2), is(".separator", 3), is(".width", 2), is(".nullvalue", 3), is(".timeout", 4), is(".timer", 4), is(".quit", 2), is(".exit", 3), is(".help", 3), is(".print", 2), is(".echo", 3), is(".bail", 2),
		is(".changes", 3), is(".eqp", 3), is(".explain", 4), is(".parameter", 3), is(".prompt", 4), is(".limit", 4), is(".binary", 4), is(".crlf", 4), is(".version", 4), is(".progress", 5), is(".nonce", 4), is(".scanstats", 3):
	default:
		s.issue("a command of the client that is not known", t.start, t.end)
	}
}

// mysqlWord reads client words that need no backslash; it gives the index
// behind them.
func (s *sqlReader) mysqlWord(text string, toks []sqlToken, i, shift int) int {
	t := toks[i]
	from := t.end - shift
	end := strings.IndexByte(text[from:], '\n')
	if end < 0 {
		end = len(text) - from
	}
	rest := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text[from:from+end]), ";"))
	kind := None
	switch t.up {
	case "SYSTEM":
		kind = Shell
	case "SOURCE":
		kind = Import
	case "TEE":
		kind = Write
	case "PAGER":
		kind = Shell
	case "NOTEE", "NOPAGER", "DELIMITER", "STATUS", "PROMPT", "WARNINGS", "NOWARNING", "EGO", "REHASH", "CLEAR":
	case "EDIT":
		kind, rest = Shell, "$EDITOR"
	default:
		return i
	}
	if kind != None && rest != "" {
		s.emit(Effect{Kind: kind, Target: rest, Known: true}, t.start, t.start+end)
	}
	for i < len(toks) && toks[i].start-shift < from+end {
		i++
	}
	return i
}

// unquoteSQL takes the quotes off a word.
func unquoteSQL(s string) string {
	if len(s) >= 2 && (s[0] == '\'' || s[0] == '"') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// sql notes SQL that code issues.
func (t *tree) sql(n *node, v value, c *call) {
	x := v.asText()
	var data []string
	if c.recv != nil && c.recv.of != nil {
		if name, known := c.recv.of.textual(); known && name != "" {
			data = []string{"db:" + name}
		}
	}
	lang := SQLite
	switch {
	case t.lang.lang == PHP:
		lang = MySQL
	case strings.Contains(x.text, "$$") || strings.Contains(strings.ToLower(x.text), "copy "):
		lang = Postgres
	}
	if x.kind == vStr {
		s := &sqlReader{lang: lang, src: x.text}
		s.read(x.text, 0)
		for _, e := range s.report.Effects {
			e.Data = union(e.Data, data)
			if e.Kind == Database && !sqlLike(x.text) {
				continue // execute() of something that is no database
			}
			t.emit(n, e)
		}
		if sqlLike(x.text) {
			for _, u := range s.report.Unknown {
				t.issue(n, u.Why)
			}
		}
		return
	}
	if x.text == "" && x.sketch == "" {
		if c.recv != nil && c.recv.kind == vObj && c.recv.text == "db" {
			t.emit(n, Effect{Kind: Database, Data: data})
			t.issue(n, "runs SQL that is not known")
		}
		return
	}
	if !sqlLike(x.text) {
		return
	}
	s := &sqlReader{lang: lang, src: x.sketchText()}
	s.read(x.sketchText(), 0)
	for _, e := range s.report.Effects {
		e.Known = false
		e.Prefix, e.Target = e.Target, ""
		e.Data = union(e.Data, data)
		t.emit(n, e)
	}
}

// sqlLike tells whether a text begins like SQL.
func sqlLike(s string) bool {
	word := strings.ToUpper(strings.TrimLeft(s, " \t\r\n(;"))
	if i := strings.IndexAny(word, " \t\r\n(;"); i >= 0 {
		word = word[:i]
	}
	switch word {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "DROP", "CREATE", "ALTER", "TRUNCATE", "WITH", "COPY", "GRANT", "REVOKE", "PRAGMA", "ATTACH", "VACUUM", "BEGIN", "COMMIT", "REPLACE", "MERGE", "SHOW", "SET", "EXPLAIN", "DO", "CALL", "EXEC", "LOAD", "DETACH", "ROLLBACK", "ANALYZE":
		return true
	}
	return false
}

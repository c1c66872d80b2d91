package effect

import (
	"strings"

	"automode/secret"
	"automode/shell"
)

// dbPlace says where the database is that a command talks to.
type dbPlace uint8

// The places. The zero dbPlace is one of which nothing is known.
const (
	dbUnknown    dbPlace = iota
	dbLocal              // on this machine, or in a container of it
	dbProduction         // in production by its name
)

// dbAddress finds where a database client connects to: by its host option, a
// URL or name among its operands and options, or the variable that it reads.
// A client that is told no host asks this machine.
func (c *cmd) dbAddress(host, name string, variable string) {
	c.db, c.dbName = dbLocal, ""
	see := func(w shell.Word, isHost bool) {
		if productionValue(w) {
			c.db, c.dbName = dbProduction, w.Raw
			return
		}
		if c.db == dbProduction {
			return
		}
		switch {
		case !w.Known:
			c.db, c.dbName = dbUnknown, w.Raw
		case isHost && strings.HasPrefix(w.Text, "/"): // a socket's folder
		case isHost || strings.Contains(w.Text, "://"):
			if h := hostOf(w.Text); h != "" && !isLocal(h) && !c.ourContainer(h) {
				c.db, c.dbName = dbUnknown, h
			}
		}
	}
	for _, a := range c.sh.Assigns {
		if a.Name == variable {
			see(a.Value, true)
		}
	}
	if w, ok := c.value(host); ok {
		see(w, true)
	}
	for n := range strings.SplitSeq(name, ",") {
		if n == "" {
			continue
		}
		for _, o := range c.opts {
			if o.has && o.spec != nil && has(o.spec.names, n) {
				c.flowWord(o.value)
				see(o.value, false)
			}
		}
	}
	for _, w := range c.pos {
		see(w, false)
	}
	if c.db == dbProduction {
		c.find(Channel, "interactive-into-sensitive", c.dbName, "opens "+clip(c.dbName)+", which is in production by its name")
	}
}

// ourContainer: names that hosts have inside a compose file's own network.
func (c *cmd) ourContainer(host string) bool {
	return c.r.remote != "" && !strings.Contains(host, ".")
}

// dbURL reads a database's URL or name, which carries its password: it is the
// program's own credential, but it taints what the program prints.
func (c *cmd) dbText(w shell.Word) {
	c.flowWord(w)
	if len(secret.Find(w.Text)) > 0 {
		c.r.out[c.idx].files = true
	}
}

// dbWrite notes a change of a database that is no SQL: a restore, a load, a
// migration.
func (c *cmd) dbWrite(entry, verb string, words ...shell.Word) {
	switch c.db {
	case dbProduction:
		c.find(Remote, "production-data", c.dbName, verb+" in "+clip(c.dbName)+", which is in production by its name", words...)
	case dbLocal:
		if entry == "" {
			c.does(Local, "database", words...)
			return
		}
		c.find(Remote, entry, "database", verb+", which this session did not make", words...)
	default:
		c.find(Remote, orWord(entry, "production-data"), c.dbName, verb+" in a database that is not known to be local", words...)
	}
}

// dump notes that the content of a database is written out: it is not to
// leave the machine.
func (c *cmd) dump() {
	c.r.out[c.idx].taint("the content of a database", secret.Sensitive)
	c.does(Fetch, "database")
}

// psql reads the client of PostgreSQL.
func psql(c *cmd) {
	c.dbAddress("--host", "--dbname", "PGHOST")
	c.sqlClient("sql-postgres", []string{"--command"}, []string{"--file"}, c.has("--list"))
}

// sqlClient reads what a client of a database is told: by options, by files,
// or on its input.
func (c *cmd) sqlClient(lang string, texts, files []string, told bool) {
	c.does(Fetch, "database")
	for _, o := range c.opts {
		if !o.has || o.spec == nil {
			continue
		}
		for _, n := range o.spec.names {
			if has(texts, n) {
				c.code(lang, o.value)
				told = true
			}
			if has(files, n) {
				if o.value.Known && o.value.Text == "-" {
					continue
				}
				c.script(lang, o.value)
				told = true
			}
		}
	}
	if !told || c.sh.Stdin.Kind == shell.Here || c.sh.Stdin.Kind == shell.File {
		c.stdinCode(lang)
	}
	c.r.out[c.idx].files = true
}

// mysql reads the client of MySQL and MariaDB.
func mysql(c *cmd) {
	c.dbAddress("--host", "--database", "MYSQL_HOST")
	for _, n := range [...]string{"--init-command"} {
		if w, ok := c.value(n); ok {
			c.code("sql-mysql", w)
		}
	}
	c.sqlClient("sql-mysql", []string{"--execute"}, nil, false)
}

// sqlite reads the shell of SQLite: a file, and statements after it.
func sqlite(c *cmd) {
	lang := "sql-sqlite"
	if c.name == "duckdb" {
		lang = "sql-sqlite"
	}
	c.db = dbLocal
	told := false
	if w, ok := c.value("-init"); ok {
		c.script(lang, w)
	}
	for _, o := range c.opts {
		if o.has && (o.name == "-cmd" || o.name == "-c" || o.name == "-s") {
			c.code(lang, o.value)
			told = told || o.name != "-cmd"
		}
		if o.has && (o.name == "-f") {
			c.script(lang, o.value)
			told = true
		}
	}
	var file shell.Word
	before := len(c.r.rep.Effects)
	if len(c.pos) > 0 {
		file = c.pos[0]
		c.dbFile(file)
		for _, w := range c.pos[1:] {
			c.code(lang, w)
			told = true
		}
	}
	if !told || c.sh.Stdin.Kind == shell.Here || c.sh.Stdin.Kind == shell.File {
		c.stdinCode(lang)
	}
	if file.Raw == "" || file.Known && file.Text == ":memory:" {
		return
	}
	for _, e := range c.r.rep.Effects[before:] {
		if e.Kind == Local {
			c.write(file, false)
			return
		}
	}
}

// dbFile reads the file of a database; what is dropped from one that this
// session made is its own.
func (c *cmd) dbFile(w shell.Word) {
	if w.Known && (w.Text == ":memory:" || w.Text == "") {
		c.dbMade = true
		return
	}
	c.read(w)
	for _, p := range c.places(w) {
		c.dbMade = p.known && !p.glob && c.r.made(p.path)
		if p.known && c.r.isTemp(p.path) && !c.dbMade {
			f := c.r.facts.File(p.path)
			c.dbMade = f.Known && !f.Exists
		}
	}
}

// pgDump: the content of a database written out.
func pgDump(c *cmd) {
	c.dbAddress("--host", "--dbname", "PGHOST")
	c.dump()
}

func mysqlDump(c *cmd) {
	c.dbAddress("--host", "", "MYSQL_HOST")
	c.dump()
}

// pgRestore: a dump read back.
func pgRestore(c *cmd) {
	pos := c.pos
	c.pos = nil
	c.dbAddress("--host", "--dbname", "PGHOST")
	c.pos = pos
	if !c.has("--dbname") || c.has("--list") {
		c.does(Print, "")
		return
	}
	if c.has("--clean", "--create") {
		c.dbWrite("stateful-resource", "drops and restores what is")
		return
	}
	c.dbWrite("", "restores data")
}

// dropDatabase, createDatabase: whole databases by name.
func dropDatabase(c *cmd) {
	name := c.pos
	c.dbAddress("--host", "--maintenance-db", "PGHOST")
	if c.db == dbLocal && len(name) == 1 && c.ours("database", name[0]) {
		c.does(Local, "database", name...)
		return
	}
	c.dbWrite("stateful-resource", "drops the database", name...)
}

func createDatabase(c *cmd) {
	c.dbAddress("--host", "--maintenance-db", "PGHOST")
	if c.db == dbLocal && len(c.pos) > 0 && c.pos[0].Lit() {
		c.makes("database:" + c.pos[0].Text)
	}
	c.dbWrite("", "makes a database")
}

// mysqlAdmin: the words after the options are what it does.
func mysqlAdmin(c *cmd) {
	pos := c.pos
	c.pos = nil
	c.dbAddress("--host", "", "MYSQL_HOST")
	c.pos = pos
	for i := 0; i < len(pos); i++ {
		c.flowWord(pos[i])
		switch pos[i].Text {
		case "ping", "status", "version", "variables", "processlist", "extended-status":
			c.does(Fetch, "database", pos[i])
		case "create":
			c.dbWrite("", "makes a database", pos[i:]...)
			i++
		case "drop":
			c.dbWrite("stateful-resource", "drops the database", pos[i:]...)
			i++
		case "password", "old-password":
			c.find(Remote, "account-change", "database", "changes the password of an account of the database", pos[i])
			i++
		case "shutdown", "kill":
			c.find(Process, "others-jobs", "database", "stops the database or what runs in it", pos[i:]...)
			return
		case "flush-hosts", "flush-logs", "flush-status", "flush-tables", "flush-threads", "flush-privileges", "reload", "refresh":
			c.dbWrite("", "refreshes the database", pos[i])
		default:
			c.unsure("what "+clip(pos[i].Raw)+" does to the database is not known", pos[i])
			return
		}
	}
}

// otherSQL reads clients of other databases, whose SQL is read as PostgreSQL's.
func otherSQL(c *cmd) {
	c.dbAddress("--host", "--url,--server,--dsn,--connection,--account", "")
	c.sqlClient("sql-postgres", []string{"--execute", "--query", "--command"}, []string{"--file", "--input-file", "--queries-file"}, false)
}

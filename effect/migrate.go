package effect

import "strings"

// migration finds which database a migration tool works on: by its URL among
// the options, the variables in front of it, and the environment it names.
func (c *cmd) migration() {
	pos := c.pos
	c.pos = nil
	c.dbAddress("--host", "--url,-url,--database,-database,--connection,--db-url", "DATABASE_URL")
	c.pos = pos
	if c.db == dbProduction {
		return
	}
	for _, o := range c.opts {
		if o.has && o.name != "--name" && o.name != "--select" && productionValue(o.value) {
			c.db, c.dbName = dbProduction, o.value.Raw
		}
	}
	for _, a := range c.sh.Assigns {
		switch a.Name {
		case "NODE_ENV", "RAILS_ENV", "APP_ENV", "FLASK_ENV", "ENV", "ENVIRONMENT", "DJANGO_SETTINGS_MODULE", "MIX_ENV", "RACK_ENV", "DOTENV_CONFIG_PATH":
			if productionValue(a.Value) {
				c.db, c.dbName = dbProduction, a.Name+"="+a.Value.Raw
			}
		}
	}
}

// migrate: changes of a schema that the project keeps. On a database of this
// machine that is ordinary work.
func migrate(c *cmd) {
	c.migration()
	c.runsProjectCode()
	c.dbWrite("", "changes the schema or data")
}

// migrateDeploy: migrations as they are run for a database in use.
func migrateDeploy(c *cmd) {
	c.migration()
	c.runsProjectCode()
	if c.db == dbLocal && !c.sawAddress() {
		c.find(Remote, "production-data", "", "applies migrations as for a database in use")
		return
	}
	c.dbWrite("", "changes the schema or data")
}

// sawAddress tells whether the command itself says which database is meant.
func (c *cmd) sawAddress() bool {
	for _, a := range c.sh.Assigns {
		if a.Name == "DATABASE_URL" {
			return true
		}
	}
	return c.has("--url", "-url", "--database", "-database", "--connection", "--db-url")
}

// migrateBack: what drops, resets or rolls back loses the data in it.
func migrateBack(c *cmd) {
	c.migration()
	c.runsProjectCode()
	c.dbWrite("stateful-resource", "takes back or drops tables with what is in them")
}

// migrateUnknown: text that the tool runs in the database.
func migrateUnknown(c *cmd) {
	c.migration()
	if f, ok := c.value("--file"); ok {
		c.script("sql-postgres", f)
		return
	}
	if c.has("--stdin") {
		c.stdinCode("sql-postgres")
		return
	}
	c.unsure("what it runs in the database is not known")
}

// gooseMigrate reads both programs of that name: the migration tool, by driver,
// address and command, and the agent, whose commands are others.
func gooseMigrate(c *cmd) {
	if len(c.pos) > 0 {
		switch c.pos[0].Text {
		case "session", "run", "configure", "mcp", "schedule", "project", "projects", "recipe", "web", "acp", "term", "update", "info", "bench":
			gooseAgent(c)
			return
		}
	}
	words := c.pos
	verb := ""
	for _, w := range words {
		c.flowWord(w)
		switch w.Text {
		case "up", "up-by-one", "up-to", "down", "down-to", "redo", "reset", "status", "version", "create", "fix", "validate":
			if verb == "" {
				verb = w.Text
			}
		}
	}
	c.dbAddress("--host", "", "GOOSE_DBSTRING")
	switch verb {
	case "status", "version", "validate":
		c.does(Fetch, "database")
	case "create", "fix":
		c.runsProjectCode()
	case "up", "up-by-one", "up-to":
		c.runsProjectCode()
		c.dbWrite("", "changes the schema or data")
	case "down", "down-to", "redo", "reset":
		c.dbWrite("stateful-resource", "takes back tables with what is in them")
	default:
		if len(words) > 0 {
			c.unsure("what goose does with "+clip(words[0].Raw)+" is not known", words[0])
		}
	}
}

// remoteSQL reads clients of databases that run elsewhere unless they are told
// a local host.
func remoteSQL(c *cmd) {
	pos := c.pos
	c.pos = nil
	c.dbAddress("--server", "--host,--accountname,--connection,--dbname,--database-name", "SQLCMDSERVER")
	c.pos = pos
	if c.db == dbLocal && !c.has("--server", "--host") {
		c.db, c.dbName = dbUnknown, c.name
	}
	c.sqlClient("sql-postgres", []string{"--query", "--initial-query"}, []string{"--filename", "--input-file"}, false)
}

// mongoDump, mongoRestore: the content of a database written out and back.
func mongoDump(c *cmd) {
	c.dbAddress("--host", "--uri", "")
	c.dump()
}

func mongoRestore(c *cmd) {
	pos := c.pos
	c.pos = nil
	c.dbAddress("--host", "--uri", "MYSQL_HOST")
	c.pos = pos
	c.dbWrite("", "loads data")
}

// supabasePush: migrations into the database of this machine or the one that
// the project is linked to.
func supabasePush(c *cmd) {
	c.migration()
	if c.has("--linked") || !c.has("--local", "--db-url") && !strings.HasSuffix(c.name, "migration up") {
		c.find(Remote, "production-data", "linked project", "changes the database of the linked project")
		return
	}
	c.runsProjectCode()
	c.dbWrite("", "changes the schema or data")
}

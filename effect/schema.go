package effect

import (
	"strings"

	"automode/shell"
)

// migrates judges a tool that changes the schema or content of the database
// that the project is set up to use.
func (c *cmd) migrates() { c.changesDatabase("changes the schema of", false) }

// changesDatabase judges a change by where the database is, as far as the
// project's settings tell. local: what is usual when they tell nothing is a
// database of this machine.
func (c *cmd) changesDatabase(verb string, local bool) {
	url, known := c.databaseURL()
	env := c.runsIn()
	switch {
	case productionName(env), known && productionName(url):
		c.find(Remote, "production-data", hostOf(url), verb+" a database in production")
	case known && (isLocal(hostOf(url)) || strings.HasPrefix(url, "sqlite") || strings.HasPrefix(url, "file:") || hostOf(url) == "" || hostOf(url) == "db" || hostOf(url) == "postgres" || hostOf(url) == "mysql"):
		c.does(Local, "database")
		c.runsProjectCode()
	case local && !known:
		c.runsProjectCode()
	default:
		c.unsure("which database it changes is not known")
	}
}

// losesDatabase judges a tool that takes a database or its schema away.
func (c *cmd) losesDatabase(what string) {
	if url, _ := c.databaseURL(); productionName(url) || productionName(c.runsIn()) {
		c.find(Remote, "production-data", hostOf(url), what+" in production")
		return
	}
	c.find(Delete, "stateful-resource", "database", what)
}

// databaseURL is the address of the project's database: from the command, its
// environment, or the project's .env.
func (c *cmd) databaseURL() (string, bool) {
	for _, o := range [...]string{"--database-url", "--url", "-url", "--db-url", "--dsn", "-database", "--database"} {
		if v, ok := c.value(o); ok && strings.Contains(v.Text, ":") {
			return v.Text, v.Known
		}
	}
	for _, a := range c.sh.Assigns {
		if databaseVar(a.Name) {
			return a.Value.Text, a.Value.Known
		}
	}
	for _, name := range [...]string{".env", ".env.local", ".env.development"} {
		f := c.nearest(name)
		if !f.known {
			continue
		}
		for line := range strings.SplitSeq(f.text, "\n") {
			key, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "export "), "=")
			if ok && databaseVar(strings.TrimSpace(key)) {
				return strings.Trim(strings.TrimSpace(value), `"'`), true
			}
		}
	}
	return "", false
}

func databaseVar(name string) bool {
	switch name {
	case "DATABASE_URL", "DB_URL", "SQLALCHEMY_DATABASE_URI", "SQLALCHEMY_DATABASE_URL", "POSTGRES_URL", "POSTGRESQL_URL", "MYSQL_URL", "DB_HOST", "DATABASE_HOST", "POSTGRES_HOST", "PGHOST", "MYSQL_HOST", "MONGO_URL", "MONGODB_URI", "GOOSE_DBSTRING", "DBMATE_DATABASE_URL", "JDBC_DATABASE_URL", "DB_DSN":
		return true
	}
	return false
}

// runsIn is the environment that the command says it runs in: production, test.
func (c *cmd) runsIn() string {
	for _, a := range c.sh.Assigns {
		switch a.Name {
		case "RAILS_ENV", "RACK_ENV", "NODE_ENV", "APP_ENV", "MIX_ENV", "DJANGO_SETTINGS_MODULE", "ENV", "ENVIRONMENT", "FLASK_ENV", "LARAVEL_ENV", "DEPLOY_ENV", "STAGE", "ASPNETCORE_ENVIRONMENT":
			return a.Value.Text
		}
	}
	for _, o := range [...]string{"-e", "--env", "--environment", "--settings", "-E"} {
		if v, ok := c.value(o); ok {
			return v.Text
		}
	}
	for _, w := range c.args {
		if v, ok := strings.CutPrefix(w.Text, "--env="); ok {
			return v
		}
		if v, ok := strings.CutPrefix(w.Text, "--settings="); ok {
			return v
		}
		if v, ok := strings.CutPrefix(w.Text, "RAILS_ENV="); ok {
			return v
		}
	}
	return ""
}

// verbDB judges a subcommand of a framework that acts on the database, by what
// it is called: "db:drop", "migrate:fresh", "database reset".
func (c *cmd) verbDB(verb string, w shell.Word) (said bool) {
	v := strings.ToLower(verb)
	switch {
	case !strings.Contains(v, "db") && !strings.Contains(v, "migrat") && !strings.Contains(v, "database") && !strings.Contains(v, "ecto") && !strings.Contains(v, "schema") && !strings.Contains(v, "seed"):
		return false
	case strings.Contains(v, "test"):
		c.runsProjectCode()
	case strings.Contains(v, "drop"), strings.Contains(v, "reset"), strings.Contains(v, "fresh"), strings.Contains(v, "wipe"), strings.Contains(v, "refresh"), strings.Contains(v, "purge"), strings.Contains(v, "truncate"), strings.Contains(v, "schema:load"), strings.Contains(v, "rollback"), strings.HasSuffix(v, "down"), strings.Contains(v, "replant"), strings.Contains(v, "undo"), strings.Contains(v, "nuke"):
		c.losesDatabase("takes the database or its data away")
	case strings.Contains(v, "status"), strings.Contains(v, "version"), strings.Contains(v, "show"), strings.Contains(v, "list"), strings.Contains(v, "dump"), strings.Contains(v, "gen"), strings.Contains(v, "make"), strings.Contains(v, "validate"), strings.Contains(v, "diff"):
		c.runsProjectCode()
	default:
		c.changesDatabase("changes", true)
	}
	return true
}

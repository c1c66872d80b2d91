package effect

import (
	"strings"

	"automode/shell"
)

// specialDeploy are the readers of the clients of platforms and services.
func specialDeploy(name string) func(*cmd) {
	switch name {
	case "deployuse":
		return (*cmd).deployUse
	case "netlifyapi":
		return (*cmd).netlifyAPI
	case "stripeapi":
		return (*cmd).stripeAPI
	case "d1":
		return (*cmd).d1Execute
	case "d1export":
		return (*cmd).d1Export
	case "d1migrations":
		return (*cmd).d1Migrations
	case "kvkey":
		return (*cmd).kvKey
	case "r2object":
		return (*cmd).r2Object
	}
	return nil
}

// deployUse shows, or changes, which project later deployments go to.
func (c *cmd) deployUse() {
	if len(c.pos) == 0 && !c.has("--clear", "--unalias", "--alias") {
		c.does(Fetch, c.name)
		return
	}
	if w, ok := c.inProduction(); ok {
		c.find(Remote, "repoint", w.Text, "makes "+clip(w.Raw)+", which is in production by its name, the project that later commands change", w)
		return
	}
	c.does(Local, c.name)
}

// netlifyAPI calls an operation by its name: getSite, deleteSite.
func (c *cmd) netlifyAPI() {
	op := c.text(0)
	switch {
	case c.has("--list"), strings.HasPrefix(op, "get"), strings.HasPrefix(op, "list"), strings.HasPrefix(op, "show"), strings.HasPrefix(op, "search"):
		c.does(Fetch, c.name)
	case strings.HasPrefix(op, "delete"):
		c.find(Remote, "bulk-cloud-delete", op, "deletes something on the platform")
	case strings.Contains(op, "Deploy"):
		c.find(Remote, "production-deploy", op, "changes what is deployed")
	case strings.Contains(op, "Dns"), strings.Contains(op, "Env"), strings.Contains(op, "Certificate"):
		c.find(Remote, "dns-cert-secret-store", op, "changes DNS, certificates or variables")
	default:
		c.find(Remote, "shared-artifact", op, "changes something on the platform")
	}
}

// stripeAPI acts on a kind of thing: customers list, payment_intents create.
func (c *cmd) stripeAPI() {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	switch c.text(1) {
	case "list", "retrieve", "search", "":
		if len(c.pos) < 2 {
			c.unsure("what stripe "+clip(c.text(0))+" does is not known", c.pos...)
			return
		}
		c.does(Fetch, c.name)
	case "delete", "cancel", "archive":
		c.find(Remote, "shared-artifact", c.text(0), c.text(1)+"s "+c.text(0)+" at the payment service")
	default:
		c.find(Remote, "payment-or-order", c.text(0), "changes "+c.text(0)+" at the payment service")
	}
}

// d1Execute runs SQL in a database: of this machine unless told otherwise.
func (c *cmd) d1Execute() {
	if c.has("--remote", "--preview") {
		c.db, c.dbName = dbUnknown, c.text(0)
		if w, ok := c.inProduction(); ok {
			c.db, c.dbName = dbProduction, w.Raw
		}
	} else {
		c.db = dbLocal
	}
	c.sqlClient("sql-sqlite", []string{"--command"}, []string{"--file"}, true)
	if !c.has("--command", "--file") {
		c.unsure("which statements it runs is not known")
	}
}

// d1Export writes the content of a database into a file.
func (c *cmd) d1Export() {
	if c.has("--remote") {
		c.find(Read, "sensitive-location", c.text(0), "copies a database of the platform here")
		return
	}
	c.does(Local, c.name)
}

// d1Migrations lists, makes or applies changes of a schema.
func (c *cmd) d1Migrations() {
	switch c.text(0) {
	case "list":
		c.does(Fetch, c.name)
	case "create":
		c.does(Local, c.name)
	case "apply":
		if c.has("--remote", "--preview") {
			c.find(Remote, "production-data", c.text(1), "changes the schema of a database of the platform")
			return
		}
		c.does(Local, c.name)
	default:
		c.unsure("what it does to the database is not known")
	}
}

// kvKey reads or changes an entry of a store, of the platform unless told that
// the one of this machine is meant.
func (c *cmd) kvKey() {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	switch verb := c.text(0); {
	case verb == "get", verb == "list":
		c.does(Fetch, c.name)
	case c.has("--local") && (verb == "put" || verb == "delete"):
		c.does(Local, c.name)
	default:
		c.find(Remote, "production-data", c.text(1), "changes an entry of a store of the platform")
	}
}

// r2Object fetches, stores or deletes an object.
func (c *cmd) r2Object() {
	file, named := c.value("--file")
	switch verb := c.text(0); verb {
	case "get":
		c.does(Fetch, c.name)
		if named {
			c.write(file, true)
		} else if i := strings.LastIndexByte(c.text(1), '/'); i >= 0 && !c.has("--pipe") {
			c.write(word(c.text(1)[i+1:]), true)
		}
	case "put":
		if named {
			c.upload(orWord(c.text(1), "a bucket"), file)
		}
		c.find(Remote, "shared-artifact", c.text(1), "stores an object that others may use")
	default:
		c.find(Remote, "bulk-cloud-delete", c.text(1), "changes or deletes an object")
	}
}

// localURL is where what comes in is handed on to: a port, host:port or URL.
func (c *cmd) localURL(w shell.Word) {
	c.flowWord(w)
	if !w.Known || !isLocal(hostOf(w.Text)) && !isNumber(w.Text) && !strings.HasPrefix(w.Text, "/") {
		c.unsure("where it hands on what comes in is not known", w)
	}
}

// localPort is a port, or an address and a port.
func (c *cmd) localPort(w shell.Word) {
	if isNumber(w.Text) {
		c.does(Listen, "localhost", w)
		return
	}
	c.bind(w)
}

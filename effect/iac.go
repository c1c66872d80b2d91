package effect

import (
	"strings"

	"automode/shell"
)

// iacDeploy: a stack that is deployed.
func iacDeploy(c *cmd) {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	if w, prod := c.inProduction(); prod {
		c.find(Remote, "production-deploy", w.Text, "deploys "+clip(w.Raw)+", which is in production by its name", w)
		return
	}
	c.find(Remote, "protected-iac", c.text(0), entryVerb("protected-iac"))
}

// ansibleVars reads key=value, or @file.
func ansibleVars(c *cmd, w shell.Word) {
	if w.Known && strings.HasPrefix(w.Text, "@") {
		w.Text = w.Text[1:]
		c.read(w)
		return
	}
	c.flowWord(w)
}

// ansibleInventory reads a file of hosts, which may be a program, or a list of
// hosts that ends in a comma.
func ansibleInventory(c *cmd, w shell.Word) {
	if w.Known && strings.Contains(w.Text, ",") {
		c.flowWord(w)
		return
	}
	c.recipe(w)
}

// ansible: one module on many hosts.
func ansible(c *cmd) {
	if c.has("--list-hosts") {
		return
	}
	module, ok := c.value("--module-name")
	switch {
	case !ok:
		c.ansibleOn("runs a command")
		return
	case !module.Known:
		c.unsure("which module it runs is not known", module)
		return
	}
	switch strings.TrimPrefix(module.Text, "ansible.builtin.") {
	case "ping", "setup", "gather_facts", "debug", "stat", "service_facts", "package_facts", "wait_for_connection", "getent", "slurp", "find", "win_ping":
		c.does(Fetch, "hosts")
	default:
		c.ansibleOn("runs " + module.Text)
	}
}

// ansibleOn notes a change of hosts.
func (c *cmd) ansibleOn(verb string) {
	if w, prod := c.inProduction(); prod {
		c.find(Remote, "production-deploy", w.Text, verb+" on "+clip(w.Raw)+", which is in production by its name", w)
		return
	}
	if c.text(0) == "localhost" || c.onlyLocalhost() {
		c.unsure("what it changes on this machine is not known")
		return
	}
	c.find(Remote, "shared-artifact", c.text(0), verb+" on all the hosts it names")
}

func (c *cmd) onlyLocalhost() bool {
	conn, _ := c.value("--connection")
	inv, _ := c.value("--inventory")
	return conn.Text == "local" || inv.Text == "localhost,"
}

// ansiblePlaybook: what a playbook says, done on the hosts of an inventory.
func ansiblePlaybook(c *cmd) {
	if c.dry {
		c.does(Project, "playbook")
		return
	}
	c.ansibleOn("does what the playbook says")
}

// galaxyInstall: roles and collections, those of the project's own list or
// others by name.
func galaxyInstall(c *cmd) {
	if c.has("--requirements-file") && len(c.pos) == 0 {
		c.does(Install, c.name)
	}
}

// remoteShell reads shell text that runs on another machine.
func remoteShell(c *cmd, w shell.Word) {
	was := c.r.remote
	c.r.remote = c.name
	c.shellText(w)
	c.r.remote = was
}

// puppetResource: shows resources, or sets them where name=value follows.
func puppetResource(c *cmd) {
	for _, w := range c.pos {
		if !w.Known || strings.Contains(w.Text, "=") {
			c.find(System, "system-service", w.Text, "changes the system", w)
			return
		}
	}
}

// salt: a function on the machines that a pattern matches.
func salt(c *cmd) {
	for _, w := range c.pos {
		c.flowWord(w)
		if !w.Known {
			c.unsure("what salt runs is not known", w)
			return
		}
		mod, fn, ok := strings.Cut(w.Text, ".")
		if !ok || strings.ContainsAny(w.Text, " /*") {
			continue
		}
		switch {
		case mod == "test", mod == "grains" && (fn == "items" || fn == "get" || fn == "ls" || fn == "item"), mod == "status",
			mod == "pkg" && (strings.HasPrefix(fn, "list") || fn == "version"), mod == "sys", mod == "disk" && fn == "usage", mod == "network" && (fn == "ipaddrs" || fn == "interfaces"),
			mod == "service" && (fn == "status" || fn == "get_all"), mod == "state" && strings.HasPrefix(fn, "show"):
			c.does(Fetch, "hosts", w)
			return
		}
	}
	if c.has("--version") {
		return
	}
	c.find(Remote, "wide-cluster-write", c.text(0), "runs something on all the machines that a pattern matches", c.pos...)
}

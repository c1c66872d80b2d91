package effect

// hostedReader gives the readers of clients of hosted services whose rows do
// not say all.
func hostedReader(name string) func(*cmd) {
	switch name {
	case "brewtop":
		return (*cmd).brewTop
	case "kcat":
		return (*cmd).kcat
	case "ollama":
		return (*cmd).ollamaRun
	case "passname":
		return (*cmd).passName
	case "rabbitget":
		return (*cmd).rabbitGet
	}
	return specialDeploy(name)
}

// kcat lists or reads topics, or with -P writes messages.
func (c *cmd) kcat() {
	if c.has("-P") || !c.has("-L", "-C", "-Q") && len(c.sh.Stdin.From) > 0 {
		c.find(Remote, "shared-artifact", "", "writes messages that others read")
		return
	}
	c.does(Fetch, c.name)
}

// ollamaRun asks a model of this machine; without a question it opens a session.
func (c *cmd) ollamaRun() {
	for _, w := range c.pos {
		c.flowWord(w)
	}
	if len(c.pos) < 2 && c.sh.Stdin.Kind == 0 && len(c.sh.Stdin.From) == 0 {
		c.unsure("it opens a session whose input is not seen")
		return
	}
	c.does(Fetch, "localhost")
}

// passName reads pass with the name of an entry, which prints the password; and
// without one, which lists names.
func (c *cmd) passName() {
	if len(c.pos) > 0 {
		c.find(Read, "credential-print", c.text(0), "prints the password "+clip(c.pos[0].Raw), c.pos[0])
		return
	}
	c.does(Print, "")
}

// rabbitGet looks at messages of a queue, and takes them where it is told to.
func (c *cmd) rabbitGet() {
	for _, w := range c.pos {
		switch w.Text {
		case "ackmode=ack_requeue_false", "ackmode=reject_requeue_false", "requeue=false":
			c.find(Remote, "queue-or-topic-purge", "", "takes messages out of a queue", w)
			return
		}
	}
	c.does(Fetch, c.name)
}

// brewTop reads brew with no subcommand that is known: it says where things
// are, or runs a program called brew-NAME.
func (c *cmd) brewTop() {
	if len(c.pos) > 0 && !c.has("--prefix", "--cellar", "--caskroom", "--cache", "--repository", "--env", "-S") {
		c.unsure("subcommand brew "+clip(c.pos[0].Raw)+" is not known", c.pos[0])
		return
	}
	c.does(Print, "")
}

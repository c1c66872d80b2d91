package effect

import "strings"

// specialHosted are the readers of agents' own programs.
func specialHosted(name string) func(*cmd) {
	switch name {
	case "automode":
		return (*cmd).ownProgram
	case "agent":
		return (*cmd).agentProgram
	case "kafka":
		return func(c *cmd) { c.does(Print, "") }
	}
	return hostedReader(name)
}

// ownProgram reads a call of this gate itself. What only reads is free; all
// else is for a person, whatever the rules say: approvals, settings, the hook
// that a forged event could be fed to.
func (c *cmd) ownProgram() {
	if c.name == "automode" {
		for _, w := range c.pos {
			if !w.Lit() {
				break
			}
			switch w.Text {
			case "check", "explain", "log", "why", "stats", "doctor", "status", "replay", "eval", "help", "selftest":
				c.does(Print, "")
				return
			case "denials", "observe":
				if len(c.pos) == 1 || c.text(1) == "report" {
					c.does(Print, "")
					return
				}
			case "mode":
				if len(c.pos) == 1 || len(c.pos) == 3 && c.text(1) == "--session" {
					c.does(Print, "")
					return
				}
			case "config", "rules":
				switch sub := c.text(1); {
				case len(c.pos) == 1, len(c.pos) == 2 && sub == "--explain", sub == "list", sub == "test", sub == "path", sub == "schema", sub == "validate":
					c.does(Print, "")
					return
				}
			case "install", "uninstall", "setup", "reset":
				for _, o := range c.sh.Words {
					if o.Lit() && o.Text == "--dry-run" {
						c.does(Print, "")
						return
					}
				}
			}
			break
		}
		if len(c.pos) == 0 && c.has("--help", "--version", "-h") {
			c.does(Print, "")
			return
		}
	}
	c.guard(Run, "own-permissions", c.name, "runs the gate's own program "+c.name+" in a way that is for a person")
}

// agentProgram reads another agent's program, or this one's.
func (c *cmd) agentProgram() {
	for _, w := range c.sh.Words {
		switch strings.TrimSpace(w.Text) {
		case "--dangerously-skip-permissions", "--yolo", "-y", "--full-auto", "--dangerously-bypass-approvals-and-sandbox", "--dangerously-bypass-hook-trust", "--allow-all-tools", "--auto", "--force", "--trust-all-tools":
			c.find(Agent, "unattended-agent", c.name, "starts "+c.name+" with its approvals off", w)
			return
		}
	}
	if len(c.args) == 0 {
		c.unsure(c.name + " opens a session whose later input is not seen")
		return
	}
	switch first, second := wordText(c, 0), wordText(c, 1); {
	case first == "--version" || first == "-v" || first == "--help" || first == "-h" || first == "doctor" || first == "help":
		c.does(Print, "")
	case (first == "mcp" || first == "config" || first == "plugin" || first == "extensions" || first == "agents" || first == "hooks") && (second == "list" || second == "get" || second == "ls" || second == "show"):
		c.does(Print, "")
	case first == "mcp" || first == "plugin" || first == "extensions":
		c.guard(Write, "model-or-plugin-load", c.name, "adds or removes a server or plugin of "+c.name)
	case first == "config" || first == "hooks" || first == "permissions" || first == "trust":
		c.guard(Write, "own-permissions", c.name, "changes the settings of "+c.name)
	default:
		c.find(Agent, "unattended-agent", c.name, "starts "+c.name+", whose calls nobody here sees")
	}
}

func wordText(c *cmd, i int) string {
	if i < len(c.args) && c.args[i].Lit() {
		return c.args[i].Text
	}
	return ""
}

// gooseAgent reads goose where it is the agent and not the tool for databases
// that has the same name.
func gooseAgent(c *cmd) { c.agentProgram() }

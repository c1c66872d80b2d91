package effect

func gooseAgent(c *cmd) {}

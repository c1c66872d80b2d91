package effect

// specialDev are the readers of what developers run on a project.
func specialDev(name string) func(*cmd) {
	for _, find := range [...]func(string) func(*cmd){
		specialGit,
		specialNative,
		specialGo,
		specialJS,
		specialLangs,
		specialForge,
		specialPython,
		specialTool,
	} {
		if f := find(name); f != nil {
			return f
		}
	}
	return nil
}

// specialTool are the readers of tools that need little said.
func specialTool(name string) func(*cmd) {
	switch name {
	case "alembic":
		return (*cmd).alembic
	case "migrates":
		return (*cmd).migrates
	}
	return nil
}

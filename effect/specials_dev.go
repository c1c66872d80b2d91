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
		specialMore,
	} {
		if f := find(name); f != nil {
			return f
		}
	}
	return nil
}

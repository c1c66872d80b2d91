package effect

// special gives the reader that a row names with #go:name. Each group of
// tables brings its own switch, so that nothing is built at start.
func special(name string) func(*cmd) {
	for _, find := range [...]func(string) func(*cmd){specialCore, specialDev, specialCloud, specialCode, specialPowerShell} {
		if f := find(name); f != nil {
			return f
		}
	}
	return nil
}

// wordSpecial gives the reader of one word that a role names: @go/name.
func wordSpecial(name string) func(*cmd, shellWord) {
	if f := wordDev(name); f != nil {
		return f
	}
	return wordSpecialCloud(name)
}

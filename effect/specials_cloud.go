package effect

// fragmentCloud, specialCloud and wordSpecialCloud look through the tables of
// containers, clusters, clouds, databases and hosted services.
func fragmentCloud(name string) string {
	for _, find := range [...]func(string) string{fragmentDocker, fragmentKube, fragmentDB, fragmentIaC, fragmentHyper} {
		if f := find(name); f != "" {
			return f
		}
	}
	return ""
}

func specialCloud(name string) func(*cmd) {
	for _, find := range [...]func(string) func(*cmd){specialDocker, specialKube, specialDB, specialIaC, specialHyper, specialHosted} {
		if f := find(name); f != nil {
			return f
		}
	}
	return nil
}

func wordSpecialCloud(name string) func(*cmd, shellWord) {
	for _, find := range [...]func(string) func(*cmd, shellWord){wordDocker, wordKube, wordDB, wordIaC, wordHyper} {
		if f := find(name); f != nil {
			return f
		}
	}
	return nil
}

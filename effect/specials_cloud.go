package effect

func specialCloud(name string) func(*cmd) {
	switch name {
	}
	return nil
}

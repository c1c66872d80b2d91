package effect

func specialCore(name string) func(*cmd) {
	switch name {
	}
	return nil
}

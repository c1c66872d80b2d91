package effect

func specialDev(name string) func(*cmd) {
	switch name {
	}
	return nil
}

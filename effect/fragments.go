package effect

// fragment gives words that many rows share: the options of a family of
// subcommands. Each group of tables brings its own.
func fragment(name string) string {
	return fragmentCloud(name)
}
